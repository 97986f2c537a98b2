"""Bots that think in games with a clock: the quick answer when a third of the time is left."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bots import services, tasks
from bots.choosing import BotChoice, choose
from bots.queues import PEOPLE, THINKING_BOTS, THINKING_PEOPLE
from games.audit.__main__ import main
from games.audit.bundle import encode_bundle
from games.engine import Expire, Resign, observe
from games.ledger import rows as ledger_rows
from games.ledger import store
from games.ledger.bot_seeds import seed_of_choice
from games.ledger.rows import Row
from games.models import Game
from games.play.commands import MoveCommand
from games.play.seating import bot_terms
from games.play.selectors import ruleset_for
from games.play.submitting import submit_move
from tests.api.client import guest
from tests.bots.test_choices import changed, full, verdict
from tests.bots.test_queues import Broker, broker, overdue
from tests.bots.test_turns import begun, rows
from tests.games.tables import fresh
from tests.proof.test_verify_js import verify_all

__all__ = ["broker"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]

SECOND = {"seconds": 1, "bank": 0, "increment": 0}
HOUR = {"seconds": 3600, "bank": 1800, "increment": 0}
BUDGET = 10_001
"""The least plies of a bot that thinks."""


class Clock:
    """The time of the machine, which passes by ``step`` whenever it is read."""

    def __init__(self) -> None:
        self.time = ledger_rows.now()
        self.step = timedelta(0)

    def __call__(self) -> datetime:
        self.time += self.step
        return self.time

    def set(self, game: Game, *, left: float) -> None:
        """Let so many seconds be left to the deadline of a game."""
        deadline = fresh(game).deadline
        assert deadline is not None
        self.time = deadline - timedelta(seconds=left)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Clock:
    made = Clock()
    monkeypatch.setattr(ledger_rows, "wall_time", made)
    monkeypatch.setitem(bot_terms, "thinker", bot_terms["thinker"]._replace(budget=BUDGET))
    settings.SIGNING_KEY = "11" * 32
    return made


def timed(*seats: str, clock: dict[str, int] = SECOND, variant: str = "ultimate") -> Game:
    """A game with a clock in which seat 0 is to move."""
    options = {"first_seat": 0} if variant == "ultimate" else {"dealer": len(seats) - 1}
    game = begun(*seats, clock=clock, uno_window=0, variant=variant, **options)
    assert game.to_act == 0
    return game


def choice_of(game: Game, name: str) -> BotChoice:
    """What a bot chooses for the seat to move, if it has all the time."""
    seat, ruleset = game.to_act, ruleset_for(game)
    assert seat is not None
    view = observe(ruleset, store.load(game), seat)
    number = store.count_choices(game, seat)
    seed = seed_of_choice(seed=game.secret, number=number, seat=seat)
    budget = bot_terms[name].budget
    return choose(name=name, ruleset=ruleset, view=view, seed=seed, budget=budget)


def last(game: Game) -> Row:
    return rows(game)[-1]


# ---- a bot that still thinks


@pytest.mark.parametrize("variant", ["avengers", "ultimate"])
def test_a_thinker_that_is_cut_short_gives_its_quick_answer(
    broker: Broker, clock: Clock, variant: str
) -> None:
    game = timed("thinker", "greedy", "greedy", variant=variant)
    quick = choice_of(game, "greedy").move
    clock.step = timedelta(milliseconds=40)
    broker.think()
    row = rows(game)[1]
    assert row.move == quick
    assert (row.actor.name, row.actor.budget) == ("thinker", BUDGET)
    assert (row.actor.fallback, row.actor.reason) == (True, "time")


def test_a_thinker_with_enough_time_chooses_as_without_a_clock(broker: Broker) -> None:
    game = timed("thinker", "me")
    choice = choice_of(game, "thinker")
    broker.think()
    row = rows(game)[1]
    assert (row.move, row.actor) == (choice.move, choice.actor)
    assert not row.actor.fallback


# ---- a bot that has not begun, or never ends


def test_a_turn_that_waits_in_its_queue_is_answered_by_another_task(
    broker: Broker, clock: Clock
) -> None:
    game = timed("thinker", "me")
    quick = choice_of(game, "greedy").move
    assert broker.waiting(THINKING_PEOPLE) == broker.waiting(PEOPLE) == [str(game.pk)]
    clock.set(game, left=0.3)
    broker.work()
    assert (last(game).move, last(game).actor.reason) == (quick, "time")
    seq = fresh(game).seq
    broker.think()
    assert fresh(game).seq == seq == 2


def test_the_second_task_comes_when_a_third_is_left(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.take_turn, "apply_async", lambda args, **how: sent.append(how))
    game = timed("thinker", "thinker", clock={"seconds": 6, "bank": 3, "increment": 0})
    assert game.deadline is not None
    due = game.deadline - timedelta(seconds=3) + tasks.MARGIN
    assert sent == [{"queue": THINKING_BOTS}, {"queue": PEOPLE, "eta": due}]


def test_the_second_task_does_nothing_after_the_answer(broker: Broker, clock: Clock) -> None:
    game = timed("thinker", "me")
    broker.think()
    seq = fresh(game).seq
    clock.set(game, left=0.3)
    broker.work()
    assert fresh(game).seq == seq == 2


def test_a_turn_whose_worker_has_died_is_answered_by_another_task(
    broker: Broker, clock: Clock
) -> None:
    game = timed("thinker", "me")
    # The worker takes the turn, and is never heard of again.
    assert services.take_lease(fresh(game))
    broker.queues[THINKING_PEOPLE].clear()
    clock.set(game, left=0.3)
    broker.work()
    assert last(game).actor.reason == "time"


def test_the_sweeper_answers_where_the_time_is_long(broker: Broker, clock: Clock) -> None:
    game = timed("thinker", "me", clock=HOUR)
    assert services.take_lease(fresh(game))
    broker.queues[THINKING_PEOPLE].clear()
    overdue(game)
    clock.set(game, left=1801)
    tasks.sweep()
    assert broker.waiting(PEOPLE) == []
    clock.set(game, left=1800)
    tasks.sweep()
    assert broker.waiting(PEOPLE) == [str(game.pk)]
    while fresh(game).seq == 1:
        assert broker.work()
    assert last(game).actor.reason == "time"


def test_after_the_deadline_only_the_clock_answers(broker: Broker, clock: Clock) -> None:
    game = timed("thinker", "me")
    clock.set(game, left=0)
    broker.work()
    broker.think()
    assert fresh(game).seq == 1
    submit_move(fresh(game), MoveCommand(Expire(0), ledger_rows.Actor(kind="clock")))
    assert fresh(game).seq == 2


def test_a_bot_that_does_not_think_has_no_quick_answer(broker: Broker, clock: Clock) -> None:
    game = timed("random", "me")
    choice = choice_of(game, "random")
    clock.set(game, left=0.1)
    broker.work()
    assert (last(game).move, last(game).actor) == (choice.move, choice.actor)


# ---- what the event says


def test_audits_recompute_the_quick_answers(
    broker: Broker, clock: Clock, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = timed("thinker", "thinker")
    while fresh(game).seq < 7:
        if fresh(game).seq % 3:
            clock.set(game, left=0.3)
        else:
            broker.think()
        broker.work()
    file = encode_bundle(full(fresh(game)))
    (tmp_path / "one.json").write_bytes(file)
    reasons = {row.actor.reason for row in rows(game) if row.actor.kind == "bot"}
    assert reasons == {"", "time"}
    assert main([str(tmp_path / "one.json"), "--choices"]) == 5, capsys.readouterr().out
    (told,) = verify_all([file])
    assert told["verdict"] == "result_changed"


def test_another_move_than_the_quick_answer_is_found(broker: Broker, clock: Clock) -> None:
    game = timed("thinker", "me")
    quick = choice_of(game, "greedy").move
    view = observe(ruleset_for(game), store.load(game), 0)
    other = next(move for move in view.moves if move != quick and not isinstance(move, Resign))
    actor = ledger_rows.Actor(
        kind="bot",
        name="thinker",
        version=bot_terms["thinker"].version,
        budget=BUDGET,
        fallback=True,
        reason="time",
    )
    clock.set(game, left=0.3)
    submit_move(game, MoveCommand(other, actor))
    found = verdict(full(fresh(game))).choices.findings
    assert [(one.code, one.first, one.path) for one in found] == [("bot-choice", 2, "/move")]


@pytest.mark.parametrize("clock_terms", [None, HOUR])
def test_a_quick_answer_of_a_bot_that_has_time_is_found(
    broker: Broker, clock_terms: dict[str, int] | None
) -> None:
    game = begun("greedy", "me", variant="ultimate", clock=clock_terms, first_seat=0)
    broker.work()
    found = verdict(changed(full(fresh(game)), fallback=True, reason="time")).choices.findings
    assert [(one.code, one.first, one.path) for one in found] == [("bot-choice", 2, "/actor")]


def test_the_event_says_that_the_answer_was_quick(broker: Broker, clock: Clock) -> None:
    alice = guest("Alice")
    options = {"clock": SECOND, "dealer": 0}
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "thinker"}]
    body = {"variant": "avengers", "options": options, "seats": seats, "start": True}
    made = alice.post("games/", body).json["id"]
    game = Game.objects.get(pk=made)
    assert game.to_act == 1
    clock.set(game, left=0.3)
    broker.work()
    event = alice.get(f"games/{made}/events/").json["results"][1]
    assert (event["actor"]["fallback"], event["actor"]["reason"]) == (True, "time")
    told = alice.get(f"games/{made}/log/", Accept="text/plain").raw.decode()
    assert "was low on time, so it gave its quick answer" in told
