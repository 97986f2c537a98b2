"""Abilities that would wake themselves for ever, alone or each other: triggers as a graph.

Only what no player can stop counts: a may, a choice of modes, a second play or a counted use ends a
loop. So does what runs out: there is nothing left to destroy or to defeat unless Danger cards are
flipped on the way, a player loses one turn at most, and a color changes only to another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from cards.language.abilities import Trigger
from cards.language.cards import CardDef
from cards.language.effects import (
    ACTIONS,
    CardFilter,
    Done,
    Effect,
    Moment,
    When,
    Who,
)
from cards.language.walk import counted

SEATS = range(4)
"""Enough seats for the cards of any loop to stand where they need to."""

Claims = dict[tuple[str, int | str], int | str]
"""What a card takes up by being somewhere: one key cannot have two values."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A trigger, and where it stands: the number of its card, and its own on the card."""

    number: int
    index: int
    card: CardDef
    trigger: Trigger


@dataclass(frozen=True, slots=True)
class Woken:
    """A trigger in front of a seat, woken by what happened to a seat."""

    source: Source
    owner: int
    they: int


Answers = Mapping[Source, Sequence[tuple[Done, Source]]]
"""For each trigger what it does, and who listens to that."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a way through the graph."""

    woken: Woken
    by: Done | None
    before: Step | None

    def way(self) -> list[Step]:
        """All the steps up to this one."""
        return [*(self.before.way() if self.before else []), self]


@dataclass(frozen=True, slots=True)
class Loop:
    """Triggers that wake each other in a ring, with the moments on the way round."""

    sources: tuple[Source, ...]
    moments: tuple[Moment, ...]

    def way(self) -> str:
        """The moments in words: add → burn."""
        return " → ".join(self.moments)


def loops(cards: Sequence[CardDef]) -> Iterator[Loop]:
    """The rings of triggers on these cards, each once."""
    sources = [
        Source(number, index, card, ability)
        for number, card in enumerate(cards)
        for index, ability in enumerate(card.abilities)
        if isinstance(ability, Trigger) and index not in counted(card)
    ]
    answers = {one: list(_answers(one, sources)) for one in sources}
    seen: set[frozenset[Source]] = set()
    for start in sources:
        found = _ring(start, answers)
        if found and frozenset(found.sources) not in seen:
            seen.add(frozenset(found.sources))
            yield found


def _ring(start: Source, answers: Answers) -> Loop | None:
    """The shortest way from a trigger back to itself that never ends, if there is one."""
    first = [Woken(start, 0, they) for they in SEATS if _hears(start.trigger, 0, they)]
    waiting = [Step(woken, None, None) for woken in first]
    known = set(first)
    while waiting:
        step = waiting.pop(0)
        for done, woken in _next(step.woken, answers):
            way = [*step.way(), Step(woken, done, step)]
            if woken in first and _goes_on(way):
                return Loop(
                    tuple(one.woken.source for one in way[:-1]),
                    tuple(one.by.moment for one in way if one.by),
                )
            if woken not in known and _fit([one.woken for one in way]):
                known.add(woken)
                waiting.append(way[-1])
    return None


def _next(woken: Woken, answers: Answers) -> Iterator[tuple[Done, Woken]]:
    """What a trigger does, and whom that wakes."""
    for done, other in answers[woken.source]:
        for seat in _seats(done.who, woken):
            for owner in SEATS:
                if _hears(other.trigger, owner, seat):
                    yield done, Woken(other, owner, seat)


def _answers(one: Source, sources: Sequence[Source]) -> Iterator[tuple[Done, Source]]:
    """What a trigger does, and who listens to it, wherever the two stand."""
    kind = one.card.kind
    causes = {kind, "action"} if kind in ACTIONS else {kind}
    for done in _done(one.trigger.do):
        for other in sources:
            when = other.trigger.when or When()
            if (
                done.moment in other.trigger.on
                and (not when.cause or causes.intersection(when.cause))
                and (not done.count or done.count >= when.count_at_least)
                and (when.card is None or _is_sure(done.kind, when.card))
            ):
                yield done, other


def _is_sure(kind: str, wanted: CardFilter) -> bool:
    """Whether a card of this kind, or of one not known, is sure to be one that is asked for."""
    kinds, not_kinds = wanted.kind, wanted.not_kind
    if wanted != CardFilter(kind=kinds, not_kind=not_kinds, not_this=wanted.not_this):
        return False
    if not kind:
        return not kinds and not not_kinds
    return (not kinds or kind in kinds) and kind not in not_kinds


def _hears(trigger: Trigger, owner: int, seat: int) -> bool:
    """Whether what happens to a seat is the business of a trigger in front of another."""
    return trigger.whose == "all" or (trigger.whose == "self") == (owner == seat)


def _seats(who: Who, woken: Woken) -> list[int]:
    """To whom a role may come."""
    if who == "they":
        return [woken.they]
    if who in ("self", "all", "others_then_self"):
        return [woken.owner] if who == "self" else list(SEATS)
    return [seat for seat in SEATS if seat != woken.owner]


def _goes_on(way: Sequence[Step]) -> bool:
    """Whether nothing runs out that the ring needs."""
    done = [step.by for step in way if step.by]
    moments = {one.moment for one in done}
    if moments & {"destroy", "defeat"} and "reveal" not in moments:
        return False
    return "color" not in moments or len({one.color for one in done if one.color}) > 1


def _fit(way: Sequence[Woken]) -> bool:
    """Whether the cards of a way can all stand where it puts them."""
    claims: Claims = {}
    for woken in way:
        for key, value in _claims(woken.source.card, woken.owner).items():
            if claims.setdefault(key, value) != value:
                return False
    return True


def _claims(card: CardDef, seat: int) -> Claims:
    """A Danger card is there once, an Enemy alone in front of its player, a hero one player's."""
    found: Claims = {}
    if card.kind in ("item", "enemy", "event"):
        found["card", card.code] = seat
    if card.kind == "enemy":
        found["enemy", seat] = card.code
    hero = card.code if card.kind == "hero" else card.hero if card.kind == "wild" else ""
    if hero:
        found["player", hero], found["hero", seat] = seat, hero
    return found


def _done(effects: Sequence[Effect], among: Who = "they") -> Iterator[Done]:
    """What these effects are sure to do; ``among`` are those that *they* are."""
    for effect in effects:
        done = effect.done
        if done:
            yield replace(done, who=among) if done.who == "they" else done
        if not effect.asks:
            for part in effect.parts:
                yield from _done(part.do, part.they or among)
