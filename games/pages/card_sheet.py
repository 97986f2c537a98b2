"""The public page with all cards of an edition, to look through and to print."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from cards import selectors
from cards.language import CardDef
from cards.models import Edition
from cards.pictures.sheets import sheet_context
from games.pages.limits import costs
from games.wording.page_texts import page_language


@require_safe
@costs(5)
def card_sheet(request: HttpRequest, hash: str) -> HttpResponse:
    """Show the cards of an edition in the language of the reader."""
    try:
        edition = selectors.text_of(hash)
    except Edition.DoesNotExist as error:
        raise Http404 from error
    query = urlencode({"lang": page_language(request)})

    def address(card: CardDef) -> str:
        here = reverse("card-picture", kwargs={"hash": hash, "code": card.code})
        return f"{here}?{query}"

    context = sheet_context(edition, address, request.GET.dict())
    return render(request, "cards/sheet.html", context)
