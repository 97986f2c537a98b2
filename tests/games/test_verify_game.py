"""The command that looks whether a stored game is whole."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.append_only import drop_statements, install
from games.models import Game
from tests.games.tables import play_on

pytestmark = pytest.mark.django_db


def verify(*ids: object) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    try:
        call_command("verify_game", *map(str, ids), stdout=out, stderr=err)
    except CommandError as error:
        err.write(f"failed: {error}")
    return out.getvalue(), err.getvalue()


def forge(statement: str) -> None:
    """Change a row as somebody could who owns the database."""
    with connection.cursor() as cursor:
        connection.check_constraints()
        for drop in drop_statements(connection):
            cursor.execute(drop)
        cursor.execute(statement)
        connection.check_constraints()
    install(connection)


def test_a_whole_game_is_told_with_its_digest(running: Game) -> None:
    game = play_on(running, seed=41, moves=10)
    told = f"{game.pk}: {game.seq} rows, whole, digest {game.head}\n"
    assert verify(game.pk) == (told, "")
    assert verify() == (told, "")


@pytest.mark.parametrize(
    ("forgery", "fault"),
    [
        ("UPDATE games_moveevent SET rulings = '[]' WHERE seq = 3", "rows 3 to 3: altered"),
        ("UPDATE games_moveevent SET facts = '[]' WHERE seq = 3", "row 3: its facts fold to anoth"),
        ("UPDATE games_moveevent SET facts = '{' WHERE seq = 3", "a row cannot be read"),
        ("DELETE FROM games_moveevent WHERE seq = 4", "rows 4 to 4: missing"),
        ("DELETE FROM games_moveevent WHERE seq > 5", "cut"),
        ("UPDATE games_game SET commitment = 'x'", "the seed is not the one committed to"),
    ],
)
def test_a_forgery_is_told(running: Game, forgery: str, fault: str) -> None:
    play_on(running, seed=41, moves=10)
    forge(forgery)
    out, err = verify(running.pk)
    assert out == ""
    assert fault in err
    assert "failed:" in err


def test_a_game_that_is_not_there_is_told() -> None:
    assert "There is no game" in verify("nonsense")[1]
