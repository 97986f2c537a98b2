"""The compiled ruleset of a stored game, kept for the life of the process."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from cards.selectors import text_of
from games.engine import Ruleset, Setup, compile_ruleset

Options = dict[str, str | int | None]

_options = msgspec.json.Decoder(Options)


def read_stored_options(text: str) -> Options:
    """The options of a game as they stand in its row."""
    return _options.decode(text)


@lru_cache(maxsize=256)
def ruleset_of(variant: str, edition: str, seats: int, options: str) -> Ruleset:
    """The ruleset of a setup; ``edition`` is a hash and ``options`` the stored text.

    Editions never change, so what is kept here never grows old.
    """
    setup = Setup(
        variant=variant, edition=edition, seats=seats, options=read_stored_options(options)
    )
    return compile_ruleset(text_of(edition), setup)
