"""Calls for a judge, and the list of acts and calls in the games of a grant."""

from typing import Any

import pytest

from games.models import Game, RecordedAct
from games.officials.grants import grant
from games.officials.models import GameSet
from games.players.scopes import AUDIT_LIVE, AUDIT_READ, DIRECT
from tests.api.client import Caller, create_game, fits, guest, start_game
from tests.api.test_acts import may_direct, player_of, with_scopes

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

WHY = "Une carte est tombée."
CALL = {"move": "call-judge", "reason": WHY}
STOPPED = {"clock": {"seconds": 60, "call_stops": True}}


@pytest.fixture
def olga(editions: None) -> Caller:
    """An organiser."""
    return with_scopes(guest("Olga"), DIRECT)


@pytest.fixture
def game(alice: Caller, bob: Caller, olga: Caller) -> str:
    """A game of Alice (seat 0) and Bob whose clock a call stops, which Olga may direct."""
    game = start_game(alice, bob, options=STOPPED)
    may_direct(olga, game)
    return game


def answer(seat: int, outcome: str = "upheld") -> dict[str, Any]:
    return {"act": "answer-call", "seat": seat, "outcome": outcome, "reason": "Play on."}


def listed(caller: Caller, query: str = "") -> list[dict[str, Any]]:
    reply = caller.get(f"acts/{query}")
    assert reply.status == 200, reply
    fits("RecordedActs", reply.json)
    return list(reply.json["results"])


def kinds(caller: Caller, query: str = "") -> list[str]:
    return [one["move"]["move"] for one in listed(caller, query)]


def test_a_player_calls_a_judge_at_any_time_and_all_see_it(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    for caller in (alice, bob):
        reply = caller.post(f"games/{game}/moves/", CALL)
        assert reply.status == 201, reply
        fits("MoveReply", reply.json)
        (event,) = reply.json["events"]
        fits("Event", event)
        assert event["move"] == CALL | {"seat": event["seat"]}
    assert reply.json["position"]["paused"] is True
    assert alice.post(f"games/{game}/moves/", {"move": "draw"}).code == "game_paused"
    assert bob.post(f"games/{game}/moves/", CALL).code == "call_is_open"
    log = alice.get(f"games/{game}/log/").json["results"]
    one, two = (entry for entry in log if "a judge. Reason: " in entry["sentences"][0]["text"])
    assert one["sentences"][0]["text"] == f"You call a judge. Reason: {WHY}"
    assert two["sentences"][0]["text"] == f"Bob calls a judge. Reason: {WHY}"
    assert one["sentences"][1]["text"] == "The game is paused."
    assert [len(entry["sentences"]) for entry in (one, two)] == [2, 1]
    cancelled = bob.post(f"games/{game}/moves/", {"move": "cancel-call"}).json["events"][0]
    assert cancelled["facts"] == [{"fact": "call-closed", "seat": 1, "outcome": "cancelled"}]
    answered = olga.post(f"games/{game}/acts/", answer(0))
    fits("Event", answered.json["events"][0])
    assert answered.json["position"]["paused"] is False
    *_, entry = bob.get(f"games/{game}/log/").json["results"]
    assert "upholds the call of" in entry["sentences"][0]["text"]
    assert entry["sentences"][1]["text"] == "The game goes on."
    assert olga.post(f"games/{game}/acts/", answer(0)).code == "no_open_call"
    assert olga.post(f"games/{game}/acts/", {"act": "void", "reason": WHY}).status == 201
    assert alice.get(f"games/{game}/audit/").json["verdict"] == "result_changed"


@pytest.mark.parametrize("reason", ["", " ", "two\nlines", "x" * 501, 7, None])
def test_a_call_has_a_reason_in_one_line(reason: Any, alice: Caller, game: str) -> None:
    reply = alice.post(f"games/{game}/moves/", CALL | {"reason": reason})
    assert (reply.status, reply.code) == (400, "malformed")


def test_an_outcome_is_one_of_three(olga: Caller, alice: Caller, game: str) -> None:
    alice.post(f"games/{game}/moves/", CALL)
    assert olga.post(f"games/{game}/acts/", answer(0, "cancelled")).code == "malformed"


def test_an_organiser_lists_the_open_calls_of_all_games(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    other = start_game(alice, bob)
    may_direct(olga, other)
    for where in (game, other):
        alice.post(f"games/{where}/moves/", CALL)
    bob.post(f"games/{other}/moves/", CALL)
    newest, second, third = listed(olga, "?open=true")
    assert [one["game"] for one in (newest, second, third)] == [other, other, game]
    assert (newest["seat"], newest["player"]) == (1, bob.get("me/").json["id"])
    assert (newest["by"], newest["reason"], newest["closed_by"]) == (None, WHY, None)
    seq = olga.post(f"games/{other}/acts/", answer(1)).json["seq"]
    bob.post(f"games/{other}/moves/", {"move": "resign"})
    assert [one["game"] for one in listed(olga, "?open=true")] == [game]
    assert [one["closed_by"] for one in listed(olga, "?kind=call-judge")] == [seq, seq + 1, None]
    alice.post(f"games/{game}/moves/", {"move": "cancel-call"})
    assert listed(olga, "?open=true") == []


def test_the_acts_of_a_set_are_listed_by_player_and_kind(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    other = start_game(bob, alice)
    evening = GameSet.objects.create(name="Club night")
    evening.games.set(Game.objects.filter(pk__in=[game, other]))
    grant(player=player_of(olga), scope=evening)
    for where, act in (
        (game, {"act": "warn", "seat": 1}),
        (game, {"act": "note"}),
        (other, {"act": "warn", "seat": 0}),
        (other, {"act": "penalize", "seat": 1, "count": 2}),
    ):
        body = act | {"reason": WHY, "reference": "Appeal 7"}
        assert olga.post(f"games/{where}/acts/", body).status == 201
    assert kinds(olga) == ["penalize", "warn", "note", "warn"]
    me = bob.get("me/").json["id"]
    second, first = listed(olga, f"?set=Club+night&player={me}")
    assert [(one["game"], one["seat"]) for one in (first, second)] == [(game, 1), (other, 0)]
    assert first["by"] == olga.get("me/").json["id"]
    assert (first["reference"], first["closed_by"]) == ("Appeal 7", None)
    assert kinds(olga, "?set=Club+night&kind=note") == ["note"]
    assert kinds(olga, "?set=Another") == []
    body = {"act": "withdraw", "seq": first["seq"], "reason": WHY}
    seq = olga.post(f"games/{game}/acts/", body).json["seq"]
    assert [one["closed_by"] for one in listed(olga, f"?player={me}")] == [None, seq]
    page = olga.get("acts/?limit=2&kind=warn&set=Club+night").json
    assert (len(page["results"]), page["next"]) == (2, None)
    page = olga.get("acts/?limit=3").json
    following = olga.get(page["next"].removeprefix("/api/v1/")).json
    assert [one["move"]["move"] for one in page["results"]] == ["withdraw", "penalize", "warn"]
    assert [one["move"]["move"] for one in following["results"]] == ["note", "warn"]
    assert following["next"] is None


def test_acts_in_many_games_are_looked_at_a_part_for_a_page(
    alice: Caller, bob: Caller, olga: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = start_game(alice, bob)
    evening, rest = (GameSet.objects.create(name=name) for name in ("Club night", "Rest"))
    evening.games.set(Game.objects.filter(pk=game))
    rest.games.set(Game.objects.filter(pk=other))
    pat = with_scopes(guest("Pat"), DIRECT)
    grant(player=player_of(olga), scope=evening)
    grant(player=player_of(pat), scope=rest)
    for number in range(9):
        who, where = (olga, game) if number in (0, 1, 8) else (pat, other)
        body = {"act": "note", "reason": f"Note {number}."}
        assert who.post(f"games/{where}/acts/", body).status == 201
    whole = [one["reason"] for one in listed(olga)]
    assert whole == ["Note 8.", "Note 1.", "Note 0."]
    monkeypatch.setattr("games.officials.selectors.FEW", 0)
    assert [one["reason"] for one in listed(olga)] == whole
    monkeypatch.setattr("games.officials.selectors.LOOKED_AT", 1)
    monkeypatch.setattr("games.officials.selectors.ROUNDS", 2)
    pages, address = [], "acts/?limit=2&kind=note"
    while address:
        page = olga.get(address).json
        pages.append([one["reason"] for one in page["results"]])
        address = (page["next"] or "").removeprefix("/api/v1/")
    assert pages == [["Note 8."], [], [], ["Note 1."], ["Note 0."]]


def test_only_the_games_of_a_persons_grants_are_listed(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    olga.post(f"games/{game}/acts/", {"act": "warn", "seat": 1, "reason": WHY})
    arbiter = with_scopes(guest("Vera"), AUDIT_READ, AUDIT_LIVE)
    assert kinds(arbiter) == kinds(with_scopes(guest("Pat"), DIRECT)) == []
    looks = grant(
        player=player_of(arbiter), scope=Game.objects.get(pk=game), may_direct=False, may_look=True
    )
    assert kinds(arbiter) == ["warn"]
    assert kinds(with_scopes(arbiter, DIRECT)) == []
    looks.revoked_at = looks.created_at
    looks.save()
    assert kinds(arbiter) == []
    may_direct(bob, game)
    assert kinds(with_scopes(bob, DIRECT)) == []
    assert Caller().get("acts/").status == 401
    assert with_scopes(guest("Ann"), AUDIT_READ).get("acts/").code == "missing_scope"


def test_an_organiser_named_by_the_creator_lists_the_acts_with_a_players_token(
    alice: Caller, bob: Caller, editions: None
) -> None:
    named = guest("Pat")
    game = create_game(alice, organisers=[{"player": named.get("me/").json["id"]}])
    bob.post(f"games/{game}/seats/")
    alice.post(f"games/{game}/start/")
    assert named.post(f"games/{game}/acts/", {"act": "note", "reason": WHY}).status == 201
    assert kinds(named) == ["note"]
    may_direct(named, start_game(alice, bob))
    assert kinds(named) == ["note"]


@pytest.mark.parametrize(
    "query", ["player=Bob", "kind=draw", "open=1", "limit=0", "cursor=x", "seat=1"]
)
def test_a_wrong_parameter_is_refused(query: str, olga: Caller) -> None:
    reply = olga.get(f"acts/?{query}")
    assert (reply.status, reply.code) == (400, "invalid_parameter")


def test_moves_are_not_recorded_as_acts(alice: Caller, game: str) -> None:
    assert alice.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    assert not RecordedAct.objects.exists()
