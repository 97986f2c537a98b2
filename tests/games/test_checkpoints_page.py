"""docs/checkpoints.md: its example, its program, and the vectors beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from games.checkpoints.entries import entry_of, leaf_of, message_of
from games.checkpoints.tree import consistency_proof, inclusion_proof, subtrees
from games.ledger import signatures

DOCS = Path(__file__).parent.parent.parent / "docs"
PAGE = (DOCS / "checkpoints.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((DOCS / "checkpoint-vectors.json").read_bytes())
TREE = subtrees([bytes.fromhex(game["leaf"]) for game in VECTORS["games"]])


@pytest.fixture(scope="module")
def program() -> dict[str, Any]:
    """What the program of the page defines."""
    text = PAGE.split("```python\n")[1].split("```")[0]
    defined: dict[str, Any] = {}
    exec(text, defined)
    return defined


def told(path: list[bytes]) -> list[str]:
    return [step.hex() for step in path]


def test_the_servers_code_gives_the_vectors() -> None:
    for game in VECTORS["games"]:
        of = game["game"], game["length"], game["digest"]
        assert (entry_of(*of), leaf_of(*of).hex()) == (game["entry"], game["leaf"])
    assert [TREE(0, size).hex() for size in range(6)] == VECTORS["roots"]
    for one in VECTORS["inclusion"]:
        assert told(inclusion_proof(TREE, one["number"], one["size"])) == one["path"]
    for one in VECTORS["consistency"]:
        assert told(consistency_proof(TREE, one["first"], one["second"])) == one["path"]
    for one in VECTORS["checkpoints"]:
        assert message_of(one["size"], one["root"], one["at"]) == one["message"]
        message = one["message"].encode()
        assert signatures.verify(VECTORS["public_key"], message, one["signature"])
        assert signatures.key_id(VECTORS["public_key"]) == one["key"]


def inclusions() -> list[dict[str, Any]]:
    return [
        VECTORS["games"][one["number"]]
        | one
        | {"checkpoint": {"size": one["size"], "root": VECTORS["roots"][one["size"]]}}
        for one in VECTORS["inclusion"]
    ]


def consistencies() -> list[dict[str, Any]]:
    return [
        one | {side: {"size": one[side], "root": VECTORS["roots"][one[side]]} for side in SIDES}
        for one in VECTORS["consistency"]
    ]


SIDES = ("first", "second")


def test_the_program_of_the_page_checks_the_vectors(program: dict[str, Any]) -> None:
    assert all(program["check_inclusion"](one) for one in inclusions())
    assert all(program["check_consistency"](one) for one in consistencies())


def test_the_program_of_the_page_finds_what_was_changed(program: dict[str, Any]) -> None:
    def is_proven(check: str, one: dict[str, Any]) -> bool:
        try:
            return bool(program[check](one))
        except (IndexError, RecursionError, ValueError):
            return False

    other = "ab" * 32
    for one in inclusions():
        for change in ({"entry": one["entry"] + " "}, {"path": [*one["path"], other]}):
            assert not is_proven("check_inclusion", one | change)
        for at in range(len(one["path"])):
            path = [*one["path"]]
            path[at] = other
            assert not is_proven("check_inclusion", one | {"path": path})
    for one in consistencies():
        for side in SIDES:
            forged = one | {side: one[side] | {"root": other}}
            assert not is_proven("check_consistency", forged)
        assert not is_proven("check_consistency", one | {"path": [*one["path"], other]})
        for at in range(len(one["path"])):
            path = [*one["path"]]
            path[at] = other
            assert not is_proven("check_consistency", one | {"path": path})


def test_the_example_of_the_page_is_that_of_the_vectors() -> None:
    second, small, large = VECTORS["games"][1], *VECTORS["checkpoints"]
    shown = [second["entry"], second["leaf"], small["message"], large["root"], TREE(0, 2).hex()]
    shown += next(one["path"] for one in VECTORS["inclusion"] if one["number"] == 1)
    for part in shown:
        assert part in PAGE
