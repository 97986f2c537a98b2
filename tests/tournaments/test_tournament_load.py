"""The pages of a tournament are as cheap for many entries as they can be."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.tournaments import services, table_games
from games.tournaments.models import Tournament
from games.tournaments.rules import decide
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.tournament_ledger import rows_of
from tests.tournaments.evenings import Evening
from tests.tournaments.test_tournament_pages import MADE, Browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = ("", "now/", "clock/", "wall/", "desk/", "why/1/",
         "print/pairings/", "print/standings/", "print/slips/")  # fmt: skip


def running(entries: int) -> Browser:
    """Return the desk of a tournament whose first round runs."""
    browser = Browser()
    made = MADE | {"name": f"Night of {entries}"}
    browser.code = browser.client.post("/t/", made)["Location"].split("/")[2]
    names = "\n".join(f"Player {number}" for number in range(entries))
    browser.post("desk/", act="enter", names=names, there="yes")
    for act in ("close-entries", "pair", "publish", "start-round"):
        browser.act(act)
    table_games.tend(browser.tournament.pk)
    return browser


def queries(entries: int) -> dict[str, int]:
    """Return how many queries each page of a tournament makes."""
    browser, found = running(entries), {}
    for page in PAGES:
        cache.clear()
        with CaptureQueriesContext(connection) as counted:
            browser.get(page)
        found[page] = len(counted)
    return found


@pytest.mark.usefixtures("editions")
def test_queries_do_not_grow_with_the_entries() -> None:
    assert queries(4) == queries(16)


@pytest.mark.usefixtures("editions")
def test_the_desk_grows_with_the_entries_and_not_with_their_square() -> None:
    few, many = (running(entries).get("desk/").count("<option") for entries in (8, 32))
    assert many < 4 * few


@pytest.mark.usefixtures("editions")
def test_the_standings_are_computed_once_for_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, computed = running(8), list[int]()
    standings = decide.standings

    def counted(*args: Any, **more: Any) -> Any:
        computed.append(1)
        return standings(*args, **more)

    monkeypatch.setattr(decide, "standings", counted)
    for page in ("desk/", "why/1/"):
        computed.clear()
        browser.get(page)
        assert len(computed) <= 1, page


def whole_evening() -> Evening:
    """Return an evening whose first round is closed and whose second is paired."""
    evening = Evening(8, delay=0)
    evening.act(acts.CloseEntries(), acts.Pair(), acts.Publish(), acts.StartRound())
    for number in (1, 2):
        evening.act(acts.Record(1, number, (1, 2, 3, 4)))
    evening.act(acts.CloseRound(), acts.Pair(), acts.Publish())
    return evening


def desk_of(evening: Evening) -> Browser:
    desk = Browser(evening.tournament.code)
    link = services.invitation(Tournament.objects.get(pk=evening.tournament.pk), "head")
    desk.client.post(f"/t/staff/{link}/", {"called": "Hugo"})
    return desk


@pytest.mark.usefixtures("editions")
def test_earlier_rounds_are_shown_when_they_are_opened() -> None:
    evening = whole_evening()
    desk = desk_of(evening)
    assert desk.get("").count('class="panel table-of"') == 2
    assert desk.get("?round=1").count('class="panel table-of"') == 4
    assert "Correct the places" not in desk.get("desk/")
    opened = desk.get("desk/?round=1")
    assert opened.count("Correct the places") == 2
    assert "csrf-token-of-the-page" not in opened
    for wrong in ("?round=0", "?round=9", "?round=-1", "?round=x", "?round=²"):
        assert desk.get(wrong).count('class="panel table-of"') == 2


@pytest.mark.usefixtures("editions")
def test_the_desk_shows_the_last_rows_and_all_of_them_when_asked() -> None:
    evening = whole_evening()
    with transaction.atomic():
        evening.act(*(acts.Announce(f"Text {one}") for one in range(190)))
    desk = desk_of(evening)
    seq = desk.tournament.seq
    before = (seq - 100) // 100 * 100
    shown, whole = desk.get("desk/"), desk.get("desk/?log=all")
    assert shown.count("<li><small>") == seq - before < whole.count("<li><small>") == seq
    assert 'href="?log=all' in shown and 'href="?log=all' not in whole
    first = shown.rpartition("<li><small>")[2].partition("</li>")[0]
    assert first in whole and first.startswith(f"{before + 1} ")


@pytest.mark.usefixtures("editions")
def test_rows_that_were_rolled_back_are_not_remembered() -> None:
    evening = Evening(4)
    seq = len(rows_of(evening.tournament))
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        evening.act(acts.Announce("Not so"), acts.CloseEntries())
        assert len(rows_of(evening.tournament)) == seq + 2
        raise ZeroDivisionError
    assert len(rows_of(evening.tournament)) == seq
    assert evening.state.stage == "entries"
    evening.act(acts.Announce("So"))
    assert [one.act for one in rows_of(evening.tournament)[seq:]] == [acts.Announce("So")]
    desk = desk_of(evening)
    assert "Not so" not in desk.get("") and "So" in desk.get("")
