"""What a page tells of an audit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.dateparse import parse_datetime

from games.audit import Answer, Finding, answered, said
from games.audits import runs as auditing
from games.checkpoints import selectors as checkpoints
from games.checkpoints.selectors import CheckpointNotFound, Inclusion, NotInCheckpoint, NotInLog
from games.models import Game
from games.wording.language import Language

MOST_FINDINGS: Final = 50
"""How many findings of an answer a page names."""


@dataclass(frozen=True, slots=True)
class FindingShown:
    """A finding in words, with the events that it is about."""

    code: str
    text: str
    first: int
    last: int
    rule: str
    path: str
    is_note: bool


@dataclass(frozen=True, slots=True)
class AnswerShown:
    """The answer to one question: its name, yes, no or unanswered, and in words."""

    question: str
    answer: str
    text: str
    findings: tuple[FindingShown, ...]
    more: int


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """The three answers, and when and by which rules they were given."""

    passed: bool
    at: datetime | None
    rules_version: str
    answers: tuple[AnswerShown, ...]


def verdict_on(game: Game, language: Language) -> VerdictShown | None:
    """The verdict on a finished game; None while there is none."""
    if game.status != Game.Status.OVER or not game.seq:
        return None
    audited = auditing.known_verdict(game)
    answers = audited.verdict.answers.items()
    return VerdictShown(
        passed=audited.verdict.passed,
        at=parse_datetime(audited.at),
        rules_version=audited.verdict.rules_version,
        answers=tuple(_answer(question, given, language) for question, given in answers),
    )


def _answer(question: str, given: Answer, language: Language) -> AnswerShown:
    told = tuple(_finding(one, language) for one in given.findings[:MOST_FINDINGS])
    more = len(given.findings) - len(told)
    return AnswerShown(question, given.answer, answered(given, language), told, more)


def _finding(one: Finding, language: Language) -> FindingShown:
    text = said(one, language)
    return FindingShown(one.code, text, one.first, one.last, one.rule, one.path, one.note)


def checkpoint_of(game: Game) -> Inclusion | None:
    """Where a game stands in the signed log; None while it does not."""
    try:
        return checkpoints.inclusion(game=game)
    except (NotInLog, NotInCheckpoint, CheckpointNotFound):
        return None
