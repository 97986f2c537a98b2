"""Warn of what an edition may have, but its authors should look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cards.language.abilities import Trigger
from cards.language.cards import CardDef, EditionDef
from cards.language.contradictions import contradictions
from cards.language.effects import Effect
from cards.language.lint_findings import LintFinding, finding
from cards.language.prose import LANGUAGES
from cards.language.wordings import is_stale, name_path, set_name_of, tags_of, word_of


def edition_warnings(edition: EditionDef) -> list[LintFinding]:
    """Return what should be looked at; the edition can be published as it is."""
    return list(_edition(edition))


def unconfirmed_texts(edition: EditionDef) -> list[LintFinding]:
    """Return the texts that contradict effects, which two people must confirm."""
    cards = enumerate(edition.cards)
    return [one for at, card in cards for one in contradictions(card, f"$.cards[{at}]")]


def _edition(edition: EditionDef) -> Iterator[LintFinding]:
    tags = [tag for tag in dict.fromkeys([*LANGUAGES, *tags_of(edition)]) if tag != "en"]
    for tag in tags:
        if not set_name_of(edition, tag):
            yield finding(name_path("$", tag), "untranslated", tag=tag)
    most = max((deck.size() for deck in edition.decks), default=edition.size())
    for number, card in enumerate(edition.cards):
        yield from _card(card, f"$.cards[{number}]", tags, most)
    yield from _decks(edition)


def _card(card: CardDef, path: str, tags: Sequence[str], most: int) -> Iterator[LintFinding]:
    for tag in tags:
        if not word_of(card, "name", tag):
            yield finding(name_path(path, tag), "untranslated", tag=tag)
    for tag in card.texts:
        if is_stale(card, tag):
            yield finding(f"{path}.texts.{tag}.text", "stale-text", tag=tag)
    yield from contradictions(card, path)
    yield from _counts(card.effects, f"{path}.effects", most)
    for number, ability in enumerate(card.abilities):
        if isinstance(ability, Trigger):
            yield from _counts(ability.do, f"{path}.abilities[{number}].do", most)


def _counts(effects: Sequence[Effect], path: str, most: int) -> Iterator[LintFinding]:
    """Find effects that count more cards than the largest deck has."""
    for number, effect in enumerate(effects):
        here = f"{path}[{number}]"
        if isinstance(effect.amount, int) and effect.amount > most:
            yield finding(here, "count-above-deck", count=effect.amount, most=most)
        for part in effect.parts:
            yield from _counts(part.do, f"{here}.{part.path}", most)


def _decks(edition: EditionDef) -> Iterator[LintFinding]:
    """Find decks that are smaller or larger than all others."""
    for number, deck in enumerate(edition.decks):
        others = [one.size() for one in edition.decks if one is not deck]
        if others and not min(others) <= deck.size() <= max(others):
            usual = "–".join(dict.fromkeys([str(min(others)), str(max(others))]))
            yield finding(f"$.decks[{number}]", "unusual-deck", count=deck.size(), usual=usual)
