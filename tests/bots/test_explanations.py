"""Why did the bot do that: estimates recomputed from the event, only for games that are open."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bots import services, tasks
from bots.explaining import explain
from bots.explanations import explanation_of
from bots.strategies import imagine
from bots.strategies.thinker import Thinker
from games.engine import observe
from games.ledger import store
from games.ledger.rows import Row, Start
from games.models import Game
from games.play import selectors
from games.play.seating import BotTerms, bot_terms
from tests.api.client import Caller, guest
from tests.bots.test_turns import Queue, begun, queue, rows, work_off
from tests.games.tables import fresh

__all__ = ["queue"]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("editions"),
]


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the bot that thinks do so for a short time."""
    monkeypatch.setattr(Thinker, "budget", 1500)
    version = bot_terms["thinker"].version
    monkeypatch.setitem(bot_terms, "thinker", BotTerms(version, 1500, bot_terms["thinker"].level))
    services._bot_on.cache_clear()
    yield
    services._bot_on.cache_clear()


@pytest.fixture
def alice() -> Caller:
    return guest("Alice")


@pytest.fixture
def over(queue: Queue) -> Game:
    """A finished game of "thinker" against "greedy"."""
    game = begun("thinker", "greedy", variant="xmen")
    work_off(queue)
    ended = fresh(game)
    assert ended.status == Game.Status.OVER
    return ended


def moves_of(game: Game, bot: str) -> list[Row]:
    return [row for row in rows(game) if row.actor.name == bot]


def why(game: Game, seq: int) -> str:
    return f"games/{game.pk}/events/{seq}/why/"


def test_the_estimates_of_each_move_are_those_by_which_the_bot_chose(over: Game) -> None:
    explained = [explanation_of(over, row.seq, "en") for row in moves_of(over, "thinker")]
    assert explained
    for found in explained:
        assert found.own
        assert found.options[0].chosen
        assert not any(one.chosen for one in found.options[1:])
        assert found.budget == 1500
    tried = [one for found in explained for one in found.options if one.trials]
    assert tried
    for one in tried:
        assert one.share is not None and one.error is not None
        assert 0 <= one.won <= one.trials
        assert abs(one.share - one.won / one.trials) < 0.0001
        assert 0 <= one.error <= 1


def test_what_greedy_would_do_is_what_greedy_did(over: Game) -> None:
    for row in moves_of(over, "greedy"):
        found = explanation_of(over, row.seq, "en")
        assert not found.own
        assert [one.greedy for one in found.options if one.chosen] in ([True], [])
        assert "The bot greedy would choose the same." in found.sentences


def test_other_hidden_cards_behind_the_same_view_change_no_estimate(over: Game) -> None:
    ruleset = selectors.ruleset_for(over)
    for row in moves_of(over, "thinker"):
        seat, move, seed = row.seat or 0, row.move, bytes(32)
        assert not isinstance(move, Start)
        view = observe(ruleset, store.state_at(over, row.seq - 1), seat)
        world = observe(ruleset, imagine(ruleset, view, random.Random(row.seq)), seat)
        true, other = (
            explain(actor=row.actor, chosen=move, ruleset=ruleset, view=one, seed=seed)
            for one in (view, world)
        )
        assert true == other


def test_a_client_reads_it_in_both_languages(over: Game, alice: Caller) -> None:
    row = next(
        row
        for row in moves_of(over, "thinker")
        if len([one for one in explanation_of(over, row.seq, "en").options if one.trials]) > 1
    )
    reply = alice.get(why(over, row.seq))
    assert reply.status == 200
    assert (reply.json["bot"], reply.json["own"]) == ("thinker", True)
    assert reply.json["sentences"][0].startswith("thinker chose: ")
    assert "immutable" in reply.headers["Cache-Control"]
    alice.language = "fr-CA"
    french = alice.get(why(over, row.seq)).json
    assert french["sentences"][0].startswith("thinker a choisi")
    assert re.search(r"\d,\d\W%", french["sentences"][1])
    assert french["options"][0]["won"] == reply.json["options"][0]["won"]


def test_while_a_game_is_played_nothing_is_told(queue: Queue, alice: Caller, settings: Any) -> None:
    settings.BOT_TASK_SECONDS = 0
    game = begun("thinker", "greedy")
    tasks.take_turn(*queue.pop())
    refused = alice.get(why(game, 2))
    assert (refused.status, refused.code) == (409, "game_not_opened")


def test_a_game_that_shows_each_seat_its_own_tells_nothing(over: Game, alice: Caller) -> None:
    Game.objects.filter(pk=over.pk).update(reveal=Game.Reveal.SEATS)
    assert alice.get(why(over, 2)).code == "game_not_opened"


def test_only_the_move_of_a_bot_is_explained(over: Game, alice: Caller) -> None:
    for seq in (0, 1, over.seq + 1, 2**40, 10**30):
        refused = alice.get(why(over, seq))
        assert (refused.status, refused.code) == (404, "no_bot_moved"), seq


def test_a_bot_of_another_version_is_explained_by_the_present_thinker(over: Game) -> None:
    row = moves_of(over, "thinker")[0]
    ruleset = selectors.ruleset_for(over)
    view = observe(ruleset, store.state_at(over, row.seq - 1), row.seat or 0)
    actor: Any = row.actor
    older = type(actor)(kind="bot", name="thinker", version="0", budget=7)
    move: Any = row.move
    found = explain(actor=older, chosen=move, ruleset=ruleset, view=view, seed=bytes(32))
    assert (found.is_own, found.budget) == (False, 1500)
