"""The archive of a tournament: what an owner with the key changes is found."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final
from zipfile import ZipFile

import msgspec
import pytest

from games.audit.__main__ import main
from games.audit.bundle_reading import read_bundle
from games.audit.tournament_files import TournamentHead, head_text
from games.audit.tournament_report import TOURNAMENT_FINDINGS
from games.audit.tournament_results import exact, results_of, scores_of
from games.engine import Chance
from games.ledger import signing
from games.ledger.rows import now
from games.ledger.sealing import GENESIS, canonical, digest
from games.tournaments import table_games
from games.tournaments.erased_names import forget_entrant
from games.tournaments.models import Entrant, Tournament
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import can_go_on, decide
from games.tournaments.rules.tournament_cites import cites_of
from games.tournaments.rules.tournament_rows import Row
from games.tournaments.rules.tournament_state import State, evolve
from games.tournaments.tournament_archive import archive_of
from tests.tournaments.evenings import Evening, resign

pytestmark = pytest.mark.slow

ROOT: Final = Path(__file__).resolve().parents[2]


def archived() -> bytes:
    """The archive of the one tournament as it is now."""
    return b"".join(archive_of(Tournament.objects.get()))


@cache
def whole() -> bytes:
    """An evening with a game loss, an absent player, a place by hand and a final."""
    evening = Evening(7, final=4)
    evening.begin()
    first, second = (one.seats for one in evening.state.rounds[-1].tables)
    evening.act(acts.Penalise(first[-1], "loss", "tournament.penalty"), acts.MarkAbsent(second[0]))
    end_round(evening)
    evening.play_round()
    evening.begin()
    evening.play(1)
    seats = evening.state.rounds[-1].tables[1].seats
    evening.act(acts.Record(3, 2, (1,) * len(seats)))
    evening.tend()
    evening.act(acts.CloseRound())
    evening.play_round()
    evening.act(acts.Finish())
    forget_entrant(Entrant.objects.get(number=7).player)
    return archived()


def end_round(evening: Evening) -> None:
    """Play the tables of a round that runs, and close it."""
    evening.tend()
    for number, _ in enumerate(evening.state.rounds[-1].tables, 1):
        evening.play(number)
    evening.tend()
    evening.act(acts.CloseRound())


@pytest.fixture
def source(editions: None) -> bytes:
    return whole()


# ---- an owner, who has the key


class Forgery:
    """An archive that is changed, and signed again."""

    def __init__(self, source: bytes) -> None:
        with ZipFile(BytesIO(source)) as archive:
            self.files = {name: archive.read(name) for name in archive.namelist()}
        self.told: Any = json.loads(self.files["tournament.json"])

    @property
    def rows(self) -> list[Any]:
        return [one["row"] for one in self.told["rows"]]

    def put(self, rows: list[Any]) -> None:
        """Number rows, and seal and sign them."""
        last, self.told["rows"] = GENESIS, []
        for nth, row in enumerate(rows, 1):
            row["seq"] = nth
            last = digest(last, row)
            self.told["rows"].append({"digest": last, "row": row})
        self.told["head"] |= {"seq": len(rows), "digest": last}
        head = msgspec.convert(self.told["head"], TournamentHead)
        self.told["signature"]["head"] = signing.sign(head_text(head))

    def decide_again(self) -> State:
        """Let all rows follow from each other by the rules; return the state after the last."""
        rows, state, made = self.rows, None, list[Any]()
        for one in rows:
            row = msgspec.convert(one, Row)
            if state is not None and row.act is not None:
                chance = Chance(bytes.fromhex(self.told["seed"]))
                found = decide(state, row.act, row.actor.by(), chance)
                row = msgspec.structs.replace(row, facts=found, cites=cites_of(found))
            state = evolve(state, row.facts)
            made.append(json.loads(canonical(msgspec.to_builtins(row))))
        self.put(made)
        assert state is not None
        names = {one["entry"]: one["name"] for one in self.told["names"]}
        self.files["results.csv"] = results_of(state, names, {})
        return state

    def of(self, act: str, nth: int = -1) -> Any:
        """A row with an act of a kind."""
        return [row for row in self.rows if row["act"] and row["act"]["act"] == act][nth]

    def bundles(self) -> list[str]:
        """The names of the games, in the order of their tables."""
        return [f"bundles/{row['act']['game']}.json" for row in self.rows if is_opening(row)]

    def zipped(self) -> bytes:
        written = BytesIO()
        with ZipFile(written, "w") as archive:
            for name, content in (self.files | {"tournament.json": canonical(self.told)}).items():
                archive.writestr(name, content)
        return written.getvalue()


def is_opening(row: Any) -> bool:
    return bool(row["act"]) and row["act"]["act"] == "open-table"


def place(one: Forgery) -> None:
    """Exchange the first two places of the final, with all that follows from it."""
    row = one.of("end-table")
    row["act"]["places"] = [{1: 2, 2: 1}.get(each, each) for each in row["act"]["places"]]
    one.decide_again()


def seat(one: Forgery) -> None:
    """Let two players of the final have sat otherwise, by an act of the head judge."""
    rows = one.rows
    at = rows.index(one.of("publish"))
    seats = next(fact for fact in rows[at - 1]["facts"] if fact["fact"] == "round-paired")
    act = {"act": "set-table", "table": 1, "seats": seats["tables"][0][::-1]}
    rows.insert(at, rows[at] | {"act": act, "reason": "So decided."})
    one.put(rows)
    one.decide_again()


def row(one: Forgery) -> None:
    rows = one.rows
    rows.remove(one.of("check-in", 2))
    one.put(rows)


def unsealed_row(one: Forgery) -> None:
    del one.told["rows"][8]


def last_row(one: Forgery) -> None:
    del one.told["rows"][-1]


def unsigned(one: Forgery) -> None:
    one.told["head"]["name"] = "Wednesday night"


def lot(one: Forgery) -> None:
    """Draw another lot for the first round, and keep the tables."""
    fact = one.of("pair", 0)["facts"][0]
    fact["lot"] = fact["lot"][::-1]
    one.put(one.rows)


def seed(one: Forgery) -> None:
    one.told["seed"] = "ab" * 32


def no_seed(one: Forgery) -> None:
    one.told["seed"] = None


def role(one: Forgery) -> None:
    one.of("penalise")["actor"]["player"] = one.of("check-in")["tournament"]
    one.put(one.rows)


def another_player(one: Forgery) -> None:
    """Let an entry have checked in by the player of another."""
    rows = one.rows
    player = one.of("enter", 1)["act"]["player"]
    one.of("check-in", 2)["actor"] = {"entry": 3, "player": player}
    one.put(rows)


def a_time(one: Forgery) -> None:
    one.of("finish")["at"] = "yesterday"
    one.put(one.rows)


def elsewhere(one: Forgery) -> None:
    first, *_, last = one.bundles()
    one.files[last] = one.files[first]


def no_game(one: Forgery) -> None:
    del one.files[one.bundles()[-1]]


def twice(one: Forgery) -> None:
    """Let the final be a game of the round before."""
    one.of("open-table")["act"]["game"] = one.of("open-table", -2)["act"]["game"]
    one.decide_again()


def stranger(one: Forgery) -> None:
    one.files["bundles/notes.json"] = b"{}"


def results(one: Forgery) -> None:
    lines = one.files["results.csv"].split(b"\r\n")
    lines[3] = lines[3].replace(b",1,", b",2,", 1)
    one.files["results.csv"] = b"\r\n".join(lines)


def name(one: Forgery) -> None:
    first, second = one.told["names"][:2]
    first["name"], second["name"] = second["name"], first["name"]


def variant(one: Forgery) -> None:
    one.rows[0]["facts"][0]["setup"]["options"]["rounds"] = 5
    one.put(one.rows)


def tiebreak(one: Forgery) -> None:
    one.rows[0]["facts"][0]["setup"]["tiebreaks"] = ["height"]
    one.put(one.rows)


def no_seats(one: Forgery) -> None:
    one.rows[0]["facts"][0]["setup"]["size"] = 0
    one.put(one.rows)


def no_rounds(one: Forgery) -> None:
    one.rows[0]["facts"][0]["setup"]["rounds"] = -4
    one.put(one.rows)


def no_such_entry(one: Forgery) -> None:
    """Let someone have sat at the final whom no one entered."""
    fact = next(fact for fact in one.of("pair")["facts"] if fact["fact"] == "round-paired")
    fact["tables"][0][0] = 99
    one.put(one.rows)


def no_such_lot(one: Forgery) -> None:
    one.of("pair", 0)["facts"][0]["nth"] = -1
    one.put(one.rows)


def unreadable(one: Forgery) -> None:
    one.of("finish")["act"]["act"] = "end"
    one.put(one.rows)


def unfoldable(one: Forgery) -> None:
    one.of("finish")["facts"] = [{"fact": "checked-in", "entry": 99}]
    one.put(one.rows)


def malformed(one: Forgery) -> None:
    one.told["more"] = 1


CHANGES: Final[dict[Callable[[Forgery], None], str]] = {
    place: "round 4, table 1: places",
    seat: "round 4, table 1: seats",
    row: "lawful: facts",
    unsealed_row: "sealed: chain",
    last_row: "sealed: head",
    unsigned: "sealed: head-signature",
    lot: "fair: lot",
    seed: "fair: seed",
    no_seed: "fair: no-seed",
    role: "lawful: role",
    another_player: "lawful: role",
    a_time: "lawful: unreadable",
    elsewhere: "round 4, table 1: other-game",
    no_game: "round 4, table 1: no-game",
    twice: "round 4, table 1: twice",
    stranger: "sealed: stranger",
    results: "sealed: results",
    name: "sealed: name",
    variant: "round 1, table 1: terms",
    tiebreak: "lawful: unreadable",
    no_seats: "lawful: unreadable",
    no_rounds: "lawful: unreadable",
    no_such_entry: "round 4, table 1: seats",
    no_such_lot: "fair: lot",
    unreadable: "lawful: unreadable",
    unfoldable: "lawful: facts",
    malformed: "sealed: malformed",
}
"""What an owner changes, and what is found of it."""


# ---- what is said


def judged(source: bytes, folder: Path, *options: str) -> int:
    """Audit an archive; return the exit status."""
    file = folder / "tournament.zip"
    file.write_bytes(source)
    return main(["--processes", "1", *options, str(file)])


def found(printed: str) -> Iterator[str]:
    """The findings that are no notes, each with its question or table."""
    told = json.loads(printed)["tournaments"][0]
    for question in ("sealed", "lawful", "fair"):
        for one in told[question]["findings"]:
            if not one.get("note"):
                yield f"{question}: {one['code']}"
    for table in told["tables"]:
        for one in table["findings"]:
            if not one.get("note"):
                yield f"round {table['round']}, table {table['table']}: {one['code']}"


def test_an_honest_evening_passes(
    source: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(source, tmp_path, "--key", signing.public_key().public) == 0
    said = capsys.readouterr().out.splitlines()
    assert "pairings, points and standings follow from the rules, lots fair" in said[0]
    assert said[1] == "  entry 7: The name was erased."
    assert "round 4, table 1: rows sealed, moves lawful, shuffles fair" in said
    at = next(at for at, line in enumerate(said) if line.startswith("round 3, table 2"))
    assert said[at + 1].endswith("The places were recorded by hand.")
    assert said[-1] == "PASS: Tuesday night (rounds: 4, tables: 7, games that passed: 6 of 6)"


@pytest.mark.rule("tournament.cut")
def test_a_cup_passes_and_its_games_have_the_options_of_its_terms(
    editions: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = {"rounds": 2, "target_score": None}
    evening = Evening(5, size=2, stage="knockout", rounds=0, final_options=options)
    for entrant in evening.entrants:
        evening.act(acts.Seed(entrant.number, entrant.number))
    while can_go_on(evening.state):
        evening.play_round()
    state = evening.act(acts.Finish())
    assert [[len(table.seats) for table in one.tables] for one in state.rounds] == [[3, 2], [2]]
    assert judged(archived(), tmp_path, "--key", signing.public_key().public) == 0
    assert "PASS: Tuesday night (rounds: 2, tables: 3" in capsys.readouterr().out
    forgery = Forgery(archived())
    forgery.of("seed", 0)["act"]["number"] = 9
    forgery.of("seed", 0)["facts"][0]["number"] = 9
    forgery.put(forgery.rows)
    assert judged(forgery.zipped(), tmp_path, "--json") == 1
    assert "lawful: facts" in set(found(capsys.readouterr().out))
    forgery = Forgery(archived())
    forgery.rows[0]["facts"][0]["setup"]["final_options"] = {"rounds": 3}
    forgery.put(forgery.rows)
    assert judged(forgery.zipped(), tmp_path, "--json") == 1
    assert "round 1, table 1: terms" in set(found(capsys.readouterr().out))


def test_a_key_that_is_not_trusted_is_found(
    source: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert judged(source, tmp_path, "--key", "ab" * 32, "--json") == 1
    assert "sealed: key" in set(found(capsys.readouterr().out))


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_what_an_owner_changes_is_found(
    source: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[Forgery], None],
) -> None:
    forged = Forgery(source)
    change(forged)
    assert judged(forged.zipped(), tmp_path, "--json") == 1
    assert CHANGES[change] in set(found(capsys.readouterr().out))


def test_a_game_that_fails_is_named_with_its_table(
    source: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = Forgery(source)
    file = forged.bundles()[-1]
    bundle = json.loads(forged.files[file])
    bundle["events"][1]["at"] = "2020-01-01T00:00:00.000Z"
    forged.files[file] = canonical(bundle)
    assert judged(forged.zipped(), tmp_path, "--language", "fr") == 1
    said = capsys.readouterr().out
    assert "ronde 4, table 1\u00a0: lignes NON scellées" in said
    assert "ÉCHEC" in said.splitlines()[-1]


def test_a_tournament_that_runs_keeps_its_seed_and_hands(
    editions: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(4, rounds=1)
    evening.begin()
    game = evening.sit(1)
    resign(game, 0)
    source = archived()
    assert Forgery(source).told["seed"] is None
    assert json.loads(Forgery(source).files[f"bundles/{game.pk}.json"])["view"] == "public"
    assert judged(source, tmp_path) == 4
    said = capsys.readouterr().out
    assert "lots not judged" in said and "the game is not over" in said
    assert said.splitlines()[-1].startswith("NOT ALL JUDGED")


def test_tables_that_were_played_again_filled_or_ended_by_time_pass(
    editions: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    evening = Evening(7, rounds=1, fillers=True, minutes=20)
    evening.begin()
    resign(evening.sit(1), 0)
    evening.act(acts.Restart(1))
    evening.tend()
    for number in (1, 2):
        evening.sit(number)
    later = now() + timedelta(minutes=21)
    monkeypatch.setattr(table_games, "now", lambda: later)
    evening.tend()
    evening.act(acts.CloseRound(), acts.Finish())
    source = archived()
    assert judged(source, tmp_path) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == "PASS: Tuesday night (rounds: 1, tables: 2, games that passed: 3 of 3)"
    assert [line.split(":")[0] for line in said if line.startswith("round 1, table 1")] == [
        "round 1, table 1"
    ] * 2
    assert b",0,," in Forgery(source).files["results.csv"]


# ---- the results


def test_the_results_have_a_row_for_each_seat_and_for_who_had_none(source: bytes) -> None:
    lines = Forgery(source).files["results.csv"].decode().splitlines()
    assert lines[0] == "\ufeffround,table,seat,entry,name,place,points,score,penalties,game"
    cells = [line.split(",") for line in lines[1:]]
    assert [one[5:9] for one in cells if one[5] == "absent"] == [["absent", "0", "", ""]]
    assert [one[5:7] for one in cells if one[8] == "loss"] == [["4", "0"]]
    assert {one[4] for one in cells if one[3] == "7"} == {""}
    assert {one[6] for one in cells if one[:2] == ["4", "1"]} == {""}
    assert {one[6] for one in cells if one[:2] == ["3", "2"]} <= {"4", "3 3/4"}


def test_a_bye_has_a_row_and_a_formula_is_none(editions: None) -> None:
    evening = Evening(3, size=2, rounds=1, odd="bye")
    evening.begin()
    names = dict.fromkeys((1, 2, 3), "=1+1")
    lines = results_of(evening.state, names, {}).decode().splitlines()
    [bye] = [line.split(",") for line in lines if "bye" in line]
    assert bye[1:3] == ["", ""] and bye[4:7] == ["'=1+1", "bye", "9"]


def test_points_are_exact_and_no_date() -> None:
    assert [exact(points, 60) for points in (0, 45, 60, 380)] == ["0", "0 3/4", "1", "6 1/3"]


def test_the_scores_are_those_of_the_game() -> None:
    bundle = read_bundle((ROOT / "docs" / "bundle-full.json").read_bytes())
    scores = scores_of(bundle)
    assert len(scores) == 4 and max(scores) > 0


def test_every_finding_has_a_sentence_in_french() -> None:
    for text in TOURNAMENT_FINDINGS.values():
        assert text.to("fr-CA") != text.en
