"""Contradictions of files: two histories of a game, one seed in two games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from games.audit.findings import Finding
from games.audit.keys import KeyRecord, connected
from games.ledger.heads import Head
from games.ledger.rows import Start


class FileTrace(NamedTuple):
    """What is compared with other files: head, digests of the rows, key.

    ``deal`` is the game, or the round of a tournament, whose tables may share their cards.
    """

    head: Head
    digests: Sequence[str]
    public: str
    deal: str


def contradictions(
    traces: Mapping[str, FileTrace], records: Sequence[KeyRecord] = ()
) -> Iterator[tuple[str, Finding]]:
    """Yield the findings about files that contradict each other, each with its file.

    The files must be sealed each by itself. Those of keys that no record connects are not compared:
    anybody may have signed them.
    """
    owners = connected({trace.public for trace in traces.values()}, records)
    games = defaultdict[tuple[str, Collection[str]], list[str]](list)
    seeds = defaultdict[tuple[str, Collection[str]], list[str]](list)
    for file, trace in traces.items():
        games[trace.head.game, owners[trace.public]].append(file)
        seeds[trace.head.commitment, owners[trace.public]].append(file)
    for files in games.values():
        last = max(files, key=lambda file: _length(traces[file]))
        for file in files:
            if not _extends(traces[last], traces[file]):
                yield from _both("two-histories", file, last, _parting(traces, file, last))
    for files in seeds.values():
        first = traces[files[0]].deal
        other = next((file for file in files if traces[file].deal != first), "")
        for file in files if other else ():
            named = other if traces[file].deal == first else files[0]
            yield file, Finding("seed-reused", file=named)


def deal_of(game: str, start: Start | None) -> str:
    """Return what may have one seed: a game, or the round that row 1 names."""
    event = start.event if start else None
    return f"{event.tournament}/{event.round}" if event else game


def _both(code: str, one: str, other: str, seq: int) -> Iterator[tuple[str, Finding]]:
    yield one, Finding(code, seq, seq, file=other)
    yield other, Finding(code, seq, seq, file=one)


def _length(trace: FileTrace) -> tuple[int, int]:
    return trace.head.seq, trace.head.refused.count if trace.head.refused else 0


def _extends(later: FileTrace, earlier: FileTrace) -> bool:
    """Whether a game was once at the head of the earlier file."""
    new, old = later.head, earlier.head
    if new.commitment != old.commitment or later.digests[old.seq] != old.digest:
        return False
    return _length(later) != _length(earlier) or new.refused == old.refused


def _parting(traces: Mapping[str, FileTrace], one: str, other: str) -> int:
    """Return the first row that two files do not share, at most the last."""
    pairs = zip_longest(traces[one].digests, traces[other].digests)
    parted = (seq for seq, (mine, theirs) in enumerate(pairs) if mine != theirs)
    least = min(traces[one].head.seq, traces[other].head.seq)
    return min(next(parted, least), least)
