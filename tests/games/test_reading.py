"""Reading games: what each viewer may read, at each position."""

import json
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import NOBODY, observe
from games.errors import GameNotFound, SeqOutOfRange
from games.ledger import store
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.play import selectors
from games.play.seating import SeatSpec
from games.play.selectors import ruleset_for
from games.play.sight import visible_games
from games.players.models import Player
from games.search.listing import find_games
from games.search.selectors import GameQuery
from tests.games.tables import guest, make, moves_now, open_game

pytestmark = pytest.mark.django_db


def whole(game: Game, viewer: int) -> list[dict[str, Any]]:
    events = selectors.events(game=game, viewer=viewer, limit=None)
    return [json.loads(msgspec.json.encode(event)) for event in events]


def cards_told(events: list[dict[str, Any]], verb: str, seat: int) -> list[object]:
    return [
        fact["cards"]
        for event in events
        for fact in event["facts"]
        if fact["fact"] == "cards-moved" and fact["verb"] == verb and fact["seat"] == seat
    ]


# ---- redaction


def test_each_seat_sees_its_own_cards_and_how_many_the_others_got(midway: Game) -> None:
    for viewer in range(3):
        events = whole(midway, viewer)
        for seat in range(3):
            (dealt,) = cards_told(events, "deal", seat)
            assert (dealt is not None) == (seat == viewer)
        counts = [f["count"] for f in events[0]["facts"] if f.get("verb") == "deal"]
        assert counts == [7, 7, 7]


def test_the_public_sees_no_card_that_is_not_on_the_table(midway: Game) -> None:
    for event in whole(midway, NOBODY):
        for fact in event["facts"]:
            assert fact.get("order") is None
            if fact["fact"] == "cards-moved" and not {fact["source"], fact["target"]} & {"discard"}:
                assert fact["cards"] is None
        assert event["salts"] == {}


def test_while_it_runs_nothing_read_names_the_seed(midway: Game) -> None:
    for seed in (midway.secret.hex(), bytes(midway.server_seed).hex()):
        for viewer in (NOBODY, 0, 1, 2):
            assert seed not in json.dumps(whole(midway, viewer))
        assert seed not in repr(midway) + str(midway)


def test_a_row_of_an_outcome_is_rendered_like_a_stored_one(midway: Game) -> None:
    outcome = make(midway, moves_now(midway)[0])
    for viewer in (NOBODY, 0, EVERYTHING):
        told = selectors.redacted_event(outcome.game, outcome.rows[-1], viewer)
        assert json.loads(msgspec.json.encode(told)) == whole(outcome.game, viewer)[-1]


# ---- positions


def test_any_position_is_read_as_the_viewer_may_know_it(midway: Game) -> None:
    ruleset = ruleset_for(midway)
    for at in (1, 5, midway.seq):
        state = store.state_at(midway, at)
        for viewer in (NOBODY, 0, 2):
            view = selectors.position(game=midway, viewer=viewer, at=at)
            assert view == observe(ruleset, state, viewer)
            hands = [zone for zone in view.cards if zone.startswith("hand:")]
            assert hands == ([] if viewer == NOBODY else [f"hand:{viewer}"])
    assert selectors.position(game=midway, viewer=0) == observe(ruleset, store.load(midway), 0)


def test_everything_is_every_zone(midway: Game) -> None:
    view = selectors.position(game=midway, viewer=EVERYTHING, at=3)
    assert view.cards == store.state_at(midway, 3).zones


@pytest.mark.parametrize("at", [-1, 0, 1000])
def test_a_position_that_is_not_there_is_refused(midway: Game, at: int) -> None:
    with pytest.raises(SeqOutOfRange) as caught:
        selectors.position(game=midway, viewer=NOBODY, at=at)
    assert caught.value.params == {"at": at, "seq": midway.seq}


def test_a_game_not_begun_has_no_position(alice: Player) -> None:
    with pytest.raises(SeqOutOfRange):
        selectors.position(game=open_game(alice), viewer=NOBODY)


# ---- games


def test_a_game_for_invited_players_is_there_for_those_it_concerns(
    alice: Player, bob: Player
) -> None:
    game = open_game(alice, SeatSpec("player"), SeatSpec("invited", player=bob), access="invited")
    for player in (alice, bob):
        assert selectors.game_for(game_id=game.pk, player=player) == game
        assert listed(player) == [game]
    for stranger in (None, guest("Dan")):
        with pytest.raises(GameNotFound):
            selectors.game_for(game_id=game.pk, player=stranger)
        assert listed(stranger) == []


@pytest.mark.parametrize("game_id", [uuid4(), "nonsense", ""])
def test_a_game_that_is_not_there_is_not_found(alice: Player, game_id: Any) -> None:
    with pytest.raises(GameNotFound):
        selectors.game_for(game_id=game_id, player=alice)


def listed(player: Player | None, **query: str) -> list[Game]:
    """Return the games that a player may see."""
    return find_games(GameQuery(**query), visible_games(caller=player), limit=9).games


def test_a_list_of_games_does_not_read_their_seeds(running: Game) -> None:
    with CaptureQueriesContext(connection) as queries:
        listed(None)
    assert len(queries) == 1
    assert "seed" not in queries[0]["sql"]


def test_a_seat_is_found_by_its_player(running: Game, bob: Player) -> None:
    assert selectors.seat_of(running, bob) == 1
    assert selectors.seat_of(running, guest("Dan")) is None
    assert selectors.seat_of(running, None) is None
    names = [seat.player and seat.player.name for seat in selectors.seats_of(running)]
    assert names == ["Alice", "Bob"]


def test_an_invitation_is_no_seat_yet(alice: Player, bob: Player) -> None:
    game = open_game(alice, SeatSpec("player"), SeatSpec("invited", player=bob))
    assert selectors.seat_of(game, bob) is None
