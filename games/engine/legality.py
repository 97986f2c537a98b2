"""Which moves the rules accept now, and which rule refuses the others."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.calling import may_leave_one
from games.engine.moves import (
    ANSWERS,
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Remove,
    Resign,
    Void,
)
from games.engine.prompts import PLAY_KINDS
from games.engine.queries import has_called, left_by, playable, refusal_of_play
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.zones import DISCARD, HAND, Card, Seat

MAY_CALL = ("", "exposed")
"""The standings of a hand of one card in which UNO may still be called."""


class IllegalMove(Exception):
    """A move breaks a rule: its id, a stable code, and the parameters of the rule's text.

    The codes: game_over, not_your_prompt, already_out, card_not_in_hand, card_does_not_fit,
    card_forbidden, bluff_refused, nothing_drawn, already_drawn, nothing_to_draw, not_an_option,
    nobody_to_catch, no_uno_to_call; for an organiser also already_void, game_not_over,
    no_such_seat, same_winner.
    """

    def __init__(self, rule: str, code: str, **params: str | int) -> None:
        super().__init__(f"{code} ({rule})")
        self.rule = rule
        self.code = code
        self.params = params


def legal_moves(ruleset: Ruleset, state: State, seat: Seat) -> list[Move]:
    """Every answer that a seat may give to the open question; none when it is not asked."""
    if not state.prompts:
        return []
    prompt = state.prompts[-1]
    if prompt.seat != seat:
        return []
    if prompt.kind in ("turn", "again"):
        known = ruleset.plays[seat]
        plays: list[Move] = list(map(known.__getitem__, playable(ruleset, state, seat)))
        if len(state.zones[HAND[seat]]) <= 3:
            plays += _calls(ruleset, state, plays)
        plays.append(ruleset.draws[seat] if prompt.kind == "turn" else Pass(seat))
        return plays
    if prompt.kind == "drawn":
        card = prompt.options[0]
        drawn: list[Move] = [Play(seat, card)]
        return [*drawn, *_calls(ruleset, state, drawn), Pass(seat)]
    return [Choose(seat, option) for option in prompt.options]


def _calls(ruleset: Ruleset, state: State, plays: Sequence[Move]) -> list[Move]:
    """Those plays that leave one card, with UNO called."""
    return [
        Play(play.seat, play.card, uno=True)
        for play in plays
        if isinstance(play, Play) and left_by(ruleset, state.zones[HAND[play.seat]], play.card) == 1
    ]


def open_moves(ruleset: Ruleset, state: State, seat: Seat) -> list[Move]:
    """Return what a seat may do on any turn: call UNO, catch a player, resign."""
    if state.result is not None or not state.round or state.is_out(seat):
        return []
    moves: list[Move] = []
    if may_call(state, seat):
        moves.append(CallUno(seat))
    moves.extend(
        CatchUno(seat, other)
        for other in range(state.seats)
        if may_be_caught(state, other) and other != seat
    )
    moves.append(Resign(seat))
    return moves


def may_call(state: State, seat: Seat) -> bool:
    """Whether a seat has one card and may still call UNO.

    The time to call ends with the time to catch.
    """
    return (
        len(state.zones[HAND[seat]]) == 1
        and state.uno[seat] in MAY_CALL
        and not has_called(state, seat)
    )


def may_be_caught(state: State, seat: Seat) -> bool:
    """Whether a seat has one card and has not said UNO, and its time is not over."""
    return state.uno[seat] == "exposed" and len(state.zones[HAND[seat]]) == 1


def check(ruleset: Ruleset, state: State, move: Move) -> None:
    """Raise ``IllegalMove`` for a move that the rules do not accept now."""
    if type(move) is Void or type(move) is Correct:
        _check_result_act(state, move)
        return
    seat = move.seat
    if state.result is not None:
        raise IllegalMove("common.over", "game_over")
    if not 0 <= seat < state.seats or state.out >> seat & 1:
        raise IllegalMove("common.forfeit", "already_out", seat=seat)
    if type(move) in ANSWERS:
        _check_answer(ruleset, state, move)
        return
    match move:
        case CallUno():
            if not may_call(state, seat):
                raise IllegalMove("common.uno.call", "no_uno_to_call", seat=seat)
        case CatchUno(target=target):
            is_other = 0 <= target < state.seats and target != seat
            if not is_other or not may_be_caught(state, target):
                raise IllegalMove("common.uno.catch", "nobody_to_catch", seat=target)
        case Resign() | Remove():
            return


def _check_result_act(state: State, move: Void | Correct) -> None:
    """What an organiser may make of a game: nothing else is accepted once it is over."""
    result = state.result
    match move:
        case Void():
            if result is not None and result.why == "void":
                raise IllegalMove("common.void", "already_void")
        case Correct(winner=winner):
            if result is None:
                raise IllegalMove("common.correct", "game_not_over")
            if not 0 <= winner < state.seats:
                raise IllegalMove("common.correct", "no_such_seat", seat=winner)
            if winner == result.winner:
                raise IllegalMove("common.correct", "same_winner", seat=winner)


def _check_answer(ruleset: Ruleset, state: State, move: Move) -> None:
    prompt = state.prompts[-1]
    if prompt.seat != move.seat:
        raise IllegalMove("common.turn", "not_your_prompt", seat=prompt.seat)
    kind, answer = prompt.kind, type(move)
    if answer is Expire:
        return
    if kind not in PLAY_KINDS:
        if type(move) is not Choose or move.option not in prompt.options:
            raise IllegalMove("common.answer", "not_an_option", kind=kind)
    elif type(move) is Play:
        _check_play(ruleset, state, move.seat, move.card, prompt.options)
        if move.uno and not may_leave_one(ruleset, state, move.seat, move.card):
            raise IllegalMove("common.uno.call", "no_uno_to_call", seat=move.seat)
    elif answer is Choose:
        raise IllegalMove("common.answer", "not_an_option", kind=kind)
    elif answer is Draw and kind == "drawn":
        raise IllegalMove("common.draw", "already_drawn")
    elif answer is Draw and kind == "again":
        raise IllegalMove(prompt.rule, "nothing_to_draw")
    elif answer is Pass and kind == "turn":
        raise IllegalMove("common.draw", "nothing_drawn")


def _check_play(
    ruleset: Ruleset, state: State, seat: Seat, card: Card, drawn: tuple[str, ...]
) -> None:
    if card not in state.zones[HAND[seat]]:
        raise IllegalMove("common.hand", "card_not_in_hand", card=card)
    if drawn and card != drawn[0]:
        raise IllegalMove("common.draw", "already_drawn", card=card)
    pile = state.zones[DISCARD]
    if ruleset.only_fits and pile and card in ruleset.fits[pile[-1]][state.color]:
        return
    refusal = refusal_of_play(ruleset, state, seat, card)
    if refusal is not None:
        raise IllegalMove(refusal.rule, refusal.code, **refusal.params)
