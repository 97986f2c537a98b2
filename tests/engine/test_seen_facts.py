"""The structs of seen facts have the members of the facts that they stand for."""

from typing import Any, get_args

import msgspec
import pytest

from games.engine import NOBODY, Choose, Draw, Fact, Move, redact_move
from games.engine.facts import (
    Answered,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    LotDrawn,
    Prompted,
    Shuffled,
    Taken,
    TurnBegan,
)
from games.engine.prompts import Prompt
from games.engine.seen_facts import SeenChoose, SeenFact, SeenMove, SeenPrompt, redact, reveal

PAIRS = [
    *zip(get_args(Fact), get_args(SeenFact), strict=True),
    *zip(get_args(Move), get_args(SeenMove), strict=True),
    (Prompt, SeenPrompt),
]
SEEN = [(plain, seen) for plain, seen in PAIRS if plain is not seen]


def members(struct: type[msgspec.Struct]) -> dict[str, Any]:
    fields = msgspec.structs.fields(struct)
    return {field.name: field.default for field in fields if field.name != "count"}


@pytest.mark.parametrize(("plain", "seen"), SEEN, ids=[seen.__name__ for _, seen in SEEN])
def test_a_seen_struct_has_the_tag_and_the_members_of_the_plain_one(plain: Any, seen: Any) -> None:
    assert seen.__name__ == f"Seen{plain.__name__}"
    assert seen.__struct_config__.tag == plain.__struct_config__.tag
    assert seen.__struct_config__.omit_defaults == plain.__struct_config__.omit_defaults
    assert list(members(seen).items()) == list(members(plain).items())


@pytest.mark.parametrize(
    "fact",
    [
        CardsMoved("draw", 0, ("red-5",), "draw", "hand:0", bottom=True, cause="wild"),
        CardsShown("hand", 0, ("red-5", "wild"), 1),
        Shuffled("draw", ("red-5", "wild"), 1),
        Answered(0, "red-5", hidden=True),
        Taken(0, "card", "red-5", hidden=True),
        LotDrawn(7, 3, 1, hidden=True),
        Prompted(Prompt(0, "card", ("red-5",), "red-5", hidden=True)),
    ],
)
def test_what_is_revealed_is_whole_and_what_is_redacted_is_not(fact: Fact) -> None:
    revealed = msgspec.to_builtins(reveal(fact))
    revealed.pop("count", None)
    assert revealed == msgspec.to_builtins(fact)
    assert b"null" not in msgspec.json.encode(reveal(fact))
    assert b"null" in msgspec.json.encode(redact(fact, NOBODY))


def test_a_fact_that_hides_nothing_is_its_own_seen_form() -> None:
    fact = TurnBegan(1)
    assert redact(fact, NOBODY) is reveal(fact) is fact


def test_cards_are_counted_for_all_even_if_there_are_none() -> None:
    assert b'"count":2' in msgspec.json.encode(redact(CardsShown("hand", 0, ("a", "b"), 1), NOBODY))
    assert b'"count":0' in msgspec.json.encode(reveal(CardsPlaced("discard", ())))


def test_only_a_hidden_choice_is_left_out_of_a_move() -> None:
    assert redact_move(Choose(0, "red-5"), hides=True) == SeenChoose(0, None)
    assert redact_move(Choose(0, "red-5"), hides=False) == SeenChoose(0, "red-5")
    assert redact_move(Draw(0), hides=True) == Draw(0)
