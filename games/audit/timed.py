"""Whether the facts about clocks follow from the times of the rows.

This is computed from the rows alone, in every view, as docs/event-format.md says it, and not by
the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from games.audit.bundle import Event
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.judged_rows import time_of

Json = dict[str, Any]

ANSWERS: Final = frozenset(("play", "choose", "draw", "pass"))
"""The moves by which a seat answers a question."""

CALLS: Final = frozenset(("call-uno", "catch-uno"))

CLOCK_MOVES: Final = {"close-window": "clock", "stand": "clock", "expire": "expired-early"}
"""The moves of the clock, and what is wrong with them in a game without a clock or a window."""

CLOCK_FACTS: Final = frozenset(("clock-started", "clock-stopped", "clock-spent", "clock-changed"))
WINDOW_FACTS: Final = frozenset(("window-opened", "uno-held", "window-closed"))
TIMED_FACTS: Final = CLOCK_FACTS | WINDOW_FACTS


def timed(examined: Examined) -> Iterator[Finding]:
    """Yield a finding for each row whose clocks or windows contradict its time."""
    clocks: _Clocks | None = None
    if examined.start is None or examined.setup is None:
        return
    for event, kinds in zip(examined.bundle.events, examined.fact_kinds, strict=True):
        try:
            clocks = clocks or _Clocks(examined)
            code = clocks.follow(event) if clocks.are_used else _judge_untimed(event, kinds)
        except (AttributeError, LookupError, TypeError, ValueError):
            # The facts have another form; nothing after this row can be followed.
            yield Finding("clock", event.seq, event.seq)
            return
        if code:
            yield Finding(code, event.seq, event.seq)


def _judge_untimed(event: Event, kinds: frozenset[str]) -> str:
    """Return what is wrong with a row of a game without a clock or a window."""
    code = CLOCK_MOVES.get(event.move["move"], "")
    return code or ("" if TIMED_FACTS.isdisjoint(kinds) else "clock")


class _Clocks:
    """The clocks and the window of a game, row by row; times are in milliseconds."""

    def __init__(self, examined: Examined) -> None:
        setup = examined.setup
        options = {} if setup is None else setup.options
        terms, seats = options.get("clock"), 0 if setup is None else setup.seats
        self.has_clock = isinstance(terms, dict)
        terms = terms if isinstance(terms, dict) else {"seconds": 0, "bank": 0, "increment": 0}
        if not all(type(terms[name]) is int for name in ("seconds", "bank", "increment")):
            raise TypeError("terms of another form")
        self.seconds, self.bank = 1000 * terms["seconds"], 1000 * terms["bank"]
        self.increment = 1000 * terms["increment"]
        self.window = 1000 * (options.get("uno_window") or 0)
        self.are_used = self.has_clock or self.window != 0
        self.banks = [self.bank] * seats
        self.missed = [0] * seats
        self.asked: list[int] = []
        self.used: list[int] = []
        self.since: int | None = None
        self.until: int | None = None
        self.added = 0
        self.is_paused = False

    def follow(self, event: Event) -> str:
        """Go on by a row; return the code of what is wrong with it, "" if nothing is."""
        at, move = time_of(event.at), event.move
        code = self._judge(move, at)
        self.added = 0
        if self.since is not None:
            until = min(at, move["since"]) if move["move"] == "stand" else at
            self.added = max(0, until - self.since)
            self.used[-1] += self.added
        before = list(zip(self.asked, self.used, strict=True))
        kept = self._follow_questions(event, before)
        windows = self._windows(event, at)
        expected = [*windows, *self._clocks(before, kept, move, at)]
        recorded = [fact for fact in event.facts if fact["fact"] in TIMED_FACTS]
        is_last = [fact for fact in recorded if fact["fact"] in CLOCK_FACTS] == (
            event.facts[len(event.facts) - len(expected) + len(windows) :]
        )
        return code or ("" if recorded == expected and is_last else "clock")

    def _judge(self, move: Json, at: int) -> str:
        """Return what is wrong with the time of a move."""
        kind = move["move"]
        if kind == "close-window":
            if self.until is None:
                return "clock"
            return "" if at >= self.until else "expired-early"
        if kind == "stand":
            return "" if self.since is not None else "clock"
        if kind != "expire" and kind not in ANSWERS:
            return ""
        if self.until is not None:
            return "clock"
        has_run_out = False
        if self.since is not None:
            limit = self.seconds + self.banks[self.asked[-1]]
            has_run_out = self.used[-1] + at - self.since >= limit
        if kind == "expire":
            return "" if has_run_out else "expired-early"
        return "answered-late" if has_run_out else ""

    def _follow_questions(self, event: Event, before: list[tuple[int, int]]) -> int:
        """Open and close the questions of a row; return how many of the former are open."""
        kept = len(before)
        for fact in event.facts:
            kind = fact["fact"]
            if kind == "prompted":
                self.asked.append(fact["prompt"]["seat"])
            elif kind in ("answered", "withdrawn"):
                self.asked.pop()
            elif kind == "game-ended":
                self.asked.clear()
            elif kind in ("paused", "resumed"):
                self.is_paused = kind == "paused"
            kept = min(kept, len(self.asked))
        self.used = [used for _, used in before[:kept]] + [0] * (len(self.asked) - kept)
        return kept

    def _windows(self, event: Event, at: int) -> list[Json]:
        """Return the facts of a window that a row must have."""
        move, was_open, exposed = event.move, self.until is not None, set[int]()
        for fact in event.facts:
            if fact["fact"] == "uno-changed":
                is_exposed = fact["status"] == "exposed"
                (exposed.add if is_exposed else exposed.discard)(fact["seat"])
            elif fact["fact"] == "round-began":
                exposed.clear()
        facts: list[Json] = []
        if was_open and move["move"] in CALLS:
            target = move["target"] if move["move"] == "catch-uno" else move["seat"]
            facts.append({"fact": "uno-held", "seat": move["seat"], "target": target})
        if move["move"] == "close-window":
            facts.append({"fact": "window-closed"})
            self.until = None
        kinds = {fact["fact"] for fact in event.facts}
        if "game-ended" in kinds:
            self.until = None
        elif self.window and (exposed or ("resumed" in kinds and self.until is not None)):
            self.until = at + self.window
            facts.append({"fact": "window-opened", "until": self.until})
        return facts

    def _clocks(
        self, before: list[tuple[int, int]], kept: int, move: Json, at: int
    ) -> Iterator[Json]:
        """Yield the facts of clocks that a row must have, at its end."""
        if not self.has_clock:
            return
        if move["move"] == "adjust-clock":
            yield self._adjust(move)
        was_running = self.since is not None
        for under in range(len(before) - 1, kept - 1, -1):
            is_answered = under == len(before) - 1
            yield _plain(self._close(under, *before[under], move if is_answered else {"move": ""}))
        stands = self.is_paused or self.until is not None
        is_left = kept == len(before) > 0 and was_running
        is_same = is_left and len(self.asked) == kept
        if is_same and not stands and move["move"] != "stand":
            self.used[-1] -= self.added
            return
        self.since = None
        if is_left:
            seat, used = before[-1]
            yield _plain(
                {"fact": "clock-stopped", "seat": seat, "spent": used, "under": kept - 1}, "under"
            )
        if self.asked and not stands:
            self.since, under = at, len(self.asked) - 1
            top = {"seat": self.asked[-1], "since": at, "spent": self.used[-1], "under": under}
            yield _plain({"fact": "clock-started", **top}, "spent", "under")

    def _adjust(self, move: Json) -> Json:
        """Add seconds to a bank, or take them; return the fact that must say so."""
        seat, seconds = move["seat"], move["seconds"]
        if type(seconds) is not int or type(seat) is not int or seat < 0:
            raise TypeError("an adjustment of another form")
        self.banks[seat] = max(0, self.banks[seat] + 1000 * seconds)
        return {"fact": "clock-changed", "seat": seat, "bank": self.banks[seat]}

    def _close(self, under: int, seat: int, used: int, move: Json) -> Json:
        bank = max(0, self.banks[seat] - max(0, used - self.seconds))
        if move["move"] == "expire":
            self.missed[seat] += 1
        elif move["move"] in ANSWERS:
            self.missed[seat] = 0
            bank = max(bank, min(bank + self.increment, self.bank))
        self.banks[seat] = bank
        left = {"bank": bank, "missed": self.missed[seat], "under": under}
        return {"fact": "clock-spent", "seat": seat, "spent": used, **left}


def _plain(fact: Json, *optional: str) -> Json:
    """Return a fact as rows have it: without members that have their default."""
    names = optional or ("missed", "under")
    return {name: value for name, value in fact.items() if value or name not in names}
