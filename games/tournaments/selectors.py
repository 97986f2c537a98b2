"""What the pages show of a tournament."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Q
from django.utils.translation import gettext

from games.audit.tournament_results import exact
from games.engine import final_places
from games.ledger.rows import now
from games.ledger.store import load
from games.models import Game, RecordedAct, Seat
from games.play.selectors import ruleset_for
from games.players.models import Player
from games.tournaments.models import Entrant, TableGame, Tournament, TournamentEvent
from games.tournaments.rules.decide import (
    BOT,
    final_order,
    swiss_standings,
    terms_of,
)
from games.tournaments.rules.standings import Record, Standing, records
from games.tournaments.rules.tournament_facts import Announced, Places, RoundPaired, TableEnded
from games.tournaments.rules.tournament_rows import Actor, Row
from games.tournaments.rules.tournament_state import RoundState, State, without_results
from games.tournaments.table_games import round_ends
from games.tournaments.tournament_ledger import count_seen, rows_of, state_of

LATE: Final = timedelta(minutes=2)
"""After how long an untouched seat is called to the desk (tournament.no-show)."""

OPENS: Final = timedelta(seconds=15)
"""After how long a table that has not opened, though it should, is called to the desk."""


@dataclass(frozen=True, slots=True)
class ShownSeat:
    """A seat of a table: whose it is, its place, whether its player is there."""

    number: int
    entry: int
    name: str
    place: int | None
    has_come: bool


class GameNow(NamedTuple):
    """The game of a table: its status, when it was made, and what is to be done there."""

    status: str
    created_at: datetime
    wish: str


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table of a round.

    ``status`` is "" before it opens, else open, running, paused, over, void or hand. ``late`` are
    the seats that no one has taken in time. ``is_hidden``: the reader may not look at the game yet;
    ``is_watched``: its page shows it as it was before.
    """

    round: int
    number: int
    seats: tuple[ShownSeat, ...]
    game: str | None
    before: str | None
    status: str
    waits: bool
    late: tuple[ShownSeat, ...] = ()
    is_hidden: bool = False
    is_watched: bool = False

    @property
    def is_untouched(self) -> bool:
        """Whether the game of the table has not begun, so that its players can be changed."""
        return self.status in ("", "open")

    @property
    def names(self) -> str:
        """The names of its players, by seat."""
        return ", ".join(seat.name for seat in self.seats)


@dataclass(frozen=True, slots=True)
class ShownStanding:
    """A line of the standings; points and tie-breaks are exact, as text."""

    place: int
    entry: int
    name: str
    points: str
    tiebreaks: tuple[str, ...]
    is_out: bool


@dataclass(frozen=True, slots=True)
class ShownResult:
    """What an entry did in a round: its table and place, or what it had instead.

    ``kind`` is table, bye, missed, absent or open.
    """

    round: int
    kind: str
    table: int
    place: int | None
    seats: int
    points: str


def places_by_cards(game_id: str) -> Places | None:
    """Return the places of a game as it stands, None before it has begun."""
    game = Game.objects.get(pk=game_id)
    return final_places(ruleset_for(game), load(game), -1) if game.seq else None


def hidden_from(tournament: Tournament, state: State, actor: Actor) -> frozenset[tuple[int, int]]:
    """Return the tables that may not be seen yet: all but the own, none for staff."""
    if actor.role:
        return frozenset()
    return frozenset(
        (nth, number)
        for nth, number in tournament.hidden_tables
        if actor.entry == BOT or actor.entry not in state.rounds[nth - 1].tables[number - 1].seats
    )


class Ranking(NamedTuple):
    """Standings and records by entry, and places by entry, the first one first.

    After a final those who played it have the first places. ``missed`` are the entries that have
    missed each round that is closed.
    """

    by_entry: dict[int, Standing]
    places: dict[int, int]
    records: dict[int, Record]
    missed: tuple[tuple[int, ...], ...]


def _ranking_of(state: State) -> Ranking:
    lines = swiss_standings(state)
    order = final_order(state, lines)
    places, closed = {entry: place for place, entry in enumerate(order, 1)}, state.closed()
    did = records(state.entries, closed[: state.stage_rounds], terms_of(state))
    missed = tuple(one.missed for one in closed)
    return Ranking({one.entry: one for one in lines}, places, did, missed)


@lru_cache(maxsize=16)
def _ranking(tournament_id: UUID, head: str, seq: int) -> Ranking:
    """Return the standings, remembered for the head."""
    return _ranking_of(state_of(Tournament(pk=tournament_id, head=head, seq=seq)))


@lru_cache(maxsize=64)
def _announced(tournament_id: UUID, _: str, seq: int) -> tuple[tuple[datetime, Announced], ...]:
    """Return what was announced, the last first, remembered for the head."""
    return tuple(
        (datetime.fromisoformat(row.at), fact)
        for row in reversed(rows_of(Tournament(pk=tournament_id), until=seq))
        for fact in row.facts
        if isinstance(fact, Announced)
    )


class Night:
    """A tournament as its pages show it, at its last row or after an earlier one.

    The tables that are ``hidden`` have no results.
    """

    def __init__(
        self,
        tournament: Tournament,
        *,
        until: int | None = None,
        hidden: Collection[tuple[int, int]] = (),
    ) -> None:
        self.tournament = tournament
        self.until = until
        self.hidden = hidden
        self.state: State = without_results(state_of(tournament, until=until), hidden)
        self.moment: datetime = now()
        self._tables: dict[int, list[ShownTable]] = {}

    @cached_property
    def rows(self) -> list[Row]:
        """The rows of the tournament."""
        return rows_of(self.tournament, until=self.until)

    @property
    def mark(self) -> str:
        """What changes with all that the reader sees of the rows, and with nothing else."""
        return f"{count_seen(self.tournament, self.hidden)}.{len(self.hidden)}"

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the entries; "" once one is erased."""
        found = Entrant.objects.filter(tournament=self.tournament).order_by("number")
        return dict(found.values_list("number", "name"))

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """The people behind the entries."""
        found = Entrant.objects.filter(tournament=self.tournament)
        return {one.number: one for one in found}

    def name(self, entry: int) -> str:
        """Return how an entry is called: by its number too if it shares its name."""
        if entry == BOT:
            return gettext("Bot")
        name = self.names.get(entry, "")
        if not name:
            return f"#{entry}"
        return f"{name} (#{entry})" if self._alike[name.casefold()] > 1 else name

    @cached_property
    def _alike(self) -> Counter[str]:
        """How many entries have each name."""
        return Counter(name.casefold() for name in self.names.values())

    @cached_property
    def _staff(self) -> dict[str, str]:
        found = Player.objects.filter(pk__in=list(self.state.staff))
        return {str(one.pk): one.name or one.tagged_name for one in found}

    def staff_name(self, player: str) -> str:
        """Return how a member of the staff is called."""
        if player not in self._staff:
            found = Player.objects.filter(pk=player).first()
            self._staff[player] = found.name or found.tagged_name if found else player
        return self._staff[player]

    @property
    def staff(self) -> list[tuple[str, str, str]]:
        """The staff: name, role and player of each."""
        return [(self.staff_name(one), role, one) for one, role in self.state.staff.items()]

    # ---- rounds

    @property
    def last(self) -> RoundState | None:
        """The last round, closed or not."""
        return self.state.rounds[-1] if self.state.rounds else None

    @property
    def public_round(self) -> int:
        """The number of the last round whose tables are public, 0 for none."""
        last = self.last
        return len(self.state.rounds) - (last is not None and last.stage == "paired")

    @cached_property
    def _games(self) -> dict[str, GameNow]:
        """The games of the last round, and hidden ones: other tables have places."""
        of_last = Q(round=len(self.state.rounds)) | Q(is_hidden=True)
        found = TableGame.objects.filter(of_last, tournament=self.tournament).order_by()
        wanted = found.values_list("game", "game__status", "game__created_at", "wish")
        return {str(game): GameNow(status, at, wish) for game, status, at, wish in wanted}

    @cached_property
    def _come(self) -> set[tuple[str, int]]:
        """The seats of games that a player has taken, or a bot has."""
        last = self.last
        games = [UUID(one.game) for one in last.tables if one.game] if last else []
        seats = Seat.objects.filter(game__in=games, kind__in=("player", "bot"))
        return {(str(game), number) for game, number in seats.values_list("game", "number")}

    def tables(self, nth: int) -> list[ShownTable]:
        """Return the tables of a round."""
        if nth not in self._tables:
            numbers = range(1, len(self.state.rounds[nth - 1].tables) + 1)
            self._tables[nth] = [self._table(nth, number) for number in numbers]
        return self._tables[nth]

    def _table(self, nth: int, number: int) -> ShownTable:
        table = self.state.rounds[nth - 1].tables[number - 1]
        game = self._games.get(table.game or "")
        seats = tuple(
            ShownSeat(
                seat,
                entry,
                self.name(entry),
                table.places[seat] if table.places else None,
                (table.game or "", seat) in self._come,
            )
            for seat, entry in enumerate(table.seats)
        )
        status = self._status(nth, number)
        is_late = self._is_late(nth, number)
        is_hidden = (nth, number) in self.hidden
        is_watched = status == "running" and (not is_hidden or bool(self.state.setup.delay))
        return ShownTable(
            nth,
            number,
            seats,
            table.game,
            table.before,
            status,
            game is not None and bool(game.wish),
            tuple(one for one in seats if is_late and not one.has_come),
            is_hidden,
            is_watched and nth == self.public_round,
        )

    def _is_late(self, nth: int, number: int) -> bool:
        """Whether all should have sat down at a table."""
        game = self._games.get(self.state.rounds[nth - 1].tables[number - 1].game or "")
        is_old = game is not None and self.moment - game.created_at > LATE
        return is_old and self._status(nth, number) == "open"

    def table_mark(self, nth: int, number: int) -> str:
        """Return what changes with what is shown of a table of the last round."""
        table = self.state.rounds[nth - 1].tables[number - 1]
        come = sum((table.game or "", seat) in self._come for seat in range(len(table.seats)))
        late = (len(table.seats) - come) * self._is_late(nth, number)
        return self._status(nth, number)[:2] + str(come) + "!" * late

    def _status(self, nth: int, number: int) -> str:
        table = self.state.rounds[nth - 1].tables[number - 1]
        game = self._games.get(table.game or "")
        if table.places is not None:
            return "over"
        if table.is_void:
            return "void"
        if game is None:
            return ""
        if game.status in (Game.Status.OPEN, Game.Status.OPENING):
            return "open"
        is_running = game.status == Game.Status.RUNNING or (nth, number) in self.hidden
        return "running" if is_running else "over"

    @cached_property
    def unopened(self) -> list[int]:
        """The tables of the round that runs that have not opened in time."""
        last = self.state.last
        if self.state.stage != "playing" or last is None or last.stage != "running":
            return []
        waiting = [number for number, one in enumerate(last.tables, 1) if one.is_waiting]
        written = TournamentEvent.objects.filter(
            tournament=self.tournament, created_at__gt=self.moment - OPENS
        )
        return [] if not waiting or written.exists() else waiting

    def changed(self) -> Iterator[tuple[int, int, Places, Places]]:
        """Yield the tables whose games have other places than were told.

        A judge has changed them since. By round and number, with the places of the game and
        those that were told.
        """
        told = TableGame.objects.filter(tournament=self.tournament, is_told=True)
        for at in told.select_related("game").only("round", "table", "game__places"):
            table, places = self.state.rounds[at.round - 1].tables[at.table - 1], None
            if table.game == str(at.game_id):
                places = at.game.places_by_seat
            if places is None or table.played in (None, places):
                continue
            corrected = RecordedAct.objects.filter(game=at.game_id, kind="correct").first()
            if corrected and corrected.created_at > self._ended_at(at.round, at.table):
                yield at.round, at.table, places, table.played

    def _ended_at(self, nth: int, number: int) -> datetime:
        """Return when the places of a table were written last."""
        return next(
            datetime.fromisoformat(row.at)
            for row in reversed(self.rows)
            for fact in row.facts
            if isinstance(fact, TableEnded) and (fact.round, fact.table) == (nth, number)
        )

    def byes(self, nth: int) -> list[str]:
        """Return the names of those who have a bye in a round."""
        return [self.name(entry) for entry in self.state.rounds[nth - 1].byes]

    def paired(self, nth: int) -> RoundPaired | None:
        """Return how a round was paired last, with its cost and lot."""
        found = [
            fact
            for row in self.rows
            for fact in row.facts
            if isinstance(fact, RoundPaired) and fact.round == nth
        ]
        return found[-1] if found else None

    def resting(self, nth: int) -> list[str]:
        """Return who has no table in a round of a round robin, and would have one later."""
        one = self.state.rounds[nth - 1]
        is_robin = self.state.setup.stage == "round_robin" and nth <= self.state.stage_rounds
        rest = set(self.state.playing()).intersection(self.state.field) - one.players
        return [self.name(entry) for entry in sorted(rest)] if is_robin else []

    def seat_of(self, entry: int) -> tuple[ShownTable, ShownSeat] | None:
        """Return the table of an entry in the last public round, and its seat there."""
        nth = self.public_round
        for table in self.tables(nth) if nth else ():
            for seat in table.seats:
                if entry != BOT and seat.entry == entry:
                    return table, seat
        return None

    @cached_property
    def ends(self) -> datetime | None:
        """When the time of the round is over, None without a clock or while it stands."""
        return round_ends(self.tournament, self.state)

    @property
    def announcements(self) -> tuple[tuple[datetime, Announced], ...]:
        """What the staff has announced, the last first."""
        return _announced(self.tournament.pk, self.tournament.head, self.tournament.seq)

    # ---- standings

    @cached_property
    def ranking(self) -> Ranking:
        """The standings, and the order of all entries.

        Remembered unless they are earlier ones, or results that count in them are hidden.
        """
        rounds = self.state.rounds
        if self.until is None and all(rounds[n - 1].stage != "closed" for n, _ in self.hidden):
            return _ranking(self.tournament.pk, self.tournament.head, self.tournament.seq)
        return _ranking_of(self.state)

    @cached_property
    def part(self) -> int:
        """Into how many parts a point is divided."""
        return terms_of(self.state).part

    @property
    def has_standings(self) -> bool:
        """Whether a round is closed."""
        return any(one.stage == "closed" for one in self.state.rounds)

    def standings(self) -> list[ShownStanding]:
        """Return the standings, best first; after a final, those of the final come first."""
        return [self.standing(entry) for entry in self.ranking.places]

    def standing(self, entry: int) -> ShownStanding:
        """Return the line of an entry in the standings."""
        one = self.ranking.by_entry[entry]
        return ShownStanding(
            self.ranking.places[entry],
            entry,
            self.name(entry),
            exact(one.points, self.part),
            tuple(self._tiebreak(*pair) for pair in self._named(one)),
            self.state.entries[entry].out is not None,
        )

    def _named(self, one: Standing) -> Iterator[tuple[str, Fraction]]:
        return zip(self.state.setup.tiebreaks, one.tiebreaks, strict=False)

    def _tiebreak(self, name: str, value: Fraction) -> str:
        """Return a tie-break as it is shown: points, a mean place, meetings, or the lot."""
        if name == "lot":
            return str(1 - value)
        if name == "direct":
            return exact(value.numerator, value.denominator)
        shown = -value if name == "place" else value / self.part
        return f"{float(shown):.3f}".rstrip("0").rstrip(".")

    def results(self, entry: int) -> list[ShownResult]:
        """Return what an entry did in each round that was played."""
        points = iter(self.ranking.records[entry].points)
        found = []
        for nth, one in enumerate(self.state.rounds, 1):
            if nth > self.public_round:
                continue
            kind, at, place, size = self._result(nth, entry)
            counts = one.stage == "closed" and kind != "out" and nth <= self.state.stage_rounds
            gained = next(points, 0) if counts else None
            shown = "" if gained is None else exact(gained, self.part)
            found.append(ShownResult(nth, kind, at, place, size, shown))
        return found

    def _result(self, nth: int, entry: int) -> tuple[str, int, int | None, int]:
        one = self.state.rounds[nth - 1]
        for number, table in enumerate(one.tables, 1):
            if entry in table.seats:
                place = table.places[table.seats.index(entry)] if table.places else None
                return "table", number, place, len(table.seats)
        if entry in one.byes:
            return "bye", 0, None, 0
        if entry in one.absent:
            return "absent", 0, None, 0
        missed = self.ranking.missed
        has_missed = nth <= len(missed) and entry in missed[nth - 1]
        return ("missed" if has_missed else "out"), 0, None, 0
