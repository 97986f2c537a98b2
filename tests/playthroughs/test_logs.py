"""Golden logs: the whole games of the playthroughs in sentences, in both languages.

Two are told to seat 0, two to a reader from whom nothing is hidden. With REGENERATE=1 in the
environment they are written again instead of compared.
"""

import os
from pathlib import Path

import pytest

from cards.language import LANGUAGES, Language
from games.engine import NOBODY
from games.ledger.rows import EVERYTHING
from games.wording.rules import printed_rules
from tests.playthroughs.event_log import log_lines
from tests.playthroughs.test_playthroughs import GAMES

LOGS = Path(__file__).parent / "logs"
FOR_SEAT_0 = ("x-men-for-four", "ultimate-for-two")
TOLD = [name for name in GAMES if name != "x-men-to-a-hundred"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TOLD)
def test_the_log_of_a_game_says_what_it_said(name: str, language: Language) -> None:
    golden = LOGS / f"{name}.{language}.txt"
    viewer, you = (0, 0) if name in FOR_SEAT_0 else (EVERYTHING, NOBODY)
    lines = list(log_lines(GAMES[name], language, viewer, you))
    if os.environ.get("REGENERATE"):
        golden.write_text("\n".join(lines), "utf-8")
    stored = golden.read_text("utf-8").split("\n")
    for number, (was, now) in enumerate(zip(stored, lines, strict=False), 1):
        assert now == was, f"{golden.name}, line {number}"
    assert len(lines) == len(stored)


@pytest.mark.parametrize("name", GAMES)
def test_no_title_of_a_rule_stands_for_a_sentence(name: str) -> None:
    titles = {rule.title.en for rule in printed_rules().values()}
    for line in log_lines(GAMES[name], "en"):
        text = line.partition(" [")[0].strip().lstrip("0123456789 ")
        assert text.rstrip(".") not in titles
        assert not line or text.endswith((".", "!", "”")), line
