"""The worked rows of docs/clocks.md: one of a played game for each rule, and its arithmetic."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime

from tests.proof.played import played
from tests.proof.sealer import Json

SECONDS, BANK, INCREMENT = 2000, 3000, 1000
"""The clock of the first game, in milliseconds."""

SHOWN = ("clock-", "window-", "uno-held", "time-shifted", "seat-out")
"""How the facts begin that the page shows."""


@dataclass
class Told:
    """A row, its time in milliseconds, and what the rows before it say of the clock."""

    row: Json
    at: int
    since: int = 0
    used: int = 0
    banks: dict[int, int] = field(default_factory=dict)
    missed: dict[int, int] = field(default_factory=dict)

    def fact(self, kind: str) -> Json:
        """The first fact of a kind, {} if there is none."""
        return next((one for one in self.row["facts"] if one["fact"] == kind), {})

    @property
    def move(self) -> str:
        """The kind of the move."""
        return str(self.row["move"]["move"])

    @property
    def spent(self) -> int:
        """What has been used for the open question at the time of the row."""
        return self.used + self.at - self.since

    @property
    def bank(self) -> int:
        """The bank of the seat whose question is over."""
        return self.banks.get(self.fact("clock-spent").get("seat", -1), BANK)

    def line(self, rule: str, why: str) -> str:
        """The line of the table."""
        facts = [one for one in self.row["facts"] if one["fact"].startswith(SHOWN)]
        told = ", ".join(f"`{json.dumps(one, separators=(',', ':'))}`" for one in facts)
        row = f"{self.row['seq']}: `{self.move}` at {self.at}"
        return f"| {rule} | {row} | {told} | {why} |"


def told_rows(source: bytes) -> Iterator[Told]:
    """Yield the rows of a bundle."""
    told = Told({}, 0)
    for row in json.loads(source)["events"]:
        told.row, told.at = row, int(datetime.fromisoformat(row["at"]).timestamp() * 1000)
        yield told
        for one in row["facts"]:
            match one["fact"]:
                case "clock-started":
                    told.since, told.used = one["since"], one.get("spent", 0)
                case "clock-changed":
                    told.banks[one["seat"]] = one["bank"]
                case "clock-spent":
                    told.banks[one["seat"]] = one["bank"]
                    told.missed[one["seat"]] = one.get("missed", 0)


def _is_answer(told: Told) -> bool:
    is_own = told.fact("clock-spent").get("spent") == told.spent
    return told.move in ("play", "draw") and is_own


def _answer(told: Told) -> str:
    """The arithmetic of an answer; it fails if the row has another bank."""
    kept = told.bank - max(0, told.spent - SECONDS)
    text = f"{told.at} − {told.since} + {told.used} = {told.spent}; bank: {told.bank}"
    if told.spent > SECONDS:
        text += f" − ({told.spent} − {SECONDS}) = {kept}"
    left = max(kept, min(kept + INCREMENT, BANK))
    assert left == told.fact("clock-spent")["bank"]
    return f"{text}, with {INCREMENT} more, at most {BANK}: {left}"


def _expiry(told: Told) -> str:
    fact = told.fact("clock-spent")
    due = told.since + SECONDS + told.bank - told.used
    before = told.missed.get(fact["seat"], 0)
    return (
        f"the deadline is {told.since} + {SECONDS} + {told.bank} − {told.used} = {due}, and not"
        f" later than the row; nothing is left of the bank; `missed` was {before}"
    )


def _stopped(told: Told) -> str:
    return f"the game is paused; {told.at} − {told.since} + {told.used} = {told.spent}"


def _stood(told: Told) -> str:
    since = told.row["move"]["since"]
    return (
        f"up to `since` {since}: {since} − {told.since} + {told.used}, not less than {told.used}."
        " The clock starts again with it (4)"
    )


RULES: tuple[tuple[str, Callable[[Told], bool], Callable[[Told], str]], ...] = (
    ("1, 4", lambda one: one.move == "start", lambda one: "a question is open: its clock starts"),
    ("2", lambda one: _is_answer(one) and one.spent <= SECONDS and one.bank < BANK, _answer),
    ("2", lambda one: _is_answer(one) and one.spent > SECONDS, _answer),
    ("2, deadline", lambda one: one.move == "expire", _expiry),
    ("3", lambda one: one.move == "call-judge" and bool(one.fact("clock-stopped")), _stopped),
    (
        "4",
        lambda one: one.move in ("resume", "cancel-call") and bool(one.fact("clock-started")),
        lambda one: "the game goes on: the clock starts with what was used",
    ),
    (
        "5",
        lambda one: one.move == "adjust-clock",
        lambda one: (
            f"{one.banks.get(one.row['seat'], BANK)} and {one.row['move']['seconds']} seconds"
        ),
    ),
    ("3", lambda one: one.move == "stand" and not one.fact("time-shifted"), _stood),
    (
        "ahead",
        lambda one: bool(one.fact("time-shifted")),
        lambda one: f"`ahead` of the move is {one.row['move']['ahead']}, and was 0",
    ),
    (
        "window",
        lambda one: bool(one.fact("window-opened")),
        lambda one: f"a hand is exposed; {one.at} and the `uno_window` of 1 second",
    ),
    ("window", lambda one: bool(one.fact("uno-held")), lambda one: "the window is open"),
    (
        "window",
        lambda one: one.move == "close-window",
        lambda one: f"{one.at} is not before `until`; the clock of the question starts (4)",
    ),
)

OUT = (
    "6",
    lambda one: bool(one.fact("seat-out")) and one.move == "expire",
    lambda one: (
        f"`missed` was {one.missed[one.fact('clock-spent')['seat']]}, and `timeouts_out` is 2"
    ),
)


def worked_rows() -> str:
    """Return the lines of the table: the first row of a game for each rule."""
    game = played("avengers", 3, 54, most=250, times=(2, 3, 1, 1))
    lines = [next(_lines(game, *rule)) for rule in RULES]
    out = played("avengers", 3, 1, times=(2, 0, 0, 0), asleep=(0,), timeouts_out=2)
    return "\n".join([*lines, next(_lines(out, *OUT))])


def _lines(
    source: bytes, rule: str, fits: Callable[[Told], bool], why: Callable[[Told], str]
) -> Iterator[str]:
    return (told.line(rule, why(told)) for told in told_rows(source) if fits(told))
