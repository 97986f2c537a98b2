"""What the desk is told of tables that need it, and how it ends a role."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from cards.models import Edition, EndlessMove
from games.engine import Correct, Pause, Void, share_commitment
from games.errors import NotAllowed
from games.ledger.rows import now
from games.models import Game, Seat
from games.play.directing import AskedAct, Organiser, act_command, organiser_behind
from games.play.openings import open_share
from games.play.seating import Contribution, join_game
from games.play.submitting import submit_move
from games.players.models import Player
from games.players.services import create_guest
from games.tournaments import table_games
from games.tournaments.models import Entrant, TableGame, TournamentEvent
from games.tournaments.rules import tournament_acts as acts
from games.wording import tournament_rules
from tests.tournaments.evenings import SHARE, Evening, resign, table_games_start
from tests.tournaments.test_tournament_pages import Browser, desk, players

__all__ = ["desk"]


@pytest.fixture
def running(desk: Browser) -> Browser:
    """A tournament whose first round is started; its table is not open yet."""
    players(desk, 4)
    for act in ("close-entries", "pair", "publish", "start-round"):
        desk.act(act)
    return desk


def test_a_role_is_taken_away_at_the_desk(desk: Browser) -> None:
    link = desk.get("desk/").split("/t/staff/")[2].partition('"')[0]
    other = Browser(desk.code)
    other.client.post(f"/t/staff/{link}", {"called": "Fay"})
    other.get("desk/")
    page = desk.get("desk/")
    assert page.count("Take the role away") == 2
    fay = str(Player.objects.get(name="Fay").pk)
    assert "Fay has no role any more." in desk.act("name-staff", player=fay)
    assert fay not in desk.state.staff
    other.get("desk/", 403)
    own = page.split('name="player" value="')[1].partition('"')[0]
    refused = desk.post("desk/", act="name-staff", player=own).content.decode()
    assert 'class="error"' in refused and own in desk.state.staff


def test_the_desk_says_which_table_does_not_open(
    running: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = Edition.objects.get(releases__variant="avengers")
    EndlessMove.objects.create(edition=edition, game=running.tournament.pk, seq=2, at=now())
    table_games.tend(running.tournament.pk)
    assert "does not open" not in running.get("desk/")
    told = running.get("now/")
    later = now() + timedelta(minutes=1)
    monkeypatch.setattr("games.tournaments.selectors.now", lambda: later)
    page = running.get("desk/")
    assert "Table 1 does not open: this server has stopped the game." in page
    assert 'href="#table-1"' in page and running.get("now/") != told
    monkeypatch.setattr("games.pages.tournament_decisions.is_stopped", lambda _: False)
    assert "is tried again every few seconds" in running.get("desk/")
    running.act("record", round=1, table=1, places=[1, 2, 3, 4])
    assert "does not open" not in running.get("desk/")


@pytest.mark.rule("tournament.result")
def test_places_that_a_judge_changes_in_a_game_are_recorded_or_left(running: Browser) -> None:
    def direct(act: Any) -> None:
        one = TableGame.objects.select_related("tournament__player", "game").get()
        table_games.direct(one, Game.objects.get(pk=one.game_id), act, "So decided.")

    table_games.tend(running.tournament.pk)
    evening = object.__new__(Evening)
    evening.tournament = running.tournament
    game = evening.sit(1)
    for number in range(3):
        resign(game, number)
    evening.tend()
    assert running.state.rounds[0].tables[0].places is not None
    assert "a judge has changed" not in running.get("desk/")
    direct(Void())
    direct(Correct(winner=0, places=(1, 2, 3, 4)))
    page = running.get("desk/")
    assert "Round 1, table 1: a judge has changed the places in the game." in page
    running.act("record", round=1, table=1, places=[1, 2, 3, 4])
    assert running.state.rounds[0].tables[0].places == (1, 2, 3, 4)
    assert "a judge has changed" not in running.get("desk/")
    direct(Void())
    direct(Correct(winner=1, places=(2, 1, 3, 4)))
    assert "a judge has changed" in running.get("desk/")
    running.act("record", round=1, table=1, places=[1, 2, 3, 4])
    assert "a judge has changed" not in running.get("desk/")
    assert TournamentEvent.objects.filter(text__contains='"hand"').count() == 2


def test_a_table_is_told_what_is_announced_to_it(running: Browser) -> None:
    def said(at: str) -> list[str]:
        return [one["text"] for one in json.loads(running.get(f"clock/?at={at}"))["said"]]

    running.act("announce", text="Pizza is here.")
    running.act("announce", text="Move your table.", table=1)
    assert said("1.1") == ["Move your table."]
    assert said("1.2") == said("2.1") == said("") == ["Pizza is here."]
    table_games.tend(running.tournament.pk)
    game = TableGame.objects.get().game_id
    assert (
        f"/t/{running.code}/clock/?at=1.1" in running.client.get(f"/play/{game}/").content.decode()
    )


def test_a_form_that_is_sent_twice_enters_once(desk: Browser) -> None:
    def once(page: str) -> str:
        return page.split('name="once" value="')[1].partition('"')[0]

    phone = Browser(desk.code)
    sent = {"do": "enter", "name": "Zoe", "there": "yes", "once": once(phone.get())}
    for one in (phone, Browser(desk.code), phone):
        assert "Zoe" in one.post(**sent).content.decode()
    assert len(desk.state.entries) == 1
    token = once(desk.get("desk/"))
    for _ in range(2):
        desk.post("desk/", act="enter", names="Ada\nBen\nBen", there="yes", once=token)
    assert len(desk.state.entries) == 4 and all(one.is_there for one in desk.state.entries.values())
    assert 'class="success"' in desk.post("desk/", act="enter", names="Cleo").content.decode()


def test_names_of_one_form_that_is_changed_have_salts_of_their_own(desk: Browser) -> None:
    for name in ("Ada", "Ben"):
        desk.post("desk/", act="enter", names=name, once="ab" * 16)
    assert len(set(Entrant.objects.values_list("salt", flat=True))) == 2


# ---- games that wait for the shares of their players


def opening(evening: Evening) -> Game:
    """Let the players of the first table sit down, and not open their shares yet."""
    game = evening.game(1)
    for seat in Seat.objects.filter(game=game).select_related("player"):
        assert seat.player is not None
        own = Contribution(commitment=share_commitment(bytes.fromhex(SHARE)))
        join_game(game_id=game.pk, player=seat.player, own=own)
    table_games_start(game)
    return game


def deal(game: Game) -> None:
    for seat in Seat.objects.filter(game=game).select_related("player"):
        assert seat.player is not None
        open_share(game_id=game.pk, player=seat.player, share=SHARE)


@pytest.mark.rule("tournament.repair", "tournament.end")
@pytest.mark.parametrize("is_cancelled", [True, False])
def test_a_table_that_waits_for_shares_is_given_up_too(editions: None, is_cancelled: bool) -> None:
    evening = Evening(4)
    evening.begin()
    game = opening(evening)
    evening.act(acts.Cancel() if is_cancelled else acts.Restart(1))
    table_games.tend_tournaments()
    game.refresh_from_db()
    assert game.status == "opening"
    deal(game)
    table_games.tend_tournaments()
    game.refresh_from_db()
    assert (game.status, game.why) == ("over", "void")
    assert not TableGame.objects.filter(game=game, is_told=False).exists()
    table = evening.state.rounds[0].tables[0]
    assert table.places is None
    assert (game.access == "open") == is_cancelled
    if not is_cancelled:
        assert table.game != str(game.pk) and evening.game(1).status == "open"


# ---- a judge who is named when the tables are open


@pytest.mark.rule("tournament.staff")
@pytest.mark.parametrize("has_begun", [True, False])
def test_a_judge_who_is_named_later_directs_the_tables_that_are_there(
    editions: None, has_begun: bool
) -> None:
    evening, judge = Evening(4), create_guest(name="Fay")[0]
    evening.begin()
    game = evening.sit(1) if has_begun else evening.game(1)

    def organiser() -> Organiser | None:
        return organiser_behind(Game.objects.get(pk=game.pk), judge, AnonymousUser())

    def asked(act: Any) -> AskedAct:
        found = organiser()
        assert found is not None
        return AskedAct(Game.objects.get(pk=game.pk), act, found, "So decided.", "12")

    assert organiser() is None
    evening.act(acts.NameStaff(str(judge.pk), "floor"))
    game = evening.game(1) if has_begun else evening.sit(1)
    named = str(evening.tournament.player_id) if has_begun else str(judge.pk)
    command = act_command(asked(Pause()))
    assert command.actor.player == named
    assert command.actor.reference == (f"for {judge.pk}: 12" if has_begun else "12")
    submit_move(game, command)
    with pytest.raises(NotAllowed):
        act_command(asked(Void()))
    evening.act(acts.NameStaff(str(judge.pk), "head"))
    submit_move(evening.game(1), act_command(asked(Void())))
    evening.act(acts.NameStaff(str(judge.pk), None))
    assert organiser() is None
    assert evening.game(1).status == "over"


def test_who_loses_a_role_directs_no_table(editions: None) -> None:
    evening, judge = Evening(4), create_guest(name="Fay")[0]
    evening.begin()
    game = evening.sit(1)
    for role in ("floor", None, "floor"):
        evening.act(acts.NameStaff(str(judge.pk), role))
        found = organiser_behind(game, judge, AnonymousUser())
        assert (found is None) == (role is None)


# ---- in words


def test_a_refusal_says_what_is_wrong_in_its_case(running: Browser) -> None:
    """Not only which rule refuses."""
    french = Browser(running.code, **{"Accept-Language": "fr-CA"})
    french.client.cookies = running.client.cookies
    for browser, said in (
        (running, "There is no entry 9."),
        (french, "Il n’y a pas d’inscription 9."),
    ):
        assert said in browser.post("desk/", act="drop", entry=9).content.decode()
    reply = running.post("desk/", act="close-round").content.decode()
    assert "Table 1 has no result yet." in reply


def test_every_refusal_in_words_is_one_of_the_rules() -> None:
    sources = [Path("games/tournaments", name) for name in ("rules/decide.py", "services.py")]
    sources += [Path("games/tournaments/table_games.py"), Path("games/pages/tournament_pages.py")]
    source = "".join(one.read_text() for one in sources)
    codes = set(re.findall(r'(?:"tournament[a-z.-]*", )"(\w+)"', source))
    assert {one.partition(":")[2] for one in tournament_rules._REFUSALS} - codes - {
        "table_open"
    } == (set())


def test_a_penalty_is_told_by_the_title_of_its_rule(desk: Browser) -> None:
    phone, _ = players(desk, 2)
    said = desk.act("penalise", entry=1, penalty="warning", rule="tournament.no-show")
    assert "Player 0 has a warning (A player who does not come)." in said
    desk.act("penalise", entry=1, penalty="warning", rule="own.rule")
    for page in (phone.get(), phone.get("why/1/"), desk.get("desk/")):
        assert "Warning (A player who does not come)" in page and "Warning (own.rule)" in page
