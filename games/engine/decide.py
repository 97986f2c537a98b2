"""The rules: a state and a move in, a decision out."""

from __future__ import annotations

import msgspec

from games.engine.chance import Chance
from games.engine.facts import (
    Answered,
    CardsPlaced,
    Fact,
    GameEnded,
    GameStarted,
    ResultChanged,
    Ruling,
    Setup,
    UnoChanged,
)
from games.engine.legality import check
from games.engine.moves import (
    ANSWERS,
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Expire,
    Move,
    Play,
    Remove,
    Resign,
    Void,
)
from games.engine.prompts import PLAY_KINDS, Cause
from games.engine.resolution import EndlessEffect, Resolution
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.variants import ROUND
from games.engine.verbs import VERBS, settle
from games.engine.verbs.seats import remove, resign
from games.engine.verbs.turns import first_move, is_starting
from games.engine.zones import DRAW, NOBODY, Seat

UNO_PENALTY = 2
"""How many cards a caught player draws (common.uno.catch)."""


class Decision(msgspec.Struct, frozen=True, gc=False):
    """What a move causes: the facts in order, the rules behind them, and the state after."""

    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]
    state: State


def new_game(ruleset: Ruleset, setup: Setup, chance: Chance) -> Decision:
    """Lay the table and deal the first round; a deal without end voids the game."""
    work = _laid(ruleset, setup, chance)
    work.push(ROUND, NOBODY)
    try:
        work.run(settle)
    except EndlessEffect:
        work = _laid(ruleset, setup, chance)
        _end_endless(work, NOBODY)
    return Decision(tuple(work.facts), tuple(work.rulings), work.state)


def _laid(ruleset: Ruleset, setup: Setup, chance: Chance) -> Resolution:
    work = Resolution(ruleset, State(), chance, VERBS)
    work.emit(GameStarted(setup))
    if ruleset.box:
        work.emit(CardsPlaced(DRAW, ruleset.box))
    return work


def decide(ruleset: Ruleset, state: State, move: Move, chance: Chance) -> Decision:
    """Rule on a move; the given state is not changed.

    A move that does not come to an end changes nothing but the result: the game is void
    (common.endless). Raises ``IllegalMove`` when the rules refuse it.
    """
    check(ruleset, state, move)
    work = Resolution(ruleset, state.copy(), chance, VERBS)
    take(work, move)
    try:
        work.run(settle)
    except EndlessEffect:
        work = Resolution(ruleset, state.copy(), chance, VERBS)
        if type(move) in ANSWERS:
            _close(work, move)
        _end_endless(work, move.seat)
    if not work.rulings:
        # An answer that only leads to the next question is given by the rule that asked for it.
        work.rulings.append(Ruling(state.prompts[-1].rule, 0, move.seat))
    return Decision(tuple(work.facts), tuple(work.rulings), work.state)


def _end_endless(work: Resolution, seat: Seat) -> None:
    work.rule("common.endless", seat)
    work.emit(GameEnded(NOBODY, "void"))


def take(work: Resolution, move: Move) -> None:
    """Carry out the move itself; what follows from it is on the agenda."""
    if type(move) in ANSWERS:
        _answer(work, move)
        return
    match move:
        case CallUno(seat=seat):
            work.rule("common.uno.call", seat)
            work.emit(UnoChanged(seat, "called"))
        case CatchUno(target=target):
            work.rule("common.uno.catch", target)
            work.emit(UnoChanged(target, "missed"))
            work.intend("draw", [target], UNO_PENALTY, Cause("uno"))
        case Resign(seat=seat):
            resign(work, seat)
        case Remove(seat=seat):
            remove(work, seat)
        case Void():
            _void(work)
        case Correct(winner=winner):
            work.rule("common.correct", winner)
            work.emit(ResultChanged(winner, "corrected"))


def _void(work: Resolution) -> None:
    """No seat wins; a game that runs ends with that (common.void)."""
    work.rule("common.void", NOBODY)
    is_over = work.state.result is not None
    work.emit(ResultChanged(NOBODY, "void") if is_over else GameEnded(NOBODY, "void"))


def _answer(work: Resolution, move: Move) -> None:
    prompt = work.state.prompts[-1]
    option = _close(work, move)
    work.resume(prompt, move if prompt.kind in PLAY_KINDS else option)
    if work.ruleset.variant.own_decks:
        _note_first_move(work, prompt.seat)


def _close(work: Resolution, move: Move) -> str:
    """Close the top question with an answer, and return the option."""
    prompt = work.state.prompts[-1]
    option = prompt.default
    if type(move) is Play:
        option = move.card
    elif type(move) is Choose:
        option = move.option
    elif type(move) is Expire:
        work.rule("common.choice-timeout", move.seat)
    work.emit(Answered(prompt.seat, option, prompt.hidden))
    return option


def _note_first_move(work: Resolution, seat: Seat) -> None:
    """The answer to a question at the start of the own turn is a first move (common.uno.catch)."""
    turn = work.turn_frame()
    if turn is not None and turn.seat == seat and is_starting(turn):
        first_move(work, turn)
