"""Matches among bots and functions, and the command that plays them."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from bots.research import matches
from bots.research.__main__ import main
from bots.research.agents import BotAgent, load_agent
from bots.research.matches import play_match
from bots.research.offline_table import Table, spec_of
from games.engine import VARIANTS
from tests.research.random_tables import NO_EXTRAS

HERE = "tests.research.test_matches"


def first_legal(observation: dict[str, Any]) -> int:
    """Return the legal action with the lowest id."""
    found: int = observation["action_mask"].argmax()
    return found


def illegal(observation: dict[str, Any]) -> int:
    """Return an action that is not legal."""
    found: int = observation["action_mask"].argmin()
    return found


def test_a_match_is_the_same_again() -> None:
    spec = spec_of("xmen", 3)
    one, other = (play_match(spec, ["random", "greedy"], 6, 5) for _ in range(2))
    assert one == other != play_match(spec, ["random", "greedy"], 6, 6)
    assert one.games == 6
    assert [standing.agent for standing in one.standings] == ["random", "greedy"]
    assert sum(standing.seats for standing in one.standings) == 18
    assert sum(standing.won for standing in one.standings) == 6 - one.undecided - one.cut_off
    assert sum(standing.returned for standing in one.standings) == pytest.approx(0)


def test_each_agent_has_each_seat_of_a_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[bytes, tuple[str, ...]]] = []

    def watch(table: Table, agents: list[BotAgent]) -> None:
        seen.append((table.seed, tuple(agent.name for agent in agents)))

    monkeypatch.setattr(matches, "play_on", watch)
    play_match(spec_of("avengers"), ["greedy", "random"], 4)
    assert [names for _, names in seen] == [("greedy", "random"), ("random", "greedy")] * 2
    assert list(Counter(seed for seed, _ in seen).values()) == [2, 2]


def test_progress_is_reported() -> None:
    done: list[int] = []
    play_match(spec_of("ultimate"), ["random"], 3, progress=done.append)
    assert sum(done) == 3


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_functions_play_against_our_bots(variant: str) -> None:
    pytest.importorskip("numpy", reason=f"NumPy is {NO_EXTRAS}")
    match = play_match(spec_of(variant), [f"{HERE}:first_legal", "random"], 4)
    assert match.games == 4
    with pytest.raises(ValueError, match="not legal"):
        play_match(spec_of(variant), [f"{HERE}:illegal"], 1)


def test_a_bot_makes_the_same_choices_with_the_same_seed() -> None:
    table = Table(matches.rules_of(spec_of("xmen")), random.Random(1).randbytes(32))
    actions = [BotAgent("random", seed).act(table) for seed in (1, 1, *range(2, 30))]
    assert actions[0] == actions[1]
    assert len(set(actions)) > 1
    assert set(actions) <= set(table.legal())


@pytest.mark.parametrize("name", ["nobody", "nowhere:nothing", f"{HERE}:nothing"])
def test_unknown_agents_are_refused(name: str) -> None:
    with pytest.raises(ValueError, match="there is no"):
        load_agent(name)


def test_matches_without_agents_or_with_a_wrong_seed_are_refused() -> None:
    for agents, seed, reason in (([], 0, "an agent"), (["random"], -1, "a seed")):
        with pytest.raises(ValueError, match=reason):
            play_match(spec_of("xmen"), agents, 1, seed)


def test_the_command_prints_the_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--variant", "avengers", "--agents", "greedy,random", "--games", "4"]) == 0
    head, greedy, other, last = capsys.readouterr().out.splitlines()
    assert head.split()[:3] == ["agent", "seats", "won"]
    assert greedy.split()[:2] == ["greedy", "4"]
    assert other.split()[:2] == ["random", "4"]
    assert last.startswith("4 games, ")


def test_the_command_takes_options_and_heroes(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--option", "first_seat=1", "--option", "two_player_reverse=as_printed"]
    given = ["--variant", "ultimate", "--heroes", "hulk,shuri", "--agents", "random"]
    assert main([*given, *options, "--games", "1", "--max-moves", "20"]) == 0
    assert "1 games" in capsys.readouterr().out


@pytest.mark.parametrize(
    "given",
    [
        ["--agents", "nobody"],
        ["--players", "11"],
        ["--option", "rounds=0"],
        ["--heroes", "hulk,shuri"],
        ["--edition", "/nowhere.json"],
        ["--edition", __file__],
        ["--max-moves", "0"],
    ],
)
def test_the_command_refuses_what_cannot_be_played(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*given, "--games", "1"]) == 2
    error = capsys.readouterr().err
    assert "Error: " in error
    assert "Traceback" not in error


def test_the_command_lists_actions_and_observations(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy", reason=f"NumPy is {NO_EXTRAS}")
    assert main(["--variant", "xmen", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(" actions")
    assert "    0  draw" in lines
    assert any("  hand: " in line for line in lines)
