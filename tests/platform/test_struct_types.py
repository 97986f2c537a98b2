"""Structs are prepared before threads decode into them."""

import subprocess
import sys

import msgspec
import pytest

import config.urls  # noqa: F401  # imports all views
from config.struct_types import prepare_structs
from games.engine.facts import CardsMoved
from games.messages.game_messages import GameRequest
from tests.platform.test_supervisor import ROOT

FIRST_REQUESTS = """
import sys, threading
import django
django.setup()
import config.urls
from cards.language import decode_edition

text = open("cards/data/ultimate_marvel.json").read()
start = threading.Barrier(6)

def request():
    start.wait()
    decode_edition(text)

sys.setswitchinterval(1e-6)
threads = [threading.Thread(target=request) for _ in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
"""
"""Six threads decode an edition as the first thing that they do."""


@pytest.mark.slow
def test_the_first_requests_at_once_do_not_end_the_process() -> None:
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", FIRST_REQUESTS],
            cwd=ROOT,
            env={"DJANGO_SETTINGS_MODULE": "config.settings"},
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")


def test_the_structs_of_requests_and_facts_are_prepared() -> None:
    prepared = prepare_structs()
    assert {GameRequest, CardsMoved} <= set(prepared)
    assert all(issubclass(one, msgspec.Struct) for one in prepared)
