"""The admin of drafts: sets and cards with findings, texts, publishing."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget

from cards import language, registry
from cards.admin_fragments import bilingual_text, findings_list
from cards.decks_admin import GUESS, DeckCardInline, decks_table
from cards.draft_preview import preview_draft
from cards.editions_admin import current_text
from cards.models import Card, CardSet, DeckCard
from cards.release_forms import PublishForm
from cards.selectors import draft_text, published_before
from cards.services import Published, change_card
from cards.stale_forms import RefuseStale
from cards.studio_texts import PAGE, label, page_language
from cards.studio_widget import CardWidget
from cards.vocabulary_page import vocabulary


def card_pages(card_set: CardSet) -> dict[str, str]:
    """Return the URLs of the cards of a set by code."""
    cards = card_set.cards.values_list("code", "pk")
    return {code: reverse("admin:cards_card_change", args=[pk]) for code, pk in cards}


@admin.register(CardSet)
class CardSetAdmin(RefuseStale, SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    """The admin of card sets."""

    list_display = ("code", "name", "variant", "card_count", "guess_count", "finding_count")
    list_filter = ("variant",)
    search_fields = ("code", "name")
    fields = ("code", "name", "name_fr", "variant", "colors", "all_cards", "decks", "findings")
    readonly_fields = ("all_cards", "decks", "findings")
    actions = ("publish_one",)
    actions_detail = ("publish",)
    list_filter_submit = True

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Offer the known variants."""
        if db_field.name == "variant":
            kwargs["widget"] = UnfoldAdminSelectWidget(
                choices=[("", "–"), *registry.variants.items()]
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description="cards")
    def card_count(self, card_set: CardSet) -> int:
        """Return the number of cards in the box, all decks included."""
        return draft_text(card_set).size()

    @admin.display(description="guessed")
    def guess_count(self, card_set: CardSet) -> int:
        """Return the number of cards and deck entries that are a ruling."""
        cards = card_set.cards.filter(basis=GUESS)
        return cards.count() + DeckCard.objects.filter(hero__card_set=card_set, basis=GUESS).count()

    @admin.display(description="findings")
    def finding_count(self, card_set: CardSet) -> int:
        """Return the number of findings of the lint."""
        return len(language.lint_edition(draft_text(card_set)))

    @admin.display(description="cards")
    def all_cards(self, card_set: CardSet) -> SafeString | str:
        """Return a link to the cards of the set."""
        if card_set._state.adding:
            return "Save the set, then add its cards."
        url = reverse("admin:cards_card_changelist")
        return format_html(
            '<a href="{}?card_set__id__exact={}">{} definitions</a>',
            url,
            card_set.pk,
            card_set.cards.count(),
        )

    @admin.display(description="decks")
    def decks(self, card_set: CardSet) -> SafeString | str:
        """Return the heroes with links to their decks, and the number of guessed entries."""
        return "–" if card_set._state.adding else decks_table(card_set)

    @admin.display(description="findings")
    def findings(self, card_set: CardSet) -> SafeString | str:
        """Return the findings of the lint, which prevent publishing."""
        if card_set._state.adding:
            return "–"
        text = draft_text(card_set)
        return findings_list(language.lint_edition(text), text, card_pages(card_set))

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may publish sets."""
        return request.user.has_perm("cards.publish_edition")

    @admin.action(description="Publish as an edition", permissions=("publish",))
    def publish_one(
        self, request: HttpRequest, card_sets: models.QuerySet[CardSet]
    ) -> HttpResponse | None:
        """Redirect to the page that publishes a set."""
        chosen = list(card_sets[:2])
        if len(chosen) != 1:
            self.message_user(
                request, "Choose one set: each publication needs its own reason.", messages.ERROR
            )
            return None
        return redirect("admin:cards_cardset_publish", chosen[0].pk)

    @action(description="Publish", url_path="publish", permissions=["publish"])
    def publish(self, request: HttpRequest, object_id: int) -> HttpResponse:
        """Show the findings; if there are none, ask for a reason and publish."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        data = request.POST if request.method == "POST" else None
        form = PublishForm(card_set, request.user.has_perm("cards.release_edition"), data)
        if form.is_valid():
            published = form.publish(request.user)
            if published is not None:
                self.report_published(request, published)
                return redirect("admin:cards_edition_change", published.edition.pk)
        return TemplateResponse(
            request, "admin/cards/record.html", self.publish_context(request, form)
        )

    def publish_context(self, request: HttpRequest, form: PublishForm) -> dict[str, Any]:
        """Return the context of the page that publishes a set."""
        card_set, text = form.card_set, draft_text(form.card_set)
        findings = language.lint_edition(text)
        known = published_before(form.hash)
        rows = [
            ("Set", f"{card_set}, {text.size()} cards for {card_set.variant}"),
            ("Published", f"{known}, on {known.published_at:%Y-%m-%d %H:%M}: the same cards"
             if known else "These cards were never published."),
            ("Current edition", current_text(card_set.variant)),
            ("Findings", findings_list(findings, text, card_pages(card_set))),
        ]  # fmt: skip
        context: dict[str, Any] = self.admin_site.each_context(request)
        return context | {
            "opts": self.opts, "original": card_set, "rows": rows, "title": "Publish this set",
            "form": None if findings else form, "button": "Publish",
            "intro": "An edition never changes. Before it is published, it is dealt to every number"
            " of seats, and random games are played with it. This takes some seconds.",
        }  # fmt: skip

    def report_published(self, request: HttpRequest, published: Published) -> None:
        """Add messages: what was published, and what is current now."""
        edition = published.edition
        if published.is_new:
            messages.success(request, f"Published: {edition}.")
        else:
            when = f"{edition.published_at:%Y-%m-%d %H:%M}"
            messages.info(request, f"{edition} was published on {when}: the same cards.")
        if published.release is not None:
            done = f"It is now the current edition of {edition.variant}."
            messages.success(request, done)


def findings_of(card: Card, text: language.EditionDef) -> list[language.LintFinding]:
    """Return the findings of a set about a card and, if it is a hero, its deck."""
    decks = tuple(f"$.decks[{at}]" for at, deck in enumerate(text.decks) if deck.hero == card.code)
    return [
        one
        for one in language.lint_edition(text)
        if language.card_at(one.path, text) == card.code or one.path.startswith(decks)
    ]


LABELS: dict[str, dict[str, Any]] = {
    "card_set": {"label": label("card-set")},
    "definition": {"label": label("card-text")},
    "copies": {"label": label("copies"), "help_text": label("copies-help")},
    "position": {"label": label("position")},
}
"""The labels of the fields of a card."""


def _key(text: str) -> int:
    """Return the key of a row in a request, 0 for none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


@admin.register(Card)
class CardAdmin(RefuseStale, SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    """The admin of cards in card sets."""

    list_display = ("code", "card_set", "kind", "danger", "copies", "basis", "position")
    list_filter = ("card_set", "kind", "basis")
    list_select_related = ("card_set",)
    search_fields = ("code", "definition")
    fields = ("card_set", "definition", "copies", "position", "in_decks", "prose", "findings")
    readonly_fields = ("in_decks", "prose", "findings")
    actions = ("confirm", "add_icon", "remove_icon")

    def get_inlines(self, request: HttpRequest, obj: Card | None) -> list[Any]:
        """Show the deck on the page of a hero."""
        return [DeckCardInline] if obj and obj.kind == "hero" else []

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Use the form for the definition; translate the labels."""
        if db_field.name == "definition":
            kwargs["widget"] = CardWidget(attrs={"rows": 24, "spellcheck": "false"})
        if db_field.name in LABELS:
            kwargs |= LABELS[db_field.name]
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
        words = page_language()
        found = vocabulary(words)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "title": PAGE["vocabulary"].to(words),
            "texts": {name: text.to(words) for name, text in PAGE.items()},
            "sections": [
                (PAGE["verbs"].to(words), found.verbs),
                (PAGE["abilities"].to(words), found.abilities),
                (PAGE["parts"].to(words), found.parts),
            ],
        }  # fmt: skip
        return TemplateResponse(request, "studio/vocabulary.html", context)

    def preview(self, request: HttpRequest) -> HttpResponse:
        """Return what an unsaved card means as JSON: texts, picture, findings in its set."""
        if not (self.has_add_permission(request) or self.has_change_permission(request)):
            return HttpResponse(status=403)
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        data = request.POST
        card_set = CardSet.objects.filter(pk=_key(data.get("card_set", ""))).first()
        stored = Card.objects.filter(pk=_key(data.get("card", "")), card_set=card_set).first()
        return JsonResponse(preview_draft(data.get("definition", ""), card_set, stored))

    @admin.display(description="Danger icon", boolean=True)
    def danger(self, card: Card) -> bool:
        """Whether the card shows the icon."""
        return card.text().danger

    @admin.action(description="Printed on the sheet: not a guess", permissions=("change",))
    def confirm(self, request: HttpRequest, cards: models.QuerySet[Card]) -> None:
        """Set the basis of each card to the sheet."""
        self.change_all(request, cards, basis="sheet")

    @admin.action(description="Shows the Danger icon", permissions=("change",))
    def add_icon(self, request: HttpRequest, cards: models.QuerySet[Card]) -> None:
        """Add the icon to each card."""
        self.change_all(request, cards, danger=True)

    @admin.action(description="Shows no Danger icon", permissions=("change",))
    def remove_icon(self, request: HttpRequest, cards: models.QuerySet[Card]) -> None:
        """Remove the icon from each card."""
        self.change_all(request, cards, danger=False)

    def change_all(
        self, request: HttpRequest, cards: models.QuerySet[Card], **fields: object
    ) -> None:
        """Change the definition of each card, and report their number."""
        for card in cards:
            change_card(card=card, **fields)
        self.message_user(request, f"{len(cards)} changed")

    @admin.display(description=label("decks"))
    def in_decks(self, card: Card) -> str:
        """Return the heroes whose decks contain the card, with the number of copies."""
        rows = card.in_decks.select_related("hero") if card.pk else []
        return ", ".join(f"{row.hero} ({row.copies})" for row in rows) or "–"

    @admin.display(description=label("stored-text"))
    def prose(self, card: Card) -> SafeString | str:
        """Return the saved card in words."""
        try:
            return bilingual_text(card.text(), draft_text(card.card_set)) if card.pk else "–"
        except language.CardError as error:
            return str(error)

    @admin.display(description=label("stored-findings"))
    def findings(self, card: Card) -> SafeString | str:
        """Return the findings about this card and its deck."""
        if not card.pk:
            return "–"
        text = draft_text(card.card_set)
        return findings_list(findings_of(card, text), text)

    def save_related(
        self, request: HttpRequest, form: ModelForm[Card], formsets: Any, change: bool
    ) -> None:
        """Save the deck, and show the findings about the card and the deck as messages."""
        super().save_related(request, form, formsets, change)
        text = draft_text(form.instance.card_set)
        for one in findings_of(form.instance, text):
            place = language.place_of(one.path, text)
            self.message_user(request, f"{place}: {one.message}", messages.WARNING)
