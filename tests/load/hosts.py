"""Two hosts behind one nginx: each is restarted in the documented order, or killed whole."""

import asyncio
import os
import time

from tests.bench.figures import report
from tests.load.people import Load, until
from tests.load.stack import Host, Program, Stack, listens
from tests.load.verification import seconds_until_all_move


def back_seconds() -> float:
    """Return within how long a stream must be back."""
    return float(os.environ.get("BACK_SECONDS") or 3)


async def restart_hosts(stack: Stack, load: Load) -> float:
    """Restart the processes of one host after the other, at last beat."""
    began = time.monotonic()
    for host in stack.hosts:
        for program in host.programs:
            await restart(program, host, stack, load)
        await all_streams_are_back(load)
    await restart(stack.beat, stack.hosts[0], stack, load)
    over = time.monotonic()
    check_streams(load, began, "faults.hosts_restarted.streams_back")
    return over


async def restart(program: Program, host: Host, stack: Stack, load: Load) -> None:
    """Restart a process; wait until it runs."""
    starts, port = program.starts, port_of(program, host)
    workers = stack.consumers()
    program.restart(stack.root)
    await until(lambda: program.starts > starts, f"no new {program.name}", load)
    if port is not None:
        await until(lambda: listens(port), f"{program.name} does not answer", load)
    await until(lambda: stack.consumers() >= workers, "no worker", load)


def port_of(program: Program, host: Host) -> int | None:
    """Return the port at which a process of a host listens, if it does."""
    ports = {host.web.name: host.ports.moves, host.streams.name: host.ports.streams}
    return ports.get(program.name)


async def kill_host(stack: Stack, load: Load) -> float:
    """Kill all processes of a host; all games go on while it is away; then it is back."""
    return await kill(stack, load, stack.hosts[1], "host_killed")


async def kill_first_host(stack: Stack, load: Load) -> float:
    """Kill the host that has beat, too; beat is started on the other."""
    return await kill(stack, load, stack.hosts[0], "host_with_beat_killed", stack.beat)


async def kill(
    stack: Stack, load: Load, host: Host, name: str, beat: Program | None = None
) -> float:
    """Kill a host, with beat if it has that; all games go on while it is away."""
    for program in (*host.programs, *([beat] if beat else [])):
        program.kill(hold=True)
    killed = time.monotonic()
    assert not any(listens(port) for port in host.ports)
    if beat is not None:
        await all_streams_are_back(load)
        beat.release()
    await seconds_until_all_move(stack, load, killed, away_seconds())
    await asyncio.sleep(away_seconds() - (time.monotonic() - killed))
    assert not any(listens(port) for port in host.ports)
    await all_streams_are_back(load)
    check_streams(load, killed - 1, f"faults.{name}.streams_back")
    for program in host.programs:
        program.release()
    await until(lambda: all(map(listens, host.ports)), "the host does not start", load)
    later = [one - killed for one in load.figures.bad_gateways if one > killed]
    assert not later, f"502 for requests that began after the kill, by seconds: {later}"
    return time.monotonic()


def away_seconds() -> float:
    """Return how long the killed host is away."""
    return float(os.environ.get("ABSENT_SECONDS") or 30)


async def all_streams_are_back(load: Load) -> None:
    """Wait until each stream has a connection."""
    await until(
        lambda: all(one.is_over or one.lost is None for one in load.streams),
        "a stream does not connect again",
        load,
    )


def check_streams(load: Load, since: float, figure: str) -> None:
    """Print how long streams were away at most; fail if too few were, or one for too long."""
    seconds = [gap.back - gap.lost for gap in load.figures.gaps if gap.lost > since]
    assert len(seconds) >= len(load.streams) // 4, f"{len(seconds)} of {len(load.streams)} streams"
    report(figure, max(seconds), "s")
    assert max(seconds) <= back_seconds(), f"streams were away for {max(seconds):.1f} s"
