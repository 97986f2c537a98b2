"""No hand of another seat is in a page: not in its requests, its elements, or its memory."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Response, expect

from tests.pages.play_person import Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

MEMORY = """() => {
  const zones = document.querySelector("fd-table").board.zones;
  return Object.fromEntries(Object.entries(zones).map(([name, zone]) => [name, zone.cards]));
}"""
SEEN = """() => [...document.querySelectorAll("[data-zone]")].map((zone) => [
  zone.dataset.zone, [...zone.querySelectorAll("[data-card]")].map((one) => one.dataset.card)])"""


class Listener:
    """All that a browser receives of a game while it is not over."""

    def __init__(self, person: Person) -> None:
        self.values: list[Any] = []
        person.page.on("response", self._read)
        network = person.context.new_cdp_session(person.page)
        network.send("Network.enable")
        network.on("Network.eventSourceMessageReceived", self._message)

    def _message(self, message: dict[str, Any]) -> None:
        self.values.append(json.loads(message["data"]))

    def _read(self, response: Response) -> None:
        kind = response.headers.get("content-type", "")
        if "/games/" in response.url and kind.startswith("application/json"):
            self.values.append(response.json())


def hands(value: Any, own: int | None) -> Iterator[tuple[str, Any]]:
    """Yield the cards of hands and decks in a value of the API that are not of a seat."""
    if isinstance(value, list):
        for one in value:
            yield from hands(one, own)
    if not isinstance(value, dict):
        return
    if "hand" in value and value.get("seat") != own and value.get("cards") is not None:
        yield f"place {value['seat']}", value["cards"]
    if value.get("fact") == "cards-moved":
        hidden = {"draw", "danger"} | {f"{kind}:{seat}" for kind in HIDDEN for seat in range(10)}
        mine = {f"hand:{own}"}
        zones = {value["source"], value["target"]}
        if zones <= hidden - mine and value["cards"] is not None:
            yield f"{value['source']} to {value['target']}", value["cards"]
    for name, one in value.items():
        if name == "known":  # What the viewer has been shown of hands and decks.
            continue
        kind, _, seat = name.partition(":")
        if seat.isdigit() and kind in HIDDEN and isinstance(one, list) and name != f"hand:{own}":
            yield name, one
        yield from hands(one, own)


HIDDEN = ("hand", "deck")


@pytest.mark.first
@pytest.mark.parametrize("variant", ["avengers", "ultimate"])
def test_no_hand_of_another_seat_reaches_a_page(
    chromium: Browser, playing: PlayServer, variant: str
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    eve = Person(chromium, playing.url, "Eve")
    heard, overheard = Listener(ada), Listener(eve)
    ada.deal(variant, "beginner", "beginner")
    ada.open()
    eve.open(ada.game)
    for at, _ in enumerate(ada.turns()):
        for person, own in ((ada, 0), (eve, None)):
            memory = person.page.evaluate(MEMORY)
            others = [f"{kind}:{seat}" for kind in HIDDEN for seat in range(3)]
            for zone in others:
                if zone != f"hand:{own}":
                    assert memory.get(zone) is None, zone
            for zone, cards in person.page.evaluate(SEEN):
                if zone in others and zone != f"hand:{own}":
                    assert not any(cards), zone
        if at == 4:
            break
    assert len(heard.values) > 5 and len(overheard.values) > 3
    assert list(hands(heard.values, 0)) == []
    assert list(hands(overheard.values, None)) == []
    # The same reading finds the own hand, which is there.
    assert list(hands(heard.values, None))
    for person in (ada, eve):
        person.leave()


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_hand_is_cleared_when_its_player_is_signed_out_in_another_tab(
    chromium: Browser, playing: PlayServer, is_replaced: bool
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", "beginner")
    ada.open().wait_until_asked()
    hand = ada.page.locator(".hand [data-card]")
    expect(hand).not_to_have_count(0)
    ada.ask("DELETE", "session/")
    if is_replaced:
        ada.ask("POST", "session/", {"name": "Ben"})
    ada.page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(ada.page.locator("fd-table")).to_have_text("You are not signed in here any more.")
    expect(hand).to_have_count(0)
    ada.context.close()
