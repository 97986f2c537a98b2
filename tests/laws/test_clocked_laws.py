"""The laws of clocks, over seeded random games with clocks and windows; each audits clean."""

from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import NamedTuple

import msgspec
import pytest

from cards.language import edition_hash, encode_edition
from games.audit.bundle import FORMAT, FULL, Bundle, Event, encode_part
from games.audit.verdict import audit
from games.engine import (
    VARIANTS,
    Chance,
    CloseWindow,
    Decision,
    Expire,
    IllegalMove,
    Move,
    Play,
    Resign,
    Ruleset,
    Setup,
    State,
    commitment,
    compile_ruleset,
    decide,
    legal_moves,
    mix_seed,
    new_game,
    next_move_of_clock,
    open_moves,
    read_heroes,
    read_options,
)
from games.engine.rulebook import RULES_VERSION
from games.ledger import sealing
from games.ledger.heads import Head
from games.ledger.rows import Actor, Row, Start, moment_of, stamp
from tests.bench.audit import ACTORS, NAMES, signed, start_of
from tests.laws.random_games import GAMES_A_TABLE
from tests.sweeps import part_of
from tests.table import NOON, edition

pytestmark = pytest.mark.slow

GAMES = max(9, GAMES_A_TABLE // 10)
TABLES = part_of([(variant, seats) for variant in VARIANTS for seats in (2, 3, 4)], 2)
TERMS = ((5, 0, 0), (10, 20, 3), (1, 60, 60), (86400, 604800, 3600))
"""Seconds, bank and increment; the last are those of a game by correspondence."""


class Moment(NamedTuple):
    """A move of a game, the time of it in milliseconds, and what was decided."""

    move: Move | None
    at: int
    decision: Decision


class ClockedGame:
    """A game with a clock, in which time passes at random."""

    def __init__(self, variant: str, seats: int, number: int) -> None:
        self.rng = Random(f"{variant} {seats} {number}")
        self.server_seed = sha256(f"clocked {variant} {seats} {number}".encode()).digest()
        self.seed = mix_seed(self.server_seed, [None] * seats)
        seconds, bank, increment = TERMS[number % len(TERMS)]
        given: dict[str, object] = {
            "clock": {"seconds": seconds, "bank": bank, "increment": increment},
            "timeouts_out": (0, 3, 2)[number // 3 % 3],
            "uno_window": (0, 2)[number // 2 % 2],
        }
        given |= {"rounds": 1} if variant == "avengers" else {}
        one = edition(variant)
        options = read_options(VARIANTS[variant], given, seats)
        self.setup = Setup(variant, edition_hash(one), seats, options, read_heroes(one, (), seats))
        self.ruleset: Ruleset = compile_ruleset(one, self.setup)
        self.bank = 1000 * bank
        self.seconds = seconds

    def play(self) -> Iterator[Moment]:
        """Play it, and try at each moment what the clock and the players must not do."""
        chance, at = Chance(self.seed), NOON
        decision = new_game(self.ruleset, self.setup, chance, at=at)
        yield Moment(None, at, decision)
        while (state := decision.state).result is None:
            due = next_move_of_clock(self.ruleset, state)
            assert due is not None and due > at
            lot = self.rng.random()
            at += self.rng.randrange(1 + round(300 * self.seconds * (4 if lot < 0.1 else 1)))
            if lot > 0.9 or at >= due:
                self.refuses(state, at=due - 1, late=False)
                at = due + self.rng.choice((0, 1, 900))
                self.refuses(state, at=at, late=True)
                move: Move = CloseWindow() if state.window else Expire(state.prompts[-1].seat)
            else:
                move = self.pick(state)
                at = due if isinstance(move, CloseWindow) else at
            decision = decide(self.ruleset, state, move, chance, at=at)
            if isinstance(move, Expire):
                self.refuses(decision.state, at=at, late=False)
            yield Moment(move, at, decision)

    def refuses(self, state: State, *, at: int, late: bool) -> None:
        """Before the deadline the clock must not answer, after it only the clock may."""
        if state.window is not None or state.result is not None:
            return
        seat = state.prompts[-1].seat
        moves = legal_moves(self.ruleset, state, seat) if late else [Expire(seat)]
        with pytest.raises(IllegalMove) as refused:
            decide(self.ruleset, state, self.rng.choice(moves), Chance(self.seed), at=at)
        assert refused.value.code == ("time_is_up" if late else "time_is_left")

    def pick(self, state: State) -> Move:
        """Return a move of a player; in a window a call, or its end."""
        besides = [
            move
            for seat in state.seats_in()
            for move in open_moves(self.ruleset, state, seat)
            if not isinstance(move, Resign)
        ]
        if besides and (state.window is not None or self.rng.random() < 0.3):
            return self.rng.choice(besides)
        if state.window is not None:
            return CloseWindow()
        moves = legal_moves(self.ruleset, state, state.prompts[-1].seat)
        plays = [move for move in moves if isinstance(move, Play)]
        return self.rng.choice(plays if plays and self.rng.random() < 0.8 else moves)


def bundle_of(game: ClockedGame, moments: list[Moment]) -> Bundle:
    """Return the bundle of a game as the server makes it."""
    count, start = game.setup.seats, start_of()
    terms = msgspec.structs.replace(
        start.chance, commitments=(None,) * count, shares=(None,) * count
    )
    start = msgspec.structs.replace(start, seats=start.seats[:count], chance=terms)
    name, head, events = "6f8ce1d2-54f2-4f6b-9b1e-000000000000", sealing.GENESIS, []
    for seq, (move, at, decision) in enumerate(moments, 1):
        row = Row(
            game=name,
            seq=seq,
            seat=None if move is None else move.seat,
            actor=actor_of(move),
            move=start if move is None else move,
            facts=decision.facts,
            rulings=decision.rulings,
            rules_version=RULES_VERSION,
            refused=None,
            signed=None,
            at=stamp(moment_of(at)),
            digest="",
            sealed={},
        )
        parts, hidden = row.to_dict(), row.hidden()
        sealed_row, opened = sealing.seal_parts(parts, hidden, game.seed)
        head = sealing.digest(head, sealed_row)
        del parts["game"]
        salts = {path: {"salt": part.salt} for path, part in sorted(opened.items())}
        event = parts | {"mark": head[:8], "hidden": salts}
        events.append(msgspec.json.decode(msgspec.json.encode(event), type=Event))
    assert moments[-1].decision.state.result is not None
    bundle = Bundle(
        format=FORMAT,
        view=FULL,
        head=Head(name, len(events), head, None, commitment(game.server_seed)),
        names=[*NAMES[:count]],
        edition=msgspec.Raw(encode_part(msgspec.json.decode(encode_edition(game.ruleset.edition)))),
        seed=game.server_seed.hex(),
        events=events,
        refusals=[],
        signature=None,
    )
    return signed(bundle)


def actor_of(move: Move | Start | None) -> Actor:
    """Return who makes a move."""
    if isinstance(move, Expire | CloseWindow):
        return Actor(kind="clock")
    return ACTORS[getattr(move, "seat", None) or 0]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_clocks_are_in_bounds_and_each_question_runs_out_once(variant: str, seats: int) -> None:
    ran_out = 0
    for number in range(GAMES):
        game = ClockedGame(variant, seats, number)
        moments = list(game.play())
        for moment in moments:
            clock = moment.decision.state.clock
            assert clock is not None
            assert all(0 <= bank <= game.bank for bank in clock.banks)
            ran_out += isinstance(moment.move, Expire)
        verdict = audit(bundle_of(game, moments))
        assert not verdict.sealed.findings, verdict.sealed.findings
        assert not verdict.lawful.findings, verdict.lawful.findings
        assert verdict.passed
    assert ran_out > GAMES
