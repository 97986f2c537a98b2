"""What a person waits for in a browser: a first table, a touch, and the shares of three players.

Each figure is the median of some runs, each in a context of its own, whose cache is empty. A bare
page of the same server, loaded in the same way, is the ratio's other side. ``slowed`` is with the
processor four times slower and 1.6 Mbit/s with 150 ms of delay.
"""

import os
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.bench.figures import report
from tests.migrated import VARIABLE as MIGRATED
from tests.pages.chromium import launch
from tests.pages.play_person import FINGER, Person
from tests.pages.play_server import PlayServer, play_server

RUNS = int(os.environ.get("RUNS") or 7)
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1_600_000 / 8,
    "uploadThroughput": 750_000 / 8,
}

NOTE = """() => {
  const look = () => {
    const hand = [...document.querySelectorAll(".hand img")];
    const table = document.querySelector("fd-table");
    const isThere = hand.length > 0 && hand.every((one) => one.complete) && table.state === "";
    if (isThere) window.shown = performance.timeOrigin + performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  addEventListener("click", () => sessionStorage.setItem("clicked",
    String(performance.timeOrigin + performance.now())), true);
}"""
"""Notes when the own hand lies on the table, drawn and to be touched, and the last click."""

TOUCHED = """() => new Promise((done) => addEventListener("click", ({ timeStamp }) => {
  let frames = 0;
  const look = (now) => {
    frames += 1;
    if (document.querySelector(".hand .sent")) done([frames, now - timeStamp]);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}, { capture: true, once: true }))"""
"""How many frames, and milliseconds, after a click the card is shown as played."""


LOADED = "() => performance.getEntriesByType('navigation')[0].loadEventEnd"


def person(browser: Browser, server: PlayServer, *, is_slowed: bool = False) -> Person:
    """Return a guest on a phone, whose page notes when it is there."""
    one = Person(browser, server.url, "Ada", **FINGER)
    one.context.add_init_script(f"({NOTE})()")
    if is_slowed:
        network = one.context.new_cdp_session(one.page)
        network.send("Network.enable")
        network.send("Network.emulateNetworkConditions", SLOW_LINE)
        network.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    return one


def shown(one: Person, since: str) -> float:
    """Return the milliseconds from a moment until the hand lay there."""
    one.page.wait_for_function("() => window.shown")
    took: float = one.page.evaluate(f"() => window.shown - ({since})")
    return took


def bare(one: Person) -> float:
    """Load a page of links without a script; return its milliseconds."""
    one.page.goto(f"{one.url}/audit/", wait_until="load")
    took: float = one.page.evaluate(LOADED)
    return took


def table(one: Person, variant: str) -> float:
    """Open a table that was dealt; return the milliseconds until it can be used."""
    one.sign_in()
    one.deal(variant, "easy", "easy")
    one.page.goto(f"{one.url}/play/{one.game}/", wait_until="commit")
    return shown(one, "performance.timeOrigin")


def clicked(one: Person, variant: str) -> float:
    """Click "Play now" on the front page, as a new guest."""
    one.page.goto(one.url)
    one.page.click(f"form[name=play] [value={variant}]")
    one.page.wait_for_url("**/play/*/")
    return shown(one, "Number(sessionStorage.getItem('clicked'))")


def touched(one: Person) -> tuple[float, float]:
    """Play a card; return the frames and milliseconds until it is shown as played."""
    table(one, "avengers")
    while one.wait_until_asked():
        if cards := [card for card in one.choices() if card["kind"] == "card"]:
            one.touch(cards[0]["selector"], cards[0]["nth"])
            one.page.evaluate(f"() => {{ window.frames_after = ({TOUCHED})(); }}")
            one.touch(".prompt .looked-at .main")
            frames, took = one.page.evaluate("() => window.frames_after")
            return frames, took
        one.answer()
    raise RuntimeError("no card could be played in a whole game")


def dealt(people: list[Person], *, is_shared: bool) -> float:
    """Take the last of three seats; return the milliseconds until all three hands lie there."""
    host, *others = people
    for one in people:
        one.sign_in()
    if is_shared:
        host.page.goto(f"{host.url}/play/#new")
        host.page.locator("[name=seats]").select_option("3")
        host.page.get_by_role("button", name="Make a table").click()
        host.arrive()
    else:
        seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
        host.deal("avengers", seats=seats, start=False, start_when_full=True)
        host.page.goto(f"{host.url}/play/{host.game}/")
    link = host.ask("POST", f"games/{host.game}/links/", {})["url"]
    for one in others:
        one.page.goto(link)
        one.page.get_by_role("button", name="Take a seat").click()
        one.arrive()
    clicked = float(others[-1].page.evaluate("() => sessionStorage.getItem('clicked')"))
    return max(shown(one, "0") for one in people) - clicked


def main() -> None:
    """Print the figures."""
    with (
        tempfile.TemporaryDirectory() as made,
        sync_playwright() as playwright,
        ExitStack() as open_,
    ):
        os.environ[MIGRATED] = f"{made}/migrated.sqlite3"
        data = Path(made, "data")
        data.mkdir()
        server = open_.enter_context(play_server(data))
        browser = launch(playwright)

        def middle(measure: Callable[[Person], Any], *, is_slowed: bool = False) -> float:
            found = []
            for _ in range(RUNS):
                one = person(browser, server, is_slowed=is_slowed)
                found.append(measure(one))
                one.leave()
            return median(found)

        table(person(browser, server), "avengers")
        for name, is_slowed in (("", False), (".slowed", True)):
            base = middle(bare, is_slowed=is_slowed)
            report(f"page_speed.bare_page_ms{name}", base, "ms")
            for variant in ("avengers", "xmen", "ultimate"):
                for figure, measure in (("first_table", table), ("from_the_click", clicked)):
                    took = middle(lambda one, m=measure, v=variant: m(one, v), is_slowed=is_slowed)
                    report(f"page_speed.{figure}_ms.{variant}{name}", took, "ms")
                    report(f"page_speed.{figure}.{variant}{name}.ratio", took / base, "bare pages")
        touches = []
        for _ in range(RUNS):
            one = person(browser, server)
            touches.append(touched(one))
            one.leave()
        report("page_speed.touch.frames", median(frames for frames, _ in touches), "frames")
        report("page_speed.touch_ms", median(took for _, took in touches), "ms")
        deals: dict[bool, list[float]] = {False: [], True: []}
        for _ in range(RUNS):
            for is_shared, found in deals.items():
                people = [person(browser, server) for _ in range(3)]
                found.append(dealt(people, is_shared=is_shared))
                for one in people:
                    one.leave()
        alone, shared = (median(deals[is_shared]) for is_shared in (False, True))
        report("page_speed.opening_ms", shared - alone, "ms")
        report("page_speed.opening.ratio", shared / alone, "deals without shares")
        browser.close()
