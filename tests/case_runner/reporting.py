"""Telling how cases came out, a line for everything that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cards.language import Edition
from tests.case_runner.checking import run_case
from tests.case_runner.shape import Case, CaseError


def report(cases: Iterable[Case], editions: Mapping[str, Edition]) -> Iterator[list[str]]:
    """What is wrong with each case in turn, nothing where it came out as it says.

    A case that cannot be laid, or on which the engine breaks, does not keep others from running.
    """
    for case in cases:
        yield _told(case, editions[case.variant])


def _told(case: Case, edition: Edition) -> list[str]:
    try:
        return [f"{case.id}: {one}" for one in run_case(case, edition)]
    except CaseError as error:
        return [f"{error} (not run)"]
    except Exception as error:
        return [f"{case.id}: the engine broke: {error!r}"]
