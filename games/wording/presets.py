"""Presets: options of a table that go together, with a name and one sentence."""

from __future__ import annotations

from typing import Final

from games.engine import Variant
from games.engine.facts import OptionValue
from games.messages.catalog_messages import PresetResponse
from games.wording.labels import CATALOG
from games.wording.language import Language, Texts

FOR_STRANGERS: Final = "quick"
"""The preset to offer for a table that any player may join."""

_OPTIONS: Final[dict[str, dict[str, OptionValue]]] = {
    "classic": {},
    "quick": {
        "clock": {"seconds": 20, "bank": 60, "increment": 0, "call_stops": False},
        "rounds": 1,
        "uno_window": 2,
    },
    "tournament": {
        "clock": {"seconds": 30, "bank": 180, "increment": 5, "call_stops": True},
        "uno_window": 3,
    },
}
"""The options that each preset sets; the others keep their defaults. A variant may lack some."""

_NAMES: Final = Texts(
    CATALOG, "preset", {"classic": "Classic", "quick": "Quick", "tournament": "Tournament"}
)

_TEXTS: Final = Texts(
    CATALOG,
    "preset-text",
    {
        "classic": "The game as its sheet has it, without a clock: for friends who have time.",
        "quick": "One round with 20 seconds for each answer and a minute in reserve.",
        "tournament": "The whole game with 30 seconds for each answer and three minutes in"
        " reserve; a call for a judge stops the clock.",
    },
)


def presets_of(variant: Variant, language: Language) -> list[PresetResponse]:
    """Return the presets of a variant in the order in which to offer them."""
    names = {option.name for option in variant.options}
    return [
        PresetResponse(
            code=code,  # type: ignore[arg-type]
            name=_NAMES[code].to(language),
            text=_TEXTS[code].to(language),
            options={name: value for name, value in options.items() if name in names},
            for_strangers=code == FOR_STRANGERS,
        )
        for code, options in _OPTIONS.items()
    ]
