"""What a tournament's desk has to decide now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.officials.calls import open_calls_for
from games.tournaments.selectors import Night, ShownTable

Act = tuple[str, str, int, str]
"""An act of the desk: its name, the member that it needs, the value of that, and the label."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Something to decide: in words, with the acts that settle it, and where to look."""

    text: str
    acts: list[Act] = field(default_factory=list)
    table: int = 0
    game: str = ""


def decisions(night: Night, tables: Sequence[ShownTable], player: str) -> Iterator[Decision]:
    """Yield what waits for the staff, the most urgent first; ``player`` is who looks."""
    if night.state.last is not None and night.state.last.stage == "running":
        yield from _calls(night, tables)
        for table in tables:
            yield from _of_table(table)
    for number, one in enumerate(night.state.appeals, 1):
        if one.upheld is None:
            said = _("%(who)s appeals: “%(text)s”") % {
                "who": night.name(one.entry),
                "text": one.text,
            }
            if one.penalty and night.state.penalties[one.penalty - 1].by == player:
                other = _("Another head judge decides: the ruling is yours.")
                yield Decision(f"{said} {other}")
                continue
            yield Decision(
                said,
                [
                    ("decide-appeal", "upheld-appeal", number, _("Uphold")),
                    ("decide-appeal", "rejected-appeal", number, _("Reject")),
                ],
            )


def _calls(night: Night, tables: Sequence[ShownTable]) -> Iterator[Decision]:
    numbers = {table.game: table for table in tables}
    player = night.tournament.player_id
    for call in open_calls_for([player]).get(player, ()):
        table = numbers.get(str(call.game))
        if table is not None:
            who = table.seats[call.seat].name
            said = _("Table %(table)s: %(who)s calls a judge.")
            yield Decision(said % {"table": table.number, "who": who}, game=table.game or "")


def _of_table(table: ShownTable) -> Iterator[Decision]:
    for seat in table.late:
        said = _("Table %(table)s: %(who)s has not sat down.")
        yield Decision(
            said % {"table": table.number, "who": seat.name},
            [("mark-absent", "entry", seat.entry, _("Is absent"))],
            table.number,
        )
    if table.status == "void":
        said = _("Table %(table)s has ended without a result: record its places, or play again.")
        acts = [("restart", "table", table.number, _("Play again"))]
        yield Decision(said % {"table": table.number}, acts, table.number)
