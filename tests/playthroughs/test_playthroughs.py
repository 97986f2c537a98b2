"""Golden games: a change of the rules shows as changed lines, which are read one by one.

With REGENERATE=1 in the environment they are written anew instead of compared.
"""

import os
from pathlib import Path

import pytest

from tests.laws.games import Game, rules
from tests.playthroughs.telling import tell

HERE = Path(__file__).parent
GAMES = {
    "avengers-for-three": Game(rules("avengers", 3, (("rounds", 1),)), 20180427, 0.0),
    "x-men-for-four": Game(rules("xmen", 4, (("target_score", 150),)), 20260301, 0.0),
}


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_played_as_it_was(name: str) -> None:
    golden = HERE / f"{name}.txt"
    lines = list(tell(GAMES[name]))
    if os.environ.get("REGENERATE"):
        golden.write_text("\n".join(lines))
    for number, (was, now) in enumerate(
        zip(golden.read_text().split("\n"), lines, strict=False), 1
    ):
        assert now == was, f"{golden.name}, line {number}"
    assert len(lines) == len(golden.read_text().split("\n"))
