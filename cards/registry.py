"""Registrations of higher packages: variants, publishing checks."""

from collections.abc import Callable
from typing import Final

from cards.language import EditionDef, LintFinding

variants: Final[dict[str, str]] = {}
"""The names of the variants by code; ``games`` registers them."""

edition_checks: Final[list[Callable[[EditionDef], list[LintFinding]]]] = []
"""Checks that an edition must pass after the lint to be published; ``bots`` plays games on it."""
