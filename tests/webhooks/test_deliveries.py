"""How deliveries are sent: in order, again after growing pauses, given up, switched off."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from games.ledger.rows import now
from games.players.models import Player
from games.webhooks import services, tasks
from games.webhooks.models import Delivery, Webhook
from games.webhooks.selectors import MOST_AT_ONCE, due_deliveries
from games.webhooks.services import PAUSES, QUEUED_SECONDS
from tests.games.tables import guest
from tests.webhooks.receivers import Receiver, Sweeper

pytestmark = pytest.mark.django_db

ONE, OTHER = UUID(int=1), UUID(int=2)


@pytest.fixture
def ada(db: None) -> Player:
    return guest("Ada")


@pytest.fixture
def hook(ada: Player, receiver: Receiver) -> Webhook:
    return services.create_webhook(player=ada, url=receiver.url, events=["turn"])[0]


def turn(hook: Webhook, seq: int, *, game: UUID = ONE, at: datetime | None = None) -> Delivery:
    """Write a delivery about a turn."""
    hook.refresh_from_db()
    data = {"game": str(game), "seat": 0, "seq": seq}
    return services.tell(hook, "turn", game, data, at or now())


def numbers(receiver: Receiver) -> list[int]:
    return [one.json["data"]["seq"] for one in receiver.got]


def test_a_game_waits_for_its_first_delivery_and_others_do_not(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper
) -> None:
    receiver.status = 500
    begin = now()
    turn(hook, 1, at=begin)
    turn(hook, 2, at=begin)
    sweeper.sweep(begin)
    assert numbers(receiver) == [1]
    turn(hook, 7, game=OTHER, at=begin)
    sweeper.sweep(begin)
    assert numbers(receiver) == [1, 7]
    receiver.status = 200
    sweeper.drain(begin + timedelta(seconds=5))
    assert numbers(receiver) in ([1, 7, 1, 7, 2], [1, 7, 1, 2, 7])


def test_pauses_grow_over_a_day_and_then_it_is_given_up_and_logged(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper, caplog: Any
) -> None:
    receiver.status = 503
    at = begin = now()
    turn(hook, 1, at=at)
    turn(hook, 2, at=at)
    sweeper.sweep(at)
    for pause in (5, 30, 120, 600, 3600, 10_800, 21_600, 43_200):
        assert sweeper.sweep(at + timedelta(seconds=pause - 1)) == 0
        at += timedelta(seconds=pause)
        assert sweeper.sweep(at) == 1
    assert at - begin < timedelta(days=1)
    first, second = Delivery.objects.order_by("id")
    assert (first.status, first.attempts, first.reply) == ("given-up", len(PAUSES) + 1, 503)
    assert (first.problem, first.next_at) == ("status", None)
    assert f"{first.message} of webhook {hook.pk} is given up" in caplog.text
    assert sweeper.sweep(at + timedelta(seconds=4)) == 0
    sweeper.sweep(at + timedelta(seconds=5))
    second.refresh_from_db()
    assert (second.status, second.attempts) == ("waiting", 1)
    assert {one.headers["webhook-id"] for one in receiver.got[:9]} == {f"msg_{first.message.hex}"}


def test_a_webhook_that_fails_for_five_days_is_off_until_a_test_succeeds(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper, caplog: Any
) -> None:
    receiver.status = 410
    begin = now()
    turn(hook, 1, at=begin)
    sweeper.sweep(begin)
    turn(hook, 2, game=OTHER, at=begin + timedelta(days=4, hours=23))
    sweeper.sweep(begin + timedelta(days=4, hours=23))
    hook.refresh_from_db()
    assert (hook.failing_since, hook.off_at) == (begin, None)
    off = begin + timedelta(days=5, minutes=1)
    sweeper.sweep(off)
    hook.refresh_from_db()
    assert hook.off_at == off
    assert "failed for five days and is switched off" in caplog.text
    assert {one.status for one in Delivery.objects.all()} == {"given-up"}
    assert "off" in {one.problem for one in Delivery.objects.all()}
    assert sweeper.sweep(off + timedelta(days=1)) == 0
    receiver.status = 200
    services.send_test(hook)
    back = off + timedelta(seconds=5)
    sweeper.sweep(back)
    hook.refresh_from_db()
    assert not hook.failing_since and not hook.off_at
    assert hook.follows_from == back


def test_a_success_ends_the_time_of_failures(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper
) -> None:
    receiver.status = 500
    begin = now()
    turn(hook, 1, at=begin)
    sweeper.sweep(begin)
    hook.refresh_from_db()
    assert hook.failing_since == begin
    receiver.status = 200
    sweeper.sweep(begin + timedelta(seconds=5))
    hook.refresh_from_db()
    assert hook.failing_since is None


def test_a_task_that_runs_twice_sends_once(hook: Webhook, receiver: Receiver) -> None:
    one = turn(hook, 1)
    tasks.send_delivery(one.pk, 0)
    tasks.send_delivery(one.pk, 0)
    assert numbers(receiver) == [1]


def test_a_task_that_never_ran_is_sent_again(hook: Webhook, receiver: Receiver) -> None:
    begin = now()
    one = turn(hook, 1, at=begin)
    assert services.claim(one, begin)
    assert not services.claim(one, begin)
    soon = begin + timedelta(seconds=QUEUED_SECONDS - 1)
    assert due_deliveries(soon) == []
    later = begin + timedelta(seconds=QUEUED_SECONDS)
    (again,) = due_deliveries(later)
    assert (again.pk, again.attempts) == (one.pk, 0)


def test_a_worker_that_dies_in_an_attempt_leaves_it_to_the_next(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*_: object) -> int:
        raise SystemExit

    begin = now()
    turn(hook, 1, at=begin)
    with monkeypatch.context() as patch, pytest.raises(SystemExit):
        patch.setattr(services, "post", die)
        sweeper.sweep(begin)
    assert Delivery.objects.get().attempts == 1
    sweeper.sweep(begin + timedelta(seconds=QUEUED_SECONDS))
    assert numbers(receiver) == [1]
    assert Delivery.objects.get().attempts == 2


def test_few_deliveries_to_one_webhook_are_under_way_and_fewer_if_it_fails(hook: Webhook) -> None:
    begin = now()
    for number in range(10):
        turn(hook, number, game=UUID(int=number), at=begin)
    assert len(due_deliveries(begin)) == MOST_AT_ONCE
    Webhook.objects.update(failing_since=begin)
    assert len(due_deliveries(begin)) == 1


def test_a_webhook_with_many_games_does_not_hide_another(
    hook: Webhook, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.webhooks.selectors.MOST_DUE", 5)
    begin = now()
    for number in range(10):
        turn(hook, number, game=UUID(int=number), at=begin)
    ben = guest("Ben")
    other = services.create_webhook(player=ben, url=receiver.url, events=["turn"])[0]
    turn(other, 1, at=begin)
    assert other.pk in {one.webhook_id for one in due_deliveries(begin)}


def test_more_than_some_deliveries_do_not_wait_for_a_webhook_that_fails(
    hook: Webhook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MAX_WAITING", 2)
    assert [turn(hook, number).status for number in range(3)] == ["waiting"] * 3
    Webhook.objects.update(failing_since=now())
    lost = turn(hook, 4)
    assert (lost.status, lost.problem, lost.next_at) == ("given-up", "backlog", None)


def test_a_server_with_another_key_says_that_it_cannot_sign(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper, settings: Any
) -> None:
    turn(hook, 1)
    settings.SECRET_KEY = "another"
    settings.SECRET_KEY_FALLBACKS = []
    sweeper.sweep()
    assert receiver.got == []
    assert Delivery.objects.get().problem == "secret"


def test_a_key_that_was_replaced_still_opens_secrets(
    hook: Webhook, receiver: Receiver, sweeper: Sweeper, settings: Any
) -> None:
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another"
    turn(hook, 1)
    sweeper.sweep()
    assert numbers(receiver) == [1]


def test_the_webhooks_of_a_deactivated_account_are_off(hook: Webhook, receiver: Receiver) -> None:
    delivery = turn(hook, 1)
    user = hook.player.user
    user.first_name = "Ada"
    user.save(update_fields=["first_name"])
    hook.refresh_from_db()
    assert hook.off_at is None
    user.is_active = False
    user.save()
    hook.refresh_from_db()
    delivery.refresh_from_db()
    assert hook.off_at is not None and delivery.problem == "off"
    assert not due_deliveries(now()) and not receiver.got
