"""The archive of an evening, in which one thing is changed: it never passes, and says what."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, Final, get_args
from zipfile import ZipFile

import pytest
from django.db import transaction

from games.audit.archives import RESULTS, TOURNAMENT
from games.engine import Void
from games.ledger.sealing import canonical
from games.play.seating import locked_game
from games.players.services import create_guest
from games.tournaments.models import TableGame
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import Refused
from games.tournaments.rules.tournament_acts import Act
from games.tournaments.rules.tournament_facts import Fact
from games.tournaments.table_games import direct
from tests.sweeps import part_of
from tests.tournaments.evenings import Evening
from tests.tournaments.test_archive import Forgery, archived, end_round, judged, whole

pytestmark = pytest.mark.slow

CHANGES: Final = 2_000
PIECES: Final = 10

Files = dict[str, bytes]
Keys = tuple[Any, ...]


NONE: Final = {f"{TOURNAMENT}: exchanged names/{nth}" for nth in range(9)}
"""Changes that say the same: a name is found by the number of its entry, whatever the order."""

# ---- one change by anybody


def places_in(value: Any, path: Keys = ()) -> Iterator[Keys]:
    """The paths of all members of a JSON value, and of their members."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inside:
        yield (*path, key)
        if isinstance(one, dict | list):
            yield from places_in(one, (*path, key))


def other(value: Any, chance: Random) -> Any:
    """Another value of the same kind, so that it is well formed where that is possible."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.choice((-1, 1))
    if isinstance(value, str) and value:
        at = chance.randrange(len(value))
        letter = chance.choice([one for one in "0123456789abcdef" if one != value[at]])
        return value[:at] + letter + value[at + 1 :]
    return 1 if value is None else "0" if value == "" else None


def change_json(source: bytes, chance: Random) -> tuple[str, bytes]:
    """Change, remove or exchange one member of a file of JSON."""
    told = json.loads(source)
    way = chance.choice(("changed", "removed", "exchanged"))
    paths = [one for one in places_in(told) if way != "exchanged" or has_next(one, told)]
    path = chance.choice(paths)
    inside, key = holder(told, path), path[-1]
    if way == "exchanged":
        inside[key], inside[key + 1] = inside[key + 1], inside[key]
    elif way == "removed":
        del inside[key]
    else:
        inside[key] = other(inside[key], chance)
    return f"{way} {'/'.join(map(str, path))}", canonical(told)


def holder(told: Any, path: Keys) -> Any:
    """The object or list that a member is in."""
    for key in path[:-1]:
        told = told[key]
    return told


def has_next(path: Keys, told: Any) -> bool:
    """Whether a member is in a list, and has another one after it."""
    inside, at = holder(told, path), path[-1]
    return isinstance(inside, list) and at + 1 < len(inside) and inside[at] != inside[at + 1]


def change_text(source: bytes, chance: Random) -> tuple[str, bytes]:
    """Change a cell of the results, or remove or exchange lines of them."""
    lines = source.split(b"\r\n")
    at = chance.randrange(len(lines) - 2)
    way = chance.choice(("changed", "removed", "exchanged"))
    if way == "exchanged":
        lines[at], lines[at + 1] = lines[at + 1], lines[at]
    elif way == "removed":
        del lines[at]
    else:
        cells = lines[at].decode().split(",")
        cell = chance.randrange(len(cells))
        cells[cell] = other(cells[cell], chance)
        lines[at] = ",".join(cells).encode()
    return f"{way} line {at + 1}", b"\r\n".join(lines)


def change_files(files: Files, chance: Random) -> tuple[str, Files]:
    """Remove, add, rename or exchange a file."""
    first, second = chance.sample(sorted(files), 2)
    way = chance.choice(("removed", "added", "renamed", "exchanged"))
    if way == "removed":
        return f"{way} {first}", {name: one for name, one in files.items() if name != first}
    if way == "exchanged":
        return f"{way} {first} {second}", files | {first: files[second], second: files[first]}
    name = other(first, chance)
    changed = files | {name: files[first]}
    if way == "renamed":
        del changed[first]
    return f"{way} {first} {name}", changed


def changed(files: Files, lot: int) -> tuple[str, Files]:
    """An archive after the one change of a lot, and what that is."""
    chance = Random(lot)
    bundles = sorted(name for name in files if name not in (TOURNAMENT, RESULTS))
    kind = lot % 5
    if kind == 4:
        return change_files(files, chance)
    name = (TOURNAMENT, TOURNAMENT, chance.choice(bundles), RESULTS)[kind]
    change = change_text if name == RESULTS else change_json
    said, content = change(files[name], chance)
    return f"{name}: {said}", files | {name: content}


def zipped(files: Files) -> bytes:
    written = BytesIO()
    with ZipFile(written, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return written.getvalue()


def codes_in(told: Any) -> Iterator[str]:
    """The codes of all findings in a verdict that are no notes."""
    if isinstance(told, list):
        for one in told:
            yield from codes_in(one)
    elif isinstance(told, dict):
        if "code" in told and not told.get("note"):
            yield told["code"]
        for one in told.values():
            yield from codes_in(one)


@pytest.mark.parametrize("piece", range(PIECES))
def test_one_change_is_found_and_named(
    editions: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], piece: int
) -> None:
    files = Forgery(whole()).files
    for lot in part_of(range(piece, CHANGES, PIECES), 25):
        said, other_files = changed(files, lot)
        if said not in NONE:
            check_found(zipped(other_files), tmp_path, capsys, (lot, said))


def check_found(
    source: bytes, folder: Path, capsys: pytest.CaptureFixture[str], said: object
) -> None:
    """An archive fails, and a finding says why."""
    assert is_found(source, folder, capsys), said


def is_found(source: bytes, folder: Path, capsys: pytest.CaptureFixture[str]) -> bool:
    """Whether an archive fails, and a finding says why; else it passes."""
    status = judged(source, folder, "--json")
    codes = set(codes_in(json.loads(capsys.readouterr().out)))
    assert (status, bool(codes)) in ((1, True), (0, False))
    return bool(codes)


# ---- an owner, who has the key


@cache
def busy() -> bytes:
    """An evening with an act of each kind that has a consequence."""
    evening = Evening(9, size=3, rounds=2, final=3, first="seeds", minutes=30)
    floor = create_guest(name="Fred")[0]
    for entrant in evening.entrants:
        evening.act(acts.Seed(entrant.number, 10 - entrant.number))
    evening.act(acts.NameStaff(str(floor.pk), "floor"), acts.Drop(9), acts.Return(9))
    evening.act(acts.CloseEntries(), acts.Pair())
    seats = [one.seats for one in evening.state.rounds[-1].tables]
    evening.act(acts.Swap(seats[0][0], seats[1][0]), acts.SetTable(3, seats[2][::-1]))
    evening.act(acts.Publish(), acts.StartRound())
    evening.tend()
    evening.act(acts.MarkAbsent(seats[2][0]), acts.PauseRound(), acts.ResumeRound())
    evening.act(acts.Announce("Soup is ready."), acts.IssueClaim(1))
    evening.act(acts.AddTime(60), acts.Penalise(seats[0][1], "loss", "tournament.penalty"))
    evening.act(acts.Penalise(seats[1][1], "warning", "tournament.penalty"), by=floor)
    appellant = evening.entrants[seats[1][1] - 1].player
    evening.act(acts.Appeal(seats[1][1], "It was not me.", 2), by=appellant)
    evening.act(acts.DecideAppeal(1, True))
    evening.tend()
    evening.sit(1)
    evening.act(acts.Restart(1))
    end_round(evening)
    evening.begin()
    evening.play(1)
    void(evening, 2)
    evening.tend()
    seats = [one.seats for one in evening.state.rounds[-1].tables]
    evening.act(*(acts.Record(2, at, (1,) * len(seats[at - 1])) for at in (2, 3)))
    evening.act(acts.CloseRound())
    evening.play_round()
    evening.act(acts.Finish())
    return archived()


@transaction.atomic
def void(evening: Evening, table: int) -> None:
    """End a table without a result, by the head judge at the table."""
    game = evening.sit(table)
    direct(TableGame.objects.get(game=game), locked_game(game.pk), Void(), "The lights went out.")


OTHERS: Final = {"cancel", "cancelled", "move"}
"""What this evening does not have: it is not cancelled, and a move leaves what a swap leaves."""

KINDS: Final = [str(one.__struct_config__.tag) for one in get_args(Fact)]
DONE: Final = [str(one.__struct_config__.tag) for one in get_args(Act)]

FREE_TERMS: Final = {
    f"setup/{one}" for one in ("delay", "fillers", "go_on", "late_until", "minutes")
}
"""Terms of no consequence this evening: its games are seen at once, no seat was empty, no one was
late, and no table ran out of time or played in a knockout."""

FREE_ACTS: Final = {"add-time", "announce", "decide-appeal", "issue-claim", "resume-round"}
"""Acts of no consequence for pairings, places and standings."""


@pytest.mark.parametrize("kind", [one for one in KINDS if one not in OTHERS])
def test_no_member_of_a_fact_can_be_another(
    editions: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """Each member of the first fact of a kind is changed, and the rows are sealed and signed."""
    source, chance = busy(), Random(kind)
    at, nth = next(
        (at, nth)
        for at, row in enumerate(Forgery(source).rows)
        for nth, fact in enumerate(row["facts"])
        if fact["fact"] == kind
    )
    free = set()
    for path in places_in(Forgery(source).rows[at]["facts"][nth]):
        forged = Forgery(source)
        inside = holder(forged.rows[at]["facts"][nth], path)
        inside[path[-1]] = other(inside[path[-1]], chance)
        forged.put(forged.rows)
        if not is_found(forged.zipped(), tmp_path, capsys):
            free.add("/".join(map(str, path)))
    assert free == (FREE_TERMS if kind == "created" else set())


@pytest.mark.parametrize("kind", [one for one in DONE if one not in OTHERS])
def test_no_act_with_a_consequence_can_be_left_out(
    editions: None, tmp_path: Path, capsys: pytest.CaptureFixture[str], kind: str
) -> None:
    """The last act of a kind is left out, and all that follows is decided again if it can be."""
    forged = Forgery(busy())
    rows = forged.rows
    rows.remove(forged.of(kind))
    forged.put(rows)
    with suppress(Refused):
        forged.decide_again()
    assert is_found(forged.zipped(), tmp_path, capsys) != (kind in FREE_ACTS)
