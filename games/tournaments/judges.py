"""Who may do what in a tournament, and at its tables."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from games.engine import Correct, GameLoss, Remove, Void
from games.errors import NotAllowed
from games.play.directing import AskedAct
from games.players.models import Player
from games.tournaments.models import TableGame
from games.tournaments.rules.decide import JUDGES
from games.tournaments.rules.tournament_rows import Actor
from games.tournaments.rules.tournament_state import State
from games.tournaments.tournament_ledger import state_of

OF_HEAD: Final = (Void, Correct, GameLoss, Remove)
"""The acts at a table that change its result: only a head judge does them (tournament.staff)."""

SERVER: Final = Actor(role="server")


def actor_of(state: State, player: Player | None) -> Actor:
    """Return as whom a person acts: by a role, for the own entry, or as a visitor."""
    if player is None:
        return Actor()
    key = str(player.pk)
    if key in state.staff:
        return Actor(role=state.staff[key], player=key)
    entry = entry_of(state, player.pk)
    return Actor(entry=entry, player=key)


def entry_of(state: State, player: UUID) -> int:
    """Return the entry whose seats a player has, 0 for none."""
    key = str(player)
    return next((entry for entry, one in state.entries.items() if one.player == key), 0)


def check_role(asked: AskedAct) -> None:
    """Raise ``NotAllowed`` for who has no role for an act at a table.

    Judges are named for a table when it opens, and stay named there without their role; for one who
    gets a role later the tournament acts. A floor judge does not change a result.
    """
    one = TableGame.objects.filter(game_id=asked.game.pk).select_related("tournament").first()
    judge = asked.organiser.behind or asked.organiser.id
    if one is None or judge == str(one.tournament.player_id):
        return
    role = state_of(one.tournament).staff.get(judge)
    if role not in JUDGES:
        raise NotAllowed("named")
    if role != "head" and isinstance(asked.act, OF_HEAD):
        raise NotAllowed("head_judge")
