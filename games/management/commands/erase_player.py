"""Erase a player's name on request."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from games.play.erasure import erase_player
from games.players.models import Player
from games.players.selectors import player_by_id


class Command(BaseCommand):
    """Erase the name and the login of a player; the games and their proofs stay."""

    help = (
        "Erase the name, login and tokens of a player, by the public id. Games show an erased"
        " player; every proof still passes. This cannot be undone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the arguments."""
        parser.add_argument("player", type=UUID, help="the id of the player")

    def handle(self, *args: Any, **options: Any) -> None:
        """Erase the name, and list the games that still run."""
        try:
            player = player_by_id(options["player"])
        except Player.DoesNotExist:
            raise CommandError(f"no player has the id {options['player']}") from None
        running = erase_player(player)
        self.stdout.write(f"Erased: {player.pk}")
        for game in running:
            self.stdout.write(f"Still running, with a seat that no one plays: {game.pk}")
