"""What happens in the games of players, for many streams at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q
from rest_framework.exceptions import AuthenticationFailed

from games.api.screens import Included, render_screen
from games.api.streams.shared_reads import lasting_tokens
from games.messages.prompt_messages import PromptsResponse
from games.models import Game, Seat, UnseatedPlayer
from games.officials.calls import OpenCall, open_calls_for
from games.play.selectors import stored_game
from games.players.access import Access
from games.wording.language import Language

OVERLAP: Final = timedelta(seconds=5)
"""How long before its last message a stream looks again, for commits that were late."""

MAX_LINES: Final = 500
"""How many games of a player a stream follows, those changed last."""


UNSEATED: Final = "unseated"
"""The status of a game for a player whose seat the host has freed."""


class PlayerOrder(NamedTuple):
    """The request for the games of a player that are not over, or ended since a time."""

    access: Access
    since: datetime


class PlayerGames(NamedTuple):
    """The games of a player, and the open calls in the games that the player directs."""

    lines: list[GameLine]
    calls: tuple[OpenCall, ...]


class GameLine(NamedTuple):
    """A game as one of its players sees it in a list: status, turn, result."""

    game: UUID
    variant: str
    seat: int
    is_invited: bool
    status: str
    seq: int
    to_act: int | None
    stand_ins: int
    changed_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    winner: int | None
    why: str

    @property
    def is_unseated(self) -> bool:
        """Whether the host has freed the seat of this player, who has none there now."""
        return self.status == UNSEATED

    @property
    def is_asked(self) -> bool:
        """Whether the game waits for this player."""
        is_stood_in = bool(self.stand_ins >> self.seat & 1)
        is_to_act = self.to_act == self.seat and not is_stood_in
        return self.status == Game.Status.RUNNING and is_to_act

    @property
    def is_over(self) -> bool:
        """Whether the game is over, for this player at least."""
        return self.status in (Game.Status.OVER, UNSEATED)


_COLUMNS: Final = (
    "player_id",
    "game_id",
    "game__variant",
    "number",
    "kind",
    "game__status",
    "game__seq",
    "game__to_act",
    "game__stand_ins",
    "game__changed_at",
    "game__started_at",
    "game__ended_at",
    "game__winner",
    "game__why",
)


def read_players(orders: Sequence[PlayerOrder]) -> list[PlayerGames | Exception]:
    """Return for each order the games of its player; tokens are checked again."""
    valid = lasting_tokens({order.access.token for order in orders})
    players = {one.access.player for one in orders}
    lines = lines_of(players, min(one.since for one in orders))
    calls = open_calls_for(players)
    return [
        PlayerGames(lines.get(order.access.player, []), calls.get(order.access.player, ()))
        if order.access.token in valid
        else AuthenticationFailed()
        for order in orders
    ]


def lines_of(players: Iterable[UUID], since: datetime) -> dict[UUID, list[GameLine]]:
    """Return the games of players, the last changed first."""
    lasting = Q(ended_at=None) | Q(ended_at__gte=since - OVERLAP)
    seats = Seat.objects.filter(lasting, player_id__in=list(players))
    found: dict[UUID, list[GameLine]] = defaultdict(list)
    rows = seats.order_by("-game__changed_at").values_list(*_COLUMNS)
    for player, game, variant, seat, kind, *more in rows:
        if len(found[player]) < MAX_LINES:
            found[player].append(GameLine(game, variant, seat, kind == Seat.Kind.INVITED, *more))
    freed = UnseatedPlayer.objects.filter(
        player_id__in=list(players), created_at__gte=since - OVERLAP
    ).values_list("player_id", "game_id", "game__variant", "seat", "created_at")
    for player, game, variant, seat, moment in freed:
        line = GameLine(
            game, variant, seat, False, UNSEATED, 0, None, 0, moment, None, None, None, ""
        )
        found[player].append(line)
    return found


class ScreenOrder(NamedTuple):
    """The request for the prompts of a seat."""

    game: UUID
    seat: int
    language: Language
    included: Included


def read_screens(orders: Sequence[ScreenOrder]) -> list[PromptsResponse | Exception]:
    """Return for each order the prompts of its seat."""
    found: list[PromptsResponse | Exception] = []
    for order in orders:
        try:
            game = stored_game(order.game)
            found.append(render_screen(game, order.seat, order.language, order.included))
        except Exception as error:
            found.append(error)
    return found
