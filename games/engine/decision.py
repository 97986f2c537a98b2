"""Decide moves: check them, carry them out, and return what they cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.chance import Chance
from games.engine.clocks import bank_after, runs_out, settle_clocks, settle_window
from games.engine.facts import (
    Answered,
    CardsPlaced,
    ClockChanged,
    GameEnded,
    GameStarted,
    Paused,
    ResultChanged,
    Resumed,
    Ruling,
    Setup,
    UnoChanged,
    UnoHeld,
    WindowClosed,
)
from games.engine.folds import fold
from games.engine.legality import check_move, may_be_caught, may_call
from games.engine.moves import (
    ANSWERS,
    AdjustClock,
    CallUno,
    CatchUno,
    Choose,
    CloseWindow,
    Correct,
    Expire,
    Move,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    Stand,
    Void,
    Warn,
)
from games.engine.places import Places, final_places, promote
from games.engine.prompts import PLAY_KINDS, Cause
from games.engine.queries import in_turn_order
from games.engine.resolution import EndlessEffect, Resolution
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.tracing import Trace
from games.engine.values import Decision
from games.engine.variants import ROUND
from games.engine.verbs import VERBS, resolve_intent
from games.engine.verbs.removal import remove, resign, run_out
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
    _apply(work, move)
    try:
        work.run(resolve_intent)
    except EndlessEffect:
        work = Resolution(ruleset, state.copy(), chance, VERBS)
        if type(move) in ANSWERS:
            _close(work, move)
        _end_endless(work, NOBODY if move.seat is None else move.seat)
    if not work.rulings and type(move) is not Stand:
        # An answer that only leads to the next question cites the rule that asked.
        work.rulings.append(Ruling(state.prompts[-1].rule, 0, move.seat))
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


def _apply(work: Resolution, move: Move) -> None:
    """Carry out the move itself, and put its consequences on the agenda."""
    if type(move) in ANSWERS:
        if type(move) is Expire and runs_out(work.ruleset, work.state, move.seat):
            work.rule("common.clock.out", move.seat)
            run_out(work, move.seat)
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
        case Remove(seat=seat):
            remove(work, seat)
        case Warn(seat=seat):
            work.rule("common.warn", seat)
        case Penalize(seat=seat, count=count):
            work.rule("common.penalty", seat)
            work.queue_intents("draw", [seat], count, Cause("penalty"))
        case AdjustClock(seat=seat, seconds=seconds):
            work.rule("common.clock.adjust", seat)
            work.emit(ClockChanged(seat, bank_after(work.state, seat, seconds) or 0))
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
    work.queue_intents("draw", caught, UNO_PENALTY, Cause("uno"))


def _close_window(work: Resolution) -> None:
    """Work out what was held: the owner's call beats every catch (common.uno.window)."""
    state = work.state
    held = state.window.held if state.window is not None else ()
    work.rule("common.uno.window", NOBODY)
    work.emit(WindowClosed())
    caught = []
    for seat in in_turn_order(state, state.current):
        if (seat, seat) in held and may_call(state, seat):
            _call(work, seat)
        elif may_be_caught(state, seat) and any(
            target == seat and not state.is_out(catcher) for catcher, target in held
        ):
            caught.append(seat)
    _catch(work, caught)


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
