"""The labels of moves, cards, seats and reasons."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from cards import language as cards
from cards.language import CardDef, EditionDef, color_name, definite_color
from cards.language.naming import likeness
from games.engine.moves import (
    CatchUno,
    Choose,
    ClaimAbsent,
    Move,
    Pass,
    Play,
    StandIn,
)
from games.wording.language import Language, Texts

Heroes = Mapping[int, str]
"""The heroes at a table, by seat."""

CATALOG: Final = "games.wording/labels"

ISOLATES: Final = "\u2068\u2069"
"""The characters before and after a text whose direction is its own."""

_MOVES: Final = Texts(
    CATALOG,
    "move",
    {
        "play": "Play {card}",
        "play-uno": "Play {card} and call UNO",
        "draw": "Draw a card",
        "pass": "Keep the card drawn",
        "pass-again": "Play no other card",
        "call-uno": "Call UNO",
        "catch-uno": "Catch seat {seat} without UNO",
        "catch-uno-named": "Catch {name} without UNO",
        "resign": "Resign from the game",
        "call-judge": "Call a judge",
        "cancel-call": "Cancel the call for a judge",
        "revoke-key": "Play on without signatures",
        "claim-absent": "Claim that seat {seat} is out",
        "stand-in": "Let a bot go on for seat {seat}",
        "take-back": "Take your seat back",
    },
)

_ANSWERS: Final = Texts(
    CATALOG,
    "answer",
    {
        "challenge:yes": "Challenge",
        "challenge:no": "Do not challenge",
        "confirm:yes": "Yes",
        "confirm:no": "No",
        "player:no": "Take it yourself",
        "card:done": "No more cards",
        "color": "Name {color}",
        "player": "Choose seat {seat}",
        "player-named": "Choose {name}",
        "character": "Name {character}",
        "card": "Choose {card}",
    },
)


def card_name(edition: EditionDef, code: str, language: Language) -> str:
    """Return the name of a card; the code if the edition has no such card."""
    card = _card(edition, code)
    return cards.card_name(card, language) if card else code


def definite_name(edition: EditionDef, code: str, language: Language) -> str:
    """Return the name of a card as an object, in French with its article."""
    card = _card(edition, code)
    return cards.definite_name(card, language) if card else code


def _card(edition: EditionDef, code: str) -> CardDef | None:
    return next((card for card in edition.cards if card.code == code), None)


def named_params(
    edition: EditionDef, params: Mapping[str, str | int], language: Language
) -> dict[str, str | int]:
    """Return a text's parameters with names of cards and colors in place of codes."""
    named = dict(params)
    for name in ("card", "top"):
        if name in params:
            named[name] = definite_name(edition, str(params[name]), language)
    if "color" in params:
        named["color"] = definite_color(str(params["color"]), language)
    return named


REASONS: Final = Texts(
    CATALOG,
    "ended",
    {
        "last": "the last one left in the game",
        "out": "no card left in hand",
        "round": "the round is won",
        "emptied": "the hand was emptied by an effect",
        "blocked": "no player could play or draw any more",
        "target": "the target score is reached",
        "rounds": "all rounds are played",
        "cancelled": "the game was cancelled",
        "abandoned": "nothing had happened at the table for a long time",
        "deck": "the Character Deck is empty",
        "resigned": "resigned",
        "timeouts": "too many questions in a row ran out",
        "absent": "away while the game waited",
        "removed": "removed by an organiser",
        "loss": "game loss",
        "void": "the game is void",
        "corrected": "an organiser corrected the result",
    },
)
"""Why a round or a game ended, or a seat went out."""


def reason_of(why: str, language: Language) -> str:
    """Return why something ended in words; the code if there are none."""
    return REASONS[why].to(language) if why in REASONS else why


def ending_of(why: str, hand: int, language: Language) -> str:
    """Return why a game ended in words; ``hand`` counts the cards of its winner."""
    if why == "round":
        why = "blocked" if hand else "out"
    return reason_of(why, language)


def label_of(
    edition: EditionDef,
    move: Move,
    kind: str,
    language: Language,
    heroes: Heroes | None = None,
    names: Sequence[str] = (),
) -> str:
    """Return a move that a seat may choose in words; ``kind`` is its prompt's kind.

    ``heroes`` and ``names`` (of the players) are by seat, if they are known.
    """
    match move:
        case Play(card=card, uno=uno):
            name = "play-uno" if uno else "play"
            return _MOVES.say(name, language, card=definite_name(edition, card, language))
        case CatchUno(target=seat) if 0 <= seat < len(names):
            named = _named(edition, seat, language, heroes, names)
            return _MOVES.say("catch-uno-named", language, name=named)
        case CatchUno(target=seat):
            shown = _seat(edition, seat, language, heroes, names)
            return _MOVES.say("catch-uno", language, seat=shown)
        case ClaimAbsent(target=seat) | StandIn(target=seat):
            shown = _seat(edition, seat, language, heroes, names)
            return _MOVES.say(str(move.__struct_config__.tag), language, seat=shown)
        case Choose(option=option) if kind == "player" and option.isdigit():
            if int(option) < len(names):
                named = _named(edition, int(option), language, heroes, names)
                return _ANSWERS.say("player-named", language, name=named)
            shown = _seat(edition, int(option), language, heroes, names)
            return _ANSWERS.say(kind, language, seat=shown)
        case Choose(option=option):
            return _answer(edition, kind, option, language)
        case Pass() if kind == "again":
            return _MOVES["pass-again"].to(language)
        case _:
            return _MOVES[str(move.__struct_config__.tag)].to(language)


_WORDS: Final = Texts(CATALOG, "word", {"and": "and"})

_SEATS: Final = Texts(
    CATALOG,
    "seat",
    {
        "seat": "seat {seat}",
        "seat-hero": "{hero} (seat {seat})",
        "named": "{name} (seat {seat})",
        "named-hero": "{name} (seat {seat}, {hero})",
        "number": "Seat {seat}",
    },
)


def isolated_name(name: str) -> str:
    """Return a player's name as a part of a sentence.

    A name that is written from right to left would take the numbers and marks beside it along.
    """
    if any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in name):
        return name.join(ISOLATES)
    return name


def seat_name(seat: int, language: Language, names: Sequence[str] = (), hero: str = "") -> str:
    """Return a seat as a part of a sentence: its player, if known, and its hero.

    ``names`` has the players by seat. The number is there only where two of them look alike.
    """
    name = names[seat] if names else ""
    if name and [likeness(one) for one in names].count(likeness(name)) == 1:
        return f"{name} ({hero})" if hero else name
    return numbered_name(seat, language, name, hero)


def numbered_name(seat: int, language: Language, name: str = "", hero: str = "") -> str:
    """Return a seat by its number, with its player and hero if known."""
    which = ("named" if name else "seat") + ("-hero" if hero else "")
    return _SEATS.say(which, language, seat=seat, name=name, hero=hero)


def seat_label(edition: EditionDef, seat: int, language: Language, heroes: Heroes) -> str:
    """Return a seat without a player by its number, and its hero if it has one."""
    if seat not in heroes:
        return _SEATS.say("number", language, seat=seat)
    return numbered_name(seat, language, hero=card_name(edition, heroes[seat], language))


def _named(
    edition: EditionDef,
    seat: int,
    language: Language,
    heroes: Heroes | None,
    names: Sequence[str],
) -> str:
    """Return a player by name, with the hero if known."""
    hero = (heroes or {}).get(seat, "")
    return f"{names[seat]} ({card_name(edition, hero, language)})" if hero else names[seat]


def _seat(
    edition: EditionDef,
    seat: int,
    language: Language,
    heroes: Heroes | None,
    names: Sequence[str],
) -> str:
    """Return a seat by its number, with its player and its hero if known."""
    hero = (heroes or {}).get(seat, "")
    known = [names[seat]] if 0 <= seat < len(names) else []
    known += [card_name(edition, hero, language)] if hero else []
    return f"{seat} ({', '.join(known)})" if known else str(seat)


def _answer(edition: EditionDef, kind: str, option: str, language: Language) -> str:
    if f"{kind}:{option}" in _ANSWERS:
        return _ANSWERS[f"{kind}:{option}"].to(language)
    match kind:
        case "color":
            return _ANSWERS.say(kind, language, color=color_name(option, language))
        case "character":
            return _ANSWERS.say(kind, language, character=character_name(edition, option))
        case "card":
            return _ANSWERS.say(kind, language, card=definite_name(edition, option, language))
        case _:
            return option


def enumerated(names: Sequence[str], language: Language) -> str:
    """Return names as a list with *and* before the last."""
    return cards.listed(names, _WORDS["and"].to(language))


def character_name(edition: EditionDef, symbol: str) -> str:
    """Return a character with its number, as printed."""
    names = (card.character for card in edition.cards if card.symbol == symbol and card.character)
    name = next(names, "")
    return f"{name} ({symbol})" if name else symbol
