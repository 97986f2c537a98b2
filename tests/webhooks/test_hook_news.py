"""What webhooks are told of games and tournaments, in which order, and when again."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.ledger.rows import now
from games.models import Game, Seat
from games.play.seating import SeatSpec, free_seat, invite, join_game
from games.players.models import Player
from games.webhooks import hook_news, services
from games.webhooks.models import Delivery, FollowedGame, Webhook
from tests.games.tables import begun, fresh, guest, open_game, play_on
from tests.tournaments.evenings import Evening
from tests.webhooks.receivers import Receiver, Sweeper

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

GAMES = list(hook_news.OF_GAMES)
NIGHTS = ["round.started", "table.result", "standings"]


@pytest.fixture
def ada(editions: None) -> Player:
    return guest("Ada")


@pytest.fixture
def ben(editions: None) -> Player:
    return guest("Ben")


def hooked(player: Player, url: str, *events: str) -> Webhook:
    """Give a player a webhook."""
    made, _ = services.create_webhook(player=player, url=url, events=events or GAMES)
    return made


def told(webhook: Webhook) -> list[tuple[str, Any]]:
    """Return what a webhook is to be told, in order: the events with their data."""
    found = Delivery.objects.filter(webhook=webhook).order_by("id")
    return [(one.event, json.loads(one.body)["data"]) for one in found]


def play_in_steps(game: Game, sweeper: Sweeper, *, seed: int) -> Game:
    """Play to the end, and sweep after each move."""
    for number in range(10_000):
        sweeper.sweep()
        if fresh(game).status != Game.Status.RUNNING:
            break
        play_on(game, seed + number, moves=1)
    sweeper.drain()
    return fresh(game)


def test_a_played_game_is_told_in_order_and_once(
    ada: Player, ben: Player, receiver: Receiver, sweeper: Sweeper
) -> None:
    hook = hooked(ada, receiver.url)
    game = begun(ada, ben)
    over = play_in_steps(game, sweeper, seed=1)
    assert over.status == Game.Status.OVER
    assert receiver.events[0] == "game.started"
    assert receiver.events[-1] == "game.over"
    assert receiver.events.count("turn") == len(receiver.events) - 2 > 0
    numbers = [one.json["data"]["seq"] for one in receiver.got]
    assert numbers == sorted(numbers)
    assert [one.json for one in receiver.got] == [
        json.loads(body)
        for body in Delivery.objects.filter(webhook=hook)
        .order_by("id")
        .values_list("body", flat=True)
    ]
    last = receiver.got[-1].json["data"]
    assert last["places"] == list(over.places_by_seat or ())
    count = Delivery.objects.count()
    hook_news.collect(now())
    assert Delivery.objects.count() == count


def test_a_body_has_ids_numbers_and_places_and_no_card(
    ada: Player, ben: Player, receiver: Receiver, sweeper: Sweeper
) -> None:
    hooked(ada, receiver.url)
    hooked(ben, receiver.url)
    game = begun(ada, ben)
    over = play_in_steps(game, sweeper, seed=3)
    for one in receiver.got:
        assert set(one.json) == {"type", "timestamp", "data"}
        data = one.json["data"]
        numbers = [data["seat"], data["seq"], *data.pop("places", [])]
        assert all(type(number) is int for number in numbers)
        words = {"game": data["game"], **({"why": data["why"]} if "why" in data else {})}
        assert data == {**words, "seat": data["seat"], "seq": data["seq"]}
        assert words in ({"game": str(game.pk)}, {"game": str(game.pk), "why": over.why})
    # What two players are told differs in nothing but the seat.
    ends = [one.json["data"] | {"seat": None} for one in receiver.got if one.event == "game.over"]
    assert len(ends) == 2 and ends[0] == ends[1]


def test_an_invitation_is_told_and_told_again_when_it_is_made_again(
    ada: Player, ben: Player
) -> None:
    hook = hooked(ben, "https://hooks.example/")
    table = open_game(ada, SeatSpec("player"), SeatSpec("invited", player=ben))
    hook_news.collect(now())
    hook_news.collect(now())
    data = {"game": str(table.pk), "seat": 1, "seq": 0}
    assert told(hook) == [("invited", data)]
    free_seat(game_id=table.pk, by=ada, seat=1)
    hook_news.collect(now())
    invite(game_id=table.pk, by=ada, seat=1, player=ben)
    hook_news.collect(now())
    assert told(hook) == [("invited", data)] * 2


def test_only_the_events_that_were_asked_for_are_told(ada: Player, ben: Player) -> None:
    hook = hooked(ben, "https://hooks.example/", "game.over")
    game = begun(ada, ben)
    hook_news.collect(now())
    play_on(game, 1)
    hook_news.collect(now())
    assert [event for event, _ in told(hook)] == ["game.over"]


def test_a_game_that_is_played_between_two_looks_is_told_from_its_start(
    ada: Player, ben: Player
) -> None:
    hook = hooked(ben, "https://hooks.example/")
    play_on(begun(ada, ben), 1)
    hook_news.collect(now())
    assert [event for event, _ in told(hook)] == ["game.started", "game.over"]


def test_what_was_before_the_webhook_is_not_told(ada: Player, ben: Player) -> None:
    running = begun(ada, ben)
    play_on(begun(ada, ben), 1)
    Game.objects.update(changed_at=now() - timedelta(seconds=9))
    hook = hooked(ada, "https://hooks.example/")
    hook_news.collect(now())
    assert told(hook) == []
    play_on(running, 2)
    hook_news.collect(now())
    assert [event for event, _ in told(hook)] == ["game.over"]


def test_how_ended_games_stood_is_forgotten_and_nothing_is_told_again(
    ada: Player, ben: Player
) -> None:
    hook = hooked(ada, "https://hooks.example/")
    play_on(begun(ada, ben), 1)
    hook_news.collect(now())
    later = now() + timedelta(days=2)
    hook_news.collect(later)
    services.tidy(later)
    assert not FollowedGame.objects.exists()
    hook_news.collect(later + timedelta(seconds=1))
    assert [event for event, _ in told(hook)] == ["game.started", "game.over"]


def test_a_move_asks_nothing_of_webhooks(ada: Player, ben: Player) -> None:
    hooked(ada, "https://hooks.example/")
    with CaptureQueriesContext(
        connection,
    ) as queries:
        game = begun(ada, ben)
        play_on(game, 1)
    assert len(queries) > 20
    assert not [one["sql"] for one in queries if "webhooks_" in one["sql"]]


def test_a_sweep_without_webhooks_is_two_queries(
    ada: Player, ben: Player, sweeper: Sweeper
) -> None:
    begun(ada, ben)
    with CaptureQueriesContext(connection) as queries:
        sweeper.sweep()
    assert len(queries) == 2


def test_many_webhooks_are_looked_at_with_a_few_queries(ada: Player, ben: Player) -> None:
    begun(ada, ben)
    for _ in range(5):
        hooked(ada, "https://hooks.example/")
        hooked(ben, "https://hooks.example/")
    hook_news.collect(now())
    with CaptureQueriesContext(connection) as queries:
        hook_news.collect(now())
    assert len(queries) == 3


# ---- tournaments


def test_a_tournament_is_told_to_its_staff_and_its_players(editions: None) -> None:
    evening = Evening(4, rounds=1)
    entrant = evening.entrants[0].player
    stranger = guest("Zoé")
    hooks = [
        hooked(one, "https://hooks.example/", *NIGHTS) for one in (evening.head, entrant, stranger)
    ]
    evening.play_round()
    for hook in hooks[:2]:
        events = [event for event, _ in told(hook)]
        assert events[:3] == ["round.started", "table.result", "standings"]
    assert told(hooks[2]) == []
    (_, started), (_, ended), (_, standings) = told(hooks[0])[:3]
    base = {"tournament": str(evening.tournament.pk), "code": evening.tournament.code}
    assert {name: started[name] for name in base} == base
    assert (started["round"], ended["round"], ended["table"]) == (1, 1, 1)
    assert sorted(ended["places"]) == [1, 2, 3, 4]
    assert (standings["round"], standings["final"]) == (1, False)
    assert started["seq"] < ended["seq"] < standings["seq"]
    assert "Player" not in "".join(Delivery.objects.values_list("body", flat=True))


def test_a_row_that_is_undone_tells_nothing(editions: None) -> None:
    evening = Evening(4)
    hook = hooked(evening.head, "https://hooks.example/", *NIGHTS)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        evening.begin()
        raise ZeroDivisionError
    assert told(hook) == []
    evening.begin()
    assert [event for event, _ in told(hook)] == ["round.started"]


def test_a_seat_that_a_bot_plays_for_the_player_is_not_told_of_turns(
    ada: Player, ben: Player
) -> None:
    hook = hooked(ada, "https://hooks.example/")
    game = begun(ada, ben)
    seat = Seat.objects.get(game=game, player=ada).number
    Game.objects.filter(pk=game.pk).update(to_act=seat, stand_ins=1 << seat)
    hook_news.collect(now())
    assert [event for event, _ in told(hook)] == ["game.started"]
    Game.objects.filter(pk=game.pk).update(stand_ins=0, seq=fresh(game).seq + 1)
    hook_news.collect(now())
    assert [event for event, _ in told(hook)] == ["game.started", "turn"]


def test_a_seat_taken_by_an_invitation_is_told_when_the_game_starts(
    ada: Player, ben: Player
) -> None:
    hook = hooked(ben, "https://hooks.example/")
    table = open_game(ada, SeatSpec("player"), SeatSpec("invited", player=ben))
    hook_news.collect(now())
    join_game(game_id=table.pk, player=ben)
    hook_news.collect(now())
    assert [event for event, _ in told(hook)] == ["invited"]
