"""Decide moves: check them, carry them out, and return what they cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from games.engine.chance import Chance
from games.engine.clocks import (
    ahead_after,
    bank_after,
    is_left_by_all,
    runs_out,
    settle_clocks,
    settle_window,
)
from games.engine.facts import (
    Answered,
    CallClosed,
    CardsPlaced,
    ClockChanged,
    GameEnded,
    GameStarted,
    JudgeCalled,
    KeyRevoked,
    Paused,
    PenaltyDrawn,
    PenaltyDue,
    ResultChanged,
    Resumed,
    Ruling,
    ScorePenalized,
    Setup,
    StandInBegan,
    StandInEnded,
    TimeShifted,
    UnoChanged,
    UnoHeld,
    WindowClosed,
)
from games.engine.folds import fold
from games.engine.legality import check_move, may_be_caught, may_call
from games.engine.moves import (
    ANSWERS,
    AdjustClock,
    AnswerCall,
    CallJudge,
    CallOutcome,
    CallUno,
    CancelCall,
    CatchUno,
    Choose,
    ClaimAbsent,
    CloseWindow,
    Correct,
    Deduct,
    Expire,
    GameLoss,
    Move,
    Note,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    RevokeKey,
    Stand,
    StandIn,
    TakeBack,
    Void,
    Warn,
    Withdraw,
)
from games.engine.places import Places, final_places, promote, score_after
from games.engine.prompts import PLAY_KINDS, Cause
from games.engine.queries import in_turn_order
from games.engine.resolution import EndlessEffect, Resolution
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.tracing import Trace
from games.engine.values import Decision
from games.engine.variants import ROUND
from games.engine.verbs import VERBS, resolve_intent
from games.engine.verbs.removal import leave_absent, lose, remove, resign, run_out
from games.engine.verbs.turns import first_move, is_starting
from games.engine.zones import DRAW, NOBODY, Seat

UNO_PENALTY = 2
"""How many cards a caught player draws (common.uno.catch)."""


def new_game(
    ruleset: Ruleset,
    setup: Setup,
    chance: Chance,
    trace: Trace | None = None,
    *,
    at: int | None = None,
) -> Decision:
    """Set up a table and deal the first round.

    ``at`` is the time for the clocks, as in ``decide``. A deal that does not end voids the game.
    """
    work = _set_up(ruleset, setup, chance, trace)
    work.push(ROUND, NOBODY)
    try:
        work.run(resolve_intent)
    except EndlessEffect:
        work = _set_up(ruleset, setup, chance, None)
        _end_endless(work, NOBODY)
    if at is not None:
        _settle(work, State(), None, at)
    return Decision(tuple(work.facts), tuple(work.rulings), work.state)


def void_start(setup: Setup, seats: Sequence[Seat]) -> Decision:
    """Return the start of a game that is void, for lack of shares (common.shares).

    ``seats`` are those whose players did not open their shares. No card is dealt.
    """
    facts = (GameStarted(setup), GameEnded(None, "void", None))
    rulings = tuple([Ruling("common.shares", 1, seat) for seat in seats])
    return Decision(facts, rulings, fold(State(), facts))


def _set_up(ruleset: Ruleset, setup: Setup, chance: Chance, trace: Trace | None) -> Resolution:
    work = Resolution(ruleset, State(), chance, VERBS if trace is None else trace.verbs)
    work.emit(GameStarted(setup))
    if ruleset.box:
        work.emit(CardsPlaced(DRAW, ruleset.box))
    return work


def decide(
    ruleset: Ruleset,
    state: State,
    move: Move,
    chance: Chance,
    trace: Trace | None = None,
    *,
    at: int | None = None,
) -> Decision:
    """Return what a move causes; the given state is not changed.

    ``at`` is the time of the move for the clocks, in milliseconds; without it none of them runs and
    no answer is too late. A move whose effects do not end only changes the result: the game is void
    (common.endless). ``trace`` records the steps. Raises ``IllegalMove`` if the rules refuse it.
    """
    check_move(ruleset, state, move, at=at)
    work = Resolution(ruleset, state.copy(), chance, VERBS if trace is None else trace.verbs)
    _apply(work, move, at)
    try:
        work.run(resolve_intent)
        if not work.rulings:
            # An answer that only leads to the next question cites the rule that asked.
            work.rulings.append(Ruling(state.prompts[-1].rule, 0, move.seat))
        if work.state.due:
            _draw_due(work, at)
    except EndlessEffect:
        work = Resolution(ruleset, state.copy(), chance, VERBS)
        if type(move) in ANSWERS:
            _close(work, move)
        _end_endless(work, NOBODY if move.seat is None else move.seat)
    if at is not None:
        _settle(work, state, move, at)
    return Decision(tuple(work.facts), tuple(work.rulings), work.state)


def _settle(work: Resolution, before: State, move: Move | None, at: int) -> None:
    """Emit what a move at a time changes of the window for calls and of the clocks."""
    if work.ruleset.options.uno_window:
        settle_window(work, at)
    if work.state.clock is not None:
        settle_clocks(work, before, move, at)


def _end_endless(work: Resolution, seat: Seat) -> None:
    work.rule("common.endless", seat)
    work.emit(GameEnded(None, "void", None))


def _apply(work: Resolution, move: Move, at: int | None) -> None:
    """Carry out the move itself, and put its consequences on the agenda."""
    if type(move) in ANSWERS:
        if type(move) is Expire and runs_out(work.ruleset, work.state, move.seat):
            work.rule("common.clock.out", move.seat)
            run_out(work, move.seat)
            return
        if type(move) is Expire and is_left_by_all(work.ruleset, work.state, move.seat):
            work.rule("common.clock.out", NOBODY)
            work.emit(GameEnded(None, "void", None))
            return
        _answer(work, move)
        return
    match move:
        case CallUno(seat=seat) if work.state.window is not None:
            _hold(work, seat, seat)
        case CallUno(seat=seat):
            _call(work, seat)
        case CatchUno(seat=seat, target=target) if work.state.window is not None:
            _hold(work, seat, target)
        case CatchUno(target=target):
            _catch(work, [target])
        case CloseWindow():
            _close_window(work)
        case Resign(seat=seat):
            resign(work, seat)
        case CallJudge(seat=seat):
            _call_judge(work, seat)
        case CancelCall(seat=seat):
            _close_call(work, seat, "cancelled")
        case RevokeKey(seat=seat):
            work.rule("common.key", seat)
            work.emit(KeyRevoked(seat))
        case ClaimAbsent(target=target):
            work.rule("common.absence", target)
            leave_absent(work, target)
        case StandIn(target=target):
            work.rule("common.absence.bot", target)
            work.emit(StandInBegan(target))
        case TakeBack(seat=seat):
            work.rule("common.absence.bot", seat)
            work.emit(StandInEnded(seat))
        case AnswerCall(seat=seat, outcome=outcome):
            _close_call(work, seat, outcome)
        case Remove(seat=seat):
            remove(work, seat)
        case GameLoss(seat=seat):
            lose(work, seat)
        case Deduct(seat=seat, points=points):
            work.rule("common.deduct", seat)
            total = score_after(work.ruleset, work.state, seat, points)
            work.emit(ScorePenalized(seat, points, total))
        case Warn(seat=seat):
            work.rule("common.warn", seat)
        case Note():
            work.rule("common.note", NOBODY)
        case Withdraw():
            work.rule("common.withdraw", NOBODY)
        case Penalize(seat=seat, count=count):
            work.rule("common.penalty", seat)
            if _waits_for_turn(work, at):
                work.queue_intents("penalty", [seat], count, Cause())
            else:
                work.emit(PenaltyDue(seat, count))
        case AdjustClock(seat=seat, seconds=seconds):
            work.rule("common.clock.adjust", seat)
            work.emit(ClockChanged(seat, bank_after(work.state, seat, seconds) or 0))
        case Stand():
            work.rule("common.clock.stands", NOBODY)
            if work.state.ahead != ahead_after(move):
                work.emit(TimeShifted(ahead_after(move)))
        case Pause():
            work.rule("common.pause", NOBODY)
            work.emit(Paused())
        case Resume():
            work.rule("common.pause", NOBODY)
            work.emit(Resumed())
        case Void():
            _void(work)
        case Correct(winner=winner, places=places):
            work.rule("common.correct", NOBODY if winner is None else winner)
            corrected = _corrected(work, winner, places)
            for seat in _out_and_ahead(work.state, corrected):
                work.rule("common.correct.out", seat)
            work.emit(ResultChanged(winner, "corrected", corrected))


def _waits_for_turn(work: Resolution, at: int | None) -> bool:
    """Whether a seat is asked for its turn, with no other question and no window open.

    A window is open while a hand is exposed, in games with one.
    """
    state = work.state
    has_window = state.window is not None or (at is not None and work.ruleset.options.uno_window)
    kinds = [prompt.kind for prompt in state.prompts]
    return kinds == ["turn"] and not (has_window and "exposed" in state.uno)


def _draw_due(work: Resolution, at: int | None) -> None:
    """Draw the penalties that were due, one after the other (common.penalty)."""
    while work.state.due and _waits_for_turn(work, at):
        seat, count = work.state.due[0]
        work.rule("common.penalty", seat)
        work.emit(PenaltyDrawn(seat, count))
        work.queue_intents("penalty", [seat], count, Cause())
        work.run(resolve_intent)


def _hold(work: Resolution, seat: Seat, target: Seat) -> None:
    work.rule("common.uno.window", seat)
    work.emit(UnoHeld(seat, target))


def _call(work: Resolution, seat: Seat) -> None:
    work.rule("common.uno.call", seat)
    work.emit(UnoChanged(seat, "called"))


def _catch(work: Resolution, caught: list[Seat]) -> None:
    """Let the caught seats draw, in the order of the seats given."""
    for target in caught:
        work.rule("common.uno.catch", target)
        work.emit(UnoChanged(target, "missed"))
    work.queue_intents("penalty", caught, UNO_PENALTY, Cause())


def _close_window(work: Resolution) -> None:
    """Work out what was held: the owner's call beats every catch (common.uno.window).

    Who was neither called nor caught can no longer be caught.
    """
    state = work.state
    held = state.window.held if state.window is not None else ()
    work.rule("common.uno.window", NOBODY)
    work.emit(WindowClosed())
    caught = []
    for seat in in_turn_order(state, state.current):
        if (seat, seat) in held and may_call(state, seat):
            _call(work, seat)
        elif may_be_caught(state, seat):
            if any(target == seat and not state.is_out(catcher) for catcher, target in held):
                caught.append(seat)
            else:
                work.rule("common.uno.window", seat)
                work.emit(UnoChanged(seat, "missed"))
    _catch(work, caught)


def _call_judge(work: Resolution, seat: Seat) -> None:
    """Open a call for a judge, and pause the game if its clock says so (common.judge)."""
    terms = work.ruleset.options.clock
    stops = terms is not None and terms.call_stops and not work.state.paused
    work.rule("common.judge", seat)
    work.emit(JudgeCalled(seat, stops))
    if stops:
        work.emit(Paused())


def _close_call(work: Resolution, seat: Seat, outcome: CallOutcome | Literal["cancelled"]) -> None:
    """Close a call for a judge; with the last one a game that calls paused goes on."""
    work.rule("common.judge", seat)
    work.emit(CallClosed(seat, outcome))
    if work.state.calls.stops and not work.state.calls.open:
        work.emit(Resumed())


def _void(work: Resolution) -> None:
    """Void the game, so that no seat wins; a running game ends (common.void)."""
    work.rule("common.void", NOBODY)
    is_over = work.state.result is not None
    work.emit(ResultChanged(None, "void", None) if is_over else GameEnded(None, "void", None))


def _corrected(work: Resolution, winner: Seat | None, places: Places | None) -> Places | None:
    """Return the places after a correction; a void game has those of its stop."""
    if places is not None or winner is None:
        return places
    result = work.state.result
    if result is None or result.places is None:
        return final_places(work.ruleset, work.state, winner)
    return promote(result.places, winner)


def _out_and_ahead(state: State, places: Places | None) -> Iterator[Seat]:
    """Yield the seats out that are placed before one in (common.correct.out)."""
    last_in = max((places[seat] for seat in state.seats_in()), default=0) if places else 0
    for seat, place in enumerate(places or ()):
        if state.is_out(seat) and place < last_in:
            yield seat


def _answer(work: Resolution, move: Move) -> None:
    prompt = work.state.prompts[-1]
    option = _close(work, move)
    work.resume(prompt, move if prompt.kind in PLAY_KINDS else option)
    if work.ruleset.variant.own_decks:
        _note_first_move(work, prompt.seat)


def _close(work: Resolution, move: Move) -> str:
    """Close the top question with the answer of a move, and return the option."""
    prompt = work.state.prompts[-1]
    if type(move) is Play:
        option = move.card
    elif type(move) is Choose:
        option = move.option
    else:
        option = prompt.default
        if type(move) is Expire:
            work.rule("common.choice-timeout", move.seat)
    if prompt.kind == "turn":
        work.emit(work.ruleset.turns_answered[prompt.seat][option])
    else:
        work.emit(Answered(prompt.seat, option, prompt.hidden))
    return option


def _note_first_move(work: Resolution, seat: Seat) -> None:
    """Count an answer at the start of the own turn as the first move.

    See common.uno.catch.
    """
    turn = work.turn_frame()
    if turn is not None and turn.seat == seat and is_starting(turn):
        first_move(work, turn)
