"""Scenes: a position, moves, and what is then seen, as lines of YAML.

A scene is played on a ``Table``, whose words it uses. ``given`` calls its builders, a line of
``moves`` makes moves, and the mapping after it is what is seen: ``sizes[1]: 3`` is
``one.sizes()[1] == 3``, ``moved burn hand: [[1, 1]]`` is ``one.moved("burn", "hand") == [(1, 1)]``.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
import yaml

from games.engine import CallUno, CatchUno, Choose, Draw, Expire, Move, Pass, Play, Resign, facts
from tests.table import Table, table

HERE: Final = Path(__file__).parent
MOVES: Final[dict[str, Callable[..., Move]]] = {
    "play": Play,
    "draw": Draw,
    "pass": Pass,
    "choose": Choose,
    "call": CallUno,
    "catch": CatchUno,
    "resign": Resign,
    "expire": Expire,
}
WORDS: Final = {sort: word for word, sort in MOVES.items()}
READERS: Final[dict[str, Callable[[Any], Any]]] = {"len": len, "set": set, "sorted": sorted}
SEEN: Final = re.compile(
    r"(?:(?P<reader>len|set|sorted) )?(?P<path>[\w.]+)(?P<args>(?: [\w.-]+)*?)"
    r"(?:\[(?P<index>[-\d:]+)\])?(?: (?P<verb>has|lacks))?"
)


class Scene(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """One scene. It is a game of The Avengers if no heroes are named, with three seats."""

    test: str
    rules: list[str] = []
    game: str = ""
    seats: int | None = None
    heroes: str = ""
    options: dict[str, Any] = {}
    given: dict[str, Any] = {}
    moves: list[str | dict[str, Any]]


@cache
def scenes() -> dict[str, Scene]:
    """Every scene, by its file and name."""
    return {
        f"{file.stem}: {scene.test}": scene
        for file in sorted(HERE.rglob("*.yaml"))
        for scene in msgspec.convert(yaml.safe_load(file.read_text()), list[Scene])
    }


def play(scene: Scene) -> None:
    """Play a scene, and compare each thing seen with what stands in it."""
    game = scene.game or ("ultimate" if scene.heroes else "avengers")
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
    """The move of a line: its word, the seat, and what else it says."""
    word, seat, *rest = text.split()
    more = [int(rest[0])] if word == "catch" else [word == "uno" or word for word in rest]
    return MOVES[word](int(seat), *more)


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
    """A value as it stands in YAML: a fact as its members, a move as a line."""
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value))
    if isinstance(value, tuple | list):
        return [*map(plain, value)]
    if type(value) in WORDS:
        said = [
            "uno" if word is True else str(word)
            for word in msgspec.structs.astuple(value)
            if word is not False
        ]
        return " ".join([WORDS[type(value)], *said])
    if isinstance(value, msgspec.Struct):
        return {key: plain(member) for key, member in msgspec.structs.asdict(value).items()}
    return value
