"""The server asks witnesses: what it sends, what it stores of the replies, what it ignores."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.audit import game_map
from games.audit import proof as proofs
from games.audit.note import WITNESS_KEY, SignedCheckpoint, parse_checkpoint
from games.audit.proof import blinded
from games.engine import Resign
from games.ledger import signing
from games.models import Game
from games.players.models import Player
from games.proofs import cosigning, selectors, services, tasks
from games.proofs.checking import findings
from games.proofs.cosigning import ask_witnesses
from games.proofs.models import Cosignature, LogEntry
from games.proofs.services import make_checkpoint
from tests.games.tables import begun, make
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


def test_a_proof_is_by_the_newest_cosigned_checkpoint_with_all_entries(
    asked: Asked, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (selectors, services, proofs, game_map):
        monkeypatch.setattr(module, "bucket_of", lambda game: int(game[0], 16) // 4)
    game, late = begun(alice, bob), begun(alice, bob)
    sizes = []

    def sign(*, is_cosigned: bool) -> None:
        made = make_checkpoint()
        assert made is not None and (not is_cosigned or ask_witnesses() == 1)
        sizes.append(made.size)

    def proof(of: Game) -> int:
        found = selectors.proof_of(of)
        assert found.holds(blinded(str(of.pk)))
        assert len(found.of_game(blinded(str(of.pk)))) == LogEntry.objects.filter(game=of).count()
        is_cosigned = found.checkpoint.cosigned_at(KEY.verifier) is not None
        assert is_cosigned == (found.checkpoint.size in cosigned)
        return found.checkpoint.size

    sign(is_cosigned=False)
    cosigned: list[int] = []
    assert proof(game) == sizes[0]
    begun(alice, bob)
    sign(is_cosigned=True)
    cosigned.append(sizes[1])
    # Tables that close sign the log, and no witness has seen it yet.
    for _ in range(3):
        begun(alice, bob)
        sign(is_cosigned=False)
    make(late, Resign(0))
    sign(is_cosigned=False)
    assert (proof(game), proof(late)) == (sizes[1], sizes[-1])
    monkeypatch.setattr(selectors, "MAX_NEWER_ENTRIES", 5)
    assert proof(game) == sizes[-1]


def test_no_proof_is_by_a_checkpoint_that_only_a_former_key_signed(
    asked: Asked, alice: Player, bob: Player, settings: Any
) -> None:
    game = begun(alice, bob)
    settings.LOG_KEY = "a1" * 32
    make_checkpoint()
    assert ask_witnesses() == 1
    settings.LOG_KEY, settings.LOG_KEY_BEFORE = "b1" * 32, "a1" * 32
    begun(alice, bob)
    make_checkpoint()
    proof = selectors.proof_of(game)
    assert proof.checkpoint.signed_by(selectors.log_vkey(signing.log_key().public))


def test_the_witness_is_asked_from_what_it_cosigned(
    asked: Asked, signed: None, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.ask_witnesses, "delay", tasks.ask_witnesses)
    ask_witnesses()
    for _ in range(2):
        begun(alice, bob)
        tasks.make_checkpoint()
    assert asked.old_sizes == ["old 0", "old 5", "old 9"]


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
    assert witness.last.size == 37
