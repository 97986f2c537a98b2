"""Events and positions."""

import json

import pytest

from games.api.streams.game_events import has_answer
from games.ledger.sealing import GENESIS
from games.messages.move_messages import CallUnoRequest, CatchUnoRequest, MoveRequest, ResignRequest
from games.messages.prompt_messages import OptionResponse, PromptsResponse
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


def test_a_stream_has_only_the_own_prompts_if_asked(alice: Caller, bob: Caller, game: str) -> None:
    asked = asked_of(game, alice, bob)[0]
    waiting = bob if asked is alice else alice
    path, kind = f"games/{game}/events/?", "text/event-stream"
    for caller, mine in ((asked, True), (waiting, False)):
        assert b"prompts" in caller.get(path, Accept=kind).raw
        assert (b"prompts" in caller.get(f"{path}prompts=mine", Accept=kind).raw) == mine
    for wrong in (f"{path}prompts=all", f"{path}prompts="):
        assert alice.get(wrong, Accept=kind).code == "invalid_parameter"
    assert alice.get(f"games/{game}/events/?prompts=mine").code == "invalid_parameter"


@pytest.mark.parametrize(
    ("body", "expected"), [(CatchUnoRequest(1), True), (CallUnoRequest(), True), (None, False)]
)
def test_a_call_or_a_catch_is_something_to_do(body: MoveRequest | None, expected: bool) -> None:
    bodies = [ResignRequest(), *([body] if body else [])]
    options = [OptionResponse("", one) for one in bodies]
    assert has_answer(PromptsResponse(1, GENESIS, [], options, None, None, [])) == expected


def test_a_format_that_is_none_is_406(alice: Caller, played: str) -> None:
    reply = alice.get(f"games/{played}/events/", Accept="text/csv")
    assert (reply.status, reply.code) == (406, "not_acceptable")


def test_an_event_has_an_address_of_its_own(alice: Caller, played: str) -> None:
    reply = alice.get(f"games/{played}/events/2/")
    fits("Event", reply.json)
    assert reply.json["seq"] == 2
    assert "immutable" in reply.headers["Cache-Control"]
    for seq in (0, 999, 10**30):
        assert alice.get(f"games/{played}/events/{seq}/").code == "not_found"


def test_one_may_look_back_and_sees_what_the_seat_saw_then(alice: Caller, played: str) -> None:
    reply = alice.get(f"games/{played}/position/?at=1")
    told = reply.json
    fits("Position", told)
    assert (told["seq"], told["view"]) == (1, "seat:0")
    assert len(told["cards"]["hand:0"]) == 7
    assert "immutable" in reply.headers["Cache-Control"]
    now = alice.get(f"games/{played}/position/")
    assert alice.get(f"games/{played}/").json["position"].items() <= now.json.items()
    assert "immutable" not in now.headers["Cache-Control"]


def test_one_may_look_as_the_own_seat_or_the_public_and_no_more(
    alice: Caller, carol: Caller, played: str
) -> None:
    path = f"games/{played}/position/?as="
    assert alice.get(f"{path}seat:0").json["view"] == "seat:0"
    assert "hand:0" not in alice.get(f"{path}public").json["cards"]
    for caller, view in ((alice, "seat:1"), (alice, "full"), (carol, "seat:0"), (carol, "full")):
        reply = caller.get(f"{path}{view}")
        assert (reply.status, reply.code) == (403, "not_your_view")
    assert alice.get(f"{path}seat:9").code == "no_such_seat"
    assert alice.get(f"{path}me").code == "invalid_parameter"


@pytest.mark.parametrize("at", ["0", "-1", "x", "999", "9999999999", ""])
def test_a_position_that_is_none_is_refused(alice: Caller, played: str, at: str) -> None:
    reply = alice.get(f"games/{played}/position/?at={at}")
    assert reply.status == 400
    assert reply.code in ("seq_out_of_range", "invalid_parameter")


def test_once_the_game_is_over_everybody_sees_all_of_it(
    alice: Caller, carol: Caller, played: str
) -> None:
    alice.post(f"games/{played}/moves/", {"move": "resign"})
    told = carol.get(f"games/{played}/position/?as=full&at=1")
    fits("Position", told.json)
    assert len(told.json["cards"]["hand:1"]) == 7
    assert "draw" in told.json["cards"]
    event = carol.get(f"games/{played}/events/1/").json
    fits("Event", event)
    assert all(fact.get("order", "") is not None for fact in event["facts"])
    assert carol.get(f"games/{played}/").json["seed"]


def test_nothing_hidden_is_in_any_reply_to_a_stranger(
    alice: Caller, carol: Caller, played: str
) -> None:
    hand = alice.get(f"games/{played}/").json["position"]["cards"]["hand:0"]
    public = carol.get(f"games/{played}/").json["position"]["cards"]
    shown = {card for cards in public.values() for card in cards}
    secret = set(hand) - shown
    for path in (
        "",
        "prompts/",
        "position/",
        "position/?as=public",
        "position/diff/?from=1",
    ):
        text = carol.get(f"games/{played}/{path}").raw.decode()
        assert not [card for card in secret if f'"{card}"' in text]
    for event in carol.get(f"games/{played}/events/?after=1").json["results"]:
        text = json.dumps(event["facts"])
        assert not [card for card in secret if f'"{card}"' in text]


def test_the_query_names_the_language_of_a_stream(alice: Caller, bob: Caller, game: str) -> None:
    asked = asked_of(game, alice, bob)[0]
    for path in (f"games/{game}/events/?include=table", "me/events/?include=table"):
        french = {"Accept": "text/event-stream", "Accept-Language": "fr-CA"}
        said = {
            lang: asked.get(f"{path}&lang={lang}", **french).raw.decode()
            for lang in ("en", "fr-CA")
        }
        assert "cards in hand" in said["en"] and "cards in hand" not in said["fr-CA"]
        assert "cartes en main" in said["fr-CA"]
        refused = asked.get(f"{path}&lang=de", status=400, Accept="text/event-stream")
        assert refused.json["code"] == "invalid_parameter"
