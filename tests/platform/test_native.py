"""The compiled engine runs only if it was compiled from the sources present."""

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
    INTERPRETED,
    main,
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
    assert {ROOT / one for one in modules()} <= set(python_files(SOURCES))


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
    assert "LOCKSTEP_MOVES=20000 LAW_GAMES=100 make native-test" in script
    assert "THE COMPILED ENGINE IS NOT TESTED" in script
