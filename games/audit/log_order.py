"""Entries of a log in their order: which may follow which in a game.

docs/log.md, *The order of a game's entries*, is the specification.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import msgspec

from games.audit.keys import decode_record
from games.audit.proof import ENTRY_FORMAT, KINDS, EntryKind, text_entry

BEFORE: Final[dict[EntryKind, tuple[EntryKind | None, ...]]] = {
    "created": (None,),
    "opened": ("created",),
    "begun": ("opened",),
    "ended": ("begun",),
    "void": ("begun",),
    "changed": ("ended", "void", "changed"),
    "cancelled": ("created",),
    "erased": ("opened", "begun", "ended", "void", "changed"),
}
"""What the last entry of a game, but ``erased``, must be before one of a kind."""

OPEN: Final = ("created", "opened", "begun")
"""The kinds after which a game has no end."""


class GameEntryAt(NamedTuple):
    """The kind of an entry, its number from 0, and the blinded id of its game."""

    kind: EntryKind
    number: int
    game: str

    def __str__(self) -> str:
        return f"{self.kind} {self.number} {self.game}"


class Contradiction(NamedTuple):
    """An entry that cannot follow the one ``before`` it in its game; None: be first."""

    entry: GameEntryAt
    before: GameEntryAt | None

    def __str__(self) -> str:
        kind, number, game = self.entry
        before = "none" if self.before is None else f"{self.before.kind} {self.before.number}"
        return f"{kind} {number} after {before} {game}"


class GameOrder:
    """The games of a log, whose entries are added one by one."""

    def __init__(self) -> None:
        self._last: dict[str, GameEntryAt] = {}

    def add(self, entry: GameEntryAt) -> Contradiction | None:
        """Add the next entry; return what it contradicts. It is then ignored."""
        last = self._last.get(entry.game)
        if (last and last.kind) not in BEFORE[entry.kind]:
            return Contradiction(entry, last)
        if entry.kind != "erased":
            self._last[entry.game] = entry
        return None

    def open(self) -> list[GameEntryAt]:
        """Return the last entries of the games without an end, in their order."""
        return sorted((one for one in self._last.values() if one.kind in OPEN), key=_number)


def _number(entry: GameEntryAt) -> int:
    return entry.number


# ---- the text of an entry


class _OtherEntry(msgspec.Struct, frozen=True):
    """An entry that is of no game: ``key``, or of a kind that is unknown here."""

    kind: str


_OF_GAME: Final = re.compile(
    rb'%b/\{"digest":"[0-9a-f]{64}","game":"([0-9a-f]{64})","kind":"(%b)"\}'
    % (ENTRY_FORMAT.encode(), "|".join(KINDS).encode())
)


def read_entry(text: bytes, number: int) -> GameEntryAt | None:
    """Return an entry of a game; None for ``key`` and for kinds that are unknown here.

    Raises ``ValueError`` or ``RecursionError`` for a text of another form.
    """
    if found := _OF_GAME.fullmatch(text):
        game, kind = (part.decode() for part in found.groups())
        return GameEntryAt(next(one for one in KINDS if one == kind), number, game)
    name, _, content = text.partition(b"/")
    kind = msgspec.json.decode(content, type=_OtherEntry).kind
    is_key = kind == "key" and text_entry(decode_record(content.decode()).text) == text
    if name != ENTRY_FORMAT.encode() or not (is_key or kind not in (*KINDS, "key")):
        raise ValueError("no entry of the log")
    return None
