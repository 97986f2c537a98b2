"""A row as the program holds it: decoded, and ready to be sealed."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec

from games.engine import NOBODY, Fact, Move, Ruling, Seat, State, hidden_in_event

EVERYTHING: Final = -2
"""The viewer from whom nothing is hidden: all once a game is over, an arbiter before."""

START: Final = {"move": "start"}
"""The move of a game's first row, as it is told: it lays the table."""


class Actor(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who made a move: a "player", a "bot", the "clock" or an "organiser".

    ``player`` is a public id. A bot has a name and a version, the ``seed`` of its choice and the
    digest of the ``view`` it saw, both hexadecimal and secret until the game is over;
    ``fallback`` says that it failed and the first legal move was made for it. ``reason`` is the
    organiser's.
    """

    kind: str
    player: str = ""
    name: str = ""
    version: str = ""
    seed: str = ""
    view: str = ""
    fallback: bool = False
    reason: str = ""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One accepted move: by whom, what it caused and why, and its place in the chain.

    The first row has no seat and no move: it lays the table.
    """

    game: str
    seq: int
    seat: Seat | None
    actor: Actor
    move: Move | None
    facts: tuple[Fact, ...]
    rulings: tuple[Ruling, ...]
    rules_version: str
    fingerprint: str
    at: str
    digest: str

    def told(self) -> dict[str, Any]:
        """The whole row as JSON values, less its digest: what is sealed."""
        return {
            "game": self.game,
            "seq": self.seq,
            "seat": self.seat,
            "actor": msgspec.to_builtins(self.actor),
            "move": START if self.move is None else msgspec.to_builtins(self.move),
            "facts": msgspec.to_builtins(self.facts),
            "rulings": msgspec.to_builtins(self.rulings),
            "rules_version": self.rules_version,
            "fingerprint": self.fingerprint,
            "at": self.at,
        }

    def hidden(self, viewer: Seat = NOBODY) -> list[str]:
        """The paths of the parts that a viewer may not see while the game runs.

        For the public they are those that stand in the chain as commitments. The fingerprint is
        among them because a plain hash of a state could be guessed from.
        """
        if viewer == EVERYTHING:
            return []
        paths = list(hidden_in_event(self.move, self.facts, viewer))
        if self.actor.seed:
            paths.append("/actor/seed")
        if self.actor.view:
            paths.append("/actor/view")
        paths.append("/fingerprint")
        return paths


_state = msgspec.json.Encoder(order="sorted")


FINGERPRINT_DIGITS: Final = 16
"""How much of a hash is enough to tell two tables apart; the seal does not rest on it."""


def fingerprint_of(state: State) -> str:
    """What tells a state from others: the SHA-256 of its canonical JSON, cut to so many digits."""
    return sha256(_state.encode(state)).hexdigest()[:FINGERPRINT_DIGITS]


def stamp(moment: datetime) -> str:
    """A moment as rows have it: UTC, to the millisecond, always as long."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{moment.microsecond // 1000:03d}Z"


def now() -> datetime:
    """This moment, to the millisecond."""
    moment = datetime.now(UTC)
    return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
