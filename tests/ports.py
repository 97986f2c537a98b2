"""TCP ports for the servers that tests start."""

import itertools
import os
import socket

SLICE = 2_000
"""Ports for each worker of pytest-xdist."""

FIRST = 10_100
SLICES = 11
"""From 10100 to 32099: the kernel gives the ports from 32768 on to outgoing connections.

Browsers refuse 10080, and no port above it.
"""


def _candidates() -> "itertools.cycle[int]":
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % SLICES
    at = os.getpid() % SLICE  # Two runs of the tests begin at different ports.
    first = FIRST + number * SLICE
    return itertools.cycle([first + (at + step) % SLICE for step in range(SLICE)])


_CANDIDATES = _candidates()


def free_port() -> int:
    """Return a port of this machine that no program uses and that no other test is given.

    A server binds its port seconds after the test has asked for it. A port that the kernel
    chooses may by then belong to another server or to an outgoing connection.
    """
    for port in itertools.islice(_CANDIDATES, SLICE):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("Every port of this worker is in use.")
