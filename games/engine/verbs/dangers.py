"""Verbs of Danger cards: flip, attack, defeat, destroy, take."""

from __future__ import annotations

from collections.abc import Sequence

from cards.language.effects import ChooseCard, Defeat, Destroy, Flip, FlipUntil, Take
from games.engine.bindings import CARD, OWNER
from games.engine.facts import EnemyCame
from games.engine.prompts import Cause, Intent
from games.engine.queries import in_turn_order
from games.engine.resolution import Frame, Resolution
from games.engine.variants import ENEMY_CAME, EVENT, Arrived, DiscardRevealed
from games.engine.verbs.card_moves import shuffle_zone
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
    """Make seats flip a Danger card, one after the other."""
    work.queue_intents("flip", work.seats(effect.who, frame), 1, cause_of(work, frame))


def carry_out_flip(work: Resolution, intent: Intent) -> None:
    """Flip the top Danger card and resolve it at once (ultimate.danger)."""
    if intent.cause.card:
        work.rule(work.ruleset.rules[intent.cause.card], intent.seat)
    if work.state.zones[DANGER] or _reshuffle_dangers(work, intent.seat):
        _resolve_card(work, intent.seat, _reveal(work, intent.seat))


def flip_until(work: Resolution, effect: FlipUntil, frame: Frame) -> None:
    """Flip Danger cards until one of a kind, with one reshuffle at most.

    Abilities that the revealed cards trigger run before an Enemy that was found (ultimate.react):
    they are put above its intent. See ultimate.danger.until.
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
            triggered = work.agenda[under:]
            del work.agenda[under:]
            _resolve_card(work, seat, card)
            work.agenda += triggered
            return
        _discard(work, seat, card)


def _reshuffle_dangers(work: Resolution, seat: Seat) -> bool:
    """Rebuild the Danger Deck from its discard pile (ultimate.danger.reshuffle)."""
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


def _resolve_card(work: Resolution, seat: Seat, card: Card) -> None:
    """Resolve a flipped card by its kind."""
    match work.ruleset.kind[card]:
        case "item":
            work.cite("item", seat)
            work.move_cards("attach", seat, (card,), REVEALED, ITEMS[seat])
        case "enemy":
            work.queue_intents("attack", [seat], 1, Cause("enemy", card))
            return
        case _:
            work.cite("event", seat)
            work.push(EVENT, seat, card)
    _push_effects(work, seat, card)


def _push_effects(work: Resolution, seat: Seat, card: Card) -> None:
    if card in work.ruleset.effects:
        work.push(work.ruleset.effects[card], seat, card)


def discard_revealed(work: Resolution, step: DiscardRevealed, frame: Frame) -> None:
    """Discard an Event that has been resolved (ultimate.event)."""
    _discard(work, frame.seat, frame.source)


def carry_out_attack(work: Resolution, intent: Intent) -> None:
    """Put a flipped Enemy in front of a seat and run its flip effect (ultimate.enemy)."""
    seat, card = intent.seat, intent.cause.card
    work.cite("enemy", seat)
    _make_room(work, seat)
    work.move_cards("attack", seat, (card,), REVEALED, ENEMY[seat])
    work.emit(EnemyCame(seat, ARRIVING))
    work.push(ENEMY_CAME, seat, card)
    _push_effects(work, seat, card)


def arrived(work: Resolution, step: Arrived, frame: Frame) -> None:
    """Put the attacking effect of an Enemy in force, after its flip effect."""
    state, seat = work.state, frame.seat
    if state.zones[ENEMY[seat]] == (frame.source,) and state.enemy_since[seat] == ARRIVING:
        work.emit(EnemyCame(seat, state.turn))


def discard_warded_enemy(work: Resolution, intent: Intent) -> None:
    """Discard an Enemy whose attack is prevented, without effect."""
    _discard(work, intent.seat, intent.cause.card)


def _make_room(work: Resolution, seat: Seat) -> None:
    """Discard the Enemy already in front of a seat; this is not a defeat."""
    present = work.state.zones[ENEMY[seat]]
    if present:
        work.move_cards("replace", seat, present, ENEMY[seat], DANGER_DISCARD)


def choose_card(work: Resolution, effect: ChooseCard, frame: Frame) -> None:
    """Ask for an Item or an Enemy in play that the rest of the script can change."""
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
    """Return the cards that may be chosen, with their owners, given the script."""
    places = ITEMS if effect.side == "item" else ENEMY
    destroys = any(isinstance(step, Destroy) for step in later)
    defeats = any(isinstance(step, Defeat) for step in later)
    found: dict[Card, Seat] = {}
    for owner in in_turn_order(work.state, seat):
        if effect.of == "all" or (effect.of == "self") == (owner == seat):
            for card in work.state.zones[places[owner]]:
                if not (destroys and _is_protected(work, card, source)) and not (
                    defeats and not may_be_defeated(work, owner)
                ):
                    found[card] = owner
    return found


def _is_protected(work: Resolution, card: Card, by: Card) -> bool:
    return work.ruleset.cards[card].indestructible and card != by


def may_be_defeated(work: Resolution, seat: Seat) -> bool:
    """Whether the Enemy of a seat came before this turn (ultimate.battle.turn)."""
    return ARRIVING < work.state.enemy_since[seat] < work.state.turn


def defeat(work: Resolution, effect: Defeat, frame: Frame) -> None:
    """Defeat an Enemy, or all."""
    removed = 0
    for card, zone in _target_cards(work, effect.which, frame, ENEMY):
        owner = owner_of(zone)
        if may_be_defeated(work, owner):
            work.rule(work.ruleset.rules[frame.source], frame.seat)
            defeat_enemy(work, card, owner, frame.seat, frame.source)
            removed += 1
    _count(frame, effect.bind, removed)


def defeat_enemy(
    work: Resolution, card: Card, attacked: Seat, by: Seat, cause: Card = NO_CARD
) -> None:
    """Discard an Enemy in front of a seat as defeated."""
    work.move_cards("defeat", by, (card,), ENEMY[attacked], DANGER_DISCARD, cause=cause)


def destroy(work: Resolution, effect: Destroy, frame: Frame) -> None:
    """Destroy an Item, or all."""
    removed = 0
    for card, zone in _target_cards(work, effect.which, frame, ITEMS):
        if not _is_protected(work, card, frame.source):
            work.rule(work.ruleset.rules[frame.source], frame.seat)
            cause = frame.source
            work.move_cards("destroy", frame.seat, (card,), zone, DANGER_DISCARD, cause=cause)
            removed += 1
    _count(frame, effect.bind, removed)


def take(work: Resolution, effect: Take, frame: Frame) -> None:
    """Move a card in play to another seat; an Enemy keeps its arrival turn."""
    state = work.state
    for target in work.seats(effect.to, frame):
        for card, zone in _target_cards(work, effect.which, frame, ITEMS, ENEMY):
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


def _target_cards(
    work: Resolution, which: str, frame: Frame, *places: tuple[Zone, ...]
) -> list[tuple[Card, Zone]]:
    """Return the cards in play that an effect applies to, each with its zone.

    ``places`` are the zones of the kinds that are searched, by seat.
    """
    zones = work.state.zones
    card = frame.source if which == "this" else frame.read(CARD)
    found = []
    for seat in in_turn_order(work.state, frame.seat):
        for kind in places:
            zone = kind[seat]
            for one in zones[zone]:
                if which == "all" or one == card:
                    found.append((one, zone))
    return found


def _count(frame: Frame, name: str, removed: int) -> None:
    """Add to the tally of removed cards."""
    if name:
        frame.rebind(name, str(int(frame.read(name) or 0) + removed))
