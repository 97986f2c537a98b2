"""Imagine a full state that fits a view, with random hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import partial

from bots.strategies.strategy import Rng, picked, shuffled
from games.engine import Card, Ruleset, Seat, State, View, Zone, imagine_prompt
from games.engine.packs import Pack, assign
from games.engine.zones import BURN, DANGER, DECK, DISCARD, FACE_DOWN, HAND, HERO, NO_CARD, REMOVED

Zones = dict[Zone, tuple[Card, ...]]
Cards = Counter[Card]


def imagine(
    ruleset: Ruleset, view: View, rng: Rng, guess: Mapping[Zone, list[Card]] | None = None
) -> State:
    """Return a state whose view is the given one.

    Cards that the viewer knows are where it knows them (``View.known``). The others of the box that
    it does not see are each in any hidden place with equal probability; if heroes have decks, each
    card is with its own hero. In games with one pack, ``guess`` has the unknown cards of some
    hands. Hidden parts of other seats' questions are completed with possible ones.
    """
    zones = (
        _by_hero(ruleset, view, rng)
        if ruleset.variant.own_decks
        else _filled(ruleset, view, rng, guess or {})
    )
    state = State(
        seats=view.seats,
        zones=zones,
        current=view.current,
        direction=view.direction,
        color=view.color,
        turn=view.turn,
        idle=view.idle,
        circling=view.circling,
        skipped=_bits(view.skipped),
        out=_bits(view.out),
        stand_ins=_bits(view.stand_ins),
        gone=tuple(int(seat in view.out) for seat in range(view.seats)),
        uno=view.uno,
        enemy_since=view.enemy_since,
        lasting=view.lasting,
        lasted=max((effect.key for effect in view.lasting), default=0),
        dealer=view.dealer,
        round=view.round,
        scores=view.scores,
        shuffles=view.shuffles,
        paused=view.paused,
        result=view.result,
        known={zone: {view.viewer: cards} for zone, cards in view.known.items()},
        clues=view.clues,
    )
    hidden = [zone for zone in view.counts if zone not in view.cards]
    state.prompts = tuple(
        imagine_prompt(ruleset, state, prompt, hidden, partial(picked, rng))
        if prompt.is_redacted
        else prompt
        for prompt in view.prompts
    )
    return state


def unseen(ruleset: Ruleset, view: View) -> Cards:
    """Return the cards in the game that the viewer does not see."""
    left = Counter(ruleset.box)
    for seat in range(view.seats):
        for hero in view.cards.get(HERO[seat], ()):
            left.update([hero, *ruleset.decks[hero], *ruleset.dangers[hero]])
    for cards in view.cards.values():
        left.subtract(cards)
    return +left


def _filled(ruleset: Ruleset, view: View, rng: Rng, guess: Mapping[Zone, list[Card]]) -> Zones:
    left = unseen(ruleset, view)
    for zone in view.known:
        left.subtract(_known(view, zone))
    for cards in guess.values():
        left.subtract(cards)
    pile = shuffled(rng, sorted(left.elements()))
    return _dealt(view, view.counts, pile, guess)


def _known(view: View, zone: Zone) -> list[Card]:
    """Return the cards that the viewer knows in a zone that it does not see."""
    return [card for card in view.known.get(zone, ()) if card]


def _dealt(
    view: View, zones: Iterable[Zone], pile: list[Card], guess: Mapping[Zone, list[Card]]
) -> Zones:
    """Return zones as the viewer sees and knows them.

    Hidden ones get guessed cards, or the next ones of a pile. In a hand they are behind the known
    cards, in a pile at the places that are not known.
    """
    dealt: Zones = {}
    for zone in zones:
        if zone in view.cards:
            dealt[zone] = view.cards[zone]
            continue
        known = view.known.get(zone, ())
        count = view.counts[zone] - len(known) + known.count(NO_CARD)
        if zone in guess:
            guessed = guess[zone]
        else:
            guessed, pile[:count] = pile[:count], []
        if zone in FACE_DOWN and NO_CARD in known:
            places = iter(guessed)
            known = tuple([card or next(places) for card in known])
            guessed = list(places)
        dealt[zone] = (*known, *guessed)
    return dealt


# decks of heroes


def _by_hero(ruleset: Ruleset, view: View, rng: Rng) -> Zones:
    """Deal each seat hidden cards of its own deck, without those it must have played."""
    left = unseen(ruleset, view)
    dangers = sorted(
        card for seat in range(view.seats) for card in _dangers(ruleset, view, seat) if left[card]
    )
    zones: Zones = {zone: view.cards.get(zone, ()) for zone in view.counts}
    zones[DANGER] = tuple(shuffled(rng, dangers))
    staying = [seat for seat in range(view.seats) if seat not in view.out]
    owners = [_owner(ruleset, view, [seat], (HAND[seat], DECK[seat])) for seat in staying]
    gone = _owner(ruleset, view, view.out, (REMOVED,))
    for card in shuffled(rng, view.cards[DISCARD]):
        assign(card, [*owners, gone], partial(picked, rng))
    for seat, owner in zip(staying, owners, strict=True):
        pile = shuffled(rng, sorted(owner.left.elements()))
        zones |= _dealt(view, (HAND[seat], DECK[seat]), pile, {})
    pile = shuffled(rng, sorted(gone.left.elements()))
    return zones | _dealt(view, (REMOVED,), pile, {})


def _dangers(ruleset: Ruleset, view: View, seat: Seat) -> tuple[Card, ...]:
    (hero,) = view.cards[HERO[seat]]
    return ruleset.dangers[hero]


def _owner(ruleset: Ruleset, view: View, seats: Iterable[Seat], zones: Iterable[Zone]) -> Pack:
    """Return the cards of some seats whose places the viewer does not know.

    They are in ``zones``, as far as these are hidden, or in the discard pile.
    """
    pack: Cards = Counter()
    for seat in seats:
        (hero,) = view.cards[HERO[seat]]
        pack.update(ruleset.decks[hero])
        for zone in (HAND[seat], DECK[seat], BURN[seat]):
            pack.subtract(view.cards.get(zone, ()))
    hidden = 0
    for zone in zones:
        if zone not in view.cards:
            known = _known(view, zone)
            pack.subtract(known)
            hidden += view.counts[zone] - len(known)
    return Pack(pack, pack.total() - hidden)


def _bits(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)
