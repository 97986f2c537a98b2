"""manage.py rehearse_tournament: what it counts, and what it refuses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import CommandError, call_command
from msgspec.structs import replace

from games.tournaments.rehearsed_figures import (
    Figures,
    RoundFigures,
    Summary,
    figures_of,
    kendall_tau,
)
from games.tournaments.rehearsed_tournament import Plan, Rehearsal
from games.tournaments.rules.tournament_rows import unlawful

SVG = "{http://www.w3.org/2000/svg}"


def printed(*args: object) -> str:
    told = StringIO()
    call_command("rehearse_tournament", *map(str, args), stdout=told)
    return told.getvalue()


def counted(*args: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(*args, "--json"))
    return found


def figures(plan: Plan, strengths: list[float]) -> Figures:
    """Return the figures of a tournament of players with these strengths."""
    rehearsal = Rehearsal(plan)
    rehearsal.strengths = dict(enumerate(strengths, 1))
    for _ in rehearsal.play():
        pass
    return figures_of(rehearsal, unlawful(rehearsal.rows, rehearsal.seed))


# ---- the figures


def test_two_players_of_whom_one_always_wins_are_counted_as_by_hand() -> None:
    """The better has 9 points a round; of three games each has a seat once and the other twice."""
    found = figures(Plan(2, 3, 2, 0, 1), [20, -20])
    assert [one.repeats for one in found.rounds] == [0, 1, 1]
    assert [one.spread for one in found.rounds] == [Summary(0, 0), Summary(9, 9), Summary(18, 18)]
    assert (found.repeated_pairs, found.most_meetings) == (1, 3)
    assert found.seats == Summary(1, 1)
    assert found.tau == 1
    assert (found.byes, found.most_byes, found.most_shorts, found.findings) == (0, 0, 0, ())


def test_a_table_of_four_twice_is_counted_as_by_hand() -> None:
    """The places are those of the strengths: 9, 4, 2 and 0 points, and all six pairs meet twice."""
    found = figures(Plan(4, 2, 4, 4, 1), [-60, -20, 60, 20])
    first, second = found.rounds
    assert first == RoundFigures(0, Summary(0, 0))
    assert second == RoundFigures(6, Summary(9, 9))
    assert (found.repeated_pairs, found.most_meetings, found.tau) == (6, 2, 1)


def test_byes_and_short_tables_are_counted() -> None:
    five = figures(Plan(5, 2, 3, 0, 1), [0, 1, 2, 3, 4])
    assert (five.byes, five.most_byes) == (2, 1)
    seven = figures(Plan(7, 3, 4, 4, 1), [0, 1, 2, 3, 4, 5, 6])
    assert seven.byes == 0 and seven.most_shorts == 2


def test_kendalls_tau_is_the_share_of_pairs_in_order_less_that_of_the_others() -> None:
    assert kendall_tau([3, 2, 1]) == 1 and kendall_tau([1, 2, 3]) == -1
    assert kendall_tau([3, 1, 2]) == 0.333333
    order = [float(one) for one in range(20)]
    Random(1).shuffle(order)
    signs = [1 if one > other else -1 for one, other in combinations(order, 2)]
    assert kendall_tau(order) == round(sum(signs) / len(signs), 6)


def test_the_stronger_are_before_the_weaker() -> None:
    taus = [counted("--players", 16, "--rounds", 4, "--seed", seed)["tau"] for seed in range(1, 5)]
    assert all(-1 <= tau <= 1 for tau in taus) and sum(taus) / len(taus) > 0.3


# ---- the command


def test_the_same_seed_has_the_same_figures_and_another_seed_others() -> None:
    first, again, other = (
        counted("--players", 14, "--preset", "club", "--seed", seed) for seed in (4, 4, 5)
    )
    for one in (first, again, other):
        seconds = one.pop("pairing_seconds")
        assert 0 < seconds["mean"] <= seconds["largest"]
        del one["plan"]["seed"]
    assert first == again != other
    assert first["findings"] == [] and len(first["rounds"]) == 3


def test_a_preset_says_rounds_and_tables_unless_they_are_given() -> None:
    club = counted("--players", 12, "--preset", "club")["plan"]
    assert club == {"players": 12, "rounds": 3, "size": 4, "final": 4, "seed": 1,
                    "stage": "swiss", "deals": "own"}  # fmt: skip
    other = counted("--players", 12, "--preset", "club", "--rounds", 2, "--size", 3)["plan"]
    assert (other["rounds"], other["size"]) == (2, 3)


@pytest.mark.parametrize(
    ("preset", "players", "rounds"),
    [("cup", 40, 0), ("round-robin", 6, 15), ("duplicate-open", 32, 7)],
)
def test_each_format_is_rehearsed(preset: str, players: int, rounds: int, tmp_path: Path) -> None:
    path = tmp_path / "rounds.svg"
    found = counted("--players", players, "--preset", preset, "--svg", path)
    assert found["findings"] == [] and len(found["rounds"]) == rounds and path.exists()
    assert -1 <= found["tau"] <= 1


def test_the_report_has_every_figure() -> None:
    lines = printed("--players", 12, "--preset", "club").splitlines()
    assert lines[0] == "12 players, 3 rounds, tables of 4, final of 4, seed 1"
    assert lines[1].startswith("seconds a pairing: mean 0.")
    assert [line.split()[0] for line in lines[3:6]] == ["1", "2", "3"]
    assert [line.partition(":")[0] for line in lines[6:]] == [
        "pairs that met more than once",
        "most meetings of a pair",
        "times at the most less the least frequent seat of a player",
        "most short tables of a player",
        "byes",
        "Kendall's tau of standings and strengths",
        "rows that do not follow from the rules",
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--players", 1), "--players must be 2 to 4000, not 1."),
        (("--players", 5000), "--players must be 2 to 4000, not 5000."),
        (("--rounds", 0), "--rounds must be 1 to 20, not 0."),
        (("--size", 11), "--size must be 2 to 10, not 11."),
        (("--players", 2), "2 players are too few for tables of 4."),
        (("--preset", "chess"), "invalid choice: 'chess'"),
        (("--preset", "cup", "--rounds", 3), "--preset cup has as many rounds as its players"),
        (("--preset", "round-robin", "--players", 9), "A round robin of 9 players is not possible"),
        (("--players", "many"), "invalid int value: 'many'"),
    ],
)
def test_options_that_cannot_be_are_refused(options: tuple[object, ...], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        printed(*options)


def test_a_row_that_does_not_follow_is_printed_and_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    play = Rehearsal.play

    def altered(self: Rehearsal) -> Iterator[None]:
        yield from play(self)
        self.rows[5] = replace(self.rows[5], cites=())

    monkeypatch.setattr(Rehearsal, "play", altered)
    told = StringIO()
    with pytest.raises(CommandError, match="rows that do not follow from the rules: 1"):
        call_command("rehearse_tournament", "--players=12", "--preset=club", stdout=told)
    assert told.getvalue().endswith("row 6: cites\n")


# ---- the picture


def test_the_picture_is_well_formed_and_has_a_bar_of_each_figure(tmp_path: Path) -> None:
    path = tmp_path / "rounds.svg"
    found = counted("--players", 13, "--svg", path)
    root = ElementTree.parse(path).getroot()
    assert root.tag == f"{SVG}svg" and root.findtext(f"{SVG}title")
    bars = root.findall(f"{SVG}rect")[1:]
    assert len(bars) == 3 * len(found["rounds"]) == 21
    assert all(0 <= float(bar.attrib["height"]) <= 150 for bar in bars)
    texts = [one.text for one in root.findall(f"{SVG}text")]
    assert f"{round(found['rounds'][-1]['spread']['largest'], 1):g}" in texts


def test_a_picture_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file or directory"):
        printed("--players", 12, "--preset", "club", "--svg", tmp_path / "none" / "rounds.svg")
