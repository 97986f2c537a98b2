"""What streams of the lobby cost: one read for all of them, at most one a second."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.api import lobby
from games.api.lobby import LobbyQuery, OpenTables
from games.api.streams import lobby_stream
from games.api.streams.lobby_stream import LobbyNews, LobbyOrder, LobbyStream, read_lobbies
from games.api.streams.shared_reads import Version
from games.api.streams.waking import Hub
from games.players.access import Access
from games.players.models import Player, Token
from games.wording.language import ENGLISH, Language
from tests.api.client import Caller, create_game
from tests.api.test_seats_api import THREE, player

FRENCH: Language = "fr-CA"
WANTED = [LobbyQuery(*one) for one in product(("", "xmen", "ultimate"), (1, 2), (1, 2, 200))]


def access_of(caller: Caller) -> Access:
    holder = Player.objects.get(pk=player(caller))
    token = Token.objects.get(user=holder.user_id)
    return Access(token.id, holder.pk, holder.user_id, holder.name, True, (), None)


def orders(*callers: Caller) -> list[LobbyOrder]:
    given = [None, *map(access_of, callers)]
    return [LobbyOrder(*one) for one in product(given, WANTED, (ENGLISH, FRENCH))]


@pytest.fixture
def tables(alice: Caller, bob: Caller) -> None:
    for host, variant, seats in product((alice, bob), ("avengers", "xmen"), (None, THREE)):
        create_game(host, variant=variant, **({"seats": seats} if seats else {}))


@pytest.mark.django_db
def test_streams_read_once_whatever_each_of_them_wants(
    alice: Caller, bob: Caller, tables: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[object] = []
    render = OpenTables.render
    monkeypatch.setattr(
        OpenTables, "render", lambda *given: rendered.append(given) or render(*given)
    )

    def reads(wanted: list[LobbyOrder]) -> int:
        rendered.clear()
        with CaptureQueriesContext(connection) as found:
            assert all(isinstance(one, LobbyNews) for one in read_lobbies(wanted))
        return len(found)

    everyone = orders(alice, bob)
    assert len(everyone) == 108
    one = LobbyOrder(access_of(alice), LobbyQuery("xmen", 1, 200), ENGLISH)
    assert reads(everyone) == reads([one])
    reads(orders())
    assert len(rendered) == 8 * 2  # each table once a language


@pytest.mark.django_db
@pytest.mark.parametrize("looked_at", [500, 3])
def test_each_stream_has_the_page_that_it_would_get(
    alice: Caller,
    bob: Caller,
    tables: None,
    monkeypatch: pytest.MonkeyPatch,
    looked_at: int,
) -> None:
    monkeypatch.setattr(lobby, "MAX_LOOKED_AT", looked_at)
    asked = orders(alice)
    for order, news in zip(asked, read_lobbies(asked), strict=True):
        assert isinstance(news, LobbyNews)
        query = {name: value for name, value in order.wanted._asdict().items() if value}
        caller = Caller(alice.secret if order.access else "", order.language)
        sent, page = json.loads(news.page), caller.get(f"lobby/?{urlencode(query)}").json
        assert sent == page or looked_at == 3
        assert list(followed(caller, sent)) == list(followed(caller, page))


def followed(caller: Caller, page: Any) -> Iterator[Any]:
    """Yield the tables of a page and of those that follow it."""
    yield from page["results"]
    if page["next"]:
        yield from followed(caller, caller.get(page["next"]).json)


class Clock:
    """A time that passes only while something sleeps."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.3
        monkeypatch.setattr(lobby_stream, "monotonic", lambda: self.now)
        monkeypatch.setattr(lobby_stream.asyncio, "sleep", self.sleep)

    async def sleep(self, seconds: float) -> None:
        assert 0 < seconds <= 1
        self.now += seconds


class ChangingHub(Hub):
    """A hub whose lobby is another one at each read."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self.clock, self.reads = clock, list[float]()

    async def read(self, how: Any, order: Any) -> Any:
        self.reads.append(self.clock.now)
        return LobbyNews(b"[%d]" % len(self.reads), Version(1, None))


def test_a_stream_reads_and_sends_at_most_once_in_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    hub = ChangingHub(clock)
    stream = LobbyStream(LobbyOrder(None, WANTED[0], ENGLISH), "test")

    async def follow() -> list[bytes]:
        pieces = [(await stream.read(hub)).piece]
        for pause in (0.1, 0.1, 0.1, 5.2, 0.1):
            clock.now += pause
            stream.changed.set()
            pieces.append((await stream.read(hub)).piece)
            assert not stream.changed.is_set()
        return pieces

    sent = asyncio.run(follow())
    assert sent[-1] == b"event: tables\ndata: [6]\n\n"
    # What comes after a quiet second is sent at once, other changes with the next second.
    assert hub.reads == pytest.approx([1000.3, 1001, 1002, 1003, 1008.2, 1009])
