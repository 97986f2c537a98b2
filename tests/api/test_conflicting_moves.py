"""20 clients move at once in one game: one wins, and the others learn what they missed."""

import asyncio
from pathlib import Path

import pytest

from tests.load.conflicts import CLIENTS, Conflicts
from tests.streams.live_server import serving

ROUNDS = 30


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("editions")
@pytest.mark.rest
def test_of_20_conflicting_moves_exactly_one_is_made(tmp_path: Path) -> None:
    with serving(tmp_path, LOG_LEVEL="ERROR", RATE_MOVES="100000/min") as server:
        conflicts = Conflicts(server.port)
        asyncio.run(conflicts.run(ROUNDS))
    assert conflicts.wrong == []
    assert conflicts.said[201] == ROUNDS
    # Both kinds of conflict were met, and nothing else.
    assert conflicts.said[409] and conflicts.said[412]
    assert sum(conflicts.said.values()) == ROUNDS * CLIENTS
    assert set(conflicts.said) == {201, 409, 412}
