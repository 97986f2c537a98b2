"""Mistakes of players, one or more for each code of a refusal, for tests of their words."""

from collections.abc import Callable
from typing import Final

from games.engine import (
    CallUno,
    CancelCall,
    CatchUno,
    Choose,
    ClaimAbsent,
    CloseWindow,
    Deduct,
    Draw,
    Expire,
    Move,
    Pass,
    Play,
    Stand,
    StandIn,
    TakeBack,
)
from games.engine.moves import (
    AdjustClock,
    AnswerCall,
    CallJudge,
    Correct,
    Pause,
    Remove,
    Resume,
    RevokeKey,
    Void,
    Warn,
)
from tests.games import prompt_positions as at
from tests.table import NOON, Table, table

NAMES: Final = ("Ada", "Bob", "greedy", "Zoé")
"""The players at the tables, by seat."""

Mistake = tuple[Table, Move]


def _ultimate(heroes: str = "hulk shuri") -> Table:
    return table("ultimate", heroes=heroes).top("red-5")


def _one_card() -> Table:
    return at.turn_with_two_cards().hand(1, "blue-1 blue-2").play(0, "red-1")


def _asked_with_one_card() -> Table:
    return table("xmen", 3).top("red-5").hand(0, "wild red-1").play(0, "wild")


def _called() -> Table:
    return at.turn_with_two_cards().play(0, "red-1", uno=True)


def _late() -> Table:
    return _one_card().draw(1)


def _over(variant: str = "xmen") -> Table:
    return table(variant, 2).top("red-5").hand(0, "red-1").play(0, "red-1")


def _called_a_judge(times: int = 1) -> Table:
    one = at.turn_that_fits().move(CallJudge(1, "A card fell."))
    for _ in range(times - 1):
        one.move(CancelCall(1)).move(CallJudge(1, "A card fell."))
    return one


def _paused() -> Table:
    return at.turn_that_fits().move(Pause())


def _one_round() -> Table:
    one = at.turn_that_fits()
    one.options |= {"rounds": 1}
    return one


def _clocked() -> Table:
    return at.turn_that_fits().clocked(30)


def _claimable(absence: str = "out") -> Table:
    one = at.turn_that_fits()
    one.options |= {"absence": absence}
    return one


def _waiting() -> Table:
    """A hand of one card is exposed, and the game waits for calls and catches."""
    one = at.turn_with_two_cards().hand(1, "blue-1 blue-2")
    one.options |= {"uno_window": 2}
    one.now = NOON
    return one.play(0, "red-1")


def _strict() -> Table:
    one = table("avengers", 3, draw_four="strict").top("red-4")
    return one.hand(0, "wild-draw-four red-6 red-skip blue-1")


def _forbidden() -> Table:
    one = _ultimate("black-widow captain-america")
    one.hand(0, "hide-in-plain-sight red-1 red-2").hand(1, "justice-punch red-6 red-4")
    return one.play(0, "hide-in-plain-sight").choose(0, "red", "burn")


def _abomination() -> Table:
    return _ultimate().enemy(0, "abomination").hand(0, "hulk-smash red-1 blue-2")


MISTAKES: Final[dict[str, Callable[[], Mistake]]] = {
    # not your turn
    "draw on the turn of another": lambda: (at.turn_that_fits(), Draw(1)),
    "draw on the turn of a hero": lambda: (at.turn_before_an_enemy(), Draw(1)),
    "draw while another has drawn": lambda: (at.drawn(), Draw(1)),
    "play while a question of a card is open": lambda: (at.hulk_smash(), Play(1, "red-1")),
    "play in the own turn before another has answered": lambda: (at.challenge(), Draw(0)),
    # the card
    "play a card that does not fit": lambda: (at.turn_that_fits(), Play(0, "green-1")),
    "play a card that does not fit on a Wild": lambda: (at.turn_on_a_wild(), Play(0, "blue-4")),
    "play a card that does not fit on a Skip": lambda: (
        table("xmen", 3).top("blue-skip").hand(0, "red-9 blue-1"),
        Play(0, "red-9"),
    ),
    "play an action card that does not fit": lambda: (
        table("xmen", 3).top("blue-4").hand(0, "red-skip blue-1"),
        Play(0, "red-skip"),
    ),
    "play a card not held": lambda: (at.turn_that_fits(), Play(0, "green-9")),
    "play an Enemy": lambda: (at.turn_before_an_enemy(), Play(0, "taskmaster")),
    "play a label": lambda: (at.turn_that_fits(), Play(0, "Red 6")),
    "play a label in French": lambda: (at.turn_that_fits(), Play(0, "6 rouge")),
    "play a code misspelt": lambda: (at.turn_that_fits(), Play(0, "green1")),
    "play a card of no game": lambda: (at.turn_that_fits(), Play(0, "ace of spades")),
    "play a card that a card of another forbids": lambda: (
        _forbidden(),
        Play(1, "justice-punch"),
    ),
    "play a card that the Enemy forbids": lambda: (_abomination(), Play(0, "hulk-smash")),
    "bluff where it is not allowed": lambda: (_strict(), Play(0, "wild-draw-four")),
    # the draw
    "keep before a draw": lambda: (at.turn_that_fits(), Pass(0)),
    "draw twice": lambda: (at.drawn(), Draw(0)),
    "play another card after a draw": lambda: (at.drawn(), Play(0, "blue-6")),
    "draw as a second play": lambda: (at.second_play(), Draw(0)),
    # the question
    "choose on a turn": lambda: (at.turn_that_fits(), Choose(0, "red")),
    "choose after a draw": lambda: (at.drawn(), Choose(0, "yes")),
    "choose instead of a second play": lambda: (at.second_play(), Choose(0, "red")),
    "draw while a color is to be named": lambda: (at.wild_color(), Draw(0)),
    "play while a player is to be named": lambda: (at.cerebro_names(), Play(0, "red-1")),
    "a color misspelt": lambda: (at.wild_color(), Choose(0, "gren")),
    "a color that is none": lambda: (at.wild_color(), Choose(0, "mauve")),
    "a character by the name": lambda: (at.cerebro_character(), Choose(0, "wolverine")),
    "a player by number out of range": lambda: (at.hulk_smash(), Choose(0, "7")),
    "an answer to a challenge that is none": lambda: (at.challenge(), Choose(1, "maybe")),
    # UNO
    "catch oneself": lambda: (at.turn_that_fits(), CatchUno(0, 0)),
    "catch a seat that is none": lambda: (at.turn_that_fits(), CatchUno(0, 9)),
    "catch a player with many cards": lambda: (at.turn_that_fits(), CatchUno(0, 1)),
    "catch a player who has called": lambda: (_called(), CatchUno(1, 0)),
    "catch too late": lambda: (_late(), CatchUno(2, 0)),
    "catch before the play is complete": lambda: (_asked_with_one_card(), CatchUno(1, 0)),
    "catch a player who is out": lambda: (at.turn_that_fits().resign(2), CatchUno(0, 2)),
    "call with many cards": lambda: (at.turn_that_fits(), CallUno(0)),
    "call twice": lambda: (_called(), CallUno(0)),
    "call too late": lambda: (_late(), CallUno(0)),
    "call with a play that leaves more": lambda: (
        at.turn_that_fits(),
        Play(0, "red-6", uno=True),
    ),
    "call with the last card": lambda: (
        table("xmen", 3).top("red-5").hand(0, "red-1"),
        Play(0, "red-1", uno=True),
    ),
    # the game
    "move after the end": lambda: (_over(), Draw(1)),
    "move after the own win": lambda: (_over(), Draw(0)),
    "move in a void game": lambda: (at.turn_that_fits().move(Void()), Draw(0)),
    "move when out": lambda: (at.turn_that_fits().resign(2), Draw(2)),
    "move in a paused game": lambda: (_paused(), Draw(0)),
    # calls for a judge
    "call a judge twice": lambda: (_called_a_judge(), CallJudge(1, "Again.")),
    "call a judge too often": lambda: (
        _called_a_judge(10).move(CancelCall(1)),
        CallJudge(1, "No."),
    ),
    "cancel no call": lambda: (at.turn_that_fits(), CancelCall(0)),
    "answer no call": lambda: (at.turn_that_fits(), AnswerCall(0, "noted")),
    "claim without the option": lambda: (at.turn_that_fits(), ClaimAbsent(1, 0)),
    "claim a player who is not asked": lambda: (_claimable(), ClaimAbsent(0, 1)),
    "let a bot go on without the option": lambda: (at.turn_that_fits(), StandIn(1, 0)),
    "let a bot go on twice": lambda: (_claimable("bot").move(StandIn(1, 0)), StandIn(1, 0)),
    "let a bot go on who is not asked": lambda: (_claimable("bot"), StandIn(0, 1)),
    "return from no bot": lambda: (_claimable("bot"), TakeBack(0)),
    "revoke a key twice": lambda: (at.turn_that_fits().move(RevokeKey(1)), RevokeKey(1)),
    # the clock
    "answer too late": lambda: (_clocked().after(31), Draw(0)),
    "end a question by the clock too early": lambda: (_clocked(), Expire(0)),
    "move while calls are awaited": lambda: (_waiting(), Draw(1)),
    "catch twice while calls are awaited": lambda: (_waiting().catch(1, 0), CatchUno(1, 0)),
    "call twice while calls are awaited": lambda: (_waiting().call(0), CallUno(0)),
    # acts of the clock and of an organiser
    "end the wait for calls too early": lambda: (_waiting(), CloseWindow()),
    "stand a clock that does not run": lambda: (at.turn_that_fits(), Stand(since=0)),
    "pause twice": lambda: (_paused(), Pause()),
    "resume a running game": lambda: (at.turn_that_fits(), Resume()),
    "remove twice": lambda: (at.turn_that_fits().resign(2), Remove(2)),
    "warn a seat that is none": lambda: (at.turn_that_fits(), Warn(7)),
    "adjust a clock that is not there": lambda: (at.turn_that_fits(), AdjustClock(0, 5)),
    "take time that is not there": lambda: (_clocked(), AdjustClock(0, -5)),
    "take points where none count": lambda: (_one_round(), Deduct(0, 5)),
    "take points that are not there": lambda: (at.turn_that_fits(), Deduct(0, 5)),
    "void twice": lambda: (at.turn_that_fits().move(Void()), Void()),
    "correct a running game": lambda: (at.turn_that_fits(), Correct(winner=1)),
    "correct to the same": lambda: (_over(), Correct(winner=0)),
    "correct to a seat that is none": lambda: (_over(), Correct(winner=5)),
    "act after the end": lambda: (_over(), Warn(1)),
}
