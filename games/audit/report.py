"""Verdicts as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.audit.findings import Finding, Question, Verdict
from games.audit.words import answered, said

MOST_FINDINGS = 12
"""How many findings of one question are told one by one."""


def text(name: str, verdict: Verdict) -> str:
    """A verdict in a few lines: PASS, or what was found."""
    return "\n".join([_headline(name, verdict), *_details(verdict)])


def _headline(name: str, verdict: Verdict) -> str:
    word = "PASS" if verdict.passed else "FAIL"
    by = f", signed by {verdict.key}" if verdict.key else ""
    view = "" if verdict.view in ("full", "") else f", as {verdict.view}"
    return f"{word} {name}: {verdict.seq} events{view}{by}"


def _details(verdict: Verdict) -> Iterator[str]:
    for question, answer in verdict.answers.items():
        if answer.answer == "unanswered":
            yield f"  {question}: cannot be told, because {answered(answer)}"
        for finding in answer.findings[:MOST_FINDINGS]:
            yield f"  {line(question, finding)}"
        if len(answer.findings) > MOST_FINDINGS:
            yield f"  {question}: and {len(answer.findings) - MOST_FINDINGS} more"


def line(question: Question, finding: Finding) -> str:
    """A finding in one line: the question, the event, the sentence, the rule."""
    where = _where(finding)
    rule = f" ({finding.rule})" if finding.rule else ""
    path = f" at {finding.path}" if finding.path else ""
    return f"{question}: {where}{finding.code}{path}: {said(finding)}{rule}"


def _where(finding: Finding) -> str:
    if not finding.first:
        return ""
    if finding.first == finding.last:
        return f"event {finding.first}: "
    return f"events {finding.first} to {finding.last}: "


def summary(verdicts: Sequence[Verdict]) -> str:
    """How many passed, and how many events that were."""
    passed = sum(verdict.passed for verdict in verdicts)
    events = sum(verdict.seq for verdict in verdicts)
    partial = sum("unanswered" in (v.lawful.answer, v.fair.answer) for v in verdicts if v.passed)
    more = f", {partial} of them as far as their views go" if partial else ""
    return f"{passed} of {len(verdicts)} passed{more}; {events} events"
