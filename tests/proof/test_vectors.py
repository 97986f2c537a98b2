"""The vectors, and what the pages show of them, are what `tests.proof.vectors` writes."""

import json

import pytest

from tests.proof.vectors import DOCS, bundles, texts


@pytest.mark.parametrize("name", texts())
def test_the_file_is_as_it_is_written(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == texts()[name]


def test_the_bundles_show_what_their_page_says() -> None:
    full = json.loads(bundles()["full"])
    seats = full["events"][0]["move"]["seats"]
    assert [seat["kind"] for seat in seats] == ["player"] * 3 + ["bot"]
    assert [bool(seat.get("key")) for seat in seats] == [True, False, False, False]
    assert [name and list(name) for name in full["names"]] == [
        ["name", "salt"], ["erased"], ["name", "salt"], None,
    ]  # fmt: skip
    assert full["events"][0]["move"]["chance"]["mode"] == "shared"
    assert len(full["refusals"]) > 3
    assert any(event["signed"] and "by" in event["signed"] for event in full["events"])
