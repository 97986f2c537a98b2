"""Create a token with any scopes: for arbiters, auditors, organisers."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from games.players.models import Player
from games.players.scopes import SCOPES
from games.players.selectors import player_by_id
from games.players.services import TooManyTokens, issue_token, player_for


class Command(BaseCommand):
    """Create a token and print its secret, which is shown only once."""

    help = (
        "Give a player, by the public id in me/ or the name of a user account, a token with scopes"
        " that a player cannot take over the API. The secret is printed this once."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the arguments: the player and the scopes."""
        parser.add_argument("player", help="the id of the player, or the name of the account")
        parser.add_argument(
            "--scope", action="append", required=True, choices=SCOPES, help="one, or several"
        )
        parser.add_argument("--label", default="", help="what the token is called in me/tokens/")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create the token."""
        try:
            player = _player(options["player"])
            _, secret = issue_token(player=player, scopes=options["scope"], label=options["label"])
        except (Player.DoesNotExist, User.DoesNotExist):
            raise CommandError(f"no player and no account is {options['player']}") from None
        except TooManyTokens:
            raise CommandError("the player holds as many tokens as one may") from None
        self.stdout.write(secret)


def _player(name: str) -> Player:
    try:
        key = UUID(name)
    except ValueError:
        return player_for(user=User.objects.get(username=name))
    return player_by_id(key)
