"""Take a seat out of the game, with its cards, lasting effects and open questions."""

from __future__ import annotations

from games.engine.facts import GameEnded, LastingEnded, SeatOut
from games.engine.prompts import Prompt
from games.engine.resolution import Frame, Resolution
from games.engine.zones import (
    BURN,
    DANGER_DISCARD,
    DECK,
    DRAW,
    ENEMY,
    HAND,
    ITEMS,
    NOBODY,
    REMOVED,
    Seat,
    Zone,
)


def resign(work: Resolution, seat: Seat) -> None:
    """Take a seat out that resigns; the last seat left wins (common.forfeit)."""
    _go_out(work, seat, "resigned", "common.forfeit", "common.forfeit")


def remove(work: Resolution, seat: Seat) -> None:
    """Take a seat out by an organiser, as if it had resigned (common.forfeit)."""
    _go_out(work, seat, "removed", "common.forfeit", "common.forfeit")


def lose(work: Resolution, seat: Seat) -> None:
    """Take a seat out by a game loss, which is placed last (common.loss)."""
    _go_out(work, seat, "loss", "common.loss", "common.forfeit")


def run_out(work: Resolution, seat: Seat) -> None:
    """Take a seat out that has let too many questions run out (common.clock.out)."""
    _go_out(work, seat, "timeouts", "common.forfeit", "common.forfeit")


def leave_absent(work: Resolution, seat: Seat) -> None:
    """Take a seat out whose player is absent, as another seat claims (common.absence)."""
    _go_out(work, seat, "absent", "common.forfeit", "common.forfeit")


def check_deck(work: Resolution, seat: Seat) -> None:
    """Take a seat out if its deck is empty (ultimate.out)."""
    if not work.state.zones[DECK[seat]] and not work.state.is_out(seat):
        rule = work.ruleset.rule
        _go_out(work, seat, "deck", rule("out"), rule("last"))


def _go_out(work: Resolution, seat: Seat, why: str, rule: str, last: str) -> None:
    prompts = work.state.prompts
    work.rule(rule, seat)
    work.emit(SeatOut(seat, why, 0 if why == "loss" else _nth(work)))
    _remove_cards(work, seat)
    for effect in work.state.lasting:
        if effect.seat == seat:
            work.emit(LastingEnded(effect.key, "out"))
    work.drop_triggers(seat)
    if any(isinstance(one, Frame) and one.seat == seat and one.source for one in work.agenda):
        work.cite("midway", seat)
    left = work.state.seats_in()
    if len(left) == 1:
        if why == "timeouts" and _let_run_out(work, left[0]):
            work.rule("common.clock.out", NOBODY)
            work.emit(GameEnded(None, "void", None))
        else:
            work.rule(last, left[0])
            work.end_game(left[0], "last")
        work.agenda.clear()
    elif any(_concerns(prompt, seat) for prompt in prompts):
        work.withdraw_all()


def _let_run_out(work: Resolution, seat: Seat) -> bool:
    """Whether a seat has let its own last question run out."""
    return work.state.clock is not None and work.state.clock.missed[seat] > 0


def _nth(work: Resolution) -> int:
    """Return the number of the move among those that put seats out."""
    earlier = max(work.state.gone)
    is_same_move = any(type(fact) is SeatOut and fact.nth for fact in work.facts)
    return earlier if is_same_move else earlier + 1


def _remove_cards(work: Resolution, seat: Seat) -> None:
    """Remove the cards of a seat that is out (common.forfeit, ultimate.out.cards)."""
    if not work.ruleset.variant.own_decks:
        _move_all(work, seat, HAND[seat], DRAW, "forfeit", bottom=True)
        return
    work.cite("out.cards", seat)
    for zone in (ENEMY[seat], ITEMS[seat]):
        _move_all(work, seat, zone, DANGER_DISCARD, "leave")
    for zone in (HAND[seat], DECK[seat], BURN[seat]):
        _move_all(work, seat, zone, REMOVED, "leave")


def _move_all(
    work: Resolution, seat: Seat, source: Zone, target: Zone, verb: str, *, bottom: bool = False
) -> None:
    cards = work.state.zones[source]
    if cards:
        work.move_cards(verb, seat, cards, source, target, bottom=bottom)


def _concerns(prompt: Prompt, seat: Seat) -> bool:
    """Whether a question asks a seat, may name it, or has work of it behind it."""
    return (
        prompt.seat == seat
        or prompt.kind in ("player", "card")
        or any(mark.seat == seat for mark in prompt.resume)
    )
