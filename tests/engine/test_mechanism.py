"""Lasting abilities, with an edition invented for these tests."""

import json
import random
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import pytest

from bots.choosing import bot_move
from cards.language import EditionDef, Effect, Replacement, decode_edition
from games.engine import (
    CatchUno,
    Choose,
    Intent,
    Penalize,
    Play,
    Remove,
    Resign,
    Result,
    RulesetError,
    Ruling,
    Setup,
    Void,
    asked_challenge,
    compile_ruleset,
    decide,
    hidden_in_event,
    observe,
)
from games.engine import resolution as engine_resolution
from games.engine.facts import (
    Answered,
    CardsMoved,
    CardsShown,
    DirectionChanged,
    GameEnded,
    LastingEnded,
    LastingUsed,
)
from games.engine.intents import apply_replacement
from games.engine.prompts import Cause, Prompt
from games.engine.queries import ActiveAbility
from games.engine.verbs import VERBS
from games.messages.move_messages import PlayRequest
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint
from tests.table import DATA, Table, edition, table

HAND = "red-1 red-2 purple-1"


@lru_cache
def invented() -> EditionDef:
    """The Avengers edition with two copies each of the Wilds in invented.json."""
    raw = json.loads((DATA / "avengers.json").read_text())
    for card in json.loads(Path(__file__).with_name("invented.json").read_text()):
        plain = {"name": card["code"], "kind": "wild", "symbol": card["code"], "points": 50}
        raw["cards"].append(plain | card)
        raw["copies"][card["code"]] = 2
    return decode_edition(json.dumps(raw))


def saying(**card: Any) -> EditionDef:
    """An edition with one more Wild that says this."""
    raw = json.loads((DATA / "avengers.json").read_text())
    plain = {"code": "odd", "name": "odd", "kind": "wild", "symbol": "odd"}
    raw["cards"].append(plain | card)
    return decode_edition(json.dumps(raw))


def lasts(card: str, seats: int = 3, *others: str) -> Table:
    """Seat 0 has played a Wild whose ability lasts, and named red; seat 1 is on turn."""
    one = table(invented(), seats).hand(0, f"{card} green-1 green-2 green-3").top("red-5")
    for seat, other in enumerate(others, 1):
        one.hand(seat, other)
    one.play(0, card).choose(0, "red")
    assert one.asked[0] == (1 if card != "wild-ban" else 0)
    return one


def drew(one: Table) -> list[tuple[int, int]]:
    """Who drew how many, in order."""
    return [(f.seat, len(f.cards)) for f in one.of(CardsMoved) if f.verb == "draw"]


def test_a_trigger_wakes_on_the_next_play_of_another_and_is_spent() -> None:
    one = lasts("wild-trap", 3, HAND, HAND).play(1, "red-1")
    assert drew(one) == [(1, 2)]
    assert [type(fact) for fact in one.of(LastingUsed) + one.of(LastingEnded)] == [
        LastingUsed,
        LastingEnded,
    ]
    one.play(2, "red-2")
    assert drew(one) == [(1, 2)]


def test_a_trigger_does_not_wake_on_a_draw_or_on_its_own_play() -> None:
    one = lasts("wild-trap", 3, HAND, HAND).expire(1).expire(2)
    assert one.state.lasting == ()
    assert one.of(LastingEnded)[0].why == "turn"


def test_what_lasts_until_your_next_turn_ends_before_anything_else_of_it() -> None:
    one = lasts("wild-ban").choose(0, "blue").expire(1).expire(2)
    ended = next(at for at, fact in enumerate(one.facts) if isinstance(fact, LastingEnded))
    asked = next(at for at, fact in enumerate(one.facts) if type(fact).__name__ == "Prompted")
    assert ended < asked


def test_a_skipped_turn_does_not_begin_and_ends_nothing() -> None:
    one = lasts("wild-trap", 3, HAND, "red-skip red-2 red-3").expire(1).play(2, "red-skip")
    assert one.asked == (1, "turn")
    assert drew(one)[-1] == (2, 2)


def test_what_waits_for_the_card_fires_after_the_cards_own_effect() -> None:
    one = lasts("wild-late-trap", 4, "red-draw-two red-2 red-3")
    one.play(1, "red-draw-two")
    assert drew(one) == [(2, 2), (1, 1)]


def test_a_trigger_wakes_only_on_the_cards_it_names() -> None:
    one = lasts("wild-late-trap", 4, "red-1 red-2 red-3").play(1, "red-1")
    assert drew(one) == []


def test_one_draw_is_one_instruction_even_over_a_reshuffle() -> None:
    one = lasts("wild-echo", 3, HAND, HAND)
    before = len(drew(one))
    one.expire(1)
    assert [seat for seat, _ in drew(one)[before:]] == [1, 0]


def test_prevented_draws_do_not_happen_and_the_use_is_spent() -> None:
    one = lasts("wild-wall", 3, HAND, "red-draw-two red-3 red-4").expire(1)
    before = one.sizes()[0]
    one.play(2, "red-draw-two")
    assert one.sizes()[0] == before
    assert one.asked == (1, "turn")
    assert "card.wild-wall" in one.cited
    assert one.state.lasting == ()


def test_what_may_be_prevented_is_asked_each_time() -> None:
    one = lasts("wild-may-wall", 3, HAND, "red-draw-two red-3 red-4").expire(1)
    before = one.sizes()[0]
    one.play(2, "red-draw-two")
    assert one.asked == (0, "confirm")
    assert one.prompt.default == "no"
    one.choose(0, "no")
    assert one.sizes()[0] == before + 2
    assert one.asked == (0, "confirm")
    one.choose(0, "yes")
    assert one.asked == (0, "turn")


def test_a_lasting_effect_may_be_declined() -> None:
    for answer, lasting in (("yes", 1), ("no", 0)):
        one = table(invented(), 3).hand(0, f"wild-offer {HAND}").top("red-5")
        one.play(0, "wild-offer").choose(0, "red")
        assert one.asked == (0, "confirm")
        one.choose(0, answer)
        assert len(one.state.lasting) == lasting


def test_a_redirected_draw_is_anothers() -> None:
    one = lasts("wild-mirror", 4, HAND, HAND, "red-draw-two red-3 red-4").expire(1).expire(2)
    before = one.sizes()
    one.play(3, "red-draw-two")
    assert one.asked == (0, "player")
    assert one.prompt.options == ("no", "1", "2", "3")
    one.choose(0, "2")
    assert one.sizes() == [before[0], before[1], before[2] + 2, before[3] - 1]


def test_a_redirection_declined_leaves_the_draw_where_it_was() -> None:
    one = lasts("wild-mirror", 4, HAND, HAND, "red-draw-two red-3 red-4").expire(1).expire(2)
    before = one.sizes()[0]
    one.play(3, "red-draw-two").expire(0)
    assert one.sizes()[0] == before + 2


def test_a_redirection_that_is_no_may_names_a_seat() -> None:
    one = lasts("wild-must-mirror", 3, HAND, "red-draw-two red-3 red-4").expire(1)
    one.play(2, "red-draw-two")
    assert one.asked == (0, "player")
    assert one.prompt.options == ("1", "2")
    before = one.sizes()[1]
    one.choose(0, "1")
    assert one.sizes()[1] == before + 2


ON_DRAWS = [
    *("wild-wall", "wild-may-wall", "wild-mirror", "wild-must-mirror"),
    *("wild-fewer", "wild-more", "wild-echo"),
]
"""Wilds whose abilities change draws, or follow from them."""


@pytest.mark.rule("common.penalty")
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("card", ON_DRAWS)
def test_no_card_touches_a_penalty(card: str, seat: int) -> None:
    one = lasts(card, 3, HAND, HAND)
    before, lasting = one.sizes()[seat], one.state.lasting
    one.move(Penalize(seat, 4))
    assert one.asked == (1, "turn")
    assert one.cited[-1] == "common.penalty"
    assert (one.sizes()[seat], one.state.lasting) == (before + 4, lasting)


@pytest.mark.rule("common.uno.catch")
@pytest.mark.parametrize("card", ON_DRAWS)
def test_no_card_touches_the_two_of_a_missed_uno(card: str) -> None:
    one = table(invented(), 3).hand(0, f"{card} red-1").hand(1, "red-2 red-3").top("red-5")
    one.play(0, card).choose(0, "red").catch(1, 0).play(1, "red-2").catch(2, 1)
    assert one.asked == (2, "turn")
    assert one.sizes()[:2] == [3, 3]
    assert drew(one) == [(0, 2), (1, 2)]


def test_what_is_drawn_on_a_turn_triggers_and_is_replaced_by_no_card() -> None:
    """A trigger speaks of every draw of a turn, a replacement of draws by cards only."""
    one = lasts("wild-more", 3, HAND, HAND).expire(1)
    assert drew(one) == [(1, 1)]
    one = lasts("wild-echo", 3, HAND, HAND).expire(1)
    assert drew(one) == [(1, 1), (0, 1)]


def test_what_makes_it_more_comes_before_what_makes_it_fewer() -> None:
    one = table(invented(), 4).hand(0, "wild-fewer red-1 red-2").hand(1, "wild-more red-3 red-4")
    one.hand(2, "red-6 red-7").hand(3, "red-draw-two red-8 red-9").top("red-5")
    one.play(0, "wild-fewer").choose(0, "red").play(1, "wild-more").choose(1, "red")
    one.expire(2)
    before = one.sizes()[0]
    one.play(3, "red-draw-two")
    changes = [
        (ruling.rule, ruling.params["before"], ruling.params["after"])
        for ruling in one.rulings
        if ruling.params and "after" in ruling.params and ruling.seat == 0
    ]
    assert changes == [("card.wild-more", 2, 3), ("card.wild-fewer", 3, 1)]
    assert one.sizes()[0] == before + 1


def test_nothing_is_reduced_below_its_floor() -> None:
    ability = Replacement(instead_of=("draw",), reduce=2)
    one = ActiveAbility("wild-fewer", 0, ability, 0)
    for floor, left in ((0, 0), (2, 2)):
        after = apply_replacement(Intent("draw", 0, 2, Cause(), floor), one)
        assert after is not None
        assert after.count == left


def test_a_restriction_forbids_with_the_cards_rule() -> None:
    one = lasts("wild-ban", 3, "blue-5 red-1 red-2", HAND)
    one.choose(0, "red")
    assert one.refusal(Play(1, "red-1")) == "card.wild-ban"
    assert "red-1" not in one.may(1)
    one.expire(1).expire(2)
    assert one.state.lasting == ()


def test_a_restriction_until_the_turn_ends_ends_with_it() -> None:
    one = lasts("wild-brief", 3, "red-skip red-1 red-2")
    assert "red-skip" in one.may(1)


def test_lasting_effects_of_a_seat_that_leaves_end() -> None:
    one = lasts("wild-trap").resign(0)
    assert one.state.lasting == ()
    assert one.of(LastingEnded)[0].why == "out"


def test_lasting_effects_do_not_reach_the_next_round() -> None:
    one = table(invented(), 3).hand(0, "wild-ban red-1").hand(1, "red-2").top("red-5")
    one.play(0, "wild-ban").choose(0, "red", "green").play(1, "red-2")
    assert one.state.round == 2
    assert one.state.lasting == ()


def test_a_may_is_asked_and_declined_by_the_clock() -> None:
    one = table(invented(), 3).hand(0, "wild-gift red-1 red-2").top("red-5").play(0, "wild-gift")
    one.choose(0, "red")
    assert one.asked == (0, "confirm")
    assert drew(one.expire(0)) == []
    one = table(invented(), 3).hand(0, "wild-gift red-1 red-2").top("red-5").play(0, "wild-gift")
    assert drew(one.choose(0, "red", "yes")) == [(1, 1), (2, 1)]


def test_with_everybody_an_effect_begins_with_whose_it_is() -> None:
    one = table(invented(), 3).hand(0, "wild-toll red-1 red-2").hand(1, HAND).top("red-5")
    one.draw_pile("red-9 red-8").play(0, "wild-toll").choose(0, "red", "1")
    assert drew(one) == [(1, 1), (1, 1), (0, 1), (1, 1), (2, 1)]


def test_a_condition_chooses_between_two_things() -> None:
    one = table(invented(), 3).hand(0, "wild-toll red-1 red-2").hand(1, f"wild {HAND}").top("red-5")
    one.play(0, "wild-toll").choose(0, "red", "1")
    assert drew(one) == [(1, 1), (1, 1)]
    assert one.asked == (2, "turn")


def test_a_mode_and_a_hand_shown() -> None:
    one = table(invented(), 3).hand(0, "wild-look red-1 red-2").hand(1, HAND).top("red-5")
    one.play(0, "wild-look").choose(0, "red", "1")
    (shown,) = one.of(CardsShown)
    assert (shown.verb, shown.seat, shown.to) == ("hand", 1, 0)
    one.choose(0, "skip")
    assert one.asked == (2, "turn")
    assert len(one.of(CardsShown)) == 1


def revealing(**show: Any) -> EditionDef:
    """An edition with a Wild that makes players show a number card of their choice to all."""
    reveal = {"effect": "show_hand", "to": "all", "card": [{"kind": ["number"]}], **show}
    return saying(effects=[{"effect": "choose_color"}, reveal])


def test_each_of_several_players_picks_the_card_to_show() -> None:
    one = table(revealing(of="others"), 4).hand(0, "odd red-1 red-2").top("red-5")
    one.hand(1, "red-skip blue-1 blue-2").hand(2, "red-skip blue-skip").hand(3, "red-8 red-9")
    one.play(0, "odd").choose(0, "red")
    assert one.asked == (1, "card")
    one.choose(1, "blue-2")
    assert one.asked == (3, "card")
    one.choose(3, "red-9")
    shown = [(fact.seat, fact.cards) for fact in one.of(CardsShown)]
    assert shown == [(1, ("blue-2",)), (3, ("red-9",))]


@pytest.mark.parametrize(("of", "then"), [("self", ("color", "card")), ("others", ("color",))])
def test_a_play_lists_the_card_that_its_own_player_has_to_show(
    of: str, then: tuple[str, ...]
) -> None:
    one = table(revealing(of=of), 3).hand(0, "odd red-1 red-2").top("red-5")
    told = render_prompts(Viewpoint(one.ruleset, observe(one.ruleset, one.state, 0), "en"), 1)
    (option,) = [one for one in told.prompts[-1].options or () if one.body == PlayRequest("odd")]
    assert option.then == then
    one.play(0, "odd").choose(0, "red")
    assert (one.asked == (0, "card")) == ("card" in then)


def test_uno_may_be_called_for_a_card_whose_text_draws_for_an_empty_hand() -> None:
    only_if = {
        "effect": "only_if",
        "when": {"holds": [{}]},
        "do": [{"effect": "draw", "count": 2}],
    }
    one = with_one_card(only_if)
    assert one.refusal(Play(0, "odd", uno=True)) == "common.uno.call"
    only_if["otherwise"] = [{"effect": "draw"}]
    one = with_one_card(only_if).play(0, "odd", uno=True)
    assert one.sizes()[0] == 1
    assert one.exposed_now() == []


def with_one_card(effect: dict[str, Any]) -> Table:
    """Seat 0 holds nothing but a Wild that does this."""
    edition = saying(effects=[{"effect": "choose_color"}, effect])
    return table(edition, 3).hand(0, "odd").top("red-5").draw_pile("blue-8 blue-9")


def test_a_color_in_a_text_and_a_reverse_that_is_no_reverse_card() -> None:
    one = table(invented(), 2).hand(0, "wild-spin red-1 red-2").top("red-5").play(0, "wild-spin")
    assert (one.state.color, one.state.direction, one.state.current) == ("green", -1, 1)


def spinning(times: int) -> Table:
    """Seat 0 may play a Wild that reverses the direction times squared."""
    often = {"effect": "for_each", "times": times, "do": [{"effect": "reverse"}]}
    spin = {"effect": "for_each", "times": times, "do": [often]}
    one = table(saying(effects=[{"effect": "choose_color"}, spin]), 3)
    return one.hand(0, "odd red-1 red-2").top("red-5").draw_pile("blue-8 blue-9")


def test_a_move_of_many_steps_is_worked_out() -> None:
    one = spinning(60).play(0, "odd").choose(0, "blue")
    assert (one.asked, one.state.direction) == ((1, "turn"), 1)
    assert len(one.of(DirectionChanged)) == 3600


@pytest.mark.rule("common.endless")
@pytest.mark.parametrize("times", [80, 1000, 10**12])
def test_a_move_without_end_voids_the_game_and_does_nothing_else(times: int) -> None:
    one = spinning(times).play(0, "odd")
    before = one.state.copy()
    one.choose(0, "blue")
    assert one.facts == (Answered(0, "blue"), GameEnded(None, "void", None))
    assert one.rulings[-1] == Ruling("common.endless", 1, 0)
    before.prompts, before.result = (), Result(-1, "void", None)
    before.clues = one.state.clues
    assert one.state == before
    assert one.refusal(Void()) == "common.void"


@pytest.mark.rule("common.endless")
def test_a_catch_or_a_resignation_without_end_voids_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = table().hand(0, "red-1").exposed(0).turn(1).hand(1, "red-2 red-3").top("red-5")
    _ = one.state
    monkeypatch.setattr(engine_resolution, "MAX_STEPS", 0)
    for move in (CatchUno(2, 0), Resign(1), Remove(2)):
        decision = decide(one.ruleset, one.state, move, one.chance)
        assert decision.facts == (GameEnded(None, "void", None),)
        assert decision.rulings == (Ruling("common.endless", 0, move.seat),)


@pytest.mark.rule("common.endless")
def test_a_hidden_answer_to_a_move_without_end_stays_hidden(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = table().hand(0, "wild-infinity-gauntlet red-1 red-2 blue-1").top("red-5")
    one.play(0, "wild-infinity-gauntlet")
    monkeypatch.setattr(engine_resolution, "MAX_STEPS", 0)
    one.choose(0, "red-1")
    assert one.facts == (Answered(0, "red-1", hidden=True), GameEnded(None, "void", None))
    hidden = hidden_in_event(Choose(0, "red-1"), one.facts, 1)
    assert hidden == ("/facts/0/option", "/move/option")


@pytest.mark.rule("common.endless")
def test_a_deal_without_end_voids_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_resolution, "MAX_STEPS", 3)
    one = table(seats=3).turned_up("red-1")
    assert one.state.result == Result(-1, "void", None)
    assert [ruling.rule for ruling in one.rulings] == ["common.endless"]
    assert len(one.state.zones["draw"]) == 112


DRAW = {"effect": "draw"}


@pytest.mark.parametrize(
    "card",
    [
        {"effects": [{"effect": "burn"}]},
        {"effects": [{"effect": "draw", "count": "items"}]},
        {"effects": [{"effect": "for_each", "times": "items", "do": [DRAW]}]},
        {"effects": [{"effect": "only_if", "when": {"has": "item"}, "do": [DRAW]}]},
        {
            "effects": [
                {"effect": "choose_mode", "modes": [{"name": "a", "needs": {"has": "item"}}]}
            ]
        },
        {"abilities": [{"ability": "trigger", "on": ["burn"], "do": [DRAW]}]},
        {"abilities": [{"ability": "trigger", "on": ["play"], "when": {"has": "item"}, "do": []}]},
        {"abilities": [{"ability": "replacement", "instead_of": ["burn"], "prevent": True}]},
        {"abilities": [{"ability": "suppression", "suppress": ["item"]}]},
        {
            "abilities": [
                {"ability": "trigger", "on": ["play"], "when": {"owner": "self"}, "do": [DRAW]}
            ]
        },
    ],
    ids=repr,
)
def test_an_edition_that_says_more_than_the_rules_can_play_is_refused(card: dict[str, Any]) -> None:
    setup = Setup("avengers", "", 3, dict(table().options))
    with pytest.raises(RulesetError, match=r"odd\."):
        compile_ruleset(saying(**card), setup)


def test_every_verb_of_the_language_does_something() -> None:
    assert set(get_args(Effect)) <= set(VERBS)


def test_what_was_about_to_happen_to_a_seat_that_leaves_is_dropped() -> None:
    one = lasts("wild-may-wall", 3, HAND, "red-draw-two red-3 red-4").expire(1)
    before = drew(one)
    one.play(2, "red-draw-two")
    assert one.asked == (0, "confirm")
    one.resign(0)
    assert one.asked == (1, "turn")
    assert drew(one) == before


def test_the_shipped_editions_say_nothing_that_the_rules_cannot_play() -> None:
    for name in ("avengers", "xmen"):
        compile_ruleset(edition(name), Setup(name, "", 3, {}))


TWO_CHALLENGES = {
    "effects": [
        {"effect": "choose_color"},
        {
            "effect": "may",
            "do": [
                {"effect": "challenge", "count": 1, "penalty": 2},
                {"effect": "challenge", "count": 3, "penalty": 5, "wilds_match": True},
            ],
        },
    ],
}


def challenged(times: int) -> Table:
    """The table of a card with two challenges in a "may", after so many answers "no"."""
    one = table(saying(**TWO_CHALLENGES)).hand(0, "odd green-1 green-2").hand(1, "red-1 red-2")
    one.top("red-5").play(0, "odd").choose(0, "blue").choose(0, "yes")
    for _ in range(times):
        one.choose(1, "no")
    assert one.asked == (1, "challenge")
    return one


@pytest.mark.parametrize(("times", "count", "penalty"), [(0, 1, 2), (1, 3, 5)])
def test_the_challenge_that_is_asked_is_told_wherever_it_stands_in_the_text(
    times: int, count: int, penalty: int
) -> None:
    one = challenged(times)
    effect = asked_challenge(one.ruleset, one.state.prompts[-1])
    assert effect is not None and (effect.count, effect.penalty) == (count, penalty)
    told = render_prompts(
        Viewpoint(one.ruleset, observe(one.ruleset, one.state, 1), "en"), 1
    ).prompts[-1]
    said = told.why
    assert f"you draw {count} card" in said
    assert f"you draw {penalty} cards and lose your turn" in said


def test_another_question_is_no_challenge() -> None:
    one = table().hand(0, "wild red-1 red-2").top("red-5")
    assert asked_challenge(one.ruleset, Prompt(0, "turn")) is None
    assert asked_challenge(one.ruleset, one.state.prompts[-1]) is None
    one.play(0, "wild")
    assert asked_challenge(one.ruleset, one.state.prompts[-1]) is None


@pytest.mark.parametrize("times", [0, 1])
def test_a_bot_answers_a_challenge_wherever_it_stands_in_the_text(times: int) -> None:
    one = challenged(times)
    view = observe(one.ruleset, one.state, 1)
    made = bot_move("greedy", view, one.ruleset, random.Random(1))
    assert isinstance(made, Choose) and made.option in ("yes", "no")
    one.move(made)


def fickle(*effects: dict[str, Any]) -> EditionDef:
    """An edition with a Wild whose lasting ability does this whenever another player draws."""
    grant = {"effect": "grant", "ability": 0, "until": "your_next_turn"}
    trigger = {"ability": "trigger", "on": ["draw"], "whose": "others", "do": list(effects)}
    return saying(effects=[{"effect": "choose_color"}, grant], abilities=[trigger])


@pytest.mark.rule("common.draw")
@pytest.mark.parametrize(("color", "asked"), [("red", (2, "turn")), ("blue", (1, "drawn"))])
def test_a_card_drawn_that_no_longer_fits_is_not_offered(
    color: str, asked: tuple[int, str]
) -> None:
    one = table(fickle({"effect": "set_color", "color": color}), 3).hand(0, "odd green-1 green-2")
    one.hand(1, "green-3 green-4").top("red-5").draw_pile("blue-8")
    one.play(0, "odd").choose(0, "blue").draw(1)
    assert one.asked == asked
    assert one.sizes() == [2, 3, 5]


@pytest.mark.rule("common.draw")
def test_a_question_during_a_draw_does_not_name_the_card_drawn() -> None:
    ask = fickle({"effect": "may", "do": [{"effect": "reverse"}]})
    one = table(ask, 3).hand(0, "odd green-1 green-2").hand(1, "green-3 green-4")
    one.top("red-5").draw_pile("blue-8").play(0, "odd").choose(0, "blue").draw(1)
    assert one.asked == (0, "confirm")
    seen = [observe(one.ruleset, one.state, viewer).prompts[-1] for viewer in (0, 1, 2, -1)]
    assert ["blue-8" in repr(prompt) for prompt in seen] == [False, True, False, False]
    assert one.choose(0, "no").asked == (1, "drawn")
