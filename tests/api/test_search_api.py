"""Search and export of games over the API."""

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.models import Game
from games.search.services import index_finished
from tests.api.client import Caller, Reply, guest, start_game
from tests.api.test_time_travel import may_look, with_scope
from tests.games.conftest import _seeds_are_known
from tests.games.finished import finished

__all__ = ["_seeds_are_known"]

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
EXPORT = "games/export/"


@pytest.fixture
def over(editions: None) -> Iterator[list[Game]]:
    """Three finished games, oldest first, in the index."""
    games = [finished("xmen", seed=12), finished("xmen", seed=5), finished("avengers", seed=0)]
    index_finished()
    yield games


def ids(reply: Reply) -> list[str]:
    assert reply.status == 200, reply
    return [one["id"] for one in reply.json["results"]]


def rows(reply: Reply) -> list[dict[str, str]]:
    """The table of an export."""
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(reply.raw.decode("utf-8-sig").splitlines()))


def archive(reply: Reply) -> dict[str, bytes]:
    """The files of an archive."""
    assert reply.headers["Content-Type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(reply.raw)) as files:
        assert files.testzip() is None
        return {name: files.read(name) for name in files.namelist()}


def zipped(caller: Caller, query: str = "") -> Reply:
    return caller.get(f"{EXPORT}{query}", Accept="application/zip")


def test_games_are_searched_as_on_the_pages(over: list[Game]) -> None:
    first = [str(game.pk) for game in over]
    caller = Caller()
    assert ids(caller.get("games/?rule=common.deal&variant=xmen")) == first[1::-1]
    assert ids(caller.get("games/?player=Player 0&sort=oldest")) == first
    assert ids(caller.get("games/?rule=common.no-such")) == []
    assert ids(caller.get("games/?refused=true")) == ids(caller.get("games/?acts=any")) == []
    assert ids(caller.get("games/?since=2999-01-01")) == []
    winners = [f"Player {game.winner}" for game in over]
    for game, winner in zip(over, winners, strict=True):
        assert str(game.pk) in ids(caller.get(f"games/?winner={winner}"))


@pytest.mark.parametrize("sort", ["newest", "oldest", "ended", "longest", "shortest"])
def test_pages_of_every_order_follow_each_other(over: list[Game], sort: str) -> None:
    caller, seen = Caller(), list[str]()
    path: str | None = f"games/?sort={sort}&limit=1"
    while path:
        reply = caller.get(path)
        seen += ids(reply)
        path = reply.json["next"]
    assert seen == ids(caller.get(f"games/?sort={sort}"))
    assert sorted(seen) == sorted(str(game.pk) for game in over)


@pytest.mark.parametrize(
    "query",
    [
        "since=yesterday", "until=2026-13-01", "refused=yes", "acts=shout", "sort=best",
        f"player={'x' * 101}", "cursor=x", "limit=0", "limit=1001", "mine=true",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_400(query: str) -> None:
    reply = Caller().get(f"{EXPORT}?{query}", Accept="text/csv")
    assert (reply.status, reply.code) == (400, "invalid_parameter")


def test_results_have_a_row_for_each_seat_with_its_place(over: list[Game]) -> None:
    found = rows(Caller().get(f"{EXPORT}?sort=oldest", Accept="text/csv"))
    assert [row["game"] for row in found] == [str(g.pk) for g in over for _ in range(g.seats)]
    for row in found:
        game = next(game for game in over if str(game.pk) == row["game"])
        assert game.places_by_seat is not None
        seat = int(row["seat"])
        assert row["place"] == str(game.places_by_seat[seat])
        assert row["winner"] == ("yes" if game.winner == seat else "no")
        assert (row["name"], row["kind"]) == (f"Player {seat}", "player")
        assert (row["events"], row["why"]) == (str(game.seq), game.why)


def test_an_archive_has_bundles_that_pass_and_the_results(over: list[Game]) -> None:
    reply = zipped(Caller(), "?variant=xmen")
    files = archive(reply)
    assert 'filename="fairdeal-bundles.zip"' in reply.headers["Content-Disposition"]
    assert sorted(files) == sorted(
        ["results.csv", *(f"bundles/fairdeal-{game.pk}.json" for game in over[:2])]
    )
    for name, raw in files.items():
        if name.endswith(".json"):
            assert audit(read_bundle(raw)).passed
            assert raw == Caller().get(f"games/{name[17:53]}/audit/bundle/").raw


def test_parts_of_an_export_follow_each_other(over: list[Game]) -> None:
    caller, seen = Caller(), list[str]()
    path = f"{EXPORT}?limit=2"
    while path:
        reply = caller.get(path, Accept="text/csv")
        seen += [row["game"] for row in rows(reply) if row["seat"] == "0"]
        path = reply.headers.get("Link", "").removesuffix('>; rel="next"').removeprefix("<")
    assert seen == [str(game.pk) for game in over[::-1]]


def test_an_archive_costs_by_its_games() -> None:
    def cost(reply: Reply) -> str:
        assert reply.status == 200
        return reply.headers["RateLimit"]

    assert ";cost=100" in cost(zipped(Caller(), "?limit=20"))
    assert ";cost=20" in cost(Caller().get(f"{EXPORT}?limit=1000", Accept="text/csv"))


def test_an_archive_leaves_out_bundles_that_are_not_there_for_an_arbiter(
    alice: Caller, bob: Caller
) -> None:
    """While an invited game runs, an arbiter finds it, and has no bundle without ``as``."""
    invited: dict[str, Any] = {"kind": "invited", "player": bob.get("me/").json["id"]}
    hidden = start_game(alice, bob, access="invited", seats=[{"kind": "me"}, invited])
    other = start_game(alice, bob)
    arbiter = with_scope(guest("Ada"))
    may_look(arbiter, hidden)
    assert hidden in str(rows(arbiter.get(EXPORT, Accept="text/csv")))
    assert list(archive(zipped(arbiter))) == ["results.csv", f"bundles/fairdeal-{other}.json"]


def test_an_export_shows_no_more_than_its_bundles(alice: Caller, bob: Caller) -> None:
    invited: dict[str, Any] = {"kind": "invited", "player": bob.get("me/").json["id"]}
    hidden = start_game(alice, bob, access="invited", seats=[{"kind": "me"}, invited])
    open_game = start_game(alice, bob)
    assert list(archive(zipped(Caller()))) == ["results.csv", f"bundles/fairdeal-{open_game}.json"]
    assert hidden not in str(rows(Caller().get(EXPORT, Accept="text/csv")))
    assert len(archive(zipped(alice))) == 3
    for caller in (Caller(), alice):
        raw = archive(zipped(caller))[f"bundles/fairdeal-{open_game}.json"]
        bundle = read_bundle(raw)
        assert bundle.view == ("seat:0" if caller is alice else "public")
        assert bundle.seed is None
