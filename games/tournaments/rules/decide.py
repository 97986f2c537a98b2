"""What an act does: facts, or a refusal that cites its rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256
from json import dumps
from math import lcm
from typing import Any, Final, Literal, NamedTuple

from games.engine import VARIANTS, Chance
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.knockout import (
    going_on,
    is_final,
    knockout_sizes,
    knockout_tables,
    ranked,
)
from games.tournaments.rules.pairing import Field, Paired, pair, pair_in_slices
from games.tournaments.rules.played_rounds import Entry, seats_had
from games.tournaments.rules.points import compared_scale, part_of_point
from games.tournaments.rules.round_robin import round_robin
from games.tournaments.rules.sizes import Sizes, filled_sizes, sizes_of
from games.tournaments.rules.standings import Standing, Terms, standings
from games.tournaments.rules.table_seats import seated
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_facts import Fact, Places, Role, Seats, Setup
from games.tournaments.rules.tournament_state import Entrant, RoundState, State, TableState, evolve

MAX_ENTRIES: Final = 1000
"""The most entries of a tournament."""
BOT: Final[Entry] = 0
"""Who has a seat that a bot fills."""


class Refused(Exception):
    """An act is refused, by a rule."""

    def __init__(self, rule: str, code: str, **params: object) -> None:
        super().__init__(f"{rule}: {code}")
        self.rule, self.code, self.params = rule, code, params


class By(NamedTuple):
    """Who acts: a role, the player of an entry, the server, or a visitor."""

    role: Role | Literal["server"] | None = None
    entry: Entry = BOT
    player: str = ""


HEAD: Final[frozenset[str]] = frozenset({"head"})
DESK: Final = HEAD | {"score"}
JUDGES: Final = HEAD | {"floor"}
SERVER: Final[frozenset[str]] = frozenset({"server"})
RIGHTS: Final[dict[type[Any], frozenset[str]]] = {
    acts.NameStaff: HEAD, acts.Enter: DESK, acts.IssueClaim: DESK, acts.CheckIn: DESK,
    acts.Seed: DESK, acts.Drop: DESK, acts.Return: DESK, acts.CloseEntries: DESK, acts.Pair: DESK,
    acts.Swap: HEAD,
    acts.SetTable: HEAD, acts.Move: HEAD, acts.MarkAbsent: DESK | JUDGES, acts.Restart: HEAD,
    acts.Publish: DESK, acts.StartRound: DESK, acts.OpenTable: SERVER,
    acts.PauseRound: HEAD, acts.ResumeRound: HEAD, acts.AddTime: HEAD,
    acts.EndTable: SERVER, acts.Record: DESK, acts.CloseRound: DESK, acts.Penalise: JUDGES,
    acts.Appeal: HEAD, acts.DecideAppeal: HEAD,
    acts.Announce: DESK | JUDGES, acts.Finish: HEAD, acts.Cancel: HEAD,
}  # fmt: skip
"""The roles that may do each act (tournament.staff)."""
OWN: Final = (acts.CheckIn, acts.Drop, acts.Appeal)
"""The acts that a player does for the own entry."""
FURTHER: Final = (acts.Record, acts.DecideAppeal)
"""The acts that make further standings of a tournament that is over (tournament.end)."""


def decide(state: State, act: Act, by: By, chance: Chance) -> tuple[Fact, ...]:
    """Return what an act does; raises Refused. ``chance`` has the seed."""
    _check_rights(state, act, by)
    is_further = state.stage == "over" and isinstance(act, FURTHER)
    if state.stage in ("over", "cancelled") and not is_further:
        raise Refused("tournament.end", "over")
    return tuple(_DECIDE[type(act)](state, act, by, chance))


def base_part(setup: Setup) -> int:
    """Return into how many parts a point of a penalty is divided."""
    final = max(2, min(setup.final, 2 * setup.size - 1))
    sizes = frozenset((setup.size, setup.size + 1, *range(2, setup.size), final))
    return part_of_point(sizes, setup.points)


def terms_of(state: State) -> Terms:
    """Return what the stage counts by; shared deals may need smaller parts."""
    setup, part = state.setup, base_part(state.setup)
    is_compared = setup.deals == "shared"
    if is_compared:
        closed = state.closed()[: state.stage_rounds]
        part *= lcm(*(compared_scale(one.tables, part) for one in closed))
    return Terms(part, setup.size, setup.missed, setup.tiebreaks, setup.points, is_compared)


def swiss_standings(state: State) -> tuple[Standing, ...]:
    """Return the standings after the rounds that are closed, without the final."""
    drawn = [entry for one in state.rounds for entry in one.lot]
    order = list(dict.fromkeys([*drawn, *state.entries]))
    terms, taken = terms_of(state), dict.fromkeys(state.entries, 0)
    scale = terms.part // base_part(state.setup)
    for one in state.penalties:
        taken[one.entry] += 0 if one.is_withdrawn else one.points * scale
    rounds = state.closed()[: state.stage_rounds]
    return standings(state.entries, rounds, terms, order, taken)


def final_order(state: State, lines: Sequence[Standing] = ()) -> tuple[Entry, ...]:
    """Return all entries, best first: who played after the cut, the others.

    ``lines`` are the standings of the state, if the caller has them.
    """
    setup, there = state.setup, state.playing()
    ends = [one for one in state.rounds[state.stage_rounds :] if one.stage == "closed"]
    best = [entry for one in reversed(ends) for entry in ranked(one, setup)]
    through = going_on(ends[-1], setup) if ends else ()
    # Of those who go on, who has left comes after who stays.
    staying = [entry for entry in best if entry in through and entry in there]
    others = (one.entry for one in lines or swiss_standings(state))
    return tuple(dict.fromkeys([*staying, *best, *others]))


def digest_of(state: State, lines: Sequence[Standing] = ()) -> str:
    """Return the digest of the standings, which anybody computes again from the facts.

    ``lines`` are these standings, if the caller has them.
    """
    table = lines or swiss_standings(state)
    shown = [
        [one.entry, one.rank, one.points, [[t.numerator, t.denominator] for t in one.tiebreaks]]
        for one in table
    ]
    order = final_order(state, table)
    return sha256(dumps([shown, order], separators=(",", ":")).encode()).hexdigest()


# ---- who may


def _check_rights(state: State, act: Act, by: By) -> None:
    is_own = isinstance(act, OWN) and by.entry == act.entry != BOT
    is_entering = isinstance(act, acts.Enter) and state.stage == "entries"
    if by.role not in RIGHTS[type(act)] and not is_own and not is_entering:
        raise Refused("tournament.staff", "not_permitted", role=by.role or "")
    if isinstance(act, acts.Penalise) and by.role == "floor":
        _check_plain_warning(act)


def _check_plain_warning(act: acts.Penalise) -> None:
    """A floor judge gives a warning, and leaves what follows from it to the rules."""
    if act.penalty != "warning" or act.keep or act.points:
        raise Refused("tournament.staff", "not_permitted", role="floor")


def _entry(state: State, entry: Entry) -> Entrant:
    if entry not in state.entries:
        raise Refused("tournament.entry", "no_such_entry", entry=entry)
    return state.entries[entry]


def _nth(state: State) -> int:
    """Return the number of the round that is open, else of the next one."""
    return len(state.rounds) + (state.last is None)


def _last(state: State, rule: str, *stages: str) -> tuple[int, RoundState]:
    """Return the number and state of the round that is open in one of some stages."""
    last = state.last
    if last is None or (stages and last.stage not in stages):
        raise Refused(rule, "no_such_round", stage=last.stage if last else "")
    return len(state.rounds), last


def _table(one: RoundState, table: int) -> TableState:
    if not 1 <= table <= len(one.tables):
        raise Refused("tournament.round", "no_such_table", table=table)
    return one.tables[table - 1]


# ---- entries and staff


def _name_staff(state: State, act: acts.NameStaff, *_: Any) -> Iterator[Fact]:
    heads = [player for player, role in state.staff.items() if role == "head"]
    if act.role != "head" and heads == [act.player]:
        raise Refused("tournament.staff", "last_head")
    if act.role is None and act.player not in state.staff:
        raise Refused("tournament.staff", "no_such_member")
    if act.role and any(one.player == act.player for one in state.entries.values()):
        raise Refused("tournament.staff", "plays")
    yield facts.StaffNamed(act.player, act.role)


def _enter(state: State, act: acts.Enter, *_: Any) -> Iterator[Fact]:
    _check_not_too_late(state)
    if act.player in state.staff:
        raise Refused("tournament.staff", "directs")
    if any(one.player == act.player for one in state.entries.values()):
        raise Refused("tournament.entry", "entered_already")
    if len(state.entries) >= MAX_ENTRIES:
        raise Refused("tournament.entry", "full", most=MAX_ENTRIES)
    entry = len(state.entries) + 1
    yield facts.Entered(entry, act.name, act.player, act.team)
    yield facts.ClaimIssued(entry)


def can_enter(state: State) -> bool:
    """Whether a player may still be entered, or come late."""
    if state.stage != "playing" or state.setup.stage != "swiss":
        return state.stage == "entries"
    last = state.last
    first = _nth(state) + (last is not None and last.stage != "paired")
    return _nth(state) <= max(1, state.setup.late_until) and first <= state.setup.rounds


def _check_not_too_late(state: State) -> None:
    if not can_enter(state):
        raise Refused("tournament.entry", "too_late", round=state.setup.late_until)


def _issue_claim(state: State, act: acts.IssueClaim, *_: Any) -> Iterator[Fact]:
    _entry(state, act.entry)
    yield facts.ClaimIssued(act.entry)


def can_seed(state: State) -> bool:
    """Whether seed numbers decide something, and the first round is not public."""
    last, count = state.last, len(state.rounds)
    is_early = not count or (count == 1 and last is not None and last.stage == "paired")
    return is_early and has_seeds(state.setup) and state.stage in ("entries", "playing")


def _seed(state: State, act: acts.Seed, *_: Any) -> Iterator[Fact]:
    if not has_seeds(state.setup) or _entry(state, act.entry).seed == act.number:
        raise Refused("tournament.pairing.first", "no_seeds")
    if not can_seed(state):
        raise Refused("tournament.pairing.first", "published")
    yield facts.Seeded(act.entry, act.number)


def has_seeds(setup: Setup) -> bool:
    """Whether the first round is made by seed numbers."""
    return setup.stage == "knockout" or (setup.stage == "swiss" and setup.first == "seeds")


def _check_in(state: State, act: acts.CheckIn, *_: Any) -> Iterator[Fact]:
    if _entry(state, act.entry).is_there:
        raise Refused("tournament.entry", "already_there", entry=act.entry)
    _check_not_too_late(state)
    yield facts.CheckedIn(act.entry)


def _drop(state: State, act: acts.Drop, by: By, _: Chance) -> Iterator[Fact]:
    if _entry(state, act.entry).out is not None:
        raise Refused("tournament.drop", "already_out", entry=act.entry)
    yield facts.Dropped(act.entry, "own" if by.entry == act.entry else "staff")


def _return(state: State, act: acts.Return, *_: Any) -> Iterator[Fact]:
    is_barred = any(
        one.entry == act.entry and one.penalty == "out" and not one.is_withdrawn
        for one in state.penalties
    )
    out = _entry(state, act.entry).out
    if out is None or is_barred:
        raise Refused("tournament.drop", "not_out", entry=act.entry)
    # Else leaving before the first round would be a way to come later than any late entry.
    if out != "disqualified" and not any(act.entry in one.players for one in state.rounds):
        _check_not_too_late(state)
    yield facts.Returned(act.entry)


def _close_entries(state: State, *_: Any) -> Iterator[Fact]:
    if state.stage != "entries":
        raise Refused("tournament.entry", "entries_closed")
    players = len(state.playing())
    closed = evolve(state, [facts.EntriesClosed()])
    is_small = state.setup.stage == "round_robin" and players < state.setup.size
    if is_small or (state.setup.stage != "round_robin" and not can_go_on(closed)):
        raise Refused("tournament.sizes", "too_few", players=players)
    if state.setup.stage == "round_robin" and not closed.stage_rounds:
        raise Refused("tournament.format", "too_many_rounds", players=players)
    yield facts.EntriesClosed()


def can_go_on(state: State) -> bool:
    """Whether those who are there can play another round."""
    setup, there = state.setup, state.playing()
    if _nth(state) > state.stage_rounds:
        return len(awaited(state)) >= 2
    if setup.fillers or setup.stage == "round_robin":
        return len(there) >= 2
    return bool(_sizes(setup, len(there)).tables)


def awaited(state: State) -> tuple[Entry, ...]:
    """Return who plays the next round, or the one that is not public yet."""
    there, nth = state.playing(), _nth(state)
    return tuple(_cut(state, nth, there)) if nth > state.stage_rounds else there


def _sizes(setup: Setup, players: int) -> Sizes:
    """Return the sizes of the tables; none has more seats than the game."""
    return sizes_of(players, setup.size, odd=setup.odd if setup.size < most_seats(setup) else "bye")


def most_seats(setup: Setup) -> int:
    """Return how many seats a table of the game has at most."""
    rules = VARIANTS.get(setup.variant)
    return rules.most if rules else setup.size + 1


# ---- rounds


def _pair(state: State, _: acts.Pair, __: By, chance: Chance) -> Iterator[Fact]:
    if state.stage != "playing":
        raise Refused("tournament.round", "entries_open")
    last = state.last
    if last is not None and last.stage != "paired":
        raise Refused("tournament.round", "round_open", round=len(state.rounds))
    nth = _nth(state)
    if nth > state.stage_rounds:
        yield from _knockout(state, nth, chance)
        return
    if state.setup.stage == "round_robin":
        yield _all_tables(state, nth, chance)
        return
    lot = chance.shuffle(state.playing(), state.shuffles)
    paired = _paired(state, lot)
    if not paired.tables:
        raise Refused("tournament.sizes", "too_few", players=len(lot))
    yield facts.RoundPaired(
        nth, state.shuffles, lot, paired.tables, paired.byes, tuple(paired.cost)
    )


def _paired(state: State, lot: Sequence[Entry]) -> Paired:
    setup = state.setup
    rounds, table = state.closed(), swiss_standings(state)
    points = {one.entry: one.points for one in table}
    order = tuple(sorted(lot, key=lambda entry: -points[entry]))
    # So that its squares stay small, the cost counts shared deals in parts of the usual size.
    scale = terms_of(state).part // base_part(setup)
    points = {entry: more // scale for entry, more in points.items()}
    teams = {entry: one.team for entry, one in state.entries.items() if one.team}
    ranked = tuple(one.entry for one in table if one.entry in order) if rounds else ()
    field = Field(order, points, rounds, setup.size, teams, ranked)
    sizes = filled_sizes(len(lot), setup.size) if setup.fillers else _sizes(setup, len(lot))
    if setup.first == "seeds" and not rounds:
        paired = pair_in_slices(field._replace(order=_by_seeds(state, lot)), sizes, lot)
    else:
        paired = pair(field, sizes)
    if not setup.fillers:
        return paired
    filled = tuple((*table, *[BOT] * (setup.size - len(table))) for table in paired.tables)
    return paired._replace(tables=filled)


def _by_seeds(state: State, lot: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return some entries by their seed numbers, then those without one by the lot."""
    most = MAX_ENTRIES + 1
    return tuple(sorted(lot, key=lambda entry: state.entries[entry].seed or most))


def _all_tables(state: State, nth: int, chance: Chance) -> Fact:
    """Pair a round of a round robin; the lot of its first round numbers the players."""
    drawn = () if nth > 1 else chance.shuffle(state.field, state.shuffles)
    numbers, there = drawn or state.rounds[0].lot, state.playing()
    tables, byes = list[Seats](), list[Entry]()
    for table in round_robin(len(numbers), state.setup.size)[nth - 1]:
        left = [numbers[at] for at in table if numbers[at] in there]
        if len(left) > 1:
            tables.append(seated(left, seats_had(state.closed())))
        else:
            byes += left
    return facts.RoundPaired(nth, state.shuffles, drawn, tuple(tables), tuple(byes), ())


def _cut(state: State, nth: int, there: Sequence[Entry]) -> list[Entry]:
    """Return who of those who are there plays a round after the cut, best seed first."""
    setup = state.setup
    if nth > state.stage_rounds + 1:
        return [one for one in going_on(state.rounds[nth - 2], setup) if one in there]
    if setup.stage == "knockout":
        return list(_by_seeds(state, there))
    best = [one.entry for one in swiss_standings(state) if one.entry in there]
    return best[: setup.final]


def _knockout(state: State, nth: int, chance: Chance) -> Iterator[Fact]:
    """The best of the first stage who are there play the final, or a knockout."""
    setup, before, there = state.setup, state.rounds[: nth - 1], state.playing()
    is_first = nth == state.stage_rounds + 1
    has_cut = setup.stage == "knockout" or setup.final > 0
    if not (has_cut if is_first else going_on(before[-1], setup)):
        raise Refused("tournament.format", "no_more_rounds", rounds=len(before))
    is_drawn = is_first and setup.stage == "knockout"
    lot = chance.shuffle(there, state.shuffles) if is_drawn else ()
    best = _cut(state, nth, lot or there)
    if len(best) < 2:
        raise Refused("tournament.cut", "too_few", players=len(best))
    sizes = knockout_sizes(len(best), setup, most_seats(setup), is_first=is_first)
    tables, byes = knockout_tables(best, sizes)
    yield facts.Cut(tuple(best))
    yield facts.RoundPaired(nth, state.shuffles, lot, tables, byes, ())


def _swap(state: State, act: acts.Swap, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.repair", "paired", "published", "running")
    at = {entry: number for number, one in enumerate(last.tables, 1) for entry in one.seats}
    at.pop(BOT, None)
    if act.one not in at or act.other not in at or at[act.one] == at[act.other]:
        raise Refused("tournament.repair", "not_of_two_tables")
    for mine, theirs in ((act.one, act.other), (act.other, act.one)):
        table = _table(last, at[mine])
        _check_unplayed(table, at[mine])
        seats = tuple(theirs if entry == mine else entry for entry in table.seats)
        yield facts.TableChanged(nth, at[mine], seats)


def _set_table(state: State, act: acts.SetTable, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.repair", "paired", "published", "running")
    _check_unplayed(_table(last, act.table), act.table)
    players = [entry for entry in act.seats if entry != BOT]
    _check_size(state, act.table, act.seats)
    if len(set(players)) != len(players):
        raise Refused("tournament.repair", "no_table", table=act.table)
    if BOT in act.seats and not state.setup.fillers:
        raise Refused("tournament.bots", "no_fillers")
    others = {
        entry
        for number, one in enumerate(last.tables, 1)
        if number != act.table
        for entry in one.seats
    }
    had, there = last.tables[act.table - 1].seats, state.playing()
    if nth > state.stage_rounds and not {*had, *_cut(state, nth, there)}.issuperset(players):
        raise Refused("tournament.repair", "not_of_the_best")
    for entry in players:
        _entry(state, entry)
        if entry in others:
            raise Refused("tournament.repair", "seated_twice", entry=entry)
        if entry not in had and entry not in there:
            raise Refused("tournament.repair", "not_playing", entry=entry)
    for entry in had:
        if entry not in act.seats and entry in there:
            raise Refused("tournament.repair", "left_out", entry=entry)
    yield facts.TableChanged(nth, act.table, act.seats)


def _check_size(state: State, number: int, seats: Seats) -> None:
    """A table has a player, two seats at least, and no more than points allow."""
    setup = state.setup
    is_last = len(state.rounds) > state.stage_rounds and is_final(state.rounds[-1])
    most = setup.final if is_last and 0 < setup.final < 2 * setup.size else setup.size + 1
    if not 2 <= len(seats) <= min(most, most_seats(setup)) or set(seats) == {BOT}:
        raise Refused("tournament.repair", "no_table", table=number)


def _move(state: State, act: acts.Move, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.repair", "paired", "published", "running")
    yield from _without(state, act.entry, besides=act.table)
    to = _table(last, act.table)
    _check_unplayed(to, act.table)
    at = to.seats.index(BOT) if BOT in to.seats else len(to.seats)
    seats = (*to.seats[:at], act.entry, *to.seats[at + 1 :])
    _check_size(state, act.table, seats)
    yield facts.TableChanged(nth, act.table, seats)


def _mark_absent(state: State, act: acts.MarkAbsent, *_: Any) -> Iterator[Fact]:
    nth, _last_one = _last(state, "tournament.no-show", "published", "running")
    yield from _without(state, act.entry)
    yield facts.Absent(nth, act.entry)
    is_second = any(act.entry in one.absent for one in state.rounds)
    if is_second and state.entries[act.entry].out is None:
        yield facts.Dropped(act.entry, "absent")


def _without(state: State, entry: Entry, besides: int = 0) -> Iterator[Fact]:
    """Close up the seats of the table of an entry without it."""
    nth, last = _last(state, "tournament.repair")
    at = [number for number, one in enumerate(last.tables, 1) if entry in one.seats]
    if entry == BOT or not at or at[0] == besides:
        raise Refused("tournament.repair", "not_seated", entry=entry)
    table = _table(last, at[0])
    _check_unplayed(table, at[0])
    left = tuple(one for one in table.seats if one != entry)
    _check_size(state, at[0], left)
    yield facts.TableChanged(nth, at[0], left)


def _restart(state: State, act: acts.Restart, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.repair", "running")
    if _table(last, act.table).game is None:
        raise Refused("tournament.repair", "no_table", table=act.table)
    yield facts.TableRestarted(nth, act.table)


def _check_unplayed(table: TableState, number: int) -> None:
    if table.places is not None or table.is_void:
        raise Refused("tournament.repair", "already_played", table=number)


def _publish(state: State, *_: Any) -> Iterator[Fact]:
    nth, _last_one = _last(state, "tournament.round", "paired")
    yield facts.RoundPublished(nth)


def _start(state: State, *_: Any) -> Iterator[Fact]:
    nth, _last_one = _last(state, "tournament.round", "published")
    yield facts.RoundStarted(nth)


def _pause(state: State, act: acts.PauseRound | acts.ResumeRound, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.round.clock", "running")
    pauses = isinstance(act, acts.PauseRound)
    if last.is_paused == pauses:
        raise Refused("tournament.round.clock", "already_so", paused=pauses)
    yield facts.RoundPaused(nth) if pauses else facts.RoundResumed(nth)


def _add_time(state: State, act: acts.AddTime, *_: Any) -> Iterator[Fact]:
    nth, _last_one = _last(state, "tournament.round.clock", "running")
    if state.setup.minutes is None:
        raise Refused("tournament.round.clock", "no_clock")
    yield facts.TimeAdded(nth, act.seconds)


def _open_table(state: State, act: acts.OpenTable, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.round", "running")
    table = _table(last, act.table)
    if table.game is not None or table.places is not None or table.is_void:
        raise Refused("tournament.round", "opened_already", table=act.table)
    yield facts.TableOpened(nth, act.table, act.game, table.before)


def _end_table(state: State, act: acts.EndTable, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.result", "running")
    table = _table(last, act.table)
    if table.game is None or table.places is not None:
        raise Refused("tournament.result", "not_played", table=act.table)
    if act.by_time and state.setup.minutes is None:
        raise Refused("tournament.round.clock", "no_clock")
    if act.places is None:
        yield facts.TableVoid(nth, act.table)
        return
    _check_places(table, act.places)
    yield _ended(state, nth, act.table, act.places, "time" if act.by_time else "game")


def _record(state: State, act: acts.Record, by: By, _: Chance) -> Iterator[Fact]:
    if not 1 <= act.round <= len(state.rounds):
        raise Refused("tournament.result", "no_such_round", round=act.round)
    one = state.rounds[act.round - 1]
    if one.stage in ("paired", "published"):
        raise Refused("tournament.result", "not_started", round=act.round)
    table = _table(one, act.table)
    is_correction = table.places is not None or one.stage == "closed"
    if is_correction and by.role != "head":
        raise Refused("tournament.staff", "not_permitted", role=by.role or "")
    _check_places(table, act.places)
    yield _ended(state, act.round, act.table, act.places)


def _check_places(table: TableState, places: Places) -> None:
    ranked = tuple(1 + sum(other < place for other in places) for place in places)
    if len(places) != len(table.seats) or places != ranked:
        raise Refused("tournament.result", "no_places", seats=len(table.seats))


def _ended(
    state: State,
    nth: int,
    number: int,
    played: Places,
    how: Literal["game", "time", "hand"] = "hand",
) -> facts.TableEnded:
    """Return the end of a table, with those last who have a game loss in this round."""
    seats = state.rounds[nth - 1].tables[number - 1].seats
    lost = {
        one.entry
        for one in state.penalties
        if one.penalty == "loss" and one.round == nth and not one.is_withdrawn
    }
    keys = [(entry in lost, place) for entry, place in zip(seats, played, strict=True)]
    places = tuple(1 + sum(other < key for other in keys) for key in keys)
    return facts.TableEnded(nth, number, places, how, None if places == played else played)


def _counted_again(state: State, entry: Entry, nth: int, change: Fact) -> Iterator[Fact]:
    """The end of the table of an entry after a game loss was given or withdrawn."""
    for number, table in enumerate(state.rounds[nth - 1].tables, 1):
        if entry in table.seats and table.played is not None:
            yield _ended(evolve(state, [change]), nth, number, table.played)


def _close_round(state: State, *_: Any) -> Iterator[Fact]:
    nth, last = _last(state, "tournament.round", "running")
    for number, table in enumerate(last.tables, 1):
        if table.places is None:
            rule = "tournament.void" if table.is_void else "tournament.round"
            raise Refused(rule, "table_open", table=number)
    closed = evolve(state, [facts.RoundClosed(nth, "")])
    yield facts.RoundClosed(nth, digest_of(closed))


# ---- penalties, texts, the end


def _penalise(state: State, act: acts.Penalise, by: By, _: Chance) -> Iterator[Fact]:
    _entry(state, act.entry)
    nth, penalty, points = _nth(state), act.penalty, act.points
    given = [(one.entry, one.penalty, one.rule) for one in state.penalties if not one.is_withdrawn]
    if penalty == "warning" and (act.entry, "warning", act.rule) in given and not act.keep:
        penalty, points = "points", act.points or base_part(state.setup)
    if points < 0 or (penalty == "points") != (points > 0):
        raise Refused("tournament.penalty", "points_unfit", points=act.points)
    made = facts.PenaltyGiven(act.entry, penalty, act.rule, nth, by.player, points)
    if penalty == "loss":
        _check_seated(state, act.entry)
    yield made
    if penalty == "out":
        yield facts.Dropped(act.entry, "disqualified")
    if penalty == "loss":
        yield from _counted_again(state, act.entry, nth, made)


def _check_seated(state: State, entry: Entry) -> None:
    """A game is lost only by a player of a table that all have seen."""
    _, last = _last(state, "tournament.penalty", "published", "running")
    if not any(entry in table.seats for table in last.tables):
        raise Refused("tournament.penalty", "not_seated", entry=entry)


def _appeal(state: State, act: acts.Appeal, *_: Any) -> Iterator[Fact]:
    _entry(state, act.entry)
    if not 0 <= act.penalty <= len(state.penalties):
        raise Refused("tournament.appeal", "no_such_penalty", penalty=act.penalty)
    one = state.penalties[act.penalty - 1] if act.penalty else None
    if one is not None and one.entry != act.entry:
        raise Refused("tournament.appeal", "no_such_penalty", penalty=act.penalty)
    is_past = bool(state.rounds) and state.last is None
    if is_past if one is None else one.round < _nth(state):
        raise Refused("tournament.appeal", "round_closed", round=len(state.rounds))
    if one is not None and any(before.penalty == act.penalty for before in state.appeals):
        raise Refused("tournament.appeal", "appealed_already", penalty=act.penalty)
    yield facts.Appealed(act.entry, _nth(state), act.text, act.penalty)


def _decide_appeal(state: State, act: acts.DecideAppeal, by: By, _: Chance) -> Iterator[Fact]:
    if not 1 <= act.appeal <= len(state.appeals):
        raise Refused("tournament.appeal", "no_such_appeal", appeal=act.appeal)
    one = state.appeals[act.appeal - 1]
    if one.upheld is not None:
        raise Refused("tournament.appeal", "decided", appeal=act.appeal)
    if one.penalty and state.penalties[one.penalty - 1].by == by.player:
        raise Refused("tournament.appeal", "own_ruling", appeal=act.appeal)
    decided = facts.AppealDecided(act.appeal, act.upheld)
    yield decided
    against = state.penalties[one.penalty - 1] if one.penalty else None
    if act.upheld and against is not None and against.penalty == "loss":
        yield from _counted_again(state, against.entry, against.round, decided)


def _announce(state: State, act: acts.Announce, *_: Any) -> Iterator[Fact]:
    if act.table:
        nth, last = _last(state, "tournament.announce")
        _table(last, act.table)
        yield facts.Announced(act.text, nth, act.table)
    else:
        yield facts.Announced(act.text)


def _finish(state: State, *_: Any) -> Iterator[Fact]:
    if state.last is not None or not state.rounds or can_go_on(state):
        raise Refused("tournament.end", "rounds_left")
    yield facts.Finished(digest_of(state))


def _cancel(*_: Any) -> Iterator[Fact]:
    yield facts.Cancelled()


_DECIDE: Final[dict[type[Any], Callable[..., Iterable[Fact]]]] = {
    acts.NameStaff: _name_staff,
    acts.Enter: _enter,
    acts.IssueClaim: _issue_claim,
    acts.Seed: _seed,
    acts.CheckIn: _check_in,
    acts.Drop: _drop,
    acts.Return: _return,
    acts.CloseEntries: _close_entries,
    acts.Pair: _pair,
    acts.Swap: _swap,
    acts.SetTable: _set_table,
    acts.Move: _move,
    acts.MarkAbsent: _mark_absent,
    acts.Restart: _restart,
    acts.Publish: _publish,
    acts.StartRound: _start,
    acts.PauseRound: _pause,
    acts.ResumeRound: _pause,
    acts.AddTime: _add_time,
    acts.OpenTable: _open_table,
    acts.EndTable: _end_table,
    acts.Record: _record,
    acts.CloseRound: _close_round,
    acts.Penalise: _penalise,
    acts.Appeal: _appeal,
    acts.DecideAppeal: _decide_appeal,
    acts.Announce: _announce,
    acts.Finish: _finish,
    acts.Cancel: _cancel,
}
