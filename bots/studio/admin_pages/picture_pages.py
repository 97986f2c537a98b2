"""Pictures of drafts and editions in the admin: of one card, and sheets of all."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action

from bots.studio.admin_pages.studio_page import AdminPage
from cards.language import CardDef, EditionDef, card_name
from cards.models import Card, CardSet, Edition, Proposal
from cards.page_language import page_language
from cards.pictures.drawing import picture
from cards.pictures.sheets import sheet_context
from cards.selectors import draft_text, text_of


class ShowsPictures(AdminPage):
    """The pictures of the cards of a set, an edition or a proposal, and their sheet."""

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the pictures."""
        name = f"cards_{self.opts.model_name}_picture"
        view = self.admin_site.admin_view(self.picture)
        return [path("<int:key>/<slug:code>.svg", view, name=name), *super().get_urls()]

    def picture(self, request: HttpRequest, key: int, code: str) -> HttpResponse:
        """Return the picture of a card in the language of the page, or 304 if it is known."""
        if not self.has_view_permission(request):
            return HttpResponse(status=403)
        row = get_object_or_404(self.model, pk=key)
        edition = _text_of(row, code)
        for card in edition.cards:
            if card.code == code:
                body = picture(card, edition, language=page_language()).encode()
                response = HttpResponse(body, content_type="image/svg+xml")
                response["Cache-Control"] = "private, no-cache"
                response["ETag"] = tag = f'"{sha256(body).hexdigest()}"'
                found = get_conditional_response(request, etag=tag, response=response)
                assert isinstance(found, HttpResponse)
                return found
        raise Http404

    @action(description=_("All cards as pictures"), url_path="sheet", permissions=["view"])
    def sheet(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show all cards of a set or edition, to look through and to print."""
        row: Any = get_object_or_404(self.model, pk=object_id)
        text = draft_text(row) if isinstance(row, CardSet) else row.text()

        def address(card: CardDef) -> str:
            return picture_url(row, card.code)

        context = sheet_context(text, address, request.GET.dict())
        return render(request, "cards/sheet.html", context)


def _text_of(row: CardSet | Edition | Proposal, code: str) -> EditionDef:
    """Return the cards among which a picture is drawn; those of an edition are cached."""
    if isinstance(row, CardSet):
        return picture_text(row, code)
    return text_of(row.hash) if isinstance(row, Edition) else row.text()


def picture_text(card_set: CardSet, code: str) -> EditionDef:
    """Return what the picture of a card needs of its set: the colors, and its hero."""
    rows = card_set.cards.filter(code=code)
    texts = [row.text() for row in rows]
    heroes = card_set.cards.filter(kind="hero", code__in=[one.hero for one in texts])
    cards = (*texts, *(row.text() for row in heroes.exclude(code=code)))
    colors = tuple(card_set.colors)
    return EditionDef(code="", name="", variant="", colors=colors, cards=cards)


def picture_url(row: CardSet | Edition | Proposal, code: str) -> str:
    """Return the address of the picture of a card of a set, an edition or a proposal."""
    return reverse(f"admin:cards_{row._meta.model_name}_picture", args=[row.pk, code])


def thumbnail(address: str, name: str, width: int = 50) -> SafeString:
    """Return a small picture, loaded when it comes into sight."""
    height = round(width * 88 / 63)
    shown = '<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">'
    return format_html(shown, address, name, width, height)


@admin.display(description=_("Picture"))
def small_picture(card: Card) -> SafeString:
    """Return the picture of a card for the list of cards."""
    return thumbnail(picture_url(card.card_set, card.code), card.name())


def edition_thumbnail(edition: Edition, card: CardDef) -> SafeString:
    """Return the picture of a card of an edition, for its page."""
    name = f"{gettext('Picture')}{gettext(':')} {card_name(card, page_language())}"
    return thumbnail(picture_url(edition, card.code), name, 210)
