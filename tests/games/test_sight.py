"""Who may see which view of a game: the rule that API and pages share."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from games.engine import NOBODY
from games.errors import GameNotFound, NoSuchSeat, NotAllowed, NotStarted
from games.ledger.rows import EVERYTHING
from games.models import Game
from games.officials.grants import grant
from games.officials.models import Look
from games.play.openings import start_game
from games.play.seating import SeatSpec, join_game
from games.play.sight import (
    Sight,
    UnknownView,
    decide_audit_sight,
    decide_sight,
    view_name,
    viewer_named,
    viewer_of,
)
from games.players.models import Player
from games.players.services import player_for
from tests.games.finished import finished
from tests.games.tables import guest, open_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def arbiter(game: Game, name: str = "Dan") -> Player:
    """A player with a grant to see a game whole."""
    player = guest(name)
    grant(player=player, scope=game, may_direct=False, may_look=True)
    return player


def sight(game: Game, caller: Player | User | None, view: str | None = None, **more: Any) -> Sight:
    usual = {"may_arbitrate": False}
    return decide_sight(game, caller=caller, view=view, **usual | more)


@pytest.mark.parametrize(
    ("viewer", "name"), [(EVERYTHING, "full"), (NOBODY, "public"), (0, "seat:0"), (9, "seat:9")]
)
def test_a_viewer_has_one_name(viewer: int, name: str) -> None:
    assert (view_name(viewer), viewer_named(name)) == (name, viewer)


@pytest.mark.parametrize("name", ["", "Full", "seat:", "seat:10", "seat:-1", "seat:٣", "-2", "0"])
def test_other_names_are_no_views(midway: Game, name: str) -> None:
    with pytest.raises(UnknownView):
        viewer_named(name)
    with pytest.raises(UnknownView):
        sight(midway, None, name)


def test_without_a_view_a_player_looks_from_the_own_seat(midway: Game, bob: Player) -> None:
    assert viewer_of(game=midway, player=bob) == sight(midway, bob).viewer == 1
    for other in (None, guest("Dan")):
        assert viewer_of(game=midway, player=other) == sight(midway, other).viewer == NOBODY
    assert sight(midway, bob, from_own_seat=False).viewer == NOBODY


def test_while_a_game_runs_the_own_seat_and_the_public_are_open(midway: Game, bob: Player) -> None:
    assert sight(midway, bob, "seat:1") == Sight(midway, 1, (NOBODY, 1), bob, False)
    assert sight(midway, bob, "public").viewer == NOBODY
    assert sight(midway, None).viewers == (NOBODY,)


@pytest.mark.parametrize("view", ["seat:0", "seat:2", "full"])
def test_while_a_game_runs_other_views_are_for_arbiters(
    midway: Game, bob: Player, view: str
) -> None:
    for player in (bob, None, guest("Dan")):
        with pytest.raises(NotAllowed):
            sight(midway, player, view)
    for player in (bob, None):
        with pytest.raises(NotAllowed):
            sight(midway, player, view, may_arbitrate=True)
    grant(player=bob, scope=midway, may_look=True)
    for player in (bob, guest("Dan")):
        with pytest.raises(NotAllowed):
            sight(midway, player, view, may_arbitrate=True)
    seen = sight(midway, arbiter(midway), view, may_arbitrate=True)
    assert (seen.view, seen.is_arbiter) == (view, True)
    assert seen.viewers == (EVERYTHING, NOBODY, 0, 1, 2)


def test_what_the_public_sees_is_no_look_of_an_arbiter(midway: Game) -> None:
    seen = sight(midway, arbiter(midway), "public", may_arbitrate=True)
    assert not seen.is_arbiter
    seen.note("position", 3)
    assert not Look.objects.exists()


def test_a_look_is_recorded_under_the_player_of_the_staff(midway: Game) -> None:
    staff = User.objects.create_user("judge", is_staff=True)
    sight(midway, staff, "public", may_arbitrate=True, from_own_seat=False)
    assert not Player.objects.filter(user=staff).exists()
    grant(player=player_for(user=staff), scope=midway, may_look=True)
    sight(midway, staff, "full", may_arbitrate=True).note("page", 3)
    look = Look.objects.get()
    assert (look.player.user, look.view, look.what, look.at) == (staff, "full", "page", 3)


def test_staff_with_a_seat_are_no_arbiters(midway: Game, bob: Player) -> None:
    bob.user = User.objects.create_user("bob", is_staff=True)
    bob.save()
    assert sight(midway, bob.user).viewer == 1
    with pytest.raises(NotAllowed):
        sight(midway, bob.user, "full", may_arbitrate=True)


def test_a_table_has_no_other_seats(midway: Game) -> None:
    with pytest.raises(NoSuchSeat):
        sight(midway, None, "seat:3")


def test_an_opened_game_is_open_from_everywhere(midway: Game) -> None:
    over = play_on(midway, seed=23)
    assert sight(over, None).viewer == viewer_of(game=over, player=None) == EVERYTHING
    assert sight(over, None, from_own_seat=False).viewer == EVERYTHING
    assert sight(over, None, "seat:2", may_arbitrate=True).viewer == 2
    seen = sight(over, guest("Dan"), "seat:2", may_arbitrate=True)
    assert (seen.is_arbiter, seen.suffix, sight(over, None).suffix) == (False, "&as=seat:2", "")


def test_a_game_for_its_players_is_there_for_arbiters_and_each_look_is_one(
    alice: Player, bob: Player
) -> None:
    game = open_game(alice, SeatSpec("player"), SeatSpec("invited", player=bob), access="invited")
    for stranger in (None, guest("Dan")):
        with pytest.raises(GameNotFound):
            sight(game, stranger)
    with pytest.raises(GameNotFound):
        sight(game, guest("Dan"), "public", may_arbitrate=True)
    assert sight(game, arbiter(game), "public", may_arbitrate=True).is_arbiter
    assert not sight(game, bob, "public", may_arbitrate=True).is_arbiter
    with pytest.raises(NotStarted):
        sight(game, alice, needs_rows=True)


def test_an_invited_player_is_no_arbiter(alice: Player, bob: Player) -> None:
    game = open_game(alice, SeatSpec("player"), SeatSpec("invited", player=bob))
    grant(player=bob, scope=game, may_look=True)
    with pytest.raises(NotAllowed):
        sight(game, bob, "full", may_arbitrate=True)


# ---- audits


def audit_sight(game: Game, player: Player | None, **more: bool) -> tuple[int, bool]:
    usual = {"is_auditor": False, "may_arbitrate": False}
    seen = decide_audit_sight(game_id=game.pk, player=player, **usual | more)
    return seen.viewer, seen.is_arbiter


def test_a_game_that_stays_closed_is_whole_for_auditors_without_a_seat(bob: Player) -> None:
    over = finished("avengers", reveal="seats")
    seated = over.seat_set.get(number=1).player
    assert audit_sight(over, seated) == audit_sight(over, seated, is_auditor=True) == (1, False)
    assert audit_sight(over, bob) == (NOBODY, False)
    assert audit_sight(over, bob, is_auditor=True) == (EVERYTHING, False)
    assert audit_sight(over, bob, is_auditor=True, may_arbitrate=True) == (EVERYTHING, True)
    verdict = {"is_auditor": True, "may_arbitrate": True, "as_public": True}
    assert audit_sight(over, bob, **verdict) == (NOBODY, False)


def test_a_running_game_is_no_more_open_to_auditors(midway: Game, bob: Player) -> None:
    assert audit_sight(midway, guest("Dan"), is_auditor=True) == (NOBODY, False)
    assert audit_sight(midway, bob, is_auditor=True, may_arbitrate=True) == (1, False)


def test_a_game_for_its_players_is_there_for_auditors_at_its_end(
    alice: Player, bob: Player
) -> None:
    table = open_game(alice, SeatSpec("player"), SeatSpec("invited", player=bob), access="invited")
    join_game(game_id=table.pk, player=bob)
    game = start_game(game_id=table.pk, player=alice).game
    carol = guest("Carol")
    for rights in ({}, {"is_auditor": True}, {"is_auditor": True, "may_arbitrate": True}):
        with pytest.raises(GameNotFound):
            audit_sight(game, carol, **rights)
    over = play_on(game, seed=3)
    with pytest.raises(GameNotFound):
        audit_sight(over, carol)
    assert audit_sight(over, carol, is_auditor=True) == (EVERYTHING, False)
    assert audit_sight(over, carol, is_auditor=True, may_arbitrate=True) == (EVERYTHING, True)
    assert audit_sight(over, alice, is_auditor=True, may_arbitrate=True) == (EVERYTHING, False)
