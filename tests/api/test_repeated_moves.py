"""A repeated move changes nothing, and gets the response of the first."""

import random
from typing import Any

import pytest

from games.ledger import store
from games.models import Game, MoveEvent, MoveReceipt
from games.play.erasure import erase_player
from tests.api.client import Caller, Reply, asked_of, key, start_game
from tests.api.test_acts import may_direct, olga, player_of
from tests.api.test_moves_api import wild

pytestmark = pytest.mark.django_db

__all__ = ["olga"]

PARTS = ("", "?include=table", "?include=since", "?include=cards,since,table")
HEADERS = ("ETag", "Location", "Preference-Applied")


class Sent:
    """A command as it was sent, with its reply."""

    def __init__(self, caller: Caller, path: str, body: Any, **headers: str) -> None:
        self.caller, self.path, self.body = caller, path, body
        self.language, self.headers = caller.language, {"Idempotency_Key": key()} | headers
        self.reply = caller.post(path, body, **self.headers)

    def again(self) -> Reply:
        self.caller.language = self.language
        return self.caller.post(self.path, self.body, **self.headers)


def same(sent: Sent) -> None:
    """Check that a repeated command gets the first reply to the byte."""
    again = sent.again()
    assert (again.status, again.raw) == (sent.reply.status, sent.reply.raw), sent.body
    assert [again.headers.get(name) for name in HEADERS] == [
        sent.reply.headers.get(name) for name in HEADERS
    ]
    assert again.headers["Idempotent-Replayed"] == "true"


def stored() -> tuple[int, int]:
    return MoveEvent.objects.count(), MoveReceipt.objects.count()


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_all_moves_of_a_game_are_answered_as_at_first_at_its_end(
    alice: Caller, bob: Caller, variant: str
) -> None:
    chance = random.Random(variant)
    game = start_game(alice, bob, variant=variant, options={"uno_window": 0})
    made: list[Sent] = []
    for _ in range(60):
        if Game.objects.get(pk=game).status == "over":
            break
        player, prompt, seq = asked_of(game, alice, bob)
        player.language = chance.choice(["en", "fr-CA"])
        headers = chance.choice([{}, {"Prefer": "receipt"}, {"If_Match": f'"{seq}"'}])
        body = chance.choice(prompt["options"])["body"]
        path = f"games/{game}/moves/{chance.choice(PARTS)}"
        made.append(Sent(player, path, body, **headers))
    made.append(Sent(bob, f"games/{game}/moves/", {"move": "resign"}))
    over = made[-1].reply.status == 201
    before = stored()
    store.forget()
    for one in made if over else made[:-1]:
        assert one.reply.status == 201, one.reply
        same(one)
    assert stored() == before


def test_the_events_of_choices_and_those_that_no_question_used_are_answered_again(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, option = wild(alice, bob, game)
    body = option["body"] | {"choices": {"color": "green", "player": 1}}
    sent = Sent(player, f"games/{game}/moves/?include=since", body)
    assert len(sent.reply.json["events"]) == 2
    assert sent.reply.json["unused"] == ["player"]
    same(sent)


def test_an_act_after_the_end_is_answered_again_and_done_once(
    alice: Caller, bob: Caller, olga: Caller, game: str
) -> None:
    may_direct(olga, game)
    path = f"games/{game}/acts/"
    noted = Sent(olga, path, {"act": "note", "reason": "Late."})
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    void = Sent(olga, path, {"act": "void", "reason": "Rain."})
    assert [one.reply.status for one in (noted, void)] == [201, 201]
    same(noted)
    same(void)


def test_a_key_counts_within_its_game(alice: Caller, bob: Caller, game: str) -> None:
    player, _, _ = asked_of(game, alice, bob)
    name, another = key(), start_game(alice, bob)
    player.post(f"games/{game}/moves/", {"move": "draw"}, Idempotency_Key=name)
    reply = player.post(f"games/{another}/moves/", {"move": "resign"}, Idempotency_Key=name)
    assert (reply.status, "Idempotent-Replayed" in reply.headers) == (201, False)


def test_a_repeat_in_the_other_language_is_answered_in_it(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _, _ = asked_of(game, alice, bob)
    sent = Sent(player, f"games/{game}/moves/", {"move": "draw"})
    sent.language = "fr-CA"
    first, again = sent.reply.json, sent.again().json
    assert again["events"] == first["events"]
    assert again["prompts"][0]["why"] != first["prompts"][0]["why"]


def test_an_erased_name_is_in_no_repeated_response(alice: Caller, bob: Caller, game: str) -> None:
    player, _, _ = asked_of(game, alice, bob)
    sent = Sent(player, f"games/{game}/moves/", {"move": "draw"})
    other, name = (bob, "Bob") if player is alice else (alice, "Alice")
    assert name.encode() in sent.reply.raw
    erase_player(player_of(other))
    again = sent.again()
    assert (again.status, again.json["events"]) == (201, sent.reply.json["events"])
    assert name.encode() not in again.raw


def test_a_receipt_holds_two_digests_and_nothing_of_the_response(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _, _ = asked_of(game, alice, bob)
    sent = Sent(player, f"games/{game}/moves/?include=cards,since,table", {"move": "draw"})
    assert len(sent.reply.raw) > 3000
    (values,) = MoveReceipt.objects.values("key", "request", "rest")
    assert [len(value) for value in values.values()] == [16, 16, 0]
