"""Render verdicts as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from games.audit.bundle import FULL
from games.audit.finding_texts import answer_text, audit_finding_text
from games.audit.findings import Finding, Question, Verdict, VerdictWord, Why

MAX_FINDINGS = 12
"""The most findings of one question that are listed."""

WORDS: Final[dict[VerdictWord, str]] = {
    "pass": "PASS",
    "moves_not_judged": "MOVES NOT JUDGED",
    "result_changed": "RESULT CHANGED",
    "fail": "FAIL",
    "not_judged": "NOT JUDGED",
    "error": "ERROR",
}


QUIET: Final[tuple[Why, ...]] = ("not_asked", "no_keys", "no_bots")
"""Why a question has no answer that needs no line."""


def text(name: str, verdict: Verdict, keys: Mapping[str, str]) -> str:
    """Return a verdict in a few lines: its word, and the findings.

    ``keys`` are the ids of the keys that signed other files, by file.
    """
    return "\n".join([_headline(name, verdict), *_details(verdict, keys)])


def _headline(name: str, verdict: Verdict) -> str:
    by = f", signed by {verdict.key}" if verdict.key else ""
    view = "" if verdict.view in (FULL, "") else f", as {verdict.view}"
    is_running = verdict.seq and not verdict.over
    state = ", the game is not over" if is_running else ""
    changed = ", result changed by organisers that the table did not name"
    changed = changed if verdict.is_result_changed else ""
    choices = ", choices not asked" if verdict.choices.why == "not_asked" else ""
    return f"{WORDS[verdict.word]} {name}: {verdict.seq} events{view}{state}{changed}{choices}{by}"


def _details(verdict: Verdict, keys: Mapping[str, str]) -> Iterator[str]:
    is_good = verdict.word in ("moves_not_judged", "result_changed")
    if is_good and verdict.lawful.answer != "yes":
        yes = [question for question, one in verdict.answers.items() if one.answer == "yes"]
        yield f"  {', '.join(yes)}: yes. The moves are not judged here."
    for question, answer in verdict.answers.items():
        if answer.answer in ("not_judged", "error"):
            why = f", because {answer_text(answer)}" if answer.why else ""
            yield f"  {question}: not judged{why}"
        elif answer.answer == "unanswered" and answer.why not in ("", *QUIET):
            yield f"  {question}: cannot be answered, because {answer_text(answer)}"
        for finding in answer.findings[:MAX_FINDINGS]:
            signed = f", signed by {keys[finding.file]}" if finding.file in keys else ""
            yield f"  {line(question, finding, signed)}"
        if len(answer.findings) > MAX_FINDINGS:
            yield f"  {question}: and {len(answer.findings) - MAX_FINDINGS} more"


def line(question: Question, finding: Finding, signed: str = "") -> str:
    """Return a finding in one line: the question, the event, the sentence, the rule.

    ``signed`` says who signed the other file of the finding.
    """
    where = _where(finding)
    rule = f" ({finding.rule})" if finding.rule else ""
    path = f" at {finding.path}" if finding.path else ""
    file = f" ({finding.file}{signed})" if finding.file else ""
    return f"{question}: {where}{finding.code}{path}: {audit_finding_text(finding)}{rule}{file}"


def _where(finding: Finding) -> str:
    if not finding.first:
        return ""
    seat = "" if finding.seat is None else f", seat {finding.seat}"
    if finding.first == finding.last:
        return f"event {finding.first}{seat}: "
    return f"events {finding.first} to {finding.last}{seat}: "


def totals(verdicts: Sequence[Verdict]) -> Iterator[str]:
    """Yield in how many files each finding is, and each question was not examined."""
    found, unexamined = Counter[str](), Counter[str]()
    for verdict in verdicts:
        for question, answer in verdict.answers.items():
            found.update({f"{question} {one.code}" for one in answer.findings if not one.note})
            if answer.answer not in ("yes", "no"):
                unexamined[f"{question} ({answer.why})"] += 1
    for word, counts in (("found", found), ("not examined", unexamined)):
        for what, count in sorted(counts.items()):
            yield f"{word}: {what} in {count} of {len(verdicts)} files"


def summary(verdicts: Sequence[Verdict], noun: str = "") -> str:
    """Return how many files have which verdict, and of how many events.

    ``noun`` names them, with a space after it.
    """
    words = [verdict.word for verdict in verdicts]
    passed, unjudged = words.count("pass"), words.count("not_judged")
    events = sum(verdict.seq for verdict in verdicts)
    partial = words.count("moves_not_judged")
    more = f"; the moves of {partial} not judged" if partial else ""
    changed = words.count("result_changed")
    more += f"; the result of {changed} changed" if changed else ""
    rest = f"; {unjudged} not judged" if unjudged else ""
    errors = words.count("error")
    rest += f"; the verifier failed on {errors}" if errors else ""
    return f"{passed} of {len(verdicts)} {noun}passed{more}{rest}; {events} events"
