"""Concurrent moves: one is accepted, the others get a conflict."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from hashlib import sha256
from threading import Barrier

import pytest
from django.db import connection

from games.engine import CatchUno, Draw, IllegalMove, Resign
from games.errors import AlreadySeated, StaleSeq
from games.ledger import store
from games.models import Game, HeldMove, MoveEvent, MoveReceipt, Seat
from games.play.commands import MoveCommand
from games.play.deadlines import run_clocks
from games.play.seating import join_game
from games.play.submitting import submit_move
from games.players.models import Player
from games.players.scopes import PLAY
from games.players.services import issue_token
from tests.api.client import Caller
from tests.games.tables import OPEN, actor_on, begun, fresh, guest, make, open_game, play_on
from tests.games.test_deadlines import NOON, Hands
from tests.games.test_deadlines import hands as hands
from tests.games.windows import exposed, in_window, others

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

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


def drawing(game: Game) -> Callable[[int], str]:
    seat = game.to_act
    assert seat is not None
    command = MoveCommand(Draw(seat), actor_on(game, seat), expected=1)

    def draw(_number: int) -> str:
        try:
            outcome = submit_move(fresh(game), command)
        except StaleSeq as stale:
            return f"stale at {stale.head}"
        return f"made {outcome.game.seq}"

    return draw


def sending(game: Game, key: str, **headers: str) -> Callable[[int], str]:
    """A draw sent over the API, with a key that the number may be part of."""
    player = Seat.objects.get(game=game, number=game.to_act).player
    assert player is not None
    secret = issue_token(player=player, scopes=[PLAY])[1]

    def send(number: int) -> str:
        headers["Idempotency_Key"] = key.format(number)
        reply = Caller(secret).post(f"games/{game.pk}/moves/", {"move": "draw"}, **headers)
        if reply.status == 412:
            return f"stale at {reply.json['seq']}"
        again = " again" if "Idempotent-Replayed" in reply.headers else ""
        return f"{reply.status}{again} {sha256(reply.raw).hexdigest()}"

    return send


def rows(game: Game) -> list[int]:
    return list(MoveEvent.objects.filter(game=game).order_by("seq").values_list("seq", flat=True))


def test_of_identical_moves_one_is_made(running: Game) -> None:
    said = all_at_once(drawing(running))
    assert said == {"made 2": 1, "stale at 2": AT_ONCE - 1}
    assert rows(running) == [1, 2]


def test_of_requests_with_different_keys_one_is_made(running: Game) -> None:
    said = all_at_once(sending(running, "key-{}", If_Match='"1"'))
    assert said.pop("stale at 2") == AT_ONCE - 1
    (made,) = said
    assert made.startswith("201 ")
    assert MoveReceipt.objects.count() == 1
    assert rows(running) == [1, 2]


@pytest.mark.parametrize("expected", [{"If_Match": '"1"'}, {}])
def test_of_requests_with_one_key_all_get_the_one_response(
    running: Game, expected: dict[str, str]
) -> None:
    said = all_at_once(sending(running, "key", **expected))
    (digest,) = {one.rpartition(" ")[2] for one in said}
    assert said == {f"201 {digest}": 1, f"201 again {digest}": AT_ONCE - 1}
    assert rows(running) == [1, 2]


def test_moves_that_conflict_at_once_are_all_decided_again_and_made(
    alice: Player, bob: Player
) -> None:
    others = [guest(f"Guest {number}") for number in range(AT_ONCE - 1)]
    game = begun(alice, bob, *others)
    seen = [fresh(game) for _ in range(AT_ONCE)]
    actors = [actor_on(game, seat) for seat in range(AT_ONCE)]

    def resign(number: int) -> str:
        submit_move(seen[number], MoveCommand(Resign(number), actors[number]))
        return "made"

    assert all_at_once(resign) == {"made": AT_ONCE}
    assert rows(game) == list(range(1, AT_ONCE + 2))
    assert fresh(game).winner == AT_ONCE


def catching(game: Game, seat: int, target: int) -> str:
    """What is said to a seat that catches."""
    try:
        make(game, CatchUno(seat, target))
    except IllegalMove as refused:
        return refused.code
    return "held"


def test_of_identical_catches_in_a_window_one_is_held(alice: Player, bob: Player) -> None:
    game = in_window(alice, bob)
    seat, target = others(game)[0], exposed(game)
    said = all_at_once(lambda _number: catching(game, seat, target))
    assert said == {"held": 1, "already_held": AT_ONCE - 1}
    assert HeldMove.objects.count() == 1


def test_what_is_held_as_the_window_closes_is_not_lost(
    alice: Player, bob: Player, hands: Hands
) -> None:
    game = in_window(alice, bob, *(guest(f"Guest {number}") for number in range(6)))
    target, hands.moment = exposed(game), NOON + timedelta(seconds=4)

    def catch_or_close(number: int) -> str:
        return f"closed {run_clocks()}" if number == target else catching(game, number, target)

    said = all_at_once(catch_or_close)
    assert said.pop("closed 1") == 1
    made = [row.move for row in store.history(fresh(game))]
    assert sum(isinstance(move, CatchUno) for move in made) == said["held"]
    assert said["held"] + said["nobody_to_catch"] == AT_ONCE - 1
    assert not HeldMove.objects.exists()


def test_games_played_at_once_do_not_disturb_each_other(alice: Player, bob: Player) -> None:
    games = [begun(alice, bob) for _ in range(AT_ONCE)]
    all_at_once(lambda number: str(play_on(games[number], seed=number, moves=15).seq))
    for game in games:
        assert rows(game) == list(range(1, len(rows(game)) + 1))
        assert len(rows(game)) > 5


def test_one_who_comes_often_sits_once(alice: Player, bob: Player) -> None:
    game = open_game(alice, *[OPEN] * 9)

    def sit(number: int) -> str:
        try:
            join_game(game_id=game.pk, player=bob)
        except AlreadySeated:
            return "sits already"
        return "sits"

    assert all_at_once(sit) == {"sits": 1, "sits already": AT_ONCE - 1}
