"""The second question: do the rules give what is on record?

Each move is decided again from the state that the rows before it fold to, with the shuffles and
lots on record. Then the facts on record are folded, whatever was found, and the next move follows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec

from cards.language import decode_edition
from games.audit.bundle import FULL, Bundle, Refused, written
from games.audit.findings import Answer, Finding, answer
from games.audit.rows import Judged, Recorded, Start, read_row
from games.audit.sealed import is_committed
from games.engine import (
    ACTS,
    Chance,
    Correct,
    Decision,
    IllegalMove,
    Move,
    Ruleset,
    Ruling,
    Setup,
    State,
    Void,
    compile_ruleset,
    decide,
    fold,
    new_game,
)
from games.engine.rulebook import RULES_VERSION
from games.ledger.rows import Actor, fingerprint_of

IMPOSSIBLE = Exception
"""What deciding or folding may raise when altered rows fit no state: anything."""


def lawful(bundle: Bundle) -> Answer:
    """Whether each move was legal and had the facts and rulings that the rules give."""
    if bundle.view != FULL:
        return Answer("unanswered", "own_view")
    try:
        ruleset = _ruleset(written(bundle.edition), _without_commitment(bundle.setup))
    except IMPOSSIBLE:
        return answer([Finding("unplayable")])
    trial = _Trial(bundle, ruleset)
    return answer(list(trial.findings()))


def _without_commitment(setup: dict[str, Any]) -> bytes:
    """What of a setup the rules look at."""
    return written(setup | {"commitment": "", "algorithm": ""})


@lru_cache(maxsize=64)
def _ruleset(edition: bytes, setup: bytes) -> Ruleset:
    return compile_ruleset(decode_edition(edition), msgspec.json.decode(setup, type=Setup))


@dataclass(slots=True)
class _Trial:
    """Judging the rows of a game one after the other."""

    bundle: Bundle
    ruleset: Ruleset
    state: State = field(default_factory=State)
    decided: State | None = None
    version: str = RULES_VERSION
    refused: dict[int, list[Refused]] = field(default_factory=dict)

    def findings(self) -> Iterator[Finding]:
        """What the rules say about each row, and about the moves refused after it."""
        for one in self.bundle.refusals:
            self.refused.setdefault(one.seq, []).append(one)
        seq = 0
        for seq, event in enumerate(self.bundle.events, 1):
            row = read_row(event)
            if row is None or row.seq != seq:
                yield self._unreadable(event, seq, is_read=row is not None)
                return
            yield from self._judge(row)
            try:
                # The same facts fold to the state that was decided: nothing else changes one.
                self.state = self.decided or fold(self.state, row.facts)
            except IMPOSSIBLE:
                yield Finding("unfoldable", seq, seq)
                return
            yield from self._after(row)
        for late in sorted(number for number in self.refused if number > seq):
            yield Finding("refusal-unplaced", late, late)

    def _unreadable(self, event: dict[str, Any], seq: int, *, is_read: bool) -> Finding:
        """Why no row from this one on can be judged."""
        version = event.get("rules_version")
        is_old = isinstance(version, str) and version != self.version
        if is_read:
            return Finding("unjudged", seq, len(self.bundle.events))
        return Finding("unreadable", seq, seq, note=is_old)

    # ---- one row

    def _judge(self, row: Judged) -> Iterator[Finding]:
        is_old = row.rules_version != self.version
        found = list(self._differences(row))
        if found and is_old:
            yield Finding("ruled-differently", row.seq, row.seq, found[0].rule, note=True)
            return
        yield from found

    def _differences(self, row: Judged) -> Iterator[Finding]:
        seq, self.decided = row.seq, None
        if isinstance(row.move, Start) != (seq == 1) or row.seat != _mover(row.move):
            yield Finding("seat", seq, seq)
            return
        if not _may_make(row.actor, row.move):
            yield Finding("actor", seq, seq, path="/actor")
            return
        try:
            decision = self._decided(row)
        except IllegalMove as refused:
            yield Finding("illegal", seq, seq, refused.rule)
            return
        except IMPOSSIBLE:
            yield Finding("undecidable", seq, seq)
            return
        if decision.facts == row.facts:
            self.decided = decision.state
        else:
            at = _first_difference(decision.facts, row.facts)
            rule = _rule_at(decision.rulings or row.rulings, at)
            yield Finding("facts", seq, seq, rule, f"/facts/{at}")
        if decision.rulings != row.rulings:
            at = _first_difference(decision.rulings, row.rulings)
            rulings = decision.rulings if at < len(decision.rulings) else row.rulings
            yield Finding("rulings", seq, seq, rulings[at].rule, f"/rulings/{at}")

    def _decided(self, row: Judged) -> Decision:
        chance = self._chance(row)
        if isinstance(row.move, Start):
            setup = msgspec.convert(self.bundle.setup, Setup)
            return new_game(self.ruleset, setup, chance)
        return decide(self.ruleset, self.state, row.move, chance)

    def _chance(self, row: Judged) -> Chance:
        """The luck on record; that of the seed where a move without end left none on record."""
        is_endless = any(ruling.rule == "common.endless" for ruling in row.rulings)
        if is_endless and self.bundle.secret is not None and is_committed(self.bundle):
            return Chance(self.bundle.secret)
        return Recorded(row.facts)

    def _after(self, row: Judged) -> Iterator[Finding]:
        """The state on record, and the moves refused in it."""
        is_old = row.rules_version != self.version
        if fingerprint_of(self.state) != row.fingerprint:
            yield Finding("state", row.seq, row.seq, note=is_old)
        for refused in self.refused.get(row.seq, ()):
            code = self._wrongly_refused(refused)
            if code:
                yield Finding(code, row.seq, row.seq, refused.rule, note=is_old)

    # ---- refused moves

    def _wrongly_refused(self, refused: Refused) -> str:
        """The code of what is wrong with a refusal, "" if nothing is."""
        if not is_committed(self.bundle) or self.bundle.secret is None:
            return ""
        chance, state = Chance(self.bundle.secret), self.state
        try:
            for undone in refused.before:
                state = decide(self.ruleset, state, msgspec.convert(undone, Move), chance).state
            move = msgspec.convert(refused.move, Move)
            decide(self.ruleset, state, move, chance)
        except IllegalMove as why:
            given = (why.rule, why.code, why.params, refused.seat)
            kept = (refused.rule, refused.code, refused.params, move.seat)
            return "" if given == kept else "refused-otherwise"
        except IMPOSSIBLE:
            return "refused-otherwise"
        return "refused-though-legal"


def _mover(move: Move | Start) -> int | None:
    return None if isinstance(move, Start | Void | Correct) else move.seat


def _may_make(actor: Actor, move: Move | Start) -> bool:
    """Whether a move is one of such an actor: an organiser acts, with a reason, and never plays.

    A bot that failed has a reason too.
    """
    is_organiser = actor.kind == "organiser"
    has_reason = bool(actor.reason) or not is_organiser
    return has_reason and is_organiser == isinstance(move, ACTS)


def _first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    """The first place where two sequences differ."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))


def _rule_at(rulings: Sequence[Ruling], at: int) -> str:
    """The rule behind the fact at an index: the last one cited up to there."""
    cited = [ruling.rule for ruling in rulings if ruling.at <= at]
    return cited[-1] if cited else ""
