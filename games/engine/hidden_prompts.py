"""Complete questions whose options a view hides, for states that are imagined."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from games.engine.bindings import CALLED, DRAWN
from games.engine.packs import Pick
from games.engine.prompts import Bookmark, Prompt
from games.engine.queries import refusal_of_play
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.variants import ENEMY_CAME, EVENT, TURN
from games.engine.zones import ARRIVING, DECK, ENEMY, FACE_DOWN, HAND, REVEALED, Card, Seat, Zone


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
    return _completed(prompt, options, options[0], tuple(_after_play(ruleset, state, prompt)))


def _completed(
    prompt: Prompt, options: tuple[str, ...], default: str, resume: tuple[Bookmark, ...]
) -> Prompt:
    return msgspec.structs.replace(prompt, options=options, default=default, resume=resume)


def _after_play(ruleset: Ruleset, state: State, prompt: Prompt) -> Iterator[Bookmark]:
    """Yield the rest of a turn after its card, and its unresolved Danger cards."""
    bound = ((CALLED, "yes"),) if prompt.called else ()
    yield Bookmark(TURN, ruleset.awaits + 1, state.current, bound=bound)
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

    Cards that a viewer knows (``State.known``) keep their places. The state keeps the swap at which
    the iteration stops; at its end it is as before.
    """
    hand = HAND[seat]
    given = _guessed_places(state, hand)
    if not given:
        return
    zones = [DECK[seat]] if ruleset.variant.own_decks else list(state.zones)
    for zone in (zone for zone in zones if zone in hidden and zone != hand):
        pile = state.zones[zone]
        for at in {pile[at]: at for at in _guessed_places(state, zone)}.values():
            _swap(state, zone, at, hand, given[-1])
            yield pile[at]
            _swap(state, zone, at, hand, given[-1])


def _guessed_places(state: State, zone: Zone) -> list[int]:
    """Return the places in a zone of which no viewer knows the cards.

    In a hand, the first copies of the known cards are left out.
    """
    cards = state.zones[zone]
    entries = state.known.get(zone, {}).values()
    if zone in FACE_DOWN:
        return [
            at for at in range(len(cards)) if not any(any(known[at : at + 1]) for known in entries)
        ]
    known = [card for entry in entries for card in entry]
    places = []
    for at, card in enumerate(cards):
        if card in known:
            known.remove(card)
        else:
            places.append(at)
    return places


def _swap(state: State, zone: Zone, at: int, other: Zone, place: int) -> None:
    """Exchange the cards at two places."""
    one, two = list(state.zones[zone]), list(state.zones[other])
    one[at], two[place] = two[place], one[at]
    state.zones[zone], state.zones[other] = tuple(one), tuple(two)
