"""What a move takes on disk, on PostgreSQL, and what each list reads of many games.

Random games of the three variants are played and then copied under new ids, all at once, as if they
had been played side by side: so pages are filled as in a large database. ``bytes.move`` is
all that a move with an idempotency key leaves, with indexes: its row and its receipt.
``bytes.game`` is all that a game has in other tables: seats, terms, verdict, entries in the log,
terms of searches.
"""

import os
import subprocess
import sys
from typing import Any, Final, LiteralString, cast
from unittest.mock import patch

import psycopg

from tests.bench.figures import report
from tests.bench.servers import empty_database, fairdeal_env, manage

GAMES, COPIES = 10, 50
"""How many games of each variant are played, and how often each is copied."""

OF_MOVES = ("games_moveevent", "games_movereceipt")
OF_GAMES: Final[dict[str, dict[str, str]]] = {
    "games_seat": {},
    "games_tableterms": {},
    "search_searchterm": {},
    "proofs_logentry": {
        "number": "(SELECT max(number) FROM proofs_logentry) + row_number() OVER ()",
    },
    "games_auditrun": {"batch": "new"},
}
"""The tables of games, and the columns that differ in each copy."""

SKIPPED = {"id", "game_id"}

COPIED_GAMES = (
    "CREATE TEMPORARY TABLE copied AS SELECT id AS old, gen_random_uuid() AS new"
    " FROM games_game, generate_series(1, %s)"
)
SIZES = """
SELECT sum(pg_relation_size(relid)), sum(pg_indexes_size(relid)), sum(pg_total_relation_size(relid))
FROM (SELECT relid FROM pg_partition_tree('{0}') UNION SELECT '{0}'::regclass) AS parts (relid)
"""


def play() -> None:
    """Play the games, in a process of its own that has the database's settings."""
    import django

    django.setup()
    from games.ledger.move_receipts import RequestKey
    from games.play import openings, seating, submitting
    from games.play.commands import Outcome
    from games.play.seating import SeatSpec
    from games.play.submitting import commit_move
    from games.proofs.runs import audit_now
    from games.proofs.services import make_checkpoint
    from games.search.services import index_finished
    from tests.games.tables import guest, open_game, play_on

    def commit_with_key(outcome: Outcome) -> None:
        """Commit a move as of a request with a key."""
        commit_move(outcome, RequestKey(str(outcome.game.pk), str(outcome.game.seq), ""))

    players = [guest(f"Player {number}") for number in range(4)]
    for number in range(GAMES):
        for variant in ("avengers", "xmen", "ultimate"):
            host, *others = players[: 2 + number % 3]
            seats = [SeatSpec("player"), *(SeatSpec("invited", player=one) for one in others)]
            options = {"rounds": 1} if variant == "avengers" else {}
            game = open_game(host, *seats, variant=variant, options=options)
            for one in others:
                seating.join_game(game_id=game.pk, player=one)
            started = openings.start_game(game_id=game.pk, player=host).game
            with patch.object(submitting, "commit_move", commit_with_key):
                over = play_on(started, seed=number)
            audit_now(over)
    index_finished()
    make_checkpoint()


def columns(connection: psycopg.Connection[Any], table: str) -> list[str]:
    """The columns of a table, without those that a copy has of its own."""
    found = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table]
    )
    return [name for (name,) in found if name not in SKIPPED]


def copy(connection: psycopg.Connection[Any]) -> None:
    """Copy every game under new ids; rows of all games alternate, as when they are played."""
    connection.execute(COPIED_GAMES, [COPIES])

    def insert(table: str, order: str, changed: dict[str, str] | None = None) -> None:
        own = {name: name for name in columns(connection, table)} | (changed or {})
        key = "id" if table == "games_game" else "game_id"
        text = (
            f"INSERT INTO {table} ({key}, {', '.join(own)}) SELECT new, {', '.join(own.values())}"
            f" FROM {table} JOIN copied ON {table}.{key} = old ORDER BY {order}"
        )
        connection.execute(cast(LiteralString, text))

    insert("games_game", "new")
    for table in OF_MOVES:
        insert(table, "seq, new")
    for table, changed in OF_GAMES.items():
        insert(table, "new", changed)


def main() -> None:
    """Print the figures; ``GAMES`` is one more number of games at which lists are read."""
    print_bytes()
    sizes = ["1000", "100000", *filter(None, [os.environ.get("GAMES", "")])]
    with empty_database("fairdeal_bench_lists") as database:
        env = fairdeal_env(database, "bench-lists") | {"PGOPTIONS": "-c synchronous_commit=off"}
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        subprocess.run([sys.executable, "-m", "tests.bench.lists", *sizes], env=env, check=True)


def print_bytes() -> None:
    """Print what is on disk."""
    with empty_database("fairdeal_bench_growth") as database:
        env = fairdeal_env(database, "bench-growth") | {"PGOPTIONS": "-c synchronous_commit=off"}
        manage("migrate", "--verbosity", "0", env=env)
        manage("load_cards", env=env)
        words = [sys.executable, "-c", "from tests.bench.growth import play; play()"]
        subprocess.run(words, env=os.environ | env, check=True)
        with psycopg.connect(database, autocommit=True) as connection:
            copy(connection)
            connection.execute("VACUUM ANALYZE")
            print_figures(connection)


def print_figures(connection: psycopg.Connection[Any]) -> None:
    """Print the bytes of a move, of its columns, and of a game besides."""

    def values(text: str) -> tuple[float, ...]:
        row = connection.execute(cast(LiteralString, text)).fetchone()
        assert row is not None
        return tuple(float(value or 0) for value in row)

    (moves,), (games,) = (
        values(f"SELECT count(*) FROM {table}") for table in ("games_moveevent", "games_game")
    )
    sizes = {table: values(SIZES.format(table)) for table in OF_MOVES}
    report("bytes.move", sum(total for _, _, total in sizes.values()) / moves, "bytes")
    for table, (heap, indexes, total) in sizes.items():
        report(f"bytes.move.{table}", total / moves, "bytes")
        report(f"bytes.move.{table}.rows", heap / moves, "bytes")
        report(f"bytes.move.{table}.indexes", indexes / moves, "bytes")
    names = ["id", "game_id", *columns(connection, "games_moveevent")]
    widths = values(
        f"SELECT {', '.join(f'avg(pg_column_size({name}))' for name in names)} FROM games_moveevent"
    )
    for name, size in sorted(zip(names, widths, strict=True), key=lambda one: -one[1]):
        report(f"bytes.move.column.{name}", size, "bytes")
    report("bytes.moves_a_game", moves / games, "moves")
    besides = {
        table: values(f"SELECT pg_total_relation_size('{table}')")[0]
        for table in ("games_game", *OF_GAMES)
    }
    report("bytes.game", sum(besides.values()) / games, "bytes")
    for table, size in besides.items():
        report(f"bytes.game.{table}", size / games, "bytes")
