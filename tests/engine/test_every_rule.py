"""Every rule has a test, and every citation names a rule."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import games.engine
from games.engine.rulebook import load_rulebook
from games.wording.tournament_rules import tournament_rulebook
from tests.laws.random_games import TABLES, VARIANTS, short_games
from tests.table import edition

RULES = {rule.id for rule in load_rulebook()}
OF_TOURNAMENTS = {rule.id for rule in tournament_rulebook()}
ENGINE = Path(games.engine.__file__).parent
TESTS = Path(__file__).parent.parent
ID = re.compile(r"\b(?:common|avengers|xmen|ultimate)(?:\.[a-z]+(?:-[a-z]+)*)+")


@cache
def marked() -> set[str]:
    """The rule ids that tests are marked with."""
    return {
        arg.value
        for file in TESTS.rglob("test_*.py")
        for call in _calls(file)
        if ast.unparse(call.func) == "pytest.mark.rule"
        for arg in call.args
        if isinstance(arg, ast.Constant)
    }


def _calls(file: Path) -> Iterator[ast.Call]:
    text = file.read_text()
    if "pytest.mark.rule" in text:
        yield from (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))


def written() -> set[str]:
    """The rule ids written out in the engine and in the shipped editions."""
    found = set()
    for file in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found |= {id for id in ID.findall(node.value) if "/" not in id}
    for variant in VARIANTS:
        found |= {card.rule for card in edition(variant).cards if card.rule}
    return found


def cited() -> set[str]:
    """The rule ids cited by random games, in rulings and prompts."""
    found = set()
    for variant, seats in TABLES:
        if seats < 5:
            for game in short_games(variant, seats, 12):
                for moment in game.play():
                    found |= {ruling.rule for ruling in moment.decision.rulings}
                    found |= {prompt.rule for prompt in moment.decision.state.prompts}
    return found


def test_every_rule_of_the_rulebook_is_proven_by_a_test() -> None:
    assert RULES - marked() == set()


def test_every_rule_of_tournaments_is_proven_by_a_test() -> None:
    assert OF_TOURNAMENTS - marked() == set()


def test_every_mark_is_a_rule_of_a_rulebook() -> None:
    assert marked() - RULES - OF_TOURNAMENTS == set()


def test_every_rule_that_the_engine_or_a_card_names_is_in_the_rulebook() -> None:
    assert written() - RULES == set()


def test_every_rule_that_games_cite_is_in_the_rulebook() -> None:
    assert cited() - RULES == set()


def test_a_shipped_card_that_is_no_number_has_a_rule() -> None:
    for variant in VARIANTS:
        for card in edition(variant).cards:
            assert card.kind == "number" or (card.rule or f"card.{card.code}") in RULES
