"""A builder of positions for tests: create a game, play, look at facts and state."""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Self, TypeVar

import cards
from cards.language import EditionDef, decode_edition
from games.engine import (
    CallUno,
    CatchUno,
    Chance,
    Choose,
    Clock,
    Decision,
    Draw,
    Expire,
    Fact,
    IllegalMove,
    Move,
    Pass,
    Play,
    Prompt,
    Resign,
    Ruleset,
    Seat,
    State,
    deadline_of,
    decide,
    fold,
    legal_moves,
    new_game,
    open_moves,
)
from games.engine.facts import CardsMoved, GameEnded, Ruling, SkipChanged
from games.engine.zones import (
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    ITEMS,
)
from tests.case_runner import SEED, AnyCards, CaseChance, Given, given_state, ruleset_for, setup_for

F = TypeVar("F")
NOON = 1_800_000_000_000
"""When the games with a clock begin, in milliseconds."""
DATA = Path(cards.__file__).parent / "data"
FILES = {"ultimate": "ultimate_marvel"}


@lru_cache
def edition(variant: str) -> EditionDef:
    """The shipped edition of a variant."""
    return decode_edition((DATA / f"{FILES.get(variant, variant)}.json").read_bytes())


@dataclass
class Table:
    """A position, and a game played from it.

    The position is built at the first move, or when the state is first read. Every move is checked
    against the law that folding its facts gives its state.
    """

    cards: EditionDef
    seats: int
    options: dict[str, object]
    heroes: tuple[str, ...] = ()
    given: Given = field(default_factory=Given)
    facts: tuple[Fact, ...] = ()
    all_facts: list[Fact] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    _ruleset: Ruleset | None = None
    _state: State | None = None
    _chance: Chance | None = None
    now: int | None = None

    # the position

    def clocked(self, seconds: int, bank: int = 0, increment: int = 0, **options: object) -> Self:
        """A game with a clock, whose first question is asked now."""
        clock = {"seconds": seconds, "bank": bank, "increment": increment}
        self.options = {"clock": clock, **options, **self.options}
        self.now = NOON
        return self

    def after(self, seconds: float) -> Self:
        """Let some seconds pass."""
        assert self.state.clock is not None
        assert self.now is not None
        self.now += round(1000 * seconds)
        return self

    def hand(self, seat: int, cards: str) -> Self:
        """A hand, exactly these cards; "rest" is all that is left."""
        self.given.hands = self.given.hands | {seat: "rest" if cards == "rest" else cards.split()}
        return self

    def top(self, card: str, color: str = "") -> Self:
        """The top of the discard pile, and the color in play if it is another."""
        self.given.discard_top, self.given.color = card, color
        return self

    def draw_pile(self, cards: str = "", *, size: int | None = None) -> Self:
        """The next cards of the draw pile, the first drawn first, and how many it has in all."""
        self.given.draw_top, self.given.draw_size = cards.split(), size
        return self

    def turn(self, seat: int) -> Self:
        """Set whose turn it is."""
        self.given.current = seat
        return self

    def counter(self) -> Self:
        """Play runs counter-clockwise."""
        self.given.direction = "counter"
        return self

    def skipped(self, *seats: int) -> Self:
        """Seats that wait to lose a turn."""
        self.given.skipped = list(seats)
        return self

    def out(self, *seats: int) -> Self:
        """Seats that have left the game."""
        self.given.out_before = list(seats)
        return self

    def exposed(self, *seats: int) -> Self:
        """Seats with one card and no call."""
        self.given.exposed = list(seats)
        return self

    def dealer(self, seat: int) -> Self:
        """Set the dealer."""
        self.given.dealer = seat
        return self

    def scores(self, *scores: int) -> Self:
        """The points so far, by seat."""
        self.given.scores = dict(enumerate(scores))
        return self

    def first_turn(self) -> Self:
        """Nothing has been played yet."""
        self.given.discard_top = "none"
        return self

    def deck(self, seat: int, cards: str = "", *, size: int | None = None) -> Self:
        """The next cards of a hero's deck, the first drawn first, and how many it has in all."""
        self.given.decks = self.given.decks | {seat: cards.split()}
        if size is not None:
            self.given.deck_size = self.given.deck_size | {seat: size}
        return self

    def burn(self, seat: int, cards: str | int) -> Self:
        """A burn pile, its top card first, or any so many cards."""
        pile = AnyCards(n=cards) if isinstance(cards, int) else cards.split()
        self.given.burn = self.given.burn | {seat: pile}
        return self

    def enemy(self, seat: int, card: str, *, new: bool = False) -> Self:
        """An Enemy that attacks a seat, since before this turn or since this turn."""
        self.given.enemies = self.given.enemies | {seat: card}
        if new:
            self.given.enemies_arrived_this_turn = [*self.given.enemies_arrived_this_turn, seat]
        return self

    def items(self, seat: int, cards: str) -> Self:
        """The Items attached to a seat."""
        self.given.items = self.given.items | {seat: cards.split()}
        return self

    def danger(self, cards: str, *, rest: str | None = None) -> Self:
        """The next Danger cards, the first flipped first; with a rest, those below and no others.

        The others then lie in the Danger discard.
        """
        self.given.danger_top = cards.split()
        self.given.danger_rest = None if rest is None else rest.split()
        return self

    def dealt(self) -> Self:
        """No position but a fresh deal that turns no card up: hands and decks leave it first."""
        self.given.turned_up = []
        return self

    def turned_up(self, cards: str, *, dealer: int = 0) -> Self:
        """No position but a fresh deal, of which these cards are turned up."""
        self.given.turned_up, self.given.dealer = cards.split(), dealer
        self.options = {"dealer": dealer, **self.options}
        return self

    def use_chance(self, chance: Chance) -> Self:
        """Use another source of chance from now on."""
        self._chance = chance
        return self

    # the moves

    def play(self, seat: int, card: str, *, uno: bool = False) -> Self:
        """Play a card."""
        return self.move(Play(seat, card, uno))

    def draw(self, seat: int) -> Self:
        """Draw a card."""
        return self.move(Draw(seat))

    def keep(self, seat: int) -> Self:
        """Keep the card drawn."""
        return self.move(Pass(seat))

    def choose(self, seat: int, *options: str) -> Self:
        """Answer one question after the other."""
        for option in options:
            self.move(Choose(seat, option))
        return self

    def call(self, seat: int) -> Self:
        """Call UNO."""
        return self.move(CallUno(seat))

    def catch(self, seat: int, target: int) -> Self:
        """Catch a player who has not called UNO."""
        return self.move(CatchUno(seat, target))

    def resign(self, seat: int) -> Self:
        """Leave the game."""
        return self.move(Resign(seat))

    def expire(self, seat: int) -> Self:
        """The clock runs out."""
        return self.move(Expire(seat))

    def move(self, move: Move) -> Self:
        """Make any move."""
        before = self.state
        decision = decide(self.ruleset, before, move, self.chance, at=self.now)
        assert fold(before, decision.facts) == decision.state
        self._took(decision)
        return self

    def refusal(self, move: Move) -> str:
        """The rule that refuses a move, which changes nothing; "" when it is accepted."""
        before = self.state.copy()
        try:
            decide(self.ruleset, self.state, move, self.chance, at=self.now)
        except IllegalMove as refusal:
            assert self.state == before
            return refusal.rule
        return ""

    def _clock(self, state: State) -> Clock | None:
        terms = self.ruleset.options.clock
        if terms is None or self.now is None:
            return None
        banks, missed = (1000 * terms.bank,) * self.seats, (0,) * self.seats
        return Clock(banks, missed, spent=(0,) * len(state.prompts), since=self.now)

    # what is seen

    @property
    def bank(self) -> list[float]:
        """The seconds in the bank of each seat."""
        assert self.state.clock is not None
        return [bank / 1000 for bank in self.state.clock.banks]

    @property
    def left(self) -> float | None:
        """How many seconds are left for the open question; None while the clock stands."""
        deadline = deadline_of(self.ruleset, self.state)
        return None if deadline is None or self.now is None else (deadline - self.now) / 1000

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the table."""
        if self._ruleset is None:
            self._ruleset = ruleset_for(
                "a table", self.cards, self.seats, self.options, self.heroes
            )
        return self._ruleset

    @property
    def chance(self) -> Chance:
        """The source of chance of the game."""
        if self._chance is None:
            self._chance = CaseChance(self.ruleset, self.given)
        return self._chance

    @property
    def state(self) -> State:
        """The position now."""
        if self._state is None:
            if self.given.turned_up is None:
                self._state = given_state(self.ruleset, self.given)
                self._state.clock = self._clock(self._state)
            else:
                setup = setup_for(self.cards, self.seats, self.ruleset)
                self._took(new_game(self.ruleset, setup, self.chance, at=self.now))
        assert self._state is not None
        return self._state

    @property
    def cited(self) -> list[str]:
        """The rules cited since the position was built, in order."""
        return [ruling.rule for ruling in self.rulings]

    @property
    def prompt(self) -> Prompt:
        """The question that is open."""
        return self.state.prompts[-1]

    @property
    def asked(self) -> tuple[int, str]:
        """The seat that is asked, and the kind of the question."""
        return self.prompt.seat, self.prompt.kind

    def cards_of(self, seat: int) -> list[str]:
        """A hand, sorted."""
        return sorted(self.state.zones[HAND[seat]])

    def sizes(self) -> list[int]:
        """How many cards each seat has."""
        return [len(self.state.zones[HAND[seat]]) for seat in range(self.seats)]

    def pile(self) -> tuple[str, ...]:
        """The discard pile, its top card last."""
        return self.state.zones[DISCARD]

    def draws(self) -> tuple[str, ...]:
        """The draw pile, the next card first."""
        return self.state.zones[DRAW][::-1]

    def deck_of(self, seat: int) -> tuple[str, ...]:
        """A hero's deck, the next card first."""
        return self.state.zones[DECK[seat]][::-1]

    def decks(self) -> list[int]:
        """How many cards each deck has."""
        return [len(self.state.zones[DECK[seat]]) for seat in range(self.seats)]

    def burned(self, seat: int) -> tuple[str, ...]:
        """A burn pile, its top card first."""
        return self.state.zones[BURN[seat]][::-1]

    def burns(self) -> list[int]:
        """How many cards each burn pile has."""
        return [len(self.state.zones[BURN[seat]]) for seat in range(self.seats)]

    def enemies(self) -> list[str]:
        """The Enemy in front of each seat, "" where there is none."""
        return ["".join(self.state.zones[ENEMY[seat]]) for seat in range(self.seats)]

    def items_of(self, seat: int) -> list[str]:
        """The Items attached to a seat, sorted."""
        return sorted(self.state.zones[ITEMS[seat]])

    def dangers(self) -> tuple[str, ...]:
        """The Danger Deck, the next card first."""
        return self.state.zones[DANGER][::-1]

    def danger_pile(self) -> tuple[str, ...]:
        """The Danger discard, its top card last."""
        return self.state.zones[DANGER_DISCARD]

    def skipped_now(self) -> list[int]:
        """The seats that wait to lose a turn."""
        return [seat for seat in range(self.seats) if self.state.skipped >> seat & 1]

    def out_now(self) -> list[int]:
        """The seats that are out."""
        return [seat for seat in range(self.seats) if self.state.is_out(seat)]

    @property
    def winner(self) -> int | None:
        """Who has won, None while the game goes on."""
        return None if self.state.result is None else self.state.result.winner

    def exposed_now(self) -> list[int]:
        """The seats that may be caught."""
        return [seat for seat, status in enumerate(self.state.uno) if status == "exposed"]

    def may(self, seat: int) -> set[str]:
        """The cards a seat may play, or the options it may choose, and draw and pass."""
        words = set()
        for move in legal_moves(self.ruleset, self.state, seat):
            match move:
                case Play(card=card):
                    words.add(card)
                case Choose(option=option):
                    words.add(option)
                case _:
                    words.add(type(move).__name__.lower())
        return words

    def may_besides(self, seat: int) -> list[Move]:
        """Return what a seat may do on any turn."""
        return open_moves(self.ruleset, self.state, seat)

    def of(self, sort: type[F]) -> list[F]:
        """Return the facts of one class since the position was built."""
        _ = self.state
        return [fact for fact in self.all_facts if isinstance(fact, sort)]

    @property
    def endings(self) -> list[tuple[Seat | None, str]]:
        """The winner and the reason of each end of the game since the position was built."""
        return [(fact.winner, fact.why) for fact in self.of(GameEnded)]

    @property
    def places(self) -> tuple[int, ...] | None:
        """The places by the result."""
        assert self.state.result is not None
        return self.state.result.places

    def moved(self, verb: str, source: str = "deck") -> list[tuple[int, int]]:
        """Return the seats and numbers of cards moved by a verb from a kind of zone, in order."""
        return [
            (fact.seat, len(fact.cards))
            for fact in self.of(CardsMoved)
            if fact.verb == verb and fact.source.startswith(source)
        ]

    def verbs(self) -> list[str]:
        """What was done to cards, in order."""
        return [fact.verb for fact in self.of(CardsMoved)]

    def done(self, *verbs: str) -> list[tuple[str, Seat, int]]:
        """What was done to cards, by or to whom and to how many, in order."""
        return [(verb, seat, number) for verb, seat, number, _ in self.caused(*verbs)]

    def caused(self, *verbs: str) -> list[tuple[str, Seat, int, str]]:
        """What was done to cards, by or to whom, to how many, and by which card's text."""
        return [
            (fact.verb, fact.seat, len(fact.cards), fact.cause)
            for fact in self.of(CardsMoved)
            if fact.verb in verbs
        ]

    def changes(self) -> list[tuple[str, object, object]]:
        """What made a number more or fewer, from what to what."""
        return [
            (ruling.rule, ruling.params["before"], ruling.params["after"])
            for ruling in self.rulings
            if ruling.params and "after" in ruling.params
        ]

    def skips(self) -> list[Seat]:
        """Who began to wait for a lost turn, in order."""
        return [fact.seat for fact in self.of(SkipChanged) if fact.on]

    def _took(self, decision: Decision) -> None:
        self._state = decision.state
        self.facts = decision.facts
        self.all_facts.extend(decision.facts)
        self.rulings.extend(decision.rulings)


def table(
    game: str | EditionDef = "avengers",
    seats: int | None = None,
    heroes: str = "",
    **options: object,
) -> Table:
    """Return a table with a variant's shipped edition, or any edition.

    It has three seats, or one for each hero.
    """
    cards = edition(game) if isinstance(game, str) else game
    seated = tuple(heroes.split())
    return Table(cards, seats or len(seated) or 3, options, seated)


__all__ = ["SEED", "Table", "edition", "table"]
