"""Calls and catches in a window over the API: one that is held is secret until it closes."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest

from games.api.streams.game_events import GameOrder, read_games
from games.ledger import rows, store
from games.models import Game, HeldMove, Refusal
from games.play import deadlines
from games.players.access import digest_of, find_stored
from games.players.models import Player
from games.players.scopes import PLAY
from games.players.services import issue_token
from tests.api.client import Caller, Reply, fits, key
from tests.games.tables import guest
from tests.games.test_deadlines import NOON, Hands
from tests.games.windows import exposed, in_window, others

pytestmark = pytest.mark.django_db

PATHS = (
    "",
    "prompts/",
    "prompts/?include=table,since,cards",
    "position/",
    "events/",
    "log/",
    "receipt/",
    "audit/bundle/",
)
"""What another seat may read of a running game."""


class Table:
    """A game in an open window: who may be caught, who catches, and another player."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands
        players = [guest(name) for name in ("Ann", "Ben", "Cyd")]
        self.callers = [_caller(player) for player in players]
        self.game = in_window(*players)
        self.owner = exposed(self.game)
        self.catcher, self.other = others(self.game)
        self.path = f"games/{self.game.pk}/"
        self.catch = {"move": "catch-uno", "seat": self.owner}

    def move(self, seat: int, body: Any, **headers: str) -> Any:
        return self.callers[seat].post(f"{self.path}moves/", body, **headers)

    def close(self) -> None:
        self.hands.on(4)
        assert deadlines.run_clocks() == 1

    def read(self, caller: Caller) -> list[tuple[str, int, bytes, str | None]]:
        replies = [(path, caller.get(self.path + path)) for path in PATHS]
        return [(path, one.status, one.raw, one.headers.get("ETag")) for path, one in replies]


def timeless(reply: Reply) -> Any:
    """A reply without the time left, which is that at which it is rendered."""
    return reply.json | dict.fromkeys(("window_until", "window_seconds_left"))


def _caller(player: Player) -> Caller:
    return Caller(issue_token(player=player, scopes=[PLAY])[1])


@pytest.fixture
def table(editions: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    hands = Hands()
    monkeypatch.setattr(rows, "wall_time", hands)
    yield Table(hands)


def test_no_other_viewer_can_read_of_a_catch_that_is_held(table: Table) -> None:
    readers = [Caller(), table.callers[table.owner], table.callers[table.other]]
    before = [table.read(one) for one in readers]
    assert {status for paths in before for _, status, _, _ in paths} == {200}
    assert table.move(table.catcher, table.catch).status == 202
    assert [table.read(one) for one in readers] == before
    assert table.callers[table.owner].get(f"{table.path}prompts/").json["held"] == []


def test_no_stream_tells_of_it(table: Table) -> None:
    def news() -> Any:
        ways = [
            None,
            *(
                find_stored(digest_of(table.callers[seat].secret))
                for seat in (table.owner, table.other)
            ),
        ]
        after = table.game.seq - 1
        orders = [GameOrder(table.game.pk, one, None, "en", frozenset(), after) for one in ways]
        return read_games(orders)

    before = news()
    assert [one.seq for one in before] == [table.game.seq] * 3
    table.move(table.catcher, table.catch)
    assert news() == before


def test_the_reply_says_that_it_is_held_and_until_when(table: Table) -> None:
    reply = table.move(table.catcher, table.catch, If_Match=f'"{table.game.seq}"')
    assert (reply.status, reply.headers["ETag"]) == (202, f'"{table.game.seq}"')
    assert "Location" not in reply.headers
    fits("MoveReply", reply.json)
    told = reply.json
    assert (told["seq"], told["events"]) == (table.game.seq, [])
    assert [one["body"] for one in told["held"]] == [table.catch]
    assert told["window_until"] == rows.stamp(NOON + timedelta(seconds=4))
    assert told["window_seconds_left"] == 4
    assert [one["body"]["move"] for one in told["open"]] == ["resign"]
    assert "held" in told["prompts"][-1]["why"]


def test_its_seat_finds_it_in_its_own_prompts(table: Table) -> None:
    caller = table.callers[table.catcher]
    before = caller.get(f"{table.path}prompts/")
    assert (before.json["held"], before.json["window_seconds_left"]) == ([], 4)
    table.move(table.catcher, table.catch)
    table.hands.on(1)
    after = caller.get(f"{table.path}prompts/", If_None_Match=before.headers["ETag"])
    assert (after.status, after.json["window_seconds_left"]) == (200, 3)
    assert [one["body"] for one in after.json["held"]] == [table.catch]
    same = caller.get(f"{table.path}prompts/", If_None_Match=after.headers["ETag"])
    assert same.status == 304


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_a_second_one_is_refused_with_its_own_code(table: Table, language: str) -> None:
    table.move(table.catcher, table.catch)
    table.callers[table.catcher].language = language
    for address in ("moves/", "moves/check/"):
        reply = table.callers[table.catcher].post(table.path + address, table.catch)
        assert (reply.status, reply.code) == (409, "already_held")
        assert reply.json["rule"] == "common.uno.window"
        assert ("held already" if language == "en" else "déjà retenue") in reply.json["detail"]
        assert [one["body"] for one in reply.json["held"]] == [table.catch]
    assert not Refusal.objects.exists()
    assert Game.objects.get(pk=table.game.pk).refused == 0


def test_another_refusal_in_the_window_is_as_without_a_held_catch(table: Table) -> None:
    table.move(table.catcher, table.catch)
    reply = table.move(table.other, {"move": "draw"})
    assert reply.status >= 409
    assert reply.json["held"] == []
    check = table.callers[table.other].post(f"{table.path}moves/check/", table.catch)
    assert (check.status, check.json["legal"]) == (200, True)


def test_a_repeated_request_gets_the_stored_reply(table: Table) -> None:
    name = key()
    first = table.move(table.catcher, table.catch, Idempotency_Key=name)
    again = table.move(table.catcher, table.catch, Idempotency_Key=name)
    assert (again.status, again.raw) == (202, first.raw)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["ETag"] == first.headers["ETag"]
    table.close()
    late = table.move(table.catcher, table.catch, Idempotency_Key=name)
    assert (late.status, timeless(late)) == (202, timeless(first))
    caught = [one for one in store.history(Game.objects.get(pk=table.game.pk)) if one.seat is None]
    assert len(caught) == 2  # the start, and the close


def test_a_receipt_of_a_held_move_is_that_of_the_row_before(table: Table) -> None:
    before = table.callers[table.other].get(f"{table.path}receipt/").json
    reply = table.move(table.catcher, table.catch, Prefer="receipt")
    assert reply.json["receipt"] == before


def test_a_time_that_is_past_is_not_shown(table: Table) -> None:
    table.hands.on(4, running=False)
    prompts = Caller().get(f"{table.path}prompts/").json
    assert (prompts["window_until"], prompts["window_seconds_left"]) == (None, None)


def test_who_closes_the_window_gets_the_events_of_what_was_held(table: Table) -> None:
    table.move(table.catcher, table.catch)
    reply = table.move(table.owner, {"move": "resign"})
    assert reply.status == 201
    assert [one["move"]["move"] for one in reply.json["events"]] == ["catch-uno", "resign"]
    assert reply.json["seq"] == table.game.seq + 2


@pytest.mark.parametrize(
    "then", [{"move": "call-judge", "reason": "A card fell."}, {"move": "draw"}]
)
def test_every_reply_to_its_seat_has_what_is_held(table: Table, then: Any) -> None:
    table.move(table.catcher, table.catch)
    reply = table.move(table.catcher, then)
    assert (reply.status >= 409) == (then == {"move": "draw"})
    assert [one["body"] for one in reply.json["held"]] == [table.catch]
    assert table.move(table.other, then).json["held"] == []


def test_a_repeated_move_of_a_seat_has_what_was_held_for_it_then(table: Table) -> None:
    name, call = key(), {"move": "call-judge", "reason": "A card fell."}
    table.move(table.catcher, table.catch)
    first = table.move(table.catcher, call, Idempotency_Key=name)
    assert first.status == 201
    HeldMove.objects.all().delete()
    again = table.move(table.catcher, call, Idempotency_Key=name)
    assert (again.status, again.raw) == (201, first.raw)
