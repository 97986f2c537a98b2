"""Bad networks: no move is lost or made twice, and the screen says what it waits for."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.pages.cable import Cable, cable
from tests.pages.play_person import FINGER, PATIENCE, Person
from tests.pages.play_server import PlayServer

pytestmark = pytest.mark.slow

LOST = "Connection lost, trying again …"


class Two:
    """Two people at one table."""

    def __init__(self, ada: Person, ben: Person) -> None:
        self.ada, self.ben = ada, ben

    def asked(self) -> Person:
        """Return the person who is asked."""
        is_ada = self.ada.screen()["prompts"][-1]["seat"] == 0
        found = self.ada if is_ada else self.ben
        found.page.wait_for_selector(".prompt.asked")
        return found

    def play_until(self, person: Person) -> None:
        """Play on until a person is asked."""
        while (one := self.asked()) is not person:
            one.answer()

    def check(self) -> None:
        """Check that both screens are true, and that all that was sent is made once."""
        for seat, person in enumerate((self.ada, self.ben)):
            person.check_screen()
            assert person.made(seat) == person.clicked()


@pytest.fixture
def wire(playing: PlayServer) -> Iterator[Cable]:
    """The cable from Ada to the server."""
    with cable(playing.port) as one:
        yield one


@pytest.fixture
def two(chromium: Browser, playing: PlayServer, wire: Cable) -> Iterator[Two]:
    """Ada, who is asked, and Ben, each in a browser of their own."""
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.url = wire.url
    ben = Person(chromium, playing.url, "Ben", **FINGER).sign_in()
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = ada.deal("avengers", start=False, start_when_full=True, seats=seats)
    ben.join(game)
    ada.open()
    ben.open(game)
    table = Two(ada, ben)
    table.play_until(ada)
    yield table
    ada.context.close()
    ben.context.close()


def says(person: Person, text: str) -> None:
    """Wait until the page says so about its connection."""
    state = person.page.locator(".table > .state")
    if text:
        expect(state).to_have_text(text, timeout=PATIENCE)
    else:
        expect(state).to_have_count(0, timeout=PATIENCE)


def lose_the_answer(route: Route) -> None:
    """Let a request reach the server, and lose the response."""
    route.fetch()
    route.abort("connectionreset")


def answer_as_a_portal(route: Route) -> None:
    """Answer with a page, as a network does before one has signed in there."""
    route.fulfill(content_type="text/html", body="<!doctype html><title>Welcome</title>")


def test_a_move_waits_half_a_minute_for_the_network(two: Two) -> None:
    ada = two.ada
    ada.context.set_offline(True)
    says(ada, LOST)
    ada.touch_answer()
    ada.page.wait_for_timeout(30_000)
    says(ada, LOST)
    expect(ada.page.locator(".prompt")).to_contain_text("Sending your move")
    ada.context.set_offline(False)
    says(ada, "")
    two.check()
    two.asked().answer()
    two.check()


def test_a_dead_connection_is_found_without_a_word_from_the_browser(two: Two, wire: Cable) -> None:
    ada = two.ada
    wire.cut()
    ada.touch_answer()
    expect(ada.page.locator(".prompt")).to_contain_text("Sending your move")
    says(ada, LOST)
    ada.page.wait_for_timeout(15_000)
    wire.mend()
    two.check()
    two.asked().answer()
    two.check()


@pytest.mark.first
def test_a_move_whose_answer_is_lost_is_made_once(two: Two) -> None:
    ada = two.ada
    ada.page.route("**/moves/**", lose_the_answer, times=2)
    ada.answer()
    assert sum(1 for one in ada.requests if one.startswith("POST") and "/moves/" in one) > len(
        ada.sent
    )
    two.check()


def test_a_move_that_a_portal_answers_is_sent_again(two: Two) -> None:
    ada = two.ada
    ada.page.route("**/moves/**", answer_as_a_portal, times=3)
    ada.answer()
    says(ada, "")
    two.check()
    assert ada.wrong == []


def test_a_button_works_when_the_portal_is_gone(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada")
    ada.page.goto(playing.url)
    ada.page.route("**/api/v1/session/", answer_as_a_portal)
    play = ada.page.locator("form[name=play] .primary").first
    alert = ada.page.locator("form [role=alert]")
    play.click()
    expect(alert).not_to_be_empty()
    ada.page.unroute("**/api/v1/session/")
    play.click()
    ada.page.wait_for_selector(".table")
    ada.leave()


def test_a_tab_that_was_closed_and_one_that_is_reloaded_show_what_happened(two: Two) -> None:
    ada, ben = two.ada, two.ben
    ben.page.close()
    ada.answer()
    ben.page = ben.tab()
    ben.open()
    two.check()
    two.asked().page.reload()
    two.check()
    two.play_until(ben)
    ben.answer()
    ben.page.reload()
    two.check()


def test_a_server_that_is_killed_in_the_middle_of_a_turn_goes_on_with_it(
    two: Two, playing: PlayServer
) -> None:
    ada, ben = two.ada, two.ben
    playing.kill()
    for one in (ada, ben):
        says(one, LOST)
    ada.touch_answer()
    expect(ada.page.locator(".prompt")).to_contain_text("Sending your move")
    playing.start()
    for one in (ada, ben):
        says(one, "")
    two.check()
    two.asked().answer()
    two.check()


def test_two_tabs_of_one_player_show_the_same(two: Two) -> None:
    ada = two.ada
    other = ada.tab()
    other.goto(ada.page.url)
    other.wait_for_selector(".prompt.asked")
    ada.answer()
    ada.check_screen(other)
    two.play_until(ada)
    ada.page, other = other, ada.page
    ada.answer()
    ada.check_screen(other)
    two.check()


def test_a_phone_and_a_desktop_of_one_player_make_one_move(
    two: Two, chromium: Browser, playing: PlayServer
) -> None:
    ada = two.ada
    phone = Person(chromium, playing.url, "Ada", **FINGER)
    phone.context.request.get(f"{playing.url}/verify/")
    phone.ask("POST", "session/", {"code": ada.ask("POST", "me/codes/")["code"]})
    phone.open(ada.game).wait_until_asked()
    before = ada.made(0)
    held: list[Route] = []
    for one in (ada, phone):
        one.page.route("**/moves/**", lambda route: held.append(route))
        one.touch_answer()
        one.page.wait_for_function("() => document.querySelector('fd-table').sent !== null")
    for route in held:
        route.continue_()
    for one in (ada, phone):
        one.page.wait_for_function("() => document.querySelector('fd-table').sent === null")
        one.check_screen()
    assert len(ada.made(0)) == len(before) + 1
    refusals = [one.page.locator(".refusal").count() for one in (ada, phone)]
    assert sorted(refusals) == [0, 1]
    phone.context.close()


def test_a_tab_that_was_asleep_shows_what_happened(two: Two) -> None:
    ada, ben = two.ada, two.ben
    two.play_until(ben)
    sleep = ada.context.new_cdp_session(ada.page)
    sleep.send("Page.setWebLifecycleState", {"state": "frozen"})
    ben.answer()
    ben.page.wait_for_timeout(2000)
    sleep.send("Page.setWebLifecycleState", {"state": "active"})
    two.check()


def test_a_game_that_ends_while_its_pictures_load_is_over_on_the_page(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", "beginner")

    def end_first(route: Route) -> None:
        while not any("/events/" in one for one in ada.requests):
            ada.page.wait_for_timeout(50)
        ada.ask("POST", f"games/{ada.game}/moves/", {"move": "resign"})
        ada.page.wait_for_timeout(2_000)
        route.continue_()

    ada.page.route("**/pictures/**", end_first)
    ada.page.goto(f"{ada.url}/play/{ada.game}/")
    ada.page.wait_for_function("() => document.querySelector('fd-table')?.edition?.shades.size")
    ada.page.wait_for_timeout(500)
    expect(ada.page.locator(".end")).to_be_visible()
    ada.leave()


def test_the_end_says_why_it_has_no_verdict_of_the_server(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", seats=[{"kind": "bot", "bot": "beginner"}] * 2)
    problem = json.dumps({"title": "Not now", "detail": "The check has not ended."})
    ada.page.route(
        "**/games/*/audit/",
        lambda route: route.fulfill(
            status=409, body=problem, content_type="application/problem+json"
        ),
    )
    ada.open()
    expect(ada.page.locator(".end")).to_contain_text("The check has not ended.")
    ada.wrong.clear()
    ada.leave()
