"""What a move is called, in the words of a player."""

from __future__ import annotations

from typing import Final

from cards.language import Edition
from games.api.words import FRENCH, Language, Text
from games.engine.moves import (
    CallUno,
    CatchUno,
    Choose,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Resign,
)

_COLORS: Final = {
    "red": Text("red", "le rouge"),
    "green": Text("green", "le vert"),
    "blue": Text("blue", "le bleu"),
    "yellow": Text("yellow", "le jaune"),
    "purple": Text("purple", "le mauve"),
}

_MOVES: Final = {
    Draw: Text("Draw a card", "Piger une carte"),
    Pass: Text("Keep the card drawn", "Garder la carte pigée"),
    CallUno: Text("Call UNO", "Annoncer UNO"),
    Resign: Text("Resign from the game", "Abandonner la partie"),
    Expire: Text("Let the time run out", "Laisser le temps s’écouler"),
}

_ANSWERS: Final = {
    ("challenge", "yes"): Text("Challenge", "Contester"),
    ("challenge", "no"): Text("Do not challenge", "Ne pas contester"),
    ("confirm", "yes"): Text("Yes", "Oui"),
    ("confirm", "no"): Text("No", "Non"),
    ("mode", "reveal"): Text("Reveal a card", "Montrer une carte"),
    ("mode", "draw"): Text("Draw", "Piger"),
    ("redirect", "keep"): Text("Take it yourself", "Le subir toi-même"),
}


def card_name(edition: Edition, code: str, language: Language) -> str:
    """What a card is called; its code where the edition has no such card."""
    for card in edition.cards:
        if card.code == code:
            return (language == FRENCH and card.name_fr) or card.name
    return code


def label_of(edition: Edition, move: Move, kind: str, language: Language) -> str:
    """A move in words; ``kind`` is that of the prompt it answers."""
    match move:
        case Play(card=card, uno=uno):
            text = Text("Play {0}", "Jouer {0}")
            if uno:
                text = Text("Play {0} and call UNO", "Jouer {0} et annoncer UNO")
            return text.to(language).format(card_name(edition, card, language))
        case CatchUno(target=target):
            text = Text("Catch seat {0} without UNO", "Prendre le siège {0} sans UNO")
            return text.to(language).format(target)
        case Choose(option=option):
            return _answer(edition, kind, option, language)
        case _:
            return _MOVES[type(move)].to(language)


def _answer(edition: Edition, kind: str, option: str, language: Language) -> str:
    if (kind, option) in _ANSWERS:
        return _ANSWERS[kind, option].to(language)
    match kind:
        case "color" if option in _COLORS:
            return Text("Name {0}", "Nommer {0}").to(language).format(_COLORS[option].to(language))
        case "player" | "redirect" if option.isdigit():
            return Text("Choose seat {0}", "Choisir le siège {0}").to(language).format(option)
        case "character":
            return Text("Name {0}", "Nommer {0}").to(language).format(_character(edition, option))
        case "card":
            name = card_name(edition, option, language)
            return Text("Choose {0}", "Choisir {0}").to(language).format(name)
        case _:
            return option


def _character(edition: Edition, symbol: str) -> str:
    """A character with its number, as printed."""
    names = (card.character for card in edition.cards if card.symbol == symbol and card.character)
    name = next(names, "")
    return f"{name} ({symbol})" if name else symbol
