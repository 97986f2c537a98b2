"""What happened in a tournament, in one sentence a fact."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Final

from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import base_part
from games.tournaments.rules.tournament_facts import Fact
from games.tournaments.rules.tournament_state import State, evolve
from games.wording.language import Language, Texts
from games.wording.tournament_rules import rule_title

TEXTS: Final = Texts(
    "games.wording/tournaments",
    "tournament",
    {
        "created": "The tournament is made.",
        "staff_head": "{who} is head judge.",
        "staff_floor": "{who} is floor judge.",
        "staff_score": "{who} is scorekeeper.",
        "staff_none": "{who} has no role any more.",
        "entered": "{who} is entered.",
        "claim-issued": "{who} has a new code; the one before does not count any more.",
        "seeded": "{who} has the seed number {number}.",
        "unseeded": "{who} has no seed number any more.",
        "checked-in": "{who} is there.",
        "dropped_own": "{who} leaves the tournament.",
        "dropped_staff": "{who} is taken out of the tournament.",
        "dropped_absent": "{who} was absent twice and is out of the tournament.",
        "dropped_disqualified": "{who} is disqualified.",
        "returned": "{who} plays on.",
        "entries-closed": "The check-in is over. Players who are there: {count}.",
        "round-paired": "Round {round} is paired; number of tables: {tables}.",
        "bye": "{who} has a bye in round {round}.",
        "table-changed": "Table {table} of round {round} has now: {whom}.",
        "absent": "{who} is absent in round {round} and gets no points for it.",
        "table-restarted": "Table {table} of round {round} is played again from its first card.",
        "round-published": "The tables of round {round} are public.",
        "round-started": "Round {round} starts: its tables open.",
        "round-paused": "Round {round} is paused, at all tables.",
        "round-resumed": "Round {round} goes on.",
        "time-added": "Round {round} has {minutes} minutes more.",
        "table-opened": "Table {table} of round {round} is open.",
        "ended_game": "Table {table} of round {round} has ended: {order}.",
        "ended_time": "The time is over at table {table} of round {round}: {order}.",
        "ended_hand": "The result of table {table} of round {round} is recorded: {order}.",
        "table-void": "Table {table} of round {round} has ended without a result.",
        "round-closed": "Round {round} is closed.",
        "penalty_warning": "{who} has a warning ({rule}).",
        "penalty_points": "{who} loses points: {points} ({rule}).",
        "penalty_loss": "{who} has a game loss in round {round} ({rule}).",
        "penalty_out": "{who} is disqualified ({rule}).",
        "appealed": "{who} appeals: “{text}”",
        "appeal_upheld": "Appeal {appeal} is upheld.",
        "appeal_rejected": "Appeal {appeal} is rejected.",
        "announced": "Announcement: “{text}”",
        "announced_table": "Announcement to table {table}: “{text}”",
        "cut": "Who plays on, best seed first: {whom}.",
        "finished": "The tournament is over; its standings are final.",
        "cancelled": "The tournament is cancelled.",
        "bot": "a bot",
        "place": "{place}. {who}",
        "tiebreak_firsts": "Points of first places",
        "tiebreak_opponents": "Mean points of opponents",
        "tiebreak_place": "Mean place",
        "tiebreak_direct": "Meetings won less lost",
        "tiebreak_lot": "Lot",
    },
)

Name = Callable[[int], str]
"""Returns how an entry is called."""


def sentences_of(
    state: State | None,
    happened: Iterable[Fact],
    language: Language,
    name: Name,
    staff: Callable[[str], str],
) -> list[str]:
    """Return what some facts say that follow a state.

    ``staff`` returns how the player of a role is called.
    """
    found = []
    for fact in happened:
        state = evolve(state, [fact])
        found += _Sentences(language, name, staff, state).of(fact)
    return found


def tiebreak_name(tiebreak: str, language: Language) -> str:
    """Return how a tie-break is called."""
    return TEXTS.say(f"tiebreak_{tiebreak}", language)


class _Sentences:
    def __init__(
        self, language: Language, name: Name, staff: Callable[[str], str], after: State
    ) -> None:
        self._language, self._name, self._staff, self._after = language, name, staff, after

    def say(self, key: str, **params: object) -> str:
        return TEXTS.say(key, self._language, **params)

    def name(self, entry: int) -> str:
        return self._name(entry) if entry else self.say("bot")

    def whom(self, entries: Iterable[int]) -> str:
        return ", ".join(map(self.name, entries))

    def of(self, fact: Fact) -> list[str]:
        """Return the sentences of one fact."""
        match fact:
            case facts.StaffNamed():
                return [self.say(f"staff_{fact.role or 'none'}", who=self._staff(fact.player))]
            case facts.ClaimIssued():
                return [self.say("claim-issued", who=self.name(fact.entry))]
            case facts.Seeded():
                key = "seeded" if fact.number else "unseeded"
                return [self.say(key, who=self.name(fact.entry), number=fact.number)]
            case facts.Dropped():
                return [self.say(f"dropped_{fact.why}", who=self.name(fact.entry))]
            case facts.EntriesClosed():
                return [self.say("entries-closed", count=len(self._after.field))]
            case facts.RoundPaired():
                byes = [self.say("bye", who=self.name(one), round=fact.round) for one in fact.byes]
                return [self.say("round-paired", round=fact.round, tables=len(fact.tables)), *byes]
            case facts.TableChanged():
                whom = self.whom(fact.seats)
                return [self.say("table-changed", round=fact.round, table=fact.table, whom=whom)]
            case facts.TimeAdded():
                return [self.say("time-added", round=fact.round, minutes=fact.seconds // 60)]
            case facts.TableEnded():
                return [self._ended(fact)]
            case facts.PenaltyGiven():
                return [self._penalty(fact)]
            case facts.Appealed():
                return [self.say("appealed", who=self.name(fact.entry), text=fact.text)]
            case facts.AppealDecided():
                key = "appeal_upheld" if fact.upheld else "appeal_rejected"
                return [self.say(key, appeal=fact.appeal)]
            case facts.Announced():
                key = "announced_table" if fact.table else "announced"
                return [self.say(key, table=fact.table, text=fact.text)]
            case facts.Cut():
                return [self.say("cut", whom=self.whom(fact.entries))]
        return [self._plain(fact)]

    def _plain(self, fact: Fact) -> str:
        """Return the sentence of a fact that needs no more than its members."""
        members = {one: getattr(fact, one) for one in fact.__struct_fields__}
        entry = members.pop("entry", 0)
        params = members | ({"who": self.name(entry)} if entry else {})
        wanted = {name: params[name] for name in ("who", "round", "table") if name in params}
        return self.say(str(fact.__struct_config__.tag), **wanted)

    def _ended(self, fact: facts.TableEnded) -> str:
        seats = self._after.rounds[fact.round - 1].tables[fact.table - 1].seats
        ranked = sorted(zip(fact.places, seats, strict=True), key=lambda one: one[0])
        order = ", ".join(
            self.say("place", place=place, who=self.name(entry)) for place, entry in ranked
        )
        return self.say(f"ended_{fact.how}", round=fact.round, table=fact.table, order=order)

    def _penalty(self, fact: facts.PenaltyGiven) -> str:
        who = self.name(fact.entry)
        rule = rule_title(fact.rule, self._language)
        points = Fraction(fact.points, base_part(self._after.setup))
        named = {"who": who, "rule": rule, "round": fact.round, "points": points}
        return self.say(f"penalty_{fact.penalty}", **named)
