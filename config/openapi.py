"""The API's description in docs/openapi.yaml: written, or held against the code.

`python -m config.openapi write` and `python -m config.openapi check`.
"""

import difflib
import os
import sys
from io import StringIO
from pathlib import Path

PATH = Path("docs/openapi.yaml")
SHOWN = 40


def described() -> str:
    """The description that the code gives; a warning of the generator is an error."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    out = StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    return out.getvalue()


def check() -> int:
    """Print where the file differs from the code; 1 if it does."""
    kept = PATH.read_text() if PATH.is_file() else ""
    made = described()
    if kept == made:
        return 0
    lines = difflib.unified_diff(
        kept.splitlines(), made.splitlines(), str(PATH), "the code", lineterm="", n=1
    )
    print("\n".join(list(lines)[:SHOWN]))
    print(f"{PATH} is not what the code says: run `make schema` and commit it.", file=sys.stderr)
    return 1


def write() -> int:
    """Write the file."""
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(described())
    return 0


if __name__ == "__main__":
    sys.exit({"check": check, "write": write}[sys.argv[1]]())
