"""The editions over the API."""

import hashlib
import json
import re
from xml.etree import ElementTree

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

from cards import api, api_urls
from cards.models import Edition
from cards.selectors import latest_edition
from cards.services import publish_edition
from tests.cards.makers import card, card_set

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]

EDITIONS = "/api/v1/editions/"


@pytest.fixture
def avengers(editions: None) -> Edition:
    return latest_edition("avengers")


@pytest.fixture
def here(avengers: Edition) -> str:
    return f"{EDITIONS}{avengers.hash}/"


def test_anybody_may_list_the_editions(client: Client, editions: None) -> None:
    told = client.get(EDITIONS).json()
    assert [one["code"] for one in told["results"]] == ["xmen", "ultimate-marvel-2023", "avengers"]
    assert told["next"] is None
    assert {one["card_count"] for one in told["results"]} == {112, 224}


def test_a_wrong_token_does_not_matter_to_what_is_public(client: Client, editions: None) -> None:
    assert client.get(EDITIONS, headers={"Authorization": "Bearer nonsense"}).status_code == 200


def test_editions_of_one_variant(client: Client, editions: None) -> None:
    told = client.get(EDITIONS, {"variant": "xmen"}).json()
    assert [one["variant"] for one in told["results"]] == ["xmen"]
    assert client.get(EDITIONS, {"variant": "chess"}).json() == {"results": [], "next": None}


def test_pages_follow_each_other_without_a_repeat(client: Client, editions: None) -> None:
    publish_edition(card_set=card_set("own", [card("red-1")], variant="xmen"))
    page = client.get(EDITIONS, {"variant": "xmen", "limit": 1}).json()
    assert [one["code"] for one in page["results"]] == ["own"]
    rest = client.get(page["next"]).json()
    assert [one["code"] for one in rest["results"]] == ["xmen"]
    assert rest["next"] is None


@pytest.mark.parametrize(
    "query",
    [
        {"limit": "0"},
        {"limit": "201"},
        {"limit": "many"},
        {"limit": "²"},
        {"cursor": ""},
        {"cursor": "nonsense"},
        {"cursor": "YmVmb3JlOjA="},
        {"cursor": "é"},
    ],
)
def test_a_page_that_cannot_be_read_is_refused(client: Client, query: dict[str, str]) -> None:
    assert client.get(EDITIONS, query).status_code == 400


def test_an_edition_is_told(client: Client, avengers: Edition, here: str) -> None:
    reply = client.get(here)
    assert reply["ETag"] == f'"{avengers.hash}"'
    assert reply["Cache-Control"] == "public, max-age=31536000, immutable"
    told = reply.json()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", told["published_at"])
    expected = dict(api.EXAMPLE_EDITION, published_at=told["published_at"])
    assert told == expected


def test_the_hash_is_that_of_the_definition(client: Client, avengers: Edition, here: str) -> None:
    reply = client.get(client.get(here).json()["definition"])
    assert hashlib.sha256(reply.content).hexdigest() == avengers.hash
    assert reply["Content-Type"] == "application/json"


def test_the_cards_of_an_edition(client: Client, avengers: Edition, here: str) -> None:
    told = client.get(client.get(here).json()["cards"]).json()
    assert told["edition"] == avengers.hash
    assert len(told["cards"]) == 55
    assert sum(one["copies"] for one in told["cards"]) == 112
    assert told["cards"][0]["code"] == "blue-0"


def test_the_example_of_a_card_is_true(client: Client, here: str) -> None:
    assert client.get(f"{here}cards/red-draw-two/").json() == api.EXAMPLE_CARD


def test_a_wild_has_no_color(client: Client, here: str) -> None:
    told = client.get(f"{here}cards/wild-infinity-gauntlet/").json()
    assert told["color"] is None
    assert told["effects"][0] == {"effect": "lay_color"}
    assert told["points"] == 50


@pytest.mark.parametrize("rest", ["", "definition.json", "cards/", "cards/wild/"])
def test_what_is_there_already_is_not_sent_again(client: Client, here: str, rest: str) -> None:
    etag = client.get(here + rest)["ETag"]
    again = client.get(here + rest, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(here + rest, headers={"If-None-Match": '"other"'}).status_code == 200


def test_unknown_editions_and_cards_are_not_found(client: Client, here: str) -> None:
    nowhere = f"{EDITIONS}{'0' * 64}/"
    for path in (nowhere, f"{nowhere}cards/", f"{nowhere}cards/wild/", f"{here}cards/joker/"):
        assert client.get(path).status_code == 404, path
    assert client.get(f"{here}cards/joker/picture.svg").status_code == 404


def test_every_card_has_a_picture_with_a_title(client: Client, editions: None) -> None:
    for edition in Edition.objects.all():
        for one in edition.text().cards:
            reply = client.get(f"{EDITIONS}{edition.hash}/cards/{one.code}/picture.svg")
            assert reply["Content-Type"] == "image/svg+xml"
            root = ElementTree.fromstring(reply.content)
            title = root.find("{http://www.w3.org/2000/svg}title")
            assert title is not None and title.text == one.name


def test_a_picture_is_given_to_who_asks_for_images(client: Client, here: str) -> None:
    path = f"{here}cards/red-5/picture.svg"
    for accept in ("image/svg+xml", "image/avif,image/webp,image/*,*/*;q=0.8"):
        assert client.get(path, headers={"Accept": accept}).status_code == 200


def test_the_shapes_are_those_described(client: Client, here: str) -> None:
    edition, cards = client.get(here).json(), client.get(f"{here}cards/").json()
    assert set(edition) == set(api.EditionSerializer().fields)
    for one in cards["cards"]:
        assert set(one) == set(api.CardSerializer().fields)
    assert json.dumps(cards)


def test_the_description_has_no_warning(capsys: pytest.CaptureFixture[str]) -> None:
    generator = SchemaGenerator(patterns=api_urls.urlpatterns)
    schema = generator.get_schema(request=None, public=True)
    validate_schema(schema)
    captured = capsys.readouterr()
    assert "arning" not in captured.err
    assert set(schema["components"]["schemas"]) >= {"Card", "Cards", "Edition", "EditionPage"}
