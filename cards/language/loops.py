"""Find triggers that start themselves or each other, as cycles of a graph.

Only loops that no player can end count: an optional effect, a choice of modes, a second play or a
limited number of uses ends one. So do effects that run out: no card is left to destroy or to defeat
unless the loop flips Danger cards, a player loses one turn at most, and a color changes only to
another one.
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
"""The seats that are tried: enough for the cards of any loop."""

Claims = dict[tuple[str, int | str], int | str]
"""The places that a card takes: two cards of a loop must not claim one key differently."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A trigger, with the index of its card and its index on the card."""

    number: int
    index: int
    card: CardDef
    trigger: Trigger


@dataclass(frozen=True, slots=True)
class FiredTrigger:
    """A trigger of a seat, fired by something that happened to a seat."""

    source: Source
    owner: int
    they: int


Answers = Mapping[Source, Sequence[tuple[Done, Source]]]
"""For each trigger, what it does and which triggers that fires."""


@dataclass(frozen=True, slots=True)
class LoopStep:
    """A step of a path through the graph."""

    fired: FiredTrigger
    by: Done | None
    before: LoopStep | None

    def way(self) -> list[LoopStep]:
        """Return all steps up to this one."""
        return [*(self.before.way() if self.before else []), self]


@dataclass(frozen=True, slots=True)
class Loop:
    """Triggers that fire each other in a cycle, with the moments between them."""

    sources: tuple[Source, ...]
    moments: tuple[Moment, ...]

    def way(self) -> str:
        """Return the moments as text: add → burn."""
        return " → ".join(self.moments)


def loops(cards: Sequence[CardDef]) -> Iterator[Loop]:
    """Yield the cycles of triggers on these cards, each once."""
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
    """Return the shortest endless cycle from a trigger to itself.

    None if there is none.
    """
    first = [FiredTrigger(start, 0, they) for they in SEATS if _hears(start.trigger, 0, they)]
    waiting = [LoopStep(fired, None, None) for fired in first]
    known = set(first)
    while waiting:
        step = waiting.pop(0)
        for done, fired in _next(step.fired, answers):
            way = [*step.way(), LoopStep(fired, done, step)]
            if fired in first and _goes_on(way):
                return Loop(
                    tuple(one.fired.source for one in way[:-1]),
                    tuple(one.by.moment for one in way if one.by),
                )
            if fired not in known and _fit([one.fired for one in way]):
                known.add(fired)
                waiting.append(way[-1])
    return None


def _next(fired: FiredTrigger, answers: Answers) -> Iterator[tuple[Done, FiredTrigger]]:
    """Yield what a trigger does with the triggers, by seat, that this fires."""
    for done, other in answers[fired.source]:
        for seat in _seats(done.who, fired):
            for owner in SEATS:
                if _hears(other.trigger, owner, seat):
                    yield done, FiredTrigger(other, owner, seat)


def _answers(one: Source, sources: Sequence[Source]) -> Iterator[tuple[Done, Source]]:
    """Yield what a trigger does with the triggers that this fires, for any seats."""
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
    """Whether any card of a kind ("" for an unknown one) matches a filter."""
    kinds, not_kinds = wanted.kind, wanted.not_kind
    if wanted != CardFilter(kind=kinds, not_kind=not_kinds, not_this=wanted.not_this):
        return False
    if not kind:
        return not kinds and not not_kinds
    return (not kinds or kind in kinds) and kind not in not_kinds


def _hears(trigger: Trigger, owner: int, seat: int) -> bool:
    """Whether a trigger of a seat applies to what happens to another."""
    return trigger.whose == "all" or (trigger.whose == "self") == (owner == seat)


def _seats(who: Who, fired: FiredTrigger) -> list[int]:
    """Return the seats that a role may be."""
    if who == "they":
        return [fired.they]
    if who in ("self", "all", "others_then_self"):
        return [fired.owner] if who == "self" else list(SEATS)
    return [seat for seat in SEATS if seat != fired.owner]


def _goes_on(way: Sequence[LoopStep]) -> bool:
    """Whether nothing that the cycle needs runs out."""
    done = [step.by for step in way if step.by]
    moments = {one.moment for one in done}
    if moments & {"destroy", "defeat"} and "reveal" not in moments:
        return False
    return "color" not in moments or len({one.color for one in done if one.color}) > 1


def _fit(way: Sequence[FiredTrigger]) -> bool:
    """Whether the cards of a path can be in all its places at the same time."""
    claims: Claims = {}
    for fired in way:
        for key, value in _claims(fired.source.card, fired.owner).items():
            if claims.setdefault(key, value) != value:
                return False
    return True


def _claims(card: CardDef, seat: int) -> Claims:
    """Return the claims of a card of a seat.

    A Danger card is in one place, a seat has one Enemy, and a hero belongs to one player.
    """
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
    """Yield what effects are sure to do; ``among`` is the role of *they*."""
    for effect in effects:
        done = effect.done
        if done:
            yield replace(done, who=among) if done.who == "they" else done
        if not effect.asks:
            for part in effect.parts:
                yield from _done(part.do, part.they or among)
