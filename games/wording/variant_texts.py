"""The names of the variants, and what their options do."""

from __future__ import annotations

from typing import Final

from games.engine import VARIANTS
from games.wording.labels import CATALOG
from games.wording.language import Texts

VARIANT_NAMES: Final = Texts(
    CATALOG, "variant", {code: variant.name for code, variant in VARIANTS.items()}
)

OPTION_TEXTS: Final = Texts(
    CATALOG,
    "option",
    {option.name: option.text for variant in VARIANTS.values() for option in variant.options},
)
"""What an option does, by its name: it is the same in every variant that has it."""

OPTION_TITLES: Final = Texts(
    CATALOG,
    "option-title",
    {
        "two_player_reverse": "Reverse with two players",
        "draw_four": "Wild Draw Four",
        "dealer": "Seat that deals first",
        "scoring": "Scoring",
        "target_score": "Points to win",
        "rounds": "Rounds",
        "first_seat": "Seat that plays first",
        "clock": "Clock",
        "clock:seconds": "Seconds for a move",
        "clock:bank": "Seconds in reserve",
        "clock:increment": "Seconds back for each move in time",
        "clock:call_stops": "A call for a judge stops the clock",
        "timeouts_out": "Missed moves until out",
        "uno_window": "Seconds to call UNO",
        "absence": "When a player is away",
        "absent_seconds": "Seconds away until then",
    },
)
"""What a field for an option is labeled; terms of a clock by both names."""

CHOICE_TEXTS: Final = Texts(
    CATALOG,
    "option-choice",
    {
        "two_player_reverse:skip": "skips the other player",
        "two_player_reverse:as_printed": "only turns the direction",
        "draw_four:challenge": "may be a bluff",
        "draw_four:strict": "may not be a bluff",
        "scoring:high": "the winner scores the other hands",
        "scoring:low": "the lowest total wins",
        "absence:wait": "the game waits",
        "absence:out": "another player may claim that the player is out",
        "absence:bot": "another player may let a bot go on for the player",
    },
)
"""What a choice of an option means, by both names."""
