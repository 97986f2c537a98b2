"""The words of prompts: golden texts of each kind of question, in both languages.

After a change of the words, `WRITE_GOLDEN=1 pytest tests/games/test_prompt_words.py` writes the
file again; read its difference line by line.
"""

import json
import os
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest

from cards.language import LANGUAGES
from games.engine import NOBODY, observe
from games.messages.move_messages import PlayRequest
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint
from tests.games.prompt_positions import POSITIONS
from tests.table import Table

GOLDEN: Final = Path(__file__).parent / "prompt_words.json"


def without_null(found: dict[str, Any]) -> dict[str, Any]:
    """Only the members that have a value."""
    return {
        name: without_null(value) if isinstance(value, dict) else value
        for name, value in found.items()
        if value is not None
    }


def rendered(one: Table, viewer: int, language: Any) -> dict[str, Any]:
    """The last prompt of a position for a viewer, without the bodies of its options."""
    view = observe(one.ruleset, one.state, viewer)
    prompt: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(render_prompts(Viewpoint(one.ruleset, view, language), 1).prompts[-1])
    )
    for option in prompt["options"] or ():
        del option["body"]
    return without_null(prompt)


def words_of(name: str) -> dict[str, Any]:
    """What a position says to the seat asked and to the public, in both languages."""
    found = {}
    for language in LANGUAGES:
        one = POSITIONS[name]()
        (seat, _) = one.asked
        found[f"asked {language}"] = rendered(one, seat, language)
        found[f"public {language}"] = rendered(one, NOBODY, language)
    return found


@pytest.mark.parametrize("name", POSITIONS)
def test_each_kind_of_question_has_the_words_of_the_golden_file(name: str) -> None:
    words = words_of(name)
    if os.environ.get("WRITE_GOLDEN"):
        known = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
        golden = {key: known[key] for key in POSITIONS if key in known} | {name: words}
        text = json.dumps(golden, ensure_ascii=False, indent=1)
        GOLDEN.write_text(text + "\n", "utf-8")
    assert words == json.loads(GOLDEN.read_text("utf-8"))[name]


def why(name: str, language: Any = "en") -> str:
    one = POSITIONS[name]()
    return str(rendered(one, one.asked[0], language)["why"])


def test_a_turn_names_the_top_card_the_color_and_what_may_be_played() -> None:
    assert why("turn_that_fits") == (
        "Your turn. Red 4 is on top and red is in play: play a red card, a 4 or a Wild, or draw a"
        " card."
    )
    assert why("turn_without_a_card") == (
        "Your turn. None of your 4 cards can be played on Yellow 1 with yellow in play: draw a"
        " card. If it can be played, you may play it at once."
    )


def test_others_read_for_whom_the_game_waits() -> None:
    one = POSITIONS["turn_that_fits"]()
    assert rendered(one, 1, "en")["why"] == "Waiting for seat 0 to play or draw a card."
    one = POSITIONS["hulk_smash"]()
    assert rendered(one, 1, "en")["why"] == (
        "Waiting for Hulk (seat 0) to answer a question of Hulk Smash."
    )


def test_a_challenge_has_its_stakes() -> None:
    assert why("challenge") == (
        "Seat 0 played Wild Draw Four while purple was in play, which is a bluff for a player who"
        " holds a purple card. Without a challenge you draw 4 cards and lose your turn. If you"
        " challenge, you see that hand: if it was a bluff, seat 0 draws 4 cards and you take your"
        " turn; if not, you draw 6 cards and lose your turn."
    )
    assert "a blue card or a Wild" in why("challenge_of_xmen")


def test_the_card_that_asks_reports_what_is_done_and_what_remains_to_the_seat_asked_alone() -> None:
    one = POSITIONS["hulk_smash"]()
    card = rendered(one, 0, "en")["card"]
    assert card["text"].startswith("Choose the color in play. Burn two cards.")
    assert card["done"] == ["Choose the color in play.", "Burn two cards."]
    assert card["remaining"] == []
    assert rendered(one, 1, "en")["card"]["done"] == []
    one = POSITIONS["cerebro_character"]()
    remaining = rendered(one, 0, "en")["card"]["remaining"]
    assert remaining[-1] == "Choose the color in play."
    one = POSITIONS["challenge"]()
    card = rendered(one, 1, "en")["card"]
    assert (card["you"], card["done"]) == (0, ["Choose the color in play."])
    assert "you" not in rendered(one, 2, "en")["card"]


def test_a_question_about_that_number_says_which_and_what_can_be_done() -> None:
    assert why("cerebro_answer") == (
        "Wild Cerebro: Named by seat 0: Wolverine (3). Show everyone a number card with that number"
        " or a plain Wild, or draw five cards."
    )
    assert why("cerebro_answer", "fr-CA").endswith(
        " Personnage nommé par le siège 0\u00a0: Wolverine (3). Montre une carte numérotée avec ce"
        " nombre ou une Carte blanche ordinaire à tous, ou pige cinq cartes."
    )


def test_a_paused_game_says_so_instead_of_what_could_be_played() -> None:
    one = POSITIONS["turn_that_fits"]()
    view = msgspec.structs.replace(observe(one.ruleset, one.state, 0), paused=True, moves=())
    (prompt,) = render_prompts(Viewpoint(one.ruleset, view, "en"), 1).prompts
    assert prompt.why.startswith("The game is paused")


def options(name: str, language: Any = "en") -> dict[str, dict[str, Any]]:
    """The options of a position by label."""
    one = POSITIONS[name]()
    return {option["label"]: option for option in rendered(one, one.asked[0], language)["options"]}


def test_an_option_says_what_it_does_to_whom() -> None:
    two = options("turn_between_two")
    assert two["Play Red Reverse"]["effects"] == [
        "Between two players it works as a Skip: you play again."
    ]
    assert two["Play Red Skip"]["effects"] == ["Seat 1 loses the turn, so you play again."]
    (bluff,) = two["Play Wild Draw Four"]["warnings"]
    assert bluff.startswith("A bluff: you hold Red Draw Two, Red Reverse and Red Skip.")
    more = options("turn_with_two_cards")
    assert more["Play Red Reverse and call UNO"]["effects"] == [
        "Play changes direction: seat 2 is next.",
        "With UNO called you cannot be caught.",
    ]
    assert more["Play Red 1"]["warnings"][0].startswith("UNO must be called")


def test_an_option_names_the_enemy_that_it_defeats_and_its_danger_icon() -> None:
    found = options("turn_before_an_enemy")
    option = found["Play Green 5"]
    assert option["effects"] == [
        "Then green is in play.",
        "Defeats Taskmaster.",
        "Danger icon: you flip a Danger card.",
    ]
    assert option["danger"] is True
    assert "danger" not in found["Play Red 1"]
    assert "effects" not in found["Play Red 1"]


def test_a_play_without_its_target_warns_and_lists_only_what_will_be_asked() -> None:
    option = options("turn_without_an_enemy")["Play Shield Slash"]
    assert option["then"] == ["color"]
    assert option["questions"] == [{"kind": "color", "text": "Choose the color in play."}]
    assert option["warnings"] == [
        "There is no Enemy in play, so that part of the card does nothing."
    ]
    assert (
        "Character Deck has 2 left"
        in options("turn_without_an_enemy")["Draw a card"]["warnings"][0]
    )


def test_a_card_that_cannot_be_played_has_its_reason() -> None:
    one = POSITIONS["turn_that_fits"]()
    assert rendered(one, 0, "en")["unavailable"] == [
        {
            "card": "green-1",
            "name": "Green 1",
            "why": "Green 1 does not fit on Red 4 with red in play.",
        }
    ]
    assert rendered(one, 1, "en")["unavailable"] == []


@pytest.mark.parametrize("name", POSITIONS)
def test_a_listed_question_is_asked_after_the_play(name: str) -> None:
    """The first question in ``then`` is the one that the play leads to."""
    one = POSITIONS[name]()
    (seat, _) = one.asked
    view = observe(one.ruleset, one.state, seat)
    for option in render_prompts(Viewpoint(one.ruleset, view, "en"), 1).prompts[-1].options or ():
        if option.then and isinstance(option.body, PlayRequest):
            played = POSITIONS[name]().play(seat, option.body.card, uno=option.body.uno)
            assert played.asked == (seat, option.then[0])
