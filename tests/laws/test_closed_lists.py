"""The closed lists of the API have exactly the words that the engine uses."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from cards.language.effects import Question
from games.api.openapi import closed_lists
from games.api.openapi.closed_lists import LISTS, MEMBERS
from games.api.openapi.components import name_of
from games.engine.facts import Fact
from games.engine.verbs import OUTCOMES
from games.messages import game_messages, prompt_messages, table_messages
from games.messages.prompt_messages import PromptKind
from games.wording.fact_texts import MOVED
from tests.laws.random_games import VARIANTS, short_games

ENGINE = "".join(path.read_text() for path in sorted(Path("games/engine").rglob("*.py")))
SAID = {
    "CardVerb": closed_lists.CARD_VERBS,
    "ShowVerb": closed_lists.SHOW_VERBS,
    "RoundEnding": closed_lists.ROUND_ENDINGS,
    "GameEnding": closed_lists.GAME_ENDINGS,
    "SeatOutWhy": closed_lists.SEAT_OUTS,
    "LastingEnding": closed_lists.LASTING_ENDINGS,
}


def test_no_list_has_the_name_of_a_component() -> None:
    """The description has one place for a name: generated clients would read the other wrongly."""
    found = [
        one
        for module in (game_messages, prompt_messages, table_messages)
        for one in vars(module).values()
    ]
    structs = [one for one in found if isinstance(one, type)]
    names = {name_of(one.__name__) for one in structs if issubclass(one, msgspec.Struct)}
    assert {"Table", "NearEnd"} < names
    assert names.isdisjoint(LISTS)


def parts(value: Any) -> list[Any]:
    """A struct and every struct in it."""
    if isinstance(value, tuple | list):
        return [found for one in value for found in parts(one)]
    if not isinstance(value, msgspec.Struct):
        return []
    inner = [getattr(value, name) for name in value.__struct_fields__]
    return [value, *(found for one in inner for found in parts(one))]


def not_listed(fact: Fact) -> list[tuple[str, str, object]]:
    """The words of a fact that their lists do not have."""
    found: list[tuple[str, str, object]] = []
    for part in parts(fact):
        name = "OpenedPrompt" if type(part).__name__ == "Prompt" else type(part).__name__
        for (owner, member), words in MEMBERS.items():
            if owner == name and getattr(part, member) not in LISTS[words][0]:
                found.append((name, member, getattr(part, member)))
    return found


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_says_no_word_that_is_not_listed(variant: str) -> None:
    for game in short_games(variant, 3, 12):
        for moment in game.play():
            for fact in moment.decision.facts:
                assert not_listed(fact) == [], fact


def test_a_word_that_is_not_listed_is_found() -> None:
    from games.engine.facts import SeatOut

    assert not_listed(SeatOut(0, "asleep", 1)) == [("SeatOut", "why", "asleep")]


@pytest.mark.parametrize("name", SAID)
def test_the_engine_can_say_each_word(name: str) -> None:
    assert [word for word in SAID[name] if f'"{word}"' not in ENGINE] == []


def test_every_verb_of_moved_cards_is_listed() -> None:
    calls = re.findall(r'(?:move_cards|CardsMoved|_move_all)\(\s*"([a-z-]+)"', ENGINE)
    assert len(calls) > 15
    assert set(calls) <= set(closed_lists.CARD_VERBS)


def test_every_verb_of_moved_cards_has_a_sentence_and_a_row_in_the_format() -> None:
    sentences, rows = set(MOVED), Path("docs/playing.md").read_text()
    for verb in closed_lists.CARD_VERBS:
        assert verb in sentences
        assert f"`{verb}`" in rows


def test_every_question_of_an_effect_is_a_kind_of_prompt() -> None:
    asked = set(get_args(Question)) - {""}
    assert asked <= set(get_args(PromptKind))
    assert asked - {"challenge"} == set(closed_lists.CHOICES)


def test_every_intent_has_an_outcome() -> None:
    assert set(re.findall(r'queue_intents\(\s*"([a-z-]+)"', ENGINE)) == set(OUTCOMES)
