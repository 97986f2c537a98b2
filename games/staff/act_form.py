"""The form with which staff direct a game in the admin."""

from __future__ import annotations

from typing import Any, Final
from uuid import UUID

import msgspec
from django import forms
from django.contrib.auth.models import AnonymousUser, User
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from unfold.widgets import (
    UnfoldAdminIntegerFieldWidget,
    UnfoldAdminSelectWidget,
    UnfoldAdminTextInputWidget,
)

from cards.page_language import page_language
from games.api.http.problem_documents import error_sentence
from games.engine import Act, Correct, IllegalMove, Void
from games.errors import GameError
from games.ledger.rows import MAX_REASON_LENGTH, MAX_REFERENCE_LENGTH
from games.ledger.store import MAX_SEQ
from games.models import Game
from games.officials.models import Proposal
from games.play.directing import (
    AskedAct,
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
from games.play.selectors import bot_names, seats_of, stored_game

ACTS: Final = {
    "call-upheld": _("Uphold the call of a seat for a judge"),
    "call-refused": _("Refuse the call of a seat for a judge"),
    "call-noted": _("Note the call of a seat for a judge"),
    "remove": _("Remove a seat: its player is out of the whole game"),
    "game-loss": _("Give a seat a game loss: its player is out and placed last"),
    "warn": _("Warn a seat: the warning is on record"),
    "note": _("Put a note on record, for the game as a whole"),
    "withdraw": _("Withdraw a warning or a note of your own, by the number of its event"),
    "penalize": _("Let a seat draw cards as a penalty, between two turns"),
    "deduct": _("Count points against a seat, in a game over several rounds"),
    "adjust-clock": _("Add seconds to the clock of a seat, or take them"),
    "pause": _("Pause the game: no seat may move, but may resign"),
    "resume": _("Let a paused game go on"),
    "void": _("Void the game: no seat wins it"),
    "correct": _("Correct the result: a seat has won it"),
}


def about_game(game: Game) -> str:
    """Return which game it is: its id, variant and status in words."""
    status = game.get_status_display()
    status = f"{status} ({game.why})" if game.why else status
    return gettext("Game {game}, {variant}, {status}.").format(
        game=game.pk, variant=game.variant, status=status
    )


def proposals_in_words(game: Game) -> list[tuple[Proposal, str]]:
    """Return the open proposals of a game, each in words."""
    return [(one, _proposal_in_words(one)) for one in open_proposals(game)]


def _proposal_in_words(one: Proposal) -> str:
    words = gettext("{act}, proposed by {organiser} until {until} UTC. Reason: {reason}").format(
        act=_in_words(act_of(one)),
        organiser=one.organiser,
        until=f"{one.until:%Y-%m-%d %H:%M}",
        reason=one.reason,
    )
    reference = (
        gettext("Reference: {reference}").format(reference=one.reference) if one.reference else ""
    )
    return f"{words} {reference}".rstrip()


def _in_words(act: Void | Correct) -> str:
    match act:
        case Void():
            return gettext("Void the game")
        case Correct(winner=winner, places=None):
            return gettext("Correct the result: seat {winner} has won").format(winner=winner)
        case Correct(places=places):
            return gettext("Correct the places: {places}").format(places=places)


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
        return error_sentence(error, page_language())
    return ""


AMOUNTS: Final = {
    "penalize": ("count", 1, 10),
    "deduct": ("points", 1, 500),
    "adjust-clock": ("seconds", -3600, 3600),
    "withdraw": ("seq", 1, MAX_SEQ),
}
"""The acts with an amount: what it is, its least and its greatest value."""

OF_GAME = ("note", "withdraw", "pause", "resume", "void")
"""The acts that name no seat."""


class DirectForm(forms.Form):
    """An act, its seat and the reason; a refused act is an error of the form."""

    act = forms.ChoiceField(
        label=_("Act"),
        choices=ACTS,
        widget=UnfoldAdminSelectWidget,
    )
    seat = forms.TypedChoiceField(
        label=_("Seat"),
        required=False,
        coerce=int,
        empty_value=None,
        widget=UnfoldAdminSelectWidget,
        help_text=_("The seat that the act is about, or the winner; none for the game as a whole."),
    )
    amount = forms.IntegerField(
        label=_("Amount"),
        required=False,
        widget=UnfoldAdminIntegerFieldWidget,
        help_text=_(
            "How many cards are drawn (1 to 10), how many points count (1 to 500), how many"
            " seconds are added to the clock (-3600 to 3600, less than 0 to take them), or"
            " the number of the event that is withdrawn; none for other acts."
        ),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON_LENGTH,
        widget=UnfoldAdminTextInputWidget,
        help_text=_("One line of plain text. All who see the game see it, with your staff number."),
    )

    reference = forms.CharField(
        label=_("Reference"),
        required=False,
        max_length=MAX_REFERENCE_LENGTH,
        widget=UnfoldAdminTextInputWidget,
        help_text=_("Where it is filed, such as the number of an appeal; shown with the reason."),
    )

    def __init__(self, game: Game, given: Any = None) -> None:
        super().__init__(given)
        self.game = game
        seats = seats_of(game)
        bots = bot_names(seats)
        choices = [
            (one.number, f"{one.number}: {one.player or bots.get(one.number, '')}") for one in seats
        ]
        self.fields["seat"].choices = [("", "—"), *choices]  # type: ignore[attr-defined]

    def clean_reason(self) -> str:
        """Return a valid reason: one line of plain text."""
        reason: str = self.cleaned_data["reason"]
        if not is_reason(reason):
            raise forms.ValidationError(gettext("Say why, in one line of plain text."))
        return reason

    def clean_reference(self) -> str:
        """Return a valid reference: none, or one line of plain text."""
        reference: str = self.cleaned_data["reference"]
        if not is_reference(reference):
            raise forms.ValidationError(gettext("Give one line of plain text."))
        return reference

    def clean(self) -> dict[str, Any]:
        """Require seat and amount for the acts that need them, and for no others."""
        given = self.cleaned_data
        if "act" in given and (given["act"] in OF_GAME) != (given.get("seat") is None):
            self.add_error("seat", gettext("Name the seat of the act, or the winner."))
        amount = given.get("amount")
        _name, least, most = AMOUNTS.get(given.get("act", ""), ("", 0, 0))
        if not most and amount is not None:
            self.add_error("amount", gettext("This act has no amount."))
        elif most and not (amount and least <= amount <= most):
            text = gettext("Give a whole number from {least} to {most}, not 0.")
            self.add_error("amount", text.format(least=least, most=most))
        return given

    def carry_out(self, user: User | AnonymousUser) -> str:
        """Carry out or propose the act; return what happened, "" if it is refused."""
        assert isinstance(user, User)
        asked = AskedAct(
            game=stored_game(self.game.pk),
            act=self._act(),
            organiser=organiser_on_staff(user),
            reason=self.cleaned_data["reason"],
            reference=self.cleaned_data["reference"],
        )
        try:
            if needs_second(asked.game, asked.act):
                with refusals_recorded(asked):
                    proposal = propose(asked)
                until = f"{proposal.until:%Y-%m-%d %H:%M} UTC"
                return gettext("Proposed: it waits for another organiser until {until}.").format(
                    until=until
                )
            direct(asked)
        except (GameError, IllegalMove) as error:
            self.add_error(None, error_sentence(error, page_language()))
            return ""
        return gettext("It is on record, with the reason.")

    def _act(self) -> Act:
        """Return the chosen act, by its name in the engine or the outcome of a call."""
        act, seat = self.cleaned_data["act"], self.cleaned_data["seat"]
        given = {"move": act, "winner" if act == "correct" else "seat": seat}
        if act.startswith("call-"):
            given |= {"move": "answer-call", "outcome": act.removeprefix("call-")}
        if act in AMOUNTS:
            given[AMOUNTS[act][0]] = self.cleaned_data["amount"]
        chosen: Act = msgspec.convert(given, Act)
        return chosen
