"""Who may direct a game or see it whole: grants of one game or set, and no seat of the person."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission, User
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.test import Client

from games.engine import Act, Correct, IllegalMove, Remove, Void
from games.errors import NotAllowed
from games.models import Game
from games.officials.grants import grant, has_seat, held_grants, is_granted, revoke
from games.officials.looks import has_looked, note_look
from games.officials.models import GameSet, Grant, Look, RefusedAct, RefusedLook
from games.play.directing import AskedAct, Organiser, organiser_of, organiser_on_staff
from games.play.listed import granted_games, own_games
from games.play.seating import join_game
from games.players.models import Player
from games.players.persons import accounts_of, link_accounts, unlink_accounts
from games.players.services import player_for
from games.search.listing import find_games
from games.search.selectors import GameQuery
from tests.games.tables import begun, direct, fresh, guest, open_game

pytestmark = pytest.mark.django_db

WHY = "The lights went out."


@pytest.fixture
def olga(editions: None) -> Player:
    return guest("Olga")


def act(game: Game, organiser: Organiser, what: Act | None = None) -> None:
    direct(AskedAct(fresh(game), what or Void(), organiser, WHY))


def refused(game: Game, organiser: Organiser) -> str:
    """Why an act is not allowed; it is recorded."""
    before = RefusedAct.objects.count()
    with pytest.raises(NotAllowed) as error:
        act(game, organiser)
    assert RefusedAct.objects.count() == before + 1
    return str(error.value.params["reason"])


# ---- scopes


def test_a_grant_is_of_one_game_and_no_other(alice: Player, bob: Player, olga: Player) -> None:
    mine, other = begun(alice, bob), begun(alice, bob)
    grant(player=olga, scope=mine)
    assert refused(other, organiser_of(olga)) == "grant"
    act(mine, organiser_of(olga))
    assert (fresh(mine).why, fresh(other).status) == ("void", "running")


def test_a_grant_of_a_set_covers_the_games_that_are_in_it(
    alice: Player, bob: Player, olga: Player
) -> None:
    first, second, third = (begun(alice, bob) for _ in range(3))
    night = GameSet.objects.create(name="Friday")
    night.games.add(first, second)
    grant(player=olga, scope=night)
    for game in (first, second):
        act(game, organiser_of(olga))
    assert refused(third, organiser_of(olga)) == "grant"
    night.games.add(third)
    act(third, organiser_of(olga))
    assert set(granted_games(held_grants("direct", olga)).games) == {first, second, third}
    assert not granted_games(held_grants("look", olga)).games.exists()


def test_a_set_of_many_games_is_listed_as_one_of_few(
    alice: Player, bob: Player, olga: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begun(alice, bob) for _ in range(3)]
    night = GameSet.objects.create(name="Friday")
    night.games.add(*games[1:])
    grant(player=olga, scope=night)
    grant(player=olga, scope=games[2])
    for few in (1000, 1):
        monkeypatch.setattr("games.search.listing.FEW", few)
        for status in ("", "running"):
            page = find_games(GameQuery(status=status), own_games(olga), limit=9)
            assert page.games == games[:0:-1], (few, status)
        assert find_games(GameQuery(sort="ended"), own_games(olga), limit=9).games == []


def test_a_revoked_grant_counts_no_more(running: Game, olga: Player) -> None:
    grant(player=olga, scope=running)
    assert revoke(Grant.objects.all(), by=None) == 1
    assert revoke(Grant.objects.all(), by=None) == 0
    assert refused(running, organiser_of(olga)) == "grant"


def test_directing_and_looking_are_two_rights(running: Game, olga: Player) -> None:
    grant(player=olga, scope=running, may_direct=False, may_look=True)
    assert is_granted("look", running, olga) and not is_granted("direct", running, olga)
    assert refused(running, organiser_of(olga)) == "grant"


def test_the_database_refuses_a_grant_of_everything_or_of_nothing(
    running: Game, olga: Player
) -> None:
    night = GameSet.objects.create(name="Friday")
    for fields in (
        {},
        {"game": running, "game_set": night},
        {"game": running, "may_direct": False},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Grant.objects.create(player=olga, **fields)


def test_what_is_refused_is_recorded_with_the_organiser_and_the_reason(
    running: Game, olga: Player
) -> None:
    refused(running, organiser_of(olga))
    grant(player=olga, scope=running)
    with pytest.raises(IllegalMove):
        act(running, organiser_of(olga), Correct(winner=0))
    rows = RefusedAct.objects.order_by("id").values_list(
        "organiser", "act", "reason", "code", "detail"
    )
    assert list(rows) == [
        (str(olga.pk), '{"move":"void","seat":null}', WHY, "not_allowed", "grant"),
        (
            str(olga.pk),
            '{"move":"correct","seat":null,"winner":0,"places":null}',
            WHY,
            "game_not_over",
            "common.correct",
        ),
    ]


# ---- conflicts of interest


def test_a_person_with_a_seat_directs_by_no_account(
    alice: Player, bob: Player, olga: Player
) -> None:
    game = begun(alice, bob)
    grant(player=olga, scope=game)
    link_accounts([olga, bob])
    assert refused(game, organiser_of(olga)) == "player"
    unlink_accounts([olga])
    act(game, organiser_of(olga))


def test_links_join(alice: Player, bob: Player, olga: Player) -> None:
    carol = guest("Carol")
    link_accounts([alice, bob])
    link_accounts([olga, carol])
    link_accounts([bob, carol])
    everyone = {one.pk for one in (alice, bob, carol, olga)}
    assert accounts_of(alice) == accounts_of(olga) == everyone
    assert accounts_of(guest("Dan")).isdisjoint(everyone)


def test_accounts_with_the_same_address_are_of_one_person(alice: Player, bob: Player) -> None:
    game = begun(alice, bob)
    alice.user.email = "Sam@Example.org"
    alice.user.save()
    staff = User.objects.create_user("sam", "sam@example.org", is_staff=True)
    grant(player=player_for(user=staff), scope=game, may_look=True)
    assert refused(game, organiser_on_staff(staff)) == "player"
    assert has_seat(game, staff) and has_seat(game, player_for(user=staff))
    other = User.objects.create_user("pat", "", is_staff=True)
    assert not has_seat(game, other)


def test_staff_without_a_player_are_checked_by_their_address(alice: Player, bob: Player) -> None:
    game = begun(alice, bob)
    User.objects.filter(pk=bob.user_id).update(email="sam@example.org")
    staff = User.objects.create_user("sam", "sam@example.org", is_staff=True)
    assert accounts_of(staff) == {bob.pk}
    assert refused(game, organiser_on_staff(staff)) == "player"


def test_a_person_who_looked_takes_no_seat_by_another_account(
    alice: Player, bob: Player, olga: Player
) -> None:
    table = open_game(alice)
    note_look(game=table, player=olga, view="full", what="page", at=0)
    assert has_looked(game=table, player=olga) and not has_looked(game=table, player=bob)
    link_accounts([olga, bob])
    with pytest.raises(NotAllowed, match="arbiter"):
        join_game(game_id=table.pk, player=bob)
    join_game(game_id=table.pk, player=guest("Carol"))


# ---- the command


def test_the_command_grants_a_game_or_a_set(
    running: Game, olga: Player, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("grant", str(olga.pk), "--game", str(running.pk))
    call_command("grant", str(olga.pk), "--set", "Friday", "--look", "--no-direct")
    call_command("grant", str(olga.pk), "--set", "Friday")
    assert str(olga.pk) in capsys.readouterr().out
    told = Grant.objects.order_by("id").values_list(
        "game", "game_set__name", "may_direct", "may_look"
    )
    assert list(told) == [
        (running.pk, None, True, False),
        (None, "Friday", False, True),
        (None, "Friday", True, False),
    ]
    act(running, organiser_of(olga))


def test_the_command_names_what_is_missing(running: Game, olga: Player) -> None:
    for words, arguments in (
        ("no player", [str(uuid4()), "--game", str(running.pk)]),
        ("no game", [str(olga.pk), "--game", str(uuid4())]),
        ("grants nothing", [str(olga.pk), "--set", "x", "--no-direct"]),
        ("required", [str(olga.pk)]),
        ("not allowed with", [str(olga.pk), "--set", "x", "--game", str(running.pk)]),
    ):
        with pytest.raises(CommandError, match=words):
            call_command("grant", *arguments)
    assert not Grant.objects.exists()


# ---- the admin


@pytest.fixture
def root(editions: None) -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    return client


ADD = "/admin/officials/grant/add/"


def test_a_grant_is_given_and_revoked_in_the_admin(
    root: Client, running: Game, olga: Player
) -> None:
    assert root.get(ADD).status_code == 200
    sent = {"player": str(olga.pk), "game": str(running.pk), "may_direct": "on"}
    assert root.post(ADD, sent).status_code == 302
    given = Grant.objects.get()
    user = User.objects.get(username="root")
    assert (given.player, given.game, given.granted_by) == (olga, running, user)
    act(running, organiser_of(olga), Remove(0))
    lists = "/admin/officials/grant/"
    assert root.get(f"{lists}{given.pk}/change/").status_code == 200
    assert root.post(f"{lists}{given.pk}/delete/", {"post": "yes"}).status_code == 403
    root.post(lists, {"action": "revoke_grants", "_selected_action": [given.pk]})
    given.refresh_from_db()
    assert given.revoked_at is not None and given.revoked_by == user
    assert refused(running, organiser_of(olga)) == "grant"


def test_staff_are_granted_games_by_their_login(root: Client, running: Game) -> None:
    staff = User.objects.create_user("sam", is_staff=True)
    sent = {"staff": str(staff.pk), "game": str(running.pk), "may_look": "on"}
    assert root.post(ADD, sent).status_code == 302
    assert is_granted("look", running, staff) and not is_granted("direct", running, staff)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"player": ""}, "Choose a player or a staff user."),
        ({"game": ""}, "Choose a game or a set of games."),
        ({"may_direct": ""}, "Choose at least one right."),
    ],
)
def test_the_form_names_what_is_missing(
    change: dict[str, str], words: str, root: Client, running: Game, olga: Player
) -> None:
    sent = {"player": str(olga.pk), "game": str(running.pk), "may_direct": "on"} | change
    assert words in root.post(ADD, {k: v for k, v in sent.items() if v}).content.decode()
    assert not Grant.objects.exists()


def test_players_are_linked_in_the_admin(root: Client, alice: Player, bob: Player) -> None:
    lists = "/admin/players/player/"
    page = root.get(lists).content.decode()
    assert alice.tagged_name in page
    root.post(lists, {"action": "link", "_selected_action": [alice.pk]})
    assert accounts_of(alice) == {alice.pk}
    root.post(lists, {"action": "link", "_selected_action": [alice.pk, bob.pk]})
    assert accounts_of(alice) == {alice.pk, bob.pk}
    root.post(lists, {"action": "unlink", "_selected_action": [bob.pk]})
    assert accounts_of(alice) == {alice.pk}


def test_who_may_only_view_players_links_none(editions: None, alice: Player, bob: Player) -> None:
    user = User.objects.create_user("vera", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="view_player"))
    client = Client()
    client.force_login(user)
    chosen = {"action": "link", "_selected_action": [alice.pk, bob.pk]}
    client.post("/admin/players/player/", chosen)
    assert accounts_of(alice) == {alice.pk}


def test_the_records_are_shown_and_stay(root: Client, running: Game, olga: Player) -> None:
    refused(running, organiser_of(olga))
    page = root.get("/admin/officials/refusedact/").content.decode()
    assert str(olga.pk) in page and "not_allowed" in page
    for path in ("officials/refusedlook", "officials/look", "officials/gameset"):
        assert root.get(f"/admin/{path}/").status_code == 200
    assert not Look.objects.exists() and not RefusedLook.objects.exists()


def test_a_set_with_grants_is_not_deleted(root: Client, olga: Player) -> None:
    night = GameSet.objects.create(name="Friday")
    page = f"/admin/officials/gameset/{night.pk}/"
    assert root.get(f"{page}change/").status_code == 200
    given = grant(player=olga, scope=night)
    assert root.post(f"{page}delete/", {"post": "yes"}).status_code == 403
    Grant.objects.filter(pk=given.pk).delete()
    assert root.post(f"{page}delete/", {"post": "yes"}).status_code == 302
