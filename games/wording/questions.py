"""What a card asks, in its own words: the sentence of the effect that waits for an answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from cards.language.abilities import Replacement
from cards.language.effects import (
    Add,
    Burn,
    BurnFromHand,
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
from cards.language.prose import speech_of
from cards.language.speech import Speech, listed, sentence
from cards.language.walk import every_effect
from games.engine import Bookmark, Intent, Prompt, Ruleset
from games.engine.queries import lookup
from games.engine.variants import Each
from games.engine.verbs.decks import GIVEN, PICKS
from games.wording.labels import card_name
from games.wording.language import Language, Text

_WOULD: Final = {
    "add": Add,
    "burn": Burn,
    "draw": Draw,
    "skip": Skip,
}
"""What an intent would be as an effect."""

_TO_YOU: Final = Text("Now {cause} would make you {what}.", "{cause} veut te faire {what}.")
_TO_SEAT: Final = Text(
    "Now {cause} would make seat {seat} {what}.", "{cause} veut faire {what} au siège {seat}."
)
_FOR_IT: Final = Text(
    "You lay {card} on the Burn Pile: choose what you take for it.",
    "Tu déposes {card} sur la Brûlure : choisis ce que tu prends en échange.",
)
_GIVEN_AWAY: Final = Text(
    "Choose first the hand card that you lay on the Burn Pile.",
    "Choisis d’abord la carte de ta main que tu déposes sur la Brûlure.",
)
_MEANT: Final = Text("That player is seat {seat}.", "Ce joueur est au siège {seat}.")
_LAST_LOWEST: Final = Text(
    "Choose one after the other; the last one lies lowest.",
    "Choisis-les l’une après l’autre; la dernière est la plus basse.",
)


def question(ruleset: Ruleset, prompt: Prompt, language: Language) -> str:
    """What the card asks, said to the seat asked; "" for what no card asks."""
    card = ruleset.cards.get(prompt.source)
    if card is None or not prompt.resume:
        return ""
    speech, mark = speech_of(card, language), prompt.resume[-1]
    if isinstance(mark, Intent):
        return _about_to_happen(ruleset, speech, prompt, mark, language)
    steps = asking(ruleset, prompt)
    if not steps:
        return ""
    said = " ".join(sentence(one) for one in speech.phrases(steps))
    hints = (_hint(ruleset, mark, steps[0], language), _who_is_meant(steps, mark, language))
    return " ".join(part for part in (said, *hints) if part)


def mode_text(ruleset: Ruleset, prompt: Prompt, name: str, language: Language) -> str:
    """What one of the modes does, said to the seat asked; "" where the prompt has no such mode."""
    steps = asking(ruleset, prompt)
    if not steps or not isinstance(steps[0], ChooseMode):
        return ""
    speech = speech_of(ruleset.cards[prompt.source], language)
    for mode in steps[0].modes:
        if mode.name == name:
            said = _to_do(speech, mode)
            return said[:1].upper() + said[1:]
    return ""


def _to_do(speech: Speech, mode: Mode) -> str:
    if not mode.do:
        return speech.choose_word([mode.name], "to")
    clauses = [speech.clause(effect) for effect in mode.do]
    if all(clause.who == "self" for clause in clauses):
        return listed([clause.said("to") for clause in clauses], speech.last)
    return speech.inline(mode.do)


def asking(ruleset: Ruleset, prompt: Prompt) -> tuple[Effect, ...]:
    """The effect that asks, with what its answer is for, as the seat asked would read it."""
    mark = prompt.resume[-1] if prompt.resume else None
    if not isinstance(mark, Bookmark) or prompt.source not in ruleset.cards:
        return ()
    steps = _from(ruleset, mark)
    if not steps or not _is_asked_in_words(steps[0]):
        return ()
    told = list(steps[:1])
    if steps[0].gain == "name" and bool(getattr(steps[0], "bind", None)):
        told += _until_next_question(steps[1:])
    role = _role(steps[0], prompt, mark)
    return tuple(_as_read_by(role, effect) for effect in told)


def _from(ruleset: Ruleset, mark: Bookmark) -> list[Effect]:
    """The effects from a bookmark on, as they stand on the card."""
    found: list[Any] = []
    for at, step in enumerate(ruleset.scripts[mark.script]):
        if isinstance(step, Each):
            (one,) = ruleset.scripts[f"{mark.script}[{at}].each"]
            step = one.for_role(step.who)
        if at >= mark.at and isinstance(step, Verb):
            found.append(step)
    return found


def _until_next_question(steps: Sequence[Effect]) -> list[Effect]:
    found: list[Effect] = []
    for step in steps:
        if _is_asked_in_words(step) and not isinstance(step, BurnFromHand):
            break
        found.append(step)
    return found


def _is_asked_in_words(step: Effect) -> bool:
    """Whether an effect asks in the words of its card; a challenge has those of its rule."""
    return step.asks not in ("", "challenge")


def _role(step: Effect, prompt: Prompt, mark: Bookmark) -> str:
    """Which role the text has for the seat asked."""
    if prompt.seat == mark.seat:
        return "self"
    return step.role


def _as_read_by(role: str, effect: Effect) -> Effect:
    """An effect in which another seat is *you*, and *you* is that one."""
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
    """What a question in several parts asks just now."""
    match step:
        case Exchange():
            given = lookup(mark.bound, GIVEN)
            if not given:
                return _GIVEN_AWAY.to(language)
            return _FOR_IT.to(language).format(card=card_name(ruleset.edition, given, language))
        case Recover(chosen=True) if not lookup(mark.bound, PICKS):
            return _LAST_LOWEST.to(language)
        case _:
            return ""


def _who_is_meant(steps: Sequence[Effect], mark: Bookmark, language: Language) -> str:
    """Which seat *that player* is, where that is known already."""
    roles = {role for step in every_effect(steps) for role in _roles_in(step)}
    if any(isinstance(step, ChoosePlayer) for step in every_effect(steps)):
        roles.discard("target")
    seat = lookup(mark.bound, "target") if "target" in roles else ""
    if not seat and "they" in roles and mark.they >= 0:
        seat = str(mark.they)
    return _MEANT.to(language).format(seat=seat) if seat else ""


def _roles_in(step: Effect) -> list[object]:
    return [getattr(step, name, None) for name in ("who", "to", "of")]


def _about_to_happen(
    ruleset: Ruleset, speech: Speech, prompt: Prompt, intent: Intent, language: Language
) -> str:
    """What a replacement may change, and how."""
    asked = [
        ability
        for ability in speech.card.abilities
        if isinstance(ability, Replacement) and intent.verb in ability.instead_of
    ]
    if not asked:
        return ""
    said = sentence(speech.ability(asked[0]))
    if intent.verb not in _WOULD or intent.until is not None:
        return said
    made = _WOULD[intent.verb]
    effect = made() if made is Skip else made(count=intent.count)
    is_own = intent.seat == prompt.seat
    what = speech.verb(effect, "to" if is_own else "to3")
    cause = card_name(ruleset.edition, intent.cause.card, language)
    now = (_TO_YOU if is_own else _TO_SEAT).to(language)
    return f"{now.format(cause=cause, seat=intent.seat, what=what)} {said}"
