"""Any text that is a card can be linted, put into words and drawn, however unfinished it is."""

import random
from typing import Any, cast

import msgspec
import pytest

from cards.language import (
    LANGUAGES,
    CardDef,
    Language,
    card_text,
    decode_card,
    lint_card,
    lint_edition,
)
from cards.pictures.drawing import picture
from tests.cards.makers import ULTIMATE, edition, item, wild
from tests.laws.random_editions import TEXTED, TextMaker

pytestmark = pytest.mark.slow

CARDS = 1500
RESTS = {"effect": "reverse"}


def random_cards() -> list[CardDef]:
    """Return shipped cards with random texts, about which the lint has many findings."""
    lots = random.Random("any text")
    maker = TextMaker(ULTIMATE, lots, unfinished=True)
    made = []
    for _ in range(CARDS):
        printed = lots.choice([one for one in ULTIMATE.cards if one.kind in TEXTED])
        plain = cast("dict[str, Any]", msgspec.to_builtins(printed))
        plain |= {"effects": maker.effects(), "abilities": maker.abilities(3)}
        made.append(decode_card(msgspec.json.encode(plain)))
    return made


def batched(cards: list[CardDef]) -> list[list[CardDef]]:
    """Divide cards: the lint of an edition takes as long for 50 strange cards as for one."""
    return [cards[start : start + 50] for start in range(0, len(cards), 50)]


def test_no_text_is_too_strange_to_be_told() -> None:
    flawed = 0
    for few in batched(random_cards()):
        other = msgspec.structs.replace(ULTIMATE, cards=(*few, *ULTIMATE.cards[len(few) :]))
        lint_edition(other)
        for one in few:
            flawed += bool(lint_card(one, ULTIMATE.colors))
            assert all(isinstance(card_text(one, other, language), str) for language in LANGUAGES)
            assert picture(one, other).startswith("<svg")
    assert flawed > CARDS // 2


@pytest.mark.parametrize(
    ("one", "english", "french"),
    [
        (wild({"effect": "may", "do": []}), "You may …", "Tu peux …"),
        (
            wild({"effect": "only_if", "when": {"has": "item"}, "do": []}),
            "If you have an Item, …", "Si tu as un Élément, …",
        ),
        (
            wild({"effect": "for_each", "do": [RESTS]}),
            "… times: the direction of play turns round.", "… fois : le sens du jeu est inversé.",
        ),
        (wild({"effect": "grant", "ability": 2, "until": "used"}), "…", "…"),
        (
            item({"ability": "trigger", "on": [], "do": [RESTS]}),
            "Whenever …, the direction of play turns round.",
            "Chaque fois que …, le sens du jeu est inversé.",
        ),
        (
            item({"ability": "replacement", "instead_of": [], "prevent": True}),
            "Whenever …, ignore it.", "Chaque fois que …, ignore cet effet.",
        ),
        (
            item({"ability": "replacement", "instead_of": ["skip"], "increase": 1}),
            "Whenever you would lose a turn, make it one more.",
            "Chaque fois que tu dois perdre ton tour, comptes-en une de plus.",
        ),
    ],
)  # fmt: skip
def test_what_is_missing_in_an_unfinished_card_is_an_ellipsis(
    one: CardDef, english: str, french: str
) -> None:
    assert card_text(one, edition(one), "en").endswith(english)
    assert card_text(one, edition(one), "fr-CA").endswith(french)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (
            "en",
            "Until your next turn, the next time another player plays a card, that player loses"
            " their turn; this applies again.",
        ),
        (
            "fr-CA",
            "Jusqu’à ton prochain tour, la prochaine fois qu’un autre joueur joue une carte, ce"
            " joueur perd son tour; ceci s’applique de nouveau.",
        ),
    ],
)
def test_an_ability_that_grants_itself_is_told_once(language: Language, said: str) -> None:
    grant = {"effect": "grant", "ability": 0, "until": "your_next_turn", "uses": 1}
    skip = {"effect": "skip", "who": "they"}
    again = {"ability": "trigger", "on": ["play"], "whose": "others", "do": [skip, grant]}
    one = wild(grant, abilities=[again])
    assert lint_card(one, ("red", "blue")) == []
    assert card_text(one, edition(one), language).endswith(said)
