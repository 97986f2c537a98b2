"""Open questions and the suspended work behind them, as plain data."""

from __future__ import annotations

from typing import Final, final

import msgspec

from cards.language.effects import CardFilter
from games.engine.bindings import Bound, lookup
from games.engine.zones import NO_CARD, NOBODY, Card, Seat

PLAY_KINDS: Final = ("turn", "drawn", "again")
"""The kinds of question that are answered by playing a card."""


class Cause(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """What causes an intent: the kind of cause, its card, and the seat it acts for."""

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
    """The place at which a script stopped, with everything needed to continue it.

    ``at`` is the step to run next; in the last bookmark of a prompt it is the step that asks, which
    runs again with the answer.
    """

    script: str
    at: int
    seat: Seat
    source: Card = NO_CARD
    they: Seat = NOBODY
    bound: Bound = ()

    def read(self, name: str) -> str:
        """Return the value bound to a name, or "" (see ``games.engine.bindings``)."""
        return lookup(self.bound, name)


class Intent(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="frame",
    tag="intent",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """A change about to happen to a seat, which replacements may still edit.

    ``applied`` names the replacements already used, as "card/ability@seat#key". Without a number of
    cards, ``until`` is the card that ends it.
    """

    verb: str
    seat: Seat
    count: int
    cause: Cause
    floor: int = 0
    applied: tuple[str, ...] = ()
    until: CardFilter | None = None


class Prompt(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """A question to one seat, and the work that continues with the answer.

    ``kind`` is turn, drawn, again, color, player, card, mode, confirm, challenge or character.
    ``options`` is complete, except for a turn and for playing again, whose options follow from the
    hand (``legal_moves``). ``default`` is the answer of the clock. If ``hidden``, only the seat
    asked may see ``options`` and ``resume``. ``called``: the player on turn has called UNO with the
    play that is being resolved.
    """

    seat: Seat
    kind: str
    options: tuple[str, ...] = ()
    default: str = ""
    source: Card = NO_CARD
    rule: str = ""
    hidden: bool = False
    resume: tuple[Bookmark | Intent, ...] = ()
    called: bool = False

    @property
    def is_redacted(self) -> bool:
        """Whether the options were removed for a viewer who must not see them."""
        return self.hidden and not self.options and not self.resume
