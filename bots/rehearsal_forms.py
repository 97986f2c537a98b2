"""The form that starts a rehearsal."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
)

from bots import rehearsals, services
from bots.models import Rehearsal
from bots.rehearsal import Plan
from bots.rehearsal_texts import PAGES, REFUSALS, label, say
from cards.language import CardError, EditionDef, Language
from cards.models import CardSet, Edition
from cards.selectors import current_releases, draft_text
from cards.studio.studio_texts import page_language
from games.engine import VARIANTS

MAX_EDITIONS: Final = 200
"""The most editions that the form offers, the newest first."""

USUAL_GAMES: Final = 300
SIZES: Final = sorted({size for one in VARIANTS.values() for size in (one.fewest, one.most)})


class RehearsalForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which cards are played, with what to compare, and how."""

    cards = forms.ChoiceField(
        label=label("cards"), help_text=label("cards-help"), widget=UnfoldAdminSelectWidget
    )
    base = forms.ChoiceField(
        label=label("base"), help_text=label("base-help"), required=False,
        widget=UnfoldAdminSelectWidget,
    )  # fmt: skip
    games = forms.IntegerField(
        label=label("games"), help_text=label("games-help"), initial=USUAL_GAMES,
        min_value=1, max_value=rehearsals.MAX_GAMES, widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip
    seats = forms.TypedMultipleChoiceField(
        label=label("seats"), help_text=label("seats-help"), coerce=int, initial=["2", "3", "4"],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )  # fmt: skip
    bots = forms.MultipleChoiceField(
        label=label("bots"), help_text=label("bots-help"), initial=["random"],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
    )  # fmt: skip
    seed = forms.IntegerField(
        label=label("seed"), help_text=label("seed-help"), initial=1,
        min_value=0, max_value=rehearsals.MAX_SEED, widget=UnfoldAdminIntegerFieldWidget,
    )  # fmt: skip

    class Meta:
        model = Rehearsal
        fields = ("games", "seats", "bots", "seed")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        language = page_language()
        choices = _card_choices(language)
        strengths = services.STRENGTHS
        for name, offered in (
            ("cards", choices),
            ("base", [("", PAGES["base-none"].to(language)), *choices]),
            ("seats", [(str(size), str(size)) for size in range(SIZES[0], SIZES[-1] + 1)]),
            ("bots", [(bot, f"{bot}: {strengths[bot].to(language)}") for bot in strengths]),
        ):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = offered

    def clean_cards(self) -> EditionDef:
        """Return the chosen cards."""
        return _text_of(self.cleaned_data["cards"])

    def clean_base(self) -> EditionDef | None:
        """Return the cards to compare with, if any."""
        chosen = self.cleaned_data["base"]
        return _text_of(chosen) if chosen else None

    def clean(self) -> None:
        """Make the rehearsal, or add the reason why it is refused."""
        if self.errors:
            return
        given = self.cleaned_data
        plan = Plan(given["games"], tuple(given["seats"]), tuple(given["bots"]), given["seed"])
        try:
            self.instance = rehearsals.new_rehearsal(given["cards"], given["base"], plan)
        except rehearsals.RehearsalRefused as error:
            self.add_error(error.field or None, error.text.to(page_language()))


def fields_for(chosen: str) -> dict[str, Any]:
    """Return the initial fields for some cards, beside the current edition."""
    row = _row_of(chosen)
    variant = VARIANTS.get(row.variant) if row else None
    if row is None or variant is None:
        return {}
    release = current_releases().get(row.variant)
    base = f"edition:{release.edition_id}" if release else ""
    sizes = range(variant.fewest, min(variant.most, 4) + 1)
    return {
        "cards": chosen,
        "base": "" if base == chosen else base,
        "seats": [str(size) for size in sizes],
    }


def _card_choices(language: Language) -> list[Any]:
    drafts = [(f"draft:{one.pk}", say("draft", name=one.name)) for one in CardSet.objects.all()]
    current = {one.edition_id for one in current_releases().values()}
    editions = Edition.objects.defer("canonical")[:MAX_EDITIONS]
    published = [
        (
            f"edition:{one.pk}",
            say(
                "edition-current" if one.pk in current else "edition",
                name=one.name, hash=one.hash[:12], when=f"{one.published_at:%Y-%m-%d}",
            ),
        )
        for one in editions
    ]  # fmt: skip
    return [
        (PAGES["group-drafts"].to(language), drafts),
        (PAGES["group-editions"].to(language), published),
    ]


def _text_of(chosen: str) -> EditionDef:
    row = _row_of(chosen)
    assert row is not None
    try:
        return row.text() if isinstance(row, Edition) else draft_text(row)
    except CardError as error:
        words = REFUSALS.say("draft", page_language(), reason=error)
        raise forms.ValidationError(words) from error


def _row_of(chosen: str) -> CardSet | Edition | None:
    kind, _, pk = chosen.partition(":")
    model = {"draft": CardSet, "edition": Edition}.get(kind)
    if model is None or not pk.isdigit():
        return None
    row: CardSet | Edition | None = model.objects.filter(pk=int(pk)).first()  # type: ignore[attr-defined]
    return row
