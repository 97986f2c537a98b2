"""The words of the admin of cards: models, columns, actions, messages."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy
from django.utils.translation import get_language

from cards.translation import Texts, closest_language

WORDS: Final = Texts(
    "cards/admin",
    "admin",
    {
        "m_set": "card set",
        "m_sets": "card sets",
        "m_card": "card",
        "m_cards": "cards",
        "m_entry": "deck card",
        "m_entries": "deck cards",
        "m_edition": "edition",
        "m_editions": "editions",
        "m_release": "release",
        "m_releases": "releases",
        "code": "code",
        "name": "name",
        "name_fr": "name in French",
        "variant": "variant",
        "variant_help": "The variant that these cards are for.",
        "colors": "colors",
        "kind": "kind",
        "basis": "basis",
        "basis_help": "The printed sheet, the written guide, or a ruling, which is a guess.",
        "position": "position",
        "copies": "copies",
        "definition": "definition",
        "hero": "hero",
        "card": "card",
        "hash": "hash",
        "published_at": "published at",
        "published_by": "published by",
        "means": "means",
        "reason": "reason",
        "at": "at",
        "by": "by",
        "means_admin": "the admin",
        "means_command": "a command",
        "means_shipped": "an upgrade (load_cards)",
        "means_migration": "a migration",
        "means_schedule": "a schedule",
        "means_api": "the API",
        "basis_sheet": "printed sheet",
        "basis_guide": "written guide",
        "basis_ruling": "ruling (a guess)",
        "cards": "cards",
        "guessed": "guessed",
        "findings": "findings",
        "decks": "decks",
        "current": "current",
        "current_edition": "current edition",
        "releases": "releases",
        "entry": "entry",
        "danger": "Danger icon",
        "no_heroes": "No heroes.",
        "deck_line": "{hero}: {size} cards, {guessed}",
        "deck_guessed": "{count} entries guessed",
        "no_findings": "No findings.",
        "warnings": "warnings",
        "no_warnings": "No warnings.",
        "warning_count": "Warnings, which do not prevent publishing: {count}",
        "release_line": "{at} by {who}: {reason}",
        "deck_size": "{hero}: {count} cards",
        "edition": "Edition",
        "published": "Published",
        "history": "History: {edition}",
        "chosen_stale": "Nothing was done: the chosen rows are no longer those that were shown."
        " Choose them again.",
        "save_first": "Save the set, then add its cards.",
        "definitions": "{count} definitions",
        "publish": "Publish",
        "known": "{edition}, on {at}: the same cards",
        "reason_help": "One line. Staff see it on the page of the edition, with your name.",
        "not_saved": "Not saved: another user has saved this since you opened it. What changed is"
        " listed here. Put into the form what is to stay of it, then save again: the form replaces"
        " the stored version.",
        "entries_stale": "Nothing was saved. Changed since you opened the list: {entries}.",
        "refused": "Refused:",
        "load_again": "Load it again",
        "when": "When",
        "who": "Who",
        "what": "What",
        "why": "Why",
        "not_recorded": "not recorded",
        "app": "Cards",
    },
)


MODELS: Final = Texts(
    "cards/admin",
    "card-model",
    {
        "proposal": "proposal",
        "proposal.plural": "proposals",
        "proposalstep": "step of a proposal",
        "proposalstep.plural": "steps of proposals",
        "scheduledrelease": "scheduled release",
        "scheduledrelease.plural": "scheduled releases",
    },
)
"""The names of the models that have no name of their own."""

FIELDS: Final = Texts(
    "cards/admin",
    "card-model-field",
    {
        "action": "action",
        "at": "at",
        "author": "author",
        "authors": "authors",
        "by": "by",
        "card": "card",
        "card_set": "card set",
        "created_at": "created at",
        "edition": "edition",
        "ended_at": "ended at",
        "ended_by": "ended by",
        "loaded_hash": "hash of the shipped cards",
        "names": "names in further languages",
        "notes": "notes of translators",
        "outcome": "outcome",
        "proposal": "proposal",
        "proposal.canonical": "canonical JSON",
        "proposal.code": "code",
        "proposal.hash": "hash",
        "proposal.name": "name",
        "proposal.variant": "variant",
        "reason": "reason",
        "release": "release",
        "scheduledrelease.at": "planned for",
        "state": "state",
        "submitted_at": "submitted at",
    },
)
"""The names of the fields that have no name in their models."""


def say_word(name: str, /, **params: Any) -> str:
    """Return a text of the admin in the language of the page."""
    return WORDS.say(name, closest_language(get_language() or ""), **params)


def word_template(name: str) -> str:
    """Return a text of the admin with its parameters in braces."""
    return WORDS[name].template(closest_language(get_language() or ""))


word = lazy(say_word, str)
"""Return a text of the admin, translated when it is rendered."""
