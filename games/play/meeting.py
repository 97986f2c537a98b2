"""How players meet: links, rematches, and open tables that are left alone."""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from cards.selectors import is_stopped
from games.errors import GameNotFound, LinkNotFound, NotAllowed, NotOver, NotStarted
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
from games.play.starting import NamedBeacon, beacon_of
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


def linked_game(text: str) -> Game | None:
    """Return the game of a code, as a person types it; None for an unknown one.

    Raises ``LinkNotFound`` if the game is not open any more.
    """
    links = TableLink.objects.filter(code=read_code(text)).select_related("game")
    link = links.first()
    if link is not None and link.game.status != Game.Status.OPEN:
        raise LinkNotFound
    return None if link is None else link.game


# ---- rematch


@transaction.atomic
def take_rematch(*, game_id: UUID, player: Player, own: Contribution = NOTHING) -> Game:
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
        table = _next_table(game, seats, player, own)
        Rematch.objects.update_or_create(game=game, defaults={"table": table})
        return table
    if Seat.objects.filter(game=table_id, player=player, kind=Seat.Kind.PLAYER).exists():
        return locked_game(table_id)
    return join_game(game_id=table_id, player=player, own=own, is_welcome=True)


def _next_table(game: Game, seats: list[Seat], host: Player, own: Contribution) -> Game:
    """Create the table that follows a game: the same terms, seats rotated by one.

    Heroes are dealt by lot, and organisers are not named again.
    """
    beacon = beacon_of(game)
    return create_game(
        creator=host,
        variant=game.variant,
        edition=None if is_stopped(game.edition) else game.edition_id,
        seats=[_seat_again(seat, host, own) for seat in (seats[-1], *seats[:-1])],
        options=read_stored_options(game.options),
        access=game.access,  # type: ignore[arg-type]
        reveal=game.reveal,  # type: ignore[arg-type]
        chance=game.chance,  # type: ignore[arg-type]
        beacon=None if beacon is None else NamedBeacon(beacon.chain),
        directors=game.directors,
        start_when_full=True,
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
    """Pass on the tables of the lobby whose hosts are away, and close idle ones.

    Run twice it does nothing more; run late, it does the same later.
    """
    tables = Game.objects.filter(status=Game.Status.OPEN, access=Game.Admission.OPEN).order_by()
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
    seats = seats_of(game)
    at = next((seat.number for seat in seats if seat.player_id == host), 0)
    players = [seat.player_id for seat in (*seats[at:], *seats[:at]) if seat.kind == "player"]
    others = [player for player in players if player is not None and player != host]
    known = seconds_away(others)
    heir = next((one for one in others if known[one] <= settings.HOST_AWAY_SECONDS), None)
    if heir is not None:
        game.creator_id = heir
        touched(game)
