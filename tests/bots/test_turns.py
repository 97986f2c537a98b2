"""Turns of bots in stored games: each is taken once, from the view of the seat."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import accumulate
from typing import Any

import pytest
from django.test import Client

from bots import services, tasks
from bots.choosing import choose, levels
from bots.strategies import STRATEGIES, Budget, OutOfBudget
from games.engine import (
    CallUno,
    CatchUno,
    Draw,
    Move,
    Pause,
    Play,
    Resign,
    Ruleset,
    View,
    observe,
)
from games.engine.facts import ClockSpent
from games.ledger import rows as ledger_rows
from games.ledger import store
from games.ledger.bot_seeds import seed_of_choice
from games.ledger.rows import Actor, Row
from games.models import ClockTick, Game, Refusal
from games.play import selectors
from games.play.bot_turns import on_bot_turn
from games.play.commands import MoveCommand
from games.play.deadlines import run_clocks
from games.play.openings import start_game
from games.play.seating import BotTerms, SeatSpec, bot_terms, create_game
from games.play.submitting import submit_move
from games.players.services import create_guest
from games.proofs import runs as auditing
from tests.games.tables import fresh

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
    pytest.mark.slow,
]

Queue = list[tuple[str, int]]


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue]:
    """What would have gone to the worker."""
    asked: Queue = []
    monkeypatch.setattr(tasks, "send", lambda game_id, seq, queue: asked.append((game_id, seq)))
    monkeypatch.setattr(tasks.mark, "apply_async", lambda *args, **options: None)
    store.forget()
    yield asked


@pytest.fixture
def offer(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Any], None]:
    """Offer another bot for the length of a test."""

    def put(name: str, strategy: Any) -> None:
        monkeypatch.setitem(STRATEGIES, name, strategy)
        monkeypatch.setitem(bot_terms, name, BotTerms(strategy.version, strategy.budget, name))

    return put


def begun(*seats: str, variant: str = "avengers", **options: object) -> Game:
    """A running game; a seat is a bot's name, or "me" for its creator."""
    creator, _, _ = create_guest(name="Alice")
    table = [SeatSpec("player") if name == "me" else SeatSpec("bot", bot=name) for name in seats]
    given = {"rounds": 1} if variant == "avengers" else {}
    game = create_game(
        creator=creator, variant=variant, seats=table, options=given | options, edition=None
    )
    return start_game(game_id=game.pk, player=creator).game


def rows(game: Game) -> list[Row]:
    return list(store.history(fresh(game)))


def work_off(queue: Queue, most: int = 10_000) -> None:
    """Carry out what was asked for, as a worker would."""
    for _ in range(most):
        if not queue:
            return
        tasks.take_turn(*queue.pop(0))


class Scripted:
    """A bot that does what a test says."""

    version = "9"
    budget = 10

    def __init__(self, name: str, does: Callable[[View, Sequence[Move]], Move]) -> None:
        self.name = name
        self.does = does

    def choose(
        self, view: View, moves: Sequence[Move], ruleset: Ruleset, rng: object, budget: Budget
    ) -> Move:
        return self.does(view, moves)


# ---- whole games


@pytest.mark.parametrize(
    ("variant", "seats"),
    [
        *((variant, seats) for variant in ("avengers", "xmen") for seats in (2, 3, 4, 7, 10)),
        *(("ultimate", seats) for seats in (2, 3, 4)),
    ],
)
def test_a_table_of_bots_plays_to_its_end_by_itself(queue: Queue, variant: str, seats: int) -> None:
    game = begun(*(("greedy", "random")[seat % 2] for seat in range(seats)), variant=variant)
    work_off(queue)
    ended = fresh(game)
    assert ended.status == Game.Status.OVER
    assert not ended.waits_for_bot
    assert auditing.verdict_on(ended).passed
    moves = rows(game)[1:]
    assert all(row.actor.kind == "bot" for row in moves)
    assert not any(row.actor.fallback for row in moves)


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_bots_play_a_game_with_a_clock_to_its_end(queue: Queue, variant: str) -> None:
    clock = {"seconds": 3600, "bank": 60, "increment": 5}
    game = begun("greedy", "random", "greedy", variant=variant, clock=clock, uno_window=0)
    assert game.deadline is not None
    work_off(queue)
    ended = fresh(game)
    assert (ended.status, ended.deadline) == (Game.Status.OVER, None)
    assert auditing.verdict_on(ended).passed
    moves = rows(game)[1:]
    assert all(row.actor.kind == "bot" for row in moves)
    # A call or a catch answers no question: the clock of the open one runs on.
    for row in moves:
        banks = [fact.bank for fact in row.facts if isinstance(fact, ClockSpent)]
        assert set(banks) == (set() if isinstance(row.move, CallUno | CatchUno) else {60_000})


def test_the_clock_answers_for_a_bot_whose_task_is_lost(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = {"seconds": 30, "bank": 0, "increment": 0}
    game = begun("greedy", "greedy", clock=clock, uno_window=0)
    lost = queue.pop()
    assert game.deadline is not None
    late = game.deadline
    monkeypatch.setattr(ledger_rows, "wall_time", lambda: late)
    ClockTick.objects.update_or_create(pk=ClockTick.KEY, defaults={"at": late})
    assert run_clocks() == 1
    assert rows(game)[-1].actor.kind == "clock"
    expired = fresh(game).seq
    tasks.take_turn(*lost)  # The task comes after all: its turn is over.
    assert fresh(game).seq == expired
    work_off(queue)
    ended = fresh(game)
    assert ended.status == Game.Status.OVER
    assert [row.actor.kind for row in rows(game)].count("clock") == 1
    assert auditing.verdict_on(ended).passed


def test_one_task_plays_on_while_bots_follow_each_other(queue: Queue) -> None:
    game = begun("greedy", "greedy", "greedy", variant="xmen")
    tasks.take_turn(*queue.pop())
    assert queue == [] or queue == [(str(game.pk), fresh(game).seq)]
    assert fresh(game).seq > 3


def test_when_its_time_is_up_a_task_asks_for_another(queue: Queue, settings: Any) -> None:
    settings.BOT_TASK_SECONDS = 0
    game = begun("greedy", "greedy", "greedy")
    assert queue == [(str(game.pk), 1)]
    tasks.take_turn(*queue.pop())
    assert queue == [(str(game.pk), 2)]


def test_a_bot_waits_while_a_person_is_asked(queue: Queue) -> None:
    game = begun("me", "greedy", dealer=1)
    work_off(queue)
    assert fresh(game).to_act == 0
    assert not fresh(game).waits_for_bot


# ---- several moves in one transaction


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of rows that were written together."""
    made: list[int] = []
    append = store.append

    def noted(game: Game, rows: Sequence[Row], *rest: Any) -> None:
        append(game, rows, *rest)
        made.append(len(rows))

    monkeypatch.setattr(store, "append", noted)
    return made


def test_the_moves_of_a_task_are_written_together_where_only_bots_play(
    queue: Queue, settings: Any, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.play.seating.fresh_seed", lambda: bytes(32))
    settings.BOT_TASK_SECONDS = 0
    one_by_one = begun("greedy", "random", "greedy")
    work_off(queue)
    assert set(commits) == {1}
    commits.clear()
    settings.BOT_TASK_SECONDS = 3600
    together = begun("greedy", "random", "greedy")
    work_off(queue)
    assert max(commits[1:]) > 20
    assert fresh(together).status == Game.Status.OVER
    assert auditing.verdict_on(fresh(together)).passed

    def played(game: Game) -> list[tuple[Any, ...]]:
        return [(row.seat, row.move, row.facts, row.rulings) for row in rows(game)[1:]]

    assert played(together) == played(one_by_one)


def test_rows_written_together_end_where_a_state_is_kept(
    queue: Queue, settings: Any, commits: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.ledger.snapshots.SNAPSHOT_ROWS", 16)
    settings.BOT_TASK_SECONDS = 3600
    begun("greedy", "random", "greedy", "random")
    work_off(queue)
    ends = list(accumulate(commits))
    assert ends[:2] == [1, 16]
    assert all(end % 16 == 0 for end in ends[1:-1])


def test_an_act_in_between_drops_the_moves_that_were_decided_before_it(
    queue: Queue, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_TASK_SECONDS = 3600
    game = begun("greedy", "random")
    append, acted = store.append, list[bool]()

    def after_an_act(one: Game, rows: Sequence[Row], *rest: Any) -> None:
        if not acted:
            acted.append(True)
            submit_move(fresh(game), MoveCommand(Pause(), Actor(kind="organiser", player="Olga")))
        append(one, rows, *rest)

    monkeypatch.setattr(store, "append", after_an_act)
    work_off(queue)
    assert [type(row.move) for row in rows(game)[1:]] == [Pause]
    assert not fresh(game).waits_for_bot


def test_a_crash_before_the_moves_are_written_changes_nothing(
    queue: Queue, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BOT_TASK_SECONDS = 3600
    game = begun("greedy", "random")
    task = queue[0]
    with monkeypatch.context() as broken:

        def crash(*args: object) -> None:
            raise ConnectionError

        broken.setattr(store, "append", crash)
        with pytest.raises(ConnectionError):
            tasks.take_turn(*queue.pop())
    assert (fresh(game).seq, store.load(fresh(game)).turn) == (1, store.state_at(game, 1).turn)
    tasks.take_turn(*task)
    assert fresh(game).status == Game.Status.OVER
    assert auditing.verdict_on(fresh(game)).passed


# ---- twice, late


def test_a_task_that_runs_twice_changes_nothing(queue: Queue, settings: Any) -> None:
    settings.BOT_TASK_SECONDS = 0
    game = begun("greedy", "greedy")
    tasks.take_turn(str(game.pk), 1)
    before = [row.digest for row in rows(game)]
    queue.clear()
    tasks.take_turn(str(game.pk), 1)
    assert [row.digest for row in rows(game)] == before
    assert queue == []


def test_of_two_tasks_at_once_one_moves(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    game = begun("greedy", "greedy")
    stale = fresh(game)
    assert services.take_turn(game_id=str(game.pk), seq=1) is not None
    monkeypatch.setattr(store, "read", lambda game_id: stale)
    monkeypatch.setattr(store, "load", lambda game: store.state_at(game, 1))
    assert services.take_turn(game_id=str(game.pk), seq=1) is None
    monkeypatch.undo()
    assert fresh(game).seq == 2


def test_a_task_that_comes_late_ends(queue: Queue) -> None:
    game = begun("greedy", "greedy", variant="xmen")
    work_off(queue)
    head = fresh(game).head
    tasks.take_turn(str(game.pk), 1)
    tasks.take_turn(str(game.pk), fresh(game).seq)
    assert fresh(game).head == head
    assert queue == []


def test_a_task_for_no_game_ends(queue: Queue) -> None:
    tasks.take_turn("00000000-0000-0000-0000-000000000000", 1)
    assert queue == []


# ---- bots that fail


def broken(view: View, moves: Sequence[Move]) -> Move:
    raise ZeroDivisionError


def dreamer(view: View, moves: Sequence[Move]) -> Move:
    return Play(view.viewer, "red-99")


def quitter(view: View, moves: Sequence[Move]) -> Move:
    return Resign(view.viewer)


def brooder(view: View, moves: Sequence[Move]) -> Move:
    raise OutOfBudget


@pytest.mark.parametrize(
    ("does", "reason"),
    [(broken, "failed"), (dreamer, "illegal"), (quitter, "illegal"), (brooder, "budget")],
)
def test_a_bot_that_fails_plays_its_first_legal_move_and_that_is_recorded(
    queue: Queue,
    offer: Callable[[str, Any], None],
    settings: Any,
    does: Callable[[View, Sequence[Move]], Move],
    reason: str,
) -> None:
    settings.BOT_TASK_SECONDS = 0
    offer("odd", Scripted("odd", does))
    game = begun("odd", "odd")
    first = selectors.position(game=game, viewer=game.to_act or 0).moves[0]
    tasks.take_turn(str(game.pk), 1)
    row = rows(game)[-1]
    assert row.move == first
    assert (row.actor.name, row.actor.version) == ("odd", "9")
    assert row.actor.fallback
    assert row.actor.reason == reason
    assert not Refusal.objects.exists()


def test_a_bot_that_is_offered_no_more_is_helped_out_too(
    queue: Queue,
    offer: Callable[[str, Any], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offer("odd", Scripted("odd", dreamer))
    game = begun("odd", "odd")
    monkeypatch.delitem(STRATEGIES, "odd")
    services.take_turn(game_id=str(game.pk), seq=1)
    assert rows(game)[-1].actor.fallback


# ---- what can be checked later


def test_each_choice_can_be_made_again_from_the_rows_and_the_seed(queue: Queue) -> None:
    game = begun("greedy", "random", "greedy", variant="xmen")
    work_off(queue)
    ended = fresh(game)
    ruleset, made = selectors.ruleset_for(ended), Counter[int]()
    for row in rows(game)[1:]:
        assert row.seat is not None
        view = observe(ruleset, store.state_at(ended, row.seq - 1), row.seat)
        seed = seed_of_choice(seed=ended.seed, number=made[row.seat], seat=row.seat)
        made[row.seat] += 1
        again = choose(name=row.actor.name, ruleset=ruleset, view=view, seed=seed)
        assert (again.move, again.actor) == (row.move, row.actor)


def test_what_a_bot_saw_and_its_seed_are_not_in_the_events(queue: Queue) -> None:
    game = begun("greedy", "greedy", variant="xmen")
    services.take_turn(game_id=str(game.pk), seq=1)
    for _ in ("running", "over"):
        actor = selectors.events(game=fresh(game), viewer=-1)[1].actor
        assert {name for name in actor.__struct_fields__ if getattr(actor, name)} == {
            "kind",
            "name",
            "version",
            "budget",
        }
        work_off(queue)


def test_a_bot_sees_its_own_seat_alone(queue: Queue, offer: Callable[[str, Any], None]) -> None:
    seen: list[View] = []

    def look(view: View, moves: Sequence[Move]) -> Move:
        seen.append(view)
        assert moves
        assert not any(isinstance(move, Resign) for move in moves)
        return moves[-1]

    offer("odd", Scripted("odd", look))
    game = begun("odd", "odd")
    services.take_turn(game_id=str(game.pk), seq=1)
    (view,) = seen
    hands = [zone for zone in view.cards if zone.startswith("hand:")]
    assert hands == [f"hand:{view.viewer}"]
    assert "draw" not in view.cards


def test_a_bot_catches_before_it_answers(
    queue: Queue, offer: Callable[[str, Any], None], settings: Any
) -> None:
    """A player who forgets UNO is caught by the greedy bot that comes next."""

    def forget(view: View, moves: Sequence[Move]) -> Move:
        plays = [move for move in moves if isinstance(move, Play) and not move.uno]
        others = [move for move in moves if not isinstance(move, Play | Draw | CatchUno)]
        return (plays or others or list(moves))[0]

    offer("odd", Scripted("odd", forget))
    caught = []
    for _ in range(24):
        game = begun("odd", "greedy", variant="xmen")
        work_off(queue)
        caught += [row for row in rows(game) if isinstance(row.move, CatchUno) and row.seat == 1]
    assert caught


# ---- the sweeper


def overdue(game: Game) -> None:
    then = fresh(game).changed_at - timedelta(seconds=60)
    Game.objects.filter(pk=game.pk).update(changed_at=then)


def test_a_turn_that_nobody_took_is_found_and_handed_out_once(queue: Queue) -> None:
    game = begun("greedy", "greedy")
    queue.clear()
    tasks.sweep()
    assert queue == []
    overdue(game)
    tasks.sweep()
    tasks.sweep()
    assert queue == [(str(game.pk), 1)]
    work_off(queue)
    assert fresh(game).status == Game.Status.OVER
    tasks.sweep()
    assert queue == []


def test_a_game_that_waits_for_a_person_is_not_swept(queue: Queue) -> None:
    game = begun("me", "greedy", dealer=1)
    work_off(queue)
    overdue(game)
    tasks.sweep()
    assert queue == []


def test_a_broker_that_does_not_answer_fails_no_move(
    queue: Queue, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse(*turn: object) -> None:
        raise ConnectionError

    monkeypatch.setattr(tasks, "send", refuse)
    game = begun("greedy", "greedy")
    assert fresh(game).waits_for_bot


def test_the_games_know_the_bots_and_whom_to_tell() -> None:
    assert bot_terms == {
        name: (one.version, one.budget, levels()[name]) for name, one in STRATEGIES.items()
    }
    assert tasks.on_bot_turn in on_bot_turn


def test_the_bots_are_reported_with_their_strength(client: Client) -> None:
    answer = client.get("/api/v1/bots/")
    assert answer.status_code == 200
    told = answer.json()["results"]
    assert [one["name"] for one in told] == ["random", "casual", "greedy", "skilled", "thinker"]
    assert all(set(one["strength"]) == {"en", "fr-CA"} and one["version"] for one in told)
