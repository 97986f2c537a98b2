"""Open questions given from outside: whether the rules would ask them there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.engine import Bookmark, Chance, EndlessEffect, Prompt, Ruleset, State
from games.engine.facts import Prompted
from games.engine.resolution import Resolution
from games.engine.variants import TURN
from games.engine.verbs import OUTCOMES, VERBS, settle
from games.engine.zones import HAND, NOBODY

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


def turn_prompts(ruleset: Ruleset, state: State, chance: Chance) -> tuple[Prompt, ...]:
    """The question that the current seat is asked on its turn."""
    bare = state.copy()
    bare.prompts = ()
    mark = Bookmark(TURN, ruleset.awaits, state.current)
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
        wrong = [*_wrong_frames(ruleset, prompt)]
        yield from ((at, f"/resume/{frame}") for frame in wrong)
        if not wrong and (part := _differs(ruleset, state, at, chance)) is not None:
            yield at, part


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
    work.run(settle)
    if not all(isinstance(fact, Prompted) for fact in work.facts):
        return ()
    return work.state.prompts
