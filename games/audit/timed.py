"""Whether the facts about clocks follow from the times of the rows.

This is computed from the rows alone, in every view, as docs/event-format.md says it, and not by
the engine.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import Any, Final

from games.audit.bundle import Event, encode_part
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
MAX_SECONDS: Final = 1_000_000
"""The most seconds of a clock, of a window, or that an organiser adds or takes."""

MISSED_BY_ALL: Final = 3
"""How many questions in a row each seat lets run out before a game that none leaves is void."""

TIMED_FACTS: Final = CLOCK_FACTS | WINDOW_FACTS | {"time-shifted"}

CLOSING: Final = frozenset(("window-closed", "game-ended"))
"""The facts that close a window."""


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
        self.seconds, self.bank = _time_in(terms["seconds"]), _time_in(terms["bank"])
        self.increment = _time_in(terms["increment"])
        window, timeouts_out = options.get("uno_window"), options.get("timeouts_out")
        self.window = 0 if window is None else _time_in(window)
        self.timeouts_out = 0 if timeouts_out is None else _natural(timeouts_out)
        self.are_used = self.has_clock or self.window != 0
        self.banks = [self.bank] * seats
        self.missed = [0] * seats
        self.unanswered: list[int] = []
        self.seats_in = set(range(seats))
        self.due: list[int] = []
        self.asked: list[int] = []
        self.used: list[int] = []
        self.since: int | None = None
        self.until: int | None = None
        self.added = 0
        self.ahead = 0
        self.is_paused = False
        self.exposed: set[int] = set()
        self.calls: set[int] | None = None
        """The seats whose calls the rows directly before held; None if these held nothing."""

    def follow(self, event: Event) -> str:
        """Go on by a row; return the code of what is wrong with it, "" if nothing is."""
        at, move = time_of(event.at), event.move
        code = self._judge(move, at) or self._judge_held(event)
        self.added = 0
        if self.since is not None:
            until = min(at, move["since"]) if move["move"] == "stand" else at
            self.added = max(0, until - self.since)
            self.used[-1] += self.added
        before = list(zip(self.asked, self.used, strict=True))
        kept = self._follow_questions(event, before)
        others = [*self._shift(move), *self._windows(event, at)]
        expected = [*others, *self._clocks(before, kept, move, at)]
        recorded = [fact for fact in event.facts if fact["fact"] in TIMED_FACTS]
        is_last = [fact for fact in recorded if fact["fact"] in CLOCK_FACTS] == (
            event.facts[len(event.facts) - len(expected) + len(others) :]
        )
        # As text, because true equals 1 in Python.
        are_expected = encode_part(recorded) == encode_part(expected)
        is_right = self._is_out_right(event) and are_expected and is_last
        return code or ("" if is_right else "clock")

    def _is_out_right(self, event: Event) -> bool:
        """Whether the clock puts out whom it must, and voids a game that no seat answers."""
        last, put_out, is_right = "", list[int](), True
        for fact in event.facts:
            if fact["fact"] == "seat-out":
                last = fact["why"]
                self.seats_in.discard(_natural(fact["seat"]))
                put_out += [fact["seat"]] if last == "timeouts" else []
            elif fact["fact"] == "game-ended" and last == "timeouts" and len(self.seats_in) == 1:
                (left,) = self.seats_in
                is_right = fact["why"] == ("void" if self.missed[left] else "last")
        if self._is_left_by_all(event):
            is_right = any(
                fact["fact"] == "game-ended" and fact["why"] == "void" for fact in event.facts
            )
        return is_right and put_out == self.due

    def _is_left_by_all(self, event: Event) -> bool:
        """Whether all seats have let so many questions run out that the game must be void."""
        missed = [self.missed[seat] for seat in self.seats_in]
        is_expire = event.move["move"] == "expire"
        return is_expire and not self.timeouts_out and min(missed, default=0) >= MISSED_BY_ALL

    def _judge(self, move: Json, at: int) -> str:
        """Return what is wrong with the time of a move."""
        kind = move["move"]
        if kind == "close-window":
            if self.until is None:
                return "clock"
            return "" if at >= self.until else "expired-early"
        if kind == "stand":
            is_shifted = _ahead_after(move) != self.ahead
            return "" if is_shifted or self.since is not None else "clock"
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

    def _judge_held(self, event: Event) -> str:
        """Return what is wrong with what was held, or with a call that was not."""
        facts, before, self.calls = event.facts, self.calls, None
        kinds = {fact["fact"] for fact in facts}
        if "uno-held" in kinds:
            self.calls = (before or set()) | _calls_in(facts)
        elif before is not None and kinds.isdisjoint(CLOSING):
            return "clock"
        if event.move["move"] != "close-window":
            return ""
        changed = takewhile(lambda fact: fact["fact"] == "uno-changed", facts[1:])
        called = [_natural(fact["seat"]) for fact in changed if fact["status"] == "called"]
        return "" if (before or set()).issuperset(called) else "clock"

    def _follow_questions(self, event: Event, before: list[tuple[int, int]]) -> int:
        """Open and close the questions of a row; return how many of the former are open."""
        kept = len(before)
        for fact in event.facts:
            kind = fact["fact"]
            if kind == "prompted":
                self.asked.append(_natural(fact["prompt"]["seat"]))
            elif kind in ("answered", "withdrawn"):
                self.asked.pop()
            elif kind == "game-ended":
                self.asked.clear()
            elif kind in ("paused", "resumed"):
                self.is_paused = kind == "paused"
            kept = min(kept, len(self.asked))
        self.used = [used for _, used in before[:kept]] + [0] * (len(self.asked) - kept)
        return kept

    def _shift(self, move: Json) -> Iterator[Json]:
        """Yield the fact that the times are shifted, if the move shifts them."""
        if move["move"] == "stand" and (ahead := _ahead_after(move)) != self.ahead:
            self.ahead = ahead
            yield {"fact": "time-shifted", "ahead": ahead}

    def _windows(self, event: Event, at: int) -> list[Json]:
        """Return the facts of a window that a row must have."""
        move, is_new = event.move, self._follow_hands(event)
        facts: list[Json] = []
        if self.until is not None and move["move"] in CALLS:
            target = move["target"] if move["move"] == "catch-uno" else move["seat"]
            facts.append({"fact": "uno-held", "seat": move["seat"], "target": target})
        kinds = {fact["fact"] for fact in event.facts}
        has_ended = "game-ended" in kinds
        is_empty = self.until is not None and not self.exposed and not has_ended
        if move["move"] == "close-window" or is_empty:
            facts.append({"fact": "window-closed"})
            self.until = None
        if has_ended:
            self.until = None
        elif self.window and (is_new or ("resumed" in kinds and self.until is not None)):
            self.until = at + self.window
            facts.append({"fact": "window-opened", "until": self.until})
        return facts

    def _follow_hands(self, event: Event) -> bool:
        """Follow which seats are exposed; return whether the row exposes one."""
        new = set[int]()
        for fact in event.facts:
            if fact["fact"] == "uno-changed":
                is_exposed, seat = fact["status"] == "exposed", _natural(fact["seat"])
                (new.add if is_exposed else new.discard)(seat)
                (self.exposed.add if is_exposed else self.exposed.discard)(seat)
            elif fact["fact"] == "round-began":
                new.clear()
                self.exposed.clear()
        return bool(new)

    def _clocks(
        self, before: list[tuple[int, int]], kept: int, move: Json, at: int
    ) -> Iterator[Json]:
        """Yield the facts of clocks that a row must have, at its end."""
        self.due = []
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
        if type(seconds) is not int or abs(seconds) > MAX_SECONDS:
            raise TypeError("an adjustment of another form")
        self.banks[_natural(seat)] = max(0, self.banks[seat] + 1000 * seconds)
        return {"fact": "clock-changed", "seat": seat, "bank": self.banks[seat]}

    def _close(self, under: int, seat: int, used: int, move: Json) -> Json:
        bank = max(0, self.banks[seat] - max(0, used - self.seconds))
        if move["move"] == "expire":
            self.missed[seat] += 1
            if self.missed[seat] == 1:
                self.unanswered.append(seat)
            self.due = [seat] if self.missed[seat] == self.timeouts_out else []
        elif move["move"] in ANSWERS:
            self.missed[seat] = 0
            self.unanswered.clear()
            bank = max(bank, min(bank + self.increment, self.bank))
        self.banks[seat] = bank
        left = {"bank": bank, "missed": self.missed[seat], "under": under}
        spent = {"fact": "clock-spent", "seat": seat, "spent": used, **left}
        return spent | {"unanswered": [*self.unanswered]}


def _calls_in(facts: list[Json]) -> set[int]:
    """Return the seats whose calls of UNO are held by these facts."""
    held = [fact for fact in facts if fact["fact"] == "uno-held"]
    pairs = [(_natural(fact["seat"]), _natural(fact["target"])) for fact in held]
    return {seat for seat, target in pairs if seat == target}


def _natural(value: Any) -> int:
    """Return a number from 0 in a fact or an option; TypeError for anything else."""
    if type(value) is not int or value < 0:
        raise TypeError("no number from 0")
    return value


def _time_in(seconds: Any) -> int:
    """Return seconds of an option in milliseconds; TypeError for any others."""
    if _natural(seconds) > MAX_SECONDS:
        raise TypeError("too many seconds")
    return 1000 * int(seconds)


def _ahead_after(move: Json) -> int:
    """Return by how much the times of a game are ahead after a move `stand`."""
    ahead = move.get("ahead", 0)
    if type(ahead) is not int or ahead < 0 or type(move["since"]) is not int:
        raise TypeError("a time of another form")
    return ahead


def _plain(fact: Json, *optional: str) -> Json:
    """Return a fact as rows have it: without members that have their default."""
    names = optional or ("missed", "under", "unanswered")
    return {name: value for name, value in fact.items() if value or name not in names}
