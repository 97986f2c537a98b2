"""What the erasure of a person deletes of tournaments."""

from __future__ import annotations

from games.players.models import Player
from games.tournaments.models import Entrant


def forget_entrant(player: Player) -> None:
    """Delete the name of a player's entry, and the salt that opens its row."""
    Entrant.objects.filter(player=player).update(name="", salt="")
