"""An event: a stored row as a viewer may see it."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated

import msgspec
from msgspec import Meta

from games.engine import Move, Ruling, Seat, SeenFact, SeenMove, redact, redact_move, reveal
from games.engine.seen_facts import NULL_IF_HIDDEN
from games.ledger.heads import Refused
from games.ledger.rows import EVERYTHING, Actor, Row, Signed, Start


class SeenEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was accepted, with the facts it caused and the rules behind them.

    What you may not see is null; ``count`` in a fact is the number of its cards. ``digest`` chains
    the event to the one before; ``sealed`` has, by JSON pointer, the commitments of the hidden
    parts, ``salts`` the salts of those that you see.
    """

    seq: int
    seat: Seat | None
    actor: Actor
    move: SeenMove | Start
    facts: tuple[SeenFact, ...]
    rulings: tuple[Ruling, ...]
    rules_version: str
    refused: Refused | None
    signed: Annotated[Signed | None, Meta(description=NULL_IF_HIDDEN)]
    at: Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
    digest: str
    sealed: dict[str, str]
    salts: dict[str, str]


def redact_row(row: Row, viewer: Seat) -> SeenEvent:
    """Return the event of a row as a viewer may see it.

    Each viewer can check the chain of events: leave out ``digest``, ``sealed``, ``salts`` and each
    ``count``, add ``game``, put ``{"commitment": …}`` at each pointer of ``sealed``. The digest of
    that after the digest before is ``digest``, and each part with a salt is the one that its
    commitment was made of.
    """
    unseen = frozenset(row.hidden(viewer))
    move = _seen_move(row.move, unseen)
    if viewer == EVERYTHING:
        facts = tuple(map(reveal, row.facts))
    else:
        facts = tuple([redact(fact, viewer) for fact in row.facts])
    return SeenEvent(
        seq=row.seq,
        seat=row.seat,
        actor=row.actor,
        move=move,
        facts=facts,
        rulings=row.rulings,
        rules_version=row.rules_version,
        refused=row.refused,
        signed=None if "/signed" in unseen else row.signed,
        at=row.at,
        digest=row.digest,
        sealed={path: part.commitment for path, part in row.sealed.items()},
        salts={path: part.salt for path, part in row.sealed.items() if path not in unseen},
    )


def _seen_move(move: Start | Move, unseen: Container[str]) -> SeenMove | Start:
    if isinstance(move, Start):
        return move
    return redact_move(move, hides="/move/option" in unseen)
