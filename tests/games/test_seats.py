"""Create a game, take a seat, leave it, start."""

from typing import Any
from uuid import uuid4

import pytest

from cards.selectors import current_edition
from games.engine.chance import ALGORITHM, commitment
from games.errors import (
    AlreadySeated,
    GameNotFound,
    NoSuchSeat,
    NotAllowed,
    SeatsEmpty,
    SeatTaken,
    SetupRefused,
)
from games.models import Game, MoveEvent
from games.officials.grants import grant
from games.officials.looks import objection
from games.play import openings, seating
from games.play.seating import SeatSpec
from games.play.selectors import seats_of
from games.players.models import Player
from tests.games.tables import OPEN, begun, guest, open_game

pytestmark = pytest.mark.django_db

ME = SeatSpec("player")
BOT = SeatSpec("bot", bot="greedy")


def kinds(game: Game) -> list[tuple[str, object]]:
    return [(seat.kind, seat.player_id or seat.bot) for seat in seats_of(game)]


def test_seats_stand_in_the_order_given(alice: Player, bob: Player) -> None:
    game = open_game(alice, BOT, SeatSpec("invited", player=bob), OPEN, ME)
    assert kinds(game) == [
        ("bot", "greedy"),
        ("invited", bob.pk),
        ("open", ""),
        ("player", alice.pk),
    ]
    assert seats_of(game)[0].bot_version == "1"
    assert [game.is_bot(seat) for seat in range(4)] == [True, False, False, False]


def test_a_creator_may_only_watch_bots(alice: Player) -> None:
    game = open_game(alice, BOT, BOT)
    outcome = openings.start_game(game_id=game.pk, player=alice)
    assert outcome.game.waits_for_bot
    assert outcome.game.to_act == outcome.state.prompts[-1].seat


def test_options_are_stored_complete_and_the_newest_edition_is_taken(alice: Player) -> None:
    game = open_game(alice, options={"rounds": 2})
    assert game.options == (
        '{"absence":"wait","absent_seconds":60,"clock":null,"dealer":null,"draw_four":"challenge","rounds":2,'
        '"scoring":"high","target_score":500,"timeouts_out":3,"two_player_reverse":"skip","uno_window":0}'
    )
    assert game.edition_id == current_edition("avengers").hash


@pytest.mark.parametrize("seats", [1, 11])
def test_a_table_too_small_or_too_large_is_refused_by_its_rule(alice: Player, seats: int) -> None:
    with pytest.raises(SetupRefused) as caught:
        open_game(alice, *[OPEN] * seats)
    assert (caught.value.code, caught.value.pointer) == ("seats_out_of_range", "/seats")
    assert caught.value.rule == "common.seats"
    assert caught.value.params == {"seats": seats, "least": 2, "most": 10}
    assert not Game.objects.exists()


def refused(alice: Player, bob: Player) -> dict[str, tuple[str, str, dict[str, Any]]]:
    """By name: the code, the pointer, and what was asked for instead of a table that is right."""
    other = current_edition("xmen").hash
    return {
        "invited twice": (
            "seated_twice",
            "/seats/2",
            {"seats": [ME, *[SeatSpec("invited", player=bob)] * 2]},
        ),
        "none invited": ("seat_needs_player", "/seats/1", {"seats": [ME, SeatSpec("invited")]}),
        "another seated": (
            "seat_needs_invitation",
            "/seats/1/player",
            {"seats": [ME, SeatSpec("player", player=bob)]},
        ),
        "open for one": (
            "open_seat_with_player",
            "/seats/1/player",
            {"seats": [ME, SeatSpec("open", player=bob)]},
        ),
        "odd option": ("unknown_option", "/options/a~1b~0", {"options": {"a/b~": 1}}),
        "other edition": ("edition_of_another_variant", "/edition", {"edition": other}),
    }


@pytest.mark.parametrize(
    "wrong",
    [
        "invited twice",
        "none invited",
        "another seated",
        "open for one",
        "odd option",
        "other edition",
    ],
)
def test_a_table_that_cannot_be_created_is_refused_with_a_pointer(
    alice: Player, bob: Player, wrong: str
) -> None:
    code, pointer, change = refused(alice, bob)[wrong]
    asked = {"variant": "avengers", "seats": [ME, OPEN]} | change
    with pytest.raises(SetupRefused) as caught:
        seating.create_game(creator=alice, **asked)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)
    assert not Game.objects.exists()


def test_an_invited_player_takes_the_seat_that_is_kept(alice: Player, bob: Player) -> None:
    game = open_game(alice, ME, OPEN, SeatSpec("invited", player=bob))
    seating.join_game(game_id=game.pk, player=bob)
    assert kinds(game)[1:] == [("open", ""), ("player", bob.pk)]


def test_an_invited_player_may_prefer_an_open_seat(alice: Player, bob: Player) -> None:
    game = open_game(alice, ME, OPEN, SeatSpec("invited", player=bob))
    seating.join_game(game_id=game.pk, player=bob, seat=1)
    assert kinds(game)[1:] == [("player", bob.pk), ("open", "")]


def test_a_game_for_invited_players_is_not_there_for_others(alice: Player, bob: Player) -> None:
    game = open_game(alice, ME, OPEN, access="invited")
    with pytest.raises(GameNotFound):
        seating.join_game(game_id=game.pk, player=bob)
    seating.invite(game_id=game.pk, by=alice, seat=1, player=bob)
    seating.join_game(game_id=game.pk, player=bob)
    assert kinds(game)[1] == ("player", bob.pk)


def test_in_a_game_for_invited_players_an_open_seat_is_not_taken_unasked(
    alice: Player, bob: Player
) -> None:
    game = open_game(alice, ME, SeatSpec("invited", player=bob), OPEN, access="invited")
    with pytest.raises(NotAllowed):
        seating.join_game(game_id=game.pk, player=bob, seat=2)


def test_only_the_creator_invites_and_only_to_a_free_seat(alice: Player, bob: Player) -> None:
    game = open_game(alice, ME, OPEN, BOT, OPEN)
    carol = guest("Carol")
    with pytest.raises(NotAllowed):
        seating.invite(game_id=game.pk, by=bob, seat=1, player=carol)
    with pytest.raises(SeatTaken):
        seating.invite(game_id=game.pk, by=alice, seat=2, player=carol)
    with pytest.raises(NoSuchSeat):
        seating.invite(game_id=game.pk, by=alice, seat=4, player=carol)
    seating.invite(game_id=game.pk, by=alice, seat=1, player=carol)
    with pytest.raises(AlreadySeated):
        seating.invite(game_id=game.pk, by=alice, seat=3, player=carol)
    seating.invite(game_id=game.pk, by=alice, seat=1, player=bob)
    assert kinds(game)[1] == ("invited", bob.pk)


def test_an_invited_player_is_no_arbiter_of_the_game(alice: Player, bob: Player) -> None:
    game = open_game(alice, ME, SeatSpec("invited", player=bob))
    dan = guest("Dan")
    for player in (alice, bob, dan):
        grant(player=player, scope=game, may_look=True)
    assert objection(game=game, caller=bob) == objection(game=game, caller=alice) == "seat"
    assert objection(game=game, caller=guest("Carol")) == "grant"
    assert objection(game=game, caller=dan) == ""


def test_an_invitation_may_be_declined(alice: Player, bob: Player) -> None:
    game = open_game(alice, ME, SeatSpec("invited", player=bob))
    seating.leave_game(game_id=game.pk, player=bob)
    assert kinds(game)[1] == ("open", "")


def test_a_game_begins_when_its_creator_says_so_and_nobody_is_missing(
    alice: Player, bob: Player
) -> None:
    game = open_game(alice, ME, OPEN, BOT)
    with pytest.raises(SeatsEmpty) as caught:
        openings.start_game(game_id=game.pk, player=alice)
    assert caught.value.params == {"seats": "1"}
    seating.join_game(game_id=game.pk, player=bob)
    with pytest.raises(NotAllowed):
        openings.start_game(game_id=game.pk, player=bob)
    outcome = openings.start_game(game_id=game.pk, player=alice)
    stored = Game.objects.get(pk=game.pk)
    assert (stored.status, stored.seq, stored.head) == ("running", 1, outcome.rows[0].digest)
    assert stored.commitment == commitment(bytes(stored.server_seed))
    assert stored.algorithm == ALGORITHM
    assert stored.to_act == outcome.state.prompts[-1].seat
    assert MoveEvent.objects.get(game=game).actor == f'{{"kind":"player","player":"{alice.pk}"}}'


@pytest.mark.parametrize("name", [uuid4(), "no-such-thing", ""])
def test_a_game_that_is_not_there_is_not_found(alice: Player, name: Any) -> None:
    with pytest.raises(GameNotFound):
        seating.join_game(game_id=name, player=alice)


def test_every_game_has_a_seed_of_its_own(alice: Player, bob: Player) -> None:
    seeds = {begun(alice, bob).secret for _ in range(3)}
    assert len(seeds) == 3
    assert all(len(seed) == 32 for seed in seeds)
