"""Several nights, added up to a league."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from games.tournaments.models import League
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.league_table import league_table
from tests.tournaments.evenings import Evening

NIGHTS = [["Ada", "Bo", "Cleo"], ["Cleo", "Ada"], ["Bo", "Cleo", "Ada", "Dan"]]


@pytest.mark.rule("tournament.league")
def test_points_of_final_places_are_added_up() -> None:
    lines = [tuple(one) for one in league_table(NIGHTS, [5, 3, 1], 0)]
    assert lines == [
        (1, "Ada", 9, (5, 3, 1)),
        (1, "Cleo", 9, (1, 5, 3)),
        (3, "Bo", 8, (3, None, 5)),
        (4, "Dan", 0, (None, None, 0)),
    ]


@pytest.mark.rule("tournament.league")
def test_the_best_nights_count_and_then_the_better_one() -> None:
    lines = league_table([["Ada", "Bo"], ["Bo", "Ada"], ["Cleo"]], [6, 4], 1)
    assert [(one.place, one.name, one.total) for one in lines] == [
        (1, "Ada", 6), (1, "Bo", 6), (1, "Cleo", 6),
    ]  # fmt: skip
    lines = league_table([["Ada", "Bo"], ["Cleo", "Bo"]], [8, 4], 0)
    assert [(one.place, one.name) for one in lines] == [(1, "Ada"), (1, "Cleo"), (3, "Bo")]


@pytest.mark.rule("tournament.league")
def test_a_league_is_made_of_tournaments_and_closed(editions: None) -> None:
    evening = Evening(4, rounds=1)
    maker = Client()
    maker.post("/t/", {"do": "make", "name": "Friday", "variant": "avengers", "rounds": 1,
                       "final": 0, "size": 4, "late_until": 1, "called": "Olga"})  # fmt: skip
    reply = maker.post("/t/league/", {"name": "Autumn", "points": "5 3 1", "best": 2})
    page = reply["Location"]
    maker.post(page, {"do": "add", "code": evening.tournament.code})
    assert "No tournament of this league is over yet." in maker.get(page).content.decode()
    evening.play_round()
    evening.act(acts.Finish())
    shown = maker.get(page).content.decode()
    assert re.findall(r"<strong>(\d)</strong>", shown) == ["5", "3", "1", "0"]
    other = Client()
    assert f'<a href="{page}">Autumn</a>' in other.get("/t/").content.decode()
    other.post(page, {"do": "close"})
    assert League.objects.get().digest == ""
    maker.post(page, {"do": "close"})
    assert len(League.objects.get().digest) == 64
    maker.post(page, {"do": "add", "code": evening.tournament.code})
    assert "Only the maker" in maker.get(page).content.decode()
    assert other.get("/t/league/BCDFGHJK/").status_code == 404
