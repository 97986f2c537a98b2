"""The keys of a server change, and what was trusted once stays enough."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command

from games.audit.__main__ import main
from games.audit.bundle import encode_bundle
from games.audit.keys import KeyRecord, decode_records, encode_records, follow, key_message
from games.audit.monitor import Fetch, MonitorState, look
from games.audit.note import LOG_KEY
from games.audit.proof import GameProof, parse_proof, text_entry
from games.audit.tiles import parse_address
from games.engine import Resign
from games.ledger import signing, store
from games.ledger.rows import EVERYTHING
from games.ledger.sealing import canonical
from games.models import Game
from games.players.models import Player
from games.proofs import selectors
from games.proofs.bundle_making import bundle_of
from games.proofs.checking import findings
from games.proofs.services import LogBroken, make_checkpoint
from tests.api.client import Caller, fits
from tests.games.tables import begun, fresh, make
from tests.games.test_monitor import ORIGIN, VECTORS, Log
from tests.proof.log_keys import SignerKey, sign_checkpoint
from tests.proof.test_verify_js import run

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def key_of(digits: str) -> signing.SecretKey:
    return signing.SecretKey(digits * 32)


def use(settings: Any, signer: str, log: str, before: str = "") -> None:
    settings.SIGNING_KEY, settings.LOG_KEY = signer * 32, log * 32
    settings.LOG_KEY_BEFORE = before * 32


def change_keys_twice(settings: Any) -> None:
    """Both keys change, twice, as docs/running.md says."""
    for signer, log, before in (("22", "a2", "a1"), ("33", "a3", "a2")):
        use(settings, signer, log, before)
        call_command("checkpoint")
    settings.LOG_KEY_BEFORE = ""


def fetch(name: str) -> bytes:
    """A file of the log, as the server has it."""
    latest = selectors.latest_checkpoint()
    assert latest is not None
    if name == "checkpoint":
        return latest.note.encode()
    address = parse_address(name.removeprefix("tile/"))
    assert address is not None
    tile = selectors.read_tile(address, latest.size)
    assert tile is not None
    return tile


@pytest.fixture
def over(alice: Player, bob: Player, settings: Any) -> Game:
    """A game that is over, in a log that was signed once."""
    use(settings, "11", "a1")
    game = fresh(make(begun(alice, bob), Resign(0)).game)
    make_checkpoint()
    return game


class Evidence:
    """Files about a game, made now."""

    def __init__(self, folder: Path, game: Game) -> None:
        folder.mkdir()
        self.bundle, self.receipt, self.proof, self.keys = (
            folder / name for name in ("game.json", "receipt", "proof", "keys")
        )
        self.bundle.write_bytes(encode_bundle(bundle_of(game=game, viewer=EVERYTHING)))
        receipt = signing.sign_head(store.head_of(game))
        head = json.loads(self.bundle.read_bytes())["head"]
        given = {"key": receipt.key, "public": receipt.public, "signature": receipt.signature}
        self.receipt.write_text(json.dumps({"head": head} | given))
        self.proof.write_text(selectors.proof_of(game).text)
        keys = Caller().get("keys/")
        fits("Keys", keys.json)
        self.keys.write_bytes(keys.raw)


def codes(capsys: pytest.CaptureFixture[str], *given: object) -> list[str]:
    """The codes that both programs find."""
    capsys.readouterr()
    main(["--json", *map(str, given)])
    here = json.loads(capsys.readouterr().out)["files"][0]["questions"]["sealed"]["findings"]
    there = json.loads(run("--json", *given)[1])["files"][0]["questions"]["sealed"]["findings"]
    assert here == there
    return [one["code"] for one in here]


def test_one_key_is_enough_for_what_is_signed_later(
    over: Game, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = Evidence(tmp_path / "old", over)
    change_keys_twice(settings)
    new = Evidence(tmp_path / "new", over)
    first, last = key_of("11").public, key_of("33").public
    assert codes(capsys, "--key", first, new.bundle) == ["key"]
    assert codes(capsys, "--key", first, "--checkpoint", new.proof, new.bundle) == []
    assert codes(capsys, "--key", first, "--key", new.keys, new.bundle) == []
    assert codes(capsys, "--key", new.keys, old.bundle) == []
    assert codes(capsys, "--key", last, "--key", new.keys, old.bundle) == ["key"]
    # Receipts and proofs from before, with the file of today.
    assert codes(capsys, "--receipt", old.receipt, new.bundle) == ["receipt-signature"]
    assert codes(capsys, "--key", new.keys, "--receipt", old.receipt, new.bundle) == []
    assert codes(capsys, "--checkpoint", old.proof, new.bundle) == ["log-signature"]
    assert codes(capsys, "--key", new.keys, "--checkpoint", old.proof, new.bundle) == []
    for log in ("a1", "a2", "a3"):
        vkey = selectors.log_vkey(key_of(log).public)
        assert codes(capsys, "--log", vkey, "--checkpoint", new.proof, new.bundle) == []
    other = selectors.log_vkey(key_of("a4").public)
    given = ("--checkpoint", new.proof, new.bundle)
    assert codes(capsys, "--log", other, *given) == ["log-signature"]
    assert list(findings()) == []


def test_an_invented_handover_is_not_followed(
    over: Game, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    use(settings, "66", "b1")
    thief = Evidence(tmp_path / "thief", over)
    keys = json.loads(thief.keys.read_bytes())
    (announced,) = keys["records"]
    honest = {"by": key_of("a1").public, "key": key_of("11").public}
    stolen = announced["signatures"]
    for change in (
        {"by": honest["by"], "signatures": [stolen[1], stolen[1]]},
        {"by": honest["by"], "key": key_of("66").public},
        {"key": honest["key"], "use": "log"},
        honest | {"key": key_of("66").public, "signatures": stolen},
    ):
        keys["records"] = [announced, announced | change]
        thief.keys.write_text(json.dumps(keys))
        given = ("--key", key_of("11").public, "--key", thief.keys, thief.bundle)
        assert codes(capsys, *given) == ["key"]


def test_the_signing_key_alone_names_no_key_of_the_log(
    over: Game, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A thief of the signing key signs the log with a key of his own."""
    honest = Evidence(tmp_path / "honest", over)
    log, signer, thief = key_of("a1"), key_of("11"), key_of("b1")
    proof = parse_proof(honest.proof.read_bytes())
    own = SignerKey(proof.checkpoint.origin, LOG_KEY, bytes.fromhex("b1" * 32))
    signed = proof.checkpoint
    signed = sign_checkpoint(signed.origin, signed.size, signed.root, own)
    given = ("--log", selectors.log_vkey(log.public), "--key", signer.public)
    assert codes(capsys, *given, "--checkpoint", honest.proof, honest.bundle) == []
    for forged in (
        [signed_record(signer, thief, "log")],
        [signed_record(thief, signer, "signing")],
        [signed_record(thief, signer, "log")],
        [signed_record(signer, key_of("b2"), "signing"), signed_record(signer, thief, "log")],
    ):
        records = (*proof.records, *forged)
        path = tmp_path / "forged.proof"
        extra = msgspec.structs.replace(proof.extra, records=records)
        path.write_text(GameProof(extra, proof.path, signed).text)
        assert codes(capsys, *given, "--checkpoint", path, honest.bundle) == ["log-signature"]


def test_a_monitor_survives_two_changes_of_key(
    over: Game, alice: Player, bob: Player, settings: Any
) -> None:
    log = str(selectors.log_vkey(key_of("a1").public))
    often = seldom = follow_log(MonitorState(log, log), fetch)
    for signer, new, before in (("22", "a2", "a1"), ("33", "a3", "a2")):
        use(settings, signer, new, before)
        make_checkpoint()
        often = follow_log(often, fetch)
    settings.LOG_KEY_BEFORE = ""
    begun(alice, bob)
    make_checkpoint()
    for state in (often, seldom):
        assert follow_log(state, fetch).log == str(selectors.log_vkey(key_of("a3").public))


def follow_log(state: MonitorState, fetch: Fetch) -> MonitorState:
    seen, after = look(state, fetch)
    assert seen.outcome == "consistent"
    return after


def test_a_monitor_follows_no_key_that_the_old_one_did_not_name() -> None:
    old, thief = (SignerKey(ORIGIN, LOG_KEY, bytes.fromhex(key * 32)) for key in ("a1", "b1"))
    log = Log(3, old)
    state = follow_log(MonitorState(str(old.verifier), str(old.verifier)), log.fetch)
    forged = signed_record(key_of("b2"), key_of("b1"), "log")
    record = msgspec.structs.replace(forged, by=key_of("a1").public)
    signer = key_of("11")
    announced = signed_record(key_of("a1"), signer, "signing")
    by_signer = [signed_record(signer, key_of("b1"), use) for use in ("log", "signing")]
    log.grow(*(text_entry(one.text) for one in (forged, record, announced, *by_signer)))
    log.key = thief
    seen, after = look(state, log.fetch)
    assert (seen.outcome, after) == ("unsigned", state)
    log.grow(text_entry(signed_record(key_of("a1"), key_of("b1"), "log").text))
    state = follow_log(state, log.fetch)
    assert state.log == str(thief.verifier)
    log.rewrite(1)
    assert look(state, log.fetch)[0].outcome == "fork"


def test_the_log_is_not_signed_by_a_key_that_nothing_handed_over(
    over: Game, alice: Player, bob: Player, settings: Any
) -> None:
    begun(alice, bob)
    for before in ("", "a9"):
        use(settings, "11", "a2", before)
        with pytest.raises(LogBroken, match="LOG_KEY_BEFORE"):
            make_checkpoint()
    use(settings, "11", "a2", "a1")
    assert make_checkpoint() is not None


def test_a_new_key_of_the_log_announces_the_signing_key(over: Game, settings: Any) -> None:
    use(settings, "11", "a2", "a1")
    make_checkpoint()
    named = [(one.by, one.key, one.use) for one in selectors.key_records()]
    old, new, signer = (key_of(digits).public for digits in ("a1", "a2", "11"))
    assert named == [(old, signer, "signing"), (old, new, "log"), (new, signer, "signing")]


def test_of_many_changes_a_verifier_reads_the_newest(
    over: Game, settings: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in range(1, 61):
        before = f"{number + 191:02x}" if number > 1 else "a1"
        use(settings, f"{number:02x}", f"{number + 192:02x}", before)
        make_checkpoint()
    assert len(selectors.key_records()) > 110
    new = Evidence(tmp_path / "new", over)
    first, late = (key_of(f"{number:02x}").public for number in (1, 20))
    for given, found in ((late, []), (first, ["key"])):
        assert codes(capsys, "--key", given, "--key", new.keys, new.bundle) == found
    given = ("--checkpoint", new.proof, new.bundle)
    assert codes(capsys, "--key", late, *given) == []
    middle = selectors.log_vkey(key_of(f"{192 + 20:02x}").public)
    assert codes(capsys, "--log", middle, *given) == []


def test_keys_are_followed_as_the_log_names_them() -> None:
    logs = [key_of(f"a{number}") for number in range(3)]
    signers = [key_of(f"1{number}") for number in range(3)]
    records = [signed_record(log, key, "signing") for log, key in zip(logs, signers, strict=True)]
    records += [signed_record(logs[0], logs[1], "log"), signed_record(logs[1], logs[2], "log")]
    for first, pair in enumerate(zip(logs, signers, strict=True)):
        for trusted in pair:
            known = follow([trusted.public], records)
            assert known.log == {one.public for one in (trusted, *logs[first:])}
            assert known.signing == {one.public for one in (trusted, *signers[first:])}
    # Another signing key under one key of the log: each leads to the other.
    records.append(signed_record(logs[2], signers[0], "signing"))
    for trusted in signers[::2]:
        assert {one.public for one in signers[::2]} <= follow([trusted.public], records).signing
    assert follow([], records) == (frozenset(), frozenset())
    stranger = key_of("ff").public
    assert follow([stranger], records) == (frozenset({stranger}),) * 2
    source = encode_records(records)
    assert list(decode_records(source)) == records
    for wrong in (source + b"\n", b"{}", b"", source.replace(b'"key"', b'"kez"', 1)):
        assert decode_records(wrong) == ()
    assert decode_records(encode_records(records * 17)) == ()


def test_the_vectors_are_followed() -> None:
    keys = VECTORS["keys"]
    records = decode_records(canonical(keys["records"]))
    assert key_message(records[0].by, records[0].key, "signing").decode() == keys["message"]
    assert text_entry(records[0].text).decode() == keys["entry"]
    for one in keys["follow"]:
        known = follow([one["trusted"]], records)
        assert (sorted(known.signing), sorted(known.log)) == (one["signing"], one["log"])
    assert [len(one["signing"]) for one in keys["follow"]] == [4, 1, 1]


def signed_record(by: signing.SecretKey, key: signing.SecretKey, kind: Any) -> KeyRecord:
    message = key_message(by.public, key.public, kind)
    return KeyRecord(by.public, key.public, (by.sign(message), key.sign(message)), kind)


def test_the_first_entry_announces_the_signing_key(over: Game) -> None:
    proof = parse_proof(selectors.proof_of(over).text.encode())
    (record,) = proof.records
    assert (record.by, record.key) == (key_of("a1").public, key_of("11").public)
    assert fetch("tile/entries/000.p/1")[2:] == f"fairdeal-log-v4/{record.text}".encode()
