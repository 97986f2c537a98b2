"""Pictures of drafts and editions in the admin: of one card, and sheets of all."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import URLPattern, path, reverse
from django.utils.cache import get_conditional_response
from django.utils.html import format_html
from django.utils.safestring import SafeString
from unfold.decorators import action

from cards.language import CardDef, EditionDef, card_name
from cards.models import Card, CardSet, Edition
from cards.pictures.drawing import picture
from cards.pictures.sheets import sheet_context
from cards.selectors import draft_text, text_of
from cards.studio.studio_texts import page_language, say_sheet, sheet_label

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin

    _Admin = ModelAdmin[Any]
else:
    _Admin = object


def draft_of(card: Card) -> EditionDef:
    """Return what the picture of a card needs of its set: the colors, and its hero."""
    text = card.text()
    heroes = Card.objects.filter(card_set=card.card_set_id, kind="hero", code=text.hero)
    cards = (text, *(one.text() for one in heroes if one.code != text.code))
    colors = tuple(card.card_set.colors)
    return EditionDef(code="", name="", variant="", colors=colors, cards=cards)


def picture_response(request: HttpRequest, card: CardDef, edition: EditionDef) -> HttpResponse:
    """Return a picture in the language of the page, or 304 if it is known."""
    body = picture(card, edition, language=page_language()).encode()
    response = HttpResponse(body, content_type="image/svg+xml")
    response["Cache-Control"] = "private, no-cache"
    response["ETag"] = tag = f'"{sha256(body).hexdigest()}"'
    found = get_conditional_response(request, etag=tag, response=response)
    assert isinstance(found, HttpResponse)
    return found


def thumbnail(address: str, name: str, width: int = 50) -> SafeString:
    """Return a small picture, loaded when it comes into sight."""
    height = round(width * 88 / 63)
    shown = '<img src="{}" alt="{}" width="{}" height="{}" loading="lazy">'
    return format_html(shown, address, name, width, height)


class ShowsCardPictures(_Admin):
    """The picture of a card, in the list and at an address."""

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the picture."""
        view = self.admin_site.admin_view(self.picture)
        return [
            path("<int:card_id>/picture.svg", view, name="cards_card_picture"),
            *super().get_urls(),
        ]

    def picture(self, request: HttpRequest, card_id: int) -> HttpResponse:
        """Return the picture of a stored card."""
        if not self.has_view_permission(request):
            return HttpResponse(status=403)
        card = get_object_or_404(Card.objects.select_related("card_set"), pk=card_id)
        return picture_response(request, card.text(), draft_of(card))

    @admin.display(description=sheet_label("picture"))
    def small_picture(self, card: Card) -> SafeString:
        """Return the picture of a card for the list."""
        return thumbnail(reverse("admin:cards_card_picture", args=[card.pk]), card.code)


class ShowsSetSheet(_Admin):
    """The sheet of all cards of a set."""

    @action(  # type: ignore[untyped-decorator]
        description=sheet_label("action"), url_path="sheet", permissions=["view"]
    )
    def sheet(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show all cards of a set, to look through and to print."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        keys = dict(card_set.cards.values_list("code", "pk"))

        def address(card: CardDef) -> str:
            return reverse("admin:cards_card_picture", args=[keys[card.code]])

        context = sheet_context(draft_text(card_set), address, request.GET.dict(), page_language())
        return render(request, "cards/sheet.html", context)


class ShowsEditionPictures(_Admin):
    """The pictures of the cards of an edition, and their sheet."""

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the pictures."""
        view = self.admin_site.admin_view(self.picture)
        return [
            path("<int:edition_id>/<slug:code>.svg", view, name="cards_edition_picture"),
            *super().get_urls(),
        ]

    def picture(self, request: HttpRequest, edition_id: int, code: str) -> HttpResponse:
        """Return the picture of a card of an edition."""
        if not self.has_view_permission(request):
            return HttpResponse(status=403)
        text = text_of(get_object_or_404(Edition, pk=edition_id).hash)
        for card in text.cards:
            if card.code == code:
                return picture_response(request, card, text)
        raise Http404

    @action(  # type: ignore[untyped-decorator]
        description=sheet_label("action"), url_path="sheet", permissions=["view"]
    )
    def sheet(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show all cards of an edition, to look through and to print."""
        edition = get_object_or_404(Edition, pk=object_id)

        def address(card: CardDef) -> str:
            return edition_picture(edition, card)

        context = sheet_context(edition.text(), address, request.GET.dict(), page_language())
        return render(request, "cards/sheet.html", context)


def edition_picture(edition: Edition, card: CardDef) -> str:
    """Return the address of the picture of a card of an edition."""
    return reverse("admin:cards_edition_picture", args=[edition.pk, card.code])


def edition_thumbnail(edition: Edition, card: CardDef) -> SafeString:
    """Return the picture of a card of an edition, for its page."""
    name = f"{say_sheet('picture')}: {card_name(card, page_language())}"
    return thumbnail(edition_picture(edition, card), name, 210)
