"""Random games and their twins, stored in the database."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from games.engine import (
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
    mix_seed,
    new_game,
)
from games.engine.zones import HERO
from games.ledger import sealing, store
from games.ledger.rows import Actor
from games.models import Game, Refusal, Seat
from games.play import seating
from games.play.seating import SeatSpec, heroes_text
from games.play.selectors import ruleset_for, seats_of, setup_of
from games.play.starting import fix_terms, set_names, start_of
from games.players.models import Player
from tests.laws import random_games
from tests.laws.twins import Course, Turn

BEGAN = datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Table:
    """The players and the setup of a game; a bot has the last seat."""

    variant: str
    players: tuple[Player, ...]
    number: int
    has_bot: bool = False
    reveal: str = "all"
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def seed(self) -> bytes:
        """The seed of the game."""
        return sha256(f"{self.variant}/{len(self.players)}/{self.number}".encode()).digest()

    def new_game(self, seed: bytes) -> Game:
        """Store a game with a given seed, without rows."""
        first, *others = self.players
        specs = [SeatSpec("player"), *(SeatSpec("invited", player=other) for other in others)]
        if self.has_bot:
            specs[-1] = SeatSpec("bot", bot="greedy")
        single = {"rounds": 1} if self.variant == "avengers" else {}
        game = seating.create_game(
            creator=first,
            variant=self.variant,
            seats=specs,
            options=single | self.options,
            reveal=self.reveal,
        )
        for other in others[: len(others) - self.has_bot]:
            seating.join_game(game_id=game.pk, player=other)
        game.server_seed, game.commitment = seed, commitment(seed)
        game.seed = mix_seed(seed, [None] * len(specs))
        game.status, game.created_at, game.started_at = Game.Status.RUNNING, BEGAN, BEGAN
        seats = seats_of(game)
        game.heroes = heroes_text(game, seats)
        set_names(seats)
        Seat.objects.bulk_update(seats, ["name", "name_salt"])
        game.save()
        fix_terms(game, setup_of(game), seats, None, BEGAN)
        return game

    def actor(self, move: Move | None) -> Actor:
        """Return the actor of a move."""
        if isinstance(move, Expire):
            return Actor(kind="clock")
        seat = 0 if move is None else move.seat
        if self.has_bot and seat == len(self.players) - 1:
            return Actor(kind="bot", name="greedy", version="1", budget=10_000)
        return Actor(kind="player", player=str(self.players[seat].pk))


def write(table: Table, game: Game, rows: Iterable[tuple[Turn, State]]) -> Game:
    """Append rows to a game, and return the game after them."""
    for turn, state in rows:
        seq = game.seq + 1
        game, row = store.next_row(
            game,
            seat=None if turn.move is None else turn.move.seat,
            actor=table.actor(turn.move),
            move=start_of(game.terms, seats_of(game)) if turn.move is None else turn.move,
            decision=Decision(turn.facts, turn.rulings, state),
            at=BEGAN + timedelta(seconds=seq),
        )
        store.append(game, [row])
        if seq == 1:
            _save_heroes(game, state)
    return game


def _save_heroes(game: Game, state: State) -> None:
    """Store the heroes on the seats."""
    for seat in seats_of(game):
        for hero in state.zones.get(HERO[seat.number], ()):
            Seat.objects.filter(pk=seat.pk).update(hero=hero)


@dataclass(slots=True)
class StoredGame:
    """A random game whose rows are written step by step."""

    table: Table
    game: Game
    ruleset: Ruleset
    course: Course
    states: list[State]

    @property
    def until(self) -> int:
        """The seq of the last row that is written."""
        return self.game.seq

    def write_until(self, until: int) -> None:
        """Write the rows up to this seq."""
        first = self.until
        turns = self.course.turns[first:until]
        self.game = write(self.table, self.game, zip(turns, self.states[first:until], strict=True))

    def twin(self, viewer: int, rng: Random) -> tuple[Game, State]:
        """Store a game that a viewer cannot tell from this one; return it with its state."""
        seed = rng.randbytes(32)
        game = self.table.new_game(seed)
        rows = list(self.course.twin(viewer, self.until, rng))
        game = write(self.table, game, rows)
        return game, rows[-1][1]

    def refuse(self, game: Game, seat: int, cards: Iterable[str]) -> None:
        """Record refused plays of cards by a seat, with two kinds of reasons."""
        stored = Game.objects.get(pk=game.pk)
        for number, card in enumerate(cards):
            why = ("card_not_in_hand", "common.hand") if number % 2 else ("bluff_refused", "a.rule")
            refusal = Refusal(
                game=game,
                seq=game.seq,
                nth=stored.refused + 1,
                seat=seat,
                actor=msgspec.json.encode(self.table.actor(Play(seat, card))).decode(),
                move=msgspec.json.encode(Play(seat, card)).decode(),
                code=why[0],
                rule=why[1],
                params=msgspec.json.encode({"card": card}).decode(),
                created_at=BEGAN + timedelta(seconds=game.seq),
            )
            part = store.hidden_refusal(game, refusal)
            refusal.link = sealing.link(stored.refused_head or game.head, part.commitment)
            refusal.save()
            stored.refused, stored.refused_head = refusal.nth, refusal.link
            stored.save(update_fields=["refused", "refused_head"])


def played(table: Table) -> StoredGame:
    """Return a random game, none of whose rows is written yet."""
    game = table.new_game(table.seed)
    ruleset, chance = ruleset_for(game), Chance(game.secret)
    rng = Random(table.number)
    course, states = Course(len(table.players)), []
    for move, decision in _moments(ruleset, game, chance, rng, table):
        course.follow(move, decision)
        states.append(decision.state)
    return StoredGame(table, game, ruleset, course, states)


def _moments(
    ruleset: Ruleset, game: Game, chance: Chance, rng: Random, table: Table
) -> Iterator[tuple[Move | None, Decision]]:
    picking = random_games.Game(ruleset, table.number, 0.01 if table.number % 2 else 0.0)
    decision = new_game(ruleset, setup_of(game), chance)
    yield None, decision
    while decision.state.result is None:
        move = picking.pick(decision.state, rng)
        decision = decide(ruleset, decision.state, move, chance)
        yield move, decision


def next_turn(random_game: StoredGame, state: State, game: Game) -> tuple[Move, Decision | None]:
    """Return the next move of a game, and the decision on it in its twin, None if refused."""
    move = random_game.course.turns[random_game.until].move
    assert move is not None
    try:
        return move, decide(random_game.ruleset, state, move, Chance(game.secret))
    except (IllegalMove, ValueError):
        return move, None
