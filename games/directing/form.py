"""The form with which staff direct a game in the admin."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib.auth.models import AnonymousUser, User
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from games.api.http.problem_documents import error_sentence
from games.directing.models import Proposal
from games.directing.services import (
    MAX_REASON_LENGTH,
    MAX_REFERENCE_LENGTH,
    act_of,
    confirm,
    direct,
    is_reason,
    is_reference,
    needs_second,
    open_proposals,
    organiser_on_staff,
    propose,
    refusals_recorded,
)
from games.engine import (
    Act,
    AdjustClock,
    Correct,
    IllegalMove,
    Pause,
    Penalize,
    Remove,
    Resume,
    Void,
    Warn,
)
from games.errors import GameError
from games.models import Game
from games.selectors import seats_of
from games.wording.language import ENGLISH

ACTS = {
    "remove": "Remove a seat: its player is out of the whole game",
    "warn": "Warn a seat: the warning is on record",
    "penalize": "Let a seat draw cards as a penalty, between two turns",
    "adjust-clock": "Add seconds to the clock of a seat, or take them",
    "pause": "Pause the game: no seat may move, but may resign",
    "resume": "Let a paused game go on",
    "void": "Void the game: no seat wins it",
    "correct": "Correct the result: a seat has won it",
}


def proposals_in_words(game: Game) -> list[tuple[Proposal, str]]:
    """Return the open proposals of a game, each with its act in words."""
    return [(one, _in_words(act_of(one))) for one in open_proposals(game)]


def _in_words(act: Void | Correct) -> str:
    match act:
        case Void():
            return "Void the game"
        case Correct(winner=winner, places=None):
            return f"Correct the result: seat {winner} has won"
        case Correct(places=places):
            return f"Correct the places: {places}"


def confirm_proposal(game: Game, given: str, user: User | AnonymousUser) -> str:
    """Confirm a proposal; return why it is refused, "" if it is carried out."""
    assert isinstance(user, User)
    try:
        proposal_id = UUID(given)
    except ValueError:
        proposal_id = UUID(int=0)
    try:
        confirm(game_id=game.pk, proposal_id=proposal_id, organiser=organiser_on_staff(user))
    except (GameError, IllegalMove) as error:
        return error_sentence(error, ENGLISH)
    return ""


MOST: Final = {"penalize": (1, 10), "adjust-clock": (-3600, 3600)}
"""The acts with an amount, its least and its greatest value."""

OF_GAME = ("pause", "resume", "void")
"""The acts that name no seat."""


class DirectForm(forms.Form):
    """An act, its seat and the reason; a refused act is an error of the form."""

    act = forms.ChoiceField(choices=list(ACTS.items()), widget=UnfoldAdminSelectWidget)
    seat = forms.TypedChoiceField(
        required=False,
        coerce=int,
        empty_value=None,
        widget=UnfoldAdminSelectWidget,
        help_text="The seat that the act is about, or the winner; none for the game as a whole.",
    )
    amount = forms.IntegerField(
        required=False,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text="How many cards are drawn (1 to 10), or how many seconds are added to the clock"
        " (-3600 to 3600, less than 0 to take them); none for other acts.",
    )
    reason = forms.CharField(
        max_length=MAX_REASON_LENGTH,
        widget=UnfoldAdminTextInputWidget,
        help_text="One line of plain text. All who see the game see it, with your staff number.",
    )

    reference = forms.CharField(
        required=False,
        max_length=MAX_REFERENCE_LENGTH,
        widget=UnfoldAdminTextInputWidget,
        help_text="Where it is filed, such as the number of an appeal; shown with the reason.",
    )

    def __init__(self, game: Game, given: Any = None) -> None:
        super().__init__(given)
        self.game = game
        seats = [
            (seat.number, f"{seat.number}: {seat.player or seat.bot}") for seat in seats_of(game)
        ]
        self.fields["seat"].choices = [("", "—"), *seats]  # type: ignore[attr-defined]

    def clean_reason(self) -> str:
        """Return a valid reason: one line of plain text."""
        reason: str = self.cleaned_data["reason"]
        if not is_reason(reason):
            raise forms.ValidationError("Say why, in one line of plain text.")
        return reason

    def clean_reference(self) -> str:
        """Return a valid reference: none, or one line of plain text."""
        reference: str = self.cleaned_data["reference"]
        if not is_reference(reference):
            raise forms.ValidationError("Give one line of plain text.")
        return reference

    def clean(self) -> dict[str, Any]:
        """Require seat and amount for the acts that need them, and for no others."""
        given = self.cleaned_data
        if "act" in given and (given["act"] in OF_GAME) != (given.get("seat") is None):
            self.add_error("seat", "Name the seat of the act, or the winner.")
        amount, limits = given.get("amount"), MOST.get(given.get("act", ""))
        if limits is None and amount is not None:
            self.add_error("amount", "This act has no amount.")
        elif limits is not None and not (amount and limits[0] <= amount <= limits[1]):
            self.add_error("amount", f"Give a whole number from {limits[0]} to {limits[1]}, not 0.")
        return given

    def carry_out(self, user: User | AnonymousUser) -> str:
        """Carry out or propose the act; return what happened, "" if it is refused."""
        assert isinstance(user, User)
        asked = {
            "act": self._act(),
            "organiser": organiser_on_staff(user),
            "reason": self.cleaned_data["reason"],
            "reference": self.cleaned_data["reference"],
        }
        try:
            if needs_second(self.game, asked["act"]):
                with refusals_recorded(game=self.game, **asked):
                    proposal = propose(game=self.game, **asked)
                until = f"{proposal.until:%Y-%m-%d %H:%M} UTC"
                return f"Proposed: it waits for another organiser until {until}."
            direct(game_id=self.game.pk, **asked)
        except (GameError, IllegalMove) as error:
            self.add_error(None, error_sentence(error, ENGLISH))
            return ""
        return "It is on record, with the reason."

    def _act(self) -> Act:
        seat = self.cleaned_data["seat"]
        amount: int = self.cleaned_data["amount"] or 0
        match self.cleaned_data["act"]:
            case "remove":
                return Remove(seat)
            case "correct":
                return Correct(winner=seat)
            case "warn":
                return Warn(seat)
            case "penalize":
                return Penalize(seat, amount)
            case "adjust-clock":
                return AdjustClock(seat, amount)
            case "pause":
                return Pause()
            case "resume":
                return Resume()
            case _:
                return Void()
