"""The rules of tournaments in words, by id, and why one refuses an act."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from cards.translation import Texts
from games.engine.rulebook import Rulebook, read_rulebook
from games.wording.language import Language


@cache
def tournament_rulebook() -> Rulebook:
    """Return the rules of tournaments, in reading order."""
    return read_rulebook(files("games.tournaments").joinpath("rulebook.json").read_bytes())


_TEXTS: Final = Texts(
    "games.wording/tournaments",
    "tournament-rule",
    {
        f"{rule.id}:{member}": text
        for rule in tournament_rulebook()
        for member, text in (("title", rule.title), ("text", rule.text), ("refusal", rule.refusal))
        if text is not None
    },
)


def rule_words(rule: str, language: Language) -> tuple[str, str]:
    """Return the title and the text of a rule."""
    return _TEXTS[f"{rule}:title"].to(language), _TEXTS[f"{rule}:text"].to(language)


def refusal_words(rule: str, language: Language) -> str:
    """Return why an act is refused, by the rule that refuses it."""
    return _TEXTS[f"{rule}:refusal"].to(language)
