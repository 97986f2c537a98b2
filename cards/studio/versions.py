"""Compare and merge two versions of a form by field: posted and stored.

A version maps keys to values. A key is a field of the form, a member of a card's definition
(``definition.name``), or an entry of a hero's deck (``deck.12``, by the id of the card).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from django.db.models import Max, Model
from django.http import QueryDict

from cards.models import Card, DeckCard

Version = dict[str, Any]
Side = Literal["mine", "theirs"]

MISSING: Final = None
"""The value of a key that a version does not have."""

DEFINITION: Final = "definition"
DECK: Final = "deck"


@dataclass(frozen=True, slots=True)
class Difference:
    """A key with different values in two versions.

    ``take`` is the side that changed it, "" if both did or their common base is unknown.
    """

    key: str
    mine: Any
    theirs: Any
    take: Side | Literal[""]


def version_id(row: Model) -> str:
    """Return the history id of the stored state of a row."""
    return str(_last(row.history))  # type: ignore[attr-defined]


def deck_version(hero: Card) -> str:
    """Return the history id of the stored state of a hero's deck."""
    return str(_last(DeckCard.history.filter(hero_id=hero.pk)))


def _last(history: Any) -> int:
    return history.aggregate(last=Max("history_id"))["last"] or 0


def read_version(
    values: Mapping[str, Any], deck: Mapping[str, tuple[str, str]] | None = None
) -> Version:
    """Return the version of a form with these values, or of this deck."""
    found: Version = {}
    for field, value in values.items():
        text = str("" if value is None else value).replace("\r\n", "\n")
        card = _object(text) if field == DEFINITION else None
        if card is None:
            found[field] = text
        else:
            found |= {f"{field}.{name}": part for name, part in card.items()}
    return found | {f"{DECK}.{card_id}": entry for card_id, entry in (deck or {}).items()}


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def posted_deck(data: QueryDict) -> dict[str, tuple[str, str]]:
    """Return copies and basis by card id of a posted deck, without empty entries.

    An entry without a basis has that of new entries.
    """
    deck: dict[str, tuple[str, str]] = {}
    for name in data:
        part, _, card_id = name.partition("-")
        copies = data.get(name, "").strip()
        if part == "copies" and card_id.isascii() and card_id.isdigit() and copies.strip("0"):
            deck[card_id] = (copies, data.get(f"basis-{card_id}") or data.get("new-basis", ""))
    return deck


def stored_deck(hero: Card) -> dict[str, tuple[str, str]]:
    """Return copies and basis by card id of a hero's stored deck."""
    return {str(one.card_id): (str(one.copies), one.basis) for one in hero.deck.all()}


def deck_before(hero: Card, history_id: int) -> dict[str, tuple[str, str]]:
    """Return the entries of a hero's deck as of a history id."""
    rows = DeckCard.history.filter(hero_id=hero.pk, history_id__lte=history_id)
    last = {one.id: one for one in rows.order_by("history_id")}
    return {
        str(one.card_id): (str(one.copies), one.basis)
        for one in last.values()
        if one.history_type != "-"
    }


def differences(mine: Version, theirs: Version, before: Version | None) -> list[Difference]:
    """Return the differences of two versions, in the order of the stored one."""
    if DEFINITION in mine or DEFINITION in theirs:
        mine, theirs = _whole(mine), _whole(theirs)
    found = []
    for key in dict.fromkeys([*theirs, *mine]):
        one, other = mine.get(key, MISSING), theirs.get(key, MISSING)
        if one != other:
            found.append(Difference(key, one, other, _changed(key, one, other, before)))
    return found


def _changed(key: str, mine: Any, theirs: Any, before: Version | None) -> Side | Literal[""]:
    if before is None:
        return ""
    was = before.get(key, MISSING)
    if mine == was:
        return "theirs"
    return "mine" if theirs == was else ""


def _whole(version: Version) -> Version:
    """Return the version with its definition as one text, if the other is no JSON."""
    parts = {key: value for key, value in version.items() if key.startswith(f"{DEFINITION}.")}
    if not parts:
        return version
    rest = {key: value for key, value in version.items() if key not in parts}
    return rest | {DEFINITION: definition_text(parts)}


def definition_text(parts: Mapping[str, Any]) -> str:
    """Return the JSON text of a definition from its parts by key."""
    whole = {key.removeprefix(f"{DEFINITION}."): value for key, value in parts.items()}
    return json.dumps(whole, indent=2, ensure_ascii=False)


def merge(mine: Version, theirs: Version, sides: Mapping[str, Side]) -> Version:
    """Merge two versions: take the chosen side of each key, by default mine."""
    if DEFINITION in mine or DEFINITION in theirs:
        mine, theirs = _whole(mine), _whole(theirs)
    merged: Version = {}
    for key in dict.fromkeys([*mine, *theirs]):
        value = (theirs if sides.get(key) == "theirs" else mine).get(key, MISSING)
        if value is not MISSING:
            merged[key] = value
    return merged


def form_data(merged: Version) -> dict[str, str]:
    """Return the fields of the form that saves a version."""
    definition = {key: value for key, value in merged.items() if key.startswith(f"{DEFINITION}.")}
    data = {key: str(value) for key, value in merged.items() if "." not in key}
    if definition:
        data[DEFINITION] = definition_text(definition)
    return data


def deck_data(merged: Version) -> dict[str, str]:
    """Return the fields of the form that saves a version of a deck."""
    data: dict[str, str] = {}
    for key, entry in merged.items():
        card_id = key.removeprefix(f"{DECK}.")
        data[f"copies-{card_id}"], data[f"basis-{card_id}"] = entry
    return data
