"""The words of the admin of games, organisers and players."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy
from django.utils.translation import get_language

from cards.language import Language
from cards.translation import Texts, closest_language

WORDS: Final = Texts(
    "games.wording/staff",
    "staff",
    {
        "actor": "actor",
        "move": "move",
        "facts": "facts",
        "rulings": "rulings",
        "code": "code",
        "rule": "rule",
        "params": "parameters",
        "game": "game",
        "games": "games",
        "audited": "audited at",
        "in-words": "in words",
        "rows": "rows",
        "moves": "moves",
        "refusals": "refused moves",
        "refusal-counts": "numbers of refused moves",
        "organiser": "organiser",
        "hidden": "hidden until the game opens",
        "direct-link": "remove a seat, void the game or correct its result",
        "direct": "Direct this game",
        "direct-game": "Game {game}, {variant}, {status}.",
        "direct-event": "What you do here is an event of its own: no earlier event is changed, and"
        " it cannot be undone.",
        "direct-second": "This game has two directors: a void or a correction is proposed by one"
        " organiser and confirmed by another within 24 hours.",
        "proposal": "{act}, proposed by {organiser} until {until} UTC. Reason: {reason}",
        "proposal-reference": "Reference: {reference}",
        "confirm": "Confirm as the second organiser",
        "confirmed": "Confirmed: it is on record, with both organisers.",
        "do": "Do it",
        "proposed": "Proposed: it waits for another organiser until {until}.",
        "recorded": "It is on record, with the reason.",
        "act": "Act",
        "act-call-upheld": "Uphold the call of a seat for a judge",
        "act-call-refused": "Refuse the call of a seat for a judge",
        "act-call-noted": "Note the call of a seat for a judge",
        "act-remove": "Remove a seat: its player is out of the whole game",
        "act-game-loss": "Give a seat a game loss: its player is out and placed last",
        "act-deduct": "Count points against a seat, in a game over several rounds",
        "act-warn": "Warn a seat: the warning is on record",
        "act-note": "Put a note on record, for the game as a whole",
        "act-withdraw": "Withdraw a warning or a note of your own, by the number of its event",
        "act-penalize": "Let a seat draw cards as a penalty, between two turns",
        "act-adjust-clock": "Add seconds to the clock of a seat, or take them",
        "act-pause": "Pause the game: no seat may move, but may resign",
        "act-resume": "Let a paused game go on",
        "act-void": "Void the game: no seat wins it",
        "act-correct": "Correct the result: a seat has won it",
        "void": "Void the game",
        "correct-winner": "Correct the result: seat {winner} has won",
        "correct-places": "Correct the places: {places}",
        "seat": "Seat",
        "seat-help": "The seat that the act is about, or the winner; none for the game as a whole.",
        "seat-needed": "Name the seat of the act, or the winner.",
        "amount": "Amount",
        "amount-help": "How many cards are drawn (1 to 10), how many points count (1 to 500), how"
        " many seconds are added to the clock (-3600 to 3600, less than 0 to take them), or the"
        " number of the event that is withdrawn; none for other acts.",
        "amount-none": "This act has no amount.",
        "amount-limits": "Give a whole number from {least} to {most}, not 0.",
        "reason": "Reason",
        "reason-help": "One line of plain text. All who see the game see it, with your staff"
        " number.",
        "reason-needed": "Say why, in one line of plain text.",
        "reference": "Reference",
        "reference-help": "Where it is filed, such as the number of an appeal; shown with the"
        " reason.",
        "reference-invalid": "Give one line of plain text.",
        "staff": "Staff user",
        "staff-help": "Instead of a player: who directs games in the admin.",
        "account-needed": "Choose a player or a staff user.",
        "scope-needed": "Choose a game or a set of games.",
        "right-needed": "Choose at least one right.",
        "revoke": "Revoke",
        "revoked": "Grants revoked: {count}.",
        "link": "Record that these belong to one person",
        "link-two": "Choose two players or more.",
        "linked": "Linked as person {person}.",
        "unlink": "Record that these belong to no one else",
        "unlinked": "Unlinked.",
        "erase": "Erase name and login, for good",
        "erase-title": "Erase players",
        "erase-intro": "The name, the login, the e-mail address and the tokens of these players are"
        " deleted, and all their sessions end. Their games and every proof stay; the games show"
        " “erased player” and the tag. This cannot be undone.",
        "erase-now": "Erase for good",
        "erase-cancel": "Cancel",
        "erase-running": "Still running, with a seat that no one plays: {game}",
        "erased": "Erased.",
        "tagged-name": "name",
        "permission-add": "add",
        "permission-change": "change",
        "permission-delete": "delete",
        "permission-view": "view",
        "permission-audit_live": "Can see games whole as an arbiter",
        "permission-direct_game": "Can remove a seat, void a game and correct its result",
    },
)


def page_language() -> Language:
    """Return the language of the page that is being rendered."""
    return closest_language(get_language() or "")


def say_staff(name: str, /, **params: Any) -> str:
    """Return a text of the admin in the language of the page."""
    return WORDS.say(name, page_language(), **params)


staff_word = lazy(say_staff, str)
"""Return a text of the admin, translated when it is rendered."""


def staff_words() -> dict[str, str]:
    """Return the texts of the admin for a template, by name with underscores."""
    language = page_language()
    return {name.replace("-", "_"): text.template(language) for name, text in WORDS.items()}
