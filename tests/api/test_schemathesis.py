"""Generated requests: every response of the API is documented."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from django.db import connection
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.config import SchemathesisConfig
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection

from config.wsgi import application
from games.play import table_news
from tests.api.client import Caller
from tests.sweeps import IS_WHOLE

EXAMPLES = 7 if IS_WHOLE else 2
"""Requests for each operation and mode."""

ACCEPTED = ["2xx", "304", "400", "401", "403", "404", "406", "409", "412", "422", "428"]
"""A well-formed request may still name a card that is not held, or a seq that has passed."""

REFUSED = ["4xx"]
"""A malformed request may also be too long (413)."""

CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {"expected-statuses": ACCEPTED},
            "negative_data_rejection": {"expected-statuses": REFUSED},
        }
    }
)


def ids(alice: Caller, game: str, edition: str) -> dict[str, Any]:
    """Real ids for the parameters of paths."""
    asked = {"url": "https://hooks.example/", "events": ["turn"]}
    hook = alice.post("me/webhooks/", asked).json["id"]
    return {
        "game_id": game,
        "token_id": alice.post("me/tokens/", {"scopes": ["game:play"]}).json["id"],
        "webhook_id": hook,
        "delivery_id": alice.post(f"me/webhooks/{hook}/test/").json["id"],
        "seq": 1,
        "seat": 1,
        "nth": 1,
        "size": 1,
        "variant": "avengers",
        "rule": "common.match",
        "hash": edition,
        "other": edition,
        "card": "red-5",
        "hero": "hulk",
        "proposal": 1,
        "schedule": 1,
        "rehearsal": 1,
    }


@pytest.fixture(autouse=True)
def _a_seat_may_go_on_speaking(monkeypatch: pytest.MonkeyPatch) -> None:
    """As for the rates: the pause between two phrases is that of a well-formed request too."""
    monkeypatch.setattr(table_news, "PAUSE_SECONDS", 0)


@pytest.fixture(autouse=True)
def _the_connection_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Django's own test client has it: requests do not close the connection of the test."""
    monkeypatch.setattr(connection, "close_if_unusable_or_obsolete", lambda: None)


NEGATIVE = GenerationMode.NEGATIVE
GIVEN = {ParameterLocation.PATH, ParameterLocation.HEADER}
"""What each request is given instead: one that was wrong in these alone may be right then."""

UNCOMPRESSED = {"Accept-Encoding": "identity"}
"""The checks read the bytes as they come."""

STREAMS = (
    "/api/v1/me/events/",
    "/api/v1/games/{game_id}/events/",
    "/api/v1/tournaments/{code}/events/",
)

CODES = {"variants": "xmen", "problems": "stale_seq", "editions": "red-5", "sets": "own"}


def is_unsent(value: Any) -> bool:
    """Whether no request can have a parameter of this value: what was wrong of it is not sent."""
    return value is None or (isinstance(value, list | dict) and all(map(is_unsent, value)))


@schemathesis.hook
def before_load_schema(_: schemathesis.HookContext, described: dict[str, Any]) -> None:
    """Open the schema of streams: it is of the whole text, and a check wants that of a message."""
    for path in STREAMS:
        content = described["paths"][path]["get"]["responses"]["200"]["content"]
        content["text/event-stream"] = {}


@pytest.mark.rest
@pytest.mark.slow
@pytest.mark.django_db
def test_generated_requests_are_answered_as_described(
    alice: Caller, bob: Caller, game: str, settings: Any
) -> None:
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", application, config=CONFIG)
    edition = alice.get("editions/").json["results"][0]["hash"]
    known = ids(alice, game, edition)
    night = alice.post("tournaments/", {"name": "Tuesday night", "variant": "avengers"})
    codes = CODES | {"tournaments": night.json["code"]}
    for found in schema.get_all_operations():
        for mode in GenerationMode:
            with suppress(Unsatisfiable):  # some operations have nothing to get wrong
                asking(found.ok(), mode, known, codes, alice.secret)()


def asking(
    operation: Any,
    mode: GenerationMode,
    known: dict[str, Any],
    codes: dict[str, str],
    secret: str,
) -> Callable[[], None]:
    """A test of one operation, by requests as described or by others."""
    part = operation.path.split("/")[3]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Any) -> None:
        wrong = {at for at, one in case.meta.components.items() if one.mode == NEGATIVE}
        if any(map(is_unsent, (case.query or {}).values())):
            wrong.discard(ParameterLocation.QUERY)
        excluded = [negative_data_rejection] if wrong <= GIVEN else []
        for name in case.path_parameters or {}:
            case.path_parameters[name] = known.get(name, codes.get(part))
        given = {"Authorization": f"Bearer {secret}"} | UNCOMPRESSED
        case.call_and_validate(headers=given, excluded_checks=excluded)

    return ask
