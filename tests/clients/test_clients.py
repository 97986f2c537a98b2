"""Generated clients: a program on top of each plays whole games against a running server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tests.clients.build import GENERATED, HERE, NODE, build

pytestmark = [pytest.mark.slow, pytest.mark.rest]

PROGRAMS = {
    "openapi-typescript": (NODE, str(HERE / "play_game.ts")),
    "openapi-python-client": (sys.executable, str(HERE / "play_game.py")),
}


@pytest.fixture(scope="module", autouse=True)
def _clients_are_built() -> None:
    build()


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_plays_a_whole_game_of_each_variant(server: str, program: str) -> None:
    variants = ("avengers", "xmen", "ultimate")
    games = [
        subprocess.Popen(
            [*PROGRAMS[program], server, variant],
            env=os.environ | {"PYTHONPATH": str(GENERATED)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for variant in variants
    ]
    for variant, game in zip(variants, games, strict=True):
        printed, failed = game.communicate(timeout=240)
        assert game.returncode == 0, (variant, failed)
        told = json.loads(printed.splitlines()[-1])
        assert told["variant"] == variant
        assert told["result"]["winner"] in (0, 1, 2)
        assert any(one.startswith("ended: ") for one in told["last"]), told


def test_the_programs_have_no_way_around_their_types() -> None:
    """What a checker would be told to believe is no proof that the description is good."""
    typescript, python = (HERE / "play_game.ts").read_text(), (HERE / "play_game.py").read_text()
    assert not re.search(r"\bany\b|\bas [A-Z]|@ts-|!\.|<any>", typescript)
    assert not re.search(r"\bAny\b|\bcast\b|type: ignore", python)
    lock = (HERE / "package-lock.json").read_text()
    assert '"resolved"' not in lock, "npm wrote the host of a registry into the lock"
