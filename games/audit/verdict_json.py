"""The verdicts about files as one JSON object, the same in both verifiers.

docs/bundle.md, *Verdicts as JSON*, is the specification. The module prints the JSON Schema:
`python -m games.audit.verdict_json > docs/verdicts.schema.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from inspect import cleandoc
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from games.audit.findings import (
    Answer,
    AnswerWord,
    Finding,
    Verdict,
    VerdictWord,
    Why,
    word_of_files,
)
from games.engine.rulebook import RULES_VERSION

FORMAT: Final = "fairdeal-verdicts-v1"
"""The name of the format."""

Natural = Annotated[int, Meta(ge=0)]


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of all parts: every member is always there."""


class FindingRecord(_Part, frozen=True):
    """A finding: 0, an empty text or false where there is nothing to say."""

    code: str
    first: Natural
    last: Natural
    rule: str
    path: str
    note: bool
    seat: Natural | None
    file: str


class AnswerRecord(_Part, frozen=True):
    """The answer to one question."""

    answer: AnswerWord
    why: Why
    findings: list[FindingRecord]


class Questions(_Part, frozen=True):
    """The answers to the six questions."""

    sealed: AnswerRecord
    lawful: AnswerRecord
    fair: AnswerRecord
    dealt: AnswerRecord
    authentic: AnswerRecord
    choices: AnswerRecord


class FileVerdict(_Part, frozen=True):
    """The verdict about one file; texts are empty and seq is 0 if it cannot be read.

    ``over``: the game has a result.
    ``key`` is the id of the key that signed, ``public`` the key itself.
    """

    file: str
    verdict: VerdictWord
    game: str
    view: str
    over: bool
    seq: Natural
    digest: str
    key: str
    public: str
    questions: Questions


class Verifier(_Part, frozen=True):
    """The program, and the version of its rules, null if it has none."""

    program: Literal["games.audit", "verify.js"]
    rules_version: str | None


class Verdicts(_Part, frozen=True):
    """The verdicts about files in the order given, and the one about all."""

    format: Literal["fairdeal-verdicts-v1"]
    verifier: Verifier
    verdict: VerdictWord
    files: list[FileVerdict]


def encode_verdicts(results: Iterable[tuple[str, Verdict]]) -> bytes:
    """Return the verdicts about files as JSON."""
    files = [file_verdict(name, verdict) for name, verdict in results]
    verifier = Verifier("games.audit", RULES_VERSION)
    word = word_of_files(one.verdict for one in files)
    return msgspec.json.encode(Verdicts(FORMAT, verifier, word, files))


def file_verdict(name: str, verdict: Verdict) -> FileVerdict:
    """Return the verdict about a file with all members."""
    answers = {question: _answer(one) for question, one in verdict.answers.items()}
    return FileVerdict(
        file=name,
        verdict=verdict.word,
        game=verdict.game,
        view=verdict.view,
        over=verdict.over,
        seq=verdict.seq,
        digest=verdict.digest,
        key=verdict.key,
        public=verdict.public,
        questions=Questions(**answers),
    )


def _answer(given: Answer) -> AnswerRecord:
    return AnswerRecord(given.answer, given.why, [_finding(one) for one in given.findings])


def _finding(one: Finding) -> FindingRecord:
    return FindingRecord(**{name: getattr(one, name) for name in Finding.__struct_fields__})


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the verdicts."""
    found = msgspec.json.schema(Verdicts)
    for one in found["$defs"].values():
        one["description"] = cleandoc(one["description"])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        **found,
    }


if __name__ == "__main__":
    print(json.dumps(schema(), indent=2))
