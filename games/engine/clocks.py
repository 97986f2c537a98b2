"""The clocks of a game: who is asked, since when, and what is left of the banks.

The engine reads no clock. The time of a move comes with it, in milliseconds from 1970 on, and is
the sealed time of its row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET

from games.engine.facts import (
    Answered,
    ClockSpent,
    ClockStarted,
    ClockStopped,
    Fact,
    GameEnded,
    Prompted,
    Resumed,
    Ruling,
    UnoChanged,
    WindowClosed,
    WindowOpened,
    Withdrawn,
)
from games.engine.moves import ANSWERS, Expire, Move, Stand
from games.engine.resolution import Resolution
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.zones import NOBODY, Seat

MISSED_BY_ALL: Final = 3
"""How many questions in a row each seat lets run out before a game that none leaves is void."""


def deadline_of(ruleset: Ruleset, state: State) -> int | None:
    """Return when the open question runs out, by the times of the game.

    It is in milliseconds since 1970; None without a clock, and while the clock is stopped.
    """
    clock, limit = state.clock, _limit(ruleset, state)
    if clock is None or limit is None or not clock.since:
        return None
    return clock.since + limit - clock.spent[-1]


def low_on_time_at(ruleset: Ruleset, state: State) -> int | None:
    """Return when a third of the time for the open question is left.

    The time includes the bank. From then on a bot that thinks gives its quick answer
    (common.clock). None without a deadline.
    """
    deadline, limit = deadline_of(ruleset, state), _limit(ruleset, state)
    return None if deadline is None or limit is None else deadline - limit // 3


def _limit(ruleset: Ruleset, state: State) -> int | None:
    """Return the whole time for the open question, with the bank of its seat."""
    clock, terms = state.clock, ruleset.options.clock
    if clock is None or terms is None or not state.prompts:
        return None
    return 1000 * terms.seconds + clock.banks[state.prompts[-1].seat]


def next_move_of_clock(ruleset: Ruleset, state: State) -> int | None:
    """Return when the clock moves next (a deadline or the end of a window), or None.

    It is the time of the server's clock.
    """
    if state.window is not None and not state.paused:
        return on_server(state, state.window.until)
    return on_server(state, deadline_of(ruleset, state))


def on_server(state: State, at: int | None) -> int | None:
    """Return a time of the game as the server's clock has it (common.clock.stands)."""
    return None if at is None else at - state.ahead


def ahead_after(move: Stand) -> int:
    """Return by how much the times are ahead of the server's clock after a move."""
    return 0 if move.ahead is UNSET else move.ahead


def may_stand(ruleset: Ruleset, state: State, move: Stand) -> bool:
    """Whether a clock runs, or times are shifted (common.clock.stands)."""
    options = ruleset.options
    is_shifted = ahead_after(move) != state.ahead
    has_times = options.clock is not None or bool(options.uno_window)
    return (is_shifted and has_times) or deadline_of(ruleset, state) is not None


def bank_after(state: State, seat: Seat, seconds: int) -> int | None:
    """Return the bank of a seat with seconds added; None without a clock."""
    clock = state.clock
    return None if clock is None else max(0, clock.banks[seat] + 1000 * seconds)


def runs_out(ruleset: Ruleset, state: State, seat: Seat) -> bool:
    """Whether the seat goes out if one more question runs out (common.clock.out)."""
    clock, most = state.clock, ruleset.options.timeouts_out or 0
    return clock is not None and 0 < most <= clock.missed[seat] + 1


def is_left_by_all(ruleset: Ruleset, state: State, seat: Seat) -> bool:
    """Whether the game is void if one more question runs out (common.clock.out).

    So ends a game in which no seat goes out by questions that run out.
    """
    clock = state.clock
    if clock is None or ruleset.options.timeouts_out:
        return False
    missed = [clock.missed[one] + (one == seat) for one in state.seats_in()]
    return min(missed) >= MISSED_BY_ALL


def settle_window(work: Resolution, at: int) -> None:
    """Open the window for calls and catches after a move that exposes a hand.

    If the game was paused in a window, the whole time begins again. A move after which no hand is
    exposed any more closes the window. See common.uno.window.
    """
    seconds, state = work.ruleset.options.uno_window or 0, work.state
    if state.window is not None and "exposed" not in state.uno:
        work.rule("common.uno.window", NOBODY)
        work.emit(WindowClosed())
    exposed = {
        fact.seat
        for fact in work.facts
        if type(fact) is UnoChanged and fact.status == "exposed" == state.uno[fact.seat]
    }
    is_resumed = state.window is not None and any(type(fact) is Resumed for fact in work.facts)
    if seconds and state.result is None and (exposed or is_resumed):
        seat = min(exposed) if exposed else None
        work.rulings.append(Ruling("common.uno.window", len(work.facts), seat))
        work.emit(WindowOpened(at + 1000 * seconds))


def settle_clocks(work: Resolution, before: State, move: Move | None, at: int) -> None:
    """Emit what a move changes of the clocks, after everything else that it causes.

    ``before`` is the state before the move; ``at`` is the time of the move.
    """
    first = len(work.facts)
    spent = _spent_before(before, move, at)
    kept = _questions_kept(before, work.facts)
    for under in range(len(before.prompts) - 1, kept - 1, -1):
        _close(work, before, under, spent[under], move)
    _start(work, before, kept, spent, at, is_standing=type(move) is Stand)
    if len(work.facts) > first and type(move) is not Stand:
        work.rulings.append(Ruling("common.clock", first, None))


def _spent_before(before: State, move: Move | None, at: int) -> list[int]:
    """Return the time used for each question that was open before a move."""
    clock = before.clock
    if clock is None:
        return []
    spent = [*clock.spent, *(0,) * (len(before.prompts) - len(clock.spent))]
    if clock.since:
        until = min(at, move.since) if type(move) is Stand else at
        spent[-1] += max(0, until - clock.since)
    return spent


def _questions_kept(before: State, facts: Sequence[Fact]) -> int:
    """Return how many of the questions that were open before are still open."""
    open_now = kept = len(before.prompts)
    for fact in facts:
        if type(fact) is Prompted:
            open_now += 1
        elif type(fact) is Answered or type(fact) is Withdrawn:
            open_now -= 1
            kept = min(kept, open_now)
        elif type(fact) is GameEnded:
            kept = 0
    return kept


def _close(work: Resolution, before: State, under: int, spent: int, move: Move | None) -> None:
    """Charge a question that is over to its seat (common.clock)."""
    clock, terms, seat = before.clock, work.ruleset.options.clock, before.prompts[under].seat
    assert work.state.clock is not None and clock is not None and terms is not None
    bank, missed = work.state.clock.banks[seat], work.state.clock.missed[seat]
    unanswered = work.state.clock.unanswered
    bank = max(0, bank - max(0, spent - 1000 * terms.seconds))
    if under == len(before.prompts) - 1:
        if type(move) is Expire:
            missed += 1
            if missed == 1:
                unanswered += (seat,)
        elif type(move) in ANSWERS:
            missed, unanswered = 0, ()
            bank = max(bank, min(bank + 1000 * terms.increment, 1000 * terms.bank))
    work.emit(ClockSpent(seat, spent, bank, missed, under, unanswered))


def _start(
    work: Resolution,
    before: State,
    kept: int,
    spent: Sequence[int],
    at: int,
    *,
    is_standing: bool,
) -> None:
    """Stop the clock that ran, and start that of the question that is open now."""
    state = work.state
    was_running = before.clock is not None and bool(before.clock.since)
    is_same = kept == len(before.prompts) == len(state.prompts)
    stands = state.paused or state.window is not None
    if is_same and was_running and not stands and not is_standing:
        return
    if kept and kept == len(before.prompts) and was_running:
        work.emit(ClockStopped(before.prompts[-1].seat, spent[-1], kept - 1))
    if state.prompts and not stands:
        under = len(state.prompts) - 1
        used = spent[under] if under < kept else 0
        work.emit(ClockStarted(state.prompts[-1].seat, at, used, under))
