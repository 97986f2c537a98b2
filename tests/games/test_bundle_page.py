"""What docs/bundle.md says is true: its vectors, its program, its list of findings."""

from __future__ import annotations

import copy
import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.audit import audit, bundle_message, decode_bundle, head_message
from games.audit.words import FINDINGS

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "bundle.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((DOCS / "bundle-vectors.json").read_bytes())

every_vector = pytest.mark.parametrize("name", VECTORS)


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """The program that the page gives."""
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    names: dict[str, Any] = {}
    exec(found[1], names)
    return names


@every_vector
def test_the_vectors_are_sealed_and_the_full_one_is_fair(name: str) -> None:
    vector = VECTORS[name]
    bundle = decode_bundle(json.dumps(vector["bundle"]).encode())
    verdict = audit(bundle)
    assert verdict.sealed.answer == "yes"
    assert verdict.fair.answer == ("yes" if name == "full" else "unanswered")
    assert verdict.lawful.answer == ("yes" if name == "full" else "unanswered")
    assert sha256(head_message(bundle.head)).hexdigest() == vector["head_message_sha256"]
    assert sha256(bundle_message(bundle)).hexdigest() == vector["bundle_message_sha256"]


@every_vector
def test_the_program_of_the_page_finds_nothing_in_the_vectors(
    name: str, program: dict[str, Any]
) -> None:
    assert program["sealed"](VECTORS[name]["bundle"]) == ""
    if name == "full":
        assert program["fair"](VECTORS[name]["bundle"]) == ""


@every_vector
def test_the_program_of_the_page_finds_what_is_changed(name: str, program: dict[str, Any]) -> None:
    for number, event in enumerate(VECTORS[name]["bundle"]["events"]):
        for member in ("at", "rules_version", "digest"):
            changed = copy.deepcopy(VECTORS[name]["bundle"])
            changed["events"][number][member] = event[member][:-1] + "f"
            if changed != VECTORS[name]["bundle"]:
                assert program["sealed"](changed).startswith(f"event {number + 1} ")


def test_the_program_of_the_page_finds_an_unpromised_order(program: dict[str, Any]) -> None:
    changed = copy.deepcopy(VECTORS["full"]["bundle"])
    order = next(f for f in changed["events"][0]["facts"] if f["fact"] == "shuffled")["order"]
    order.reverse()
    assert program["fair"](changed).endswith("in event 1 is not the promised one")


def test_every_finding_is_on_the_page() -> None:
    assert {code for code in FINDINGS if f"`{code}`" not in PAGE} == set()
