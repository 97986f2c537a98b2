"""What one seat, or the public, may know of a state."""

from __future__ import annotations

import msgspec

from games.engine.facts import LastingEffect
from games.engine.legality import legal_moves, may_be_caught, open_moves
from games.engine.moves import Move
from games.engine.prompts import Prompt
from games.engine.ruleset import Ruleset
from games.engine.state import Result, State
from games.engine.zones import Card, Color, Seat, Zone, sees_zone


class View(msgspec.Struct, frozen=True):
    """A state as one viewer may know it (``viewer`` -1 is the public).

    ``counts`` has the number of cards in every zone, ``cards`` the cards of those zones that the
    viewer sees, the top card last. ``exposed`` are the seats that may be caught now. Questions to
    other seats stand without options. ``moves`` answer the open question, ``open`` is what the
    viewer may do besides.
    """

    viewer: Seat
    seats: int
    current: Seat
    direction: int
    color: Color
    turn: int
    idle: int
    round: int
    dealer: Seat
    scores: tuple[int, ...]
    out: tuple[Seat, ...]
    skipped: tuple[Seat, ...]
    uno: tuple[str, ...]
    enemy_since: tuple[int, ...]
    exposed: tuple[Seat, ...]
    counts: dict[Zone, int]
    cards: dict[Zone, tuple[Card, ...]]
    lasting: tuple[LastingEffect, ...]
    prompts: tuple[Prompt, ...]
    result: Result | None
    shuffles: int
    moves: tuple[Move, ...]
    open: tuple[Move, ...]


def observe(ruleset: Ruleset, state: State, viewer: Seat) -> View:
    """The view of a seat, or of the public for NOBODY."""
    zones = state.zones
    is_seated = 0 <= viewer < state.seats
    return View(
        viewer=viewer,
        seats=state.seats,
        current=state.current,
        direction=state.direction,
        color=state.color,
        turn=state.turn,
        idle=state.idle,
        round=state.round,
        dealer=state.dealer,
        scores=state.scores,
        out=_bits(state, state.out),
        skipped=_bits(state, state.skipped),
        uno=state.uno,
        enemy_since=state.enemy_since,
        exposed=tuple(seat for seat in range(state.seats) if may_be_caught(state, seat)),
        counts={zone: len(cards) for zone, cards in zones.items()},
        cards={zone: cards for zone, cards in zones.items() if sees_zone(zone, viewer)},
        lasting=state.lasting,
        prompts=tuple(_seen(prompt, viewer) for prompt in state.prompts),
        result=state.result,
        shuffles=state.shuffles,
        moves=tuple(legal_moves(ruleset, state, viewer)) if is_seated else (),
        open=tuple(open_moves(ruleset, state, viewer)) if is_seated else (),
    )


def _bits(state: State, bits: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(state.seats) if bits >> seat & 1)


def _seen(prompt: Prompt, viewer: Seat) -> Prompt:
    """A question as a viewer sees it: whom it asks and why; the rest only if it asks them."""
    if prompt.seat == viewer or not prompt.hidden:
        return prompt
    return msgspec.structs.replace(prompt, options=(), default="", resume=())
