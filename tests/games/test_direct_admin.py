"""Staff direct a game in the admin: reasons, and refused acts."""

from html import unescape

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from games.engine import CallJudge, Pause, Penalize, Resume, Warn
from games.ledger.rows import Actor
from games.ledger.store import history
from games.models import Game, MoveEvent
from games.officials.grants import grant
from games.play.selectors import seats_of
from games.play.services import MoveCommand, submit_move
from games.players.models import Player
from games.players.services import player_for
from tests.games.tables import fresh

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def staff(*permissions: str, name: str = "sam") -> Client:
    """A browser in which a staff user is logged in."""
    user = User.objects.create_user(name, f"{name}@example.org", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def organiser(running: Game) -> Client:
    """A browser of staff with a grant for the game."""
    client = staff("view_game", "direct_game")
    grant(player=player_for(user=User.objects.get(username="sam")), scope=running)
    return client


def form_of(game: Game) -> str:
    return reverse("admin:games_game_direct", args=[game.pk])


def sent(client: Client, game: Game, **given: str | int) -> str:
    """The page after the form was sent; "" where it led on to the game."""
    reply = client.post(form_of(game), given)
    if reply.status_code == 302:
        assert reply["Location"] == reverse("admin:games_game_change", args=[game.pk])
        return ""
    return unescape(reply.content.decode())


def test_the_page_of_a_game_leads_to_the_form(organiser: Client, running: Game) -> None:
    page = organiser.get(reverse("admin:games_game_change", args=[running.pk])).content.decode()
    assert f'href="{form_of(running)}"' in page
    form = organiser.get(form_of(running)).content.decode()
    for words in ("Remove a seat", "Void the game", "Correct the result", "0: Alice", "1: Bob"):
        assert words in form


def test_a_game_is_voided_with_a_reason_by_a_number_on_the_staff(
    organiser: Client, running: Game
) -> None:
    filed = {"reason": "Lights out", "reference": "A-7"}
    assert sent(organiser, running, act="void", **filed) == ""
    game = fresh(running)
    assert (game.status, game.why) == ("over", "void")
    *_, row = history(game)
    user = User.objects.get(username="sam")
    assert (row.actor.kind, row.actor.player) == ("organiser", f"staff-{user.pk}")
    assert (row.actor.reason, row.actor.reference) == ("Lights out", "A-7")
    stored = MoveEvent.objects.get(game=game, seq=game.seq)
    assert "sam" not in stored.actor


def test_a_seat_is_removed_and_a_result_corrected(organiser: Client, running: Game) -> None:
    assert sent(organiser, running, act="remove", seat=0, reason="Asleep") == ""
    assert (fresh(running).winner, fresh(running).why) == (1, "last")
    assert sent(organiser, running, act="correct", seat=0, reason="Was awake") == ""
    assert (fresh(running).winner, fresh(running).why) == (0, "corrected")


def test_a_seat_is_warned_and_a_game_paused_until_it_goes_on(
    organiser: Client, running: Game
) -> None:
    penalty = {"act": "penalize", "seat": 1, "amount": 2}
    for act in ({"act": "warn", "seat": 1}, penalty, {"act": "pause"}, {"act": "resume"}):
        assert sent(organiser, running, reason="Noise", **act) == ""
    moves = [row.move for row in history(fresh(running))][-4:]
    assert moves == [Warn(1), Penalize(1, 2), Pause(), Resume()]


@pytest.mark.parametrize("outcome", ["upheld", "refused", "noted"])
def test_staff_answer_a_call_for_a_judge(organiser: Client, running: Game, outcome: str) -> None:
    act = {"act": f"call-{outcome}", "seat": 0, "reason": "Seen"}
    assert "Only an open call is answered" in sent(organiser, running, **act)
    actor = Actor(kind="player", player=str(seats_of(running)[0].player_id))
    submit_move(fresh(running), MoveCommand(CallJudge(0, "A card fell."), actor))
    assert sent(organiser, running, **act) == ""
    *_, row = history(fresh(running))
    assert (row.move.seat, row.move.outcome) == (0, outcome)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"act": "void"}, "This field is required"),
        ({"act": "void", "reason": "   "}, "This field is required"),
        ({"act": "void", "reason": "a\u2028b"}, "one line of plain text"),
        ({"act": "void", "reason": "x" * 501}, "at most 500 characters"),
        ({"act": "void", "reason": "x", "seat": 0}, "Name the seat"),
        ({"act": "remove", "reason": "x"}, "Name the seat"),
        ({"act": "warn", "reason": "x"}, "Name the seat"),
        ({"act": "penalize", "reason": "x", "seat": 0}, "Give a whole number from 1 to 10"),
        ({"act": "penalize", "reason": "x", "seat": 0, "amount": 11}, "Give a whole number"),
        ({"act": "adjust-clock", "reason": "x", "seat": 0, "amount": 0}, "-3600 to 3600"),
        (
            {"act": "adjust-clock", "reason": "x", "seat": 0, "amount": 5},
            "only in a game with a clock",
        ),
        ({"act": "warn", "reason": "x", "seat": 0, "amount": 5}, "no amount"),
        ({"act": "pause", "reason": "x", "seat": 0}, "Name the seat"),
        ({"act": "resume", "reason": "x"}, "Only a paused game goes on"),
        ({"act": "remove", "reason": "x", "seat": 2}, "Select a valid choice"),
        ({"act": "correct", "reason": "x", "seat": 1}, "A result is corrected when"),
        ({"act": "undo", "reason": "x"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_reported_and_nothing_happens(
    given: dict[str, str], words: str, organiser: Client, running: Game
) -> None:
    assert words in sent(organiser, running, **given)
    assert fresh(running).seq == running.seq


def test_without_the_permission_there_is_no_form(running: Game) -> None:
    client = staff("view_game", name="vera")
    assert client.get(form_of(running)).status_code == 403
    assert client.post(form_of(running), {"act": "void", "reason": "x"}).status_code == 403
    page = client.get(reverse("admin:games_game_change", args=[running.pk])).content.decode()
    assert form_of(running) not in page
    assert Client().get(form_of(running)).status_code == 302
    assert fresh(running).seq == running.seq


def test_staff_who_play_in_a_game_do_not_direct_it(running: Game, alice: Player) -> None:
    alice.user.is_staff = True
    alice.user.save()
    alice.user.user_permissions.set(Permission.objects.filter(codename="direct_game"))
    client = Client()
    client.force_login(alice.user)
    assert "cannot direct it" in sent(client, running, act="void", reason="x")


def test_there_is_no_form_for_a_game_that_is_not_there(organiser: Client) -> None:
    missing = "00000000-0000-0000-0000-000000000000"
    assert organiser.get(reverse("admin:games_game_direct", args=[missing])).status_code == 404
