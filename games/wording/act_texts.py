"""What organisers can do: the words of a button, and what it does."""

from __future__ import annotations

from typing import Final

from games.wording.fact_texts import CATALOG
from games.wording.language import Language, Texts

_TEXTS: Final = Texts(
    CATALOG,
    "act",
    {
        "call-upheld": "Uphold",
        "call-refused": "Refuse",
        "call-noted": "Note the call",
        "warn": "Warn",
        "penalize": "Cards",
        "deduct": "Points",
        "adjust-clock": "Time",
        "remove": "Remove",
        "game-loss": "Game loss",
        "pause": "Pause",
        "resume": "Go on",
        "note": "Note",
        "withdraw": "Withdraw",
        "void": "Void",
        "correct": "Correct the result",
        "call-upheld-text": "Uphold the call of a seat for a judge",
        "call-refused-text": "Refuse the call of a seat for a judge",
        "call-noted-text": "Note the call of a seat for a judge",
        "warn-text": "Warn a seat: the warning is on record",
        "penalize-text": "Let a seat draw cards as a penalty, between two turns",
        "deduct-text": "Count points against a seat, in a game over several rounds",
        "adjust-clock-text": "Add seconds to the clock of a seat, or take them (below 0)",
        "remove-text": "Remove a seat: its player is out of the whole game",
        "game-loss-text": "Give a seat a game loss: its player is out and placed last",
        "pause-text": "Pause the game: no seat may move, but may resign",
        "resume-text": "Let a paused game go on",
        "note-text": "Put a note on record, for the game as a whole",
        "withdraw-text": "Withdraw a warning or a note of your own",
        "void-text": "Void the game: no seat wins it",
        "correct-text": "Correct the result: give the seats other places",
    },
)


def act_label(name: str, language: Language) -> str:
    """Return the words of the button of an act."""
    return _TEXTS[name].to(language)


def act_text(name: str, language: Language) -> str:
    """Return what an act does."""
    return _TEXTS[f"{name}-text"].to(language)
