"""Positions with all that the rules read of them, in the shape of the API."""

from __future__ import annotations

import msgspec

from games.api.tables import told_position
from games.engine import State, View
from games.messages.audit import TablePositionTold


def told_table(view: View, state: State, seq: int) -> TablePositionTold:
    """A view of a state; of the state itself it tells only what anybody could count."""
    told = told_position(view, seq)
    return TablePositionTold(
        **msgspec.structs.asdict(told),
        uno=view.uno,
        idle=view.idle,
        enemy_since=view.enemy_since,
        lasted=state.lasted,
        shuffles=view.shuffles,
        prompts=view.prompts,
    )
