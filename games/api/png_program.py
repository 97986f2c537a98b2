"""Read an SVG image and write it as PNG: `python png_program.py FONT`.

The server runs this program for each picture: resvg holds the lock of the interpreter while it
draws, so that in a web process all other requests would wait. One is drawn at a time on a machine,
after what else there is to compute.
"""

import fcntl
import os
import sys
from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

NICENESS: Final = 10
OWN_LETTERS: Final = 0x530
"""The first code point after Latin, Greek and Cyrillic, which the font has."""


def main() -> None:
    """Draw; fonts of the system are read for other scripts only."""
    os.nice(NICENESS)
    font = Path(sys.argv[1])
    svg = sys.stdin.buffer.read().decode()
    with font.open("rb") as turn:
        fcntl.flock(turn, fcntl.LOCK_EX)
        png = svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=max(map(ord, svg)) < OWN_LETTERS,
            font_files=[str(font)],
            sans_serif_family="Arimo",
        )
    sys.stdout.buffer.write(png)


if __name__ == "__main__":
    main()
