"""How much is run, by SWEEPS in the environment.

"first" is what `make test` runs: all quick tests, and of what is slow the first cases. "whole" runs
every sweep from end to end, as CI does. "once" runs no more than the first cases of those slow
tests that `make services-test` runs too, on PostgreSQL. Without it all tests run, and a part of
each long sweep.
"""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

Value = TypeVar("Value")

IS_WHOLE = os.environ.get("SWEEPS") == "whole"
IS_FIRST = os.environ.get("SWEEPS") == "first"
IS_ONCE = os.environ.get("SWEEPS") == "once"

FIRST_CASES = 2
"""How many cases of each slow test `make test` runs."""

TESTS = Path(__file__).parent
SERVED = tuple(TESTS.parent / name for name in os.environ.get("SERVED", "").split())
"""Where the tests are that `make services-test` runs."""
COVERED = tuple(
    TESTS / name
    for name in (
        "engine", "cases", "playthroughs", "players/test_names.py", "bots/test_playability.py",
        "games/test_rulings_choices.py",
        *(
            f"cards/test_{name}.py"
            for name in (
                "any_text", "codec", "compare", "data", "effects", "fifth_hero_texts",
                "form_schema", "lint", "lint_box", "loops", "pictures", "prose", "ultimate_data",
                "vocabulary_page", "warnings", "words",
            )
        ),
    )
)  # fmt: skip
"""The tests by which every line of the engine and the language is run. Coverage is measured in
them alone: it would double the time of the others."""


def part_of(values: Sequence[Value], every: int) -> Sequence[Value]:
    """Return all values of a whole sweep, else one of ``every``."""
    return values if IS_WHOLE else values[::every]


def is_covered(item: pytest.Item) -> bool:
    """Whether coverage is measured while this test runs."""
    return any(item.path.is_relative_to(place) for place in COVERED)


def is_served(item: pytest.Item) -> bool:
    """Whether `make services-test` runs this test too."""
    is_there = any(item.path.is_relative_to(place) for place in SERVED)
    return is_there and item.get_closest_marker("database") is not None


def first_cases(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that `make test` runs.

    Of tests in a browser these are the first cases of those marked ``first``; of other slow tests
    the first cases, but none that is marked ``rest``.
    """
    seen: Counter[tuple[Path, str]] = Counter()
    chosen = set()
    for item in items:
        is_in_browser = "_one_browser" in getattr(item, "fixturenames", ())
        if item.get_closest_marker("rest") or (
            is_in_browser and not item.get_closest_marker("first")
        ):
            continue
        case = (item.path, item.nodeid.partition("[")[0])
        seen[case] += 1
        is_quick = item.get_closest_marker("slow") is None or is_covered(item)
        if is_quick or seen[case] <= (1 if is_in_browser else FIRST_CASES):
            chosen.add(item)
    return chosen
