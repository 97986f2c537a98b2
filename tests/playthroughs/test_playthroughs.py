"""Golden games: a change of the rules shows as changed lines, which are read one by one.

With REGENERATE=1 in the environment they are written again instead of compared.
"""

import os
from pathlib import Path

import pytest

from games.engine.facts import CardsMoved, LastingUsed, LotDrawn, SeatOut
from tests.laws.random_games import Game, rules
from tests.playthroughs.game_text import sentences_of

HERE = Path(__file__).parent
TWO = ("captain-america", "black-widow")
FOUR = ("shuri", "captain-america", "black-widow", "hulk")
GAMES = {
    "avengers-for-three": Game(rules("avengers", 3, (("rounds", 1),)), 20270789, 0.0),
    "x-men-to-a-hundred": Game(rules("xmen", 4, (("target_score", 100),)), 20270246, 0.0),
    "x-men-for-four": Game(rules("xmen", 4, (("target_score", 150),)), 20260301, 0.0),
    "ultimate-for-two": Game(rules("ultimate", 2, (), TWO), 20230002, 0.0),
    "ultimate-for-four": Game(rules("ultimate", 4, (), FOUR), 20230382, 0.0),
}


@pytest.mark.parametrize("name", ["avengers-for-three", "x-men-to-a-hundred", "ultimate-for-four"])
def test_the_game_is_played_as_it_was(name: str) -> None:
    golden = HERE / f"{name}.txt"
    lines = list(sentences_of(GAMES[name]))
    if os.environ.get("REGENERATE"):
        golden.write_text("\n".join(lines))
    for number, (was, now) in enumerate(
        zip(golden.read_text().split("\n"), lines, strict=False), 1
    ):
        assert now == was, f"{golden.name}, line {number}"
    assert len(lines) == len(golden.read_text().split("\n"))


@pytest.mark.parametrize("name", ["ultimate-for-two", "ultimate-for-four"])
def test_the_games_of_heroes_have_what_is_new_in_them(name: str) -> None:
    game = GAMES[name]
    facts = [fact for moment in game.play() for fact in moment.decision.facts]
    moved = [fact for fact in facts if isinstance(fact, CardsMoved)]
    assert {"add", "burn", "flip", "attach", "attack", "defeat", "leave"} <= {
        fact.verb for fact in moved
    }
    kind = game.ruleset.kind
    assert any(fact.verb == "destroy" and kind[fact.cause] == "item" for fact in moved)
    assert any(isinstance(fact, SeatOut) and fact.why == "deck" for fact in facts)
    assert any(isinstance(fact, LotDrawn) and fact.hidden for fact in facts)
    assert any(isinstance(fact, LastingUsed) for fact in facts)
