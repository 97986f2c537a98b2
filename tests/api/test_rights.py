"""Who is refused what: every operation of the OpenAPI file, asked by every kind of caller."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from django.test import RequestFactory
from django.urls import get_resolver
from rest_framework.request import Request

from cards.models import Edition
from games.api.http.api_view import ApiView, answer
from games.api.http.permissions import HasScope
from games.players.scopes import (
    ANY_TOKEN,
    AUDIT_LIVE,
    AUDIT_READ,
    DIRECT,
    GUEST,
    OPTIONAL,
    PUBLIC,
    SCOPES,
)
from tests.api.client import Caller, create_game, guest, parameters_of, start_game
from tests.api.test_acts import player_of, with_scopes
from tests.api.test_methods import routes

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
METHODS: Final = ("GET", "POST", "PUT", "PATCH", "DELETE")


@dataclass(frozen=True)
class Operation:
    """An operation of the file, with the examples of its body."""

    method: str
    path: str
    security: Any
    bodies: tuple[Any, ...]

    @property
    def needs_token(self) -> bool:
        return bool(self.security) and {} not in self.security

    @property
    def scopes(self) -> set[str]:
        """The scopes of which a token needs one; none if any token will do."""
        return {scope for one in self.security for scopes in one.values() for scope in scopes}

    @property
    def is_private(self) -> bool:
        """Whether its address names something of a player's own."""
        return any(name in self.path for name in ("{game_id}", "{token_id}", "{webhook_id}"))

    def codes(self, caller: Caller, names: dict[str, str]) -> set[str]:
        """Send the request with each example; return the codes of the problems, "" for none."""
        path = re.sub(r"\{(\w+)\}", lambda found: names.get(found[1], "1"), self.path)
        bodies = [_with_player(body, names) for body in self.bodies] or [None]
        replies = [caller.ask(self.method, path, body) for body in bodies]
        return {reply.code if reply.status >= 400 else "" for reply in replies}


def _with_player(body: Any, names: dict[str, str]) -> Any:
    """Return a body with a player that exists, if it names one."""
    return body | {"player": names["player"]} if "player" in body else body


@cache
def operations() -> dict[str, Operation]:
    """Return the operations of the file by name."""
    described = yaml.load(Path("docs/openapi.yaml").read_bytes(), Loader=yaml.CSafeLoader)
    return {
        told["operationId"]: Operation(
            method.upper(),
            path + required_query(parameters_of(described, told)),
            told["security"],
            examples(told),
        )
        for path, methods in described["paths"].items()
        for method, told in methods.items()
    }


def required_query(parameters: Any) -> str:
    wanted = [one for one in parameters if one.get("required")]
    return "?" + "&".join(f"{one['name']}=1" for one in wanted if one["in"] == "query")


def examples(told: Any) -> tuple[Any, ...]:
    content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
    return tuple(one["value"] for one in content.get("examples", {}).values())


@pytest.fixture
def names(alice: Caller, bob: Caller) -> dict[str, str]:
    """What the addresses name: a game that others may not see, a token and a webhook of Alice."""
    hook = {"url": "https://hooks.example/", "events": ["turn"]}
    webhook = alice.post("me/webhooks/", hook).json["id"]
    seats = [{"kind": "me"}, {"kind": "invited", "player": bob.get("me/").json["id"]}]
    game = start_game(alice, bob, seats=seats, access="invited", directors=2)
    return {
        "game_id": game,
        "player": bob.get("me/").json["id"],
        "token_id": alice.get("me/").json["token"],
        "webhook_id": webhook,
        "delivery_id": alice.post(f"me/webhooks/{webhook}/test/").json["id"],
        "hash": Edition.objects.latest("pk").hash,
        "code": "wild",
        "seat": "0",
    }


def revoked() -> Caller:
    caller = guest("Rita")
    token = caller.get("me/").json["token"]
    assert caller.ask("DELETE", f"me/tokens/{token}/").status == 204
    return caller


def deactivated() -> Caller:
    caller = guest("Dina")
    user = player_of(caller).user  # This request leaves the token in the cache.
    user.is_active = False
    user.save()
    return caller


def outsider(*more: str) -> Caller:
    return with_scopes(guest("Otto"), *GUEST, *more)


UNSEEN: Final = {"game_not_found", "not_found", "missing_scope", "not_allowed"}
CALLERS: Final[dict[str, tuple[Callable[[], Caller], Callable[[Operation], object], set[str]]]] = {
    "no token": (Caller, lambda one: one.needs_token, {"not_authenticated"}),
    "wrong token": (lambda: Caller("secret"), lambda one: one.security, {"invalid_token"}),
    "unknown token": (
        lambda: Caller("fd_" + "0" * 64),
        lambda one: one.security,
        {"invalid_token"},
    ),
    "revoked token": (revoked, lambda one: one.security, {"invalid_token"}),
    "deactivated account": (deactivated, lambda one: one.security, {"invalid_token"}),
    "outsider": (outsider, lambda one: one.is_private, UNSEEN),
    "organiser without a grant": (
        lambda: outsider(DIRECT),
        lambda one: one.is_private,
        UNSEEN,
    ),
    "arbiter without a grant": (
        lambda: outsider(AUDIT_READ, AUDIT_LIVE),
        lambda one: one.is_private,
        UNSEEN,
    ),
}
"""A caller, the operations that refuse it, and with which problems."""


@pytest.mark.parametrize("who", CALLERS)
def test_every_operation_refuses_whom_it_does_not_admit(who: str, names: dict[str, str]) -> None:
    make, is_refused, problems = CALLERS[who]
    caller = make()
    refusing = {name: one for name, one in operations().items() if is_refused(one)}
    assert len(refusing) > 20
    replies = {name: one.codes(caller, names) for name, one in refusing.items()}
    assert {name: codes for name, codes in replies.items() if codes - problems} == {}


def test_every_operation_refuses_a_token_without_its_scope(names: dict[str, str]) -> None:
    scoped = {name: one for name, one in operations().items() if one.scopes}
    player, secrets = guest("Otto"), dict[frozenset[str], Caller]()
    for one in scoped.values():
        others = frozenset(SCOPES) - one.scopes
        if others not in secrets:
            secrets[others] = with_scopes(player, *others)
    replies = {
        name: one.codes(secrets[frozenset(SCOPES) - one.scopes], names)
        for name, one in scoped.items()
    }
    assert replies == {name: {"missing_scope"} for name in scoped}


@pytest.mark.parametrize("has_begun", [False, True])
def test_an_outsider_changes_nothing_in_an_open_game_but_takes_an_open_seat(
    has_begun: bool, alice: Caller, bob: Caller, names: dict[str, str]
) -> None:
    game = start_game(alice, bob, directors=2) if has_begun else create_game(alice)
    before = alice.get(f"games/{game}/").json
    caller = outsider(DIRECT, AUDIT_READ, AUDIT_LIVE)
    writes = {
        name: one
        for name, one in operations().items()
        if "{game_id}" in one.path and one.method != "GET" and name != "seats_join"
    }
    replies = {name: one.codes(caller, names | {"game_id": game}) for name, one in writes.items()}
    assert {name: codes for name, codes in replies.items() if "" in codes} == {}
    assert alice.get(f"games/{game}/").json == before
    assert replies["seats_invite"] == {"not_allowed"} or has_begun


def test_the_players_of_a_game_are_not_refused_as_outsiders(
    alice: Caller, names: dict[str, str]
) -> None:
    """Else the tests above would pass with addresses that name nothing."""
    for name, one in operations().items():
        if "{game_id}" in one.path and DIRECT not in one.scopes:
            assert not one.codes(alice, names) & UNSEEN, name


def views() -> Iterator[Any]:
    """Yield the classes of the API's views."""
    for _, pattern in routes(get_resolver().url_patterns):
        view = getattr(pattern.callback, "cls", None)
        if view is not None and issubclass(view, ApiView):
            yield view


def test_every_method_of_a_view_says_which_scopes_it_needs() -> None:
    found = list(views())
    assert len(found) > 60
    for view in found:
        methods = {one for one in METHODS if hasattr(view, one.lower())}
        assert set(view.scopes) == methods, view
        for needed in view.scopes.values():
            known = SCOPES if isinstance(needed, tuple) else (*SCOPES, PUBLIC, OPTIONAL, ANY_TOKEN)
            assert {needed} <= set(known) if isinstance(needed, str) else set(needed) <= set(known)


class Forgotten(ApiView):
    """A view without scopes."""

    def get(self, request: Request) -> Any:
        return answer({})


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_method_without_scopes_is_refused(method: str, alice: Caller) -> None:
    headers = {"Authorization": f"Bearer {with_scopes(alice, *SCOPES).secret}"}
    for sent, status in (({}, 401), (headers, 403)):
        request = RequestFactory().generic(method, "/", headers=sent)
        assert Forgotten.as_view()(request).status_code == status


def test_a_view_of_the_framework_is_refused_too() -> None:
    from rest_framework.views import APIView

    assert APIView.permission_classes == [HasScope]
