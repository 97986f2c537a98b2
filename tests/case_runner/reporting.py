"""Report the results of cases, a line for each difference."""

from collections.abc import Iterable, Iterator, Mapping

from cards.language import EditionDef
from tests.case_runner.case_checks import run_case
from tests.case_runner.shape import Case, CaseError


def report(cases: Iterable[Case], editions: Mapping[str, EditionDef]) -> Iterator[list[str]]:
    """Yield the differences of each case, none for a case that passes.

    An impossible case, or an error of the engine in one, does not keep the others from running.
    """
    for case in cases:
        yield _told(case, editions[case.variant])


def _told(case: Case, edition: EditionDef) -> list[str]:
    try:
        return [f"{case.id}: {one}" for one in run_case(case, edition)]
    except CaseError as error:
        return [f"{error} (not run)"]
    except Exception as error:
        return [f"{case.id}: the engine broke: {error!r}"]
