"""The form with which staff direct a game in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from games.api.http.errors import said
from games.directing.services import LONGEST_REASON, direct, is_reason, organiser_on_staff
from games.engine import Act, Correct, IllegalMove, Remove, Void
from games.errors import GameError
from games.models import Game
from games.selectors import seats_of
from games.wording.language import ENGLISH

ACTS = {
    "remove": "Remove a seat: its player is out of the whole game",
    "void": "Void the game: no seat wins it",
    "correct": "Correct the result: a seat has won it",
}


class DirectForm(forms.Form):
    """What is done, to which seat, and why; what the rules refuse is told as an error."""

    act = forms.ChoiceField(choices=list(ACTS.items()), widget=UnfoldAdminSelectWidget)
    seat = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        widget=UnfoldAdminSelectWidget,
        help_text="Who is removed, or who has won; none to void the game.",
    )
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=UnfoldAdminTextInputWidget,
        help_text="One line of plain text. All who see the game see it, with your staff number.",
    )

    def __init__(self, game: Game, given: Any = None) -> None:
        super().__init__(given)
        self.game = game
        seats = [
            (seat.number, f"{seat.number}: {seat.player or seat.bot}") for seat in seats_of(game)
        ]
        self.fields["seat"].choices = [("", "—"), *seats]  # type: ignore[attr-defined]

    def clean_reason(self) -> str:
        """A reason as rows have it."""
        reason: str = self.cleaned_data["reason"]
        if not is_reason(reason):
            raise forms.ValidationError("Say why, in one line of plain text.")
        return reason

    def clean(self) -> dict[str, Any]:
        """A seat where one is needed, and none where not."""
        given = self.cleaned_data
        if "act" in given and (given["act"] == "void") != (given.get("seat") is None):
            self.add_error("seat", "A seat is removed, or has won; a void game has no winner.")
        return given

    def carry_out(self, user: User | AnonymousUser) -> bool:
        """Do it; whether the game and its rules let it happen."""
        assert isinstance(user, User)
        try:
            direct(
                game_id=self.game.pk,
                act=self._asked(),
                organiser=organiser_on_staff(user),
                reason=self.cleaned_data["reason"],
            )
        except (GameError, IllegalMove) as error:
            self.add_error(None, said(error, ENGLISH))
            return False
        return True

    def _asked(self) -> Act:
        seat = self.cleaned_data["seat"]
        match self.cleaned_data["act"]:
            case "remove":
                return Remove(seat)
            case "correct":
                return Correct(winner=seat)
            case _:
                return Void()
