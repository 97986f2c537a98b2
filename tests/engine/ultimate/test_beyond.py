"""Texts with heroes that no shipped card has."""

import pytest

from games.engine.facts import SkipChanged
from tests.engine.ultimate.changed_editions import changed, with_texts
from tests.table import Table, table

BURN = {"effect": "burn"}
AT_START = {"ability": "trigger", "on": ["turn_start"], "do": [BURN]}


def hulk(game: object, heroes: str = "hulk black-widow shuri") -> Table:
    """Hulk is on turn in seat 0; red is in play."""
    return table(game, heroes=heroes).top("red-3")  # type: ignore[arg-type]


@pytest.mark.rule("ultimate.only-looks")
def test_a_card_does_not_silence_itself() -> None:
    silence = {"ability": "suppression", "suppress": ["enemy", "item"]}
    one = hulk(changed("taskmaster", abilities=[silence, AT_START])).enemy(0, "taskmaster")
    one.items(0, "rubble").turn(2).expire(2)
    assert one.done("burn") == [("burn", 0, 1)]
    assert one.asked == (0, "turn")


@pytest.mark.rule("ultimate.only-looks", "ultimate.start.until")
def test_a_silence_that_lasts_binds_its_player_and_ends() -> None:
    grant = {"effect": "grant", "ability": 0, "until": "your_next_turn"}
    game = changed(
        "unstoppable",
        effects=[{"effect": "choose_color"}, grant],
        abilities=[{"ability": "suppression", "suppress": ["item"]}],
    )
    one = hulk(game).items(0, "hulk-pants").items(1, "gauntlets").burn(0, 3)
    one.hand(0, "unstoppable red-1 red-9").play(0, "unstoppable").choose(0, "red")
    assert (one.asked, one.prompt.source) == ((1, "confirm"), "gauntlets")
    one.choose(1, "no").expire(1).expire(2).expire(0)
    assert (one.asked, one.prompt.source) == ((0, "confirm"), "hulk-pants")


def test_an_item_that_is_taken_from_oneself_stays() -> None:
    choose = {"effect": "choose_card", "side": "item", "of": "all"}
    game = changed("swipe", effects=[{"effect": "choose_color"}, choose, {"effect": "take"}])
    one = hulk(game, "black-widow hulk").items(0, "rubble").items(1, "gauntlets")
    one.hand(0, "swipe red-1 red-9").play(0, "swipe").choose(0, "red", "rubble")
    assert one.done("take") == []
    assert (one.items_of(0), one.items_of(1)) == (["rubble"], ["gauntlets"])


@pytest.mark.rule("ultimate.skip")
def test_a_lost_turn_made_one_fewer_is_none() -> None:
    fewer = {"ability": "replacement", "instead_of": ["skip"], "reduce": 1}
    one = hulk(changed("gauntlets", abilities=[fewer])).items(1, "gauntlets")
    one.hand(0, "red-skip red-1 red-9").play(0, "red-skip")
    assert one.asked == (1, "turn")
    assert one.of(SkipChanged) == []


@pytest.mark.parametrize(("cause", "added"), [("wild", 1), ("event", 0), ("action", 0)])
def test_what_moved_cards_wakes_a_trigger_that_asks_for_that_cause(cause: str, added: int) -> None:
    when, add = {"cause": [cause]}, [{"effect": "add"}]
    waits = {"ability": "trigger", "on": ["burn"], "when": when, "do": add}
    burns = [{"effect": "choose_color"}, {"effect": "burn", "who": "next", "count": 2}]
    texts = {
        "gauntlets": {"abilities": [waits]},
        "unstoppable": {"effects": burns, "abilities": []},
    }
    game = with_texts(texts)
    one = hulk(game).items(1, "gauntlets").hand(0, "unstoppable red-1 red-9")
    one.play(0, "unstoppable").choose(0, "red")
    assert one.done("burn", "add") == [("burn", 1, 2)] + [("add", 1, 1)] * added


@pytest.mark.parametrize(("kind", "verb"), [("event", "add"), ("item", "burn")])
def test_what_a_card_does_may_hang_on_the_card_that_was_revealed(kind: str, verb: str) -> None:
    only = {"effect": "only_if", "when": {"card": {"kind": [kind]}}, "do": [{"effect": "add"}]}
    says = {"ability": "trigger", "on": ["reveal"], "do": [only | {"otherwise": [BURN]}]}
    event = {"effects": [{"effect": "reverse"}]}
    game = with_texts({"rubble": {"abilities": [says]}, "rest": event})
    one = hulk(game).items(0, "rubble").danger("rest").hand(0, "red-5 red-8 blue-2")
    assert one.play(0, "red-5").done("add", "burn") == [(verb, 0, 1)]
