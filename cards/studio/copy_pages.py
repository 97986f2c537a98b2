"""The pages that copy cards, heroes and sets, and order the cards of a set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from cards import language
from cards.draft_errors import DraftFrozen
from cards.drafts.copies import CodeTaken, copy_card, copy_hero, copy_set, own_cards, own_codes
from cards.drafts.copy_texts import COPY
from cards.drafts.drafting import order_cards
from cards.language import EditionDef
from cards.models import Card, CardSet, Edition, validate_code, validate_printed
from cards.selectors import draft_text
from cards.studio.draft_rows import DRAFT, error_text
from cards.studio.studio_texts import copy_label, page_language, say_copy
from cards.studio.vocabulary import choice_words

if TYPE_CHECKING:
    from cards.studio.draft_rows import DraftRows as _Admin
else:
    _Admin = object


class CopyForm(forms.Form):
    """The code and the names of a copy of a set."""

    code = forms.CharField(
        label=copy_label("field_code"), help_text=copy_label("field_code_help"), max_length=40,
        validators=[validate_code], widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip
    name = forms.CharField(
        label=copy_label("field_name"), max_length=60, validators=[validate_printed],
        widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip
    name_fr = forms.CharField(
        label=copy_label("field_name_fr"), max_length=60, required=False,
        validators=[validate_printed], widget=UnfoldAdminTextInputWidget,
    )  # fmt: skip


class CopyCardForm(CopyForm):
    """The set, the code and the names of a copy of a card."""

    card_set = forms.ModelChoiceField(
        CardSet.objects.all(), label=copy_label("field_set"), empty_label=None,
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip

    field_order = ("card_set", "code", "name", "name_fr")


class CopyHeroForm(CopyCardForm):
    """The same of a hero, and the names of the copies of the hero's own cards."""

    def __init__(self, hero: Card, data: Any) -> None:
        super().__init__(data, initial=_first(hero))
        self._hero = hero
        self._own = [card.text() for card in own_cards(hero)]
        for card in self._own:
            for field in ("name", "name_fr"):
                if given := getattr(card, field):
                    self.fields[f"{field}_{card.code}"] = forms.CharField(
                        label=say_copy(f"own_{field}", name=given), initial=given, max_length=60,
                        validators=[validate_printed], widget=UnfoldAdminTextInputWidget,
                    )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """Refuse the names that cards of the same set have already."""
        found = super().clean() or self.cleaned_data
        if found.get("card_set") == self._hero.card_set:
            for name, field in self.fields.items():
                if name.startswith("name_") and found.get(name) and found[name] == field.initial:
                    self.add_error(name, say_copy("same_name"))
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


def _form_page(
    admin: Any, request: HttpRequest, original: Any, form: forms.Form, kind: str, **more: Any
) -> HttpResponse:
    rows = [(say_copy("from"), str(original)), *more.pop("rows", ())]
    context = admin.admin_site.each_context(request) | {
        "opts": admin.opts, "original": original, "form": form, "rows": rows,
        "title": say_copy(f"{kind}_title", **more), "intro": say_copy(f"{kind}_intro"),
        "button": say_copy("make"),
    }  # fmt: skip
    return TemplateResponse(request, "admin/cards/record.html", context)


def _refusal(error: Exception) -> Any:
    if isinstance(error, CodeTaken):
        return error.text.to(page_language())
    return error_text(error) if isinstance(error, DraftFrozen) else error


class MayCopy(_Admin):
    """The permission to make copies."""

    def has_copy_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        """Whether the user may make drafts."""
        return bool(request.user.has_perm(DRAFT))


REFUSALS = (CodeTaken, DraftFrozen, ValidationError)


class CopiesCards(MayCopy):
    """The actions that copy a card, and a hero with the deck."""

    @action(  # type: ignore[untyped-decorator]
        description=copy_label("card"), url_path="copy", permissions=["copy"]
    )
    def copy(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a set, a code and names, then copy the card."""
        card = get_object_or_404(Card, pk=object_id)
        form = CopyCardForm(request.POST or None, initial=_first(card))
        if form.is_valid():
            try:
                made = copy_card(card=card, **form.cleaned_data)
            except REFUSALS as error:
                form.add_error(None, _refusal(error))
            else:
                self.log_addition(request, made, [{"added": {}}])
                messages.success(request, say_copy("made", code=made.code))
                return redirect("admin:cards_card_change", made.pk)
        return _form_page(self, request, card, form, "card", card=card.code)

    @action(  # type: ignore[untyped-decorator]
        description=copy_label("hero"), url_path="copy-hero", permissions=["copy"]
    )
    def copy_hero(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a set, a code and names, then copy the hero with own cards and deck."""
        hero = get_object_or_404(Card, pk=object_id, kind="hero")
        form = CopyHeroForm(hero, request.POST or None)
        if form.is_valid():
            try:
                made = copy_hero(
                    hero=hero, card_set=form.cleaned_data["card_set"],
                    code=form.cleaned_data["code"], names=form.names(),
                )  # fmt: skip
            except REFUSALS as error:
                form.add_error(None, _refusal(error))
            else:
                for card in (made.hero, *made.cards):
                    self.log_addition(request, card, [{"added": {}}])
                done = say_copy("made_hero", code=made.hero.code, count=len(made.cards))
                messages.success(request, done)
                if made.missing:
                    lacking = ", ".join(made.missing)
                    messages.warning(request, say_copy("missing", codes=lacking))
                return redirect("admin:cards_card_deck", made.hero.pk)
        own = [card.code for card in own_cards(hero)]
        codes = own_codes(hero.code, form["code"].value() or "…", own)
        renamed = ", ".join(f"{before} → {after}" for before, after in codes.items())
        rows = [(say_copy("own"), renamed)]
        return _form_page(self, request, hero, form, "hero", card=hero.code, rows=rows)


class CopiesSets(MayCopy):
    """The actions that copy a set, and order its cards."""

    @action(  # type: ignore[untyped-decorator]
        description=copy_label("set"), url_path="copy", permissions=["copy"]
    )
    def copy(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a code and names, then copy the set."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        return copy_page(
            self, request, card_set, draft_text(card_set), "set", card_set=str(card_set)
        )

    @action(  # type: ignore[untyped-decorator]
        description=copy_label("order"), url_path="order", permissions=["view"]
    )
    def order(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the cards of a set in order, and save another order."""
        card_set = get_object_or_404(CardSet, pk=object_id)
        stored = list(card_set.cards.values_list("pk", flat=True))
        shown, seen = stored, ",".join(map(str, stored))
        if request.method == "POST":
            if not self.has_change_permission(request, card_set):
                raise PermissionDenied
            wanted = [int(one) for one in request.POST.getlist("card") if one.isdecimal()]
            if request.POST.get("seen") != seen or sorted(wanted) != sorted(stored):
                messages.error(request, say_copy("order_stale"))
            elif {"_up", "_down"} & request.POST.keys():
                shown = _moved(wanted, request.POST)
            else:
                try:
                    count = order_cards(card_set=card_set, keys=wanted)
                except DraftFrozen as error:
                    messages.error(request, error_text(error))
                else:
                    messages.success(request, say_copy("order_saved", count=count))
                    self.log_change(request, card_set, say_copy("order_saved", count=count))
                    return redirect(request.path)
        context = self.admin_site.each_context(request) | {
            "opts": self.opts, "original": card_set, "rows": _order_rows(card_set, shown),
            "title": say_copy("order_title", card_set=card_set), "seen": seen,
            "may_change": self.has_change_permission(request, card_set),
            "texts": {name: text.to(page_language()) for name, text in COPY.items()},
        }  # fmt: skip
        return TemplateResponse(request, "studio/order.html", context)


def _order_rows(card_set: CardSet, keys: list[int]) -> list[dict[str, Any]]:
    words = page_language()
    kinds = choice_words("kind", words)
    cards = {card.pk: card for card in card_set.cards.all()}
    return [
        {
            "pk": key, "code": cards[key].code, "kind": kinds[cards[key].kind],
            "name": language.card_name(cards[key].text(), words),
            "up": say_copy("up", card=cards[key].code),
            "down": say_copy("down", card=cards[key].code),
        }
        for key in keys
    ]  # fmt: skip


def _moved(keys: list[int], data: Any) -> list[int]:
    """Return an order with the card of the pressed arrow one place up or down."""
    step = -1 if "_up" in data else 1
    key = data.get("_up") or data.get("_down")
    keys = list(keys)
    if key.isdecimal() and int(key) in keys:
        at = keys.index(int(key))
        to = min(max(at + step, 0), len(keys) - 1)
        keys.insert(to, keys.pop(at))
    return keys


class DraftsEditions(MayCopy):
    """The action that makes a draft of an edition."""

    @action(  # type: ignore[untyped-decorator]
        description=copy_label("edition"), url_path="draft", permissions=["copy"]
    )
    def draft(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask for a code and names, then make a draft of the edition."""
        edition = get_object_or_404(Edition, pk=object_id)
        return copy_page(self, request, edition, edition.text(), "edition", edition=str(edition))


def copy_page(
    admin: Any, request: HttpRequest, original: Any, text: EditionDef, kind: str, **more: str
) -> HttpResponse:
    """Ask for a code and names, then make a draft of a set or edition."""
    data = request.POST if request.method == "POST" else None
    form = CopyForm(data, initial={"name": text.name, "name_fr": text.name_fr})
    if form.is_valid():
        try:
            with transaction.atomic():
                made = copy_set(text=text, **form.cleaned_data)
        except REFUSALS as error:
            form.add_error(None, _refusal(error))
        else:
            admin.log_addition(request, made, [{"added": {}}])
            messages.success(request, say_copy("made", code=made.code))
            return redirect("admin:cards_cardset_change", made.pk)
    return _form_page(admin, request, original, form, kind, **more)
