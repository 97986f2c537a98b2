"""The lobby: open tables, as a page of a list or in a stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from django.db.models import OuterRef
from django.urls import reverse
from rest_framework.request import Request

from games.api.http.parsing import read_limit, read_number, read_word
from games.api.openapi.parameters import query
from games.api.replies import render_organisers, render_player, render_seats
from games.engine import VARIANTS
from games.engine.zones import MAX_SEATS
from games.ledger.rows import stamp
from games.ledger.rulesets import read_stored_options
from games.messages.game_messages import LobbyResponse, OpenTableResponse
from games.models import Game, Seat
from games.play.listed import has_row, open_games
from games.play.starting import organiser_ids
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


MAX_LOOKED_AT: Final = 500
"""How many open tables are read for the pages of streams."""

_encode = msgspec.json.Encoder().encode


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
    page = _find(wanted.search, wanted.free, wanted.limit, after)
    tables = OpenTables(page.games)
    shown = [tables.render(game, player, language) for game in page.games]
    return LobbyResponse(shown, _next(wanted, page.more))


def _find(search: GameQuery, free: int, limit: int, after: Place | None = None) -> Page:
    """Return open games with so many free seats."""
    seats = Seat.objects.filter(game=OuterRef("pk"), kind=Seat.Kind.OPEN)
    return find_games(
        search, [open_games().narrowed(has_row(seats, free))], limit=limit, after=after
    )


def _next(wanted: LobbyQuery, more: Place | None) -> str | None:
    if more is None:
        return None
    given = {name: value for name, value in wanted._asdict().items() if value}
    return f"{reverse('lobby')}?{urlencode(given | {'cursor': encode_place(more)})}"


class OpenTables:
    """Open games with their seats and hosts, read once for all who see them."""

    def __init__(self, games: Sequence[Game], more: Place | None = None) -> None:
        self._games, self._more = games, more
        people = {game.creator_id for game in games}
        people.update(one for game in games for one in organiser_ids(game))
        self._people = {one.pk: one for one in players_of(people)}
        self._seats: dict[UUID, list[Seat]] = defaultdict(list)
        found = Seat.objects.filter(game__in=games).select_related("player")
        for seat in found.order_by("game_id", "number"):
            self._seats[seat.game_id].append(seat)
        self._free = {
            game.pk: sum(seat.kind == Seat.Kind.OPEN for seat in self._seats[game.pk])
            for game in games
        }
        self._seated = {
            (seat.game_id, seat.player_id) for one in self._seats.values() for seat in one
        }
        self._public: dict[tuple[UUID, Language], msgspec.Raw] = {}

    def render(self, game: Game, player: Player | None, language: Language) -> OpenTableResponse:
        """Render a table as a player, or the public, sees it."""
        seats = self._seats[game.pk]
        return OpenTableResponse(
            id=game.pk,
            variant=game.variant,
            variant_name=VARIANT_NAMES[game.variant].to(language),
            host=render_player(self._people[game.creator_id], language),
            seats=render_seats(game, seats, player, language),
            free=self._free[game.pk],
            bots=game.bot_seats.bit_count(),
            organisers=render_organisers(game, self._people, language),
            options=read_stored_options(game.options),
            chance=game.chance,  # type: ignore[arg-type]
            start_when_full=game.start_when_full,
            created_at=stamp(game.created_at),
        )

    def page(self, wanted: LobbyQuery, player: Player | None, language: Language) -> bytes:
        """Return the JSON of the first page of a query, cut from these tables."""
        variants = (wanted.variant,) if wanted.variant else tuple(VARIANTS)
        found = [one for one in self._games if one.variant in variants]
        found = [one for one in found if self._free[one.pk] >= wanted.free]
        shown, more = found[: wanted.limit], self._more
        if len(found) > wanted.limit:
            more = Place(shown[-1].created_at, shown[-1].pk)
        tables = [self._encoded(game, player, language) for game in shown]
        return _encode({"results": tables, "next": _next(wanted, more)})

    def _encoded(self, game: Game, player: Player | None, language: Language) -> msgspec.Raw:
        """Return the JSON of a table; it is the same for all who have no seat at it."""
        if player is not None and (game.pk, player.pk) in self._seated:
            return msgspec.Raw(_encode(self.render(game, player, language)))
        known = self._public.get((game.pk, language))
        if known is None:
            known = msgspec.Raw(_encode(self.render(game, None, language)))
            self._public[game.pk, language] = known
        return known


def newest_tables(queries: Collection[LobbyQuery]) -> OpenTables:
    """Return the open tables from which the first pages of some queries can be cut.

    With a filter among them, these are the newest ``MAX_LOOKED_AT``.
    """
    is_filtered = any(one.variant or one.free > 1 for one in queries)
    most = MAX_LOOKED_AT if is_filtered else max((one.limit for one in queries), default=1)
    page = _find(GameQuery(status=Game.Status.OPEN), 1, most)
    return OpenTables(page.games, page.more)
