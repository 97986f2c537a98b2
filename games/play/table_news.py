"""What belongs to a table, not to its game: phrases, who is away, how many watch.

Nothing of it is in the log, a bundle or the database. A phrase is a key of the cache for as long
as it is shown, so every process that has streams reads it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from math import ceil
from time import time
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.cache import cache

from games.engine.variants import ABSENT_SECONDS
from games.errors import PhrasesOff
from games.models import Game
from games.play.presence import away_since, contact_keys
from games.play.selectors import played_names, ruleset_for
from games.play.watchers import count_watchers, watchers_key
from games.players.access import UNAVAILABLE
from games.wakeups import announce, of_game

SHOWN_SECONDS: Final = 3
"""How long a phrase is shown, and stored."""

PAUSE_SECONDS: Final = 5
"""The least time between two phrases of a seat."""

logger = logging.getLogger(__name__)


class SaidTooSoon(Exception):
    """The seat spoke less than ``PAUSE_SECONDS`` ago; ``seconds`` are left."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Said(NamedTuple):
    """The code of a phrase, who said it, and when, in milliseconds of Unix time."""

    seat: int
    code: str
    at: int


class Watched(NamedTuple):
    """A table that is watched.

    ``seats`` is the number of those that may speak, ``players`` who may be away, by seat, for more
    than ``patience`` seconds.
    """

    game: UUID
    seats: int
    players: tuple[tuple[int, UUID], ...] = ()
    patience: float = 0


class TableNews(NamedTuple):
    """What was said just now, who is away, and how many watch.

    ``away`` has the seats with the second since when.
    """

    said: tuple[Said, ...] = ()
    away: tuple[tuple[int, int], ...] = ()
    watching: int = 0

    def differs_from(self, heard: TableNews) -> bool:
        """Whether there is something to send to who has heard the others."""
        return self.presence != heard.presence or not set(self.said) <= set(heard.said)

    @property
    def presence(self) -> tuple[tuple[tuple[int, int], ...], int]:
        """Who is away, and how many watch."""
        return self.away, self.watching


NO_NEWS: Final = TableNews()


def say(game: Game, seat: int, code: str) -> Said:
    """Let a seat say a phrase to all who watch the table.

    Raises ``PhrasesOff`` and ``SaidTooSoon``.
    """
    if not game.phrases:
        raise PhrasesOff
    moment, pause = time(), f"phrase-pause:{game.pk.hex}:{seat}"
    if not cache.add(pause, moment + PAUSE_SECONDS, PAUSE_SECONDS):
        until = cache.get(pause, moment)
        raise SaidTooSoon(max(1, ceil(until - moment)))
    said = Said(seat, code, int(moment * 1000))
    cache.set(_key(game.pk, seat), f"{code} {said.at}", SHOWN_SECONDS)
    announce(of_game(game.pk))
    return said


def watched_table(game: Game) -> Watched:
    """Return the table of a game to watch.

    No seat of a game that is not running is away. A claim that one is shows in time.
    """
    is_running = game.status == Game.Status.RUNNING
    names = played_names(game) if is_running else ()
    players = tuple((seat, one.player) for seat, one in enumerate(names) if one.player is not None)
    patience: float = settings.HOST_AWAY_SECONDS
    if is_running and (options := ruleset_for(game).options).absence != "wait":
        patience = min(patience, options.absent_seconds or ABSENT_SECONDS)
    return Watched(game.pk, game.seats if game.phrases else 0, players, patience)


def read_tables(tables: Collection[Watched]) -> dict[UUID, TableNews]:
    """Return the news of tables; there are none while the cache does not respond."""
    players: dict[float, set[UUID]] = {}
    for one in tables:
        players.setdefault(one.patience, set()).update(player for _, player in one.players)
    keys = [_key(one.game, seat) for one in tables for seat in range(one.seats)]
    keys += [watchers_key(one.game) for one in tables]
    keys += contact_keys(set().union(*players.values()))
    try:
        stored: dict[str, Any] = cache.get_many(keys) if tables else {}
    except UNAVAILABLE:
        logger.warning("The cache does not answer; tables have no news.")
        return {one.game: NO_NEWS for one in tables}
    away = {least: away_since(there, least, stored) for least, there in players.items() if there}
    return {one.game: _news(one, stored, away.get(one.patience, {})) for one in tables}


def read_table(game: Game) -> TableNews:
    """Return the news of the table of a game."""
    return read_tables([watched_table(game)])[game.pk]


def _news(table: Watched, stored: dict[str, Any], away: dict[UUID, int]) -> TableNews:
    found = []
    for seat in range(table.seats):
        if said := stored.get(_key(table.game, seat)):
            code, at = said.split()
            found.append(Said(seat, code, int(at)))
    absent = ((seat, away[player]) for seat, player in table.players if player in away)
    watching = count_watchers(stored.get(watchers_key(table.game)))
    return TableNews(tuple(found), tuple(absent), watching)


def _key(game: UUID, seat: int) -> str:
    return f"phrase:{game.hex}:{seat}"
