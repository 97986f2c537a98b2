"""One look at the database for all streams of a process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from time import monotonic
from typing import Final, NamedTuple, Protocol
from uuid import UUID

from django.db.models import Count, Max, Q

from games.ledger.recent import Recent
from games.models import Game, Seat
from games.officials.calls import OpenCall, open_calls_for
from games.play.table_news import NO_NEWS, TableNews, Watched, read_tables
from games.players.access import valid_tokens
from games.tournaments.models import TableGame, Tournament

CHUNK: Final = 500
"""How many ids one statement has."""

CHECKED_SECONDS: Final = 1.5
"""How long a token that the database found valid at a look need not be looked up again."""

Changes = list[int]
"""The places of the streams that have something to read."""


class Version(NamedTuple):
    """The number of games of a player or of the lobby, and when one changed last."""

    games: int
    changed_at: datetime | None


class TournamentVersion(NamedTuple):
    """The last row of a tournament, its open tables, and how many are hidden.

    Of those that are open how many they are, and when one changed last.
    """

    seq: int
    tables: Version
    hidden: int


class Looked(NamedTuple):
    """What a stream has: its token; seq and status of its game, or a version.

    The version is of the games of a ``player``, or of the ``lobby``; ``calls`` are the open calls
    for a judge in the games that the player directs. ``heard`` is what the stream has of the table
    ``watched``, ``rows`` what it has of the ``tournament``.
    """

    token: UUID | None
    game: UUID | None = None
    seq: int = 0
    status: str = ""
    player: UUID | None = None
    version: Version | None = None
    calls: tuple[OpenCall, ...] = ()
    lobby: bool = False
    watched: Watched | None = None
    heard: TableNews = NO_NEWS
    tournament: UUID | None = None
    rows: TournamentVersion | None = None


class Changing(Protocol):
    """A game that may be over."""

    @property
    def is_over(self) -> bool:
        """Whether it is."""

    @property
    def changed_at(self) -> datetime:
        """When it changed last."""


def version_of(games: Iterable[Changing]) -> Version:
    """Return the version of a player's games."""
    times = [one.changed_at for one in games if not one.is_over]
    return Version(len(times), max(times, default=None))


def look(streams: Sequence[Looked]) -> Changes:
    """Return the streams, by place, with a changed game or without a valid token."""
    games = _games({one.game for one in streams if one.game is not None})
    players = {one.player for one in streams if one.player is not None}
    versions, calls = _versions(players), open_calls_for(players)
    lobby = lobby_version() if any(one.lobby for one in streams) else None
    tokens = {one.token for one in streams if one.token is not None}
    valid = _check_tokens(tokens)
    tables = read_tables({one.watched for one in streams if one.watched is not None})
    tournaments = tournament_versions(
        {one.tournament for one in streams if one.tournament is not None}
    )
    return [
        at
        for at, one in enumerate(streams)
        if (one.token is not None and one.token not in valid)
        or _has_moved(one, games)
        or (one.player is not None and versions.get(one.player, Version(0, None)) != one.version)
        or (one.player is not None and calls.get(one.player, ()) != one.calls)
        or (one.lobby and one.version != lobby)
        or (one.tournament is not None and tournaments.get(one.tournament) != one.rows)
        or (one.watched is not None and tables[one.watched.game].differs_from(one.heard))
    ]


def lasting_tokens(tokens: Collection[UUID]) -> set[UUID]:
    """Return which of some tokens are valid, by the database or the last look at it.

    When a token is revoked its player is announced, and each token is looked up again. If that
    message is lost, or the token expires, it is valid for ``CHECKED_SECONDS`` more at most.
    """
    now = monotonic()
    known = {one for one in tokens if _is_recent(_checked.get(one), now)}
    return known | valid_tokens(set(tokens) - known)


def void_checks() -> None:
    """Look up each token again: one may have been revoked since the last look."""
    global _voided_at
    _voided_at = monotonic()


def _check_tokens(tokens: set[UUID]) -> set[UUID]:
    """Return the tokens that the database finds valid; ``lasting_tokens`` knows them."""
    began, valid = monotonic(), valid_tokens(tokens)
    for one in valid:
        _checked.put(one, began)
    for one in tokens - valid:
        _checked.drop(one)
    return valid


def _is_recent(checked_at: float | None, now: float) -> bool:
    return checked_at is not None and _voided_at < checked_at > now - CHECKED_SECONDS


_checked: Final[Recent[UUID, float]] = Recent(20_000)
_voided_at = 0.0


def lobby_version() -> Version:
    """Return the version of the open games that any player may join."""
    tables = Game.objects.filter(status=Game.Status.OPEN, access=Game.Admission.OPEN).order_by()
    found = tables.aggregate(games=Count("pk"), changed_at=Max("changed_at"))
    return Version(**found)


def tournament_versions(wanted: Collection[UUID]) -> dict[UUID, TournamentVersion]:
    """Return the version of each tournament."""
    found: dict[UUID, TournamentVersion] = {}
    ids = list(wanted)
    for at in range(0, len(ids), CHUNK):
        rows = Tournament.objects.filter(pk__in=ids[at : at + CHUNK]).order_by()
        seqs = dict(rows.values_list("pk", "seq"))
        begun = TableGame.objects.filter(tournament__in=seqs, is_told=False).order_by()
        opened = Q(game__status__in=(Game.Status.OPEN, Game.Status.OPENING))
        tables = {
            one["tournament"]: Version(one["games"], one["changed"])
            for one in begun.filter(opened)
            .values("tournament")
            .annotate(games=Count("pk"), changed=Max("game__changed_at"))
        }
        hidden = TableGame.objects.filter(tournament__in=seqs, is_hidden=True).order_by()
        counts = Counter(hidden.values_list("tournament", flat=True))
        found |= {
            pk: TournamentVersion(seq, tables.get(pk, Version(0, None)), counts[pk])
            for pk, seq in seqs.items()
        }
    return found


def _versions(players: Collection[UUID]) -> dict[UUID, Version]:
    found: dict[UUID, Version] = {}
    ids = list(players)
    for at in range(0, len(ids), CHUNK):
        seats = Seat.objects.filter(player_id__in=ids[at : at + CHUNK], ended_at=None)
        lasting = seats.exclude(game__status=Game.Status.OVER).order_by().values("player_id")
        for one in lasting.annotate(games=Count("pk"), changed=Max("game__changed_at")):
            found[one["player_id"]] = Version(one["games"], one["changed"])
    return found


def _has_moved(one: Looked, games: dict[UUID, tuple[int, str]]) -> bool:
    if one.game is None:
        return False
    seq, status = games.get(one.game, (one.seq, ""))
    return seq > one.seq or status != one.status


def _games(wanted: Collection[UUID]) -> dict[UUID, tuple[int, str]]:
    found: dict[UUID, tuple[int, str]] = {}
    ids = list(wanted)
    for at in range(0, len(ids), CHUNK):
        rows = Game.objects.filter(pk__in=ids[at : at + CHUNK]).order_by()
        found |= {pk: (seq, status) for pk, seq, status in rows.values_list("pk", "seq", "status")}
    return found
