"""The form that searches the list of games."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from cards.language import card_name
from cards.services import shipped_editions
from games.audit.finding_texts import FINDINGS
from games.audit.findings import RECORDED
from games.engine import VARIANTS
from games.models import Game
from games.search.selectors import ACTS, ANY, SORTS, GameQuery
from games.wording.language import Language, in_one_language
from games.wording.page_texts import text_of_code, words_in
from games.wording.rules import printed_rules

CODE: Final = re.compile(r"[a-z0-9][a-z0-9._:-]*")
"""What the code of a rule or a card looks like."""

VERDICTS = ("passed", "failed", "result_changed", "not_judged", *RECORDED, "none")


class Named(forms.CharField):
    """A field that takes a code or a name of ``known``; its value is the code.

    Editions of a server's own have other codes too.
    """

    def __init__(self, known: Mapping[str, str], **more: Any) -> None:
        super().__init__(**more)
        self.known = known
        self._codes = {name.casefold(): code for code, name in known.items()}

    def clean(self, value: Any) -> str:
        """Return the code; raise ``ValidationError`` for a name that is not known."""
        given = str(super().clean(value))
        code = self._codes.get(given.casefold(), given)
        if given and not CODE.fullmatch(code):
            raise forms.ValidationError(given)
        return code


class Day(forms.DateInput):
    """The browser's own field of a date."""

    input_type = "date"


class Search(forms.Form):
    """Every field is optional; a value that cannot be read is reported and ignored."""

    variant = forms.ChoiceField(label=pgettext_lazy("search", "Game"), required=False)
    status = forms.ChoiceField(label=_("Status"), required=False)
    player = forms.CharField(
        label=_("Player"),
        help_text=_("A part of a name, a bot, or an id"),
        required=False,
        max_length=80,
    )
    winner = forms.CharField(
        label=_("Winner"),
        help_text=_("As for a player; none: no player has won"),
        required=False,
        max_length=80,
    )
    refused = forms.BooleanField(
        label=_("With refused moves"),
        help_text=_("With a rule: refused by that rule"),
        required=False,
    )
    acts = forms.ChoiceField(label=_("Organiser’s acts"), required=False)
    since = forms.DateField(label=_("Made from"), required=False, widget=Day)
    until = forms.DateField(label=_("Made until"), required=False, widget=Day)
    verdict = forms.ChoiceField(label=_("Verdict on record"), required=False)
    finding = forms.ChoiceField(label=_("Finding"), required=False)
    sort = forms.ChoiceField(label=_("Order"), required=False)

    def __init__(self, given: Any, language: Language) -> None:
        super().__init__(given, auto_id="find-%s", use_required_attribute=False)
        words = words_in(language)
        rule = _("A title or an id; with a player, of that player")
        card = _("A name or a code; with a player, by that player")
        for name, known, label, help_text in (
            ("rule", _rules(language), _("Rule"), rule),
            ("card", _cards(language), _("Card played"), card),
        ):
            named = Named(known, label=label, help_text=help_text, required=False, max_length=100)
            named.widget.attrs["list"] = f"known-{name}"
            self.fields[name] = named
        self.order_fields(ORDER)
        anything = [("", words["anything"])]
        choices = {
            "variant": [(code, text_of_code(words, "variant", code)) for code in VARIANTS],
            "status": [(code, words[f"status_{code}"]) for code in Game.Status.values],
            "acts": [(code, text_of_code(words, "acts", code)) for code in (ANY, *ACTS)],
            "verdict": [(code, words[f"verdict_{code}"]) for code in VERDICTS],
            "sort": [(code, words[f"sort_{code}"]) for code in SORTS],
            "finding": [(code, code) for code in sorted(FINDINGS)],
        }
        for name, field in self.fields.items():
            if isinstance(field, forms.ChoiceField):
                field.choices = choices[name] if name == "sort" else anything + choices[name]

    @property
    def names(self) -> dict[str, dict[str, str]]:
        """The names that may be given for a rule and for a card, by code."""
        fields = {name: field for name, field in self.fields.items() if isinstance(field, Named)}
        return {name: dict(field.known) for name, field in fields.items()}

    @property
    def first_row(self) -> list[forms.BoundField]:
        """The fields that are always shown."""
        return [self[name] for name in ORDER[:FIRST_ROW]]

    @property
    def other_rows(self) -> list[forms.BoundField]:
        """The fields that are folded."""
        return [self[name] for name in ORDER[FIRST_ROW:]]

    @property
    def is_narrowed(self) -> bool:
        """Whether a field beyond those in the first row is used."""
        self.is_valid()
        return any(self.cleaned_data.get(name) for name in ORDER[FIRST_ROW:])

    def query(self) -> GameQuery:
        """Return the search, without the fields that cannot be read."""
        self.is_valid()
        given = {name: value for name, value in self.cleaned_data.items() if value}
        return GameQuery(**given)


ORDER = (
    "player",
    "rule",
    "card",
    "refused",
    "acts",
    "winner",
    "variant",
    "status",
    "since",
    "until",
    "verdict",
    "finding",
    "sort",
)
FIRST_ROW = 5
"""How many of the fields are shown before the others are folded."""


@cache
def _rules(language: Language) -> dict[str, str]:
    """Return the titles of the rules by id."""
    return {code: in_one_language(rule.title, language) for code, rule in printed_rules().items()}


@cache
def _cards(language: Language) -> dict[str, str]:
    """Return the names of the shipped cards by code."""
    cards = [card for edition in shipped_editions() for card in edition.cards]
    found = {card.code: card_name(card, language) for card in cards}
    return dict(sorted(found.items(), key=lambda one: one[1]))
