"""What processes take of the machine, by Linux's /proc."""

import os
import re
from pathlib import Path
from typing import Final

from tests.load.stack import children_of

TICKS: Final = os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> set[int]:
    """Return a process and all that it and its children have started."""
    return {pid}.union(*(tree(child) for child in children_of(pid)))


def processor_seconds(pid: int) -> float:
    """Return what a tree has used, with those of its processes that have ended."""
    used = 0
    for one in tree(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        used += sum(int(field) for field in fields[11:15])
    return used / TICKS


def pss_mb(pid: int) -> float:
    """Return the proportional memory of a process."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    [kilobytes] = re.findall(r"^Pss: +(\d+) kB", text, re.MULTILINE)
    return int(kilobytes) / 1024
