"""The rulebook as the API tells it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.api.serializers import BothTold, RuleTold
from games.api.shapes import CitedRuleTold
from games.api.words import Language
from games.engine.rulebook import Rule, Words, load_rulebook


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


def title_of(rule: str, language: Language) -> str:
    """The title of a rule; "" where it is a card's own."""
    book = load_rulebook()
    return book[rule].title.said(language) if rule in book else ""


def cited_rules(rules: Iterable[str], language: Language) -> list[CitedRuleTold]:
    """Rules in one language, each once, in the order in which they are cited."""
    book = load_rulebook()
    return [_cited(book[rule], language) for rule in dict.fromkeys(rules) if rule in book]


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
