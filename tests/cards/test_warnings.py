"""Warnings: words that are missing or stale, unusual decks, counts above a deck."""

import io
import re
from html import unescape
from pathlib import Path

import msgspec
import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from cards.findings.lint_texts import finding_text
from cards.language import (
    LANGUAGES,
    CardDef,
    EditionDef,
    card_text,
    edition_warnings,
    encode_edition,
    indent_card,
    lint_edition,
    place_of,
    unconfirmed_texts,
    with_word,
)
from cards.language.contradictions import said
from cards.models import CardSet
from cards.selectors import draft_text
from cards.services import shipped_editions
from tests.cards.box_examples import box, deck
from tests.cards.makers import FRENCH, ULTIMATE, card, edition, item, wild
from tests.shipped import load_shipped

SKIP = {"effect": "skip", "who": "next"}
DRAW = {"effect": "draw", "count": 999}


def french(one: CardDef) -> CardDef:
    return with_word(one, "name", FRENCH, f"{one.name} (fr)")


def named(*cards: CardDef, **fields: object) -> EditionDef:
    """An edition whose every name is in French."""
    return edition(*map(french, cards), name_fr="À moi", **fields)


def found(text: EditionDef) -> list[tuple[str, str]]:
    for one in edition_warnings(text):
        said = finding_text(one, "fr-CA")
        assert one.message and said not in ("", one.message) and "{" not in one.message + said
    return [(one.path, one.code) for one in edition_warnings(text)]


def test_an_edition_with_all_its_words_has_no_warnings() -> None:
    assert found(named(card(), wild(SKIP))) == []


def test_a_missing_name_is_a_warning_in_each_language_of_the_set() -> None:
    text = edition(card(), french(wild(SKIP)))
    assert found(text) == [("$.name_fr", "untranslated"), ("$.cards[0].name_fr", "untranslated")]
    text = named(with_word(card(), "name", "es-MX", "Uno rojo"), wild(SKIP))
    assert found(text) == [
        ("$.names.es-MX", "untranslated"),
        ("$.cards[1].texts.es-MX.name", "untranslated"),
    ]
    assert lint_edition(text) == []


def test_a_stale_text_is_a_warning_in_any_language() -> None:
    own = french(wild(SKIP))
    for tag in ("en", FRENCH):
        own = with_word(own, "text", tag, card_text(own, None, tag))
    assert found(named(own)) == []
    changed = msgspec.structs.replace(own, effects=own.effects[:1])
    assert found(named(changed)) == [
        ("$.cards[0].texts.en.text", "stale-text"),
        ("$.cards[0].texts.fr-CA.text", "stale-text"),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Choose the color in play. The next player misses a turn.", {}),
        ("Choose the color in play. The NEXT PLAYER loses their turn.", {}),
        ("Name a color. The next player draws 2 cards.",
         {"text-adds": "2 / draws", "text-lacks": "loses their turn"}),
        ("Each other player loses their turn.",
         {"text-adds": "each other player", "text-lacks": "next player"}),
        ("The next player loses their turn, and red goes on.", {"text-adds": "red"}),
        ("A surprise.", {"text-lacks": "loses their turn / next player"}),
    ],
)  # fmt: skip
def test_a_text_that_contradicts_the_effects_is_a_warning(
    text: str, expected: dict[str, str]
) -> None:
    own = with_word(french(wild(SKIP)), "text", "en", text)
    said = {one.code: one.params["words"] for one in edition_warnings(named(own))}
    assert {code: str(words).split(" / ") for code, words in said.items()} == {
        code: words.split(" / ") for code, words in expected.items()
    }
    assert unconfirmed_texts(named(own)) == edition_warnings(named(own))
    assert found(named(own)) == [("$.cards[0].texts.en.text", code) for code in expected]


def test_a_contradiction_is_found_in_french_too() -> None:
    own = with_word(french(wild(SKIP)), "text", FRENCH, "L'autre joueur pige neuf cartes vertes.")
    said = {one.code: one.params["words"] for one in unconfirmed_texts(named(own))}
    assert said == {
        "text-adds": "neuf / vertes / pige", "text-lacks": "perd son tour / joueur suivant",
    }  # fmt: skip


@pytest.mark.parametrize("edition", shipped_editions(), ids=lambda one: one.code)
def test_both_languages_say_the_same_of_each_shipped_card(edition: EditionDef) -> None:
    for one in edition.cards:
        english, french = (set(said(card_text(one, edition, tag), tag)) for tag in LANGUAGES)
        assert english == french, one.code


def test_a_count_above_the_largest_deck_is_a_warning() -> None:
    small = named(card(), wild(DRAW), copies={"red-1": 1000})
    assert found(small) == []
    assert found(msgspec.structs.replace(small, copies={})) == [
        ("$.cards[1].effects[1]", "count-above-deck")
    ]
    nested = {"effect": "for_each", "who": "others", "do": [SKIP, DRAW]}
    asleep = {"ability": "restriction", "forbid": {"symbol": ["1"]}}
    turn = {"ability": "trigger", "on": ["turn_start"], "do": [nested]}
    text = named(card(), item(asleep, turn))
    (one,) = edition_warnings(text)
    assert (one.path, one.code) == ("$.cards[1].abilities[1].do[0].do[1]", "count-above-deck")
    assert one.message == "this is about 999 cards, and the largest deck has 2"
    penalty = {"effect": "challenge", "count": 1, "penalty": 50}
    assert [code for _, code in found(named(wild(penalty)))] == ["count-above-deck"]
    assert found(named(wild({"effect": "draw", "count": "others"}))) == []


def test_a_deck_of_another_size_than_all_others_is_a_warning() -> None:
    def decks(*sizes: int) -> list[tuple[str, str]]:
        made = [
            deck(hero, "red-1", **{"red-1": size})
            for hero, size in zip(("a", "b", "c"), sizes, strict=False)
        ]
        text = box(decks=tuple(made))
        return [
            (place_of(one.path, text), one.message)
            for one in edition_warnings(text)
            if one.code == "unusual-deck"
        ]

    assert decks(47) == decks(47, 47, 47) == decks() == []
    assert decks(47, 47, 54) == [
        ("deck of c", "the deck has 54 cards, and the other decks have 47"),
    ]
    assert decks(45, 47, 54) == [
        ("deck of a", "the deck has 45 cards, and the other decks have 47–54"),
        ("deck of c", "the deck has 54 cards, and the other decks have 45–47"),
    ]


def test_the_shipped_decks_and_counts_are_usual() -> None:
    assert {one.code for one in edition_warnings(ULTIMATE)} <= {"untranslated"}


def test_a_command_prints_warnings_and_succeeds(tmp_path: Path) -> None:
    path = tmp_path / "own.json"
    path.write_bytes(encode_edition(edition(card())))
    out = io.StringIO()
    call_command("check_cards", str(path), stdout=out)
    assert f"{path}: warning: $.cards[0].name_fr: there is no name in fr-CA" in out.getvalue()


# ---- the pages


def shown(client: Client, name: str, draft: CardSet) -> str:
    reply = client.get(reverse(f"admin:cards_cardset_{name}", args=[draft.pk]))
    assert reply.status_code == 200
    return unescape(reply.content.decode())


@pytest.mark.slow
@pytest.mark.urls("tests.cards.urls")
def test_the_pages_of_a_set_link_each_warning_to_its_place(keeper: Client) -> None:
    load_shipped()
    draft = CardSet.objects.get(code=ULTIMATE.code)
    hulk = draft.cards.get(code="hulk")
    row = hulk.deck.first()
    assert row is not None
    row.copies += 7
    row.save()
    own = with_word(hulk.text(), "text", "en", "Smash.")
    hulk.definition = indent_card(msgspec.structs.replace(own, abilities=()))
    hulk.save()
    words = reverse("admin:cards_cardset_words", args=[draft.pk])
    for name in ("change", "submit", "publish"):
        page = shown(keeper, name, draft)
        assert f'{words}?card=hulk"><b>Hulk › Text, English' in page
        assert f'{reverse("admin:cards_card_deck", args=[hulk.pk])}"><b>Deck of Hulk</b>' in page
        assert "was written for other effects" in page and "a été écrit" not in page
    (link,) = re.findall(rf'"({re.escape(words)}\?card=hulk)"><b>Hulk › Text, English', page)
    rows = unescape(keeper.get(link).content.decode())
    assert rows.count("<fieldset>") == 2 and "Smash." in rows and "stale" in rows
    set_row = unescape(keeper.get(f"{words}?card=").content.decode())
    assert set_row.count("<fieldset>") == 1
    assert f"{len(edition_warnings(draft_text(draft)))}</summary>" in page


@pytest.mark.slow
@pytest.mark.urls("tests.cards.urls")
def test_a_set_without_warnings_says_so(keeper: Client) -> None:
    load_shipped()
    draft = CardSet.objects.get(code="xmen")
    assert edition_warnings(draft_text(draft)) == []
    assert "No warnings." in shown(keeper, "change", draft)
    assert "–" in unescape(keeper.get(reverse("admin:cards_cardset_add")).content.decode())
