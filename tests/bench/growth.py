"""What a move takes on disk, on PostgreSQL, and what each list reads of many games.

Random games of the three variants are played and then copied under new ids, all at once, as if they
had been played side by side: so pages are filled as in a large database. ``bytes.move`` is the
table of moves with its indexes, ``bytes.game`` all that a game has in other tables.
"""

import os
import subprocess
import sys
from typing import Any, LiteralString, cast

import psycopg

from tests.bench.figures import report
from tests.bench.servers import empty_database, fairdeal_env, manage

GAMES, COPIES = 10, 50
"""How many games of each variant are played, and how often each is copied."""

TABLES = ("games_game", "games_seat", "games_refusal", "games_refusalcount", "games_receipt")
SKIPPED = {"id", "game_id"}

COPIED_GAMES = (
    "CREATE TEMPORARY TABLE copied AS SELECT id AS old, gen_random_uuid() AS new"
    " FROM games_game, generate_series(1, %s)"
)
SIZES = """
SELECT sum(pg_relation_size(relid)), sum(pg_indexes_size(relid)), sum(pg_total_relation_size(relid))
FROM pg_partition_tree('games_moveevent') WHERE isleaf
"""


def play() -> None:
    """Play the games, in a process of its own that has the database's settings."""
    import django

    django.setup()
    from games.play import seating, services
    from games.play.seating import SeatSpec
    from tests.games.tables import guest, open_game, play_on

    players = [guest(f"Player {number}") for number in range(4)]
    for number in range(GAMES):
        for variant in ("avengers", "xmen", "ultimate"):
            host, *others = players[: 2 + number % 3]
            seats = [SeatSpec("player"), *(SeatSpec("invited", player=one) for one in others)]
            options = {"rounds": 1} if variant == "avengers" else {}
            game = open_game(host, *seats, variant=variant, options=options)
            for one in others:
                seating.join_game(game_id=game.pk, player=one)
            started = services.start_game(game_id=game.pk, player=host).game
            play_on(started, seed=number)


def columns(connection: psycopg.Connection[Any], table: str) -> list[str]:
    """The columns of a table, without those that a copy has of its own."""
    found = connection.execute(
        "SELECT column_name FROM information_schema.columns WHERE table_name = %s", [table]
    )
    return [name for (name,) in found if name not in SKIPPED]


def copy(connection: psycopg.Connection[Any]) -> None:
    """Copy every game under new ids; rows of all games alternate, as when they are played."""
    connection.execute(COPIED_GAMES, [COPIES])

    def insert(table: str, own: str, order: str) -> None:
        names = ", ".join(columns(connection, table))
        key = "id" if table == "games_game" else "game_id"
        text = (
            f"INSERT INTO {table} ({key}, {names}) SELECT new, {names} FROM {table}"
            f" JOIN copied ON {table}.{own} = old ORDER BY {order}"
        )
        connection.execute(cast(LiteralString, text))

    insert("games_game", "id", "new")
    insert("games_moveevent", "game_id", "seq, new")
    insert("games_seat", "game_id", "new, number")


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
    heap, indexes, total = values(SIZES)
    report("bytes.move", total / moves, "bytes")
    report("bytes.move.rows", heap / moves, "bytes")
    report("bytes.move.indexes", indexes / moves, "bytes")
    names = ["id", "game_id", *columns(connection, "games_moveevent")]
    sizes = values(
        f"SELECT {', '.join(f'avg(pg_column_size({name}))' for name in names)} FROM games_moveevent"
    )
    for name, size in sorted(zip(names, sizes, strict=True), key=lambda one: -one[1]):
        report(f"bytes.move.column.{name}", size, "bytes")
    report("bytes.moves_a_game", moves / games, "moves")
    besides = sum(values(f"SELECT pg_total_relation_size('{table}')")[0] for table in TABLES)
    report("bytes.game", besides / games, "bytes")
