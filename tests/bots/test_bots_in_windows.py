"""Bots in the window for calls: they call and catch in secret while it is open, and not later."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from bots import tasks
from bots.queues import PEOPLE, THINKING_PEOPLE
from games.audit.findings import Answer
from games.engine import CallUno, CatchUno, CloseWindow, Move, Pause, Play, Resume, View
from games.engine.facts import UnoHeld
from games.ledger import store
from games.ledger.rows import Actor
from games.models import Game, HeldMove, Refusal
from games.play import selectors
from games.play.commands import MoveCommand
from games.play.deadlines import run_clocks
from games.play.submitting import submit_move
from games.proofs import runs as auditing
from tests.bots.test_choices import changed, full, verdict
from tests.bots.test_queues import Broker
from tests.bots.test_queues import broker as broker
from tests.bots.test_turns import Queue, Scripted, begun, rows, work_off
from tests.bots.test_turns import offer as offer
from tests.bots.test_turns import queue as queue
from tests.games.tables import fresh, moves_now
from tests.games.test_deadlines import Hands
from tests.games.test_deadlines import hands as hands
from tests.games.windows import exposed

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions", "hands"),
    pytest.mark.slow,
]

ORGANISER = Actor(kind="organiser", player="staff-1", reason="A test.")


def forgets(view: View, moves: Sequence[Move]) -> Move:
    """Play a card without calling UNO, if any fits."""
    return next((one for one in moves if isinstance(one, Play) and not one.uno), moves[0])


def make(game: Game, move: Move) -> None:
    actor = Actor(kind="player", player=str(game.creator_id))
    submit_move(fresh(game), MoveCommand(move, actor))


def in_window(queue: Queue, *bots: str) -> Game:
    """A game in which Alice, on seat 0, has been left with one card and has not called."""
    while True:
        game = begun("me", *bots, uno_window=4)
        while store.load(fresh(game)).window is None and fresh(game).status == Game.Status.RUNNING:
            if fresh(game).to_act == 0:
                view = selectors.position(game=fresh(game), viewer=0)
                make(game, forgets(view, view.moves))
            else:
                tasks.take_turn(*queue.pop())
        state = store.load(fresh(game))
        if state.window is not None and state.uno[0] == "exposed":
            return fresh(game)
        queue.clear()


def test_bots_catch_in_secret_and_all_is_worked_out_when_it_closes(
    queue: Queue, hands: Hands
) -> None:
    game = in_window(queue, "greedy", "random")
    before = selectors.position(game=game, viewer=0)
    assert (queue, game.waits_for_bot) == ([(str(game.pk), game.seq)], False)
    work_off(queue)
    assert sorted(HeldMove.objects.values_list("seat", "target")) == [(1, 0), (2, 0)]
    assert (fresh(game).seq, selectors.position(game=fresh(game), viewer=0)) == (game.seq, before)
    hands.on(4)
    run_clocks()
    made = rows(game)[game.seq :]
    assert [row.move for row in made] == [CatchUno(1, 0), CatchUno(2, 0), CloseWindow()]
    assert [row.actor.name for row in made] == ["greedy", "random", ""]
    assert len(store.load(fresh(game)).zones["hand:0"]) == 3
    assert auditing.verdict_on(fresh(game)).sealed.answer == "yes"


def test_the_call_of_a_person_beats_the_catches_of_bots(queue: Queue, hands: Hands) -> None:
    game = in_window(queue, "greedy", "random")
    work_off(queue)
    make(game, CallUno(0))
    hands.on(4)
    run_clocks()
    assert store.load(fresh(game)).uno[0] == "called"


def test_a_task_that_runs_twice_or_late_changes_nothing(queue: Queue, hands: Hands) -> None:
    game = in_window(queue, "greedy")
    for _ in range(2):
        tasks.take_turn(str(game.pk), game.seq)
    assert HeldMove.objects.count() == 1
    hands.on(4)
    run_clocks()
    seq = fresh(game).seq
    tasks.take_turn(str(game.pk), game.seq)
    assert (fresh(game).seq, HeldMove.objects.count()) == (seq, 0)
    assert not Refusal.objects.exists()


def test_after_a_lost_task_no_bot_catches_later(queue: Queue, hands: Hands) -> None:
    game = in_window(queue, "greedy", "greedy")
    queue.clear()
    hands.on(4)
    run_clocks()
    work_off(queue, most=5)
    assert not any(isinstance(row.move, CatchUno) for row in rows(game))


def test_after_a_pause_bots_are_asked_again_and_catch_once(queue: Queue, hands: Hands) -> None:
    game = in_window(queue, "greedy")
    work_off(queue)
    submit_move(fresh(game), MoveCommand(Pause(), ORGANISER))
    assert queue == []
    submit_move(fresh(game), MoveCommand(Resume(), ORGANISER))
    assert queue == [(str(game.pk), game.seq + 2)]
    work_off(queue)
    assert HeldMove.objects.count() == 1


def test_a_window_has_its_task_in_the_quick_queue_even_for_a_bot_that_thinks(
    broker: Broker,
) -> None:
    game = begun("me", "thinker", uno_window=4)
    while store.load(fresh(game)).window is None:
        if fresh(game).to_act == 0:
            view = selectors.position(game=fresh(game), viewer=0)
            make(game, forgets(view, view.moves))
        else:
            move = forgets(selectors.position(game=fresh(game), viewer=1), moves_now(fresh(game)))
            submit_move(fresh(game), MoveCommand(move, Actor(kind="bot", name="thinker")))
            broker.queues[THINKING_PEOPLE].clear()
    assert broker.waiting(PEOPLE) == [str(game.pk)]
    if exposed(fresh(game)) == 0:
        assert broker.work()
        assert HeldMove.objects.get().seat == 1


def test_a_table_of_bots_goes_on_when_the_window_closes(
    queue: Queue, hands: Hands, offer: Callable[[str, Any], None]
) -> None:
    offer("forgetful", Scripted("forgetful", forgets))
    caught = 0
    while not caught:
        game = begun("forgetful", "greedy", "forgetful", uno_window=4)
        work_off(queue)
        while fresh(game).status == Game.Status.RUNNING:
            caught += HeldMove.objects.count()
            hands.on(4)
            run_clocks()
            work_off(queue)
    held = [row for row in rows(game) if any(isinstance(fact, UnoHeld) for fact in row.facts)]
    assert {row.actor.kind for row in held} == {"bot"}
    assert len(held) == caught
    assert auditing.verdict_on(fresh(game)).passed


def test_their_choices_are_computed_again(queue: Queue, hands: Hands, settings: Any) -> None:
    settings.SIGNING_KEY = "11" * 32
    game = in_window(queue, "greedy", "random")
    work_off(queue)
    submit_move(fresh(game), MoveCommand(Pause(), ORGANISER))
    submit_move(fresh(game), MoveCommand(Resume(), ORGANISER))
    hands.on(4)
    run_clocks()
    bundle = full(game)
    assert verdict(bundle).choices == Answer("yes")
    held = next(one.seq for one in bundle.events if one.move["move"] == "catch-uno")
    other = verdict(changed(bundle, held, fallback=True, reason="failed"))
    assert [(one.first, one.path) for one in other.choices.findings] == [(held, "/actor")]
