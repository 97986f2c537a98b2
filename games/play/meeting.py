"""How players meet: links, rematches, and open tables that are left alone."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from cards.selectors import is_stopped
from games.errors import GameNotFound, LinkNotFound, NotAllowed, NotOver, NotStarted, UnknownLink
from games.ledger.rows import now
from games.ledger.rulesets import read_stored_options
from games.models import Game, Rematch, Seat, TableLink
from games.play.presence import seconds_away
from games.play.seating import (
    NOTHING,
    Contribution,
    SeatSpec,
    cancel_table,
    create_game,
    join_game,
    locked_game,
    open_table,
    touched,
)
from games.play.selectors import may_see, rematch_of, seats_of
from games.players.device_codes import new_code, read_code
from games.players.models import Player

# ---- links


@transaction.atomic
def link_to(*, game_id: UUID, host: Player) -> str:
    """Return the code that seats any player who has it at a host's open table."""
    game, _ = open_table(game_id, host)
    if game.creator_id != host.pk:
        raise NotAllowed("creator")
    link, _ = TableLink.objects.get_or_create(game=game, defaults={"code": new_code()})
    return link.code


def linked_game(text: str) -> Game:
    """Return the game of a code, as a person types it.

    Raises ``UnknownLink``, and ``LinkNotFound`` if the game is not open any more.
    """
    links = TableLink.objects.filter(code=read_code(text)).select_related("game")
    link = links.first()
    if link is None:
        raise UnknownLink
    if link.game.status != Game.Status.OPEN:
        raise LinkNotFound
    return link.game


# ---- rematch


@transaction.atomic
def take_rematch(
    *, game_id: UUID, player: Player, own: Contribution = NOTHING, origin: str = ""
) -> Game:
    """Seat a player of a finished game at the table that follows it.

    The first who asks makes the table and is its host; the seats of the others are reserved there.
    """
    game = locked_game(game_id)
    seats = seats_of(game)
    if not may_see(game, player, seats):
        raise GameNotFound
    if game.status != Game.Status.OVER:
        raise NotOver({"status": str(game.status)})
    if not game.seq:
        raise NotStarted({"status": str(game.status)})
    if not any(seat.player_id == player.pk for seat in seats):
        raise NotAllowed("seated")
    table_id = rematch_of(game)
    if table_id is None:
        table = _next_table(game, seats, player, own, origin)
        Rematch.objects.bulk_create(
            [Rematch(game=game, table=table)],
            update_conflicts=True,
            unique_fields=["game"],
            update_fields=["table"],
        )
        return table
    if Seat.objects.filter(game=table_id, player=player, kind=Seat.Kind.PLAYER).exists():
        return locked_game(table_id)
    return join_game(game_id=table_id, player=player, own=own, is_welcome=True)


def _next_table(
    game: Game, seats: list[Seat], host: Player, own: Contribution, origin: str
) -> Game:
    """Create the table that follows a game: the same terms, seats rotated by one.

    Heroes are dealt by lot, and organisers are not named again.
    """
    return create_game(
        creator=host,
        variant=game.variant,
        edition=None if is_stopped(game.edition) else game.edition_id,
        seats=[_seat_again(seat, host, own) for seat in (seats[-1], *seats[:-1])],
        options=read_stored_options(game.options),
        access=game.access,  # type: ignore[arg-type]
        reveal=game.reveal,  # type: ignore[arg-type]
        chance=game.chance,  # type: ignore[arg-type]
        directors=game.directors,
        start_when_full=True,
        phrases=game.phrases,
        origin=origin,
    )


def _seat_again(seat: Seat, host: Player, own: Contribution) -> SeatSpec:
    if seat.player is None:
        return SeatSpec("bot", bot=seat.bot)
    if seat.player == host:
        return SeatSpec("player", own=own)
    if seat.player.erased_at is not None:
        return SeatSpec("open")
    return SeatSpec("invited", seat.player)


# ---- tables of the lobby that are left alone

LEFT_ALONE: Final = "abandoned"
"""The ``why`` of a table that was closed because nothing happened at it."""


def tend_tables() -> None:
    """Pass on tables whose hosts are away, and close idle ones.

    These are tables of the lobby, and rematches. Run twice it does nothing more; run late, it does
    the same later.
    """
    follows = Exists(Rematch.objects.filter(table=OuterRef("pk")))
    is_met = Q(access=Game.Admission.OPEN) | Q(follows)
    tables = Game.objects.filter(is_met, status=Game.Status.OPEN).order_by()
    found = list(tables.values_list("pk", "creator_id"))
    away = seconds_away({host for _, host in found})
    for game_id, host in found:
        if away[host] > settings.HOST_AWAY_SECONDS:
            _tend_table(game_id, host, away[host])


@transaction.atomic
def _tend_table(game_id: UUID, host: UUID, away: float) -> None:
    """Close a table if it is idle, else give it to the next player who is there."""
    game = locked_game(game_id)
    if game.status != Game.Status.OPEN or game.creator_id != host:
        return
    if min(away, (now() - game.changed_at).total_seconds()) > settings.TABLE_IDLE_SECONDS:
        cancel_table(game, LEFT_ALONE)
        return
    heirs = _heirs(game, seats_of(game))
    known = seconds_away(heirs)
    heir = next((one for one in heirs if known[one] <= settings.HOST_AWAY_SECONDS), None)
    if heir is not None:
        first = game.returns_to or host
        game.creator_id, game.returns_to = heir, None if heir == first else first
        touched(game)


def _heirs(game: Game, seats: list[Seat]) -> list[UUID]:
    """Return who may become the host of a table in place of one who is away, in order.

    There are none at a table without a free seat, which was made for its players, unless it is a
    rematch; none at a new one; and none if the host has no seat, as organisers have not.
    """
    at = next((seat.number for seat in seats if seat.player_id == game.creator_id), None)
    is_new = (now() - game.created_at).total_seconds() < settings.HOST_AWAY_SECONDS
    has_free = any(seat.kind == Seat.Kind.OPEN for seat in seats)
    if at is None or is_new or not (has_free or Rematch.objects.filter(table=game).exists()):
        return []
    players = [seat.player_id for seat in (*seats[at:], *seats[:at]) if seat.kind == "player"]
    return [one for one in players if one is not None and one != game.creator_id]
