"""Screens: prompts with everything that a client draws, in one response."""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

import msgspec
from drf_spectacular.utils import OpenApiParameter
from msgspec import UNSET

from games.api.http.any_request import AnyRequest
from games.api.http.parsing import not_one_of
from games.api.openapi.components import REF
from games.api.receipts import signed_terms
from games.ledger.sealing import GENESIS
from games.messages.prompt_messages import Include, PromptsResponse, SinceResponse
from games.models import Game
from games.play import selectors
from games.play.sight import view_name
from games.wording.board import render_board
from games.wording.cards_in_sight import render_cards
from games.wording.language import Language
from games.wording.log import since_last_move
from games.wording.person_names import viewpoint_at
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint

Included: TypeAlias = frozenset[Include]

INCLUDES: Final[tuple[Include, ...]] = get_args(Include)
NOTHING: Final[Included] = frozenset()

INCLUDE: Final = OpenApiParameter(
    "include",
    {"type": "array", "items": {"$ref": f"{REF}Include"}, "minItems": 1},
    OpenApiParameter.QUERY,
    description="What to add, separated by commas: `table` (the position in words), `since` (what"
    " has happened since your last move), `cards` (the texts of the cards that you see or that are"
    " named).",
    style="form",
    explode=False,
)


def read_included(request: AnyRequest) -> Included:
    """Read which parts of a screen a request includes; raises if one is unknown."""
    named = [name for given in request.GET.getlist("include") for name in given.split(",")]
    known: Included = frozenset(name for name in INCLUDES if name in named)
    if len(known) < len(set(named)):
        raise not_one_of("include", ", ".join(INCLUDES))
    return known


def screen_tag(
    game: Game,
    viewer: int,
    language: Language,
    included: Included = NOTHING,
    at: int | None = None,
) -> str:
    """Return the ETag of a screen, by position, names, and what is included."""
    erased = sum(not one.name for one in selectors.played_names(game)) if game.seq else 0
    parts = [str(game.seq if at is None else at), view_name(viewer), language, *sorted(included)]
    if game.status == Game.Status.OPENING:
        parts.append(str(game.status))
    if held := selectors.count_held(game=game, viewer=viewer):
        parts.append(f"held:{held}")
    return f'"{"-".join([*parts, f"erased:{erased}"] if erased else parts)}"'


def render_screen(
    game: Game, viewer: int, language: Language, included: Included = NOTHING
) -> PromptsResponse:
    """Return the prompts of a game for a seat or NOBODY, with the parts to include."""
    if not game.seq:
        is_opening = game.status == Game.Status.OPENING
        return PromptsResponse(
            seq=game.seq,
            digest=GENESIS,
            prompts=[],
            open=[],
            window_until=None,
            window_seconds_left=None,
            held=[],
            table=None if "table" in included else UNSET,
            since=None if "since" in included else UNSET,
            cards=[] if "cards" in included else UNSET,
            **(signed_terms(game) if is_opening else {}),
        )
    view, table = selectors.position(game=game, viewer=viewer), selectors.table_of(game)
    since = None
    if "since" in included and viewer >= 0:
        since = since_last_move(table, viewer, language)
    return screen_of(viewpoint_at(table, view, language), game, included, since)


def screen_of(
    seen: Viewpoint, game: Game, included: Included, since: SinceResponse | None
) -> PromptsResponse:
    """Return the prompts of a view, with the parts to include.

    ``since`` has what has happened since the viewer's last move.
    """
    named = [code for one in since.sentences for code in one.cards] if since else []
    return msgspec.structs.replace(
        render_prompts(seen, game.seq, game.head),
        table=render_board(seen) if "table" in included else UNSET,
        since=since if "since" in included else UNSET,
        cards=render_cards(seen, named) if "cards" in included else UNSET,
    )
