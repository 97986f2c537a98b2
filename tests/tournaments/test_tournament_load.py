"""The pages of a tournament ask the database as often for many entries as for few."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.tournaments import table_games
from tests.tournaments.test_tournament_pages import MADE, Browser

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PAGES = ("", "now/", "clock/", "wall/", "desk/", "why/1/",
         "print/pairings/", "print/standings/", "print/slips/")  # fmt: skip


def queries(entries: int) -> dict[str, int]:
    """Return how many queries each page of a tournament makes whose first round runs."""
    browser = Browser()
    made = MADE | {"name": f"Night of {entries}"}
    browser.code = browser.client.post("/t/", made)["Location"].split("/")[2]
    names = "\n".join(f"Player {number}" for number in range(entries))
    browser.post("desk/", act="enter", names=names, there="yes")
    for act in ("close-entries", "pair", "publish", "start-round"):
        browser.act(act)
    table_games.tend(browser.tournament.pk)
    found = {}
    for page in PAGES:
        cache.clear()
        with CaptureQueriesContext(connection) as counted:
            browser.get(page)
        found[page] = len(counted)
    return found


@pytest.mark.usefixtures("editions")
def test_queries_do_not_grow_with_the_entries() -> None:
    assert queries(4) == queries(16)
