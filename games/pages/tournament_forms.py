"""The forms of tournaments: to make one, and to read an act of the desk."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any, Final

import msgspec
from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.engine import VARIANTS
from games.tournaments.rules.tournament_acts import Act
from games.wording.language import Language
from games.wording.variant_texts import VARIANT_NAMES

HEADINGS: Final = ("name", "player", "nom", "joueur")
"""What the first line of a list of names is called."""

LISTS: Final = ("seats", "places")
"""The members of acts that have several values."""


def read_act(sent: QueryDict) -> Act:
    """Return the act of a form of the desk; raises ``msgspec.ValidationError``."""
    left_out = ("csrfmiddlewaretoken", "seq", "sure", "reason")
    named: dict[str, object] = {
        name: sent.getlist(name) if name in LISTS else sent.get(name)
        for name in sent
        if name not in left_out
    }
    for word, upheld in (("upheld", True), ("rejected", False)):
        if f"{word}-appeal" in named:
            named |= {"appeal": named.pop(f"{word}-appeal"), "upheld": upheld}
    if named.get("act") == "mark-absent":
        named.pop("table", None)
    return msgspec.convert(named, Act, strict=False)  # type: ignore[no-any-return]


def text_of_file(data: bytes) -> str:
    """Return the text of a file of names, in UTF-8 or as older spreadsheets write it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def named_people(text: str) -> list[tuple[str, str]]:
    """Return the names of a list, and the team of each, "" for none.

    A line is a name, or a name and a team between which is a comma, a semicolon or a tab, quoted or
    not as spreadsheets write it. A first line that is a heading is left out. Raises ``ValueError``
    for a text that is no list.
    """
    first = text.lstrip().partition("\n")[0]
    delimiter = next((one for one in ";\t" if one in first), ",")
    lines = StringIO(text, newline=None)
    try:
        rows = [[one.strip() for one in row] for row in csv.reader(lines, delimiter=delimiter)]
    except csv.Error as error:
        raise ValueError("these are no lines of names") from error
    people = [(row[0], row[1] if len(row) > 1 else "") for row in rows if row and row[0]]
    is_headed = bool(people) and people[0][0].casefold() in HEADINGS
    return people[1:] if is_headed else people


class MakeTournament(forms.Form):
    """What a club night needs; all but the name has a value that fits most evenings."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=80)
    variant = forms.ChoiceField(label=pgettext_lazy("tournament", "Game"))
    rounds = forms.IntegerField(
        label=pgettext_lazy("tournament", "Rounds"), min_value=1, max_value=20, initial=3
    )
    final = forms.TypedChoiceField(
        label=_("Final"),
        coerce=int,
        choices=[(0, _("No final")), *((n, str(n)) for n in (3, 4, 5, 6))],
        initial=4,
    )
    size = forms.IntegerField(label=_("Players at a table"), min_value=2, max_value=10, initial=4)
    minutes = forms.IntegerField(
        label=_("Minutes a round"), min_value=5, max_value=240, initial=30, required=False
    )
    late_until = forms.IntegerField(
        label=_("Late entries until round"), min_value=1, max_value=20, initial=2
    )
    delay = forms.TypedChoiceField(
        label=_("When all may see the games"),
        coerce=int,
        choices=[
            ("", _("When their round is over")),
            (0, _("At once")),
            *((n, _("%s minutes later") % n) for n in (10, 30, 60)),
        ],
        empty_value=None,
        required=False,
    )
    fillers = forms.BooleanField(label=_("Bots fill empty seats"), required=False)
    called = forms.CharField(label=_("Your name, as head judge"), max_length=40, required=False)

    def __init__(self, *args: Any, language: Language, **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(code, name.to(language)) for code, name in VARIANT_NAMES.items()]
        self.fields["variant"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Refuse tables that the game does not have."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        rules = VARIANTS.get(data.get("variant", ""))
        for name in ("size", "final") if rules else ():
            if rules is not None and data.get(name, 0) > rules.most:
                said = _("This game has at most %(most)s players at a table.")
                self.add_error(name, said % {"most": rules.most})
        return data

    def terms(self) -> dict[str, Any]:
        """Return the terms of the tournament, for games of one round each."""
        data = self.cleaned_data
        is_whole = data["variant"] == "ultimate"
        return {
            "variant": data["variant"],
            "options": {} if is_whole else {"rounds": 1, "target_score": None},
            "size": data["size"],
            "rounds": data["rounds"],
            "final": data["final"],
            "minutes": data["minutes"],
            "delay": None if data.get("preset") == "duplicate" else data["delay"],
            "late_until": data["late_until"],
            "fillers": data["fillers"],
        }
