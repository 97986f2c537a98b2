"""Events and positions."""

import json

import pytest

from games.api.streams.game_events import has_answer
from games.ledger.sealing import GENESIS
from games.messages.game import (
    CallUnoRequest,
    CatchUnoRequest,
    MoveRequest,
    OptionResponse,
    PromptsResponse,
    ResignRequest,
)
from tests.api.client import Caller, asked_of, fits

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def test_pages_of_events_follow_each_other_without_a_gap(alice: Caller, played: str) -> None:
    seen: list[int] = []
    path: str | None = f"games/{played}/events/?limit=3"
    while path:
        reply = alice.get(path)
        page = reply.json
        fits("Events", page)
        seen += [event["seq"] for event in page["results"]]
        assert ("immutable" in reply.headers["Cache-Control"]) == (page["next"] is not None)
        path = page["next"]
    assert seen == list(range(1, page["seq"] + 1))


@pytest.mark.parametrize(
    ("kind", "query"), [("text/event-stream", "?"), ("application/x-ndjson", "?live=true&")]
)
def test_a_stream_has_only_the_own_prompts_if_asked(
    alice: Caller, bob: Caller, game: str, kind: str, query: str
) -> None:
    asked = asked_of(game, alice, bob)[0]
    waiting = bob if asked is alice else alice
    path = f"games/{game}/events/{query}"
    for caller, mine in ((asked, True), (waiting, False)):
        assert b"prompts" in caller.get(path, Accept=kind).raw
        assert (b"prompts" in caller.get(f"{path}prompts=mine", Accept=kind).raw) == mine


def test_the_query_names_the_language_of_a_stream(alice: Caller, game: str) -> None:
    for path in (f"games/{game}/events/?include=table", "me/events/?include=table"):
        french = {"Accept": "text/event-stream", "Accept-Language": "fr-CA"}
        said = {
            lang: alice.get(f"{path}&lang={lang}", **french).raw.decode()
            for lang in ("en", "fr-CA")
        }
        assert "cards in hand" in said["en"] and "cards in hand" not in said["fr-CA"]
        assert "cartes en main" in said["fr-CA"]
        refused = alice.get(f"{path}&lang=de", status=400, Accept="text/event-stream")
        assert refused.json["code"] == "invalid_parameter"
