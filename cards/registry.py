"""What the packages above register here: the variants there are, and checks before publishing."""

from collections.abc import Callable
from typing import Final

from cards.language import Edition, Finding

variants: Final[dict[str, str]] = {}
"""The names of the known variants by code; games registers them."""

edition_checks: Final[list[Callable[[Edition], list[Finding]]]] = []
"""What an edition must pass besides the lint before it is published; bots plays games on it."""
