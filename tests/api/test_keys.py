"""The public keys of the server."""

from __future__ import annotations

from typing import Any

from games.ledger import signing
from tests.api.client import Caller, fits


def test_anybody_gets_the_key_that_checks_a_signature_and_the_retired_ones(settings: Any) -> None:
    settings.SIGNING_KEY, settings.SIGNING_KEYS_RETIRED = "11" * 32, ["22" * 32]
    reply = Caller().get("keys/")
    fits("Keys", reply.json)
    current, retired = reply.json["results"]
    assert signing.verify(current["public"], b"a head", signing.sign(b"a head"))
    assert not current["retired"]
    assert (retired["public"], retired["retired"]) == ("22" * 32, True)
    assert reply.headers["Cache-Control"] == "public, max-age=3600"
    assert "11" * 32 not in reply.raw.decode()
