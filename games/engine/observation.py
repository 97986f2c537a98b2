"""Views: what one seat, or the public, may know of a state."""

from __future__ import annotations

import msgspec

from games.engine.bindings import DRAWN, UNSEEN
from games.engine.clocks import deadline_of, on_server
from games.engine.knowledge import known_cards
from games.engine.legality import legal_moves, may_be_caught, open_moves, uncertain_calls
from games.engine.prompts import Bookmark, Intent, Prompt
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.values import View
from games.engine.zones import Seat, sees_zone


def observe(ruleset: Ruleset, state: State, viewer: Seat) -> View:
    """Return the view of a seat, or of the public for NOBODY."""
    zones = state.zones
    window = state.window
    is_seated = 0 <= viewer < state.seats
    moves = legal_moves(ruleset, state, viewer) if is_seated else []
    return View(
        viewer=viewer,
        seats=state.seats,
        current=state.current,
        direction=state.direction,
        color=state.color,
        turn=state.turn,
        idle=state.idle,
        circling=state.circling,
        round=state.round,
        dealer=state.dealer,
        scores=state.scores,
        out=_bits(state, state.out),
        stand_ins=_bits(state, state.stand_ins),
        skipped=_bits(state, state.skipped),
        uno=state.uno,
        enemy_since=state.enemy_since,
        exposed=tuple(seat for seat in range(state.seats) if may_be_caught(state, seat)),
        counts={zone: len(cards) for zone, cards in zones.items()},
        cards={zone: cards for zone, cards in zones.items() if sees_zone(zone, viewer)},
        lasting=state.lasting,
        prompts=tuple(redact_prompt(prompt, viewer) for prompt in state.prompts),
        result=state.result,
        shuffles=state.shuffles,
        paused=state.paused,
        clock=state.clock,
        deadline=on_server(state, deadline_of(ruleset, state)),
        window=None if window is None or state.paused else on_server(state, window.until),
        held=_held(state, viewer),
        known=known_cards(state, viewer) if state.known else {},
        clues=state.clues,
        moves=tuple(moves),
        uncertain_calls=tuple(uncertain_calls(ruleset, state, viewer, moves)) if moves else (),
        open=tuple(open_moves(ruleset, state, viewer)) if is_seated else (),
    )


def _held(state: State, viewer: Seat) -> tuple[Seat, ...]:
    held = () if state.window is None else state.window.held
    return tuple(target for seat, target in held if seat == viewer)


def _bits(state: State, bits: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(state.seats) if bits >> seat & 1)


def redact_prompt(prompt: Prompt, viewer: Seat) -> Prompt:
    """Return a question without its hidden parts, unless it asks the viewer.

    A card that another seat has drawn is hidden in any question that interrupts its turn.
    """
    if prompt.seat != viewer and prompt.hidden:
        return msgspec.structs.replace(prompt, options=(), default="", resume=())
    if not any(_has_drawn(mark, viewer) for mark in prompt.resume):
        return prompt
    resume = [_without_drawn(mark) if _has_drawn(mark, viewer) else mark for mark in prompt.resume]
    return msgspec.structs.replace(prompt, resume=tuple(resume))


def _has_drawn(mark: Bookmark | Intent, viewer: Seat) -> bool:
    """Whether a place names a card that a seat other than the viewer has drawn."""
    return isinstance(mark, Bookmark) and mark.seat != viewer and bool(mark.read(DRAWN))


def _without_drawn(mark: Bookmark | Intent) -> Bookmark | Intent:
    assert isinstance(mark, Bookmark)
    bound = tuple((name, UNSEEN if name == DRAWN else value) for name, value in mark.bound)
    return msgspec.structs.replace(mark, bound=bound)
