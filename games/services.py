"""Start games and make moves (for seats see ``seating``).

The creator starts a game when all its seats are filled. Once it runs, no player leaves: resigning
is a move.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction

from games.engine import (
    ACTS,
    Chance,
    Decision,
    IllegalMove,
    Move,
    Ruleset,
    Stand,
    State,
    check_move,
    decide,
    foresee,
    new_game,
    next_move_of_clock,
    share_commitment,
    void_start,
)
from games.errors import (
    GameNotFound,
    KeyReused,
    NotAllowed,
    NotOpening,
    NotStarted,
    SeatsEmpty,
    ShareWrong,
    SignatureMissing,
    SignatureWrong,
    StaleSeq,
)
from games.foresight import forecast
from games.ledger import sealing, store
from games.ledger.heads import move_message
from games.ledger.rows import Actor, Row, Signed, milliseconds, moment_of, now
from games.ledger.signatures import verify
from games.models import ClockTick, Game, Receipt, Refusal, Seat
from games.players.models import Player
from games.seating import (
    BotTerms,
    SeatSpec,
    bot_terms,
    check_playable,
    create_game,
    heroes_text,
    invite,
    join_game,
    leave_game,
    locked_game,
    open_table,
    save_heroes,
    set_hero,
)
from games.selectors import may_see, ruleset_for, seats_of, setup_of
from games.starting import missing_shares, mixed_seed, set_beacon, set_names, start_of
from games.wakeups import after_commit, of_game

logger = logging.getLogger(__name__)

__all__ = [
    "CLOCK",
    "BotTerms",
    "BotTurn",
    "Forecast",
    "MoveCommand",
    "MoveRefused",
    "Outcome",
    "ReadyTable",
    "SeatSpec",
    "attempt_locked",
    "bot_terms",
    "close_openings",
    "commit_move",
    "create_game",
    "deal_table",
    "decide_move",
    "dry_run",
    "gap_since",
    "has_people",
    "invite",
    "join_game",
    "last_tick",
    "leave_game",
    "leave_out",
    "locked_game",
    "on_bot_turn",
    "open_share",
    "ready_table",
    "set_hero",
    "start_game",
    "stored_response",
    "submit_move",
    "submit_moves",
]


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A game that waits for a bot after row ``seq``.

    ``has_people``: a person plays; ``thinks``: the bot thinks long.
    """

    game: str
    seq: int
    has_people: bool
    thinks: bool


on_bot_turn: Final[list[Callable[[BotTurn], None]]] = []
"""Listeners called after the commit of a move that leaves a game waiting for a bot."""

MAX_REFUSALS: Final = 20
"""The number of refused moves stored for a seat at a seq; the others are counted."""

MAX_REFUSED_LENGTH: Final = 1000
"""The number of characters of a refused move that are stored."""


MAX_LATE_ROWS: Final = 64
"""The number of rows before the last one for which a signature counts as late, not as wrong."""


@dataclass(frozen=True, slots=True)
class MoveCommand:
    """A move or an organiser's act: the actor, and the expected seq (None: any).

    A choice is a value, or a list of values used in order, by the kind of the question. It answers
    what the card of the move asks, and no question of another card in between. ``key`` is the
    public key of the player's seat, "" for none; ``signature`` is made by it.
    """

    move: Move
    actor: Actor
    expected: int | None = None
    choices: Mapping[str, object] = field(default_factory=dict)
    key: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command: the rows to add, and the state after them.

    ``game`` is the game after these rows. ``unused`` names the choices that no question asked for,
    ``before`` is the state before the rows. A start that waits for shares of the seed has no rows.
    """

    game: Game
    rows: tuple[Row, ...]
    state: State
    ruleset: Ruleset
    unused: tuple[str, ...] = ()
    before: State = field(default_factory=State)


NextCommand = Callable[[Game, Ruleset, State], MoveCommand | None]
"""Chooses the next move of a game, by its ruleset and its state; None: no more moves."""


class MoveRefused(IllegalMove):
    """An illegal move, with the game, ruleset and state that it was decided on.

    ``move`` is the one that the rules refuse ``at`` a time: the command's own, or an answer by one
    of its choices; ``before`` are the moves of the command that they accept before it.
    """

    def __init__(
        self,
        error: IllegalMove,
        *,
        game: Game,
        ruleset: Ruleset,
        state: State,
        move: Move,
        at: datetime,
        before: tuple[Move, ...] = (),
    ) -> None:
        super().__init__(error.rule, error.code, **error.params)
        self.game = game
        self.ruleset = ruleset
        self.state = state
        self.move = move
        self.at = at
        self.before = before


# ---- the start


@dataclass(frozen=True, slots=True)
class ReadyTable:
    """A game that can start, with its seats in order, locked by the transaction."""

    game: Game
    seats: Sequence[Seat]


@transaction.atomic
def start_game(*, game_id: UUID | str, player: Player, beacon: str | None = None) -> Outcome:
    """Start a game: check that it is ready, and deal."""
    return deal_table(ready_table(game_id=game_id, player=player, beacon=beacon))


def ready_table(*, game_id: UUID | str, player: Player, beacon: str | None = None) -> ReadyTable:
    """Lock a game that its creator may start, all seats taken, in a transaction.

    ``beacon`` is the value of the beacon that was named for the game, in hexadecimal.
    """
    game, seats = open_table(game_id, player)
    if game.creator_id != player.pk:
        raise NotAllowed("creator")
    empty = [one.number for one in seats if one.kind not in (Seat.Kind.PLAYER, Seat.Kind.BOT)]
    if empty:
        raise SeatsEmpty({"seats": ", ".join(map(str, empty))})
    check_playable(game.variant, game.edition_id, game.seats, game.options)
    set_beacon(game, beacon)
    return ReadyTable(game, seats)


def deal_table(table: ReadyTable) -> Outcome:
    """Start a game, in the transaction that locked the table.

    While shares are missing no card is dealt: the game waits for them, and the outcome has no rows.
    """
    game, seats = table.game, table.seats
    game.heroes = heroes_text(game, seats)
    if not missing_shares(seats):
        return _deal(game, seats)
    moment = now()
    game.status, game.changed_at = Game.Status.OPENING, moment
    game.opens_until = moment + timedelta(seconds=settings.SHARE_SECONDS)
    game.save(update_fields=["status", "changed_at", "opens_until", "heroes", "origin", "beacon"])
    after_commit(of_game(game.pk))
    return Outcome(game, (), State(), ruleset_for(game))


def _deal(game: Game, seats: Sequence[Seat]) -> Outcome:
    """Mix the seed, deal by it, and write row 1."""
    ruleset, moment = ruleset_for(game), max(now(), game.changed_at)
    game.seed = mixed_seed(game, seats)
    chance = Chance(game.secret)
    decision = new_game(ruleset, setup_of(game), chance, at=milliseconds(moment))
    actor = Actor(kind="player", player=str(game.creator_id))
    row = _lay(game, seats, actor, ruleset, decision, moment)
    save_heroes(game, seats, decision.state)
    _after_commit(game, decision.state)
    return Outcome(game, (row,), decision.state, ruleset)


def _lay(
    game: Game,
    seats: Sequence[Seat],
    actor: Actor,
    ruleset: Ruleset,
    decision: Decision,
    moment: datetime,
) -> Row:
    """Write row 1, which fixes what the game starts with, and the seats' names."""
    set_names(seats)
    Seat.objects.bulk_update(seats, ["name", "name_salt"])
    game.status, game.started_at, game.opens_until = Game.Status.RUNNING, moment, None
    row = store.next_row(
        game,
        seat=None,
        actor=actor,
        move=start_of(game, seats),
        decision=decision,
        at=moment,
    )
    game.deadline = _deadline(ruleset, decision.state)
    game.save(update_fields=["heroes", "origin", "seed", "beacon", "started_at", "opens_until"])
    store.append(game, [row])
    return row


def _deadline(ruleset: Ruleset, state: State) -> datetime | None:
    """Return the time at which the clock makes its next move in a game."""
    deadline = next_move_of_clock(ruleset, state)
    return None if deadline is None else moment_of(deadline)


# ---- shares


@transaction.atomic
def open_share(*, game_id: UUID | str, player: Player, share: str) -> Outcome:
    """Open the share of a player's seat; with the last one the game is dealt.

    Raises ``NotOpening`` unless the game waits for shares, and ``ShareWrong``.
    """
    game = locked_game(game_id)
    seats = seats_of(game)
    if not may_see(game, player, seats):
        raise GameNotFound
    mine = next((seat for seat in seats if seat.player_id == player.pk), None)
    if mine is None:
        raise NotAllowed("seated")
    if game.status != Game.Status.OPENING or game.opens_until is None or game.opens_until < now():
        raise NotOpening({"status": str(game.status)})
    if share_commitment(bytes.fromhex(share)) != mine.share_commitment:
        raise ShareWrong({"seat": mine.number})
    mine.share = share
    mine.save(update_fields=["share"])
    if not missing_shares(seats):
        return _deal(game, seats)
    return Outcome(game, (), State(), ruleset_for(game))


def close_openings() -> int:
    """Void the games whose shares were not all opened in time; return how many."""
    late = Game.objects.filter(status=Game.Status.OPENING, opens_until__lt=now())
    closed = 0
    for game_id in late.values_list("pk", flat=True):
        try:
            closed += _close_opening(game_id)
        except Exception:
            # An error in one game must not keep the others from being closed.
            logger.exception("The opening of game %s could not be closed.", game_id)
    return closed


@transaction.atomic
def _close_opening(game_id: UUID) -> bool:
    game = locked_game(game_id)
    if game.status != Game.Status.OPENING:
        return False
    seats = seats_of(game)
    game.seed = mixed_seed(game, seats)
    decision = void_start(setup_of(game), missing_shares(seats))
    moment = max(now(), game.changed_at)
    _lay(game, seats, Actor(kind="clock"), ruleset_for(game), decision, moment)
    _after_commit(game, decision.state)
    return True


# ---- moves


def submit_move(game: Game, command: MoveCommand) -> Outcome:
    """Make a move on a game as the caller has read it, or change nothing.

    After a concurrent update the move is decided again, on the locked game. Raises what
    ``decide_move`` raises; a refused move is recorded.
    """

    def attempt(game: Game) -> Outcome:
        outcome = decide_move(game, command)
        commit_move(outcome)
        return outcome

    try:
        return attempt(game)
    except store.Conflict:
        return attempt_locked(game.pk, command, attempt)
    except MoveRefused as refused:
        return attempt_locked(game.pk, command, attempt, refused)


CLOCK: Final = Actor(kind="clock")


def last_tick() -> datetime | None:
    """Return when the clock of the games ran last; None if it never did."""
    return ClockTick.objects.filter(pk=ClockTick.KEY).values_list("at", flat=True).first()


def gap_since(tick: datetime | None, moment: datetime | None = None) -> datetime | None:
    """Return since when the clock of the games has not run, if that is long.

    It is long before ``moment``, by default the present.
    """
    gap = timedelta(seconds=settings.CLOCK_GAP_SECONDS)
    return tick if tick is not None and (moment or now()) - tick > gap else None


@transaction.atomic
def leave_out(game_id: UUID, since: datetime) -> bool:
    """Do not count the time since a moment in a game; return whether any was counted.

    A question that was asked after that moment is given its whole time again. Nothing changes if
    the clock was started by an earlier call for the same moment.
    """
    game, at = locked_game(game_id), milliseconds(since)
    clock = store.load(game).clock
    if game.deadline is None or clock is None:
        return False
    if clock.since > at:
        (last,) = store.history(game, after=game.seq - 1)
        if type(last.move) is Stand:
            return False
    commit_move(decide_move(game, MoveCommand(Stand(since=at), CLOCK)))
    return True


Attempted = TypeVar("Attempted")


def attempt_locked(
    game_id: UUID,
    command: MoveCommand,
    attempt: Callable[[Game], Attempted],
    refused: MoveRefused | None = None,
) -> Attempted:
    """Make an attempt on the locked game, after one without a lock has failed.

    A move that was ``refused`` is decided again if the game has moved on or has a clock. If it is
    refused still, the refusal is recorded and raised.
    """
    if refused is not None and refused.code == "time_is_up":
        gap = gap_since(last_tick())
        if gap is not None:
            leave_out(game_id, gap)
    with transaction.atomic():
        game = locked_game(game_id)
        if refused is None or refused.game.seq != game.seq or refused.state.clock is not None:
            try:
                return attempt(game)
            except MoveRefused as error:
                refused = error
        record_refusal(game, command, refused)
    raise refused


def submit_moves(game: Game, next_command: NextCommand) -> Outcome | None:
    """Make the moves that a function chooses one after the other, in one transaction.

    It gets the game, its ruleset and its state after the moves so far; None ends them, and so do a
    move that is refused and a row whose state is kept. Returns None, and changes nothing, without a
    legal move, or if the game has changed since it was read.
    """
    ruleset, before = ruleset_for(game), store.load(game)
    state, rows = before, list[Row]()
    while (command := next_command(game, ruleset, state)) is not None:
        try:
            outcome = decide_move(game, command, state)
        except MoveRefused:
            break
        rows += outcome.rows
        state = outcome.state
        if store.has_snapshot(game.seq):
            break
    if not rows:
        return None
    made = Outcome(game, tuple(rows), state, ruleset, (), before)
    try:
        commit_move(made)
    except store.Conflict:
        return None
    return made


def decide_move(game: Game, command: MoveCommand, state: State | None = None) -> Outcome:
    """Decide a move and the answers in its choices; return rows, store nothing.

    ``state`` is that of the game if it is not yet stored.

    A legal move changes ``game`` to what it is after these rows; else it stays as it is. Raises
    ``MoveRefused``, ``NotStarted``, ``StaleSeq`` if the game is not at the expected seq, and
    ``SignatureMissing`` or ``SignatureWrong`` for a move of a seat with a key.
    """
    _check_now(game, command.expected)
    _check_signature(game, command)
    ruleset, state_before = ruleset_for(game), store.load(game) if state is None else state
    chance, foreseen = Chance(game.secret), foresee(state_before, command.move, command.choices)
    decided: list[tuple[Move, Signed | None, Decision]] = []
    state, move, signed = state_before, command.move, _signed(command)
    actor, moment = command.actor, max(now(), game.changed_at)
    at = milliseconds(moment)
    while True:
        try:
            decision = decide(ruleset, state, move, chance, at=at)
        except IllegalMove as error:
            raise MoveRefused(
                error,
                game=game,
                ruleset=ruleset,
                state=state_before,
                move=move,
                at=moment,
                before=tuple(accepted for accepted, _, _ in decided),
            ) from error
        decided.append((move, signed, decision))
        state = decision.state
        answer = foreseen.answer(state)
        if answer is None:
            break
        move = answer.move
        if signed is not None:
            signed = Signed(by=game.seq + 1, choice=(answer.kind, answer.nth))
    rows = tuple(
        store.next_row(
            game,
            seat=command.move.seat,
            actor=actor,
            move=accepted,
            decision=decision,
            at=moment,
            signed=signed,
        )
        for accepted, signed, decision in decided
    )
    game.deadline = _deadline(ruleset, state)
    return Outcome(game, rows, state, ruleset, foreseen.unused(), state_before)


def _check_signature(game: Game, command: MoveCommand) -> None:
    """Check that the move is signed if, and only if, its seat has a key.

    A valid signature for an earlier row means that the move is late: it raises ``StaleSeq``.
    """
    if not command.key:
        if command.signature:
            raise SignatureWrong
        return
    if not command.signature:
        raise SignatureMissing
    if _is_signed(game, command, game.seq):
        return
    oldest = max(game.seq - MAX_LATE_ROWS, 1)
    if any(_is_signed(game, command, seq) for seq in range(game.seq - 1, oldest - 1, -1)):
        raise StaleSeq(game.seq)
    raise SignatureWrong


def _is_signed(game: Game, command: MoveCommand, seq: int) -> bool:
    """Whether the signature is that of the command as an answer to row ``seq``."""
    message = move_message(
        game=str(game.pk),
        seq=seq,
        move=msgspec.to_builtins(command.move),
        choices=command.choices,
    )
    return verify(command.key, message, command.signature)


def _signed(command: MoveCommand) -> Signed | None:
    if not command.signature:
        return None
    return Signed(choices=dict(command.choices), signature=command.signature)


def commit_move(
    outcome: Outcome, key: store.RequestKey | None = None, response: bytes = b""
) -> None:
    """Store what was decided, and the response under its key, in one transaction.

    Raises ``Conflict`` if the game has changed since it was read, or the key has been used.
    """
    game = outcome.game
    store.append(game, outcome.rows, key, response)
    if game.origin and game.status == Game.Status.OVER:
        Game.objects.filter(pk=game.pk).update(origin="")
    _after_commit(game, outcome.state)


def stored_response(game_id: UUID, key: store.RequestKey) -> bytes | None:
    """Return the response stored under a key; raises ``KeyReused``."""
    receipt = Receipt.objects.filter(scope=key.scope, key=key.name).first()
    if receipt is None:
        return None
    if receipt.game_id != game_id or receipt.body != key.request_digest:
        raise KeyReused
    return receipt.reply.encode()


def record_refusal(game: Game, command: MoveCommand, refused: MoveRefused) -> None:
    """Count a refused move of a running game, and store it up to a limit a seat.

    The game is locked, at the row at which the move was refused. The link of the stored refusal
    seals it, and the next row has the last link. Organisers' acts, and moves after the end, are not
    recorded here.
    """
    seat = command.move.seat
    if isinstance(command.move, ACTS) or seat is None or game.status != Game.Status.RUNNING:
        return
    game.refused += 1
    if store.count_refusal(game.pk, game.seq, seat) <= MAX_REFUSALS:
        refusal = _next_refusal(game, seat, command, refused)
        refusal.save(force_insert=True)
        game.refused_head = refusal.link
    Game.objects.filter(pk=game.pk).update(refused=game.refused, refused_head=game.refused_head)


def _next_refusal(game: Game, seat: int, command: MoveCommand, refused: MoveRefused) -> Refusal:
    """Return a refusal, linked to the one before it or to the last row."""
    last = Refusal.objects.filter(game_id=game.pk, seq=game.seq).order_by("nth").last()
    signed = _signed(command)
    refusal = Refusal(
        game_id=game.pk,
        seq=game.seq,
        nth=1 if last is None else last.nth + 1,
        seat=seat,
        actor=_text(command.actor),
        before=_text(refused.before),
        move=_short(_text(refused.move)),
        code=refused.code,
        rule=refused.rule,
        params=_text(refused.params),
        signed="" if signed is None else _text(signed),
        created_at=refused.at if last is None else max(refused.at, last.created_at),
    )
    part = store.hidden_refusal(game, refusal)
    refusal.link = sealing.link(game.refused_head or game.head, part.commitment)
    return refusal


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _short(move: str) -> str:
    """Return a move as JSON text, cut if it is too long."""
    return move if len(move) <= MAX_REFUSED_LENGTH else _text(move[:MAX_REFUSED_LENGTH])


def _check_now(game: Game, expected: int | None) -> None:
    if expected is not None and expected != game.seq:
        raise StaleSeq(game.seq)
    if game.seq == 0:
        raise NotStarted({"status": str(game.status)})


def _after_commit(game: Game, state: State) -> None:
    """After the commit, cache the state, and notify the listeners if a bot is to move."""
    game_id, seq, head, waits = game.pk, game.seq, game.head, game.waits_for_bot
    turn = BotTurn(str(game_id), seq, has_people(game, state), game.waits_for_thinking)

    def notify() -> None:
        store.remember(game_id, seq, head, state, of_game(game_id))
        for listener in on_bot_turn if waits else ():
            try:
                listener(turn)
            except Exception:
                # The move is stored, and the sweeper finds the turn.
                logger.exception("No task was sent for game %s, which waits for a bot.", game_id)

    transaction.on_commit(notify, robust=True)


def has_people(game: Game, state: State) -> bool:
    """Whether a person has a seat that is not out of the game."""
    return any(not game.is_bot(seat) for seat in state.seats_in())


# ---- dry runs


@dataclass(frozen=True, slots=True)
class Forecast:
    """A legal move's decision, or None if it depends on hidden parts."""

    game: Game
    decision: Decision | None


def dry_run(game: Game, command: MoveCommand) -> Forecast:
    """Decide a move without its choices; raises as ``submit_move``, stores nothing.

    The forecast has no decision if the result depends on hidden cards or chance.
    """
    _check_now(game, command.expected)
    ruleset, state, moment = ruleset_for(game), store.load(game), max(now(), game.changed_at)
    try:
        check_move(ruleset, state, command.move, at=milliseconds(moment))
    except IllegalMove as error:
        raise MoveRefused(
            error, game=game, ruleset=ruleset, state=state, move=command.move, at=moment
        ) from error
    return Forecast(game, forecast(ruleset, state, command.move))
