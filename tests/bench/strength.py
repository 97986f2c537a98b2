"""How strong the bots are: paired deals of one bot against another, on the seats of a table.

Each deal is played once with the bot on every seat, so that the luck of the deal cancels. A line a
pair: ``win`` in percent with its 95 % interval over deals, ``fair`` (100 / seats), ``deals`` and
``games``, ``first_seed``, the processor time of a choice, versions and budgets. Deals follow from
their seed, and choices from the deal, so a line can be played again on any machine:
``FIRST_SEED`` and ``DEALS`` of the line.

Variables: ``MINUTES`` (10; 60 gives narrower intervals), ``WORKERS`` (1), ``BOT``, ``AGAINST``,
``TABLE`` (as ``avengers:2``) choose pairs, ``DEALS`` ends each pair after so many deals,
``SEEDS=tuning`` takes the seeds that are not for reports, ``SPRT=50:55`` stops a pair as soon as it
is decided which of two win rates fits better (5 % error each), and ``WRITE=1`` stores the lines in
``bots/data/strength.json``, from which the API reports them.
"""

import json
import math
import os
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, NamedTuple

from bots.choosing import budgets, choose, versions
from bots.strength_table import STORED
from cards.language import decode_edition
from games.engine import (
    VARIANTS,
    Chance,
    Move,
    Ruleset,
    Setup,
    State,
    compile_ruleset,
    decide,
    engine_kind,
    new_game,
    observe,
    read_heroes,
    read_options,
)
from games.ledger.bot_seeds import seed_of_choice

TABLES: Final = (("avengers", 2), ("xmen", 2), ("avengers", 4), ("ultimate", 2))
ONE_ROUND: Final[dict[str, dict[str, int]]] = {"avengers": {"rounds": 1}}
"""The options of a game: one round."""

TUNING, REPORT = 0, 1_000_000
"""The first seeds for tuning and for reports."""

ERROR: Final = 0.05
"""The probability of each error of the sequential test."""

FEWEST_DEALS: Final = 16
"""How many deals the sequential test has before it may stop: their spread is an estimate."""

MAX_ANSWERS: Final = 20_000


class Pair(NamedTuple):
    """A bot on one seat of a table, and the bot on the others."""

    variant: str
    seats: int
    bot: str
    against: str


class Deal(NamedTuple):
    """The results of one deal: the share of games won, and the cost of the bot's choices."""

    won: float
    seconds: tuple[float, ...]


@dataclass
class Score:
    """The results of the deals of a pair."""

    deals: list[Deal] = field(default_factory=list)

    @property
    def won(self) -> list[float]:
        """The share of games won in each deal."""
        return [deal.won for deal in self.deals]

    def interval(self) -> tuple[float, float, float]:
        """Return the mean share of games won and its 95 % interval."""
        mean = statistics.mean(self.won)
        half = 1.96 * self.error() if len(self.deals) > 1 else 1.0
        return mean, max(0.0, mean - half), min(1.0, mean + half)

    def error(self) -> float:
        """Return the standard error over deals, which are independent of each other."""
        return statistics.stdev(self.won) / math.sqrt(len(self.deals))


def log_likelihood_ratio(won: Sequence[float], p0: float, p1: float) -> float:
    """Return by how much p1 fits better than p0, for deals of a normal distribution."""
    spread = statistics.variance(won) if len(won) > 1 else 0.0
    if not spread:
        return 0.0
    return (p1 - p0) * (sum(won) - len(won) * (p0 + p1) / 2) / spread


def decided(won: Sequence[float], p0: float, p1: float) -> str:
    """Return "p0" or "p1" when one of two win rates is accepted, else ""."""
    if len(won) < FEWEST_DEALS:
        return ""
    ratio, bound = log_likelihood_ratio(won, p0, p1), math.log((1 - ERROR) / ERROR)
    return "p1" if ratio >= bound else "p0" if ratio <= -bound else ""


# ---- games


@cache
def rules(variant: str, seats: int) -> tuple[Ruleset, Setup]:
    """The ruleset of the shipped edition for games of one round."""
    data = Path(__file__).resolve().parents[2] / "cards" / "data"
    shipped = [decode_edition(path.read_bytes()) for path in sorted(data.glob("*.json"))]
    edition = next(one for one in shipped if one.variant == variant)
    options = read_options(VARIANTS[variant], ONE_ROUND.get(variant, {}), seats)
    heroes = read_heroes(edition, (), seats)
    setup = Setup(variant=variant, edition="", seats=seats, options=options, heroes=heroes)
    return compile_ruleset(edition, setup), setup


def play_deal(pair: Pair, number: int) -> Deal:
    """Play a deal once with the bot on every seat."""
    seconds: list[float] = []
    won = sum(play_game(pair, number, seat, seconds) for seat in range(pair.seats))
    return Deal(won / pair.seats, tuple(seconds))


def play_game(pair: Pair, number: int, mine: int, seconds: list[float]) -> bool:
    """Play a game with the bot on one seat; return whether it won.

    ``seconds`` gets the processor time of each of its choices.
    """

    def move_of(ruleset: Ruleset, state: State, seed: bytes) -> Move:
        seat = state.prompts[-1].seat
        view = observe(ruleset, state, seat)
        start = time.process_time()
        name = pair.bot if seat == mine else pair.against
        choice = choose(name=name, ruleset=ruleset, view=view, seed=seed)
        if seat == mine:
            seconds.append(time.process_time() - start)
        if choice.actor.fallback:
            raise RuntimeError(f"{choice.actor.name} failed: {choice.actor.reason}, deal {number}")
        return choice.move

    return winner_of(pair.variant, pair.seats, number, move_of) == mine


Mover = Callable[[Ruleset, State, bytes], Move]
"""Returns the answer to the open question, given the seed of the choice."""


def winner_of(variant: str, seats: int, number: int, move_of: Mover) -> int:
    """Return which seat wins a deal, if a function chooses all moves."""
    ruleset, setup = rules(variant, seats)
    seed = random.Random(number).randbytes(32)
    chance = Chance(seed)
    state = new_game(ruleset, setup, chance).state
    for nth in range(MAX_ANSWERS):
        if state.result is not None:
            return state.result.winner
        chosen = seed_of_choice(seed=seed, number=nth, seat=state.prompts[-1].seat)
        state = decide(ruleset, state, move_of(ruleset, state, chosen), chance).state
    raise RuntimeError(f"deal {number} of {variant} does not end")


def _played(asked: tuple[Pair, int]) -> Deal:
    return play_deal(*asked)


# ---- measurements

Map = Callable[[Callable[[tuple[Pair, int]], Deal], Iterable[tuple[Pair, int]]], Iterator[Deal]]


@dataclass(frozen=True)
class Plan:
    """How long and how each pair is played."""

    seconds: float
    first_seed: int
    deals: int | None
    sprt: tuple[float, float] | None


def measure(pair: Pair, plan: Plan, mapped: Map, at_once: int) -> dict[str, Any]:
    """Play deals of a pair until its time is up, all are played, or the test is decided."""
    score, verdict = Score(), ""
    until = time.monotonic() + plan.seconds
    while (plan.deals is None or len(score.deals) < plan.deals) and not verdict:
        if score.deals and plan.deals is None and time.monotonic() >= until:
            break
        first = plan.first_seed + len(score.deals)
        count = at_once if plan.deals is None else min(at_once, plan.deals - len(score.deals))
        score.deals += mapped(_played, [(pair, first + at) for at in range(count)])
        if plan.sprt:
            verdict = decided(score.won, *plan.sprt)
    return _line(pair, plan, score, verdict)


def _line(pair: Pair, plan: Plan, score: Score, verdict: str) -> dict[str, Any]:
    mean, low, high = score.interval()
    seconds = [one for deal in score.deals for one in deal.seconds]
    line: dict[str, Any] = {
        **pair._asdict(),
        "win": round(100 * mean, 1),
        "low": round(100 * low, 1),
        "high": round(100 * high, 1),
        "fair": round(100 / pair.seats, 1),
        "deals": len(score.deals),
        "games": len(score.deals) * pair.seats,
        "first_seed": plan.first_seed,
        "version": versions()[pair.bot],
        "budget": budgets()[pair.bot],
        "against_version": versions()[pair.against],
        "against_budget": budgets()[pair.against],
        "mean_ms": round(1000 * statistics.mean(seconds), 2),
        "worst_ms": round(1000 * max(seconds), 1),
        "engine": engine_kind(),
    }
    if plan.sprt:
        p0, p1 = plan.sprt
        ratio = log_likelihood_ratio(score.won, p0, p1)
        line |= {"p0": 100 * p0, "p1": 100 * p1, "llr": round(ratio, 2), "fits": verdict or None}
    return line


def pairs() -> list[Pair]:
    """Return the pairs asked for: by default each bot against the one below it, and greedy."""
    names = list(versions())
    bot, against = os.environ.get("BOT"), os.environ.get("AGAINST")
    table = os.environ.get("TABLE")
    return [
        Pair(variant, seats, one, other)
        for variant, seats in TABLES
        if not table or table == f"{variant}:{seats}"
        for at, one in enumerate(names)
        for other in ([against] if against else dict.fromkeys([*names[:at][-1:], "greedy"]))
        if other != one and bot in (None, "", one) and (against or names.index(other) < at)
    ]


def plan_of(count: int) -> Plan:
    """Return the plan that the variables of the environment ask for."""
    deals, sprt = os.environ.get("DEALS"), os.environ.get("SPRT")
    first = TUNING if os.environ.get("SEEDS") == "tuning" else REPORT
    bounds = [float(one) / 100 for one in sprt.split(":")] if sprt else []
    return Plan(
        60 * float(os.environ.get("MINUTES") or 10) / max(1, count),
        int(os.environ.get("FIRST_SEED") or first),
        int(deals) if deals else None,
        (bounds[0], bounds[1]) if bounds else None,
    )


def main() -> None:
    """Print a line a pair, and store them if asked for."""
    asked, workers = pairs(), int(os.environ.get("WORKERS") or 1)
    plan = plan_of(len(asked))
    lines = []
    with ExitStack() as stack:
        mapped: Map = map
        if workers > 1:
            mapped = stack.enter_context(get_context("spawn").Pool(workers)).imap
        for pair in asked:
            lines.append(measure(pair, plan, mapped, 2 * workers if workers > 1 else 1))
            print(json.dumps({"figure": "bot.strength"} | lines[-1]), flush=True)
    if os.environ.get("WRITE"):
        store(lines)


def store(lines: Sequence[dict[str, Any]]) -> None:
    """Put lines into the stored table, in place of those of the same pairs."""
    known = json.loads(STORED.read_text()) if STORED.exists() else []
    found = {_key(line): line for line in [*known, *lines]}
    ordered = [found[key] for key in sorted(found)]
    STORED.parent.mkdir(exist_ok=True)
    rows = ",\n  ".join(json.dumps(line) for line in ordered)
    STORED.write_text(f"[\n  {rows}\n]\n")


def _key(line: dict[str, Any]) -> tuple[str, int, str, str]:
    return line["variant"], line["seats"], line["bot"], line["against"]
