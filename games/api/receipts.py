"""What the server signs for its players to store: heads, terms, and opened shares."""

from __future__ import annotations

from typing import Any

from games.ledger import signing
from games.ledger.heads import OpenedShare, SignedHead, SignedShare
from games.ledger.rows import now, stamp
from games.ledger.store import head_of, head_of_terms
from games.models import Game, Seat
from games.play.starting import read_terms


def render_receipt(game: Game) -> SignedHead:
    """Sign the head of a game: proof of every row up to it."""
    return signing.sign_head(head_of(game))


def signed_terms(game: Game) -> dict[str, Any]:
    """Return the members ``terms`` and ``receipt`` of a reply about a game.

    They are its ``Terms``, once its table is closed, and the head of ``seq`` 0 with their digest.
    """
    stored = game.terms
    head = head_of_terms(game, stored.digest)
    return {"terms": read_terms(stored), "receipt": signing.sign_head(head)}


def render_share(game: Game, seat: Seat) -> SignedShare:
    """Sign that a seat has opened its share."""
    opened = OpenedShare(str(game.pk), seat.number, seat.share_commitment, stamp(now()))
    return signing.sign_share(opened)
