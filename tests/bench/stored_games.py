"""Fill a PostgreSQL database with games, by copying a few played ones with SQL.

The copies are created a minute and a half apart, and mixed as on a server of many people: a few
players have many games, one only old ones, one a seat in every tenth, two games in seven are by
invitation, every other is in one set of games, and nearly all are over. One game in sixteen has its
rows.
"""

import json
from typing import Any, Final

from django.db import connection

from games.models import Game, RecordedAct
from games.officials.models import GameSet
from games.play.seating import SeatSpec
from games.players.models import Player
from games.proofs.runs import audit_now
from games.search.services import index_finished
from tests.games.finished import VARIANTS, running
from tests.games.tables import guest, open_game

OLD_HAND: Final = "Old Hand"
"""The name of a player with many games, all among the first tenth."""

COLLECTOR: Final = "Collector"
"""The name of a player with a tenth of all games."""

SEASON: Final = "Season"
"""The name of the set of half of all games."""

COMMON_TERM: Final = "rule:common.deal"
"""A term that every finished game has; of the others one in twenty is copied."""

OLD_TERM: Final = "card:retired"
"""A term that only games of the first tenth have."""


def play_first() -> Player:
    """Play the games that are copied; return the player who created them."""
    host, *others = (guest(f"Player {number}") for number in range(4))
    for at, variant in enumerate(VARIANTS):
        running(variant, host, *others[: 1 + at], moves=10_000)
        running(variant, host, *others[: 1 + at])
        open_game(host, SeatSpec("player"), SeatSpec("open"), variant=variant)
    for game in Game.objects.filter(status=Game.Status.OVER):
        audit_now(game)
    index_finished()
    for game in Game.objects.exclude(status=Game.Status.OPEN):
        for seq, kind in enumerate((RecordedAct.CALL, "warn"), 2):
            made = {"move": kind, "seat": 0} | (
                {} if kind == "warn" else {"reason": "A card fell."}
            )
            RecordedAct.objects.create(
                game=game,
                seq=seq,
                kind=kind,
                seat=0,
                player=host,
                actor=json.dumps({"kind": "organiser", "player": "staff-1", "reason": "Late."}),
                move=json.dumps(made),
                created_at=game.created_at,
            )
    guest(OLD_HAND)
    guest(COLLECTOR)
    GameSet.objects.create(name=SEASON)
    return host


def fill(games: int) -> None:
    """Copy the first games until there are so many, and let the planner know."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM games_game")
        (there,) = cursor.fetchone()
        given = {"there": there, "games": games}
        for statement in PREPARE:
            cursor.execute(statement, given)
        # Copies of right rows are right: neither triggers nor foreign keys check each.
        cursor.execute("SET session_replication_role = replica")
        for table, (changed, rows) in COPIES.items():
            cursor.execute(_copy(cursor, table, changed, rows), given)
        cursor.execute("RESET session_replication_role")
        for statement in FINISH:
            cursor.execute(statement, given)


def _copy(cursor: Any, table: str, changed: dict[str, str], rows: str) -> str:
    """Return the statement that copies rows of a table, some columns of them changed."""
    cursor.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_name = %s AND column_name != 'id'",
        [table],
    )
    columns = {name: f"old.{name}" for (name,) in cursor.fetchall()} | changed
    key = "id" if table == "games_game" else "game_id"
    return (
        f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(columns.values())}"
        f" FROM copied JOIN {table} old ON old.{key} = copied.old WHERE {rows} ORDER BY copied.n"
    )


_CREATED: Final = "'2023-01-01 00:00+00'::timestamptz + interval '90 seconds' * n"
_PERSON: Final = "(SELECT id FROM person WHERE person.n = {0})"
_SHIFT: Final = "old.created_at - copied.began + copied.created_at"

PREPARE: Final = (
    # One player for four games, and a hundred to begin with.
    "CREATE TEMPORARY TABLE IF NOT EXISTS person"
    " (n int PRIMARY KEY, id uuid DEFAULT gen_random_uuid())",
    "INSERT INTO person SELECT generate_series("
    " (SELECT count(*) FROM person), %(games)s / 4 + 100) ON CONFLICT DO NOTHING",
    "INSERT INTO auth_user (username, password, is_superuser, first_name, last_name, email,"
    " is_staff, is_active, date_joined) SELECT 'guest-' || replace(id::text, '-', ''), '!', false,"
    " '', '', '', false, true, now() FROM person ON CONFLICT DO NOTHING",
    "INSERT INTO players_player (id, user_id, name, is_guest, created_at)"
    " SELECT person.id, auth_user.id, (ARRAY['Ann', 'Bo', 'Chloé', 'Dan', 'Guest'])[1 + mod(n, 5)]"
    " || ' ' || n, true, now() FROM person"
    " JOIN auth_user ON username = 'guest-' || replace(person.id::text, '-', '')"
    " ON CONFLICT DO NOTHING",
    # What is copied to where; the first games are those without a copy.
    "CREATE TEMPORARY TABLE IF NOT EXISTS first_game AS SELECT id, status, created_at,"
    " row_number() OVER (PARTITION BY status ORDER BY id) - 1 AS at FROM games_game",
    "CREATE TEMPORARY TABLE IF NOT EXISTS copied (n int, new uuid, old uuid, began timestamptz,"
    " created_at timestamptz, is_old bool, player int)",
    "TRUNCATE copied",
    f"INSERT INTO copied SELECT n, gen_random_uuid(), id, first_game.created_at, {_CREATED},"
    " n < %(there)s + (%(games)s - %(there)s) / 10,"
    " floor(%(games)s / 4 * random() ^ 3) FROM generate_series(%(there)s, %(games)s - 1) n"
    " JOIN first_game ON at = mod(n, 3) AND status ="
    " CASE WHEN mod(n, 31) = 0 THEN 'open' WHEN mod(n, 37) = 0 THEN 'running' ELSE 'over' END",
    "CREATE INDEX IF NOT EXISTS copied_old ON copied (old)",
    "ANALYZE copied",
)
COPIES: Final[dict[str, tuple[dict[str, str], str]]] = {
    "games_game": (
        {
            "id": "new",
            "created_at": "copied.created_at",
            "started_at": "old.started_at - began + copied.created_at",
            "changed_at": "old.changed_at - began + copied.created_at",
            "logged_seq": "old.seq",
            "ended_at": "old.ended_at - began + copied.created_at",
            "access": "CASE WHEN mod(n, 7) < 2 THEN 'invited' ELSE 'open' END",
            "creator_id": _PERSON.format("player"),
        },
        "true",
    ),
    "games_seat": (
        {
            "game_id": "new",
            "created_at": "copied.created_at",
            "ended_at": "old.ended_at - began + copied.created_at",
            "player_id": f"CASE WHEN old.player_id IS NULL THEN NULL"
            f" WHEN mod(n, 10) = 4 AND number = 0 THEN"
            f" (SELECT id FROM players_player WHERE name = '{COLLECTOR}')"
            f" WHEN is_old AND mod(n, 3) = 0 AND number = 1 THEN"
            f" (SELECT id FROM players_player WHERE name = '{OLD_HAND}')"
            f" ELSE {_PERSON.format('player + number * 7')} END",
        },
        "true",
    ),
    "games_recordedact": (
        {"game_id": "new", "created_at": _SHIFT, "player_id": _PERSON.format("player")},
        "true",
    ),
    "games_moveevent": ({"game_id": "new", "created_at": _SHIFT}, "mod(n, 16) = 0"),
    "search_searchterm": (
        {"game_id": "new", "created_at": "copied.created_at"},
        f"term = '{COMMON_TERM}' OR mod(old.id, 20) = 0",
    ),
    "proofs_logentry": (
        {
            "game_id": "new",
            "number": "(SELECT max(number) FROM proofs_logentry)"
            " + row_number() OVER (ORDER BY copied.n, old.number)",
        },
        "true",
    ),
    "games_auditrun": (
        {
            "game_id": "new",
            "batch": "new",
            "sealed": "CASE WHEN mod(n, 5000) = 7 THEN 'no' ELSE old.sealed END",
        },
        "mod(n, 2) = 1",
    ),
}
FINISH: Final = (
    f"INSERT INTO search_searchterm (game_id, term, first, count, seats, created_at)"
    f" SELECT new, '{OLD_TERM}', 1, 1, '0', created_at FROM copied WHERE is_old AND mod(n, 5) = 2",
    f"INSERT INTO officials_gameset_games (gameset_id, game_id) SELECT officials_gameset.id, new"
    f" FROM copied, officials_gameset WHERE name = '{SEASON}' AND mod(n, 2) = 0",
    "INSERT INTO games_auditfinding (run_id, question, code, first, last, rule, path, note)"
    " SELECT id, 'sealed', 'seed', 1, 1, '', '', false FROM games_auditrun"
    " WHERE sealed = 'no' AND id NOT IN (SELECT run_id FROM games_auditfinding)",
    # Tiles of the log, with hashes that are not compared.
    *(
        "INSERT INTO proofs_logtile (level, number, root)"
        f" SELECT {level}, n, repeat('0', 64) FROM generate_series(0, (SELECT max(number) + 1"
        f" FROM proofs_logentry) / {256 ** (level + 1)} - 1) n ON CONFLICT DO NOTHING"
        for level in range(3)
    ),
    # The server does so as moves come (autosummarize), but not within a transaction.
    "SELECT brin_summarize_new_values(inhrelid) FROM pg_inherits"
    " WHERE inhparent = 'games_moveevent_id_range'::regclass",
    "INSERT INTO proofs_logbookmark (id, event) SELECT 1, max(id) FROM games_moveevent"
    " ON CONFLICT (id) DO UPDATE SET event = excluded.event",
    "ANALYZE",
)
