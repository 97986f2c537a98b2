"""What visitors, players and the staff of a tournament try, and what goes wrong by chance."""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.engine import VARIANTS, Pause, Void
from games.errors import NotAllowed
from games.ledger import store
from games.models import Game
from games.pages.tournament_forms import MakeTournament
from games.play.directing import AskedAct, act_command, organiser_of
from games.play.erasure import erase_player
from games.players.models import Player
from games.players.services import create_guest
from games.tournaments import services, table_games
from games.tournaments.models import Entrant, Tournament, TournamentEvent
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.tournament_archive import archive_of, results_csv
from games.tournaments.tournament_ledger import rows_of
from tests.tournaments.evenings import Evening
from tests.tournaments.test_tournament_pages import MADE, Browser, desk, players

__all__ = ["desk"]

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

BAD_NUMBERS = ("", "x", "-1", "9" * 16, "9" * 400, "9" * 5000)


def is_readable(browser: Browser) -> bool:
    """Whether the rows and the pages of a tournament can still be read."""
    rows_of(browser.tournament)
    return "Tuesday night" in browser.get() and "Tuesday night" in browser.get("wall/")


def test_an_appeal_of_several_lines_leaves_the_rows_readable(desk: Browser) -> None:
    phone = players(desk, 1)[0]
    for text in ("one\r\ntwo", "a\x00b", "\u2028x", "a\x1bb", "\u202eabc", "é" * 5000):
        phone.post(do="appeal", text=text)
        assert is_readable(desk)


def test_numbers_that_no_act_has_are_refused_in_words(desk: Browser) -> None:
    players(desk, 4)
    for act in ("close-entries", "pair", "publish", "start-round"):
        desk.act(act)
    tries: list[dict[str, Any]] = [
        {"act": act, key: bad} | more
        for bad in BAD_NUMBERS
        for act, key, more in (
            ("record", "round", {"table": 1, "places": [1, 2, 3, 4]}),
            ("record", "table", {"round": 1, "places": [1, 2, 3, 4]}),
            ("record", "places", {"round": 1, "table": 1}),
            ("set-table", "seats", {"table": 1}),
            ("penalise", "points", {"entry": 1, "penalty": "points", "rule": "common.places"}),
            ("add-time", "seconds", {}),
            ("announce", "table", {"text": "Hello"}),
            ("issue-claim", "entry", {}),
            ("decide-appeal", "upheld-appeal", {}),
            ("move", "entry", {"table": 1}),
        )
    ]
    for one in tries:
        cache.clear()
        for more in ({}, {"sure": "yes", "seq": desk.tournament.seq, "reason": "x"}):
            assert desk.post("desk/", **one, **more).status_code == 200, (one, more)
    for bad in BAD_NUMBERS:
        assert desk.post("desk/", act="pause-round", sure="yes", seq=bad).status_code == 200
    assert is_readable(desk)
    assert "Tuesday night" in desk.get("desk/")


def test_a_role_is_given_only_to_a_player_who_exists(desk: Browser) -> None:
    for player in ("no player", "", "x" * 10_000, "00000000-0000-0000-0000-000000000000"):
        for role in ({"role": "floor"}, {}):
            sent = {"act": "name-staff", "player": player} | role
            desk.post("desk/", **sent, sure="yes", seq=desk.tournament.seq)
            assert desk.post("desk/", **sent).status_code == 200
    assert list(desk.state.staff.values()) == ["head"]
    assert "Tuesday night" in desk.get("desk/")


@pytest.mark.parametrize("code", ["a/b", "..", ".", "/", "\n", "?", "é", "<b>", "x" * 10_000])
def test_a_code_that_is_none_is_said_to_be_none(desk: Browser, code: str) -> None:
    reply = desk.client.post("/t/", {"do": "find", "code": code}, follow=True)
    assert reply.status_code == 404 and "Tournaments" in reply.content.decode()


@pytest.mark.parametrize(
    "names",
    [
        "Ann\rBob",
        'Ann\n"' + "x" * 200_000,
        "Ann\x00\nBob",
        '"Ann',
        "Ann,team\x00\nBob",
        "\ufeffAnn",
    ],
)
def test_a_list_that_no_one_can_read_is_refused_in_words(desk: Browser, names: str) -> None:
    assert desk.post("desk/", act="enter", names=names).status_code == 200
    file = SimpleUploadedFile("names.csv", names.encode())
    assert desk.post("desk/", act="enter", names="", file=file).status_code == 200
    assert is_readable(desk)


def test_a_team_is_a_short_line_of_text(desk: Browser) -> None:
    for team in ("T" * 5000, "a\x00b", "a\u202eb", '"a\nb"'):
        assert desk.post("desk/", act="enter", names=f"Ann,{team}").status_code == 200
    teams = [one.team for one in desk.state.entries.values()]
    assert all(len(one) <= 40 and one.isprintable() for one in teams), teams


def test_reasons_are_a_line_of_text_and_rules_have_an_id(desk: Browser) -> None:
    players(desk, 1)
    sent = {"act": "penalise", "entry": 1, "penalty": "warning"}
    for rule in ("x" * 10_000, "a\nb", "\u202e", "<script>", ""):
        seq = desk.tournament.seq
        reply = desk.post("desk/", **sent, rule=rule, sure="yes", seq=seq, reason="x")
        assert "The form cannot be read." in reply.content.decode(), rule
    for reason in ("a\nb", "\u202e", "a\x00"):
        seq = desk.tournament.seq
        reply = desk.post("desk/", **sent, rule="common.places", sure="yes", seq=seq, reason=reason)
        assert "The form cannot be read." in reply.content.decode(), reason
    assert not desk.state.penalties


def test_a_floor_judge_does_not_see_the_codes_of_players(desk: Browser) -> None:
    desk.post("desk/", act="enter", names="Ann")
    code = services.claim_code(Entrant.objects.get(tournament=desk.tournament))
    links = re.findall(r'value="http://testserver(/t/staff/[^"]+)"', desk.get("desk/"))
    for link, status in zip(links, (200, 403, 200), strict=True):
        member = Browser(desk.code)
        member.client.post(link, {"called": "Fay"})
        assert (code in member.get("print/slips/", status)) == (status == 200)


def test_a_link_does_not_give_back_a_role_that_has_ended(desk: Browser) -> None:
    links = re.findall(r'value="http://testserver(/t/staff/[^"]+)"', desk.get("desk/"))
    member = Browser(desk.code)
    member.client.post(links[0], {"called": "Fay"})
    fay = next(key for key, role in list(desk.state.staff.items())[1:])
    desk.act("name-staff", player=fay, role="null")
    assert fay not in desk.state.staff
    assert member.client.post(links[0]).status_code == 404
    assert fay not in desk.state.staff
    newer = re.findall(r'value="http://testserver(/t/staff/[^"]+)"', desk.get("desk/"))
    assert member.client.post(newer[1]).status_code == 302


@pytest.mark.usefixtures("editions")
def test_a_table_that_opens_during_a_pause_is_paused_too() -> None:
    evening = Evening(4)
    evening.begin()
    evening.act(acts.PauseRound(), acts.Restart(1))
    evening.tend()
    game = evening.sit(1)
    evening.tend()
    assert store.load(Game.objects.get(pk=game.pk)).paused


def test_no_game_has_more_seats_than_its_variant(desk: Browser) -> None:
    for size, more in ((5, {}), (4, {"final": 5})):
        reply = desk.client.post("/t/", MADE | {"variant": "ultimate", "size": size} | more)
        assert reply.status_code == 200 and "4" in reply.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.usefixtures("editions")
def test_five_players_of_ultimate_sit_at_tables_that_it_has() -> None:
    evening = Evening(5, variant="ultimate", options={}, rounds=1)
    evening.begin()
    table_games.tend(evening.tournament.pk)
    assert all(one.game for one in evening.state.rounds[-1].tables)


@pytest.mark.parametrize("variant", VARIANTS)
def test_tables_of_every_variant_open(editions: None, variant: str) -> None:
    most = VARIANTS[variant].most
    form = MakeTournament(MADE | {"variant": variant, "size": min(4, most)}, language="en")
    assert form.is_valid(), form.errors
    evening = Evening(5, **form.terms())
    evening.begin()
    assert all(one.game for one in evening.state.rounds[-1].tables)


@pytest.mark.usefixtures("editions")
def test_a_judge_whose_role_has_ended_acts_at_no_table() -> None:
    evening, judge = Evening(4), create_guest(name="Fay")[0]
    evening.act(acts.NameStaff(str(judge.pk), "floor"))
    evening.begin()
    game = evening.sit(1)

    def asked(act: Any) -> AskedAct:
        return AskedAct(game, act, organiser_of(judge), "So decided.")

    assert act_command(asked(Pause())).move == Pause()
    with pytest.raises(NotAllowed):
        act_command(asked(Void()))
    evening.act(acts.NameStaff(str(judge.pk), None))
    with pytest.raises(NotAllowed):
        act_command(asked(Pause()))


def test_an_erased_name_is_on_no_page_and_in_no_file(desk: Browser) -> None:
    phones = players(desk, 4)
    phones[0].post(do="appeal", text="No.")
    entrant = Entrant.objects.get(tournament=desk.tournament, number=1)
    Entrant.objects.filter(pk=entrant.pk).update(name="Zebulon")
    Player.objects.filter(pk=entrant.player_id).update(name="Zebulon")
    for act in ("close-entries", "pair", "publish", "start-round"):
        desk.act(act)
    table_games.tend(desk.tournament.pk)
    assert "Zebulon" in desk.get()
    erase_player(Player.objects.get(pk=entrant.player_id))
    desk.act("cancel")
    pages = ("", "desk/", "wall/", "why/1/", "clock/", "now/")
    prints = tuple(f"print/{one}/" for one in ("slips", "pairings", "sheets", "standings"))
    assert not [page for page in (*pages, *prints) if "Zebulon" in desk.get(page)]
    code = services.claim_code(Entrant.objects.get(pk=entrant.pk))
    assert desk.client.get(f"/t/claim/{code}/").status_code == 404
    for made in (results_csv(desk.tournament), b"".join(archive_of(desk.tournament))):
        assert b"Zebulon" not in made
    archive = zipfile.ZipFile(io.BytesIO(b"".join(archive_of(desk.tournament))))
    assert not [one for one in archive.namelist() if b"Zebulon" in archive.read(one)]


def test_what_is_secret_is_on_no_page_of_others(desk: Browser) -> None:
    phones = players(desk, 5)
    codes = [
        services.claim_code(one)
        for one in Entrant.objects.filter(tournament=desk.tournament).order_by("number")
    ]
    desk.act("close-entries")
    desk.act("pair")
    visitor = Browser(desk.code)
    pages = ("", "wall/", "now/", "clock/", "why/1/", "print/pairings/", "print/sheets/")
    seen = [visitor.get(page) for page in pages]
    seen += [phones[1].get(page) for page in pages]
    seed = bytes(desk.tournament.seed).hex()
    for text in seen:
        assert codes[0] not in text and seed not in text and "/t/staff/" not in text
        assert "Table 1" not in text and "/play/" not in text.replace('href="/play/"', "")
    for page in pages:
        reply = visitor.client.get(f"/t/{desk.code}/{page}")
        assert reply["Cache-Control"] == "private, no-store" and "ETag" not in reply
        assert reply["Referrer-Policy"] == "same-origin"
    for page in ("desk/", "print/slips/"):
        assert visitor.get(page, 403) and phones[1].get(page, 403)
    rows = [one.text for one in TournamentEvent.objects.filter(tournament=desk.tournament)]
    assert not [code for code in codes if any(code in row for row in rows)]
    assert not any("Player 1" in row or seed in row for row in rows)


def test_a_post_without_the_token_of_its_page_does_nothing(desk: Browser) -> None:
    players(desk, 4)
    strict, seq = Client(enforce_csrf_checks=True), desk.tournament.seq
    strict.cookies = desk.client.cookies
    code = services.claim_code(Entrant.objects.filter(tournament=desk.tournament)[0])
    sent = {"act": "close-entries", "sure": "yes", "seq": seq, "do": "enter", "name": "Zoe"}
    for page in ("/t/", f"/t/{desk.code}/", f"/t/{desk.code}/desk/", f"/t/claim/{code}/"):
        assert strict.post(page, sent | MADE).status_code == 403, page
    assert desk.tournament.seq == seq


def test_a_role_or_an_entry_of_one_tournament_is_none_in_another(desk: Browser) -> None:
    other = Browser()
    reply = other.client.post("/t/", MADE | {"name": "Other night"})
    other.code = reply["Location"].split("/")[2]
    phone = players(other, 1)[0]
    for one in (other, phone):
        one.code = desk.code
        assert one.post("desk/", act="close-entries", sure="yes", seq=1).status_code == 403
        for page in ("archive.zip", "results.csv"):
            one.get(page, 404)
    players(desk, 1)
    seq = desk.tournament.seq
    for do in ("check-in", "drop", "appeal", "x", ""):
        phone.post(do=do, entry=1, text="No.")
    assert desk.tournament.seq == seq


def test_a_scorekeeper_and_a_floor_judge_do_only_what_their_roles_do(desk: Browser) -> None:
    players(desk, 4)
    links = re.findall(r'value="http://testserver(/t/staff/[^"]+)"', desk.get("desk/"))
    seq = desk.tournament.seq + 2
    for link, role in zip(links[1:], ("floor", "score"), strict=True):
        member = Browser(desk.code)
        member.client.post(link, {"called": "Fay"})
        for sent in (
            {"act": "penalise", "entry": 1, "penalty": "out", "rule": "x"},
            {"act": "name-staff", "player": next(iter(desk.state.staff)), "role": "null"},
            {"act": "cancel"},
            {"act": "open-table", "table": 1, "game": "x"},
            {"act": "end-table", "table": 1, "places": [1, 2]},
        ):
            reply = member.post("desk/", **sent, sure="yes", seq=desk.tournament.seq, reason="x")
            assert "This role may not do that." in reply.content.decode(), (role, sent)
        assert "/t/staff/" not in member.get("desk/")
    assert desk.tournament.seq == seq
