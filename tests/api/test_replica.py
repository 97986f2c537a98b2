"""What may be late is read from a replica: here a database that lacks what was written last."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection, connections, router, transaction
from django.test.utils import CaptureQueriesContext

from games import replica
from games.models import Game
from games.replica import REPLICA, Router, lag, read_late
from tests.api.client import Caller, asked_of, create_game

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"),
        reason="needs the PostgreSQL of DATABASE_URL",
    ),
    pytest.mark.django_db(transaction=True, databases=["default", REPLICA]),
]

Copy = Callable[[], None]

END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"


@pytest.fixture(scope="module", autouse=True)
def _alias() -> Iterator[None]:
    """Name a replica, which no test empties: it is said to be the primary itself."""
    settings: dict[str, Any] = connections.settings["default"]
    test = settings["TEST"] | {"MIRROR": "default"}
    options = {name: value for name, value in settings["OPTIONS"].items() if name != "pool"}
    with pytest.MonkeyPatch.context() as patch:
        engine = "django.db.backends.postgresql"
        given = settings | {"ENGINE": engine, "TEST": test, "OPTIONS": options}
        patch.setitem(connections.settings, REPLICA, given)
        yield
        connections[REPLICA].close()
        del connections[REPLICA]


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this process knows of its replica."""
    monkeypatch.setattr(replica, "_replica", replica._Replica())


@pytest.fixture
def copy(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Return what copies the primary to the replica, which is said to be in step from then on."""
    name = f"{connection.settings_dict['NAME']}_replica"
    monkeypatch.setitem(connections[REPLICA].settings_dict, "NAME", name)
    monkeypatch.setattr(router, "routers", [Router()])
    monkeypatch.setattr(replica, "lag", lambda: 0.0)
    forget(monkeypatch)

    def run(statement: str) -> None:
        connection.close()
        connections[REPLICA].close()
        with connection._nodb_cursor() as cursor:
            cursor.execute(statement)

    def copied() -> None:
        run(f'CREATE DATABASE "{name}" TEMPLATE "{connection.settings_dict["NAME"]}"')
        forget(monkeypatch)

    yield copied
    run(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


class Asked:
    """The statements that both databases were sent."""

    def __init__(self) -> None:
        self._primary = CaptureQueriesContext(connection)
        self._replica = CaptureQueriesContext(connections[REPLICA])

    def __enter__(self) -> "Asked":
        self._primary.__enter__()
        self._replica.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._primary.__exit__(*error)
        self._replica.__exit__(*error)

    @property
    def of_replica(self) -> list[str]:
        return [one["sql"] for one in self._replica.captured_queries]

    @property
    def rows_of_primary(self) -> list[str]:
        found = (one["sql"] for one in self._primary.captured_queries)
        return [sql for sql in found if "games_moveevent" in sql]


def listed(caller: Caller, query: str = "") -> set[str]:
    return {one["id"] for one in caller.get(f"games/{query}").json["results"]}


def test_lists_for_all_are_late_and_those_of_players_are_not(
    alice: Caller, copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = create_game(alice)
    copy()
    new = create_game(alice)
    assert listed(Caller()) == {old}
    assert listed(alice) == listed(alice, "?mine=true") == {old, new}
    assert alice.get(f"games/{new}/").status == 200
    exported = Caller().get("games/export/", Accept="text/csv").raw.decode()
    assert old in exported and new not in exported
    # The copy is no standby.
    assert lag() is None
    for behind in (5.1, None):
        forget(monkeypatch)
        monkeypatch.setattr(replica, "lag", lambda behind=behind: behind)
        assert listed(Caller()) == {old, new}


def test_what_answers_a_move_and_all_of_a_running_game_is_never_late(
    alice: Caller, bob: Caller, game: str, copy: Copy
) -> None:
    copy()
    player, prompt, seq = asked_of(game, alice, bob)
    with Asked() as asked:
        body = prompt["options"][0]["body"]
        moved = player.post(f"games/{game}/moves/", body, If_Match=f'"{seq}"')
        assert (moved.status, moved.json["seq"]) == (201, seq + 1)
        assert player.get(f"games/{game}/").json["seq"] == seq + 1
        assert player.get(f"games/{game}/events/?after={seq}").json["results"]
        assert player.get(f"games/{game}/position/?at={seq + 1}").status == 200
        assert player.get(f"games/{game}/audit/bundle/").json["head"]["seq"] == seq + 1
    assert listed(Caller()) == {game} and asked.of_replica == []
    # On the replica it is not finished.
    last = alice.post(f"games/{game}/moves/", {"move": "resign"}).json["seq"]
    found = alice.get(f"games/{game}/events/").json
    assert (found["seq"], found["results"][-1]["seq"]) == (last, last)
    assert alice.get(f"games/{game}/events/{last}/").status == 200
    assert alice.get(f"games/{game}/audit/bundle/").json["head"]["seq"] == last


PATHS = (
    *("events/", "events/2/", "position/", "position/?at=2", "position/diff/?to=2"),
    *("log/", "audit/bundle/"),
)


def test_the_rows_of_a_finished_game_come_from_a_replica_that_has_all_of_them(
    alice: Caller, played: str, copy: Copy
) -> None:
    alice.post(f"games/{played}/moves/", {"move": "resign"})
    found = {path: alice.get(f"games/{played}/{path}").raw for path in PATHS}
    copy()
    for path in PATHS:
        with Asked() as asked:
            assert alice.get(f"games/{played}/{path}").raw == found[path]
        assert asked.of_replica and not asked.rows_of_primary, path


def test_a_replica_that_is_away_or_breaks_is_replaced_by_the_primary(
    alice: Caller, copy: Copy, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = create_game(alice)
    # There is no such database yet.
    assert listed(Caller()) == {old}
    copy()
    new = create_game(alice)
    assert listed(Caller()) == {old}
    with connection.cursor() as cursor:
        name = connections[REPLICA].settings_dict["NAME"]
        cursor.execute(f"{END_SESSIONS} WHERE datname = %s", [name])
    assert listed(Caller()) == {old, new}
    forget(monkeypatch)
    assert listed(Caller()) == {old}
    with connections[REPLICA].cursor() as cursor:
        cursor.execute("DROP TABLE games_game CASCADE")
    assert listed(Caller()) == {old, new}


def test_a_transaction_reads_from_the_primary_and_all_is_written_there(
    alice: Caller, copy: Copy
) -> None:
    create_game(alice)
    copy()
    create_game(alice)

    def in_a_transaction() -> int:
        with transaction.atomic():
            return Game.objects.count()

    assert (read_late(Game.objects.count), read_late(in_a_transaction)) == (1, 2)
    with transaction.atomic():
        assert read_late(Game.objects.count) == 2
    game = read_late(Game.objects.get)
    game.why = "changed"
    game.save(update_fields=["why"])
    assert Game.objects.get(pk=game.pk).why == "changed"
    assert read_late(Game.objects.get).why == ""
