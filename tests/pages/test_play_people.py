"""Two people at a table in browsers: what they say to each other, who is away, and the rematch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tests.pages.play_person import FINGER, MOUSE, Person
from tests.pages.play_server import PlayServer
from tests.pages.test_play_screen import WIDER
from tests.streams.live_server import serving

pytestmark = pytest.mark.slow

WATCH_SHIFTS = """() => {
  window.shifts = [];
  const places = ".felt, .line, .dock, .bar";
  const moved = ({ node }) => (node?.nodeType === 3 ? node.parentElement : node)?.closest(places);
  new PerformanceObserver((list) => list.getEntries().forEach((one) =>
    window.shifts.push(...one.sources.filter(moved).map(({ node }) => node.outerHTML ?? node.data))
  )).observe({ type: "layout-shift" });
}"""
"""Note what moves of the bar and the five places of a table."""
SHIFTS = "() => window.shifts"


def meet(ada: Person, ben: Person, **body: object) -> None:
    """Seat two people at one table, and open it for both."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    game = ada.deal("avengers", start=False, start_when_full=True, seats=seats, **body)
    ben.join(game)
    ada.open()
    ben.open()


def speak(person: Person, phrase: str) -> None:
    """Say a phrase by the button in the bar."""
    expect(person.page.locator("fd-phrases > button")).to_be_visible()
    person.touch("fd-phrases > button")
    person.page.get_by_role("button", name=phrase, exact=True).click()


def bubble(person: Person, *, own: bool = False) -> Locator:
    """Return what is said at the own place or at another seat."""
    return person.page.locator(".plate .bubble" if own else ".seat .bubble")


@pytest.mark.first
@pytest.mark.parametrize("device", [FINGER, MOUSE])
def test_a_phrase_is_seen_by_both_for_a_while_and_moves_nothing(
    chromium: Browser, playing: PlayServer, device: dict[str, object]
) -> None:
    ada = Person(chromium, playing.url, "Ada", **device).sign_in()
    ben = Person(chromium, playing.url, "Ben", **device).sign_in()
    meet(ada, ben)
    for one in (ada, ben):
        expect(one.page.locator("fd-phrases > button")).to_be_visible()
        expect(one.page.locator(".proof-chip")).to_have_text("Sealed by the server only")
        one.page.evaluate(WATCH_SHIFTS)
    speak(ada, "Well played")
    expect(bubble(ben)).to_have_text("Well played")
    expect(ben.page.locator(".felt [aria-live]")).to_have_text("Ada: Well played")
    expect(bubble(ada, own=True)).to_have_text("Well played")
    ada.touch("fd-phrases > button")
    expect(ada.page.get_by_role("button", name="Thanks", exact=True)).to_be_disabled()
    expect(bubble(ben)).to_have_count(0)
    expect(bubble(ada, own=True)).to_have_count(0)
    expect(ada.page.get_by_role("button", name="Thanks", exact=True)).to_be_enabled()
    ada.page.keyboard.press("Escape")
    for one in (ada, ben):
        assert one.page.evaluate(SHIFTS) == []
    speak(ben, "Applause")
    expect(bubble(ada)).to_have_text("Applause")
    ada.leave()
    ben.leave()


def test_phrases_are_said_after_the_end(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben").sign_in()
    meet(ada, ben)
    ben.ask("POST", f"games/{ben.game}/moves/", {"move": "resign"})
    for one in (ada, ben):
        expect(one.page.locator(".end")).to_be_visible()
    speak(ben, "Good game")
    expect(bubble(ada)).to_have_text("Good game")
    ada.open()
    expect(ada.page.locator(".end")).to_be_visible()
    expect(bubble(ada)).to_have_count(0)
    speak(ada, "Thanks")
    expect(bubble(ben)).to_have_text("Thanks")
    expect(ben.page.locator("#phrases button", has_text="Again?")).to_be_enabled()
    speak(ben, "Again?")
    expect(bubble(ada)).to_have_text("Again?")
    ada.leave()
    ben.leave()


def test_phrases_are_said_before_the_start(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben", **FINGER).sign_in()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    ben.join(ada.deal("avengers", start=False, seats=seats))
    for one in (ada, ben):
        one.page.goto(f"{one.url}/play/{one.game}/")
        expect(one.page.locator(".sitting").nth(1)).to_contain_text("Ben")
    speak(ben, "One moment")
    for one in (ben, ada):
        expect(one.page.locator(".sitting").nth(1)).to_contain_text("One moment")
    for one in (ben, ada):
        expect(one.page.locator(".sitting .bubble")).to_have_count(0)
    ada.leave()
    ben.leave()


def test_who_wants_no_phrases_sees_none(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben").sign_in()
    meet(ada, ben)
    ada.page.locator("summary", has_text="Settings").click()
    ada.page.get_by_label("Show phrases").uncheck()
    expect(ada.page.locator("fd-phrases")).to_have_count(0)
    speak(ben, "Oops")
    expect(bubble(ben, own=True)).to_have_text("Oops")
    expect(bubble(ben, own=True)).to_have_count(0)
    assert bubble(ada).count() == 0
    ada.page.reload()
    expect(ada.page.locator(".seat")).to_be_visible()
    expect(ada.page.get_by_label("Show phrases")).not_to_be_checked()
    ada.leave()
    ben.leave()


def test_a_table_made_without_phrases_has_no_button_for_them(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben").sign_in()
    meet(ada, ben, phrases=False)
    expect(ada.page.locator("fd-more summary").first).to_be_visible()
    expect(ada.page.locator("fd-phrases")).to_have_count(0)
    ada.leave()
    ben.leave()


@pytest.fixture
def impatient(transactional_db: None, editions: None, tmp_path: Path) -> Iterator[str]:
    """The address of a server to which a player is away after six seconds."""
    with serving(tmp_path, HOST_AWAY_SECONDS="6") as made:
        yield f"http://127.0.0.1:{made.port}"


def test_who_is_away_is_shown_with_the_time_until_they_are_back(
    impatient: str, chromium: Browser
) -> None:
    ada = Person(chromium, impatient, "Ada", **FINGER).sign_in()
    ben = Person(chromium, impatient, "Ben", **MOUSE).sign_in()
    meet(ada, ben)
    expect(ada.page.locator("fd-phrases > button")).to_be_visible()
    expect(ada.page.locator(".proof-chip")).to_have_text("Sealed by the server only")
    ada.page.evaluate(WATCH_SHIFTS)
    ben.page.goto("about:blank")
    absent = ada.page.locator(".seat .absent")
    expect(absent).to_contain_text("away since")
    assert [part.isdigit() for part in absent.inner_text().split()[-1].split(":")] == [True, True]
    ben.open()
    expect(absent).to_have_count(0)
    assert ada.page.evaluate(SHIFTS) == []
    ada.leave()
    ben.leave()


def test_all_at_a_table_see_how_many_watch(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben", **FINGER).sign_in()
    eve = Person(chromium, playing.url, "Eve").sign_in()
    meet(ada, ben)
    eve.open(ada.game)
    expect(eve.page.locator(".plate")).to_have_text("You are watching")
    for one in (ada, eve):
        expect(one.page.locator(".bar .what")).to_contain_text("1 watching")
    ben.touch(".bar .tools [aria-controls=happened]")
    expect(ben.page.locator(".watchers")).to_have_text("1 watching")
    eve.leave()
    expect(ada.page.locator(".bar .what")).not_to_contain_text("watching")
    ada.leave()
    ben.leave()


def test_a_player_who_is_away_is_claimed_out_by_the_other(
    impatient: str, chromium: Browser
) -> None:
    ada = Person(chromium, impatient, "Ada", **FINGER).sign_in()
    ben = Person(chromium, impatient, "Ben", **MOUSE).sign_in()
    options = {"target_score": None, "rounds": 1, "absence": "out", "absent_seconds": 30}
    meet(ada, ben, options=options)
    waits_for_ben = ada.screen()["prompts"][-1]["seat"] == 1
    away, there = (ben, ada) if waits_for_ben else (ada, ben)
    expect(there.page.locator("fd-phrases > button")).to_be_visible()
    expect(there.page.locator(".proof-chip")).to_have_text("Sealed by the server only")
    there.page.evaluate(WATCH_SHIFTS)
    away.page.goto("about:blank")
    claim = there.page.locator("fd-claim button")
    expect(there.page.locator(".seat .absent")).to_contain_text("away since")
    expect(claim).to_have_count(0)
    expect(claim).to_have_text(f"Claim: {away.name} is out")
    assert there.page.evaluate(SHIFTS) == []
    there.touch("fd-claim button")
    expect(claim).to_have_text("Really? Press again")
    there.touch("fd-claim button")
    expect(there.page.locator(".end")).to_be_visible()
    expect(claim).to_have_count(0)
    target = int(waits_for_ben)
    move = {"move": "claim-absent", "seat": 1 - target, "target": target}
    assert there.events()[-1]["move"] == move
    away.open()
    expect(away.page.locator(".end")).to_be_visible()
    there.leave()
    away.leave()


def test_a_bot_goes_on_for_a_player_who_is_away_until_the_return(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada", **FINGER).sign_in()
    ben = Person(chromium, playing.url, "Ben", **MOUSE).sign_in()
    options = {"target_score": None, "rounds": 1, "absence": "bot", "absent_seconds": 30}
    meet(ada, ben, options=options)
    waits_for_ben = ada.screen()["prompts"][-1]["seat"] == 1
    away, there = (ben, ada) if waits_for_ben else (ada, ben)
    expect(there.page.locator(".proof-chip")).to_have_text("Sealed by the server only")
    there.page.evaluate(WATCH_SHIFTS)
    away.page.goto("about:blank")
    claim, marks = there.page.locator("fd-claim button"), there.page.locator(".seat .marks")
    # The option allows it before the server says of a host that he is away.
    expect(claim).to_have_text(f"Let a bot go on for {away.name}", timeout=55_000)
    assert there.page.evaluate(SHIFTS) == []
    there.touch("fd-claim button")
    there.touch("fd-claim button")
    expect(marks).to_contain_text("a bot plays")
    expect(claim).to_have_count(0)
    expect(there.page.locator(".prompt.asked")).to_be_visible()
    away.open()
    back = away.page.get_by_role("button", name="Take your seat back")
    expect(away.page.locator(".why")).to_contain_text("You were away, and a bot plays for you.")
    expect(back).to_have_count(1)
    expect(away.page.locator(".hand .legal, .calls button, .draw.legal")).to_have_count(0)
    if away.is_touching:
        back.tap()
    else:
        back.focus()
        away.page.keyboard.press("Enter")
    expect(back).to_have_count(0)
    expect(marks).not_to_contain_text("a bot plays")
    seat = int(waits_for_ben)
    moves = [one["move"] for one in there.events()]
    assert {"move": "stand-in", "seat": 1 - seat, "target": seat} in moves
    assert {"move": "take-back", "seat": seat} in moves
    there.leave()
    away.leave()


def test_a_preset_fills_the_fields_of_a_new_table(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada", **FINGER).sign_in()
    page = ada.page
    page.goto(f"{ada.url}/play/?variant=avengers#new")
    form = page.locator("form[name=make]")
    form.locator("summary").click()
    rounds, points = form.get_by_label("Rounds"), form.get_by_label("Points to win")
    seconds, bank = form.get_by_label("Seconds for a move"), form.get_by_label("Seconds in reserve")
    stops = form.get_by_role("checkbox", name="A call for a judge stops the clock")
    window = form.get_by_label("Seconds to call UNO")

    def filled(preset: str, *values: str, is_stopped: bool = False) -> None:
        expect(form.get_by_role("radio", name=preset)).to_be_checked()
        fields = (rounds, points, seconds, bank, window)
        for field, value in zip(fields, values, strict=True):
            expect(field).to_have_value(value)
        expect(stops).to_be_checked(checked=is_stopped)

    filled("Quick", "1", "500", "20", "60", "2")
    form.locator("[name=access]").select_option("invited")
    filled("Classic", "", "500", "", "", "0")
    form.get_by_role("radio", name="Tournament").check()
    filled("Tournament", "", "500", "30", "180", "3", is_stopped=True)
    form.locator("[name=access]").select_option("open")
    filled("Tournament", "", "500", "30", "180", "3", is_stopped=True)
    points.fill("200")
    points.blur()
    expect(form.locator("[name=preset]:checked")).to_have_count(0)
    expect(seconds).to_have_value("30")
    assert page.evaluate(WIDER) == 0
    form.get_by_label("With phrases and reactions").uncheck()
    form.get_by_role("button", name="Make a table").click()
    expect(page.locator("fd-waiting .played")).to_have_text(
        "first to 200 · 30 s for a move, 180 s in reserve"
    )
    made = ada.ask("GET", f"games/{ada.arrive()}/")
    assert made["options"]["clock"] == {
        "seconds": 30, "bank": 180, "increment": 5, "call_stops": True,
    }  # fmt: skip
    assert (made["options"]["uno_window"], made["phrases"]) == (3, False)
    ada.leave()


def test_the_seat_that_deals_is_chosen_by_who_has_it(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    page = ada.page
    page.goto(f"{ada.url}/play/?variant=avengers#new")
    form = page.locator("form[name=make]")
    form.locator("summary").click()
    dealer = form.get_by_label("Seat that deals first").locator("option")
    expect(dealer).to_have_text(["By lot", "1 · you", "2 · Free seat", "3 · Free seat"])
    form.locator("[name=bots]").select_option("1")
    expect(dealer).to_have_text(["By lot", "1 · you", "2 · Bot", "3 · Free seat"])
    form.locator("[name=dealer]").select_option("1")
    form.locator("[name=seats]").select_option("4")
    expect(dealer).to_have_count(5)
    expect(form.locator("[name=dealer]")).to_have_value("1")
    form.get_by_role("button", name="Make a table").click()
    page.wait_for_selector(".sitting")
    expect(page.locator("fd-waiting")).to_contain_text("Seat that deals first: 2 · Bot casual")
    assert ada.ask("GET", f"games/{ada.arrive()}/")["options"]["dealer"] == 1
    ada.leave()


def test_an_invitation_says_what_is_played(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben", **FINGER)
    seats = [{"kind": "me"}, {"kind": "open"}]
    options = {"rounds": 3, "target_score": None, "clock": {"seconds": 20}}
    game = ada.deal("avengers", seats=seats, start=False, options=options)
    ben.page.goto(ada.ask("POST", f"games/{game}/links/", {})["url"])
    expect(ben.page.locator("h3")).to_have_text("UNO Marvel Avengers")
    expect(ben.page.locator(".played")).to_have_text("3 rounds · 20 s for a move")
    ben.page.get_by_label("Your name").fill("Ben")
    ben.page.get_by_role("button", name="Take a seat").click()
    expect(ben.page.locator("fd-waiting .played")).to_have_text("3 rounds · 20 s for a move")
    ada.leave()
    ben.leave()


def test_a_name_is_asked_for_when_others_will_see_it(
    chromium: Browser, playing: PlayServer
) -> None:
    ada, ben = (Person(chromium, playing.url, name, **FINGER) for name in ("Ada", "Ben"))
    # Nothing is asked of a player among bots.
    ben.page.goto(ben.url)
    ben.page.locator("[name=variant][value=avengers]").click()
    expect(ben.page.locator(".hand li").first).to_be_visible()
    expect(ben.page.locator(".plate bdi")).to_contain_text("Guest")
    # Who makes a table for others says a name, or makes none.
    ada.page.goto(f"{ada.url}/play/?variant=avengers#new")
    expect(ada.page.get_by_role("radio", name="Quick")).to_be_checked()
    make = ada.page.get_by_role("button", name="Make a table")
    make.click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Cancel").click()
    expect(dialog).to_have_count(0)
    make.click()
    dialog.get_by_label("Your name").fill("Judge Ada")
    dialog.get_by_role("button", name="Go on").click()
    expect(dialog.get_by_role("alert")).not_to_be_empty()
    assert ada.wrong and all("422" in one for one in ada.wrong)
    ada.wrong.clear()
    dialog.get_by_label("Your name").fill("Adele")
    dialog.get_by_role("button", name="Go on").click()
    expect(ada.page.locator(".sitting").first).to_contain_text("Adele (you)")
    # A guest who played alone is asked at the table of the lobby, and by a link.
    link = ada.page.get_by_label("Address").input_value()
    ben.page.goto(link)
    expect(ben.page.get_by_label("Your name")).to_be_visible()
    ben.page.goto(f"{ben.url}/play/")
    ben.page.locator(".tables li", has_text="Adele").get_by_role("button").click()
    ben.page.get_by_role("dialog").get_by_label("Your name").fill("Ben")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(".sitting").nth(1)).to_contain_text("Ben (you)")
    ben.page.goto(link)
    expect(ben.page.locator(".sitting").nth(1)).to_contain_text("Ben (you)")
    ada.leave()
    ben.leave()


ICON = "() => document.querySelector('link[rel=icon]').href"


def test_the_icon_of_the_tab_says_whose_turn_it_is(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben").sign_in()
    meet(ada, ben)
    asked = ada if ada.screen()["prompts"][-1].get("options") else ben
    other = ben if asked is ada else ada
    expect(asked.page).to_have_title("● Your turn · Fairdeal")
    assert "favicon-turn" in asked.page.evaluate(ICON)
    assert "favicon-turn" not in other.page.evaluate(ICON)
    ada.leave()
    ben.leave()


def test_two_people_play_again_with_the_same_options(
    chromium: Browser, playing: PlayServer
) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ben = Person(chromium, playing.url, "Ben", **FINGER).sign_in()
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "bot", "bot": "easy"}]
    options = {"rounds": 2, "target_score": None, "clock": {"seconds": 600}, "uno_window": 1}
    game = ada.deal(
        "avengers", seats=seats, start=False, start_when_full=True, options=options, phrases=False
    )
    ben.join(game)
    ada.open()
    ben.open()
    for one in (ben, ada):
        one.ask("POST", f"games/{game}/moves/", {"move": "resign"})
    for one in (ada, ben):
        expect(one.page.locator(".end")).to_be_visible()
    ada.touch(".end .primary")
    ada.page.wait_for_url(lambda url: game not in url, wait_until="commit")
    expect(ada.page.locator("fd-waiting")).to_contain_text("Ben, invited")
    expect(ben.page.locator(".end .primary")).to_have_text("Join the rematch")
    ben.touch(".end .primary")
    for one in (ada, ben):
        expect(one.page.locator(".seat")).to_have_count(2)
    again = ada.arrive()
    assert ben.page.url == ada.page.url
    before, after = (ada.ask("GET", f"games/{one}/") for one in (game, again))
    assert after["options"] == before["options"]
    assert (after["phrases"], len(after["seats"])) == (False, 3)
    ada.leave()
    ben.leave()


def test_a_code_brings_a_player_to_another_device(chromium: Browser, playing: PlayServer) -> None:
    ada = Person(chromium, playing.url, "Ada").sign_in()
    ada.deal("avengers", "easy")
    ada.open().wait_until_asked()
    phone = Person(chromium, playing.url, "Phone", **FINGER)
    other = ada.tab()
    other.goto(f"{ada.url}/play/")
    other.get_by_role("button", name="Play on another device").click()
    phone.page.goto(other.get_by_label("Address").input_value())
    expect(phone.page.locator("form[name=enter]")).to_contain_text("This code was made by Ada")
    phone.page.get_by_role("button", name="Play as Ada").click()
    phone.page.locator(".my-games a").first.click()
    phone.game = ada.game
    phone.wait_until_asked()
    phone.answer()
    phone.check_screen()
    ada.check_screen()
    ada.leave()
    phone.leave()
