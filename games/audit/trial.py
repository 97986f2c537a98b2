"""The trial of a game's rows by the rules.

Each move is decided again from the state after the rows before it, with the recorded shuffles and
lots. Then the recorded facts are folded, whatever the findings, and the next move follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from games.audit.bundle import BundledRefusal, Event
from games.audit.event_parts import own_refusals
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.judged_rows import IMPOSSIBLE, Judged, Recorded, read_row, time_of
from games.engine import (
    Chance,
    Decision,
    Foreseen,
    IllegalMove,
    Move,
    Ruleset,
    Ruling,
    Setup,
    State,
    fold,
    foresee,
    new_game,
    void_start,
)
from games.ledger.rows import PlayerSeat, Start


class RowTrial:
    """Checks the rows of a game one after the other.

    ``decide`` is the engine's function of this name.
    """

    def __init__(
        self,
        examined: Examined,
        start: Start,
        setup: Setup,
        ruleset: Ruleset,
        decide: Callable[..., Decision],
    ) -> None:
        self.examined = examined
        self.start = start
        self.setup = setup
        self.ruleset = ruleset
        self.decide = decide
        self.state = State()
        self.decided: State | None = None
        self.foreseen: Foreseen | None = None
        self.signed_at = 0
        self.is_altered = False

    def findings(self) -> Iterator[Finding]:
        """Yield the findings about each row and about the moves refused after it.

        An error that no altered row explains is raised.
        """
        for finding in self._of_rows():
            self.is_altered = True
            yield finding

    def _of_rows(self) -> Iterator[Finding]:
        for seq, event in enumerate(self.examined.bundle.events, 1):
            row = read_row(event)
            if row is None or row.seq != seq:
                yield Finding("unreadable", seq, len(self.examined.bundle.events))
                return
            yield from self._differences(row)
            if row.move is not None and not self._is_foreseen(row.move, event):
                yield Finding("unforeseen", seq, seq, path="/signed")
            try:
                # The same facts fold to the state that was decided: nothing else changes one.
                self.state = self.decided or fold(self.state, row.facts)
            except Exception as error:
                self._raise_own(error)
                yield Finding("unfoldable", seq, seq)
                return
            for refused in own_refusals(self.examined.refusals, seq):
                code = self._wrongly_refused(refused)
                if code:
                    yield Finding(code, seq, seq, refused.rule, "/refused")
        self.examined.end_state = self.state

    def _raise_own(self, error: Exception) -> None:
        """Raise an error that is the verifier's own: see ``IMPOSSIBLE``."""
        is_own = not isinstance(error, IMPOSSIBLE) and not self.is_altered
        if is_own or isinstance(error, MemoryError):
            raise error

    # ---- one row

    def _differences(self, row: Judged) -> list[Finding]:
        seq, self.decided = row.seq, None
        if (row.move is None) != (seq == 1) or row.seat != _mover(row.move):
            return [Finding("seat", seq, seq)]
        try:
            decision = self._decided(row)
        except IllegalMove as refused:
            return [Finding("illegal", seq, seq, refused.rule)]
        except Exception as error:
            self._raise_own(error)
            return [Finding("undecidable", seq, seq)]
        findings = []
        if decision.facts == row.facts:
            self.decided = decision.state
        else:
            at = _first_difference(decision.facts, row.facts)
            rule = _rule_at(decision.rulings or row.rulings, at)
            findings.append(Finding("facts", seq, seq, rule, f"/facts/{at}"))
        if decision.rulings != row.rulings:
            at = _first_difference(decision.rulings, row.rulings)
            rulings = decision.rulings if at < len(decision.rulings) else row.rulings
            findings.append(Finding("rulings", seq, seq, rulings[at].rule, f"/rulings/{at}"))
        return findings

    def _decided(self, row: Judged) -> Decision:
        chance = self._chance(row)
        if row.move is not None:
            return self.decide(self.ruleset, self.state, row.move, chance, at=row.at)
        if missing := self._unshared():
            return void_start(self.setup, missing)
        return new_game(self.ruleset, self.setup, chance, at=row.at)

    def _unshared(self) -> list[int]:
        """Return the seats whose players did not open their shares."""
        chance = self.start.chance
        if chance.mode != "shared":
            return []
        by_seat = enumerate(zip(self.start.seats, chance.shares, strict=False))
        return [at for at, (seat, share) in by_seat if isinstance(seat, PlayerSeat) and not share]

    def _chance(self, row: Judged) -> Chance:
        """Return the recorded chance, or the seed's for a move without end."""
        is_endless = "common.endless" in [ruling.rule for ruling in row.rulings]
        if is_endless and self.examined.seed is not None:
            return Chance(self.examined.seed)
        return Recorded(row.facts)

    # ---- signed choices

    def _is_foreseen(self, move: Move, event: Event) -> bool:
        """Whether a row uses a signed choice if, and only if, its card asks for it."""
        signed = event.signed or {}
        due = self.foreseen.answer(self.state) if self.foreseen else None
        if due is not None and "signature" not in signed:
            choice = {"by": self.signed_at, "choice": [due.kind, due.nth]}
            return due.move == move and signed == choice
        self.foreseen, self.signed_at = _foreseen(self.state, move, signed), event.seq
        return due is None and "by" not in signed

    # ---- refused moves

    def _wrongly_refused(self, refused: BundledRefusal) -> str:
        """Return the code of the error of a refusal, "" if there is none."""
        if self.examined.seed is None or isinstance(refused.move, str):
            # The moves undone before it need the seed; of a long move only a part is stored.
            return ""
        chance, state, foreseen = Chance(self.examined.seed), self.state, None
        try:
            at = time_of(refused.at)
            move, *others = (msgspec.convert(one, Move) for one in (*refused.before, refused.move))
            foreseen = _foreseen(state, move, refused.signed or {})
            for following in others:
                state = self.decide(self.ruleset, state, move, chance, at=at).state
                due = foreseen.answer(state) if foreseen else None
                if foreseen and (due is None or due.move != following):
                    return "unforeseen"
                move = following
            self.decide(self.ruleset, state, move, chance, at=at)
        except IllegalMove as why:
            given = (why.rule, why.code, why.params, refused.seat)
            recorded = (refused.rule, refused.code, refused.params, move.seat)
            return "" if given == recorded else "refused-otherwise"
        except Exception as error:
            self._raise_own(error)
            return "refused-otherwise"
        return "refused-though-legal"


def _foreseen(state: State, move: Move, signed: dict[str, Any]) -> Foreseen | None:
    """Return the answers that were signed with a move; None without a signature."""
    choices = signed.get("choices") if "signature" in signed else None
    return foresee(state, move, choices) if isinstance(choices, dict) else None


def _mover(move: Move | None) -> int | None:
    return None if move is None else move.seat


def _first_difference(one: Sequence[object], other: Sequence[object]) -> int:
    """Return the first index at which two sequences differ."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))


def _rule_at(rulings: Sequence[Ruling], at: int) -> str:
    """Return the rule of the fact at an index: the last one cited up to it."""
    cited = [ruling.rule for ruling in rulings if ruling.at <= at]
    return cited[-1] if cited else ""
