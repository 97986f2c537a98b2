"""Registrations of higher packages: variants, publishing checks, parts of pages."""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest
from django.utils.safestring import SafeString

from cards.language import EditionDef, LintFinding

variants: Final[dict[str, str]] = {}
"""The names of the variants by code; ``games`` registers them."""

edition_checks: Final[list[Callable[[EditionDef], list[LintFinding]]]] = []
"""Checks that an edition must pass after the lint to be published; ``bots`` plays games on it."""

panels: Final[list[Callable[[HttpRequest, EditionDef], SafeString]]] = []
"""Parts of the pages of a set and an edition, made from its cards; ``bots`` adds rehearsals."""

start_panels: Final[list[Callable[[HttpRequest], SafeString]]] = []
"""Parts of the first page of the studio; ``bots`` adds the rehearsals that run."""
