"""Grant a player the right to direct games, or to see them whole while they run."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.officials.grants import grant
from games.officials.models import GameSet
from games.players.models import Player
from games.players.selectors import player_by_id


class Command(BaseCommand):
    """Grant rights in one game, or in one set of games."""

    help = (
        "Grant a player, by the public id in me/, the right to direct one game or one set of"
        " games, and with --look to see them whole while they run. Over the API the player also"
        " needs a token with the scope tournament:direct or audit:live (give_token)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the arguments."""
        parser.add_argument("player", type=UUID, help="the id of the player")
        scope = parser.add_mutually_exclusive_group(required=True)
        scope.add_argument("--game", type=UUID, help="the id of a game")
        scope.add_argument("--set", help="the name of a set of games; it is created if missing")
        parser.add_argument("--look", action="store_true", help="see the games whole, too")
        parser.add_argument("--no-direct", action="store_true", help="do not direct the games")

    def handle(self, *args: Any, **options: Any) -> None:
        """Record the grant."""
        if options["no_direct"] and not options["look"]:
            raise CommandError("--no-direct without --look grants nothing")
        try:
            given = grant(
                player=player_by_id(options["player"]),
                scope=_scope(options["game"], options["set"]),
                may_direct=not options["no_direct"],
                may_look=options["look"],
            )
        except Player.DoesNotExist:
            raise CommandError(f"no player has the id {options['player']}") from None
        except Game.DoesNotExist:
            raise CommandError(f"no game has the id {options['game']}") from None
        self.stdout.write(f"Grant {given.pk}: {given}")


def _scope(game: UUID | None, name: str | None) -> Game | GameSet:
    if game is not None:
        return Game.objects.get(pk=game)
    return GameSet.objects.get_or_create(name=name)[0]
