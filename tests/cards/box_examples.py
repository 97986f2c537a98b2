"""Editions with invalid decks: the change of a valid one, and the findings."""

from typing import Any

from cards.language import CardDef, Deck, DeckCardDef, EditionDef
from tests.cards.makers import NAME_COLOR, WILD, card, edition

HERO = card("hulk", kind="hero")
OTHER = card("shuri", kind="hero")
RED = card()
SMASH = card("smash", **WILD, hero="hulk", effects=[NAME_COLOR])
REST = card("rest", kind="event", hero="hulk", effects=[{"effect": "recover"}])
CARDS = (HERO, OTHER, RED, SMASH, REST)


def deck(hero: str, *cards: str, **copies: int) -> Deck:
    """A deck with one copy of each card, or as many as are said."""
    return Deck(hero=hero, cards=tuple(DeckCardDef(card=c, copies=copies.get(c, 1)) for c in cards))


DECKS = (deck("hulk", "red-1", "smash", smash=2), deck("shuri", "red-1"))


def box(*more: CardDef, cards: tuple[CardDef, ...] = CARDS, **fields: Any) -> EditionDef:
    """A good edition of two heroes, but for what is given."""
    return edition(*cards, *more, **({"variant": "ultimate", "decks": DECKS} | fields))


BOXES: list[tuple[EditionDef, str, str]] = [
    (box(decks=(*DECKS, deck("thor", "red-1"))), "$.decks[2].hero", "unknown-hero"),
    (box(decks=(*DECKS, deck("red-1", "red-1"))), "$.decks[2].hero", "unknown-hero"),
    (box(card("rage", kind="event", hero="thor")), "$.cards[5].hero", "unknown-hero"),
    (box(card("rage", kind="event")), "$.cards[5].hero", "hero-missing"),
    (box(card("thor", kind="hero")), "$.cards[5]", "deck-missing"),
    (box(decks=()), "$.cards[0]", "deck-missing"),
    (box(cards=CARDS[1:]), "$.decks[0].hero", "unknown-hero"),
    (box(card("red-2", symbol="2")), "$.cards[5]", "in-no-deck"),
    (box(decks=(DECKS[0], deck("shuri", "red-9"))), "$.decks[1].cards[0].card", "unknown-card"),
    (box(decks=(DECKS[0], deck("shuri", "red-1", "rest"))), "$.decks[1].cards[1].card",
     "not-for-decks"),
    (box(decks=(DECKS[0], deck("shuri", "red-1", "shuri"))), "$.decks[1].cards[1].card",
     "not-for-decks"),
    (box(decks=(DECKS[0], deck("shuri", "red-1", "smash"))), "$.decks[1].cards[1].card",
     "another-hero"),
    (box(decks=(DECKS[0], deck("shuri", "red-1", "red-1"))), "$.decks[1].cards[1].card",
     "duplicate-in-deck"),
    (box(decks=(*DECKS, DECKS[1])), "$.decks[2].hero", "duplicate-deck"),
    (box(decks=(DECKS[0], Deck(hero="shuri", cards=(DeckCardDef(card="red-1", copies=0),)))),
     "$.decks[1].cards[0].copies", "bad-copies"),
    (box(copies={"rest": 2}), "$.copies", "one-of-each"),
    (box(copies={"hulk": 2}), "$.copies", "one-of-each"),
    (box(copies={"red-1": 2}), "$.copies", "counted-twice"),
    (box(card("foe", kind="enemy", hero="hulk")), "$.cards[5].defeat", "cost-missing"),
]  # fmt: skip
