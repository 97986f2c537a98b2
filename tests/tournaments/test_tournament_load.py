"""The pages of a tournament are as cheap for many entries as they can be."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tournaments import table_games
from games.tournaments.rules import decide
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
