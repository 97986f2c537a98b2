"""Everything that changes a game: its table, its start, its moves.

Seats change only while a game is open. The creator starts it when all of them are filled, or calls
it off by leaving, since nobody else could start it. Once it runs, nobody leaves: resigning is a
move.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal
from uuid import UUID

import msgspec
from django.db import transaction

from cards.models import Edition
from cards.selectors import edition_by_hash, latest_edition
from games import rulesets, store
from games.engine import (
    ALGORITHM,
    VARIANTS,
    Chance,
    Choose,
    Decision,
    IllegalMove,
    Move,
    OptionError,
    Ruleset,
    RulesetError,
    Setup,
    State,
    Variant,
    commitment,
    decide,
    new_game,
    read_options,
)
from games.errors import (
    AlreadySeated,
    GameNotFound,
    KeyReused,
    NoSuchSeat,
    NotAllowed,
    NotOpen,
    NotStarted,
    SeatsEmpty,
    SeatTaken,
    SetupRefused,
    StaleSeq,
)
from games.foresight import is_foreseeable
from games.models import Game, Receipt, Refusal, Seat
from games.players.models import Player
from games.rows import Actor, Row, now
from games.selectors import may_see, ruleset_for

logger = logging.getLogger(__name__)

bot_versions: Final[dict[str, str]] = {}
"""The bots on offer, by name, with their versions; the bots put themselves down here."""

on_bot_turn: Final[list[Callable[[str, int], None]]] = []
"""Who wants to know, after the commit, that a game waits for a bot: its id and its seq."""

LONGEST_REFUSED: Final = 1000
"""How much of a refused move is kept, in characters."""


# ---- the table


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """Who shall sit on a seat: its creator, a bot by name, whoever comes, or one invited player."""

    kind: Literal["player", "bot", "open", "invited"]
    player: Player | None = None
    bot: str = ""


def create_game(
    *,
    creator: Player,
    variant: str,
    edition: str | None = None,
    seats: Sequence[SeatSpec],
    options: Mapping[str, object] | None = None,
    access: str = "open",
) -> Game:
    """Lay a table, with the seats in the order given; the creator may take one of them or none.

    Without ``edition``, a hash, the one published last is played. Raises ``SetupRefused``.
    """
    rules = VARIANTS.get(variant)
    if rules is None:
        raise SetupRefused("unknown_variant", "/variant", {"choices": ", ".join(VARIANTS)})
    if access not in Game.Access.values:
        choices = ", ".join(Game.Access.values)
        raise SetupRefused("unknown_access", "/access", {"choices": choices})
    _check_seats(rules, creator, seats)
    chosen = _options_text(rules, options or {}, len(seats))
    published = _edition(variant, edition)
    _check_playable(variant, published.hash, len(seats), chosen)
    moment = now()
    with transaction.atomic():
        game = Game.objects.create(
            variant=variant,
            edition=published,
            options=chosen,
            seats=len(seats),
            bot_seats=sum(1 << at for at, spec in enumerate(seats) if spec.kind == "bot"),
            access=access,
            creator=creator,
            created_at=moment,
            changed_at=moment,
        )
        Seat.objects.bulk_create(
            _seat(game, number, spec, creator) for number, spec in enumerate(seats)
        )
    return game


def _check_seats(rules: Variant, creator: Player, seats: Sequence[SeatSpec]) -> None:
    if not rules.fewest <= len(seats) <= rules.most:
        limits = {"seats": len(seats), "least": rules.fewest, "most": rules.most}
        raise SetupRefused("seats_out_of_range", "/seats", limits, rule="common.seats")
    seen: set[UUID] = set()
    for at, spec in enumerate(seats):
        _check_seat(f"/seats/{at}", spec, creator)
        player = creator if spec.kind == "player" else spec.player
        if player is not None and player.pk in seen:
            raise SetupRefused("seated_twice", f"/seats/{at}", {"player": str(player.pk)})
        if player is not None:
            seen.add(player.pk)


def _check_seat(pointer: str, spec: SeatSpec, creator: Player) -> None:
    match spec.kind:
        case "player":
            if spec.player is not None and spec.player.pk != creator.pk:
                raise SetupRefused("seat_needs_invitation", f"{pointer}/player")
        case "invited":
            if spec.player is None:
                raise SetupRefused("seat_needs_player", pointer)
        case "bot":
            if spec.bot not in bot_versions:
                choices = {"bot": spec.bot, "choices": ", ".join(sorted(bot_versions))}
                raise SetupRefused("unknown_bot", f"{pointer}/bot", choices)
        case "open":
            if spec.player is not None:
                raise SetupRefused("open_seat_with_player", f"{pointer}/player")


def _options_text(rules: Variant, given: Mapping[str, object], seats: int) -> str:
    try:
        read = read_options(rules, given, seats)
    except OptionError as error:
        pointer = "/options/" + error.option.replace("~", "~0").replace("/", "~1")
        raise SetupRefused(error.code, pointer, error.params | {"option": error.option}) from error
    return msgspec.json.encode(read, order="sorted").decode()


def _edition(variant: str, wanted: str | None) -> Edition:
    try:
        found = latest_edition(variant) if wanted is None else edition_by_hash(wanted)
    except Edition.DoesNotExist as error:
        raise SetupRefused("unknown_edition", "/edition", {"variant": variant}) from error
    if found.variant != variant:
        params = {"variant": variant, "edition_variant": found.variant}
        raise SetupRefused("edition_of_another_variant", "/edition", params)
    return found


def _check_playable(variant: str, edition: str, seats: int, options: str) -> None:
    try:
        rulesets.ruleset_of(variant, edition, seats, options)
    except RulesetError as error:
        raise SetupRefused("edition_not_playable", "/edition") from error


def _seat(game: Game, number: int, spec: SeatSpec, creator: Player) -> Seat:
    return Seat(
        game=game,
        number=number,
        kind=spec.kind,
        player=creator if spec.kind == "player" else spec.player,
        bot=spec.bot if spec.kind == "bot" else "",
        bot_version=bot_versions[spec.bot] if spec.kind == "bot" else "",
    )


@transaction.atomic
def join_game(*, game_id: UUID | str, player: Player, seat: int | None = None) -> Game:
    """Sit down: on the seat named, else on the one kept for the player, else on the first open one.

    Open seats of a game for invited players only are filled by invitation.
    """
    game, seats = _table(game_id, player)
    mine = next((one for one in seats if one.player_id == player.pk), None)
    if mine is not None and mine.kind == Seat.Kind.PLAYER:
        raise AlreadySeated({"seat": mine.number})
    taken = mine if seat is None and mine is not None else _free_seat(game, seats, seat, mine)
    if mine is not None and mine is not taken:
        _fill(mine, Seat.Kind.OPEN, None)
    _fill(taken, Seat.Kind.PLAYER, player)
    return _touched(game)


def _free_seat(game: Game, seats: list[Seat], wanted: int | None, mine: Seat | None) -> Seat:
    if wanted is not None and not 0 <= wanted < len(seats):
        raise NoSuchSeat(wanted, len(seats))
    if wanted is not None and mine is not None and mine.number == wanted:
        return mine
    candidates = seats if wanted is None else [seats[wanted]]
    free = next((one for one in candidates if one.kind == Seat.Kind.OPEN), None)
    if free is None:
        raise SeatTaken({} if wanted is None else {"seat": wanted})
    if game.access == Game.Access.INVITED:
        raise NotAllowed("invited")
    return free


@transaction.atomic
def leave_game(*, game_id: UUID | str, player: Player) -> Game:
    """Stand up, or decline an invitation: the seat is open again.

    A creator who leaves calls the game off: it is over, with nobody as its winner.
    """
    game, seats = _table(game_id, player)
    mine = next((one for one in seats if one.player_id == player.pk), None)
    if mine is None and game.creator_id != player.pk:
        raise NotAllowed("seated")
    if mine is not None:
        _fill(mine, Seat.Kind.OPEN, None)
    if game.creator_id == player.pk:
        game.status, game.why, game.ended_at = Game.Status.OVER, "called-off", now()
    return _touched(game)


@transaction.atomic
def invite(*, game_id: UUID | str, by: Player, seat: int, player: Player) -> Game:
    """Keep a free seat for one player; only the creator invites."""
    game, seats = _table(game_id, by)
    if game.creator_id != by.pk:
        raise NotAllowed("creator")
    if not 0 <= seat < len(seats):
        raise NoSuchSeat(seat, len(seats))
    if seats[seat].kind not in (Seat.Kind.OPEN, Seat.Kind.INVITED):
        raise SeatTaken({"seat": seat})
    if any(one.player_id == player.pk and one.number != seat for one in seats):
        raise AlreadySeated()
    _fill(seats[seat], Seat.Kind.INVITED, player)
    return _touched(game)


def _table(game_id: UUID | str, player: Player) -> tuple[Game, list[Seat]]:
    """An open game that the player may see, locked, with its seats."""
    game = _locked(game_id)
    seats = list(Seat.objects.filter(game_id=game.pk).order_by("number"))
    if not may_see(game, player, seats):
        raise GameNotFound
    if game.status != Game.Status.OPEN:
        raise NotOpen({"status": str(game.status)})
    return game, seats


def _locked(game_id: UUID | str) -> Game:
    game = store.locked(_uuid(game_id))
    if game is None:
        raise GameNotFound
    return game


def _uuid(game_id: UUID | str) -> UUID:
    if isinstance(game_id, UUID):
        return game_id
    try:
        return UUID(game_id)
    except ValueError as error:
        raise GameNotFound from error


def _fill(seat: Seat, kind: Seat.Kind, player: Player | None) -> None:
    seat.kind, seat.player = kind, player
    seat.save(update_fields=["kind", "player"])


def _touched(game: Game) -> Game:
    game.changed_at = now()
    game.save(update_fields=["status", "why", "ended_at", "changed_at"])
    return game


# ---- the game


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request did to a game: the rows it added, and the state after the last of them.

    ``unused`` names the choices that nobody asked for. A ``replayed`` outcome added nothing: its
    key was used before, and ``reply`` is what was answered then.
    """

    game: Game
    rows: tuple[Row, ...]
    state: State
    ruleset: Ruleset
    unused: tuple[str, ...] = ()
    replayed: bool = False
    reply: bytes = b""


@transaction.atomic
def start_game(*, game_id: UUID | str, player: Player) -> Outcome:
    """Begin: commit to a fresh secret seed, lay the table and deal. Only the creator starts."""
    game, seats = _table(game_id, player)
    if game.creator_id != player.pk:
        raise NotAllowed("creator")
    empty = [one.number for one in seats if one.kind not in (Seat.Kind.PLAYER, Seat.Kind.BOT)]
    if empty:
        raise SeatsEmpty({"seats": ", ".join(map(str, empty))})
    moment = now()
    game.seed = secrets.token_bytes(32)
    game.commitment, game.algorithm = commitment(game.secret), ALGORITHM
    game.status, game.started_at = Game.Status.RUNNING, moment
    ruleset = ruleset_for(game)
    decision = new_game(ruleset, _setup(game), Chance(game.secret))
    actor = Actor(kind="player", player=str(player.pk))
    row = store.append(game, seat=None, actor=actor, move=None, decision=decision, at=moment)
    game.save()
    _after_commit(game, decision.state)
    return Outcome(game, (row,), decision.state, ruleset)


def _setup(game: Game) -> Setup:
    return Setup(
        variant=game.variant,
        edition=game.edition_id,
        seats=game.seats,
        options=rulesets.read_stored_options(game.options),
        commitment=game.commitment,
        algorithm=game.algorithm,
    )


Reply = Callable[[Outcome], bytes]


@dataclass(frozen=True, slots=True)
class _Request:
    """A move as it was asked for."""

    game_id: UUID
    seat: int
    move: Move
    actor: Actor
    expected: int | None
    key: str
    body_digest: str
    choices: Mapping[str, object]
    reply: Reply | None

    @property
    def scope(self) -> str:
        """Whose key it is."""
        return self.actor.player or self.actor.kind


@dataclass(slots=True)
class _Refused(Exception):
    """The rules refuse a move: which, and where the game stood."""

    seq: int
    move: Move
    why: IllegalMove


class _KeyTaken(Exception):
    """A twin of the request was quicker."""


def submit_move(
    *,
    game_id: UUID | str,
    seat: int,
    move: Move,
    actor: Actor,
    expected: int | None = None,
    key: str = "",
    body_digest: str = "",
    choices: Mapping[str, object] | None = None,
    reply: Reply | None = None,
) -> Outcome:
    """Make a move for a seat, and answer the questions that ``choices`` foresees, or do nothing.

    A choice is a value, or a list of values used in order, by the kind of the question. ``reply``
    writes the answer that is kept under ``key``; the same key with the same body gives it again.
    Raises ``IllegalMove`` when the rules refuse it, which is put on record, and ``GameNotFound``,
    ``NotStarted``, ``StaleSeq`` (``expected`` is behind) or ``KeyReused``.
    """
    request = _Request(
        _uuid(game_id), seat, move, actor, expected, key, body_digest, choices or {}, reply
    )
    # A key that was used has moved the game on, or is met when the receipt is written: the usual
    # move, whose key is new, need not ask for it first.
    try:
        with transaction.atomic():
            return _carry_out(request)
    except (_Refused, _KeyTaken, StaleSeq, NotStarted) as error:
        if key and (kept := _answered_before(request)):
            return kept
        if isinstance(error, _Refused):
            _put_on_record(request, error)
            raise error.why from None
        raise


def _carry_out(request: _Request) -> Outcome:
    game = _locked(request.game_id)
    _check_now(game, request.expected)
    ruleset, state = ruleset_for(game), store.load(game)
    chance, moment, seq = Chance(game.secret), now(), game.seq
    left = _listed(request.choices)
    rows: list[Row] = []
    move: Move | None = request.move
    while move is not None:
        try:
            decision = decide(ruleset, state, move, chance)
        except IllegalMove as why:
            raise _Refused(seq, move, why) from None
        rows.append(
            store.append(
                game,
                seat=request.seat,
                actor=request.actor,
                move=move,
                decision=decision,
                at=moment,
            )
        )
        state = decision.state
        move = _foreseen(state, request.seat, left)
    store.save_head(game)
    unused = tuple(kind for kind, values in left.items() if values)
    outcome = Outcome(game, tuple(rows), state, ruleset, unused)
    if request.reply is not None:
        outcome = Outcome(game, tuple(rows), state, ruleset, unused, False, request.reply(outcome))
    if request.key and not store.keep_receipt(
        game, request.scope, request.key, request.body_digest, outcome.reply
    ):
        raise _KeyTaken
    _after_commit(game, state)
    return outcome


def _check_now(game: Game, expected: int | None) -> None:
    if expected is not None and expected != game.seq:
        raise StaleSeq(game.seq)
    if game.seq == 0:
        raise NotStarted({"status": str(game.status)})


def _listed(choices: Mapping[str, object]) -> dict[str, list[object]]:
    return {
        kind: list(value) if isinstance(value, list | tuple) else [value]
        for kind, value in choices.items()
    }


def _foreseen(state: State, seat: int, left: dict[str, list[object]]) -> Move | None:
    """The answer to the open question, if it is this seat's and was foreseen."""
    if not state.prompts:
        return None
    prompt = state.prompts[-1]
    values = left.get(prompt.kind)
    return Choose(seat, _option(values.pop(0))) if prompt.seat == seat and values else None


def _option(value: object) -> str:
    """A choice as options are spelled."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _after_commit(game: Game, state: State) -> None:
    """Once the rows stand: remember the state, and tell the bots if one of them is asked."""
    game_id, seq, head, waits = game.pk, game.seq, game.head, game.waits_for_bot

    def tell() -> None:
        store.remember(game_id, seq, head, state)
        for wake in on_bot_turn if waits else ():
            try:
                wake(str(game_id), seq)
            except Exception:
                # The sweeper finds the turn: the move stands, whoever heard of it.
                logger.exception("Nobody was told that game %s waits for a bot.", game_id)

    transaction.on_commit(tell, robust=True)


def _answered_before(request: _Request) -> Outcome | None:
    """What was answered to the same request before; raises KeyReused if it was another one."""
    receipt = Receipt.objects.filter(scope=request.scope, key=request.key).first()
    if receipt is None:
        return None
    if receipt.game_id != request.game_id or receipt.body != request.body_digest:
        raise KeyReused
    game = store.read(request.game_id)
    assert game is not None
    return Outcome(
        game,
        (),
        store.load(game),
        ruleset_for(game),
        replayed=True,
        reply=receipt.reply.encode(),
    )


def _put_on_record(request: _Request, refused: _Refused) -> None:
    Refusal.objects.create(
        game_id=request.game_id,
        seq=refused.seq,
        seat=request.seat,
        actor=msgspec.json.encode(request.actor).decode(),
        move=msgspec.json.encode(refused.move).decode()[:LONGEST_REFUSED],
        code=refused.why.code,
        rule=refused.why.rule,
        params=msgspec.json.encode(refused.why.params).decode(),
        created_at=now(),
    )


# ---- what would be


@dataclass(frozen=True, slots=True)
class Forecast:
    """What a legal move would be answered: its decision, or None where that must not be told."""

    game: Game
    decision: Decision | None


def dry_run(*, game_id: UUID | str, seat: int, move: Move, expected: int | None = None) -> Forecast:
    """Rule on a move without making it; raises as ``submit_move`` does, and stores nothing.

    Where hidden cards or chance could matter, it tells only that the move is legal. Whether they
    could is read from the printed cards and from what everybody sees, never from what happens.
    """
    game = store.read(_uuid(game_id))
    if game is None:
        raise GameNotFound
    _check_now(game, expected)
    ruleset, state = ruleset_for(game), store.load(game)
    decision = decide(ruleset, state, move, Chance(game.secret))
    return Forecast(game, decision if is_foreseeable(ruleset, state, move) else None)
