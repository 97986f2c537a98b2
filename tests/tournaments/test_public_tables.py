"""When the public sees the tables of a tournament (tournament.delay)."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client

from games.errors import GameNotFound
from games.ledger.rows import now
from games.models import Game, MoveEvent
from games.play.selectors import game_for
from games.tournaments import table_games, watching
from games.tournaments.models import Tournament
from games.tournaments.rules import tournament_acts as acts
from games.webhooks.models import Delivery, Webhook
from games.webhooks.services import create_webhook
from tests.api.client import Caller, fits, guest
from tests.tournaments.evenings import Evening, resign
from tests.tournaments.test_wall_and_prints import player_of, read, wall

pytestmark = pytest.mark.rule("tournament.delay")


@pytest.fixture
def at_the_end(editions: None) -> Evening:
    """A round of two tables that are public when it is closed; the first has ended."""
    return ended()


def ended(**terms: Any) -> Evening:
    evening = Evening(7, **terms)
    evening.begin()
    evening.play(1)
    evening.tend()
    return evening


def is_public(game: Game) -> bool:
    try:
        return game_for(game_id=game.pk, player=None).access == Game.Admission.OPEN
    except GameNotFound:
        return False


def path(evening: Evening) -> str:
    return f"tournaments/{evening.tournament.code}/"


def page(evening: Evening, at: str = "", client: Client | None = None) -> str:
    return read(client or Client(), f"/t/{evening.tournament.code}/{at}")


def places(evening: Evening, caller: Caller) -> list[int | None]:
    told = caller.get(path(evening)).json
    return [seat["place"] for seat in told["tables"][0]["seats"]]


# ---- when its round is closed


def test_a_game_is_public_when_its_round_is_closed(at_the_end: Evening) -> None:
    first = at_the_end.game(1)
    assert not is_public(first)
    at_the_end.play(2)
    at_the_end.tend()
    assert not is_public(first)
    second = at_the_end.game(2)
    at_the_end.act(acts.CloseRound())
    assert is_public(first) and is_public(second)
    assert Caller().get(f"games/{first.pk}/").json["seed"]


def test_no_result_is_public_before_its_game(at_the_end: Evening) -> None:
    evening = at_the_end
    table = evening.state.rounds[0].tables[0]
    own = player_of(evening.entrants[table.seats[0] - 1])
    other = player_of(evening.entrants[evening.state.rounds[0].tables[1].seats[0] - 1])
    for client in (Client(), other):
        assert 'class="result"' not in read(client, wall(evening))
        shown = page(evening, client=client)
        assert '<strong class="number">' not in shown and "playing" in shown
        assert f"/play/{table.game}" not in shown
    assert "Your place" in page(evening, client=own)
    assert places(evening, Caller()) == [None] * len(table.seats)
    assert places(evening, guest("Eve")) == [None] * len(table.seats)
    rounds = Caller().get(f"{path(evening)}rounds/1/").json["tables"][0]["seats"]
    assert [one["place"] for one in rounds] == [None] * len(table.seats)
    rows = Caller().get(f"{path(evening)}events/?limit=200").json
    assert "table-ended" not in str(rows)
    evening.play(2)
    evening.tend()
    evening.act(acts.CloseRound())
    assert None not in places(evening, Caller())
    rows = Caller().get(f"{path(evening)}events/?after={rows['seq']}&limit=200").json
    assert str(rows).count("table-ended") == 2
    assert "/play/" in page(evening)


def test_the_end_of_a_hidden_table_changes_nothing_for_others(editions: None) -> None:
    evening = Evening(7)
    evening.begin()
    game = evening.sit(1)
    for number in range(game.seats - 2):
        resign(game, number)
    evening.tend()
    asked = [("", {}), ("rounds/1/", {}), ("events/?limit=200", {}), ("standings/", {})]

    def seen() -> list[Any]:
        replies = [Caller().get(path(evening) + one) for one, _ in asked]
        pages = [Client().get(f"/t/{evening.tournament.code}/{one}") for one in ("now/", "clock/")]
        stream = Caller().stream(f"{path(evening)}events/")
        told = [(one.raw, one.headers.get("ETag")) for one in replies]
        return [*told, *(one.content for one in pages), stream]

    before = seen()
    resign(game, game.seats - 2)
    evening.tend()
    assert Game.objects.get(pk=game.pk).status == "over"
    assert seen() == before
    evening.act(acts.Announce("Soon."))
    after = seen()
    assert after[0] != before[0] and after[4] != before[4] and after[2] == before[2]


def test_a_webhook_of_another_table_is_not_told_its_result(editions: None) -> None:
    evening = Evening(7)
    evening.begin()
    first, second = (one.seats[0] for one in evening.state.rounds[0].tables)
    hooks = [
        create_webhook(
            player=evening.entrants[one - 1].player,
            url="https://example.com/hook",
            events=["table.result"],
        )[0]
        for one in (first, second)
    ]
    evening.play(1)
    evening.tend()
    told = {one.webhook_id for one in Delivery.objects.all()}
    assert told == {hooks[0].pk} and Webhook.objects.count() == 2


def test_a_cancelled_tournament_hides_nothing_any_more(at_the_end: Evening) -> None:
    game = at_the_end.game(1)
    at_the_end.act(acts.Cancel())
    assert is_public(game) and not Tournament.objects.get().hidden_tables


# ---- at once, and with a delay


def test_a_game_without_delay_is_public_from_its_first_card(editions: None) -> None:
    evening = Evening(4, delay=0)
    evening.begin()
    game = evening.game(1)
    stranger = guest("Eve")
    assert stranger.get(f"games/{game.pk}/").status == 404
    assert stranger.post(f"games/{game.pk}/seats/", {}).status == 404
    assert not stranger.get("lobby/").json["results"]
    evening.sit(1)
    evening.tend()
    evening.tend()
    assert is_public(evening.game(1))
    told = stranger.get(f"games/{game.pk}/").json
    assert told["position"]["view"] == "public" and told["seed"] is None
    assert (
        Client().get(f"/t/{evening.tournament.code}/table/1/")["Location"].endswith(f"/{game.pk}/")
    )
    for number in range(3):
        resign(game, number)
    evening.tend()
    assert 'class="result"' in read(Client(), wall(evening))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Let it be another time for what is public."""

    def turn(at: datetime) -> None:
        for one in (table_games, watching):
            monkeypatch.setattr(one, "now", lambda: at)

    return turn


def test_a_table_is_watched_as_it_was_before_the_delay(
    editions: None, clock: Callable[[datetime], None]
) -> None:
    evening = Evening(4, delay=10)
    table = f"{path(evening)}rounds/1/tables/1/"
    evening.begin()
    assert Caller().get(table).json["seq"] == 0
    game = evening.sit(1)
    resign(game, 0)
    first, second = MoveEvent.objects.filter(game=game).order_by("seq")[:2]
    assert Caller().get(table).json["table"] is None
    assert "There is nothing to see yet." in page(evening, "table/1/")
    clock(second.created_at + timedelta(minutes=10, microseconds=-1))
    evening.tend()
    assert not is_public(game)
    for caller in (Caller(), guest("Eve")):
        told = caller.get(table).json
        fits("WatchedTable", told)
        assert told["seq"] == first.seq and told["table"]["ended"] is None
        assert not any(one["cards"] or one["out"] for one in told["table"]["places"])
    shown = page(evening, "table/1/")
    assert "as it was 10 min ago" in shown and shown.count('role="img"') == 1
    assert f"/t/{evening.tournament.code}/table/1/" in page(evening)
    french = read(
        Client(headers={"Accept-Language": "fr-CA"}), f"/t/{evening.tournament.code}/table/1/"
    )
    assert "il y a 10 min" in french and "cartes en main" in french
    marked = page(evening, "table/1/now/")
    clock(second.created_at + timedelta(minutes=10))
    told = Caller().get(table).json
    assert told["seq"] == second.seq and told["table"]["places"][0]["out"]
    assert page(evening, "table/1/now/") != marked


def test_a_game_is_public_minutes_after_its_end(
    editions: None, clock: Callable[[datetime], None]
) -> None:
    evening = ended(delay=10)
    game = evening.game(1)
    for minutes, expected in ((9, False), (11, True)):
        clock(now() + timedelta(minutes=minutes))
        evening.tend()
        evening.tend()
        assert is_public(game) == expected
        assert (None not in places(evening, Caller())) == expected
    assert Tournament.objects.get().hidden_tables == {(1, 2)}


def test_a_table_that_does_not_exist_cannot_be_watched(at_the_end: Evening) -> None:
    for at in ("rounds/1/tables/3/", "rounds/2/tables/1/", "rounds/0/tables/1/"):
        assert Caller().get(path(at_the_end) + at).code == "not_found"
    assert Client().get(f"/t/{at_the_end.tournament.code}/table/3/").status_code == 404
    assert "when its round is over" in page(at_the_end, "table/1/")
