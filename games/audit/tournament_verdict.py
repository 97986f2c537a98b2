"""The verdict about a tournament: its rows, its names, its tables."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from games.audit.findings import AnswerWord, VerdictWord, word_of

FORMAT: Final = "fairdeal-tournament-verdicts-v1"
"""The name of the format of verdicts about tournaments."""


class TournamentFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error of a tournament; a ``note`` is information and not an error.

    ``seq`` is the number of the row concerned, ``line`` that of the line of the results, ``entry``
    that of the entry, ``file`` the file of the archive.
    """

    code: str
    seq: int = 0
    entry: int = 0
    line: int = 0
    file: str = ""
    note: bool = False


class TableVerdict(msgspec.Struct, frozen=True):
    """What is found of a game and of how it fits its table.

    ``file`` is that of the game in the verdicts, "" if the archive does not have it.
    """

    round: int
    table: int
    game: str
    file: str
    findings: tuple[TournamentFinding, ...] = ()


class TournamentAnswer(msgspec.Struct, frozen=True):
    """The answer to a question about the rows, and why there is none."""

    answer: AnswerWord
    why: Literal["", "malformed", "running", "limit"] = ""
    findings: tuple[TournamentFinding, ...] = ()


class TournamentVerdict(msgspec.Struct, frozen=True):
    """The verdict about a tournament without that about its games.

    ``sealed``: nothing was altered; ``lawful``: each row follows by the rules from those before;
    ``fair``: all lots follow from the seed.
    """

    id: str
    name: str
    seq: int
    digest: str
    public: str
    sealed: TournamentAnswer
    lawful: TournamentAnswer
    fair: TournamentAnswer
    tables: tuple[TableVerdict, ...] = ()

    @property
    def word(self) -> VerdictWord:
        """Return the verdict about the rows and how the games fit them."""
        each = [one.answer for one in (self.sealed, self.lawful, self.fair)]
        if any(not finding.note for table in self.tables for finding in table.findings):
            each.append("no")
        word = word_of(each)
        return "moves_not_judged" if word == "pass" and "unanswered" in each else word


def answer_of(findings: list[TournamentFinding]) -> TournamentAnswer:
    """Return no if any finding is more than a note."""
    is_broken = any(not one.note for one in findings)
    return TournamentAnswer("no" if is_broken else "yes", "", tuple(findings))


def no_tournament(why: Literal["malformed", "limit"]) -> TournamentVerdict:
    """Return the verdict about an archive whose rows cannot be read or took too long."""
    is_limit = why == "limit"
    broken = (TournamentFinding("malformed"),)
    sealed = TournamentAnswer("not_judged", why) if is_limit else answer_of(list(broken))
    silent = TournamentAnswer("not_judged" if is_limit else "unanswered", why)
    return TournamentVerdict("", "", 0, "", "", sealed, silent, silent)
