"""The rules that permit a legal move, whether or not they change anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import (
    AdjustClock,
    AnswerCall,
    CallJudge,
    CallUno,
    CancelCall,
    CatchUno,
    Choose,
    ClaimAbsent,
    CloseWindow,
    Correct,
    Deduct,
    Draw,
    Expire,
    GameLoss,
    Move,
    Note,
    Pass,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    RevokeKey,
    Ruleset,
    Stand,
    StandIn,
    State,
    TakeBack,
    Void,
    Warn,
    Withdraw,
)

_BESIDE: Final[dict[type, str]] = {
    CallUno: "common.uno.call",
    CatchUno: "common.uno.catch",
    Resign: "common.forfeit",
    Expire: "common.choice-timeout",
    CallJudge: "common.judge",
    CancelCall: "common.judge",
    AnswerCall: "common.judge",
    RevokeKey: "common.key",
    ClaimAbsent: "common.absence",
    StandIn: "common.absence.bot",
    TakeBack: "common.absence.bot",
    CloseWindow: "common.uno.window",
    Stand: "common.clock.stands",
    Remove: "common.forfeit",
    GameLoss: "common.loss",
    Deduct: "common.deduct",
    Warn: "common.warn",
    Note: "common.note",
    Withdraw: "common.withdraw",
    Penalize: "common.penalty",
    AdjustClock: "common.clock.adjust",
    Pause: "common.pause",
    Resume: "common.pause",
    Void: "common.void",
    Correct: "common.correct",
}
"""The rules of the moves that do not depend on the question asked."""


def permitting(ruleset: Ruleset, state: State, move: Move) -> tuple[str, ...]:
    """Return the rules that permit a legal move, the most general first."""
    return tuple(dict.fromkeys(_permitting(ruleset, state, move)))


def _permitting(ruleset: Ruleset, state: State, move: Move) -> Iterator[str]:
    match move:
        case Play(card=card):
            yield from _of_play(ruleset, state, card)
        case Draw():
            yield "common.draw"
        case Pass() | Choose():
            yield state.prompts[-1].rule
        case _:
            yield _BESIDE[type(move)]


def _of_play(ruleset: Ruleset, state: State, card: str) -> Iterator[str]:
    """Yield the rule of the question, of the match, and those of the card itself."""
    if state.prompts[-1].kind != "turn":
        yield state.prompts[-1].rule
    yield "common.wild" if ruleset.kind[card] == "wild" else "common.match"
    if card in ruleset.effects:
        yield ruleset.rules[card]
    if card in ruleset.challenges:
        yield f"{ruleset.rules[card]}.legal"
