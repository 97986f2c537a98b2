"""What the lint finds, in every language."""

from __future__ import annotations

from typing import Final

from cards.language import FINDING_TEXTS, Language, LintFinding
from cards.translation import Texts

_TEXTS: Final = Texts("cards/lint", "lint", FINDING_TEXTS)


def finding_text(finding: LintFinding, language: Language) -> str:
    """Return a finding as a sentence."""
    return _TEXTS[finding.code].fill(language, **finding.params)
