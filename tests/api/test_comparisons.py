"""The differences of two editions over the API."""

import msgspec
import pytest
from django.test import Client

from cards import registry
from cards.models import CardSet, DeckCard, Edition
from cards.selectors import current_edition
from games.api.openapi.components import examples
from games.api.views import comparisons as comparisons_view
from tests.api.catalog_examples import comparisons
from tests.api.client import Caller, fits
from tests.cards.makers import change_card, publish
from tests.shipped import load_shipped

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture
def pair(editions: None, monkeypatch: pytest.MonkeyPatch) -> tuple[Edition, Edition]:
    """The shipped Ultimate edition, and one in which Hulk and a Wild differ."""
    monkeypatch.setattr(registry, "edition_checks", [])
    load_shipped()
    before = current_edition("ultimate")
    draft = CardSet.objects.get(code=before.code)
    smash = draft.cards.get(code="hulk-smash")
    effects = smash.text().effects
    burn = msgspec.structs.replace(effects[1], count=5)
    change_card(card=smash, effects=(effects[0], burn, *effects[2:]), name_fr="Hulk frappe")
    row = DeckCard.objects.filter(hero__code="hulk", hero__card_set=draft).first()
    assert row is not None
    row.copies += 1
    row.save()
    return before, publish(draft)


def path(before: Edition, after: Edition) -> str:
    return f"editions/{before.hash}/compare/{after.hash}/"


def test_a_changed_card_has_its_members_and_both_texts(pair: tuple[Edition, Edition]) -> None:
    reply = Caller().get(path(*pair))
    assert reply.status == 200
    fits("Comparison", reply.json)
    (one,) = reply.json["changed"]
    assert one["code"] == one["code_before"] == "hulk-smash"
    assert [change["path"] for change in one["changes"]] == ["name_fr", "effects[1].count"]
    assert one["changes"][1]["after"] == 5
    assert one["name"]["after"]["fr-CA"] == "Hulk frappe"
    assert "five" in one["text"]["after"]["en"]
    assert "cinq" in one["text"]["after"]["fr-CA"]
    assert one["text"]["before"] != one["text"]["after"]


def test_a_deck_has_the_entries_that_differ(pair: tuple[Edition, Edition]) -> None:
    found = Caller().get(path(*pair)).json
    (deck,) = found["decks"]
    before, after = deck["card_count"]["before"], deck["card_count"]["after"]
    assert (deck["hero"], deck["change"], after - before) == ("hulk", "changed", 1)
    (entry,) = deck["entries"]
    assert entry["after"]["copies"] - entry["before"]["copies"] == 1
    assert found["card_count"]["after"] - found["card_count"]["before"] == 1
    assert (found["differs"], found["changes"], found["reordered"]) == (True, [], False)


def test_the_other_way_round_is_the_other_way_round(pair: tuple[Edition, Edition]) -> None:
    before, after = pair
    there, back = (Caller().get(path(*way)).json for way in ((before, after), (after, before)))
    assert (there["before"], there["after"]) == (before.hash, after.hash)
    assert (back["before"], back["after"]) == (after.hash, before.hash)
    texts = [one["changed"][0]["text"] for one in (there, back)]
    assert texts[0] == {"before": texts[1]["after"], "after": texts[1]["before"]}


def test_editions_of_different_games_can_be_compared(editions: None) -> None:
    found = Caller().get(path(current_edition("ultimate"), current_edition("xmen"))).json
    fits("Comparison", found)
    assert {deck["change"] for deck in found["decks"]} == {"removed"}
    assert found["added"] and found["removed"]
    assert "variant" in [change["path"] for change in found["changes"]]


def test_an_edition_does_not_differ_from_itself(editions: None) -> None:
    xmen = current_edition("xmen")
    found = Caller().get(path(xmen, xmen)).json
    assert found["differs"] is False
    assert not any(found[part] for part in ("added", "removed", "renamed", "changed", "decks"))


def test_it_is_cached_for_a_day_and_asked_again_by_its_tag(
    client: Client, pair: tuple[Edition, Edition]
) -> None:
    address = f"/api/v1/{path(*pair)}"
    reply = client.get(address)
    assert reply["Cache-Control"] == "public, max-age=86400"
    again = client.get(address, headers={"If-None-Match": reply["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("unknown", ["before", "after"])
def test_an_unknown_edition_is_not_found(editions: None, unknown: str) -> None:
    hashes = {"before": current_edition("xmen").hash, "after": current_edition("avengers").hash}
    hashes[unknown] = "0" * 64
    reply = Caller().get("editions/{before}/compare/{after}/".format_map(hashes))
    assert (reply.status, reply.code) == (404, "not_found")


def test_the_examples_are_true() -> None:
    for name, value in comparisons().items():
        fits(name, value)
        assert examples()[name] == value


def test_the_differences_of_two_editions_are_found_once(
    editions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    comparisons_view._comparison.cache_clear()
    way = path(current_edition("xmen"), current_edition("avengers"))
    first = Caller().get(way)
    assert first.headers["RateLimit"].endswith(";cost=15")
    monkeypatch.setattr(comparisons_view, "render_comparison", None)
    assert Caller().get(way).raw == first.raw
