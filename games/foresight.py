"""Whether what a move would cause may be told before it is made."""

from __future__ import annotations

from typing import Final

from cards.language.effects import ChooseColor, Reverse, SetColor, Skip
from games.engine import Bookmark, CallUno, Choose, Move, Pass, Play, Ruleset, State
from games.engine.variants import AwaitPlay, BeginTurn, EndTurn
from games.engine.zones import HAND

PLAIN: Final = frozenset({ChooseColor, SetColor, Skip, Reverse, BeginTurn, AwaitPlay, EndTurn})
"""The steps whose outcome anybody at the table could tell: they look at no card and use no luck."""


def is_foreseeable(ruleset: Ruleset, state: State, move: Move) -> bool:
    """Whether a legal move comes to the same whatever the hidden cards are.

    It looks only at what the mover knows, so that the answer itself tells nothing.
    """
    if ruleset.has_abilities or state.lasting:
        return False
    held = len(state.zones[HAND[move.seat]])
    match move:
        case CallUno() | Pass():
            return True
        case Play(card=card):
            return held > 1 and _are_plain(ruleset, [ruleset.effects.get(card, "")])
        case Choose():
            frames = state.prompts[-1].resume
            scripts = [frame.script for frame in frames if isinstance(frame, Bookmark)]
            return held > 0 and len(scripts) == len(frames) and _are_plain(ruleset, scripts)
        case _:
            return False


def _are_plain(ruleset: Ruleset, scripts: list[str]) -> bool:
    return all(type(step) in PLAIN for name in scripts for step in ruleset.scripts.get(name, ()))
