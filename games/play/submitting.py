"""Make moves: the one protocol of players, organisers, bots and the clock."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from msgspec import UNSET

from games.engine import ACTS, Ruleset, Stand, State, may_stand
from games.errors import NotStarted, StaleSeq
from games.ledger import store
from games.ledger.move_receipts import ReceiptRest, RequestKey, find_receipt, rest_of
from games.ledger.rows import Actor, Row, milliseconds, now
from games.models import ClockTick, Game, MoveReceipt
from games.play.bot_turns import announce
from games.play.commands import MoveCommand, MoveRefused, Outcome
from games.play.deciding import decide_move
from games.play.held_moves import hold, known_to, with_held
from games.play.refusals import last_time, record_refusal
from games.play.seating import locked_game
from games.play.selectors import ruleset_for, states_after, stored_game

NextCommand = Callable[[Game, Ruleset, State], MoveCommand | None]
"""Chooses the next move of a game, by its ruleset and its state; None: no more moves."""


@dataclass(frozen=True, slots=True)
class Response:
    """What to answer to a command: its bytes, and the key of its request.

    ``render`` is called with what is decided, before that is committed.
    """

    render: Callable[[Outcome], bytes]
    key: RequestKey | None = None


class AlreadyMade(Exception):
    """The command was made before with the same key, as its receipt says."""

    def __init__(self, receipt: MoveReceipt) -> None:
        super().__init__()
        self.receipt = receipt


def submit_move(game: Game, command: MoveCommand, response: Response | None = None) -> Outcome:
    """Make a move on a game as the caller has read it, or change nothing.

    This is the one protocol of a move, for players, organisers and bots. The move is tried without
    a lock. After a conflict it is decided again, on the locked game, and so is a refused move if
    the game has moved on or has a clock. A move that is refused on the locked game is recorded.

    Raises what ``decide_move`` raises, and ``AlreadyMade`` or ``KeyReused`` for a key that has been
    used: such a request conflicts with the stored key, or fails as the game has moved on.
    """
    try:
        if game.seq and store.load(game).window is not None:
            raise store.Conflict  # What is held can change without a new row.
        return make_move(game, command, response)
    except _FAILURES as error:
        _check_key(game, response)
        if not isinstance(error, store.Conflict | MoveRefused):
            raise
        refused = error if isinstance(error, MoveRefused) else None
    if refused is not None and refused.code == "time_is_up":
        gap = gap_since(last_tick())
        if gap is not None:
            leave_out(game.pk, gap)
    try:
        return _submit_locked(game.pk, command, response, refused)
    except _FAILURES:
        _check_key(game, response)
        raise


def _submit_locked(
    game_id: UUID, command: MoveCommand, response: Response | None, refused: MoveRefused | None
) -> Outcome:
    """Make a move on the locked game, or record that it is refused."""
    with transaction.atomic():
        game = locked_game(game_id)
        if refused is None or refused.game.seq != game.seq or refused.state.clock is not None:
            try:
                return make_move(game, command, response)
            except MoveRefused as error:
                refused, game = error, error.game
        record_refusal(game, command, refused)
        refused.game = game
    raise refused


_FAILURES: Final = (store.Conflict, MoveRefused, NotStarted, StaleSeq)
"""The errors of a move that a repeated request may have."""


def _check_key(game: Game, response: Response | None) -> None:
    """Raise ``AlreadyMade`` if the key of a request has been used for it before."""
    if response is None or response.key is None:
        return
    receipt = find_receipt(game.pk, response.key)
    if receipt is not None:
        raise AlreadyMade(receipt)


def make_move(game: Game, command: MoveCommand, response: Response | None = None) -> Outcome:
    """Decide a move, and commit it with its key; raises ``Conflict`` too."""
    outcome = decide_move(game, command)
    if response is None:
        commit_move(outcome)
        return outcome
    if outcome.held is None and not isinstance(command.move, ACTS):
        known = known_to(outcome.game, outcome.state, command.move.seat)
        outcome = replace(outcome, known=known)
    body = response.render(outcome)
    commit_move(outcome, response.key)
    return replace(outcome, response=body)


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
    """Do not count the time since the last run of the clock; return if a row says so.

    A question that was asked after that moment is given its whole time again. If the server's clock
    was set back to before it, the times of the game go on from its last row, ahead of that clock.
    Nothing changes if an earlier call for the same moment has done it.
    """
    game = locked_game(game_id)
    state, present, changed = store.load(game), milliseconds(now()), milliseconds(last_time(game))
    is_set_back = milliseconds(since) > present
    last = changed if is_set_back else milliseconds(since) + state.ahead
    ahead = max(last, changed) - present
    stand = Stand(since=last, ahead=ahead if _is_long(ahead) else UNSET)
    is_done = not _is_long(ahead - state.ahead) if is_set_back else _is_left_out(game, state, last)
    is_running = game.status == Game.Status.RUNNING
    if is_done or not is_running or not may_stand(ruleset_for(game), state, stand):
        return False
    make_move(game, MoveCommand(stand, CLOCK))
    return True


def _is_left_out(game: Game, state: State, last: int) -> bool:
    """Whether an earlier call has left out the time after ``last``."""
    if state.clock is None or state.clock.since <= last:
        return False
    (row,) = store.history(game, after=game.seq - 1)
    return type(row.move) is Stand


def _is_long(difference: int) -> bool:
    """Whether two clocks differ by more than those of two machines may."""
    return bool(difference > 1000 * settings.CLOCK_GAP_SECONDS)


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
        game, state = outcome.game, outcome.state
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


def commit_move(outcome: Outcome, key: RequestKey | None = None) -> None:
    """Store what was decided, and the receipt of its request, in one transaction.

    Raises ``Conflict`` if the game has changed since it was read, or the key has been used.
    """
    game, window = outcome.game, (outcome.known or outcome.state).window
    rest = ReceiptRest(outcome.unused, window.held if window else (), store.refused_since(game))
    if outcome.held is not None:
        hold(outcome.held, key, rest)
        return
    store.append(game, outcome.rows, key, rest)
    if game.origin and game.status == Game.Status.OVER:
        Game.objects.filter(pk=game.pk).update(origin="")
    announce(game, outcome.state)


def outcome_of(receipt: MoveReceipt) -> Outcome:
    """Return the outcome of a command made before, with the game as it was then."""
    game, rest, last = stored_game(receipt.game_id), rest_of(receipt), receipt.seq
    first = last - receipt.events
    before, state = states_after(game=game, first=first, second=last)
    rows = tuple(store.history(game, after=min(first, last - 1), until=last))
    game.status = Game.Status.RUNNING if state.result is None else Game.Status.OVER
    game.seq, game.head, game.refused, game.refused_head = last, rows[-1].digest, 0, ""
    if rest.refused is not None:
        game.refused, game.refused_head = rest.refused.count, rest.refused.head
    made, known = rows[len(rows) - receipt.events :], with_held(state, rest.held)
    return Outcome(game, made, state, ruleset_for(game), rest.unused, before, known=known)
