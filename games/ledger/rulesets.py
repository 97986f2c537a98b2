"""Compiled rulesets of stored games, cached in the process."""

from __future__ import annotations

import logging
from dataclasses import replace
from functools import lru_cache

import msgspec

from cards.selectors import text_of
from games.engine import (
    SEED_SIZE,
    Chance,
    OptionValue,
    Ruleset,
    RulesetError,
    Setup,
    check_deal,
    compile_ruleset,
    new_game,
    read_heroes,
)

logger = logging.getLogger(__name__)

Options = dict[str, OptionValue]
Heroes = tuple[str, ...]

_options = msgspec.json.Decoder(Options)
_heroes = msgspec.json.Decoder(Heroes)


def read_stored_options(text: str) -> Options:
    """Return the options of a game from the stored text."""
    return _options.decode(text)


def read_stored_heroes(text: str) -> Heroes:
    """Return the heroes of a game from the stored text."""
    return _heroes.decode(text)


@lru_cache(maxsize=1024)
def ruleset_of(
    variant: str, edition: str, seats: int, options: str, heroes: Heroes = ()
) -> Ruleset:
    """Return the ruleset of a setup: hash of the edition, stored text of the options.

    Without ``heroes`` all of them are dealt by lot. Editions never change, so the cache is never
    stale. Raises ``HeroError`` for heroes that cannot be played together.
    """
    ruleset = _dealt_by_lot(variant, edition, seats, options)
    wanted = read_heroes(ruleset.edition, heroes, seats)
    return ruleset if wanted == ruleset.heroes else replace(ruleset, heroes=wanted)


@lru_cache(maxsize=256)
def _dealt_by_lot(variant: str, edition: str, seats: int, options: str) -> Ruleset:
    """Return the tables, which are the same for all heroes."""
    text = text_of(edition)
    setup = Setup(
        variant=variant,
        edition=edition,
        seats=seats,
        options=read_stored_options(options),
        heroes=read_heroes(text, (), seats) if text.variant == variant else (),
    )
    return compile_ruleset(text, setup)


@lru_cache(maxsize=256)
def check_playable(variant: str, edition: str, seats: int, options: str) -> None:
    """Raise ``RulesetError`` unless the edition can be dealt to so many seats."""
    ruleset = _dealt_by_lot(variant, edition, seats, options)
    check_deal(ruleset)
    setup = Setup(variant, edition, seats, read_stored_options(options), ruleset.heroes)
    try:
        dealt = new_game(ruleset, setup, Chance(bytes(SEED_SIZE)))
    except Exception as error:  # Any error here would be raised in a player's request.
        logger.exception("edition_not_dealt", extra={"edition": edition, "seats": seats})
        raise RulesetError(f"the deal fails with {type(error).__name__}: {error}") from error
    if dealt.state.result is not None:
        raise RulesetError("the deal does not come to an end")
