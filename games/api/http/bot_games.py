"""Limits on games with bots, by player and address, and on bots that think.

Games are counted, not requests: each running game with bots has at most one task in the workers'
queues at a time, so the number of games bounds the bots' work. Of bots that think the seats are
counted, in all games: their number bounds how long a turn of such a bot waits for the others.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from rest_framework.request import Request

from games.api.http.api_view import access_of
from games.api.http.problem_documents import retry_later
from games.api.http.throttling import Quota, address_of, usage_of
from games.models import BEGUN_GAME, Game
from games.players.models import Player
from games.players.scopes import DIRECT

IDLE: Final = timedelta(minutes=10)
"""A game without a move for this time is no longer counted for its address.

It is still counted for its player.
"""

RETRY_SECONDS: Final = 10
"""When a refused client may try again: a game of bots only takes about this long."""


def admit(request: Request, game: Game) -> None:
    """Count a game that is about to start and store its address, or refuse it.

    An organiser's token (scope ``tournament:direct``) is not limited.
    """
    game.origin = digest_of_address(address_of(request))
    _admit_thinking(game)
    if not game.bot_seats or DIRECT in access_of(request).scopes:
        return
    # Without the lock, two concurrent requests of one player could both use the last place.
    Player.objects.select_for_update(no_key=True).filter(pk=game.creator_id).first()
    found = list(quotas(game))
    full = next((quota for quota in found if quota.is_full), None)
    if full is None:
        found = [quota._replace(used=quota.used + 1) for quota in found]
    usage_of(request).quotas = found
    if full is not None:
        raise retry_later("too_many_bot_games", RETRY_SECONDS, quota=full.name, limit=full.limit)


def _admit_thinking(game: Game) -> None:
    """Refuse a game with more bots that think than the processes can serve."""
    wanted, limit = game.thinking_seats.bit_count(), settings.THINKING_SEATS
    if not wanted:
        return
    taken = thinking_seats()
    if taken + wanted > limit:
        raise retry_later(
            "too_many_thinking_seats", RETRY_SECONDS, limit=limit, taken=taken, wanted=wanted
        )


def thinking_seats() -> int:
    """Return how many seats of games that are being played have a bot that thinks."""
    begun = Game.objects.filter(BEGUN_GAME, thinking_seats__gt=0)
    found = begun.filter(changed_at__gt=timezone.now() - IDLE)
    return sum(bits.bit_count() for bits in found.values_list("thinking_seats", flat=True))


def quotas(game: Game) -> Iterator[Quota]:
    """Yield the quotas that a game with bots counts for, as they are before it starts.

    A game that waits for shares counts as well: it begins with the last one, without a check.
    """
    begun = Game.objects.filter(BEGUN_GAME, bot_seats__gt=0)
    moved = Q(status=Game.Status.OPENING) | Q(changed_at__gt=timezone.now() - IDLE)
    for whose, games in (
        ("player", begun.filter(creator_id=game.creator_id)),
        ("address", begun.filter(moved, origin=game.origin)),
    ):
        every, all_bots = _counted(games)
        yield _quota(f"bot-games-{whose}", every)
        if game.is_all_bots:
            yield _quota(f"bot-tables-{whose}", all_bots)


def _counted(games: QuerySet[Game]) -> tuple[int, int]:
    """How many games there are, and how many of bots only."""
    found = games.order_by().aggregate(every=Count("pk"), bots=Count("pk", filter=Q(Game.ALL_BOTS)))
    return found["every"], found["bots"]


def _quota(name: str, used: int) -> Quota:
    return Quota(name, settings.API_BOT_GAMES[name], used)


def digest_of_address(address: str) -> str:
    """Return a keyed digest of what ``address_of`` returns."""
    key = f"origin:{settings.SECRET_KEY}".encode()
    return hmac.digest(key, address.encode(), "sha256").hex()[:32]
