"""The texts of the page of a deck, in every language."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy

from cards.page_language import page_language
from cards.translation import Texts

DECK: Final = Texts(
    "cards/decks",
    "deck",
    {
        "action": "Deck",
        "all": "All cards",
        "anyone": "Other Wilds of this set",
        "beside": "Beside the other decks",
        "cell": "{card}, {code}: copies",
        "colors": "Colored cards",
        "danger": "In the Danger Deck",
        "danger_help": "Enemies, Events and Items of the hero are dealt from the Danger Deck, so"
        " they are not in this deck.",
        "elsewhere": "Cards that do not belong in this deck",
        "fill": "Fill in",
        "fill_help": "Takes the colored cards of another deck into this form. It saves nothing.",
        "fill_label": "The colored cards as in the deck of",
        "filled": "Filled in from the deck of {hero}. Not saved yet.",
        "heroes": "The decks of {card_set}",
        "keys": "Arrow keys go from cell to cell. + and − change a number. An empty cell is 0.",
        "range": "the others have {least} to {most}",
        "made": "Made: {cards}. What you typed is still here, and not saved.",
        "make": "Make them",
        "make_button": "Make the missing cards",
        "make_help": "Cards that this set lacks. They are added to the set at once, as rulings;"
        " their numbers in this deck stay empty.",
        "missing": "no card",
        "none_made": "Nothing was made: choose symbols.",
        "nothing_saved": "Nothing was saved. Correct the marked numbers: {cards}.",
        "one_of_each": "One of each colored card that is empty",
        "own": "Wilds of the hero",
        "page": "The deck of {hero}",
        "same": "the others have {count}",
        "save": "Save the deck",
        "saved": "The deck of {hero} is saved: {count} cards.",
        "sources": "Show the sources",
        "source": "Source of {card}",
        "source_new": "Source of new entries",
        "this": "This deck",
        "total": "Total",
        "unchanged": "Nothing was changed.",
        "wrong": "A whole number from 0 to 100",
    },
)


def say_deck(name: str, /, **params: Any) -> str:
    """Return a text of the page of a deck in the language of the page."""
    return DECK.say(name, page_language(), **params)


deck_label = lazy(say_deck, str)
"""Return a text of the page, translated when it is rendered."""
