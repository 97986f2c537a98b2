"""Apply facts to a state. Nothing here depends on the rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

import msgspec

from games.engine.facts import (
    Answered,
    CallClosed,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    ClockChanged,
    ClockSpent,
    ClockStarted,
    ClockStopped,
    ColorChanged,
    DirectionChanged,
    EnemyCame,
    Fact,
    GameEnded,
    GameStarted,
    JudgeCalled,
    KeyRevoked,
    LastingBegan,
    LastingEnded,
    LastingUsed,
    LotDrawn,
    Paused,
    PenaltyDrawn,
    PenaltyDue,
    Prompted,
    ResultChanged,
    Resumed,
    RoundBegan,
    RoundEnded,
    ScoreChanged,
    ScorePenalized,
    SeatOut,
    Shuffled,
    SkipChanged,
    StandInBegan,
    StandInEnded,
    Taken,
    TimeShifted,
    TurnBegan,
    UnoChanged,
    UnoHeld,
    WindowClosed,
    WindowOpened,
    Withdrawn,
)
from games.engine.knowledge import (
    CLUE_KINDS,
    forget_order,
    forget_seat,
    is_remembered,
    remember_answer,
    remember_move,
    remember_shown,
)
from games.engine.state import State
from games.engine.state_parts import Clock, JudgeCalls, Result, Window
from games.engine.zones import (
    FACE_DOWN,
    MAX_SEATS,
    NO_COLOR,
    NOBODY,
    OPEN_TO_ALL,
    Card,
    Seat,
    all_zones,
)

T = TypeVar("T")


def evolve(state: State, fact: Fact) -> None:
    """Apply one fact to a state in place."""
    FOLDS[type(fact)](state, fact)


def fold(state: State, facts: Iterable[Fact]) -> State:
    """Return the state after some facts; the given one is not changed."""
    after = state.copy()
    for fact in facts:
        FOLDS[type(fact)](after, fact)
    return after


def _game_started(state: State, fact: GameStarted) -> None:
    seats = fact.setup.seats
    if not 0 < seats <= MAX_SEATS:
        raise ValueError("a game has no such number of seats")
    state.seats = seats
    state.zones = dict.fromkeys(all_zones(seats, own_decks=bool(fact.setup.heroes)), ())
    state.gone = (0,) * seats
    state.uno = ("",) * seats
    state.enemy_since = (0,) * seats
    state.scores = (0,) * seats
    terms = fact.setup.options.get("clock")
    if isinstance(terms, dict):
        state.clock = Clock(banks=(1000 * terms["bank"],) * seats, missed=(0,) * seats)


def _cards_placed(state: State, fact: CardsPlaced) -> None:
    state.zones[fact.zone] += fact.cards


def _cards_moved(state: State, fact: CardsMoved) -> None:
    zones = state.zones
    cards, source, target = fact.cards, fact.source, fact.target
    zones[source] = without(zones[source], cards)
    if fact.bottom:
        zones[target] = cards[::-1] + zones[target]
    else:
        zones[target] += cards
    if source in state.known or (
        target not in OPEN_TO_ALL and source not in FACE_DOWN and is_remembered(fact)
    ):
        remember_move(state, fact)


def without(pile: tuple[Card, ...], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return a pile without some cards; of equal ones the uppermost leave."""
    count = len(cards)
    if count == 1:
        card = cards[0]
        for at in range(len(pile) - 1, -1, -1):
            if pile[at] == card:
                return pile[:at] + pile[at + 1 :]
        raise ValueError("the card is not in the pile")
    if pile[-count:] == cards[::-1]:
        return pile[:-count]
    if pile[:count] == cards:  # a discard pile that is shuffled, without its top card
        return pile[count:]
    left = list(reversed(pile))
    for card in cards:
        left.remove(card)
    return tuple(reversed(left))


def _shuffled(state: State, fact: Shuffled) -> None:
    state.zones[fact.zone] = fact.order
    state.shuffles = fact.nth + 1
    if fact.zone in state.known:
        forget_order(state, fact.zone)


def _lot_drawn(state: State, fact: LotDrawn) -> None:
    state.shuffles = fact.nth + 1


def _color_changed(state: State, fact: ColorChanged) -> None:
    state.color = fact.color


def _direction_changed(state: State, fact: DirectionChanged) -> None:
    state.direction = fact.direction


def _round_began(state: State, fact: RoundBegan) -> None:
    state.round = fact.round
    state.dealer = state.current = NOBODY if fact.dealer is None else fact.dealer
    state.direction = 1
    state.color = NO_COLOR
    state.idle = state.circling = state.skipped = 0
    state.lasting = ()
    state.uno = ("",) * state.seats
    state.clues = ()


def _turn_began(state: State, fact: TurnBegan) -> None:
    state.current = fact.seat
    state.idle = fact.idle
    state.circling = fact.circling
    state.turn += 1


def _enemy_came(state: State, fact: EnemyCame) -> None:
    state.enemy_since = _with(state.enemy_since, fact.seat, fact.since)


def _bit(state: State, seat: Seat) -> int:
    """Return the bit of a seat; raises ``ValueError`` if there is none.

    A forged fact may have any number, and a shift by it would take all memory.
    """
    if not 0 <= seat < state.seats:
        raise ValueError("the game has no such seat")
    return 1 << seat


def _skip_changed(state: State, fact: SkipChanged) -> None:
    bit = _bit(state, fact.seat)
    state.skipped = state.skipped | bit if fact.on else state.skipped & ~bit


def _uno_changed(state: State, fact: UnoChanged) -> None:
    state.uno = _with(state.uno, fact.seat, fact.status)


def _seat_out(state: State, fact: SeatOut) -> None:
    state.out |= _bit(state, fact.seat)
    state.gone = _with(state.gone, fact.seat, fact.nth)
    state.stand_ins &= ~_bit(state, fact.seat)
    state.due = tuple(one for one in state.due if one[0] != fact.seat)
    forget_seat(state, fact.seat)


def _lasting_began(state: State, fact: LastingBegan) -> None:
    state.lasting += (fact.effect,)
    state.lasted = fact.effect.key


def _lasting_used(state: State, fact: LastingUsed) -> None:
    state.lasting = tuple(
        msgspec.structs.replace(effect, uses=effect.uses - 1) if effect.key == fact.key else effect
        for effect in state.lasting
    )


def _lasting_ended(state: State, fact: LastingEnded) -> None:
    state.lasting = tuple(effect for effect in state.lasting if effect.key != fact.key)


def _prompted(state: State, fact: Prompted) -> None:
    state.prompts += (fact.prompt,)


def _answered(state: State, fact: Answered) -> None:
    kind = state.prompts[-1].kind
    if kind in CLUE_KINDS:
        remember_answer(state, fact, kind)
    state.prompts = state.prompts[:-1]


def _withdrawn(state: State, fact: Withdrawn) -> None:
    state.prompts = state.prompts[:-1]


def _score_changed(state: State, fact: ScoreChanged | ScorePenalized) -> None:
    state.scores = _with(state.scores, fact.seat, fact.total)


def _penalty_due(state: State, fact: PenaltyDue) -> None:
    state.due += ((fact.seat, fact.count),)


def _penalty_drawn(state: State, fact: PenaltyDrawn) -> None:
    state.due = state.due[1:]


def _judge_called(state: State, fact: JudgeCalled) -> None:
    before = state.calls
    state.calls = JudgeCalls(
        (*before.made, fact.seat), (*before.open, fact.seat), before.stops or fact.stops
    )


def _call_closed(state: State, fact: CallClosed) -> None:
    left = tuple(seat for seat in state.calls.open if seat != fact.seat)
    state.calls = msgspec.structs.replace(state.calls, open=left)


def _key_revoked(state: State, fact: KeyRevoked) -> None:
    state.unsigned |= 1 << fact.seat


def _stand_in_began(state: State, fact: StandInBegan) -> None:
    state.stand_ins |= _bit(state, fact.seat)


def _stand_in_ended(state: State, fact: StandInEnded) -> None:
    state.stand_ins &= ~_bit(state, fact.seat)


def _paused(state: State, fact: Paused) -> None:
    state.paused = True


def _resumed(state: State, fact: Resumed) -> None:
    state.paused = False
    state.calls = msgspec.structs.replace(state.calls, stops=False)


def _window_opened(state: State, fact: WindowOpened) -> None:
    held = state.window.held if state.window is not None else ()
    state.window = Window(fact.until, held)


def _uno_held(state: State, fact: UnoHeld) -> None:
    window = state.window
    if window is not None:
        state.window = Window(window.until, (*window.held, (fact.seat, fact.target)))


def _window_closed(state: State, fact: WindowClosed) -> None:
    state.window = None


def _clock_started(state: State, fact: ClockStarted) -> None:
    spent = (*_spent_under(state, fact.under), fact.spent)
    state.clock = _replaced(state.clock, spent=spent, since=fact.since)


def _clock_stopped(state: State, fact: ClockStopped) -> None:
    spent = (*_spent_under(state, fact.under), fact.spent)
    state.clock = _replaced(state.clock, spent=spent, since=0)


def _clock_spent(state: State, fact: ClockSpent) -> None:
    clock = state.clock
    if clock is not None:
        state.clock = Clock(
            banks=_with(clock.banks, fact.seat, fact.bank),
            missed=_with(clock.missed, fact.seat, fact.missed),
            spent=_spent_under(state, fact.under),
            unanswered=fact.unanswered,
        )


def _clock_changed(state: State, fact: ClockChanged) -> None:
    clock = state.clock
    if clock is not None:
        banks = _with(clock.banks, fact.seat, fact.bank)
        state.clock = msgspec.structs.replace(clock, banks=banks)


def _time_shifted(state: State, fact: TimeShifted) -> None:
    state.ahead = fact.ahead


def _spent_under(state: State, under: int) -> tuple[int, ...]:
    """Return the times of the lower questions; one that was never asked has used none."""
    spent = () if state.clock is None else state.clock.spent
    return (*spent, *(0,) * under)[:under]


def _replaced(clock: Clock | None, *, spent: tuple[int, ...], since: int) -> Clock | None:
    return clock and msgspec.structs.replace(clock, spent=spent, since=since)


def _game_ended(state: State, fact: GameEnded) -> None:
    state.result = _result(fact)
    state.prompts = ()
    state.stand_ins = 0
    state.due = ()
    state.paused = False
    state.calls = JudgeCalls(state.calls.made)
    state.window = None


def _result_changed(state: State, fact: ResultChanged) -> None:
    state.result = _result(fact)


def _result(fact: GameEnded | ResultChanged) -> Result:
    return Result(NOBODY if fact.winner is None else fact.winner, fact.why, fact.places)


def _changes_nothing(state: State, fact: RoundEnded | Taken) -> None:
    """Do nothing: these facts only inform."""


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])


FOLDS: Final[dict[type, Callable[[State, Any], None]]] = {
    GameStarted: _game_started,
    CardsPlaced: _cards_placed,
    CardsMoved: _cards_moved,
    Shuffled: _shuffled,
    LotDrawn: _lot_drawn,
    ColorChanged: _color_changed,
    DirectionChanged: _direction_changed,
    RoundBegan: _round_began,
    RoundEnded: _changes_nothing,
    TurnBegan: _turn_began,
    EnemyCame: _enemy_came,
    SkipChanged: _skip_changed,
    UnoChanged: _uno_changed,
    SeatOut: _seat_out,
    CardsShown: remember_shown,
    LastingBegan: _lasting_began,
    LastingUsed: _lasting_used,
    LastingEnded: _lasting_ended,
    Prompted: _prompted,
    Answered: _answered,
    Taken: _changes_nothing,
    Withdrawn: _withdrawn,
    ScoreChanged: _score_changed,
    ScorePenalized: _score_changed,
    PenaltyDue: _penalty_due,
    PenaltyDrawn: _penalty_drawn,
    Paused: _paused,
    Resumed: _resumed,
    JudgeCalled: _judge_called,
    CallClosed: _call_closed,
    KeyRevoked: _key_revoked,
    StandInBegan: _stand_in_began,
    StandInEnded: _stand_in_ended,
    WindowOpened: _window_opened,
    UnoHeld: _uno_held,
    WindowClosed: _window_closed,
    ClockStarted: _clock_started,
    ClockStopped: _clock_stopped,
    ClockSpent: _clock_spent,
    ClockChanged: _clock_changed,
    TimeShifted: _time_shifted,
    GameEnded: _game_ended,
    ResultChanged: _result_changed,
}
"""The function that applies each kind of fact."""
