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
from cards.pictures import picture
from cards.selectors import current_edition
from tests.cards.makers import card, card_set, edition, publish

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls")]

EDITIONS = "/api/v1/editions/"


@pytest.fixture
def avengers(editions: None) -> Edition:
    return current_edition("avengers")


@pytest.fixture
def here(avengers: Edition) -> str:
    return f"{EDITIONS}{avengers.hash}/"


@pytest.fixture
def ultimate(editions: None) -> str:
    return f"{EDITIONS}{current_edition('ultimate').hash}/"


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
    publish(card_set("own", [card("red-1")], variant="xmen"))
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
    reply = client.get(EDITIONS, query)
    assert reply.status_code == 400
    (flaw,) = reply.json()["errors"]
    assert flaw["parameter"] in query
    assert flaw["detail"].startswith(("a whole number", "it must be the cursor"))


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


def test_an_enemy_is_told(client: Client, ultimate: str) -> None:
    told = client.get(f"{ultimate}cards/crossbones/").json()
    assert (told["kind"], told["hero"], told["decks"]) == ("enemy", "captain-america", [])
    assert told["defeat"] == [{"color": ["red"]}]
    assert told["defeat_text"] == {"en": "a red card", "fr-CA": "une carte rouge"}
    assert told["ability_texts"] == [
        {
            "en": "At the start of your turn, burn two cards, never fewer.",
            "fr-CA": "Au début de ton tour, brûle deux cartes, jamais moins.",
        }
    ]
    assert (told["foils"], told["indestructible"], told["basis"]) == ([], False, "guide")
    assert client.get(f"{ultimate}cards/hulk-pants/").json()["indestructible"] is True


def test_a_card_tells_in_which_decks_it_is(client: Client, ultimate: str) -> None:
    red = client.get(f"{ultimate}cards/red-1/").json()
    assert [one["hero"] for one in red["decks"]] == ["black-widow", "captain-america", "hulk"]
    assert red["copies"] == 3 and red["hero"] is None
    wild = client.get(f"{ultimate}cards/swipe/").json()
    assert wild["decks"] == [{"hero": "black-widow", "copies": 2, "basis": "ruling"}]
    assert (wild["hero"], wild["copies"]) == ("black-widow", 2)


def test_a_hero_has_a_power_and_foil_twins(client: Client, ultimate: str) -> None:
    told = client.get(f"{ultimate}cards/hulk/").json()
    assert (told["kind"], told["hero"]) == ("hero", "hulk")
    assert len(told["ability_texts"]) == len(told["abilities"]) == 1
    assert [one["rarity"] for one in told["foils"]] == [
        "common", "uncommon", "rare", "super_rare", "ultra_rare",
    ]  # fmt: skip
    assert told["foils"][4]["picture"] == f"{told['picture']}?look=ultra_rare"


def test_an_edition_names_its_heroes(client: Client, ultimate: str) -> None:
    told = client.get(ultimate).json()
    assert told["card_count"] == 224
    assert told["heroes"][2] == {
        "code": "hulk",
        "name": {"en": "Hulk", "fr-CA": "Hulk"},
        "card_count": 47,
        "guessed": 47,
        "card": f"{ultimate}cards/hulk/",
    }
    assert client.get(told["heroes"][2]["card"]).status_code == 200


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
    for published in Edition.objects.all():
        for one in published.text().cards:
            reply = client.get(f"{EDITIONS}{published.hash}/cards/{one.code}/picture.svg")
            assert reply["Content-Type"] == "image/svg+xml"
            root = ElementTree.fromstring(reply.content)
            title = root.find("{http://www.w3.org/2000/svg}title")
            assert title is not None and title.text == one.name


def test_foil_twins_look_different(client: Client, ultimate: str) -> None:
    told = client.get(f"{ultimate}cards/gamma-charge/").json()
    looks = {client.get(one["picture"]).content for one in told["foils"]}
    assert len(looks | {client.get(told["picture"]).content}) == 6
    for one in told["foils"]:
        drawn = client.get(one["picture"]).content.decode()
        assert f"Foil: {one['rarity'].replace('_', ' ')}." in drawn
        ElementTree.fromstring(drawn)


@pytest.mark.parametrize("query", ["look=", "look=shiny", "look=rare&look=common", "look=Rare"])
def test_an_unknown_look_is_refused_and_not_kept(client: Client, ultimate: str, query: str) -> None:
    reply = client.get(f"{ultimate}cards/hulk/picture.svg?{query}")
    assert (reply.status_code, reply["Cache-Control"]) == (400, "no-store")
    assert reply.json()["code"] == "invalid_parameter"
    assert "super_rare" in reply.json()["errors"][0]["detail"]


def test_a_card_without_foils_has_no_other_look(client: Client, ultimate: str) -> None:
    reply = client.get(f"{ultimate}cards/red-5/picture.svg?look=rare")
    assert reply.status_code == 400
    assert reply.json()["errors"][0]["detail"] == "the card has no foil"


def test_a_picture_shows_what_a_player_looks_for(client: Client, ultimate: str) -> None:
    def drawn(code: str) -> str:
        return client.get(f"{ultimate}cards/{code}/picture.svg").content.decode()

    assert ">!</text>" in drawn("red-4") and ">!</text>" not in drawn("red-3")
    cost = drawn("thunderbolt-ross")
    assert ">B</text>" in cost and ">R</text>" in cost and ">Hulk</text>" in cost
    assert ">W</text>" in drawn("red-skull")
    assert {">hero<", ">event<", ">item<", ">enemy<", ">wild<"} == {
        f">{kind}<"
        for code, kind in (("hulk", "hero"), ("rest", "event"), ("rubble", "item"),
                           ("maestro", "enemy"), ("unstoppable", "wild"))
        if f">{kind}</text>" in drawn(code)
    }  # fmt: skip


@pytest.mark.parametrize(
    ("cost", "signs"),
    [
        ({"kind": ["number"]}, "#"),
        ({"kind": ["draw_two", "reverse", "skip", "wild"]}, "AW"),
        ({"danger": True, "color": ["orange"]}, "O!"),
        ({"symbol": ["7"], "kind": ["skip"]}, "A7"),
        ([{"color": ["red"]}, {"danger": True}], "R!"),
    ],
)
def test_every_cost_has_its_signs(cost: object, signs: str) -> None:
    foe = card("foe", kind="enemy", hero="hulk", defeat=cost)
    drawn = picture(foe, edition(foe))
    assert all(f">{sign}</text>" in drawn for sign in signs)


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
    assert set(schema["components"]["schemas"]) >= {"Card", "CardList", "Edition", "EditionPage"}
