"""Reading the log: checkpoints and proofs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from django.db.models import Exists, Max, OuterRef, QuerySet

from games.checkpoints.models import Checkpoint, LogEntry
from games.checkpoints.tree import (
    consistency_proof,
    inclusion_proof,
    node_hash,
    root_of,
    split,
)
from games.errors import GameError
from games.models import Game

KEPT_SIZE: Final = 1024
"""Full parts of the tree of this size are hashed once in a process: they never change."""


class CheckpointNotFound(GameError):
    """There is no checkpoint of that size."""

    code = "checkpoint_not_found"
    status = 404

    def __init__(self, size: int) -> None:
        super().__init__({"size": size})


class NotInLog(GameError):
    """The game is not in the log: it is not over, ended a moment ago, or has not that length."""

    code = "not_in_log"
    status = 409


class NotInCheckpoint(GameError):
    """The game came into the log after that checkpoint."""

    code = "not_in_checkpoint"
    status = 409


@dataclass(frozen=True, slots=True)
class Inclusion:
    """The proof that a game stands in a checkpoint."""

    entry: LogEntry
    checkpoint: Checkpoint
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Consistency:
    """The proof that one checkpoint goes on from another."""

    first: Checkpoint
    second: Checkpoint
    path: tuple[str, ...]


def checkpoints(*, below: int | None = None) -> QuerySet[Checkpoint]:
    """The checkpoints, largest first; those below a size."""
    found = Checkpoint.objects.all()
    return found if below is None else found.filter(size__lt=below)


def checkpoint(size: int | None = None) -> Checkpoint:
    """The checkpoint of a size, or the latest; raises ``CheckpointNotFound``."""
    found = Checkpoint.objects.all() if size is None else Checkpoint.objects.filter(size=size)
    one = found.first()
    if one is None:
        raise CheckpointNotFound(size or 0)
    return one


def is_checkpoint(size: int) -> bool:
    """Whether the log was signed at this size."""
    return Checkpoint.objects.filter(size=size).exists()


def inclusion(*, game: Game, size: int | None = None, length: int | None = None) -> Inclusion:
    """The proof that a game is in a checkpoint, the latest without a size.

    It is about the entry of the game with this ``length``, else about its newest one in there.
    Raises ``NotInLog``, ``CheckpointNotFound`` or ``NotInCheckpoint``.
    """
    entries = LogEntry.objects.filter(game_id=game.pk).order_by("number")
    if length is not None:
        entries = entries.filter(length=length)
    first = entries.first()
    if first is None:
        raise NotInLog({"status": str(game.status)})
    signed = checkpoint(size)
    entry = entries.filter(number__lt=signed.size).last()
    if entry is None:
        raise NotInCheckpoint({"number": first.number, "size": signed.size})
    path = inclusion_proof(_subtree, entry.number, signed.size)
    return Inclusion(entry, signed, tuple(step.hex() for step in path))


def consistency(*, first: int, second: int) -> Consistency:
    """The proof that the checkpoint of one size goes on from that of a smaller one."""
    smaller, larger = checkpoint(first), checkpoint(second)
    path = consistency_proof(_subtree, smaller.size, larger.size)
    return Consistency(smaller, larger, tuple(step.hex() for step in path))


# ---- the log itself


def unlogged_games() -> QuerySet[Game]:
    """The finished games that the log lacks as they stand, in the order of their last events.

    Games that never began are not among them.
    """
    logged = LogEntry.objects.filter(game=OuterRef("pk"), length=OuterRef("seq"))
    over = Game.objects.filter(~Exists(logged), status=Game.Status.OVER, seq__gt=0)
    return over.order_by("changed_at", "pk").only("pk", "seq", "head")


def log_size() -> int:
    """How many games the log has."""
    last: int | None = LogEntry.objects.aggregate(last=Max("number"))["last"]
    return 0 if last is None else last + 1


def root_at(size: int) -> str:
    """The root over the first entries of the log."""
    return _subtree(0, size).hex()


def _subtree(start: int, end: int) -> bytes:
    """The root over a part of the log, of which large full parts are remembered."""
    size = end - start
    if size == KEPT_SIZE and start % KEPT_SIZE == 0:
        return _full(start, *_ends(start, end))
    if size <= KEPT_SIZE:
        return root_of(_leaves(start, end))
    middle = start + split(size)
    return node_hash(_subtree(start, middle), _subtree(middle, end))


@cache
def _full(start: int, first: str, last: str) -> bytes:
    """The root of a full part, known by its first and last leaf too: databases may be swapped."""
    return root_of(_leaves(start, start + KEPT_SIZE))


def _ends(start: int, end: int) -> tuple[str, str]:
    found = LogEntry.objects.filter(number__in=(start, end - 1)).order_by("number")
    first, last = found.values_list("leaf", flat=True)
    return first, last


def _leaves(start: int, end: int) -> list[bytes]:
    found = LogEntry.objects.filter(number__gte=start, number__lt=end).order_by("number")
    return [bytes.fromhex(leaf) for leaf in found.values_list("leaf", flat=True)]
