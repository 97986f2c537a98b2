"""Complete questions whose options a view hides, for states that are imagined."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from games.engine.bindings import DRAWN
from games.engine.packs import Pick
from games.engine.prompts import Bookmark, Prompt
from games.engine.queries import refusal_of_play
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.variants import ENEMY_CAME, EVENT, TURN
from games.engine.zones import ARRIVING, DECK, ENEMY, HAND, REVEALED, Card, Seat, Zone


def imagine_prompt(
    ruleset: Ruleset, state: State, prompt: Prompt, hidden: Collection[Zone], pick: Pick[Card]
) -> Prompt:
    """Return a redacted prompt with the options and the work of a full state.

    ``hidden`` are the zones of the state whose cards are guessed. For a card just drawn, the state
    is changed if the guessed hand has no card that could be played.
    """
    if prompt.kind == "drawn":
        card = _fitting(ruleset, state, prompt.seat, hidden, pick)
        mark = Bookmark(TURN, ruleset.awaits, prompt.seat, bound=((DRAWN, card),))
        return _completed(prompt, (card, "pass"), "pass", (mark,))
    options = tuple(sorted(set(state.zones[HAND[prompt.seat]]))) or ("",)
    return _completed(prompt, options, options[0], tuple(_after_play(ruleset, state)))


def _completed(
    prompt: Prompt, options: tuple[str, ...], default: str, resume: tuple[Bookmark, ...]
) -> Prompt:
    return msgspec.structs.replace(prompt, options=options, default=default, resume=resume)


def _after_play(ruleset: Ruleset, state: State) -> Iterator[Bookmark]:
    """Yield the rest of a turn after its card, and its unresolved Danger cards."""
    yield Bookmark(TURN, ruleset.awaits + 1, state.current)
    for card in state.zones.get(REVEALED, ()):
        yield Bookmark(EVENT, 0, state.current, card)
    for seat, since in enumerate(state.enemy_since):
        if since == ARRIVING:
            for card in state.zones.get(ENEMY[seat], ()):
                yield Bookmark(ENEMY_CAME, 0, seat, card)


def _fitting(
    ruleset: Ruleset, state: State, seat: Seat, hidden: Collection[Zone], pick: Pick[Card]
) -> Card:
    """Return a card of a guessed hand that may be played.

    Swap one in if the hand has none.
    """
    hand = state.zones[HAND[seat]]
    held = sorted(card for card in set(hand) if _may_play(ruleset, state, seat, card))
    if held:
        return pick(held)
    for card in swap_hand_cards(ruleset, state, seat, hidden):
        if _may_play(ruleset, state, seat, card):
            return card
    return hand[-1]


def _may_play(ruleset: Ruleset, state: State, seat: Seat, card: Card) -> bool:
    return refusal_of_play(ruleset, state, seat, card) is None


def swap_hand_cards(
    ruleset: Ruleset, state: State, seat: Seat, hidden: Collection[Zone]
) -> Iterator[Card]:
    """Swap each card of the guessed zones in turn into a guessed hand, and yield it.

    The state keeps the swap at which the iteration stops; at its end it is as before.
    """
    hand = state.zones[HAND[seat]]
    places = [DECK[seat]] if ruleset.variant.own_decks else list(state.zones)
    for zone in (zone for zone in places if zone in hidden and zone != HAND[seat]):
        for card in dict.fromkeys(state.zones[zone]):
            _swap(state, zone, card, HAND[seat], hand[-1])
            yield card
            _swap(state, zone, hand[-1], HAND[seat], card)


def _swap(state: State, zone: Zone, card: Card, other: Zone, its: Card) -> None:
    """Exchange two cards."""
    for place, old, new in ((zone, card, its), (other, its, card)):
        pile = state.zones[place]
        at = pile.index(old)
        state.zones[place] = (*pile[:at], new, *pile[at + 1 :])
