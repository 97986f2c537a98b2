"""The words of refusals: golden texts of each mistake, in both languages.

After a change of the words, `WRITE_GOLDEN=1 pytest tests/games/test_refusal_words.py` writes the
file again; read its difference line by line.
"""

import ast
import inspect
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from cards.language import LANGUAGES
from games.engine import NOBODY, IllegalMove, decide, legality, observe, queries
from games.models import Game
from games.play.commands import MoveRefused
from games.wording.prompt_texts import render_prompts
from games.wording.refusal_texts import instead_of, refusal_sentence
from games.wording.viewpoint import Viewpoint
from tests.games.mistakes import MISTAKES, NAMES

ACTS: Final = ("AnswerCall", "Remove", "Warn", "Penalize", "AdjustClock", "Deduct", "CloseWindow")
"""Moves that no seat makes, or that another makes for it."""

GOLDEN: Final = Path(__file__).parent / "refusal_words.json"


def refused(name: str) -> MoveRefused:
    """The refusal of a mistake."""
    one, move = MISTAKES[name]()
    state = one.state
    with pytest.raises(IllegalMove) as raised:
        decide(one.ruleset, state, move, one.chance, at=one.now)
    return MoveRefused(
        raised.value, game=Game(), ruleset=one.ruleset, state=state, move=move, at=datetime.now(UTC)
    )


def words_of(name: str, language: Any) -> dict[str, str]:
    """Why a mistake is refused, and what can be done instead."""
    error = refused(name)
    seat = error.move.seat if type(error.move).__name__ not in ACTS else None
    view = observe(error.ruleset, error.state, NOBODY if seat is None else seat)
    seen = Viewpoint(error.ruleset, view, language, NAMES)
    prompts = render_prompts(seen, 1)
    said = {"detail": refusal_sentence(error, seen)}
    instead = instead_of(prompts, view, language)
    return said | ({"instead": instead} if instead else {})


@pytest.mark.parametrize("name", MISTAKES)
def test_each_mistake_has_the_words_of_the_golden_file(name: str) -> None:
    words: dict[str, Any] = {language: words_of(name, language) for language in LANGUAGES}
    if os.environ.get("WRITE_GOLDEN"):
        known = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
        golden = {key: known[key] for key in MISTAKES if key in known} | {name: words}
        ordered = {key: golden[key] for key in MISTAKES if key in golden}
        GOLDEN.write_text(json.dumps(ordered, ensure_ascii=False, indent=1) + "\n", "utf-8")
    assert words == json.loads(GOLDEN.read_text("utf-8"))[name]
    for text in words.values():
        assert text["detail"].startswith(("greedy", "“", "«")) or text["detail"][0].isupper()


def codes_of_the_engine() -> set[str]:
    """The codes with which the engine refuses moves, as its source has them."""
    found: set[str] = set()
    for module in (legality, queries):
        for node in ast.walk(ast.parse(inspect.getsource(module))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "IllegalMove",
                "PlayRefusal",
            ):
                found |= {
                    one.value
                    for argument in node.args[1:2]
                    for one in ast.walk(argument)
                    if isinstance(one, ast.Constant)
                }
    return {code for code in found if isinstance(code, str)}


def test_every_code_of_the_engine_has_words_and_a_mistake() -> None:
    codes = codes_of_the_engine()
    assert len(codes) > 15
    assert {refused(name).code for name in MISTAKES} == codes - {"wrong_places"}
