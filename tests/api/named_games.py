"""Which statements of play do not name their game, whose shard alone answers the others."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import zip_longest
from typing import Any

from django.apps import apps
from django.db import connection

from games.models import AuditRun, Game, TableLink
from games.search.models import SearchTerm
from games.tournaments.models import TableGame
from games.webhooks.models import FollowedGame

_OF_OTHERS = {AuditRun, SearchTerm, TableLink, TableGame, FollowedGame}
"""Found by something else than their game: a run, a term, a code, a tournament, a webhook.

So are rows whose game may be null: entries of the log, and grants.
"""

_PLAY = re.compile(r"/api/v1/games/([0-9a-f-]{36}/.*)?")
_SEATING = re.compile(r"/api/v1/games/([0-9a-f-]{36}/(seats/(\d+/)?|start/|rematch/))?")
_LIMITED = re.compile(
    r'"games_(game|seat)"\.("(creator_id|player_id|origin)" = %s|"thinking_seats" > %s)'
)
"""In a count for a limit, over all games: of a player, an address, or of bots that think."""

_TABLE = re.compile(
    r'\b(?P<verb>FROM|JOIN|UPDATE|INTO) "?(?P<table>\w+)"?'
    r"(?: (?:AS )?(?P<alias>[A-Z]\d+|counted)\b)?(?: \((?P<columns>[^)]*)\))?"
)
_COLUMN = r'"(\w+)"\."(\w+)"'
_EQUAL = re.compile(rf"{_COLUMN} = \(?{_COLUMN}")
_GIVEN = re.compile(rf"{_COLUMN}\)? (?:= |IN \()%s")


@cache
def keys() -> dict[str, str]:
    """Return the tables that play reads by its game, each with the column that names it."""
    found = {Game._meta.db_table: "id"}
    for model in set(apps.get_models()) - _OF_OTHERS:
        for field in model._meta.concrete_fields:
            if field.name == "game" and field.related_model is Game and not field.null:
                found[model._meta.db_table] = field.attname
    return found


def unnamed(text: str) -> list[str]:
    """Return the statements of a text that read or write a table of games without its game."""
    return [sql for sql in text.split(";") if not all(_are_named(sql))]


def _are_named(sql: str) -> Iterator[bool]:
    """Yield for each table of games in a statement whether its game is named."""
    tables = list(_TABLE.finditer(sql))
    given, equal = set(_GIVEN.findall(sql)), _EQUAL.findall(sql)
    for one, end in zip_longest(tables, [after.start() for after in tables[1:]]):
        key = keys().get(one["table"])
        if key is None:
            continue
        if one["verb"] == "INTO":
            yield key in re.findall(r"\w+", one["columns"])
            continue
        column = (one["alias"] or one["table"], key)
        same = {(c, d) for a, b, c, d in equal if (a, b) == column}
        same |= {(a, b) for a, b, c, d in equal if (c, d) == column}
        is_by_hand = re.search(rf"WHERE (?:.* AND )?{key} = %s", sql[one.end() : end])
        yield is_by_hand is not None or not given.isdisjoint({column} | same)


@contextmanager
def unnamed_in() -> Iterator[list[str]]:
    """Give the list of the statements without their games, as they are executed."""
    found: list[str] = []

    def read(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        found.extend(unnamed(sql))
        return execute(sql, *rest)

    with connection.execute_wrapper(read):
        yield found


@contextmanager
def of_its_game(method: str, path: str) -> Iterator[None]:
    """Check that each statement of a request to a game, or that creates one, names a game."""
    path = path.partition("?")[0]
    match = _PLAY.fullmatch(path)
    if match is None or (method == "GET" and match[1] is None):
        yield
        return
    with unnamed_in() as found:
        yield
    if method != "GET" and _SEATING.fullmatch(path):
        found = [one for one in found if not _LIMITED.search(one)]
    assert not found, (method, path, found)
