"""Web and workers look for reference cycles rarely, and not in what they have loaded."""

import subprocess
import sys

import pytest

from tests.platform.test_supervisor import ROOT

pytestmark = pytest.mark.slow

STARTS = {
    "web": "from config import asgi, gunicorn; gunicorn.when_ready(None)",
    "worker": "from config.celery import app, worker_init; worker_init.send(app)",
}


@pytest.mark.parametrize("process", STARTS)
def test_what_is_loaded_is_not_looked_at_again(process: str) -> None:
    code = f"import gc\n{STARTS[process]}\nprint(gc.get_freeze_count() > 0, *gc.get_threshold())"
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True
    )
    assert shown.stdout.split() == ["True", "10000", "20", "50"]
