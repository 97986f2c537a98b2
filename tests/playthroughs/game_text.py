"""A game as text, a sentence for each fact."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from games.engine import Fact, Move, Ruleset
from games.engine.facts import (
    Answered,
    CallClosed,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    ClockChanged,
    ClockSpent,
    ClockStarted,
    ClockStopped,
    ColorChanged,
    DirectionChanged,
    EnemyCame,
    GameEnded,
    GameStarted,
    JudgeCalled,
    LastingBegan,
    LastingEffect,
    LastingEnded,
    LastingUsed,
    LotDrawn,
    Paused,
    PenaltyDrawn,
    PenaltyDue,
    Prompted,
    ResultChanged,
    Resumed,
    RoundBegan,
    RoundEnded,
    ScoreChanged,
    ScorePenalized,
    SeatOut,
    Shuffled,
    SkipChanged,
    Taken,
    TimeShifted,
    TurnBegan,
    UnoChanged,
    UnoHeld,
    WindowClosed,
    WindowOpened,
    Withdrawn,
)
from games.engine.zones import ARRIVING, HERO, NOBODY, Card, Seat, Zone, owner_of
from tests.laws.random_games import Game, Moment

SHORT: Final = 7

MOVED: Final[dict[str, str]] = {
    "add": "{who} adds {cards} to the hand",
    "attach": "{cards} is attached to {who}",
    "attack": "{cards} goes in front of {who}",
    "burn": "{who} burns {cards} from {source}",
    "deal": "{who} is dealt {cards} from {source}",
    "defeat": "{cards} in front of {owner} is defeated by {who}",
    "destroy": "{cards}, an Item of {owner}, is destroyed by {who}",
    "discard": "{cards} is discarded",
    "draw": "{who} draws {cards} from {source}",
    "exchange": "{who} moves {cards} from {source} to {target}",
    "flip": "{who} flips {cards}",
    "forfeit": "{cards} of {who} go under {target}",
    "gather": "{cards} come back from {source} to {target}",
    "lay": "{who} lays {cards} on top",
    "leave": "{who} leaves {cards} from {source} to {target}",
    "move": "{who} moves {cards} from {source} to {target}",
    "play": "{who} plays {cards}",
    "recover": "{who} recovers {cards} to the bottom of {target}",
    "replace": "{cards}, who was there, is discarded undefeated",
    "reshuffle": "{cards} go from {source} to {target}",
    "return": "{cards} goes back to {target}",
    "take": "{who} takes {cards} of {owner}",
    "turn-up": "{who} turns up {cards}",
}
"""The sentence about moved cards, by the keyword of the fact."""

PLACES: Final[dict[str, str]] = {
    "draw": "draw pile",
    "discard": "discard pile",
    "danger": "Danger Deck",
    "danger-discard": "Danger discard pile",
    "revealed": "table",
    "removed": "box",
    "hand": "hand",
    "deck": "deck",
    "burn": "burn pile",
    "enemy": "place in front",
    "items": "Items",
    "hero": "seat",
}
ASKED: Final[dict[str, str]] = {
    "turn": "to play a card or draw one",
    "drawn": "to play the card drawn or keep it",
    "again": "for a second card",
    "color": "for a color",
    "player": "for a player",
    "card": "for a card",
    "mode": "which it shall be",
    "confirm": "whether to do it",
    "challenge": "whether to challenge",
    "character": "for a character",
}
WHY: Final[dict[str, str]] = {
    "resigned": "having resigned",
    "removed": "taken out by an organiser",
    "deck": "with no card left in the deck",
    "out": "its owner is out",
    "used": "it was used",
    "turn": "its time is over",
}
UNTIL: Final[dict[str, str]] = {
    "your_next_turn": "the own next turn",
    "turn_ends": "this turn ends",
    "used": "it is used",
}
UNO: Final[dict[str, str]] = {
    "exposed": "has one card and did not say UNO",
    "called": "says UNO",
    "missed": "can no longer be caught",
    "": "has no longer one card",
}
SHOWN: Final[dict[str, str]] = {
    "hand": "shows {to} the whole hand, {cards}",
    "reveal": "shows {to} {cards} of the hand",
    "dealer": "draws {cards} for the deal",
}
ENDS: Final[dict[str, str]] = {
    "round": "with the last round",
    "target": "with enough points",
    "rounds": "after the last of the rounds",
    "last": "as the last one left",
    "void": "that counts for nothing",
    "corrected": "after all",
}
ROUND_ENDS: Final[dict[str, str]] = {
    "out": "has played the last card",
    "emptied": "has an empty hand",
    "blocked": "has the lowest hand of a blocked round",
}


def sentences_of(game: Game) -> Iterator[str]:
    """Yield the lines of a game: moves, facts, and the rules behind them."""
    teller = FactText(game.ruleset)
    for seq, moment in enumerate(game.play(), 1):
        yield f"{seq:4} {teller.move(moment.move)}"
        yield from teller.facts(moment)
    yield ""


class FactText:
    """Renders the facts of one game; it stores the heroes and the lasting effects.

    Players are named by their heroes, or without heroes by their seats.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.heroes: dict[Seat, str] = {}
        self.lasting: dict[int, LastingEffect] = {}

    def who(self, seat: Seat | None) -> str:
        """A player."""
        if seat is None:
            return "all"
        return self.heroes.get(seat, f"seat {seat}")

    def place(self, zone: Zone, seat: Seat = NOBODY) -> str:
        """Return the name of a zone with its owner."""
        owner = owner_of(zone)
        place = PLACES[zone.partition(":")[0]]
        if owner == NOBODY:
            return f"the {place}"
        return f"the own {place}" if owner == seat else f"the {place} of {self.who(owner)}"

    def move(self, move: Move | None) -> str:
        """A move in few words."""
        if move is None:
            return "the deal"
        parts = msgspec.to_builtins(move)
        seat, name = parts.pop("seat"), parts.pop("move")
        said = [f"{key}" if value is True else str(value) for key, value in parts.items() if value]
        if name == "catch-uno":
            said = [self.who(parts["target"])]
        return " ".join([f"{self.who(seat)}:", name, *said])

    def facts(self, moment: Moment) -> Iterator[str]:
        """The facts of a move, each under the rules behind it."""
        rules: dict[int, list[str]] = {}
        for ruling in moment.decision.rulings:
            params = [f"{key}={value}" for key, value in (ruling.params or {}).items()]
            rules.setdefault(ruling.at, []).append(" ".join([ruling.rule, *params]))
        for at, fact in enumerate(moment.decision.facts):
            said = self.fact(fact)
            yield from (f"       [{rule}]" for rule in rules.get(at, ()))
            yield f"         {said}"

    def fact(self, fact: Fact) -> str:
        """One fact as a sentence."""
        said: str = SENTENCES[type(fact)](self, fact)
        return said

    # the sentences

    def started(self, fact: GameStarted) -> str:
        setup = fact.setup
        options = ", ".join(f"{name} {value}" for name, value in setup.options.items())
        return f"a game of {setup.variant} for {setup.seats} begins: {options}"

    def placed(self, fact: CardsPlaced) -> str:
        owner = owner_of(fact.zone)
        if fact.zone == HERO[owner]:
            self.heroes[owner] = self.ruleset.cards[fact.cards[0]].name
            return f"seat {owner} is {self.heroes[owner]}"
        return f"{len(fact.cards)} cards come out of the box onto {self.place(fact.zone)}"

    def moved(self, fact: CardsMoved) -> str:
        said = MOVED[fact.verb].format(
            who=self.who(fact.seat),
            cards=cards(fact.cards),
            owner=self.who(owner_of(fact.source)),
            source=self.place(fact.source, fact.seat),
            target=self.place(fact.target, fact.seat),
        )
        return f"{said}, because of {fact.cause}" if fact.cause else said

    def shuffled(self, fact: Shuffled) -> str:
        top = cards(fact.order[: -SHORT - 1 : -1])
        return f"{self.place(fact.zone)} is shuffled (chance {fact.nth}), on top {top} …"

    def lot(self, fact: LotDrawn) -> str:
        return f"the lot picks {fact.picked} of {fact.among} (chance {fact.nth})"

    def color(self, fact: ColorChanged) -> str:
        return f"{fact.color} is in play"

    def direction(self, fact: DirectionChanged) -> str:
        return f"play runs {'clockwise' if fact.direction > 0 else 'counter-clockwise'}"

    def round_began(self, fact: RoundBegan) -> str:
        dealer = "" if fact.dealer is None else f", {self.who(fact.dealer)} deals"
        return f"round {fact.round} begins{dealer}"

    def round_ended(self, fact: RoundEnded) -> str:
        return f"{self.who(fact.winner)} {ROUND_ENDS[fact.why]} and wins round {fact.round}"

    def turn(self, fact: TurnBegan) -> str:
        idle = f", after {fact.idle} turns without a card" if fact.idle else ""
        return f"the turn of {self.who(fact.seat)} begins{idle}"

    def enemy(self, fact: EnemyCame) -> str:
        if fact.since == ARRIVING:
            return f"an Enemy has come to {self.who(fact.seat)}"
        return f"the Enemy attacks {self.who(fact.seat)} since turn {fact.since}"

    def skip(self, fact: SkipChanged) -> str:
        return f"{self.who(fact.seat)} {'waits to lose a turn' if fact.on else 'loses the turn'}"

    def uno(self, fact: UnoChanged) -> str:
        return f"{self.who(fact.seat)} {UNO[fact.status]}"

    def out(self, fact: SeatOut) -> str:
        return f"{self.who(fact.seat)} is out, {WHY[fact.why]}"

    def shown(self, fact: CardsShown) -> str:
        said = SHOWN[fact.verb].format(to=self.who(fact.to), cards=cards(fact.cards))
        return f"{self.who(fact.seat)} {said}"

    def lasting_began(self, fact: LastingBegan) -> str:
        effect = fact.effect
        self.lasting[effect.key] = effect
        bound = "".join(f", {name} {value}" for name, value in effect.bound)
        who = self.who(effect.seat)
        return f"{effect.card} lasts for {who} until {UNTIL[effect.until]}{bound}"

    def lasting_used(self, fact: LastingUsed) -> str:
        return f"{self.lasting[fact.key].card} of {self.who(self.lasting[fact.key].seat)} is used"

    def lasting_ended(self, fact: LastingEnded) -> str:
        effect = self.lasting[fact.key]
        return f"{effect.card} of {self.who(effect.seat)} lasts no longer: {WHY[fact.why]}"

    def prompted(self, fact: Prompted) -> str:
        prompt = fact.prompt
        source = f" by {prompt.source}" if prompt.source else ""
        options = f": {', '.join(self.option(prompt.kind, one) for one in prompt.options)}"
        asked = f"{self.who(prompt.seat)} is asked{source} {ASKED[prompt.kind]}"
        return asked + (options if prompt.options else "")

    def option(self, kind: str, option: str) -> str:
        """An answer; a player by the name."""
        return self.who(int(option)) if kind == "player" and option.isdigit() else option

    def answered(self, fact: Answered) -> str:
        return f"{self.who(fact.seat)} answers {fact.option}"

    def taken(self, fact: Taken) -> str:
        option = self.option(fact.kind, fact.option)
        return f"{self.who(fact.seat)} has no choice but {option}"

    def withdrawn(self, fact: Withdrawn) -> str:
        return f"the question to {self.who(fact.seat)} is withdrawn"

    def judge_called(self, fact: JudgeCalled) -> str:
        return f"{self.who(fact.seat)} calls a judge" + (", and time stands" if fact.stops else "")

    def call_closed(self, fact: CallClosed) -> str:
        return f"the call of {self.who(fact.seat)} is {fact.outcome}"

    def score(self, fact: ScoreChanged) -> str:
        return f"{self.who(fact.seat)} scores {fact.points} and has {fact.total}"

    def score_penalized(self, fact: ScorePenalized) -> str:
        return f"{fact.points} count against {self.who(fact.seat)}, who has {fact.total}"

    def penalty_due(self, fact: PenaltyDue) -> str:
        return f"a penalty of {fact.count} is due to {self.who(fact.seat)}"

    def penalty_drawn(self, fact: PenaltyDrawn) -> str:
        return f"{self.who(fact.seat)} draws a penalty of {fact.count}"

    def paused(self, fact: Paused) -> str:
        return "the game is paused"

    def resumed(self, fact: Resumed) -> str:
        return "the game goes on"

    def clock_started(self, fact: ClockStarted) -> str:
        return f"the clock of {self.who(fact.seat)} runs"

    def clock_stopped(self, fact: ClockStopped) -> str:
        return f"the clock of {self.who(fact.seat)} stands, {fact.spent} ms used"

    def clock_spent(self, fact: ClockSpent) -> str:
        return f"{self.who(fact.seat)} took {fact.spent} ms, {fact.bank} ms are in the bank"

    def clock_changed(self, fact: ClockChanged) -> str:
        return f"{self.who(fact.seat)} has {fact.bank} ms in the bank"

    def time_shifted(self, fact: TimeShifted) -> str:
        return f"the times of the game are {fact.ahead} ms ahead"

    def window_opened(self, fact: WindowOpened) -> str:
        return "the game waits for calls and catches"

    def uno_held(self, fact: UnoHeld) -> str:
        what = "call" if fact.seat == fact.target else f"catch of {self.who(fact.target)}"
        return f"the {what} by {self.who(fact.seat)} is held"

    def window_closed(self, fact: WindowClosed) -> str:
        return "the wait is over"

    def ended(self, fact: GameEnded | ResultChanged) -> str:
        winner = "nobody" if fact.winner is None else self.who(fact.winner)
        return f"{winner} wins the game {ENDS[fact.why]}"


def cards(codes: tuple[Card, ...]) -> str:
    """Cards, in their order."""
    return ", ".join(codes)


SENTENCES: Final[dict[type, Callable[[FactText, Any], str]]] = {
    GameStarted: FactText.started,
    CardsPlaced: FactText.placed,
    CardsMoved: FactText.moved,
    Shuffled: FactText.shuffled,
    LotDrawn: FactText.lot,
    ColorChanged: FactText.color,
    DirectionChanged: FactText.direction,
    RoundBegan: FactText.round_began,
    RoundEnded: FactText.round_ended,
    TurnBegan: FactText.turn,
    EnemyCame: FactText.enemy,
    SkipChanged: FactText.skip,
    UnoChanged: FactText.uno,
    SeatOut: FactText.out,
    CardsShown: FactText.shown,
    LastingBegan: FactText.lasting_began,
    LastingUsed: FactText.lasting_used,
    LastingEnded: FactText.lasting_ended,
    Prompted: FactText.prompted,
    Answered: FactText.answered,
    Taken: FactText.taken,
    Withdrawn: FactText.withdrawn,
    JudgeCalled: FactText.judge_called,
    CallClosed: FactText.call_closed,
    ScoreChanged: FactText.score,
    ScorePenalized: FactText.score_penalized,
    PenaltyDue: FactText.penalty_due,
    PenaltyDrawn: FactText.penalty_drawn,
    Paused: FactText.paused,
    Resumed: FactText.resumed,
    ClockStarted: FactText.clock_started,
    ClockStopped: FactText.clock_stopped,
    ClockSpent: FactText.clock_spent,
    ClockChanged: FactText.clock_changed,
    TimeShifted: FactText.time_shifted,
    WindowOpened: FactText.window_opened,
    UnoHeld: FactText.uno_held,
    WindowClosed: FactText.window_closed,
    GameEnded: FactText.ended,
    ResultChanged: FactText.ended,
}
"""The sentence of each fact."""
