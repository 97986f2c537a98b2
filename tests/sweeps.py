"""How much of a sweep is run: with SWEEPS=whole in the environment all of it, as in CI."""

import os
from collections.abc import Sequence
from typing import TypeVar

Value = TypeVar("Value")

IS_WHOLE = os.environ.get("SWEEPS") == "whole"


def part_of(values: Sequence[Value], every: int) -> Sequence[Value]:
    """Return all values of a whole sweep, else one of ``every``."""
    return values if IS_WHOLE else values[::every]
