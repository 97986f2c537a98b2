"""Which parts of an event are hidden, and of which form its parts are."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from games.audit.bundle import AnyRefusal, BundledRefusal, Event

_OPEN_ZONES: Final = frozenset(
    ("discard", "danger-discard", "revealed", "burn", "enemy", "items", "hero")
)


def hidden_paths(event: Event) -> list[str]:
    """Return the paths of the hidden parts of a row.

    Facts of another form raise a LookupError, TypeError or AttributeError.
    """
    paths = []
    for at, fact in enumerate(event.facts):
        kind = fact["fact"]
        if kind == "cards-moved":
            # Both ends are read: a zone that is no text is an error.
            if not _is_open(fact["source"]) | _is_open(fact["target"]):
                paths.append(f"/facts/{at}/cards")
        elif kind == "shuffled":
            paths.append(f"/facts/{at}/order")
        elif kind == "prompted":
            prompt = fact["prompt"]
            if _is_marked(prompt):
                parts = ("default", "options", "resume")
                paths += [f"/facts/{at}/prompt/{part}" for part in parts if part in prompt]
        elif kind in ("answered", "taken"):
            if _is_marked(fact):
                paths.append(f"/facts/{at}/option")
        elif kind == "lot-drawn":
            if _is_marked(fact):
                paths.append(f"/facts/{at}/picked")
        elif kind == "cards-shown" and fact.get("to") is not None:
            paths.append(f"/facts/{at}/cards")
    if event.move.get("move") == "choose" and "/facts/0/option" in paths:
        paths.append("/move/option")
    if event.signed is not None or "/signed" in event.hidden:
        paths.append("/signed")
    return sorted(paths)


@lru_cache(maxsize=256)
def _is_open(zone: str) -> bool:
    return zone.partition(":")[0] in _OPEN_ZONES


def _is_marked(part: dict[str, Any]) -> bool:
    """Whether a fact or a prompt says that it is hidden; TypeError if it says neither."""
    hidden = part.get("hidden", False)
    if not isinstance(hidden, bool):
        raise TypeError("what is hidden is neither true nor false")
    return hidden


def kinds_of(event: Event) -> frozenset[str]:
    """Return the kinds of the facts of an event."""
    return frozenset([fact["fact"] for fact in event.facts])


def own_refusals(refusals: Mapping[int, list[AnyRefusal]], seq: int) -> list[BundledRefusal]:
    """Return the refusals after a row that this view shows."""
    stored = refusals.get(seq)
    return [one for one in stored if isinstance(one, BundledRefusal)] if stored else []


def is_list_of_text(value: object) -> bool:
    """Whether a value is an array of texts, as codes of cards are."""
    return isinstance(value, list) and all(type(one) is str for one in value)


def is_void_start(event: Event) -> bool:
    """Whether a row deals no cards, because shares did not come in time."""
    facts = event.facts
    is_ended = len(facts) == 2 and facts[1]["fact"] == "game-ended"
    return is_ended and facts[1].get("why") == "void"
