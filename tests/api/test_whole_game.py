"""Whole games of two guests that use nothing but addresses and prompts."""

import random
from typing import Any

import pytest

from tests.api.client import Caller, asked_of, fits, start_game

pytestmark = pytest.mark.slow


def with_choices(option: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The body of an option, now and then with the color that the card will ask for."""
    body: dict[str, Any] = dict(option["body"])
    if "color" in option.get("then", ()) and rng.random() < 0.5:
        body["choices"] = {"color": rng.choice(["red", "green", "blue"])}
    return body


@pytest.mark.django_db
@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_two_guests_play_a_whole_game_with_nothing_but_the_bodies_of_prompts(
    variant: str, alice: Caller, bob: Caller
) -> None:
    rng = random.Random(variant)
    options = {} if variant == "ultimate" else {"rounds": 1}
    game = start_game(alice, bob, variant=variant, options=options)
    seq = 1
    for _ in range(3000):
        told = alice.get(f"games/{game}/").json
        if told["status"] == "over":
            break
        player, prompt, seen = asked_of(game, alice, bob)
        fits("Prompt", prompt)
        assert seen == seq
        plays = [option for option in prompt["options"] if option["body"]["move"] == "play"]
        option = rng.choice(plays or prompt["options"])
        reply = player.post(f"games/{game}/moves/", with_choices(option, rng), If_Match=f'"{seq}"')
        assert reply.status == 201, reply
        assert [event["seq"] for event in reply.json["events"]] == list(
            range(seq + 1, reply.json["seq"] + 1)
        )
        seq = reply.json["seq"]
        assert reply.headers["ETag"] == f'"{seq}"'
        assert reply.headers["Location"].endswith(f"/events/{seq}/")
    assert told["status"] == "over"
    assert told["position"]["view"] == "full"
    assert told["seed"]
    fits("Game", told)
    for event in alice.get(f"games/{game}/events/?limit=200").json["results"]:
        fits("Event", event)
