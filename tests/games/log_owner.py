"""An honest or dishonest owner of a server: a program that changes its database.

python -m tests.games.log_owner WORD...     # in this order, in one process
"""

import os
import sys

import django


def setup() -> None:
    """Make the tables and publish the shipped editions."""
    from django.core.management import call_command

    from cards.services import load_cards

    call_command("migrate", verbosity=0)
    load_cards()


def play() -> None:
    """Play a game of two players to its end, by resignation."""
    from games.engine import Resign
    from tests.games.tables import begun, guest, make

    make(begun(guest("Alice"), guest("Bob")), Resign(0))


def sign() -> None:
    """Append what is new, sign it, and ask the witnesses."""
    from django.core.management import call_command

    call_command("checkpoint")


def verify() -> None:
    """Check the log as the server does; fail if something is found."""
    from django.core.management import call_command

    call_command("checkpoint", "--verify")


def rewrite() -> None:
    """Change the last row of the first game that ended, its entry, and forget what was signed."""
    from games.audit.tree import leaf_hash
    from games.proofs import checking
    from games.proofs.models import LogEntry
    from games.proofs.selectors import stored_entry_text

    entry = LogEntry.objects.filter(kind="ended").select_related("game")[0]
    where = f"game_id = '{entry.game_id.hex}' AND seq = {entry.length}"
    change(f"UPDATE games_moveevent SET created_at = '2026-01-01 00:00:00' WHERE {where}")
    digest, _ = checking._last_row(entry.game, entry.length)
    assert digest != entry.digest
    number, entry.digest = entry.number, digest
    leaf = leaf_hash(stored_entry_text(entry)).hex()
    change(
        f"UPDATE games_moveevent SET digest = '{digest}' WHERE {where}",
        f"UPDATE games_game SET head = '{digest}' WHERE id = '{entry.game_id.hex}'",
        f"UPDATE proofs_logentry SET digest = '{digest}', leaf = '{leaf}' WHERE number = {number}",
        "DELETE FROM proofs_cosignature",
        "DELETE FROM proofs_checkpoint",
    )
    map_again()


def drop() -> None:
    """Drop the last game with its entries, and sign the rest as if it had never been."""
    from games.models import Game
    from games.proofs.models import LogEntry

    game = Game.objects.order_by("-created_at")[0].pk.hex
    first = LogEntry.objects.filter(game=game).order_by("number")[0].number
    change(
        *(
            f"DELETE FROM {one.related_model._meta.db_table} WHERE {one.field.column} = '{game}'"
            for one in Game._meta.related_objects
            if one.many_to_many is False
        ),
        f"DELETE FROM games_game WHERE id = '{game}'",
        f"DELETE FROM proofs_logentry WHERE number >= {first}",
        "DELETE FROM proofs_cosignature",
        "DELETE FROM proofs_checkpoint",
    )
    map_again()
    sign()


def map_again() -> None:
    """Compute each map of the log again."""
    from games.audit.game_map import GameMap
    from games.audit.proof import blinded, map_text, text_entry
    from games.audit.tree import leaf_hash
    from games.proofs.models import LogEntry, MapNode

    games = GameMap()
    for entry in LogEntry.objects.order_by("number"):
        if entry.game_id:
            game = blinded(str(entry.game_id))
            games.add(game, entry.number, bytes.fromhex(entry.leaf))
        elif entry.kind == "map":
            text = map_text(games.root)
            leaf = leaf_hash(text_entry(text)).hex()
            change(
                f"UPDATE proofs_logentry SET text = '{text}', leaf = '{leaf}'"
                f" WHERE number = {entry.number}"
            )
            MapNode.objects.all().delete()
            nodes = games.nodes.items()
            MapNode.objects.bulk_create([MapNode(place=at, value=it.hex()) for at, it in nodes])


def change_tile() -> None:
    """Change a leaf, and leave what is signed."""
    change(f"UPDATE proofs_logentry SET leaf = '{'ab' * 32}' WHERE number = 1")


def change(*statements: str) -> None:
    """Change the database as its owner can: without the triggers."""
    from django.db import connection

    from cards.append_only import drop_statements, install

    with connection.cursor() as cursor:
        for statement in (*drop_statements(connection), *statements):
            cursor.execute(statement)
    install(connection)


WORDS = {one.__name__: one for one in (setup, play, sign, verify, rewrite, drop, change_tile)}

if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    django.setup()
    for word in sys.argv[1:]:
        WORDS[word]()
