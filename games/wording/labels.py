"""What a move is called, in the words of a player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cards import language as cards
from cards.language import CardDef, Edition, color_name
from games.engine.moves import (
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Remove,
    Resign,
    Void,
)
from games.wording.language import FRENCH, Language, Text

Heroes = Mapping[int, str]
"""The heroes at a table, by seat."""

_MOVES: Final = {
    Draw: Text("Draw a card", "Piger une carte"),
    Pass: Text("Keep the card drawn", "Garder la carte pigée"),
    CallUno: Text("Call UNO", "Annoncer UNO"),
    Resign: Text("Resign from the game", "Abandonner la partie"),
    Expire: Text("Let the time run out", "Laisser le temps s’écouler"),
    Void: Text("Void the game", "Annuler la partie"),
}

_ANSWERS: Final = {
    ("challenge", "yes"): Text("Challenge", "Contester"),
    ("challenge", "no"): Text("Do not challenge", "Ne pas contester"),
    ("confirm", "yes"): Text("Yes", "Oui"),
    ("confirm", "no"): Text("No", "Non"),
    ("player", "no"): Text("Take it yourself", "Le subir toi-même"),
    ("card", "done"): Text("No more cards", "Plus aucune carte"),
}


def card_name(edition: Edition, code: str, language: Language) -> str:
    """The name of a card; the code if the edition has no such card."""
    card = _card(edition, code)
    return cards.card_name(card, language) if card else code


def definite_name(edition: Edition, code: str, language: Language) -> str:
    """The name of a card as the object of a sentence, in French with its article."""
    card = _card(edition, code)
    return cards.definite_name(card, language) if card else code


def _card(edition: Edition, code: str) -> CardDef | None:
    return next((card for card in edition.cards if card.code == code), None)


def named_params(
    edition: Edition, params: Mapping[str, str | int], language: Language
) -> dict[str, str | int]:
    """Return the parameters of a sentence with cards and colors by name instead of code."""
    named = dict(params)
    for name in ("card", "top"):
        if name in params:
            named[name] = definite_name(edition, str(params[name]), language)
    if "color" in params:
        article = "le " if language == FRENCH else ""
        named["color"] = article + color_name(str(params["color"]), language)
    return named


REASONS: Final = {
    "last": Text("the last one left in the game", "reste seul dans la partie"),
    "out": Text("no card left in hand", "n’a plus de carte en main"),
    "round": Text("no card left in hand", "n’a plus de carte en main"),
    "emptied": Text("the hand was emptied by an effect", "un effet a vidé la main"),
    "blocked": Text(
        "no player could play or draw any more", "plus personne ne pouvait jouer ni piger"
    ),
    "target": Text("the target score is reached", "le pointage visé est atteint"),
    "rounds": Text("all rounds are played", "toutes les manches sont jouées"),
    "called-off": Text("the game was cancelled", "la partie a été annulée"),
    "deck": Text("the Character Deck is empty", "le paquet de cartes Personnage est vide"),
    "resigned": Text("resigned", "a abandonné"),
    "removed": Text("removed by an organiser", "retiré par un organisateur"),
    "void": Text("the game is void", "la partie est annulée"),
    "corrected": Text("an organiser corrected the result", "un organisateur a corrigé le résultat"),
}
"""Why a round or a game ended, or a seat went out."""


def reason_of(why: str, language: Language) -> str:
    """In words why something ended; the code where there are none."""
    return REASONS[why].to(language) if why in REASONS else why


def label_of(
    edition: Edition, move: Move, kind: str, language: Language, heroes: Heroes | None = None
) -> str:
    """A move in words; ``kind`` is that of the prompt it answers, ``heroes`` those by seat."""
    match move:
        case Play(card=card, uno=uno):
            text = Text("Play {0}", "Jouer {0}")
            if uno:
                text = Text("Play {0} and call UNO", "Jouer {0} et annoncer UNO")
            return text.to(language).format(definite_name(edition, card, language))
        case CatchUno(target=target):
            text = Text("Catch seat {0} without UNO", "Prendre le siège {0} sans UNO")
            return text.to(language).format(_seat(edition, str(target), language, heroes))
        case Remove(seat=seat):
            text = Text("Remove seat {0} from the game", "Retirer le siège {0} de la partie")
            return text.to(language).format(_seat(edition, str(seat), language, heroes))
        case Correct(winner=winner):
            text = Text(
                "Correct the result: seat {0} wins", "Corriger le résultat : le siège {0} gagne"
            )
            return text.to(language).format(_seat(edition, str(winner), language, heroes))
        case Choose(option=option):
            return _answer(edition, kind, option, language, heroes)
        case Pass() if kind == "again":
            return Text("Play no other card", "Ne pas jouer d’autre carte").to(language)
        case _:
            return _MOVES[type(move)].to(language)


def _seat(edition: Edition, seat: str, language: Language, heroes: Heroes | None) -> str:
    """A seat by its number, and its hero where it has one."""
    hero = (heroes or {}).get(int(seat))
    return f"{seat} ({card_name(edition, hero, language)})" if hero else seat


def _answer(
    edition: Edition, kind: str, option: str, language: Language, heroes: Heroes | None
) -> str:
    if (kind, option) in _ANSWERS:
        return _ANSWERS[kind, option].to(language)
    match kind:
        case "color":
            color = color_name(option, language)
            return Text("Name {0}", "Nommer le {0}").to(language).format(color)
        case "player" if option.isdigit():
            seat = _seat(edition, option, language, heroes)
            return Text("Choose seat {0}", "Choisir le siège {0}").to(language).format(seat)
        case "character":
            return Text("Name {0}", "Nommer {0}").to(language).format(_character(edition, option))
        case "card":
            name = definite_name(edition, option, language)
            return Text("Choose {0}", "Choisir {0}").to(language).format(name)
        case _:
            return option


def _character(edition: Edition, symbol: str) -> str:
    """A character with its number, as printed."""
    names = (card.character for card in edition.cards if card.symbol == symbol and card.character)
    name = next(names, "")
    return f"{name} ({symbol})" if name else symbol
