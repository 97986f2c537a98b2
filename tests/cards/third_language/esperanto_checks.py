"""What works in a language of which the tree has only the module and the catalogs.

`tests/cards/test_third_language.py` runs this in a copy of the tree.
"""

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from bots.studio.exchange.set_imports import read_import
from bots.studio.exchange.word_files import write_words
from cards.findings.lint_texts import finding_text
from cards.language import (
    LANGUAGES,
    card_name,
    card_text,
    color_name,
    decimal,
    definite_color,
    definite_name,
    edition_hash,
    edition_warnings,
    encode_edition,
    known_language,
    set_name,
    with_set_name,
    with_word,
    word_of,
)
from cards.models import CardSet, Edition
from cards.pictures.drawing import picture
from cards.pictures.sheets import sheet_context
from cards.selectors import draft_text
from cards.services import load_cards, shipped_editions
from cards.translation import closest_language
from config.po_files import TRANSLATED
from tests.api.client import Caller, fits, guest
from tests.cards.makers import card, card_set, edition, publish, wild

EO = "eo"
SKIP = {"effect": "skip", "who": "next"}
RED = with_word(card(), "name", EO, "Ruĝa unu")


def test_it_is_a_language_of_the_server(settings: Any) -> None:
    assert LANGUAGES == ("en", EO, "fr-CA")
    assert tuple(TRANSLATED) == (EO, "fr-CA")
    assert settings.LANGUAGES == [("en", "English"), (EO, "Esperanto"), ("fr-ca", "Français")]
    assert [known_language(tag) for tag in ("EO", "eo_XX", "fr", "de")] == [
        EO, EO, "fr-CA", None,
    ]  # fmt: skip
    assert (closest_language("eo-001"), closest_language("de")) == (EO, "en")


def test_cards_have_names_and_texts_in_it_else_english_ones() -> None:
    assert card_name(RED, EO) == "Ruĝa unu"
    assert definite_name(RED, EO) == "la Ruĝa unu"
    assert card_text(RED, None, EO) == "Numera karto: ĝi konvenas per koloro aŭ nombro."
    assert (color_name("red", EO), definite_color("red", EO)) == ("ruĝa", "la ruĝa")
    assert decimal("4.5", EO) == "4,5"
    assert card_name(card(), EO) == definite_name(card(), EO) == "Red-1"
    own = with_word(wild(SKIP), "text", EO, "La sekva ludanto dormas.")
    assert card_text(own, None, EO) == "La sekva ludanto dormas."
    assert card_text(wild(SKIP), None, EO) == card_text(wild(SKIP), None, "en")


def test_missing_words_are_warnings_in_its_words() -> None:
    text = with_set_name(edition(RED, card("red-2", name_fr="2"), name_fr="À moi"), EO, "Mia")
    assert (set_name(text, EO), set_name(edition(), EO)) == ("Mia", "Own")
    lacking = [one for one in edition_warnings(text) if one.params.get("tag") == EO]
    assert [one.path for one in lacking] == ["$.cards[1].texts.eo.name"]
    assert finding_text(lacking[0], EO) == "mankas nomo en Esperanto"
    (other,) = [one for one in edition_warnings(text) if one.params["tag"] != EO]
    assert (other.path, other.code) == ("$.cards[0].name_fr", "untranslated")


def test_pictures_and_sheets_are_in_it() -> None:
    drawn = picture(RED, edition(RED), language=EO)
    assert 'lang="eo"' in drawn and "Ruĝa unu" in drawn and "Numera karto" in drawn
    assert "Numera karto" not in picture(RED, edition(RED), language="fr-CA")
    with override(EO):
        sheet = sheet_context(with_set_name(edition(RED), EO, "Mia"), lambda one: "", {})
    assert "Mia" in sheet["title"] and sheet["sheet_cards"][0].name == "Ruĝa unu"


def test_the_shipped_editions_keep_their_bytes(db: None) -> None:
    load_cards()
    for text in shipped_editions():
        stored = Edition.objects.get(hash=edition_hash(text))
        assert '"eo"' not in stored.canonical


# ---- files and the page of the words


@pytest.fixture
def draft(db: None) -> CardSet:
    return card_set("own", [card(), wild(SKIP)])


def test_a_file_of_words_has_its_column_and_errors_by_cell(keeper: Client, draft: CardSet) -> None:
    text = draft_text(draft)
    sheet = write_words(text, {}).decode("utf-8-sig")
    header, *rows = sheet.splitlines()
    assert header == "set,code,field,en,eo,fr-CA,note,stale,made_en,made_eo,made_fr-CA"
    assert rows[1] == "own,red-1,name,Red-1,,,,,,,"
    address = reverse("admin:cards_cardset_words", args=[draft.pk])

    def sent(value: str) -> Any:
        changed = sheet.replace(
            "own,red-1,name,Red-1,,,,,,,", f"own,red-1,name,Red-1,{value},,,,,,"
        )
        return keeper.post(address, {"file": SimpleUploadedFile("words.csv", changed.encode())})

    refused = sent("x" * 61)
    assert refused.status_code == 409
    assert "row 3, column eo" in refused.content.decode()
    assert "Ruĝa unu" in sent("Ruĝa unu").content.decode()
    own = with_set_name(edition(RED, wild(SKIP)), EO, "Mia")
    assert read_import(encode_edition(own)).text == own


def test_the_page_of_the_words_shows_and_stores_it(keeper: Client, draft: CardSet) -> None:
    address = reverse("admin:cards_cardset_words", args=[draft.pk])
    page = keeper.get(address).content.decode()
    assert "red-1, name, eo" in page and "Numera karto" in page
    key = "red-1|name|eo"
    posted = {f"word|{key}": "Ruĝa unu", f"was|{key}": ""}
    posted |= {"word||name|eo": "Mia", "was||name|eo": ""}
    assert keeper.post(address, posted).status_code == 302
    draft.refresh_from_db()
    assert draft.names == {EO: "Mia"}
    stored = draft.cards.get(code="red-1")
    assert word_of(stored.text(), "name", EO) == "Ruĝa unu"
    keeper.cookies["django_language"] = EO
    shown = keeper.get(reverse("admin:cards_cardset_change", args=[draft.pk])).content.decode()
    assert "mankas nomo en Esperanto" in shown
    form = keeper.get(reverse("admin:cards_card_change", args=[stored.pk])).content.decode()
    assert "Numera karto" in form


# ---- the API and the pages


def test_the_api_has_it(draft: CardSet) -> None:
    draft.names = {EO: "Mia"}
    draft.save()
    red = draft.cards.get(code="red-1")
    red.definition = json.dumps(json.loads(red.definition) | {"texts": {EO: {"name": "Ruĝa unu"}}})
    red.save()
    again = publish(draft)
    reader = Caller(language=EO)
    shown = reader.get(f"editions/{again.hash}/")
    fits("Edition", shown.json)
    assert shown.json["name"] == {"en": "own", EO: "Mia", "fr-CA": "own"}
    drawn = reader.get(f"editions/{again.hash}/cards/red-1/picture.svg?lang=eo")
    assert drawn.headers["Content-Language"] == EO and "Ruĝa unu" in drawn.raw.decode()


def test_problems_and_games_are_in_it(editions: None) -> None:
    eve = Caller(language="eo, fr;q=0.5")
    missing = eve.get("games/00000000-0000-7000-8000-000000000000/")
    assert missing.headers["Content-Language"] == EO
    assert missing.json["title"] == "Tio ne ekzistas"
    other = Caller(language="fr").get("games/00000000-0000-7000-8000-000000000000/")
    assert other.headers["Content-Language"] == "fr-CA"
    eve = guest("Eve")
    eve.language = EO
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    made = eve.post("games/", {"variant": "xmen", "seats": seats, "start": True})
    assert made.status == 201, made.json
    path = f"games/{made.json['id']}/"
    assert eve.get(f"{path}prompts/?include=table,since,cards").status == 200
    assert eve.get(f"{path}log/").status == 200
    rules = eve.get("rules/").json["results"]
    assert all(set(one["title"]) == {"en", EO, "fr-CA"} for one in rules)
    variants = eve.get("variants/").json["results"]
    assert all(set(one["edition"]["name"]) == {"en", EO, "fr-CA"} for one in variants)


def test_the_description_names_it() -> None:
    described = Caller().get("schema/?format=json").json
    text = described["components"]["schemas"]["BilingualText"]
    assert set(text["properties"]) == set(text["required"]) == {"en", EO, "fr-CA"}
    assert "`eo`" in described["components"]["parameters"]["AcceptLanguage"]["description"]


def test_pages_offer_it(client: Client, db: None) -> None:
    page = client.get("/audit/").content.decode()
    assert '<button name="language" value="eo" lang="eo" aria-pressed="false">Esperanto' in page
    client.post(reverse("audit:language"), {"language": EO, "next": "/audit/"})
    page = client.get("/audit/").content.decode()
    assert '<html lang="eo">' in page and 'lang="eo" aria-pressed="true"' in page
    assert client.get("/verify/").status_code == 200
