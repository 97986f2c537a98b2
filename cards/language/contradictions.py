"""Find texts that say something else than the effects of their card."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cards.language.cards import CardDef
from cards.language.lint_findings import LintFinding, finding
from cards.language.prose import Language
from cards.language.spoken import SPEECHES
from cards.language.wordings import own_text


def contradictions(card: CardDef, path: str) -> Iterator[LintFinding]:
    """Find what an own text says and the made one does not, or the other way round.

    Both are compared in numbers above one, colors, verbs and players.
    """
    for tag, speech in SPEECHES.items():
        if text := own_text(card, tag):
            here = f"{path}.texts.{tag}.text"
            own, made = said(text, tag), said(speech(card).text(), tag)
            if more := [own[term] for term in own if term not in made]:
                yield finding(here, "text-adds", tag=tag, words=" / ".join(more))
            if less := [made[term] for term in made if term not in own]:
                yield finding(here, "text-lacks", tag=tag, words=" / ".join(less))


def said(text: str, language: Language) -> dict[str, str]:
    """Return what a text says, by term: the words that say it."""
    terms = SPEECHES[language].terms
    lower = text.lower().replace("'", "’")
    found = {term: re.search(rf"(?<!\w)({one})(?!\w)", lower) for term, one in terms.items()}
    return {term: at[0] for term, at in found.items() if at}
