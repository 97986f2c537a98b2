"""docs/log.md: its example and its program give the vectors beside it."""

import json
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.proof.log_keys import SignerKey

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "log.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((DOCS / "log-vectors.json").read_bytes())
LEAVES = [bytes.fromhex(leaf) for leaf in VECTORS["leaves"]]
LOG, WITNESS = bytes(32), bytes([2]) * 32


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """What the program that the page names defines."""
    return runpy.run_path(str(DOCS / "log_tree.py"))


def test_the_program_of_the_page_gives_the_vectors(program: dict[str, Any]) -> None:
    for text, leaf in zip(VECTORS["entries"], LEAVES, strict=True):
        entry = json.loads(text.partition("/")[2])
        assert program["entry"](**entry) == text.encode()
        assert program["leaf"](text.encode()) == leaf
    for size, root in enumerate(VECTORS["roots"]):
        assert program["root"](LEAVES[:size]).hex() == root
    for one in VECTORS["inclusion"]:
        path = program["inclusion"](LEAVES[: one["size"]], one["index"])
        assert [step.hex() for step in path] == one["path"]
    for one in VECTORS["consistency"]:
        path = program["consistency"](LEAVES[: one["second"]], one["first"])
        assert [step.hex() for step in path] == one["path"]


def test_the_program_of_the_page_makes_the_notes_of_the_vectors(program: dict[str, Any]) -> None:
    log = SignerKey(VECTORS["origin"], 1, LOG)
    name = VECTORS["witness_vkey"].split("+")[0]
    witness = SignerKey(name, 4, WITNESS)
    assert program["vkey"](log.name, 1, log.verifier.public) == VECTORS["vkey"]
    assert program["vkey"](name, 4, witness.verifier.public) == VECTORS["witness_vkey"]
    for one in VECTORS["checkpoints"]:
        root = bytes.fromhex(VECTORS["roots"][one["size"]])
        text = program["checkpoint_text"](log.name, one["size"], root)
        assert text == one["text"]
        signature = log.sign(text.encode())
        line = program["signature_line"](log.name, 1, log.verifier.public, signature)
        assert f"{text}\n{line}" == one["note"]
        cosigned = witness.sign(program["cosigned_text"](text, one["time"]).encode())
        stamped = one["time"].to_bytes(8, "big") + cosigned
        line = program["signature_line"](name, 4, witness.verifier.public, stamped)
        assert line == one["cosignature_line"]


def test_the_example_of_the_page_is_that_of_the_vectors() -> None:
    parts = [VECTORS["vkey"], VECTORS["witness_vkey"], VECTORS["entries"][4], VECTORS["leaves"][4]]
    for part in (*parts, VECTORS["proof_of_bundle_full"], VECTORS["add_checkpoint_request"]):
        assert part in PAGE
