"""A request on a connection that PostgreSQL has closed succeeds on a new one."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import OperationalError, close_old_connections, connection, transaction

from bots.tasks import take_turn
from config.postgresql.base import DatabaseWrapper
from games.ledger import store
from games.models import MoveEvent
from tests.api.client import Caller, Reply, asked_of

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"),
        reason="needs the PostgreSQL of DATABASE_URL",
    ),
    pytest.mark.django_db(transaction=True),
]

OTHERS = (
    "SELECT pid FROM pg_stat_activity"
    " WHERE datname = current_database() AND pid <> pg_backend_pid()"
)


@pytest.fixture(autouse=True)
def _fresh_afterwards(transactional_db: None) -> Iterator[None]:
    """Leave no closed connection to those who clear up."""
    yield
    connection.close()


def end_sessions() -> None:
    """Let PostgreSQL end all sessions of the test database, and see them gone."""
    given: dict[str, Any] = connection.get_connection_params()
    reached = {name: given[name] for name in ("dbname", "host", "port", "user") if given.get(name)}
    with psycopg.connect(**reached, password=given.get("password"), autocommit=True) as admin:
        old = set(admin.execute(OTHERS).fetchall())
        for (pid,) in old:
            admin.execute("SELECT pg_terminate_backend(%s)", [pid])
        for _ in range(10_000):
            if not old & set(admin.execute(OTHERS).fetchall()):
                return
    raise AssertionError("the sessions did not end")


def after_the_end(ask: Callable[[], Reply]) -> Reply:
    """A request whose thread holds a connection that was closed since the last request."""
    end_sessions()
    close_old_connections()
    return ask()


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is noted at each health check."""
    made: list[str] = []
    is_usable = DatabaseWrapper.is_usable

    def noted(self: DatabaseWrapper) -> bool:
        made.append("checked")
        return bool(is_usable(self))

    monkeypatch.setattr(DatabaseWrapper, "is_usable", noted)
    yield made


def test_reading_and_moving_go_on_after_all_sessions_ended(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, prompt, seq = asked_of(game, alice, bob)
    assert after_the_end(lambda: player.get(f"games/{game}/events/")).status == 200
    body = prompt["options"][0]["body"]
    moved = after_the_end(lambda: player.post(f"games/{game}/moves/", body, If_Match=f'"{seq}"'))
    assert (moved.status, moved.json["seq"]) == (201, seq + 1)
    assert MoveEvent.objects.filter(game=game).count() == seq + 1


@pytest.mark.parametrize("key", ["", "0123456789-abcdef"])
def test_a_request_that_writes_first_goes_on_too(editions: None, key: str) -> None:
    headers = {"Idempotency_Key": key} if key else {}
    reply = after_the_end(lambda: Caller().post("players/", {"name": "Ada"}, **headers))
    assert reply.status == 201


def test_a_task_of_the_worker_goes_on_too(game: str) -> None:
    end_sessions()
    assert take_turn.apply((game, 1)).successful()


def test_reading_and_moving_cost_no_health_check(
    alice: Caller, bob: Caller, game: str, checks: list[str]
) -> None:
    player, prompt, _seq = asked_of(game, alice, bob)
    close_old_connections()
    assert player.get(f"games/{game}/").status == 200
    close_old_connections()
    assert player.post(f"games/{game}/moves/", prompt["options"][0]["body"]).status == 201
    assert checks == []


def test_a_move_whose_connection_breaks_after_its_first_statement_is_not_tried_again(
    alice: Caller, bob: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, prompt, seq = asked_of(game, alice, bob)
    append, body = store.append, prompt["options"][0]["body"]

    def broken(*args: Any) -> None:
        end_sessions()
        append(*args)

    with monkeypatch.context() as patch:
        patch.setattr(store, "append", broken)
        reply = player.post(f"games/{game}/moves/", body, If_Match=f'"{seq}"')
    assert (reply.status, reply.code) == (503, "unavailable")
    close_old_connections()
    assert MoveEvent.objects.filter(game=game).count() == seq
    again = player.post(f"games/{game}/moves/", body, If_Match=f'"{seq}"')
    assert again.status == 201


def test_a_transaction_in_which_the_connection_breaks_fails() -> None:
    with pytest.raises(OperationalError), transaction.atomic():
        MoveEvent.objects.count()
        end_sessions()
        MoveEvent.objects.count()


def test_a_failing_statement_on_a_living_connection_is_not_repeated(checks: list[str]) -> None:
    with connection.cursor() as cursor, pytest.raises(OperationalError):
        cursor.execute("SET statement_timeout = 10")
        connection.is_proven = False
        cursor.execute("SELECT pg_sleep(1)")
    assert checks == ["checked"]


# ---- with a pool


@pytest.fixture
def pooled() -> Iterator[Callable[[], DatabaseWrapper]]:
    """What gives one more thread's view of a pool of connections."""
    options = connection.settings_dict["OPTIONS"] | {"pool": {"min_size": 3, "max_size": 3}}
    settings = connection.settings_dict | {"OPTIONS": options, "CONN_MAX_AGE": 0}
    made: list[DatabaseWrapper] = []

    def another() -> DatabaseWrapper:
        made.append(DatabaseWrapper(settings, alias="pooled"))
        return made[-1]

    yield another
    for one in made:
        one.close()
    made[0].close_pool()


def fill(pooled: Callable[[], DatabaseWrapper]) -> None:
    """Have three connections in the pool, each used before."""
    users = [pooled() for _ in range(3)]
    for one in users:
        one.ensure_connection()
    for one in users:
        one.close()


def test_a_pool_of_dead_connections_costs_one_retry(
    editions: None, pooled: Callable[[], DatabaseWrapper]
) -> None:
    fill(pooled)
    end_sessions()
    reading = pooled()
    with reading.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_game")
        assert cursor.fetchone() == (0,)
    writing = pooled()
    end_sessions()
    writing.set_autocommit(False)
    with writing.cursor() as cursor:
        cursor.execute("SELECT 1")
    writing.rollback()


def test_a_database_that_became_read_only_is_unavailable(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, prompt, seq = asked_of(game, alice, bob)
    with connection.cursor() as cursor:
        cursor.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
    guest = Caller().post("players/", {"name": "Ada"})
    moved = player.post(f"games/{game}/moves/", prompt["options"][0]["body"])
    assert [(one.status, one.code) for one in (guest, moved)] == [(503, "unavailable")] * 2
    assert player.get(f"games/{game}/events/").status == 200
    # The next request has a new session, with a server that takes writes.
    close_old_connections()
    assert MoveEvent.objects.filter(game=game).count() == seq
    moved = player.post(f"games/{game}/moves/", prompt["options"][0]["body"])
    assert (moved.status, moved.json["seq"]) == (201, seq + 1)
