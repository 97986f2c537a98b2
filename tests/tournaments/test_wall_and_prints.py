"""The wall of a tournament, and what it prints: what each shows, and to whom."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.pages.tournament_prints import alphabetical
from games.tournaments import services
from games.tournaments.models import Entrant
from games.tournaments.rules import tournament_acts as acts
from tests.pages.conftest import Looking, _one_browser, browser, chromium, looking
from tests.pages.test_browser import FLAWS
from tests.tournaments.evenings import Evening

__all__ = ["_one_browser", "browser", "chromium", "looking"]

PRINTS = ("slips", "pairings", "sheets", "standings")


@pytest.fixture
def evening(editions: None) -> Evening:
    return Evening(7)


def wall(evening: Evening) -> str:
    return reverse("tournament-wall", args=[evening.tournament.code])


def paper(evening: Evening, what: str) -> str:
    return reverse("tournament-print", args=[evening.tournament.code, what])


def pages_of(evening: Evening) -> list[str]:
    """Return the addresses of all pages of a tournament that its links lead to."""
    code = evening.tournament.code
    shown = [reverse(f"tournament{one}", args=[code]) for one in ("", "-now", "-desk")]
    why = [reverse("tournament-why", args=[code, number]) for number in (1, 2)]
    return [*shown, *why, wall(evening), *(paper(evening, one) for one in PRINTS)]


def read(client: Client, address: str) -> str:
    """Return a page of status 200 as text, with one space for each white space."""
    response = client.get(address)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def staff_of(evening: Evening) -> Client:
    """Return the browser of a new scorekeeper."""
    client = Client()
    link = reverse("tournament-staff", args=[services.invitation(evening.tournament, "score")])
    assert client.post(link, {"called": "Sam"}).status_code == 302
    return client


def player_of(entrant: Entrant) -> Client:
    """Return the browser of a player who has shown the claim code."""
    client = Client()
    link = reverse("tournament-claim", args=[services.claim_code(entrant)])
    assert client.post(link).status_code == 302
    return client


# ---- slips


def test_slips_are_for_the_staff(evening: Evening) -> None:
    slips = paper(evening, "slips")
    for client in (Client(), player_of(evening.entrants[0])):
        response = client.get(slips)
        assert response.status_code == 403
        assert "The desk is for the staff" in response.content.decode()
    assert staff_of(evening).get(slips).status_code == 200


def test_a_slip_has_what_its_player_needs(evening: Evening) -> None:
    page = read(staff_of(evening), paper(evening, "slips"))
    assert page.count('class="slip"') == page.count("<svg") == len(evening.entrants)
    for one in evening.entrants:
        assert one.name in page and services.claim_code(one) in page
    assert ">testserver/t/<" in page and "Tuesday night" in page


def test_a_code_that_was_used_is_not_printed_again(evening: Evening) -> None:
    used, other = evening.entrants[:2]
    player_of(used)
    page = read(staff_of(evening), paper(evening, "slips"))
    assert services.claim_code(used) not in page and services.claim_code(other) in page
    assert f"<bdi>{used.name}</bdi>" in page and page.count('class="slip"') == 6
    services.issue_claim(tournament_id=evening.tournament.pk, entry=used.number, by=evening.head)
    used.refresh_from_db()
    assert services.claim_code(used) in read(staff_of(evening), paper(evening, "slips"))


def test_no_page_has_a_code_for_others(evening: Evening) -> None:
    evening.begin()
    own = evening.entrants[0]
    player = player_of(own)
    codes = {services.claim_code(one): one for one in evening.entrants}
    for client in (Client(), player):
        for address in pages_of(evening):
            page = client.get(address).content.decode()
            seen = {one for code, one in codes.items() if code in page}
            assert seen <= ({own} if client is player else set())
    at_home = read(player, reverse("tournament", args=[evening.tournament.code]))
    assert services.claim_code(own) in at_home


# ---- pairings that are not public


def test_a_round_is_on_no_page_but_the_desk_until_it_is_public(evening: Evening) -> None:
    evening.act(acts.CloseEntries(), acts.Pair())
    first = evening.state.rounds[0].tables[0].seats[0]
    player = player_of(evening.entrants[first - 1])
    staff = staff_of(evening)
    for client in (Client(), player, staff):
        for address in (one for one in pages_of(evening) if "/desk/" not in one):
            assert not re.search(r"\b[Tt]able <?b?>?\d", client.get(address).content.decode())
    assert "No round is public yet." in read(staff, paper(evening, "pairings"))
    assert "No round is public yet." in read(staff, paper(evening, "sheets"))
    assert "Table 1" in read(staff, reverse("tournament-desk", args=[evening.tournament.code]))
    evening.act(acts.Publish())
    assert "Table <b>1</b>" in read(Client(), wall(evening))


# ---- the wall


def test_the_wall_leads_from_the_entries_to_the_final_standings(editions: None) -> None:
    client, evening = Client(), Evening(7, delay=0)
    page = read(client, wall(evening))
    address = f">testserver/t/{evening.tournament.code}/<"
    assert "Entries: 7" in page and address in page and page.count("<svg") == 1
    evening.begin()
    page = read(client, wall(evening))
    assert "Who sits where" in page and "Round 1 of 3" in page and "<svg" not in page
    for number, table in enumerate(evening.state.rounds[0].tables, 1):
        for seat, entry in enumerate(table.seats, 1):
            name = evening.entrants[entry - 1].name
            where = f"Table <b>{number}</b>, seat {seat}"
            assert f'<bdi>{name}</bdi> <span class="at">{where}</span>' in page
    assert "Results" not in page
    for number in (1, 2):
        evening.play(number)
        evening.tend()
        page = read(client, wall(evening))
        assert page.count('class="result"') == number
        assert ("Who sits where" in page) == (number == 1)
    evening.act(acts.CloseRound())
    assert "Standings after round 1" in read(client, wall(evening))
    evening.play_round()
    evening.play_round()
    evening.act(acts.Finish())
    page = read(client, wall(evening))
    assert "Final standings" in page and "The tournament is over." in page
    assert [page.index(f'<b class="place">{nth}.</b>') for nth in range(1, 8)]


def test_names_are_in_alphabetical_order() -> None:
    names = ["Zoé", "élise", "Eli", "Émile", "anna"]
    assert sorted(names, key=alphabetical) == ["anna", "Eli", "élise", "Émile", "Zoé"]


def test_the_wall_has_a_clock_and_announcements(editions: None) -> None:
    evening = Evening(4, minutes=20)
    evening.act(acts.Announce("Pizza is here."))
    evening.begin()
    page = read(Client(), wall(evening))
    assert "Pizza is here." in page and "data-ends=" in page
    evening.act(acts.PauseRound())
    page = read(Client(), wall(evening))
    assert "Paused" in page and "data-ends=" not in page


def test_a_bye_is_on_the_wall_and_on_paper(editions: None) -> None:
    evening = Evening(5, odd="bye")
    evening.begin()
    (lucky,) = evening.state.rounds[0].byes
    name = evening.entrants[lucky - 1].name
    assert f'<bdi>{name}</bdi> <span class="at">bye</span>' in read(Client(), wall(evening))
    assert f"<bdi>{name}</bdi> <span>bye</span>" in read(Client(), paper(evening, "pairings"))


def test_the_wall_speaks_french(evening: Evening) -> None:
    evening.begin()
    page = read(Client(headers={"Accept-Language": "fr-CA"}), wall(evening))
    assert '<html lang="fr-CA">' in page and "Qui est assis où" in page
    assert "siège" in page and "Who sits" not in page


# ---- other prints


def test_pairings_are_by_name_and_by_table(evening: Evening) -> None:
    evening.begin()
    page = read(Client(), paper(evening, "pairings"))
    for one in evening.entrants:
        assert page.count(f"<bdi>{one.name}</bdi>") == 2
    assert page.count("<h3>Table ") == 2


def test_each_table_has_a_score_sheet(evening: Evening) -> None:
    evening.begin()
    page = read(Client(), paper(evening, "sheets"))
    assert page.count('class="score-sheet"') == 2
    assert page.count('class="blank wide"') == len(evening.entrants)
    assert page.count("Signature of the staff") == 2


def test_standings_have_the_names_of_tie_breaks(evening: Evening) -> None:
    evening.play_round()
    page = read(Client(), paper(evening, "standings"))
    assert "Standings after round 1" in page
    for name in ("Points of first places", "Mean points of opponents", "Mean place", "Lot"):
        assert f">{name}</th>" in page
    assert page.count("<tr>") == 8


def test_other_words_lead_nowhere(evening: Evening) -> None:
    assert Client().get(paper(evening, "money")).status_code == 404
    unknown = reverse("tournament-wall", args=["NOSUCH"])
    assert Client().get(unknown).status_code == 404


# ---- in a browser

NAMES = 40
CUT_OFF = """[...document.querySelectorAll("h1, h2, p, li, bdi, .at, .qr")].filter(one => {
  const box = one.getBoundingClientRect();
  const own = getComputedStyle(one).clipPath !== "none";
  return !own && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight
    || one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).display !== "inline");
}).map(one => one.outerHTML.slice(0, 80))"""


def large(players: int = NAMES) -> Evening:
    """Return a tournament whose entries have names of many lengths."""
    evening = Evening(0, minutes=50)
    for nth in range(players):
        first = ("Anna", "Bartholomew", "Jean-François", "Li", "Élise")[nth % 5]
        name = f"{first} {('Roy', 'Tremblay', 'Castellanos', 'St-Pierre')[nth % 4]} {nth + 1}"
        entered = services.enter(
            tournament_id=evening.tournament.pk, name=name, by=evening.head, is_there=True
        )
        evening.entrants.append(entered)
    return evening


def is_whole(page: Page) -> bool:
    """Whether a page shows all of itself at once, and nothing of it is cut off."""
    assert page.evaluate(CUT_OFF) == []
    size = "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    width, height = page.evaluate(size)
    shown = page.viewport_size
    return bool(shown and width == shown["width"] and height <= shown["height"])


@pytest.fixture
def entered(transactional_db: None, editions: None) -> Evening:
    """A tournament of forty, before its first round."""
    return large()


@pytest.fixture
def seated(entered: Evening) -> Evening:
    """A tournament of forty in its first round, with an announcement."""
    entered.begin()
    entered.act(acts.Announce("Pizza is at the bar. The next round starts at eight."))
    return entered


@pytest.fixture
def crowded(transactional_db: None, editions: None) -> Evening:
    """A tournament of a hundred in its first round."""
    evening = large(100)
    evening.act(acts.CloseEntries(), acts.Pair(), acts.Publish())
    return evening


@pytest.mark.slow
def test_forty_entries_are_on_one_screen(
    entered: Evening, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}{wall(entered)}")
    expect(page.locator("li")).to_have_count(NAMES)
    assert is_whole(page) and page.evaluate(FLAWS) == []


@pytest.mark.slow
def test_forty_seats_are_on_one_screen(
    seated: Evening, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(f"{live_server.url}{wall(seated)}")
    expect(page.locator(".clock")).to_have_text(re.compile(r"\d+:\d\d"))
    expect(page.locator("li")).to_have_count(NAMES)
    assert is_whole(page) and page.evaluate(FLAWS) == []


@pytest.mark.slow
def test_more_names_turn_page_by_page(
    crowded: Evening, live_server: LiveServer, looking: Looking
) -> None:
    page = looking.page
    page.clock.install()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{live_server.url}{wall(crowded)}")
    last = page.locator("li").last
    told = page.locator(".page-of").first
    expect(told).to_have_text(re.compile("1 / [23]"))
    expect(last).not_to_be_in_viewport()
    pages = int(told.inner_text()[-1])
    page.clock.run_for(10_000 * (pages - 1))
    expect(told).to_have_text(f"{pages} / {pages}")
    expect(last).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "has_script"), [(390, True), (390, False), (1280, False)])
def test_the_wall_is_read_without_script_and_on_a_phone(
    seated: Evening, live_server: LiveServer, browser: BrowserContext, width: int, has_script: bool
) -> None:
    assert browser.browser is not None
    page = browser.browser.new_context(java_script_enabled=has_script).new_page()
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{live_server.url}{wall(seated)}")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    last = page.locator("li").last
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport(ratio=1)


@pytest.fixture
def cookies(seated: Evening) -> dict[str, str]:
    """The cookies of a scorekeeper's browser."""
    return {name: one.value for name, one in staff_of(seated).cookies.items()}


@pytest.mark.slow
def test_prints_fit_both_papers(
    seated: Evening, cookies: dict[str, str], live_server: LiveServer, looking: Looking
) -> None:
    page, url = looking.page, live_server.url
    page.context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
    )
    for what, sheets in (("slips", 4), ("sheets", 5), ("pairings", 2)):
        page.goto(f"{url}{paper(seated, what)}")
        assert page.evaluate(FLAWS) == []
        for size in ("A4", "Letter"):
            printed = page.pdf(format=size, prefer_css_page_size=True)
            assert len(re.findall(rb"/Type\s*/Page\b", printed)) == sheets
