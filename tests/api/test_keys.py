"""The public keys of the server."""

from hashlib import sha256
from typing import Any

import pytest

from games.ledger import signing
from games.ledger.signatures import verify
from games.proofs.services import make_checkpoint
from tests.api.client import Caller, fits

pytestmark = pytest.mark.django_db


def test_anybody_gets_the_key_that_checks_a_signature_and_the_retired_ones(settings: Any) -> None:
    settings.SIGNING_KEY, settings.LOG_KEY = "22" * 32, "aa" * 32
    make_checkpoint()
    former = signing.public_key().public
    settings.SIGNING_KEY = "11" * 32
    make_checkpoint()
    reply = Caller().get("keys/")
    fits("Keys", reply.json)
    current, retired, log = reply.json["results"]
    assert verify(current["public"], b"a head", signing.sign(b"a head"))
    assert not current["retired"]
    assert (retired["public"], retired["retired"]) == (former, True)
    assert [one["use"] for one in reply.json["results"]] == ["signing", "signing", "log"]
    assert current["vkey"] is None and log["vkey"].startswith("localhost/fairdeal+")
    assert [one["key"] for one in reply.json["records"]] == [former, current["public"]]
    digits = sha256(bytes.fromhex(current["public"])).hexdigest()
    assert current["fingerprint"].replace(" ", "") == digits[:32]
    assert reply.headers["Cache-Control"] == "public, max-age=3600"
    assert "11" * 32 not in reply.raw.decode()
