"""The prompts that the rules open in a state without a game behind it."""

from __future__ import annotations

from typing import Final

from games.engine.bindings import DRAWN, Bound
from games.engine.chance import Chance
from games.engine.facts import Prompted
from games.engine.prompts import Bookmark, Prompt
from games.engine.queries import refusal_of_play
from games.engine.resolution import Resolution
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.variants import TURN
from games.engine.verbs import OUTCOMES, VERBS, resolve_intent
from games.engine.zones import HAND, Card

INTENT_VERBS: Final = frozenset(OUTCOMES)
"""The verbs that an intent may have."""

STEPS_TO_ASK: Final = 100
"""The most steps in which a question is asked again: its bookmark points at the step that asks."""


def reask(ruleset: Ruleset, state: State, prompt: Prompt, chance: Chance) -> tuple[Prompt, ...]:
    """Return the open prompts after the work behind a prompt ran unanswered.

    The state has the questions below it, and is not changed. None are returned if the work does
    anything but ask. A question that the rules never ask may raise any error.
    """
    work = Resolution(ruleset, state.copy(), chance, VERBS)
    work.restore(prompt)
    work.run(resolve_intent, STEPS_TO_ASK)
    if not all(isinstance(fact, Prompted) for fact in work.facts):
        return ()
    return work.state.prompts


def ask_turn(ruleset: Ruleset, state: State, chance: Chance) -> tuple[Prompt, ...]:
    """Return the question that the current seat is asked on its turn."""
    return _of_turn(ruleset, state, (), chance)


def ask_drawn(ruleset: Ruleset, state: State, card: Card, chance: Chance) -> tuple[Prompt, ...]:
    """Return the question after a draw.

    There is none unless the seat holds the card and may play it.
    """
    seat = state.current
    if card not in state.zones[HAND[seat]] or refusal_of_play(ruleset, state, seat, card):
        return ()
    return _of_turn(ruleset, state, ((DRAWN, card),), chance)


def _of_turn(ruleset: Ruleset, state: State, bound: Bound, chance: Chance) -> tuple[Prompt, ...]:
    bare = state.copy()
    bare.prompts = ()
    mark = Bookmark(TURN, ruleset.awaits, state.current, bound=bound)
    return reask(ruleset, bare, Prompt(state.current, "turn", resume=(mark,)), chance)
