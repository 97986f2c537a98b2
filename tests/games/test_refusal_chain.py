"""Refused moves form a chain that the next row seals, also under concurrency."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier

import pytest
from django.db import connection

from games.engine import NOBODY, Draw, IllegalMove
from games.ledger import sealing, signing, store
from games.ledger.heads import Refused, head_message
from games.ledger.signatures import verify
from games.models import Game, Refusal
from games.play import selectors, submitting
from games.play.commands import MoveCommand
from games.play.refusals import MAX_REFUSALS
from tests.games.tables import actor_on, fresh, make, moves_now, refuse


def links(game: Game, seq: int, digest: str) -> str:
    """Check the chain of the refusals stored after a row, and return its last link."""
    previous = digest
    at = ""
    for nth, refusal in enumerate(Refusal.objects.filter(game=game, seq=seq).order_by("nth"), 1):
        part = store.hidden_refusal(game, refusal)
        previous = sealing.link(previous, part.commitment)
        assert (refusal.nth, refusal.link) == (nth, previous)
        value = store.refusal_part(refusal)
        assert value["at"] >= at
        at = value["at"]
    return previous


def check_chain(game: Game) -> int:
    """Check rows and refusals of a game, and return how many were refused."""
    game, total = fresh(game), 0
    rows = list(store.history(game))
    previous = sealing.GENESIS
    for row in rows:
        if row.seq > 1:
            head = links(game, row.seq - 1, previous)
            stored = Refusal.objects.filter(game=game, seq=row.seq - 1).count()
            assert (row.refused is None) == (stored == 0)
            if row.refused is not None:
                assert row.refused.head == head
                assert row.refused.count >= stored
                total += row.refused.count
        sealed = sealing.seal(row.to_dict(), row.hidden(), game.secret)
        assert sealing.digest(previous, sealed) == row.digest
        previous = row.digest
    head = links(game, game.seq, previous)
    assert game.refused_head == (head if game.refused else "")
    return total + game.refused


@pytest.mark.django_db
def test_the_next_row_seals_what_was_refused_before_it(running: Game) -> None:
    refuse(running, 0, 2)
    refuse(running, 1)
    game = fresh(running)
    assert (game.refused, game.refused_head) == (3, links(game, 1, game.head))
    outcome = make(game, moves_now(game)[0])
    assert outcome.rows[0].refused == Refused(3, game.refused_head)
    after = fresh(game)
    assert (after.refused, after.refused_head) == (0, "")
    assert make(after, moves_now(after)[0]).rows[0].refused is None
    assert check_chain(after) == 3


@pytest.mark.django_db
def test_refusals_that_are_only_counted_are_sealed_by_number(running: Game) -> None:
    refuse(running, 0, MAX_REFUSALS + 5)
    game = fresh(running)
    assert game.refused == MAX_REFUSALS + 5
    assert Refusal.objects.count() == MAX_REFUSALS
    assert check_chain(game) == MAX_REFUSALS + 5


@pytest.mark.django_db
def test_all_see_how_many_were_refused_and_none_sees_what(running: Game) -> None:
    refuse(running, 0)
    game = fresh(running)
    make(game, moves_now(game)[0])
    (event,) = selectors.events(game=fresh(game), viewer=NOBODY, after=1)
    assert event.refused == Refused(1, game.refused_head)


@pytest.mark.django_db
def test_the_signed_head_has_what_was_refused_since(running: Game) -> None:
    refuse(running, 0)
    game = fresh(running)
    receipt = signing.sign_head(store.head_of(game))
    assert receipt.head.refused == Refused(1, game.refused_head)
    assert (receipt.head.seq, receipt.head.digest) == (1, game.head)
    assert verify(receipt.public, head_message(receipt.head), receipt.signature)


@pytest.mark.django_db
def test_a_move_refused_on_an_old_position_is_decided_again(running: Game) -> None:
    old = fresh(running)
    asked = store.load(old).prompts[-1].seat
    make(running, Draw(asked))
    game = fresh(running)
    while store.load(game).prompts[-1].seat == asked:
        make(game, moves_now(game)[-1])
        game = fresh(game)
    other = 1 - asked
    move = moves_now(game)[0]
    assert move.seat == other
    outcome = submitting.submit_move(old, MoveCommand(move, actor_on(game, other)))
    assert outcome.game.seq == game.seq + 1
    assert not Refusal.objects.exists()


@pytest.mark.django_db
def test_a_move_decided_before_a_refusal_is_decided_again_after_it(running: Game) -> None:
    old = fresh(running)
    refuse(running, 0)
    outcome = submitting.submit_move(
        old, MoveCommand(move := moves_now(running)[0], actor_on(running, move.seat))
    )
    refused = outcome.rows[0].refused
    assert refused is not None
    assert refused.count == 1
    assert check_chain(running) == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.slow
def test_refusals_and_moves_at_once_are_all_in_the_chain(running: Game) -> None:
    start, refusals = Barrier(6), 8

    def wrong(number: int) -> int:
        try:
            start.wait(10)
            refuse(running, number % 2, refusals)
            return 0
        finally:
            connection.close()

    def play(_number: int) -> int:
        made = 0
        try:
            start.wait(10)
            for _ in range(12):
                game = fresh(running)
                moves = moves_now(game) if game.status == Game.Status.RUNNING else []
                if not moves:
                    break
                with suppress(IllegalMove):
                    made += len(make(game, moves[0], seen=game).rows)
            return made
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        played = sum(threads.map(lambda one: play(one) if one < 2 else wrong(one), range(6)))
    game = fresh(running)
    store.forget()
    total = check_chain(game)
    assert game.seq == 1 + played
    if game.status == Game.Status.RUNNING:
        assert total >= 4 * refusals
