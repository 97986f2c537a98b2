"""The words of cards in each language: names, texts of translators, stale ones."""

import msgspec

from cards.language import (
    LANGUAGES,
    CardDef,
    CardWords,
    card_text,
    color_name,
    decimal,
    decode_card,
    definite_color,
    definite_name,
    edition_hash,
    encode_card,
    endonym,
    filled,
    fingerprint,
    is_language_tag,
    is_stale,
    known_language,
    language_at,
    made_beside,
    quoted,
    renamed,
    set_name,
    set_name_of,
    tags_of,
    with_set_name,
    with_word,
    word_of,
)
from cards.language.wordings import name_path
from cards.services import shipped_editions
from tests.cards.makers import FRENCH, card, edition, wild

SKIP = {"effect": "skip", "who": "next"}


def test_names_of_english_and_french_are_members_of_the_card() -> None:
    one = with_word(with_word(card(), "name", "en", "Red"), "name", FRENCH, "Rouge")
    one = with_word(one, "name", "es-MX", "Rojo")
    assert (one.name, one.name_fr, one.texts) == ("Red", "Rouge", {"es-MX": CardWords(name="Rojo")})
    assert [word_of(one, "name", tag) for tag in ("en", FRENCH, "es-MX")] == [
        "Red",
        "Rouge",
        "Rojo",
    ]
    assert word_of(one, "name", "de") == word_of(one, "text", "en") == ""
    assert with_word(one, "name", "es-MX", "").texts == {}


def test_a_text_replaces_what_is_made_until_the_effects_change() -> None:
    made = wild(SKIP)
    own = with_word(made, "text", FRENCH, "Le suivant dort.")
    assert card_text(own, None, FRENCH) == "Le suivant dort."
    assert made_beside(own, FRENCH) == card_text(made, None, FRENCH)
    assert made_beside(own, "en") == ""
    assert card_text(own, None, "en") == card_text(made, None, "en")
    assert not is_stale(own, FRENCH) and not is_stale(own, "en")
    renamed = msgspec.structs.replace(own, name="Other", points=20)
    assert card_text(renamed, None, FRENCH) == "Le suivant dort."
    changed = msgspec.structs.replace(own, effects=own.effects[:1])
    assert is_stale(changed, FRENCH)
    assert card_text(changed, None, FRENCH) == card_text(wild(), None, FRENCH)
    assert card_text(msgspec.structs.replace(changed, effects=own.effects), None, FRENCH) == (
        "Le suivant dort."
    )
    assert with_word(own, "text", FRENCH, "") == made


def test_every_part_that_a_text_is_made_from_makes_it_stale() -> None:
    one = card("foe", kind="enemy", hero="hulk", defeat={"color": ["red"]})
    own = with_word(one, "text", "en", "Beat it.")
    for fields in ({"defeat": {"color": ["blue"]}}, {"effects": [SKIP]}, {"danger": True}):
        other: CardDef = card("foe", **({"kind": "enemy", "hero": "hulk",
                                         "defeat": {"color": ["red"]}} | fields))  # fmt: skip
        assert is_stale(msgspec.structs.replace(other, texts=own.texts), "en"), fields


def test_the_canonical_form_has_the_words_and_is_unchanged_without_them() -> None:
    for text in shipped_editions():
        assert all(b'"texts"' not in encode_card(one) for one in text.cards)
    own = with_word(card(), "text", FRENCH, "Rien.")
    written = f'"texts":{{"fr-CA":{{"text":"Rien.","written_for":"{fingerprint(own)}"}}}}'
    assert written in encode_card(own).decode()
    assert decode_card(encode_card(own)) == own
    assert edition_hash(edition(own)) != edition_hash(edition(card()))


def test_the_name_of_a_set_in_each_language() -> None:
    text = edition(with_word(card(), "text", "de", "Nichts."))
    for tag in ("en", FRENCH, "es-MX"):
        text = with_set_name(text, tag, f"Name {tag}")
    assert (text.name, text.name_fr, text.names) == (
        "Name en", "Name fr-CA", {"es-MX": "Name es-MX"}
    )  # fmt: skip
    assert [set_name_of(text, tag) for tag in ("en", "es-MX", "de")] == [
        "Name en", "Name es-MX", ""
    ]  # fmt: skip
    assert tags_of(text) == ["en", FRENCH, "de", "es-MX"]
    assert with_set_name(text, "es-MX", "").names == {}


def test_language_tags() -> None:
    assert all(map(is_language_tag, ("en", "fr-CA", "es-419", "zh-Hant-TW", "en-x-pirate")))
    assert not any(map(is_language_tag, ("", "EN", "fr_CA", "note", "french", "fr-ca")))


def test_languages_are_known_by_their_tags() -> None:
    assert LANGUAGES[0] == "en" and FRENCH in LANGUAGES
    tags = {"fr-ca": FRENCH, "FR_fr": FRENCH, "fr": FRENCH, "en-GB": "en", "fro": None, "": None}
    assert {tag: known_language(tag) for tag in tags} == tags
    assert [endonym(tag) for tag in ("en", FRENCH)] == ["English", "Français"]


def test_names_and_numbers_are_written_as_the_language_writes_them() -> None:
    red = with_word(card(), "name", FRENCH, "1 rouge")
    assert [definite_name(red, tag) for tag in ("en", FRENCH)] == ["Red-1", "le 1 rouge"]
    assert definite_name(card(), FRENCH) == "Red-1"
    wilds = [
        card("one", kind="wild", color="", symbol="wild", name_fr=name)
        for name in ("Carte blanche", "Œil d’Agamotto")
    ]
    named = [definite_name(one, FRENCH) for one in wilds]
    assert named == ["la Carte blanche", "Œil d’Agamotto"]
    assert [definite_color("red", tag) for tag in ("en", FRENCH)] == ["red", "le rouge"]
    assert [color_name(one, FRENCH) for one in ("blue", "pink")] == ["bleu", "pink"]
    assert [decimal("4.5", tag) for tag in ("en", FRENCH)] == ["4.5", "4,5"]
    assert (quoted("a “b”", "en"), quoted("« b »", FRENCH)) == ("a ‘b’", "“b”")
    said = [filled("de {x}", tag, {"x": "Ann"}) for tag in ("en", FRENCH)]
    assert said == ["de Ann", "d’Ann"]


def test_a_path_has_the_language_of_its_word() -> None:
    paths = {
        "$.cards[0].name": "en",
        "$.cards[0].name_fr": FRENCH,
        "$.cards[0].texts.es-MX.name": "es-MX",
        "$.names.es-MX": "es-MX",
        "$.cards[0].effects[1]": "en",
    }
    assert {path: language_at(path) for path in paths} == paths
    assert [name_path("$", tag) for tag in ("en", FRENCH, "de")] == [
        "$.name",
        "$.name_fr",
        "$.names.de",
    ]
    assert name_path("$.cards[1]", "de") == "$.cards[1].texts.de.name"


def test_another_name_leaves_no_names_in_further_languages() -> None:
    own = with_word(with_word(card(), "name", "es-MX", "Uno"), "text", FRENCH, "Rien.")
    other = renamed(own, "Two", "Deux")
    assert (other.name, other.name_fr, list(other.texts)) == ("Two", "Deux", [FRENCH])
    assert set_name(edition(names={"es-MX": "Propio"}), "es-MX") == "Propio"
    assert set_name(edition(), "es-MX") == "Own"
