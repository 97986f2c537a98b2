"""Files that contradict each other, and the evidence in their folders: both verifiers."""

import gzip
import json
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit import keys
from games.audit.__main__ import main
from games.audit.keys import KeyRecord, key_message
from games.audit.note import LOG_KEY
from tests.proof import sealer
from tests.proof.log_keys import SignerKey, logged, sign_proof
from tests.proof.played import played
from tests.proof.sealer import Json
from tests.proof.test_two_verifiers import common
from tests.proof.test_verify_js import run

pytestmark = pytest.mark.slow

DOCS: Final = Path(__file__).resolve().parents[2] / "docs"
GAME: Final = "avengers", 2
CONTRADICTIONS: Final = ("two-histories", "seed-reused")


class Folder:
    """A folder of files, and what both verifiers say about it."""

    def __init__(self, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.path = path
        self.capsys = capsys

    def write(self, name: str, content: Json | bytes | str) -> str:
        """Write a bundle or another file, and return its path."""
        file = self.path / name
        file.parent.mkdir(exist_ok=True)
        if isinstance(content, dict):
            content = sealer.canonical(content)
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(file)

    def told(self, *arguments: str) -> tuple[int, list[Any]]:
        """The status and the verdicts; the questions without rules are those of Python."""
        given = arguments or (str(self.path),)
        status = main([*given, "--json"])
        ours = json.loads(self.capsys.readouterr().out)["files"]
        _, printed = run("--json", *given)
        theirs = json.loads(printed.splitlines()[0])["files"]
        assert [one["file"] for one in ours] == [one["file"] for one in theirs]
        assert list(map(common, ours)) == list(map(common, theirs))
        return status, ours


@pytest.fixture
def folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Folder:
    """An empty folder."""
    return Folder(tmp_path / "files", capsys)


def contradictions(told: list[Any]) -> list[tuple[str, str, int, str]]:
    """Which file has which finding at which event about which other file."""
    return [
        (one["file"], finding["code"], finding["first"], finding["file"])
        for one in told
        for finding in one["questions"]["sealed"]["findings"]
        if finding["code"] in CONTRADICTIONS
    ]


def game(most: int = 20) -> Json:
    bundle: Json = json.loads(played(*GAME, most=most))
    return bundle


def other_game(most: int = 20) -> Json:
    """The same moves and the same seed under another id."""
    bundle = game(most)
    bundle["head"]["game"] = bundle["head"]["game"][:-2] + "bb"
    return sealer.seal(bundle)


def another_history(bundle: Json) -> Json:
    """The same game with another time of a row, sealed again by the owner."""
    event = bundle["events"][6]
    event["at"] = event["at"][:-2] + ("8Z" if event["at"].endswith("9Z") else "9Z")
    return sealer.seal(bundle)


def test_two_histories_of_a_game_fail_and_name_each_other(folder: Folder) -> None:
    one = folder.write("a.json", game())
    two = folder.write("b.json", another_history(game()))
    status, told = folder.told()
    assert status == 1
    assert [each["verdict"] for each in told] == ["fail", "fail"]
    assert sorted(contradictions(told)) == [
        (one, "two-histories", 7, two), (two, "two-histories", 7, one),
    ]  # fmt: skip


def test_a_running_file_and_its_later_one_and_other_views_are_one_history(folder: Folder) -> None:
    folder.write("early.json", game(9))
    folder.write("late.json", game())
    folder.write("public.json", sealer.seen(game()))
    assert contradictions(folder.told()[1]) == []


def test_a_shorter_file_of_another_history_is_found(folder: Folder) -> None:
    early = folder.write("early.json", another_history(game(9)))
    late = folder.write("late.json", game())
    found = contradictions(folder.told()[1])
    assert sorted(found) == [
        (early, "two-histories", 7, late), (late, "two-histories", 7, early),
    ]  # fmt: skip


def test_one_seed_in_two_games_is_found_in_both(folder: Folder) -> None:
    one = folder.write("a.json", game())
    two = folder.write("b.json", other_game())
    assert sorted(contradictions(folder.told()[1])) == [
        (one, "seed-reused", 0, two), (two, "seed-reused", 0, one),
    ]  # fmt: skip


def at_table(bundle: Json, table: int, nth: int = 1) -> Json:
    """A game of a table of a tournament, sealed again by the owner."""
    event = {"tournament": bundle["head"]["game"][:-2] + "cc", "round": nth, "table": table}
    bundle["events"][0]["move"]["event"] = event
    return sealer.seal(bundle)


def test_the_tables_of_one_round_may_have_one_seed(folder: Folder) -> None:
    folder.write("a.json", at_table(game(), 1))
    folder.write("b.json", at_table(other_game(), 2))
    told = folder.told()[1]
    assert contradictions(told) == [] and answers(told) == ["yes", "yes"]
    folder.write("c.json", at_table(other_game(), 2, nth=2))
    assert ("seed-reused", 0) in [one[1:3] for one in contradictions(folder.told()[1])]


def test_a_file_that_is_not_sealed_accuses_no_other_one(folder: Folder) -> None:
    folder.write("a.json", game())
    broken = another_history(game())
    broken["signature"]["head"] = "0" * 128
    folder.write("b.json", broken)
    assert contradictions(folder.told()[1]) == []


# ---- files of strangers

STRANGER: Final = Ed25519PrivateKey.from_private_bytes(b"s" * 32)
LOG: Final = Ed25519PrivateKey.from_private_bytes(b"l" * 32)


def by_a_stranger(bundle: Json) -> Json:
    """Another history of a game, sealed with a key of one's own."""
    return sealer.seal(another_history(bundle), STRANGER)


def found_in(told: Any) -> list[str]:
    """The codes that are no notes."""
    findings = told["questions"]["sealed"]["findings"]
    return [one["code"] for one in findings if not one["note"]]


def answers(told: list[Any]) -> list[str]:
    return [one["questions"]["sealed"]["answer"] for one in told]


def test_a_file_of_another_key_convicts_none(folder: Folder) -> None:
    folder.write("a.json", game())
    folder.write("b.json", by_a_stranger(game()))
    folder.write("c.json", sealer.sign(other_game(), STRANGER))
    _, told = folder.told()
    assert contradictions(told) == [
        (str(folder.path / "b.json"), "seed-reused", 0, str(folder.path / "c.json")),
        (str(folder.path / "c.json"), "seed-reused", 0, str(folder.path / "b.json")),
    ]
    assert answers(told) == ["yes", "no", "no"]


def announced(key: Ed25519PrivateKey) -> KeyRecord:
    by, public = sealer.public_of(LOG), sealer.public_of(key)
    message = key_message(by, public, "signing")
    return KeyRecord(by, public, (LOG.sign(message).hex(), key.sign(message).hex()), "signing")


def test_files_of_keys_that_records_connect_convict_each_other(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    one = folder.write("a.json", game())
    two = folder.write("b.json", by_a_stranger(game()))
    both = [announced(key) for key in (sealer.SERVER_KEY, STRANGER)]
    for records, found in ((both, 2), (both[:1], 0)):
        known = folder.path.parent / "keys"
        publics = [{"public": record.key} for record in both]
        known.write_bytes(msgspec.json.encode({"results": publics, "records": records}))
        _, told = folder.told("--key", str(known), str(folder.path))
        assert len(contradictions(told)) == found
    known.write_bytes(msgspec.json.encode({"results": publics, "records": both}))
    main(["--key", str(known), str(folder.path)])
    printed = capsys.readouterr().out, run("--key", known, folder.path)[1]
    ids = {file: verdict["key"] for file, verdict in zip((one, two), told, strict=True)}
    for text in printed:
        for file, other in ((one, two), (two, one)):
            about = text[text.index(f" {file}:") :]
            assert about.partition("\n")[0].endswith(f"signed by {ids[file]}")
            assert f"({other}, signed by {ids[other]})" in about


def test_a_receipt_of_a_stranger_in_a_folder_fails_no_game(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write("a.json", game())
    head = game(9)["head"] | {"digest": "ab" * 32}
    forged = sealer.receipt_of(head, STRANGER)
    unsigned = sealer.receipt_of(head) | {"signature": "0" * 128}
    files = [
        folder.write("x.json", json.dumps(forged)), folder.write("y.json", json.dumps(unsigned)),
    ]  # fmt: skip
    status, told = folder.told()
    assert (answers(told), status) == (["yes"], 2)
    named = f"evidence about no bundle: {', '.join(files)}\n"
    main([str(folder.path)])
    assert named in capsys.readouterr().err.replace("file given", "bundle")
    status, printed = run(folder.path)
    assert status == 2 and named in printed.replace("file given", "bundle")
    folder.write("z.json", json.dumps(sealer.receipt_of(head)))
    _, told = folder.told()
    assert found_in(told[0]) == ["history"]


def test_a_proof_of_a_stranger_in_a_folder_fails_no_game(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle = game()
    honest = folder.write("a.json", bundle)
    log = SignerKey("log.example", LOG_KEY, b"s" * 32)
    forged = sign_proof(list(enumerate(logged(bundle)[:2])), 3, log).text
    proof = folder.write("a.proof", forged)
    status, told = folder.told()
    assert (answers(told), status) == (["yes"], 2)
    assert [one["code"] for one in told[0]["questions"]["sealed"]["findings"]] == ["erased-name"]
    main([str(folder.path)])
    assert f"evidence about no bundle: {proof}\n" in capsys.readouterr().err
    status, printed = run(folder.path)
    assert status == 2 and proof in printed
    assert found_in(folder.told("--checkpoint", proof, honest)[1][0]) == ["log-signature"]


def test_a_receipt_of_a_stranger_that_is_given_is_a_finding(folder: Folder) -> None:
    honest = folder.write("a.json", game())
    receipt = folder.write("r.json", json.dumps(sealer.receipt_of(game(9)["head"], STRANGER)))
    for given in (honest, str(folder.path)):
        status, told = folder.told("--receipt", receipt, given)
        assert (found_in(told[0]), status) == (["receipt-signature"], 1)


def test_evidence_that_is_given_counts_however_its_path_is_spelled(folder: Folder) -> None:
    folder.write("a.json", game())
    receipt = json.dumps(sealer.receipt_of(game(9)["head"], STRANGER))
    folder.write("r.json", receipt)
    spelled = f"{folder.path}/../{folder.path.name}"
    log = SignerKey("log.example", LOG_KEY, b"s" * 32)
    folder.write("a.proof", sign_proof(list(enumerate(logged(game())[:2])), 3, log).text)
    for given, found in (
        (("--receipt", f"{spelled}/r.json"), ["receipt-signature"]),
        (("--checkpoint", f"{spelled}/a.proof"), ["log-signature"]),
    ):
        for files in (str(folder.path), f"{spelled}/"):
            status, told = folder.told(*given, files)
            assert (found_in(told[0]), status) == (found, 1)
        # A copy beside it changes nothing.
        folder.write("copy.json", receipt)


def test_a_file_that_is_named_is_judged_though_it_is_evidence_too(folder: Folder) -> None:
    early, late = folder.write("a.json", game(9)), folder.write("b.json", game())
    _, told = folder.told("--since", early, early, late)
    assert answers(told) == ["yes", "yes"]


@pytest.mark.parametrize("many", [1, 3])
def test_records_are_verified_once_however_many_keys_sign(
    folder: Folder, monkeypatch: pytest.MonkeyPatch, many: int
) -> None:
    signers = [Ed25519PrivateKey.from_private_bytes(bytes([at]) * 32) for at in range(1, many + 1)]
    records = [announced(one) for one in signers] * 2
    verified: list[str] = []

    def verify(public: str, message: bytes, signature: str) -> bool:
        verified.append(signature)
        return True

    monkeypatch.setattr(keys, "verify", verify)
    publics = [sealer.public_of(one) for one in signers]
    assert set(keys.connected(publics, records)) == set(publics)
    assert len(verified) == (2 * many if many > 1 else 0)


# ---- entries of a folder that cannot be read


def bad_entries(folder: Folder) -> list[str]:
    """Entries that are no files, or none that can be read."""
    written = [
        folder.write("deep/x.proof", "rubbish"),
        folder.write("large.proof", b"\n" * (17 * 1024 * 1024)),
        folder.write("empty.tlog-proof", b""),
    ]
    (folder.path / "dir.json").mkdir()
    (folder.path / "none.json").symlink_to(folder.path / "nothing")
    (folder.path / "none.proof").symlink_to(folder.path / "nothing")
    return [
        *written,
        *(str(folder.path / name) for name in ("dir.json", "none.json", "none.proof")),
    ]


def test_entries_of_a_folder_that_cannot_be_read_are_named_and_cost_no_verdict(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write("a.json", game())
    folder.write("dir.json.gz", gzip.compress(sealer.canonical(game(9))))
    bad = bad_entries(folder)
    status, told = folder.told()
    assert (status, answers(told)) == (2, ["yes", "yes"])
    main([str(folder.path)])
    errors = capsys.readouterr().err
    status, printed = run(folder.path)
    assert status == 2
    for file in bad:
        assert f"{file} cannot be read: " in errors
        assert f"{file} cannot be read: " in printed
    folder.write("null.json", b"null")
    status, told = folder.told()
    assert (status, [one["verdict"] for one in told].count("fail")) == (1, 1)


@pytest.mark.parametrize("packed", [b"\x1f\x8b\x08", b"\x1f\x8b\x08\0\0\0\0\0\0\xffrubbish"])
def test_a_small_file_that_cannot_be_unpacked_is_malformed(folder: Folder, packed: bytes) -> None:
    folder.write("a.json", game())
    folder.write("b.json.gz", packed)
    status, told = folder.told()
    assert (status, answers(told)) == (1, ["yes", "no"])


def test_an_entry_that_is_given_and_cannot_be_read_ends_the_command(folder: Folder) -> None:
    honest = folder.write("a.json", game())
    for file in bad_entries(folder):
        if not Path(file).is_dir():
            with pytest.raises(SystemExit) as ended:
                main([honest, file])
            assert ended.value.code == 2
            assert run(honest, file)[0] == 2


def test_older_bundles_are_unpacked(folder: Folder) -> None:
    later = folder.write("late.json", game())
    older = folder.write("early.json.gz", gzip.compress(sealer.canonical(game(9))))
    _, told = folder.told("--since", older, later)
    assert answers(told) == ["yes"]


# ---- evidence in folders


def test_proofs_and_receipts_of_a_folder_are_about_its_bundles(folder: Folder) -> None:
    log = json.loads((DOCS / "log-vectors.json").read_text())
    full = (DOCS / "bundle-full.json").read_bytes()
    folder.write("a.json", full)
    folder.write("b.json", other_game())
    folder.write("some.proof", log["proof_of_bundle_full"])
    folder.write("some.receipt.json", json.dumps(sealer.receipt(other_game(9))))
    _, told = folder.told()
    assert len(told) == 2
    assert all(one["questions"]["sealed"]["answer"] == "yes" for one in told)
    folder.write("b.proof", log["proof_of_bundle_full"])
    findings = folder.told()[1][1]["questions"]["sealed"]["findings"]
    assert {one["code"] for one in findings if not one["note"]} == {"log"}


def test_evidence_about_no_bundle_costs_no_verdict(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write("a.json", sealer.seen(game()))
    receipt = folder.write("other.json", json.dumps(sealer.receipt(other_game())))
    assert main([str(folder.path)]) != 0
    assert f"about no bundle: {receipt}" in capsys.readouterr().err
    status, printed = run(folder.path)
    assert status != 0 and receipt in printed


def test_a_folder_has_a_summary(folder: Folder, capsys: pytest.CaptureFixture[str]) -> None:
    folder.write("a.json", game())
    folder.write("b.json", b"null")
    main([str(folder.path)])
    told = capsys.readouterr().out
    _, printed = run(folder.path)
    for text in (told, printed):
        assert "found: sealed malformed in 1 of 2 files" in text
        assert "not examined: choices" in text
