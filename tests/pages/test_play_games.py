"""Whole games in the browser, by mouse, finger or keyboard."""

from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("variant", "device"),
    [
        ("avengers", FINGER),
        ("avengers", MOUSE),
        ("xmen", FINGER),
        ("xmen", MOUSE),
        ("ultimate", FINGER),
        ("ultimate", MOUSE),
    ],
    ids=lambda given: given if isinstance(given, str) else str(given["viewport"]["width"]),
)
def test_a_game_is_played_to_its_end(
    chromium: Browser, playing: PlayServer, variant: str, device: dict[str, Any]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **device).sign_in()
    ada.deal(variant, "beginner")
    ada.open()
    loaded = len(ada.requests)
    turns = sum(1 for _ in ada.turns())
    assert ada.ask("GET", f"games/{ada.game}/")["status"] == "over"
    assert ada.made(0) == ada.clicked()
    assert len(ada.requests) - loaded <= 2 * turns
    ada.leave()
