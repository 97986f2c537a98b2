"""What is looked for in the list of games."""

from __future__ import annotations

from typing import Any

from django import forms

from games.audit.words import FINDINGS
from games.engine import VARIANTS
from games.models import Game
from games.pages.selectors import QUESTIONS, Wanted
from games.wording.pages import said_of

VERDICTS = ("passed", "failed", *QUESTIONS, "none")


class Search(forms.Form):
    """Everything may be left out; what cannot be read is told, and not looked for."""

    variant = forms.ChoiceField(required=False)
    status = forms.ChoiceField(required=False)
    player = forms.CharField(required=False, max_length=80)
    since = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    until = forms.DateField(required=False, widget=forms.DateInput(attrs={"type": "date"}))
    verdict = forms.ChoiceField(required=False)
    finding = forms.ChoiceField(required=False)

    def __init__(self, given: Any, words: dict[str, str]) -> None:
        super().__init__(given, auto_id="find-%s", use_required_attribute=False)
        anything = [("", words["anything"])]
        choices = {
            "variant": [(code, said_of(words, "variant", code)) for code in VARIANTS],
            "status": [(code, words[f"status_{code}"]) for code in Game.Status.values],
            "verdict": [(code, words[f"verdict_{code}"]) for code in VERDICTS],
            "finding": [(code, code) for code in sorted(FINDINGS)],
        }
        for name, field in self.fields.items():
            field.label = words[f"find_{name}"]
            if isinstance(field, forms.ChoiceField):
                field.choices = anything + choices[name]
        self.fields["player"].help_text = words["find_player_help"]

    def wanted(self) -> Wanted:
        """What can be read of it."""
        self.is_valid()
        given = {name: value for name, value in self.cleaned_data.items() if value}
        return Wanted(**given)
