"""A twin is a different game with the same view."""

from random import Random

import pytest

from games.engine import NOBODY, observe
from tests.laws.random_games import box_of, cards_of, short_games
from tests.laws.test_hidden import told
from tests.laws.twins import Course

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("variant", "seats"), [("avengers", 3), ("xmen", 4), ("ultimate", 2), ("ultimate", 4)]
)
def test_a_twin_shows_its_viewer_the_same_and_others_something_else(
    variant: str, seats: int
) -> None:
    rng = Random(seats)
    others = 0
    for game in short_games(variant, seats, 4):
        course, states = Course(seats), []
        for moment in game.play():
            course.follow(moment.move, moment.decision)
            states.append(moment.decision.state)
        for until in rng.sample(range(1, len(states) + 1), 6):
            for viewer in range(NOBODY, seats):
                rows = list(course.twin(viewer, until, rng))
                for (turn, state), mine, known in zip(rows, course.turns, states, strict=False):
                    assert told(turn.facts, viewer) == told(mine.facts, viewer)
                    view, shown = (observe(game.ruleset, one, viewer) for one in (state, known))
                    assert view == shown
                state = rows[-1][1]
                assert cards_of(state) == cards_of(states[until - 1])
                assert cards_of(state) == box_of(game.ruleset, state)
                others += state.zones != states[until - 1].zones
    assert others > 50
