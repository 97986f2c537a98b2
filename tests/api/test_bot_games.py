"""Limits on running games with bots, for each player and each address."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.api.http.bot_games import IDLE, digest_of_address
from games.engine import Resign, Void, share_commitment
from games.ledger.rows import Actor
from games.models import Game
from games.play.commands import MoveCommand
from games.play.submitting import submit_move
from games.players.scopes import CREATE, DIRECT
from tests.api.client import Caller, Reply, guest
from tests.api.test_acts import with_scopes

pytestmark = pytest.mark.django_db

BOT = {"kind": "bot", "bot": "random"}
ME = {"kind": "me"}


@pytest.fixture
def limits(settings: Any) -> dict[str, int]:
    """The limits, all lifted."""
    settings.API_BOT_GAMES = dict.fromkeys(settings.API_BOT_GAMES, 0)
    found: dict[str, int] = settings.API_BOT_GAMES
    return found


def begin(caller: Caller, *seats: dict[str, str], start: bool = True, **headers: str) -> Reply:
    body = {"variant": "avengers", "seats": list(seats), "start": start}
    return caller.post("games/", body, **headers)


def statuses(caller: Caller, times: int, *seats: dict[str, str]) -> list[int]:
    return [begin(caller, *seats).status for _ in range(times)]


def test_tables_of_bots_only_are_limited_for_each_player(
    alice: Caller, bob: Caller, limits: dict[str, int]
) -> None:
    limits["bot-tables-player"] = 2
    assert statuses(alice, 3, BOT, BOT) == [201, 201, 429]
    assert begin(bob, BOT, BOT).status == 201
    assert begin(alice, ME, BOT).status == 201
    assert Game.objects.count() == 4


def test_games_with_bots_are_limited_for_each_player(
    alice: Caller, bob: Caller, limits: dict[str, int]
) -> None:
    limits["bot-games-player"] = 2
    assert begin(alice, ME, BOT).status == 201
    assert begin(alice, BOT, BOT).status == 201
    assert begin(alice, ME, BOT).status == 429
    assert begin(bob, ME, BOT).status == 201


def test_many_guests_of_one_address_share_its_limits(
    editions: None, limits: dict[str, int]
) -> None:
    limits["bot-tables-address"] = 3
    assert [begin(guest(name), BOT, BOT).status for name in "ABCD"] == [201, 201, 201, 429]
    elsewhere = guest("E")
    elsewhere.client.defaults["REMOTE_ADDR"] = "192.0.2.7"
    assert begin(elsewhere, BOT, BOT).status == 201


def test_games_without_bots_and_open_tables_do_not_count(
    alice: Caller, bob: Caller, limits: dict[str, int]
) -> None:
    limits["bot-games-player"] = limits["bot-games-address"] = 1
    assert begin(alice, ME, BOT).status == 201
    laid = begin(alice, ME, {"kind": "open"}, start=False)
    assert laid.status == 201
    path = f"games/{laid.json['id']}"
    assert bob.post(f"{path}/seats/").status == 201
    started = alice.post(f"{path}/start/")
    assert started.status == 201
    assert "bot-games" not in started.headers["RateLimit-Policy"]


def test_a_created_game_with_bots_counts_when_it_starts(
    alice: Caller, limits: dict[str, int]
) -> None:
    limits["bot-tables-player"] = 1
    tables = [begin(alice, BOT, BOT, start=False).json["id"] for _ in range(2)]
    replies = [alice.post(f"games/{table}/start/") for table in tables]
    assert [reply.status for reply in replies] == [201, 429]
    assert Game.objects.get(pk=tables[1]).status == Game.Status.OPEN


def test_a_game_that_waits_for_shares_counts_from_its_start(
    alice: Caller, limits: dict[str, int]
) -> None:
    limits["bot-games-player"] = limits["bot-games-address"] = 1
    share = "ab" * 32
    bound = {"share_commitment": share_commitment(bytes.fromhex(share))}
    body = {"variant": "avengers", "seats": [ME | bound, BOT], "start": True, "chance": "shared"}
    waiting = alice.post("games/", body)
    assert (waiting.status, waiting.json["status"]) == (201, "opening")
    Game.objects.update(changed_at=timezone.now() - 2 * IDLE)
    assert alice.post("games/", body).status == 429
    assert begin(guest("Bob"), ME, BOT).status == 429
    game = f"games/{waiting.json['id']}/"
    assert alice.post(f"{game}share/", {"share": share}).json["status"] == "running"
    assert alice.post("games/", body).status == 429


def test_the_headers_report_the_limits_and_what_is_left(
    alice: Caller, limits: dict[str, int]
) -> None:
    limits |= {"bot-games-player": 5, "bot-tables-address": 2}
    told = begin(alice, BOT, BOT).headers
    assert told["RateLimit-Policy"].endswith(
        '"bot-games-player";q=5;qu="games", "bot-tables-address";q=2;qu="games"'
    )
    assert told["RateLimit-Policy"].startswith('"writes";q=')
    assert told["RateLimit"].endswith('"bot-games-player";r=4, "bot-tables-address";r=1')
    begin(alice, BOT, BOT)
    refused = begin(alice, BOT, BOT)
    assert refused.headers["RateLimit"].endswith('"bot-games-player";r=3, "bot-tables-address";r=0')


def test_the_refusal_says_which_limit_and_when_to_try_again(
    alice: Caller, limits: dict[str, int]
) -> None:
    limits["bot-tables-player"] = 1
    begin(alice, BOT, BOT)
    refused = begin(alice, BOT, BOT, Idempotency_Key="again")
    assert (refused.status, refused.code) == (429, "too_many_bot_games")
    assert refused.json["params"] == {"quota": "bot-tables-player", "limit": 1, "seconds": 10}
    assert refused.headers["Retry-After"] == "10"
    assert refused.json["detail"].startswith("The limit bot-tables-player allows 1 running")
    alice.language = "fr-CA"
    assert begin(alice, BOT, BOT).json["detail"].startswith("La limite bot-tables-player permet 1")


def test_when_a_game_is_over_another_may_start_even_with_the_same_key(
    alice: Caller, limits: dict[str, int]
) -> None:
    limits["bot-games-player"] = 1
    first = begin(alice, ME, BOT).json
    assert begin(alice, ME, BOT, Idempotency_Key="again").status == 429
    player = str(Game.objects.get(pk=first["id"]).creator_id)
    me = Actor(kind="player", player=player)
    submit_move(Game.objects.get(pk=first["id"]), MoveCommand(Resign(0), me))
    assert begin(alice, ME, BOT, Idempotency_Key="again").status == 201


def test_an_address_is_kept_as_a_digest_while_the_game_runs(
    alice: Caller, limits: dict[str, int]
) -> None:
    game = begin(alice, BOT, BOT).json["id"]
    kept = Game.objects.get(pk=game).origin
    assert kept == digest_of_address("127.0.0.1")
    assert "127" not in kept or len(kept) == 32
    organiser = Actor(kind="organiser", player="somebody", reason="enough")
    submit_move(Game.objects.get(pk=game), MoveCommand(Void(), organiser))
    assert Game.objects.get(pk=game).origin == ""


def test_idle_games_count_for_the_player_and_no_more_for_the_address(
    alice: Caller, bob: Caller, limits: dict[str, int]
) -> None:
    limits |= {"bot-games-player": 1, "bot-games-address": 1}
    begin(alice, ME, BOT)
    assert begin(bob, ME, BOT).json["params"]["quota"] == "bot-games-address"
    then = Game.objects.get().changed_at - IDLE - timedelta(seconds=1)
    Game.objects.update(changed_at=then)
    assert begin(bob, ME, BOT).status == 201
    assert begin(alice, ME, BOT).json["params"]["quota"] == "bot-games-player"


def test_an_organiser_may_start_as_many_as_needed(editions: None, limits: dict[str, int]) -> None:
    olga = guest("Olga")
    organiser = with_scopes(olga, CREATE, DIRECT)
    limits |= dict.fromkeys(limits, 1)
    assert statuses(organiser, 3, BOT, BOT) == [201, 201, 201]
    assert begin(olga, BOT, BOT).status == 429
