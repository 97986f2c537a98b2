"""Render effects and abilities as sentences: the part common to all languages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import ClassVar, Literal

import msgspec

from cards.language.abilities import Ability, Replacement, Restriction, Suppression, Trigger
from cards.language.cards import CardDef
from cards.language.effects import (
    MANY,
    CardFilter,
    Challenge,
    ChooseMode,
    Effect,
    ForEach,
    Grant,
    May,
    Mode,
    OnlyIf,
    Reverse,
    SetColor,
    When,
    Who,
)
from cards.language.walk import grants

Form = Literal["you", "named", "to", "to3", "he"]
"""Burn! · you burn · (you may) burn · (that player may) burn · that player burns."""

UNFINISHED = "…"
"""What stands for a part that is missing in an unfinished card."""

_IMPLIED = {
    "destroy": [CardFilter(kind=("item",))],
    "defeat": [CardFilter(kind=("enemy",)), CardFilter(not_this=True)],
}
"""The card filters that the words for a moment imply."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause: what a role does, or (``who`` None) a clause with its own subject.

    ``alone``: it is not joined with its neighbors by "and".
    """

    who: Who | None
    render: Callable[[Form], str]
    alone: bool = False


class Speech(ABC):
    """Renders the text of one card; each language has a subclass.

    The class itself says how names, colors and parameters are written in the language.
    """

    tag: ClassVar[str]
    """The tag of the language, such as ``fr-CA``."""
    endonym: ClassVar[str]
    """The name of the language in that language."""
    decimal_sign: ClassVar[str] = "."
    terms: ClassVar[Mapping[str, str]] = {}
    """What a text can say about a card, each as a pattern that finds it in lower case."""

    if_you_do: str
    otherwise: str
    last: str
    semicolon = "; "

    again: str
    """What a text says of an ability that begins again while it is told."""

    def __init__(self, card: CardDef) -> None:
        self.card = card
        self._telling: list[int] = []

    # names, colors, parameters

    @staticmethod
    def color_name(code: str) -> str:
        """Return the name of a color, without article; the code if it is unknown."""
        return code

    @classmethod
    def definite_color(cls, code: str) -> str:
        """Return a color as a part of a sentence."""
        return cls.color_name(code)

    @staticmethod
    def definite_name(card: CardDef, name: str) -> str:
        """Return the name of a card as a part of a sentence."""
        return name

    @staticmethod
    def filled(text: str, params: Mapping[str, object]) -> str:
        """Return a text with values for its parameters in braces."""
        return text.format_map(params)

    @staticmethod
    def quoted(text: str) -> str:
        """Return a text that is put in quotation marks, with others for those in it."""
        return text.replace("“", "‘").replace("”", "’")

    # whole texts

    def text(self) -> str:
        """Return the whole text of the card."""
        return " ".join(part for part in self.parts() if part)

    def ability_text(self, number: int) -> str:
        """Return one ability of the card as a sentence."""
        return sentence(self.ability(self.card.abilities[number]))

    def cost_text(self) -> str:
        """Return what defeats the card; empty if nothing does."""
        return self.cards(self.card.costs) if self.card.costs else ""

    def parts(self) -> Iterator[str]:
        """Yield the effects, then the abilities in force, then the properties of the card."""
        card = self.card
        granted = {effect.ability for effect in grants(card)}
        in_force = [one for number, one in enumerate(card.abilities) if number not in granted]
        if card.kind == "number" and not card.effects:
            yield self.plain_number()
        yield self.titled("flipped" if card.kind == "enemy" else "", card.effects)
        abilities = " ".join(sentence(self.ability(one)) for one in in_force)
        yield self.under("attacking" if card.kind == "enemy" else "", abilities)
        if card.indestructible:
            yield sentence(self.indestructible())
        if card.danger:
            yield sentence(self.danger_icon())
        if card.costs:
            yield self.under("cost", f"{self.cost_text()}.")

    def titled(self, title: str, effects: Sequence[Effect]) -> str:
        """Return effects as sentences, under a title."""
        return self.under(title, " ".join(sentence(one) for one in self.phrases(effects)))

    # effects

    def inline(self, effects: Sequence[Effect]) -> str:
        """Return effects inside a sentence; after another player, *you* is repeated."""
        if not effects:
            return UNFINISHED
        groups = self.groups(effects)
        whose = [group[0].who for group in groups]
        text = ""
        for at, group in enumerate(groups):
            after_others = any(who not in (None, "self") for who in whose[:at])
            is_named = whose[at] == "self" and after_others
            one_more = at == len(groups) - 1 and (is_named or whose[at - 1 :] == ["self", "self"])
            joint = "" if at == 0 else f" {self.last} " if one_more else self.semicolon
            text += joint + self.with_subject(group, is_named)
        return text

    def phrases(self, effects: Sequence[Effect]) -> list[str]:
        """Return effects as sentences, without capital letter and full stop."""
        return [self.with_subject(group) for group in self.groups(effects)]

    def groups(self, effects: Sequence[Effect]) -> list[list[Clause]]:
        """Return the clauses of effects, neighbors about the same player together."""
        clauses = enumerate(self.clause(effect) for effect in effects)
        return [[clause for _, clause in same] for _, same in groupby(clauses, _apart)]

    def with_subject(self, clauses: Sequence[Clause], is_named: bool = False) -> str:
        """Return what one player does, with its subject unless it addresses *you*."""
        who = clauses[0].who
        form: Form = "named" if is_named else "you" if who in (None, "self") else "he"
        text = listed([clause.render(form) for clause in clauses], self.last)
        return text if form == "you" or who is None else f"{self.subject(who)} {text}"

    def clause(self, effect: Effect) -> Clause:
        """Return the clause of an effect."""
        match effect:
            case OnlyIf():
                return _whole(self.only_if(effect))
            case ForEach():
                return _whole(f"{self.each(effect)}{self.colon}{self.inline(effect.do)}")
            case May():
                return _whole(self.may(effect.who, effect.do))
            case Grant():
                return _whole(self.grant(effect))
            case Reverse() | SetColor() | Challenge():
                return _whole(self.verb(effect, "he"))
            case ChooseMode(who=who):
                return Clause(who, lambda form: self.choose_mode(effect, form), alone=True)
        who, traits = effect.role, effect.traits
        return Clause(who, lambda form: self.verb(effect, form), traits.said_alone or who in MANY)

    def only_if(self, effect: OnlyIf) -> str:
        """Return an effect that a condition precedes, with its alternative."""
        text = f"{self.if_(self.conditions(effect.when))}, {self.inline(effect.do)}"
        if effect.otherwise:
            text += f". {self.otherwise}, {self.inline(effect.otherwise)}"
        return text

    def may(self, who: Who, effects: Sequence[Effect]) -> str:
        """Return an optional effect, with the effects that follow if it is done."""
        if not effects:
            return self.may_do(who, UNFINISHED)
        first, rest = self.clause(effects[0]), effects[1:]
        infinitive: Form = "to" if who == "self" else "to3"
        if _is_same(first.who, who):
            text = self.may_do(who, first.render(infinitive))
        else:
            text = self.may_decide(who, self.with_subject([first], is_named=first.who == "self"))
        return f"{text}{self.semicolon}{self.if_done(who)}, {self.inline(rest)}" if rest else text

    def grant(self, effect: Grant) -> str:
        """Return a lasting ability, for the text that grants it."""
        if not 0 <= effect.ability < len(self.card.abilities):
            return UNFINISHED
        if effect.ability in self._telling:
            return self.again
        self._telling.append(effect.ability)
        ability = self.card.abilities[effect.ability]
        text, lasting = self.ability(ability, uses=effect.uses), self.until(effect)
        self._telling.pop()
        if not lasting:
            return text
        short = isinstance(ability, Restriction | Suppression)
        return f"{text} {lasting}" if short else f"{lasting}, {text}"

    def choose_mode(self, effect: ChooseMode, form: Form) -> str:
        """Return a choice of modes, or of words if no mode has effects."""
        if not any(mode.do for mode in effect.modes):
            return self.choose_word([mode.name for mode in effect.modes], form)
        return self.choose_to([self.mode(effect.who, mode) for mode in effect.modes], form)

    def mode(self, who: Who, mode: Mode) -> str:
        """Return one mode of a choice as an infinitive, with its condition."""
        clauses = [self.clause(effect) for effect in mode.do]
        infinitive: Form = "to" if who == "self" else "to3"
        if clauses and all(_is_same(clause.who, who) for clause in clauses):
            text = listed([self.to(clause.render(infinitive)) for clause in clauses], self.last)
        else:
            text = self.to_take(mode.name, self.inline(mode.do) if mode.do else "")
        return f"{text} ({self.only_when(mode.needs)})" if mode.needs else text

    # abilities

    def ability(self, ability: Ability, uses: int = 0) -> str:
        """Return an ability as a sentence, without its full stop."""
        match ability:
            case Trigger():
                return f"{self.moment(ability, uses)}, {self.inline(ability.do)}"
            case Replacement():
                text = self.change(ability)
                text = self.may_do("self", text) if ability.may else text
                return f"{self.would(ability, uses)}, {text}"
            case Restriction():
                return self.forbid(ability)
            case Suppression():
                return self.silent(ability)

    # the words of a language

    colon: str

    @abstractmethod
    def under(self, title: str, text: str) -> str:
        """Return a text under a title; without a title or a text unchanged."""

    @abstractmethod
    def plain_number(self) -> str:
        """Return the sentence on a number card without effects."""

    @abstractmethod
    def indestructible(self) -> str:
        """Return the clause that no other card destroys this one."""

    @abstractmethod
    def danger_icon(self) -> str:
        """Return the clause that the card shows the Danger icon."""

    @abstractmethod
    def subject(self, who: Who | None) -> str:
        """Return a role as the subject of a clause."""

    @abstractmethod
    def verb(self, effect: Effect, form: Form) -> str:
        """Return an effect as a verb with its objects."""

    @abstractmethod
    def cards(self, filters: Sequence[CardFilter], plural: bool = False) -> str:
        """Return the cards that match any filter, as a noun phrase."""

    @abstractmethod
    def conditions(self, when: When) -> str:
        """Return a condition as joined clauses."""

    @abstractmethod
    def only_when(self, when: When) -> str:
        """Return a condition as the restriction of a mode."""

    @abstractmethod
    def if_(self, condition: str) -> str:
        """Return a condition as an if clause."""

    @abstractmethod
    def if_done(self, who: Who) -> str:
        """Return the if clause that refers to the optional effect before it."""

    @abstractmethod
    def each(self, effect: ForEach) -> str:
        """Return how often a repeated effect happens, or for whom."""

    @abstractmethod
    def may_do(self, who: Who, text: str) -> str:
        """Return an optional effect of the player who decides."""

    @abstractmethod
    def may_decide(self, who: Who, text: str) -> str:
        """Return an optional effect on others than the player who decides."""

    @abstractmethod
    def until(self, effect: Grant) -> str:
        """Return how long a granted ability lasts; "" if without end."""

    @abstractmethod
    def to(self, text: str) -> str:
        """Return an infinitive with its particle."""

    @abstractmethod
    def to_take(self, name: str, text: str) -> str:
        """Return the choice of a named mode whose effects are clauses."""

    @abstractmethod
    def choose_to(self, modes: Sequence[str], form: Form) -> str:
        """Return the choice of one of several infinitives."""

    @abstractmethod
    def choose_word(self, words: Sequence[str], form: Form) -> str:
        """Return the choice of one of several words."""

    @abstractmethod
    def moment(self, ability: Trigger, uses: int) -> str:
        """Return the moments and the condition of a trigger."""

    @abstractmethod
    def would(self, ability: Replacement, uses: int) -> str:
        """Return the intents and the condition of a replacement."""

    @abstractmethod
    def change(self, ability: Replacement) -> str:
        """Return what a replacement does instead."""

    @abstractmethod
    def forbid(self, ability: Restriction) -> str:
        """Return a restriction as a clause."""

    @abstractmethod
    def silent(self, ability: Suppression) -> str:
        """Return a suppression as a clause."""


def sentence(text: str) -> str:
    """Return a text with a capital letter and a full stop."""
    stop = "" if text.endswith(UNFINISHED) else "."
    return f"{text[:1].upper()}{text[1:]}{stop}" if text else ""


def listed(parts: Sequence[str], last: str) -> str:
    """Return parts as a list, such as "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def without_implied(ability: Trigger | Replacement, when: When) -> When:
    """Return a condition without what the words for the ability's moment imply."""
    if isinstance(ability, Replacement):
        return msgspec.structs.replace(when, count_at_least=0, cause=(), by="")
    if "play" in ability.on:
        when = msgspec.structs.replace(when, played=None)
    if "color" in ability.on and when.cause == ("play",):
        when = msgspec.structs.replace(when, cause=())
    if implies_card(ability):
        when = msgspec.structs.replace(when, card=None)
    return when


def implies_card(ability: Trigger) -> bool:
    """Whether the words for each moment of a trigger imply its card."""
    if ability.when is None or ability.when.card is None:
        return False
    return all(one == "reveal" or ability.when.card in _IMPLIED.get(one, ()) for one in ability.on)


def _is_same(doer: Who | None, role: Who) -> bool:
    """Whether the role that acts is a given one; each of several is *they*."""
    return doer == role or (role in MANY and doer == "they")


def _whole(text: str) -> Clause:
    return Clause(None, lambda _: text)


def _apart(numbered: tuple[int, Clause]) -> object:
    """Return the key by which neighboring clauses are joined."""
    number, clause = numbered
    return number if clause.alone or clause.who is None else clause.who
