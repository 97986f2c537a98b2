"""The clock of stored games: one timeout at each deadline, and no time for what is down."""

from datetime import UTC, datetime, timedelta
from typing import Any, Final

import pytest

from games.audit.bundle import encode_bundle
from games.engine import Draw, Expire, Pause, Play, Resume
from games.engine.facts import TimeShifted
from games.errors import StaleSeq
from games.ledger import rows, store
from games.ledger.rows import EVERYTHING, Actor
from games.models import ClockTick, Game, MoveEvent, Refusal
from games.pages.game_list import listed_games
from games.play import deadlines, openings, seating, submitting
from games.play.commands import MoveCommand
from games.play.seating import SeatSpec
from games.players.models import Player
from games.proofs.bundle_making import bundle_of
from games.proofs.runs import verdict_on
from games.tasks import run_clocks
from tests.games.tables import asked, begun, fresh, make, moves_now, open_game
from tests.proof.test_verify_js import verify_all

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

NOON = datetime(2027, 1, 15, 12, tzinfo=UTC)
CLOCK = {"seconds": 30, "bank": 60, "increment": 5}


class Hands:
    """The hands of the machine's clock; they stay where they are put."""

    def __init__(self) -> None:
        self.moment = NOON
        self.set_by = timedelta()

    @property
    def passed(self) -> float:
        """The seconds since noon: setting the clock changes nothing about them."""
        return (self.moment - self.set_by - NOON).total_seconds()

    def set(self, seconds: float) -> None:
        """Set the clock forward, or back."""
        self.moment += timedelta(seconds=seconds)
        self.set_by += timedelta(seconds=seconds)

    def __call__(self) -> datetime:
        return self.moment

    def on(self, seconds: float, *, running: bool = True) -> None:
        """Go on; while the clock of the games runs, it runs each second."""
        until = self.moment + timedelta(seconds=seconds)
        while running and self.moment + timedelta(seconds=5) < until:
            self.moment += timedelta(seconds=5)
            run_clocks()
        self.moment = until

    def run(self, seconds: float, *, running: bool = True) -> None:
        """Go on, and let the clock of the games run at the end of it."""
        self.on(seconds, running=running)
        run_clocks()


@pytest.fixture
def hands(monkeypatch: pytest.MonkeyPatch) -> Hands:
    clock = Hands()
    monkeypatch.setattr(rows, "wall_time", clock)
    monkeypatch.setattr(deadlines, "_future", deadlines._Future())
    monkeypatch.setattr("games.play.deadlines.time.monotonic", lambda: clock.passed)
    return clock


@pytest.fixture
def clocked(hands: Hands, alice: Player, bob: Player) -> Game:
    """A game of Alice and Bob with a clock; one of them is asked for a card."""
    while True:
        game = begun(alice, bob, clock=CLOCK)
        if store.load(game).prompts[-1].kind == "turn":
            run_clocks()
            return game


@pytest.mark.parametrize("most", [3, 0])
def test_a_table_that_all_have_left_ends_and_the_list_says_so(
    hands: Hands, alice: Player, bob: Player, most: int
) -> None:
    game = begun(alice, bob, clock=CLOCK, timeouts_out=most)
    run_clocks()
    hands.on(900)
    ended = fresh(game)
    assert (ended.status, ended.why, ended.winner, ended.places) == ("over", "void", None, "")
    said = [listed_games([ended], language)[0].winner for language in ("en", "fr-CA")]
    assert said == ["ended without a result", "terminée sans résultat"]


def left(game: Game, hands: Hands) -> float:
    """How many seconds are left before the clock moves."""
    deadline = fresh(game).deadline
    assert deadline is not None
    return (deadline - hands.moment).total_seconds()


def expired(game: Game) -> list[int]:
    return [row.seq for row in store.history(fresh(game)) if isinstance(row.move, Expire)]


def test_a_game_knows_its_deadline(clocked: Game) -> None:
    assert fresh(clocked).deadline == NOON + timedelta(seconds=90)


def test_a_game_without_a_clock_has_no_deadline(alice: Player, bob: Player) -> None:
    game = begun(alice, bob)
    assert fresh(game).deadline is None
    assert run_clocks() is None
    assert fresh(game).seq == 1


def test_a_question_runs_out_once_however_often_the_clock_runs(clocked: Game, hands: Hands) -> None:
    seat = asked(clocked)
    hands.on(89.999)
    assert deadlines.run_clocks() == 0
    hands.on(0.001)
    assert deadlines.run_clocks() == 1
    assert deadlines.run_clocks() == 0
    event = MoveEvent.objects.get(game=clocked, seq=2)
    assert event.actor == '{"kind":"clock"}'
    assert (event.seat, event.created_at) == (seat, NOON + timedelta(seconds=90))
    assert fresh(clocked).deadline == NOON + timedelta(seconds=180)
    assert not Refusal.objects.exists()


def test_two_runs_at_once_let_it_run_out_once(
    clocked: Game, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.run(85)
    hands.on(6, running=False)
    found = deadlines._clocked(deadline__lte=hands.moment)
    assert deadlines.run_clocks() == 1
    monkeypatch.setattr(deadlines, "_clocked", lambda **_: found)
    assert deadlines.run_clocks() == 0
    assert expired(clocked) == [2]


def organise(game: Game, move: Any) -> None:
    actor = Actor(kind="organiser", player="staff-1", reason="Lunch.")
    submitting.submit_move(fresh(game), MoveCommand(move, actor))


def test_a_pause_costs_nobody_time(clocked: Game, hands: Hands) -> None:
    hands.on(50)
    organise(clocked, Pause())
    assert fresh(clocked).deadline is None
    hands.on(5000)
    assert expired(clocked) == []
    organise(clocked, Resume())
    assert fresh(clocked).deadline == hands.moment + timedelta(seconds=40)


def test_time_in_which_the_clock_did_not_run_costs_nobody_time(clocked: Game, hands: Hands) -> None:
    hands.run(20)
    hands.run(3600, running=False)
    assert expired(clocked) == []
    assert left(clocked, hands) == 70
    run_clocks()
    assert fresh(clocked).seq == 2
    assert "common.clock.stands" in MoveEvent.objects.get(game=clocked, seq=2).rulings


def test_a_run_that_died_half_way_takes_no_time_twice(clocked: Game, hands: Hands) -> None:
    hands.run(20)
    since = hands.moment
    hands.on(100, running=False)
    assert submitting.leave_out(clocked.pk, since)
    hands.run(30, running=False)
    # The 30 seconds after the first part are counted: the clock was started in between.
    assert left(clocked, hands) == 40


def test_a_player_can_answer_while_the_clock_does_not_run(clocked: Game, hands: Hands) -> None:
    hands.run(20)
    hands.on(3600, running=False)
    seat, seen = asked(clocked), fresh(clocked)
    with pytest.raises(StaleSeq):
        make(clocked, Draw(seat), seen=seen, expected=seen.seq)
    assert make(clocked, Draw(seat)).game.seq == 3
    assert not Refusal.objects.exists()


def test_a_clock_that_is_set_forward_costs_nobody_time(clocked: Game, hands: Hands) -> None:
    hands.run(20)
    hands.moment += timedelta(days=1)
    run_clocks()
    assert left(clocked, hands) == 70


def test_a_clock_set_forward_costs_nobody_time_whose_question_is_newer_than_the_last_run(
    clocked: Game, hands: Hands
) -> None:
    hands.run(20)
    hands.on(0.9, running=False)
    make(clocked, Draw(asked(clocked)))
    hands.moment += timedelta(days=1)
    run_clocks()
    run_clocks()
    assert left(clocked, hands) == 90
    assert expired(clocked) == []


def test_a_clock_set_forward_in_a_run_costs_nobody_time(
    clocked: Game, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands.run(20)
    before = deadlines.gap_since

    def forward(*given: Any) -> Any:
        found = before(*given)
        monkeypatch.setattr(deadlines, "gap_since", before)
        hands.moment += timedelta(days=1)
        return found

    monkeypatch.setattr(deadlines, "gap_since", forward)
    run_clocks()
    run_clocks()
    assert expired(clocked) == []


HOUR: Final = 3600


def set_back(hands: Hands, seconds: float = HOUR) -> None:
    """Set the clock back, and let the clock of the games notice it."""
    hands.set(-seconds)
    hands.run(16)


def in_order(game: Game) -> bool:
    """Whether no row is earlier than the one before it; both verifiers must pass all rows."""
    times = list(
        MoveEvent.objects.filter(game=game).order_by("seq").values_list("created_at", flat=True)
    )
    verdict = verdict_on(fresh(game))
    assert verdict.passed, verdict
    (told,) = verify_all([encode_bundle(bundle_of(game=fresh(game), viewer=EVERYTHING))])
    assert told["questions"]["sealed"]["answer"] == "yes", told
    return times == sorted(times)


def test_a_question_has_at_most_its_own_time_after_the_clock_was_set_back(
    clocked: Game, hands: Hands
) -> None:
    hands.run(40)
    set_back(hands)
    assert left(clocked, hands) == 90
    (row,) = store.history(fresh(clocked), after=1)
    assert row.facts[0] == TimeShifted(1000 * (HOUR - 40 - 16))
    assert row.rulings[0].rule == "common.clock.stands"
    hands.on(89.5)
    assert expired(clocked) == []
    hands.run(0.5)
    assert expired(clocked) == [3]
    assert in_order(clocked)


def test_an_answer_after_the_clock_was_set_back_costs_its_own_time(
    clocked: Game, hands: Hands
) -> None:
    hands.run(40)
    seat = asked(clocked)
    set_back(hands)
    hands.on(50)
    outcome = make(clocked, Draw(seat))
    assert outcome.state.clock is not None
    assert outcome.state.clock.banks[seat] == 1000 * (60 - 20 + 5)
    assert in_order(clocked)


@pytest.mark.parametrize("seconds", [20, HOUR])
def test_a_question_asked_before_it_is_noticed_that_the_clock_was_set_back_has_its_whole_time(
    clocked: Game, hands: Hands, seconds: int
) -> None:
    hands.run(40)
    hands.set(-seconds)
    make(clocked, Draw(asked(clocked)))
    before = left(clocked, hands)
    hands.run(16)
    assert left(clocked, hands) == (90 if seconds == HOUR else before - 16)
    assert in_order(clocked)


def test_a_clock_that_is_set_forward_again_ends_the_shift(clocked: Game, hands: Hands) -> None:
    hands.run(40)
    set_back(hands)
    hands.run(20)
    hands.set(HOUR)
    run_clocks()
    assert left(clocked, hands) == 70
    assert store.load(fresh(clocked)).ahead == 0
    run_clocks()
    assert fresh(clocked).seq == 3
    assert in_order(clocked)


def test_a_gap_after_the_clock_was_set_back_costs_nobody_time(clocked: Game, hands: Hands) -> None:
    hands.run(40)
    set_back(hands)
    hands.run(20)
    hands.run(500, running=False)
    assert left(clocked, hands) == 70
    assert in_order(clocked)


def test_a_question_has_at_most_its_own_time_after_the_clock_was_set_back_twice(
    clocked: Game, hands: Hands
) -> None:
    hands.run(40)
    set_back(hands)
    hands.run(10)
    set_back(hands, 10 * HOUR)
    assert left(clocked, hands) == 90
    assert in_order(clocked)


def test_a_run_that_died_half_way_shifts_no_game_twice(clocked: Game, hands: Hands) -> None:
    hands.run(40)
    since = hands.moment
    hands.set(-HOUR)
    assert submitting.leave_out(clocked.pk, since)
    assert not submitting.leave_out(clocked.pk, since)
    hands.run(16)
    assert fresh(clocked).seq == 2
    assert left(clocked, hands) == 74


def test_a_machine_whose_clock_is_behind_that_of_another_sets_nothing_back(
    clocked: Game, hands: Hands
) -> None:
    for _ in range(60):
        hands.run(0.5)
        hands.set(-HOUR)
        run_clocks()
        hands.set(HOUR)
    assert fresh(clocked).seq == 1
    assert ClockTick.objects.get().at == hands.moment
    assert left(clocked, hands) == 60


def test_clocks_that_differ_by_seconds_set_nothing_back(clocked: Game, hands: Hands) -> None:
    hands.run(40)
    hands.set(-9)
    hands.run(30)
    assert fresh(clocked).seq == 1


def test_a_pause_in_which_the_clock_is_set_back_costs_nobody_time(
    clocked: Game, hands: Hands
) -> None:
    hands.on(50)
    organise(clocked, Pause())
    set_back(hands)
    organise(clocked, Resume())
    assert left(clocked, hands) == 40
    assert in_order(clocked)


def test_a_game_that_starts_after_the_clock_was_set_back_has_its_own_times(
    hands: Hands, alice: Player, bob: Player
) -> None:
    seats = (SeatSpec("player"), SeatSpec("invited", player=bob))
    game = open_game(alice, *seats, options={"clock": CLOCK})
    seating.join_game(game_id=game.pk, player=bob)
    set_back(hands)
    openings.start_game(game_id=game.pk, player=alice)
    assert left(game, hands) == 90


def expose(game: Game) -> None:
    """Play until a hand is exposed, which opens the window."""
    for _ in range(400):
        if store.load(fresh(game)).window is not None or not moves_now(fresh(game)):
            break
        plays = [m for m in moves_now(fresh(game)) if isinstance(m, Play) and not m.uno]
        make(game, plays[0] if plays else moves_now(fresh(game))[0])
    assert store.load(fresh(game)).window is not None


def test_a_window_has_its_own_time_when_the_clock_is_set_back(
    hands: Hands, alice: Player, bob: Player
) -> None:
    game, other = begun(alice, bob, uno_window=5), begun(alice, bob, uno_window=5)
    expose(game)
    hands.run(1)
    set_back(hands)
    assert left(game, hands) == 5
    expose(other)
    assert left(other, hands) == 5
    hands.run(5)
    assert {store.load(fresh(one)).window for one in (game, other)} == {None}
    assert in_order(game)
    assert in_order(other)


def test_one_game_that_fails_does_not_keep_the_others_waiting(
    clocked: Game, hands: Hands, alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = begun(alice, bob, clock={"seconds": 88})
    make = deadlines.make_move

    def fails(game: Game, command: MoveCommand) -> Any:
        if game.pk == other.pk:
            raise RuntimeError("broken")
        return make(game, command)

    hands.run(85)
    monkeypatch.setattr(deadlines, "make_move", fails)
    hands.on(6, running=False)
    assert deadlines.run_clocks() == 1
    assert expired(clocked) == [2]


def test_the_time_of_the_last_run_is_written_once_a_second(clocked: Game, hands: Hands) -> None:
    hands.run(0.5)
    assert ClockTick.objects.get().at == NOON
    hands.run(0.5)
    assert ClockTick.objects.get().at == hands.moment


def test_an_audit_finds_a_deadline_that_is_not_that_of_the_rows(clocked: Game) -> None:
    game = make(clocked, moves_now(clocked)[0]).game
    assert verdict_on(fresh(game)).passed
    assert game.deadline is not None
    for forged in (None, game.deadline + timedelta(milliseconds=1)):
        Game.objects.filter(pk=game.pk).update(deadline=forged)
        verdict = verdict_on(fresh(game))
        assert [(one.code, one.path) for one in verdict.sealed.findings] == [("line", "/deadline")]
