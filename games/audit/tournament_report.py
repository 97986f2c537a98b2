"""Render the verdict about a tournament as text that its players understand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from cards.language import Language
from cards.translation import Texts, closest_language
from games.audit.finding_texts import CATALOG, FINDINGS, answer_text
from games.audit.findings import Answer, Verdict, VerdictWord, word_of_files
from games.audit.report import MAX_FINDINGS
from games.audit.tournament_verdict import (
    FORMAT,
    TableVerdict,
    TournamentAnswer,
    TournamentFinding,
    TournamentVerdict,
)
from games.ledger.signatures import key_id

TOURNAMENT_FINDINGS: Final = Texts(
    CATALOG,
    "tournament",
    {
        # sealed
        "malformed": "The archive has no tournament of a format known here.",
        "key": "The key that signed is not one that you trust.",
        "head-signature": "The signature is not that of the key.",
        "chain": "The chain breaks here: this row, or one before it, was altered or removed.",
        "head": "The rows fit each other, but the last is not the one that was signed.",
        "name": "The name is not the one that was entered.",
        "erased": "The name was erased.",
        "results": "The table of results is not that of the rows.",
        "stranger": "No row of the tournament names this file.",
        # lawful
        "unreadable": "These rules cannot read it; nothing after it was judged.",
        "creation": "A tournament does not begin so.",
        "role": "Who acted did not have this role.",
        "act": "Nothing was done that could have this effect.",
        "cites": "Other rules are behind it.",
        "reason": "The reason is missing.",
        "refused": "The rules refuse it.",
        "facts": "By the rules it has another effect: other tables, places, points or standings.",
        # fair
        "no-seed": "The tournament is over, and its seed is not given.",
        "early-seed": "The seed is given, and the tournament is not over.",
        "seed": "The seed is not the one that was committed to.",
        "lot": "The seed gives another lot.",
        # tables
        "no-game": "The archive does not have the game whose places are told here.",
        "other-game": "The game is not the one that was opened at this table.",
        "twice": "The game was opened at another table before.",
        "seats": "At this table others sat, or on other seats.",
        "terms": "The game was played by other rules than the tournament.",
        "deal": "The cards of this game are not those of its round.",
        "places": "The game did not end with these places.",
        "later": "The result of the game was changed after it was told.",
        "hand": "The places were recorded by hand.",
    },
)
"""The sentence of each finding about a tournament, by its code."""

WORDS: Final = Texts(
    CATALOG,
    "tournament-word",
    {
        "pass": "PASS",
        "fail": "FAIL",
        "not_judged": "NOT JUDGED",
        "moves_not_judged": "NOT ALL JUDGED",
        "result_changed": "RESULT CHANGED",
        "error": "ERROR",
    },
)
"""The verdict in a word."""

GAME_ANSWERS: Final = Texts(
    CATALOG,
    "tournament-game",
    {
        "sealed:yes": "rows sealed",
        "sealed:no": "rows NOT sealed",
        "sealed:open": "rows not judged",
        "lawful:yes": "moves lawful",
        "lawful:no": "moves NOT lawful",
        "lawful:open": "moves not judged",
        "fair:yes": "shuffles fair",
        "fair:no": "shuffles NOT fair",
        "fair:open": "shuffles not judged",
        "dealt:no": "cards NOT where they were",
        "authentic:no": "moves NOT of the players",
    },
)
"""What was found of a game, by question and answer."""

ROW_ANSWERS: Final = Texts(
    CATALOG,
    "tournament-rows",
    {
        "sealed:yes": "nothing was altered",
        "sealed:no": "something WAS altered",
        "sealed:open": "whether anything was altered was not judged",
        "lawful:yes": "pairings, points and standings follow from the rules",
        "lawful:no": "the rows do NOT follow from the rules",
        "lawful:open": "whether the rows follow from the rules was not judged",
        "fair:yes": "lots fair",
        "fair:no": "lots NOT fair",
        "fair:open": "lots not judged",
    },
)
"""What was found of the rows, by question and answer."""

PHRASES: Final = Texts(
    CATALOG,
    "tournament-report",
    {
        "tournament": "Tournament {name}, {rows} rows, signed by {key}: {answers}",
        "none": "{name}: {answers}",
        "table": "round {round}, table {table}: {answers}",
        "no_game": "no game in this archive",
        "running": "the game is not over",
        "other_key": "signed by another key, {key}",
        "unfit": "the game does NOT fit the table",
        "row": "row {seq}: {text}",
        "entry": "entry {entry}: {text}",
        "line": "{file}, line {line}: {text}",
        "file": "{file}: {text}",
        "more": "and {count} more",
        "secret": "The tournament is not over: its seed is secret, so its lots were not judged.",
        "limit": "It took more memory or time than an archive may take.",
        "summary": "{word}: {name} (rounds: {rounds}, tables: {tables}, games that passed:"
        " {good} of {games})",
    },
)
"""The phrases of a report."""


class JudgedTournament(NamedTuple):
    """An archive, the verdict about its tournament, and those about its games by file."""

    file: str
    verdict: TournamentVerdict
    games: Mapping[str, Verdict]

    @property
    def word(self) -> VerdictWord:
        """Return the verdict about the whole."""
        return word_of_files([self.verdict.word, *(one.word for one in self.games.values())])


def tournament_text(judged: JudgedTournament, language: str = "en") -> str:
    """Return what was found, with a line for each table, and the last one for all."""
    return "\n".join(_Report(judged, closest_language(language)).lines())


class _Report:
    """What is said about a tournament, in a language."""

    def __init__(self, judged: JudgedTournament, language: Language) -> None:
        self.judged, self.language = judged, language
        self.verdict, self.games = judged.verdict, judged.games
        self.name = judged.verdict.name or judged.file

    def lines(self) -> Iterator[str]:
        """Yield the lines."""
        one = self.verdict
        answers = {"sealed": one.sealed, "lawful": one.lawful, "fair": one.fair}
        said = [self._answer(ROW_ANSWERS, *each) for each in answers.items()]
        params = {"name": self.name, "rows": one.seq, "answers": ", ".join(said)}
        if one.public:
            yield self._say("tournament", key=key_id(one.public), **params)
        else:
            yield self._say("none", **params)
        for answer in answers.values():
            yield from self._about(answer)
        for table in one.tables:
            yield from self._table(table)
        yield self._summary()

    def _say(self, phrase: str, **params: object) -> str:
        return PHRASES.say(phrase, self.language, **params)

    def _answer(self, texts: Texts, question: str, given: Answer | TournamentAnswer) -> str:
        word = given.answer if given.answer in ("yes", "no") else "open"
        return texts[f"{question}:{word}"].to(self.language)

    def _about(self, answer: TournamentAnswer) -> Iterator[str]:
        if answer.why in ("running", "limit"):
            yield f"  {self._say('secret' if answer.why == 'running' else 'limit')}"
        yield from self._findings(answer.findings)

    def _findings(self, findings: tuple[TournamentFinding, ...]) -> Iterator[str]:
        for finding in islice(findings, MAX_FINDINGS):
            yield f"  {self._finding(finding)}"
        if len(findings) > MAX_FINDINGS:
            yield f"  {self._say('more', count=len(findings) - MAX_FINDINGS)}"

    def _finding(self, finding: TournamentFinding) -> str:
        text = TOURNAMENT_FINDINGS[finding.code].to(self.language)
        if finding.line:
            text = self._say("line", file=finding.file, line=finding.line, text=text)
        elif finding.file:
            text = self._say("file", file=finding.file, text=text)
        elif finding.entry:
            text = self._say("entry", entry=finding.entry, text=text)
        return self._say("row", seq=finding.seq, text=text) if finding.seq else text

    def _table(self, table: TableVerdict) -> Iterator[str]:
        verdict = self.games.get(table.file)
        said = list(self._game(verdict))
        if any(not one.note for one in table.findings):
            said.append(self._say("unfit"))
        answers = ", ".join(said)
        yield self._say("table", round=table.round, table=table.table, answers=answers)
        yield from self._findings(table.findings)
        for question, answer in verdict.answers.items() if verdict else ():
            for one in islice(answer.findings, MAX_FINDINGS):
                yield f"  {question}: {one.code}: {FINDINGS[one.code].to(self.language)}"
            if answer.answer in ("not_judged", "error") and answer.why:
                yield f"  {question}: {answer_text(answer, self.language)}"

    def _game(self, verdict: Verdict | None) -> Iterator[str]:
        if verdict is None:
            yield self._say("no_game")
            return
        for question, answer in verdict.answers.items():
            if (
                question in ("sealed", "lawful", "fair")
                or f"{question}:{answer.answer}" in GAME_ANSWERS
            ):
                yield self._answer(GAME_ANSWERS, question, answer)
        if verdict.seq and not verdict.over:
            yield self._say("running")
        if verdict.public != self.verdict.public:
            yield self._say("other_key", key=verdict.key)

    def _summary(self) -> str:
        tables = self.verdict.tables
        return self._say(
            "summary",
            word=WORDS[self.judged.word].to(self.language),
            name=self.name,
            tables=len({(one.round, one.table) for one in tables}),
            rounds=len({one.round for one in tables}),
            good=sum(one.passed for one in self.games.values()),
            games=len(self.games),
        )


def tournament_json(tournaments: Iterable[JudgedTournament], games: bytes) -> bytes:
    """Return verdicts about tournaments, and in ``games`` about all files, as JSON."""
    found: list[dict[str, Any]] = [
        {"file": one.file, "verdict": one.word, **msgspec.to_builtins(one.verdict)}
        for one in tournaments
    ]
    return msgspec.json.encode(
        {"format": FORMAT, "tournaments": found, "games": msgspec.Raw(games)}
    )
