"""The server asks witnesses: what it sends, what it stores of the replies, what it ignores."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.audit.note import WITNESS_KEY, SignedCheckpoint, parse_checkpoint
from games.ledger import signing
from games.players.models import Player
from games.proofs import cosigning, selectors, tasks
from games.proofs.checking import findings
from games.proofs.cosigning import ask_witnesses
from games.proofs.models import Cosignature
from games.proofs.services import make_checkpoint
from tests.games.tables import begun
from tests.games.witness_double import Answer, Reply, WitnessDouble, listening
from tests.proof.log_keys import SignerKey, cosign

pytestmark = pytest.mark.django_db

KEY = SignerKey("witness.example/w1", WITNESS_KEY, bytes([2]) * 32)
OTHER = SignerKey("witness.example/w2", WITNESS_KEY, bytes([3]) * 32)


class Asked:
    """What a witness was asked, and how it answers."""

    def __init__(self) -> None:
        self.requests: list[bytes] = []
        self.answer: Answer = cosigns

    def __call__(self, body: bytes) -> Reply:
        self.requests.append(body)
        return self.answer(body)

    @property
    def old_sizes(self) -> list[str]:
        return [body.split(b"\n", 1)[0].decode() for body in self.requests]


def checkpoint_in(body: bytes) -> SignedCheckpoint:
    return parse_checkpoint(body.partition(b"\n\n")[2])


def cosigns(body: bytes) -> Reply:
    return Reply(200, str(cosign(checkpoint_in(body), 1_800_000_000, KEY)))


@pytest.fixture
def asked(settings: Any) -> Iterator[Asked]:
    opened = Asked()
    with listening(opened) as url:
        settings.LOG_WITNESSES = [f"{KEY.verifier} {url}"]
        yield opened


@pytest.fixture
def signed(alice: Player, bob: Player) -> None:
    begun(alice, bob)
    make_checkpoint()


def test_a_cosignature_is_stored_and_served(asked: Asked, signed: None) -> None:
    assert ask_witnesses() == 1
    (stored,) = Cosignature.objects.all()
    assert (stored.name, stored.time) == (KEY.name, 1_800_000_000)
    latest = selectors.latest_checkpoint()
    assert latest is not None
    served = selectors.with_cosignatures(latest, latest.cosignatures.all())
    assert served.cosigned_at(KEY.verifier) == 1_800_000_000
    assert served.signed_by(selectors.log_vkey(signing.log_key().public))
    assert ask_witnesses() == 0
    assert asked.old_sizes == ["old 0"]
    assert list(findings()) == []


def test_the_witness_is_asked_from_what_it_cosigned(
    asked: Asked, signed: None, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.ask_witnesses, "delay", tasks.ask_witnesses)
    ask_witnesses()
    for _ in range(2):
        begun(alice, bob)
        tasks.make_checkpoint()
    assert asked.old_sizes == ["old 0", "old 4", "old 7"]


def test_a_witness_that_knows_another_size_is_asked_again(
    asked: Asked, signed: None, alice: Player, bob: Player
) -> None:
    begun(alice, bob)
    make_checkpoint()

    def knows_one(body: bytes) -> Reply:
        is_right = body.startswith(b"old 1\n")
        return cosigns(body) if is_right else Reply(409, "1\n")

    asked.answer = knows_one
    assert ask_witnesses() == 1
    assert asked.old_sizes == ["old 0", "old 1"]


WRONG: list[Answer] = [
    lambda body: Reply(500, "no"),
    lambda body: Reply(409, "x"),
    lambda body: Reply(409, "9\n"),
    lambda body: Reply(409, "1\n"),
    lambda body: Reply(422, ""),
    lambda body: Reply(200, ""),
    lambda body: Reply(200, "?"),
    lambda body: Reply(200, str(cosign(checkpoint_in(body), 1, OTHER))),
    lambda body: Reply(200, str(cosign(SignedCheckpoint("x", 1, bytes(32)), 1, KEY))),
    lambda body: Reply(200, "— w \n" * 200),
]


@pytest.mark.parametrize("answer", WRONG)
def test_other_replies_are_logged_and_do_no_harm(
    asked: Asked, signed: None, answer: Answer, caplog: pytest.LogCaptureFixture
) -> None:
    asked.answer = answer
    assert ask_witnesses() == 0
    assert "did not cosign" in caplog.text
    assert not Cosignature.objects.exists()
    asked.answer = cosigns
    assert ask_witnesses() == 1


def test_lines_of_others_are_ignored(asked: Asked, signed: None) -> None:
    def both(body: bytes) -> Reply:
        other = cosign(checkpoint_in(body), 1, OTHER)
        return Reply(200, f"{other}{cosigns(body).text}")

    asked.answer = both
    assert ask_witnesses() == 1
    assert [str(one.line) for one in Cosignature.objects.all()] == [cosigns(asked.requests[0]).text]


def test_one_witness_that_is_down_does_not_stop_the_others(
    asked: Asked, signed: None, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    down = f"{OTHER.verifier} http://127.0.0.1:9"
    settings.LOG_WITNESSES.insert(0, down)
    assert ask_witnesses() == 1
    assert OTHER.name in caplog.text


def test_nothing_is_asked_before_the_first_checkpoint(asked: Asked, db: None) -> None:
    assert ask_witnesses() == 0
    assert cosigning.cosigned_by() == []
    assert not asked.requests


def test_a_witness_that_verifies_proofs_accepts_what_the_server_sends(
    asked: Asked, alice: Player, bob: Player
) -> None:
    witness = WitnessDouble(KEY, selectors.log_vkey(signing.log_key().public))
    asked.answer = witness.add_checkpoint
    for size in range(1, 10):
        begun(alice, bob)
        make_checkpoint()
        if size % 3 != 1:
            assert ask_witnesses() == 1
    assert witness.last.size == 28
