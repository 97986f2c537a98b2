"""Choices mean the same at the rulings desk and in a game."""

from collections import Counter
from random import Random

import msgspec
import pytest

from games.engine import Chance, Choose, Play, State, foresee, legal_moves
from games.ledger import store
from games.models import Game
from games.play.selectors import ruleset_for
from games.players.models import Player
from games.rulings.desk import Case, OpenedCase, rule
from games.rulings.position_request import PositionRequest
from tests.games.finished import running
from tests.games.tables import fresh, make
from tests.games.test_rulings_desk import open_case

pytestmark = [pytest.mark.slow, pytest.mark.django_db, pytest.mark.usefixtures("editions")]

SABOTAGED = {
    "cards": {"hand:0": ["red-5", "blue-3", "green-4", "gamma-charge"], "discard": ["red-7"]},
    "lasting": [
        {
            "key": 1,
            "card": "sabotage",
            "ability": 0,
            "seat": 1,
            "until": "your_next_turn",
            "uses": 1,
        }
    ],
}


def test_choices_answer_only_the_card_that_was_played() -> None:
    given = msgspec.convert(SABOTAGED, PositionRequest)
    case = Case("ultimate", 2, given, heroes=("hulk", "black-widow"))
    verdict = rule(open_case(case), Play(0, "red-5"), {"mode": ["burn-four"]})
    assert verdict.unused == ("mode",)
    (prompt,) = verdict.state.prompts
    assert (prompt.source, prompt.kind) == ("sabotage", "mode")


def test_the_answer_to_a_question_takes_choices_for_the_card_that_asks() -> None:
    given = msgspec.convert(
        {"cards": {"hand:0": ["wild-draw-four", "red-5", "red-6"], "discard": ["blue-7"]}},
        PositionRequest,
    )
    case = open_case(Case("avengers", 2, given))
    asked = rule(case, Play(0, "wild-draw-four"), {}).state
    foreseen = foresee(asked, Choose(0, "red"), {"color": "blue", "confirm": True})
    assert (foreseen.seat, foreseen.source) == (0, "wild-draw-four")
    assert foreseen.values == {"color": ["blue"], "confirm": ["yes"]}


def choices(rng: Random, state: State) -> dict[str, list[str]]:
    """Answers to all sorts of questions, some of which may be asked."""
    seats = [str(seat) for seat in state.seats_in()]
    words = {
        "color": ["red", "blue", "green"],
        "player": seats,
        "mode": ["burn-four", "add", "burn", "flip", "reveal", "draw"],
        "confirm": ["yes", "no"],
        "card": sorted({card for cards in state.zones.values() for card in cards}),
    }
    kinds = rng.sample(sorted(words), rng.randint(1, len(words)))
    return {kind: [rng.choice(words[kind]) for _ in range(2)] for kind in kinds}


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_choices_mean_the_same_as_in_a_game(variant: str, alice: Player, bob: Player) -> None:
    rng, seen = Random(11), Counter[str]()
    game = running(variant, alice, bob, moves=0)
    for _ in range(120):
        game = fresh(game)
        if game.status == Game.Status.OVER:
            game = running(variant, alice, bob, moves=0)
        ruleset, state = ruleset_for(game), store.load(game)
        moves = legal_moves(ruleset, state, state.prompts[-1].seat)
        plays = [move for move in moves if isinstance(move, Play)]
        move = rng.choice(plays or moves)
        given = choices(rng, state)
        case = OpenedCase("", ruleset, state, (), Chance(game.secret), False)
        verdict = rule(case, move, given)
        if verdict.refusal is not None:
            seen["refused"] += 1
            given = {}
            verdict = rule(case, move, given)
        outcome = make(game, move, choices=given)
        assert verdict.facts == tuple(fact for row in outcome.rows for fact in row.facts)
        assert (verdict.state, verdict.unused) == (outcome.state, outcome.unused)
        seen["answered"] += len(outcome.rows) - 1
        seen["unused"] += bool(outcome.unused)
    assert seen["answered"] and seen["unused"]
