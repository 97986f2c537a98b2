"""A full state that fits a view: what is hidden is filled in at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from bots.players.base import Rng, picked, shuffled
from games.engine import Bookmark, Card, Prompt, Ruleset, Seat, State, View, Zone
from games.engine.queries import refusal_of_play
from games.engine.variants import ENEMY_CAME, EVENT, TURN
from games.engine.zones import (
    ARRIVING,
    BURN,
    DANGER,
    DECK,
    DISCARD,
    ENEMY,
    HAND,
    HERO,
    REMOVED,
    REVEALED,
)

Zones = dict[Zone, tuple[Card, ...]]
Pack = Counter[Card]


def imagine(ruleset: Ruleset, view: View, rng: Rng) -> State:
    """A state that the viewer cannot tell from the real one: observed again, it gives the view.

    Hidden cards are those of the box that the viewer sees nowhere, each place of them as likely as
    any other; where heroes have decks of their own, each hidden card lies with its own hero. Hidden
    parts of other seats' questions are such as could be asked there.
    """
    zones = (
        _by_hero(ruleset, view, rng) if ruleset.variant.own_decks else _filled(ruleset, view, rng)
    )
    state = State(
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
        enemy_since=view.enemy_since,
        lasting=view.lasting,
        lasted=max((effect.key for effect in view.lasting), default=0),
        dealer=view.dealer,
        round=view.round,
        scores=view.scores,
        shuffles=view.shuffles,
        result=view.result,
    )
    state.prompts = tuple(_asked(ruleset, view, state, prompt, rng) for prompt in view.prompts)
    return state


def unseen(ruleset: Ruleset, view: View) -> Pack:
    """The cards in the game that the viewer sees nowhere."""
    left = Counter(ruleset.box)
    for seat in range(view.seats):
        for hero in view.cards.get(HERO[seat], ()):
            left.update([hero, *ruleset.decks[hero], *ruleset.dangers[hero]])
    for cards in view.cards.values():
        left.subtract(cards)
    return +left


def _filled(ruleset: Ruleset, view: View, rng: Rng) -> Zones:
    pile = shuffled(rng, sorted(unseen(ruleset, view).elements()))
    return _dealt(view, view.counts, pile)


def _dealt(view: View, zones: Iterable[Zone], pile: list[Card]) -> Zones:
    """Zones as the viewer sees them, or with the next cards of a pile where it does not."""
    dealt: Zones = {}
    for zone in zones:
        if zone in view.cards:
            dealt[zone] = view.cards[zone]
        else:
            count = view.counts[zone]
            dealt[zone] = tuple(pile[:count])
            del pile[:count]
    return dealt


# decks of heroes


class _Owner:
    """Whose cards they are: one hero still in, or all those who are out together.

    ``pack`` has those of their cards that lie in no open place of their own, and ``spare`` says how
    many of them have been played and not found a place in the discard pile yet.
    """

    def __init__(self, pack: Pack, spare: int) -> None:
        self.pack = pack
        self.spare = spare
        self.played: list[Card] = []

    def lay(self, card: Card) -> None:
        """A card on the discard pile is theirs."""
        self.pack[card] -= 1
        self.spare -= 1
        self.played.append(card)

    def lift(self, card: Card) -> None:
        """A card on the discard pile is not theirs after all."""
        self.pack[card] += 1
        self.spare += 1
        self.played.remove(card)


def _by_hero(ruleset: Ruleset, view: View, rng: Rng) -> Zones:
    """Everybody's hidden cards are of the own deck, less what that seat must have played."""
    left = unseen(ruleset, view)
    dangers = sorted(
        card for seat in range(view.seats) for card in _dangers(ruleset, view, seat) if left[card]
    )
    zones: Zones = {zone: view.cards.get(zone, ()) for zone in view.counts}
    zones[DANGER] = tuple(shuffled(rng, dangers))
    staying = [seat for seat in range(view.seats) if seat not in view.out]
    owners = [_owner(ruleset, view, [seat], _hidden(view, seat)) for seat in staying]
    gone = _owner(ruleset, view, view.out, view.counts[REMOVED])
    for card in shuffled(rng, view.cards[DISCARD]):
        _lay(card, [*owners, gone], [], rng)
    for seat, owner in zip(staying, owners, strict=True):
        pile = shuffled(rng, sorted(owner.pack.elements()))
        zones |= _dealt(view, (HAND[seat], DECK[seat]), pile)
    zones[REMOVED] = tuple(shuffled(rng, sorted(gone.pack.elements())))
    return zones


def _dangers(ruleset: Ruleset, view: View, seat: Seat) -> tuple[Card, ...]:
    (hero,) = view.cards[HERO[seat]]
    return ruleset.dangers[hero]


def _hidden(view: View, seat: Seat) -> int:
    """How many cards of a seat's deck lie hidden with it."""
    return sum(view.counts[zone] for zone in (HAND[seat], DECK[seat]) if zone not in view.cards)


def _owner(ruleset: Ruleset, view: View, seats: Sequence[Seat], hidden: int) -> _Owner:
    pack: Pack = Counter()
    for seat in seats:
        (hero,) = view.cards[HERO[seat]]
        pack.update(ruleset.decks[hero])
        for zone in (HAND[seat], DECK[seat], BURN[seat]):
            pack.subtract(view.cards.get(zone, ()))
    return _Owner(pack, pack.total() - hidden)


def _lay(card: Card, owners: list[_Owner], tried: list[_Owner], rng: Rng) -> bool:
    """Find somebody who has played a card; others of theirs may have to be somebody else's."""
    able = [owner for owner in owners if owner.pack[card] > 0 and owner not in tried]
    if free := [owner for owner in able for _ in range(owner.spare)]:
        picked(rng, free).lay(card)
        return True
    for owner in able:
        tried.append(owner)
        for other in sorted(set(owner.played)):
            owner.lift(other)
            if _lay(other, owners, tried, rng):
                owner.lay(card)
                return True
            owner.lay(other)
    return False


# hidden questions


def _asked(ruleset: Ruleset, view: View, state: State, prompt: Prompt, rng: Rng) -> Prompt:
    """A question with its hidden parts made up where it has such."""
    if not prompt.hidden or prompt.seat == view.viewer:
        return prompt
    if prompt.kind == "drawn":
        card = _fitting(ruleset, view, state, prompt.seat, rng)
        mark = Bookmark(TURN, ruleset.awaits, prompt.seat, bound=(("drawn", card),))
        return _with_hidden(prompt, (card, "pass"), "pass", (mark,))
    options = tuple(sorted(set(state.zones[HAND[prompt.seat]]))) or ("",)
    return _with_hidden(prompt, options, options[0], tuple(_after_play(ruleset, view)))


def _with_hidden(
    prompt: Prompt, options: tuple[str, ...], default: str, resume: tuple[Bookmark, ...]
) -> Prompt:
    return msgspec.structs.replace(prompt, options=options, default=default, resume=resume)


def _after_play(ruleset: Ruleset, view: View) -> Iterator[Bookmark]:
    """What is left of a turn once its card is done, and of Danger cards being worked out in it."""
    yield Bookmark(TURN, ruleset.awaits + 1, view.current)
    for card in view.cards.get(REVEALED, ()):
        yield Bookmark(EVENT, 0, view.current, card)
    for seat, since in enumerate(view.enemy_since):
        if since == ARRIVING:
            for card in view.cards.get(ENEMY[seat], ()):
                yield Bookmark(ENEMY_CAME, 0, seat, card)


def _fitting(ruleset: Ruleset, view: View, state: State, seat: Seat, rng: Rng) -> Card:
    """A card of a hidden hand that may be played; brought there if the hand had none."""
    hand = state.zones[HAND[seat]]
    held = sorted(card for card in set(hand) if _may_play(ruleset, state, seat, card))
    if held:
        return picked(rng, held)
    places = [DECK[seat]] if ruleset.variant.own_decks else list(view.counts)
    for zone in (zone for zone in places if zone not in view.cards and zone != HAND[seat]):
        for card in dict.fromkeys(state.zones[zone]):
            _swap(state, zone, card, HAND[seat], hand[-1])
            if _may_play(ruleset, state, seat, card):
                return card
            _swap(state, zone, hand[-1], HAND[seat], card)
    return hand[-1]


def _may_play(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    return refusal_of_play(ruleset, state, seat, card) is None


def _swap(state: State, zone: Zone, card: Card, other: Zone, its: Card) -> None:
    """Let two cards change places."""
    for place, old, new in ((zone, card, its), (other, its, card)):
        pile = state.zones[place]
        at = pile.index(old)
        state.zones[place] = (*pile[:at], new, *pile[at + 1 :])


def _bits(seats: Iterable[Seat]) -> int:
    return sum(1 << seat for seat in seats)
