"""A card's question: the sentence of the effect that waits for an answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Final, Literal

import msgspec

from cards.language import EditionDef, Speech, color_name, listed, sentence, speech_of
from cards.language.abilities import Replacement
from cards.language.effects import (
    Add,
    Burn,
    BurnFromHand,
    CardFilter,
    ChooseCard,
    ChooseMode,
    ChoosePlayer,
    Draw,
    Effect,
    Exchange,
    Mode,
    Recover,
    Skip,
    Verb,
)
from cards.language.walk import every_effect
from games.engine import Bookmark, Intent, Prompt, Ruleset, Seat
from games.engine.bindings import GIVEN, PICKS
from games.engine.variants import Each
from games.wording.labels import CATALOG, card_name, character_name, definite_name, seat_name
from games.wording.language import Language, Texts

_WOULD: Final = {
    "add": Add,
    "burn": Burn,
    "draw": Draw,
    "skip": Skip,
}
"""What an intent would be as an effect."""

_TEXTS: Final = Texts(
    CATALOG,
    "question",
    {
        "to-you": "Now {cause} would make you {what}.",
        "to-seat": "Now {cause} would make {who} {what}.",
        "for-it": "You lay {card} on the Burn Pile: choose what you take for it.",
        "given-away": "Choose first the hand card that you lay on the Burn Pile.",
        "meant": "That player is {who}.",
        "meant-number": "The one named is {character}.",
        "named-by": "Named by {who}: {character}.",
        "either": "{first}, or {last}.",
        "meant-color": "That color is {color}.",
        "last-lowest": "Choose one after the other; the last one lies lowest.",
        "chosen-so-far": "Chosen so far: {cards}.",
    },
)


Who = Callable[[int], str]
"""Returns a seat in words."""


def question(ruleset: Ruleset, prompt: Prompt, language: Language, who: Who | None = None) -> str:
    """Return the question of a card to the prompted seat; "" if no card asks it.

    ``who`` names other seats; without it they have only their numbers.
    """
    who = who or partial(seat_name, language=language)
    card = ruleset.cards.get(prompt.source)
    if card is None or not prompt.resume:
        return ""
    speech, mark = speech_of(card, language), prompt.resume[-1]
    if isinstance(mark, Intent):
        return _about_to_happen(ruleset, speech, prompt, mark, language, who)
    steps = asking(ruleset, prompt)
    if not steps:
        return ""
    parts = (
        _who_named(ruleset.edition, steps, prompt, mark, language, who),
        _modes_offered(speech, steps[0], prompt, language)
        or " ".join(sentence(one) for one in speech.phrases(steps)),
        _hint(ruleset, mark, steps[0], language),
        _who_is_meant(steps, mark, language, who),
        _what_is_meant(ruleset.edition, steps, prompt, mark, language),
    )
    return " ".join(part for part in parts if part)


def _modes_offered(speech: Speech, step: Effect, prompt: Prompt, language: Language) -> str:
    """Return what the seat may choose to do; "" if it is asked for something else."""
    if not isinstance(step, ChooseMode):
        return ""
    modes = [mode for mode in step.modes if mode.name in prompt.options]
    if len(modes) < 2 or not all(mode.do for mode in modes):
        return ""
    *first, last = (_to_do(speech, mode, "you") for mode in modes)
    text = _TEXTS.say("either", language, first=", ".join(first), last=last)
    return text[:1].upper() + text[1:]


def mode_text(ruleset: Ruleset, prompt: Prompt, name: str, language: Language) -> str:
    """Return what a mode does, addressed to the prompted seat; "" if not found."""
    steps = asking(ruleset, prompt)
    if not steps or not isinstance(steps[0], ChooseMode):
        return ""
    speech = speech_of(ruleset.cards[prompt.source], language)
    for mode in steps[0].modes:
        if mode.name == name:
            text = _to_do(speech, mode)
            return text[:1].upper() + text[1:]
    return ""


def mode_words(ruleset: Ruleset, card: str, name: str, language: Language) -> str:
    """Return what a mode of a card does, else the name of the mode.

    Without a card it is the first one that has such a mode.
    """
    modes = _modes(ruleset)
    found = modes.get((card, name)) or modes.get(("", name))
    if found is None:
        return name
    code, mode = found
    return _to_do(speech_of(ruleset.cards[code], language), mode)


@lru_cache(maxsize=64)
def _modes(ruleset: Ruleset) -> dict[tuple[str, str], tuple[str, Mode]]:
    """Return the modes of all cards by card and name, addressed to who chooses."""
    found: dict[tuple[str, str], tuple[str, Mode]] = {}
    for path, steps in ruleset.scripts.items():
        code = path.partition(".")[0]
        for step in steps:
            if isinstance(step, ChooseMode) and code in ruleset.cards:
                read = _as_read_by(step.role, step)
                for mode in read.modes if isinstance(read, ChooseMode) else ():
                    found.setdefault((code, mode.name), (code, mode))
                    found.setdefault(("", mode.name), (code, mode))
    return found


def _to_do(speech: Speech, mode: Mode, form: Literal["you", "to"] = "to") -> str:
    if not mode.do:
        return speech.choose_word([mode.name], form)
    clauses = [speech.clause(effect) for effect in mode.do]
    if all(clause.who == "self" for clause in clauses):
        return listed([clause.render(form) for clause in clauses], speech.last)
    return speech.inline(mode.do)


def asking(ruleset: Ruleset, prompt: Prompt) -> tuple[Effect, ...]:
    """Return the effect that asks, and what its answer is for, addressed to the seat.

    A choice that only names something is followed by the effects up to the next question, which use
    the name. Nothing is returned if no card asks, or not in its own words.
    """
    mark = prompt.resume[-1] if prompt.resume else None
    if not isinstance(mark, Bookmark) or prompt.source not in ruleset.cards:
        return ()
    steps = _steps(ruleset, mark.script, mark.at)
    if not steps or not _is_in_card_words(steps[0]):
        return ()
    rendered = list(steps[:1])
    if steps[0].gain == "name" and bool(getattr(steps[0], "bind", None)):
        rendered += _until_next_question(steps[1:])
    role = _role(steps[0], prompt, mark)
    return tuple(_as_read_by(role, effect) for effect in rendered)


_NESTED: Final = re.compile(r"\[(\d+)\]")
"""The number of a step in the path of a script inside it."""


def progress(
    ruleset: Ruleset, prompt: Prompt, language: Language
) -> tuple[Seat | None, list[str], list[str]]:
    """Return what the card that asks has done, and what it does after the answer.

    Both are sentences of its text, in which *you* is the seat that is returned first.
    """
    mark = prompt.resume[-1] if prompt.resume else None
    if not isinstance(mark, Bookmark) or not _is_of(mark, prompt.source):
        return None, [], []
    done = [step for script, at in _path(ruleset, mark) for step in _steps(ruleset, script, 0, at)]
    remaining = _steps(ruleset, mark.script, mark.at + max(1, len(asking(ruleset, prompt))))
    for outer in reversed(prompt.resume[:-1]):
        if isinstance(outer, Bookmark) and _is_of(outer, prompt.source):
            remaining += _steps(ruleset, outer.script, outer.at)
    speech = speech_of(ruleset.cards[prompt.source], language)
    before, after = (
        [sentence(one) for one in speech.phrases(steps)] for steps in (done, remaining)
    )
    return mark.seat, before, after


def _is_of(mark: Bookmark, card: str) -> bool:
    """Whether a script is a part of a card."""
    return mark.script.startswith(f"{card}.")


def _path(ruleset: Ruleset, mark: Bookmark) -> Iterator[tuple[str, int]]:
    """Yield the scripts that lead to a bookmark, outermost first, each with its step."""
    for found in _NESTED.finditer(mark.script):
        outer = mark.script[: found.start()]
        if outer in ruleset.scripts:
            yield outer, int(found[1])
    yield mark.script, mark.at


def _steps(ruleset: Ruleset, script: str, first: int = 0, last: int | None = None) -> list[Effect]:
    """Return the effects from one step of a script to another."""
    found: list[Any] = []
    for at, step in enumerate(ruleset.scripts[script][:last]):
        if isinstance(step, Each):
            (one,) = ruleset.scripts[f"{script}[{at}].each"]
            step = one.for_role(step.who)
        if at >= first and isinstance(step, Verb):
            found.append(step)
    return found


def _until_next_question(steps: Sequence[Effect]) -> list[Effect]:
    found: list[Effect] = []
    for step in steps:
        if _is_in_card_words(step) and not isinstance(step, BurnFromHand):
            break
        found.append(step)
    return found


def _is_in_card_words(step: Effect) -> bool:
    """Whether an effect asks in the words of its card; a challenge has its rule's."""
    return step.asks not in ("", "challenge")


def _role(step: Effect, prompt: Prompt, mark: Bookmark) -> str:
    """Return the role by which the text addresses the seat asked."""
    if prompt.seat == mark.seat:
        return "self"
    return step.role


def _as_read_by(role: str, effect: Effect) -> Effect:
    """Return an effect with a role and *you* exchanged."""
    if role == "self":
        return effect
    swap = {role: "self", "self": role}
    changes: dict[str, Any] = {}
    for name in ("who", "to", "of"):
        value = getattr(effect, name, None)
        if isinstance(value, str) and not isinstance(effect, ChooseCard):
            changes[name] = swap.get(value, value)
    for name in ("do", "otherwise"):
        if hasattr(effect, name):
            changes[name] = tuple(_as_read_by(role, one) for one in getattr(effect, name))
    if isinstance(effect, ChooseMode):
        changes["modes"] = tuple(_mode_as_read_by(role, mode, swap) for mode in effect.modes)
    return msgspec.structs.replace(effect, **changes)


def _mode_as_read_by(role: str, mode: Mode, swap: dict[str, str]) -> Mode:
    needs = mode.needs
    if needs is not None:
        needs = msgspec.structs.replace(needs, who=swap.get(needs.who, needs.who))
    do = tuple(_as_read_by(role, one) for one in mode.do)
    return msgspec.structs.replace(mode, do=do, needs=needs)


def _hint(ruleset: Ruleset, mark: Bookmark, step: Effect, language: Language) -> str:
    """Return what the current part of a question in several parts asks."""
    match step:
        case Exchange():
            given = mark.read(GIVEN)
            if not given:
                return _TEXTS["given-away"].to(language)
            card = definite_name(ruleset.edition, given, language)
            return _TEXTS.say("for-it", language, card=card)
        case Recover(chosen=True):
            picks = [definite_name(ruleset.edition, one, language) for one in _picked(mark)]
            if not picks:
                return _TEXTS["last-lowest"].to(language)
            return _TEXTS.say("chosen-so-far", language, cards=", ".join(picks))
        case _:
            return ""


def _picked(mark: Bookmark) -> list[str]:
    """Return the cards that have been chosen before, in their order."""
    return mark.read(PICKS).split()


def _who_is_meant(steps: Sequence[Effect], mark: Bookmark, language: Language, who: Who) -> str:
    """Return which seat *that player* is, if it is known already."""
    roles = {role for step in every_effect(steps) for role in _roles_in(step)}
    if any(isinstance(step, ChoosePlayer) for step in every_effect(steps)):
        roles.discard("target")
    seat = mark.read("target") if "target" in roles else ""
    if not seat and "they" in roles and mark.they >= 0:
        seat = str(mark.they)
    return _TEXTS.say("meant", language, who=who(int(seat))) if seat else ""


def _who_named(
    edition: EditionDef,
    steps: Sequence[Effect],
    prompt: Prompt,
    mark: Bookmark,
    language: Language,
    who: Who,
) -> str:
    """Return which number another player has named, if the question is about it."""
    number = _number_named(steps, mark)
    if not number or mark.seat == prompt.seat:
        return ""
    character = character_name(edition, number)
    return _TEXTS.say("named-by", language, who=who(mark.seat), character=character)


def _number_named(steps: Sequence[Effect], mark: Bookmark) -> str:
    wanted = [one for step in every_effect(steps) for one in _filters_in(step)]
    return next(filter(None, (mark.read(one.symbol_bound) for one in wanted)), "")


def _what_is_meant(
    edition: EditionDef, steps: Sequence[Effect], prompt: Prompt, mark: Bookmark, language: Language
) -> str:
    """Return which number or color *that* one is, if it has been named."""
    wanted = [one for step in every_effect(steps) for one in _filters_in(step)]
    number = _number_named(steps, mark)
    color = next(filter(None, (mark.read(one.color_bound) for one in wanted)), "")
    said = []
    if number and mark.seat == prompt.seat:
        character = character_name(edition, number)
        said.append(_TEXTS.say("meant-number", language, character=character))
    if color:
        name = color_name(color, language)
        said.append(_TEXTS.say("meant-color", language, color=name))
    return " ".join(said)


def _filters_in(step: Effect) -> tuple[CardFilter, ...]:
    wanted = getattr(step, "card", ())
    return (wanted,) if isinstance(wanted, CardFilter) else wanted or ()


def _roles_in(step: Effect) -> list[object]:
    return [getattr(step, name, None) for name in ("who", "to", "of")]


def _about_to_happen(
    ruleset: Ruleset,
    speech: Speech,
    prompt: Prompt,
    intent: Intent,
    language: Language,
    who: Who,
) -> str:
    """Return what a replacement may change, and how."""
    replacements = [
        ability
        for ability in speech.card.abilities
        if isinstance(ability, Replacement) and intent.verb in ability.instead_of
    ]
    if not replacements:
        return ""
    text = sentence(speech.ability(replacements[0]))
    if intent.verb not in _WOULD or intent.until is not None:
        return text
    made = _WOULD[intent.verb]
    effect = made() if made is Skip else made(count=intent.count)
    is_own = intent.seat == prompt.seat
    what = speech.verb(effect, "to" if is_own else "to3")
    cause = card_name(ruleset.edition, intent.cause.card, language)
    now = _TEXTS["to-you" if is_own else "to-seat"]
    return f"{now.fill(language, cause=cause, who=who(intent.seat), what=what)} {text}"
