"""The sixth question: did the bots choose as they are programmed?

The bots are given by the caller: ``python -m games.audit --choices`` loads those of this release.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol

from games.audit.bundle import BotActor, Event
from games.audit.examined import Examined
from games.audit.findings import Answer, Finding, answer
from games.audit.judged_rows import IMPOSSIBLE, Judged, are_known, read_row, rules_of
from games.engine import (
    CallUno,
    CatchUno,
    Move,
    Ruleset,
    State,
    View,
    Window,
    fold,
    low_on_time_at,
    observe,
    open_moves,
)
from games.ledger.bot_seeds import seed_of_choice
from games.ledger.rows import BotSeat, Start

CHOOSER: Final = "bots.choosing:choose_again"
"""Where the bots of this release are; loaded by this name, as games imports no bots."""


class Choice(NamedTuple):
    """The move of a bot; ``fallback`` and ``reason`` as in the actor of its row."""

    move: Move
    fallback: bool
    reason: str


class Chooser(Protocol):
    """Recomputes the choices of bots."""

    def __call__(
        self,
        *,
        name: str,
        version: str,
        ruleset: Ruleset,
        view: View,
        seed: bytes,
        budget: int,
        is_quick: bool,
    ) -> Choice | None:
        """Return what a bot of a version chooses; None for an unknown bot or version.

        ``is_quick``: it had no time left to think.
        """
        ...


def choices(examined: Examined, chooser: Chooser | None) -> Answer:
    """Judge whether each bot made its own choice; without ``chooser`` not asked."""
    if not examined.is_full:
        return Answer("unanswered", "own_view")
    if chooser is None:
        return Answer("unanswered", "not_asked")
    events, start = examined.bundle.events, examined.start
    if start is None:
        return Answer("unanswered", "no_start")
    if not any(isinstance(event.actor, BotActor) for event in events):
        return Answer("unanswered", "no_bots")
    if not are_known(start, events):
        return Answer("not_judged", "unknown_rules")
    rules = rules_of(examined)
    if examined.seed is None or rules is None:
        return Answer("unanswered", "unknown_views")
    ruleset, _ = rules
    again = _Again(examined, start, examined.seed, ruleset, chooser)
    findings = list(again.findings())
    if findings:
        return answer(findings)
    if again.is_unknown:
        return Answer("not_judged", "unknown_bot")
    return Answer("unanswered", "unknown_views") if again.is_lost else answer([])


@dataclass(slots=True)
class _Again:
    """Recomputes the choices of a game, in their order.

    ``is_unknown``: a bot is unknown here; ``is_lost``: the rows could not be followed to the end.
    ``made`` counts the choices by seat. ``window`` has, for the rows since a window opened that a
    held move may answer, the states after them, and how many choices were made up to them.
    """

    examined: Examined
    start: Start
    seed: bytes
    ruleset: Ruleset
    chooser: Chooser
    is_unknown: bool = False
    is_lost: bool = False
    made: Counter[int | None] = field(default_factory=Counter)
    window: list[tuple[Counter[int | None], State]] = field(default_factory=list)

    def findings(self) -> Iterator[Finding]:
        """Yield the rows of bots that would have chosen something else."""
        state = State()
        for seq, event in enumerate(self.examined.bundle.events, 1):
            row = read_row(event)
            if row is None or row.seq != seq:
                self.is_lost = True
                return
            if isinstance(event.actor, BotActor):
                if state.window is None:
                    path = self._difference(state, event, event.actor, row)
                else:
                    path = self._held_difference(state.window, event, event.actor, row)
                if path:
                    yield Finding("bot-choice", seq, seq, path=path, seat=event.seat)
                self.made[event.seat] += 1
            try:
                state = fold(state, row.facts)
            except IMPOSSIBLE:
                self.is_lost = True
                return
            if state.window is None:
                self.window.clear()
            elif not isinstance(row.move, CallUno | CatchUno):
                self.window.append((self.made.copy(), state))

    def _held_difference(self, window: Window, event: Event, bot: BotActor, row: Judged) -> str:
        """Return the same for a move that a window held: it answers any row of the window."""
        seat, paths = event.seat, list[str]()
        own = tuple([pair for pair in window.held if pair[0] == seat])
        for made, state in self.window:
            seen = state.copy()
            seen.window = Window(window.until, own)
            if seat in seen.seats_in() and row.move in open_moves(self.ruleset, seen, seat):
                paths.append(self._choice_difference(seen, event, bot, row, made[seat]))
        return "" if "" in paths else [*paths, "/seat"][0]

    def _difference(self, state: State, event: Event, bot: BotActor, row: Judged) -> str:
        """Return the path of what the bot would do otherwise, "" if there is nothing."""
        prompt = state.prompts[-1] if state.prompts and not state.paused else None
        if prompt is None or event.seat is None or prompt.seat != event.seat:
            return "/seat"
        return self._choice_difference(state, event, bot, row, self.made[event.seat])

    def _choice_difference(
        self, state: State, event: Event, bot: BotActor, row: Judged, number: int
    ) -> str:
        """Return the same for a choice in a state, the seat's after ``number`` others."""
        if event.seat is None:
            return "/seat"
        seat = self.start.seats[event.seat] if event.seat < len(self.start.seats) else None
        if state.stand_ins >> event.seat & 1:
            seat = self.start.stand_in
        if not isinstance(seat, BotSeat):
            return "/actor"
        is_quick = bot.reason == "time"
        try:
            if is_quick and not self._is_low_on_time(state, row):
                return "/actor"
            choice = self.chooser(
                name=bot.name,
                version=bot.version,
                ruleset=self.ruleset,
                view=observe(self.ruleset, state, event.seat),
                seed=seed_of_choice(seed=self.seed, number=number, seat=event.seat),
                budget=bot.budget,
                is_quick=is_quick,
            )
        except IMPOSSIBLE:
            self.is_lost = True
            return ""
        if choice is None:
            self.is_unknown = True
            return ""
        if choice.reason == "failed" and bot.reason != "failed":
            raise RuntimeError("a bot fails here that did not fail in the game")
        if choice.move != row.move:
            return "/move"
        recorded = (bot.fallback is True, bot.reason or "")
        has_budget = bot.budget == seat.budget
        return "" if has_budget and (choice.fallback, choice.reason) == recorded else "/actor"

    def _is_low_on_time(self, state: State, row: Judged) -> bool:
        """Whether a third of the time for the open question, or less, was left at a row."""
        low_at = low_on_time_at(self.ruleset, state)
        return low_at is not None and row.at >= low_at
