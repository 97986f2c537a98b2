"""`python -m games.audit`: bundles audited without a server."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.audit.__main__ import main
from games.audit.bundle import encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.examined import examine
from games.audit.finding_texts import FINDINGS, REASONS
from games.engine import NOBODY
from games.ledger.sealing import canonical
from games.ledger.signatures import key_id
from tests.games.finished import VARIANTS, finished, taken_away

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(editions: None, settings: Any, tmp_path: Path) -> Path:
    """A folder with the bundle of a game of each variant, one of them compressed."""
    settings.SIGNING_KEY = "11" * 32
    (tmp_path / "deep").mkdir()
    for variant in VARIANTS:
        game = finished(variant)
        (tmp_path / f"{variant}.json").write_bytes(encode_bundle(taken_away(game)))
        packed = gzip.compress(encode_bundle(taken_away(game, NOBODY)))
        (tmp_path / "deep" / f"{variant}.json.gz").write_bytes(packed)
    return tmp_path


def forge(file: Path) -> None:
    """Change a value of an event."""
    bundle = json.loads(file.read_bytes())
    bundle["events"][4]["rules_version"] += "0"
    file.write_bytes(canonical(bundle))


def test_files_and_folders_that_are_whole_pass(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    many = len(VARIANTS)
    assert main([str(folder), "--processes", "2"]) == 4
    told = capsys.readouterr().out
    assert told.count("PASS ") == told.count("MOVES NOT JUDGED ") == many
    assert f"{many} of {2 * many} passed; the moves of {many} not judged" in told
    assert main([str(folder), "--moves-not-judged"]) == 0


def test_one_that_was_altered_fails_and_says_where(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forge(folder / "xmen.json")
    assert main([str(folder / "avengers.json"), str(folder / "xmen.json")]) == 1
    told = capsys.readouterr().out
    assert "FAIL" in told
    assert "sealed: event 5: altered: The chain breaks here" in told
    assert "1 of 2 passed" in told


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"format": 1}'])
def test_what_is_no_bundle_fails(
    tmp_path: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file.json").write_bytes(content)
    assert main([str(tmp_path / "file.json")]) == 1
    assert "malformed" in capsys.readouterr().out
    assert status(str(tmp_path / "none.json")) == 2


def test_a_folder_without_bundles_is_an_error_of_the_command(tmp_path: Path) -> None:
    assert status(str(tmp_path)) == 2


def status(*arguments: str) -> int:
    """The exit status of the command."""
    try:
        return main(arguments)
    except SystemExit as ended:
        return int(str(ended.code))


def test_an_unknown_rulebook_is_not_judged_and_never_passes(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    vector = ROOT / "docs" / "bundle-full.json"
    assert main([str(vector), str(folder / "xmen.json")]) == 2
    output = capsys.readouterr().out
    assert output.startswith(f"NOT JUDGED {vector}")
    assert "lawful: not judged, because the rulebook is unknown here" in output
    assert "1 of 2 passed; 1 not judged" in output
    forge(folder / "xmen.json")
    assert main([str(vector), str(folder / "xmen.json")]) == 1


# ---- a player's own evidence


@pytest.fixture
def evidence(folder: Path) -> Path:
    """A folder with two files of the vectors' game: as a seat saw it, and a receipt."""
    (folder / "own").mkdir()
    bundle = json.loads((ROOT / "docs" / "bundle-seat.json").read_bytes())
    by = bundle["signature"]
    receipt = {"head": bundle["head"], "key": key_id(by["public"]), "public": by["public"]}
    receipt["signature"] = by["head"]
    (folder / "own" / "receipt").write_text(json.dumps(receipt))
    return folder / "own"


def test_an_older_bundle_and_a_receipt_agree_with_the_game(evidence: Path) -> None:
    vector, old = (str(ROOT / "docs" / f"bundle-{name}.json") for name in ("full", "seat"))
    receipt = str(evidence / "receipt")
    assert status(vector, "--since", old, "--receipt", receipt) == 2
    public = str(ROOT / "docs" / "bundle-public.json")
    assert status(public, "--since", old, "--receipt", receipt) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"digest": "0" * 64},
        {"seq": 1000},
        {"seq": 0},
        {"refused": {"count": 1, "head": "0" * 64}},
        {"commitment": "0" * 64},
    ],
)
def test_a_game_that_is_not_the_one_of_a_receipt_is_found(
    evidence: Path, change: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    head = json.loads((evidence / "receipt").read_bytes())["head"] | change
    (evidence / "receipt").write_text(json.dumps(receipt_of(head)))
    public = str(ROOT / "docs" / "bundle-public.json")
    assert status(public, "--receipt", str(evidence / "receipt")) == 1
    assert "history: The game is not the one" in capsys.readouterr().out


LOG = json.loads((ROOT / "docs" / "log-vectors.json").read_bytes())


@pytest.fixture
def proof(folder: Path) -> Path:
    """The proof that the game of the vectors is in the log of the vectors."""
    (folder / "own").mkdir()
    (folder / "own" / "proof").write_text(LOG["proof_of_bundle_full"])
    return folder / "own" / "proof"


def log_options(proof: Path, *, needed: int = 1, log: str = LOG["vkey"]) -> list[str]:
    """The options for a proof, the key of the log, and one witness."""
    witnesses = f"{needed}of1:{LOG['witness_vkey']}"
    return ["--checkpoint", str(proof), "--log", log, "--witnesses", witnesses]


def test_a_proof_and_a_checkpoint_of_the_log_agree_with_the_game(proof: Path) -> None:
    public = str(ROOT / "docs" / "bundle-public.json")
    assert status(public, *log_options(proof)) == 4
    checkpoint = proof.with_name("checkpoint")
    checkpoint.write_text("\u2014".join(LOG["proof_of_bundle_full"].partition("\n\n")[2:]))
    assert status(public, *log_options(checkpoint)) == 4


def test_options_of_the_log_that_cannot_be_read_are_errors_of_the_command(
    proof: Path,
) -> None:
    public = str(ROOT / "docs" / "bundle-public.json")
    broken = proof.with_name("broken")
    broken.write_text("no proof")
    for options in (
        log_options(broken),
        log_options(proof, needed=2),
        log_options(proof, log=LOG["witness_vkey"]),
    ):
        with pytest.raises(SystemExit) as stopped:
            main([public, *options])
        assert stopped.value.code == 2
    assert status(public, str(ROOT / "docs" / "bundle-seat.json"), *log_options(proof)) == 4


def test_receipts_of_the_past_are_part_of_the_game(evidence: Path) -> None:
    """A receipt of the creation, and one after the first of two refused moves."""
    vector = json.loads((ROOT / "docs" / "bundle-full.json").read_bytes())
    head, second = vector["head"], next(one for one in vector["refusals"] if one["nth"] == 2)
    digests = examine(read_bundle(canonical(vector))).digests
    links = examine(read_bundle(canonical(vector))).links[second["seq"]]
    created = {"seq": 0, "digest": "0" * 64, "refused": None}
    midway = {"seq": second["seq"], "digest": digests[second["seq"]]}
    for change in (created, midway | {"refused": {"count": 1, "head": links[0]}}):
        file = evidence / "receipt"
        file.write_text(json.dumps(receipt_of(head | change)))
        assert status(str(ROOT / "docs" / "bundle-public.json"), "--receipt", str(file)) == 4
    for refused in ({"count": len(links) + 1, "head": links[-1]}, {"count": 1, "head": "0" * 64}):
        file.write_text(json.dumps(receipt_of(head | midway | {"refused": refused})))
        assert status(str(ROOT / "docs" / "bundle-public.json"), "--receipt", str(file)) == 1


def receipt_of(head: dict[str, Any]) -> dict[str, Any]:
    """A receipt by the key of the vectors."""
    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    public = key.public_key().public_bytes_raw().hex()
    message = b"fairdeal-head-v4/" + canonical(head)
    return {
        "head": head,
        "key": key_id(public),
        "public": public,
        "signature": key.sign(message).hex(),
    }


def test_evidence_about_a_game_that_is_in_no_file_is_an_error(folder: Path, evidence: Path) -> None:
    assert status(str(folder / "xmen.json"), "--receipt", str(evidence / "receipt")) == 2
    assert status(str(folder / "xmen.json"), "--receipt", str(evidence / "none")) == 2
    assert status(str(folder / "xmen.json"), "--since", str(evidence / "receipt")) == 2


def test_the_program_needs_neither_django_nor_a_database(folder: Path) -> None:
    code = (
        "import sys; from games.audit.__main__ import main; code = main(sys.argv[1:]);"
        "assert not {'django', 'celery', 'redis', 'psycopg'} & set(sys.modules); sys.exit(code)"
    )
    command = [sys.executable, "-c", code, str(folder), "--processes", "2"]
    ran = subprocess.run(command, cwd=ROOT, env={}, capture_output=True, text=True, check=False)
    assert ran.returncode == 4, ran.stderr
    assert ran.stdout.count("PASS ") == len(VARIANTS)


def test_every_finding_is_said_in_both_languages() -> None:
    for text in (*FINDINGS.values(), *REASONS.values()):
        assert text.en and text.to("fr-CA") and text.en != text.to("fr-CA")
