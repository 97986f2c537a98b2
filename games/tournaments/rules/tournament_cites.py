"""The rules that an act and its facts apply."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.tournament_facts import Fact

RULES: Final[dict[type[Any], tuple[str, ...]]] = {
    facts.Created: ("tournament.format", "tournament.lot"),
    facts.StaffNamed: ("tournament.staff",),
    facts.Entered: ("tournament.entry",),
    facts.ClaimIssued: ("tournament.claim",),
    facts.Seeded: ("tournament.pairing.first",),
    facts.CheckedIn: ("tournament.entry",),
    facts.Dropped: ("tournament.drop",),
    facts.Returned: ("tournament.drop",),
    facts.EntriesClosed: ("tournament.entry",),
    facts.RoundPaired: ("tournament.round", "tournament.sizes", "tournament.seats"),
    facts.TableChanged: ("tournament.repair",),
    facts.Absent: ("tournament.no-show",),
    facts.TableRestarted: ("tournament.repair",),
    facts.RoundPublished: ("tournament.round",),
    facts.RoundStarted: ("tournament.round",),
    facts.RoundPaused: ("tournament.round.clock",),
    facts.RoundResumed: ("tournament.round.clock",),
    facts.TimeAdded: ("tournament.round.clock",),
    facts.TableOpened: ("tournament.round",),
    facts.TableEnded: ("tournament.result",),
    facts.TableVoid: ("tournament.void",),
    facts.RoundClosed: ("tournament.points", "tournament.points.exact", "tournament.tiebreak"),
    facts.PenaltyGiven: ("tournament.penalty",),
    facts.Appealed: ("tournament.appeal",),
    facts.AppealDecided: ("tournament.appeal",),
    facts.Announced: ("tournament.announce",),
    facts.Cut: ("tournament.cut",),
    facts.Finished: ("tournament.end",),
    facts.Cancelled: ("tournament.end",),
}
"""The rules that each kind of fact always applies."""


def cites_of(happened: Iterable[Fact]) -> tuple[str, ...]:
    """Return the ids of the rules that some facts apply, each once, in their order."""
    return tuple(dict.fromkeys(rule for fact in happened for rule in _rules_of(fact)))


def _rules_of(fact: Fact) -> Iterable[str]:
    yield from RULES[type(fact)]
    match fact:
        case facts.RoundPaired():
            if fact.lot:
                yield "tournament.pairing.first" if fact.round == 1 else "tournament.pairing"
                yield "tournament.lot"
            if fact.byes:
                yield "tournament.bye"
            if any(0 in seats for seats in fact.tables):
                yield "tournament.bots"
        case facts.TableEnded():
            if fact.how == "time":
                yield "tournament.time"
            if fact.played is not None:
                yield "tournament.penalty"
