"""The results of an audit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal, get_args

import msgspec

Question = Literal["sealed", "lawful", "fair", "dealt", "authentic", "choices"]
QUESTIONS: Final[tuple[Question, ...]] = get_args(Question)

RECORDED: Final = QUESTIONS[:-1]
"""The questions whose answers a server has on record: bots are not asked again there."""

Why = Literal[
    "",
    "own_view",
    "no_rules",
    "no_keys",
    "no_bots",
    "not_asked",
    "malformed",
    "unknown_views",
    "no_start",
    "unknown_rules",
    "unknown_algorithm",
    "unknown_bot",
    "key_revoked",
    "limit",
    "verifier_failed",
    "self_check",
]

AnswerWord = Literal["yes", "no", "unanswered", "not_judged", "error"]

VerdictWord = Literal["pass", "moves_not_judged", "result_changed", "not_judged", "fail", "error"]

UNNAMED_RESULT: Final = "unnamed-result"
"""The code of the note that keeps a file from passing: see ``Verdict.is_result_changed``."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error at the events ``first`` to ``last`` (0: at none).

    ``code`` is stable, ``rule`` is the rule concerned, ``path`` is a JSON pointer into the event. A
    ``note`` is information and not an error. ``seat`` is that of a bot's choice or of a revoked
    key, else None.
    ``file`` is another file that contradicts this one, else "".
    """

    code: str
    first: int = 0
    last: int = 0
    rule: str = ""
    path: str = ""
    note: bool = False
    seat: int | None = None
    file: str = ""


class Answer(msgspec.Struct, frozen=True):
    """The answer to one question: yes, no, or why it is unknown."""

    answer: AnswerWord
    why: Why = ""
    findings: tuple[Finding, ...] = ()


def _place(one: Finding) -> tuple[int, int, str, str, str]:
    return one.first, one.last, one.code, one.path, one.file


def answer(findings: list[Finding]) -> Answer:
    """Return no if any finding is more than a note; findings once, in order."""
    is_broken = any(not finding.note for finding in findings)
    each = sorted(set(findings), key=_place)
    return Answer("no" if is_broken else "yes", "", tuple(each))


class Verdict(msgspec.Struct, frozen=True):
    """The answers about one game, up to its last row, for one view.

    ``key`` is the id of the signing key and ``public`` the key, both "" if nothing is signed;
    ``rules_version`` is the version of the rules that the audit used. ``over``: the game has a
    result.
    """

    game: str
    view: str
    seq: int
    digest: str
    key: str
    public: str
    rules_version: str
    sealed: Answer
    lawful: Answer
    fair: Answer
    dealt: Answer
    authentic: Answer
    choices: Answer
    over: bool = False

    @property
    def answers(self) -> dict[Question, Answer]:
        """Return the answers by their questions."""
        return {question: getattr(self, question) for question in QUESTIONS}

    @property
    def word(self) -> VerdictWord:
        """Return the verdict of the answers; no pass if the moves were not judged."""
        word = word_of(answer.answer for answer in self.answers.values())
        if word == "pass" and self.is_result_changed:
            return "result_changed"
        return "moves_not_judged" if word == "pass" and self.lawful.answer != "yes" else word

    @property
    def is_result_changed(self) -> bool:
        """Whether organisers whom row 1 does not name changed the result."""
        return any(one.code == UNNAMED_RESULT for one in self.sealed.findings)

    @property
    def passed(self) -> bool:
        """Whether the verdict is pass."""
        return self.word == "pass"


def word_of_files(words: Iterable[VerdictWord]) -> VerdictWord:
    """Return the verdict about several files: that which outweighs the others."""
    given = set(words)
    return next((word for word in EXIT_CODES if word in given), "pass")


EXIT_CODES: Final[dict[VerdictWord, int]] = {
    "error": 3,
    "fail": 1,
    "not_judged": 2,
    "result_changed": 5,
    "moves_not_judged": 4,
    "pass": 0,
}
"""The exit status of each verdict, the one that outweighs the others first."""


def word_of(answers: Iterable[str]) -> VerdictWord:
    """Return the verdict of some answers."""
    given = set(answers)
    if "error" in given:
        return "error"
    if "no" in given:
        return "fail"
    return "not_judged" if "not_judged" in given else "pass"
