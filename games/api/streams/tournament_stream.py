"""The stream of a tournament: where it stands, whenever that has changed."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple
from uuid import UUID

from rest_framework.exceptions import AuthenticationFailed

from games.api.streams import sse
from games.api.streams.open_stream import Stream, StreamStep, read_again
from games.api.streams.shared_reads import (
    Looked,
    TournamentVersion,
    lasting_tokens,
    tournament_versions,
)
from games.api.streams.waking import Hub
from games.api.tournament_replies import SeenTournament
from games.messages.tournament_messages import TournamentChangedResponse
from games.players.access import Access
from games.tournaments.models import Tournament
from games.tournaments.tournament_ledger import topic_of
from games.wakeups import of_player
from games.wording.language import Language


class TournamentOrder(NamedTuple):
    """The request for where a tournament stands, for a caller."""

    tournament: UUID
    access: Access | None


class TournamentNews(NamedTuple):
    """The last row in sight, the mark of all of them, and the version read before."""

    seq: int
    mark: str
    version: TournamentVersion


def read_tournaments(orders: Sequence[TournamentOrder]) -> list[TournamentNews | Exception]:
    """Return for each order where its tournament stands. Tokens are checked again."""
    valid = lasting_tokens({one.access.token for one in orders if one.access is not None})
    wanted = {one.tournament for one in orders}
    versions = tournament_versions(wanted)
    found = {one.pk: one for one in Tournament.objects.filter(pk__in=wanted)}

    def news(order: TournamentOrder) -> TournamentNews | Exception:
        if order.access is not None and order.access.token not in valid:
            return AuthenticationFailed()
        player = None if order.access is None else order.access.holder()
        seen = SeenTournament(found[order.tournament], player)
        return TournamentNews(seen.seq, seen.night.mark, versions[order.tournament])

    return [news(order) for order in orders]


class TournamentStream(Stream):
    """An open stream of a tournament."""

    def __init__(self, order: TournamentOrder, language: Language, instance: str) -> None:
        super().__init__(language, instance)
        self._order = order
        self._news: TournamentNews | None = None

    def topics(self) -> Collection[str]:
        """The tournament, and the caller, whose token may be revoked."""
        topic, access = topic_of(self._order.tournament), self._order.access
        return [topic] if access is None else [topic, of_player(access.player)]

    def looked(self) -> Looked:
        """Return how the tournament was."""
        access, news = self._order.access, self._news
        return Looked(
            None if access is None else access.token,
            tournament=self._order.tournament,
            rows=None if news is None else news.version,
        )

    async def read(self, hub: Hub) -> StreamStep:
        """Read where it stands, and tell it if that has changed for the caller."""
        before = self._news
        self._news = news = await read_again(hub, read_tournaments, self._order)
        if before is not None and _told(before) == _told(news):
            return StreamStep(b"")
        return StreamStep(sse.message("changed", TournamentChangedResponse(news.seq)))


def _told(news: TournamentNews) -> tuple[object, ...]:
    """Return what a caller is told of: rows in sight and tables, no hidden rows."""
    return news.seq, news.mark if news.version.hidden else "", news.version.tables
