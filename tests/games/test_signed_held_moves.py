"""Signed calls and catches that a window holds: both verifiers know which row they answer."""

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from games.audit.bundle import encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.engine import CallUno, CatchUno, CloseWindow, Move, Remove, Resign, Void, Warn
from games.ledger import store
from games.ledger.heads import act_message
from games.ledger.rows import EVERYTHING, ActSignature, Row
from games.models import Game, Refusal
from games.play.commands import Outcome
from games.play.directing import AskedAct, act_command, organiser_of
from games.play.seating import Contribution
from games.play.submitting import submit_move
from games.players.models import Player
from games.proofs.bundle_making import bundle_of
from tests.games.tables import fresh, guest, make
from tests.games.test_bundle_page import program as program
from tests.games.test_deadlines import Hands
from tests.games.test_deadlines import hands as hands
from tests.games.test_held_moves import act, close
from tests.games.test_signed_moves import KEY, SECRET, sign, signed
from tests.games.windows import exposed, in_window, others
from tests.proof import sealer
from tests.proof.test_verify_js import verify_all

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

Json = dict[str, Any]


def made(game: Game, move: Move) -> Outcome:
    """Make a move; Alice, on seat 0, signs hers."""
    return signed(fresh(game), move) if move.seat == 0 else make(game, move)


def table(*players: Player, exposes: bool) -> Game:
    """A game in an open window, in which the hand of seat 0 is the exposed one, or is not."""
    while True:
        game = in_window(*players, own=Contribution(key=KEY), by=made)
        if (exposed(game) == 0) == exposes:
            return game


def last_rows(game: Game) -> list[Row]:
    return list(store.history(fresh(game), after=game.seq))


def authentic(bundle: Any, program: Json) -> list[tuple[str, int]]:
    """What both verifiers find about the signatures of a bundle; the same."""
    source = sealer.canonical(bundle)
    ours = [(one.code, one.first) for one in audit(read_bundle(source)).authentic.findings]
    (told,) = verify_all([source])
    theirs = told["questions"]["authentic"]["findings"]
    assert ours == [(one["code"], one["first"]) for one in theirs]
    of_rows = [one["code"] for one in theirs if one["path"] == "/signed"]
    assert program["authentic"](program["read"](source)).partition(" ")[0] in (of_rows or [""])
    return ours


def check(game: Game, find: Callable[[Any], Any], program: Json) -> None:
    """A finished game passes, and another number of the row that is answered is found."""
    source = encode_bundle(bundle_of(game=fresh(game), viewer=EVERYTHING))
    verdict = audit(read_bundle(source))
    assert {verdict.sealed.answer, verdict.lawful.answer, verdict.authentic.answer} == {"yes"}
    (told,) = verify_all([source])
    assert {one["answer"] for one in told["questions"].values()} <= {"yes", "unanswered"}
    for change in (1, -1, -2, None):
        bundle = json.loads(source)
        part = find(bundle)
        if change is None:
            del part["signed"]["seq"]
        else:
            part["signed"]["seq"] += change
        assert ("move-signature", part["seq"]) in authentic(sealer.seal(bundle), program)


def test_a_held_catch_names_the_row_that_it_answers(
    hands: Hands, alice: Player, bob: Player, program: Json
) -> None:
    game = table(alice, bob, guest("Carol"), exposes=False)
    move = CatchUno(0, exposed(game))
    signature = sign(game, move)
    made(game, move)
    act(game, Warn(1))
    rows = close(game, hands)
    assert [row.move for row in rows] == [move, CloseWindow()]
    assert rows[0].signed is not None
    assert (rows[0].signed.signature, rows[0].signed.seq) == (signature, game.seq)
    act(game, Void())
    check(game, lambda bundle: bundle["events"][rows[0].seq - 1], program)


def test_a_resignation_that_closes_a_window_names_the_row_that_it_answers(
    hands: Hands, alice: Player, bob: Player, program: Json
) -> None:
    game = table(alice, bob, exposes=True)
    made(game, CatchUno(others(game)[0], 0))
    made(game, CallUno(0))
    made(game, Resign(0))
    rows = last_rows(game)
    assert [type(row.move) for row in rows] == [CatchUno, CallUno, Resign]
    assert [row.signed and row.signed.seq for row in rows] == [None, game.seq, game.seq]
    check(game, lambda bundle: bundle["events"][-1], program)


def test_an_act_that_closes_a_window_names_the_row_that_it_answers(
    alice: Player, bob: Player, program: Json
) -> None:
    olga, move = guest("Olga"), Void()
    game = in_window(alice, bob, organisers=[(olga, KEY)])
    make(game, CallUno(exposed(game)))
    game = fresh(game)
    message = act_message(
        game=str(game.pk), seq=game.seq, digest=game.head, move=msgspec.to_builtins(move),
        player=str(olga.pk), reason="Enough.", reference=None, second=None,
    )  # fmt: skip
    signature, seq = SECRET.sign(message).hex(), game.seq
    asked = AskedAct(game, move, organiser_of(olga), "Enough.", expected=seq, signature=signature)
    command = act_command(asked)
    submit_move(fresh(game), command)
    rows = last_rows(game)
    assert [type(row.move) for row in rows] == [CallUno, Void]
    given = rows[1].signed
    assert given is not None
    assert given.organisers == (ActSignature(game.seq, command.signature),)
    source = encode_bundle(bundle_of(game=fresh(game), viewer=EVERYTHING))
    assert authentic(json.loads(source), program) == []
    for change in (1, -1, -2):
        bundle = json.loads(source)
        bundle["events"][-1]["signed"]["organisers"][0]["seq"] += change
        assert authentic(sealer.seal(bundle), program) == [("act-signature", rows[1].seq)]


def test_a_refused_catch_names_the_row_that_it_answered(
    hands: Hands, alice: Player, bob: Player, program: Json
) -> None:
    game = table(alice, bob, guest("Carol"), exposes=False)
    made(game, CatchUno(0, exposed(game)))
    act(game, Remove(0))
    close(game, hands)
    assert Refusal.objects.get().code == "already_out"
    act(game, Void())
    check(game, lambda bundle: bundle["refusals"][0], program)
