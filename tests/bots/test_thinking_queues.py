"""Queues of bots that think: workers of their own, one move a task, a lease, a bound."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from django.core.cache import cache

from bots import services, tasks
from bots.queues import BOTS, PEOPLE, THINKING, THINKING_BOTS, THINKING_PEOPLE, PeopleFirst
from bots.strategies import STRATEGIES
from config.supervisor import thinker_child
from games.engine import Draw, Move, Play, View
from games.ledger import store
from games.models import Game
from games.play.seating import BotTerms, bot_terms
from tests.api.client import Caller, guest
from tests.bots.test_queues import Broker, broker, swept
from tests.bots.test_turns import Scripted, begun
from tests.games.tables import fresh

__all__ = ["broker", "swept"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]


def first_play(view: View, moves: Sequence[Move]) -> Move:
    return next((move for move in moves if isinstance(move, Play | Draw)), moves[0])


class Slow(Scripted):
    """A bot that plays at once, and has the budget of one that thinks."""

    budget = 40_000


@pytest.fixture(autouse=True)
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    made = Slow("slow", first_play)
    monkeypatch.setitem(STRATEGIES, "slow", made)
    monkeypatch.setitem(bot_terms, "slow", BotTerms(made.version, made.budget, "slow"))
    return made


# ---- which queue, and how long


def test_thinker_is_a_bot_that_thinks_and_the_others_are_not() -> None:
    assert {name for name, terms in bot_terms.items() if terms.thinks} == {
        "slow",
        "skilled",
        "thinker",
    }


def test_people_come_first_in_the_queues_of_bots_that_think() -> None:
    order = PeopleFirst([THINKING_BOTS, THINKING_PEOPLE])
    assert order.consume(2) == [THINKING_PEOPLE, THINKING_BOTS]


def test_no_other_worker_takes_their_tasks() -> None:
    script = "from config.celery import app; print(*app.amqp.queues.consume_from)"
    command = [sys.executable, "-c", f"import django; django.setup(); {script}"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert sorted(printed) == sorted([PEOPLE, BOTS, "celery"])
    given = thinker_child("3").command
    assert given[given.index("-Q") + 1] == ",".join(THINKING)
    assert given[given.index("--concurrency") + 1] == "3"


def test_a_turn_of_a_bot_that_thinks_waits_in_a_queue_of_its_own(broker: Broker) -> None:
    mine, theirs = begun("me", "slow", dealer=0), begun("slow", "slow")
    assert broker.waiting(THINKING_PEOPLE) == [str(mine.pk)]
    assert broker.waiting(THINKING_BOTS) == [str(theirs.pk)]
    assert not broker.work()
    broker.think()
    assert (fresh(mine).seq, fresh(theirs).seq) == (2, 1)


def test_a_task_makes_one_move_of_a_bot_that_thinks(broker: Broker, settings: Any) -> None:
    settings.BOT_TASK_SECONDS = 10
    crowd = [begun("slow", "slow") for _ in range(3)]
    for _ in crowd:
        broker.think()
    assert [fresh(game).seq for game in crowd] == [2, 2, 2]
    assert broker.waiting(THINKING_BOTS) == [str(game.pk) for game in crowd]


def test_a_quick_bot_stops_before_a_turn_of_one_that_thinks(broker: Broker, settings: Any) -> None:
    settings.BOT_TASK_SECONDS = 10
    game = begun("greedy", "slow", dealer=1)
    assert broker.waiting(BOTS) == [str(game.pk)]
    broker.work()
    assert fresh(game).waits_for_thinking
    assert (broker.waiting(BOTS), broker.waiting(THINKING_BOTS)) == ([], [str(game.pk)])


def test_a_table_waits_at_most_for_one_move_of_each_other(broker: Broker) -> None:
    crowd = [str(begun("slow", "slow").pk) for _ in range(10)]
    for _ in range(5 * len(crowd)):
        broker.think()
    served = [args[0] for _, args in broker.served]
    assert served == crowd * 5


# ---- the lease


def test_while_a_task_thinks_a_second_one_does_nothing(broker: Broker, slow: Slow) -> None:
    game = begun("slow", "slow")
    asked: list[int] = []

    def thinking(view: View, moves: Sequence[Move]) -> Move:
        asked.append(fresh(game).seq)
        if len(asked) == 1:
            tasks.take_turn(str(game.pk), 1)
        return first_play(view, moves)

    slow.does = thinking
    broker.think()
    assert asked == [1]
    assert fresh(game).seq == 2


def test_a_turn_is_sent_again_when_the_lease_of_a_dead_worker_ends(
    swept: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun("slow", "slow")
    swept.queues[THINKING_BOTS].clear()
    assert services.take_lease(fresh(game))
    tasks.sweep()
    while swept.think():
        pass
    tasks.sweep()
    assert swept.waiting(THINKING_BOTS) == []
    cache.delete(f"thinking:{game.pk}:1")
    tasks.sweep()
    assert swept.waiting(THINKING_BOTS) == [str(game.pk)]
    while fresh(game).seq == 1:
        assert swept.think()


def test_their_workers_get_no_mark_while_only_other_bots_play(swept: Broker) -> None:
    begun("greedy", "greedy")
    tasks.sweep()
    assert swept.queues[BOTS] and not any(swept.queues[queue] for queue in THINKING)
    begun("slow", "greedy")
    tasks.sweep()
    assert all(swept.queues[queue][-1][0] is tasks.mark for queue in THINKING)


def test_without_a_cache_bots_that_think_play_on(
    broker: Broker, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun("slow", "slow")

    def absent(*args: object) -> bool:
        raise ConnectionError

    monkeypatch.setattr("bots.services.cache.add", absent)
    broker.think()
    assert fresh(game).seq == 2


# ---- how many


@pytest.fixture
def alice() -> Caller:
    return guest("Alice")


def body(*bots: str) -> dict[str, Any]:
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": name} for name in bots)]
    return {"variant": "avengers", "seats": seats, "start": True}


def test_seats_of_bots_that_think_above_the_limit_are_refused(
    broker: Broker, alice: Caller, settings: Any
) -> None:
    settings.THINKING_SEATS = 3
    assert alice.post("games/", body("slow", "slow")).status == 201
    refused = alice.post("games/", body("slow", "slow"))
    assert (refused.status, refused.code) == (429, "too_many_thinking_seats")
    assert refused.json["params"] == {"limit": 3, "taken": 2, "wanted": 2, "seconds": 10}
    assert refused.headers["Retry-After"] == "10"
    assert alice.post("games/", body("slow", "greedy")).status == 201
    assert alice.post("games/", body("greedy", "greedy")).status == 201
    alice.language = "fr-CA"
    assert (
        alice.post("games/", body("slow")).json["detail"].startswith("Les bots qui réfléchissent")
    )


def test_a_game_that_is_over_or_abandoned_gives_its_seats_back(
    broker: Broker, alice: Caller, settings: Any
) -> None:
    settings.THINKING_SEATS = 1
    first = alice.post("games/", body("slow")).json["id"]
    assert alice.post("games/", body("slow")).status == 429
    Game.objects.filter(pk=first).update(changed_at="2026-01-01T00:00:00Z")
    second = alice.post("games/", body("slow")).json["id"]
    assert alice.post("games/", body("slow")).status == 429
    assert alice.post(f"games/{second}/moves/", {"move": "resign"}).status == 201
    store.forget()
    assert alice.post("games/", body("slow")).status == 201
