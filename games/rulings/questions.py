"""Open questions given from outside: whether the rules would ask them there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import Bookmark, Chance, EndlessEffect, Prompt, Ruleset, State
from games.engine.facts import Prompted
from games.engine.hidden_prompts import is_redacted
from games.engine.prompts import Bound
from games.engine.queries import refusal_of_play
from games.engine.resolution import Resolution
from games.engine.rulebook import load_rulebook
from games.engine.variants import TURN
from games.engine.verbs import OUTCOMES, VERBS, settle
from games.engine.verbs.turns import DRAWN
from games.engine.zones import HAND, NOBODY, Card

CANNOT_BE: Final = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    StopIteration,
)
"""What the rules stumble over where a question is none of theirs."""

MOST_COUNTED: Final = 1_000

STEPS_TO_ASK: Final = 100
"""The most steps in which a question is asked again: its bookmark points at the step that asks."""

HIDDEN_KINDS: Final = ("card", "drawn")
"""The kinds of question whose options may be hidden: they name cards of a hand."""


def turn_prompts(ruleset: Ruleset, state: State, chance: Chance) -> tuple[Prompt, ...]:
    """The question that the current seat is asked on its turn."""
    return _of_turn(ruleset, state, (), chance)


def drawn_prompts(ruleset: Ruleset, state: State, card: Card, chance: Chance) -> tuple[Prompt, ...]:
    """Return the question after a draw; none unless the seat holds the card and may play it."""
    seat = state.current
    if card not in state.zones[HAND[seat]] or refusal_of_play(ruleset, state, seat, card):
        return ()
    return _of_turn(ruleset, state, ((DRAWN, card),), chance)


def _of_turn(ruleset: Ruleset, state: State, bound: Bound, chance: Chance) -> tuple[Prompt, ...]:
    bare = state.copy()
    bare.prompts = ()
    mark = Bookmark(TURN, ruleset.awaits, state.current, bound=bound)
    return _asked(ruleset, bare, Prompt(state.current, "turn", resume=(mark,)), chance)


def problems_of_prompts(
    ruleset: Ruleset, state: State, chance: Chance
) -> Iterator[tuple[int, str]]:
    """The open questions that the rules would not ask there, with the part that is wrong.

    A question is run again from where it stands: it has to come out as it is given. Its options may
    be fewer, because a hand may have grown since.
    """
    for at, prompt in enumerate(state.prompts):
        if not 0 <= prompt.seat < state.seats or state.is_out(prompt.seat):
            yield at, "/seat"
            continue
        if is_redacted(prompt):
            yield from ((at, part) for part in _wrong_in_hidden(ruleset, state, prompt))
            continue
        wrong = [*_wrong_frames(ruleset, prompt)]
        yield from ((at, f"/resume/{frame}") for frame in wrong)
        if not wrong and (part := _differs(ruleset, state, at, chance)) is not None:
            yield at, part


def _wrong_in_hidden(ruleset: Ruleset, state: State, prompt: Prompt) -> Iterator[str]:
    """Yield the parts of a question with hidden options that no question has."""
    if prompt.kind not in HIDDEN_KINDS:
        yield "/kind"
    elif not state.zones[HAND[prompt.seat]]:
        yield "/seat"
    if prompt.rule not in load_rulebook() and prompt.rule not in ruleset.rules.values():
        yield "/rule"
    if prompt.source and prompt.source not in ruleset.cards:
        yield "/source"


def _wrong_frames(ruleset: Ruleset, prompt: Prompt) -> Iterator[int]:
    """The bookmarks that point at no script or behind its end, and intents that are none."""
    last = len(prompt.resume) - 1
    for at, frame in enumerate(prompt.resume):
        if isinstance(frame, Bookmark):
            length = len(ruleset.scripts.get(frame.script, ()))
            is_there = frame.script in ruleset.scripts and 0 <= frame.at <= length - (at == last)
            cards, seats = (frame.source,), (frame.seat, frame.they)
        else:
            is_there = frame.verb in OUTCOMES and 0 <= frame.count <= MOST_COUNTED
            cards, seats = (frame.cause.card,), (frame.seat, frame.cause.seat)
        known = all(not card or card in ruleset.cards for card in cards)
        if not (is_there and known and all(NOBODY <= seat < ruleset.seats for seat in seats)):
            yield at


def _differs(ruleset: Ruleset, state: State, at: int, chance: Chance) -> str | None:
    """Where a question differs from the one that the rules ask there; "" where they ask none."""
    prompt = state.prompts[at]
    bare = state.copy()
    bare.prompts = state.prompts[:at]
    try:
        asked = _asked(ruleset, bare, prompt, chance)
    except (*CANNOT_BE, EndlessEffect):
        return ""
    if len(asked) != at + 1:
        return ""
    return _first_difference(state, prompt, asked[-1])


def _first_difference(state: State, prompt: Prompt, anew: Prompt) -> str | None:
    for name in ("seat", "kind", "source", "rule", "hidden", "resume"):
        if getattr(anew, name) != getattr(prompt, name):
            return f"/{name}"
    if bool(anew.options) != bool(prompt.options) or set(prompt.options) - set(anew.options):
        return "/options"
    if prompt.kind == "drawn" and prompt.options[0] not in state.zones[HAND[prompt.seat]]:
        return "/options"
    return None


def _asked(ruleset: Ruleset, bare: State, prompt: Prompt, chance: Chance) -> tuple[Prompt, ...]:
    """The open questions after the work behind one has been taken up without an answer."""
    work = Resolution(ruleset, bare, chance, VERBS)
    work.bring_back(prompt)
    work.run(settle, STEPS_TO_ASK)
    if not all(isinstance(fact, Prompted) for fact in work.facts):
        return ()
    return work.state.prompts
