"""Scenes: a position, moves, and what is then seen, as lines of YAML.

A scene is played on a ``Table``, whose words it uses. ``given`` calls its builders, a line of
``moves`` makes moves, and the mapping after it is what is seen: ``sizes[1]: 3`` is
``one.sizes()[1] == 3``, ``moved burn hand: [[1, 1]]`` is ``one.moved("burn", "hand") == [(1, 1)]``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
import yaml
from msgspec import UNSET

from games.engine import Move, facts
from games.engine.facts import FactBase
from games.engine.moves import MoveBase
from tests.table import Table, table

HERE: Final = Path(__file__).parent
MOVES: Final = {sort.__struct_config__.tag: sort for sort in get_args(Move)}
READERS: Final[dict[str, Callable[[Any], Any]]] = {"len": len, "set": set, "sorted": sorted}
SEEN: Final = re.compile(
    r"(?:(?P<reader>len|set|sorted) )?(?P<path>[\w.]+)(?P<args>(?: [\w.=-]+)*?)"
    r"(?:\[(?P<index>[-\d:]+)\])?(?: (?P<verb>has|lacks))?"
)


class Scene(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One scene, with three seats in The Avengers if nothing else is said.

    It is played once in each game that it names, and once for each value in the columns of
    ``each``, where ``$card`` stands for that of its column ``card``. With heroes it is a game of
    Ultimate.
    """

    test: str
    rules: list[str] = []
    games: list[str] = []
    each: dict[str, list[Any]] = {}
    seats: int | None = None
    heroes: str = ""
    options: dict[str, Any] = {}
    given: dict[str, Any] = {}
    moves: list[str | dict[str, Any]]


@cache
def scenes() -> list[tuple[str, Scene]]:
    """Every scene with its name."""
    return [
        named
        for file in sorted(HERE.rglob("*.yaml"))
        for written in yaml.safe_load(file.read_text())
        for named in _each(file.stem, written)
    ]


def _each(file: str, written: dict[str, Any]) -> Iterator[tuple[str, Scene]]:
    """Return the scenes that one entry stands for."""
    columns = written.get("each", {})
    for row in zip(*columns.values(), strict=True) if columns else [()]:
        scene = msgspec.convert(filled(written, dict(zip(columns, row, strict=True))), Scene)
        for game in scene.games or ["ultimate" if scene.heroes else "avengers"]:
            name = " ".join([scene.test, *map(str, row)])
            yield f"{file}: {name} {game}", msgspec.structs.replace(scene, games=[game])


def filled(value: Any, row: dict[str, Any]) -> Any:
    """A value with the words of a row where their columns are named."""
    if isinstance(value, dict):
        return {filled(key, row): filled(member, row) for key, member in value.items()}
    if isinstance(value, list):
        return [filled(member, row) for member in value]
    if not isinstance(value, str) or "$" not in value:
        return value
    if value[1:] in row:
        return row[value[1:]]
    return re.sub(r"\$(\w+)", lambda found: str(row[found[1]]), value)


def play(scene: Scene) -> None:
    """Play a scene, and compare each thing seen with what stands in it."""
    (game,) = scene.games
    one = table(game, scene.seats, scene.heroes, **scene.options)
    for call, value in scene.given.items():
        build(one, call, value)
    for step in scene.moves:
        if isinstance(step, str):
            for move in step.split(", "):
                make(one, move)
        else:
            for key, expected in step.items():
                check(one, key, expected)


def build(one: Table, call: str, value: Any) -> None:
    """Call a builder: ``hand 0: red-1 red-2``, ``deck 1: [red-1, {size: 3}]``."""
    name, *args = words(call)
    options: dict[str, Any] = {}
    for given in value if isinstance(value, list) else [value]:
        if isinstance(given, dict):
            options |= given
        elif given is not None:
            args.append(given)
    getattr(one, name)(*args, **options)


def make(one: Table, text: str) -> None:
    """Make one move, or let some seconds pass: ``play 0 red-1 uno``, ``after 30``."""
    if text.startswith("after "):
        one.after(float(text.removeprefix("after ")))
    else:
        one.move(move_of(text))


def move_of(text: str) -> Move:
    """The move of a line: its word, and its members in order or by name."""
    word, *said = text.split()
    sort = MOVES[word]
    members: dict[str, Any] = {}
    for name, given in zip(sort.__struct_fields__, said, strict=False):
        if "=" in given:
            name, _, given = given.partition("=")
            members[name] = yaml.safe_load(given)
        else:
            members[name] = given == "uno" or given
    return msgspec.convert(members, sort, strict=False)


def check(one: Table, key: str, expected: Any) -> None:
    """Compare one thing seen with what is expected."""
    found = SEEN.fullmatch(key)
    assert found, key
    seen = plain(read(one, found))
    match found["verb"]:
        case "has":
            assert not [one for one in expected if one not in seen], f"{key}: {seen}"
        case "lacks":
            assert not [one for one in expected if one in seen], f"{key}: {seen}"
        case _:
            assert seen == expected, key


def read(one: Table, key: re.Match[str]) -> Any:
    """Read what a key names: an attribute of a table, which is called if it is a method."""
    path, args = key["path"], key["args"].strip()
    seen: Any = one
    if path == "of":
        seen = one.of(getattr(facts, args))
    elif path == "refusal":
        seen = one.refusal(move_of(args))
    else:
        for name in path.split("."):
            seen = getattr(seen, name)
        seen = seen(*words(args)) if callable(seen) else seen
    seen = READERS[key["reader"]](seen) if key["reader"] else seen
    return seen[slice_of(key["index"])] if key["index"] else seen


def words(text: str) -> list[str | int]:
    """The words of a line, of which some are numbers."""
    return [int(word) if word.isdigit() else word for word in text.split()]


def slice_of(text: str) -> int | slice:
    """An index, or a slice."""
    first, colon, last = text.partition(":")
    if not colon:
        return int(first)
    return slice(int(first) if first else None, int(last) if last else None)


def plain(value: Any) -> Any:
    """A value as it stands in YAML: a fact as its tag and members, a move as a line."""
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [*map(plain, value)]
    if isinstance(value, MoveBase):
        return line_of(value)
    if isinstance(value, msgspec.Struct):
        members = {key: plain(member) for key, member in msgspec.structs.asdict(value).items()}
        tag = type(value).__struct_config__.tag
        return {"fact": tag, **members} if isinstance(value, FactBase) else members
    return value


def line_of(move: MoveBase) -> str:
    """The line of a move; the members of one without a seat are named."""
    members = msgspec.structs.asdict(move)
    seat = members.pop("seat")
    words = [str(type(move).__struct_config__.tag)]
    if seat is None:
        given = {name: value for name, value in members.items() if value not in (None, UNSET)}
        words += [f"{name}={plain(value)}".replace(" ", "") for name, value in given.items()]
    else:
        words += [
            str(seat),
            *(
                "uno" if value is True else str(value)
                for value in members.values()
                if value is not False
            ),
        ]
    return " ".join(words)
