"""Games with two directors: a void or a correction needs a second organiser."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from games.ledger.rows import now
from games.models import Game, MoveEvent
from games.officials.models import Grant, Proposal, RefusedAct
from games.players.persons import link_accounts
from games.players.scopes import DIRECT
from games.proofs import runs as auditing
from tests.api.client import Caller, fits, guest, key, start_game
from tests.api.test_acts import may_direct, player_of, with_scopes
from tests.api.test_possible_acts import staff
from tests.games.tables import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WHY = "Two decks were mixed."
VOID = {"act": "void", "reason": WHY}


@pytest.fixture
def game(alice: Caller, bob: Caller) -> str:
    """A running game with two directors."""
    return start_game(alice, bob, directors=2)


@pytest.fixture
def olga(game: str) -> Caller:
    """An organiser of a game that has two."""
    return organiser("Olga", game)


@pytest.fixture
def pat(game: str) -> Caller:
    """Another one."""
    return organiser("Pat", game)


def organiser(name: str, game: str) -> Caller:
    caller = with_scopes(guest(name), DIRECT)
    may_direct(caller, game)
    return caller


def waiting(caller: Caller, game: str) -> Any:
    """The proposals that an organiser can confirm."""
    return caller.get(f"games/{game}/acts/possible/").json["proposals"]


def rows(game: str) -> int:
    return MoveEvent.objects.filter(game=game).count()


def test_a_void_is_proposed_and_made_by_the_second_organiser(
    olga: Caller, pat: Caller, alice: Caller, game: str
) -> None:
    path, before = f"games/{game}/acts/", rows(game)
    reply = olga.post(path, VOID)
    assert reply.status == 202, reply
    fits("Proposal", reply.json)
    told = reply.json
    assert told["by"] == olga.get("me/").json["id"]
    assert told["act"] == VOID | {"confirm": told["proposal"]}
    assert (rows(game), fresh(Game.objects.get(pk=game)).status) == (before, "running")
    assert olga.post(path, VOID).json == told
    assert waiting(pat, game) == [told]
    made = pat.post(path, told["act"], Idempotency_Key="once")
    assert made.status == 201, made
    (event,) = made.json["events"]
    assert event["actor"] == {
        "kind": "organiser",
        "player": told["by"],
        "reason": WHY,
        "second": pat.get("me/").json["id"],
    }
    assert waiting(pat, game) == []
    stored = fresh(Game.objects.get(pk=game))
    assert (stored.status, stored.why) == ("over", "void")
    assert auditing.verdict_on(stored).word == "result_changed"
    again = pat.post(path, told["act"], Idempotency_Key="once")
    assert (again.status, again.json) == (201, made.json)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert pat.post(path, told["act"]).code == "proposal_gone"
    assert rows(game) == before + 1


def test_the_reference_is_confirmed_with_the_act(olga: Caller, pat: Caller, game: str) -> None:
    path = f"games/{game}/acts/"
    body = olga.post(path, VOID | {"reference": "A-7"}).json["act"]
    assert body["reference"] == "A-7"
    without = {name: value for name, value in body.items() if name != "reference"}
    for other in (without, body | {"reference": "A-8"}):
        assert pat.post(path, other).code == "proposal_differs"
    (event,) = pat.post(path, body).json["events"]
    assert event["actor"]["reference"] == "A-7"


def test_a_correction_needs_two_and_a_removal_one(olga: Caller, pat: Caller, game: str) -> None:
    path = f"games/{game}/acts/"
    removed = olga.post(path, {"act": "remove", "seat": 0, "reason": WHY})
    assert removed.status == 201
    correct = {"act": "correct", "winner": 0, "reason": WHY}
    proposed = olga.post(path, correct)
    assert proposed.status == 202
    body = proposed.json["act"]
    assert {name: body[name] for name in correct} == correct
    assert pat.post(path, body).status == 201
    assert fresh(Game.objects.get(pk=game)).winner == 0


def test_no_one_confirms_the_own_proposal_by_any_account(
    olga: Caller, pat: Caller, game: str
) -> None:
    path, before = f"games/{game}/acts/", rows(game)
    body = olga.post(path, VOID).json["act"]
    for _ in range(2):
        reply = olga.post(path, body)
        assert (reply.status, reply.json["params"]) == (403, {"reason": "second"})
    link_accounts([player_of(olga), player_of(pat)])
    assert pat.post(path, body).json["params"] == {"reason": "second"}
    assert rows(game) == before
    assert RefusedAct.objects.filter(detail="second").count() == 3


def test_a_proposal_expires(olga: Caller, pat: Caller, game: str) -> None:
    body = olga.post(f"games/{game}/acts/", VOID).json["act"]
    Proposal.objects.update(until=now() - timedelta(seconds=1))
    reply = pat.post(f"games/{game}/acts/", body)
    assert (reply.status, reply.code) == (409, "proposal_gone")
    assert waiting(pat, game) == []
    renewed = olga.post(f"games/{game}/acts/", VOID).json["act"]
    assert renewed["confirm"] != body["confirm"]
    assert pat.post(f"games/{game}/acts/", renewed).status == 201


def test_what_is_confirmed_is_what_was_proposed(olga: Caller, pat: Caller, game: str) -> None:
    path, before = f"games/{game}/acts/", rows(game)
    body = olga.post(path, VOID).json["act"]
    other = pat.post(path, body | {"reason": "Another."})
    assert (other.status, other.code) == (422, "proposal_differs")
    assert pat.post(path, body | {"confirm": key()}).status in (400, 409)
    assert rows(game) == before
    assert pat.post(path, body).status == 201


def test_both_need_the_right_when_it_is_carried_out(
    olga: Caller, pat: Caller, alice: Caller, game: str
) -> None:
    path = f"games/{game}/acts/"
    body = olga.post(path, VOID).json["act"]
    stranger = with_scopes(guest("Stan"), DIRECT)
    assert stranger.post(path, body).json["params"] == {"reason": "grant"}
    assert stranger.get(f"{path}possible/").json["params"] == {"reason": "grant"}
    player = with_scopes(alice, DIRECT)
    may_direct(player, game)
    assert player.post(path, body).json["params"] == {"reason": "player"}
    Grant.objects.filter(player=player_of(olga)).update(revoked_at=now())
    assert pat.post(path, body).json["params"] == {"reason": "grant"}
    assert fresh(Game.objects.get(pk=game)).status == "running"


def test_an_act_that_the_rules_refuse_is_not_proposed(olga: Caller, game: str) -> None:
    reply = olga.post(f"games/{game}/acts/", {"act": "correct", "winner": 0, "reason": WHY})
    assert reply.status == 409
    stale = olga.post(f"games/{game}/acts/", VOID, If_Match='"0"')
    assert stale.code == "stale_seq"
    assert not Proposal.objects.exists()


def test_a_game_with_one_director_takes_no_confirmation(alice: Caller, bob: Caller) -> None:
    game = start_game(alice, bob)
    pat = organiser("Pat", game)
    reply = pat.post(f"games/{game}/acts/", VOID | {"confirm": str(player_of(pat).pk)})
    assert (reply.status, reply.code) == (409, "proposal_gone")
    assert pat.post(f"games/{game}/acts/", VOID).status == 201


# ---- staff


def test_staff_propose_and_confirm_by_their_numbers(game: str) -> None:
    (sam, one), (kim, other) = staff(game, "sam"), staff(game, "kim")
    path, before = f"/api/v1/games/{game}/acts/", rows(game)

    def send(client: Client, body: dict[str, Any]) -> Any:
        return client.post(path, body, content_type="application/json")

    foreseen = sam.post(f"{path}check/", VOID, content_type="application/json").json()
    assert foreseen["second"] is True
    sent = send(sam, VOID)
    assert sent.status_code == 202
    (waiting,) = kim.get(f"{path}possible/").json()["proposals"]
    assert waiting == sent.json()
    own = send(sam, waiting["act"])
    assert (own.status_code, own.json()["params"]) == (403, {"reason": "second"})
    assert rows(game) == before
    assert send(kim, waiting["act"]).status_code == 201
    row = MoveEvent.objects.get(game=game, seq=before + 1)
    assert f'"player":"staff-{one.pk}"' in row.actor
    assert f'"second":"staff-{other.pk}"' in row.actor
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    listed = root.get("/admin/officials/proposal/").content.decode()
    assert f"staff-{other.pk}" in listed
