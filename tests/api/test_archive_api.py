"""What the API says of a game whose rows are in the archive."""

from pathlib import Path
from uuid import UUID

import pytest

from games.api.urls import GAME, urlpatterns
from games.archives.services import archive_game, path_of, restore_game
from games.models import Game
from games.proofs.services import make_checkpoint
from tests.api.client import Caller, key, start_game
from tests.api.test_acts import VOID, may_direct, olga

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

__all__ = ["olga"]

ADDRESSES = [
    str(one.pattern).replace(GAME, "").replace("<int:seq>", "1").replace("<int:seat>", "0")
    for one in urlpatterns
    if str(one.pattern).startswith(GAME)
]
RESIGN = {"move": "resign"}


@pytest.fixture
def archived(alice: Caller, bob: Caller, olga: Caller, tmp_path: Path) -> str:
    """A game that Bob has won, and that Olga may direct, in the archive."""
    game = start_game(alice, bob)
    may_direct(olga, game)
    assert alice.post(f"games/{game}/moves/", RESIGN).status == 201
    make_checkpoint()
    archive_game(UUID(game), tmp_path)
    return game


def test_all_addresses_of_the_game_say_that_it_is_in_the_archive(
    archived: str, alice: Caller
) -> None:
    params = {"sha256": Game.objects.get(pk=archived).archive}
    for address in ADDRESSES:
        reply = alice.get(f"games/{archived}/{address}")
        if reply.status != 405 and not address.startswith("acts/"):
            assert (reply.status, reply.code) == (404, "game_archived"), address
            assert reply.json["params"] == params
    stream = alice.get(f"games/{archived}/events/", Accept="text/event-stream")
    assert (stream.status, stream.code) == (404, "game_archived")


def test_no_move_and_no_act_is_made_on_it(archived: str, alice: Caller, olga: Caller) -> None:
    for path, body in (("moves/", RESIGN), ("moves/check/", RESIGN)):
        assert alice.post(f"games/{archived}/{path}", body).code == "game_archived"
        stale = alice.post(f"games/{archived}/{path}", body, If_Match='"1"')
        assert stale.code in ("game_archived", "stale_seq")
    assert olga.get(f"games/{archived}/acts/possible/").code == "game_archived"
    for path in ("acts/", "acts/check/"):
        assert olga.post(f"games/{archived}/{path}", VOID).code == "game_archived"
    assert Game.objects.get(pk=archived).why == "last"


def test_lists_still_have_it_with_its_result(archived: str, alice: Caller) -> None:
    (listed,) = alice.get("games/?mine=true").json["results"]
    assert (listed["id"], listed["status"], listed["why"]) == (archived, "over", "last")
    assert [one["winner"] for one in alice.get("games/").json["results"]] == [1]


def test_a_player_who_may_not_see_the_game_learns_nothing(archived: str, carol: Caller) -> None:
    Game.objects.filter(pk=archived).update(access=Game.Admission.INVITED)
    for address in ADDRESSES:
        reply = carol.get(f"games/{archived}/{address}")
        assert reply.status == 405 or reply.code in ("game_not_found", "missing_scope"), address


def test_a_move_that_is_repeated_after_all_of_it_is_not_made_twice(
    alice: Caller, bob: Caller, tmp_path: Path
) -> None:
    game, once = start_game(alice, bob), key()
    assert alice.post(f"games/{game}/moves/", RESIGN, Idempotency_Key=once).status == 201
    make_checkpoint()
    archive_game(UUID(game), tmp_path)
    again = alice.post(f"games/{game}/moves/", RESIGN, Idempotency_Key=once)
    assert again.code == "game_archived"
    seq = restore_game(path_of(tmp_path, UUID(game))).seq
    again = alice.post(f"games/{game}/moves/", RESIGN, Idempotency_Key=once)
    assert again.code == "game_over"
    assert Game.objects.get(pk=game).seq == seq
