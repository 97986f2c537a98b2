"""Steps and verbs of a turn: play, draw, UNO, skip, reverse, end."""

from __future__ import annotations

from typing import Final

from cards.language.effects import PlayAgain, Reverse, SetColor, Skip
from games.engine.bindings import (
    AGAIN,
    CALLED,
    CIRCLING,
    COLOR_BEFORE,
    DRAWN,
    IDLE,
    MOVED,
    PLAYED,
    RETURNED,
    SECOND,
    STUCK,
)
from games.engine.facts import (
    DirectionChanged,
    LastingEnded,
    SkipChanged,
    TurnBegan,
    UnoChanged,
)
from games.engine.moves import Draw, Expire, Move, Play
from games.engine.prompts import Cause, Intent, Prompt
from games.engine.queries import (
    card_matches,
    in_turn_order,
    next_seat,
    playable,
    refusal_of_play,
)
from games.engine.resolution import Frame, Resolution
from games.engine.triggers import Occasion
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
from games.engine.verbs.card_moves import draw_cards
from games.engine.verbs.causes import cause_of
from games.engine.verbs.dangers import defeat_enemy, may_be_defeated
from games.engine.verbs.rounds import block_round, end_round
from games.engine.zones import ENEMY, HAND, NOBODY, Card, Seat

LOST_TURN: Final = "common.skip"
"""The rule by which a seat loses a turn."""

MAX_CIRCLES: Final = 10
"""After how many turns for each player still in a round that goes in circles ends.

See common.circles.
"""

MOVED_ONLY: Final = ((MOVED, "yes"),)
"""What a turn has bound before its second play."""


def begin_turn(work: Resolution, step: BeginTurn, frame: Frame) -> None:
    """Begin a turn, and end the effects that lasted until then."""
    seat = frame.seat
    if frame.bound:
        work.emit(TurnBegan(seat, int(frame.read(IDLE)), int(frame.read(CIRCLING))))
        frame.bound = ()
    else:
        work.emit(work.ruleset.turns_began[seat])
    for effect in work.state.lasting:
        if effect.until == "your_next_turn" and effect.seat == seat:
            work.cite("start.until", seat)
            work.emit(LastingEnded(effect.key, "turn"))


def await_play(work: Resolution, step: AwaitPlay, frame: Frame) -> None:
    """Ask for a play or a draw; after a draw, whether the drawn card is played."""
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
    """Whether the seat may no longer draw: it has drawn, or this is a second play."""
    return bool(frame.read(DRAWN) or frame.read(SECOND))


def _ask(work: Resolution, frame: Frame) -> None:
    """Ask the question of the turn.

    The first one of a turn is always the same, and the turn is the whole agenda then. After a draw
    there is none if an ability has meanwhile taken the card, or made it unplayable.
    """
    seat, drawn = frame.seat, frame.read(DRAWN)
    if drawn and not _may_still_play(work, seat, drawn):
        return
    frame.retry()
    if not frame.bound:
        work.emit(work.ruleset.turn_prompts[frame.seat])
        work.agenda.clear()
        return
    if drawn:
        prompt = Prompt(
            seat=seat,
            kind="drawn",
            options=(drawn, "pass"),
            default="pass",
            rule="common.draw",
            hidden=True,
            resume=work.bookmarks(),
        )
    elif frame.read(SECOND):
        rule = work.ruleset.point("play-again")
        work.rule(rule, seat)
        prompt = Prompt(seat=seat, kind="again", default="pass", rule=rule, resume=work.bookmarks())
    else:
        rule = "common.match"
        prompt = Prompt(seat=seat, kind="turn", default="draw", rule=rule, resume=work.bookmarks())
    work.suspend(prompt)


def _may_still_play(work: Resolution, seat: Seat, card: Card) -> bool:
    """Whether a seat holds a card that it has drawn, and may play it."""
    state, ruleset = work.state, work.ruleset
    return card in state.zones[HAND[seat]] and not refusal_of_play(ruleset, state, seat, card)


def _draw(work: Resolution, frame: Frame, *, keep: bool) -> None:
    """Draw one card, which may be played at once if it matches (common.draw)."""
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
        frame.retry()


def first_move(work: Resolution, frame: Frame) -> None:
    """End the time to catch other seats at the first own move of a turn.

    See common.uno.catch.
    """
    if work.ruleset.has_abilities:
        if frame.read(MOVED):
            return
        frame.bind(MOVED, "yes")
    if "exposed" in work.state.uno:
        end_catching(work)


def _play(work: Resolution, move: Play, frame: Frame) -> None:
    state, ruleset, seat, card = work.state, work.ruleset, frame.seat, move.card
    first_move(work, frame)
    if frame.bound and frame.read(DRAWN):
        frame.bind(RETURNED, "yes")
    work.rule("common.wild" if ruleset.kind[card] == "wild" else "common.match", seat)
    before = state.color
    wins = len(state.zones[HAND[seat]]) == 1 and ruleset.variant.last_card == "wins"
    work.is_silent = wins
    work.emit(ruleset.cards_played[seat][card])
    if state.uno[seat]:
        work.emit(UnoChanged(seat, ""))
    if move.uno:
        frame.bind(CALLED, "yes")
    color = ruleset.color[card]
    if color and color != before:
        work.change_color(color, seat, "play")
    if wins:
        work.is_silent = False
        end_round(work, seat, "out")
        return
    if ruleset.variant.own_decks:
        frame.rebind(PLAYED, card)
    if card in ruleset.effects:
        bound = () if color else ((COLOR_BEFORE, before),)
        work.push(ruleset.effects[card], seat, card, bound=bound)


def battle(work: Resolution, step: Battle, frame: Frame) -> None:
    """Defeat the Enemy in front of the seat if the card played matches its cost.

    See ultimate.battle.
    """
    state, seat, card = work.state, frame.seat, frame.read(PLAYED)
    if not card or state.is_out(seat):
        return
    for enemy in state.zones[ENEMY[seat]]:
        costs = work.ruleset.cards[enemy].costs
        if not any(card_matches(work.ruleset, card, cost) for cost in costs):
            continue
        if may_be_defeated(work, seat):
            work.cite("battle", seat)
            defeat_enemy(work, enemy, seat, seat)
        else:
            work.cite("battle.turn", seat)


def danger(work: Resolution, step: Danger, frame: Frame) -> None:
    """Flip a Danger card if the card played has the Danger icon (ultimate.danger)."""
    if frame.read(PLAYED) in work.ruleset.danger and not work.state.is_out(frame.seat):
        work.cite("danger", frame.seat)
        work.queue_intents("flip", [frame.seat], 1, Cause())


def play_again(work: Resolution, effect: PlayAgain, frame: Frame) -> None:
    """Allow one more play after the battle and danger of this one.

    See ultimate.play-again.
    """
    turn = work.turn_frame()
    if turn is not None and turn.seat == frame.seat:
        turn.rebind(AGAIN, "yes")


def again(work: Resolution, step: Again, frame: Frame) -> None:
    """Return to the prompt of the turn if a second play is granted and possible."""
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
    """Check the hands that lost cards by other means than a play.

    The rules are ultimate.hand-empty and common.uno.other. After a play, the hand of its player is
    checked as the turn ends (common.uno.call).
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
    """Whether a turn is still at the abilities of its start."""
    step = turn.steps[turn.at]
    return type(step) is Moment and step.name == "turn_start"


def end_catching(work: Resolution) -> None:
    """Mark the exposed seats as missed: they can no longer be caught.

    See common.uno.catch.
    """
    for seat, status in enumerate(work.state.uno):
        if status == "exposed":
            work.emit(UnoChanged(seat, "missed"))


def end_turn(work: Resolution, step: EndTurn, frame: Frame) -> None:
    """End the round if the hand is empty.

    Else expose a hand of one card, and end the turn.
    """
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
    idle = circling = 0
    if frame.bound:
        is_stuck = bool(frame.read(STUCK))
        idle = state.idle + 1 if is_stuck else 0
        circling = state.circling + 1 if is_stuck or frame.read(RETURNED) else 0
    seat = next_seat(state, seat)
    if circling:
        trip = len(state.seats_in())
        if idle >= trip or circling >= MAX_CIRCLES * trip:
            work.drop_frame(frame)
            block_round(work, seat, "common.blocked" if idle >= trip else "common.circles")
            return
    while state.skipped >> seat & 1:
        work.rule(LOST_TURN, seat)
        work.emit(SkipChanged(seat, False))
        seat = next_seat(state, seat)
    _begin_next(work, frame, seat, idle, circling)


def _begin_next(work: Resolution, frame: Frame, seat: Seat, idle: int, circling: int) -> None:
    """Begin the next turn; ask its question at once if nothing can come before it."""
    state, ruleset = work.state, work.ruleset
    if ruleset.asks_at_once and not circling and not state.lasting:
        work.emit(ruleset.turns_began[seat])
        work.emit(ruleset.turn_prompts[seat])
        work.agenda.clear()
        return
    work.drop_frame(frame)
    bound = ((IDLE, str(idle)), (CIRCLING, str(circling))) if circling else ()
    work.push(TURN, seat, bound=bound)


def expose(work: Resolution, player: Seat, becomes: str) -> None:
    """Set the status of a hand of one card after a play (common.uno.call).

    A call that was made with the play takes effect only now.
    """
    if len(work.state.zones[HAND[player]]) == 1 and not work.state.uno[player]:
        work.rule("common.uno.call", player)
        work.emit(UnoChanged(player, becomes))


def skip(work: Resolution, effect: Skip, frame: Frame) -> None:
    """Make seats lose a turn."""
    work.queue_intents("skip", work.seats(effect.who, frame), 1, cause_of(work, frame))


def carry_out_skip(work: Resolution, intent: Intent) -> None:
    """Carry out a skip; a seat that is skipped already loses one turn only."""
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
            work.queue_triggers(Occasion("skip", intent.seat))


def reverse(work: Resolution, effect: Reverse, frame: Frame) -> None:
    """Reverse the direction; a Reverse card with two players left may skip instead."""
    state, ruleset = work.state, work.ruleset
    is_card = ruleset.kind.get(frame.source) == "reverse"
    if is_card and len(state.seats_in()) == 2 and ruleset.options.two_player_reverse == "skip":
        work.rule("common.reverse-two", frame.seat)
        work.queue_intents("skip", work.seats("next", frame), 1, cause_of(work, frame))
    else:
        if not is_card:
            work.rule(ruleset.rules[frame.source], frame.seat)
        work.rule("common.reverse", frame.seat)
        work.emit(DirectionChanged(-state.direction))


def set_color(work: Resolution, effect: SetColor, frame: Frame) -> None:
    """Set the color in play to the one in the text."""
    cause = cause_of(work, frame)
    if effect.color != work.state.color:
        work.rule(work.ruleset.rules[frame.source], frame.seat)
    work.change_color(effect.color, frame.seat, cause.kind)
