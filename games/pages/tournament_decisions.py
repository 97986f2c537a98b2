"""What a tournament's desk has to decide now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cards.selectors import current_release, is_stopped
from games.officials.calls import open_calls_for
from games.tournaments.rules.tournament_facts import Places
from games.tournaments.selectors import Night, ShownTable, places_by_cards


@dataclass(frozen=True, slots=True)
class Way:
    """An act that settles something: its label, and the fields of its form."""

    label: str
    act: str
    fields: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """Something to decide: in words, with the acts that settle it, and where to look."""

    text: str
    ways: tuple[Way, ...] = ()
    table: int = 0
    game: str = ""


def decisions(night: Night, tables: Sequence[ShownTable], player: str) -> Iterator[Decision]:
    """Yield what waits for the staff, the most urgent first; ``player`` is who looks."""
    if night.state.last is not None and night.state.last.stage == "running":
        yield from _calls(night, tables)
        for table in tables:
            yield from _of_table(table)
        yield from _unopened(night)
    if night.state.staff.get(player) == "head" and night.state.stage != "cancelled":
        yield from _changed(night)
    for number, one in enumerate(night.state.appeals, 1):
        if one.upheld is None:
            said = _("%(who)s appeals: “%(text)s”") % {
                "who": night.name(one.entry),
                "text": one.text,
            }
            if one.penalty and night.state.penalties[one.penalty - 1].by == player:
                other = _(
                    "Another head judge decides, as the ruling is yours. A link under “Staff” makes"
                    " one."
                )
                yield Decision(f"{said} {other}")
                continue
            yield Decision(
                said,
                (
                    Way(_("Uphold"), "decide-appeal", (("upheld-appeal", number),)),
                    Way(_("Reject"), "decide-appeal", (("rejected-appeal", number),)),
                ),
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


def _unopened(night: Night) -> Iterator[Decision]:
    if not night.unopened:
        return
    release = current_release(night.state.setup.variant)
    if release is None or is_stopped(release.edition):
        said = _(
            "Table %(table)s does not open: this server has stopped the game. It opens when the"
            " game is offered again; its places can be recorded by hand."
        )
    else:
        said = _(
            "Table %(table)s does not open, and is tried again every few seconds. Who runs the"
            " server finds why in its log; its places can be recorded by hand."
        )
    for number in night.unopened:
        yield Decision(said % {"table": number}, (), number)


def _changed(night: Night) -> Iterator[Decision]:
    for nth, number, places, played in night.changed():
        said = _("Round %(round)s, table %(table)s: a judge has changed the places in the game.")
        at = (("round", nth), ("table", number))
        ways = tuple(
            Way(label, "record", (*at, *(("places", one) for one in chosen)))
            for label, chosen in (
                (_("Record the new places"), places),
                (_("Leave the places as they are"), played),
            )
        )
        yield Decision(said % {"round": nth, "table": number}, ways)


def _of_table(table: ShownTable) -> Iterator[Decision]:
    for seat in table.late:
        said = _("Table %(table)s: %(who)s has not sat down.")
        yield Decision(
            said % {"table": table.number, "who": seat.name},
            (Way(_("Is absent"), "mark-absent", (("entry", seat.entry),)),),
            table.number,
        )
    if table.status == "void":
        said = _("Table %(table)s has ended without a result: record its places, or play again.")
        ways = [Way(_("Play again"), "restart", (("table", table.number),))]
        for label, places in _places_of_void(table):
            at = (("round", table.round), ("table", table.number))
            ways.append(Way(label, "record", (*at, *(("places", one) for one in places))))
        yield Decision(said % {"table": table.number}, tuple(ways), table.number)


def _places_of_void(table: ShownTable) -> Iterator[tuple[str, Places]]:
    """Yield what the places of a table without a result may be."""
    yield _("Share the places"), (1,) * len(table.seats)
    places = places_by_cards(table.game) if table.game else None
    if places is not None and len(places) == len(table.seats) and len(set(places)) > 1:
        yield _("Places by the cards, the last to leave first"), places
