"""Several at once: one of them moves, and the others are told so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from games.engine import Draw, IllegalMove
from games.errors import AlreadySeated, SeatTaken, StaleSeq
from games.models import Game, MoveEvent, Receipt
from games.players.models import Player
from games.services import join_game, submit_move
from tests.games.tables import OPEN, actor_on, begun, guest, laid, play_on

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 8


def all_at_once(carry_out: Callable[[int], str]) -> Counter[str]:
    """What each of eight threads says, all of them begun at the same time."""
    start = Barrier(AT_ONCE)

    def run(number: int) -> str:
        try:
            start.wait(10)
            return carry_out(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return Counter(threads.map(run, range(AT_ONCE)))


def drawing(game: Game, *, expected: int | None, key: str = "") -> Callable[[int], str]:
    seat = game.to_act
    assert seat is not None
    actor = actor_on(game, seat)

    def draw(number: int) -> str:
        try:
            outcome = submit_move(
                game_id=game.pk,
                seat=seat,
                move=Draw(seat),
                actor=actor,
                expected=expected,
                key=key and key.format(number),
                body_digest="d",
                reply=lambda outcome: b"reply",
            )
        except StaleSeq as stale:
            return f"stale at {stale.head}"
        except IllegalMove as refused:
            return refused.code
        return outcome.reply.decode() + (" again" if outcome.replayed else "")

    return draw


def rows(game: Game) -> list[int]:
    return list(MoveEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))


def test_of_identical_moves_one_is_made(running: Game) -> None:
    said = all_at_once(drawing(running, expected=1))
    assert said == {"reply": 1, "stale at 2": AT_ONCE - 1}
    assert rows(running) == [1, 2]


def test_of_requests_with_different_keys_one_is_made(running: Game) -> None:
    said = all_at_once(drawing(running, expected=1, key="key {}"))
    assert said == {"reply": 1, "stale at 2": AT_ONCE - 1}
    assert Receipt.objects.count() == 1


@pytest.mark.parametrize("expected", [1, None])
def test_of_requests_with_one_key_all_get_the_one_reply(
    running: Game, expected: int | None
) -> None:
    said = all_at_once(drawing(running, expected=expected, key="key"))
    assert said == {"reply": 1, "reply again": AT_ONCE - 1}
    assert rows(running) == [1, 2]


def test_games_played_at_once_do_not_disturb_each_other(alice: Player, bob: Player) -> None:
    games = [begun(alice, bob) for _ in range(AT_ONCE)]
    all_at_once(lambda number: str(play_on(games[number], seed=number, moves=15).seq))
    for game in games:
        assert rows(game) == list(range(1, len(rows(game)) + 1))
        assert len(rows(game)) > 5


def test_of_those_who_want_one_seat_one_gets_it(alice: Player) -> None:
    game = laid(alice)
    comers = [guest(f"Guest {number}") for number in range(AT_ONCE)]

    def sit(number: int) -> str:
        try:
            join_game(game_id=game.pk, player=comers[number])
        except SeatTaken:
            return "taken"
        return "sits"

    assert all_at_once(sit) == {"sits": 1, "taken": AT_ONCE - 1}


def test_one_who_comes_often_sits_once(alice: Player, bob: Player) -> None:
    game = laid(alice, *[OPEN] * 9)

    def sit(number: int) -> str:
        try:
            join_game(game_id=game.pk, player=bob)
        except AlreadySeated:
            return "sits already"
        return "sits"

    assert all_at_once(sit) == {"sits": 1, "sits already": AT_ONCE - 1}
