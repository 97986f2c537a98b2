"""Calls and catches in a window are held in secret, and written down when it closes."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import pytest
from django.forms.models import model_to_dict

from games.engine import (
    ACTS,
    NOBODY,
    CallJudge,
    CallUno,
    CancelCall,
    CatchUno,
    CloseWindow,
    Draw,
    IllegalMove,
    Move,
    Pause,
    Resign,
    Resume,
    Void,
    Warn,
)
from games.ledger import store
from games.ledger.move_receipts import RequestKey, find_receipt
from games.ledger.rows import EVERYTHING, Actor, Row
from games.models import Game, HeldMove, MoveEvent, MoveReceipt, Refusal
from games.play import deadlines, deciding, selectors, submitting
from games.play.commands import MoveCommand
from games.play.refusals import MAX_REFUSALS
from games.players.models import Player
from games.proofs.runs import verdict_on
from tests.games.tables import begun, fresh, guest, make, moves_now, refuse
from tests.games.test_deadlines import Hands
from tests.games.test_deadlines import hands as hands
from tests.games.windows import exposed, in_window, others

pytestmark = pytest.mark.django_db

ORGANISER = Actor(kind="organiser", player="staff-1", reason="A test.")


@pytest.fixture
def game(hands: Hands, alice: Player, bob: Player) -> Game:
    """A game of four in an open window."""
    return in_window(alice, bob, guest("Carol"), guest("Dan"))


def act(game: Game, move: Move) -> None:
    submitting.submit_move(fresh(game), MoveCommand(move, ORGANISER))


def close(game: Game, hands: Hands) -> list[Row]:
    """Let the window close, and return the rows since it was open."""
    before = fresh(game).seq
    hands.on(4)
    deadlines.run_clocks()
    assert store.load(fresh(game)).window is None
    return list(store.history(fresh(game), after=before))


def moves(rows: Sequence[Row]) -> list[object]:
    return [row.move for row in rows]


def code_of(game: Game, move: Move) -> str:
    with pytest.raises(IllegalMove) as refused:
        make(game, move)
    return refused.value.code


def hand(game: Game, seat: int) -> int:
    return len(store.load(fresh(game)).zones[f"hand:{seat}"])


def seen(game: Game) -> list[object]:
    """What is stored for all to read, and the view of each viewer but the one that catches."""
    catcher = others(game)[0]
    viewers = [one for one in (EVERYTHING, NOBODY, *range(4)) if one != catcher]
    return [
        model_to_dict(Game.objects.get(pk=game.pk)),
        [*MoveEvent.objects.filter(game=game).values()],
        [*Refusal.objects.values()],
        [selectors.position(game=fresh(game), viewer=viewer) for viewer in viewers],
    ]


@pytest.mark.parametrize("calls", [False, True])
def test_a_held_move_changes_nothing_that_another_seat_can_read(game: Game, calls: bool) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    if calls:
        make(game, CatchUno(others(game)[1], owner))
    before = seen(game)
    outcome = make(game, CatchUno(catcher, owner))
    assert seen(game) == before
    assert (outcome.rows, outcome.game.seq) == ((), game.seq)
    view = selectors.position(game=fresh(game), viewer=catcher)
    assert (view.held, view.open) == ((owner,), (Resign(catcher),))
    assert HeldMove.objects.count() == 1 + calls


def test_it_becomes_a_row_just_before_the_window_closes(game: Game, hands: Hands) -> None:
    owner, first, second, *_ = exposed(game), *others(game)
    hands.on(1)
    make(game, CatchUno(second, owner))
    hands.on(1)
    make(game, CatchUno(first, owner))
    rows = close(game, hands)
    assert moves(rows) == [CatchUno(second, owner), CatchUno(first, owner), CloseWindow()]
    assert [row.at[17:19] for row in rows] == ["01", "02", "06"]
    assert [row.seat for row in rows] == [second, first, None]
    assert rows[0].actor.kind == "player"
    assert hand(game, owner) == 3
    assert not HeldMove.objects.exists()
    assert verdict_on(fresh(game)).sealed.answer == "yes"
    assert fresh(game).deadline is None


def test_a_second_one_is_refused_and_leaves_no_trace(game: Game, hands: Hands) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    for move in (CatchUno(catcher, owner), CallUno(owner)):
        make(game, move)
        before = seen(game)
        assert code_of(game, move) == "already_held"
        assert seen(game) == before
    assert HeldMove.objects.count() == 2
    command = MoveCommand(CallUno(owner), Actor(kind="player", player=""))
    with pytest.raises(IllegalMove, match="already_held"):
        deciding.dry_run(fresh(game), command)


def test_a_catch_by_a_seat_that_is_out_is_recorded_as_refused(game: Game, hands: Hands) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))
    make(game, Resign(catcher))
    left = fresh(game)
    assert (left.refused, left.seq) == (0, game.seq + 1)
    (row,) = close(game, hands)
    assert row.refused is not None
    refusal = Refusal.objects.get()
    assert (refusal.seat, refusal.rule, row.refused.count) == (catcher, "common.forfeit", 1)
    assert refusal.code == "already_out"
    assert hand(game, owner) == 1
    assert verdict_on(fresh(game)).sealed.answer == "yes"


def test_of_many_refused_moves_the_last_ones_are_counted_only(game: Game, hands: Hands) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))
    make(game, Resign(catcher))
    for _ in range(MAX_REFUSALS):
        assert code_of(game, Resign(catcher)) == "already_out"
    (row,) = close(game, hands)
    assert row.refused is not None
    assert row.refused.count == MAX_REFUSALS + 1
    assert verdict_on(fresh(game)).sealed.answer == "yes"


def test_a_pause_begins_the_time_again_and_keeps_what_is_held(game: Game, hands: Hands) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))
    hands.on(3)
    act(game, Pause())
    assert selectors.position(game=fresh(game), viewer=catcher).window is None
    hands.on(60)
    assert deadlines.run_clocks() == 0
    assert code_of(game, CallUno(owner)) == "game_paused"
    act(game, Resume())
    assert selectors.position(game=fresh(game), viewer=catcher).held == (owner,)
    rows = close(game, hands)
    assert moves(rows) == [CatchUno(catcher, owner), CloseWindow()]
    assert rows[0].at == list(store.history(fresh(game)))[-3].at
    assert hand(game, owner) == 3
    assert verdict_on(fresh(game)).sealed.answer == "yes"


@pytest.mark.parametrize("ends", ["void", "resigned"])
def test_the_end_of_the_game_writes_down_what_was_held(game: Game, ends: str) -> None:
    owner, catcher, *more = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))
    if ends == "void":
        act(game, Void())
    else:
        for seat in (*more, owner):
            make(game, Resign(seat))
    rows = list(store.history(fresh(game), after=game.seq))
    assert moves(rows)[-2] == CatchUno(catcher, owner)
    assert fresh(game).status == Game.Status.OVER
    assert not HeldMove.objects.exists()
    verdict = verdict_on(fresh(game))
    assert [verdict.sealed.answer, verdict.lawful.answer] == ["yes", "yes"]


def test_a_catch_in_a_paused_game_that_ends_is_refused_by_the_pause(game: Game) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))
    act(game, Pause())
    act(game, Void())
    assert (Refusal.objects.get().rule, fresh(game).refused) == ("common.pause", 0)
    verdict = verdict_on(fresh(game))
    assert [verdict.sealed.answer, verdict.lawful.answer] == ["yes", "yes"]


def test_a_move_that_failed_to_close_the_window_keeps_what_is_held(
    game: Game, monkeypatch: pytest.MonkeyPatch, hands: Hands
) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))

    def fails(*_: Any) -> None:
        raise RuntimeError("broken")

    hands.on(4)
    with monkeypatch.context() as broken:
        broken.setattr(store, "append", fails)
        assert deadlines.run_clocks() == 0
    assert (fresh(game).seq, HeldMove.objects.count()) == (game.seq, 1)
    assert deadlines.run_clocks() == 1
    assert hand(game, owner) == 3


def test_a_held_move_is_acknowledged_once_for_a_key(game: Game) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    key = RequestKey("player", "key", "digest")
    command = MoveCommand(CatchUno(catcher, owner), Actor(kind="player", player=""))
    submitting.commit_move(deciding.decide_move(fresh(game), command), key)
    receipt = find_receipt(game.pk, key)
    assert receipt is not None
    assert submitting.outcome_of(receipt).rows == ()
    other = MoveCommand(CallUno(owner), Actor(kind="player", player=""))
    with pytest.raises(store.Conflict):
        submitting.commit_move(deciding.decide_move(fresh(game), other), key)
    assert (HeldMove.objects.count(), MoveReceipt.objects.count()) == (1, 1)


@pytest.mark.parametrize("is_set_back", [False, True])
def test_a_held_row_is_not_earlier_than_a_refusal_before_it(
    game: Game, hands: Hands, is_set_back: bool
) -> None:
    owner, catcher, *_ = exposed(game), *others(game)
    make(game, CatchUno(catcher, owner))
    hands.on(1)
    for seat in range(4):
        assert code_of(game, Draw(seat)) in ("window_is_open", "not_your_prompt")
    make(game, CallUno(owner))
    if is_set_back:
        hands.set(-0.5)
    rows = close(game, hands)
    assert moves(rows) == [CatchUno(catcher, owner), CallUno(owner), CloseWindow()]
    refused_at = Refusal.objects.latest("nth").created_at
    assert [datetime.fromisoformat(row.at) for row in rows[:2]] == [refused_at] * 2
    assert verdict_on(fresh(game)).sealed.answer == "yes"


def test_a_held_row_is_not_earlier_than_a_held_move_that_is_refused(
    game: Game, hands: Hands
) -> None:
    owner, first, second, *_ = exposed(game), *others(game)
    make(game, CatchUno(first, owner))
    make(game, CatchUno(second, owner))
    make(game, Resign(first))
    assert moves(close(game, hands)) == [CatchUno(second, owner), CloseWindow()]
    assert Refusal.objects.get().code == "already_out"
    assert verdict_on(fresh(game)).sealed.answer == "yes"


@pytest.mark.parametrize("moves_on", [Resign(0), Warn(0), Draw(0)])
def test_no_row_is_earlier_than_a_refusal_before_it(
    alice: Player, bob: Player, hands: Hands, moves_on: Move
) -> None:
    game = begun(alice, bob)
    hands.on(1)
    refuse(game, 0, 2)
    hands.set(-0.5)
    if isinstance(moves_on, Draw):
        moves_on = moves_now(game)[-1]
    act(game, moves_on) if isinstance(moves_on, Warn) else make(game, moves_on)
    assert verdict_on(fresh(game)).sealed.answer == "yes"


AFTER_A_CALL: dict[str, Callable[[int, int], Sequence[Move]]] = {
    "its seat calls a judge": lambda owner, _: [CallJudge(owner, "A card fell.")],
    "its seat cancels that": lambda owner, _: [CallJudge(owner, "Oh."), CancelCall(owner)],
    "another seat calls a judge": lambda _, other: [CallJudge(other, "A card fell.")],
    "a seat resigns": lambda _, other: [Resign(other)],
    "an organiser acts": lambda owner, _: [Warn(owner), Pause(), Resume()],
}


@pytest.mark.django_db(transaction=True)  # States are cached only after a commit.
@pytest.mark.parametrize("case", AFTER_A_CALL)
def test_what_is_held_becomes_a_row_whatever_is_accepted_after_it(
    case: str, hands: Hands, alice: Player, bob: Player
) -> None:
    game = in_window(alice, bob, guest("Carol"), guest("Dan"))
    owner, catcher, other, *_ = exposed(game), *others(game)
    held = [CatchUno(catcher, owner), CallUno(owner)]
    for move in held:
        make(game, move)
    for move in AFTER_A_CALL[case](owner, other):
        act(game, move) if isinstance(move, ACTS) else make(game, move)
    assert moves(close(game, hands)) == [*held, CloseWindow()]
    verdict = verdict_on(fresh(game))
    assert [verdict.sealed.answer, verdict.lawful.answer] == ["yes", "yes"]
