"""What both verifiers print with `--json` is as docs/verdicts.schema.json says."""

import json
import subprocess
import sys
from collections.abc import Iterator
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator

from games.audit.verdict_json import schema
from tests.clients.build import NODE
from tests.proof.changes import changes
from tests.proof.played import played
from tests.proof.test_two_verifiers import views_of
from tests.proof.test_verify_js import DOCS, PROGRAM

FILE: Final = DOCS / "verdicts.schema.json"
PROGRAMS: Final = {
    "games.audit": [sys.executable, "-m", "games.audit", "--json"],
    "verify.js": [NODE, str(PROGRAM), "--json"],
}
CLOCKED: Final = (2, 3, 1, 1)


def validator() -> Draft202012Validator:
    """The published schema, which must itself be a schema."""
    read = json.loads(FILE.read_bytes())
    Draft202012Validator.check_schema(read)
    return Draft202012Validator(read)


def sources() -> Iterator[bytes]:
    """Good and tampered bundles of all views, and files that are no bundles."""
    for number, (variant, seats) in enumerate((("avengers", 4), ("xmen", 3), ("ultimate", 2))):
        full, seat, public = views_of(played(variant, seats, number, most=20))
        yield from (full, seat, public)
        yield from (one.source for one in changes(full, number, 25))
        yield from (one.source for one in changes(seat, number, 10))
        yield full[:-1]
    yield played("avengers", 3, 0, most=60, times=CLOCKED)
    yield from (b"", b"{}", b"[1]", b"\xff", b'{"format":"fairdeal-bundle-v0"}')


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """All these files, in a folder."""
    folder = tmp_path_factory.mktemp("bundles")
    written = []
    for nth, source in enumerate(sources()):
        path = folder / f"{nth}.json"
        path.write_bytes(source)
        written.append(str(path))
    return written


def printed(program: str, *arguments: str) -> Any:
    """What a verifier prints about files."""
    done = subprocess.run(
        [*PROGRAMS[program], *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1, 2, 4), done.stderr
    return json.loads(done.stdout)


def flaws(told: Any) -> list[str]:
    """In what verdicts are not as the schema says."""
    return [f"{one.json_path}: {one.message}" for one in validator().iter_errors(told)]


def test_the_published_schema_is_that_of_the_code() -> None:
    assert json.loads(FILE.read_bytes()) == json.loads(json.dumps(schema()))


@pytest.mark.slow
@pytest.mark.parametrize("program", PROGRAMS)
def test_each_verdict_is_as_the_schema_says(program: str, files: list[str]) -> None:
    told = printed(program, *files)
    assert flaws(told) == []
    assert told["verifier"]["program"] == program
    assert [one["file"] for one in told["files"]] == files
    assert {one["verdict"] for one in told["files"]} >= {"fail"}
    answers = {each["answer"] for one in told["files"] for each in one["questions"].values()}
    assert answers >= {"yes", "no", "unanswered"}


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_verdict_that_is_changed_is_not_as_the_schema_says(program: str) -> None:
    told = printed(program, str(DOCS / "bundle-full.json"))
    assert flaws(told) == []
    (one,) = told["files"]
    one["questions"]["sealed"]["answer"] = "perhaps"
    one["seq"] = -1
    one["more"] = True
    del told["verifier"]["rules_version"]
    assert len(flaws(told)) == 4
