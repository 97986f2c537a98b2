"""Tell whether what is stored about a game is whole."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management.base import BaseCommand, CommandError

from games import selectors, store
from games.engine import State, commitment, fold
from games.errors import GameNotFound
from games.models import Game
from games.rows import fingerprint_of


class Command(BaseCommand):
    """Fold a game's rows, and check the chain over them."""

    help = "Fold the rows of games and check the chain over them; of all games without ids."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which games."""
        parser.add_argument("game", nargs="*", help="the id of a game")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a line for each game and for each fault; fail if there is one."""
        ids = options["game"] or Game.objects.order_by("created_at").values_list("pk", flat=True)
        faults = 0
        for game_id in ids:
            try:
                game = selectors.stored_game(game_id)
            except GameNotFound as error:
                raise CommandError(f"There is no game {game_id}.") from error
            found = list(faults_of(game))
            faults += len(found)
            for fault in found:
                self.stderr.write(f"{game.pk}: {fault}")
            if not found:
                self.stdout.write(f"{game.pk}: {game.seq} rows, whole, digest {game.head or '-'}")
        if faults:
            raise CommandError(f"{faults} faults")


def faults_of(game: Game) -> Iterator[str]:
    """What is wrong with the rows of a game, in words."""
    try:
        for finding in store.broken_links(game):
            yield f"rows {finding.first} to {finding.last}: {finding.kind}"
        state = State()
        for row in store.history(game):
            state = fold(state, row.facts)
            if fingerprint_of(state) != row.fingerprint:
                yield f"row {row.seq}: its facts fold to another state"
    except (msgspec.MsgspecError, LookupError, ValueError) as error:
        yield f"a row cannot be read: {error}"
    if game.seq and commitment(game.secret) != game.commitment:
        yield "the seed is not the one committed to"
