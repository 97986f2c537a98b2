"""The cost of a page of a game: queries, and rows that are read and folded."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.ledger import store
from games.models import Game
from games.players.models import Player
from tests.games.tables import begun, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


class Cost(Counter[str]):
    """How often each thing was done.

    ``queries``; ``facts``: rows of which only the facts were decoded, to be folded; ``rows``: rows
    that were decoded whole; ``states``: states that were folded from the rows.
    """


@pytest.fixture
def game(alice: Player, bob: Player) -> Game:
    """A running game of some hundred events."""
    return play_on(begun(alice, bob, rounds=None, target_score=1500), seed=7, moves=300)


@pytest.fixture
def costs(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Cost]:
    """Ask for an address; return what that cost."""
    cost = Cost()

    def counted(module: Any, name: str, kind: str) -> None:
        function = getattr(module, name)

        def call(*args: Any, **kwargs: Any) -> Any:
            cost[kind] += 1
            return function(*args, **kwargs)

        monkeypatch.setattr(module, name, call)

    counted(store, "decode_facts", "facts")
    counted(store, "row_of", "rows")
    counted(store, "state_at", "states")
    counted(store, "state_from_rows", "states")

    def get(address: str) -> Cost:
        cost.clear()
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(address).status_code == 200
        cost["queries"] = len(queries)
        cost["facts"] -= cost["rows"]
        return Cost({kind: count for kind, count in cost.items() if count})

    return get


PAGES = {
    "audit/games/{}/sheet/?at=120": Cost(queries=6, facts=119, rows=1, states=1),
    "audit/games/{}/sheet/?at=299": Cost(queries=6, facts=298 - 256, rows=1, states=1),
    "audit/games/{}/": Cost(queries=3),
    "audit/rulings/?game={}&at=120": Cost(queries=3, facts=120, states=1),
    "api/v1/games/{}/position/?at=120": Cost(queries=2, facts=120, states=1),
    "api/v1/games/{}/position/diff/?to=120": Cost(queries=3, facts=120, states=2),
    "api/v1/games/{}/position/diff/?from=120&to=1": Cost(queries=3, facts=120, states=2),
    "api/v1/games/{}/position/diff/?from=9&to=299": Cost(queries=3, facts=9 + 299 - 256, states=2),
    "api/v1/games/{}/position/diff/": Cost(queries=2, facts=300 - 256, states=1),
    "api/v1/games/{}/log/?after=120&limit=20": Cost(queries=4, facts=120, rows=20, states=1),
}


@pytest.mark.parametrize("address", PAGES)
def test_no_row_of_a_running_game_is_read_or_folded_twice(
    game: Game, costs: Callable[[str], Cost], address: str
) -> None:
    assert game.seq == 301
    assert costs(f"/{address.format(game.pk)}") == PAGES[address]


def test_no_row_of_a_finished_game_is_read_or_folded_twice(
    over: Game, costs: Callable[[str], Cost]
) -> None:
    at = min(30, over.seq)
    page = f"/audit/games/{over.pk}/sheet/?at={at}"
    costs(page)
    assert costs(page) == Cost(queries=9, facts=at - 1, rows=1, states=1)
