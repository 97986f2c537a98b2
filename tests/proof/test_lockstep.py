"""The compiled engine gives what its sources give, move by move.

LOCKSTEP_MOVES in the environment is the number of moves of each variant, by default 400.
"""

from __future__ import annotations

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


def played(engine: str, variant: str) -> list[str]:
    """The lines of an engine, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proof.lockstep", variant, str(MOVES)],
        cwd=ROOT,
        env=os.environ | {"ENGINE": engine},
        capture_output=True,
        text=True,
        check=True,
    )
    kind, *lines = done.stdout.splitlines()
    assert kind == engine
    assert len(lines) == MOVES
    return lines


@needs_native
@pytest.mark.slow
@pytest.mark.parametrize("variant", sorted(VARIANTS))
def test_both_engines_give_the_same_for_every_move(variant: str) -> None:
    both = zip(played("python", variant), played("native", variant), strict=True)
    assert [(at, one, other) for at, (one, other) in enumerate(both) if one != other][:1] == []
