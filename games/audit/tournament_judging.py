"""Judge the archive of a tournament: rows by the rules, games by the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from games.audit.archives import BUNDLES, RESULTS, TOURNAMENT, TournamentArchive
from games.audit.bundle import Bundle, MalformedBundle, StartSetup
from games.audit.bundle_reading import read_bundle
from games.audit.sealed import ENDS
from games.audit.tournament_files import (
    TournamentFile,
    head_text,
    read_tournament,
    readable_rows,
)
from games.audit.tournament_results import results_of, scores_of
from games.audit.tournament_verdict import (
    TableVerdict,
    TournamentAnswer,
    TournamentFinding,
    TournamentVerdict,
    answer_of,
    no_tournament,
)
from games.engine import Chance, commitment
from games.ledger.rows import PlayerSeat, Start
from games.ledger.sealing import GENESIS, commit_name, digest
from games.ledger.signatures import verify
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.deal_seeds import deal_seed
from games.tournaments.rules.tournament_facts import Places, Seats
from games.tournaments.rules.tournament_rows import Row, unlawful
from games.tournaments.rules.tournament_state import State, evolve

IMPOSSIBLE: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""The errors of rows that name what is not there, or have no value of its kind."""

OF_LOTS: Final = "seed"
"""The code of the finding that the seed is not the one committed to."""


class GameFacts(NamedTuple):
    """What is compared of a bundle: id, commitment, row 1, results in order, scores."""

    game: str
    commitment: str
    start: Start | None
    setup: StartSetup | None
    results: Sequence[Places | None]
    scores: Sequence[int]


class OpenedGame(NamedTuple):
    """A game that a row gave to a table, which has these seats."""

    round: int
    table: int
    seq: int
    seats: Seats


@dataclass
class Played:
    """What the rows say of games.

    ``told`` has the places that a game gave its table, None for none, with the number of the row;
    ``by_hand`` the tables whose places count as they were recorded, with the last row.
    """

    state: State | None = None
    opened: dict[str, OpenedGame] = field(default_factory=dict)
    again: list[str] = field(default_factory=list)
    told: dict[str, list[tuple[int, Places | None]]] = field(default_factory=dict)
    by_hand: dict[tuple[int, int], int] = field(default_factory=dict)


def judge_tournament(archive: TournamentArchive, trusted: Collection[str]) -> TournamentVerdict:
    """Return the verdict about the rows of a tournament, and how its games fit them.

    ``trusted`` are the accepted public keys; without any, the one in the file is.
    """
    try:
        file = read_tournament(archive.read(TOURNAMENT))
    except MalformedBundle:
        return no_tournament("malformed")
    rows = readable_rows(file)
    played, games = _played(rows), dict(_games(archive))
    sealed = [*_sealed(file, trusted), *_names(file, rows), *_strangers(archive, played)]
    sealed += _results(archive.read(RESULTS), file, played.state, games)
    lawful, fair = _decided_again(file, rows)
    return TournamentVerdict(
        file.head.tournament,
        file.head.name,
        file.head.seq,
        file.head.digest,
        file.signature.public,
        answer_of(sealed),
        lawful,
        fair,
        tuple(_Tables(file, archive, played, games).verdicts()),
    )


def _games(archive: TournamentArchive) -> Iterator[tuple[str, GameFacts]]:
    """Yield the games of the archive that can be read; their verdicts name the others."""
    for one in archive.bundles:
        with suppress(MalformedBundle):
            bundle = read_bundle(one.read_bytes())
            results = results_in(bundle)
            yield (
                one.stem,
                GameFacts(
                    bundle.head.game,
                    bundle.head.commitment,
                    bundle.start,
                    bundle.setup,
                    results,
                    scores_of(bundle),
                ),
            )


# ---- the rows


def _sealed(file: TournamentFile, trusted: Collection[str]) -> Iterator[TournamentFinding]:
    head, by = file.head, file.signature
    if trusted and by.public not in trusted:
        yield TournamentFinding("key")
    if not verify(by.public, head_text(head), by.head):
        yield TournamentFinding("head-signature")
    last = GENESIS
    for nth, one in enumerate(file.rows, 1):
        named = one.row.get("seq"), one.row.get("tournament")
        if digest(last, one.row) != one.digest or named != (nth, head.tournament):
            yield TournamentFinding("chain", nth)
            return
        last = one.digest
    if (len(file.rows), last) != (head.seq, head.digest):
        yield TournamentFinding("head")


def _names(file: TournamentFile, rows: Sequence[Row]) -> Iterator[TournamentFinding]:
    """Yield names that do not open their commitments, and which are erased."""
    committed = {
        one.entry: one.name for row in rows for one in row.facts if isinstance(one, facts.Entered)
    }
    given = Counter(one.entry for one in file.names)
    for one in file.names:
        opened = commit_name(bytes.fromhex(one.salt), one.name)
        if committed.get(one.entry) != opened or given[one.entry] > 1:
            yield TournamentFinding("name", entry=one.entry)
    for entry in sorted(committed.keys() - given.keys()):
        yield TournamentFinding("erased", entry=entry, note=True)


def _strangers(archive: TournamentArchive, played: Played) -> Iterator[TournamentFinding]:
    """Yield the files that no row names."""
    unnamed = [f"{BUNDLES}/{one.name}" for one in archive.bundles if one.stem not in played.opened]
    for file in sorted([*archive.strangers, *unnamed]):
        yield TournamentFinding("stranger", file=file)


def _decided_again(
    file: TournamentFile, rows: Sequence[Row]
) -> tuple[TournamentAnswer, TournamentAnswer]:
    """Return whether the rows follow from each other, and their lots from the seed."""
    lawful, fair = list[TournamentFinding](), list[TournamentFinding]()
    seed = bytes.fromhex(file.seed) if file.seed else None
    for seq, code in unlawful(rows, seed):
        (fair if code == OF_LOTS else lawful).append(TournamentFinding(code, seq))
    if seed is not None and not fair:
        fair += _lots(rows, Chance(seed))
    if len(rows) < len(file.rows) and not lawful:
        lawful.append(TournamentFinding("unreadable", len(rows) + 1))
    if seed is None and not _is_over(rows):
        return answer_of(lawful), TournamentAnswer("unanswered", "running")
    if (seed is None) == _is_over(rows):
        fair.append(TournamentFinding("no-seed" if seed is None else "early-seed"))
    return answer_of(lawful), answer_of(fair)


def _lots(rows: Sequence[Row], chance: Chance) -> Iterator[TournamentFinding]:
    """Yield the rows whose lot is not that of the seed."""
    for row in rows:
        paired = [one for one in row.facts if isinstance(one, facts.RoundPaired) and one.lot]
        drawn = None
        with suppress(ValueError):
            drawn = [chance.shuffle(one.lot, one.nth) for one in paired]
        if drawn != [one.lot for one in paired]:
            yield TournamentFinding("lot", row.seq)


def _is_over(rows: Sequence[Row]) -> bool:
    ends = (facts.Finished, facts.Cancelled)
    return any(isinstance(one, ends) for row in rows for one in row.facts)


def _results(
    given: bytes, file: TournamentFile, state: State | None, games: Mapping[str, GameFacts]
) -> Iterator[TournamentFinding]:
    """Yield the first line in which the table of results is not that of the rows."""
    names = {one.entry: one.name for one in file.names}
    scores = {game: one.scores for game, one in games.items()}
    try:
        right = results_of(state, names, scores) if state is not None else b""
    except IMPOSSIBLE:
        right = b""
    if given != right:
        lines, own = right.split(b"\n"), given.split(b"\n")
        same = [one == other for one, other in zip(lines, own, strict=False)]
        line = 1 + (same.index(False) if False in same else len(same))
        yield TournamentFinding("results", line=line, file=RESULTS)


# ---- the games


def _played(rows: Sequence[Row]) -> Played:
    """Return what the rows say of games, up to one that fits no state."""
    played = Played()
    try:
        for row in rows:
            if isinstance(row.act, acts.EndTable) and played.state is not None:
                _note_told(played, row, row.act)
            played.state = evolve(played.state, row.facts)
            for fact in row.facts:
                _note(played, row, fact)
    except IMPOSSIBLE:
        pass
    return played


def _note_told(played: Played, row: Row, act: acts.EndTable) -> None:
    """Note the places that the row gives the game of its table."""
    assert played.state is not None
    game = played.state.rounds[-1].tables[act.table - 1].game
    if game is not None:
        played.told.setdefault(game, []).append((row.seq, act.places))


def _note(played: Played, row: Row, fact: facts.Fact) -> None:
    match fact:
        case facts.TableOpened():
            assert played.state is not None
            seats = played.state.rounds[fact.round - 1].tables[fact.table - 1].seats
            if fact.game in played.opened:
                played.again.append(fact.game)
            played.opened[fact.game] = OpenedGame(fact.round, fact.table, row.seq, seats)
        case facts.TableEnded(how="hand") if isinstance(row.act, acts.Record):
            played.by_hand[fact.round, fact.table] = row.seq
        case facts.TableEnded() | facts.TableRestarted() | facts.TableChanged():
            if not isinstance(row.act, acts.Penalise):
                played.by_hand.pop((fact.round, fact.table), None)


class _Tables:
    """The games of the tables, compared with the rows."""

    def __init__(
        self,
        file: TournamentFile,
        archive: TournamentArchive,
        played: Played,
        games: Mapping[str, GameFacts],
    ) -> None:
        self.tournament, self.played, self.games = file.head.tournament, played, games
        self.seed = bytes.fromhex(file.seed) if file.seed else None
        self.files = {one.stem: str(one) for one in archive.bundles}

    def verdicts(self) -> Iterator[TableVerdict]:
        """Yield each game of the tables, in the order of rounds and tables."""
        for game, opened in sorted(self.played.opened.items(), key=lambda one: one[1][:3]):
            found = [
                *self._unlike_rows(game, opened),
                *self._unlike_deals(game, opened),
                *self._unlike_results(game, opened),
            ]
            file = self.files.get(game, "")
            yield TableVerdict(opened.round, opened.table, game, file, tuple(found))

    def _unlike_rows(self, game: str, opened: OpenedGame) -> Iterator[TournamentFinding]:
        """Yield what row 1 of a game has unlike its table."""
        state, one = self.played.state, self.games.get(game)
        if game in self.played.again:
            yield TournamentFinding("twice", opened.seq)
        if state is None or one is None:
            return
        if one.game != game:
            yield TournamentFinding("other-game", opened.seq)
        if one.start is None or one.setup is None:
            return
        event = one.start.event
        own = self.tournament, opened.round, opened.table
        if event is not None and (event.tournament, event.round, event.table) != own:
            yield TournamentFinding("other-game", opened.seq)
        sitting = [seat.player if isinstance(seat, PlayerSeat) else "" for seat in one.start.seats]
        people = {entry: one.player for entry, one in state.entries.items()}
        players = [people.get(entry, "") for entry in opened.seats]
        if sitting != players:
            yield TournamentFinding("seats", opened.seq)
        wanted, options = state.options(opened.round), one.setup.options
        are_same = all(options.get(name, value) == value for name, value in wanted.items())
        if one.setup.variant != state.setup.variant or not are_same:
            yield TournamentFinding("terms", opened.seq)

    def _unlike_deals(self, game: str, opened: OpenedGame) -> Iterator[TournamentFinding]:
        """Yield that a game has not the seed of its round, or has that of another game."""
        state, one = self.played.state, self.games.get(game)
        if state is None or one is None:
            return
        is_shared, like = state.setup.deals == "shared", (opened.round, len(opened.seats))
        others = [
            self.games[key].commitment
            for key, other in self.played.opened.items()
            if key != game and key in self.games
            if not is_shared or (other.round, len(other.seats)) == like
        ]
        if not is_shared:
            is_right = one.commitment not in others
        elif self.seed is None:
            is_right = all(other == one.commitment for other in others)
        else:
            is_right = one.commitment == commitment(deal_seed(self.seed, *like))
        if is_shared and one.start is not None and any(one.start.chance.shares):
            is_right = False
        if not is_right:
            yield TournamentFinding("deal", opened.seq)

    def _unlike_results(self, game: str, opened: OpenedGame) -> Iterator[TournamentFinding]:
        """Yield rows whose places the game never had, and what was decided besides."""
        by_hand = self.played.by_hand.get((opened.round, opened.table))
        one = self.games.get(game)
        had = one.results if one is not None else [None]
        for seq, places in self.played.told.get(game, ()):
            if places not in had:
                yield TournamentFinding("no-game" if one is None else "places", seq)
            elif places != had[-1] and by_hand is None:
                yield TournamentFinding("later", seq, note=True)
        if by_hand is not None:
            yield TournamentFinding("hand", by_hand, note=True)


def results_in(bundle: Bundle) -> Sequence[Places | None]:
    """Return the places that a game has had, in order: None while it had none."""
    facts_of_ends = [one for event in bundle.events for one in event.facts if one["fact"] in ENDS]
    found = [one.get("places") for one in facts_of_ends]
    return [tuple(one) if isinstance(one, list) else None for one in found] or [None]
