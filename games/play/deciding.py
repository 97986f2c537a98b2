"""Decide moves: on what state, at what time, with what was held before."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from games.engine import (
    CallUno,
    CatchUno,
    Chance,
    ClaimAbsent,
    Decision,
    IllegalMove,
    Move,
    Note,
    PreparedAnswer,
    Resign,
    RevokeKey,
    Ruleset,
    Stand,
    StandIn,
    State,
    TakeBack,
    Warn,
    Withdraw,
    ahead_after,
    check_move,
    decide,
    foresee,
    next_move_of_clock,
)
from games.engine.facts import GameEnded, WindowClosed
from games.engine.variants import ABSENT_SECONDS
from games.errors import (
    NotAway,
    NotStarted,
    NotWithdrawable,
    StaleSeq,
)
from games.ledger import store
from games.ledger.rows import Actor, Row, Signed, milliseconds, moment_of, now
from games.models import Game, HeldMove, Seat
from games.play.commands import MoveCommand, MoveRefused, Outcome
from games.play.foresight import forecast
from games.play.held_moves import actor_of, held_move, known_to, move_of, signed_of, take_held
from games.play.move_signatures import check_signature, signature_of
from games.play.presence import seconds_away
from games.play.refusals import last_time, record_refusal
from games.play.selectors import ruleset_for


def deadline_of(ruleset: Ruleset, state: State) -> datetime | None:
    """Return the time at which the clock makes its next move in a game."""
    deadline = next_move_of_clock(ruleset, state)
    return None if deadline is None else moment_of(deadline)


def decide_move(game: Game, command: MoveCommand, state: State | None = None) -> Outcome:
    """Decide a move and the answers in its choices; return rows, store nothing.

    ``state`` is that of the game if it is not yet stored. A call or a catch in a window is held
    instead. A move that closes a window has the rows of what was held before its own; what of it
    fails is recorded at once, so the game is locked while a window is open.

    ``game`` stays as it is; the outcome has the game after these rows. Raises ``MoveRefused``,
    ``NotStarted``, ``StaleSeq`` if the game is not at the expected seq, and ``SignatureMissing`` or
    ``SignatureWrong`` for a move of a seat with a key.
    """
    _check_now(game, command.expected)
    ruleset, before = ruleset_for(game), store.load(game) if state is None else state
    check_signature(game, command, before.unsigned)
    if isinstance(command.move, Withdraw):
        _check_withdrawal(game, command.move.seq, command.actor)
    decided = _decide_answers(game, ruleset, _known(game, before, command), command)
    if isinstance(command.move, ClaimAbsent | StandIn):
        _check_away(game, ruleset, command.move.target, decided.at)
    if before.window is not None and isinstance(command.move, CallUno | CatchUno):
        held = held_move(game, command.move, command.actor, signature_of(command, game.seq))
        held.created_at = decided.at
        return Outcome(game, (), decided.state, ruleset, decided.unused, before, held)
    rows: list[Row] = []
    if before.window is not None and decided.closes_window:
        command = replace(command, answers=game.seq)
        game, after_held = _write_held(game, ruleset, before, rows)
        decided = _decide_answers(game, ruleset, after_held, command)
    game = _write_rows(game, command, decided, rows)
    game.deadline = deadline_of(ruleset, decided.state)
    return Outcome(game, tuple(rows), decided.state, ruleset, decided.unused, before)


def _known(game: Game, state: State, command: MoveCommand) -> State:
    """Return the state on which a move is decided.

    For a call or a catch it has what is held for its seat. The state after any other move is
    stored, and must not have what no row has.
    """
    may_be_held = isinstance(command.move, CallUno | CatchUno)
    return known_to(game, state, command.move.seat) if may_be_held else state


@dataclass(frozen=True, slots=True)
class _Decided:
    """A move ``at`` a time and the answers in its choices, as the rules accept them."""

    at: datetime
    moves: tuple[tuple[Move, PreparedAnswer | None, Decision], ...]
    unused: tuple[str, ...]

    @property
    def state(self) -> State:
        """The state after all of them."""
        return self.moves[-1][2].state

    @property
    def closes_window(self) -> bool:
        """Whether they close the window for calls, which was open before."""
        return any(
            isinstance(fact, WindowClosed | GameEnded)
            for _, _, decision in self.moves
            for fact in decision.facts
        )


def _decide_answers(game: Game, ruleset: Ruleset, state: State, command: MoveCommand) -> _Decided:
    """Decide a move and the answers in its choices; raises ``MoveRefused``."""
    chance, foreseen = Chance(game.secret), foresee(state, command.move, command.choices)
    decided: list[tuple[Move, PreparedAnswer | None, Decision]] = []
    before, move, moment = state, command.move, _time_of(game, state, command.move)
    answer: PreparedAnswer | None = None
    while True:
        try:
            _check_mover(state, command)
            decision = decide(ruleset, state, move, chance, at=milliseconds(moment))
        except IllegalMove as error:
            raise MoveRefused(
                error,
                game=game,
                ruleset=ruleset,
                state=before,
                move=move,
                at=moment,
                before=tuple(accepted for accepted, _, _ in decided),
            ) from error
        decided.append((move, answer, decision))
        state = decision.state
        answer = foreseen.answer(state)
        if answer is None:
            return _Decided(moment, tuple(decided), foreseen.unused())
        move = answer.move


def _write_rows(game: Game, command: MoveCommand, decided: _Decided, rows: list[Row]) -> Game:
    """Add the rows of a move and its answers to ``rows``; return the game after."""
    first, signed = game.seq + 1, signature_of(command, game.seq)
    for move, answer, decision in decided.moves:
        if answer is not None and signed is not None:
            signed = Signed(by=first, choice=(answer.kind, answer.nth))
        game, row = store.next_row(
            game,
            seat=command.move.seat,
            actor=command.actor,
            move=move,
            decision=decision,
            at=decided.at,
            signed=signed,
        )
        rows.append(row)
    return game


def _write_held(game: Game, ruleset: Ruleset, state: State, rows: list[Row]) -> tuple[Game, State]:
    """Add the rows of what was held to ``rows``; return the game and state after.

    What the rules no longer accept is recorded as refused. The caller has locked the game, and
    closes the window.
    """
    game = game.copy()
    legal: list[tuple[MoveCommand, _Decided]] = []
    for held in take_held(game):
        command = _command_of(held)
        try:
            decided = _decide_answers(game, ruleset, state, command)
        except MoveRefused as refused:
            record_refusal(game, command, refused)
            continue
        legal.append((command, replace(decided, at=held.created_at)))
        state = decided.state
    for command, decided in legal:
        timed = replace(decided, at=max(decided.at, last_time(game)))
        game = _write_rows(game, command, timed, rows)
    return game, state


def _command_of(held: HeldMove) -> MoveCommand:
    """Return the command that a held move was."""
    signed = signed_of(held)
    return MoveCommand(
        move_of(held),
        actor_of(held),
        choices=signed.choices or {},
        signature=signed.signature or "",
        answers=held.seq,
    )


def _time_of(game: Game, state: State, move: Move) -> datetime:
    """Return the time of a move: never before what is on record (common.clock.stands)."""
    ahead = ahead_after(move) if type(move) is Stand else state.ahead
    return max(now() + timedelta(milliseconds=ahead), last_time(game))


def _check_withdrawal(game: Game, seq: int, actor: Actor) -> None:
    """Raise ``NotWithdrawable`` unless the actor may withdraw row ``seq``."""
    rows = store.history(game, after=seq - 1)
    given = next(rows, None)
    is_own = given is not None and given.seq == seq and given.actor.player == actor.player
    is_withdrawn = any(isinstance(row.move, Withdraw) and row.move.seq == seq for row in rows)
    if given is None or not isinstance(given.move, Warn | Note) or not is_own or is_withdrawn:
        raise NotWithdrawable({"seq": seq})


def _check_away(game: Game, ruleset: Ruleset, target: int, moment: datetime) -> None:
    """Raise ``NotAway`` unless a claim of absence counts at a moment (common.absence).

    Its player has been away, and nothing has happened in the game, for so long as the options say.
    """
    seconds = ruleset.options.absent_seconds or ABSENT_SECONDS
    owner = Seat.objects.get(game=game, number=target).player_id
    is_quiet = moment - game.changed_at >= timedelta(seconds=seconds)
    if owner is None or not is_quiet or seconds_away([owner])[owner] < seconds:
        raise NotAway({"seat": target, "seconds": seconds})


def _check_mover(state: State, command: MoveCommand) -> None:
    """Raise ``IllegalMove`` for what depends on who moves, which no rule knows.

    A key that the seat never had is not revoked, and a player for whom a bot plays takes the seat
    back or resigns before any other move.
    """
    move, seat = command.move, command.move.seat
    if isinstance(move, RevokeKey) and not command.key:
        raise IllegalMove("common.key", "seat_without_key", seat=move.seat)
    is_player = command.actor.kind == "player" and seat is not None
    if is_player and state.stand_ins >> (seat or 0) & 1 and not isinstance(move, TakeBack | Resign):
        raise IllegalMove("common.absence.bot", "bot_plays", seat=seat or 0)


def _check_now(game: Game, expected: int | None) -> None:
    if expected is not None and expected != game.seq:
        raise StaleSeq(game.seq)
    if game.seq == 0:
        raise NotStarted({"status": str(game.status)})


def dry_run(game: Game, command: MoveCommand) -> Decision | None:
    """Decide a move without its choices; raises as ``submit_move``, stores nothing.

    Returns None for a legal move whose result depends on hidden cards or chance.
    """
    _check_now(game, command.expected)
    if isinstance(command.move, Withdraw):
        _check_withdrawal(game, command.move.seq, command.actor)
    ruleset, state = ruleset_for(game), _known(game, store.load(game), command)
    moment = _time_of(game, state, command.move)
    try:
        _check_mover(state, command)
        check_move(ruleset, state, command.move, at=milliseconds(moment))
    except IllegalMove as error:
        raise MoveRefused(
            error, game=game, ruleset=ruleset, state=state, move=command.move, at=moment
        ) from error
    if isinstance(command.move, ClaimAbsent | StandIn):
        _check_away(game, ruleset, command.move.target, moment)
    return forecast(ruleset, state, command.move)
