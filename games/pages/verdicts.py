"""The verdict on a game, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.dateparse import parse_datetime

from games.audit.finding_texts import answer_text, audit_finding_text
from games.audit.findings import Answer, Finding
from games.audit.proof import RESULTS
from games.models import Game
from games.proofs import runs as auditing
from games.proofs import selectors as checkpoints
from games.proofs.models import Checkpoint, LogEntry
from games.proofs.runs import KnownVerdict
from games.wording.language import Language
from games.wording.page_texts import text_of_code, words_in
from games.wording.verdict_texts import verdict_text

MAX_FINDINGS: Final = 50
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
    """The answer to one question: "yes", "no" or another, and in words.

    ``name`` is the question in a word, ``what`` what a yes means.
    """

    question: str
    name: str
    what: str
    answer: str
    text: str
    findings: tuple[FindingShown, ...]
    more: int


@dataclass(frozen=True, slots=True)
class VerdictLine:
    """The verdict on a game in one line, the same in the list and on its page.

    ``kind`` is "passed", "failed", "unknown" (no answer is no, and it has not passed, or the
    verifier failed), "open" (not audited yet) or "" for a game that is not over; ``broken`` names
    the questions answered with no.
    """

    kind: str
    text: str
    broken: tuple[str, ...] = ()


def verdict_line(game: Game, known: KnownVerdict | None, words: dict[str, str]) -> VerdictLine:
    """Return the line of a verdict that is known, or why there is none."""
    if not game.is_finished or not game.seq:
        return VerdictLine("", words["verdict_not_over"])
    if known is None:
        return VerdictLine("open", words["verdict_open"])
    match known.word:
        case "pass":
            return VerdictLine("passed", f"✓ {words['PASS']}")
        case "fail":
            answers = known.answers.items()
            broken = (text_of_code(words, "verdict", name) for name, one in answers if one == "no")
            return VerdictLine("failed", f"✗ {words['FAIL']}", tuple(broken))
        case "result_changed":
            return VerdictLine("unknown", f"! {words['verdict_result_changed']}")
        case "error":
            return VerdictLine("unknown", f"? {words['verdict_error']}")
        case "not_judged" | "moves_not_judged":
            return VerdictLine("unknown", f"? {words['verdict_not_judged']}")


@dataclass(frozen=True, slots=True)
class VerdictShown:
    """The answers, with the time and the rules of the audit."""

    line: VerdictLine
    text: str
    at: datetime | None
    rules_version: str
    answers: tuple[AnswerShown, ...]


def verdict_on(game: Game, language: Language) -> VerdictShown | None:
    """Return the verdict on a finished game; None if it is not finished."""
    if not game.is_finished or not game.seq:
        return None
    audited = auditing.known_verdict(game)
    answers = audited.verdict.answers.items()
    return VerdictShown(
        line=verdict_line(game, auditing.in_short(audited), words_in(language)),
        text=verdict_text(audited.verdict, language),
        at=parse_datetime(audited.at),
        rules_version=audited.verdict.rules_version,
        answers=tuple(_answer(question, given, language) for question, given in answers),
    )


def _answer(question: str, given: Answer, language: Language) -> AnswerShown:
    findings = tuple(_finding(one, language) for one in given.findings[:MAX_FINDINGS])
    words = words_in(language)
    return AnswerShown(
        question=question,
        name=words.get(question, question),
        what=words.get(f"{question}_what", ""),
        answer=given.answer,
        text=answer_text(given, language),
        findings=findings,
        more=len(given.findings) - len(findings),
    )


def _finding(one: Finding, language: Language) -> FindingShown:
    text = audit_finding_text(one, language)
    return FindingShown(one.code, text, one.first, one.last, one.rule, one.path, one.note)


@dataclass(frozen=True, slots=True)
class LoggedShown:
    """The entries of a game in the signed log, and the newest checkpoint."""

    entries: tuple[LogEntry, ...]
    checkpoint: Checkpoint

    @property
    def result(self) -> LogEntry | None:
        """The entry of the newest result; None without one."""
        return next((one for one in reversed(self.entries) if one.kind in RESULTS), None)


def logged_of(game: Game) -> LoggedShown | None:
    """Return what the signed log has of a game; None for nothing."""
    latest = checkpoints.latest_checkpoint()
    if latest is None:
        return None
    entries = tuple(checkpoints.signed_entries(game, latest))
    return LoggedShown(entries, latest) if entries else None
