"""What the staff, the players and the server do in a tournament."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec

from games.tournaments.rules.played_rounds import Entry
from games.tournaments.rules.tournament_facts import Penalty, Places, Role, Seats

_UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff"
LINE: Final = rf"^[^{_UNSEEN}]*(?!\n)$"
"""One line of text that is seen as it is, or none."""

Text = Annotated[
    str,
    msgspec.Meta(pattern=rf"^[^{_UNSEEN}]*[^\s{_UNSEEN}][^{_UNSEEN}]*(?!\n)$", max_length=280),
]
"""One line of text, not only blanks."""
RuleId = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9][a-z0-9._-]*(?!\n)$", max_length=60)]
Team = Annotated[str, msgspec.Meta(pattern=LINE, max_length=40)]


class ActBase(msgspec.Struct, frozen=True, tag_field="act", forbid_unknown_fields=True):
    """The base of all acts."""


class NameStaff(ActBase, frozen=True, tag="name-staff"):
    """Give a player a role, or take it away."""

    player: str
    role: Role | None


class Enter(ActBase, frozen=True, tag="enter"):
    """Make an entry, with the commitment to its name and who has its seats."""

    name: str
    player: str
    team: Team = ""


class IssueClaim(ActBase, frozen=True, tag="issue-claim"):
    """Give an entry a new claim code."""

    entry: Entry


class Seed(ActBase, frozen=True, tag="seed"):
    """Give an entry a seed number, the strongest 1; 0 takes it away."""

    entry: Entry
    number: Annotated[int, msgspec.Meta(ge=0, le=1000)]


class CheckIn(ActBase, frozen=True, tag="check-in"):
    """Say that an entry is there."""

    entry: Entry


class Drop(ActBase, frozen=True, tag="drop"):
    """Let an entry play no further round."""

    entry: Entry


class Return(ActBase, frozen=True, tag="return"):
    """Let an entry that was dropped play on."""

    entry: Entry


class CloseEntries(ActBase, frozen=True, tag="close-entries"):
    """End the check-in."""


class Pair(ActBase, frozen=True, tag="pair"):
    """Pair the next round, or the last one again while it is not published."""


class Swap(ActBase, frozen=True, tag="swap"):
    """Exchange two players of different tables, before either has played a card."""

    one: Entry
    other: Entry


class SetTable(ActBase, frozen=True, tag="set-table"):
    """Give a table other seats, before its first card."""

    table: int
    seats: Seats


class Move(ActBase, frozen=True, tag="move"):
    """Let a player sit at another table, before the first card of either."""

    entry: Entry
    table: int


class MarkAbsent(ActBase, frozen=True, tag="mark-absent"):
    """Close up the seats of a table without a player who is not there."""

    entry: Entry


class Restart(ActBase, frozen=True, tag="restart"):
    """Let a table be played again from its first card."""

    table: int


class Publish(ActBase, frozen=True, tag="publish"):
    """Show all the tables of the round."""


class StartRound(ActBase, frozen=True, tag="start-round"):
    """Let the games of the round begin."""


class PauseRound(ActBase, frozen=True, tag="pause-round"):
    """Stop the clock of the round and pause all its tables."""


class ResumeRound(ActBase, frozen=True, tag="resume-round"):
    """Let the round go on."""


class AddTime(ActBase, frozen=True, tag="add-time"):
    """Give the round more time."""

    seconds: Annotated[int, msgspec.Meta(ge=1, le=7200)]


class OpenTable(ActBase, frozen=True, tag="open-table"):
    """Give a table a game."""

    table: int
    game: str


class EndTable(ActBase, frozen=True, tag="end-table"):
    """Record how the game of a table ended; without places it is void."""

    table: int
    places: Places | None
    by_time: bool = False


class Record(ActBase, frozen=True, tag="record"):
    """Record the places of a table by hand, or correct them."""

    round: int
    table: int
    places: Places


class CloseRound(ActBase, frozen=True, tag="close-round"):
    """End the round."""


class Penalise(ActBase, frozen=True, tag="penalise"):
    """Give a penalty; ``keep`` leaves a second warning for the same rule a warning."""

    entry: Entry
    penalty: Penalty
    rule: RuleId
    points: Annotated[int, msgspec.Meta(ge=0, le=10**9)] = 0
    keep: bool = False


class Appeal(ActBase, frozen=True, tag="appeal"):
    """Appeal, against a penalty if ``penalty`` is the number of one."""

    entry: Entry
    text: Text
    penalty: int = 0


class DecideAppeal(ActBase, frozen=True, tag="decide-appeal"):
    """Uphold an appeal or not."""

    appeal: int
    upheld: bool


class Announce(ActBase, frozen=True, tag="announce"):
    """Tell all, a round or a table something."""

    text: Text
    table: int = 0


class Finish(ActBase, frozen=True, tag="finish"):
    """Make the standings final."""


class Cancel(ActBase, frozen=True, tag="cancel"):
    """End the tournament without standings."""


Act = (
    NameStaff
    | Enter
    | IssueClaim
    | Seed
    | CheckIn
    | Drop
    | Return
    | CloseEntries
    | Pair
    | Swap
    | SetTable
    | Move
    | MarkAbsent
    | Restart
    | Publish
    | StartRound
    | PauseRound
    | ResumeRound
    | AddTime
    | OpenTable
    | EndTable
    | Record
    | CloseRound
    | Penalise
    | Appeal
    | DecideAppeal
    | Announce
    | Finish
    | Cancel
)

REASONED: Final = (Swap, SetTable, Move, MarkAbsent, Restart, Record, Penalise, DecideAppeal)
"""The acts that need a reason."""
