"""The terms of a game, row 0: what follows of them from row 1, and their digest."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from games.ledger.sealing import FORMAT, canonical

GIVEN_LATER: Final = ("signature",)
"""The members of a beacon that are not known yet when it is named."""


def terms_in(start: Mapping[str, Any], setup: Mapping[str, Any], game: str) -> dict[str, Any]:
    """Return the terms that follow from the move and the setup of row 1, as JSON."""
    fixed = {name: part for name, part in start.items() if name not in ("move", "terms")}
    chance = {name: part for name, part in fixed["chance"].items() if name != "shares"}
    if chance["beacon"] is not None:
        beacon = chance["beacon"].items()
        chance["beacon"] = {name: part for name, part in beacon if name not in GIVEN_LATER}
    return fixed | {"chance": chance, "setup": setup, "game": game, "at": start["terms"]["at"]}


def terms_digest(terms: Mapping[str, Any]) -> str:
    """Return the digest of terms, which a head of ``seq`` 0 has."""
    return sha256(f"{FORMAT}/terms/".encode() + canonical(dict(terms))).hexdigest()
