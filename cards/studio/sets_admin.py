"""The admin of card sets: findings, decks, publishing."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin
from unfold.admin import ModelAdmin
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget

from cards import language, registry
from cards.models import CardSet, DeckCard
from cards.selectors import draft_text, open_proposal, published_before
from cards.services import Published
from cards.studio.admin_fragments import findings_list, warnings_list
from cards.studio.comparison_pages import ComparesDraft, compare_with_current
from cards.studio.copy_pages import CopiesSets
from cards.studio.current_editions import ShowsCurrent
from cards.studio.decks_admin import GUESS, decks_table
from cards.studio.exchange_admin import ExportsJson, ImportPage
from cards.studio.history_pages import ShowsSetHistory
from cards.studio.panels import WithPanels, panels_of
from cards.studio.picture_pages import ShowsSetSheet
from cards.studio.release_forms import PublishForm
from cards.studio.review_fragments import current_text
from cards.studio.review_texts import (
    page_texts,
    review_label,
    review_text,
    state_text,
    time_text,
)
from cards.studio.stale_forms import RefuseStale
from cards.studio.studio_texts import copy_label
from cards.studio.studio_widget import ColorsWidget
from cards.studio.submit_page import SubmitsDraft
from cards.studio.words_page import TranslatesWords


def card_pages(card_set: CardSet) -> dict[str, str]:
    """Return the URLs of the cards of a set by code."""
    cards = card_set.cards.values_list("code", "pk")
    return {code: reverse("admin:cards_card_change", args=[pk]) for code, pk in cards}


@admin.register(CardSet)
class CardSetAdmin(
    ShowsSetSheet,
    CopiesSets,
    WithPanels,
    SubmitsDraft,
    ShowsCurrent,
    ComparesDraft,
    ShowsSetHistory,
    RefuseStale,
    ExportsJson,
    ImportPage,
    TranslatesWords,
    SimpleHistoryAdmin,  # type: ignore[misc]
    ModelAdmin,  # type: ignore[misc]
):
    """The admin of card sets."""

    list_display = (
        "code",
        "name",
        "variant",
        "card_count",
        "guess_count",
        "finding_count",
        "review_state",
    )
    list_filter = ("variant",)
    search_fields = ("code", "name")
    fields = ("code", "name", "name_fr", "variant", "colors", "review", "all_cards", "decks",
              "findings", "warnings", "comparison")  # fmt: skip
    readonly_fields = ("review", "all_cards", "decks", "findings", "warnings", "comparison")
    actions = ("publish_one",)
    actions_detail = ("submit", "publish", "sheet", "order", "copy", "words", "export")
    actions_list = ("import_set",)
    list_filter_submit = True

    def formfield_for_dbfield(
        self, db_field: models.Field[Any, Any], request: HttpRequest, **kwargs: Any
    ) -> Any:
        """Offer the known variants."""
        if db_field.name == "variant":
            kwargs["widget"] = UnfoldAdminSelectWidget(
                choices=[("", "–"), *registry.variants.items()]
            )
        if db_field.name == "colors":
            kwargs |= {"widget": ColorsWidget, "help_text": copy_label("colors_help")}
        return super().formfield_for_dbfield(db_field, request, **kwargs)

    @admin.display(description=_("cards"))
    def card_count(self, card_set: CardSet) -> int:
        """Return the number of cards in the box, all decks included."""
        return draft_text(card_set).size()

    @admin.display(description=_("guessed"))
    def guess_count(self, card_set: CardSet) -> int:
        """Return the number of cards and deck entries that are a ruling."""
        cards = card_set.cards.filter(basis=GUESS)
        return cards.count() + DeckCard.objects.filter(hero__card_set=card_set, basis=GUESS).count()

    @admin.display(description=_("findings"))
    def finding_count(self, card_set: CardSet) -> int:
        """Return the number of findings of the lint."""
        return len(language.lint_edition(draft_text(card_set)))

    @admin.display(description=_("cards"))
    def all_cards(self, card_set: CardSet) -> SafeString | str:
        """Return a link to the cards of the set."""
        if card_set._state.adding:
            return gettext("Save the set, then add its cards.")
        url = reverse("admin:cards_card_changelist")
        return format_html(
            '<a href="{}?card_set__id__exact={}">{}</a>',
            url,
            card_set.pk,
            gettext("{count} definitions").format(count=card_set.cards.count()),
        )

    @admin.display(description=_("decks"))
    def decks(self, card_set: CardSet) -> SafeString | str:
        """Return the heroes with links to their decks, and the number of guessed entries."""
        return "–" if card_set._state.adding else decks_table(card_set)

    @admin.display(description=_("findings"))
    def findings(self, card_set: CardSet) -> SafeString | str:
        """Return the findings of the lint, which prevent publishing."""
        if card_set._state.adding:
            return "–"
        text = draft_text(card_set)
        return findings_list(language.lint_edition(text), text, card_pages(card_set))

    @admin.display(description=_("warnings"))
    def warnings(self, card_set: CardSet) -> SafeString | str:
        """Return what should be looked at, with links, before the set is published."""
        return "–" if card_set._state.adding else warnings_list(card_set, draft_text(card_set))

    @admin.display(description=review_label("review"))
    def review_state(self, card_set: CardSet) -> str:
        """Return the state of the open proposal."""
        proposal = open_proposal(card_set)
        return state_text(proposal.state) if proposal else "–"

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whether the user may delete sets, and the draft is not frozen."""
        may_delete = request.user.has_perm("cards.delete_cardset")
        return may_delete and super().has_delete_permission(request, obj)

    def has_publish_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may publish sets."""
        return request.user.has_perm("cards.publish_edition")

    @admin.action(description=review_label("publish-one"), permissions=("publish",))
    def publish_one(
        self, request: HttpRequest, card_sets: models.QuerySet[CardSet]
    ) -> HttpResponse | None:
        """Redirect to the page that publishes a set."""
        chosen = list(card_sets[:2])
        if len(chosen) != 1:
            self.message_user(request, review_text("choose-one"), messages.ERROR)
            return None
        return redirect("admin:cards_cardset_publish", chosen[0].pk)

    @action(description=review_label("publish"), url_path="publish", permissions=["publish"])
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
        card_set, text = form.card_set, form.text
        findings = language.lint_edition(text)
        known = published_before(form.hash)
        rows = [
            (review_text("set"), review_text(
                "cards-for", card_set=card_set, count=text.size(), variant=card_set.variant)),
            (review_text("step-published"), review_text(
                "published-before", edition=known, at=time_text(known.published_at))
             if known else review_text("never-published")),
            (review_text("current-edition"), current_text(card_set.variant)),
            (review_text("findings"), findings_list(findings, text, card_pages(card_set))),
            (gettext("warnings").capitalize(), warnings_list(card_set, text)),
            (review_text("review"), form.review_text()),
        ]  # fmt: skip
        context: dict[str, Any] = self.admin_site.each_context(request)
        return context | {
            "opts": self.opts, "original": card_set, "rows": rows, "texts": page_texts(),
            "title": review_text("publish-title"), "intro": review_text("publish-intro"),
            "comparison": compare_with_current(card_set),
            "panels": panels_of(request, text),
            "form": None if findings or not form.is_ready else form,
            "button": review_text("publish"),
        }  # fmt: skip

    def report_published(self, request: HttpRequest, published: Published) -> None:
        """Add messages: what was published, and what is current now."""
        edition = published.edition
        if published.is_new:
            messages.success(request, review_text("published-now", edition=edition))
        else:
            at = time_text(edition.published_at)
            messages.info(request, review_text("published-same", edition=edition, at=at))
        if published.release is not None:
            messages.success(request, review_text("became-current", variant=edition.variant))
