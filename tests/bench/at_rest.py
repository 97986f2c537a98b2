"""A server of `make run` at rest: its memory, and what its start and its waiting take.

Memory is PSS: a page that several processes share counts once. The database is a new SQLite file.
"""

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import report
from tests.load.stack import children_of, free_port, wait_until
from tests.platform.test_supervisor import OURS, is_ready

SECONDS = float(os.environ.get("SECONDS") or 60)
SETTLED_SECONDS = 10
TICKS = os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> set[int]:
    """Return a process and all that it and its children have started."""
    return {pid}.union(*(tree(child) for child in children_of(pid)))


def processor_seconds(pid: int) -> float:
    """Return what a tree has used, with those of its processes that have ended."""
    used = 0
    for one in tree(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        used += sum(int(field) for field in fields[11:15])
    return used / TICKS


def pss_mb(pid: int) -> float:
    """Return the proportional memory of a process."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    [kilobytes] = re.findall(r"^Pss: +(\d+) kB", text, re.MULTILINE)
    return int(kilobytes) / 1024


def main() -> None:
    """Print the figures of a server without a client."""
    port = free_port()
    given = {name: value for name, value in os.environ.items() if name not in OURS}
    # As `make run`: compiled modules are kept.
    given.pop("PYTHONDONTWRITEBYTECODE", None)
    with tempfile.TemporaryDirectory(prefix="fairdeal-rest-") as data:
        server = subprocess.Popen(
            [sys.executable, "-m", "config.supervisor"],
            env=given | {"DATA_DIR": data, "PORT": str(port)},
            stdout=subprocess.DEVNULL,
        )
        try:
            wait_until(lambda: is_ready(port), "the server is not ready")
            report("at_rest.ready.processor_s", processor_seconds(server.pid), "s")
            time.sleep(SETTLED_SECONDS)
            used, began = processor_seconds(server.pid), time.monotonic()
            time.sleep(SECONDS)
            share = (processor_seconds(server.pid) - used) / (time.monotonic() - began)
            report("at_rest.core", share * 100, "%")
            processes = tree(server.pid)
            report("at_rest.processes", len(processes), "processes")
            report("at_rest.pss_mb", sum(pss_mb(one) for one in processes), "MB")
        finally:
            server.terminate()
            server.wait(60)
