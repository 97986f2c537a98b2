"""Every GET of the API and of the admin, from the OpenAPI file and the admin's registry.

Streams that do not end, and the parameters that make one of a page, are left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode

import yaml
from django.contrib import admin
from django.test import Client
from django.urls import reverse

from games.models import Game, MoveEvent
from games.officials.models import GameSet
from tests.bench.list_requests import Callers
from tests.bench.stored_games import COLLECTOR, COMMON_TERM, SEASON

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "openapi.yaml"

ENDLESS: Final = {"ticket"}
"""Parameters that belong to streams."""

OF_GAMES: Final = ("/api/v1/games/", "/api/v1/lobby/", "/api/v1/me/")
"""How the paths begin whose replies depend on the caller's games."""

SEARCHED_ELSEWHERE: Final = {"/api/v1/games/export/"}
"""Paths that find games by the parameters of another one."""

VALUES: Final[dict[str, Any]] = {
    "acts": "any",
    "as": "public",
    "card": "red-1",
    "code": "avengers",
    "edition": "",
    "from": 1,
    "hash": "",
    "limit": 200,
    "player": COLLECTOR,
    "rule": COMMON_TERM.partition(":")[2],
    "set": SEASON,
    "since": "2023-01-01",
    "to": 2,
    "until": "2030-01-01",
    "winner": COLLECTOR,
}
"""What a parameter is set to, if not to the first value that it may have, or to 1."""


@dataclass(frozen=True)
class Known:
    """What fills the addresses: games in three states, and the edition of one."""

    games: dict[str, str]
    edition: str


def known() -> Known:
    """Return the newest games of the season with rows, one of each status."""
    season = GameSet.objects.get(name=SEASON)
    with_rows = MoveEvent.objects.order_by().values("game")
    games = {
        status: season.games.filter(status=status, **more).order_by("-created_at")
        for status, more in (
            ("open", {}),
            ("running", {"pk__in": with_rows}),
            ("over", {"pk__in": with_rows}),
        )
    }
    found = {status: str(rows.values_list("pk", flat=True)[0]) for status, rows in games.items()}
    return Known(found, Game.objects.get(pk=found["over"]).edition_id)


def every_get(callers: Callers, given: Known) -> dict[str, Callable[[], None]]:
    """Return all requests by name."""
    return dict((*_of_api(callers, given), *_of_admin(callers)))


def _ask(client: Client, address: str) -> None:
    reply = client.get(address, headers={"Accept": "application/json, */*;q=0.5"})
    body = b"".join(reply.streaming_content) if reply.streaming else reply.content  # type: ignore[attr-defined]
    assert reply.status_code < 500, (address, reply.status_code, body[:500])


# ---- the API


def _of_api(callers: Callers, given: Known) -> Iterator[tuple[str, Callable[[], None]]]:
    document = yaml.load(DOCUMENT.read_text(), yaml.CSafeLoader)
    shared = document["components"]["parameters"]
    for path, operations in document["paths"].items():
        operation = operations.get("get")
        kinds = operation["responses"].get("200", {}).get("content", {}) if operation else {}
        if operation is None or set(kinds) == {"text/event-stream"}:
            continue
        parameters = [
            shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
            for one in operation.get("parameters", ())
        ]
        queries = list(_queries([one for one in parameters if one["in"] == "query"]))
        who_asks = ("collector", "organiser") if path.startswith(OF_GAMES) else ("organiser",)
        for address in _filled(path, given):
            for query in queries[:1] if path in SEARCHED_ELSEWHERE else queries:
                name = f"{address}?{urlencode(query)}" if query else address
                for who in who_asks:
                    client = getattr(callers, who).client
                    yield f"{who} {name}", partial(_ask, client, name)


def _queries(parameters: list[Any]) -> Iterator[dict[str, str]]:
    """Yield no parameters, each alone, and each beside a player and the largest page."""
    values = {
        one["name"]: each
        for one in parameters
        if one["name"] not in ENDLESS | {"cursor"}
        for each in [_values(one)]
    }
    yield {}
    for name, each in values.items():
        yield from ({name: value} for value in each)
    whole = {name: values[name][0] for name in ("player", "limit") if name in values}
    if len(whole) == 2:
        yield from (
            whole | {name: value}
            for name, each in values.items()
            if name not in whole
            for value in each
        )


def _values(parameter: Any) -> list[str]:
    """Return the values of a parameter to ask for: all orders, else one."""
    name, schema = parameter["name"], parameter["schema"]
    if "$ref" in schema:
        return [str(VALUES.get(name, 1))]
    if name == "sort":
        return [str(value) for value in schema["enum"]]
    if "enum" in schema:
        return [str(VALUES.get(name, schema["enum"][-1]))]
    if schema.get("type") == "boolean":
        return ["true"]
    if schema.get("type") == "array":
        return ["table,since,cards" if name == "include" else "red-1"]
    return [str(VALUES.get(name, 1))]


def _filled(path: str, given: Known) -> Iterator[str]:
    """Yield the addresses of a path, with each game."""
    filled = path
    parts = {
        "{hash}": given.edition,
        "{other}": given.edition,
        "{seq}": "2",
        "{rule}": "common.turn",
        "{proposal}": "1",
        "{rehearsal}": "1",
        "{card}": "wild",
        "{hero}": "none",
        "{code}": "wild" if "/cards/" in path else "avengers",
    }
    for part, value in parts.items():
        filled = filled.replace(part, value)
    games = given.games.values() if "{game_id}" in filled else ("",)
    yield from (filled.replace("{game_id}", game) for game in games)


# ---- the admin


def _of_admin(callers: Callers) -> Iterator[tuple[str, Callable[[], None]]]:
    for model, options in admin.site._registry.items():
        begin = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        changelist = reverse(f"{begin}_changelist")
        addresses = [changelist, f"{changelist}?o=1", reverse(f"{begin}_add")]
        if options.search_fields:
            addresses += [f"{changelist}?q={term}" for term in ("o+3", "guest-0", "00000000")]
        for one in options.list_filter:
            name = one[0] if isinstance(one, tuple) else one
            addresses.append(f"{changelist}?{name}__isnull=False")
        newest = model._default_manager.order_by("-pk").values_list("pk", flat=True).first()
        if newest is not None:
            pages = ("change", "history", "delete")
            addresses += [reverse(f"{begin}_{page}", args=[newest]) for page in pages]
        for name in options.autocomplete_fields:
            query = {
                "app_label": model._meta.app_label,
                "model_name": model._meta.model_name,
                "field_name": name,
            }
            for term in ("", "o 3", "0000"):
                asked = urlencode(query | {"term": term})
                addresses.append(f"{reverse('admin:autocomplete')}?{asked}")
        for address in addresses:
            yield f"staff {address}", partial(_ask, callers.staff.client, address)
