"""Examples of what the API returns about card sets, computed from the shipped ones."""

import json
from typing import Any

import msgspec

from cards.language import (
    CardDef,
    Deck,
    EditionDef,
    decode_card,
    plain_card,
)
from games.api.views.comparisons import render_comparison
from tests.cards.makers import ULTIMATE


def edited() -> EditionDef:
    """Ultimate with a number, a deck and a name changed, a card added and one removed."""
    cards = [card for card in ULTIMATE.cards if card.code != "ultron"]
    at = next(at for at, card in enumerate(cards) if card.code == "hulk-smash")
    plain = json.loads(json.dumps(plain_card(cards[at])))
    plain["effects"][1]["count"] = 3
    cards[at] = decode_card(json.dumps(plain))
    added = CardDef(code="blue-10", name="Blue 10", kind="number", color="blue", symbol="10")
    first, *others = ULTIMATE.decks
    entry = msgspec.structs.replace(first.cards[0], copies=first.cards[0].copies + 1)
    deck = Deck(hero=first.hero, cards=(entry, *first.cards[1:]))
    return msgspec.structs.replace(
        ULTIMATE, name="Ultimate, edited", cards=(*cards, added), decks=(deck, *others)
    )


def comparisons() -> dict[str, Any]:
    """Return an example of a comparison, and of each part of it."""
    found = json.loads(msgspec.json.encode(render_comparison(ULTIMATE, edited())))
    entry = found["decks"][0]["entries"][0]
    return {
        "Comparison": found,
        "MemberChange": found["changes"][0],
        "CountChange": found["card_count"],
        "ComparedCard": found["added"][0],
        "CardChange": found["changed"][0],
        "TextChange": found["changed"][0]["text"],
        "DeckChange": found["decks"][0],
        "DeckEntryChange": entry,
        "DeckEntry": entry["after"],
    }
