"""Positions with all that the rules read of them, in the shape of the API."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from games.api.replies import render_position
from games.engine import State, View
from games.messages.records import TablePositionResponse
from games.messages.table_messages import TableResponse


def render_table(
    view: View, state: State, seq: int, table: TableResponse | UnsetType = UNSET
) -> TablePositionResponse:
    """Return a view with the numbers of the state that any observer could count."""
    response = render_position(view, seq)
    return TablePositionResponse(
        **msgspec.structs.asdict(response),
        uno=view.uno,
        gone=state.gone,
        idle=view.idle,
        circling=view.circling,
        enemy_since=view.enemy_since,
        lasted=state.lasted,
        shuffles=view.shuffles,
        prompts=view.prompts,
        table=table,
    )
