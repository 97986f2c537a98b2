"""Everything that changes a game: its seats (in ``seating``), its start, its moves.

The creator starts a game when all its seats are filled. Once it runs, no player leaves: resigning
is a move.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

import msgspec
from django.db import transaction

from games.engine import (
    ACTS,
    ALGORITHM,
    Chance,
    Decision,
    IllegalMove,
    Move,
    Ruleset,
    State,
    commitment,
    decide,
    foresee,
    new_game,
)
from games.engine.chance import SEED_SIZE
from games.engine.legality import check
from games.errors import (
    KeyReused,
    NotAllowed,
    NotStarted,
    SeatsEmpty,
    StaleSeq,
)
from games.foresight import forecast
from games.ledger import store
from games.ledger.rows import Actor, Row, now
from games.models import Game, Receipt, Refusal, Seat
from games.players.models import Player
from games.seating import (
    SeatSpec,
    as_uuid,
    bot_versions,
    check_playable,
    create_game,
    dress_seat,
    heroes_text,
    invite,
    join_game,
    leave_game,
    locked_game,
    note_heroes,
    open_table,
)
from games.selectors import ruleset_for, setup_of, stored_game

logger = logging.getLogger(__name__)

__all__ = [
    "BotTurn",
    "Forecast",
    "Outcome",
    "SeatSpec",
    "bot_versions",
    "create_game",
    "dress_seat",
    "dry_run",
    "has_people",
    "invite",
    "join_game",
    "leave_game",
    "on_bot_turn",
    "start_game",
    "submit_move",
]


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A game that waits for a bot after row ``seq``; ``has_people`` if a person still plays."""

    game: str
    seq: int
    has_people: bool


on_bot_turn: Final[list[Callable[[BotTurn], None]]] = []
"""Listeners called after the commit of a move that leaves a game waiting for a bot."""

MAX_REFUSALS: Final = 20
"""How many refused moves of a seat at a seq are stored; the others are counted."""

LONGEST_REFUSED: Final = 1000
"""How much of a refused move is kept, in characters."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a request did to a game: the rows it added, and the state after the last of them.

    ``unused`` names the choices that no question asked for. A ``replayed`` outcome added nothing:
    its key was used before, and ``reply`` is the body of the first response.
    """

    game: Game
    rows: tuple[Row, ...]
    state: State
    ruleset: Ruleset
    unused: tuple[str, ...] = ()
    replayed: bool = False
    reply: bytes = b""


@transaction.atomic
def start_game(
    *, game_id: UUID | str, player: Player, admit: Callable[[Game], None] | None = None
) -> Outcome:
    """Begin: commit to a fresh secret seed, lay the table and deal. Only the creator starts.

    ``admit`` is called with the locked game when it could start, and may raise to refuse that.
    """
    game, seats = open_table(game_id, player)
    if game.creator_id != player.pk:
        raise NotAllowed("creator")
    empty = [one.number for one in seats if one.kind not in (Seat.Kind.PLAYER, Seat.Kind.BOT)]
    if empty:
        raise SeatsEmpty({"seats": ", ".join(map(str, empty))})
    check_playable(game.variant, game.edition_id, game.seats, game.options)
    if admit is not None:
        admit(game)
    moment = now()
    game.seed = fresh_seed()
    game.commitment, game.algorithm = commitment(game.secret), ALGORITHM
    game.status, game.started_at = Game.Status.RUNNING, moment
    game.heroes = heroes_text(game, seats)
    ruleset = ruleset_for(game)
    decision = new_game(ruleset, setup_of(game), Chance(game.secret))
    actor = Actor(kind="player", player=str(player.pk))
    row = store.next_row(game, seat=None, actor=actor, move=None, decision=decision, at=moment)
    game.save(update_fields=["heroes", "origin", "seed", "commitment", "algorithm", "started_at"])
    store.append(game, [row])
    note_heroes(game, seats, decision.state)
    _after_commit(game, decision.state)
    return Outcome(game, (row,), decision.state, ruleset)


def fresh_seed() -> bytes:
    """Return thirty-two random bytes."""
    return secrets.token_bytes(SEED_SIZE)


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
    """The rules refuse a move: which, where the game stood, and what was accepted before it."""

    seq: int
    before: tuple[Move, ...]
    move: Move
    why: IllegalMove


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
    seen: Game | None = None,
) -> Outcome:
    """Make a move for a seat, and answer the questions that ``choices`` foresees, or do nothing.

    An organiser's act goes the same way; ``NOBODY`` is the seat of one that concerns none. A choice
    is a value, or a list of values used in order, by the kind of the question; it answers
    what the card itself asks, and nothing that another card asks in between. ``reply``
    writes the answer that is kept under ``key``, from the outcome alone: nothing is stored yet when
    it is called. The same key with the same body gives it again. ``seen`` is the game as the
    caller has just read it; it moves on with the move.
    Raises ``IllegalMove`` when the rules refuse it, which is put on record unless an organiser
    asked, and ``GameNotFound``,
    ``NotStarted``, ``StaleSeq`` (``expected`` is behind) or ``KeyReused``.
    """
    request = _Request(
        as_uuid(game_id), seat, move, actor, expected, key, body_digest, choices or {}, reply
    )
    # A key that was used has moved the game on, or is met when the receipt is written: the usual
    # move, whose key is new, need not ask for it first.
    try:
        return _carried_out(request, seen)
    except (_Refused, store.Moved, StaleSeq, NotStarted) as error:
        if key and (kept := _answered_before(request)):
            return kept
        if isinstance(error, _Refused):
            if not isinstance(request.move, ACTS):
                _record_refusal(request, error)
            raise error.why from None
        raise


def _carried_out(request: _Request, seen: Game | None) -> Outcome:
    """The move, made on the game as it was read; if that has moved meanwhile, on the locked game.

    So nothing is locked for longer than it takes to write, and no move meets a second conflict.
    """
    try:
        return _carry_out(request, seen or stored_game(request.game_id))
    except store.Moved:
        with transaction.atomic():
            return _carry_out(request, locked_game(request.game_id))


def _carry_out(request: _Request, game: Game) -> Outcome:
    _check_now(game, request.expected)
    ruleset, state = ruleset_for(game), store.load(game)
    chance, moment, seq = Chance(game.secret), now(), game.seq
    foreseen = foresee(state, request.move, request.choices)
    rows: list[Row] = []
    seat = request.seat if request.seat >= 0 else None
    move: Move | None = request.move
    while move is not None:
        try:
            decision = decide(ruleset, state, move, chance)
        except IllegalMove as why:
            made = tuple(row.move for row in rows if row.move is not None)
            raise _Refused(seq, made, move, why) from None
        row = store.next_row(
            game, seat=seat, actor=request.actor, move=move, decision=decision, at=moment
        )
        rows.append(row)
        state = decision.state
        move = foreseen.answer(state)
    outcome = Outcome(game, tuple(rows), state, ruleset, foreseen.unused())
    if request.reply is not None:
        outcome = replace(outcome, reply=request.reply(outcome))
    kept = None
    if request.key:
        kept = store.Kept(request.scope, request.key, request.body_digest, outcome.reply)
    store.append(game, rows, kept)
    if game.origin and game.status == Game.Status.OVER:
        Game.objects.filter(pk=game.pk).update(origin="")
    _after_commit(game, state)
    return outcome


def _check_now(game: Game, expected: int | None) -> None:
    if expected is not None and expected != game.seq:
        raise StaleSeq(game.seq)
    if game.seq == 0:
        raise NotStarted({"status": str(game.status)})


def _after_commit(game: Game, state: State) -> None:
    """Once the rows stand: remember the state, and tell the bots if one of them is asked."""
    game_id, seq, head, waits = game.pk, game.seq, game.head, game.waits_for_bot
    turn = BotTurn(str(game_id), seq, has_people(game, state))

    def tell() -> None:
        store.remember(game_id, seq, head, state)
        for wake in on_bot_turn if waits else ():
            try:
                wake(turn)
            except Exception:
                # The move is stored, and the sweeper finds the turn.
                logger.exception("No task was sent for game %s, which waits for a bot.", game_id)

    transaction.on_commit(tell, robust=True)


def has_people(game: Game, state: State) -> bool:
    """Return whether a person still plays: has a seat and is not out of the game."""
    return any(not game.is_bot(seat) for seat in state.seats_in())


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


def _record_refusal(request: _Request, refused: _Refused) -> None:
    """Count a refused move, and store it unless the seat has tried too many already.

    Both statements commit on their own: if the second fails, the move is one that was counted.
    """
    if store.count_refusal(request.game_id, refused.seq, request.seat) > MAX_REFUSALS:
        return
    Refusal.objects.create(
        game_id=request.game_id,
        seq=refused.seq,
        seat=request.seat,
        actor=msgspec.json.encode(request.actor).decode(),
        before=msgspec.json.encode(refused.before).decode(),
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

    If hidden cards or chance have a part in what the move causes, the forecast has no decision.
    """
    game = stored_game(game_id)
    _check_now(game, expected)
    ruleset, state = ruleset_for(game), store.load(game)
    check(ruleset, state, move)
    return Forecast(game, forecast(ruleset, state, move))
