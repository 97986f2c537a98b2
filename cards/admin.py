"""Looking after cards: drafts with what the lint finds and their words; editions to read."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.forms import ModelForm
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin
from unfold.widgets import UnfoldAdminTextareaWidget

from cards import language
from cards.decks_admin import GUESS, DeckCardInline, decks_table
from cards.models import Card, CardSet, DeckCard, Edition
from cards.selectors import draft_text
from cards.services import NotPublishable, change_card, publish_edition

NOTHING = "Nothing to put right."


def findings_list(findings: list[language.Finding]) -> SafeString | str:
    """What the lint has found, in both languages."""
    if not findings:
        return NOTHING
    rows = ((one.path, one.code, one.message, one.message_fr) for one in findings)
    items = format_html_join(
        "", '<li><code>{}</code> {}: {}<br><span lang="fr-CA">{}</span></li>', rows
    )
    return format_html("<ul>{}</ul>", items)


def words(card: language.CardDef, edition: language.Edition) -> SafeString:
    """The text of a card in both languages."""
    said = ((one, language.card_text(card, edition, one)) for one in language.LANGUAGES)
    return format_html_join("", '<p lang="{}">{}</p>', said)


def _entries(deck: language.Deck) -> list[tuple[int, str, str]]:
    return [(one.copies, one.card, one.basis) for one in deck.cards]


@admin.register(CardSet)
class CardSetAdmin(SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    """Drafts of editions."""

    list_display = ("code", "name", "variant", "card_count", "guess_count", "finding_count")
    list_filter = ("variant",)
    search_fields = ("code", "name")
    readonly_fields = ("all_cards", "decks", "findings")
    actions = ("publish",)
    list_filter_submit = True

    @admin.display(description="cards")
    def card_count(self, card_set: CardSet) -> int:
        """How many cards the box holds, all decks together."""
        return draft_text(card_set).size()

    @admin.display(description="guessed")
    def guess_count(self, card_set: CardSet) -> int:
        """How many cards and entries of decks rest on a ruling alone."""
        cards = card_set.cards.filter(basis=GUESS)
        return cards.count() + DeckCard.objects.filter(hero__card_set=card_set, basis=GUESS).count()

    @admin.display(description="to put right")
    def finding_count(self, card_set: CardSet) -> int:
        """How much the lint has to say."""
        return len(language.lint(draft_text(card_set)))

    @admin.display(description="cards")
    def all_cards(self, card_set: CardSet) -> SafeString | str:
        """Where the cards of the draft are."""
        if card_set._state.adding:
            return "Save the set, then add its cards."
        place = reverse("admin:cards_card_changelist")
        return format_html(
            '<a href="{}?card_set__id__exact={}">{} definitions</a>',
            place,
            card_set.pk,
            card_set.cards.count(),
        )

    @admin.display(description="decks")
    def decks(self, card_set: CardSet) -> SafeString | str:
        """The heroes, where their decks are, and how sure they are."""
        return "–" if card_set._state.adding else decks_table(card_set)

    @admin.display(description="findings")
    def findings(self, card_set: CardSet) -> SafeString | str:
        """What stands in the way of publishing."""
        if card_set._state.adding:
            return NOTHING
        return findings_list(language.lint(draft_text(card_set)))

    def has_publish_permission(self, request: HttpRequest) -> bool:
        """Whether the user may add editions."""
        return request.user.has_perm("cards.add_edition")

    @admin.action(description="Publish as an edition", permissions=("publish",))
    def publish(self, request: HttpRequest, card_sets: models.QuerySet[CardSet]) -> None:
        """Freeze each set chosen, and say what came of it."""
        for card_set in card_sets:
            try:
                edition = publish_edition(card_set=card_set)
            except NotPublishable as error:
                self.message_user(request, f"{card_set} is not published.", messages.ERROR)
                for line in error.lines:
                    self.message_user(request, line, messages.ERROR)
            else:
                self.message_user(request, f"Published: {edition}", messages.SUCCESS)


@admin.register(Card)
class CardAdmin(SimpleHistoryAdmin, ModelAdmin):  # type: ignore[misc]
    """Cards of drafts."""

    list_display = ("code", "card_set", "kind", "danger", "copies", "basis", "position")
    list_filter = ("card_set", "kind", "basis")
    list_select_related = ("card_set",)
    search_fields = ("code", "definition")
    fields = ("card_set", "definition", "copies", "position", "in_decks", "prose", "findings")
    readonly_fields = ("in_decks", "prose", "findings")
    actions = ("confirm", "put_icon", "take_icon")

    def get_inlines(self, request: HttpRequest, obj: Card | None) -> list[type[DeckCardInline]]:
        """Heroes have a deck."""
        return [DeckCardInline] if obj and obj.kind == "hero" else []

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """The definition is written in a large field."""
        if db_field.name == "definition":
            kwargs["widget"] = UnfoldAdminTextareaWidget(
                attrs={"rows": 24, "spellcheck": "false", "style": "font-family: monospace"}
            )
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description="Danger icon", boolean=True)
    def danger(self, card: Card) -> bool:
        """Whether it shows the icon."""
        return card.text().danger

    @admin.action(description="Printed on the sheet: no guess any more", permissions=("change",))
    def confirm(self, request: HttpRequest, cards: models.QuerySet[Card]) -> None:
        """Mark each as looked up."""
        self.change_all(request, cards, basis="sheet")

    @admin.action(description="Shows the Danger icon", permissions=("change",))
    def put_icon(self, request: HttpRequest, cards: models.QuerySet[Card]) -> None:
        """Give each the icon."""
        self.change_all(request, cards, danger=True)

    @admin.action(description="Shows no Danger icon", permissions=("change",))
    def take_icon(self, request: HttpRequest, cards: models.QuerySet[Card]) -> None:
        """Take the icon from each."""
        self.change_all(request, cards, danger=False)

    def change_all(
        self, request: HttpRequest, cards: models.QuerySet[Card], **fields: object
    ) -> None:
        """Change what is printed on each card, and say how many there were."""
        for card in cards:
            change_card(card=card, **fields)
        self.message_user(request, f"{len(cards)} changed")

    @admin.display(description="in the decks of")
    def in_decks(self, card: Card) -> str:
        """Whose decks the card stands in, and how often."""
        rows = card.in_decks.select_related("hero") if card.pk else []
        return ", ".join(f"{row.hero} ({row.copies})" for row in rows) or "–"

    @admin.display(description="text")
    def prose(self, card: Card) -> SafeString | str:
        """The card in words, as it is saved."""
        try:
            return words(card.text(), draft_text(card.card_set)) if card.pk else "–"
        except language.CardError as error:
            return str(error)

    @admin.display(description="findings")
    def findings(self, card: Card) -> SafeString | str:
        """What the lint says of this card alone."""
        try:
            text = card.text() if card.pk else None
        except language.CardError as error:
            return str(error)
        if text is None:
            return NOTHING
        return findings_list(language.lint_card(text, tuple(card.card_set.colors)))

    def save_model(
        self, request: HttpRequest, card: Card, form: ModelForm[Card], change: bool
    ) -> None:
        """Save it, and say at once what the lint thinks."""
        super().save_model(request, card, form, change)
        found = language.lint_card(card.text(), tuple(card.card_set.colors))
        for one in found:
            self.message_user(request, f"{one.path}: {one.message}", messages.WARNING)

    def save_related(
        self, request: HttpRequest, form: ModelForm[Card], formsets: Any, change: bool
    ) -> None:
        """Save the deck, and say at once what the lint thinks of decks."""
        super().save_related(request, form, formsets, change)
        if formsets:
            for one in language.lint(draft_text(form.instance.card_set)):
                if one.path.startswith("$.decks"):
                    self.message_user(request, f"{one.path}: {one.message}", messages.WARNING)


@admin.register(Edition)
class EditionAdmin(ModelAdmin):  # type: ignore[misc]
    """Published editions: to read, and nothing else."""

    list_display = ("code", "name", "variant", "short_hash", "published_at")
    list_filter = ("variant",)
    search_fields = ("code", "name", "hash")
    fields = (
        "name", "name_fr", "code", "variant", "hash", "published_at", "cards", "decks",
        "definition",
    )  # fmt: skip
    readonly_fields = fields

    @admin.display(description="hash")
    def short_hash(self, edition: Edition) -> str:
        """Enough of the hash to tell editions apart."""
        return edition.hash[:12]

    @admin.display(description="cards")
    def cards(self, edition: Edition) -> SafeString:
        """Every card in words."""
        text = edition.text()
        rows = ((text.count(card.code), card.name, words(card, text)) for card in text.cards)
        return format_html_join("", "<details><summary>{} × {}</summary>{}</details>", rows)

    @admin.display(description="decks")
    def decks(self, edition: Edition) -> SafeString | str:
        """Every deck, with the basis of each entry."""
        decks = (
            (deck.hero, deck.size(), format_html_join("", "<li>{} × {} ({})</li>", _entries(deck)))
            for deck in edition.text().decks
        )
        shown = "<details><summary>{}: {} cards</summary><ul>{}</ul></details>"
        return format_html_join("", shown, decks) or "–"

    @admin.display(description="definition")
    def definition(self, edition: Edition) -> SafeString:
        """The canonical JSON, indented for reading."""
        shown = json.dumps(json.loads(edition.canonical), indent=1, ensure_ascii=False)
        return format_html("<details><summary>JSON</summary><pre>{}</pre></details>", shown)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Editions come from publishing a set."""
        return False

    def has_change_permission(self, request: HttpRequest, edition: Edition | None = None) -> bool:
        """They never change."""
        return False

    def has_delete_permission(self, request: HttpRequest, edition: Edition | None = None) -> bool:
        """They stay."""
        return False
