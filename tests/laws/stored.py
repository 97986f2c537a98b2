"""Games and their twins as they are stored."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from games import services
from games.engine import (
    ALGORITHM,
    Chance,
    Decision,
    Expire,
    IllegalMove,
    Move,
    Play,
    Ruleset,
    State,
    commitment,
    decide,
    new_game,
)
from games.engine.zones import HERO
from games.ledger import store
from games.ledger.rows import Actor
from games.models import Game, Refusal, Seat
from games.players.models import Player
from games.selectors import ruleset_for, seats_of, setup_of
from games.services import SeatSpec
from tests.laws import games as laws
from tests.laws.twins import Course, Turn

BEGAN = datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits there and what is played; with a bot, it sits on the last seat."""

    variant: str
    players: tuple[Player, ...]
    number: int
    has_bot: bool = False
    reveal: str = "all"
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def seed(self) -> bytes:
        """What the game is played with."""
        return sha256(f"{self.variant}/{len(self.players)}/{self.number}".encode()).digest()

    def laid(self, seed: bytes) -> Game:
        """A game that is about to begin with a seed."""
        first, *others = self.players
        specs = [SeatSpec("player"), *(SeatSpec("invited", player=other) for other in others)]
        if self.has_bot:
            specs[-1] = SeatSpec("bot", bot="greedy")
        single = {"rounds": 1} if self.variant == "avengers" else {}
        game = services.create_game(
            creator=first,
            variant=self.variant,
            seats=specs,
            options=single | self.options,
            reveal=self.reveal,
        )
        for other in others[: len(others) - self.has_bot]:
            services.join_game(game_id=game.pk, player=other)
        game.seed, game.commitment, game.algorithm = seed, commitment(seed), ALGORITHM
        game.status, game.created_at, game.started_at = Game.Status.RUNNING, BEGAN, BEGAN
        game.heroes = services.heroes_text(game, seats_of(game))
        game.save()
        return game

    def actor(self, move: Move | None, seq: int, seed: bytes) -> Actor:
        """Who makes a move; what a bot saw and threw is hidden, and follows from a seed here."""
        if isinstance(move, Expire):
            return Actor(kind="clock")
        seat = 0 if move is None else move.seat
        if self.has_bot and seat == len(self.players) - 1:
            luck, view = (sha256(seed + b"%d" % (2 * seq + at)).hexdigest() for at in (0, 1))
            return Actor(kind="bot", name="greedy", version="1", seed=luck, view=view)
        return Actor(kind="player", player=str(self.players[seat].pk))


def write(table: Table, game: Game, rows: Iterable[tuple[Turn, State]]) -> None:
    """Put further rows down."""
    for turn, state in rows:
        seq = game.seq + 1
        row = store.next_row(
            game,
            seat=None if turn.move is None else turn.move.seat,
            actor=table.actor(turn.move, seq, game.secret),
            move=turn.move,
            decision=Decision(turn.facts, turn.rulings, state),
            at=BEGAN + timedelta(seconds=seq),
        )
        store.append(game, [row])
        if seq == 1:
            _note_heroes(game, state)


def _note_heroes(game: Game, state: State) -> None:
    """Record beside the seats which heroes they play."""
    for seat in seats_of(game):
        for hero in state.zones.get(HERO[seat.number], ()):
            Seat.objects.filter(pk=seat.pk).update(hero=hero)


@dataclass(slots=True)
class Told:
    """A game that is written down as it goes on."""

    table: Table
    game: Game
    ruleset: Ruleset
    course: Course
    states: list[State]

    @property
    def until(self) -> int:
        """How far it is written."""
        return self.game.seq

    def go_on(self, until: int) -> None:
        """Write the rows up to one."""
        first = self.until
        turns = self.course.turns[first:until]
        write(self.table, self.game, zip(turns, self.states[first:until], strict=True))

    def twin(self, viewer: int, rng: Random) -> tuple[Game, State]:
        """Another game that is the same to a viewer, and where it stands."""
        seed = rng.randbytes(32)
        game = self.table.laid(seed)
        rows = list(self.course.twin(viewer, self.until, rng, commitment(seed)))
        write(self.table, game, rows)
        return game, rows[-1][1]

    def refuse(self, game: Game, seat: int, cards: Iterable[str]) -> None:
        """Record that cards were refused to a seat, for one reason or another."""
        for number, card in enumerate(cards):
            why = ("card_not_in_hand", "common.hand") if number % 2 else ("bluff_refused", "a.rule")
            Refusal.objects.create(
                game=game,
                seq=game.seq,
                seat=seat,
                actor=msgspec.json.encode(self.table.actor(Play(seat, card), 0, b"")).decode(),
                move=msgspec.json.encode(Play(seat, card)).decode(),
                code=why[0],
                rule=why[1],
                params=msgspec.json.encode({"card": card}).decode(),
                created_at=BEGAN + timedelta(seconds=game.seq),
            )


def played(table: Table) -> Told:
    """A random game, of which nothing is written yet."""
    game = table.laid(table.seed)
    ruleset, chance = ruleset_for(game), Chance(table.seed)
    rng = Random(table.number)
    course, states = Course(len(table.players)), []
    for move, decision in _moments(ruleset, game, chance, rng, table):
        course.follow(move, decision)
        states.append(decision.state)
    return Told(table, game, ruleset, course, states)


def _moments(
    ruleset: Ruleset, game: Game, chance: Chance, rng: Random, table: Table
) -> Iterator[tuple[Move | None, Decision]]:
    picking = laws.Game(ruleset, table.number, 0.01 if table.number % 2 else 0.0)
    decision = new_game(ruleset, setup_of(game), chance)
    yield None, decision
    while decision.state.result is None:
        move = picking.pick(decision.state, rng)
        decision = decide(ruleset, decision.state, move, chance)
        yield move, decision


def next_turn(told: Told, state: State, game: Game) -> tuple[Move, Decision | None]:
    """The move that comes next in a game, and what it causes in its twin; None if it may not."""
    move = told.course.turns[told.until].move
    assert move is not None
    try:
        return move, decide(told.ruleset, state, move, Chance(game.secret))
    except (IllegalMove, ValueError):
        return move, None
