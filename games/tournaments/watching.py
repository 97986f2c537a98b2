"""What the public sees of the tables of a tournament, and when (tournament.delay)."""

from __future__ import annotations

from datetime import timedelta
from typing import NamedTuple

from games.ledger.rows import now
from games.models import Game, MoveEvent
from games.tournaments.models import TableGame, Tournament
from games.tournaments.rules.tournament_state import State


class SeenGame(NamedTuple):
    """A game of a table after event ``seq``, the last that is public, 0 for none."""

    game: Game
    seq: int
    is_hidden: bool


def seen_game(tournament: Tournament, state: State, nth: int, number: int) -> SeenGame | None:
    """Return what is public of the game of a table, None without a game.

    A hidden one is seen as it was before the delay, up to its first later event.
    """
    game_id, delay = state.rounds[nth - 1].tables[number - 1].game, state.setup.delay
    if game_id is None:
        return None
    one = TableGame.objects.select_related("game").get(game_id=game_id)
    if not one.is_hidden:
        return SeenGame(one.game, one.game.seq, False)
    if not delay:
        return SeenGame(one.game, 0, True)
    rows = MoveEvent.objects.filter(game_id=one.game_id).order_by("seq")
    later = rows.filter(created_at__gt=now() - timedelta(minutes=delay))
    first = later.values_list("seq", flat=True).first()
    return SeenGame(one.game, one.game.seq if first is None else first - 1, True)
