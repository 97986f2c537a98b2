"""How much is run, by SWEEPS in the environment.

"first" is what `make test` runs: all quick tests, and of what is slow the first cases. "whole" runs
every sweep from end to end, as CI does on the compiled engine. "once" is for what CI runs first: it
leaves what `make native-test` and `make services-test` run to them, and runs in a browser what
`make test` does; "browsers" is the first case of each other test in a browser. "again" is for `make
services-test` in CI: of each test that `make native-test` runs too, the first case. Without it all
tests run, and a part of each long sweep.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

Value = TypeVar("Value")

SWEEPS = os.environ.get("SWEEPS", "")
IS_WHOLE = SWEEPS == "whole"

FIRST_CASES = 2
"""How many cases of each slow test `make test` runs."""

TESTS = Path(__file__).parent
SERVICES = tuple(os.environ.get("SERVICES", "").split())
NATIVE = tuple(os.environ.get("NATIVE", "").split())
"""Where the tests are that `make services-test` and `make native-test` run."""
COVERED = tuple(
    str(TESTS / name)
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
    return _is_in_covered(str(item.path))


@cache
def _is_in_covered(file: str) -> bool:
    return any(file == place or file.startswith(f"{place}/") for place in COVERED)


def _is_under(item: pytest.Item, places: Iterable[str]) -> bool:
    """Whether a test is one of some tests, files and folders."""
    return any(
        item.nodeid.startswith(place) and item.nodeid[len(place) :][:1] in ("", "/", ":", "[")
        for place in places
    )


def runs_elsewhere(item: pytest.Item) -> bool:
    """Whether another run of CI has this test."""
    if is_covered(item):
        return False
    if item.get_closest_marker("database") and _is_under(item, SERVICES):
        return True
    return _is_native(item)


def _is_native(item: pytest.Item) -> bool:
    """Whether `make native-test` runs this test."""
    ignored = [place.removeprefix("--ignore=") for place in NATIVE]
    return _is_under(item, NATIVE) and not _is_under(item, set(ignored) - set(NATIVE))


def first_of_native(items: Sequence[pytest.Item]) -> set[pytest.Item]:
    """Return all tests, but of those that `make native-test` runs the first case of each."""
    native = [item for item in items if _is_native(item)]
    return set(items) - set(native) | _first_of_each(native)


def once(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return what no other run of CI has."""
    return {item for item in items if not runs_elsewhere(item) and not _is_more_in_browser(item)}


def more_in_browsers(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the first case of each test in a browser that ``once`` leaves out."""
    return _first_of_each(
        item for item in items if not runs_elsewhere(item) and _is_more_in_browser(item)
    )


def _is_more_in_browser(item: pytest.Item) -> bool:
    """Whether a test runs in a browser, and not with the quick tests."""
    is_in_browser = "_one_browser" in getattr(item, "fixturenames", ())
    return is_in_browser and item.get_closest_marker("first") is None


def _first_of_each(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the first case of each test."""
    first: dict[str, pytest.Item] = {}
    for item in items:
        first.setdefault(item.nodeid.partition("[")[0], item)
    return set(first.values())


def first_cases(items: Iterable[pytest.Item]) -> set[pytest.Item]:
    """Return the tests that `make test` runs, with so many cases of each slow one.

    Of tests in a browser these are the first cases of those marked ``first``; of other slow tests
    the first cases, but none that is marked ``rest``.
    """
    seen: Counter[tuple[Path, str]] = Counter()
    chosen = set()
    for item in items:
        is_in_browser = "_one_browser" in getattr(item, "fixturenames", ())
        if item.get_closest_marker("rest") or _is_more_in_browser(item):
            continue
        case = (item.path, item.nodeid.partition("[")[0])
        seen[case] += 1
        is_quick = item.get_closest_marker("slow") is None or is_covered(item)
        if is_quick or seen[case] <= (1 if is_in_browser else FIRST_CASES):
            chosen.add(item)
    return chosen


CHOSEN: dict[str, Callable[[Sequence[pytest.Item]], set[pytest.Item]]] = {
    "first": first_cases,
    "once": once,
    "browsers": more_in_browsers,
    "again": first_of_native,
}
"""What chooses among all tests, by SWEEPS."""
