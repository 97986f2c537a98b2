"""An erased name at every address of the server: API, logs, pages, exports, bundles, admin."""

import io
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.audit.bundle_reading import read_bundle
from games.audit.own_evidence import OwnEvidence, receipt_of
from games.audit.verdict import audit
from games.models import Game
from games.players.scopes import AUDIT_LIVE, AUDIT_READ, DIRECT
from games.search.services import index_finished
from tests.api.client import Caller, Reply, fits, guest, key, read, start_game
from tests.api.test_acts import may_direct, player_of, with_scopes
from tests.api.test_erasure import HIDDEN, NAME, played, zed

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

__all__ = ["played", "zed"]

OTHER_THINGS = {"schema", "docs", "redoc", "redoc-script", "metrics", "card-picture"}
"""Addresses without games and players, some of them long."""

QUERIES = {
    "games": ("", "?sort=oldest"),
    "games-export": ("?limit=50",),
    "log": ("", "?limit=200", "?as=seat:0"),
    "position": ("?at=2",),
    "position-diff": ("?from=1&to=3",),
    "bundle": ("", "?as=public", "?as=seat:0"),
    "inclusion": ("", "?entry=begun"),
    "game": ("", "?at=2", "?as=seat:0&at=2", "?from=1&at=3", "?beside=seat:1"),
    "sheet": ("?at=2", "?at=3&as=seat:1"),
}
"""The queries of an address by its name; without an entry, none."""

KINDS = {"log": ("text/plain", "text/csv"), "export": ("text/csv", "application/zip")}
"""Other forms of what is at an address, by its last part."""

SHOWING = (
    "/api/v1/games/{}/",
    "/api/v1/games/{}/log/",
    "/api/v1/games/{}/audit/bundle/",
    "/api/v1/games/export/?limit=50",
    "/audit/games/{}/",
    "/audit/games/{}/log.csv",
    "/audit/games/{}/log.txt",
    "/audit/games/{}/sheet/?at=2",
    "/audit/games/{}/bundle/",
    "/audit/export/bundles.zip",
    "/audit/export/results.csv",
    "/admin/players/player/",
)
"""Addresses that name the players of a game."""


def addresses(**known: Any) -> Iterator[str]:
    """Yield each address that the known values fill."""
    for name, route, converters in _patterns(get_resolver()):
        if not converters <= known.keys() or name in OTHER_THINGS or "stream" in route:
            continue
        for kind in ("txt", "csv") if "kind" in converters else ("",):
            filled = route
            for one in converters:
                value = kind if one == "kind" else str(known[one])
                filled = _replaced(filled, one, value)
            for query in QUERIES.get(name, ("",)):
                yield f"/{filled}{query}"


def _patterns(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, str, set[str]]]:
    for one in resolver.url_patterns:
        route = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if not route.startswith("admin"):
                yield from _patterns(one, route)
        elif isinstance(one, URLPattern) and "^" not in route and "(" not in route:
            names = {part.rpartition(":")[2] for part in _angles(route)}
            yield one.name or "", route, names


def _angles(route: str) -> list[str]:
    return [part.split(">")[0] for part in route.split("<")[1:]]


def _replaced(route: str, name: str, value: str) -> str:
    for part in _angles(route):
        if part.rpartition(":")[2] == name:
            route = route.replace(f"<{part}>", value)
    return route


def pages_of_admin() -> Iterator[str]:
    """Yield each list of the admin, and the pages of the first rows in it."""
    yield "/admin/"
    for model in admin.site._registry:
        begin = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{begin}_changelist")
        for row in model._default_manager.all()[:1]:
            for page in ("change", "history"):
                yield reverse(f"{begin}_{page}", args=[row.pk])


class Crawl:
    """Asks for everything about games, as several callers of the API and as the superuser."""

    def __init__(self, callers: list[Caller], root: Client, *games: str) -> None:
        self.callers, self.root, self.games = callers, root, games

    def addresses(self) -> Iterator[str]:
        """Yield each address once."""
        found = [
            one for game in self.games for one in addresses(game_id=game, seat=0, seq=2, kind="")
        ]
        yield from dict.fromkeys([*found, *pages_of_admin()])

    def at(self, address: str) -> Iterator[bool]:
        """Yield whether the name is in each reply of an address."""
        for reply in self._replies(address):
            assert reply.status < 500 and reply.status != 429, address
            text = text_of(reply.raw)
            yield any(part in text for part in HIDDEN)

    def _replies(self, address: str) -> Iterator[Reply]:
        own = address.removeprefix("/api/v1/")
        if own == address:
            yield read(self.root.get(address))
            return
        for caller in self.callers:
            yield caller.get(own)
        for kind in KINDS.get(address.partition("?")[0].split("/")[-2], ()):
            yield self.callers[-1].get(own, Accept=kind)


def text_of(raw: bytes) -> str:
    """Return a reply as text, with the files of an archive."""
    if raw.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return "\n".join(archive.read(name).decode() for name in archive.namelist())
    return raw.decode("utf-8", "replace")


def test_the_name_is_at_no_address_and_the_game_is_still_the_one_proved(
    zed: Caller, bob: Caller, played: str, settings: Any
) -> None:
    player = player_of(zed)
    running = start_game(bob, zed)
    bob.post(f"games/{running}/moves/", {"move": "call_uno"}, Idempotency_Key=key())
    index_finished()
    root = Client()
    root.force_login(User.objects.create_superuser("root"))
    auditor = with_scopes(guest("Olga"), AUDIT_READ, AUDIT_LIVE)
    directed = start_game(bob, guest("Carol"))
    may_direct(zed, directed)
    note = {"act": "note", "reason": "Lights out."}
    assert with_scopes(zed, DIRECT).post(f"games/{directed}/acts/", note).status == 201
    before = {game: bob.get(f"games/{game}/audit/bundle/").raw for game in (played, running)}
    crawl = Crawl([Caller(language="fr-CA"), auditor], root, played, directed)

    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    for place in SHOWING:
        assert any(crawl.at(place.format(played))), place
    assert any(crawl.at(f"/api/v1/games/{directed}/log/"))

    call_command("erase_player", str(player.pk))

    assert [address for address in crawl.addresses() if any(crawl.at(address))] == []
    assert played not in root.get(f"/audit/?player={NAME.split()[1]}").content.decode()
    for game, old in before.items():
        reply = bob.get(f"games/{game}/audit/bundle/")
        fits("Bundle", reply.json)
        bundle = read_bundle(reply.raw)
        evidence = OwnEvidence((receipt_of(old),))
        assert audit(bundle, evidence=evidence).word in ("pass", "moves_not_judged")
        seats = read_bundle(old).names
        assert sum(name is not None for name in seats) == 2
        assert seats is not None and bundle.names is not None
        assert [bool(name and name.salt) for name in bundle.names].count(True) == 1
        assert len(bundle.erasures) == 1
    assert Caller().get(f"games/{played}/audit/").json["verdict"] == "pass"
    assert Game.objects.get(pk=running).status == Game.Status.RUNNING
