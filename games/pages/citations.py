"""Rules as pages cite them, and what follows from them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from games.messages.records import CitedRuleResponse
from games.wording.language import Language
from games.wording.page_texts import TEXTS, text_of_code, words_in


@dataclass(frozen=True, slots=True)
class CitedRule:
    """A rule in words, its source, and ``whom`` it was applied to.

    ``said`` says in a sentence that the rule applies.
    """

    id: str
    title: str
    text: str = ""
    printed: str = ""
    basis: str = ""
    address: str = ""
    whom: str = ""
    said: str = ""


def cite(rule: CitedRuleResponse, edition: str, language: Language, whom: str = "") -> CitedRule:
    """Return a rule as it holds in an edition, which is named by its hash."""
    words = words_in(language)
    name = "rule_applies_to" if whom else "rule_applies"
    return CitedRule(
        id=rule.id,
        title=rule.title,
        text=rule.text,
        printed=", ".join(filter(None, (rule.sheet, rule.section))),
        basis=", ".join(text_of_code(words, "basis", one) for one in rule.basis),
        address=f"{reverse('rule', kwargs={'rule': rule.id})}?edition={edition}",
        whom=whom,
        said=TEXTS.say(name, language, title=rule.title, whom=whom),
    )
