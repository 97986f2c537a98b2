"""The compiled engine runs only if it was compiled from the sources present."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from cards import native
from cards.native import (
    MANIFEST,
    SOURCES,
    EngineError,
    NativeFinder,
    install,
    manifest,
    python_files,
    usable,
)
from config.native_build import (
    FASTER_CALLS,
    INTERPRETED,
    compile_into,
    main,
    missing_tool,
    modules,
)

ROOT = Path(__file__).resolve().parents[2]


def build(folder: Path, **changes: str) -> Path:
    """A build of no modules from the present sources, changed."""
    (folder / MANIFEST).write_text(json.dumps(manifest({"a.module": "a/module.so"}) | changes))
    return folder


def test_a_build_of_the_present_sources_is_usable(tmp_path: Path) -> None:
    assert usable(build(tmp_path)) == ({"a.module": "a/module.so"}, "")


@pytest.mark.parametrize(
    ("changed", "reason"),
    [("sources", "the sources have changed"), ("python", "built for another Python")],
)
def test_a_build_of_something_else_is_not_used(tmp_path: Path, changed: str, reason: str) -> None:
    folder = build(tmp_path, **{changed: "other"})
    before = list(sys.meta_path)
    install(folder, "")
    assert sys.meta_path == before
    with pytest.raises(EngineError, match=reason):
        install(folder, "native")


def test_without_a_build_the_sources_run(tmp_path: Path) -> None:
    before = list(sys.meta_path)
    install(tmp_path, "")
    install(build(tmp_path), "python")
    assert sys.meta_path == before


def test_an_engine_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(EngineError, match="not fast"):
        install(tmp_path, "fast")


def test_a_changed_source_has_another_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "rules" / "points.py"
    source.parent.mkdir()
    source.write_text("POINTS = 1\n")
    monkeypatch.setattr(native, "ROOT", tmp_path)
    monkeypatch.setattr(native, "SOURCES", ("rules",))
    before = native.digest_of_sources()
    source.write_text("POINTS = 2\n")
    assert native.digest_of_sources() != before


def test_the_finder_finds_what_was_built_and_nothing_else(tmp_path: Path) -> None:
    finder = NativeFinder(tmp_path, {"a.module": "a/module.so"})
    found = finder.find_spec("a.module")
    assert found is not None
    assert found.origin == str(tmp_path / "a" / "module.so")
    assert finder.find_spec("a") is None


def test_a_broken_build_fails_and_does_not_fall_back(tmp_path: Path) -> None:
    (tmp_path / "decision.so").write_bytes(b"not a library")
    (tmp_path / MANIFEST).write_text(json.dumps(manifest({"games.engine.decision": "decision.so"})))
    code = (
        "import pathlib, sys; from cards import native;"
        "native.install(pathlib.Path(sys.argv[1]), 'native'); import games.engine"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        env=os.environ | {"ENGINE": "python"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert "ImportError" in done.stderr


def test_what_decides_is_compiled() -> None:
    found = set(modules())
    assert {f"games/engine/{one}.py" for one in ("decision", "ruleset", "verbs/turns")} <= found
    assert {f"bots/strategies/{one}.py" for one in ("greedy", "playouts", "thinker")} <= found
    assert {
        f"games/audit/{one}.py" for one in ("bundle_reading", "chain", "sealed", "trial")
    } <= found
    assert all((ROOT / one).is_file() for one in INTERPRETED)


def test_a_build_depends_on_all_that_is_compiled() -> None:
    assert {FASTER_CALLS, *(ROOT / one for one in modules())} <= set(python_files(SOURCES))


def test_without_a_compiler_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler -pthread")
    assert main() == main(["check"]) == 1
    told = capsys.readouterr().err
    assert "cannot be compiled: the C compiler no-such-compiler is not here" in told
    assert "Everything runs without it" in told


def test_without_the_headers_of_python_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", sys.executable)
    monkeypatch.setattr("config.native_build.get_path", lambda _name: str(tmp_path))
    assert main(["check"]) == 1
    assert "Python.h" in capsys.readouterr().err
    (tmp_path / "Python.h").touch()
    assert main(["check"]) == 0


def test_ci_tests_the_compiled_engine_or_says_that_it_does_not() -> None:
    script = (ROOT / ".ci" / "run").read_text()
    assert "LOCKSTEP_MOVES=20000 LAW_GAMES=50 make native-test" in script
    assert "THE COMPILED ENGINE IS NOT TESTED" in script


PROBE = """
from typing import Any

LIMIT = 1


def limit() -> int:
    return LIMIT


def size(thing: Any) -> Any:
    return thing.size


def named(thing: Any, name: str) -> Any:
    return getattr(thing, name)


def item(table: dict[str, int], key: str) -> int:
    return table[key]


def any_item(table: dict[Any, Any], key: Any) -> Any:
    return table[key]


def get(table: dict[Any, Any], key: Any) -> Any:
    return table.get(key)


def get_or(table: dict[Any, Any], key: Any, otherwise: Any) -> Any:
    return table.get(key, otherwise)


def has_key(table: dict[Any, Any], key: Any) -> bool:
    return key in table


def in_set(group: set[Any], value: Any) -> bool:
    return value in group


def in_frozenset(group: frozenset[Any], value: Any) -> bool:
    return value in group


def in_tuple(group: tuple[Any, ...], value: Any) -> bool:
    return value in group


def in_list(group: list[Any], value: Any) -> bool:
    return value in group


def append(row: list[Any], value: Any) -> None:
    row.append(value)


def pop(row: list[Any]) -> Any:
    return row.pop()


def call(function: Any, value: Any) -> Any:
    return function(value)


def three(first: Any, second: Any, third: Any = 3) -> Any:
    return first, second, third
"""

QUESTIONS = """
import msgspec, sys
sys.path.insert(0, sys.argv[1])
import probe

class Small(msgspec.Struct):
    size: int
    color: str = "red"

class Large(msgspec.Struct):
    color: str
    size: int

class Plain:
    @property
    def size(self):
        return 7

def answer(question, *given):
    try:
        return question(*given)
    except Exception as error:
        return type(error).__name__

small, large, plain = Small(1), Large("blue", 2), Plain()
said = [probe.limit(), probe.limit()]
probe.LIMIT = 5
said.append(probe.limit())
for thing in (small, small, large, plain, plain, small, 3):
    said.append(answer(probe.size, thing))
del small.size
said.append(answer(probe.size, small))
Large.size = property(lambda self: 9)
said.append(probe.size(large))
for name in ("color", "color", "size", "shape"):
    said.append(answer(probe.named, Small(4), name))
table = {"a": 1}
for key in ("a", "a", "b", "".join(("", "a"))):
    said.append(answer(probe.item, table, key))
table["a"] = 2
said.append(probe.item(table, "a"))
said.append(answer(probe.item, {"a": 3}, "a"))
table.clear()
said.append(answer(probe.item, table, "a"))
for size in range(100):
    table["a"] = size
    assert probe.item(table, "a") == size
print(*said)
"""

CONTAINERS = """
import random, sys
sys.path.insert(0, sys.argv[1])
import probe

class Name(str):
    pass

class Same:
    def __hash__(self):
        return hash("k1")
    def __eq__(self, other):
        return other == "k1"

def answer(question, *given, **named):
    try:
        return repr(question(*given, **named))
    except Exception as error:
        return type(error).__name__

rng = random.Random(7)
names = [f"k{at}" for at in range(3000)]
others = [1, 1.0, True, None, (1, 2), int, str, Name, Name("k1"), Same(), ""]
others += ["\\xe9", "\\u20ac", []]

def key():
    found = rng.choice(names[:rng.choice((4, 300, 3000))])
    if rng.random() < 0.2:
        found = rng.choice(others)
    return "".join(list(found)) if type(found) is str and rng.random() < 0.5 else found

said = []
for size in (0, 1, 3, 5, 12, 100, 1000, 9000, 40000):
    table = {}
    for _ in range(size):
        added = key()
        if type(added) is not list:
            table[added] = len(table)
        if rng.random() < 0.2:
            table.pop(rng.choice(list(table)[:9] or [0]), None)
    row = tuple(table)[:40]
    # Texts of which some have no hash yet, and some other values among them.
    texts = ["".join(list(one)) for one in (*names[:size][:30], "\\xe9", "\\u20ac", "")]
    mixed = [*texts[:9], rng.choice(others), *texts[9:]]
    plain = Same()
    for at in range(min(size, 25)):
        setattr(plain, f"k{at}", at)
    for group in (dict(table), table, vars(plain), {f"k{at}": at for at in range(size)}):
        several = set(group)
        for gone in list(group)[::3]:
            several.discard(gone)
        fixed = frozenset(several)
        for _ in range(400):
            wanted = key()
            said += [
                answer(probe.any_item, group, wanted),
                answer(probe.get, group, wanted),
                answer(probe.get_or, group, wanted, "none"),
                answer(probe.has_key, group, wanted),
                answer(probe.in_set, several, wanted),
                answer(probe.in_frozenset, fixed, wanted),
                answer(probe.in_tuple, row, wanted),
                answer(probe.in_tuple, tuple(texts), wanted),
                answer(probe.in_list, texts, wanted),
                answer(probe.in_list, mixed, wanted),
            ]
marker = object()
counts = [sys.getrefcount(marker)]
for _ in range(50):
    kept, table = [], {"k1": marker, int: marker}
    probe.append(kept, marker)
    probe.append(kept, marker)
    probe.pop(kept)
    for wanted in ("k1", "".join(("k", "1")), int, "k2"):
        probe.get(table, wanted)
        probe.get_or(table, wanted, marker)
        answer(probe.any_item, table, wanted)
    probe.call(str, marker)
    probe.three(marker, marker, marker)
kept = table = None
counts.append(sys.getrefcount(marker))
said.append(str(counts[1] - counts[0]))
row = []
for _ in range(5000):
    if rng.random() < rng.choice((0.3, 0.7)):
        probe.append(row, len(row))
    else:
        said.append(answer(probe.pop, row))
    said.append(str(len(row)))
    if rng.random() < 0.1:
        row += [7] * rng.randrange(40)
        del row[rng.randrange(len(row) + 1):]
said += [str(row), answer(probe.pop, [])]
for function in (len, str, int, key, Name, Same, answer, 3):
    said.append(answer(probe.call, function, "12")[:6])
for given in ((), (1,), (1, 2), (1, 2, 4), (1, 2, 4, 5)):
    for named in ({}, {"second": 8}, {"third": 9}, {"fourth": 4}):
        said.append(answer(probe.three, *given, **named))
print("\\n".join(said))
"""


@pytest.mark.slow
@pytest.mark.skipif(bool(missing_tool()), reason="there is no C compiler")
def test_inline_caches_see_every_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "probe.py").write_text(PROBE)
    compile_into(tmp_path / "made", tmp_path / "work", ["probe.py"])
    assert list((tmp_path / "made").glob("probe.*.so"))
    places = (tmp_path / "made", tmp_path)
    compiled, interpreted = (_run(CONTAINERS, place).splitlines() for place in places)
    assert compiled == interpreted
    assert len(compiled) > 75_000
    said = [_run(QUESTIONS, place) for place in places]
    assert said[0] == said[1]
    assert said[0].strip() == (
        "1 1 5 1 1 2 7 7 1 AttributeError AttributeError 9"
        " red red 4 AttributeError 1 1 KeyError 1 2 3 KeyError"
    )


def _run(code: str, place: Path) -> str:
    """What a program prints that imports the probe from a folder."""
    words = [sys.executable, "-c", code, str(place)]
    environment = os.environ | {"PYTHONHASHSEED": "0", "PYTHONUTF8": "1"}
    return subprocess.run(
        words, env=environment, check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout
