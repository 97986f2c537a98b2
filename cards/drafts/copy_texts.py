"""The texts about copies, orders and bulk changes of cards, in every language."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts

COPY: Final = Texts(
    "cards/copies",
    "copy",
    {
        "taken": "There is a card or a set with the code {code} already.",
        "card": "Copy",
        "card_title": "Copy the card {card}",
        "card_intro": "The copy is the last card of the set. Only the Character card of a hero is"
        " copied; “Copy with the deck” also copies the hero’s own cards.",
        "hero": "Copy with the deck",
        "hero_title": "Copy the hero {card} with own cards and deck",
        "hero_intro": "The own cards get new names, and new codes with that of the new hero; the"
        " cards that name them follow. Colored cards are those of the set with the same codes.",
        "own": "Own cards, new codes",
        "own_name": "New name of {name}",
        "own_name_fr": "New name in French of {name}",
        "same_name": "A card of this set has the name already.",
        "set": "Copy",
        "set_title": "Copy the set {card_set}",
        "set_intro": "The copy is a new draft with all cards and decks.",
        "edition": "Draft from this edition",
        "edition_title": "Make a draft from {edition}",
        "edition_intro": "The draft has all cards and decks of the edition. Published unchanged, it"
        " has the same content, but for the code and the names.",
        "make": "Copy",
        "made": "Copied: {code}.",
        "made_hero": "Copied: {code} and {count} own cards.",
        "missing": "The other set lacks these cards of the deck: {codes}.",
        "from": "Copied from",
        "field_set": "To the set",
        "field_code": "New code",
        "field_code_help": "Lower-case letters, digits and single hyphens.",
        "field_name": "New name",
        "field_name_fr": "New name in French",
        "order": "Order",
        "order_title": "The order of the cards of {card_set}",
        "order_help": "Drag a card by its handle, or move it with the arrows. Then save.",
        "order_save": "Save the order",
        "order_saved": "The order is saved: {count} cards moved.",
        "order_stale": "Nothing was saved: the cards of the set have changed since you opened the"
        " page. This is their order now.",
        "up": "Move up: {card}",
        "down": "Move down: {card}",
        "drag": "Drag",
        "bulk": "Change these cards …",
        "bulk_deck": "Change these entries …",
        "bulk_title": "Change {count} cards",
        "bulk_intro": "Choose what to change; the rest stays. The preview shows each card before"
        " and after. Nothing is saved before you confirm.",
        "bulk_basis": "Source",
        "bulk_danger": "Danger icon",
        "bulk_points": "Points",
        "bulk_copies": "Copies",
        "bulk_keep": "as it is",
        "bulk_yes": "shows it",
        "bulk_no": "does not show it",
        "bulk_empty_help": "Empty: as it is.",
        "bulk_preview": "Preview",
        "bulk_confirm": "Confirm the changes",
        "bulk_done": "Changed: {count}.",
        "bulk_none": "This changes nothing.",
        "bulk_stale": "Nothing was saved: the cards have changed since the preview. Look at it"
        " again.",
        "bulk_findings": "Findings after the change that are not there now",
        "bulk_no_findings": "No new findings.",
        "bulk_chosen": "Chosen",
        "colors_up": "Move {color} up",
        "colors_down": "Move {color} down",
        "colors_help": "In the order of the sheet.",
    },
)
