"""Play the games of a rehearsal in several processes.

The result is that of one process, because counts do not depend on the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final

import msgspec

from bots.rehearsal import Plan
from bots.rehearsal_tally import Results, merge, play_games
from cards.language import EditionDef, decode_edition, encode_edition

CHUNK_GAMES: Final = 10
"""How many games a process plays before it returns its counts."""

_given: list[tuple[EditionDef, EditionDef | None, Plan]] = []


def play_in_processes(
    edition: EditionDef,
    base: EditionDef | None,
    plan: Plan,
    jobs: int,
    each: Callable[[int], object] = lambda games: None,
) -> Results:
    """Play all games of a plan in some processes.

    ``each`` is called with how many were just played.
    """
    if jobs == 1:
        return play_games(edition, base, plan, range(plan.games), lambda: each(1))
    encoded = None if base is None else encode_edition(base)
    receive = partial(_receive, encode_edition(edition), encoded, plan)
    found: Results | None = None
    # A new interpreter shares no connection to the database with this one.
    with ProcessPoolExecutor(jobs, get_context("spawn"), receive) as pool:
        chunks = list(_chunks(plan.games))
        for chunk, played in zip(chunks, pool.map(_play, chunks), strict=True):
            results = msgspec.json.decode(played, type=Results)
            found = results if found is None else merge(found, results)
            each(len(chunk))
    assert found is not None
    return found


def _receive(edition: bytes, base: bytes | None, plan: Plan) -> None:
    _given[:] = [(decode_edition(edition), decode_edition(base) if base else None, plan)]


def _play(numbers: range) -> bytes:
    edition, base, plan = _given[0]
    return msgspec.json.encode(play_games(edition, base, plan, numbers))


def _chunks(games: int) -> Iterator[range]:
    return (range(first, min(first + CHUNK_GAMES, games)) for first in range(0, games, CHUNK_GAMES))
