"""The events of a game for many streams at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from rest_framework.exceptions import AuthenticationFailed

from games.api.screens import Included, render_screen
from games.api.streams.shared_reads import lasting_tokens
from games.engine import NOBODY
from games.ledger.rows import EVERYTHING, Row
from games.messages.move_messages import ResignRequest
from games.messages.prompt_messages import PromptsResponse
from games.messages.stream_messages import StreamEndResponse
from games.messages.table_messages import ResultResponse
from games.models import Game
from games.play.last_rows import rows_after
from games.play.selectors import redacted_event, stored_game
from games.play.sight import Sight, decide_sight
from games.play.table_news import NO_NEWS, TableNews, Watched, read_tables, watched_table
from games.players.access import Access
from games.players.scopes import AUDIT_LIVE
from games.wording.language import Language

PAGE: Final = 100
"""How many events one read returns."""

_encode = msgspec.json.Encoder().encode


class GameOrder(NamedTuple):
    """The request for the events of a game after a seq, for a caller and a view.

    With ``mine`` it is for those prompts only that the caller can answer. ``hears``: also for what
    belongs to the table.
    """

    game: UUID
    access: Access | None
    view: str | None
    language: Language
    included: Included
    after: int
    mine: bool = False
    hears: bool = False


class GameNews(NamedTuple):
    """Events as JSON by seq, and the last seq and the status of the game.

    ``prompts`` is for the own seat, once all events are read; so is ``end`` when the game is over.
    ``table`` is the news of the table ``watched``, for those who hear them. ``is_spectator``: the
    caller sees a running game as the public does.
    """

    events: list[tuple[int, bytes]]
    seq: int
    status: str
    prompts: PromptsResponse | None
    end: StreamEndResponse | None
    watched: Watched | None = None
    table: TableNews = NO_NEWS
    is_spectator: bool = False


def read_games(orders: Sequence[GameOrder]) -> list[GameNews | Exception]:
    """Return for each order its news, or why it is refused.

    What each caller may see is decided again by the database, as are tokens that the last look at
    it did not find valid (``lasting_tokens``).
    """
    valid = lasting_tokens({one.access.token for one in orders if one.access is not None})
    reading = _Reading({})
    found: list[GameNews | Exception] = []
    for order in orders:
        try:
            if order.access is not None and order.access.token not in valid:
                raise AuthenticationFailed
            found.append(reading.news(order))
        except Exception as error:
            found.append(error)
    return _with_tables(found)


def first_news(order: GameOrder, game: Game) -> GameNews:
    """Return the news of a game that the request for them has just read.

    Raises as ``decide_sight``. The token is not checked again.
    """
    news = _Reading({game.pk: game}).news(order)
    return news._replace(table=read_tables([news.watched])[game.pk]) if news.watched else news


def _with_tables(found: list[GameNews | Exception]) -> list[GameNews | Exception]:
    """Add the news of the tables, read together."""
    watched = {one.watched for one in found if isinstance(one, GameNews) and one.watched}
    tables = read_tables(watched)
    return [
        one._replace(table=tables[one.watched.game])
        if isinstance(one, GameNews) and one.watched
        else one
        for one in found
    ]


def replay_games(orders: Sequence[GameOrder]) -> list[GameNews | Exception]:
    """Return the same as ``read_games``, for streams that have not caught up."""
    return read_games(orders)


class _Reading:
    """One batch: each game, and each page of its rows, is read once for all viewers."""

    def __init__(self, games: dict[UUID, Game]) -> None:
        self._games = games
        self._rows: dict[tuple[UUID, int], list[Row]] = {}
        self._pages: dict[tuple[UUID, int, int], list[tuple[int, bytes]]] = {}

    def news(self, order: GameOrder) -> GameNews:
        game = self._game(order.game)
        sight = sight_for(game, order)
        events = self._page(sight, order.after)
        reached = events[-1][0] if events else order.after
        is_all = reached >= game.seq
        if events:
            sight.note("events", reached)
        is_over = game.status == Game.Status.OVER
        return GameNews(
            events,
            game.seq,
            game.status,
            _prompts(sight, order) if is_all and not is_over else None,
            _end(game) if is_all and is_over else None,
            watched_table(game) if order.hears else None,
            is_spectator=sight.viewer == NOBODY and game.status == Game.Status.RUNNING,
        )

    def _game(self, game_id: UUID) -> Game:
        found = self._games.get(game_id)
        if found is None:
            found = self._games[game_id] = stored_game(game_id)
        return found

    def _page(self, sight: Sight, after: int) -> list[tuple[int, bytes]]:
        key = sight.game.pk, sight.viewer, after
        found = self._pages.get(key)
        if found is None:
            found = self._pages[key] = [
                (row.seq, _encode(redacted_event(sight.game, row, sight.viewer)))
                for row in self._rows_after(sight.game, after)
            ]
        return found

    def _rows_after(self, game: Game, after: int) -> list[Row]:
        found = self._rows.get((game.pk, after))
        if found is None:
            found = self._rows[game.pk, after] = rows_after(game=game, after=after, most=PAGE)
        return found


def sight_for(game: Game, order: GameOrder) -> Sight:
    """Return what the caller of a stream sees of its game; raises as ``decide_sight``."""
    access = order.access
    return decide_sight(
        game,
        caller=None if access is None else access.holder(),
        view=order.view,
        may_arbitrate=access is not None and AUDIT_LIVE in access.scopes,
    )


def _prompts(sight: Sight, order: GameOrder) -> PromptsResponse | None:
    """Return the prompts for the caller's own seat; None for all others."""
    game, access = sight.game, order.access
    is_opening = game.status == Game.Status.OPENING
    if access is None or sight.viewer in (NOBODY, EVERYTHING) or sight.is_arbiter:
        return None
    if not game.seq and not is_opening:
        return None
    screen = render_screen(game, sight.viewer, order.language, order.included)
    return screen if has_answer(screen) or is_opening or not order.mine else None


def has_answer(screen: PromptsResponse) -> bool:
    """Whether the viewer has an option, or a move besides that is no resignation."""
    can_answer = any(prompt.options for prompt in screen.prompts)
    return can_answer or any(not isinstance(one.body, ResignRequest) for one in screen.open)


def _end(game: Game) -> StreamEndResponse:
    result = ResultResponse(game.winner, game.why, game.places_by_seat) if game.why else None
    return StreamEndResponse(game.seq, result)
