"""The log of finished games: checkpoints, and proofs of what is in them."""

from __future__ import annotations

import base64
import binascii
from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from games import selectors as games
from games.api.http.base import ApiView, answer, player_of
from games.api.http.errors import wrong_parameter
from games.api.http.parsing import read_limit, read_number, wrong_cursor
from games.api.openapi.schema import CURSOR, LIMIT, describe, query
from games.checkpoints import selectors
from games.checkpoints.entries import entry_of, message_of
from games.checkpoints.models import Checkpoint
from games.checkpoints.selectors import Inclusion
from games.ledger.store import MOST_SEQ
from games.messages.audit import CheckpointsTold, CheckpointTold, ConsistencyTold, InclusionTold
from games.wording.language import Text

NOT_ABOVE: Final = Text(
    "it must be the size of a checkpoint, not above second",
    "il faut la taille d’un point de contrôle, pas au-dessus de second",
)

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""What is signed never changes."""

FOR_EVER_YOURS: Final = "private, max-age=31536000, immutable"
"""Nor does what some callers may not see."""

SHORTLY: Final = "public, max-age=5"
"""Where the latest stands."""

SIZE: Final = query(
    "size",
    "The size of a checkpoint; without it the latest.",
    kind="integer",
    minimum=1,
    maximum=MOST_SEQ,
)


LENGTH: Final = query(
    "length",
    "How many events the game had; without it the newest entry of the game in the checkpoint.",
    kind="integer",
    minimum=1,
    maximum=MOST_SEQ,
)


def told_checkpoint(one: Checkpoint) -> CheckpointTold:
    """A checkpoint, with the very text that is signed."""
    message = message_of(one.size, one.root, one.at)
    return CheckpointTold(one.size, one.root, one.at, one.key, one.signature, message)


class CheckpointList(ApiView):
    """All checkpoints."""

    queries: ClassVar = {"GET": frozenset({"cursor", "limit"})}

    @describe(
        "checkpoints_list",
        "Checkpoints",
        "The signed states of the log of finished games, largest first. Keep one, and no game that"
        " is in it can be rewritten or dropped unseen. Pages behind the first never change.",
        tag="audit",
        replies={200: CheckpointsTold},
        errors=(400,),
        parameters=(CURSOR, LIMIT),
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """A page of them."""
        plain = request._request
        below, limit = _read_cursor(plain), read_limit(plain)
        page = list(selectors.checkpoints(below=below)[: limit + 1])
        more = None
        if len(page) > limit:
            more = f"{plain.path}?cursor={_cursor(page[limit - 1])}&limit={limit}"
        told = CheckpointsTold([told_checkpoint(one) for one in page[:limit]], more)
        is_past = below is not None and selectors.is_checkpoint(below)
        return answer(told, Cache_Control=FOR_EVER if is_past else SHORTLY)


def _cursor(last: Checkpoint) -> str:
    return base64.urlsafe_b64encode(f"below {last.size}".encode()).decode().rstrip("=")


def _read_cursor(request: HttpRequest) -> int | None:
    given = request.GET.get("cursor")
    if given is None:
        return None
    try:
        word, size = base64.urlsafe_b64decode(f"{given}==").decode().split(" ")
        if word != "below" or not 0 <= int(size) <= MOST_SEQ:
            raise ValueError
    except (ValueError, binascii.Error) as error:
        raise wrong_cursor() from error
    return int(size)


class CheckpointLatest(ApiView):
    """The latest checkpoint."""

    @describe(
        "checkpoints_latest",
        "The latest checkpoint",
        "The log of finished games as it was signed last.",
        tag="audit",
        replies={200: CheckpointTold},
        errors=(404,),
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """The latest."""
        return answer(told_checkpoint(selectors.checkpoint()), Cache_Control=SHORTLY)


class CheckpointOne(ApiView):
    """A checkpoint."""

    @describe(
        "checkpoints_retrieve",
        "A checkpoint",
        "The log of finished games as it was signed when it had so many entries.",
        tag="audit",
        replies={200: CheckpointTold},
        errors=(404,),
        tokenless=True,
    )
    def get(self, request: Request, size: int) -> HttpResponse:
        """One of them."""
        one = selectors.checkpoint(min(size, MOST_SEQ))
        return answer(told_checkpoint(one), Cache_Control=FOR_EVER)


class Consistency(ApiView):
    """The proof that the log was only added to."""

    queries: ClassVar = {"GET": frozenset({"first", "second"})}

    @describe(
        "checkpoints_consistency",
        "That the log was only added to",
        "The proof (RFC 9162, section 2.1.4) that the checkpoint of the size `second` has all"
        " entries of that of the size `first`, unchanged and in their places. docs/checkpoints.md"
        " tells how to check it.",
        tag="audit",
        replies={200: ConsistencyTold},
        errors=(400, 404),
        parameters=(
            query(
                "first",
                "The size of the smaller checkpoint.",
                kind="integer",
                minimum=1,
                maximum=MOST_SEQ,
            ),
            query(
                "second",
                "The size of the larger one; without it the latest.",
                kind="integer",
                minimum=1,
                maximum=MOST_SEQ,
            ),
        ),
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """From one to another."""
        plain = request._request
        is_fixed = "second" in plain.GET
        latest = 1 if is_fixed else selectors.checkpoint().size
        first, second = read_number(plain, "first", 0, 1), read_number(plain, "second", latest, 1)
        if not 0 < first <= second:
            raise wrong_parameter("first", NOT_ABOVE)
        found = selectors.consistency(first=first, second=second)
        sides = told_checkpoint(found.first), told_checkpoint(found.second)
        told = ConsistencyTold(*sides, list(found.path))
        return answer(told, Cache_Control=FOR_EVER if is_fixed else SHORTLY)


class GameInclusion(ApiView):
    """The proof that a game is in a checkpoint."""

    queries: ClassVar = {"GET": frozenset({"size", "length"})}

    @describe(
        "audit_inclusion",
        "That a game is in a checkpoint",
        "The proof (RFC 9162, section 2.1.3) that the game, as it ended, stands in a signed"
        " checkpoint. A game comes into the log about a minute after its end and stays in it. When"
        " an organiser changes its result it comes into the log again, with the new head: the proof"
        " is about its newest entry in the checkpoint, or about the one that `length` names, and"
        " its length and digest tell which. docs/checkpoints.md tells how to check it.",
        tag="audit",
        replies={200: InclusionTold},
        errors=(400, 404, 409),
        parameters=(SIZE, LENGTH),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """In the checkpoint of a size, or in the latest."""
        plain = request._request
        game = games.game_for(game_id=game_id, player=player_of(request))
        size = read_number(plain, "size", 0, 1) or None
        length = read_number(plain, "length", 0, 1) or None
        found = selectors.inclusion(game=game, size=size, length=length)
        return answer(
            told_inclusion(found), Cache_Control=FOR_EVER_YOURS if size else "private, max-age=5"
        )


def told_inclusion(found: Inclusion) -> InclusionTold:
    """A proof of inclusion, with the very text that is hashed."""
    entry = found.entry
    return InclusionTold(
        game=entry.game_id,
        number=entry.number,
        length=entry.length,
        digest=entry.digest,
        entry=entry_of(str(entry.game_id), entry.length, entry.digest),
        leaf=entry.leaf,
        path=list(found.path),
        checkpoint=told_checkpoint(found.checkpoint),
    )
