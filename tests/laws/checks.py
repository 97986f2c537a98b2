"""The laws, each as a check of one moment of a game or of its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from random import Random

import msgspec

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
from games.engine.facts import Prompted, Taken
from games.engine.prompts import PLAY_KINDS
from games.engine.rulebook import load_rulebook
from games.engine.zones import (
    ARRIVING,
    BURN,
    DECK,
    DISCARD,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    REMOVED,
    REVEALED,
    Card,
    Seat,
)
from tests.laws.games import Game, Moment, any_moves, box_of, cards_of

RULES = {rule.id for rule in load_rulebook()}
MOVES = msgspec.json.Decoder(Move)


def check_fold(moment: Moment) -> None:
    """1. The facts alone make the state; who is out at that moment follows from them."""
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


def check_citations(moment: Moment, known: Container[str] = RULES) -> None:
    """Every move has a rule behind it, of the rulebook or of a card, before facts of the move."""
    assert moment.decision.rulings
    for ruling in moment.decision.rulings:
        assert ruling.rule in known
        assert 0 <= ruling.at <= len(moment.decision.facts)


def check_hands(moment: Moment) -> None:
    """A seat that is exposed has one card, or for the moment none; one that is out has none."""
    state = moment.decision.state
    is_done = bool(state.prompts) and state.prompts[-1].kind in PLAY_KINDS
    for seat, status in enumerate(state.uno):
        hand = state.zones[HAND[seat]]
        assert status != "exposed" or len(hand) == 1 or (not hand and not is_done)
        assert not state.is_out(seat) or not hand


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
    ruleset: Ruleset,
    state: State,
    legal: set[Move],
    rng: Random,
    chance: Chance,
    known: Container[str] = RULES,
) -> None:
    """4. Every other move is refused with a rule, and changes nothing."""
    before = encode_state(state)
    for move in any_moves(ruleset, state, rng, 12):
        try:
            decide(ruleset, state, move, chance)
        except IllegalMove as refusal:
            assert move not in legal
            assert refusal.rule in known
            assert refusal.code
        else:
            assert move in legal or _goes_unlisted(move, state, legal)
    assert encode_state(state) == before


def _goes_unlisted(move: Move, state: State, legal: set[Move]) -> bool:
    """The clock is no seat's move; a call that a card's own text may make good is not offered."""
    kind = type(move).__name__
    if kind == "Expire":
        return move.seat == state.prompts[-1].seat
    return kind == "Play" and msgspec.structs.replace(move, uno=False) in legal


def check_nothing_half_done(state: State) -> None:
    """While a card is asked for, no Danger card is still being worked out."""
    if state.prompts and state.prompts[-1].kind in PLAY_KINDS:
        assert not state.zones.get(REVEALED)
        for seat, since in enumerate(state.enemy_since):
            assert since != ARRIVING or not state.zones[ENEMY[seat]]


def check_who_is_out(state: State) -> None:
    """A seat that is in has a deck; one that is out has nothing left, and nothing that lasts."""
    for seat in range(state.seats):
        places = [zones[seat] for zones in (HAND, DECK, BURN, ENEMY, ITEMS)]
        if state.is_out(seat):
            assert not any(state.zones[place] for place in places)
            assert not any(effect.seat == seat for effect in state.lasting)
            assert state.uno[seat] == ""
        else:
            assert state.zones[DECK[seat]]


def check_enemies(state: State) -> None:
    """At most one Enemy attacks a player, since a turn that has begun."""
    for seat in range(state.seats):
        assert len(state.zones[ENEMY[seat]]) <= 1
        assert ARRIVING <= state.enemy_since[seat] <= state.turn


def check_packs(ruleset: Ruleset, state: State) -> None:
    """No seat ever holds a card of another hero's deck."""
    for seat in range(state.seats):
        own = Counter(card for place in _own(seat) for card in state.zones[place])
        assert own <= pack(ruleset, state, seat)
    left = Counter(state.zones[REMOVED] + state.zones[DISCARD])
    for seat in range(state.seats):
        left.update(card for place in _own(seat) for card in state.zones[place])
    assert left == sum((pack(ruleset, state, seat) for seat in range(state.seats)), Counter[Card]())


def _own(seat: Seat) -> tuple[str, ...]:
    return (HAND[seat], DECK[seat], BURN[seat])


def pack(ruleset: Ruleset, state: State, seat: Seat) -> Counter[Card]:
    """The deck that a seat sat down with."""
    (hero,) = state.zones[HERO[seat]]
    return Counter(ruleset.decks[hero])


def check_end(last: Moment) -> None:
    """A game is won by a hand without cards, or by the last one left."""
    state = last.decision.state
    assert state.result is not None
    winner = state.result.winner
    assert not state.is_out(winner)
    if state.result.why == "round":
        assert state.zones[HAND[winner]] == ()
    else:
        assert state.seats_in() == [winner]
