"""The words of a case and those of the engine: cards, choices and moves."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec import UNSET

from cards.language import EditionDef
from games.engine import (
    VARIANTS,
    CallUno,
    Card,
    CatchUno,
    Choose,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Resign,
)
from tests.case_runner.shape import (
    ANY_ENEMY,
    NO_TOP,
    AnyCards,
    Case,
    CaseError,
    Given,
    Step,
    Then,
    Word,
)

PACK_KEYS: Final = ("draw_top", "draw_size", "scores")
"""The keys of positions with one pack for all players."""

DEAL_KEYS: Final = ("turned_up", "dealer", "hands")
"""The further keys of a fresh deal."""

DECK_DEAL_KEYS: Final = ("decks", "danger_top")
DECK_KEYS: Final = (
    *DECK_DEAL_KEYS,
    "deck_size",
    "burn",
    "enemies",
    "items",
    "enemies_arrived_this_turn",
    "danger_rest",
)
"""The keys of positions with own decks; the first of them may be in a fresh deal too."""

DECK_ASSERTIONS: Final = (
    "deck_size_change",
    "deck_bottom",
    "burn_size",
    "burn_top",
    "burn_has",
    "burn_lacks",
    "enemy",
    "items",
    "danger_discard_has",
    "danger_discard_lacks",
)


def has_own_decks(case: Case) -> bool:
    """Whether the players of a case have heroes with decks of their own, and meet dangers."""
    return VARIANTS[case.variant].own_decks


def check_words(case: Case, edition: EditionDef) -> None:
    """Raise ``CaseError`` for a card, color or key that means nothing in the variant of a case."""
    for key in (*_given_in_vain(case), *_asserted_in_vain(case)):
        raise CaseError(f"{key} has no meaning here")
    cards = {card.code for card in edition.cards}
    for card in cards_named(case):
        if card not in cards:
            raise CaseError(f"unknown card {card}")
    for color in (case.given.color, case.then.color):
        if isinstance(color, str) and color and color not in edition.colors:
            raise CaseError(f"unknown color {color}")


def _given_in_vain(case: Case) -> Iterator[str]:
    """Return the keys of the position that would have no effect."""
    plain, given, has_decks = Given(), case.given, has_own_decks(case)
    if case.heroes and not has_decks:
        yield "heroes"
    strange = PACK_KEYS if has_decks else DECK_KEYS
    dealt = (*DEAL_KEYS, *(DECK_DEAL_KEYS if has_decks else ("draw_top",)))
    for key in Given.__struct_fields__:
        if getattr(given, key) == getattr(plain, key):
            continue
        if key in strange:
            yield key
        if given.turned_up is not None and key not in dealt:
            yield f"{key} beside turned_up"
    if has_decks and given.turned_up:
        yield "a card turned up"
    if has_decks and "rest" in given.hands.values():
        yield "the rest as a hand"


def _asserted_in_vain(case: Case) -> Iterator[str]:
    """Return the assertions about things that the variant does not have."""
    if not has_own_decks(case):
        yield from (key for key in DECK_ASSERTIONS if getattr(case.then, key) is not UNSET)


def cards_named(case: Case) -> Iterator[Card]:
    """Yield every card that a case names, except in open moves and offers."""
    for step in case.when:
        if step.card:
            yield step.card
        if step.kind == "card":
            yield from map(str, step.choice if isinstance(step.choice, list) else [step.choice])
    yield from _cards_given(case.given)
    yield from _cards_asserted(case.then)


def _cards_given(given: Given) -> Iterator[Card]:
    if given.discard_top not in ("", NO_TOP):
        yield given.discard_top
    yield from (*given.draw_top, *(given.turned_up or ()))
    yield from (*given.danger_top, *(given.danger_rest or ()), *given.enemies.values())
    piles: list[Iterable[Card] | AnyCards] = [*given.decks.values(), *given.items.values()]
    piles += given.burn.values()
    piles += [hand for hand in given.hands.values() if not isinstance(hand, str)]
    for pile in piles:
        if not isinstance(pile, AnyCards):
            yield from pile


def _cards_asserted(then: Then) -> Iterator[Card]:
    for card in (then.discard_top, then.discard_top_not):
        if isinstance(card, str):
            yield card
    for one_each in (then.burn_top, then.enemy):
        if isinstance(one_each, dict):
            yield from (card for card in one_each.values() if card and card != ANY_ENEMY)
    for cards in (then.danger_discard_has, then.danger_discard_lacks):
        if isinstance(cards, list):
            yield from cards
    for piles in (
        then.hand_has,
        then.hand_lacks,
        then.deck_bottom,
        then.burn_has,
        then.burn_lacks,
        then.items,
    ):
        if isinstance(piles, dict):
            for pile in piles.values():
                yield from pile


def option_of(word: Word, kind: str | None, edition: EditionDef) -> str:
    """Return the engine's option for a choice of a case."""
    if isinstance(word, bool):
        return "yes" if word else "no"
    if kind == "character":
        return characters(edition).get(_slug(str(word)), str(word))
    return str(word)


def characters(edition: EditionDef) -> dict[str, str]:
    """The number of each character, by its name as a slug."""
    return {_slug(card.character): card.symbol for card in edition.cards if card.character}


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def word_of(move: Move) -> str:
    """Return the word of a case for a legal move: a card, an option or a verb."""
    match move:
        case Play(card=card):
            return card
        case Choose(option=option):
            return option
        case _:
            return str(msgspec.to_builtins(move)["move"])


def move_of(step: Step, edition: EditionDef) -> Move:
    """Return the move of a step."""
    seat = step.seat
    match step.do:
        case "play":
            return Play(seat, step.card, step.uno)
        case "draw":
            return Draw(seat)
        case "pass":
            return Pass(seat)
        case "call-uno":
            return CallUno(seat)
        case "catch-uno":
            assert isinstance(step.choice, int)
            return CatchUno(seat, step.choice)
        case "resign":
            return Resign(seat)
        case "timeout":
            return Expire(seat)
        case "choose":
            word = step.choice[0] if isinstance(step.choice, list) else step.choice
            assert word is not None
            return Choose(seat, option_of(word, step.kind, edition))
