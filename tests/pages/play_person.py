"""A person at a table in a browser, who sees and touches what is on the screen."""

import json
import random
import re
import time
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request, Response

PATIENCE = 60_000
PHONE = {"width": 390, "height": 740}
DESKTOP = {"width": 1300, "height": 800}
FINGER: dict[str, Any] = {"viewport": PHONE, "has_touch": True}
MOUSE: dict[str, Any] = {"viewport": DESKTOP}

ASKED_OR_OVER = """() => document.querySelector(".prompt.asked, .end, .next")
  || document.querySelector("fd-table")?.result"""

CHOICES = """() => {
  const kinds = {
    card: ".hand .legal", color: ".prompt .colors button", pile: ".prompt .drawer button",
    seat: ".seat.choosable .who", button: ".prompt .buttons button", uno: ".prompt .uno",
    play: ".prompt .looked-at .main",
  };
  const found = [];
  for (const [kind, selector] of Object.entries(kinds)) {
    document.querySelectorAll(selector).forEach((element, nth) => found.push({
      kind, selector, nth, label: element.getAttribute("aria-label") ?? element.innerText,
      card: element.dataset.card ?? null, pressed: element.getAttribute("aria-pressed"),
    }));
  }
  return found;
}"""
"""All that can be touched to answer what the game asks."""

POINT = """([selector, nth]) => {
  const element = document.querySelectorAll(selector)[nth];
  element.scrollIntoView({ block: "nearest", inline: "nearest" });
  const box = element.getBoundingClientRect();
  for (const across of [0.5, 0.15, 0.3, 0.7, 0.85]) {
    for (const down of [0.5, 0.2, 0.8]) {
      const at = [box.x + box.width * across, box.y + box.height * down];
      if (element.contains(document.elementFromPoint(...at))) return at;
    }
  }
  return null;
}"""
"""A point of an element that nothing lies over."""


class Person:
    """A guest in a browser of their own.

    ``sent`` has the moves that the browser has sent, by their Idempotency-Key; ``liked`` the cards
    that are touched rather than others.
    """

    def __init__(self, browser: Browser, url: str, name: str, **context: Any) -> None:
        given = {"viewport": DESKTOP, "locale": "en-CA", "reduced_motion": "reduce"} | context
        self.api = self.url = url
        self.name = name
        self.is_touching = bool(given.get("has_touch"))
        self.context: BrowserContext = browser.new_context(**given)
        self.context.set_default_timeout(PATIENCE)
        self.sent: dict[str, Any] = {}
        self.requests: list[str] = []
        self.wrong: list[str] = []
        self.lots = random.Random(name)
        self.liked: set[str] = set()
        self.game = ""
        self.page = self.tab()

    def tab(self) -> Page:
        """Open another tab."""
        page = self.context.new_page()
        page.on("request", self._note)
        page.on("response", self._check)
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.wrong.append(said.text))
        return page

    def _note(self, request: Request) -> None:
        if not request.url.startswith("blob:"):
            self.requests.append(f"{request.method} {request.url.removeprefix(self.url)}")
        if request.method == "POST" and "/moves/" in request.url:
            self.sent[request.headers["idempotency-key"]] = request.post_data_json

    def _check(self, response: Response) -> None:
        if response.status >= 400:
            self.wrong.append(f"{response.status} {response.request.method} {response.url}")

    # ---- the API, with the cookie of the browser

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request to the API, and return what it answers."""
        held = {one["name"]: one["value"] for one in self.context.cookies()}
        # A server may close a connection that was idle just when it is used again.
        response = self.context.request.fetch(
            f"{self.api}/api/v1/{path}",
            method=method,
            max_retries=1,
            data=json.dumps(body) if body is not None else None,
            headers={
                "Content-Type": "application/json",
                "X-CSRFToken": held.get("csrftoken", ""),
                "Accept-Language": "en",
            },
        )
        assert response.ok, response.text()
        return None if response.status == 204 else response.json()

    def sign_in(self) -> "Person":
        """Become a guest of the server."""
        self.context.request.get(f"{self.url}/verify/")
        self.ask("POST", "session/", {"name": self.name})
        return self

    def deal(self, variant: str, *bots: str, **body: Any) -> str:
        """Create a game with bots, start it unless others are still to join; return its id."""
        seats = [{"kind": "me"}, *({"kind": "bot", "bot": bot} for bot in bots)]
        options = {} if variant == "ultimate" else {"target_score": None, "rounds": 1}
        asked = {"variant": variant, "seats": seats, "options": options, "start": True} | body
        self.game = self.ask("POST", "games/", asked)["id"]
        return self.game

    def join(self, game: str) -> None:
        """Take a seat at a table."""
        self.ask("POST", f"games/{game}/seats/", {})
        self.game = game

    def screen(self) -> Any:
        """Return what the API says to this person now."""
        return self.ask("GET", f"games/{self.game}/prompts/?include=table")

    def events(self, game: str = "") -> list[Any]:
        """Return all events of a game as this person sees them."""
        found: list[Any] = []
        while page := self.ask(
            "GET", f"games/{game or self.game}/events/?after={len(found)}&limit=200"
        )["results"]:
            found += page
        return found

    # ---- the page

    def arrive(self) -> str:
        """Wait until the browser is at a table, note which, and return its id.

        What a page says of a table may stand before that on the page that led there.
        """
        self.page.wait_for_url(re.compile("/play/[0-9a-f-]{36}/"))
        self.game = self.page.url.split("/play/")[1][:36]
        return self.game

    def open(self, game: str = "") -> "Person":
        """Open the page of a table."""
        self.game = game or self.game
        self.page.goto(f"{self.url}/play/{self.game}/")
        self.page.wait_for_selector(".table")
        return self

    def touch(self, selector: str, nth: int = 0) -> None:
        """Touch an element where a finger or the mouse reaches it."""
        at = self.page.evaluate(POINT, [selector, nth])
        assert at is not None, f"something lies over {selector} {nth}"
        if self.is_touching:
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def choices(self) -> list[dict[str, Any]]:
        """Return what can be touched now to answer the game."""
        found: list[dict[str, Any]] = self.page.evaluate(CHOICES)
        return found

    def wait_until_asked(self) -> bool:
        """Wait for a question of the game, from one round to the next; False if it is over."""
        self.page.wait_for_function(ASKED_OR_OVER)
        while self.page.query_selector(".next"):
            self.touch(".next")
            self.page.wait_for_selector(".next", state="detached")
            self.page.wait_for_function(ASKED_OR_OVER)
        return self.page.query_selector(".prompt.asked") is not None

    def answer(self) -> dict[str, Any]:
        """Answer what the game asks, and wait until the answer is confirmed."""
        sent = len(self.sent)
        chosen = self.touch_answer()
        self.page.wait_for_function("() => document.querySelector('fd-table').sent === null")
        assert len(self.sent) > sent, f"no move was sent for {chosen}"
        return chosen

    def touch_answer(self) -> dict[str, Any]:
        """Touch an answer: a card that fits if there is one, else by lot."""
        choices = self.choices()
        for uno in choices:
            if uno["kind"] == "uno" and uno["pressed"] == "false":
                self.touch(uno["selector"], uno["nth"])
        cards = [one for one in choices if one["kind"] == "card"]
        others = [one for one in choices if one["kind"] not in ("card", "uno", "play")]
        liked = [one for one in cards if one["card"] in self.liked]
        chosen = self.lots.choice(liked or cards or others)
        self.touch(chosen["selector"], chosen["nth"])
        if chosen["kind"] == "card" and self.is_touching:
            self.touch(".prompt .looked-at .main")
        return chosen

    def turns(self) -> Iterator[dict[str, Any]]:
        """Play to the end; yield each answer."""
        while self.wait_until_asked():
            yield self.answer()

    def check_screen(self, page: Page | None = None) -> None:
        """Wait until the page shows what the API says."""
        page = page or self.page
        until = time.monotonic() + PATIENCE / 1000
        while page.evaluate(SEEN) != (wanted := told(self.screen())):
            assert time.monotonic() < until, (page.evaluate(SEEN), wanted)
            page.wait_for_timeout(100)

    def leave(self) -> None:
        """Close the browser, in which nothing may have gone wrong."""
        self.context.close()
        assert self.wrong == []

    def made(self, seat: int) -> list[str]:
        """Return the kinds of the moves that are in the game for a seat, without the start."""
        moves = moves_of(self.events(), seat)
        return [one["move"] for one in moves if one["move"] != "start"]

    def clicked(self) -> list[str]:
        """Return the kinds of the moves that the browser has sent, each once."""
        return [one["move"] for one in self.sent.values()]


SEEN = """() => {
  const inPlay = document.querySelector(".in-play .color span");
  if (!inPlay) return null;
  const all = (selector) => [...document.querySelectorAll(selector)];
  const codes = (selector) => all(selector).map((one) => one.dataset.card).sort();
  return {
    hand: codes(".hand [data-card]"),
    legal: codes(".hand .legal"),
    top: codes(".middle [data-zone=discard] [data-card]"),
    color: inPlay.innerText,
    counts: Object.fromEntries(all(".seat").map((one) =>
      [one.dataset.seat, Number(one.querySelector(".others .count").innerText)])),
    isAsked: document.querySelector(".prompt.asked") !== null,
  };
}"""
"""What the page shows of the position, read from its elements; null until it shows a table."""


def told(screen: Any) -> dict[str, Any]:
    """Return the same as ``SEEN`` from a response of the API."""
    table = screen["table"]
    options = (screen["prompts"] or [{}])[-1].get("options")
    me = next(place for place in table["places"] if place["you"])
    hand = sorted(me["cards"])
    named = [one["body"].get("card", one["body"].get("option")) for one in options or ()]
    return {
        "hand": hand,
        "legal": [card for card in hand if card in named],
        "top": [table["discard_top"]],
        "color": table["color"] or "",
        "counts": {
            str(place["seat"]): place["hand"] for place in table["places"] if not place["you"]
        },
        "isAsked": options is not None,
    }


def moves_of(events: list[Any], seat: int) -> list[Any]:
    """Return the moves that a seat made, without those that the server made for it."""
    return [
        event["move"]
        for event in events
        if event["seat"] == seat and event["actor"] and event["actor"]["kind"] == "player"
    ]
