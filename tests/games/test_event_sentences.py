"""Sentences of single events that the golden logs do not hold."""

from functools import cache
from typing import Any

import pytest

from cards.language import Language
from games.engine import NOBODY, Move, Prompt, Ruling, Seat, SeenFact, fold
from games.engine.facts import GameEnded, LastingBegan, LastingEffect, LastingUsed, RoundEnded
from games.engine.moves import Choose, Pass
from games.engine.seen_facts import SeenAnswered, SeenCardsMoved, SeenChoose, SeenTaken
from games.engine.zones import BURN, DECK, DISCARD, HAND
from games.ledger.rows import Actor
from games.ledger.seen_events import SeenEvent
from games.play.selectors import PlayedEvent
from games.wording.event_texts import EventTexts
from games.wording.fact_texts import MOVED
from games.wording.labels import ending_of
from tests.laws.random_games import Moment
from tests.playthroughs.test_playthroughs import GAMES


@cache
def begun(name: str) -> Moment:
    return next(iter(GAMES[name].play()))


def sentences(
    *facts: SeenFact,
    name: str = "ultimate-for-four",
    move: Move | SeenChoose = Choose(1, "yes"),  # noqa: B008 (immutable)
    asked: Prompt | None = None,
    rulings: tuple[Ruling, ...] = (),
    language: Language = "en",
    names: tuple[str, ...] = ("Ann", "Bob", "Cleo", "Dan"),
    you: Seat = NOBODY,
    lasting: tuple[LastingEffect, ...] = (),
) -> list[str]:
    """Return what is told of an event with some facts, in a game that has just begun."""
    moment = begun(name)
    before = fold(moment.before, moment.decision.facts)
    before = fold(before, [LastingBegan(one) for one in lasting])
    event: dict[str, Any] = dict.fromkeys(SeenEvent.__slots__)
    event |= {"seq": 9, "seat": 1, "actor": Actor(kind="player"), "move": move}
    event |= {"facts": facts, "rulings": rulings}
    texts = EventTexts(GAMES[name].ruleset, names[: before.seats], language, you)
    played = PlayedEvent(SeenEvent(**event), asked, before, before)
    return [one.text for one in texts.sentences(played)]


def moved(
    verb: str, seat: Seat, source: str, target: str, cards: tuple[str, ...], cause: str
) -> SeenCardsMoved:
    return SeenCardsMoved(
        verb=verb,
        seat=seat,
        cards=cards,
        source=source,
        target=target,
        cause=cause,
        count=len(cards),
    )


def burned(seat: Seat, cause: str, *cards: str) -> SeenCardsMoved:
    return moved("burn", seat, DECK[seat], BURN[seat], cards, cause)


def changed(rule: str, seat: Seat, before: int, after: int) -> Ruling:
    return Ruling(f"card.{rule}", 0, seat, params={"before": before, "after": after})


def test_all_cards_that_change_a_number_are_told() -> None:
    cards = changed("sonic-hand-cannons", 1, 1, 2), changed("captain-america", 1, 2, 1)
    (said,) = sentences(burned(1, "gauntlets", "red-5"), rulings=cards)
    assert said == (
        "Gauntlets: Sonic Hand Cannons changes the number of cards for Bob (Captain"
        " America) from 1 to 2; Captain America changes the number of cards for Bob from 2 to 1;"
        " Bob burns Red 5."
    )


def test_a_choice_without_another_belongs_to_the_card_that_left_it() -> None:
    shown = moved("exchange", 0, HAND[0], BURN[0], ("blue-9",), "shuri")
    taken = SeenTaken(seat=0, kind="mode", option="burn-four")
    said = sentences(shown, taken, burned(0, "sabotage", "red-5"))
    assert said == [
        "Shuri: Ann (Shuri) lays Blue 9 on the Burn Pile.",
        "Sabotage: Ann can only burn four cards; Ann burns Red 5.",
    ]


def test_a_hidden_answer_is_not_told_beside_what_it_did() -> None:
    asked = Prompt(1, "card", source="shuri", rule="card.shuri", hidden=True)
    hidden = SeenAnswered(seat=1, option=None)
    laid = moved("exchange", 1, HAND[1], BURN[1], ("blue-9",), "shuri")
    only = SeenTaken(seat=1, kind="card", option=None)
    move = SeenChoose(1, None)
    (said,) = sentences(hidden, only, laid, move=move, asked=asked)
    assert said == "Shuri: Bob (Captain America) lays Blue 9 on the Burn Pile."
    (said,) = sentences(hidden, only, move=move, asked=asked)
    assert said == "Bob (Captain America) answers Shuri; the answer is hidden."


def test_who_keeps_a_card_that_others_do_not_see_is_told_in_a_sentence() -> None:
    asked = Prompt(1, "drawn", rule="common.draw", hidden=True)
    (said,) = sentences(SeenAnswered(seat=1, option=None), move=Pass(1), asked=asked)
    assert said == "Bob (Captain America) keeps the card drawn."


@pytest.mark.parametrize(
    ("why", "because"),
    [("out", "no card left in hand"), ("blocked", "no player could play or draw any more")],
)
def test_a_game_that_ends_with_its_round_ends_once(why: str, because: str) -> None:
    played = moved("play", 1, HAND[1], DISCARD, ("red-5",), "")
    over = RoundEnded(1, 1, why), GameEnded(1, "round", (2, 1, 3, 3))
    said = sentences(played, *over, you=0)
    assert said[1:] == [f"Bob wins the game: {because}. Places: 1. Bob; 2. you; 3. Cleo, Dan."]


@pytest.mark.parametrize(("language", "seat"), [("en", "seat"), ("fr-CA", "siège")])
def test_players_of_one_name_are_told_apart_in_the_places(language: Language, seat: str) -> None:
    over = GameEnded(1, "target", (3, 1, 2, 4))
    names = ("Ann", "greedy", "Greedy", "random")
    (said,) = sentences(over, name="x-men-for-four", names=names, language=language)
    assert f"1. greedy ({seat} 1); 2. Greedy ({seat} 2); 3. Ann; 4. random." in said


def test_what_lasts_is_told_with_whose_it_is() -> None:
    lasting = LastingEffect(7, "set-a-trap", 0, 2, "your_next_turn", uses=1)
    for you, said in ((2, "Ta carte Set a Trap se"), (0, "Set a Trap d’Élise (")):
        told = sentences(
            LastingUsed(7),
            language="fr-CA",
            names=("Ann", "Bob", "Élise", "Dan"),
            you=you,
            lasting=(lasting,),
        )
        assert told[0].startswith(said)


def test_a_game_of_one_round_ends_as_its_round_did() -> None:
    assert ending_of("round", 0, "en") == "no card left in hand"
    assert ending_of("round", 3, "en") == "no player could play or draw any more"
    assert ending_of("target", 3, "en") == "the target score is reached"


def test_a_card_that_does_not_count_as_the_first_is_told_so() -> None:
    cards = ("green-skip", "red-9")
    turned = [moved("turn-up", NOBODY, "draw", DISCARD, (card,), "") for card in cards]
    assert sentences(*turned, name="x-men-for-four") == [
        "Green Skip is turned up as the first card of the discard pile: it does not count, and"
        " another card is turned up.",
        "Red 9 is turned up as the first card of the discard pile.",
    ]


def test_a_text_of_a_table_is_filled_in_as_french_wants_it() -> None:
    said = {who: MOVED.say("leave", "fr-CA", who=who) for who in ("Alice", "Bob")}
    assert said == {
        "Alice": "les cartes d’Alice sont retirées du jeu",
        "Bob": "les cartes de Bob sont retirées du jeu",
    }
