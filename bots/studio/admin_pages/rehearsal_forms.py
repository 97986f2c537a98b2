"""The form that starts a rehearsal."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
)

from bots import rehearsals, services
from bots.models import Rehearsal
from bots.rehearsal import Plan
from cards.language import CardError, EditionDef
from cards.models import CardSet, Edition
from cards.page_language import in_page_language, time_text
from cards.selectors import current_releases, draft_text, editions
from games.engine import VARIANTS

MAX_EDITIONS: Final = 200
"""The most editions that the form offers, the newest first."""

USUAL_GAMES: Final = 300
SIZES: Final = sorted({size for one in VARIANTS.values() for size in (one.fewest, one.most)})


def _card_choices(**of: str) -> list[Any]:
    drafts = [
        (f"draft:{one.pk}", gettext("draft: {name}").format(name=one.name))
        for one in CardSet.objects.filter(**of)
    ]
    current = {one.edition_id for one in current_releases().values()}
    rows = editions().defer("canonical").filter(**of)[:MAX_EDITIONS]
    published = [(f"edition:{one.pk}", _edition_label(one, one.pk in current)) for one in rows]
    return [(gettext("Drafts"), drafts), (gettext("Editions"), published)]


def _edition_label(edition: Edition, is_current: bool) -> str:
    said = gettext("edition: {name}, {hash}, {when}")
    if is_current:
        said = gettext("edition: {name}, {hash}, {when} (current)")
    when = time_text(edition.published_at)
    return said.format(name=edition.name, hash=edition.hash[:12], when=when)


def _bot_choices() -> list[tuple[str, str]]:
    strengths = services.STRENGTHS.items()
    return [(bot, f"{bot}: {in_page_language(text)}") for bot, text in strengths]


class RehearsalForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which cards are played, with what to compare, and how."""

    cards = forms.ChoiceField(
        label=_("Cards"),
        help_text=_(
            "The cards are taken as they are now. Later changes of the set do not change the"
            " rehearsal."
        ),
        widget=UnfoldAdminSelectWidget,
        choices=_card_choices,
    )
    base = forms.ChoiceField(
        label=_("Compare with"),
        help_text=_("Each game is then played with both, which takes twice the time."),
        required=False,
        widget=UnfoldAdminSelectWidget,
        choices=lambda: [("", gettext("nothing")), *_card_choices()],
    )
    games = forms.IntegerField(
        label=_("Games"),
        help_text=_(
            "In all, with each number of seats in turn. With 1,000 games of each, chance alone"
            " allows a range of some nine games of a hundred."
        ),
        initial=USUAL_GAMES,
        min_value=1,
        max_value=rehearsals.MAX_GAMES,
        widget=UnfoldAdminIntegerFieldWidget,
    )
    seats = forms.TypedMultipleChoiceField(
        label=_("Numbers of seats"),
        help_text=_("Those that the game does not allow are refused."),
        coerce=int,
        initial=["2", "3", "4"],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        choices=[(str(size), str(size)) for size in range(SIZES[0], SIZES[-1] + 1)],
    )
    bots = forms.MultipleChoiceField(
        label=_("Bots"),
        help_text=_(
            "They play in turn: each has each seat equally often. The random bot plays about"
            " a hundred games a second, the greedy one three of Ultimate, or some dozens of"
            " the other games."
        ),
        initial=["random"],
        widget=UnfoldAdminCheckboxSelectMultipleWidget,
        choices=_bot_choices,
    )
    seed = forms.IntegerField(
        label=_("First seed"),
        help_text=_("The same seed, seats and bots play the same games."),
        initial=1,
        min_value=0,
        max_value=rehearsals.MAX_SEED,
        widget=UnfoldAdminIntegerFieldWidget,
    )

    class Meta:
        model = Rehearsal
        fields = ("games", "seats", "bots", "seed")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        row = _row_of(str(self.initial.get("cards", "")))
        if row is not None:  # Cards of another game are no comparison.
            base: Any = self.fields["base"]
            base.choices = [("", gettext("nothing")), *_card_choices(variant=row.variant)]

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
            self.add_error(error.field or None, in_page_language(error.text))


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


def _text_of(chosen: str) -> EditionDef:
    row = _row_of(chosen)
    assert row is not None
    try:
        return row.text() if isinstance(row, Edition) else draft_text(row)
    except CardError as error:
        words = gettext("The draft cannot be read: {reason}").format(reason=error)
        raise forms.ValidationError(words) from error


def _row_of(chosen: str) -> CardSet | Edition | None:
    kind, _, pk = chosen.partition(":")
    model = {"draft": CardSet, "edition": Edition}.get(kind)
    if model is None or not pk.isdigit():
        return None
    row: CardSet | Edition | None = model.objects.filter(pk=int(pk)).first()  # type: ignore[attr-defined]
    return row
