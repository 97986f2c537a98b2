"""The pages that copy cards, heroes and sets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from bots.studio.admin_pages.draft_rows import DRAFT
from bots.studio.admin_pages.studio_page import Act, AdminPage, form_page, posted
from bots.studio.drafts.copies import copy_card, copy_hero, copy_set, own_cards, own_codes
from cards.language import EditionDef
from cards.models import Card, CardSet, validate_code, validate_printed
from cards.selectors import draft_text, editions


class CopyForm(forms.Form):
    """The code and the names of a copy of a set."""

    code = forms.CharField(
        label=_("New code"), help_text=_("Lower-case letters, digits and single hyphens."),
        max_length=40, validators=[validate_code], widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip
    name = forms.CharField(
        label=_("New name"), max_length=60, validators=[validate_printed],
        widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip
    name_fr = forms.CharField(
        label=_("New name in French"), max_length=60, required=False,
        validators=[validate_printed], widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip


class CopyCardForm(CopyForm):
    """The set, the code and the names of a copy of a card."""

    card_set = forms.ModelChoiceField(
        CardSet.objects.all(), label=_("To the set"), empty_label=None,
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip

    field_order = ("card_set", "code", "name", "name_fr")


class CopyHeroForm(CopyCardForm):
    """The same of a hero, and the names of the copies of the hero's own cards."""

    def __init__(self, hero: Card, data: Any) -> None:
        super().__init__(data, initial=_first(hero))
        self._hero = hero
        self._own = [card.text() for card in own_cards(hero)]
        labels = {
            "name": gettext("New name of {name}"),
            "name_fr": gettext("New name in French of {name}"),
        }
        for card in self._own:
            for field, label in labels.items():
                if given := getattr(card, field):
                    self.fields[f"{field}_{card.code}"] = forms.CharField(
                        label=label.format(name=given), initial=given, max_length=60,
                        validators=[validate_printed], widget=UnfoldAdminTextInputWidget,
                    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Refuse the names that cards of the same set have already."""
        found = super().clean() or self.cleaned_data
        if found.get("card_set") == self._hero.card_set:
            for name, field in self.fields.items():
                if name.startswith("name_") and found.get(name) and found[name] == field.initial:
                    self.add_error(name, gettext("A card of this set has the name already."))
        return found

    def names(self) -> dict[str, tuple[str, str]]:
        """Return the English and French names of the copies by the codes of the originals."""
        given = self.cleaned_data
        return {self._hero.code: (given["name"], given["name_fr"])} | {
            card.code: (given[f"name_{card.code}"], given.get(f"name_fr_{card.code}", ""))
            for card in self._own
        }


def _first(card: Card) -> dict[str, Any]:
    """Return the first values of the form: the set and the names of the card."""
    text = card.text()
    return {"card_set": card.card_set_id, "name": text.name, "name_fr": text.name_fr}


def _copied(
    admin: Any, request: HttpRequest, page: str, made: Sequence[Any], said: str = ""
) -> HttpResponse:
    """Report what was made, and redirect to the page of the first row."""
    for row in made:
        admin.log_addition(request, row, [{"added": {}}])
    said = said or gettext("Copied: {code}.").format(code=made[0].code)
    messages.success(request, said)
    return redirect(page, made[0].pk)


def _copy_page(
    admin: Any, request: HttpRequest, original: Any, form: forms.Form, act: Act,
    title: str, intro: str, *rows: tuple[str, str],
) -> HttpResponse:  # fmt: skip
    return form_page(
        admin, request, original, form, act, title=title, intro=intro, button=gettext("Copy"),
        rows=[(gettext("Copied from"), str(original)), *rows],
    )  # fmt: skip


class MayCopy(AdminPage):
    """The permission to make copies."""

    def has_copy_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make drafts."""
        return bool(request.user.has_perm(DRAFT))


class CopiesCards(MayCopy):
    """The actions that copy a card, and a hero with the deck."""

    @action(description=_("Copy"), url_path="copy", permissions=["copy"])
    def copy(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a set, a code and names, then copy the card."""
        card = get_object_or_404(Card, pk=object_id)

        def act(given: dict[str, Any]) -> HttpResponse:
            made = copy_card(card=card, **given)
            return _copied(self, request, "admin:cards_card_change", [made])

        form = CopyCardForm(posted(request), initial=_first(card))
        title = gettext("Copy the card {card}").format(card=card)
        intro = gettext(
            "The copy is the last card of the set. Only the Character card of a hero is copied;"
            " “Copy with the deck” also copies the hero’s own cards."
        )
        return _copy_page(self, request, card, form, act, title, intro)

    @action(description=_("Copy with the deck"), url_path="copy-hero", permissions=["copy"])
    def copy_hero(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a set, a code and names, then copy the hero with own cards and deck."""
        hero = get_object_or_404(Card, pk=object_id, kind="hero")
        form = CopyHeroForm(hero, posted(request))

        def act(given: dict[str, Any]) -> HttpResponse:
            made = copy_hero(
                hero=hero, card_set=given["card_set"], code=given["code"], names=form.names()
            )
            if made.missing:
                said = gettext("The other set lacks these cards of the deck: {codes}.")
                messages.warning(request, said.format(codes=", ".join(made.missing)))
            said = gettext("Copied: {code} and {count} own cards.")
            said = said.format(code=made.hero.code, count=len(made.cards))
            rows = (made.hero, *made.cards)
            return _copied(self, request, "admin:cards_card_deck", rows, said)

        own = [card.code for card in own_cards(hero)]
        codes = own_codes(hero.code, form["code"].value() or "…", own)
        renamed = ", ".join(f"{before} → {after}" for before, after in codes.items())
        title = gettext("Copy the hero {card} with own cards and deck").format(card=hero)
        intro = gettext(
            "The own cards get new names, and new codes with that of the new hero; the cards that"
            " name them follow. Colored cards are those of the set with the same codes."
        )
        own_row = (gettext("Own cards, new codes"), renamed)
        return _copy_page(self, request, hero, form, act, title, intro, own_row)


class CopiesSets(MayCopy):
    """The action that copies a set."""

    @action(description=_("Copy"), url_path="copy", permissions=["copy"])
    def copy(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a code and names, then copy the set."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        title = gettext("Copy the set {card_set}").format(card_set=card_set)
        intro = gettext("The copy is a new draft with all cards and decks.")
        return copy_page(self, request, card_set, draft_text(card_set), title, intro)


class DraftsEditions(MayCopy):
    """The action that makes a draft of an edition."""

    @action(description=_("Draft from this edition"), url_path="draft", permissions=["copy"])
    def draft(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a code and names, then make a draft of the edition."""
        edition = get_object_or_404(editions(), pk=object_id)
        title = gettext("Make a draft from {edition}").format(edition=edition)
        intro = gettext(
            "The draft has all cards and decks of the edition. Published unchanged, it has the same"
            " content, but for the code and the names."
        )
        return copy_page(self, request, edition, edition.text(), title, intro)


def copy_page(
    admin: Any, request: HttpRequest, original: Any, text: EditionDef, title: str, intro: str
) -> HttpResponse:
    """Ask for a code and names, then make a draft of a set or edition."""

    def act(given: dict[str, Any]) -> HttpResponse:
        made = copy_set(text=text, **given)
        return _copied(admin, request, "admin:cards_cardset_change", [made])

    form = CopyForm(posted(request), initial={"name": text.name, "name_fr": text.name_fr})
    return _copy_page(admin, request, original, form, act, title, intro)
