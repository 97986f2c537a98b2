"""The rules as a game's edition has them, rendered for the API and the pages.

The rulebook describes the shipped cards. An edition may have other numbers on a card, other decks,
or cards of its own: `rule_in` then returns a rule with the text of that edition's cards, so that an
event never cites a text that is false for the game played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

import msgspec

from cards.language import CardDef, Edition, card_text
from cards.services import shipped_editions
from games.engine.rulebook import Rule, Words, load_rulebook
from games.messages.audit import CitedRuleTold
from games.messages.game import BothTold, RuleTold
from games.wording.language import Language

_PRINTED: Final = ("effects", "abilities", "defeat", "indestructible")
"""The fields of a card that the text of its rule describes."""


def rule_of(card: CardDef) -> str:
    """The rule id of what a card does."""
    return card.rule or f"card.{card.code}"


def rule_in(edition: Edition | None, rule: str) -> Rule | None:
    """Return a rule as it holds in an edition, None if neither it nor the rulebook has one.

    Without an edition it is the rule as printed.
    """
    printed = load_rulebook().by_id.get(rule)
    if edition is None:
        return printed
    if rule == f"{edition.variant}.deck":
        return _deck_rule(edition, printed)
    if rule == f"{edition.variant}.score":
        return _score_rule(edition, printed)
    cards = [card for card in edition.cards if rule_of(card) == rule]
    if cards and (printed is None or any(_is_changed(edition, card) for card in cards)):
        return _rule_of_cards(edition, rule, cards, printed)
    return printed


def rules_in(edition: Edition) -> Iterator[Rule]:
    """The rulebook as it holds in an edition, then the rules of the edition's own cards."""
    own = [rule_of(card) for card in edition.cards if card.effects or card.abilities]
    for rule in dict.fromkeys([*(one.id for one in load_rulebook()), *own]):
        found = rule_in(edition, rule)
        if found is not None:
            yield found


@cache
def _shipped(variant: str) -> Edition | None:
    return next((one for one in shipped_editions() if one.variant == variant), None)


@cache
def _shipped_cards(variant: str) -> dict[str, CardDef]:
    shipped = _shipped(variant)
    return {card.code: card for card in shipped.cards} if shipped else {}


def _is_changed(edition: Edition, card: CardDef) -> bool:
    """Whether a card does something else than the shipped card of its code."""
    shipped = _shipped_cards(edition.variant).get(card.code)
    if shipped is card:
        return False
    return shipped is None or any(getattr(card, one) != getattr(shipped, one) for one in _PRINTED)


def _rule_of_cards(edition: Edition, rule: str, cards: list[CardDef], printed: Rule | None) -> Rule:
    """A rule whose text is what the edition's cards say."""
    first = cards[0]
    return Rule(
        id=rule,
        title=printed.title if printed else Words(first.name, first.name_fr or first.name),
        text=Words(_said(edition, cards, "en"), _said(edition, cards, "fr-CA")),
        sheet=edition.name,
        section=first.name,
        basis=(first.basis,),
        refusal=printed.refusal if printed else None,
    )


def _said(edition: Edition, cards: list[CardDef], language: Language) -> str:
    """The different texts of the cards of one rule, one after the other."""
    return " ".join(dict.fromkeys(card_text(card, edition, language) for card in cards))


def _deck_rule(edition: Edition, printed: Rule | None) -> Rule | None:
    """The rule of the cards of a game; for other decks than the shipped ones, their sizes."""
    shipped = _shipped(edition.variant)
    if printed is None or shipped is None or _counts(edition) == _counts(shipped):
        return printed
    if edition.decks:
        names = {card.code: card.name for card in edition.cards}
        sizes = ", ".join(f"{names[deck.hero]} {deck.size()}" for deck in edition.decks)
        english = f"The Character Decks of this edition: {sizes} cards."
        french = f"Les paquets de cartes Personnage de cette édition : {sizes} cartes."
    else:
        english = f"The pack of this edition has {edition.size()} cards."
        french = f"Le paquet de cette édition a {edition.size()} cartes."
    return _in_edition(edition, printed, english, french)


def _counts(edition: Edition) -> tuple[object, ...]:
    """How many of each card there are, deck by deck."""
    decks = [
        (deck.hero, sorted((one.card, one.copies) for one in deck.cards)) for deck in edition.decks
    ]
    box = sorted((card.code, edition.count(card.code)) for card in edition.cards)
    return (decks,) if decks else (box,)


def _score_rule(edition: Edition, printed: Rule | None) -> Rule | None:
    """The rule of the points, with those that differ from the shipped cards."""
    shipped = _shipped_cards(edition.variant)
    other = [
        card
        for card in edition.cards
        if card.code not in shipped or card.points != shipped[card.code].points
    ]
    if printed is None or not other:
        return printed
    english = ", ".join(f"{card.name} {card.points}" for card in other)
    french = ", ".join(f"{card.name_fr or card.name} {card.points}" for card in other)
    return _in_edition(
        edition,
        printed,
        f"{printed.text.en} In this edition: {english}.",
        f"{printed.text.fr_ca} Dans cette édition : {french}.",
    )


def _in_edition(edition: Edition, printed: Rule, english: str, french: str) -> Rule:
    return msgspec.structs.replace(
        printed, text=Words(english, french), sheet=edition.name, section="", basis=("ruling",)
    )


# Rendered


def told_rule(rule: Rule) -> RuleTold:
    """A rule in both languages."""
    return RuleTold(
        id=rule.id,
        title=_both(rule.title),
        text=_both(rule.text),
        refusal=_both(rule.refusal) if rule.refusal else None,
        sheet=rule.sheet or None,
        section=rule.section or None,
        basis=rule.basis,
    )


def _both(words: Words) -> BothTold:
    return BothTold(words.en, words.fr_ca)


def title_of(rule: str, edition: Edition, language: Language) -> str:
    """The title of a rule in an edition; its id if neither edition nor rulebook has it."""
    found = rule_in(edition, rule)
    return found.title.said(language) if found else rule


def cited_rules(rules: Iterable[str], edition: Edition, language: Language) -> list[CitedRuleTold]:
    """Rules in one language, each once, in the order in which they are cited."""
    found = (rule_in(edition, rule) for rule in dict.fromkeys(rules))
    return [_cited(rule, language) for rule in found if rule is not None]


def _cited(rule: Rule, language: Language) -> CitedRuleTold:
    return CitedRuleTold(
        id=rule.id,
        title=rule.title.said(language),
        text=rule.text.said(language),
        sheet=rule.sheet or None,
        section=rule.section or None,
        basis=rule.basis,
    )


def refusal_by(rule: str, language: Language, params: Mapping[str, str | int]) -> str:
    """The sentence with which a rule refuses a move; "" if the rulebook has none."""
    book = load_rulebook()
    said = book[rule].refuse(language, params) if rule in book else ""
    return said[:1].upper() + said[1:]
