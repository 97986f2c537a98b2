"""An action means one move of a seat, in every position and in every run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import CatchUno, Choose, Play, Resign, legal_moves, open_moves
from tests.research.random_tables import TABLES, played, raw_env

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_each_legal_move_is_one_action_and_each_action_that_move(variant: str, seats: int) -> None:
    actions = raw_env(variant, seats).actions
    assert len(set(actions.names)) == len(actions)
    for seed in range(12 if variant == "ultimate" else 3):
        for env in played(variant, seats, seed):
            if not env.legal:
                break
            moves = legal_moves(env.ruleset, env.table, env.seat)
            moves += open_moves(env.ruleset, env.table, env.seat)
            moves = [move for move in moves if not isinstance(move, Resign)]
            assert list(env.legal) == sorted(env.legal)
            assert len(moves) == len(set(moves)) == len(env.legal)
            assert set(env.legal.values()) == set(moves)
            for action, move in env.legal.items():
                assert actions.move(action, env.seat) == move


def test_names_say_what_a_move_is() -> None:
    actions = raw_env("xmen", 3).actions
    ids = {name: action for action, name in enumerate(actions.names)}
    assert actions.move(ids["play red-5 uno"], 1) == Play(1, "red-5", uno=True)
    assert actions.move(ids["catch +2"], 2) == CatchUno(2, 1)
    assert actions.move(ids["player +1"], 2) == Choose(2, "0")
    assert actions.move(ids["character 1"], 2) == Choose(2, "1")
    assert actions.action(Choose(2, "1"), "player") == ids["player +2"]
    assert actions.action(Choose(2, "1"), "character") == ids["character 1"]


def test_what_is_no_action_is_refused() -> None:
    actions = raw_env().actions
    for number in (-1, len(actions)):
        with pytest.raises(IndexError):
            actions.move(number, 0)
    with pytest.raises(KeyError):
        actions.action(Resign(0), "turn")


def test_ids_do_not_depend_on_the_run() -> None:
    code = (
        "from bots.research.pettingzoo_env import raw_env\n"
        "for variant in ('avengers', 'xmen', 'ultimate'):\n"
        "    print(raw_env(variant, 3).actions.names)"
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
    own = [raw_env(variant, 3).actions.names for variant in ("avengers", "xmen", "ultimate")]
    assert printed == {"".join(f"{names}\n" for names in own)}
