"""What has happened since a player's last move."""

from typing import Any

import pytest

from games.ledger.recent import Recent
from games.play.last_rows import events_since_last_move, rows_after
from games.play.selectors import stored_game
from tests.api.client import Caller, asked_of, fits

pytestmark = pytest.mark.django_db


def since(caller: Caller, game: str) -> dict[str, Any]:
    """What the prompts of a game say has happened since the caller's last move."""
    reply = caller.get(f"games/{game}/prompts/?include=since")
    fits("PromptList", reply.json)
    return reply.json["since"]  # type: ignore[no-any-return]


def test_before_the_first_move_it_reports_the_game_from_its_start(alice: Caller, game: str) -> None:
    told = since(alice, game)
    assert (told["seq"], told["omitted"]) == (0, 0)
    assert {one["seq"] for one in told["sentences"]} == {1}


def test_it_reports_the_own_last_move_and_all_after_it(
    alice: Caller, bob: Caller, game: str
) -> None:
    mine = 0
    for _ in range(6):
        player, prompt, seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
        mine = seq + 1 if player is alice else mine
    told = since(alice, game)
    head = alice.get(f"games/{game}/").json["seq"]
    assert told["seq"] == mine
    assert {one["seq"] for one in told["sentences"]} == set(range(mine, head + 1))
    assert told["omitted"] == 0


def test_the_public_has_no_last_move(carol: Caller, game: str) -> None:
    assert since(carol, game) is None
    assert carol.get(f"games/{game}/log/?since=my-turn").code == "not_seated"


def test_the_log_begins_with_the_own_last_move(alice: Caller, bob: Caller, game: str) -> None:
    for _ in range(5):
        player, prompt, _ = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    told = since(alice, game)
    reply = alice.get(told["log"].removeprefix("/api/v1/"))
    assert reply.json["results"][0]["seq"] == told["seq"]
    assert "immutable" not in reply.headers.get("Cache-Control", "")
    text = alice.get(told["log"].removeprefix("/api/v1/"), Accept="text/plain").raw.decode()
    assert text.split()[0] == str(told["seq"])
    assert alice.get(f"games/{game}/log/?since=forever").status == 400


def test_of_many_events_the_earliest_are_counted_only(
    alice: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.play.last_rows.MOST", 3)
    for _ in range(5):
        player, prompt, _ = asked_of(game, alice, bob)
        if player is alice:
            break
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    else:
        for _ in range(5):
            player, prompt, _ = asked_of(game, alice, bob)
            player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    head = alice.get(f"games/{game}/").json["seq"]
    told = since(alice, game)
    seqs = {one["seq"] for one in told["sentences"]}
    assert len(seqs) <= 3
    assert told["omitted"] + len(seqs) == head - max(told["seq"], 1) + 1


def test_what_is_remembered_is_what_would_be_read(
    alice: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(15):
        told = [since(one, game) for one in (alice, bob, alice)]
        with monkeypatch.context() as patched:
            patched.setattr("games.play.last_rows._last_rows", Recent(1))
            assert [since(one, game) for one in (alice, bob, alice)] == told
        player, prompt, _ = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])


def test_each_event_is_read_once_for_all_who_follow(
    alice: Caller, bob: Caller, game: str, django_assert_num_queries: Any
) -> None:
    for one in (alice, bob):
        since(one, game)
    player, prompt, _ = asked_of(game, alice, bob)
    player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    row = stored_game(game)
    with django_assert_num_queries(1):
        assert [one.seq for one in rows_after(game=row, after=row.seq - 1, most=9)] == [row.seq]
        for seat in range(2):
            events_since_last_move(game=row, seat=seat)
