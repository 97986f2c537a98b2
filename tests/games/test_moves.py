"""A move is made once, atomically and in turn; or it is refused and recorded."""

import json
import logging
from collections.abc import Iterable
from typing import Any

import pytest
from django.db import transaction

from games.engine import Choose, Draw, IllegalMove, Move, Play, Resign
from games.errors import KeyReused, StaleSeq
from games.ledger import store
from games.ledger.move_receipts import RequestKey, find_receipt
from games.models import Game, MoveEvent, Refusal
from games.play import bot_turns, commands, deciding, openings, refusals, submitting
from games.play.commands import MoveCommand
from games.play.seating import SeatSpec
from games.players.models import Player
from tests.games.tables import actor_on, asked, begun, fresh, make, moves_now, open_game, play_on

pytestmark = pytest.mark.django_db(transaction=True)


def plays(game: Game, card: str) -> Play | None:
    """A play of this card that leaves some in the hand, if it is possible now."""
    for move in moves_now(game):
        if isinstance(move, Play) and move.card == card and not move.uno:
            held = len(store.load(game).zones[f"hand:{move.seat}"])
            return move if held > 3 else None
    return None


def until_play(first: Game, card: str, again: Iterable[int]) -> tuple[Game, Play]:
    """A game at a point where a card may be played, and that play."""
    players = [seat.player for seat in first.seat_set.order_by("number")]
    game = first
    for seed in again:
        game = play_on(game, seed, until=lambda game, moves: plays(game, card) is not None)
        if game.status == Game.Status.RUNNING:
            move = plays(game, card)
            assert move is not None
            return game, move
        game = begun(*players)
    raise AssertionError(f"no game came to {card}")


def test_a_move_adds_a_row_and_moves_the_game_on(running: Game) -> None:
    outcome = make(running, Draw(asked(running)))
    (row,) = outcome.rows
    stored = MoveEvent.objects.get(game=running, seq=2)
    assert (row.seq, row.seat, row.digest) == (2, stored.seat, stored.digest)
    assert stored.created_at.microsecond % 1000 == 0
    game = fresh(running)
    assert (game.seq, game.head, game.changed_at) == (2, row.digest, stored.created_at)
    assert game.to_act == outcome.state.prompts[-1].seat
    assert store.load(game) == outcome.state


def test_a_move_that_was_overtaken_since_the_game_was_read_is_stale(running: Game) -> None:
    seen = fresh(running)
    move = moves_now(running)[-1]
    make(running, move)
    with pytest.raises(StaleSeq):
        make(running, move, seen=seen, expected=1)
    assert fresh(running).seq == 2


def test_choices_are_answered_as_rows_of_their_own(running: Game) -> None:
    game, move = until_play(running, "wild", range(20, 60))
    outcome = make(game, move, choices={"color": "red", "player": 1})
    assert [row.seq for row in outcome.rows] == [game.seq + 1, game.seq + 2]
    assert [row.move for row in outcome.rows] == [move, Choose(move.seat, "red")]
    assert outcome.state.color == "red"
    assert outcome.unused == ("player",)
    assert store.state_at(fresh(game), outcome.game.seq) == outcome.state


def test_a_choice_that_is_none_takes_the_whole_move_back(running: Game) -> None:
    game, move = until_play(running, "wild", range(20, 60))
    with pytest.raises(IllegalMove) as caught:
        make(game, move, choices={"color": ["pink"]})
    assert caught.value.code == "not_an_option"
    assert fresh(game).seq == game.seq == MoveEvent.objects.filter(game=game).count()
    refusal = Refusal.objects.get()
    assert (refusal.seq, refusal.move) == (
        game.seq, f'{{"move":"choose","seat":{move.seat},"option":"pink"}}',
    )  # fmt: skip
    assert make(game, move).state.prompts[-1].kind == "color"


def test_a_refused_move_is_put_on_record_with_its_rule_and_moment(running: Game) -> None:
    other = 1 - asked(running)
    with pytest.raises(IllegalMove):
        make(running, Play(other, "wild"))
    refusal = Refusal.objects.get(game=running)
    assert (refusal.seq, refusal.seat) == (1, other)
    assert (refusal.code, refusal.rule) == ("not_your_prompt", "common.turn")
    assert refusal.params == f'{{"seat":{1 - other}}}'
    assert refusal.move == f'{{"move":"play","seat":{other},"card":"wild","uno":false}}'
    assert refusal.actor == f'{{"kind":"player","player":"{actor_on(running, other).player}"}}'
    assert refusal.created_at >= running.changed_at
    assert fresh(running).head == running.head


def test_a_long_refused_move_is_kept_in_part(running: Game) -> None:
    with pytest.raises(IllegalMove):
        make(running, Play(asked(running), "x" * 5000))
    kept = json.loads(Refusal.objects.get().move)
    assert len(kept) == refusals.MAX_REFUSED_LENGTH
    assert kept.startswith('{"move":"play"')


def test_a_finished_game_refuses_every_move(running: Game) -> None:
    outcome = make(running, Resign(0))
    assert (outcome.game.status, outcome.game.winner) == (Game.Status.OVER, 1)
    over = fresh(running)
    assert (over.why, over.to_act, over.waits_for_bot) == ("last", None, False)
    assert over.ended_at == over.changed_at
    with pytest.raises(IllegalMove) as caught:
        make(running, Draw(1))
    assert caught.value.code == "game_over"
    assert not Refusal.objects.exists()
    assert fresh(running).refused == 0


# ---- deciding and committing


def command(game: Game, move: Move, **more: Any) -> MoveCommand:
    return MoveCommand(move, actor_on(game, move.seat), **more)


def keyed(name: str = "k", digest: str = "a") -> RequestKey:
    return RequestKey("a player", name, digest)


def made_under(game: Game, key: RequestKey) -> tuple[int, int]:
    """The last row that was written under a key, and how many were."""
    receipt = find_receipt(game.pk, key)
    assert receipt is not None
    return receipt.seq, receipt.events


def test_a_decided_move_changes_nothing_before_its_commit(running: Game) -> None:
    game = fresh(running)
    outcome = deciding.decide_move(game, command(game, Draw(asked(game))))
    assert (game.seq, outcome.game.seq, [row.seq for row in outcome.rows]) == (1, 2, [2])
    assert fresh(running).seq == MoveEvent.objects.filter(game=running).count() == 1
    submitting.commit_move(outcome, keyed())
    assert fresh(running).seq == MoveEvent.objects.filter(game=running).count() == 2
    assert made_under(running, keyed()) == (2, 1)


def test_a_move_decided_on_an_old_game_is_not_committed(running: Game) -> None:
    game = fresh(running)
    late = deciding.decide_move(game, command(game, Draw(asked(game))))
    make(running, moves_now(running)[-1])
    before = fresh(running)
    with pytest.raises(store.Conflict):
        submitting.commit_move(late, keyed())
    assert fresh(running).head == before.head
    assert find_receipt(running.pk, keyed()) is None


def test_a_key_is_committed_once_and_its_second_move_not_at_all(running: Game) -> None:
    draw = command(running, Draw(asked(running)))
    submitting.commit_move(deciding.decide_move(running, draw), keyed())
    game = fresh(running)
    again = deciding.decide_move(game, command(game, moves_now(game)[0]))
    with pytest.raises(store.Conflict):
        submitting.commit_move(again, keyed(digest="b"))
    assert fresh(running).seq == MoveEvent.objects.filter(game=running).count() == 2
    assert made_under(running, keyed()) == (2, 1)


def test_a_key_belongs_to_its_request_and_its_game(running: Game, bob: Player) -> None:
    draw = command(running, Draw(asked(running)))
    submitting.commit_move(deciding.decide_move(running, draw), keyed())
    another = begun(running.creator, bob)
    with pytest.raises(KeyReused):
        find_receipt(running.pk, keyed(digest="b"))
    assert find_receipt(another.pk, keyed()) is None
    assert find_receipt(running.pk, keyed("another")) is None


def test_a_refused_move_leaves_the_game_as_it_was_read(running: Game) -> None:
    game, move = until_play(running, "wild", range(20, 60))
    seq, head, state = game.seq, game.head, store.load(game)
    with pytest.raises(commands.MoveRefused) as caught:
        deciding.decide_move(game, command(game, move, choices={"color": "pink"}))
    refused = caught.value
    assert (game.seq, game.head) == (seq, head)
    assert (refused.game, refused.state) == (game, state)
    assert (refused.before, refused.move) == ((move,), Choose(move.seat, "pink"))
    assert not Refusal.objects.exists()


# ---- after the commit


@pytest.fixture
def told() -> list[tuple[str, int]]:
    heard: list[tuple[str, int]] = []
    bot_turns.on_bot_turn.append(lambda turn: heard.append((turn.game, turn.seq)))
    return heard


def with_bot(alice: Player) -> Game:
    seats = SeatSpec("player"), SeatSpec("bot", bot="random")
    game = open_game(alice, *seats, options={"dealer": 1})
    return openings.start_game(game_id=game.pk, player=alice).game


def test_bots_are_notified_when_one_of_them_is_asked(
    alice: Player, told: list[tuple[str, int]]
) -> None:
    game = with_bot(alice)
    while not game.waits_for_bot:
        game = make(game, moves_now(game)[-1]).game
    assert told[-1] == (str(game.pk), game.seq)
    assert fresh(game).waits_for_bot


def test_no_callback_runs_for_a_move_that_was_rolled_back(
    alice: Player, told: list[tuple[str, int]]
) -> None:
    game = with_bot(alice)
    told.clear()
    with pytest.raises(RuntimeError), transaction.atomic():
        make(game, Resign(0))
        raise RuntimeError
    assert told == []
    assert fresh(game).seq == game.seq


def test_a_listener_that_fails_does_not_fail_the_move_nor_the_others(
    alice: Player, told: list[tuple[str, int]], caplog: pytest.LogCaptureFixture
) -> None:
    def fail(turn: bot_turns.BotTurn) -> None:
        raise ConnectionError

    bot_turns.on_bot_turn.insert(0, fail)
    game = with_bot(alice)
    with caplog.at_level(logging.ERROR):
        while not game.waits_for_bot:
            game = make(game, moves_now(game)[-1]).game
    assert told[-1] == (str(game.pk), game.seq)
    assert "waits for a bot" in caplog.text
    assert game.secret.hex() not in caplog.text


# ---- without making it


def test_a_dry_run_reports_what_a_plain_play_would_cause_and_stores_nothing(running: Game) -> None:
    game, move = until_play(running, "wild", range(20, 60))
    forecast = deciding.dry_run(game, command(game, move, expected=game.seq))
    assert forecast is not None
    assert fresh(game).seq == game.seq
    assert make(game, move).rows[0].facts == forecast.facts


def test_a_dry_run_refuses_like_the_move_but_puts_nothing_on_record(running: Game) -> None:
    other = 1 - asked(running)
    with pytest.raises(IllegalMove):
        deciding.dry_run(running, command(running, Draw(other)))
    with pytest.raises(StaleSeq):
        deciding.dry_run(running, command(running, Draw(other), expected=0))
    assert not Refusal.objects.exists()
