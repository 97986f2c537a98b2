"""Verbs of Danger cards: flipping them, and what Enemies and Items go through."""

from __future__ import annotations

from collections.abc import Sequence

from cards.language.effects import ChooseCard, Defeat, Destroy, Flip, FlipUntil, Take
from games.engine.facts import EnemyCame
from games.engine.prompts import Cause, Intent
from games.engine.queries import CARD, OWNER, in_turn_order
from games.engine.resolution import Frame, Resolution
from games.engine.variants import ENEMY_CAME, EVENT, Arrived, DiscardRevealed
from games.engine.verbs.cards import shuffle_zone
from games.engine.verbs.causes import cause_of
from games.engine.zones import (
    ARRIVING,
    DANGER,
    DANGER_DISCARD,
    ENEMY,
    ITEMS,
    NO_CARD,
    REVEALED,
    Card,
    Seat,
    Zone,
    owner_of,
)


def flip(work: Resolution, effect: Flip, frame: Frame) -> None:
    """Seats flip a Danger card, which is theirs, one after the other."""
    work.intend("flip", work.seats(effect.who, frame), 1, cause_of(work, frame))


def carry_out_flip(work: Resolution, intent: Intent) -> None:
    """ultimate.danger: the top Danger card is flipped and worked out at once."""
    if intent.cause.card:
        work.rule(work.ruleset.rules[intent.cause.card], intent.seat)
    if work.state.zones[DANGER] or _reshuffle_dangers(work, intent.seat):
        _work_out(work, intent.seat, _reveal(work, intent.seat))


def flip_until(work: Resolution, effect: FlipUntil, frame: Frame) -> None:
    """ultimate.danger.until: through the deck and one reshuffle at most.

    What the revealed cards wake acts before an Enemy that was found (ultimate.react).
    """
    seat = frame.seat
    if work.state.is_out(seat):
        return
    work.rule(work.ruleset.rules[frame.source], seat)
    work.cite("danger.until", seat)
    may_reshuffle = True
    under = len(work.agenda)
    while True:
        if not work.state.zones[DANGER]:
            if not may_reshuffle or not _reshuffle_dangers(work, seat):
                return
            may_reshuffle = False
        card = _reveal(work, seat)
        if work.ruleset.kind[card] == effect.kind:
            woken = work.agenda[under:]
            del work.agenda[under:]
            _work_out(work, seat, card)
            work.agenda += woken
            return
        _discard(work, seat, card)


def _reshuffle_dangers(work: Resolution, seat: Seat) -> bool:
    """ultimate.danger.reshuffle: the Danger Deck is rebuilt from its discard."""
    discarded = work.state.zones[DANGER_DISCARD]
    if not discarded:
        return False
    work.cite("danger.reshuffle", seat)
    work.move_cards("reshuffle", seat, discarded, DANGER_DISCARD, DANGER)
    shuffle_zone(work, DANGER)
    return True


def _reveal(work: Resolution, seat: Seat) -> Card:
    card = work.state.zones[DANGER][-1]
    work.move_cards("flip", seat, (card,), DANGER, REVEALED)
    return card


def _discard(work: Resolution, seat: Seat, card: Card) -> None:
    work.move_cards("discard", seat, (card,), REVEALED, DANGER_DISCARD)


def _work_out(work: Resolution, seat: Seat, card: Card) -> None:
    """A flipped card does what its kind does."""
    match work.ruleset.kind[card]:
        case "item":
            work.cite("item", seat)
            work.move_cards("attach", seat, (card,), REVEALED, ITEMS[seat])
        case "enemy":
            work.intend("attack", [seat], 1, Cause("enemy", card))
            return
        case _:
            work.cite("event", seat)
            work.push(EVENT, seat, card)
    _act(work, seat, card)


def _act(work: Resolution, seat: Seat, card: Card) -> None:
    if card in work.ruleset.effects:
        work.push(work.ruleset.effects[card], seat, card)


def discard_revealed(work: Resolution, step: DiscardRevealed, frame: Frame) -> None:
    """ultimate.event: worked out, then discarded."""
    _discard(work, frame.seat, frame.source)


def carry_out_attack(work: Resolution, intent: Intent) -> None:
    """ultimate.enemy: a flipped Enemy goes in front of a seat, then does what it does flipped."""
    seat, card = intent.seat, intent.cause.card
    work.cite("enemy", seat)
    _make_room(work, seat)
    work.move_cards("attack", seat, (card,), REVEALED, ENEMY[seat])
    work.emit(EnemyCame(seat, ARRIVING))
    work.push(ENEMY_CAME, seat, card)
    _act(work, seat, card)


def arrived(work: Resolution, step: Arrived, frame: Frame) -> None:
    """The attacking effect of an Enemy holds once all it does when flipped is done."""
    state, seat = work.state, frame.seat
    if state.zones[ENEMY[seat]] == (frame.source,) and state.enemy_since[seat] == ARRIVING:
        work.emit(EnemyCame(seat, state.turn))


def ward_off(work: Resolution, intent: Intent) -> None:
    """An Enemy that may not attack is discarded without effect."""
    _discard(work, intent.seat, intent.cause.card)


def _make_room(work: Resolution, seat: Seat) -> None:
    """The Enemy already there is discarded, which is no defeat."""
    there = work.state.zones[ENEMY[seat]]
    if there:
        work.move_cards("replace", seat, there, ENEMY[seat], DANGER_DISCARD)


def choose_card(work: Resolution, effect: ChooseCard, frame: Frame) -> None:
    """A player names an Item or an Enemy in play, of those that the text can do something to."""
    frame.rebind(effect.bind)
    frame.rebind(OWNER)
    for seat in work.seats("self", frame):
        options = choosable(work, effect, frame.steps[frame.at :], frame.source, seat)
        if not options:
            return
        rule = work.ruleset.rules[frame.source]
        card = work.choose(frame, seat, "card", tuple(options), rule=rule)
        if card is not None:
            frame.bind(effect.bind, card)
            frame.bind(OWNER, str(options[card]))


def choosable(
    work: Resolution, effect: ChooseCard, later: Sequence[object], source: Card, seat: Seat
) -> dict[Card, Seat]:
    """The cards that may be chosen and whose they are, for what the rest of the text does."""
    places = ITEMS if effect.side == "item" else ENEMY
    destroys = any(isinstance(step, Destroy) for step in later)
    defeats = any(isinstance(step, Defeat) for step in later)
    found: dict[Card, Seat] = {}
    for owner in in_turn_order(work.state, seat):
        if effect.of == "all" or (effect.of == "self") == (owner == seat):
            for card in work.state.zones[places[owner]]:
                if not (destroys and _resists(work, card, source)) and not (
                    defeats and not may_fall(work, owner)
                ):
                    found[card] = owner
    return found


def _resists(work: Resolution, card: Card, by: Card) -> bool:
    return work.ruleset.cards[card].indestructible and card != by


def may_fall(work: Resolution, seat: Seat) -> bool:
    """ultimate.battle.turn: an Enemy drawn this turn cannot be defeated this turn."""
    return ARRIVING < work.state.enemy_since[seat] < work.state.turn


def defeat(work: Resolution, effect: Defeat, frame: Frame) -> None:
    """An Enemy is defeated, or all of them."""
    removed = 0
    for card, zone in _meant(work, effect.which, frame, ENEMY):
        owner = owner_of(zone)
        if may_fall(work, owner):
            work.rule(work.ruleset.rules[frame.source], frame.seat)
            fell(work, card, owner, frame.seat, frame.source)
            removed += 1
    _count(frame, effect.bind, removed)


def fell(work: Resolution, card: Card, attacked: Seat, by: Seat, cause: Card = NO_CARD) -> None:
    """An Enemy in front of a seat is defeated and discarded."""
    work.move_cards("defeat", by, (card,), ENEMY[attacked], DANGER_DISCARD, cause=cause)


def destroy(work: Resolution, effect: Destroy, frame: Frame) -> None:
    """An Item is destroyed, or all of them."""
    removed = 0
    for card, zone in _meant(work, effect.which, frame, ITEMS):
        if not _resists(work, card, frame.source):
            work.rule(work.ruleset.rules[frame.source], frame.seat)
            cause = frame.source
            work.move_cards("destroy", frame.seat, (card,), zone, DANGER_DISCARD, cause=cause)
            removed += 1
    _count(frame, effect.bind, removed)


def take(work: Resolution, effect: Take, frame: Frame) -> None:
    """A card in play moves in front of a player, as old as it was."""
    state = work.state
    for target in work.seats(effect.to, frame):
        for card, zone in _meant(work, effect.which, frame, (*ITEMS, *ENEMY)):
            owner = owner_of(zone)
            if owner == target:
                continue
            work.rule(work.ruleset.rules[frame.source], frame.seat)
            if zone in ITEMS:
                work.move_cards(
                    "take", frame.seat, (card,), zone, ITEMS[target], cause=frame.source
                )
                continue
            since = state.enemy_since[owner]
            _make_room(work, target)
            work.move_cards("move", frame.seat, (card,), zone, ENEMY[target], cause=frame.source)
            work.emit(EnemyCame(target, since))


def _meant(
    work: Resolution, which: str, frame: Frame, places: tuple[Zone, ...]
) -> list[tuple[Card, Zone]]:
    """The cards in play that an effect means, and where each of them lies."""
    state = work.state
    order = in_turn_order(state, frame.seat)
    zones = [zone for zone in places if owner_of(zone) in order]
    zones.sort(key=lambda zone: order.index(owner_of(zone)))
    card = frame.source if which == "this" else frame.read(CARD)
    return [
        (one, zone) for zone in zones for one in state.zones[zone] if which == "all" or one == card
    ]


def _count(frame: Frame, name: str, removed: int) -> None:
    """Add to the tally of cards removed."""
    if name:
        frame.rebind(name, str(int(frame.read(name) or 0) + removed))
