"""Verbs and steps of the turn: playing, skipping, turning round, UNO, passing on."""

from __future__ import annotations

from cards.language.effects import PlayAgain, Reverse, SetColor, Skip
from games.engine.facts import (
    CardsMoved,
    DirectionChanged,
    LastingEnded,
    SkipChanged,
    TurnBegan,
    UnoChanged,
)
from games.engine.moves import Draw, Expire, Move, Play
from games.engine.prompts import Cause, Intent, Prompt
from games.engine.queries import (
    CALLED,
    PLAYED,
    in_turn_order,
    meets,
    next_seat,
    playable,
    refusal_of_play,
)
from games.engine.resolution import Frame, Resolution
from games.engine.triggers import Happening
from games.engine.variants import (
    TURN,
    Again,
    AwaitPlay,
    Battle,
    BeginTurn,
    Danger,
    EndTurn,
    LookAtHands,
    Moment,
)
from games.engine.verbs.cards import draw_cards
from games.engine.verbs.causes import cause_of
from games.engine.verbs.dangers import fell, may_fall
from games.engine.verbs.rounds import block_round, end_round
from games.engine.zones import DISCARD, ENEMY, HAND, NOBODY, Seat

DRAWN = "drawn"
IDLE = "idle"
STUCK = "stuck"
LOST_TURN = "common.skip"
MOVED = "moved"
MOVED_ONLY = ((MOVED, "yes"),)
AGAIN = "again"
SECOND = "second"
COLOR_BEFORE = "color_before"


def begin_turn(work: Resolution, step: BeginTurn, frame: Frame) -> None:
    """A turn begins; what lasted until then ends before anything else of it."""
    seat = frame.seat
    if frame.bound:
        work.emit(TurnBegan(seat, int(frame.read(IDLE))))
        frame.bound = ()
    else:
        work.emit(work.ruleset.turns_began[seat])
    for effect in work.state.lasting:
        if effect.until == "your_next_turn" and effect.seat == seat:
            work.cite("start.until", seat)
            work.emit(LastingEnded(effect.key, "turn"))


def await_play(work: Resolution, step: AwaitPlay, frame: Frame) -> None:
    """Ask for a card or a draw; after a draw, whether the drawn card is played."""
    move: Move | None = frame.answer
    frame.answer = None
    if work.state.out >> frame.seat & 1:
        return
    if move is None:
        _ask(work, frame)
    elif type(move) is Play:
        _play(work, move, frame)
    elif type(move) is Draw or (type(move) is Expire and not _has_drawn(frame)):
        _draw(work, frame, keep=type(move) is Expire)


def _has_drawn(frame: Frame) -> bool:
    """Whether a draw is no answer any more: one was made, or this is a second play."""
    return bool(frame.read(DRAWN) or frame.read(SECOND))


def _ask(work: Resolution, frame: Frame) -> None:
    """A turn is all there is to do when it is asked for: its prompt was made beforehand."""
    frame.at -= 1
    if not frame.bound:
        work.emit(work.ruleset.turn_prompts[frame.seat])
        work.agenda.clear()
        return
    seat, drawn = frame.seat, frame.read(DRAWN)
    if drawn:
        prompt = Prompt(
            seat=seat,
            kind="drawn",
            options=(drawn, "pass"),
            default="pass",
            rule="common.draw",
            hidden=True,
            resume=work.marks(),
        )
    elif frame.read(SECOND):
        rule = work.ruleset.point("play-again")
        work.rule(rule, seat)
        prompt = Prompt(seat=seat, kind="again", default="pass", rule=rule, resume=work.marks())
    else:
        rule = "common.match"
        prompt = Prompt(seat=seat, kind="turn", default="draw", rule=rule, resume=work.marks())
    work.suspend(prompt)


def _draw(work: Resolution, frame: Frame, *, keep: bool) -> None:
    """common.draw: one card, which alone may be played at once."""
    seat = frame.seat
    first_move(work, frame)
    work.rule("common.draw", seat)
    drawn = draw_cards(work, seat, 1)
    if not drawn:
        frame.bind(STUCK, "yes")
    elif (
        not keep
        and not work.state.is_out(seat)
        and refusal_of_play(work.ruleset, work.state, seat, drawn[0]) is None
    ):
        frame.bind(DRAWN, drawn[0])
        frame.at -= 1


def first_move(work: Resolution, frame: Frame) -> None:
    """The first own move of a turn ends the time to catch (common.uno.catch)."""
    if work.ruleset.has_abilities:
        if frame.read(MOVED):
            return
        frame.bind(MOVED, "yes")
    if "exposed" in work.state.uno:
        close_window(work)


def _play(work: Resolution, move: Play, frame: Frame) -> None:
    state, ruleset, seat, card = work.state, work.ruleset, frame.seat, move.card
    first_move(work, frame)
    work.rule("common.wild" if ruleset.kind[card] == "wild" else "common.match", seat)
    before = state.color
    work.emit(CardsMoved("play", seat, (card,), HAND[seat], DISCARD))
    hand = state.zones[HAND[seat]]
    if state.uno[seat]:
        work.emit(UnoChanged(seat, ""))
    if move.uno:
        frame.bind(CALLED, "yes")
    color = ruleset.color[card]
    if color and color != before:
        work.change_color(color, seat, "play")
    if not hand and ruleset.variant.last_card == "wins":
        end_round(work, seat, "out")
        return
    if ruleset.variant.own_decks:
        frame.rebind(PLAYED, card)
    if card in ruleset.effects:
        bound = () if color else ((COLOR_BEFORE, before),)
        work.push(ruleset.effects[card], seat, card, bound=bound)


def battle(work: Resolution, step: Battle, frame: Frame) -> None:
    """ultimate.battle: the card played defeats the Enemy in front if it fits any one symbol."""
    state, seat, card = work.state, frame.seat, frame.read(PLAYED)
    if not card or state.is_out(seat):
        return
    for enemy in state.zones[ENEMY[seat]]:
        costs = work.ruleset.cards[enemy].costs
        if not any(meets(work.ruleset, card, cost) for cost in costs):
            continue
        if may_fall(work, seat):
            work.cite("battle", seat)
            fell(work, enemy, seat, seat)
        else:
            work.cite("battle.turn", seat)


def danger(work: Resolution, step: Danger, frame: Frame) -> None:
    """ultimate.danger: the icon on the card played flips a Danger card."""
    if frame.read(PLAYED) in work.ruleset.danger and not work.state.is_out(frame.seat):
        work.cite("danger", frame.seat)
        work.intend("flip", [frame.seat], 1, Cause())


def play_again(work: Resolution, effect: PlayAgain, frame: Frame) -> None:
    """ultimate.play-again: once battle and danger of this play are over, one more is possible."""
    turn = work.turn_frame()
    if turn is not None and turn.seat == frame.seat:
        turn.rebind(AGAIN, "yes")


def again(work: Resolution, step: Again, frame: Frame) -> None:
    """A second play, if one was given and there is a card for it."""
    seat = frame.seat
    may_play = bool(frame.read(AGAIN)) and not work.state.is_out(seat)
    called = frame.read(CALLED)
    frame.bound = MOVED_ONLY
    if not may_play or not playable(work.ruleset, work.state, seat):
        frame.rebind(CALLED, called)
    else:
        if called and len(work.state.zones[HAND[seat]]) == 1:
            expose(work, seat, "called")
        frame.rebind(SECOND, "yes")
        frame.at = next(at for at, step in enumerate(frame.steps) if isinstance(step, AwaitPlay))


def look_at_hands(work: Resolution, step: LookAtHands, frame: Frame) -> None:
    """ultimate.hand-empty, common.uno.other: hands that fell by something else than a play.

    After a play, the hand of its player is looked at as the turn ends (common.uno.call).
    """
    state, turn = work.state, work.turn_frame()
    player = NOBODY if turn is not None and is_starting(turn) else state.current
    for seat in in_turn_order(state, state.current):
        left = len(state.zones[HAND[seat]])
        if not left:
            work.cite("hand-empty", seat)
            end_round(work, seat, "emptied")
            return
        if left == 1 and seat != player and not state.uno[seat]:
            work.rule("common.uno.other", seat)
            work.emit(UnoChanged(seat, "exposed"))


def is_starting(turn: Frame) -> bool:
    """Whether a turn has come no further than what acts at its start."""
    step = turn.steps[turn.at]
    return type(step) is Moment and step.name == "turn_start"


def close_window(work: Resolution) -> None:
    """common.uno.catch: the next player's first own move ends the time to catch."""
    for seat, status in enumerate(work.state.uno):
        if status == "exposed":
            work.emit(UnoChanged(seat, "missed"))


def end_turn(work: Resolution, step: EndTurn, frame: Frame) -> None:
    """A player without cards ends the round; else hands are looked at and the turn passes on."""
    state, seat = work.state, frame.seat
    hand = state.zones[HAND[seat]]
    if not hand and not state.out >> seat & 1:
        end_round(work, seat, "out")
        return
    if len(hand) == 1:
        expose(work, seat, "called" if frame.read(CALLED) else "exposed")
    for effect in state.lasting:
        if effect.until == "turn_ends":
            work.emit(LastingEnded(effect.key, "turn"))
    idle = state.idle + 1 if frame.bound and frame.read(STUCK) else 0
    seat = next_seat(state, seat)
    if idle and idle >= len(state.seats_in()):
        work.hand_over(frame)
        block_round(work, seat)
        return
    while state.skipped >> seat & 1:
        work.rule(LOST_TURN, seat)
        work.emit(SkipChanged(seat, False))
        seat = next_seat(state, seat)
    _begin_next(work, frame, seat, idle)


def _begin_next(work: Resolution, frame: Frame, seat: Seat, idle: int) -> None:
    """The next turn; where nothing can come before its question, it is asked for at once."""
    state, ruleset = work.state, work.ruleset
    if ruleset.asks_at_once and not idle and not state.lasting:
        work.emit(ruleset.turns_began[seat])
        work.emit(ruleset.turn_prompts[seat])
        work.agenda.clear()
        return
    work.hand_over(frame)
    work.push(TURN, seat, bound=((IDLE, str(idle)),) if idle else ())


def expose(work: Resolution, player: Seat, becomes: str) -> None:
    """common.uno.call: once a play is done, a hand of one card is exposed unless it was called.

    A call that came with the play counts only now.
    """
    if len(work.state.zones[HAND[player]]) == 1 and not work.state.uno[player]:
        work.rule("common.uno.call", player)
        work.emit(UnoChanged(player, becomes))


def skip(work: Resolution, effect: Skip, frame: Frame) -> None:
    """Seats are about to lose a turn."""
    work.intend("skip", work.seats(effect.who, frame), 1, cause_of(work, frame))


def carry_out_skip(work: Resolution, intent: Intent) -> None:
    """A skip that nothing changes any more; one that waits already stays one."""
    if not intent.count:
        return
    has_heroes = work.ruleset.variant.own_decks
    rule = work.ruleset.rules.get(intent.cause.card, LOST_TURN)
    if has_heroes and rule != LOST_TURN:
        work.rule(rule, intent.seat)
    if work.state.skipped >> intent.seat & 1:
        if has_heroes:
            work.cite("skip", intent.seat)
    else:
        work.rule(LOST_TURN, intent.seat)
        work.emit(SkipChanged(intent.seat, True))
        if "skip" in work.ruleset.triggers:
            work.wake(Happening("skip", intent.seat))


def reverse(work: Resolution, effect: Reverse, frame: Frame) -> None:
    """The direction turns; a Reverse card with two players left skips instead."""
    state, ruleset = work.state, work.ruleset
    is_card = ruleset.kind.get(frame.source) == "reverse"
    if is_card and len(state.seats_in()) == 2 and ruleset.options.two_player_reverse == "skip":
        work.rule("common.reverse-two", frame.seat)
        work.intend("skip", work.seats("next", frame), 1, cause_of(work, frame))
    else:
        if not is_card:
            work.rule(ruleset.rules[frame.source], frame.seat)
        work.rule("common.reverse", frame.seat)
        work.emit(DirectionChanged(-state.direction))


def set_color(work: Resolution, effect: SetColor, frame: Frame) -> None:
    """The color in play becomes the one printed in the text."""
    cause = cause_of(work, frame)
    if effect.color != work.state.color:
        work.rule(work.ruleset.rules[frame.source], frame.seat)
    work.change_color(effect.color, frame.seat, cause.kind)
