"""The parameters of the API that search games."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date
from typing import Final
from urllib.parse import urlencode

from rest_framework.request import Request

from games.api.caller_sight import may_arbitrate
from games.api.http.api_view import player_of
from games.api.http.parsing import read_flag, read_word, wrong_cursor
from games.api.http.problem_documents import wrong_parameter
from games.api.openapi.parameters import query
from games.engine import VARIANTS
from games.models import Game
from games.play.listed import GameSource
from games.play.sight import visible_games
from games.players.access import Access
from games.players.scopes import AUDIT_LIVE, AUDIT_READ
from games.search.listing import Page, Place, decode_place, encode_place
from games.search.selectors import ACTS, ANY, SORTS, GameQuery
from games.wording.flaw_texts import PARAMETERS

STATUSES: Final = tuple(str(status) for status in Game.Status.values)
MAX_TEXT_LENGTH: Final = 100
"""The most characters of a text that is searched for."""

SEARCH: Final = (
    query("variant", "Of this variant only.", enum=tuple(VARIANTS)),
    query("status", "In this state only.", enum=STATUSES),
    query(
        "player",
        "With this player (id, or part of the name; of one or two characters, its beginning) or"
        " bot.",
        maxLength=MAX_TEXT_LENGTH,
    ),
    query(
        "winner",
        "Won by this player (id or part of the name) or bot; none: over, without a winner.",
        maxLength=MAX_TEXT_LENGTH,
    ),
    query(
        "rule",
        "In which this rule applied (an id of rules/); with refused, in which it refused a move."
        " Only games that are over are searched for rule, card, refused and acts. With player, it"
        " applied to a seat of that player.",
        maxLength=MAX_TEXT_LENGTH,
    ),
    query(
        "card",
        "In which this card was played, laid or flipped (a code).",
        maxLength=MAX_TEXT_LENGTH,
    ),
    query(
        "refused",
        "In which a move was refused; of games that have opened to all.",
        kind="boolean",
    ),
    query("acts", "In which an organiser acted, by any or one act.", enum=(ANY, *ACTS)),
    query("since", "Created on this day or later (UTC).", format="date"),
    query("until", "Created on this day or earlier (UTC).", format="date"),
    query(
        "sort",
        "The order; ended, longest and shortest have only games that have ended.",
        enum=tuple(SORTS),
    ),
)


def read_search(request: Request) -> GameQuery:
    """Read the search of a request."""
    return GameQuery(
        variant=read_word(request, "variant", tuple(VARIANTS)) or "",
        status=read_word(request, "status", STATUSES) or "",
        player=_text(request, "player"),
        winner=_text(request, "winner"),
        rule=_text(request, "rule"),
        card=_text(request, "card"),
        refused=read_flag(request, "refused"),
        acts=read_word(request, "acts", (ANY, *ACTS)) or "",
        since=_day(request, "since"),
        until=_day(request, "until"),
        sort=read_word(request, "sort", tuple(SORTS)) or "newest",
    )


def _text(request: Request, name: str) -> str:
    given = request.GET.get(name, "").strip()
    if len(given) > MAX_TEXT_LENGTH:
        raise wrong_parameter(name, PARAMETERS["text"].with_params(most=MAX_TEXT_LENGTH))
    return given


def _day(request: Request, name: str) -> date | None:
    given = request.GET.get(name)
    if given is None:
        return None
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", given):
        with suppress(ValueError):
            return date.fromisoformat(given)
    raise wrong_parameter(name, PARAMETERS["day"])


def visible_to(request: Request) -> list[GameSource]:
    """Return the games that the caller may see."""
    scopes = request.auth.scopes if isinstance(request.auth, Access) else ()
    return visible_games(
        caller=player_of(request),
        may_arbitrate=may_arbitrate(request),
        is_auditor=AUDIT_READ in scopes or AUDIT_LIVE in scopes,
    )


# ---- pages of a search


def read_cursor(request: Request, search: GameQuery) -> Place | None:
    """Return the place in the query, which a page of the same order gave."""
    cursor = request.GET.get("cursor")
    try:
        return None if cursor is None else decode_place(cursor, search.sort)
    except ValueError as error:
        raise wrong_cursor() from error


def next_address(request: Request, page: Page) -> str | None:
    """Return the address of the page after a page; None for the last."""
    if page.more is None:
        return None
    others = {name: request.GET[name] for name in request.GET if name != "cursor"}
    return f"{request.path}?{urlencode(others | {'cursor': encode_place(page.more)})}"
