"""Tables in memory: seeds, copies, ends, returns, and what they refuse."""

from __future__ import annotations

import copy
import json
import pickle
import random
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import cards
from bots.research.offline_table import GameSpec, Table, rules_of, spec_of
from bots.research.table_text import table_text
from bots.research.worlds import possible_table
from games.engine import NOBODY, HeroError, OptionError, Result, State
from games.engine.zones import HAND, HERO
from tests.research.random_tables import SPECS, named, played


def table_of(variant: str = "avengers", seats: int = 2, **more: Any) -> Table:
    """Return a table that was just dealt."""
    return Table(rules_of(spec_of(variant, seats, **more)), bytes(32))


def with_result(table: Table, result: Result | None) -> Table:
    """Return the table with another result."""
    state: State = table.state.copy()
    state.result = result
    return Table(table.rules, table.seed, state, table.moves_made)


@pytest.mark.parametrize("spec", SPECS, ids=named)
def test_returns_sum_to_zero(spec: GameSpec) -> None:
    for reward in ("win", "places"):
        *_, table = played(spec_of(spec.variant, spec.seats, reward=reward), 1)
        returns = table.returns()
        assert sum(returns) == pytest.approx(0)
        assert all(-1 <= one <= 1 for one in returns)
        assert table.is_over
        assert table.seat == NOBODY
        assert table.legal() == {}


@pytest.mark.parametrize(
    ("reward", "places", "returns"),
    [
        ("win", (2, 1, 3), [-0.5, 1, -0.5]),
        ("win", (1, 1, 3), [0.25, 0.25, -0.5]),
        ("win", (1, 1, 1), [0, 0, 0]),
        ("places", (2, 1, 3), [0, 1, -1]),
        ("places", (1, 1, 3), [0.5, 0.5, -1]),
        ("places", (1, 2, 2), [1, -0.5, -0.5]),
    ],
)
def test_returns_follow_from_places(
    reward: str, places: tuple[int, ...], returns: list[float]
) -> None:
    table = with_result(table_of(seats=3, reward=reward), Result(-1, "out", places))
    assert table.returns() == returns


def test_a_void_game_returns_nothing() -> None:
    assert with_result(table_of(), Result(-1, "void", None)).returns() == [0, 0]
    assert "void" in table_text(with_result(table_of(), Result(-1, "void", None)), 0)


def test_a_game_is_cut_off() -> None:
    *_, table = played(spec_of("avengers", 3, max_moves=5), 2)
    assert (table.moves_made, table.is_truncated, table.state.result) == (5, True, None)
    assert table.returns() == [0, 0, 0]
    assert "cut off after 5 moves" in table_text(table, 0)
    with pytest.raises(ValueError, match="over"):
        table.step(0)


def test_the_same_seed_gives_the_same_game() -> None:
    spec = spec_of("ultimate", 3)
    one, other = ([one.state.copy() for one in played(spec, seed)] for seed in (7, 7))
    assert one == other
    assert one != [table.state.copy() for table in played(spec, 8)]


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_copies_are_independent(variant: str) -> None:
    table = next(islice(played(spec_of(variant, 2), 3), 30, None))
    before = table.state.copy()
    for other in (copy.deepcopy(table), pickle.loads(pickle.dumps(table))):
        assert (other.state, other.seed, other.moves_made) == (before, table.seed, table.moves_made)
        assert other.legal() == table.legal()
        other.step(next(iter(other.legal())))
        assert table.state == before != other.state


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    table = table_of()
    before, legal = table.state, set(table.legal())
    illegal = next(at for at in range(len(table.rules.actions)) if at not in legal)
    name = table.rules.actions.names[illegal]
    for action, reason in ((illegal, f"'{name}'"), (-1, "no action -1"), (10_000, "10000")):
        with pytest.raises(ValueError, match=reason):
            table.step(action)
    assert table.state is before
    assert table.moves_made == 0


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"variant": "chess"}, ValueError),
        ({"variant": "ultimate", "seats": 5}, ValueError),
        ({"variant": "avengers", "seats": 1}, ValueError),
        ({"variant": "avengers", "max_moves": 0}, ValueError),
        ({"variant": "avengers", "reward": "money"}, ValueError),
        ({"variant": "avengers", "options": {"uno_window": 3}}, ValueError),
        ({"variant": "avengers", "options": {"nothing": 3}}, OptionError),
        ({"variant": "avengers", "options": {"rounds": 0}}, OptionError),
        ({"variant": "avengers", "heroes": ("hulk", "")}, HeroError),
        ({"variant": "ultimate", "heroes": ("hulk", "hulk")}, HeroError),
        ({"variant": "avengers", "edition_file": "/nowhere.json"}, OSError),
    ],
)
def test_what_cannot_be_played_is_refused(settings: dict[str, Any], error: type) -> None:
    with pytest.raises(error):
        rules_of(spec_of(**settings))


def test_options_and_heroes_are_played_with() -> None:
    longer = spec_of("avengers", 2, {"target_score": 200, "draw_four": "strict"})
    options = rules_of(longer).ruleset.options
    assert (options.rounds, options.target_score, options.draw_four) == (None, 200, "strict")
    assert rules_of(spec_of("avengers")).ruleset.options.rounds == 1
    table = table_of("ultimate", 2, heroes=("", "hulk"))
    assert table.state.zones[HERO[1]] == ("hulk",)


def test_other_cards_are_played_with(tmp_path: Path) -> None:
    shipped = json.loads((Path(cards.__file__).parent / "data" / "avengers.json").read_text())
    shipped["cards"] = [one for one in shipped["cards"] if one["code"] != "wild-infinity-gauntlet"]
    del shipped["copies"]["wild-infinity-gauntlet"]
    file = tmp_path / "own.json"
    file.write_text(json.dumps(shipped))
    spec = spec_of("avengers", 2, edition_file=str(file))
    names = rules_of(spec).actions.names
    assert "play wild" in names
    assert "play wild-infinity-gauntlet" not in names
    *_, table = played(spec, 1)
    assert table.is_over
    with pytest.raises(ValueError, match="avengers"):
        rules_of(spec_of("xmen", 2, edition_file=str(file)))


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_a_possible_table_looks_the_same_to_its_seat(variant: str) -> None:
    lots = random.Random(5)
    others = 0
    for at, table in enumerate(played(spec_of(variant, 3), 4)):
        if table.is_over:
            break
        if at % 10 == 0:
            seat = table.seat
            other = possible_table(table, seat, lots)
            assert other.view(seat) == table.view(seat)
            assert other.legal() == table.legal()
            others += (
                other.state.zones[HAND[(seat + 1) % 3]] != table.state.zones[HAND[(seat + 1) % 3]]
            )
    assert others


def test_the_text_shows_no_other_hand() -> None:
    lots = random.Random(6)
    for variant in ("avengers", "ultimate"):
        for at, table in enumerate(played(spec_of(variant, 2), 9)):
            if at % 7 == 0 and not table.is_over:
                seat = table.seat
                text = table_text(table, seat)
                assert text == table_text(possible_table(table, seat, lots), seat)
                assert "Actions: " in text
                assert "Actions: " not in table_text(table, 1 - seat)
        assert "Places: " in table_text(table, 0)
