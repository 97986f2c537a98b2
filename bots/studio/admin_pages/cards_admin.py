"""The admin of the cards of a set: form, texts, findings."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.templatetags.admin_urls import add_preserved_filters
from django.db import models
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.admin import ModelAdmin
from unfold.decorators import action

from bots.studio.admin_pages.admin_fragments import (
    bilingual_text,
    findings_list,
    findings_of,
    lead_to,
    set_step,
    warn_of,
)
from bots.studio.admin_pages.card_fields import (
    TEXT_FIELDS,
    CardFields,
    kept_of,
    text_for,
    with_texts,
)
from bots.studio.admin_pages.copy_pages import CopiesCards
from bots.studio.admin_pages.deck_page import DeckPage, deck_url
from bots.studio.admin_pages.history_pages import ShowsHistory
from bots.studio.admin_pages.kind_filter import KindFilter, kind_words
from bots.studio.admin_pages.picture_pages import picture_url, small_picture
from bots.studio.admin_pages.publish_pages import ShowsReview
from bots.studio.admin_pages.stale_forms import RefuseStale
from bots.studio.admin_pages.studio_page import show_page
from bots.studio.admin_pages.studio_widget import CardWidget
from bots.studio.admin_pages.vocabulary_page import vocabulary
from bots.studio.drafts.copies import next_position
from bots.studio.drafts.draft_preview import preview_draft
from cards import language
from cards.language.effects import PLAYED
from cards.models import Card, CardSet
from cards.page_language import page_language
from cards.selectors import draft_text

AS_TABLE: Final = "cards_as_table"
"""What the session keeps of who wants a table."""


def _key(text: str) -> int:
    """Return the key of a row in a request, 0 for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _printed(card: language.CardDef, text: language.EditionDef) -> Iterator[str]:
    """Yield the name and the text of a card in each language."""
    for tag in language.LANGUAGES:
        yield language.card_name(card, tag)
        yield language.card_text(card, text, tag)


@admin.register(Card)
class CardAdmin(
    ShowsReview,
    DeckPage,
    CopiesCards,
    ShowsHistory,
    RefuseStale,
    ModelAdmin,  # type: ignore[misc]
):
    """The admin of cards in card sets."""

    list_display = (
        small_picture,
        "name",
        "code",
        "card_set",
        "kind_in_words",
        "danger",
        "copies",
        "basis",
        "position",
    )
    list_display_links = (small_picture, "name", "code")
    ordering = ("card_set", "position", "code")
    list_filter = ("card_set", ("kind", KindFilter), "basis")
    list_select_related = ("card_set",)
    search_fields = ("code",)
    search_help_text = _("Codes, names and texts of cards, in all languages")
    list_per_page = 60
    form = CardFields
    fields = (
        "card_set", "review", *TEXT_FIELDS, "definition", "copies", "position", "in_decks",
        "prose", "findings",
    )  # fmt: skip
    readonly_fields = ("review", "in_decks", "prose", "findings")
    actions_detail = ("deck", "words", "copy", "copy_hero")

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Use the form for the definition."""
        if db_field.name == "definition":
            widget = CardWidget(attrs={"rows": 24, "spellcheck": "false"})
            kwargs |= {"widget": widget, "label": _("Card")}
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    def get_urls(self) -> list[URLPattern]:
        """Add the address that previews drafts."""
        urls: list[URLPattern] = super().get_urls()
        preview = self.admin_site.admin_view(self.preview)
        words = self.admin_site.admin_view(self.vocabulary)
        return [
            path("draft/", preview, name="cards_card_draft"),
            path("vocabulary/", words, name="cards_card_vocabulary"),
            *urls,
        ]

    def vocabulary(self, request: HttpRequest) -> HttpResponse:
        """Show each verb, ability and part in the user's language."""
        if not self.has_view_or_change_permission(request):
            return HttpResponse(status=403)
        found = vocabulary(page_language())
        return show_page(
            self, request, "studio/vocabulary.html", title=gettext("The vocabulary of cards"),
            sections=[
                (gettext("Verbs"), found.verbs),
                (gettext("Abilities"), found.abilities),
                (gettext("Parts of a card"), found.parts),
            ],
        )  # fmt: skip

    def preview(self, request: HttpRequest) -> HttpResponse:
        """Return what an unsaved card means as JSON: texts, picture, findings in its set."""
        if not self.has_add_permission(request):
            return HttpResponse(status=403)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        data = request.POST
        card_set = CardSet.objects.filter(pk=_key(data.get("card_set", ""))).first()
        stored = Card.objects.filter(pk=_key(data.get("card", "")), card_set=card_set).first()
        shown = partial(with_texts, data=data)
        return JsonResponse(preview_draft(data.get("definition", ""), card_set, stored, shown))

    @action(description=_("Words of this card"), url_path="words", permissions=["view"])
    def words(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Redirect to the words of the card in all languages, with notes."""
        card = get_object_or_404(Card, pk=object_id)
        page = reverse("admin:cards_cardset_words", args=[card.card_set_id])
        return redirect(f"{page}?{urlencode({'card': card.code})}")

    def get_search_results(
        self, request: HttpRequest, queryset: models.QuerySet[Card], search_term: str
    ) -> tuple[models.QuerySet[Card], bool]:
        """Search words in what is printed on the cards, in all languages, and their codes."""
        words, found = search_term.casefold().split(), []
        for card_set in CardSet.objects.filter(cards__in=queryset).distinct() if words else ():
            text, keys = draft_text(card_set), dict(card_set.cards.values_list("code", "pk"))
            for card in text.cards:
                read = (card.code, *_printed(card, text))
                if all(word in " ".join(read).casefold() for word in words):
                    found.append(keys[card.code])
        return queryset.filter(pk__in=found) if words else queryset, False

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Show pictures, or a table for who chose that."""
        if "as" in request.GET:
            rest = request.GET.copy()
            request.session[AS_TABLE] = rest.pop("as")[-1] == "table"
            return redirect(f"{request.path}?{rest.urlencode()}")
        return super().changelist_view(request, extra_context)

    def get_changelist_instance(self, request: HttpRequest) -> Any:
        """Return the list with its cards as pictures."""
        found: Any = super().get_changelist_instance(request)
        found.is_gallery = not request.session.get(AS_TABLE)
        found.other_look = found.get_query_string(
            {"as": "table" if found.is_gallery else "pictures"}
        )
        kept: dict[str, Any] = {
            "preserved_filters": self.get_preserved_filters(request),
            "opts": self.opts,
        }
        found.gallery = [
            {
                "row": row,
                "page": add_preserved_filters(
                    kept, reverse("admin:cards_card_change", args=[row.pk])
                ),
                "name": self.name(row),
                "kind": self.kind_in_words(row),
                "picture": picture_url(row.card_set, row.code),
            }
            for row in (found.result_list if found.is_gallery else ())
        ]
        return found

    @admin.display(description=_("name"))
    def name(self, card: Card) -> str:
        """Return the name in the language of the page."""
        return card.name()

    @admin.display(description=_("kind"), ordering="kind")
    def kind_in_words(self, card: Card) -> str:
        """Return the kind in the language of the page."""
        return kind_words().get(card.kind, card.kind)

    @admin.display(description=_("Danger icon"), boolean=True)
    def danger(self, card: Card) -> bool:
        """Whether the card shows the icon."""
        return card.text().danger

    def get_fields(self, request: HttpRequest, obj: Card | None = None) -> Any:
        """Ask for no position of a new card: it is the last one of its set."""
        unasked = {"prose"} if obj else {"position", *self.readonly_fields}
        if obj and not self.has_change_permission(request, obj):
            unasked = set(TEXT_FIELDS)
        return [name for name in super().get_fields(request, obj) if name not in unasked]

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Begin a card as the one before it: of the same set, hero and kind."""
        initial: dict[str, Any] = super().get_changeform_initial_data(request)
        return initial | {"definition": text_for(request.GET)}

    def response_add(
        self, request: HttpRequest, obj: Card, post_url_continue: str | None = None
    ) -> HttpResponse:
        """Lead to a form that begins as the card that was saved, if another is wanted."""
        response: HttpResponse = super().response_add(request, obj, post_url_continue)
        self.lead_on(request, obj)
        if "_addanother" in request.POST:
            return redirect(f"{request.path}?{urlencode(kept_of(obj))}")
        return response

    def response_change(self, request: HttpRequest, obj: Card) -> HttpResponse:
        """Lead on from a saved card."""
        response: HttpResponse = super().response_change(request, obj)
        self.lead_on(request, obj)
        return response

    def lead_on(self, request: HttpRequest, card: Card) -> None:
        """Link to the deck of the hero, where the card may be missing, and to the set."""
        steps = [set_step(card.card_set)]
        own = card.code if card.kind == "hero" else card.text().hero
        hero = card.card_set.cards.filter(kind="hero", code=own).first()
        if hero and card.kind in ("hero", *PLAYED):
            is_in = card == hero or card.in_decks.filter(hero=hero).exists()
            said = (
                gettext("The deck of {hero}")
                if is_in
                else gettext("Put it into the deck of {hero}")
            )
            steps.insert(0, (deck_url(hero), said.format(hero=hero)))
        lead_to(request, *steps)

    def save_model(
        self, request: HttpRequest, obj: Card, form: ModelForm[Card], change: bool
    ) -> None:
        """Put a new card after the last one of its set."""
        if not change:
            obj.position = next_position(obj.card_set)
        super().save_model(request, obj, form, change)

    @admin.display(description=_("In the decks of"))
    def in_decks(self, card: Card) -> SafeString | str:
        """Return links to the decks of the card, and of its hero, with the copies."""
        try:
            own = card.card_set.cards.filter(kind="hero", code=card.text().hero)
            copies = dict.fromkeys(own, 0)
            copies |= {row.hero: row.copies for row in card.in_decks.select_related("hero")}
            rows = [(deck_url(hero), self.name(hero), count) for hero, count in copies.items()]
        except language.CardError as error:
            return str(error)
        return format_html_join(", ", '<a class="text-link" href="{}">{} ({})</a>', rows) or "–"

    @admin.display(description=_("Text as stored"))
    def prose(self, card: Card) -> SafeString | str:
        """Return the saved card in words."""
        try:
            return bilingual_text(card.text(), draft_text(card.card_set)) if card.pk else "–"
        except language.CardError as error:
            return str(error)

    @admin.display(description=_("Findings as stored"))
    def findings(self, card: Card) -> SafeString | str:
        """Return the findings about this card and its deck."""
        if not card.pk:
            return "–"
        text = draft_text(card.card_set)
        return findings_list(findings_of(card, text), text, {})

    def save_related(
        self, request: HttpRequest, form: ModelForm[Card], formsets: Any, change: bool
    ) -> None:
        """Save the deck, and show the findings about the card and the deck as messages."""
        super().save_related(request, form, formsets, change)
        text = draft_text(form.instance.card_set)
        warn_of(request, findings_of(form.instance, text), text)
