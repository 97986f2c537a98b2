"""The law of honest games: whatever happens at a table, no verifier finds anything.

The games are stored ones, with windows, held calls and catches, judges, pauses, refused moves,
clocks, and acts of organisers (``untidy_games``). UNTIDY_GAMES in the environment is their number,
by default ten. One more for every twenty is played by threads, in real time.
"""

import os
from collections.abc import Iterator
from hashlib import sha256
from typing import get_args

import pytest

from bots.choosing import choose_again
from games.audit.bundle_reading import read_bundle
from games.audit.findings import Why
from games.audit.verdict import audit
from games.engine import (
    CallJudge,
    CatchUno,
    ClaimAbsent,
    CloseWindow,
    RevokeKey,
    StandIn,
    TakeBack,
)
from games.ledger import store
from games.ledger.rows import EVERYTHING
from games.models import HeldMove, Refusal
from games.play import bot_turns, deciding, seating
from games.proofs.runs import verdict_on
from tests.games.tables import fresh
from tests.games.test_deadlines import Hands
from tests.games.test_deadlines import hands as hands
from tests.laws.untidy_games import People, Table, play_in_threads
from tests.proof.test_verify_js import verify_all

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PIECE = 10
GAMES = int(os.environ.get("UNTIDY_GAMES", PIECE))
PIECES = range(0, GAMES, PIECE)
THREADED = range(0, GAMES, 2 * PIECE)
REFUSED_IN_WINDOWS = ("window_is_open", "not_your_prompt")


@pytest.fixture
def people(editions: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[People]:
    """Those who play, all away as the cache has it; what waits for a bot is sent to no worker."""
    monkeypatch.setattr(deciding, "seconds_away", lambda players: dict.fromkeys(players, 3600.0))
    listening = list(bot_turns.on_bot_turn)
    bot_turns.on_bot_turn.clear()
    store.forget()
    yield People()
    bot_turns.on_bot_turn[:] = listening


def found_in(table: Table) -> list[str]:
    """What a verifier finds in a game that is over, and in what was seen of it before."""
    table.look(EVERYTHING)
    stored = verdict_on(fresh(table.game))
    right = {("yes", ""), *(("unanswered", why) for why in get_args(Why))}
    if any(isinstance(row.move, RevokeKey) for row in store.history(fresh(table.game))):
        right.add(("not_judged", "key_revoked"))
    verdicts = [stored, *(audit(read_bundle(one), chooser=choose_again) for one in table.views)]
    found = [
        f"{one.view}: {question} {given.answer} {given.why} {given.findings}"
        for one in verdicts
        for question, given in one.answers.items()
        if (given.answer, given.why) not in right
    ]
    found += [
        f"verify.js: {question} {given}"
        for one in verify_all(table.views)
        for question, given in one["questions"].items()
        if (given["answer"], given["why"]) not in right
    ]
    if stored.authentic.answer == "yes" and ("not_judged", "key_revoked") in right:
        found.append("a seat with a revoked key is authentic")
    if {stored.sealed.answer, stored.lawful.answer, stored.fair.answer} != {"yes"}:
        found.append(f"not answered: {stored.answers}")
    if HeldMove.objects.filter(game=table.game).exists():
        found.append("a held move is left")
    return [f"game {table.number} ({table.variant}, {table.seats} seats): {one}" for one in found]


@pytest.mark.parametrize("first", PIECES)
def test_no_verifier_finds_anything_in_an_honest_game(
    first: int, people: People, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, kinds = list[str](), set[type]()
    for number in range(first, first + PIECE):
        seed = sha256(f"untidy {number}".encode()).digest()
        monkeypatch.setattr(seating, "fresh_seed", lambda seed=seed: seed)
        table = Table(number, people, hands)
        table.play()
        found += found_in(table)
        kinds |= {type(row.move) for row in store.history(fresh(table.game))}
    assert not found, "\n".join(found)
    assert {CallJudge, CatchUno, CloseWindow, RevokeKey} <= kinds
    assert first or {ClaimAbsent, StandIn, TakeBack} <= kinds
    assert Refusal.objects.filter(code__in=REFUSED_IN_WINDOWS).exists()


@pytest.mark.parametrize("number", THREADED)
def test_nor_in_one_that_is_played_by_threads_in_real_time(number: int, people: People) -> None:
    table = Table(number, people)
    play_in_threads(table, seconds=5)
    found = found_in(table)
    assert not found, "\n".join(found)
