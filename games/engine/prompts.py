"""An open question and the suspended work behind it, all of it plain data."""

from __future__ import annotations

from typing import Final, final

import msgspec

from cards.language.effects import CardFilter
from games.engine.zones import NO_CARD, NOBODY, Card, Seat

Bound = tuple[tuple[str, str], ...]
"""Names given by earlier choices of a script, with their values as they stand on the wire."""


PLAY_KINDS: Final = ("turn", "drawn", "again")
"""The kinds of prompt that a card played answers."""


class Cause(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What is behind an intent: the sort of thing, its card, and the seat it acts for."""

    kind: str = ""
    card: Card = NO_CARD
    seat: Seat = NOBODY


@final
class Bookmark(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="frame",
    tag="bookmark",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Where a script stopped: everything needed to go on.

    ``at`` is the step to run next; in a prompt's top frame it is the step that asks, which runs
    again with the answer.
    """

    script: str
    at: int
    seat: Seat
    source: Card = NO_CARD
    they: Seat = NOBODY
    bound: Bound = ()


class Intent(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="frame",
    tag="intent",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """Something about to happen to a seat, which replacements may still change.

    ``applied`` names the replacements already used, as "card/ability@seat#key". ``until`` is the
    card that ends it, where it has no number.
    """

    verb: str
    seat: Seat
    count: int
    cause: Cause
    floor: int = 0
    applied: tuple[str, ...] = ()
    until: CardFilter | None = None


class Prompt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A question to one seat, and what happens after the answer.

    ``kind`` is turn, drawn, again, color, player, card, mode, confirm, challenge or character.
    ``options`` is complete, except for a turn and for playing again, whose options follow from the
    hand (``legal_moves``). ``default`` is what the clock answers. ``hidden`` keeps options and
    resume from all but the seat asked.
    """

    seat: Seat
    kind: str
    options: tuple[str, ...] = ()
    default: str = ""
    source: Card = NO_CARD
    rule: str = ""
    hidden: bool = False
    resume: tuple[Bookmark | Intent, ...] = ()
