"""A release is installed while games are played, as docs/operating.md says."""

import time
from pathlib import Path

from tests.load.backups import PAGE, run
from tests.load.people import Load, until
from tests.load.stack import ROOT, Program, Stack
from tests.platform.test_readme import blocks


async def upgrade(stack: Stack, load: Load) -> float:
    """Migrate under the older code, then restart one process after the other.

    People must be able to move in each step: with all processes of the older code on the new
    schema, and with older and newer ones side by side.
    """
    assert stack.root != ROOT
    (commands,) = blocks(PAGE, "Upgrade")
    await run(commands, stack.env)
    await load.play_another()
    await moves(load, "on the new schema")
    for program in (stack.stream_server, stack.web, *stack.workers, stack.beat):
        await restart(program, stack, load)
        await moves(load, f"with a new {program.name}")
    return time.monotonic()


async def restart(program: Program, stack: Stack, load: Load) -> None:
    """Restart a process on the newer code, and wait until it runs."""
    starts = program.starts
    program.restart(ROOT)
    name = program.name
    await until(lambda: program.starts > starts and stack.serves(), f"no new {name}", load)
    assert Path(f"/proc/{program.pid}/cwd").resolve() == ROOT


async def moves(load: Load, what: str) -> None:
    """Wait until people and bots have moved some times."""
    made = len(load.figures.acknowledged)
    enough = made + 2 * load.count
    await until(lambda: len(load.figures.acknowledged) >= enough, f"no moves {what}", load)
