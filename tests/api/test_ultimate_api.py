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
from games.play.selectors import stored_game
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


def test_uno_is_called_with_the_play(alice: Caller, game: str) -> None:
    changed(game, hold("red-1", "blue-2"))
    options = alice.get(f"games/{game}/prompts/").json["prompts"][-1]["options"]
    called = {"move": "play", "card": "red-1", "uno": True}
    assert called in [option["body"] for option in options]
    told = alice.post(f"games/{game}/moves/", called).json
    assert told["position"]["counts"]["hand:0"] == 1
    assert told["position"]["exposed"] == []


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
