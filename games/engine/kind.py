"""Which engine runs: the compiled one of `make native`, or its sources."""

from __future__ import annotations

from types import FunctionType
from typing import Literal

from games.engine.decision import decide


def engine_kind() -> Literal["native", "python"]:
    """Return whether the rules run compiled or interpreted."""
    return "python" if isinstance(decide, FunctionType) else "native"
