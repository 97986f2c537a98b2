"""The terms of a game, row 0: what follows of them from row 1, and their digest."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from games.ledger.heads import Head
from games.ledger.sealing import FORMAT, canonical


def terms_in(start: Mapping[str, Any], setup: Mapping[str, Any], head: Head) -> dict[str, Any]:
    """Return the terms that follow from the move and the setup of row 1, as JSON."""
    fixed = {name: part for name, part in start.items() if name != "move"}
    chance = {name: part for name, part in fixed["chance"].items() if name != "shares"}
    chance["commitment"] = head.commitment
    return fixed | {"chance": chance, "setup": setup, "game": head.game}


def terms_digest(terms: Mapping[str, Any]) -> str:
    """Return the digest of terms, which a head of ``seq`` 0 has."""
    return sha256(f"{FORMAT}/terms/".encode() + canonical(dict(terms))).hexdigest()
