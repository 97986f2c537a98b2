"""Start games and make moves (for seats see ``seating``).

The host starts a game when all its seats are filled, or it starts by itself. Once it runs, no
player leaves: resigning is a move.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction
from msgspec import UNSET

from games.engine import (
    ACTS,
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
    low_on_time_at,
    may_stand,
    new_game,
    next_move_of_clock,
    on_server,
    share_commitment,
    void_start,
)
from games.engine.facts import GameEnded, WindowClosed
from games.engine.variants import ABSENT_SECONDS
from games.errors import (
    GameNotFound,
    NotAllowed,
    NotAway,
    NotOpening,
    NotStarted,
    NotWithdrawable,
    SeatsEmpty,
    ShareWrong,
    SignatureMissing,
    SignatureWrong,
    StaleSeq,
)
from games.ledger import sealing, store
from games.ledger.heads import act_message, move_message
from games.ledger.move_receipts import ReceiptRest, RequestKey, find_receipt, rest_of
from games.ledger.rows import (
    Actor,
    ActSignature,
    BotSeat,
    Row,
    Signed,
    Start,
    milliseconds,
    moment_of,
    now,
)
from games.ledger.signatures import verify
from games.models import ClockTick, Game, HeldMove, MoveReceipt, Refusal, Seat, TableTerms
from games.play.foresight import forecast
from games.play.held_moves import (
    actor_of,
    held_move,
    hold,
    known_to,
    move_of,
    signed_of,
    take_held,
    with_held,
)
from games.play.presence import seconds_away
from games.play.seating import (
    EMPTY,
    STAND_IN_LEVEL,
    bot_named,
    bot_terms,
    check_playable,
    close_up,
    heroes_text,
    locked_game,
    open_table,
    save_heroes,
)
from games.play.selectors import (
    may_see,
    ruleset_for,
    seats_of,
    setup_of,
    states_after,
    stored_game,
)
from games.play.starting import (
    fix_terms,
    missing_shares,
    mixed_seed,
    set_names,
    start_of,
)
from games.players.models import Player
from games.wakeups import after_commit, of_game

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BotTurn:
    """A game that waits for a bot after row ``seq``.

    ``has_people``: a person plays; ``thinks``: the bot thinks long. ``low_at``: when a third of the
    time of a bot that thinks is left; None without a clock. ``in_window``: it waits for calls and
    catches, which bots may make too.
    """

    game: str
    seq: int
    has_people: bool
    thinks: bool
    low_at: datetime | None
    in_window: bool = False


on_bot_turn: Final[list[Callable[[BotTurn], None]]] = []
"""Listeners called after the commit of a move that leaves a game waiting for bots."""

on_opening: Final[list[Callable[[TableTerms], None]]] = []
"""Listeners called in the transaction that closes a table whose shares are opened next."""

MAX_REFUSALS: Final = 20
"""The number of refused moves stored for a seat at a seq; the others are counted."""

NOT_RECORDED: Final = frozenset(("already_held", "bot_plays", "seat_without_key"))
"""The codes of refusals by what the rules do not know, so that no verifier could judge them."""

MAX_REFUSED_LENGTH: Final = 1000
"""The number of characters of a refused move that are stored."""


@dataclass(frozen=True, slots=True)
class MoveCommand:
    """A move or an organiser's act: the actor, and the expected seq (None: any).

    A choice is a value, or a list of values used in order, by the kind of the question. It answers
    what the card of the move asks, and no question of another card in between. ``key`` is the
    public key of the player's seat or of the organiser, "" for none; ``signature`` is made by it.
    ``answers`` is the row that the move answers, None for the last one. ``proposed`` is the
    signature of who proposed an act that a second organiser confirms.
    """

    move: Move
    actor: Actor
    expected: int | None = None
    choices: Mapping[str, object] = field(default_factory=dict)
    key: str = ""
    signature: str = ""
    answers: int | None = None
    proposed: ActSignature | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command: the rows to add, and the state after them.

    ``game`` is the game after these rows. ``unused`` names the choices that no question asked for,
    ``before`` is the state before the rows, ``response`` what was answered. A start that waits for
    shares of the seed has no rows, and neither has a call or a catch that is ``held``: then
    ``state`` is for its seat alone. A response is rendered from ``known``, which has what is held
    for the seat that made the command; None is the state.
    """

    game: Game
    rows: tuple[Row, ...]
    state: State
    ruleset: Ruleset
    unused: tuple[str, ...] = ()
    before: State = field(default_factory=State)
    held: HeldMove | None = None
    known: State | None = None
    response: bytes = b""


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
def start_game(*, game_id: UUID | str, player: Player) -> Outcome:
    """Start a game: check that it is ready, and deal."""
    return deal_table(ready_table(game_id=game_id, player=player))


def ready_table(
    *, game_id: UUID | str, player: Player, without: Collection[int] = ()
) -> ReadyTable:
    """Lock a game that its creator may start, all seats taken, in a transaction.

    The seats of ``without`` are left out before, as by ``close_up``.
    """
    game, seats = open_table(game_id, player)
    if game.creator_id != player.pk:
        raise NotAllowed("creator")
    if without:
        seats = close_up(game, seats, without)
    empty = [one.number for one in seats if one.kind in EMPTY]
    if empty:
        raise SeatsEmpty({"seats": ", ".join(map(str, empty))})
    check_playable(game.variant, game.edition_id, game.seats, game.options)
    return ReadyTable(game, seats)


def full_table(game: Game) -> ReadyTable | None:
    """Return an open game that is full and starts by itself; None for any other.

    The transaction that took the last seat has locked it.
    """
    if game.status != Game.Status.OPEN or not game.start_when_full:
        return None
    if Seat.objects.filter(game=game, kind__in=EMPTY).exists():
        return None
    check_playable(game.variant, game.edition_id, game.seats, game.options)
    return ReadyTable(game, seats_of(game))


def deal_table(table: ReadyTable) -> Outcome:
    """Start a game, in the transaction that locked the table.

    The terms are fixed first. While shares are missing no card is dealt: the game waits for them,
    and the outcome has no rows.
    """
    game, seats, moment = table.game, table.seats, now()
    game.heroes = heroes_text(game, seats)
    set_names(seats)
    Seat.objects.bulk_update(seats, ["name", "name_salt", "origin"])
    terms = fix_terms(game, setup_of(game), seats, _stand_in(ruleset_for(game)), moment)
    if not missing_shares(seats):
        return _deal(game, seats, terms)
    for listener in on_opening:
        listener(terms)
    game.status, game.changed_at = Game.Status.OPENING, moment
    game.opens_until = moment + timedelta(seconds=settings.SHARE_SECONDS)
    game.save(update_fields=["status", "changed_at", "opens_until", "heroes", "origin"])
    after_commit(of_game(game.pk))
    return Outcome(game, (), State(), ruleset_for(game))


def _stand_in(ruleset: Ruleset) -> BotSeat | None:
    """Return the bot that goes on for players who are away, by the options."""
    if ruleset.options.absence != "bot":
        return None
    bot = bot_named(STAND_IN_LEVEL) or ""
    return BotSeat(bot=bot, version=bot_terms[bot].version, budget=bot_terms[bot].budget)


def _deal(game: Game, seats: Sequence[Seat], terms: TableTerms) -> Outcome:
    """Mix the seed, deal by it, and write row 1."""
    ruleset, moment = ruleset_for(game), now()
    game.seed = mixed_seed(game, seats)
    chance = Chance(game.secret)
    decision = new_game(ruleset, setup_of(game), chance, at=milliseconds(moment))
    actor = Actor(kind="player", player=str(game.creator_id))
    game, row = _lay(game, start_of(terms, seats), actor, ruleset, decision, moment)
    save_heroes(game, seats, decision.state)
    _after_commit(game, decision.state)
    return Outcome(game, (row,), decision.state, ruleset)


def _lay(
    game: Game,
    start: Start,
    actor: Actor,
    ruleset: Ruleset,
    decision: Decision,
    moment: datetime,
) -> tuple[Game, Row]:
    """Write row 1; return the game after it, and the row."""
    game.status, game.started_at, game.opens_until = Game.Status.RUNNING, moment, None
    game, row = store.next_row(
        game,
        seat=None,
        actor=actor,
        move=start,
        decision=decision,
        at=moment,
    )
    game.deadline = _deadline(ruleset, decision.state)
    game.save(update_fields=["heroes", "origin", "seed", "started_at", "opens_until"])
    store.append(game, [row])
    return game, row


def _deadline(ruleset: Ruleset, state: State) -> datetime | None:
    """Return the time at which the clock makes its next move in a game."""
    deadline = next_move_of_clock(ruleset, state)
    return None if deadline is None else moment_of(deadline)


# ---- shares


@transaction.atomic
def open_share(*, game_id: UUID | str, player: Player, share: str) -> tuple[Game, Seat]:
    """Open the share of a player's seat; return the game and the seat.

    With the last share the game is dealt.

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
        game = _deal(game, seats, game.terms).game
    return game, mine


def close_openings() -> int:
    """Void the games whose shares were not all opened in time; return how many."""
    opening, moment = Game.objects.filter(status=Game.Status.OPENING), now()
    # Later ones are of a time before the machine's clock was set back.
    latest = moment + timedelta(seconds=settings.SHARE_SECONDS)
    opening.filter(opens_until__gt=latest).update(opens_until=latest)
    late = opening.filter(opens_until__lt=moment)
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
    start = start_of(game.terms, seats)
    game, _ = _lay(game, start, CLOCK, ruleset_for(game), decision, now())
    _after_commit(game, decision.state)
    return True


# ---- moves


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
    state, present, changed = store.load(game), milliseconds(now()), milliseconds(_last_time(game))
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
        held = held_move(game, command.move, command.actor, _signed(command, game.seq))
        held.created_at = decided.at
        return Outcome(game, (), decided.state, ruleset, decided.unused, before, held)
    rows: list[Row] = []
    if before.window is not None and decided.closes_window:
        command = replace(command, answers=game.seq)
        game, after_held = _write_held(game, ruleset, before, rows)
        decided = _decide_answers(game, ruleset, after_held, command)
    game = _write_rows(game, command, decided, rows)
    game.deadline = _deadline(ruleset, decided.state)
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
    first, signed = game.seq + 1, _signed(command, game.seq)
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
        timed = replace(decided, at=max(decided.at, _last_time(game)))
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
    return max(now() + timedelta(milliseconds=ahead), _last_time(game))


def _last_time(game: Game) -> datetime:
    """Return the time of the last row of a game, or of the last refusal after it."""
    last = _last_refusal(game) if game.refused else None
    return game.changed_at if last is None else last.created_at


def _last_refusal(game: Game) -> Refusal | None:
    return Refusal.objects.filter(game_id=game.pk, seq=game.seq).order_by("nth").last()


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


def check_signature(game: Game, command: MoveCommand, unsigned: int = 0) -> None:
    """Check that a move or an act is signed if, and only if, who makes it has a key.

    A key that is revoked, or is so by the move, signs nothing; ``unsigned`` is the set of seats
    with such a key. A signed command names the row that it answers, which is the last one
    (``_check_now``). Raises ``SignatureMissing`` and ``SignatureWrong``.
    """
    move, is_act = command.move, isinstance(command.move, ACTS)
    is_revoked = isinstance(move, RevokeKey) or (
        not is_act and move.seat is not None and bool(unsigned >> move.seat & 1)
    )
    if not command.key or is_revoked:
        if command.signature:
            raise SignatureWrong
        return
    if not command.signature or command.expected is None:
        raise SignatureMissing
    if not verify(command.key, _message(game, command), command.signature):
        raise SignatureWrong


def _message(game: Game, command: MoveCommand) -> bytes:
    """Return the text that is signed of a move or an act which answers the last row."""
    actor, move = command.actor, msgspec.to_builtins(command.move)
    if not isinstance(command.move, ACTS):
        return move_message(
            game=str(game.pk), seq=game.seq, digest=game.head, move=move, choices=command.choices
        )
    return act_message(
        game=str(game.pk),
        seq=game.seq,
        digest=game.head,
        move=move,
        player=actor.player,
        reason=actor.reason,
        reference=actor.reference or None,
        second=actor.second or None,
    )


def _signed(command: MoveCommand, last: int) -> Signed | None:
    """Return the signature of a move that is stored after row ``last``."""
    if isinstance(command.move, ACTS):
        return _signed_act(command, last)
    if not command.signature:
        return None
    answers = UNSET if command.answers in (None, last) else command.answers
    return Signed(choices=dict(command.choices), signature=command.signature, seq=answers)


def _signed_act(command: MoveCommand, last: int) -> Signed | None:
    """Return the signatures of an act that is stored after row ``last``."""
    seq = last if command.answers is None else command.answers
    own = ActSignature(seq, command.signature) if command.signature else None
    each = (command.proposed, own) if command.actor.second else (own,)
    return Signed(organisers=each) if any(each) else None


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
    _after_commit(game, outcome.state)


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


def record_refusal(game: Game, command: MoveCommand, refused: MoveRefused) -> None:
    """Count a refused move of a running game, and store it up to a limit a seat.

    The game is locked, at the row at which the move was refused. The link of the stored refusal
    seals it, and the next row has the last link. Organisers' acts, moves after the end, a key
    revoked in vain (it is not signed) and what the rules alone would not refuse are not recorded.
    """
    seat = command.move.seat
    if isinstance(command.move, ACTS) or seat is None or game.status != Game.Status.RUNNING:
        return
    if refused.code in NOT_RECORDED or isinstance(command.move, RevokeKey):
        return
    game.refused += 1
    if store.count_refusal(game.pk, game.seq, seat) <= MAX_REFUSALS:
        refusal = _next_refusal(game, seat, command, refused)
        refusal.save(force_insert=True)
        game.refused_head = refusal.link
    Game.objects.filter(pk=game.pk).update(refused=game.refused, refused_head=game.refused_head)


def _next_refusal(game: Game, seat: int, command: MoveCommand, refused: MoveRefused) -> Refusal:
    """Return a refusal, linked to the one before it or to the last row."""
    last, signed = _last_refusal(game), _signed(command, game.seq)
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
    """After the commit, cache the state, and notify the listeners if a bot may move."""
    game_id, seq, head = game.pk, game.seq, game.head
    turn = bot_turn(game, state)
    waits = game.waits_for_bot or turn.in_window

    def notify() -> None:
        store.remember(game_id, seq, head, state, of_game(game_id))
        for listener in on_bot_turn if waits else ():
            try:
                listener(turn)
            except Exception:
                # The move is stored, and the sweeper finds the turn.
                logger.exception("No task was sent for game %s, which waits for a bot.", game_id)

    transaction.on_commit(notify, robust=True)


def bot_turn(game: Game, state: State) -> BotTurn:
    """Return the turn of the bot that a game waits for in its state."""
    thinks = game.waits_for_thinking
    has_low = thinks and game.deadline is not None
    low_at = on_server(state, low_on_time_at(ruleset_for(game), state)) if has_low else None
    return BotTurn(
        game=str(game.pk),
        seq=game.seq,
        has_people=has_people(game, state),
        thinks=thinks,
        low_at=None if low_at is None else moment_of(low_at),
        in_window=bots_may_call(game, state),
    )


def bots_may_call(game: Game, state: State) -> bool:
    """Whether a window is open in which bots may call UNO and catch."""
    has_bots = bool(game.bot_seats | game.stand_ins)
    return state.window is not None and not state.paused and has_bots


def has_people(game: Game, state: State) -> bool:
    """Whether a person plays a seat that is not out of the game."""
    return any(not game.is_bot(seat) for seat in state.seats_in())


# ---- dry runs


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
