"""The values that the engine returns, and the error that refuses a move.

They have a module of their own because `make native` compiles no structs, and no class that others
subclass.
"""

from __future__ import annotations

import msgspec

from games.engine.facts import Fact, LastingEffect, Ruling
from games.engine.moves import Move
from games.engine.prompts import Prompt
from games.engine.state import State
from games.engine.state_parts import Clock, Clue, Result
from games.engine.zones import Card, Color, Seat, Zone


class PlayRefusal(msgspec.Struct, frozen=True):
    """Why a card may not be played: rule, stable code, parameters of the text."""

    rule: str
    code: str
    params: dict[str, str | int]


class Decision(msgspec.Struct, frozen=True, gc=False):
    """The result of a move: its facts, the rules behind them, the state after."""

    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]
    state: State


class View(msgspec.Struct, frozen=True):
    """A state as one viewer may know it (``viewer`` -1 is the public).

    ``counts`` has the number of cards in every zone, ``cards`` the cards of those zones that the
    viewer sees, the top card last. ``stand_ins`` are the seats for which a
    bot plays. ``exposed`` are the seats that may be caught now. Hidden
    questions to other seats have no options. ``deadline`` is that of the open question, ``window``
    the time until which calls and catches are held, None while the game is paused, both by the
    server's clock. ``held`` are
    those of the viewer: the seats that it catches, and its own if it calls. ``known`` has by zone
    the cards that the viewer does not see but knows, as ``State.known`` has them; ``clues`` are
    those of the state. ``moves`` and ``uncertain_calls`` answer the open question, ``open`` are the
    other moves that the viewer may make.
    """

    viewer: Seat
    seats: int
    current: Seat
    direction: int
    color: Color
    turn: int
    idle: int
    circling: int
    round: int
    dealer: Seat
    scores: tuple[int, ...]
    out: tuple[Seat, ...]
    stand_ins: tuple[Seat, ...]
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
    paused: bool
    clock: Clock | None
    deadline: int | None
    window: int | None
    held: tuple[Seat, ...]
    known: dict[Zone, tuple[Card, ...]]
    clues: tuple[Clue, ...]
    moves: tuple[Move, ...]
    uncertain_calls: tuple[Move, ...]
    open: tuple[Move, ...]


class IllegalMove(Exception):
    """A move that breaks a rule: rule id, stable code, parameters of the text.

    The codes: game_over, not_your_prompt, already_out, card_not_in_hand, card_does_not_fit,
    card_forbidden, bluff_refused, nothing_drawn, already_drawn, nothing_to_draw, not_an_option,
    nobody_to_catch, no_uno_to_call, already_held, game_paused, time_is_up, window_is_open; for the
    clock time_is_left, no_clock_runs and window_is_not_over; for an organiser also not_paused,
    already_void, game_not_over, no_such_seat, wrong_places, same_result,
    no_clock, no_time_to_take, no_scores, no_points_to_take; for calls for a judge call_is_open,
    no_calls_left, no_open_call; for a claim no_claims and nobody_to_claim; for a stand-in
    no_stand_ins, bot_plays and no_bot_plays; for a key key_is_revoked and, by the server,
    seat_without_key.
    """

    def __init__(self, rule: str, code: str, **params: str | int) -> None:
        super().__init__(f"{code} ({rule})")
        self.rule = rule
        self.code = code
        self.params = params
