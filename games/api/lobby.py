"""The lobby: open tables, as a page of a list or in a stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

from django.db.models import OuterRef
from django.urls import reverse
from rest_framework.request import Request

from games.api.http.parsing import read_limit, read_number, read_word
from games.api.openapi.parameters import query
from games.api.replies import render_player, render_seats
from games.engine import VARIANTS
from games.engine.zones import MAX_SEATS
from games.ledger.rows import stamp
from games.ledger.rulesets import read_stored_options
from games.messages.game import LobbyResponse, OpenTableResponse
from games.models import Game, Seat
from games.play.listed import has_row, open_games
from games.players.models import Player
from games.players.selectors import players_of
from games.search.listing import Page, Place, encode_place, find_games
from games.search.selectors import GameQuery
from games.wording.language import Language
from games.wording.variant_texts import VARIANT_NAMES

FREE: Final = query(
    "free", "With at least so many free seats.", kind="integer", minimum=1, maximum=MAX_SEATS
)
VARIANT: Final = query("variant", "Of this variant only.", enum=tuple(VARIANTS))


class LobbyQuery(NamedTuple):
    """Which open tables are wanted: a variant or "", free seats, and how many tables."""

    variant: str
    free: int
    limit: int

    @property
    def search(self) -> GameQuery:
        """The search for these games."""
        return GameQuery(variant=self.variant, status=Game.Status.OPEN)


def read_lobby_query(request: Request) -> LobbyQuery:
    """Read the query of a request."""
    variant = read_word(request, "variant", tuple(VARIANTS)) or ""
    return LobbyQuery(variant, read_number(request, "free", 1, 1, MAX_SEATS), read_limit(request))


def lobby_page(
    wanted: LobbyQuery, player: Player | None, language: Language, after: Place | None = None
) -> LobbyResponse:
    """Return the tables that any player may join, as a player or the public sees them."""
    free = Seat.objects.filter(game=OuterRef("pk"), kind=Seat.Kind.OPEN)
    tables = open_games().narrowed(has_row(free, wanted.free))
    page = find_games(wanted.search, [tables], limit=wanted.limit, after=after)
    return LobbyResponse(render_tables(page.games, player, language), _next(wanted, page))


def _next(wanted: LobbyQuery, page: Page) -> str | None:
    if page.more is None:
        return None
    given = {name: value for name, value in wanted._asdict().items() if value}
    return f"{reverse('lobby')}?{urlencode(given | {'cursor': encode_place(page.more)})}"


def render_tables(
    games: Sequence[Game], player: Player | None, language: Language
) -> list[OpenTableResponse]:
    """Render open tables as a player, or the public, sees them."""
    hosts = {host.pk: host for host in players_of({game.creator_id for game in games})}
    seats: dict[UUID, list[Seat]] = defaultdict(list)
    found = Seat.objects.filter(game__in=games).select_related("player")
    for seat in found.order_by("game", "number"):
        seats[seat.game_id].append(seat)
    return [
        OpenTableResponse(
            id=game.pk,
            variant=game.variant,
            variant_name=VARIANT_NAMES[game.variant].to(language),
            host=render_player(hosts[game.creator_id], language),
            seats=render_seats(game, seats[game.pk], player, language),
            free=sum(seat.kind == Seat.Kind.OPEN for seat in seats[game.pk]),
            bots=game.bot_seats.bit_count(),
            options=read_stored_options(game.options),
            start_when_full=game.start_when_full,
            created_at=stamp(game.created_at),
        )
        for game in games
    ]
