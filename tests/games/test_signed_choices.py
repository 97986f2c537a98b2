"""The choices under one signature: used where the card of the move asks, and nowhere else."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.audit.findings import Verdict
from games.audit.verdict import audit
from games.engine import Choose, IllegalMove, Move, Play, PreparedAnswer, State, Void
from games.ledger.rows import Actor
from games.models import Game
from games.play import deciding, submitting
from games.play.commands import MoveCommand, Outcome
from tests.games.finished import taken_away
from tests.games.tables import actor_on, fresh
from tests.games.test_signed_moves import KEY, game, sign, wild_play

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions")]

__all__ = ["game"]


@pytest.fixture
def wild(game: Game, settings: Any) -> Iterator[Game]:
    """A game in which Alice may play a wild card, which asks for a color."""
    settings.SIGNING_KEY = "11" * 32
    yield wild_play(game)[0]


def play(game: Game, choices: dict[str, object], move: Move | None = None) -> Outcome:
    """Make a move of Alice, by default the wild card, signed with choices."""
    move, game = move or Play(0, "wild"), fresh(game)
    signature = sign(game, move, choices)
    command = MoveCommand(
        move, actor_on(game, 0), game.seq, choices=choices, key=KEY, signature=signature
    )
    return submitting.submit_move(game, command)


def verdict(game: Game) -> Verdict:
    """The verdict on the game, which an organiser ends."""
    act = Actor(kind="organiser", player="staff-1", reason="It is late")
    submitting.submit_move(fresh(game), MoveCommand(Void(), act))
    return audit(taken_away(fresh(game)))


class Owner:
    """Uses a signed choice for whatever question comes next, or none at all."""

    def __init__(self, *answers: PreparedAnswer) -> None:
        self.answers = list(answers)

    def answer(self, state: State) -> PreparedAnswer | None:
        return self.answers.pop(0) if self.answers else None

    def unused(self) -> tuple[str, ...]:
        return ()


def dishonest(monkeypatch: pytest.MonkeyPatch, *answers: PreparedAnswer) -> None:
    """Let the server foresee these answers instead of those that the card asks for."""
    monkeypatch.setattr(deciding, "foresee", lambda *_: Owner(*answers))


def test_choices_that_the_card_asks_for_are_lawful_and_others_are_left(wild: Game) -> None:
    outcome = play(wild, {"color": ["blue", "red"], "player": 1})
    assert len(outcome.rows) == 2
    assert verdict(wild).word == "result_changed"


def test_a_choice_that_was_not_asked_for_is_found(
    wild: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        dishonest(patched, PreparedAnswer(Choose(0, "blue"), "player", 0))
        seq = play(wild, {"player": "blue"}).rows[-1].seq
    found = verdict(wild)
    assert found.authentic.answer == "yes"
    assert [(one.code, one.first) for one in found.lawful.findings] == [("unforeseen", seq)]
    assert found.word == "fail"


def test_a_choice_that_was_asked_for_and_passed_over_is_found(
    wild: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        dishonest(patched)
        play(wild, {"color": "blue"})
    seq = play(wild, {}, Choose(0, "red")).rows[-1].seq
    found = verdict(wild)
    assert found.authentic.answer == "yes"
    assert [(one.code, one.first) for one in found.lawful.findings] == [("unforeseen", seq)]


def test_a_refused_answer_that_was_not_asked_for_is_found(
    wild: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched, pytest.raises(IllegalMove):
        dishonest(patched, PreparedAnswer(Choose(0, "pink"), "player", 0))
        play(wild, {"player": "pink"})
    with pytest.raises(IllegalMove):
        play(wild, {"color": "pink"})
    found = verdict(wild).lawful.findings
    assert [(one.code, one.first, one.path) for one in found] == [
        ("unforeseen", fresh(wild).seq - 1, "/refused")
    ]
