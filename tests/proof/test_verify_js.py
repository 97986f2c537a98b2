"""The JavaScript verifier: hashes, vectors, and every change of a bundle found and named."""

import atexit
import json
import os
import re
import subprocess
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import pytest

from tests.clients.build import NODE
from tests.proof import sealer
from tests.proof.played import ORGANISERS, PLAYER_KEY, played
from tests.proof.sealer import Json

pytestmark = pytest.mark.slow

HERE: Final = Path(__file__).resolve().parent
DOCS: Final = HERE.parents[1] / "docs"
PROGRAM: Final = HERE.parents[1] / "games" / "static" / "verify" / "verify.js"


@cache
def _verifier() -> subprocess.Popen[str]:
    """One process for all bundles: each start of node costs half a second."""
    process = subprocess.Popen(
        [NODE, str(HERE / "batch.mjs")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    atexit.register(process.communicate)
    return process


def verify_all(sources: Iterable[bytes]) -> list[Any]:
    """The answers to many files."""
    process = _verifier()
    assert process.stdin and process.stdout
    told = []
    for source in sources:
        print(b64encode(source).decode(), file=process.stdin, flush=True)
        told.append(process.stdout.readline())
        if not told[-1]:
            _verifier.cache_clear()
            raise AssertionError(f"The verifier ended with status {process.wait()}.")
    return [json.loads(line) for line in told]


def run_node(script: str, *arguments: str) -> str:
    """Run a script of this folder, and return what it prints."""
    command = [NODE, str(HERE / script), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(*arguments: str | Path, environment: dict[str, str] | None = None) -> tuple[int, str]:
    """Run the verifier as a program: the exit status, and what it prints."""
    command = [NODE, str(PROGRAM), *map(str, arguments)]
    env = os.environ | (environment or {})
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=env)
    return done.returncode, done.stdout + done.stderr


# ---- hashes, vectors


def test_hashes_and_signatures_are_those_of_node() -> None:
    assert run_node("hashes.mjs") == "ok\n"


def test_the_vectors_are_computed() -> None:
    assert run_node("vectors.mjs", str(DOCS)) == "ok\n"


def test_the_bundles_of_the_vectors_pass() -> None:
    names = ("full", "seat", "public")
    told = verify_all((DOCS / f"bundle-{name}.json").read_bytes() for name in names)
    answers = [{name: one["answer"] for name, one in each["questions"].items()} for each in told]
    assert [each["verdict"] for each in told] == ["moves_not_judged"] * 3
    for name in ("sealed", "fair", "dealt", "authentic"):
        assert answers[0].pop(name) == "yes"
    assert set(answers[0].values()) == {"unanswered"}
    for own in answers[1:]:
        assert [name for name, answer in own.items() if answer != "unanswered"] == ["sealed"]


def test_a_long_game_is_verified(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = played("avengers", 4, most=600, rounds=20)
    path = tmp_path / "long.json"
    path.write_bytes(source)
    began = perf_counter()
    status, _ = run(path)
    took = perf_counter() - began
    assert status == 4
    with capsys.disabled():
        print(f"\n{json.loads(source)['head']['seq']} events, verified in {took:.2f} s")


# ---- the program, and the evidence of a player


@dataclass(frozen=True)
class Files:
    """A game, the same game earlier, and evidence of it, in a folder."""

    folder: Path

    def __getitem__(self, name: str) -> Path:
        return self.folder / name

    def write(self, name: str, content: bytes | str) -> Path:
        """Write a file."""
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """The files of one game."""
    made = Files(tmp_path)
    older = played("avengers", 4, most=12)
    made.write("game.json", played("avengers", 4, most=30))
    made.write("older.json", older)
    made.write("receipt.json", json.dumps(sealer.receipt(json.loads(older))))
    return made


def codes_of(printed: str) -> list[str]:
    """The codes of all findings but notes that the program printed with --json."""
    return [
        finding["code"]
        for told in json.loads(printed)["files"]
        for question in told["questions"].values()
        for finding in question["findings"]
        if not finding["note"]
    ]


def signed_again(bundle: Json) -> bytes:
    """The file of a game that all sign again."""
    return sealer.canonical(sealer.seal(bundle, player=PLAYER_KEY, organisers=ORGANISERS))


def test_the_exit_status_is_that_of_the_verdict(files: Files) -> None:
    assert run(files["game.json"])[0] == 4
    bad = files.write("bad.json", files["game.json"].read_bytes() + b"\n")
    assert run(files["game.json"], bad)[0] == 1
    assert run()[0] == run("--unknown")[0] == run(files["nothing.json"])[0] == 2
    assert run("--key", "AB" * 32, files["game.json"])[0] == 2
    other = json.loads(files["game.json"].read_bytes())
    other["events"][0]["move"]["chance"]["algorithm"] = "another"
    path = files.write("other.json", signed_again(other))
    status, printed = run("--json", path)
    (told,) = json.loads(printed)["files"]
    assert (status, told["verdict"]) == (2, "not_judged")
    assert told["questions"]["fair"]["why"] == "unknown_algorithm"


def test_the_key_must_be_a_trusted_one(files: Files) -> None:
    own = sealer.public_of(sealer.SERVER_KEY)
    assert run("--key", "ab" * 32, "--key", own, files["game.json"])[0] == 4
    status, printed = run("--json", "--key", "ab" * 32, files["game.json"])
    assert (status, codes_of(printed)) == (1, ["key"])


def test_receipts_and_older_bundles_are_compared(files: Files) -> None:
    evidence = ("--since", files["older.json"], "--receipt", files["receipt.json"])
    assert run(*evidence, files["game.json"])[0] == 4
    rebuilt = json.loads(files["game.json"].read_bytes())
    rebuilt["events"][4]["at"] = rebuilt["events"][4]["at"][:-2] + "9Z"
    path = files.write("rebuilt.json", signed_again(rebuilt))
    assert run(path)[0] == 4
    status, printed = run("--json", *evidence, path)
    assert (status, codes_of(printed)) == (1, ["history"])
    assert codes_of(run("--json", "--receipt", files["receipt.json"], files["older.json"])[1]) == []
    newer = json.dumps(sealer.receipt(json.loads(files["game.json"].read_bytes())))
    cut = run("--json", "--receipt", files.write("newer.json", newer), files["older.json"])
    assert codes_of(cut[1]) == ["history"]


def test_a_receipt_must_be_signed_by_the_key_of_the_server(files: Files) -> None:
    receipt = json.loads(files["receipt.json"].read_bytes())
    stranger = sealer.sign(json.loads(files["older.json"].read_bytes()), PLAYER_KEY)
    for wrong in (receipt | {"signature": "0" * 128}, sealer.receipt(stranger)):
        path = files.write("wrong.json", json.dumps(wrong))
        assert codes_of(run("--json", "--receipt", path, files["game.json"])[1]) == [
            "receipt-signature"
        ]
    del receipt["key"]
    path = files.write("wrong.json", json.dumps(receipt))
    assert run("--receipt", path, files["game.json"])[0] == 2
    other = json.loads(files["game.json"].read_bytes())
    other["head"]["game"] = other["head"]["game"][:-2] + "bb"
    path = files.write("other.json", json.dumps(sealer.receipt(sealer.seal(other))))
    status, printed = run("--receipt", path, files["game.json"])
    assert status == 2 and "no file" in printed


def test_a_proof_of_the_log_is_verified(files: Files) -> None:
    log = json.loads((DOCS / "log-vectors.json").read_text())
    proof = files.write("proof.txt", log["proof_of_bundle_full"])
    witnesses = f"1of1:{log['witness_vkey']}"
    bundle = DOCS / "bundle-full.json"
    given = ("--checkpoint", proof, "--log", log["vkey"], "--witnesses", witnesses)
    assert run(*given, bundle)[0] == 4
    assert run("--checkpoint", proof, bundle, environment={"WITNESSES": witnesses})[0] == 4
    alone = files.write("checkpoint.txt", log["checkpoints"][0]["note"])
    assert run("--checkpoint", alone, "--checkpoint", proof, bundle)[0] == 4
    assert codes_of(run("--json", *given[:2], "--checkpoint", alone, *given[4:], bundle)[1]) == [
        "witnesses"
    ]
    text = log["proof_of_bundle_full"]
    changed = {
        "log": re.sub(r"(?<=\nindex 7\n).", lambda one: "A" if one[0] != "A" else "B", text),
        "log-signature": text.replace("index 7", "index 8").replace("\n8\n", "\n9\n"),
        "witnesses": text.replace("AABrArZU", "AABrArZV"),
    }
    for code, wrong in changed.items():
        path = files.write("wrong.txt", wrong)
        status, printed = run("--json", "--checkpoint", path, *given[2:], bundle)
        assert status == 1 and code in codes_of(printed), code
    assert codes_of(run("--json", "--checkpoint", proof, files["game.json"])[1]) == ["log"]
    both = ("--checkpoint", proof, bundle, DOCS / "bundle-public.json")
    assert run(*both)[0] == 4
    assert run("--moves-not-judged", *both)[0] == 0
    for wrong_witnesses in ("2of1:" + log["witness_vkey"], "1of1:" + log["vkey"], "x"):
        assert run("--witnesses", wrong_witnesses, bundle)[0] == 2
