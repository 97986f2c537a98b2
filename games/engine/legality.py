"""Check moves against the rules, and list the legal ones."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.calling import may_leave_one, plays_that_may_leave_one
from games.engine.clocks import bank_after, deadline_of, may_stand
from games.engine.moves import (
    ANSWERS,
    AdjustClock,
    AnswerCall,
    CallJudge,
    CallUno,
    CancelCall,
    CatchUno,
    Choose,
    ClaimAbsent,
    CloseWindow,
    Correct,
    Deduct,
    Draw,
    Expire,
    GameLoss,
    Move,
    Note,
    Pass,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    RevokeKey,
    Stand,
    StandIn,
    TakeBack,
    Void,
    Warn,
    Withdraw,
)
from games.engine.places import are_places, has_scores, score_after
from games.engine.prompts import PLAY_KINDS
from games.engine.queries import has_called, left_by, playable, refusal_of_play
from games.engine.ruleset import Ruleset
from games.engine.state import State
from games.engine.state_parts import Result
from games.engine.values import IllegalMove
from games.engine.zones import DISCARD, HAND, Card, Seat

MAX_CALLS = 10
"""How many times a seat may call a judge in a game (common.judge)."""

MAY_CALL = ("", "exposed")
"""The values of ``State.uno`` with which UNO may still be called."""


def legal_moves(ruleset: Ruleset, state: State, seat: Seat) -> list[Move]:
    """Return the legal answers of a seat to the open question.

    There is none if another seat is asked. The calls of UNO with plays that leave one card only by
    their effects are not among them: ``uncertain_calls`` returns these.
    """
    if not state.prompts or state.paused or state.window is not None:
        return []
    prompt = state.prompts[-1]
    if prompt.seat != seat:
        return []
    if prompt.kind in ("turn", "again"):
        known = ruleset.plays[seat]
        plays: list[Move] = [known[card] for card in playable(ruleset, state, seat)]
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
    """Return the plays that leave one card, each with UNO called."""
    return [
        Play(play.seat, play.card, uno=True)
        for play in plays
        if isinstance(play, Play) and left_by(ruleset, state.zones[HAND[play.seat]], play.card) == 1
    ]


def uncertain_calls(
    ruleset: Ruleset, state: State, seat: Seat, moves: Sequence[Move]
) -> list[Move]:
    """Return the plays that may leave one card by their effects, with UNO called.

    ``moves`` are the ``legal_moves`` of the seat. Bots do not try these calls.
    """
    if not ruleset.empties_hands and len(state.zones[HAND[seat]]) > 1:
        return []
    plays = [move for move in moves if isinstance(move, Play)]
    called = {play.card for play in plays if play.uno}
    cards = [play.card for play in plays if play.card not in called]
    found = plays_that_may_leave_one(ruleset, state, seat, cards)
    return [Play(seat, card, uno=True) for card in found]


def open_moves(ruleset: Ruleset, state: State, seat: Seat) -> list[Move]:
    """Return what a seat may do on any turn: call UNO, catch a player, resign."""
    if state.result is not None or not state.round or state.is_out(seat):
        return []
    if state.paused:
        return [Resign(seat)]
    moves: list[Move] = []
    if may_call(state, seat) and not _is_held(state, seat, seat):
        moves.append(CallUno(seat))
    moves.extend(
        CatchUno(seat, other)
        for other in range(state.seats)
        if may_be_caught(state, other) and other != seat and not _is_held(state, seat, other)
    )
    moves.append(Resign(seat))
    return moves


def _is_held(state: State, seat: Seat, target: Seat) -> bool:
    """Whether a call or a catch is held already (common.uno.window)."""
    return state.window is not None and (seat, target) in state.window.held


def may_call(state: State, seat: Seat) -> bool:
    """Whether a seat has one card and may still call UNO.

    It may until it can no longer be caught.
    """
    return (
        len(state.zones[HAND[seat]]) == 1
        and state.uno[seat] in MAY_CALL
        and not has_called(state, seat)
    )


def may_be_caught(state: State, seat: Seat) -> bool:
    """Whether a seat has one card, has not called UNO, and may still be caught."""
    return state.uno[seat] == "exposed" and len(state.zones[HAND[seat]]) == 1


def check_move(ruleset: Ruleset, state: State, move: Move, *, at: int | None = None) -> None:
    """Raise ``IllegalMove`` if the rules do not accept a move in this state.

    ``at`` is the time of the move, with which answers may be too late; None: they are in time.
    """
    # Not isinstance, which is slow where it fails; and the most frequent moves first.
    if type(move) in ANSWERS:
        _check_runs(state)
        _check_goes_on(state)
        seat = move.seat
        _check_is_in(state, seat)
        _check_answer(ruleset, state, move, seat, at)
        return
    if type(move) is Void or type(move) is Correct:
        _check_result_act(state, move)
        return
    _check_runs(state)
    if type(move) is Pause or type(move) is Resume:
        if (type(move) is Pause) == state.paused:
            raise IllegalMove("common.pause", "game_paused" if state.paused else "not_paused")
        return
    if type(move) is Note or type(move) is Withdraw:
        return
    if type(move) is CloseWindow:
        if state.window is None or state.paused or (at is not None and at < state.window.until):
            raise IllegalMove("common.uno.window", "window_is_not_over")
        return
    if type(move) is Stand:
        if at is None or not may_stand(ruleset, state, move):
            raise IllegalMove("common.clock.stands", "no_clock_runs")
        return
    seat = move.seat
    if type(move) is Warn:
        if not 0 <= seat < state.seats:
            raise IllegalMove("common.warn", "no_such_seat", seat=seat)
        return
    if type(move) is AnswerCall:
        _check_open_call(state, seat)
        return
    if type(move) is CallJudge or type(move) is CancelCall or type(move) is RevokeKey:
        _check_is_in(state, seat)
        if type(move) is not RevokeKey:
            _check_call(state, move)
        elif state.unsigned >> seat & 1:
            raise IllegalMove("common.key", "key_is_revoked", seat=seat)
        return
    if not isinstance(
        move, Resign | Remove | GameLoss | Penalize | Deduct | AdjustClock | TakeBack
    ):
        _check_goes_on(state)
    _check_is_in(state, seat)
    match move:
        case CallUno():
            if not may_call(state, seat):
                raise IllegalMove("common.uno.call", "no_uno_to_call", seat=seat)
            _check_is_not_held(state, seat, seat)
        case CatchUno(target=target):
            is_other = 0 <= target < state.seats and target != seat
            if not is_other or not may_be_caught(state, target):
                raise IllegalMove("common.uno.catch", "nobody_to_catch", seat=target)
            _check_is_not_held(state, seat, target)
        case ClaimAbsent(target=target):
            if ruleset.options.absence != "out":
                raise IllegalMove("common.absence", "no_claims")
            _check_claim(state, "common.absence", seat, target)
        case StandIn(target=target):
            if ruleset.options.absence != "bot":
                raise IllegalMove("common.absence.bot", "no_stand_ins")
            _check_claim(state, "common.absence.bot", seat, target)
            if state.stand_ins >> target & 1:
                raise IllegalMove("common.absence.bot", "bot_plays", seat=target)
        case TakeBack():
            if not state.stand_ins >> seat & 1:
                raise IllegalMove("common.absence.bot", "no_bot_plays", seat=seat)
            _check_no_window(state)
        case AdjustClock():
            _check_adjustment(state, move)
        case Deduct(points=points):
            _check_deduction(ruleset, state, seat, points)
        case Resign() | Remove() | GameLoss() | Penalize():
            return


def _check_runs(state: State) -> None:
    if state.result is not None:
        raise IllegalMove("common.over", "game_over")


def _check_goes_on(state: State) -> None:
    if state.paused:
        raise IllegalMove("common.pause", "game_paused")


def _check_is_in(state: State, seat: Seat | None) -> None:
    if seat is not None and (not 0 <= seat < state.seats or state.out >> seat & 1):
        raise IllegalMove("common.forfeit", "already_out", seat=seat)


def _check_is_not_held(state: State, seat: Seat, target: Seat) -> None:
    if _is_held(state, seat, target):
        raise IllegalMove("common.uno.window", "already_held", seat=target)


def _check_claim(state: State, rule: str, seat: Seat, target: Seat) -> None:
    """Check a claim, apart from how long the player has been away."""
    _check_no_window(state)
    if target == seat or not state.prompts or state.prompts[-1].seat != target:
        raise IllegalMove(rule, "nobody_to_claim", seat=target)


def _check_no_window(state: State) -> None:
    if state.window is not None:
        raise IllegalMove("common.uno.window", "window_is_open")


def _check_call(state: State, move: CallJudge | CancelCall) -> None:
    seat = move.seat
    if type(move) is CancelCall:
        _check_open_call(state, seat)
    elif seat in state.calls.open:
        raise IllegalMove("common.judge", "call_is_open", seat=seat)
    elif state.calls.made.count(seat) >= MAX_CALLS:
        raise IllegalMove("common.judge", "no_calls_left", most=MAX_CALLS)


def _check_open_call(state: State, seat: Seat) -> None:
    if seat not in state.calls.open:
        raise IllegalMove("common.judge", "no_open_call", seat=seat)


def _check_deduction(ruleset: Ruleset, state: State, seat: Seat, points: int) -> None:
    if not has_scores(ruleset):
        raise IllegalMove("common.deduct", "no_scores")
    if score_after(ruleset, state, seat, points) == state.scores[seat]:
        raise IllegalMove("common.deduct", "no_points_to_take", seat=seat)


def _check_adjustment(state: State, move: AdjustClock) -> None:
    bank = bank_after(state, move.seat, move.seconds)
    if state.clock is None:
        raise IllegalMove("common.clock.adjust", "no_clock")
    if bank == state.clock.banks[move.seat]:
        raise IllegalMove("common.clock.adjust", "no_time_to_take", seat=move.seat)


def _check_result_act(state: State, move: Void | Correct) -> None:
    """Check an act that sets the result; such acts are the only moves after the end."""
    result = state.result
    match move:
        case Void():
            if result is not None and result.why == "void":
                raise IllegalMove("common.void", "already_void")
        case Correct(winner=winner, places=places):
            if result is None:
                raise IllegalMove("common.correct", "game_not_over")
            if winner is not None and not 0 <= winner < state.seats:
                raise IllegalMove("common.correct", "no_such_seat", seat=winner)
            is_complete = (
                winner is not None if places is None else (are_places(places, winner, state.seats))
            )
            if not is_complete:
                raise IllegalMove("common.places", "wrong_places", seats=state.seats)
            has_won = result.why != "void" and winner == _winner(result)
            if has_won and places in (None, result.places):
                raise IllegalMove("common.correct", "same_result")


def _winner(result: Result) -> Seat | None:
    return result.winner if result.winner >= 0 else None


def _check_answer(
    ruleset: Ruleset, state: State, move: Move, seat: Seat | None, at: int | None
) -> None:
    prompt = state.prompts[-1]
    if prompt.seat != seat:
        raise IllegalMove("common.turn", "not_your_prompt", seat=prompt.seat)
    _check_no_window(state)
    if at is not None and state.clock is not None:
        _check_time(ruleset, state, move, at)
    kind, answer = prompt.kind, type(move)
    if kind not in PLAY_KINDS:
        is_option = type(move) is Choose and move.option in prompt.options
        if not is_option and answer is not Expire:
            raise IllegalMove("common.answer", "not_an_option", kind=kind)
    elif type(move) is Play:
        card = move.card
        _check_play(ruleset, state, prompt.seat, card, prompt.options)
        if move.uno and not may_leave_one(ruleset, state, prompt.seat, card):
            raise IllegalMove("common.uno.call", "no_uno_to_call", seat=seat)
    elif answer is Choose:
        raise IllegalMove("common.answer", "not_an_option", kind=kind)
    elif answer is Draw and kind == "drawn":
        raise IllegalMove("common.draw", "already_drawn")
    elif answer is Draw and kind == "again":
        raise IllegalMove(prompt.rule, "nothing_to_draw")
    elif answer is Pass and kind == "turn":
        raise IllegalMove("common.draw", "nothing_drawn")


def _check_time(ruleset: Ruleset, state: State, move: Move, at: int) -> None:
    """Check that an answer is in time, and that a question that expires has run out."""
    deadline = deadline_of(ruleset, state)
    has_run_out = deadline is not None and at >= deadline
    if type(move) is Expire:
        if not has_run_out:
            raise IllegalMove("common.clock", "time_is_left")
    elif has_run_out:
        raise IllegalMove("common.clock", "time_is_up")


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
