"""The games of a search as files."""

from __future__ import annotations

from functools import partial
from typing import ClassVar, Final

from django.http import StreamingHttpResponse
from rest_framework.request import Request

from games.api.game_queries import (
    SEARCH,
    next_address,
    read_cursor,
    read_search,
    visible_to,
)
from games.api.http.api_view import ApiView, Json
from games.api.http.parsing import read_number
from games.api.openapi.operation import describe
from games.api.openapi.parameters import CURSOR, query
from games.api.search_exports import MAX_BUNDLES, MAX_RESULTS, bundles_zip, results_csv
from games.api.views.gamelog import LogTable
from games.api.views.proofs_of_play import audit_sight
from games.players.scopes import OPTIONAL
from games.replica import read_late
from games.search.listing import find_games

USUAL: Final = 50
"""The number of games in an export by default."""


class BundleArchive(Json):
    """An archive of bundles."""

    media_type = "application/zip"
    format = "zip"


class GameExport(ApiView):
    """Download the games of a search."""

    scopes: ClassVar = {"GET": OPTIONAL}
    renderer_classes = (LogTable, BundleArchive)
    unit_costs: ClassVar = {"application/zip": 5}

    @describe(
        "games_export",
        parameters=(
            *SEARCH,
            CURSOR,
            query(
                "limit",
                f"The most games; {USUAL} by default.",
                kind="integer",
                minimum=1,
                maximum=MAX_RESULTS,
            ),
        ),
        headers=("Content-Disposition", "Link"),
        contents={
            "text/csv": {"type": "string"},
            "application/zip": {"type": "string", "format": "binary"},
        },
    )
    def get(self, request: Request) -> StreamingHttpResponse:
        """Export the games of a search.

        The games of the same search in games/, as text/csv a table of results with a row for each
        seat (place, winner, player or bot), or as application/zip the bundles and the table. At
        most 1000 games in a table, and whatever the limit 100 in an archive; the
        header Link has the address of the next part. An archive costs 5 units for each game of
        limit, a table 1 unit for 50. A bundle shows what audit/bundle/ shows you.
        """
        is_archive = isinstance(request.accepted_renderer, BundleArchive)
        limit = read_number(request, "limit", USUAL, 1, MAX_RESULTS)
        limit = min(limit, MAX_BUNDLES) if is_archive else limit
        search = read_search(request)
        sources, after = visible_to(request), read_cursor(request, search)
        page = read_late(find_games, search, sources, limit=limit, after=after)

        if is_archive:
            sight_of = partial(audit_sight, request)
            response = StreamingHttpResponse(bundles_zip(page.games, sight_of))
        else:
            response = StreamingHttpResponse(results_csv(page.games))
        name = "fairdeal-bundles.zip" if is_archive else "fairdeal-results.csv"
        kind = BundleArchive.media_type if is_archive else f"{LogTable.media_type}; charset=utf-8"
        response["Content-Type"] = kind
        response["Content-Disposition"] = f'attachment; filename="{name}"'
        response["Cache-Control"] = "no-store"
        if following := next_address(request, page):
            response["Link"] = f'<{following}>; rel="next"'
        return response
