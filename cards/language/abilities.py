"""What a card does while it is in force: triggers, replacements, restrictions, suppressions."""

from __future__ import annotations

from typing import Literal

import msgspec

from cards.language.effects import CardFilter, Effect, Kind, Moment, When

Whose = Literal["self", "others", "all"]
"""Whose doing counts, seen from the ability's own seat."""


class Text(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="ability",
):
    """The base of all abilities; in JSON the field ``ability`` names the sort."""


class Trigger(Text, frozen=True, kw_only=True, tag="trigger"):
    """When one of these happens, do this afterwards; ``after_card``: once the card is done."""

    on: tuple[Moment, ...]
    whose: Whose = "self"
    when: When | None = None
    do: tuple[Effect, ...]
    after_card: bool = False


class Replacement(Text, frozen=True, kw_only=True, tag="replacement"):
    """Instead of an intent, another: exactly one of prevent, redirect, increase, reduce.

    With ``may`` the ability's owner is asked each time.
    """

    instead_of: tuple[Literal["add", "draw", "burn", "skip", "attack"], ...]
    whose: Whose = "self"
    when: When | None = None
    prevent: bool = False
    redirect: bool = False
    increase: int = 0
    reduce: int = 0
    may: bool = False


class Restriction(Text, frozen=True, kw_only=True, tag="restriction"):
    """These cards may not be played."""

    forbid: CardFilter
    who: Whose = "self"


class Suppression(Text, frozen=True, kw_only=True, tag="suppression"):
    """Abilities of these kinds of card are silent for the ability's own seat."""

    suppress: tuple[Kind, ...]


Ability = Trigger | Replacement | Restriction | Suppression
"""Any ability a card can have."""
