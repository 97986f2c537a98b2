"""What happened in a tournament, with everything that its fold needs."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from games.tournaments.rules.played_rounds import Entry

Role = Literal["head", "floor", "score"]
"""Head judge, floor judge, scorekeeper (tournament.staff)."""
Places = tuple[int, ...]
Seats = tuple[Entry, ...]
"""The entries of a table by seat; 0 is a bot that fills it."""
Penalty = Literal["warning", "points", "loss", "out"]
Why = Literal["own", "staff", "absent", "disqualified"]
Tiebreak = Literal["firsts", "opponents", "place", "direct", "lot"]
"""What decides between equal points."""
Size = Annotated[int, msgspec.Meta(ge=2, le=10)]
"""How many players a table has."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a tournament.

    ``rounds`` are those of its Swiss stage; ``final`` is how many play on after it, 0: no one, at
    one table or in a knockout; ``commitment`` is that to the seed of its lots.

    ``stage`` is the first stage: a round robin has as many rounds as its field needs, a knockout
    begins without one. ``first`` is how the first round is paired. ``go_on`` is how many of a
    knockout table go on, 0: half of them. With ``deals`` "shared" all tables of a round with as
    many seats have the same cards. ``delay`` is after how many minutes the public sees what happens
    at a table, None: when its round is over. ``points`` are those of each place, () the usual ones.
    ``final_options`` are the options of the games after the cut, None: those of all.
    """

    variant: str
    options: dict[str, object]
    size: Size
    rounds: Annotated[int, msgspec.Meta(ge=0)]
    commitment: str
    final: int = 0
    minutes: int | None = None
    late_until: int = 1
    missed: Literal["nothing", "middle"] = "nothing"
    odd: Literal["table", "bye"] = "table"
    fillers: bool = False
    tiebreaks: tuple[Tiebreak, ...] = ("firsts", "opponents", "place", "direct", "lot")
    stage: Literal["swiss", "round_robin", "knockout"] = "swiss"
    first: Literal["lot", "seeds"] = "lot"
    go_on: int = 0
    deals: Literal["own", "shared"] = "own"
    delay: int | None = None
    points: tuple[int, ...] = ()
    final_options: dict[str, object] | None = None


class FactBase(
    msgspec.Struct, frozen=True, tag_field="fact", forbid_unknown_fields=True, omit_defaults=True
):
    """The base of all facts."""


class Created(FactBase, frozen=True, tag="created"):
    """A tournament begins, without entries."""

    setup: Setup


class StaffNamed(FactBase, frozen=True, tag="staff-named"):
    """A player has a role, or none any more."""

    player: str
    role: Role | None


class Entered(FactBase, frozen=True, tag="entered"):
    """An entry is made, with the commitment to its name and who has its seats."""

    entry: Entry
    name: str
    player: str
    team: str = ""


class ClaimIssued(FactBase, frozen=True, tag="claim-issued"):
    """An entry has a new claim code, and its earlier ones and their sessions end."""

    entry: Entry


class Seeded(FactBase, frozen=True, tag="seeded"):
    """An entry has a seed number, the strongest 1; 0: it has none any more."""

    entry: Entry
    number: int


class CheckedIn(FactBase, frozen=True, tag="checked-in"):
    """An entry is there."""

    entry: Entry


class Dropped(FactBase, frozen=True, tag="dropped"):
    """An entry plays no further round."""

    entry: Entry
    why: Why


class Returned(FactBase, frozen=True, tag="returned"):
    """An entry that was dropped plays on."""

    entry: Entry


class EntriesClosed(FactBase, frozen=True, tag="entries-closed"):
    """The check-in is over."""


class RoundPaired(FactBase, frozen=True, tag="round-paired"):
    """A round has its tables.

    ``lot`` is the order that was drawn for it by the shuffle ``nth`` of the seed, ``cost`` that of
    the pairing in the order of weight.
    """

    round: int
    nth: int
    lot: tuple[Entry, ...]
    tables: tuple[Seats, ...]
    byes: tuple[Entry, ...]
    cost: tuple[int, ...]


class TableChanged(FactBase, frozen=True, tag="table-changed"):
    """A table has other players or seats, before its first card."""

    round: int
    table: int
    seats: Seats


class Absent(FactBase, frozen=True, tag="absent"):
    """An entry was not there for its table, and has the last place of the round."""

    round: int
    entry: Entry


class TableRestarted(FactBase, frozen=True, tag="table-restarted"):
    """A table is played again; its game before, and its places, do not count."""

    round: int
    table: int


class RoundPublished(FactBase, frozen=True, tag="round-published"):
    """All see the tables of a round."""

    round: int


class RoundStarted(FactBase, frozen=True, tag="round-started"):
    """The games of a round begin."""

    round: int


class RoundPaused(FactBase, frozen=True, tag="round-paused"):
    """The clock of a round stands, and all its tables with it."""

    round: int


class RoundResumed(FactBase, frozen=True, tag="round-resumed"):
    """A round that was paused goes on."""

    round: int


class TimeAdded(FactBase, frozen=True, tag="time-added"):
    """A round has more time, in seconds."""

    round: int
    seconds: int


class TableOpened(FactBase, frozen=True, tag="table-opened"):
    """A table has a game; ``instead_of`` is one that it had before."""

    round: int
    table: int
    game: str
    instead_of: str | None = None


class TableEnded(FactBase, frozen=True, tag="table-ended"):
    """A table has places. A later one corrects it.

    ``how``: its game ended, ended with the time of the round, or the staff recorded them.
    ``played`` has the places before the game losses, if these made others of them.
    """

    round: int
    table: int
    places: Places
    how: Literal["game", "time", "hand"] = "game"
    played: Places | None = None


class TableVoid(FactBase, frozen=True, tag="table-void"):
    """The game of a table ended without places (tournament.void)."""

    round: int
    table: int


class RoundClosed(FactBase, frozen=True, tag="round-closed"):
    """A round is over; ``standings`` is the digest of the standings after it."""

    round: int
    standings: str


class PenaltyGiven(FactBase, frozen=True, tag="penalty-given"):
    """An entry has a penalty; ``points`` are in parts of a point.

    ``round`` is the round that was open, between rounds the next one; ``by`` is who gave it.
    Penalties are numbered from 1.
    """

    entry: Entry
    penalty: Penalty
    rule: str
    round: int
    by: str
    points: int = 0


class Appealed(FactBase, frozen=True, tag="appealed"):
    """An entry appeals, against a penalty if one is named; numbered from 1."""

    entry: Entry
    round: int
    text: str
    penalty: int = 0


class AppealDecided(FactBase, frozen=True, tag="appeal-decided"):
    """An appeal is decided; a penalty does not count any more if it is upheld."""

    appeal: int
    upheld: bool


class Announced(FactBase, frozen=True, tag="announced"):
    """A text of the director for all, for a round or for a table of it."""

    text: str
    round: int = 0
    table: int = 0


class Cut(FactBase, frozen=True, tag="cut"):
    """Some entries play a round of the knockout, or the final, best seed first."""

    entries: tuple[Entry, ...]


class Finished(FactBase, frozen=True, tag="finished"):
    """The standings are final; ``standings`` is their digest."""

    standings: str


class Cancelled(FactBase, frozen=True, tag="cancelled"):
    """The tournament ends without standings."""


Fact = (
    Created
    | StaffNamed
    | Entered
    | ClaimIssued
    | Seeded
    | CheckedIn
    | Dropped
    | Returned
    | EntriesClosed
    | RoundPaired
    | TableChanged
    | Absent
    | TableRestarted
    | RoundPublished
    | RoundStarted
    | RoundPaused
    | RoundResumed
    | TimeAdded
    | TableOpened
    | TableEnded
    | TableVoid
    | RoundClosed
    | PenaltyGiven
    | Appealed
    | AppealDecided
    | Announced
    | Cut
    | Finished
    | Cancelled
)
