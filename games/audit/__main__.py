"""`python -m games.audit FILE...`: audit bundles on any machine, without a server.

The exit status is 3 if the verifier itself failed; else 1 if any file fails; else 2 if any could
not be judged or the command was not understood; else 5 if organisers that the table did not name
changed the result of any; else 4 if the moves of any, or the lots of a tournament that runs, were
not judged; else 0.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence
from typing import Final

VERIFIER_FAILED: Final = 3
"""The exit status for an error of the verifier, whatever the files are."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Audit the files in the arguments; return the exit status."""
    try:
        # Imported here: the modules of a broken build cannot be.
        from games.audit import command

        return command.main(arguments)
    except Exception:
        traceback.print_exc()
        print("The verifier failed: this says nothing about the files.", file=sys.stderr)
        return VERIFIER_FAILED


if __name__ == "__main__":
    sys.exit(main())
