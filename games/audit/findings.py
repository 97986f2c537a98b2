"""What an audit says."""

from __future__ import annotations

from typing import Literal

import msgspec

Question = Literal["sealed", "lawful", "fair"]

Why = Literal["", "own_view", "not_over", "unknown_format", "unknown_algorithm", "no_seed"]


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is not as it should be, at the events ``first`` to ``last`` (0: at none).

    ``code`` says what and never changes, ``rule`` is the rule concerned, ``path`` the part of the
    event as a JSON pointer. A ``note`` is worth knowing and breaks nothing.
    """

    code: str
    first: int = 0
    last: int = 0
    rule: str = ""
    path: str = ""
    note: bool = False


class Answer(msgspec.Struct, frozen=True):
    """The answer to one question: yes, no, or why it cannot be told."""

    answer: Literal["yes", "no", "unanswered"]
    why: Why = ""
    findings: tuple[Finding, ...] = ()


def answer(findings: list[Finding]) -> Answer:
    """Yes, unless something was found that is more than a note."""
    is_broken = any(not finding.note for finding in findings)
    return Answer("no" if is_broken else "yes", "", tuple(findings))


class Verdict(msgspec.Struct, frozen=True):
    """The three answers about one game, as far as its rows were there, from one view.

    ``key`` is the id of the key that signed, "" where nothing is signed; ``rules_version`` is that
    of the rules which judged.
    """

    game: str
    view: str
    seq: int
    digest: str
    key: str
    rules_version: str
    sealed: Answer
    lawful: Answer
    fair: Answer

    @property
    def answers(self) -> dict[Question, Answer]:
        """The answers by their questions."""
        return {"sealed": self.sealed, "lawful": self.lawful, "fair": self.fair}

    @property
    def passed(self) -> bool:
        """Whether no answer is no, and what is always to be told, sealed, is yes."""
        answers = self.answers.values()
        return self.sealed.answer == "yes" and all(one.answer != "no" for one in answers)
