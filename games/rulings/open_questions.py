"""Check the open questions of a position: whether the rules would ask them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import (
    INTENT_VERBS,
    Bookmark,
    Chance,
    EndlessEffect,
    Prompt,
    Ruleset,
    State,
    reask,
)
from games.engine.rulebook import load_rulebook
from games.engine.zones import HAND, NOBODY

CANNOT_BE: Final = (
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    AssertionError,
    StopIteration,
)
"""The errors that the rules may raise for a question that they never ask."""

MAX_INTENT_COUNT: Final = 1_000
"""The highest ``count`` that an intent of a given question may have."""

HIDDEN_KINDS: Final = ("card", "drawn")
"""The kinds of question whose options may be hidden: they name cards of a hand."""


def problems_of_prompts(
    ruleset: Ruleset, state: State, chance: Chance
) -> Iterator[tuple[int, str]]:
    """Yield the prompts that the rules would not open, with the wrong member.

    Each question is asked again from its bookmark, and must come out as it is given. It may have
    fewer options, because a hand may have grown since.
    """
    for at, prompt in enumerate(state.prompts):
        if not 0 <= prompt.seat < state.seats or state.is_out(prompt.seat):
            yield at, "/seat"
            continue
        if prompt.is_redacted:
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
    """Yield the indexes of bookmarks outside any script, and of invalid intents."""
    last = len(prompt.resume) - 1
    for at, frame in enumerate(prompt.resume):
        if isinstance(frame, Bookmark):
            length = len(ruleset.scripts.get(frame.script, ()))
            is_there = frame.script in ruleset.scripts and 0 <= frame.at <= length - (at == last)
            cards, seats = (frame.source,), (frame.seat, frame.they)
        else:
            is_there = frame.verb in INTENT_VERBS and 0 <= frame.count <= MAX_INTENT_COUNT
            cards, seats = (frame.cause.card,), (frame.seat, frame.cause.seat)
        known = all(not card or card in ruleset.cards for card in cards)
        if not (is_there and known and all(NOBODY <= seat < ruleset.seats for seat in seats)):
            yield at


def _differs(ruleset: Ruleset, state: State, at: int, chance: Chance) -> str | None:
    """Return where a question differs from the one that the rules ask.

    It is "" if none is asked.
    """
    prompt = state.prompts[at]
    bare = state.copy()
    bare.prompts = state.prompts[:at]
    try:
        prompts = reask(ruleset, bare, prompt, chance)
    except (*CANNOT_BE, EndlessEffect):
        return ""
    if len(prompts) != at + 1:
        return ""
    return _first_difference(state, prompt, prompts[-1])


def _first_difference(state: State, prompt: Prompt, expected: Prompt) -> str | None:
    for name in ("seat", "kind", "source", "rule", "hidden", "resume", "called"):
        if getattr(expected, name) != getattr(prompt, name):
            return f"/{name}"
    if bool(expected.options) != bool(prompt.options) or set(prompt.options) - set(
        expected.options
    ):
        return "/options"
    if prompt.kind == "drawn" and prompt.options[0] not in state.zones[HAND[prompt.seat]]:
        return "/options"
    return None
