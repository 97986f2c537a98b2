"""The pages of a club night: made, entered, claimed, directed, explained and downloaded."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client

from games.engine import Void
from games.models import Game
from games.players.browser_sessions import LABEL, TOKEN
from games.players.models import Player
from games.players.scopes import GUEST
from games.players.services import issue_token
from games.tournaments import services, table_games
from games.tournaments.models import Entrant, TableGame, Tournament
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.tournament_ledger import rows_of, state_of
from tests.tournaments.evenings import Evening, resign

MADE = {"do": "make", "name": "Tuesday night", "variant": "avengers", "rounds": 2, "final": 0,
        "size": 4, "minutes": 30, "late_until": 2, "called": "Olga"}  # fmt: skip


class Browser:
    """A browser at the pages of one tournament."""

    def __init__(self, code: str = "", **headers: str) -> None:
        self.client, self.code = Client(headers=headers), code

    def get(self, page: str = "", status: int = 200) -> str:
        reply = self.client.get(f"/t/{self.code}/{page}")
        assert reply.status_code == status, reply.status_code
        return reply.content.decode() if not reply.streaming else ""

    def post(self, page: str = "", **fields: Any) -> Any:
        return self.client.post(f"/t/{self.code}/{page}", fields, follow=True)

    def act(self, act: str, reason: str = "So decided.", **fields: Any) -> str:
        """Do an act at the desk: read what it will do, and do it; return the sentences."""
        preview = self.post("desk/", act=act, **fields).content.decode()
        said = re.findall(r"<li>(.*?)</li>", preview.partition('class="panel said"')[2])
        seq = re.search(r'name="seq" value="(\d+)"', preview)
        assert seq is not None, preview
        sure = {"sure": "yes", "seq": seq[1], "reason": reason}
        self.client.post(f"/t/{self.code}/desk/", {"act": act} | sure | fields)
        return " ".join(said)

    @property
    def tournament(self) -> Tournament:
        return Tournament.objects.get(code=self.code)

    @property
    def state(self) -> Any:
        return state_of(self.tournament)


@pytest.fixture
def desk(editions: None) -> Browser:
    """A tournament that was made in a browser, at its desk."""
    browser = Browser()
    reply = browser.client.post("/t/", MADE)
    assert reply.status_code == 302, reply.content.decode()
    browser.code = reply["Location"].split("/")[2]
    return browser


def players(desk: Browser, count: int) -> list[Browser]:
    """Let some players enter by themselves on their phones."""
    phones = [Browser(desk.code) for _ in range(count)]
    for number, phone in enumerate(phones):
        phone.post(do="enter", name=f"Player {number}", there="yes")
    return phones


def test_a_club_night_is_played_from_its_pages(desk: Browser) -> None:
    phones = players(desk, 7)
    assert "The check-in is over." in desk.act("close-entries")
    assert "Round 1 is paired; number of tables: 2." in desk.act("pair")
    assert "seat 1" not in "".join(phone.get() for phone in phones)
    assert "table 1" in desk.get("desk/").lower()
    desk.act("publish")
    assert sorted(re.findall(r"table \d, seat \d", "".join(one.get() for one in phones)))[0] == (
        "table 1, seat 1"
    )
    desk.act("start-round")
    table_games.tend(desk.tournament.pk)
    game = desk.state.rounds[0].tables[0].game
    assert any(f"/play/{game}/#sit" in phone.get() for phone in phones)
    for number, table in enumerate(desk.state.rounds[0].tables, 1):
        places = list(range(1, len(table.seats) + 1))
        said = desk.act("record", round=1, table=number, places=places)
        assert f"The result of table {number} of round 1 is recorded: 1. Player" in said
    desk.act("close-round")
    page = phones[0].get()
    assert "Standings" in page and 'class="mine"' in page
    first = state_of(desk.tournament).rounds[0].tables[0].seats[0]
    why = phones[0].get(f"why/{first}/")
    assert "9 points" in why and "Mean points of opponents" in why and "1 of 4" in why
    row = rows_of(desk.tournament)[-2]
    assert row.reason == "So decided." and row.cites == ("tournament.result",)


def test_what_was_seen_before_something_else_happened_is_not_done(desk: Browser) -> None:
    players(desk, 4)
    seq = desk.tournament.seq
    desk.act("close-entries")
    reply = desk.post("desk/", act="pair", sure="yes", seq=seq).content.decode()
    assert "Something else has happened meanwhile." in reply and not desk.state.rounds
    sent = {"act": "penalise", "entry": 1, "penalty": "warning", "rule": "tournament.entry"}
    reply = desk.post("desk/", **sent, sure="yes", seq=seq, reason="Too late.").content.decode()
    assert 'value="Too late."' in reply and f'value="{desk.tournament.seq}"' in reply


def test_points_are_sent_with_a_loss_of_points_alone(desk: Browser) -> None:
    players(desk, 1)
    sent = {"entry": 1, "rule": "tournament.entry", "points": 120}
    assert "has a warning" in desk.act("penalise", penalty="warning", **sent)
    assert "has a warning" in desk.act("penalise", penalty="warning", keep="true", **sent)
    assert "loses points: 1 (" in desk.act("penalise", penalty="warning", **sent)
    assert "loses points: 2 (" in desk.act("penalise", penalty="points", **sent)


def test_a_refusal_says_its_rule_in_words_and_changes_nothing(desk: Browser) -> None:
    seq = desk.tournament.seq
    reply = desk.post("desk/", act="pair").content.decode()
    assert "End the check-in first." in reply
    reply = desk.post("desk/", act="swap", one="x", other="2").content.decode()
    assert "The form cannot be read." in reply and desk.tournament.seq == seq


def test_only_the_staff_is_at_the_desk_and_sees_what_is_not_public(desk: Browser) -> None:
    phone = players(desk, 4)[0]
    desk.act("close-entries")
    desk.act("pair")
    assert "The desk is for the staff" in phone.get("desk/", 403)
    assert phone.post("desk/", act="publish").status_code == 403
    assert desk.state.rounds[-1].stage == "paired"
    assert all("Table 1" not in phone.get(page) for page in ("", "wall/"))
    phone.get("archive.zip", 404)
    phone.get("results.csv", 404)
    phone.get("why/99/", 404)
    Browser("BCDFGHJK").get(status=404)


def test_a_link_makes_a_member_of_the_staff_and_not_of_another(
    desk: Browser, editions: None
) -> None:
    page = desk.get("desk/")
    links = re.findall(r'value="http://testserver(/t/staff/[^"]+)"', page)
    floor = Browser(desk.code)
    assert floor.client.get(links[1]).status_code == 200
    floor.client.post(links[1], {"called": "Fay"})
    assert "Desk" in floor.get("desk/")
    assert set(desk.state.staff.values()) == {"head", "floor"}
    assert "This role may not do that." in floor.post("desk/", act="pair").content.decode()
    other = Evening(0).tournament
    Browser.get(floor, "")
    floor.code = other.code
    floor.get("desk/", 403)
    assert floor.client.get("/t/staff/forged:x:y/").status_code == 200
    assert floor.client.post("/t/staff/forged:x:y/").status_code == 404


def test_who_directs_does_not_play_and_who_plays_does_not_direct(desk: Browser) -> None:
    reply = desk.post(do="enter", name="Olga too", there="yes").content.decode()
    assert "Who is on the staff of a tournament does not" in reply and not desk.state.entries
    link = re.findall(r'value="http://testserver(/t/staff/[^"]+)"', desk.get("desk/"))[2]
    phone = players(desk, 1)[0]
    reply = phone.client.post(link, follow=True).content.decode()
    assert "Who plays in a tournament has no role in it." in reply


def test_names_come_from_a_list_with_teams(desk: Browser) -> None:
    sheet = io.BytesIO('name;team\nÉva;North\n"Bo";\n'.encode("utf-8-sig"))
    sheet.name = "names.csv"
    desk.post("desk/", act="enter", names="", file=sheet, there="yes")
    desk.post("desk/", act="enter", names="Ada\n\nCleo, South\n")
    found = [(one.name, desk.state.entries[one.number]) for one in Entrant.objects.all()]
    assert [(name, one.team, one.is_there) for name, one in found] == [
        ("Éva", "North", True), ("Bo", "", True), ("Ada", "", False), ("Cleo", "South", False),
    ]  # fmt: skip


def test_a_claim_code_gives_the_seats_and_a_new_one_ends_the_old(desk: Browser) -> None:
    desk.post("desk/", act="enter", names="Ada")
    entrant = Entrant.objects.get()
    old = services.claim_code(entrant)
    phone = Browser(desk.code)
    found = phone.client.post("/t/", {"do": "find", "code": old.lower()}, follow=True)
    assert "This is the code of" in found.content.decode()
    assert ">I am here<" not in phone.get()  # A look gives nothing.
    phone.client.post(f"/t/claim/{old}/")
    assert ">I am here<" in phone.get()
    phone.post(do="check-in")
    assert desk.state.entries[1].is_there
    assert "Ada has a new code" in desk.act("issue-claim", entry=1)
    said = desk.get("desk/")
    entrant.refresh_from_db()
    new = services.claim_code(entrant)
    assert new != old and f"The new code of Ada: {new}" in said
    assert phone.client.get(f"/t/claim/{old}/").status_code == 404
    assert "You are entered" not in phone.get()  # Its session has ended.
    phone.client.post(f"/t/claim/{new}/")
    assert "You are entered" in phone.get()
    texts = [row.__repr__() for row in rows_of(desk.tournament)]
    assert not any(code in text for text in texts for code in (old, new))


def test_a_player_appeals_and_leaves(desk: Browser) -> None:
    phone = players(desk, 4)[0]
    phone.post(do="appeal", text="The clock was wrong.")
    assert "Player 0 appeals: “The clock was wrong.”" in desk.get("desk/")
    upheld: dict[str, Any] = {"upheld-appeal": 1}
    assert "Appeal 1 is upheld." in desk.act("decide-appeal", **upheld)
    phone.post(do="drop")
    assert desk.state.entries[1].out == "own" and "You have left" in phone.get()


def test_what_is_announced_is_on_the_pages_of_all(desk: Browser) -> None:
    phone = players(desk, 2)[0]
    desk.act("announce", text="Pizza is here.", table=0)
    assert "Pizza is here." in phone.get() and "Pizza is here." in phone.get("wall/")
    assert phone.client.get(f"/t/{desk.code}/clock/").json()["said"][0]["text"] == "Pizza is here."


def test_what_is_announced_to_a_table_is_not_on_the_pages_of_others(desk: Browser) -> None:
    phones = players(desk, 8)
    for act in ("close-entries", "pair", "publish"):
        desk.act(act)
    desk.act("announce", text="Move your table.", table=1)
    seen = ["table 1, seat" in phone.get() for phone in phones]
    assert [("Move your table." in phone.get()) for phone in phones] == seen
    assert seen.count(True) == 4 and "Move your table." in desk.get("desk/")


def test_the_pages_are_in_french(desk: Browser) -> None:
    phone = Browser(desk.code, accept_language="fr-CA")
    assert "Les inscriptions sont ouvertes." in phone.get()
    assert "Créer un tournoi" in phone.client.get("/t/").content.decode()


def test_a_tournament_that_is_over_is_downloaded_by_all(editions: None) -> None:
    evening = Evening(4, rounds=1)
    evening.play_round()
    evening.act(acts.Finish())
    reader = Client()
    reply = reader.get(f"/t/{evening.tournament.code}/archive.zip")
    held = zipfile.ZipFile(io.BytesIO(b"".join(reply.streaming_content)))  # type: ignore[attr-defined]
    table = reader.get(f"/t/{evening.tournament.code}/results.csv")
    assert held.read("results.csv") == b"".join(table.streaming_content)  # type: ignore[attr-defined]
    assert len(held.namelist()) == 3


def test_a_person_has_at_most_five_tournaments_at_once(desk: Browser) -> None:
    for number in range(services.MAX_RUNNING - 1):
        desk.client.post("/t/", MADE | {"name": f"Night {number}"})
    reply = desk.client.post("/t/", MADE | {"name": "One more"}).content.decode()
    assert "too many tournaments" in reply
    assert Tournament.objects.count() == services.MAX_RUNNING


def test_a_table_without_a_result_is_decided_at_the_desk(desk: Browser) -> None:
    evening = Evening(4, rounds=1)
    evening.begin()
    game = evening.sit(1)
    resign(game, 0)
    one = TableGame.objects.get(game=game)
    with transaction.atomic():
        table_games.direct(one, Game.objects.get(pk=game.pk), Void(), "The lights went out.")
    evening.tend()
    desk.code = evening.tournament.code
    session = begin_as(desk, evening.head)
    page = session.get("desk/")
    assert "Table 1 has ended without a result" in page
    assert "Share the places" in page and "Places by the cards, the last to leave first" in page
    session.act("record", round=1, table=1, places=[1, 1, 1, 1])
    assert desk.state.rounds[0].tables[0].places == (1, 1, 1, 1)


def begin_as(browser: Browser, player: Player) -> Browser:
    """Let a browser have the session of a player."""
    token, _ = issue_token(player=player, scopes=GUEST, label=LABEL)
    session = browser.client.session
    session[TOKEN] = token.digest
    session.save()
    return browser


def test_a_file_of_an_older_spreadsheet_is_read(desk: Browser) -> None:
    file = SimpleUploadedFile("names.csv", "Nom;Équipe\r\nÉmile;Rouges\r\n".encode("cp1252"))
    shown = desk.post("desk/", act="enter", file=file, there="yes").content.decode()
    assert "Émile" in shown and "Entered now: 1" in shown


def test_the_desk_can_end_a_tournament_that_too_few_go_on_with(desk: Browser) -> None:
    desk.post("desk/", act="enter", names="Ada\nBen\nCleo", there="yes")
    for act in ("close-entries", "pair", "publish", "start-round"):
        desk.act(act)
    desk.act("record", round=1, table=1, places=[1, 2, 3])
    desk.act("close-round")
    assert 'value="pair"' in desk.get("desk/") and 'value="finish"' not in desk.get("desk/")
    desk.act("drop", entry=3)
    desk.act("drop", entry=2)
    assert 'value="pair"' not in desk.get("desk/")
    desk.act("finish")
    assert desk.tournament.is_over
