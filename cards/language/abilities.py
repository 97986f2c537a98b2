"""The abilities of cards: triggers, replacements, restrictions, suppressions."""

from __future__ import annotations

from typing import Literal

import msgspec

from cards.language.effects import CardFilter, Effect, Kind, Moment, When

Whose = Literal["self", "others", "all"]
"""The seats to whose acts an ability applies, relative to its own seat."""


class AbilityText(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="ability",
):
    """The base of all abilities; in JSON the field ``ability`` names the sort."""


class Trigger(AbilityText, frozen=True, kw_only=True, tag="trigger"):
    """Run effects after one of some moments; ``after_card``: after the current card."""

    on: tuple[Moment, ...]
    whose: Whose = "self"
    when: When | None = None
    do: tuple[Effect, ...]
    after_card: bool = False


class Replacement(AbilityText, frozen=True, kw_only=True, tag="replacement"):
    """Change an intent: exactly one of prevent, redirect, increase, reduce.

    With ``may`` the owner of the ability is asked each time.
    """

    instead_of: tuple[Literal["add", "draw", "burn", "skip", "attack"], ...]
    whose: Whose = "self"
    when: When | None = None
    prevent: bool = False
    redirect: bool = False
    increase: int = 0
    reduce: int = 0
    may: bool = False


class Restriction(AbilityText, frozen=True, kw_only=True, tag="restriction"):
    """Forbid to play some cards."""

    forbid: CardFilter
    who: Whose = "self"


class Suppression(AbilityText, frozen=True, kw_only=True, tag="suppression"):
    """Disable the abilities of some kinds of card for the own seat."""

    suppress: tuple[Kind, ...]


Ability = Trigger | Replacement | Restriction | Suppression
"""Any ability a card can have."""
