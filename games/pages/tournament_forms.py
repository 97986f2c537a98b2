"""The forms of tournaments: to make one, and to read an act of the desk."""

from __future__ import annotations

import csv
from io import StringIO
from typing import Any, Final, NamedTuple

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
    if named.get("penalty") != "points":
        named.pop("points", None)
    if named.get("act") == "name-staff":
        named |= {"role": named.get("role") or None}
    return msgspec.convert(named, Act, strict=False)  # type: ignore[no-any-return]


def text_of_file(data: bytes) -> str:
    """Return the text of a file of names, in UTF-8 or as older spreadsheets write it."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def named_people(text: str) -> list[tuple[str, str, int]]:
    """Return names with team and seed number of each, "" and 0 for none.

    A line is a name, or also a team and a seed number, between which is a comma, a semicolon or a
    tab, quoted or not as spreadsheets write it. A first line that is a heading is left out. Raises
    ``ValueError`` for a text that is no list.
    """
    first = text.lstrip().partition("\n")[0]
    delimiter = next((one for one in ";\t" if one in first), ",")
    lines = StringIO(text, newline=None)
    try:
        rows = [[one.strip() for one in row] for row in csv.reader(lines, delimiter=delimiter)]
    except csv.Error as error:
        raise ValueError("these are no lines of names") from error
    people = [(*row, "", "")[:3] for row in rows if row and row[0]]
    is_headed = bool(people) and people[0][0].casefold() in HEADINGS
    return [(name, team, int(seed or 0)) for name, team, seed in people[is_headed:]]


class Preset(NamedTuple):
    """A kind of tournament; ``final`` counts unless another is chosen."""

    name: Any
    stage: str
    final: int
    deals: str = "own"


PRESETS: Final = {
    "open": Preset(
        _("Open: Swiss rounds, in which all play on, then a final of the best four"), "swiss", 4
    ),
    "league": Preset(_("League night: Swiss rounds without a final"), "swiss", 0),
    "cup": Preset(
        _("Cup: a knockout, in which the better half of each table plays on"), "knockout", 0
    ),
    "round_robin": Preset(
        _("Round robin: all possible tables, for up to six players at tables of four"),
        "round_robin",
        0,
    ),
    "duplicate": Preset(
        _("Duplicate open: an open with the same cards at all tables of a round"),
        "swiss",
        4,
        "shared",
    ),
}
"""The kinds of tournaments that the form offers, the usual one first."""


class MakeTournament(forms.Form):
    """What a tournament needs; all but the name has a value that fits most evenings."""

    name = forms.CharField(label=_("Name of the tournament"), max_length=80)
    called = forms.CharField(label=_("Your name, as head judge"), max_length=40, required=False)
    variant = forms.ChoiceField(label=pgettext_lazy("tournament", "Game"))
    preset = forms.ChoiceField(
        label=_("Kind of tournament"),
        choices=[(code, one.name) for code, one in PRESETS.items()],
        initial="open",
        required=False,
        widget=forms.RadioSelect,
    )
    rounds = forms.IntegerField(
        label=pgettext_lazy("tournament", "Rounds"), min_value=1, max_value=20, initial=3
    )
    final = forms.TypedChoiceField(
        label=_("Final"),
        coerce=int,
        choices=[
            ("", _("As usual for its kind")),
            (0, _("No final")),
            *((n, _("The best %s") % n) for n in (3, 4, 5, 6, 8, 16, 32)),
        ],
        required=False,
        empty_value=None,
    )
    size = forms.IntegerField(label=_("Players at a table"), min_value=2, max_value=10, initial=4)
    minutes = forms.IntegerField(
        label=_("Minutes a round"), min_value=5, max_value=240, initial=30, required=False
    )
    late_until = forms.IntegerField(
        label=_("Late entries until round"), min_value=1, max_value=20, initial=2
    )
    go_on = forms.IntegerField(
        label=_("How many of a knockout table go on, 0: half"),
        min_value=0,
        max_value=9,
        initial=0,
        required=False,
    )
    points = forms.CharField(
        label=_("Points of the first place, the second, and so on"), max_length=60, required=False
    )
    cut_rounds = forms.IntegerField(
        label=_("Rounds of each game after the cut"), min_value=1, max_value=9, required=False
    )
    delay = forms.TypedChoiceField(
        label=_("When all may see the games"),
        coerce=int,
        choices=[
            (0, _("At once")),
            *((n, _("%s minutes later") % n) for n in (10, 30, 60)),
            ("", _("When their round is over")),
        ],
        initial=0,
        empty_value=None,
        required=False,
    )
    seeds = forms.BooleanField(label=_("First round by seed numbers"), required=False)
    fillers = forms.BooleanField(label=_("Bots fill empty seats"), required=False)

    rare = ("late_until", "go_on", "points", "cut_rounds", "delay", "seeds", "fillers")
    """The fields that few tournaments need, which a fold of the page has."""

    def __init__(self, *args: Any, language: Language, **more: Any) -> None:
        super().__init__(*args, **more)
        choices = [(code, name.to(language)) for code, name in VARIANT_NAMES.items()]
        self.fields["variant"].choices = choices  # type: ignore[attr-defined]

    def clean_points(self) -> tuple[int, ...]:
        """Return the points of each place, which do not rise."""
        try:
            points = tuple(map(int, self.cleaned_data["points"].replace(",", " ").split()))
        except ValueError:
            points = (-1,)
        is_right = all(0 <= one <= 1000 for one in points) and points == _falling(points)
        if len(points) > 10 or not is_right or (points and not points[0]):
            raise forms.ValidationError(_("Up to ten whole numbers that do not rise: 10 6 3 1"))
        return points

    def clean(self) -> dict[str, Any]:
        """Refuse tables that the game does not have, and terms that do not fit each other."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        rules, size = VARIANTS.get(data.get("variant", "")), data.get("size", 0)
        most, final = rules.most if rules else 10, data.get("final") or 0
        for name, is_wrong in (("size", size > most), ("final", most < final < 2 * size)):
            if is_wrong:
                said = _("This game has at most %(most)s players at a table.")
                self.add_error(name, said % {"most": most})
        if (data.get("go_on") or 0) >= max(1, size):
            self.add_error("go_on", _("Some of each table must get out."))
        if data.get("preset") == "duplicate" and data.get("points"):
            self.add_error("points", _("The points of this kind come from comparisons."))
        return data

    def terms(self) -> dict[str, Any]:
        """Return the terms of the tournament, for games of one round each."""
        data = self.cleaned_data
        kind = PRESETS[data["preset"] or "open"]
        is_whole = data["variant"] == "ultimate"
        options = {} if is_whole else {"rounds": 1, "target_score": None}
        after = data["cut_rounds"]
        final = kind.final if data["final"] is None else data["final"]
        return {
            "variant": data["variant"],
            "options": options,
            "size": data["size"],
            "rounds": data["rounds"] if kind.stage == "swiss" else 0,
            "final": 0 if kind.stage == "knockout" else final,
            "minutes": data["minutes"],
            "delay": None if data.get("preset") == "duplicate" else data["delay"],
            "late_until": data["late_until"],
            "fillers": data["fillers"],
            "stage": kind.stage,
            "deals": kind.deals,
            "first": "seeds" if data["seeds"] else "lot",
            "go_on": data["go_on"] or 0,
            "points": data["points"],
            "final_options": options | {"rounds": after} if after and not is_whole else None,
        }


def _falling(points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(points, reverse=True))
