"""A full state that fits a view: what is hidden is filled in at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from bots.players.base import Rng, picked, shuffled
from games.engine import Bookmark, Card, Prompt, Ruleset, Seat, State, View, Zone
from games.engine.variants import TURN
from games.engine.zones import DISCARD, HAND

Zones = dict[Zone, tuple[Card, ...]]


def imagine(ruleset: Ruleset, view: View, rng: Rng) -> State:
    """A state that the viewer cannot tell from the real one: observed again, it gives the view.

    Hidden cards are those of the box that the viewer sees nowhere, each place of them as likely as
    any other. Hidden parts of other seats' questions are such as could be asked there.
    """
    zones = _filled(ruleset, view, rng)
    prompts = tuple(_asked(ruleset, view, zones, prompt, rng) for prompt in view.prompts)
    return State(
        seats=view.seats,
        zones=zones,
        current=view.current,
        direction=view.direction,
        color=view.color,
        turn=view.turn,
        idle=view.idle,
        skipped=_bits(view.skipped),
        out=_bits(view.out),
        uno=view.uno,
        enemy_since=(0,) * view.seats,
        lasting=view.lasting,
        lasted=max((effect.key for effect in view.lasting), default=0),
        prompts=prompts,
        dealer=view.dealer,
        round=view.round,
        scores=view.scores,
        shuffles=view.shuffles,
        result=view.result,
    )


def unseen(ruleset: Ruleset, view: View) -> Counter[Card]:
    """The cards of the box that the viewer sees nowhere."""
    left = Counter(ruleset.box)
    for cards in view.cards.values():
        left.subtract(cards)
    return +left


def _filled(ruleset: Ruleset, view: View, rng: Rng) -> Zones:
    pile = shuffled(rng, sorted(unseen(ruleset, view).elements()))
    zones: Zones = {}
    for zone, count in view.counts.items():
        if zone in view.cards:
            zones[zone] = view.cards[zone]
        else:
            zones[zone] = tuple(pile[:count])
            del pile[:count]
    return zones


def _asked(ruleset: Ruleset, view: View, zones: Zones, prompt: Prompt, rng: Rng) -> Prompt:
    """A question with its hidden parts made up where it has such."""
    if not prompt.hidden or prompt.seat == view.viewer:
        return prompt
    if prompt.kind == "drawn":
        return _drawn(ruleset, view, zones, prompt, rng)
    options = tuple(sorted(set(zones[HAND[prompt.seat]]))) or ("",)
    resume = (Bookmark(TURN, ruleset.awaits + 1, view.current),)
    return msgspec.structs.replace(prompt, options=options, default=options[0], resume=resume)


def _drawn(ruleset: Ruleset, view: View, zones: Zones, prompt: Prompt, rng: Rng) -> Prompt:
    """Somebody holds a card just drawn, which fits."""
    card = _fitting(ruleset, view, zones, prompt.seat, rng)
    mark = Bookmark(TURN, ruleset.awaits, prompt.seat, bound=(("drawn", card),))
    return msgspec.structs.replace(prompt, options=(card, "pass"), default="pass", resume=(mark,))


def _fitting(ruleset: Ruleset, view: View, zones: Zones, seat: Seat, rng: Rng) -> Card:
    """A card of a hidden hand that may be played; brought there if the hand had none."""
    fits = ruleset.fits[zones[DISCARD][-1]][view.color]
    hand = zones[HAND[seat]]
    held = sorted(fits.intersection(hand))
    if held:
        return picked(rng, held)
    for zone in (zone for zone in zones if zone not in view.cards and zone != HAND[seat]):
        for card in zones[zone]:
            if card in fits:
                zones[zone] = _with(zones[zone], card, hand[-1])
                zones[HAND[seat]] = (*hand[:-1], card)
                return card
    return hand[-1]


def _with(pile: tuple[Card, ...], old: Card, new: Card) -> tuple[Card, ...]:
    """A pile with another card in the place of one."""
    at = pile.index(old)
    return (*pile[:at], new, *pile[at + 1 :])


def _bits(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)
