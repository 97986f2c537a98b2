"""A server of `make run` at rest: its memory, and what its start and its waiting take.

Memory is PSS: a page that several processes share counts once. The database is a new SQLite file.
"""

import os
import subprocess
import sys
import tempfile
import time

from tests.bench.figures import report
from tests.bench.process_cost import processor_seconds, pss_mb, tree
from tests.load.stack import free_port, wait_until
from tests.platform.test_supervisor import OURS, is_ready

SECONDS = float(os.environ.get("SECONDS") or 60)
SETTLED_SECONDS = 10


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
