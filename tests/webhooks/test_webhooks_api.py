"""The addresses of webhooks: made, listed, tested, rotated, deleted."""

from datetime import timedelta
from typing import Any, get_args
from uuid import UUID

import pytest

from games.ledger.rows import now
from games.models import Receipt
from games.play.erasure import erase_player
from games.players.models import Player
from games.webhooks import services
from games.webhooks.models import Delivery, FollowedGame, Webhook
from games.webhooks.services import HookEvent
from tests.api.client import Caller, fits, guest, start_game
from tests.webhooks.receivers import Receiver, Sweeper

pytestmark = pytest.mark.django_db

URL = "https://hooks.example/fairdeal"
ALL = list(get_args(HookEvent))


def made(caller: Caller, url: str = URL, events: list[str] | None = None, **headers: str) -> Any:
    """Create a webhook; return the reply."""
    reply = caller.post("me/webhooks/", {"url": url, "events": events or ALL}, **headers)
    assert reply.status == 201, reply
    fits("NewWebhook", reply.json)
    return reply.json


def test_a_webhook_is_made_listed_and_deleted_and_its_secret_is_shown_once(alice: Caller) -> None:
    hook = made(alice, events=["turn", "invited", "turn"])
    listed = alice.get("me/webhooks/").json
    fits("Webhooks", listed)
    (one,) = listed["results"]
    assert one == {name: value for name, value in hook.items() if name != "secret"}
    assert one["events"] == ["invited", "turn"]
    assert hook["secret"] not in Webhook.objects.get().secret
    assert alice.ask("DELETE", f"me/webhooks/{hook['id']}/").status == 204
    assert alice.get("me/webhooks/").json["results"] == []


def test_a_webhook_of_another_player_is_not_there(alice: Caller, bob: Caller) -> None:
    address = f"me/webhooks/{made(alice)['id']}/"
    made(bob)
    assert bob.ask("DELETE", address).status == 404
    for more in ("test/", "rotate/", f"deliveries/{UUID(int=1)}/redeliver/"):
        assert bob.post(address + more).status == 404
    assert bob.get(f"{address}deliveries/").status == 404
    assert Caller().get("me/webhooks/").status == 401


def test_a_player_has_five_webhooks_at_most(alice: Caller, bob: Caller) -> None:
    for _ in range(services.MAX_WEBHOOKS):
        made(alice)
    reply = alice.post("me/webhooks/", {"url": URL, "events": ALL})
    assert (reply.status, reply.code) == (409, "too_many_webhooks")
    assert reply.json["params"] == {"most": 5}
    made(bob)


def test_an_unknown_event_is_refused(alice: Caller) -> None:
    reply = alice.post("me/webhooks/", {"url": URL, "events": ["everything"]})
    assert (reply.status, reply.json["errors"][0]["pointer"]) == (400, "/events/0")
    assert alice.post("me/webhooks/", {"url": URL, "events": []}).status == 400


def test_a_request_sent_again_makes_one_webhook_and_stores_no_secret(alice: Caller) -> None:
    first = made(alice, Idempotency_Key="one")
    assert made(alice, Idempotency_Key="one") == first
    assert Webhook.objects.count() == 1
    assert first["secret"] not in "".join(Receipt.objects.values_list("reply", flat=True))


def test_a_test_message_is_signed_and_logged(
    alice: Caller, receiver: Receiver, sweeper: Sweeper
) -> None:
    hook = made(alice, receiver.url)
    reply = alice.post(f"me/webhooks/{hook['id']}/test/")
    assert reply.status == 202
    fits("Delivery", reply.json)
    assert sweeper.sweep() == 1
    (got,) = receiver.got
    assert got.verified(hook["secret"])["type"] == "test"
    assert got.headers["webhook-id"] == "msg_" + UUID(reply.json["id"]).hex
    page = alice.get(f"me/webhooks/{hook['id']}/deliveries/").json
    fits("Deliveries", page)
    (one,) = page["results"]
    assert (one["event"], one["status"], one["attempts"]) == ("test", "delivered", 1)
    assert (one["reply"], one["problem"], one["next_at"]) == (200, "", None)


def test_after_a_rotation_both_secrets_verify_for_a_day(
    alice: Caller, receiver: Receiver, sweeper: Sweeper
) -> None:
    hook = made(alice, receiver.url)
    address = f"me/webhooks/{hook['id']}/"
    rotated = alice.post(f"{address}rotate/").json
    fits("NewWebhook", rotated)
    assert rotated["secret"] != hook["secret"]
    alice.post(f"{address}test/")
    sweeper.sweep()
    for secret in (hook["secret"], rotated["secret"]):
        assert receiver.got[0].verified(secret)["type"] == "test"
    alice.post(f"{address}test/")
    sweeper.sweep(now() + timedelta(days=1, minutes=1))
    assert len(receiver.got[0].headers["webhook-signature"].split()) == 2
    assert len(receiver.got[1].headers["webhook-signature"].split()) == 1
    services.tidy(now() + timedelta(days=1, minutes=1))
    assert Webhook.objects.get().old_secret == ""


def test_a_delivery_is_sent_again_under_its_id(
    alice: Caller, receiver: Receiver, sweeper: Sweeper
) -> None:
    address = f"me/webhooks/{made(alice, receiver.url)['id']}/"
    receiver.status = 500
    sent = alice.post(f"{address}test/").json
    sweeper.sweep()
    (one,) = alice.get(f"{address}deliveries/").json["results"]
    assert (one["status"], one["reply"], one["problem"]) == ("given-up", 500, "status")
    receiver.status = 204
    again = alice.post(f"{address}deliveries/{sent['id']}/redeliver/")
    assert (again.status, again.json["status"], again.json["attempts"]) == (202, "waiting", 0)
    sweeper.sweep()
    assert len({one.headers["webhook-id"] for one in receiver.got}) == 1
    assert Delivery.objects.get().status == "delivered"
    assert alice.get("me/webhooks/").json["results"][0]["failing_since"] is None


def test_the_log_has_pages(alice: Caller) -> None:
    address = f"me/webhooks/{made(alice)['id']}/"
    sent = [alice.post(f"{address}test/").json["id"] for _ in range(3)]
    page = alice.get(f"{address}deliveries/?limit=2").json
    rest = alice.get(page["next"]).json
    found = [one["id"] for one in (*page["results"], *rest["results"])]
    assert (found, rest["next"]) == (sent[::-1], None)


def test_old_deliveries_are_deleted(alice: Caller) -> None:
    address = f"me/webhooks/{made(alice)['id']}/"
    alice.post(f"{address}test/")
    services.tidy(now() + timedelta(days=29))
    assert Delivery.objects.count() == 1
    services.tidy(now() + timedelta(days=31))
    assert Delivery.objects.count() == 0


def test_the_erasure_of_a_player_deletes_webhooks_and_deliveries(
    receiver: Receiver, sweeper: Sweeper, alice: Caller, bob: Caller
) -> None:
    made(alice, receiver.url)
    made(bob, receiver.url)
    start_game(alice, bob)
    sweeper.sweep()
    player = Player.objects.get(pk=alice.get("me/").json["id"])
    assert Delivery.objects.filter(webhook__player=player).exists()
    assert FollowedGame.objects.filter(webhook__player=player).exists()
    erase_player(player)
    assert not Webhook.objects.filter(player=player).exists()
    assert not Delivery.objects.filter(webhook__player=player).exists()
    assert Webhook.objects.count() == 1


def test_a_guest_with_nothing_but_a_webhook_can_be_deleted(alice: Caller) -> None:
    made(guest("Zoé"))
    player = Player.objects.get(name="Zoé")
    player.delete()
    assert not Webhook.objects.filter(url=URL).exists()
