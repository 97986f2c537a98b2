"""Queues of the bots' turns: people first, the rest by turns, and no turn sent twice."""

from collections import deque
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as given
from django.core.cache import cache
from django.utils import timezone
from kombu import Connection

from bots import tasks
from bots.queues import BOTS, MAX_PEOPLE_IN_A_ROW, OTHERS, PEOPLE, THINKING, PeopleFirst
from config.celery import app
from games.engine import Resign
from games.ledger import store
from games.ledger.rows import Actor
from games.models import Game
from games.play.commands import MoveCommand
from games.play.submitting import submit_move
from tests.bots.test_turns import begun
from tests.games.tables import fresh

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]


class Broker:
    """Queues in memory and two workers, which take from them in the order that Redis would."""

    def __init__(self) -> None:
        self.queues: dict[str, deque[tuple[Any, tuple[Any, ...]]]] = {
            queue: deque() for queue in (PEOPLE, BOTS, OTHERS, *THINKING)
        }
        self.order = PeopleFirst([PEOPLE, BOTS, OTHERS])
        self.order_of_thinkers = PeopleFirst(THINKING)
        self.served: list[tuple[str, tuple[Any, ...]]] = []

    def put(self, task: Any, args: tuple[Any, ...], queue: str) -> None:
        self.queues[queue].append((task, args))

    def work(self) -> bool:
        """Serve one task; False if there is none."""
        return self._serve(self.order)

    def think(self) -> bool:
        """Serve one task of the bots that think; False if there is none."""
        return self._serve(self.order_of_thinkers)

    def _serve(self, order: PeopleFirst) -> bool:
        queue = next((one for one in order.consume(3) if self.queues[one]), None)
        if queue is None:
            return False
        task, args = self.queues[queue].popleft()
        order.rotate(queue)
        self.served.append((queue, args))
        task(*args)
        return True

    def waiting(self, queue: str) -> list[str]:
        """The games whose turn waits in a queue."""
        return [args[0] for task, args in self.queues[queue] if task is tasks.take_turn]


@pytest.fixture
def broker(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Broker:
    made = Broker()
    for task in (tasks.take_turn, tasks.mark):
        monkeypatch.setattr(
            task,
            "apply_async",
            lambda args, queue, task=task, **options: made.put(task, args, queue),
        )
    monkeypatch.setattr("games.play.seating.fresh_seed", lambda: bytes([3]) * 32)
    settings.BOT_TASK_SECONDS = 0
    store.forget()
    return made


def overdue(*games: Game) -> None:
    for game in games:
        then = fresh(game).changed_at - timedelta(seconds=60)
        Game.objects.filter(pk=game.pk).update(changed_at=then)


# ---- the order


def test_people_come_first_and_the_others_by_turns() -> None:
    order = PeopleFirst([BOTS, PEOPLE, OTHERS])
    assert order.consume(3) == [PEOPLE, BOTS, OTHERS]
    order.rotate(BOTS)
    assert order.consume(3) == [PEOPLE, OTHERS, BOTS]
    order.rotate(OTHERS)
    assert order.consume(3) == [PEOPLE, BOTS, OTHERS]


def test_no_load_of_people_stops_the_other_queues(broker: Broker) -> None:
    def nothing(*args: Any) -> None: ...

    for at in range(100):
        broker.put(nothing, (at,), PEOPLE)
    for at in range(3):
        broker.put(nothing, (at,), BOTS)
        broker.put(nothing, (at,), OTHERS)
    while broker.work():
        pass
    queues = [queue for queue, _ in broker.served]
    assert queues[:MAX_PEOPLE_IN_A_ROW] == [PEOPLE] * MAX_PEOPLE_IN_A_ROW
    others = [queue for queue in queues[: 4 * (MAX_PEOPLE_IN_A_ROW + 1)] if queue != PEOPLE]
    assert sorted(others) == sorted([BOTS, OTHERS] * 2)


def test_the_worker_takes_this_order_and_all_three_queues() -> None:
    assert {queue.name for queue in app.amqp.queues.values()} == {PEOPLE, BOTS, OTHERS}
    assert set(app.amqp.queues.consume_from) == {PEOPLE, BOTS, OTHERS}
    options = given.CELERY_BROKER_TRANSPORT_OPTIONS
    channel = Connection("redis://", transport_options=options).transport.Channel
    assert "queue_order_strategy" in channel.from_transport_options
    assert options["queue_order_strategy"] == f"{PeopleFirst.__module__}:{PeopleFirst.__name__}"
    assert app.conf.beat_schedule["sweep"]["options"]["queue"] == PEOPLE


# ---- which queue


def test_a_table_with_a_person_goes_before_tables_of_bots(broker: Broker) -> None:
    crowd = [begun("random", "random") for _ in range(5)]
    mine = begun("me", "random", "random", dealer=0)
    assert fresh(mine).waits_for_bot
    assert broker.waiting(BOTS) == [str(game.pk) for game in crowd]
    assert broker.waiting(PEOPLE) == [str(mine.pk)]
    broker.work()
    assert fresh(mine).seq == 2
    assert all(fresh(game).seq == 1 for game in crowd)


def test_after_its_slice_a_table_of_bots_goes_behind_the_others(broker: Broker) -> None:
    crowd = [str(begun("random", "random").pk) for _ in range(5)]
    for _ in range(3 * len(crowd)):
        broker.work()
    assert [args[0] for _, args in broker.served] == crowd * 3
    assert {queue for queue, _ in broker.served} == {BOTS}


def test_a_table_that_its_people_left_is_a_table_of_bots(broker: Broker) -> None:
    game = begun("me", "random", "random", dealer=0)
    while broker.work():
        pass
    assert fresh(game).to_act == 0
    me = Actor(kind="player", player=str(game.creator_id))
    submit_move(fresh(game), MoveCommand(Resign(0), me))
    assert (broker.waiting(PEOPLE), broker.waiting(BOTS)) == ([], [str(game.pk)])
    broker.work()
    assert broker.waiting(BOTS) == [str(game.pk)]


# ---- the sweeper


@pytest.fixture
def swept(broker: Broker, settings: Any) -> Broker:
    """A broker whose marks have been served before, and a sweeper that waits for nothing."""
    settings.BOT_OVERDUE_SECONDS = 0
    tasks.sweep()
    while broker.work():
        pass
    return broker


def test_turns_that_wait_their_time_are_not_sent_again(swept: Broker) -> None:
    crowd = sorted(str(begun("random", "random").pk) for _ in range(30))
    for _ in range(100):
        tasks.sweep()
        swept.work()
        assert sorted(swept.waiting(BOTS)) == crowd


def test_a_lost_turn_is_sent_once_when_what_was_sent_after_it_has_been_served(
    swept: Broker,
) -> None:
    lost, *crowd = [begun("random", "random") for _ in range(3)]
    swept.queues[BOTS].popleft()
    tasks.sweep()
    assert str(lost.pk) not in swept.waiting(BOTS)
    while swept.queues[BOTS][0][0] is not tasks.mark:
        swept.work()
    swept.work()
    for _ in range(5):
        tasks.sweep()
        assert swept.waiting(BOTS).count(str(lost.pk)) == 1
    swept.work()
    assert all(fresh(game).seq > 1 for game in crowd)


def test_a_lost_turn_that_was_sent_again_and_lost_again_is_found(swept: Broker) -> None:
    game = begun("random", "random")
    for _ in range(3):
        swept.queues[BOTS].clear()
        tasks.sweep()
        swept.queues[BOTS] = deque(one for one in swept.queues[BOTS] if one[0] is tasks.mark)
        while swept.work():
            pass
        tasks.sweep()
        assert swept.waiting(BOTS) == [str(game.pk)]


@pytest.mark.parametrize("is_sent_before", [False, True])
def test_a_turn_lost_before_the_clock_was_set_back_is_sent_once(
    swept: Broker, is_sent_before: bool
) -> None:
    game = begun("random", "random")
    later = timezone.now() + timedelta(hours=1)
    Game.objects.filter(pk=game.pk).update(changed_at=later)
    if is_sent_before:
        cache.set(tasks._turn_key(fresh(game)), later.timestamp())
    swept.queues[BOTS].clear()
    tasks.sweep()
    assert swept.waiting(BOTS) == []
    while swept.work():
        pass
    for _ in range(5):
        tasks.sweep()
        assert swept.waiting(BOTS) == [str(game.pk)]


def test_the_sweeper_sends_to_the_queue_of_the_table(broker: Broker) -> None:
    """After Redis was emptied, with queues, marks and all."""
    mine, theirs = begun("me", "random", "random", dealer=0), begun("random", "random")
    left = begun("me", "random", "random", dealer=0)
    submit_move(fresh(left), MoveCommand(Resign(0), Actor(kind="player", player="somebody")))
    for queue in broker.queues.values():
        queue.clear()
    overdue(mine, theirs, left)
    tasks.sweep()
    tasks.sweep()
    assert broker.waiting(PEOPLE) == [str(mine.pk)]
    assert sorted(broker.waiting(BOTS)) == sorted([str(theirs.pk), str(left.pk)])


def test_a_long_queue_of_bots_does_not_hide_a_lost_turn_of_people(
    swept: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "MAX_SWEPT", 3)
    crowd = [begun("random", "random") for _ in range(5)]
    mine = begun("me", "random", "random", dealer=0)
    swept.queues[PEOPLE].clear()
    overdue(*crowd)
    tasks.sweep()
    swept.work()
    tasks.sweep()
    assert swept.waiting(PEOPLE) == [str(mine.pk)]
