"""The levels of the bots, and the bench that measures them."""

import itertools
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from bots import strength_table
from bots.choosing import budgets, levels, moves_for_bot, versions
from bots.strategies import LEVELS, STRATEGIES, Budget, weights
from bots.strategies.playouts import playouts_of, policy_of
from bots.strategies.weights import WEIGHTS
from games.engine import observe
from games.errors import SetupRefused
from games.models import Seat
from games.play.seating import SeatSpec, create_game
from games.players.services import create_guest
from tests.bench import strength as bench
from tests.bench import tuning
from tests.bench.strength import Deal, Pair, Plan, Score, rules
from tests.bots.offline_games import deal, ruleset_of

pytestmark = pytest.mark.slow

CHEAP = Pair("xmen", 2, "greedy", "random")


# ---- levels


def test_each_bot_has_a_level_weakest_first() -> None:
    assert list(LEVELS.values()) == list(STRATEGIES) == list(versions()) == list(levels())
    assert list(LEVELS) == ["beginner", "easy", "fair", "good", "strong"]
    assert not set(LEVELS) & set(STRATEGIES)


@pytest.mark.django_db
@pytest.mark.usefixtures("editions")
def test_a_seat_names_a_bot_or_a_level() -> None:
    creator, _, _ = create_guest(name="Alice")
    seats = [SeatSpec("player"), *(SeatSpec("bot", bot=name) for name in ("strong", "greedy"))]
    game = create_game(creator=creator, variant="xmen", seats=seats)
    found = Seat.objects.filter(game=game, kind="bot").order_by("number")
    assert list(found.values_list("bot", "bot_version", "bot_budget")) == [
        (name, versions()[name], budgets()[name]) for name in ("thinker", "greedy")
    ]
    assert game.thinking_seats == 0b010
    seats[1] = SeatSpec("bot", bot="weak")
    with pytest.raises(SetupRefused) as refused:
        create_game(creator=creator, variant="xmen", seats=seats)
    assert refused.value.code == "unknown_bot"
    assert {"beginner", "thinker"} <= set(str(refused.value.params["choices"]).split(", "))


def test_a_mixture_makes_a_share_of_the_choices_of_both() -> None:
    """Where random chooses by lot and greedy does not."""
    ruleset = ruleset_of("avengers", 2)
    mixed, greedy = STRATEGIES["casual"], STRATEGIES["greedy"]
    assert mixed.version == f"50.{greedy.version}.{STRATEGIES['random'].version}"
    assert mixed.budget == greedy.budget
    assert STRATEGIES["skilled"].budget == STRATEGIES["thinker"].budget
    state = deal("avengers", 2, 4)
    view = observe(ruleset, state, state.prompts[-1].seat)
    moves = moves_for_bot(view)
    best = greedy.choose(view, moves, ruleset, random.Random(1), Budget(10_000))
    same = sum(
        mixed.choose(view, moves, ruleset, random.Random(lots), Budget(10_000)) == best
        for lots in range(400)
    )
    by_lot = sum(
        STRATEGIES["random"].choose(view, moves, ruleset, random.Random(lots), Budget(1)) == best
        for lots in range(400)
    )
    assert abs(same - (200 + by_lot / 2)) < 40


@pytest.mark.parametrize("bot", ["casual", "greedy"])
def test_the_levels_are_in_order(bot: str) -> None:
    """By about 9 points each; the margin is three standard errors of this many deals."""
    below = list(versions())[list(versions()).index(bot) - 1]
    won = [bench.play_deal(Pair("xmen", 2, bot, below), seed).won for seed in range(150)]
    assert sum(won) / len(won) > 0.5


# ---- statistics


def scored(*won: float) -> Score:
    return Score([Deal(one, (0.001,)) for one in won])


def test_the_interval_is_over_deals() -> None:
    mean, low, high = scored(0.5, 1, 0.5, 0, 1, 1, 0.5, 0.5).interval()
    assert mean == 0.625
    assert (round(low, 3), round(high, 3)) == (0.38, 0.87)
    assert scored(0.5).interval() == (0.5, 0, 1)
    # Deals that both sides win once each say that the bots are equal, with no error.
    assert scored(*[0.5] * 9).interval() == (0.5, 0.5, 0.5)


def test_the_sequential_test_errs_as_rarely_as_it_says() -> None:
    """Each error has 5 %, and the mean number of deals is well below that of a fixed test."""
    lots = random.Random(3)

    def run(p: float) -> tuple[str, int]:
        won: list[float] = []
        while not (found := bench.decided(won, 0.5, 0.6)):
            won.append(((lots.random() < p) + (lots.random() < p)) / 2)
        return found, len(won)

    below, above = [run(0.5) for _ in range(200)], [run(0.6) for _ in range(200)]
    assert sum(found == "p1" for found, _ in below) <= 20
    assert sum(found == "p0" for found, _ in above) <= 20
    assert sum(deals for _, deals in below) / 200 < 135


def test_deals_without_spread_decide_nothing() -> None:
    assert bench.decided([0.5] * 50, 0.5, 0.55) == ""
    assert bench.decided([1.0] * 5, 0.5, 0.55) == ""


# ---- measuring


def plan(**changes: Any) -> Plan:
    return Plan(**({"seconds": 0.0, "first_seed": 5, "deals": 6, "sprt": None} | changes))


def test_a_line_can_be_measured_again() -> None:
    def line() -> dict[str, Any]:
        found = bench.measure(CHEAP, plan(), map, 1)
        return {name: value for name, value in found.items() if not name.endswith("_ms")}

    first = line()
    assert line() == first
    assert (first["deals"], first["games"], first["first_seed"]) == (6, 12, 5)
    assert first["low"] <= first["win"] <= first["high"]
    assert (first["version"], first["budget"]) == (versions()["greedy"], budgets()["greedy"])
    assert bench.play_deal(CHEAP, 5) != bench.play_deal(CHEAP, 6)


def test_a_pair_ends_with_its_time_or_when_it_is_decided() -> None:
    assert bench.measure(CHEAP, plan(deals=None), map, 3)["deals"] == 3
    decided = bench.measure(CHEAP, plan(deals=400, sprt=(0.3, 0.6)), map, 1)
    assert decided["fits"] == "p1"
    assert decided["deals"] < 200


def test_a_bot_that_fails_is_not_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(STRATEGIES, "greedy", None)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="greedy failed"):
        bench.play_deal(CHEAP, 1)


def test_the_variables_choose_pairs_seeds_and_length(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Pair("ultimate", 2, "thinker", "greedy") in bench.pairs()
    assert Pair("xmen", 2, "thinker", "skilled") in bench.pairs()
    assert bench.plan_of(4) == Plan(150, bench.REPORT, None, None)
    for name, value in {
        "BOT": "thinker",
        "AGAINST": "random",
        "TABLE": "avengers:4",
        "SPRT": "50:55",
        "SEEDS": "tuning",
        "DEALS": "9",
        "MINUTES": "60",
    }.items():
        monkeypatch.setenv(name, value)
    assert bench.pairs() == [Pair("avengers", 4, "thinker", "random")]
    assert bench.plan_of(1) == Plan(3600, bench.TUNING, 9, (0.5, 0.55))


def test_it_prints_a_line_a_pair_and_stores_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    stored = tmp_path / "data" / "strength.json"
    monkeypatch.setattr(bench, "STORED", stored)
    for name, value in {"BOT": "greedy", "AGAINST": "random", "DEALS": "2", "WRITE": "1"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("TABLE", "xmen:2")
    bench.main()
    line = json.loads(capsys.readouterr().out)
    assert line.pop("figure") == "bot.strength"
    assert json.loads(stored.read_text()) == [line]
    monkeypatch.setenv("TABLE", "avengers:2")
    bench.main()
    assert [one["variant"] for one in json.loads(stored.read_text())] == ["avengers", "xmen"]


# ---- reporting


def test_only_figures_of_the_present_bots_are_reported(client: Client) -> None:
    (line, *_) = json.loads(strength_table.STORED.read_text())
    assert strength_table.is_current(line)
    assert not strength_table.is_current(line | {"version": "0"})
    assert not strength_table.is_current(line | {"against_budget": 1_000_000})
    told = {one["name"]: one for one in client.get("/api/v1/bots/").json()["results"]}
    assert {name: one["level"] for name, one in told.items()} == levels()
    assert {name: one["budget"] for name, one in told.items()} == budgets()
    measured = [(name, one["against"]) for name, bot in told.items() for one in bot["results"]]
    assert ("greedy", "random") in measured
    assert len(measured) == len(strength_table.measured())


def test_the_stored_figures_are_those_of_report_seeds() -> None:
    for line in json.loads(strength_table.STORED.read_text()):
        assert line["first_seed"] == bench.REPORT
        assert line["games"] == line["deals"] * line["seats"]
        assert line["low"] <= line["win"] <= line["high"]


def test_tuning_keeps_the_weights_that_win_more() -> None:
    bad = dict.fromkeys(WEIGHTS["tuned"], 0) | {"wild": 5_000, "switch": 5_000}
    (won, first), (_, second) = itertools.islice(tuning.rounds("xmen", 2, 20, 60.0, bad), 2)
    tables = playouts_of(rules("xmen", 2)[0])
    before = replace(tables, own=policy_of(tables.ruleset, bad))
    assert first != bad
    assert first != second
    assert won > sum(tuning.won("xmen", 2, before, number) for number in range(20)) / 40


@pytest.mark.rest
def test_stored_weights_win_more_than_those_of_greedy() -> None:
    ruleset, _ = rules("xmen", 2)
    tables = playouts_of(ruleset)
    like_greedy = replace(tables, own=tables.others)
    deals = range(500)
    tuned = sum(tuning.won("xmen", 2, tables, number) for number in deals)
    assert tuned > sum(tuning.won("xmen", 2, like_greedy, number) for number in deals)


def test_found_weights_are_written_in_their_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "weights.py"
    copy.write_text(tuning.STORED.read_text())
    monkeypatch.setattr(tuning, "STORED", copy)
    tuning.store(WEIGHTS["tuned"])
    assert copy.read_text() == Path(weights.__file__).read_text()
    tuning.store(WEIGHTS["tuned"] | {"switch": -5})
    assert '"switch": -5,' in copy.read_text()


def test_weights_found_at_a_larger_table_are_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TABLE", "avengers:4")
    monkeypatch.setenv("WRITE", "1")
    with pytest.raises(SystemExit, match="table of two"):
        tuning.main()
