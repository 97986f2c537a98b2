"""Seeded random tournaments, as untidy as real ones: most acts help, some do not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import BOT, By, Refused
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_facts import Places
from games.tournaments.rules.tournament_state import RoundState, TableState
from tests.tournaments.nights import FLOOR, HEAD, OTHER_HEAD, SCORE, SERVER, Night

MAX_ACTS: Final = 600
HELPFUL: Final = 0.6
"""How often an act is tried that brings the tournament on."""


class Untidy(Night):
    """A tournament that is played by chance; ``tried`` counts acts, ``refusals`` their codes."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.tried: Counter[type[Any]] = Counter()
        self.refusals: Counter[str] = Counter()
        rounds, size = rng.randint(1, 3), rng.randint(2, 6)
        stage = rng.choice(("swiss", "swiss", "swiss", "knockout", "round_robin"))
        is_small = stage == "round_robin"
        if is_small:
            size, rounds = rng.randint(2, 4), 0
        most = size + 2 if is_small else 23
        super().__init__(
            rng.randint(max(2, size - 1), most) if rng.random() < 0.9 else rng.randint(2, 4),
            size=size,
            rounds=rounds,
            final=rng.choice((0, 0, 2, 3, size, 6, 2 * size + 1)),
            stage=stage,
            first=rng.choice(("lot", "lot", "seeds")),
            go_on=rng.choice((0, 0, 1, 3)),
            deals=rng.choice(("own", "own", "shared")),
            points=rng.choice(((), (), (7, 4, 2), (10, 5, 3, 1, 1))),
            minutes=rng.choice((None, 30)),
            late_until=rng.randint(1, 4),
            missed=rng.choice(("nothing", "middle")),
            odd=rng.choice(("table", "bye")),
            fillers=rng.random() < 0.25,
        )
        self.act(acts.NameStaff("hugo", "head"))
        for entry in self.state.entries:
            if rng.random() < 0.2:
                self.attempt(acts.Seed(entry, rng.randint(0, 4)), SCORE)

    def play_untidily(self) -> Iterator[None]:
        """Play to the end, one act after the other, and a little more."""
        for _ in range(MAX_ACTS):
            helps = self.rng.random() < HELPFUL
            act, by = self._next() if helps else self.rng.choice(_OTHERS)(self)
            self.attempt(act, by)
            yield
            if self.state.stage in ("over", "cancelled") and self.rng.random() < 0.2:
                return

    def attempt(self, act: Act, by: By) -> None:
        """Try an act; one that is refused must leave no trace."""
        if by.player:
            by = by._replace(role=self.state.staff.get(by.player))
        before, count = repr(self.state), len(self.rows)
        try:
            self.act(act, by)
            self.tried[type(act)] += 1
        except Refused as refusal:
            self.refusals[refusal.code] += 1
            assert (repr(self.state), len(self.rows)) == (before, count), refusal

    # ---- what brings it on

    def _next(self) -> tuple[Act, By]:
        state, last = self.state, self.state.last
        if state.stage == "entries":
            return acts.CloseEntries(), SCORE
        if last is None:
            act = acts.Pair() if self.rng.random() < 0.8 else acts.Finish()
            return act, HEAD
        if last.stage != "running":
            return (acts.Publish() if last.stage == "paired" else acts.StartRound()), SCORE
        for number, table in enumerate(last.tables, 1):
            if table.places is None:
                return self._at(number, table)
        return acts.CloseRound(), SCORE

    def _at(self, number: int, table: TableState) -> tuple[Act, By]:
        if table.is_void:
            return acts.Record(len(self.state.rounds), number, self.places(table)), SCORE
        if table.game is None:
            return acts.OpenTable(number, f"game {len(self.rows)}"), SERVER
        by_time = self.rng.random() < 0.2
        places = self.places(table) if self.rng.random() < 0.9 else None
        return acts.EndTable(number, places, by_time), SERVER

    # ---- by chance

    def places(self, table: TableState) -> Places:
        """Return places of a table; some are shared."""
        count = len(table.seats)
        keys = [self.rng.randrange(count * 2) for _ in range(count)]
        return tuple(1 + sum(other < key for other in keys) for key in keys)

    def entry(self) -> int:
        """Return an entry, or rarely none that there is."""
        return self.rng.randint(0, len(self.state.entries) + 1)

    def round(self) -> RoundState | None:
        """Return the last round."""
        return self.state.rounds[-1] if self.state.rounds else None

    def table(self) -> tuple[int, TableState]:
        """Return a table of the last round and its number, or one that there is not."""
        one = self.round()
        number = self.rng.randint(1, len(one.tables)) if one and one.tables else 1
        return number, one.tables[number - 1] if one and one.tables else TableState((1, 2))

    def seated(self) -> int:
        """Return an entry that has a seat."""
        return self.rng.choice([entry for entry in self.table()[1].seats if entry] or [BOT])

    def head(self) -> By:
        """Return a head judge."""
        return self.rng.choice((HEAD, OTHER_HEAD))

    def anybody(self) -> By:
        """Return as whom an act is tried, with the right to it or not."""
        own = By(entry=self.rng.randint(1, len(self.state.entries)))
        return self.rng.choice((HEAD, OTHER_HEAD, FLOOR, SCORE, own, By()))


def _enter(night: Untidy) -> tuple[Act, By]:
    player = night.rng.choice((f"late {len(night.rows)}", "player 1", "olga"))
    return acts.Enter(f"name of {player}", player, night.rng.choice(("", "red", "blue"))), SCORE


def _come(night: Untidy) -> tuple[Act, By]:
    away = [entry for entry, one in night.state.entries.items() if not one.is_there]
    return acts.CheckIn(night.rng.choice(away or [night.entry()])), SCORE


def _seed(night: Untidy) -> tuple[Act, By]:
    return acts.Seed(night.entry(), night.rng.randint(0, 5)), SCORE


def _return(night: Untidy) -> tuple[Act, By]:
    gone = [entry for entry, one in night.state.entries.items() if one.out]
    return acts.Return(night.rng.choice(gone or [night.entry()])), SCORE


def _set_table(night: Untidy) -> tuple[Act, By]:
    number, table = night.table()
    seats = list(table.seats)
    night.rng.shuffle(seats)
    free = [entry for entry in night.state.entries if entry not in seats]
    if free and night.rng.random() < 0.5:
        last = night.state.rounds[-1] if night.state.rounds else None
        waiting = [entry for entry in free if last and entry in (*last.byes, *last.absent)]
        seats.append(night.rng.choice(waiting or free))
    if night.rng.random() < 0.4:
        seats.pop(0)
    if night.rng.random() < 0.1:
        seats.append(BOT)
    return acts.SetTable(number, tuple(seats)), night.head()


def _record(night: Untidy) -> tuple[Act, By]:
    nth = night.rng.randint(0, len(night.state.rounds))
    tables = night.state.rounds[nth - 1].tables if nth else ()
    number = night.rng.randint(1, len(tables) + (night.rng.random() < 0.1)) if tables else 1
    places = night.places(tables[number - 1]) if number <= len(tables) else (1, 2)
    return acts.Record(nth, number, places), night.rng.choice((HEAD, SCORE))


def _penalise(night: Untidy) -> tuple[Act, By]:
    kind = night.rng.choice(("warning", "warning", "points", "loss", "loss", "out"))
    points = (
        night.rng.choice((60, 60, -60, 0)) if kind == "points" else night.rng.choice((0, 0, 60))
    )
    entry = night.seated() if night.rng.random() < 0.8 else night.entry()
    keep = night.rng.random() < 0.2
    rule = night.rng.choice(("slow", "loud"))
    by = FLOOR if night.rng.random() < 0.3 else night.head()
    return acts.Penalise(entry, kind, rule, points, keep), by  # type: ignore[arg-type]


def _appeal(night: Untidy) -> tuple[Act, By]:
    number = night.rng.randint(0, len(night.state.penalties))
    entry = night.state.penalties[number - 1].entry if number else night.entry()
    return acts.Appeal(entry, "It was not so.", number), By(entry=entry)


def _decide_appeal(night: Untidy) -> tuple[Act, By]:
    open_ones = [nth for nth, one in enumerate(night.state.appeals, 1) if one.upheld is None]
    appeal = night.rng.choice(open_ones or [1])
    return acts.DecideAppeal(appeal, night.rng.random() < 0.6), night.head()


def _unfit(night: Untidy) -> tuple[Act, By]:
    number, table = night.table()
    act = night.rng.choice(
        (
            acts.Publish(),
            acts.StartRound(),
            acts.CloseRound(),
            acts.OpenTable(number, "more"),
            acts.EndTable(number, night.places(table)),
            acts.Record(len(night.state.rounds), number, (1, 3)),
            acts.Finish(),
            acts.CloseEntries(),
            acts.CheckIn(night.entry()),
        )
    )
    return act, night.rng.choice((SERVER, night.anybody()))


def _name_staff(night: Untidy) -> tuple[Act, By]:
    player = night.rng.choice(("zoe", "fred", "hugo", "olga", "player 2"))
    return acts.NameStaff(player, night.rng.choice(("head", "floor", "score", None))), night.head()


def _end(night: Untidy) -> tuple[Act, By]:
    return (acts.Cancel() if night.rng.random() < 0.2 else acts.Finish()), night.anybody()


_OTHERS: Final[tuple[Callable[[Untidy], tuple[Act, By]], ...]] = (
    _enter,
    _come,
    _seed,
    lambda night: (acts.Drop(night.entry()), night.anybody()),
    _return,
    _return,
    lambda _: (acts.Pair(), SCORE),
    lambda night: (acts.Swap(night.seated(), night.seated()), night.head()),
    _set_table,
    _set_table,
    lambda night: (acts.Move(night.seated(), night.table()[0]), night.head()),
    lambda night: (acts.Move(night.seated(), night.table()[0]), night.head()),
    lambda night: (acts.MarkAbsent(night.seated()), FLOOR),
    lambda night: (acts.Restart(night.table()[0]), night.head()),
    lambda night: (acts.EndTable(night.table()[0], None), SERVER),
    lambda night: (acts.PauseRound(), night.head()),
    lambda night: (acts.ResumeRound(), night.head()),
    lambda night: (acts.AddTime(60), night.head()),
    lambda night: (acts.IssueClaim(night.entry()), SCORE),
    _record,
    _penalise,
    _penalise,
    _appeal,
    _decide_appeal,
    lambda night: (acts.Announce("Soup.", night.rng.randint(0, 3)), FLOOR),
    _unfit,
    _name_staff,
    _end,
)
"""What is tried besides, each as often as it is here."""
