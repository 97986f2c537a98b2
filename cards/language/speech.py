"""How effects and abilities become sentences, whatever the language."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

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

Form = Literal["you", "told", "to", "to3", "he"]
"""Burn! · you burn · (you may) burn · (that player may) burn · that player burns."""

_TOLD = {
    "destroy": [CardFilter(kind=("item",))],
    "defeat": [CardFilter(kind=("enemy",)), CardFilter(not_this=True)],
}
"""What the words for a moment say of the card without being told."""


@dataclass(frozen=True, slots=True)
class Clause:
    """Part of a sentence: what a role does, or (``who`` None) a clause that has its own subject.

    ``alone``: it is not joined with its neighbors by "and".
    """

    who: Who | None
    said: Callable[[Form], str]
    alone: bool = False


class Speech(ABC):
    """The sentences of one card; a language gives the words."""

    if_you_do: str
    otherwise: str
    last: str
    semicolon = "; "

    def __init__(self, card: CardDef) -> None:
        self.card = card

    # whole texts

    def text(self) -> str:
        """The whole text of the card."""
        return " ".join(part for part in self.parts() if part)

    def ability_text(self, number: int) -> str:
        """One ability of the card, as a sentence of its own."""
        return sentence(self.ability(self.card.abilities[number]))

    def cost_text(self) -> str:
        """What defeats the card; empty if nothing does."""
        return self.cards(self.card.costs) if self.card.costs else ""

    def parts(self) -> Iterator[str]:
        """The effects, then the abilities in force, then what is special about the card."""
        card = self.card
        granted = {effect.ability for effect in grants(card)}
        awake = [one for number, one in enumerate(card.abilities) if number not in granted]
        if card.kind == "number" and not card.effects:
            yield self.plain_number()
        yield self.titled("flipped" if card.kind == "enemy" else "", card.effects)
        abilities = " ".join(sentence(self.ability(one)) for one in awake)
        yield self.under("attacking" if card.kind == "enemy" else "", abilities)
        if card.indestructible:
            yield sentence(self.indestructible())
        if card.danger:
            yield sentence(self.danger_icon())
        if card.costs:
            yield self.under("cost", f"{self.cost_text()}.")

    def titled(self, title: str, effects: Sequence[Effect]) -> str:
        """Effects as sentences of their own."""
        return self.under(title, " ".join(sentence(one) for one in self.phrases(effects)))

    # effects

    def inline(self, effects: Sequence[Effect]) -> str:
        """Effects inside a sentence: after another player, *you* are named again."""
        groups = self.groups(effects)
        whose = [group[0].who for group in groups]
        said = ""
        for at, group in enumerate(groups):
            after_others = any(who not in (None, "self") for who in whose[:at])
            told = whose[at] == "self" and after_others
            one_more = at == len(groups) - 1 and (told or whose[at - 1 :] == ["self", "self"])
            joint = "" if at == 0 else f" {self.last} " if one_more else self.semicolon
            said += joint + self.with_subject(group, told)
        return said

    def phrases(self, effects: Sequence[Effect]) -> list[str]:
        """Effects as sentences, without their capitals and ends."""
        return [self.with_subject(group) for group in self.groups(effects)]

    def groups(self, effects: Sequence[Effect]) -> list[list[Clause]]:
        """Neighboring clauses about the same player together."""
        clauses = enumerate(self.clause(effect) for effect in effects)
        return [[clause for _, clause in same] for _, same in groupby(clauses, _apart)]

    def with_subject(self, clauses: Sequence[Clause], told: bool = False) -> str:
        """What one player does, with the player in front of it unless it is said to you."""
        who = clauses[0].who
        form: Form = "told" if told else "you" if who in (None, "self") else "he"
        said = listed([clause.said(form) for clause in clauses], self.last)
        return said if form == "you" or who is None else f"{self.subject(who)} {said}"

    def clause(self, effect: Effect) -> Clause:
        """What an effect says, and of whom."""
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
        said = f"{self.if_(self.conditions(effect.when))}, {self.inline(effect.do)}"
        if effect.otherwise:
            said += f". {self.otherwise}, {self.inline(effect.otherwise)}"
        return said

    def may(self, who: Who, effects: Sequence[Effect]) -> str:
        """The first thing may be done; the rest follows if it is."""
        first, rest = self.clause(effects[0]), effects[1:]
        infinitive: Form = "to" if who == "self" else "to3"
        if _is_same(first.who, who):
            said = self.may_do(who, first.said(infinitive))
        else:
            said = self.may_decide(who, self.with_subject([first], told=first.who == "self"))
        return f"{said}{self.semicolon}{self.if_done(who)}, {self.inline(rest)}" if rest else said

    def grant(self, effect: Grant) -> str:
        """A lasting ability, told where it begins."""
        ability = self.card.abilities[effect.ability]
        said, lasting = self.ability(ability, uses=effect.uses), self.until(effect)
        if not lasting:
            return said
        short = isinstance(ability, Restriction | Suppression)
        return f"{said} {lasting}" if short else f"{lasting}, {said}"

    def choose_mode(self, effect: ChooseMode, form: Form) -> str:
        """To do this or to do that; or, where nothing is done, one word of several."""
        if not any(mode.do for mode in effect.modes):
            return self.choose_word([mode.name for mode in effect.modes], form)
        return self.choose_to([self.mode(effect.who, mode) for mode in effect.modes], form)

    def mode(self, who: Who, mode: Mode) -> str:
        clauses = [self.clause(effect) for effect in mode.do]
        infinitive: Form = "to" if who == "self" else "to3"
        if clauses and all(_is_same(clause.who, who) for clause in clauses):
            said = listed([self.to(clause.said(infinitive)) for clause in clauses], self.last)
        else:
            said = self.to_take(mode.name, self.inline(mode.do))
        return f"{said} ({self.only_when(mode.needs)})" if mode.needs else said

    # abilities

    def ability(self, ability: Ability, uses: int = 0) -> str:
        """An ability as one sentence, without its end."""
        match ability:
            case Trigger():
                return f"{self.moment(ability, uses)}, {self.inline(ability.do)}"
            case Replacement():
                said = self.change(ability)
                said = self.may_do("self", said) if ability.may else said
                return f"{self.would(ability, uses)}, {said}"
            case Restriction():
                return self.forbid(ability)
            case Suppression():
                return self.silent(ability)

    # the words of a language

    colon: str

    @abstractmethod
    def under(self, title: str, text: str) -> str: ...
    @abstractmethod
    def plain_number(self) -> str: ...
    @abstractmethod
    def indestructible(self) -> str: ...
    @abstractmethod
    def danger_icon(self) -> str: ...
    @abstractmethod
    def subject(self, who: Who | None) -> str: ...
    @abstractmethod
    def verb(self, effect: Effect, form: Form) -> str: ...
    @abstractmethod
    def cards(self, filters: Sequence[CardFilter], plural: bool = False) -> str: ...
    @abstractmethod
    def conditions(self, when: When) -> str: ...
    @abstractmethod
    def only_when(self, when: When) -> str: ...
    @abstractmethod
    def if_(self, condition: str) -> str: ...
    @abstractmethod
    def if_done(self, who: Who) -> str: ...
    @abstractmethod
    def each(self, effect: ForEach) -> str: ...
    @abstractmethod
    def may_do(self, who: Who, said: str) -> str: ...
    @abstractmethod
    def may_decide(self, who: Who, said: str) -> str: ...
    @abstractmethod
    def until(self, effect: Grant) -> str: ...
    @abstractmethod
    def to(self, said: str) -> str: ...
    @abstractmethod
    def to_take(self, name: str, said: str) -> str: ...
    @abstractmethod
    def choose_to(self, modes: Sequence[str], form: Form) -> str: ...
    @abstractmethod
    def choose_word(self, words: Sequence[str], form: Form) -> str: ...
    @abstractmethod
    def moment(self, ability: Trigger, uses: int) -> str: ...
    @abstractmethod
    def would(self, ability: Replacement, uses: int) -> str: ...
    @abstractmethod
    def change(self, ability: Replacement) -> str: ...
    @abstractmethod
    def forbid(self, ability: Restriction) -> str: ...
    @abstractmethod
    def silent(self, ability: Suppression) -> str: ...


def sentence(said: str) -> str:
    """With a capital letter and an end."""
    return f"{said[:1].upper()}{said[1:]}." if said else ""


def listed(parts: Sequence[str], last: str) -> str:
    """a, b and c."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {last} {parts[-1]}"


def untold(ability: Trigger | Replacement, when: When) -> When:
    """A condition without what the words for the ability's moment have told already."""
    if isinstance(ability, Replacement):
        return msgspec.structs.replace(when, count_at_least=0, cause=(), by="")
    if "play" in ability.on:
        when = msgspec.structs.replace(when, played=None)
    if "color" in ability.on and when.cause == ("play",):
        when = msgspec.structs.replace(when, cause=())
    if tells_card(ability):
        when = msgspec.structs.replace(when, card=None)
    return when


def tells_card(ability: Trigger) -> bool:
    """Whether the words for each of its moments say which card is meant."""
    if ability.when is None or ability.when.card is None:
        return False
    return all(one == "reveal" or ability.when.card in _TOLD.get(one, ()) for one in ability.on)


def _is_same(doer: Who | None, asked: Who) -> bool:
    """Whether the one who does something is the one who is asked; of many, each is *they*."""
    return doer == asked or (asked in MANY and doer == "they")


def _whole(said: str) -> Clause:
    return Clause(None, lambda _: said)


def _apart(numbered: tuple[int, Clause]) -> object:
    """Clauses are joined while this is the same."""
    number, clause = numbered
    return number if clause.alone or clause.who is None else clause.who
