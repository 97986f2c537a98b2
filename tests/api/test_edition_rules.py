"""Cited rules have the text that is true for the edition of the game."""

import msgspec
import pytest

from cards.language import EditionDef, decode_card
from cards.services import shipped_editions
from games.wording.rules import printed_rules, rule_in, rules_in, title_of

BOOK = printed_rules()
ROYAL = decode_card(
    b'{"code": "kings-gambit", "name": "King\'s Gambit", "name_fr": "Gambit du roi",'
    b' "kind": "wild", "symbol": "kings-gambit", "effects": [{"effect": "choose_color"},'
    b' {"effect": "draw", "who": "next", "count": 3}]}'
)


def edition(variant: str, **changes: object) -> EditionDef:
    """The shipped edition of a variant with some fields changed."""
    (shipped,) = (one for one in shipped_editions() if one.variant == variant)
    return msgspec.structs.replace(shipped, name="Challenge Day", **changes)


def with_card(variant: str, code: str, **changes: object) -> EditionDef:
    """The shipped edition with one card changed."""
    cards = tuple(
        msgspec.structs.replace(card, **changes) if card.code == code else card
        for card in edition(variant).cards
    )
    return edition(variant, cards=cards)


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_the_shipped_cards_have_the_rules_as_printed(variant: str) -> None:
    unchanged = edition(variant)
    assert all(rule_in(unchanged, rule.id) == rule for rule in BOOK.values())


def test_a_card_with_another_number_has_its_own_text() -> None:
    (four,) = (card for card in edition("avengers").cards if card.code == "wild-draw-four")
    color, challenge = four.effects
    five = msgspec.structs.replace(challenge, count=5)
    changed = rule_in(with_card("avengers", four.code, effects=(color, five)), "avengers.draw-four")
    assert changed is not None
    assert "five cards" in changed.text.en
    assert "cinq cartes" in changed.text.fr_ca
    assert "four" not in changed.text.en
    assert changed.title == BOOK["avengers.draw-four"].title
    assert changed.sheet == "Challenge Day"


def test_another_name_or_look_leaves_the_rule_as_printed() -> None:
    renamed = with_card("avengers", "wild-draw-four", name="Wild Four")
    assert rule_in(renamed, "avengers.draw-four") == BOOK["avengers.draw-four"]


def test_a_card_of_its_own_has_a_rule_with_its_text_and_name() -> None:
    own = edition("avengers", cards=(*edition("avengers").cards, ROYAL))
    rule = rule_in(own, "card.kings-gambit")
    assert rule is not None
    assert (rule.title.en, rule.title.fr_ca) == ("King's Gambit", "Gambit du roi")
    assert "draws three cards" in rule.text.en
    assert rule.id in [one.id for one in rules_in(own)]
    assert title_of("card.kings-gambit", own, "fr-CA") == "Gambit du roi"
    assert rule_in(edition("avengers"), "card.kings-gambit") is None


def test_no_title_states_a_number_of_cards() -> None:
    assert not [rule.id for rule in BOOK.values() if any(one.isdigit() for one in rule.title.en)]


def test_the_rule_of_the_decks_states_the_decks_of_the_edition() -> None:
    shipped = edition("ultimate")
    first, *others = shipped.decks
    more = (msgspec.structs.replace(first.cards[0], copies=8), *first.cards[1:])
    larger = edition("ultimate", decks=(msgspec.structs.replace(first, cards=more), *others))
    rule = rule_in(larger, "ultimate.deck")
    assert rule is not None
    assert "Black Widow 54, Captain America 47, Hulk 47, Shuri 47" in rule.text.en
    fewer = edition("avengers", copies=dict(edition("avengers").copies) | {"wild": 1})
    smaller = rule_in(fewer, "avengers.deck")
    assert smaller is not None
    assert smaller.text.en == "The pack of this edition has 109 cards."


def test_the_rule_of_the_points_states_those_of_the_edition() -> None:
    rule = rule_in(with_card("avengers", "red-skip", points=30), "avengers.score")
    assert rule is not None
    assert rule.text.en.endswith("In this edition: Red Skip 30.")
