"""The rulings desk: positions read, refused, ruled on."""

from collections import Counter
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from games.api.positions import render_table
from games.engine import (
    Chance,
    Choose,
    Draw,
    IllegalMove,
    Move,
    Pass,
    Play,
    Prompt,
    Result,
    State,
    decide,
    legal_moves,
    reasking,
)
from games.engine.prompts import Bookmark, Cause, Intent
from games.engine.variants import TURN
from games.engine.zones import DISCARD, DRAW, HAND
from games.errors import SetupRefused
from games.ledger.rows import EVERYTHING
from games.play import selectors
from games.rulings import desk
from games.rulings.desk import (
    SEED,
    Case,
    DeskVerdict,
    OpenedCase,
    open_position,
    rule,
    setting_of,
)
from games.rulings.filling import box_of
from games.rulings.lasting import LastingEffectRequest, completed
from games.rulings.position_request import PositionRefused, PositionRequest
from games.rulings.state_building import build_state
from tests.laws.random_games import Game, short_games

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _published(editions: None) -> None:
    """The shipped editions are there."""


def position(**given: Any) -> PositionRequest:
    return msgspec.convert(given, PositionRequest)


def open_case(case: Case, seed: bytes = SEED) -> OpenedCase:
    """Return the state of a position at a table."""
    return open_position(setting_of(case), case.position, seed)


def opened(variant: str = "avengers", seats: int = 3, **given: Any) -> OpenedCase:
    return open_case(Case(variant, seats, position(**given)))


def ruled(move: Move, *, variant: str = "avengers", seats: int = 3, **given: Any) -> DeskVerdict:
    return rule(opened(variant, seats, **given), move, {})


def refused(variant: str = "avengers", seats: int = 3, **given: Any) -> list[tuple[str, str]]:
    """What is wrong with a position."""
    with pytest.raises(PositionRefused) as caught:
        opened(variant, seats, **given)
    return [(flaw.code, flaw.pointer) for flaw in caught.value.flaws]


HANDS = {"hand:0": ["red-5", "blue-skip", "wild-draw-four"], "discard": ["blue-7"]}


# ---- by hand


def test_what_is_left_out_is_filled_in_from_the_box() -> None:
    built = opened(cards=HANDS, out=[2])
    zones = built.state.zones
    assert len(zones[HAND[1]]) == 7
    assert zones[HAND[2]] == ()
    everything = Counter(card for cards in zones.values() for card in cards)
    assert everything == Counter(built.ruleset.box)
    assert built.state.color == "blue"
    assert built.state.shuffles == 1
    assert [prompt.kind for prompt in built.state.prompts] == ["turn"]


def test_the_seed_deals_what_is_left_out() -> None:
    case = Case("avengers", 2, position(cards=HANDS))
    first, again, other = (open_case(case, seed).state.zones for seed in (SEED, SEED, b"\x01" * 32))
    assert first == again
    assert first[DRAW] != other[DRAW]
    named = Counter(card for cards in HANDS.values() for card in cards)
    rest = Counter(opened(seats=2, cards=HANDS).ruleset.box) - named
    pile = Chance(SEED).shuffle(sorted(rest.elements()), 0)
    assert first[HAND[1]] == pile[:-8:-1]
    assert first[DRAW] == pile[:-7]


def test_counts_say_how_many_are_in_a_hidden_hand() -> None:
    built = opened(seats=2, cards=HANDS, counts={"hand:1": 1}, exposed=[1])
    assert len(built.state.zones[HAND[1]]) == 1
    assert built.state.uno == ("", "exposed")
    assert opened(seats=2, cards=HANDS, counts={"hand:1": 1}).state.uno == ("", "missed")


def test_choices_that_come_with_a_move_are_made_too() -> None:
    case = opened(seats=2, cards=HANDS, color="green")
    verdict = rule(case, Play(0, "wild-draw-four"), {"color": ["red"], "player": ["1"]})
    assert verdict.refusal is None
    assert verdict.state.color == "red"
    assert verdict.unused == ("player",)
    last = verdict.rulings[-1]
    assert last.at <= len(verdict.facts)
    assert [one.at for one in verdict.rulings] == sorted(one.at for one in verdict.rulings)
    wrong = rule(case, Play(0, "wild-draw-four"), {"color": ["pink"]})
    assert wrong.refusal is not None and wrong.refusal.code == "not_an_option"
    assert wrong.state is case.state


def test_a_finished_position_allows_nothing_more() -> None:
    verdict = ruled(Draw(0), cards=HANDS, result={"winner": 1, "why": "rounds"})
    assert verdict.refusal is not None and verdict.refusal.code == "game_over"


# ---- as the server tells it


def forgetful(state: State) -> State:
    """A state without what its players remember, which the desk does not read."""
    return replace(state, known={}, clues=())


def told(game: Game, state: State) -> PositionRequest:
    """A state as position/ tells it in full, read again."""
    view = selectors.view_of(game.ruleset, state, EVERYTHING)
    encoded = msgspec.json.encode(render_table(view, state, 1))
    fields = msgspec.json.decode(encoded)
    return msgspec.convert(fields, PositionRequest)


def variants() -> list[str]:
    return ["avengers", "xmen", "ultimate"]


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_game_is_read_as_it_is_reported(variant: str, seats: int) -> None:
    for game in short_games(variant, seats, 4):
        box = box_of(game.ruleset)
        for number, moment in enumerate(game.play()):
            state = moment.decision.state
            if number % 3 and [prompt.kind for prompt in state.prompts] == ["turn"]:
                continue
            built = build_state(game.ruleset, box, told(game, state), game.chance)
            assert built.state == forgetful(state)
            assert built.filled == ()


# ---- what is wrong


def test_zones_cards_and_seats_that_do_not_exist_are_pointed_at() -> None:
    assert refused(cards=HANDS | {"pocket": []}) == [("unknown_zone", "/cards/pocket")]
    assert refused(cards=HANDS, counts={"hand:3": 7}) == [("unknown_zone", "/counts/hand:3")]
    assert refused(cards={"hand:0": ["red-5", "pink-5"]}) == [("unknown_card", "/cards/hand:0/1")]
    assert refused(cards=HANDS, current=3) == [("no_such_seat", "/current")]
    assert refused(cards=HANDS, dealer=9) == [("no_such_seat", "/dealer")]
    assert refused(cards=HANDS, skipped=[1, 4]) == [("no_such_seat", "/skipped/1")]
    assert refused(cards=HANDS, scores=[1, 2]) == [("wrong_length", "/scores")]
    assert refused(cards=HANDS, uno=["", ""]) == [("wrong_length", "/uno")]


def test_the_cards_are_those_of_the_box() -> None:
    assert refused(cards=HANDS | {"hand:1": ["red-0", "red-0"]}) == [("too_many_cards", "/cards")]
    short = opened(cards=HANDS).state.zones
    zones = {zone: list(cards) for zone, cards in short.items()}
    assert opened(cards=zones).filled == ()
    counts = {zone: len(cards) - (zone == "draw") * 2 for zone, cards in zones.items()}
    lost = sorted(zones["draw"].pop(0) for _ in range(2))
    with pytest.raises(PositionRefused) as caught:
        opened(cards=zones, counts=counts)
    (flaw,) = caught.value.flaws
    params = {"cards": ", ".join(lost), "count": 2}
    assert (flaw.code, flaw.params) == ("too_few_cards", params)
    assert refused(cards=HANDS, counts={"hand:0": 2}) == [("wrong_count", "/counts/hand:0")]
    assert refused(cards=HANDS, counts={"hand:1": 200})[0] == ("wrong_count", "/counts/hand:1")


def test_a_seat_that_is_out_has_no_hand_and_no_turn() -> None:
    hand = HANDS | {"hand:1": ["red-1"]}
    assert refused(cards=hand, out=[1]) == [("cards_of_seat_out", "/cards/hand:1")]
    assert refused(cards=HANDS, current=1, out=[1]) == [("seat_is_out", "/current")]
    assert refused(cards=HANDS, out=[1, 2]) == [("too_few_left", "/out")]


def test_a_color_that_is_none_is_refused() -> None:
    assert refused(cards=HANDS, color="pink") == [("unknown_color", "/color")]
    wild = {"hand:0": ["red-5"], "discard": ["wild"]}
    assert refused(cards=wild) == [("unknown_color", "/color")]
    assert opened(cards=wild, color="red").state.color == "red"


def test_uno_concerns_hands_of_one_card() -> None:
    assert refused(cards=HANDS, exposed=[0]) == [("impossible_uno", "/exposed")]
    assert refused(cards=HANDS, uno=["called", "", ""]) == [("impossible_uno", "/uno/0")]


def test_only_what_a_card_says_can_last() -> None:
    for effect in (
        {"key": 1, "card": "red-5", "ability": 0, "seat": 0, "until": "turn_ends"},
        {"key": 1, "card": "nothing", "ability": 0, "seat": 0, "until": "turn_ends"},
    ):
        flaws = refused(cards=HANDS, lasting=[effect])
        assert flaws == [("impossible_lasting", "/lasting/0/card")]


HIDING = {"key": 1, "card": "hide-in-plain-sight", "ability": 0, "seat": 1}
HIDDEN: dict[str, Any] = HIDING | {"until": "your_next_turn", "bound": [["verb", "add"]]}
HEROES = {"hero:0": ["hulk"], "hero:1": ["black-widow"]}


def lasting(*effects: Any, **more: Any) -> OpenedCase:
    """A position in which Hulk holds a Wild that features add, and something lasts."""
    cards = HEROES | {"hand:0": ["hulk-smash", "gamma-charge", "red-2"], "discard": ["red-7"]}
    return opened("ultimate", 2, cards=cards, lasting=list(effects), **more)


@pytest.mark.parametrize(
    ("effect", "member"),
    [
        ({k: v for k, v in HIDDEN.items() if k != "bound"}, "named"),
        (HIDDEN | {"bound": []}, "bound"),
        (HIDDEN | {"bound": [["mode", "add"]]}, "bound"),
        (HIDDEN | {"bound": [["verb", "add"], ["mode", "add"]]}, "bound"),
        (HIDDEN | {"bound": [["verb", "fly"]]}, "bound"),
        (HIDDEN | {"named": "add"}, "bound"),
        (HIDDEN | {"until": "turn_ends"}, "until"),
        (HIDDEN | {"ability": 1}, "ability"),
        (HIDDEN | {"uses": 1}, "uses"),
        (HIDDEN | {"key": 0}, "key"),
        ({"card": "hide-in-plain-sight", "seat": 1, "named": "fly"}, "named"),
        ({"card": "hide-in-plain-sight", "seat": 1, "named": ["add", "burn"]}, "named"),
        ({"card": "sabotage", "seat": 1, "uses": 0}, "uses"),
        ({"card": "sabotage", "seat": 1, "uses": 2}, "uses"),
        ({"card": "sabotage", "seat": 1, "named": "add"}, "named"),
        ({"card": "hulk-smash", "seat": 1}, "card"),
    ],
)
def test_a_lasting_effect_that_its_card_cannot_begin_is_refused(effect: Any, member: str) -> None:
    with pytest.raises(PositionRefused) as caught:
        lasting(effect)
    (flaw,) = caught.value.flaws
    assert (flaw.code, flaw.pointer) == ("impossible_lasting", f"/lasting/0/{member}")
    assert flaw.params["expected"]


def test_what_was_named_for_a_lasting_effect_decides() -> None:
    short = {"card": "hide-in-plain-sight", "seat": 1, "named": "add"}
    assert lasting(short).state.lasting == lasting(HIDDEN).state.lasting
    forbidden = rule(lasting(short), Play(0, "hulk-smash"), {}).refusal
    assert forbidden is not None and forbidden.code == "card_forbidden"
    assert rule(lasting(short), Play(0, "gamma-charge"), {}).refusal is None
    burning = lasting(short | {"named": "burn"})
    assert rule(burning, Play(0, "gamma-charge"), {}).refusal is not None


def test_lasting_effects_are_numbered_and_counted_by_their_cards() -> None:
    short = {"card": "hide-in-plain-sight", "seat": 1, "named": ["add"]}
    traps = {"card": "sabotage", "seat": 1}
    first, second = lasting(short | {"key": 4}, traps).state.lasting
    assert (first.key, second.key, second.uses, second.until) == (4, 5, 1, "your_next_turn")
    with pytest.raises(PositionRefused):
        lasting(short | {"key": 4}, traps | {"key": 4})


def test_lasting_effects_of_games_are_written_as_they_stand() -> None:
    seen = 0
    for game in short_games("ultimate", 3, 6):
        for moment in game.play():
            for effect in moment.decision.state.lasting:
                given = msgspec.convert(msgspec.to_builtins(effect), LastingEffectRequest)
                assert completed(game.ruleset, given, 99) == effect
                seen += 1
    assert seen


# ---- the top of a pile, a card just drawn


def test_the_cards_named_are_on_top_and_the_rest_of_the_pile_is_dealt_under_them() -> None:
    built = opened(cards=HANDS | {"draw": ["red-1", "red-9"]})
    assert built.state.zones[DRAW][-2:] == ("red-1", "red-9")
    assert len(built.state.zones[DRAW]) == 112 - 3 - 1 - 14
    assert "draw" in built.filled
    verdict = rule(built, Draw(0), {})
    assert verdict.state.zones[HAND[0]][-1] == "red-9"
    exact = opened(cards=HANDS | {"draw": ["red-9"]}, counts={"draw": 94})
    assert exact.state.zones[DRAW][-1] == "red-9"
    flaws = refused(cards=HANDS | {"draw": ["red-9"]}, counts={"draw": 1})
    assert flaws == [("too_few_cards", "/cards")]


def test_the_top_of_any_pile_of_heroes_may_be_named() -> None:
    cards = HEROES | {
        "discard": ["red-7"],
        "deck:1": ["red-6"],
        "burn:0": ["hulk-smash"],
        "danger": ["thanos"],
        "hand:1": ["red-1"],
    }
    edition = opened("ultimate", 2, cards=HEROES | {"discard": ["red-7"]})
    dangers = list(edition.state.zones["danger"])
    built = opened(
        "ultimate", 2, cards=cards | {"danger": dangers[:1]}, counts={"burn:0": 5, "hand:1": 3}
    )
    zones = built.state.zones
    assert zones["deck:1"][-1] == "red-6" and len(zones["deck:1"]) in (43, 44)
    assert zones["burn:0"][-1] == "hulk-smash" and len(zones["burn:0"]) == 5
    assert zones["danger"][-1] == dangers[0]
    assert "red-1" in zones["hand:1"] and len(zones["hand:1"]) == 3
    assert {"deck:1", "burn:0", "danger", "hand:1"} <= set(built.filled)


def test_a_deck_of_one_card_is_possible_when_the_others_have_a_place() -> None:
    cards = HEROES | {"discard": ["red-7"], "deck:1": ["red-6"], "hand:1": ["red-1"]}
    built = opened("ultimate", 2, cards=cards, counts={"deck:1": 1, "burn:1": 45})
    assert built.state.zones["deck:1"] == ("red-6",)
    with pytest.raises(PositionRefused) as caught:
        opened("ultimate", 2, cards=cards, counts={"deck:1": 1, "burn:1": 40})
    codes = [flaw.code for flaw in caught.value.flaws]
    assert codes == ["too_few_cards"]


def test_a_discarded_card_is_taken_from_a_pack_that_can_spare_it() -> None:
    cards = HEROES | {"discard": ["red-7"]}
    counts = {"hand:1": 7, "burn:1": 39, "deck:1": 1}
    built = opened("ultimate", 2, cards=cards, counts=counts)
    assert len(built.state.zones["deck:0"]) == 47 - 7 - 1
    shared = {"hand:0": 7, "burn:0": 38, "deck:0": 1}
    for zone in ("deck:0", "burn:0"):
        full = opened("ultimate", 2, cards=cards, counts=shared).state.zones
        assert len(full[zone]) == shared[zone]
    both = counts | {"hand:0": 7, "burn:0": 39, "deck:0": 1}
    with pytest.raises(PositionRefused) as caught:
        opened("ultimate", 2, cards=cards, counts=both)
    (flaw,) = caught.value.flaws
    assert flaw.code == "wrong_count"
    assert "burn:" in str(flaw.params["elsewhere"]) and "red-7" in str(flaw.params["elsewhere"])


def test_a_card_just_drawn_may_be_played_and_no_other() -> None:
    cards = HANDS | {"hand:0": ["red-5", "blue-2", "wild"]}
    case = opened(cards=cards, drawn="blue-2")
    assert case.state.prompts[-1].kind == "drawn"
    other = rule(case, Play(0, "wild"), {}).refusal
    assert other is not None and (other.rule, other.code) == ("common.draw", "already_drawn")
    assert rule(case, Play(0, "blue-2"), {}).refusal is None
    assert rule(case, Pass(0), {}).refusal is None
    unnamed = opened(cards={"discard": ["blue-7"]}, drawn="blue-2")
    assert unnamed.state.zones[HAND[0]][-1] == "blue-2" and len(unnamed.state.zones[HAND[0]]) == 7


def test_a_card_just_drawn_is_as_in_a_game() -> None:
    seen = 0
    for variant in variants():
        for game in short_games(variant, 2, 2):
            for moment in game.play():
                state = moment.decision.state
                prompt = state.prompts[-1] if state.prompts else None
                if prompt is None or prompt.kind != "drawn":
                    continue
                given = told(game, state)
                asked = msgspec.structs.replace(given, given_prompts=[], drawn=prompt.options[0])
                built = build_state(game.ruleset, box_of(game.ruleset), asked, game.chance)
                after = [decide(game.ruleset, one, Pass(prompt.seat), game.chance).state
                         for one in (built.state, state)]  # fmt: skip
                assert forgetful(after[0]) == forgetful(after[1])
                seen += 1
    assert seen


@pytest.mark.parametrize(
    "given",
    [
        {"drawn": "blue-2"},
        {"drawn": "red-5"},
        {"drawn": "blue-skip", "prompts": [{"seat": 0, "kind": "turn"}]},
    ],
)
def test_a_card_that_leads_to_no_question_was_not_just_drawn(given: Any) -> None:
    assert refused(cards=HANDS, **given) == [("impossible_drawn", "/drawn")]


def test_an_enemy_has_not_come_in_the_future() -> None:
    flaws = refused(cards=HANDS, turn=4, enemy_since=[0, 5, 0])
    assert flaws == [("impossible_enemy_since", "/enemy_since/1")]


def asks(*prompts: Prompt) -> list[Any]:
    return [msgspec.to_builtins(prompt) for prompt in prompts]


def turn(at: int = 1, script: str = TURN, **more: Any) -> Prompt:
    fields: dict[str, Any] = {"seat": 0, "kind": "turn", "default": "draw", "rule": "common.match"}
    mark = Bookmark(script, at, more.pop("mark_seat", 0), **more.pop("mark", {}))
    return Prompt(**fields | {"resume": (mark,)} | more)


def test_a_question_that_the_rules_ask_is_taken_as_it_stands() -> None:
    assert opened(cards=HANDS, prompts=asks(turn())).state.prompts == (turn(),)
    drawn = turn(
        kind="drawn", options=("blue-skip", "pass"), default="pass", rule="common.draw",
        hidden=True, mark={"bound": (("drawn", "blue-skip"),)},
    )  # fmt: skip
    verdict = rule(opened(cards=HANDS, color="blue", prompts=asks(drawn)), Draw(0), {})
    assert verdict.refusal is not None and verdict.refusal.code == "already_drawn"


@pytest.mark.parametrize(
    ("prompt", "pointer"),
    [
        (turn(script="no-such-script"), "/prompts/0/resume/0"),
        (turn(at=3), "/prompts/0/resume/0"),
        (turn(at=-1), "/prompts/0/resume/0"),
        (turn(at=99), "/prompts/0/resume/0"),
        (turn(mark_seat=7), "/prompts/0/resume/0"),
        (turn(mark={"source": "nothing"}), "/prompts/0/resume/0"),
        (turn(resume=(Intent("explode", 0, 1, Cause()),)), "/prompts/0/resume/0"),
        (turn(at=0), "/prompts/0"),
        (turn(resume=()), "/prompts/0"),
        (turn(seat=5), "/prompts/0/seat"),
        (turn(seat=1), "/prompts/0/seat"),
        (turn(kind="color"), "/prompts/0/kind"),
        (turn(rule="common.wild"), "/prompts/0/rule"),
        (turn(options=("red",)), "/prompts/0/options"),
        (turn(script="wild.effects", at=0), "/prompts/0/kind"),
    ],
)  # fmt: skip
def test_a_question_that_the_position_cannot_have_is_refused(prompt: Prompt, pointer: str) -> None:
    assert refused(cards=HANDS, prompts=asks(prompt)) == [("impossible_prompt", pointer)]


def test_a_question_with_much_work_behind_it_costs_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settled: list[Any] = []
    monkeypatch.setattr(reasking, "resolve_intent", lambda *work: settled.append(work))
    frames = tuple(Intent("draw", seat % 3, 1, Cause()) for seat in range(5_000))
    flaws = refused(cards=HANDS, prompts=asks(turn(resume=frames)))
    assert flaws == [("impossible_prompt", "/prompts/0")]
    assert len(settled) == reasking.STEPS_TO_ASK


def fail(*_: Any) -> None:
    raise LookupError


def test_work_that_no_rule_left_behind_is_a_problem_and_no_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    case = opened(cards=HANDS, prompts=asks(turn()))
    monkeypatch.setattr(desk, "decide", fail)
    with pytest.raises(PositionRefused) as caught:
        rule(case, Draw(0), {})
    assert [flaw.code for flaw in caught.value.flaws] == ["impossible_prompt"]


def test_a_drawn_card_that_is_in_no_hand_is_not_offered() -> None:
    drawn = (("drawn", "wild"),)
    color = {"seat": 0, "kind": "color", "default": "red", "rule": "common.wild", "source": "wild"}
    resume = (
        Bookmark(TURN, 1, 0, bound=drawn),
        Bookmark("wild.effects", 0, 0, "wild", bound=(("color_before", "blue"),)),
    )
    case = opened(cards=HANDS)
    colors = case.ruleset.edition.colors
    asked = msgspec.convert({**color, "options": colors}, Prompt)
    prompt = msgspec.structs.replace(asked, resume=resume)
    case = opened(cards=HANDS, color="blue", prompts=asks(prompt))
    after = rule(case, Choose(0, "red"), {}).state
    assert (after.prompts[-1].seat, after.prompts[-1].kind) == (1, "turn")


def test_a_failure_of_our_own_is_not_blamed_on_the_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(desk, "decide", fail)
    with pytest.raises(LookupError):
        ruled(Draw(0), cards=HANDS)


def test_a_move_without_end_is_ruled_to_void_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    case = opened(cards=HANDS)
    monkeypatch.setattr("games.engine.resolution.MAX_STEPS", 1)
    verdict = rule(case, Draw(0), {})
    assert verdict.refusal is None
    assert [ruling.rule for ruling in verdict.rulings] == ["common.endless"]
    assert verdict.state.result == Result(-1, "void", None)


def positions_asked(variant: str) -> list[tuple[Game, dict[str, Any]]]:
    """Positions in which something other than a turn is asked, as JSON values."""
    found = []
    for game in short_games(variant, 3, 2):
        for moment in game.play():
            state = moment.decision.state
            if state.prompts and state.prompts[-1].kind != "turn":
                view = selectors.view_of(game.ruleset, state, EVERYTHING)
                fields = msgspec.json.decode(msgspec.json.encode(render_table(view, state, 1)))
                found.append((game, fields))
    return found


def meddled(value: Any, rng: Random, words: list[str]) -> Any:
    """A JSON value in which one thing is another."""
    if isinstance(value, dict | list) and value and rng.random() < 0.9:
        changed = value.copy()
        key = rng.choice(list(value) if isinstance(value, dict) else range(len(value)))
        changed[key] = meddled(value[key], rng, words)
        return changed
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-1, 1, 50))
        case str():
            return rng.choice(words)
        case list():
            return rng.choice(([], value * 2, value[:-1]))
        case _:
            return None


@pytest.mark.parametrize("variant", variants())
def test_a_position_that_was_meddled_with_is_refused_or_ruled_on(variant: str) -> None:
    rng, seen = Random(7), Counter[str]()
    asked = positions_asked(variant)
    for _ in range(400):
        game, fields = rng.choice(asked)
        scripts = rng.sample(sorted(game.ruleset.scripts), 3)
        words = ["", "0", "1", "red", "yes", "turn", "victim", *scripts]
        part = rng.choice(("prompts", "prompts", *fields))
        changed = fields | {part: meddled(fields[part], rng, words)}
        try:
            given = msgspec.convert(changed, PositionRequest)
            built = build_state(game.ruleset, box_of(game.ruleset), given, game.chance)
        except (msgspec.ValidationError, PositionRefused) as error:
            seen[type(error).__name__] += 1
            continue
        case = OpenedCase("", game.ruleset, built.state, built.filled, game.chance, True)
        for move in legal_moves(game.ruleset, built.state, case.awaited_seat()):
            with suppress(PositionRefused):
                seen[type(rule(case, move, {}).refusal).__name__] += 1
    assert seen["PositionRefused"] > 50 and seen["NoneType"] > 50


def test_tables_that_cannot_be_created_are_refused() -> None:
    given = position(cards=HANDS)
    for case, code, pointer in (
        (Case("chess", 2, given), "unknown_variant", "/variant"),
        (Case("avengers", 11, given), "seats_out_of_range", "/seats"),
        (Case("avengers", 2, given, edition="0" * 64), "unknown_edition", "/edition"),
        (Case("avengers", 2, given, options={"x": 1}), "unknown_option", "/options/x"),
        (Case("avengers", 2, given, heroes=("hulk",)), "no_heroes", "/heroes"),
    ):
        with pytest.raises(SetupRefused) as caught:
            open_case(case)
        assert (caught.value.code, caught.value.pointer) == (code, pointer)


def test_nothing_is_changed_by_asking() -> None:
    case = opened(cards=HANDS)
    before = case.state.copy()
    with pytest.raises(IllegalMove):
        decide(case.ruleset, case.state, Play(0, "red-5"), case.chance)
    rule(case, Draw(0), {})
    assert case.state == before
    assert case.state.zones[DISCARD] == ("blue-7",)
