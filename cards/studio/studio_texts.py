"""The texts of the pages on which cards are made, in every language."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy

from cards.drafts.copy_texts import COPY
from cards.page_language import page_language
from cards.pictures.sheet_texts import SHEET
from cards.translation import Texts

CATALOG: Final = "cards/studio"

PAGE: Final = Texts(
    CATALOG,
    "page",
    {
        "abilities": "Abilities",
        "card-set": "Card set",
        "card-text": "Card",
        "control-character": "Control character",
        "copies": "Copies",
        "copies-help": "Copies in the box. Leave 1 for a card of decks: its copies are counted"
        " there.",
        "decks": "In the decks of",
        "default": "Default",
        "draft-failed": "The server did not answer. The text is as you typed it, and is not"
        " checked.",
        "draft-of-nothing": "Nothing is checked yet. Begin to write.",
        "draft-stale": "Checking …",
        "example": "Example",
        "field": "Field",
        "findings": "Findings",
        "form": "Form",
        "form-cannot": "The form cannot show this text without a change, at {path}. Correct it"
        " here, or go on in JSON.",
        "form-no-json": "The form cannot show this text, because it is not JSON: {reason}",
        "json": "JSON",
        "line": "line {line}, column {column}",
        "meaning": "What it means",
        "no-set": "Choose a card set: the findings depend on it.",
        "no": "no",
        "none-found": "No findings about this card as typed, in the set {card_set} as stored.",
        "parts": "Parts of a card",
        "picture": "Picture",
        "position": "Position",
        "required": "required",
        "selection-deleted": "Selection deleted",
        "stored-findings": "Findings as stored",
        "stored-text": "Text as stored",
        "suggest": "Suggestions",
        "suggest-help": "Ctrl+Space or the button shows what can be written here. Arrows choose,"
        " Enter inserts, Escape closes, Tab leaves the editor.",
        "suggest-none": "No suggestions here.",
        "switch": "Write the card in",
        "value": "Value",
        "verbs": "Verbs",
        "vocabulary": "The vocabulary of cards",
        "unfinished": "This is not a card yet",
        "yes": "yes",
    },
)
"""What the page of a card says."""

EDITOR: Final = Texts(
    CATALOG,
    "editor",
    {
        "button_add": "Add",
        "button_add_row_title": "Add: {{0}}",
        "button_cancel": "Cancel",
        "button_collapse": "Fold",
        "button_copy": "Copy",
        "button_copy_row_title": "Copy: {{0}}",
        "button_copy_row_title_short": "Copy",
        "button_delete_node_warning": "Remove this?",
        "button_delete_row_title": "Remove: {{0}}",
        "button_delete_row_title_short": "Remove",
        "button_expand": "Unfold",
        "button_move_down_title": "Move down",
        "button_move_up_title": "Move up",
        "button_object_properties": "Choose which fields are given",
        "button_properties": "More fields",
        "default_array_item_title": "entry",
        "error_additional_properties": "There is no field {{0}}",
        "error_const": "This must be the fixed value",
        "error_enum": "This is not one of the choices",
        "error_minLength": "This must have {{0}} characters or more",
        "error_notempty": "This must be filled in",
        "error_notset": "This must be given",
        "error_oneOf": "This fits none of the forms, or several ({{0}})",
        "error_required": "The field {{0}} is missing",
        "error_type": "This must be of the type {{0}}",
        "error_uniqueItems": "Each entry must be different",
        "switcher": "Choose what this is",
    },
)
"""What the form library says, by its own names."""


def say(name: str, /, **params: Any) -> str:
    """Return a text of the page in its language."""
    return PAGE.say(name, page_language(), **params)


label = lazy(say, str)
"""Return a text of the page, translated when it is rendered."""


def say_copy(name: str, /, **params: Any) -> str:
    """Return a text about copies and bulk changes in the language of the page."""
    return COPY.say(name, page_language(), **params)


copy_label = lazy(say_copy, str)
"""Return a text about copies and bulk changes, translated when it is rendered."""


def say_sheet(name: str, /, **params: Any) -> str:
    """Return a text about sheets and pictures in the language of the page."""
    return SHEET.say(name, page_language(), **params)


sheet_label = lazy(say_sheet, str)
"""Return a text about sheets and pictures, translated when it is rendered."""
