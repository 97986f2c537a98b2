"""What other sites show of a link to a game: title, table in words, picture."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse

from games.engine import NOBODY
from games.errors import GameError
from games.pages.visitor_sight import read_at
from games.play import selectors
from games.play.sight import PUBLIC, decide_sight
from games.wording.page_texts import page_language
from games.wording.person_names import viewpoint_at
from games.wording.table_texts import TableTexts
from games.wording.variant_texts import VARIANT_NAMES


@dataclass(frozen=True, slots=True)
class LinkPreview:
    """The texts and the address of the picture of a game after an event.

    ``cards`` is the address of the pictures of its cards.
    """

    title: str
    text: str
    image: str
    cards: str


def link_preview(request: HttpRequest, game_id: UUID) -> LinkPreview | None:
    """Return the preview of a game; None if the public may not see it.

    Another site reads the page without a session, so a preview is never of more than that.
    """
    language = page_language(request)
    try:
        game = selectors.stored_game(game_id)
        decide_sight(game, caller=None, view=PUBLIC, may_arbitrate=False, needs_rows=True)
        at = read_at(request, game.seq)
    except GameError:
        return None
    view = selectors.position(game=game, viewer=NOBODY, at=at)
    seen = viewpoint_at(selectors.table_of(game), view, language)
    title = f"{VARIANT_NAMES[game.variant].to(language)}: {', '.join(seen.names)}"
    image = f"{reverse('share-png', args=[game_id])}?at={at}"
    text = " ".join(TableTexts(seen).lines())
    cards = f"{reverse('edition-pictures', args=[game.edition_id])}?lang={language}"
    return LinkPreview(title, text, request.build_absolute_uri(image), cards)
