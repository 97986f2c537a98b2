"""Phrases and reactions at a table: said to all who watch, and no part of the game."""

import time
from typing import Any
from urllib.parse import urlencode

import pytest

from games.models import MoveEvent
from games.play import table_news
from tests.api.client import Caller, create_game, fits, start_game
from tests.own_cache import empty_cache

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_one_has_spoken() -> None:
    empty_cache()


def heard(caller: Caller, game: str, **query: str) -> list[Any]:
    """Return the phrases that the stream of a game has."""
    found = caller.stream(f"games/{game}/events/?{urlencode(query)}")
    return [data for name, data in found if name == "phrase"]


def test_the_lists_have_six_of_each_in_both_languages(alice: Caller, game: str) -> None:
    told = alice.get(f"games/{game}/phrases/").json
    fits("Phrases", told)
    texts = {one["code"]: one for one in told["results"]}
    assert [one["kind"] for one in told["results"]] == ["phrase"] * 6 + ["reaction"] * 6
    assert texts["good-game"]["text"] == {"en": "Good game", "fr-CA": "Bonne partie"}
    assert texts["good-game"]["symbol"] is None
    assert len({one["symbol"] for one in told["results"]}) == 7
    assert Caller().get(f"games/{game}/phrases/").json == told


def test_what_a_player_says_reaches_all_who_watch(alice: Caller, bob: Caller, game: str) -> None:
    reply = alice.post(f"games/{game}/phrases/", {"phrase": "good-game"})
    assert reply.status == 201
    fits("Said", reply.json)
    said = reply.json
    assert (said["seat"], said["phrase"], said["seconds"]) == (0, "good-game", 3)
    for watching in (alice, bob, Caller()):
        assert heard(watching, game) == [said]
    laughing = bob.post(f"games/{game}/phrases/", {"phrase": "laughter"}).json
    assert heard(Caller(), game) == [said, laughing]


def test_a_seat_speaks_once_in_five_seconds(
    alice: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [1_800_000_000.25]
    monkeypatch.setattr(table_news, "time", lambda: clock[0])
    assert alice.post(f"games/{game}/phrases/", {"phrase": "thanks"}).status == 201
    clock[0] += 1.5
    again = alice.post(f"games/{game}/phrases/", {"phrase": "oops"})
    assert (again.status, again.code) == (429, "too_many_phrases")
    assert again.headers["Retry-After"] == "4"
    assert bob.post(f"games/{game}/phrases/", {"phrase": "oops"}).status == 201
    assert [one["phrase"] for one in heard(alice, game)] == ["thanks", "oops"]


def test_a_phrase_is_stored_no_longer_than_it_is_shown(alice: Caller, game: str) -> None:
    rows = MoveEvent.objects.count()
    alice.post(f"games/{game}/phrases/", {"phrase": "one-moment"})
    assert len(heard(alice, game)) == 1
    time.sleep(table_news.SHOWN_SECONDS)
    assert heard(alice, game) == []
    assert MoveEvent.objects.count() == rows
    for path in ("events/", "log/", "audit/bundle/", ""):
        assert b"one-moment" not in alice.get(f"games/{game}/{path}").raw


def test_only_the_seated_speak(alice: Caller, game: str, carol: Caller) -> None:
    refused = carol.post(f"games/{game}/phrases/", {"phrase": "thanks"})
    assert (refused.status, refused.code) == (403, "not_seated")
    assert Caller().post(f"games/{game}/phrases/", {"phrase": "thanks"}).status == 401
    assert heard(alice, game) == []
    unknown = alice.post(f"games/{game}/phrases/", {"phrase": "you are bad"})
    assert (unknown.status, unknown.code) == (400, "malformed")


def test_a_table_may_have_none(alice: Caller, bob: Caller) -> None:
    game = start_game(alice, bob, phrases=False)
    assert alice.get(f"games/{game}/").json["phrases"] is False
    assert alice.get(f"games/{game}/phrases/").json == {"results": []}
    refused = alice.post(f"games/{game}/phrases/", {"phrase": "thanks"})
    assert (refused.status, refused.code) == (409, "phrases_off")
    for caller in (bob, alice):
        caller.post(f"games/{game}/moves/", {"move": "resign"})
    rematch = alice.post(f"games/{game}/rematch/").json
    assert rematch["phrases"] is False


def test_players_speak_before_the_start_and_after_the_end(alice: Caller, bob: Caller) -> None:
    waiting = create_game(alice)
    assert alice.post(f"games/{waiting}/phrases/", {"phrase": "one-moment"}).status == 201
    assert [one["phrase"] for one in heard(Caller(), waiting)] == ["one-moment"]
    game = start_game(alice, bob)
    bob.post(f"games/{game}/moves/", {"move": "resign"})
    assert bob.post(f"games/{game}/phrases/", {"phrase": "well-played"}).status == 201
    assert [one["phrase"] for one in heard(alice, game, stay="true")] == ["well-played"]
