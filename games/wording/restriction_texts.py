"""Which cards in force forbid the viewer to play a card, and in what words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cards.language import sentence
from cards.language.abilities import Ability, Restriction
from games.engine.bindings import Bound
from games.engine.zones import ENEMY, HERO, ITEMS, Card, Seat
from games.wording.settled_abilities import settled
from games.wording.viewpoint import Viewpoint


class Forbidding(NamedTuple):
    """A restriction on plays: its card, the seat that has it, and what it says."""

    card: Card
    seat: Seat
    text: str


def forbidding(seen: Viewpoint, card: Card) -> Iterator[Forbidding]:
    """Yield the restrictions in force that forbid the viewer to play a card."""
    ruleset, view = seen.ruleset, seen.view
    found: list[tuple[Card, Ability, Bound, Seat]] = [
        (one.card, ruleset.ability(one.card, one.ability), one.bound, one.seat)
        for one in view.lasting
    ]
    found += [
        (one, ability, (), seat)
        for zones in (ENEMY, ITEMS, HERO)
        for seat in seen.seats_in
        for one in view.cards.get(zones[seat], ())
        for ability in ruleset.cards[one].abilities
    ]
    for source, ability, bound, seat in found:
        if not isinstance(ability, Restriction) or not _applies(ability, seat, view.viewer):
            continue
        if card in ruleset.matching(ability.forbid, bound):
            yield Forbidding(
                source, seat, sentence(seen.speech(source).ability(settled(ability, bound)))
            )


def _applies(ability: Restriction, owner: Seat, viewer: Seat) -> bool:
    return ability.who == "all" or (ability.who == "self") == (owner == viewer)
