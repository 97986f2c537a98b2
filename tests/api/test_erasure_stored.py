"""An erased name in all that the server stores: columns, cache, memory, stored replies."""

import base64
import gzip
import pickle
import zlib
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client

from games.api.http.idempotency import _cipher
from games.ledger.packed_facts import pack_facts
from games.play.erasure import erase_player
from games.play.selectors import played_names, stored_game
from games.players.models import Player
from games.players.scopes import GUEST
from games.players.services import issue_token, player_for
from tests.api.client import Caller, asked_of, create_game, start_game
from tests.api.stored_texts import decrypting, places_of, texts
from tests.api.test_rematch import over

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAME = "Zéphyrine Quill"
HIDDEN = ("Zéphyrine", "Quill")
TABLE = {"variant": "avengers", "seats": [{"kind": "me"}, {"kind": "open"}]}
KEY = "one-key-of-enough-letters"
Request = tuple[Caller, str, Any]


@pytest.fixture
def zed(editions: None) -> Caller:
    """A member of the staff whose names, login and address are the name, and who plays."""
    first, last = NAME.split()
    user = User.objects.create_user(
        "zephyrine-quill", "quill@example.org", first_name=first, last_name=last, is_staff=True
    )
    _, secret = issue_token(player=player_for(user=user), scopes=GUEST)
    return Caller(secret)


def requests(zed: Caller, bob: Caller) -> list[Request]:
    """Requests with a key that name the person in their replies, of each sort."""
    me = zed.get("me/").json["id"]
    ended = over(start_game(zed, bob), bob)
    code = zed.post(f"games/{create_game(zed)}/links/").json["code"]
    full = create_game(bob, seats=[{"kind": "me"}, {"kind": "open"}])
    assert zed.post(f"games/{full}/seats/").status == 201
    invited = {"variant": "avengers", "seats": [{"kind": "me"}, {"kind": "invited", "player": me}]}
    return [
        (bob, "games/", invited),
        (Caller(), "players/", {"name": "Quill"}),
        (bob, f"games/{create_game(zed)}/seats/", {}),
        (bob, f"links/{code}/", {}),
        (bob, f"games/{full}/start/", {}),
        (bob, f"games/{ended}/rematch/", {}),
        (zed, "me/tokens/", {"scopes": ["game:play"], "label": NAME}),
    ]


def is_named(raw: bytes) -> bool:
    return any(part.casefold() in raw.decode().casefold() for part in HIDDEN)


def test_nothing_that_is_stored_or_repeated_has_an_erased_name(
    zed: Caller, bob: Caller, alice: Caller
) -> None:
    asked = requests(zed, bob)
    for nth, (caller, path, body) in enumerate(asked):
        reply = caller.post(path, body, Idempotency_Key=f"{KEY}-{nth}")
        assert (reply.status in (200, 201), is_named(reply.raw)) == (True, True), reply
    others = alice.post("games/", TABLE, Idempotency_Key=KEY)
    game = stored_game(asked[4][1].split("/")[1])
    player, prompt, _ = asked_of(str(game.pk), zed, bob)
    player.post(f"games/{game.pk}/moves/", prompt["options"][-1]["body"], Idempotency_Key=KEY)
    played_names(game)
    use_the_admin()
    keys = (KEY, *(f"{KEY}-{nth}" for nth in range(len(asked))))
    openers = tuple(map(decrypting, keys))
    found = places_of(*HIDDEN, openers=openers)
    assert found >= {
        "auth_user.username", "auth_user.first_name", "auth_user.last_name", "auth_user.email",
        "axes_accessattempt.username",
        "django_admin_log.object_repr", "games_receipt.reply", "games_seat.name", "memory",
        "players_player.name", "players_token.label",
    }  # fmt: skip
    assert any(place.startswith("cache: ") for place in found)

    for one in Player.objects.filter(name__in=[NAME, "Quill"]):
        erase_player(one)

    assert places_of(*HIDDEN, openers=openers) == set()
    for nth, (caller, path, body) in enumerate(asked):
        reply = caller.post(path, body, Idempotency_Key=f"{KEY}-{nth}")
        assert path == "players/" or not is_named(reply.raw), path
        assert "Idempotent-Replayed" not in reply.headers, path
    again = alice.post("games/", TABLE, Idempotency_Key=KEY)
    assert (again.raw, again.headers["Idempotent-Replayed"]) == (others.raw, "true")


def use_the_admin() -> None:
    """Fail to log in under each name, and change the user as another one."""
    for name in ("zephyrine-quill", "Zephyrine-Quill", "quill@example.org", NAME):
        Client().post("/admin/login/", {"username": name, "password": "wrong"})
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    user = User.objects.get(username="zephyrine-quill")
    page = root.post(
        f"/admin/auth/user/{user.pk}/change/",
        {"username": user.username, "first_name": "Zéphyrine", "last_name": "Quill",
         "email": user.email, "is_active": "on", "is_staff": "on",
         "date_joined_0": "2026-01-01", "date_joined_1": "00:00:00"},
    )  # fmt: skip
    assert page.status_code == 302


WAYS: dict[str, Callable[[str], object]] = {
    "gzip": lambda text: gzip.compress(text.encode()),
    "base64 of zlib": lambda text: base64.b64encode(zlib.compress(text.encode())).decode(),
    "pickle": pickle.dumps,
    "facts": lambda text: pack_facts(text.encode()),
    "session": lambda text: SessionStore().encode({"a": text * 9}),
    "receipt": lambda text: _cipher(KEY).encrypt(gzip.compress(text.encode())),
}


@pytest.mark.parametrize("way", WAYS)
def test_the_search_finds_a_name_that_was_packed(way: str) -> None:
    packed = WAYS[way](NAME)
    assert any("Quill" in text for text in texts(packed, decrypting(KEY)))
