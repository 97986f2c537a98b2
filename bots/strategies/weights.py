"""The weights by which seats choose what to play in imagined games.

They are in hundredths of a card. ``greedy`` has those of the bot "greedy". ``tuned`` has some that
win more at a table of two, and less at a larger one: ``python -m tests.bench.tuning`` looks for
better ones, and writes this module.
"""

from __future__ import annotations

from typing import Final

Weights = dict[str, int]
"""The weights of one policy, by name."""

WEIGHTS: Final[dict[str, Weights]] = {
    "greedy": {
        "color": 200,
        "act_color": 200,
        "symbol": 100,
        "act_symbol": 100,
        "points": 100,
        "draw_two": 100,
        "draw_two_close": 1100,
        "skip": 100,
        "skip_close": 1100,
        "reverse_many": 100,
        "reverse_many_close": 0,
        "wild": -2000,
        "wild_close": 1200,
        "challenge": -2000,
        "challenge_close": 2600,
        "wild_more": -2000,
        "wild_more_close": 2600,
        "bluff": -1500,
        "switch": 0,
        "act_last": 0,
        "wild_last": 0,
        "act_three": 0,
        "wild_three": 0,
        "act_two": 0,
        "wild_two": 0,
    },
    "tuned": {
        "color": 69,
        "act_color": -34,
        "symbol": -140,
        "act_symbol": -296,
        "points": 0,
        "draw_two": 121,
        "draw_two_close": 1274,
        "skip": 268,
        "skip_close": 916,
        "reverse_many": 268,
        "reverse_many_close": 916,
        "wild": -1584,
        "wild_close": 1004,
        "challenge": -2656,
        "challenge_close": 2256,
        "wild_more": -1416,
        "wild_more_close": 1390,
        "bluff": -2403,
        "switch": -448,
        "act_last": -83,
        "wild_last": 212,
        "act_three": 140,
        "wild_three": -75,
        "act_two": 170,
        "wild_two": 46,
    },
}
"""The weights by policy."""
