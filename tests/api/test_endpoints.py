"""What each operation needs beside its code: a test, a document, a changelog line, an example.

See "Add an endpoint" in CONTRIBUTING.md.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.releases import last_release

ROOT = Path(__file__).parents[2]

WITHOUT_EXAMPLE = {"Audit", "Bundle", "Explanation", "Keys", "Organisers", "ProblemTypes", "Rules"}
WITHOUT_EXAMPLE |= {"Pictures", "Share", "Variants"}
"""Replies that are too long for an example, or have those of their parts."""


@cache
def operations() -> dict[str, tuple[str, Any]]:
    """Return the address and the description of each operation, by its name."""
    described = yaml.load((ROOT / "docs/openapi.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {
        operation["operationId"]: (path.removeprefix("/api/v1/"), operation)
        for path, methods in described["paths"].items()
        for operation in methods.values()
    }


@cache
def texts(*patterns: str) -> str:
    """Return the text of all files with one of the names."""
    found = (path for one in patterns for path in sorted(ROOT.glob(one)))
    return "\n".join(path.read_text() for path in found if path.name != Path(__file__).name)


def last_word(path: str) -> str:
    """Return the last part of an address that is no parameter, as texts have it."""
    words = [word for word in path.strip("/").split("/") if "{" not in word]
    return words[-1] + ("" if "." in words[-1] else "/")


def unnamed(names: Iterable[str], text: str) -> set[str]:
    """Return the operations whose address a text does not name."""
    paths = {name: operations()[name][0] for name in names}
    return {
        name
        for name, path in paths.items()
        if path and not re.search(r"(?<![\w-])" + re.escape(last_word(path)), text)
    }


def test_each_operation_has_a_test() -> None:
    assert not unnamed(operations(), texts("tests/*/test_*.py"))


def test_each_operation_is_in_a_document() -> None:
    assert not unnamed(operations(), texts("README.md", "docs/*.md"))


def test_each_operation_since_the_last_release_is_in_the_changelog() -> None:
    unreleased = texts("CHANGELOG.md").partition("## [Unreleased]")[2].partition("\n## ")[0]
    assert not unnamed(operations().keys() - set(last_release()["operations"]), unreleased)


def test_no_operation_of_the_last_release_is_gone() -> None:
    assert set(last_release()["operations"]) <= operations().keys()


def test_an_operation_that_is_not_named_is_found() -> None:
    assert unnamed(["games_share", "games_start"], "`games/{id}/start/` starts a game") == {
        "games_share"
    }


@pytest.mark.parametrize("name", sorted(operations()))
def test_a_reply_has_an_example(name: str) -> None:
    examples = json.loads((ROOT / "games/api/openapi/examples.json").read_text())
    for reply in operations()[name][1]["responses"].values():
        for content in reply.get("content", {}).values():
            component = content["schema"].get("$ref", "").rpartition("/")[2]
            assert component in {*examples, *WITHOUT_EXAMPLE, ""}
