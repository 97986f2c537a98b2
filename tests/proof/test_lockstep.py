"""Compiled, the engine and the bots give what their sources give, move by move.

LOCKSTEP_MOVES in the environment is the number of moves of each variant, by default 400.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cards.native import BUILT, usable
from games.engine import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
MOVES = int(os.environ.get("LOCKSTEP_MOVES", "400"))

# Where native code is required, as in `make native-test`, its absence is no reason to skip.
needs_native = pytest.mark.skipif(
    os.environ.get("ENGINE") != "native" and bool(usable(BUILT)[1]),
    reason="the engine is not compiled: make native",
)


def printed(engine: str, *command: str) -> list[str]:
    """The lines that a module prints on an engine, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env=os.environ | {"ENGINE": engine},
        capture_output=True,
        text=True,
        check=True,
    )
    kind, *lines = done.stdout.splitlines()
    assert kind == engine
    return lines


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_both_engines_give_the_same_for_every_move(variant: str) -> None:
    command = ("tests.proof.lockstep", variant, str(MOVES))
    lines, others = printed("python", *command), printed("native", *command)
    assert len(lines) == len(others) == MOVES
    both = zip(lines, others, strict=True)
    assert [(at, one, other) for at, (one, other) in enumerate(both) if one != other][:1] == []


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_bots_choose_the_same_on_both_engines(variant: str) -> None:
    lines = printed("python", "tests.proof.lockstep_choices", variant)
    assert len(lines) > 40
    assert printed("native", "tests.proof.lockstep_choices", variant) == lines
