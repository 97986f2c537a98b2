"""Write docs/openapi.yaml, or compare it with the code.

`python -m config.openapi write` and `python -m config.openapi check`.
"""

import difflib
import os
import sys
from io import StringIO
from pathlib import Path

PATH = Path("docs/openapi.yaml")
MAX_DIFF_LINES = 40


def generate() -> str:
    """Return the OpenAPI file for the code; a warning of the generator is an error."""
    import django
    from django.core.management import call_command

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    out = StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    return out.getvalue()


def check() -> int:
    """Print how the file differs from the code; return 1 if it does."""
    stored = PATH.read_text() if PATH.is_file() else ""
    current = generate()
    if stored == current:
        return 0
    lines = difflib.unified_diff(
        stored.splitlines(), current.splitlines(), str(PATH), "the code", lineterm="", n=1
    )
    print("\n".join(list(lines)[:MAX_DIFF_LINES]))
    print(f"{PATH} does not match the code: run `make schema` and commit it.", file=sys.stderr)
    return 1


def write() -> int:
    """Write the file."""
    PATH.parent.mkdir(exist_ok=True)
    PATH.write_text(generate())
    return 0


if __name__ == "__main__":
    sys.exit({"check": check, "write": write}[sys.argv[1]]())
