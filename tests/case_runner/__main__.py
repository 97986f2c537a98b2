"""Run a folder of cases (YAML) through the engine: python -m tests.case_runner FOLDER.

Print what differs. The exit status is 1 if a case fails and 2 if a file cannot be read.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import cards
from cards.language import decode_edition
from tests.case_runner import CaseError, read_cases, report

DATA = Path(cards.__file__).parent / "data"


def main(arguments: Sequence[str]) -> int:
    """Run the cases of a folder; return the exit status."""
    if len(arguments) != 1:
        print("usage: python -m tests.case_runner FOLDER", file=sys.stderr)
        return 2
    try:
        cases = read_cases(Path(arguments[0]))
    except CaseError as error:
        print(f"stopped: {error}", file=sys.stderr)
        return 2
    shipped = [decode_edition(path.read_bytes()) for path in sorted(DATA.glob("*.json"))]
    failed = 0
    for wrong in report(cases, {edition.variant: edition for edition in shipped}):
        failed += bool(wrong)
        for line in wrong:
            print(line)
    print(f"{len(cases)} cases: {len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
