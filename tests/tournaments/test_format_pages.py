"""The pages of tournaments that are no club night: their form, seed numbers, names of rounds."""

from __future__ import annotations

from typing import Any

import pytest

from games.pages.tournament_choices import round_name
from games.pages.tournament_forms import PRESETS, MakeTournament, named_people
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.tournament_archive import results_csv
from tests.tournaments.test_formats import cup, play_by_seed
from tests.tournaments.test_tournament_pages import MADE, Browser

NAMES = "name,team,seed\n" + "\n".join(f"Player {n},,{n}" for n in range(1, 10))


def form(**more: Any) -> MakeTournament:
    return MakeTournament(MADE | more, language="en")


@pytest.fixture
def desk(editions: None) -> Browser:
    """A cup of eight players at its desk, one after the other with a seed number."""
    browser = Browser()
    reply = browser.client.post("/t/", MADE | {"preset": "cup", "name": "Cup", "late_until": 1})
    browser.code = reply["Location"].split("/")[2]
    browser.post("desk/", act="enter", names=NAMES.rpartition("\n")[0], there="yes")
    return browser


@pytest.mark.parametrize("preset", PRESETS)
def test_each_kind_has_terms_that_fit(preset: str) -> None:
    one = form(preset=preset, final="")
    assert one.is_valid(), one.errors
    terms, kind = one.terms(), PRESETS[preset]
    assert (terms["stage"], terms["deals"], terms["final"]) == (kind.stage, kind.deals, kind.final)
    assert terms["rounds"] == (2 if kind.stage == "swiss" else 0)


def test_rare_terms_are_read() -> None:
    one = form(points="10, 6 3", go_on=1, cut_rounds=3, seeds="on")
    assert one.is_valid(), one.errors
    terms = one.terms()
    assert (terms["points"], terms["go_on"], terms["first"]) == ((10, 6, 3), 1, "seeds")
    assert terms["final_options"] == {"rounds": 3, "target_score": None}
    assert terms["final"] == 0 and terms["stage"] == "swiss"


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"points": "1 2"}, "points"), ({"points": "many"}, "points"), ({"points": "0"}, "points"),
        ({"points": " ".join("1" * 11)}, "points"), ({"go_on": 4}, "go_on"),
        ({"preset": "duplicate", "points": "3 1"}, "points"), ({"preset": "chess"}, "preset"),
        ({"variant": "ultimate", "final": 6}, "final"),
    ],
)  # fmt: skip
def test_terms_that_do_not_fit_are_named_at_their_field(more: dict[str, Any], field: str) -> None:
    assert list(form(**more).errors) == [field]


def test_lists_have_seed_numbers_in_their_third_column() -> None:
    assert named_people(NAMES)[:2] == [("Player 1", "", 1), ("Player 2", "", 2)]
    assert named_people("Ada;red;3\nZoé;;\nKim") == [("Ada", "red", 3), ("Zoé", "", 0),
                                                     ("Kim", "", 0)]  # fmt: skip
    with pytest.raises(ValueError, match="invalid literal"):
        named_people("Ada,red,first")


@pytest.mark.rule("tournament.pairing.first")
def test_a_cup_is_played_from_its_desk(desk: Browser) -> None:
    assert [one.seed for one in desk.state.entries.values()] == list(range(1, 9))
    assert 'value="seed"' in desk.get("desk/")
    assert desk.act("seed", entry=8, number=0) == "Player 8 has no seed number any more."
    desk.act("seed", entry=8, number=8)
    desk.act("close-entries")
    said = desk.act("pair")
    assert "Who plays on, best seed first: Player 1, Player 2" in said
    desk.act("publish")
    assert 'value="seed"' not in desk.get("desk/")
    for page in ("", "wall/", "desk/", "print/pairings/", "print/sheets/"):
        assert "Semi-final" in desk.get(page) and "Final<" not in desk.get(page), page
    desk.act("start-round")
    for table in (1, 2):
        desk.act("record", round=1, table=table, places=[4, 3, 2, 1])
    desk.act("close-round")
    assert "Standings · Semi-final" in desk.get("wall/")
    assert "Pair the next round" in desk.get("desk/")
    assert "points" not in desk.get("wall/") and "Points" not in desk.get("print/standings/")
    why = desk.get("why/5/")
    assert "The cut:" in why and "Mean points" not in why
    for act in ("pair", "publish", "start-round"):
        desk.act(act)
    assert "Final" in desk.get("wall/")
    desk.act("record", round=2, table=1, places=[1, 2, 3, 4])
    desk.act("close-round")
    desk.act("finish")
    lines = results_csv(desk.tournament).decode().splitlines()
    assert len(lines) == 1 + 8 + 4 and all(line.split(",")[6] == "" for line in lines[1:])
    phone = Browser(desk.code, accept_language="fr-CA")
    assert "Classement" in phone.get() and "Demi-finale" in phone.get()


def test_who_has_no_table_is_told_so(editions: None) -> None:
    browser = Browser()
    reply = browser.client.post("/t/", MADE | {"preset": "round_robin", "final": ""})
    browser.code = reply["Location"].split("/")[2]
    phones = [Browser(browser.code) for _ in range(5)]
    for number, phone in enumerate(phones):
        phone.post(do="enter", name=f"Player {number}", there="yes")
    for act in ("close-entries", "pair", "publish"):
        browser.act(act)
    assert sum("You do not play in this round." in phone.get() for phone in phones) == 1
    assert "Round 1 of 5" in " ".join(browser.get("wall/").split())
    assert all(browser.get(page).count("rests") == 1 for page in ("wall/", "print/pairings/"))


def test_rounds_after_a_cut_are_named_by_how_many_follow() -> None:
    night = cup(32)
    named = [round_name(night.state, 1)]
    for _ in range(3):
        play_by_seed(night)
        night.begin()
        named.append(round_name(night.state, len(night.state.rounds)))
    assert named == ["Knockout, 32 players", "Quarter-final", "Semi-final", "Final"]
    assert round_name(night.state, 0) == ""
    one = cup(16, go_on=1)
    assert round_name(one.state, 1) == "Semi-final"
    play_by_seed(one)
    one.act(acts.Pair())
    assert round_name(one.state, 2) == "Final"
