"""The editions, their cards and pictures over the API."""

import hashlib
import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from cards import registry
from cards.language import indent_card, with_word
from cards.models import Card, Edition
from cards.selectors import current_edition
from games.api.openapi.components import examples
from tests.api.client import fits
from tests.cards.makers import card, card_set, publish
from tests.shipped import load_shipped

pytestmark = pytest.mark.django_db

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
    found = client.get(EDITIONS).json()
    assert [one["code"] for one in found["results"]] == ["xmen", "ultimate-marvel-2023", "avengers"]
    assert found["next"] is None
    assert {one["card_count"] for one in found["results"]} == {112, 224}


def test_a_wrong_token_does_not_matter_to_what_is_public(client: Client, editions: None) -> None:
    assert client.get(EDITIONS, headers={"Authorization": "Bearer nonsense"}).status_code == 200


def test_editions_of_one_variant(client: Client, editions: None) -> None:
    found = client.get(EDITIONS, {"variant": "xmen"}).json()
    assert [one["variant"] for one in found["results"]] == ["xmen"]
    assert client.get(EDITIONS, {"variant": "chess"}).json() == {"results": [], "next": None}


def test_pages_follow_each_other_without_a_repeat(
    client: Client, editions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "edition_checks", [])
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


def test_an_edition_may_be_cached_for_a_day_and_its_definition_forever(
    client: Client, avengers: Edition, here: str
) -> None:
    definition = client.get(f"{here}definition.json")
    assert definition["ETag"] == f'"{avengers.hash}"'
    assert definition["Cache-Control"] == "public, max-age=31536000, immutable"
    reply = client.get(here)
    assert reply["Cache-Control"] == "public, max-age=86400"
    found = reply.json()
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", found["published_at"])
    assert found == {**examples()["Edition"], "published_at": found["published_at"]}
    fits("Edition", found)


def test_the_hash_is_that_of_the_definition(client: Client, avengers: Edition, here: str) -> None:
    reply = client.get(client.get(here).json()["definition"])
    assert hashlib.sha256(reply.content).hexdigest() == avengers.hash
    assert reply["Content-Type"] == "application/json"


def test_the_cards_of_an_edition(client: Client, avengers: Edition, here: str) -> None:
    found = client.get(client.get(here).json()["cards"]).json()
    assert found["edition"] == avengers.hash
    assert len(found["cards"]) == 55
    assert sum(one["copies"] for one in found["cards"]) == 112
    assert found["cards"][0]["code"] == "blue-0"
    fits("CardList", found)


def test_a_text_of_a_translator_has_the_made_one_beside_it(client: Client) -> None:
    load_shipped()
    row = Card.objects.get(card_set__code="avengers", code="red-skip")
    row.definition = indent_card(with_word(row.text(), "text", "en", "Next player, wait!"))
    row.save()
    hash = publish(row.card_set).hash
    skip = client.get(f"/api/v1/editions/{hash}/cards/red-skip/").json()
    assert skip["text"]["en"] == "Next player, wait!"
    assert skip["made"]["en"] == "The next player loses their turn."
    assert skip["made"]["fr-CA"] == skip["text"]["fr-CA"]
    assert client.get(f"/api/v1/editions/{hash}/cards/blue-skip/").json()["made"] is None
    fits("Card", skip)


def test_some_cards_of_an_edition(client: Client, here: str) -> None:
    path = f"{here}cards/"
    everything = client.get(path)
    reply = client.get(path, {"code": ["wild", "red-5", "wild"]})
    assert [one["code"] for one in reply.json()["cards"]] == ["red-5", "wild"]
    assert all(one in everything.json()["cards"] for one in reply.json()["cards"])
    assert reply["ETag"] != everything["ETag"]
    known = {"If-None-Match": reply["ETag"]}
    assert client.get(path, {"code": ["wild", "red-5"]}, headers=known).status_code == 304
    assert client.get(path, headers=known).status_code == 200


def test_a_code_of_no_card_is_refused(client: Client, here: str) -> None:
    for code in ("red-11", "", "Red 5", "red-5,wild"):
        reply = client.get(f"{here}cards/", {"code": ["red-5", code]})
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_parameter")
        assert reply.json()["errors"][0]["detail"] == f"the edition has no card {code}"


def test_the_example_of_a_card_is_true(client: Client, here: str) -> None:
    assert client.get(f"{here}cards/red-draw-two/").json() == examples()["Card"]


def test_every_card_is_as_the_description_says(client: Client, ultimate: str) -> None:
    for one in client.get(f"{ultimate}cards/").json()["cards"]:
        fits("Card", one)


def test_an_enemy_has_what_defeats_it(client: Client, ultimate: str) -> None:
    found = client.get(f"{ultimate}cards/crossbones/").json()
    assert (found["kind"], found["hero"], found["decks"]) == ("enemy", "captain-america", [])
    assert found["defeat"] == [{"color": ["red"]}]
    assert found["defeat_text"] == {"en": "a red card", "fr-CA": "une carte rouge"}
    assert found["ability_texts"] == [
        {
            "en": "At the start of your turn, burn two cards, never fewer.",
            "fr-CA": "Au début de ton tour, brûle deux cartes, jamais moins.",
        }
    ]
    assert (found["foils"], found["indestructible"], found["basis"]) == ([], False, "guide")
    assert client.get(f"{ultimate}cards/hulk-pants/").json()["indestructible"] is True


def test_a_card_names_the_decks_it_is(client: Client, ultimate: str) -> None:
    red = client.get(f"{ultimate}cards/red-1/").json()
    assert [one["hero"] for one in red["decks"]] == ["black-widow", "captain-america", "hulk"]
    assert red["copies"] == 3 and red["hero"] is None
    wild = client.get(f"{ultimate}cards/swipe/").json()
    assert wild["decks"] == [{"hero": "black-widow", "copies": 2, "basis": "ruling"}]
    assert (wild["hero"], wild["copies"]) == ("black-widow", 2)


def test_a_hero_has_a_power_and_foil_twins(client: Client, ultimate: str) -> None:
    found = client.get(f"{ultimate}cards/hulk/").json()
    assert (found["kind"], found["hero"]) == ("hero", "hulk")
    assert len(found["ability_texts"]) == len(found["abilities"]) == 1
    assert [one["rarity"] for one in found["foils"]] == [
        "common", "uncommon", "rare", "super_rare", "ultra_rare",
    ]  # fmt: skip
    assert found["foils"][4]["picture"] == f"{found['picture']}?look=ultra_rare"


def test_an_edition_names_its_heroes(client: Client, ultimate: str) -> None:
    found = client.get(ultimate).json()
    assert found["card_count"] == 224
    assert found["heroes"][2] == {
        "code": "hulk",
        "name": {"en": "Hulk", "fr-CA": "Hulk"},
        "card_count": 47,
        "guessed": 47,
        "card": f"{ultimate}cards/hulk/",
    }
    assert client.get(found["heroes"][2]["card"]).status_code == 200


def test_a_wild_has_no_color(client: Client, here: str) -> None:
    found = client.get(f"{here}cards/wild-infinity-gauntlet/").json()
    assert found["color"] is None
    assert found["effects"][0] == {"effect": "lay_color"}
    assert found["points"] == 50


@pytest.mark.parametrize("rest", ["", "definition.json", "cards/", "cards/wild/"])
def test_what_is_there_already_is_not_sent_again(client: Client, here: str, rest: str) -> None:
    etag = client.get(here + rest)["ETag"]
    again = client.get(here + rest, headers={"If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(here + rest, headers={"If-None-Match": '"other"'}).status_code == 200


def test_an_etag_is_known_weakly_and_other_conditions_have_no_effect(
    client: Client, here: str
) -> None:
    etag = client.get(here)["ETag"]
    weak = client.get(here, headers={"If-None-Match": f'"other", W/{etag}'})
    assert (weak.status_code, weak["ETag"]) == (304, f"W/{etag}")
    assert weak["Cache-Control"] == "public, max-age=86400"
    assert client.get(here, headers={"If-Match": '"other"'}).status_code == 200


def test_replies_do_not_vary_by_token_or_language(client: Client, here: str) -> None:
    for rest in ("", "cards/", "cards/wild/"):
        vary = client.get(here + rest)["Vary"].lower()
        assert "accept" in vary and "authorization" not in vary and "language" not in vary


@pytest.mark.parametrize(
    "rest", ["", "definition.json", "cards/", "pictures/", "cards/wild/picture.svg"]
)
def test_an_unknown_parameter_is_refused(client: Client, here: str, rest: str) -> None:
    for path in (EDITIONS, here + rest):
        reply = client.get(path, {"colour": "red"})
        assert (reply.status_code, reply.json()["code"]) == (400, "invalid_parameter")
        assert reply.json()["errors"][0]["parameter"] == "colour"


def test_unknown_editions_and_cards_are_not_found(client: Client, here: str) -> None:
    nowhere = f"{EDITIONS}{'0' * 64}/"
    for path in (
        nowhere,
        f"{nowhere}cards/",
        f"{nowhere}pictures/",
        f"{nowhere}cards/wild/",
        f"{here}cards/joker/",
    ):
        assert client.get(path).status_code == 404, path
    assert client.get(f"{here}cards/joker/picture.svg").status_code == 404


def test_a_palette_tells_the_colors_of_an_edition_apart(client: Client, editions: None) -> None:
    inks = {}
    for edition in client.get(EDITIONS).json()["results"]:
        paints = edition["palette"]
        inks |= {one["code"]: one["ink"] for one in paints}
        assert [one["code"] for one in paints] == edition["colors"]
        for member in ("fill", "shape", "name", "letter"):
            assert len({str(one[member]) for one in paints}) == len(paints)
    red = next(one for one in paints if one["code"] == "red")
    assert (red["name"]["fr-CA"], red["letter"]["en"]) == ("rouge", "R")
    assert (inks["red"], inks["yellow"]) == ("#ffffff", "#111111")


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_all_pictures_of_an_edition_come_at_once_and_are_light(
    client: Client, editions: None, language: str
) -> None:
    for edition in client.get(EDITIONS).json()["results"]:
        address = f"{edition['pictures']}?lang={language}"
        reply = client.get(address)
        pictures = reply.json()["pictures"]
        cards = client.get(edition["cards"]).json()["cards"]
        assert list(pictures) == [one["code"] for one in cards]
        one = client.get(f"{cards[40]['picture']}?lang={language}")
        assert pictures[cards[40]["code"]] == one.content.decode()
        assert reply["Cache-Control"] == one["Cache-Control"]
        assert reply["Content-Language"] == language
        assert "cost=10" in reply["RateLimit"]
        zipped = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert len(zipped.content) < 60_000
        known = {"If-None-Match": reply["ETag"]}
        assert client.get(address, headers=known).status_code == 304


def test_every_card_has_a_picture_with_a_title(client: Client, editions: None) -> None:
    for published in Edition.objects.all():
        for one in published.text().cards:
            reply = client.get(f"{EDITIONS}{published.hash}/cards/{one.code}/picture.svg")
            assert reply["Content-Type"] == "image/svg+xml"
            root = ElementTree.fromstring(reply.content)
            title = root.find("{http://www.w3.org/2000/svg}title")
            assert title is not None and title.text == one.name


def test_foil_twins_look_different(client: Client, ultimate: str) -> None:
    found = client.get(f"{ultimate}cards/gamma-charge/").json()
    looks = {client.get(one["picture"]).content for one in found["foils"]}
    assert len(looks | {client.get(found["picture"]).content}) == 6
    for one in found["foils"]:
        drawn = client.get(one["picture"]).content.decode()
        assert f"Foil: {one['rarity'].replace('_', ' ')}." in drawn
        ElementTree.fromstring(drawn)


@pytest.mark.parametrize("query", ["look=", "look=shiny", "look=rare&look=common", "look=Rare"])
def test_an_unknown_look_is_not_cached(client: Client, ultimate: str, query: str) -> None:
    reply = client.get(f"{ultimate}cards/hulk/picture.svg?{query}")
    assert (reply.status_code, reply["Cache-Control"]) == (400, "no-store")
    assert reply.json()["code"] == "invalid_parameter"
    assert "super_rare" in reply.json()["errors"][0]["detail"]


def test_a_picture_shows_what_a_player_looks_for(client: Client, ultimate: str) -> None:
    def drawn(code: str) -> str:
        return client.get(f"{ultimate}cards/{code}/picture.svg").content.decode()

    assert ">!</text>" in drawn("red-4") and ">!</text>" not in drawn("red-3")
    cost = drawn("thunderbolt-ross")
    assert ">B</text>" in cost and ">R</text>" in cost and ">Hulk · enemy</text>" in cost
    assert ">W</text>" in drawn("red-skull")
    for code, kind in (
        ("hulk", "hero"), ("rest", "Hulk · event"), ("rubble", "Hulk · item"),
        ("unstoppable", "Hulk · wild"),
    ):  # fmt: skip
        assert f">{kind}</text>" in drawn(code)


@pytest.mark.parametrize(
    ("query", "accepted", "language", "name"),
    [
        ("", "", "en", "Red 5"),
        ("", "fr-CA,fr;q=0.9,en;q=0.8", "fr-CA", "5 rouge"),
        ("?lang=en", "fr-CA", "en", "Red 5"),
        ("?lang=fr-CA", "en", "fr-CA", "5 rouge"),
    ],
)
def test_a_picture_speaks_the_language_of_its_reader(
    client: Client, here: str, query: str, accepted: str, language: str, name: str
) -> None:
    address = f"{here}cards/red-5/picture.svg{query}"
    reply = client.get(address, headers={"Accept-Language": accepted})
    assert reply["Content-Language"] == language
    assert "Accept-Language" in reply["Vary"] and "Authorization" not in reply["Vary"]
    assert f">{name}</text>" in reply.content.decode()
    known = {"Accept-Language": accepted, "If-None-Match": reply["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    other = "en" if language == "fr-CA" else "fr-CA"
    assert client.get(f"{here}cards/red-5/picture.svg?lang={other}")["ETag"] != reply["ETag"]


@pytest.mark.parametrize("query", ["lang=", "lang=de", "lang=fr", "lang=en&lang=fr-CA"])
def test_an_unknown_language_of_a_picture_is_refused(client: Client, here: str, query: str) -> None:
    reply = client.get(f"{here}cards/red-5/picture.svg?{query}")
    assert reply.status_code == 400
    assert "en, fr-CA" in reply.json()["errors"][0]["detail"]


def test_a_picture_is_sent_to_clients_that_accept_images(client: Client, here: str) -> None:
    path = f"{here}cards/red-5/picture.svg"
    for accept in ("image/svg+xml", "image/avif,image/webp,image/*,*/*;q=0.8"):
        assert client.get(path, headers={"Accept": accept}).status_code == 200
