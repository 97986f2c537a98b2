"""docs/client.md names the modules of the client, and what is in them."""

import re

import pytest
import yaml

from tests.platform.test_supervisor import ROOT

CLIENT = ROOT / "games" / "static" / "play"
PAGE = ROOT / "docs" / "client.md"
EXAMPLE = ROOT / "examples" / "client.html"


def code(text: str) -> list[str]:
    """Return what is set as code."""
    return re.findall(r"`([^`]+)`", text)


def units() -> list[str]:
    """Return the rows, items and paragraphs of the page that name what is in a file."""
    text = PAGE.read_text()
    found = re.split(r"\n(?=\||- |\d\. |\n)", text)
    return [one for one in found if names(one)]


def names(unit: str) -> list[str]:
    """Return the functions that a text names, and the classes in a row of a file."""
    found = re.findall(r"`(\w+)\(\)`", unit)
    if re.match(r"\n?\| `(model|server|parts|pages)/\w", unit):
        found += re.findall(r"`((?:[A-Z][a-z]+)+)`", unit)
    return found


def is_defined(name: str, text: str) -> bool:
    """Whether a module has a function, a method or a class of this name."""
    before = r"(export )?(static )?(async )?(function |class |const )?"
    return re.search(rf"^ *{before}{name}\b.*[{{(]", text, re.MULTILINE) is not None


def test_each_file_is_named_and_each_named_one_exists() -> None:
    endings = r"(?:model|server|parts|pages|proof)/[\w-]+\.(?:js|css)|\w+\.(?:css|d\.ts)"
    named = {one for one in code(PAGE.read_text()) if re.fullmatch(endings, one)}
    assert named == {str(one.relative_to(CLIENT)) for one in CLIENT.rglob("*.*")}


@pytest.mark.parametrize("unit", units())
def test_each_function_is_in_a_file_named_beside_it(unit: str) -> None:
    files = [CLIENT / one for one in code(unit) if one.endswith(".js")] or [EXAMPLE]
    texts = [one.read_text() for one in files]
    for name in names(unit):
        assert any(is_defined(name, text) for text in texts), (name, files)


def test_each_address_is_in_the_api() -> None:
    def plain(path: str) -> str:
        return re.sub(r"\{\w+\}", "{}", path)

    paths = yaml.safe_load((ROOT / "docs" / "openapi.yaml").read_text())["paths"]
    named = {
        one for one in code(PAGE.read_text()) if re.fullmatch(r"[a-z]+/[\w{}/-]*\{[\w{}/-]*/", one)
    }
    assert {f"/api/v1/{plain(one)}" for one in named} <= set(map(plain, paths))
    assert len(named) > 3
