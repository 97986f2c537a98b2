"""Take the picture of a table that the README begins with; `make picture` runs it."""

from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer

FILE: Final = Path("docs/table.png")
"""Where it is kept."""

MOVES: Final = 4
"""How many own moves are made before."""


def test_take_the_picture(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada", viewport={"width": 1300, "height": 850})
    ada.sign_in().deal("avengers", "fair", "fair", "fair")
    ada.open()
    turns = ada.turns()
    for _ in range(MOVES):
        next(turns)
    assert ada.wait_until_asked(), "the game was over before"
    ada.page.mouse.move(0, 0)
    ada.page.screenshot(path=FILE, animations="disabled")
    ada.leave()
