"""The rules as a game's edition has them, rendered for the API and the pages.

The rulebook describes the shipped cards. An edition may have other numbers on a card, other decks,
or cards of its own: `rule_in` then returns a rule with the text of that edition's cards, so that no
event cites a text that is false for its game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Final

import msgspec

from cards.language import CardDef, EditionDef, card_name, card_text
from cards.services import shipped_editions
from games.engine.rulebook import Rule, load_rulebook
from games.messages.bodies import BilingualText
from games.messages.catalog_messages import RuleResponse
from games.messages.records import CitedRuleResponse
from games.wording.language import Language, Texts, in_all_languages, in_one_language

_PRINTED: Final = ("effects", "abilities", "defeat", "indestructible")
"""The fields of a card that the text of its rule describes."""


CATALOG: Final = "games.wording/rules"

_MEMBERS: Final = ("title", "text", "refusal")
_TEXTS: Final = Texts(
    CATALOG,
    "rule",
    {
        f"{rule.id}:{member}": getattr(rule, member)
        for rule in load_rulebook()
        for member in _MEMBERS
        if getattr(rule, member) is not None
    },
)
_OTHERS: Final = Texts(
    CATALOG,
    "edition",
    {
        "decks": "The Character Decks of this edition: {sizes} cards.",
        "pack": "The pack of this edition has {size} cards.",
        "points": "{text} In this edition: {points}.",
    },
)


def rule_of(card: CardDef) -> str:
    """Return the rule id of a card."""
    return card.rule or f"card.{card.code}"


@cache
def printed_rules() -> dict[str, RuleResponse]:
    """Return the rulebook in both languages, by id."""
    return {rule.id: _render_rule(rule) for rule in load_rulebook()}


def _render_rule(rule: Rule) -> RuleResponse:
    title, text, refusal = (_TEXTS.get(f"{rule.id}:{member}") for member in _MEMBERS)
    assert title and text
    return RuleResponse(
        id=rule.id,
        title=in_all_languages(title.to),
        text=in_all_languages(text.to),
        refusal=in_all_languages(refusal.to) if refusal else None,
        sheet=rule.sheet or None,
        section=rule.section or None,
        basis=rule.basis,
    )


def rule_in(edition: EditionDef | None, rule: str) -> RuleResponse | None:
    """Return a rule as it holds in an edition, else of the rulebook, else None.

    Without an edition it is the rule as printed.
    """
    printed = printed_rules().get(rule)
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


def rules_in(edition: EditionDef) -> Iterator[RuleResponse]:
    """Return the rulebook for an edition, then the rules of the edition's cards."""
    own = [rule_of(card) for card in edition.cards if card.effects or card.abilities]
    for rule in dict.fromkeys([*printed_rules(), *own]):
        found = rule_in(edition, rule)
        if found is not None:
            yield found


@cache
def _shipped(variant: str) -> EditionDef | None:
    return next((one for one in shipped_editions() if one.variant == variant), None)


@cache
def _shipped_cards(variant: str) -> dict[str, CardDef]:
    shipped = _shipped(variant)
    return {card.code: card for card in shipped.cards} if shipped else {}


def _is_changed(edition: EditionDef, card: CardDef) -> bool:
    """Whether a card does something else than the shipped card of its code."""
    shipped = _shipped_cards(edition.variant).get(card.code)
    if shipped is card:
        return False
    return shipped is None or any(getattr(card, one) != getattr(shipped, one) for one in _PRINTED)


def _rule_of_cards(
    edition: EditionDef, rule: str, cards: list[CardDef], printed: RuleResponse | None
) -> RuleResponse:
    """Return a rule with the text of the edition's cards."""
    first = cards[0]
    name = in_all_languages(partial(card_name, first))
    text = in_all_languages(partial(_card_texts, edition, cards))
    return RuleResponse(
        id=rule,
        title=printed.title if printed else name,
        text=text,
        sheet=edition.name or None,
        section=first.name or None,
        basis=(first.basis,),
        refusal=printed.refusal if printed else None,
    )


def _card_texts(edition: EditionDef, cards: list[CardDef], language: Language) -> str:
    """Return the different texts of the cards of one rule, joined."""
    return " ".join(dict.fromkeys(card_text(card, edition, language) for card in cards))


def _deck_rule(edition: EditionDef, printed: RuleResponse | None) -> RuleResponse | None:
    """Return the rule on a game's cards; for custom decks, on their sizes."""
    shipped = _shipped(edition.variant)
    if printed is None or shipped is None or _counts(edition) == _counts(shipped):
        return printed
    if edition.decks:
        names = {card.code: card.name for card in edition.cards}
        sizes = ", ".join(f"{names[deck.hero]} {deck.size()}" for deck in edition.decks)
        text = _OTHERS["decks"].with_params(sizes=sizes)
    else:
        text = _OTHERS["pack"].with_params(size=edition.size())
    return _in_edition(edition, printed, in_all_languages(text.to))


def _counts(edition: EditionDef) -> tuple[object, ...]:
    """Return the copies of each card, deck by deck."""
    decks = [
        (deck.hero, sorted((one.card, one.copies) for one in deck.cards)) for deck in edition.decks
    ]
    box = sorted((card.code, edition.count(card.code)) for card in edition.cards)
    return (decks,) if decks else (box,)


def _score_rule(edition: EditionDef, printed: RuleResponse | None) -> RuleResponse | None:
    """Return the rule on points, with those that differ from the shipped cards."""
    shipped = _shipped_cards(edition.variant)
    other = [
        card
        for card in edition.cards
        if card.code not in shipped or card.points != shipped[card.code].points
    ]
    if printed is None or not other:
        return printed

    def text(language: Language) -> str:
        points = ", ".join(f"{card_name(card, language)} {card.points}" for card in other)
        before = in_one_language(printed.text, language)
        return _OTHERS["points"].fill(language, text=before, points=points)

    return _in_edition(edition, printed, in_all_languages(text))


def _in_edition(edition: EditionDef, printed: RuleResponse, text: BilingualText) -> RuleResponse:
    return msgspec.structs.replace(
        printed, text=text, sheet=edition.name or None, section=None, basis=("ruling",)
    )


# In one language


def title_of(rule: str, edition: EditionDef, language: Language) -> str:
    """Return the title of a rule in an edition, by default its id."""
    found = rule_in(edition, rule)
    return in_one_language(found.title, language) if found else rule


def cited_rules(
    rules: Iterable[str], edition: EditionDef, language: Language
) -> list[CitedRuleResponse]:
    """Return rules in a language, each once, in the order in which they are cited."""
    found = (rule_in(edition, rule) for rule in dict.fromkeys(rules))
    return [_cited(rule, language) for rule in found if rule is not None]


def _cited(rule: RuleResponse, language: Language) -> CitedRuleResponse:
    return CitedRuleResponse(
        id=rule.id,
        title=in_one_language(rule.title, language),
        text=in_one_language(rule.text, language),
        sheet=rule.sheet,
        section=rule.section,
        basis=rule.basis,
    )


def refusal_by(rule: str, language: Language, params: Mapping[str, str | int]) -> str:
    """Return the sentence by which a rule refuses a move; "" for an unknown rule.

    It is the text of the rule if the rule has no refusal, or one that lacks a parameter.
    """
    printed = printed_rules().get(rule)
    if printed is None:
        return ""
    try:
        sentence = in_one_language(printed.refusal or printed.text, language).format_map(params)
    except KeyError:
        sentence = in_one_language(printed.text, language)
    return sentence[:1].upper() + sentence[1:]
