"""What a viewer may not know makes no difference to what it is told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bots.players.imagine import imagine
from games.engine import (
    NOBODY,
    Choose,
    Move,
    Play,
    Ruleset,
    State,
    decide,
    encode_state,
    hidden_in_event,
    hidden_parts,
    observe,
    redact,
)
from games.engine.facts import CardsMoved, CardsShown, Fact, Prompted, Shuffled
from games.engine.zones import DRAW, HAND, sees_zone
from tests.laws.games import SEATS, VARIANTS, Game, Moment, short_games

TABLES = pytest.mark.parametrize(
    ("variant", "seats"), [(variant, seats) for variant in VARIANTS for seats in SEATS]
)
GAMES_A_TABLE = 6


def viewers(ruleset: Ruleset) -> Iterator[int]:
    yield from (NOBODY, 0, ruleset.seats - 1)


def told(facts: tuple[Fact, ...], viewer: int) -> bytes:
    """The facts as a viewer is told them."""
    return msgspec.json.encode([redact(fact, viewer) for fact in facts])


def seen(ruleset: Ruleset, state: State, viewer: int) -> bytes:
    """The view of a viewer as bytes."""
    return msgspec.json.encode(observe(ruleset, state, viewer))


@TABLES
def test_a_state_imagined_from_a_view_gives_the_same_view(variant: str, seats: int) -> None:
    rng = Random(seats)
    for game in short_games(variant, seats, GAMES_A_TABLE):
        for moment in game.play():
            state = moment.decision.state
            for viewer in range(game.ruleset.seats):
                view = observe(game.ruleset, state, viewer)
                imagined = imagine(game.ruleset, view, rng)
                assert observe(game.ruleset, imagined, viewer) == view


@TABLES
def test_two_cards_that_a_viewer_sees_nowhere_may_be_swapped_unnoticed(
    variant: str, seats: int
) -> None:
    rng = Random(seats)
    swaps = moves = 0
    for game in short_games(variant, seats, GAMES_A_TABLE):
        for moment in game.play():
            if moment.move is None:
                continue
            for viewer in viewers(game.ruleset):
                other = swapped(moment.before, moment.move, viewer, rng)
                if other is None:
                    continue
                ruleset = game.ruleset
                assert seen(ruleset, other, viewer) == seen(ruleset, moment.before, viewer)
                swaps += 1
                moves += check_facts(game, moment, other, viewer)
    assert swaps > 100
    assert moves > 50


def swapped(state: State, move: Move, viewer: int, rng: Random) -> State | None:
    """The state with a card of another hand and the lowest card of the draw pile swapped."""
    others = [seat for seat in state.seats_in() if seat != viewer and state.zones[HAND[seat]]]
    if not others or len(state.zones[DRAW]) < 12:
        return None
    seat = rng.choice(others)
    hand, pile = list(state.zones[HAND[seat]]), list(state.zones[DRAW])
    at = rng.randrange(len(hand))
    prompt = state.prompts[-1]
    is_named = hand[at] in prompt.options or (isinstance(move, Play) and move.card == hand[at])
    if is_named or hand[at] == pile[0]:
        return None
    hand[at], pile[0] = pile[0], hand[at]
    other = decoded(state)
    other.zones[HAND[seat]], other.zones[DRAW] = tuple(hand), tuple(pile)
    return other


def decoded(state: State) -> State:
    return msgspec.json.decode(encode_state(state), type=State)


def check_facts(game: Game, moment: Moment, other: State, viewer: int) -> bool:
    """Where the rules do not look into hands, a move tells the viewer the same of both states."""
    if isinstance(moment.move, Choose) or (
        isinstance(moment.move, Play) and moment.move.card.endswith("gauntlet")
    ):
        return False
    if game.ruleset.options.draw_four == "strict":
        return False
    assert moment.move is not None
    decision = decide(game.ruleset, other, moment.move, game.chance)
    after = moment.decision.state
    if after.round != moment.before.round or after.result is not None:
        return False
    if any(isinstance(fact, Shuffled) for fact in decision.facts):
        return False
    assert told(decision.facts, viewer) == told(moment.decision.facts, viewer)
    assert decision.rulings == moment.decision.rulings
    return True


@TABLES
def test_a_viewer_is_told_only_cards_that_it_sees(variant: str, seats: int) -> None:
    for game in short_games(variant, seats, GAMES_A_TABLE // 2):
        for moment in game.play():
            for viewer in viewers(game.ruleset):
                for fact in moment.decision.facts:
                    check_told(fact, viewer)
                check_event(moment, viewer)


def check_told(fact: Fact, viewer: int) -> None:
    shown = redact(fact, viewer)
    match fact:
        case CardsMoved(source=source, target=target):
            is_seen = sees_zone(source, viewer) or sees_zone(target, viewer)
            assert (shown["cards"] is not None) is is_seen
            assert shown["count"] == len(fact.cards)
        case CardsShown(seat=seat, to=to):
            assert (shown["cards"] is not None) is (to == NOBODY or viewer in (seat, to))
        case Shuffled():
            assert shown["order"] is None
        case Prompted(prompt=prompt) if prompt.kind in ("drawn", "card"):
            hides = prompt.seat != viewer
            assert (shown["prompt"].get("options", ()) is None) is hides
        case _:
            assert hidden_parts(fact, viewer) in ((), ("/option",))


def check_event(moment: Moment, viewer: int) -> None:
    """An answer that is hidden in the facts is hidden in the move as well."""
    hidden = hidden_in_event(moment.move, moment.decision.facts, viewer)
    if isinstance(moment.move, Choose):
        assert ("/move/option" in hidden) is ("/facts/0/option" in hidden)
