"""The laws, as checks of a move or of the end of a game."""

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
    are_places,
    decide,
    decode_facts,
    decode_state,
    encode_facts,
    encode_state,
    evolve,
    legal_moves,
    observe,
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
from tests.laws.random_games import Game, Moment, any_moves, box_of, cards_of

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
    """2. Deciding does not change the given state, and gives the same result again."""
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
    """5. Encoded states and facts decode to equal ones."""
    decision = moment.decision
    _check_no_negative(msgspec.to_builtins((decision.facts, decision.rulings, moment.move)))
    assert decode_state(encode_state(decision.state)) == decision.state
    assert decode_facts(encode_facts(decision.facts)) == decision.facts
    if moment.move is not None:
        assert MOVES.decode(msgspec.json.encode(moment.move)) == moment.move


def _check_no_negative(value: object, name: str = "") -> None:
    """A negative number is a direction or an Enemy that arrives, never an absent seat."""
    if isinstance(value, dict):
        for own, part in value.items():
            _check_no_negative(part, own)
    elif isinstance(value, list | tuple):
        for part in value:
            _check_no_negative(part, name)
    elif isinstance(value, int):
        assert value >= 0 or (value == -1 and name in ("direction", "since"))


def check_order(game: Game, moment: Moment) -> None:
    """7. A question is open until the game is over, and it can be answered; none is left then."""
    state = moment.decision.state
    if state.result is not None:
        assert state.prompts == ()
        return
    assert state.prompts
    assert not any(state.is_out(prompt.seat) for prompt in state.prompts)
    prompt = state.prompts[-1]
    assert state.paused or legal_moves(game.ruleset, state, prompt.seat)
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
        view = observe(game.ruleset, state, seat)
        legal.update([*view.moves, *view.uncertain_calls, *view.open])
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
            assert move in legal or _is_of_the_clock(move, state)
    assert encode_state(state) == before


def _is_of_the_clock(move: Move, state: State) -> bool:
    return type(move).__name__ == "Expire" and move.seat == state.prompts[-1].seat


def check_nothing_half_done(state: State) -> None:
    """While a seat is on turn, no Danger card is being resolved."""
    if state.prompts and state.prompts[-1].kind in PLAY_KINDS:
        assert not state.zones.get(REVEALED)
        for seat, since in enumerate(state.enemy_since):
            assert since != ARRIVING or not state.zones[ENEMY[seat]]


def check_who_is_out(state: State) -> None:
    """A seat that is in has a deck; one that is out has no cards and no lasting effects."""
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
    """Return the deck with which a seat started."""
    (hero,) = state.zones[HERO[seat]]
    return Counter(ruleset.decks[hero])


def check_places(state: State) -> None:
    """The places are an order with the winner alone first; a void game has none.

    In a game that no organiser changed, a seat that is out is behind all who are in.
    """
    result = state.result
    if result is None or result.why == "void":
        assert result is None or (result.places is None and result.winner < 0)
        return
    places = result.places
    assert places is not None
    assert are_places(places, result.winner if result.winner >= 0 else None, state.seats)
    if result.why != "corrected":
        outs = [place for seat, place in enumerate(places) if state.is_out(seat)]
        assert all(place > len(state.seats_in()) for place in outs)
        # A seat with a game loss is out, with the number 0 (common.loss).
        assert all(state.is_out(seat) for seat, nth in enumerate(state.gone) if nth)


def check_end(last: Moment) -> None:
    """A game is won by an empty hand, or by the last seat left."""
    state = last.decision.state
    check_places(state)
    assert state.result is not None
    winner = state.result.winner
    assert not state.is_out(winner)
    if state.result.why == "round":
        assert state.zones[HAND[winner]] == ()
    else:
        assert state.seats_in() == [winner]
