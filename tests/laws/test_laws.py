"""The laws of the engine, over seeded random games of every variant and table size."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from games.engine import (
    Chance,
    IllegalMove,
    Move,
    Ruleset,
    State,
    decide,
    decode_facts,
    decode_state,
    encode_facts,
    encode_state,
    evolve,
    legal_moves,
    open_moves,
)
from games.engine import resolution as engine_resolution
from games.engine.facts import Prompted, Taken
from games.engine.rulebook import load_rulebook
from tests.laws.games import (
    CLASSIC,
    GAMES_A_TABLE,
    TABLES,
    Game,
    Moment,
    any_moves,
    box_of,
    cards_of,
    full_games,
    short_games,
)

MOST_STEPS = 250
"""No card that is shipped needs more steps for a move; the engine stops at ten thousand."""

RULES = {rule.id for rule in load_rulebook()}
MOVES = msgspec.json.Decoder(Move)

EVERY_TABLE = pytest.mark.parametrize(("variant", "seats"), TABLES)


def check_fold(moment: Moment) -> None:
    """1. The facts alone make the state; nobody is asked who is out at that moment."""
    state = moment.before.copy()
    for fact in moment.decision.facts:
        evolve(state, fact)
        if isinstance(fact, Prompted):
            assert not state.is_out(fact.prompt.seat)
        elif isinstance(fact, Taken):
            assert not state.is_out(fact.seat)
    assert state == moment.decision.state


def check_pure(game: Game, moment: Moment) -> None:
    """2. Deciding leaves the given state as it was, and does the same again."""
    if moment.move is None:
        return
    before = encode_state(moment.before)
    again = decide(game.ruleset, moment.before, moment.move, game.chance)
    assert again == moment.decision
    assert encode_state(moment.before) == before


def check_cards(game: Game, moment: Moment) -> None:
    """3. No card appears or vanishes."""
    state = moment.decision.state
    assert cards_of(state) == box_of(game.ruleset, state)


def check_codec(moment: Moment) -> None:
    """5. What is written is read again."""
    decision = moment.decision
    assert decode_state(encode_state(decision.state)) == decision.state
    assert decode_facts(encode_facts(decision.facts)) == decision.facts
    if moment.move is not None:
        assert MOVES.decode(msgspec.json.encode(moment.move)) == moment.move


def check_order(game: Game, moment: Moment) -> None:
    """7. A question is open until the game is over, and it can be answered; none is left then."""
    state = moment.decision.state
    if state.result is not None:
        assert state.prompts == ()
        return
    assert state.prompts
    assert not any(state.is_out(prompt.seat) for prompt in state.prompts)
    prompt = state.prompts[-1]
    assert legal_moves(game.ruleset, state, prompt.seat)
    if prompt.options:
        assert prompt.default in prompt.options
    for mark in prompt.resume:
        assert not hasattr(mark, "script") or mark.script in game.ruleset.scripts


def check_citations(moment: Moment) -> None:
    """Every ruling speaks of a rule of the rulebook, and stands before facts of its move."""
    for ruling in moment.decision.rulings:
        assert ruling.rule in RULES
        assert 0 <= ruling.at <= len(moment.decision.facts)


def check_hands(moment: Moment) -> None:
    """Whoever may be caught has one card; whoever is out has none and is not asked."""
    state = moment.decision.state
    for seat, status in enumerate(state.uno):
        hand = state.zones[f"hand:{seat}"]
        assert status != "exposed" or len(hand) == 1
        assert not state.is_out(seat) or not hand


@EVERY_TABLE
def test_facts_make_the_state_and_no_card_is_lost(variant: str, seats: int) -> None:
    for game in short_games(variant, seats, GAMES_A_TABLE):
        for moment in game.play():
            check_fold(moment)
            check_order(game, moment)
            check_hands(moment)
        check_cards(game, moment)


@EVERY_TABLE
def test_deciding_is_pure_and_everything_is_written_and_read_again(
    variant: str, seats: int
) -> None:
    for game in short_games(variant, seats, GAMES_A_TABLE // 10):
        for moment in game.play():
            check_pure(game, moment)
            check_codec(moment)
            check_cards(game, moment)
            check_citations(moment)


@pytest.mark.parametrize("variant", CLASSIC)
def test_games_of_many_rounds_obey_the_same_laws(variant: str) -> None:
    rounds = 0
    for game in full_games(variant):
        for moment in game.play():
            check_fold(moment)
            check_order(game, moment)
            check_citations(moment)
            rounds = max(rounds, moment.decision.state.round)
        check_cards(game, moment)
    assert rounds > 1


@EVERY_TABLE
def test_no_move_takes_more_than_a_bounded_number_of_steps(
    variant: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_resolution, "MOST_STEPS", MOST_STEPS)
    for game in short_games(variant, seats, GAMES_A_TABLE // 2):
        assert any(moment.decision.state.result is not None for moment in game.play())


@EVERY_TABLE
def test_every_legal_move_is_accepted_and_others_are_refused_with_a_known_rule(
    variant: str, seats: int
) -> None:
    rng = Random(seats)
    for game in short_games(variant, seats, GAMES_A_TABLE // 25):
        for moment in game.play():
            state = moment.decision.state
            legal = check_accepted(game, state)
            check_refused(game.ruleset, state, legal, rng, game.chance)


def check_accepted(game: Game, state: State) -> set[Move]:
    """4. Every move listed is accepted."""
    legal: set[Move] = set()
    for seat in range(game.ruleset.seats):
        legal.update(legal_moves(game.ruleset, state, seat))
        legal.update(open_moves(game.ruleset, state, seat))
    for move in legal:
        decide(game.ruleset, state, move, game.chance)
    return legal


def check_refused(
    ruleset: Ruleset, state: State, legal: set[Move], rng: Random, chance: Chance
) -> None:
    """4. Every other move is refused with a rule, and changes nothing."""
    before = encode_state(state)
    for move in any_moves(ruleset, state, rng, 12):
        try:
            decide(ruleset, state, move, chance)
        except IllegalMove as refusal:
            assert move not in legal
            assert refusal.rule in RULES
            assert refusal.code
        else:
            assert move in legal or _goes_unlisted(move, state, legal)
    assert encode_state(state) == before


def _goes_unlisted(move: Move, state: State, legal: set[Move]) -> bool:
    """The clock is no seat's move; UNO may be said with any play, though it means nothing."""
    kind = type(move).__name__
    if kind == "Expire":
        return move.seat == state.prompts[-1].seat
    return kind == "Play" and msgspec.structs.replace(move, uno=False) in legal


def test_chance_of_another_seed_plays_another_game() -> None:
    first, second = (list(short_games("avengers", 3, 2))[number] for number in (0, 1))
    assert next(first.play()).decision.state != next(second.play()).decision.state
