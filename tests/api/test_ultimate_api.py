"""Ultimate over the API: what a viewer without a seat sees, and what is hidden."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from cards.language.effects import Add, BurnFromHand, ChooseColor, ChoosePlayer
from games.engine import NOBODY, State, observe
from games.ledger import store
from games.models import Game
from games.play.selectors import ruleset_for, stored_game
from games.proofs.runs import verdict_on
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint
from tests.api.client import Caller, asked_of, create_game, fits
from tests.table import Table, edition
from tests.table import table as laid_out

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture(autouse=True)
def _what_follows_a_commit_follows_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Inside the transaction of a test nothing is ever committed, hence nothing remembered."""

    def at_once(then: Callable[[], object], robust: bool = False) -> None:
        then()

    monkeypatch.setattr("django.db.transaction.on_commit", at_once)


@pytest.fixture
def game(alice: Caller, bob: Caller) -> str:
    """A running game: Alice is Hulk and plays first, Bob is Shuri."""
    seats = [{"kind": "me", "hero": "hulk"}, {"kind": "open", "hero": "shuri"}]
    game = create_game(alice, variant="ultimate", seats=seats, options={"first_seat": 0})
    assert bob.post(f"games/{game}/seats/").status == 201
    assert alice.post(f"games/{game}/start/").status == 201
    return game


def changed(game: str, change: Callable[[dict[str, Any]], None]) -> Game:
    """The game with some of its zones as a test wants them; only the memory knows."""
    found = stored_game(game)
    state = store.load(found).copy()
    change(state.zones)
    store.remember(found.pk, found.seq, found.head, state)
    return found


# ---- the table


def test_the_table_reports_at_each_seat_the_hero_the_deck_the_burn_pile_and_the_items(
    alice: Caller, bob: Caller, game: str
) -> None:
    told = alice.get(f"games/{game}/").json
    fits("Game", told)
    mine, theirs = told["table"]["places"]
    assert (mine["hero"], theirs["hero"]) == ("hulk", "shuri")
    assert (mine["deck"], theirs["deck"], mine["hand"]) == (40, 40, 7)
    assert len(mine["cards"]) == 7
    assert theirs["cards"] is None
    assert (mine["burn_pile"], mine["items"], mine["enemy"]) == ([], [], None)
    assert told["table"]["dangers"] == {"deck": 16, "discard": [], "revealed": []}
    assert told["table"]["draw_pile"] is None


def test_the_table_reports_what_defeats_an_enemy_and_whether_it_can_be_fought_now(
    alice: Caller, game: str
) -> None:
    def attack(zones: dict[str, Any]) -> None:
        zones["enemy:0"] = ("taskmaster",)

    changed(game, attack)
    for language, cost in (("en", "a green or yellow card"), ("fr-CA", "une carte verte ou jaune")):
        enemy = (
            Caller(alice.secret, language).get(f"games/{game}/").json["table"]["places"][0]["enemy"]
        )
        assert (enemy["card"], enemy["name"], enemy["cost"]) == ("taskmaster", "Taskmaster", cost)
        assert enemy["can_be_defeated"] is True
    state = store.load(stored_game(game)).copy()
    state.enemy_since = (state.turn, 0)
    found = stored_game(game)
    store.remember(found.pk, found.seq, found.head, state)
    enemy = alice.get(f"games/{game}/").json["table"]["places"][0]["enemy"]
    assert enemy["can_be_defeated"] is False


def test_a_classic_table_has_no_zone_of_heroes(alice: Caller, bob: Caller) -> None:
    told = alice.get(f"games/{create_game(alice, seats=[{'kind': 'me'}, BOT], start=True)}/").json
    kinds = {zone.partition(":")[0] for zone in told["position"]["counts"]}
    assert kinds == {"draw", "discard", "hand"}
    place = told["table"]["places"][0]
    assert [place[name] for name in ("hero", "deck", "burn_pile", "enemy", "items")] == [None] * 5
    assert told["table"]["dangers"] is None


BOT = {"kind": "bot", "bot": "random"}


# ---- prompts in words


def asked(table: Table, seat: int, language: Any = "en") -> tuple[str, list[str]]:
    """Why a seat is asked, and what its options are called."""
    view = observe(table.ruleset, table.state, seat)
    prompt = render_prompts(Viewpoint(table.ruleset, view, language), 1).prompts[-1]
    assert prompt.options is not None
    return prompt.why, [option.label for option in prompt.options]


def test_a_trap_asks_in_words_made_of_what_it_does() -> None:
    table = laid_out("ultimate", heroes="black-widow hulk").top("red-5")
    table.hand(0, "sabotage red-1 red-2").hand(1, "hulk-smash red-3 blue-3")
    table.play(0, "sabotage").choose(0, "red").play(1, "red-3")
    assert asked(table, 1)[1] == ["Burn a Wild from your hand and add two cards", "Burn four cards"]
    why, labels = asked(table, 1, "fr-CA")
    assert why.startswith("Sabotage\u00a0: Brûle une Carte blanche de ta main")
    assert labels == [
        "Brûler une Carte blanche de ta main et ajouter deux cartes",
        "Brûler quatre cartes",
    ]


def test_a_color_for_later_reports_what_it_is_for() -> None:
    table = laid_out("ultimate", heroes="captain-america hulk").top("red-5")
    table.hand(0, "final-justice red-1 red-2 blue-3")
    table.play(0, "final-justice")
    assert asked(table, 0) == (
        "Final Justice: Choose the color in play.",
        ["Name red", "Name yellow", "Name green", "Name blue"],
    )
    table.choose(0, "blue")
    why, _ = asked(table, 0)
    assert why.startswith("Final Justice: Choose a color. Burn any number of cards of that color")
    table.choose(0, "red")
    assert asked(table, 0)[1] == ["No more cards", "Burn Red 1", "Burn Red 2"]


def test_a_player_is_named_by_seat_and_hero_and_with_the_purpose() -> None:
    table = (
        laid_out("ultimate", heroes="hulk shuri black-widow")
        .top("red-5")
        .hand(0, "hulk-smash red-1")
    )
    table.play(0, "hulk-smash").choose(0, "blue")
    assert asked(table, 0) == (
        "Hulk Smash: Choose another player. That player adds two cards and burns one card.",
        ["Choose seat 1 (Shuri)", "Choose seat 2 (Black Widow)"],
    )


def test_what_can_be_passed_on_reports_what_would_happen() -> None:
    table = laid_out("ultimate", heroes="captain-america hulk shuri").top("red-5")
    table.hand(0, "super-human-reflexes red-1 red-2").hand(1, "hulk-smash blue-2 blue-3")
    table.play(0, "super-human-reflexes").choose(0, "blue")
    table.play(1, "hulk-smash").choose(1, "blue").choose(1, "0")
    why, labels = asked(table, 0)
    assert why.startswith("Super-Human Reflexes: Now Hulk Smash would make you add two cards.")
    assert labels == ["Take it yourself", "Choose seat 1 (Hulk)", "Choose seat 2 (Shuri)"]


def test_a_card_in_play_is_named_with_the_player_in_front_of_whom_it_is() -> None:
    table = (
        laid_out("ultimate", heroes="captain-america hulk")
        .top("red-5")
        .hand(0, "shield-slash red-1")
    )
    table.enemy(0, "crossbones").enemy(1, "abomination")
    table.play(0, "shield-slash")
    table.choose(0, "blue")
    _, labels = asked(table, 0)
    assert sorted(labels) == [
        "Choose Abomination, in front of Hulk (seat 1)",
        "Choose Crossbones, in front of you",
    ]


def test_a_text_that_asks_several_players_is_shown_to_each_of_them() -> None:
    """Also what no shipped card says: all others burn a card of their choice."""
    shipped = edition("ultimate")
    effects = (ChooseColor(), ChoosePlayer(), Add(who="target"), BurnFromHand(who="others"))
    cards = tuple(
        msgspec.structs.replace(card, effects=effects) if card.code == "visionary" else card
        for card in shipped.cards
    )
    at = laid_out(msgspec.structs.replace(shipped, cards=cards), heroes="shuri hulk black-widow")
    at.top("red-5").hand(0, "visionary red-2").hand(1, "blue-2 blue-3")
    at.play(0, "visionary").choose(0, "red")
    why, _ = asked(at, 0)
    assert why.endswith("Each other player burns a card from their hand.")
    at.choose(0, "2")
    assert asked(at, 1) == (
        "Visionary: Burn a card from your hand.",
        ["Burn Blue 2", "Burn Blue 3"],
    )


def test_others_see_which_card_asks_and_nothing_of_the_options(
    alice: Caller, bob: Caller, game: str
) -> None:
    def hold(zones: dict[str, Any]) -> None:
        zones["hand:0"] = ("hulk-smash", "red-1", "red-2")

    changed(game, hold)
    alice.post(f"games/{game}/moves/", {"move": "play", "card": "hulk-smash"})
    prompt = bob.get(f"games/{game}/prompts/").json["prompts"][-1]
    assert (prompt["seat"], prompt["options"], prompt["source"]) == (0, None, "hulk-smash")
    assert prompt["why"] == "Waiting for Alice (Hulk) to answer a question of Hulk Smash."
    assert prompt["card"]["name"] == "Hulk Smash"
    assert (prompt["card"]["done"], prompt["card"]["remaining"]) == ([], [])


# ---- choices, calls and trials


def hold(*cards: str) -> Callable[[dict[str, Any]], None]:
    def change(zones: dict[str, Any]) -> None:
        zones["hand:0"] = cards

    return change


def test_all_that_a_card_asks_can_come_with_it(alice: Caller, bob: Caller, game: str) -> None:
    changed(game, hold("hulk-smash", "red-1", "red-2"))
    option = next(
        one
        for one in alice.get(f"games/{game}/prompts/").json["prompts"][-1]["options"]
        if one["body"].get("card") == "hulk-smash"
    )
    assert option["then"] == ["color"]  # the other player is the only choice
    body = option["body"] | {"choices": {"color": "blue", "player": 1}}
    told = alice.post(f"games/{game}/moves/", body).json
    fits("MoveReply", told)
    assert told["unused"] == ["player"]
    assert told["position"]["current"] == 1
    assert told["position"]["counts"]["hand:1"] == 9
    assert told["position"]["counts"]["burn:0"] == 2


def test_choices_answer_only_the_card_that_was_played(
    alice: Caller, bob: Caller, game: str
) -> None:
    def change(zones: dict[str, Any]) -> None:
        zones["hand:1"] = ("suit-up", "red-1", "red-2")
        zones["items:1"] = ("sonic-hand-cannons",)
        zones["burn:1"] = ("blue-1",)
        zones["hand:0"] = ("red-3", "red-4", "blue-9")

    changed(game, change)
    alice.post(f"games/{game}/moves/", {"move": "play", "card": "red-3"})
    body = {
        "move": "play",
        "card": "suit-up",
        "choices": {"color": "red", "confirm": ["yes", "yes"]},
    }
    told = bob.post(f"games/{game}/moves/", body).json
    assert told["prompts"][-1]["source"] == "shuri"
    assert told["prompts"][-1]["kind"] == "confirm"
    assert told["unused"] == ["confirm"]


def test_uno_is_called_with_the_play(alice: Caller, game: str) -> None:
    changed(game, hold("red-1", "blue-2"))
    options = alice.get(f"games/{game}/prompts/").json["prompts"][-1]["options"]
    called = {"move": "play", "card": "red-1", "uno": True}
    assert called in [option["body"] for option in options]
    told = alice.post(f"games/{game}/moves/", called).json
    assert told["position"]["counts"]["hand:0"] == 1
    assert told["position"]["exposed"] == []


def test_a_trial_run_of_a_plain_number_says_what_it_would_cause(alice: Caller, game: str) -> None:
    seq = stored_game(game).seq
    changed(game, hold("red-1", "red-3", "blue-2"))
    body = {"move": "play", "card": "red-1"}
    told = alice.post(f"games/{game}/moves/check/", body).json
    fits("DryRun", told)
    assert (told["legal"], told["seq"], told["depends_on_hidden"]) == (True, seq, False)
    made = alice.post(f"games/{game}/moves/", body).json["events"][0]
    assert (told["facts"], told["rulings"]) == (made["facts"], made["rulings"])


@pytest.mark.parametrize("card", ["red-draw-two", "red-4"])
def test_a_trial_run_of_a_card_that_moves_hidden_cards_says_only_that_it_is_legal(
    alice: Caller, game: str, card: str
) -> None:
    seq = stored_game(game).seq
    changed(game, hold(card, "red-1", "blue-2"))
    body = {"move": "play", "card": card}
    told = alice.post(f"games/{game}/moves/check/", body).json
    assert told == {"legal": True, "seq": seq, "depends_on_hidden": True}
    assert stored_game(game).seq == seq


# ---- nothing hidden leaks


def hidden_cards(state: State, viewer: int) -> Iterator[str]:
    """The zones that a viewer must not see into."""
    for zone in state.zones:
        kind, _, seat = zone.partition(":")
        if kind in ("deck", "danger", "removed") or (kind == "hand" and seat != str(viewer)):
            yield zone


def test_no_viewer_sees_into_hands_decks_or_what_left_the_game(
    alice: Caller, bob: Caller, game: str
) -> None:
    rng = random.Random(5)
    for _ in range(60):
        found = stored_game(game)
        if found.status == Game.Status.OVER:
            break
        state = store.load(found)
        for viewer, caller in ((0, alice), (1, bob), (NOBODY, Caller())):
            position = caller.get(f"games/{game}/").json["position"]
            assert not set(position["cards"]) & set(hidden_cards(state, viewer))
        player, prompt, _seq = asked_of(game, alice, bob)
        plays = [one for one in prompt["options"] if one["body"]["move"] == "play"]
        player.post(f"games/{game}/moves/", rng.choice(plays or prompt["options"])["body"])


def test_a_card_burned_at_random_from_a_hand_is_drawn_by_a_hidden_lot(
    alice: Caller, bob: Caller
) -> None:
    seats = [{"kind": "me", "hero": "black-widow"}, {"kind": "open", "hero": "shuri"}]
    game = create_game(alice, variant="ultimate", seats=seats, options={"first_seat": 1})
    bob.post(f"games/{game}/seats/")
    alice.post(f"games/{game}/start/")

    def change(zones: dict[str, Any]) -> None:
        zones["hand:0"] = ("blue-3", "red-1", "red-2")
        zones["hand:1"] = ("red-3", "green-1", "green-2", "yellow-1")

    changed(game, change)
    bob.post(f"games/{game}/moves/", {"move": "play", "card": "red-3"})
    assert alice.post(f"games/{game}/moves/", {"move": "play", "card": "blue-3"}).status == 201
    told = alice.post(f"games/{game}/moves/", {"move": "choose", "option": "yes"}).json
    event = told["events"][-1]
    fits("Event", event)
    lot = next(fact for fact in event["facts"] if fact["fact"] == "lot-drawn")
    assert lot["picked"] is None
    at = event["facts"].index(lot)
    assert f"/facts/{at}/picked" in event["sealed"]
    burned = next(fact for fact in event["facts"] if fact.get("verb") == "burn")
    assert len(burned["cards"]) == 1


# ---- the end


def test_the_end_is_rendered_in_words_in_both_languages(alice: Caller, game: str) -> None:
    changed(game, hold("red-1"))
    alice.post(f"games/{game}/moves/", {"move": "play", "card": "red-1"})
    told = alice.get(f"games/{game}/").json
    assert told["position"]["result"] == {"winner": 0, "why": "round", "places": [1, 2]}
    assert told["table"]["ended"] == "no card left in hand"
    french = Caller(alice.secret, "fr-CA").get(f"games/{game}/").json
    assert french["table"]["ended"] == "plus de carte en main"


def test_what_lasts_is_rendered_in_words_with_its_owner(alice: Caller) -> None:
    seats = [{"kind": "me", "hero": "black-widow"}, BOT]
    game = create_game(
        alice, variant="ultimate", seats=seats, options={"first_seat": 0}, start=True
    )
    changed(game, hold("hide-in-plain-sight", "red-1", "red-2"))
    body = {
        "move": "play",
        "card": "hide-in-plain-sight",
        "choices": {"color": "red", "mode": "burn"},
    }
    assert alice.post(f"games/{game}/moves/", body).status == 201
    (lasting,) = alice.get(f"games/{game}/").json["table"]["lasting"]
    assert (lasting["name"], lasting["seat"], lasting["until"]) == (
        "Hide in Plain Sight",
        0,
        "your_next_turn",
    )
    assert lasting["text"] == "Nobody may play cards with the effect “burn”."  # words: allow


def test_a_second_play_cannot_be_a_draw(alice: Caller, bob: Caller) -> None:
    seats = [{"kind": "me", "hero": "captain-america"}, {"kind": "open", "hero": "hulk"}]
    game = create_game(alice, variant="ultimate", seats=seats, options={"first_seat": 0})
    bob.post(f"games/{game}/seats/")
    alice.post(f"games/{game}/start/")

    def change(zones: dict[str, Any]) -> None:
        zones["hand:0"] = ("shield-slash", "red-1", "red-2")
        zones["enemy:1"] = ("abomination",)

    changed(game, change)
    body = {"move": "play", "card": "shield-slash", "choices": {"color": "red"}}
    told = alice.post(f"games/{game}/moves/", body).json
    prompt = told["prompts"][-1]
    fits("Prompt", prompt)
    assert [option["label"] for option in prompt["options"]][-1] == "Play no other card"
    refused = alice.post(f"games/{game}/moves/", {"move": "draw"})
    assert (refused.status, refused.code) == (422, "nothing_to_draw")
    assert refused.json["rule"] == "ultimate.play-again"


def test_a_move_that_sets_off_what_never_ends_voids_the_game(
    alice: Caller, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.engine.resolution.MAX_STEPS", 1)
    reply = alice.post(f"games/{game}/moves/", {"move": "draw"})
    assert reply.status == 201
    (event,) = reply.json["events"]
    assert [ruling["rule"] for ruling in event["rulings"]] == ["common.endless"]
    assert event["facts"][-1] == {
        "fact": "game-ended",
        "winner": None,
        "why": "void",
        "places": None,
    }
    told = alice.get(f"games/{game}/").json
    assert (told["status"], told["table"]["ended"]) == ("over", "the game is void")
    assert alice.post(f"games/{game}/moves/", {"move": "draw"}).code == "game_over"


def test_a_stored_game_is_rebuilt_and_audited_from_its_rows_alone(
    alice: Caller, bob: Caller, game: str
) -> None:
    rng = random.Random(3)
    for _ in range(40):
        if stored_game(game).status == Game.Status.OVER:
            break
        player, prompt, _seq = asked_of(game, alice, bob)
        plays = [one for one in prompt["options"] if one["body"]["move"] == "play"]
        player.post(f"games/{game}/moves/", rng.choice(plays or prompt["options"])["body"])
    else:
        alice.post(f"games/{game}/moves/", {"move": "resign"})
    found = stored_game(game)
    state = store.load(found)
    store.forget()
    assert store.state_at(found, found.seq) == state
    assert ruleset_for(found).heroes == ("hulk", "shuri")
    assert verdict_on(found).passed
