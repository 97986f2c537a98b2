"""Abilities that trigger each other endlessly: which are found, and which end."""

from typing import Any

import pytest

from cards.language import CardDef, lint_edition
from cards.language.loops import loops
from tests.cards.makers import ULTIMATE, card, edition

ADD = {"effect": "add"}
BURN = {"effect": "burn"}
FLIP = {"effect": "flip"}
DESTROY_ALL = {"effect": "destroy", "which": "all"}
ENEMY = {"defeat": {"color": ["red"]}}


def trigger(on: str, *do: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"ability": "trigger", "on": [on], "do": list(do)} | fields


def made(code: str, *abilities: dict[str, Any], kind: str = "item", **fields: Any) -> CardDef:
    more = ENEMY if kind == "enemy" else {}
    return card(code, kind=kind, abilities=list(abilities), **more | fields)


def ring(*cards: CardDef) -> list[tuple[tuple[str, ...], str]]:
    """The rings of some cards: who is in them, and the moments on the way round."""
    found = loops(cards)
    return [(tuple(one.card.code for one in loop.sources), loop.way()) for loop in found]


def test_two_cards_wake_each_other() -> None:
    one = made("one", trigger("add", BURN))
    other = made("other", trigger("burn", ADD))
    assert ring(one, other) == [(("one", "other"), "burn → add")]
    (found,) = [
        each for each in lint_edition(edition(one, other)) if each.code == "endless-together"
    ]
    assert found.path == "$.cards[0].abilities[0]"
    assert found.message == (
        "this ability wakes itself again, without end, together with other: burn → add"
    )


def test_three_cards_wake_each_other() -> None:
    cards = (
        made("one", trigger("add", BURN)),
        made("two", trigger("burn", {"effect": "recover", "count": "items"})),
        made("three", trigger("recover", {"effect": "for_each", "times": 2, "do": [ADD]})),
    )
    assert ring(*cards) == [(("one", "two", "three"), "burn → recover → add")]


def test_a_ring_of_one_card_is_reported_once_and_there() -> None:
    both = made("one", trigger("add", BURN), trigger("burn", ADD))
    told = [
        (each.path, each.code) for each in lint_edition(edition(both)) if "endless" in each.code
    ]
    assert told == [("$.cards[0].abilities[0]", "endless")]


ENDLESS: dict[str, list[CardDef]] = {
    "what others do comes back from where they sit": [
        made("one", trigger("add", BURN | {"who": "others"}, whose="all")),
        made("two", trigger("burn", ADD | {"who": "they"}, whose="others")),
    ],
    "the next player has the other card": [
        made("one", trigger("add", BURN | {"who": "next"})),
        made("two", trigger("burn", ADD | {"who": "next"})),
    ],
    "two enemies in front of two players": [
        made("one", trigger("add", BURN, whose="all"), kind="enemy"),
        made("two", trigger("burn", ADD | {"who": "they"}, whose="all"), kind="enemy"),
    ],
    "every flip reveals": [made("one", trigger("reveal", FLIP))],
    "what is revealed again is sure to be an Enemy": [
        made("one", trigger("reveal", {"effect": "flip_until", "kind": "enemy"},
                            when={"card": {"kind": ["enemy", "item"], "not_this": True}})),
    ],
    "what is destroyed comes back from the Danger Deck": [
        made("one", trigger("destroy", FLIP)),
        made("two", trigger("reveal", DESTROY_ALL)),
    ],
    "what is defeated comes back from the Danger Deck": [
        made("one", trigger("defeat", {"effect": "flip_until", "kind": "enemy"})),
        made("two", trigger("reveal", {"effect": "defeat", "which": "all"})),
    ],
    "the color goes to and fro": [
        made("one", trigger("color", {"effect": "set_color", "color": "red"})),
        made("two", trigger("color", {"effect": "set_color", "color": "blue"})),
    ],
    "burns from the deck until something turns up": [
        made("one", trigger("burn", {"effect": "burn_until", "card": {"kind": ["wild"]}},
                            when={"count_at_least": 3})),
    ],
    "burns from the hand": [
        made("one", trigger("burn", {"effect": "burn_from_hand"})),
    ],
    "an Item is the cause": [
        made("one", trigger("draw", {"effect": "draw"}, when={"cause": ["item"]})),
    ],
    "an Action card is the cause": [
        card("one", kind="wild", symbol="wild", hero="hulk", effects=[
            {"effect": "grant", "ability": 0, "until": "your_next_turn"}],
            abilities=[trigger("add", ADD, when={"cause": ["action"]})]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(ENDLESS))
def test_what_nobody_can_stop_is_found(name: str) -> None:
    assert len(ring(*ENDLESS[name])) == 1


FINITE: dict[str, list[CardDef]] = {
    "a may": [made("one", trigger("add", {"effect": "may", "do": [ADD]}))],
    "a choice": [
        made("one", trigger("add", {"effect": "choose_mode", "modes": [
            {"name": "add", "do": [ADD]}, {"name": "burn", "do": [BURN]}]})),
    ],
    "any number of cards": [
        made("one", trigger("burn", {"effect": "burn_from_hand", "upto": True, "count": 9})),
    ],
    "a second play": [made("one", trigger("play", {"effect": "play_again"}))],
    "a color that a player names": [made("one", trigger("color", {"effect": "choose_color"}))],
    "others are not oneself": [made("one", trigger("add", ADD | {"who": "next"}))],
    "an Enemy is alone in front of a player": [
        made("one", trigger("add", BURN), kind="enemy"),
        made("two", trigger("burn", ADD), kind="enemy"),
    ],
    "a hero is one player's": [
        made("one", trigger("add", BURN), kind="hero"),
        made("two", trigger("burn", ADD), kind="hero"),
    ],
    "an Item is in one place": [
        made("one", trigger("add", BURN), trigger("burn", ADD | {"who": "others"}, whose="self")),
    ],
    "all there is was destroyed": [made("one", trigger("destroy", DESTROY_ALL))],
    "all there is was defeated": [
        made("one", trigger("defeat", {"effect": "defeat", "which": "all"}, whose="all")),
    ],
    "a turn is lost once": [
        made("one", trigger("skip", {"effect": "skip", "who": "others"}, whose="all")),
    ],
    "a color is only changed to another": [
        made("one", trigger("color", {"effect": "set_color", "color": "red"})),
        made("two", trigger("color", {"effect": "set_color", "color": "red"})),
    ],
    "too few": [made("one", trigger("burn", BURN, when={"count_at_least": 2}))],
    "another cause": [
        made("one", trigger("add", ADD, when={"cause": ["enemy"]})),
        made("two", trigger("color", {"effect": "set_color", "color": "red"},
                            when={"cause": ["play"]})),
    ],
    "what turns up is unknown": [
        made("one", trigger("reveal", FLIP, when={"card": {"kind": ["item"]}})),
        made("two", trigger("reveal", FLIP, when={"card": {"danger": True}})),
    ],
    "an Enemy is no Item": [
        made("one", trigger("reveal", {"effect": "flip_until", "kind": "enemy"},
                            when={"card": {"kind": ["item"]}})),
        made("two", trigger("reveal", {"effect": "flip_until", "kind": "enemy"},
                            when={"card": {"not_kind": ["enemy"]}})),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(FINITE))
def test_what_ends_by_itself_is_no_loop(name: str) -> None:
    assert ring(*FINITE[name]) == []


def test_the_shipped_cards_together_have_no_loop() -> None:
    assert ring(*ULTIMATE.cards) == []


def test_a_loop_that_one_more_card_would_make_is_found() -> None:
    """Viper burns for each add; a card that adds for each burn would never let it end."""
    more = made("mirror", trigger("burn", ADD))
    assert ring(*ULTIMATE.cards, more) == [(("viper", "mirror"), "burn → add")]
