"""The weights of how playouts choose what to play, from ``bots/data/weights.json``.

They are in hundredths of a card. ``greedy`` has those of the bot "greedy"; the others were found by
``python -m tests.bench.tuning``, which plays many games with slightly changed weights.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

Weights = dict[str, int]
"""The weights of one policy, by name."""

STORED: Final = Path(__file__).resolve().parent.parent / "data" / "weights.json"

WEIGHTS: Final = msgspec.json.decode(STORED.read_bytes(), type=dict[str, Weights])
"""The weights by policy."""
