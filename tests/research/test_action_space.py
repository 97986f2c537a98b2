"""An action means one move of a seat, in every position and in every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bots.research.offline_table import GameSpec, rules_of, spec_of
from games.engine import CatchUno, Choose, Play, Resign, legal_moves, open_moves
from tests.research.random_tables import SPECS, named, played

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("spec", SPECS, ids=named)
def test_each_legal_move_is_one_action_and_each_action_that_move(spec: GameSpec) -> None:
    actions = rules_of(spec).actions
    games = 12 if spec.variant == "ultimate" else 3
    for seed in range(games):
        for table in played(spec, seed):
            if table.is_over:
                break
            ruleset, state, seat = table.rules.ruleset, table.state, table.seat
            moves = legal_moves(ruleset, state, seat) + open_moves(ruleset, state, seat)
            moves = [move for move in moves if not isinstance(move, Resign)]
            ids = [table.action_of(move) for move in moves]
            assert len(set(ids)) == len(set(moves)) == len(moves)
            assert [actions.move(action, seat) for action in ids] == moves
            assert table.legal() == dict(zip(ids, moves, strict=True))
            assert list(table.legal()) == sorted(ids)


@pytest.mark.parametrize("spec", SPECS, ids=named)
def test_names_are_different(spec: GameSpec) -> None:
    names = rules_of(spec).actions.names
    assert len(set(names)) == len(names)


def test_names_say_what_a_move_is() -> None:
    actions = rules_of(spec_of("xmen", 3)).actions
    ids = {name: action for action, name in enumerate(actions.names)}
    assert actions.move(ids["play red-5 uno"], 1) == Play(1, "red-5", uno=True)
    assert actions.move(ids["catch +2"], 2) == CatchUno(2, 1)
    assert actions.move(ids["player +1"], 2) == Choose(2, "0")
    assert actions.move(ids["character 1"], 2) == Choose(2, "1")
    assert actions.action(Choose(2, "1"), "player") == ids["player +2"]
    assert actions.action(Choose(2, "1"), "character") == ids["character 1"]


def test_what_is_no_action_is_refused() -> None:
    actions = rules_of(spec_of("avengers")).actions
    for number in (-1, len(actions)):
        with pytest.raises(IndexError):
            actions.move(number, 0)
    with pytest.raises(KeyError):
        actions.action(Resign(0), "turn")


def test_ids_do_not_depend_on_the_run() -> None:
    code = (
        "from bots.research.offline_table import rules_of, spec_of\n"
        "for variant in ('avengers', 'xmen', 'ultimate'):\n"
        "    print(rules_of(spec_of(variant, 3)).actions.names)"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    own = [
        rules_of(spec_of(variant, 3)).actions.names for variant in ("avengers", "xmen", "ultimate")
    ]
    assert printed == {"".join(f"{names}\n" for names in own)}
