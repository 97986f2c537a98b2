"""The words of tables: golden texts of positions of each game, in both languages.

After a change of the words, `WRITE_GOLDEN=1 pytest tests/games/test_table_words.py` writes the file
again; read its difference line by line.
"""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from cards.language import LANGUAGES
from games.engine import NOBODY, observe
from games.engine.moves import Pause, Void
from games.messages.table_messages import TableResponse
from games.wording.board import render_board
from games.wording.viewpoint import Viewpoint
from tests.games import prompt_positions as at
from tests.games.mistakes import NAMES
from tests.table import Table, table

GOLDEN: Final = Path(__file__).parent / "table_words.json"


def _scored() -> Table:
    one = table("avengers", 3).top("red-4", "green").scores(420, 60, 0).counter()
    return one.hand(0, "green-1 wild").hand(1, "red-1").exposed(1).skipped(2)


def _low_scored() -> Table:
    return table("avengers", 3, scoring="low", rounds=4).top("red-4").scores(420, 60, 0).turn(1)


def _won() -> Table:
    return table("xmen", 2).top("red-5").hand(0, "red-1").play(0, "red-1")


def _out() -> Table:
    return at.turn_that_fits().resign(2)


def _fight() -> Table:
    one = table("ultimate", heroes="hulk captain-america black-widow").top("red-5")
    one.enemy(0, "taskmaster").enemy(1, "viper", new=True).items(1, "body-armor flash-bang")
    one.hand(0, "red-1 blue-2").hand(1, "red-2").exposed(1).deck(0, size=3).deck(2, size=1)
    return one.burn(0, 4).skipped(2)


def _lasting() -> Table:
    one = table("ultimate", heroes="black-widow captain-america hulk").top("red-5")
    one.hand(0, "hide-in-plain-sight red-1 red-2").items(1, "flash-bang")
    one.hand(1, "red-6 red-4 blue-9")
    return one.play(0, "hide-in-plain-sight").choose(0, "red", "burn").choose(1, "yes")


def _trap() -> Table:
    one = table("ultimate", heroes="black-widow hulk").top("red-5")
    return one.hand(0, "set-a-trap red-1 red-2").play(0, "set-a-trap").choose(0, "red")


POSITIONS: Final[dict[str, Callable[[], Table]]] = {
    "a turn": at.turn_that_fits,
    "a Wild on top": at.turn_on_a_wild,
    "nothing played": at.first_turn,
    "points, a direction, a skip, one card": _scored,
    "low points": _low_scored,
    "won": _won,
    "a seat out": _out,
    "void": lambda: at.turn_that_fits().move(Void()),
    "paused": lambda: at.turn_that_fits().move(Pause()),
    "Enemies and Items": _fight,
    "lasting effects": _lasting,
    "a trap": _trap,
}


def words_of(one: Table, viewer: int, language: Any) -> dict[str, Any]:
    """What the table says in sentences."""
    view = observe(one.ruleset, one.state, viewer)
    board = render_board(Viewpoint(one.ruleset, view, language, NAMES[: one.seats]))
    enemies = [place.enemy for place in board.places if place.enemy]
    said = {
        "text": board.text,
        "places": [place.text for place in board.places],
        "enemies": [[enemy.attacks, enemy.defeat] for enemy in enemies],
        "lasting": [[effect.name, effect.text, effect.lasts] for effect in board.lasting],
        "near end": [f"{one.seat} {one.how}: {one.text}" for one in board.near_end],
    }
    return {name: value for name, value in said.items() if value}


@pytest.mark.parametrize("name", POSITIONS)
def test_each_table_has_the_words_of_the_golden_file(name: str) -> None:
    one = POSITIONS[name]()
    words = {
        f"{who} {language}": words_of(one, viewer, language)
        for language in LANGUAGES
        for who, viewer in (("seat 0", 0), ("public", NOBODY))
    }
    if os.environ.get("WRITE_GOLDEN"):
        known = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
        golden = known | {name: words}
        ordered = {key: golden[key] for key in POSITIONS if key in golden}
        GOLDEN.write_text(json.dumps(ordered, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert words == json.loads(GOLDEN.read_text("utf-8"))[name]


def board_of(one: Table) -> TableResponse:
    """What seat 0 reads of a table in English."""
    view = observe(one.ruleset, one.state, 0)
    return render_board(Viewpoint(one.ruleset, view, "en", NAMES[: one.seats]))


def test_a_table_has_its_codes_beside_the_words() -> None:
    board = board_of(_scored())
    assert (board.color, board.direction, board.current) == ("green", -1, 0)
    assert (board.scores, board.target_score) == ((420, 60, 0), 500)
    assert [(near.seat, near.how) for near in board.near_end] == [(0, "points"), (1, "one_card")]
    assert [(place.name, place.you) for place in board.places] == [
        ("Ada", True),
        ("Bob", False),
        ("greedy", False),
    ]
    enemies = [place.enemy for place in board_of(_fight()).places if place.enemy]
    assert [(one.card, one.name, one.can_be_defeated) for one in enemies] == [
        ("taskmaster", "Taskmaster", True),
        ("viper", "Viper", False),
    ]
    lasts, *_ = board_of(_lasting()).lasting
    assert (lasts.seat, lasts.until) == (0, "your_next_turn")
    over = board_of(_won()), board_of(at.turn_that_fits().move(Void()))
    assert [one.ended for one in over] == ["no card left in hand", "the game is void"]
