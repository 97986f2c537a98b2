"""A hero that was never printed needs data only: decoded, linted, rendered in words."""

import json

import pytest

from cards.language import EditionDef, card_text, decode_edition, encode_edition, lint_edition
from tests.cards.makers import ULTIMATE

HERO = """
[
  {"code": "nova", "name": "Nova", "kind": "hero", "abilities": [
    {"ability": "trigger", "on": ["color"], "whose": "all", "do": [
      {"effect": "may", "do": [{"effect": "choose_player"}, {"effect": "burn", "who": "target"}]}
    ]}
  ]},
  {"code": "supernova", "name": "Supernova", "kind": "wild", "symbol": "wild", "hero": "nova", "effects": [
    {"effect": "choose_color"},
    {"effect": "burn", "who": "others", "count": "enemies"},
    {"effect": "for_each", "times": "enemies", "do": [{"effect": "recover"}]}
  ]},
  {"code": "helmet", "name": "Helmet", "kind": "item", "hero": "nova", "abilities": [
    {"ability": "restriction", "forbid": {"kind": ["reverse"]}, "who": "others"}
  ]},
  {"code": "annihilus", "name": "Annihilus", "kind": "enemy", "hero": "nova", "defeat": {"danger": true}, "effects": [
    {"effect": "flip"}
  ], "abilities": [
    {"ability": "replacement", "instead_of": ["burn"], "increase": 1}
  ]}
]
"""  # noqa: E501
SAID = {
    "nova": (
        "Whenever anyone changes the color in play, you may choose another player; if you do, that "
        "player burns one card.",
        "Chaque fois qu’un joueur change la couleur en jeu, tu peux choisir un autre joueur; si tu "
        "le fais, ce joueur brûle une carte.",
    ),
    "supernova": (
        "Choose the color in play. Each other player burns one card for each Enemy in play. For "
        "each Enemy in play: recover one card.",
        "Choisis la couleur pour poursuivre le jeu. Chaque autre joueur brûle une carte pour "
        "chaque Ennemi en jeu. Pour chaque Ennemi en jeu : récupère une carte.",
    ),
    "helmet": (
        "No other player may play Reverse cards.",
        "Aucun autre joueur ne peut jouer de cartes Inversion.",
    ),
    "annihilus": (
        "When flipped: Flip the top Danger card. Attacking: Whenever you would burn cards, make it "
        "one more. To defeat: a card with the Danger icon.",
        "Une fois retourné : Retourne la carte sur le dessus du paquet de cartes Dangers. En "
        "attaque : Chaque fois que tu dois brûler des cartes, brûles-en une de plus. Pour "
        "vaincre : une carte avec une icône Danger.",
    ),
}


@pytest.fixture(scope="module")
def five() -> EditionDef:
    """The shipped edition with one more hero, from JSON alone."""
    made = json.loads(encode_edition(ULTIMATE))
    made["cards"] += json.loads(HERO)
    deck = [{"card": f"{color}-{n}"} for color in made["colors"] for n in range(1, 10)]
    made["decks"].append({"hero": "nova", "cards": [*deck, {"card": "supernova", "copies": 4}]})
    return decode_edition(json.dumps(made))


def test_it_makes_sense(five: EditionDef) -> None:
    assert lint_edition(five) == []
    assert [deck.size() for deck in five.decks] == [47, 47, 47, 47, 40]


def test_its_deck_is_needed(five: EditionDef) -> None:
    made = json.loads(encode_edition(five))
    made["decks"].pop()
    found = [(one.path, one.code) for one in lint_edition(decode_edition(json.dumps(made)))]
    assert found == [("$.cards[100]", "deck-missing"), ("$.cards[101]", "in-no-deck")]


@pytest.mark.parametrize("code", sorted(SAID))
def test_it_is_said_in_both_languages(five: EditionDef, code: str) -> None:
    one = next(card for card in five.cards if card.code == code)
    assert (card_text(one, five, "en"), card_text(one, five, "fr-CA")) == SAID[code]
