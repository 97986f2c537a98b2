"""The facts of an event in sentences, as a viewer may see them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from msgspec import UNSET

from cards.language import (
    definite_color,
    definite_name,
    quoted,
    sentence,
    speech_of,
)
from games.engine import Ruleset, Seat, SeenFact
from games.engine.facts import (
    CallClosed,
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
    KeyRevoked,
    LastingBegan,
    LastingEffect,
    LastingEnded,
    LastingUsed,
    OpenFact,
    Paused,
    PenaltyDrawn,
    PenaltyDue,
    ResultChanged,
    Resumed,
    RoundBegan,
    RoundEnded,
    ScoreChanged,
    ScorePenalized,
    SeatOut,
    SkipChanged,
    StandInBegan,
    StandInEnded,
    TimeShifted,
    TurnBegan,
    UnoChanged,
    UnoHeld,
    WindowClosed,
    WindowOpened,
    Withdrawn,
)
from games.engine.seen_facts import (
    SeenAnswered,
    SeenCardsMoved,
    SeenCardsPlaced,
    SeenCardsShown,
    SeenLotDrawn,
    SeenPrompted,
    SeenShuffled,
    SeenTaken,
)
from games.engine.zones import (
    BURN,
    DANGER_DISCARD,
    HAND,
    HERO,
    NO_CARD,
    NOBODY,
    Card,
    owner_of,
)
from games.wording.labels import character_name, enumerated, reason_of
from games.wording.language import Language, Texts
from games.wording.question_texts import mode_words
from games.wording.settled_abilities import settled
from games.wording.variant_texts import VARIANT_NAMES

CATALOG: Final = "games.wording/log"

YOU: Final = "-you"
"""The end of the name of a text in which the player who reads it is the subject."""

READER: Final = "-reader"
"""The end of the name of a text in which the reader is the other seat."""

MOVED: Final = Texts(
    CATALOG,
    "moved",
    {
        "play": "{who} plays {cards}",
        "draw": "{who} draws {cards}",
        "deal": "{who} is dealt {cards}",
        "add": "{who} adds {cards} to the hand",
        "burn": "{who} burns {cards}",
        "recover": "{who} recovers {cards} from the Burn Pile",
        "exchange": "{who} takes {cards} from the Burn Pile",
        "lay": "{who} lays {cards} on the discard pile",
        "flip": "{who} flips the Danger card {cards}",
        "attach": "{who} gets the Item {cards}",
        "attack": "the Enemy {cards} is now in front of {whom}",
        "replace": "the Enemy {cards} makes room for the new one and is not defeated",
        "defeat": "{who} defeats the Enemy {cards}",
        "destroy": "{who} destroys {cards}",
        "take": "{who} takes {cards} from {whom}",
        "move": "{who} moves the Enemy {cards}: it is now in front of {whom}",
        "leave": "the cards of {who} are put out of the game",
        "forfeit": "the hand of {who} goes under the draw pile",
        "reshuffle": "the discard pile, {cards}, becomes the new draw pile",
        "gather": "all cards go back to the draw pile",
        "turn-up": "{cards} is turned up as the first card of the discard pile",
        "return": "{cards} goes back to the draw pile",
        "play-you": "you play {cards}",
        "draw-you": "you draw {cards}",
        "deal-you": "you are dealt {cards}",
        "add-you": "you add {cards} to your hand",
        "burn-you": "you burn {cards}",
        "burn-hand": "{who} burns {cards} from the hand",
        "burn-hand-you": "you burn {cards} from your hand",
        "recover-you": "you recover {cards} from your Burn Pile",
        "exchange-you": "you take {cards} from your Burn Pile",
        "exchange-burn": "{who} lays {cards} on the Burn Pile",
        "exchange-burn-you": "you lay {cards} on your Burn Pile",
        "lay-you": "you lay {cards} on the discard pile",
        "flip-you": "you flip the Danger card {cards}",
        "attach-you": "you get the Item {cards}",
        "defeat-you": "you defeat the Enemy {cards}",
        "destroy-you": "you destroy {cards}",
        "destroy-of": "{who} destroys {cards} in front of {whom}",
        "destroy-of-you": "you destroy {cards} in front of {whom}",
        "take-you": "you take {cards} from {whom}",
        "move-you": "you move the Enemy {cards}: it is now in front of {whom}",
        "leave-you": "your cards are put out of the game",
        "forfeit-you": "your hand goes under the draw pile",
        "discard": "it is discarded without effect",
        "reshuffle-danger": "the Danger discard pile, {cards}, becomes the new Danger Deck",
    },
)
"""Verb phrases of facts that move cards, by the keyword of the fact."""
_SHOWN: Final = Texts(
    CATALOG,
    "shown",
    {
        "hand": "{who} shows {whom} the whole hand: {cards}",
        "hand-you": "you show {whom} your whole hand: {cards}",
        "hand-reader": "{who} shows you the whole hand: {cards}",
        "reveal-reader": "{who} shows you a card of the hand: {cards}",
        "reveal": "{who} shows {whom} a card of the hand: {cards}",
        "reveal-you": "you show {whom} a card of your hand: {cards}",
        "dealer": "{who} draws {cards} to find out who deals",
        "dealer-you": "you draw {cards} to find out who deals",
    },
)
_UNO: Final = Texts(
    CATALOG,
    "uno",
    {
        "exposed": "{who} has one card left and has not called UNO",
        "exposed-you": "you have one card left and have not called UNO",
        "called": "{who} calls UNO",
        "called-you": "you call UNO",
        "missed": "{who} can no longer be caught for not calling UNO",
        "missed-you": "you can no longer be caught for not calling UNO",
    },
)
_PLAIN: Final = Texts(
    CATALOG,
    "fact",
    {
        "game-started": "a game of {variant} begins, with {count} seats",
        "hero": "{who} plays the hero {cards}",
        "hero-you": "you play the hero {cards}",
        "cards-placed": "{zone} has {cards}",
        "round-began": "round {round} begins",
        "round-dealt": "round {round} begins, and {who} deals",
        "round-dealt-you": "round {round} begins, and you deal",
        "round-ended": "{who} wins round {round}: {why}",
        "round-ended-you": "you win round {round}: {why}",
        "shuffled": "{zone} is shuffled",
        "color-changed": "{color} is now in play",
        "direction-clockwise": "play now runs clockwise",
        "direction-counter": "play now runs counter-clockwise",
        "plays-first": "{who} plays first",
        "plays-first-you": "you play first",
        "plays-again": "{who} plays again",
        "plays-again-you": "you play again",
        "skip-on": "{who} will lose a turn",
        "skip-on-you": "you will lose a turn",
        "skip-off": "{who} loses the turn",
        "skip-off-you": "you lose your turn",
        "seat-out": "{who} is out of the game: {why}",
        "seat-out-you": "you are out of the game: {why}",
        "lasting-your_next_turn": "{card} stays in force until the next turn of {who}: “{text}”",
        "lasting-your_next_turn-you": "{card} stays in force until your next turn: “{text}”",
        "lasting-turn_ends": "{card} stays in force for {whom} until this turn ends: “{text}”",
        "lasting-used": "{card} stays in force for {whom} until it has acted: “{text}”",
        "lasting-acts": "{card} of {who} is triggered",
        "lasting-acts-you": "your {card} is triggered",
        "lasting-ended": "{card} of {who} is no longer in force",
        "lasting-ended-you": "your {card} is no longer in force",
        "taken": "{who} can choose only {option}",
        "taken-you": "you can choose only {option}",
        "taken-mode": "{who} can only {option}",
        "taken-mode-you": "you can only {option}",
        "withdrawn": "the question to {whom} is dropped",
        "score-changed": "{who} scores {points} points, {total} in all",
        "score-changed-you": "you score {points} points, {total} in all",
        "score-penalized": "{who} has {total} points now",
        "score-penalized-you": "you have {total} points now",
        "penalty-due": "the cards are drawn at the next turn ({count})",
        "penalty-drawn": "{who} draws the cards of a penalty ({count})",
        "penalty-drawn-you": "you draw the cards of a penalty ({count})",
        "paused": "the game is paused",
        "resumed": "the game goes on",
        "window-opened": "the game waits for calls and catches",
        "uno-called": "{who} calls UNO while the game waits",
        "uno-called-you": "you call UNO while the game waits",
        "uno-caught": "{who} catches {whom} while the game waits",
        "uno-caught-you": "you catch {whom} while the game waits",
        "window-closed": "the time to call and catch is over",
        "time-shifted": "the server’s clock was set back, and the times of this game go on:"
        " they are {ahead} seconds ahead of it",
        "time-as-server": "the times of this game are those of the server’s clock again",
        "clock-missed": "{who} let the time run out ({missed} in a row); {bank} seconds are left in"
        " the bank",
        "clock-missed-you": "you let the time run out ({missed} in a row); {bank} seconds are left"
        " in your bank",
        "clock-changed": "{who} has {bank} seconds in the bank now",
        "clock-changed-you": "you have {bank} seconds in your bank now",
        "game-won": "{who} wins the game: {why}",
        "game-won-you": "you win the game: {why}",
        "game-ended": "the game is over, and no player wins it alone: {why}",
        "game-void": "the game is void: no player wins it",
        "result-won": "the result is changed: {who} wins the game",
        "result-won-you": "the result is changed: you win the game",
        "result-changed": "the result is changed: no player wins the game alone",
    },
)
_PARTS: Final = Texts(
    CATALOG,
    "part",
    {
        "all": "everybody",
        "you": "you",
        "one": "a card",
        "some": "{count} cards",
        "copies": "{card} ({count} times)",
        "deck": "your Character Deck",
        "deck-of": "the Character Deck of {who}",
        "draw": "the draw pile",
        "discard": "the discard pile",
        "danger": "the Danger Deck",
        "danger-discard": "the Danger discard pile",
        "places": "{text}. Places: {places}",
        "yes": "yes",
        "no": "no",
        "no-more": "no more cards",
    },
)
"""The parts of sentences."""

BULK: Final = frozenset({"leave", "forfeit", "gather", "reshuffle"})
"""The keywords of the moves of so many cards that their names are no help."""


def ranked(places: Sequence[int], names: Sequence[str]) -> str:
    """Return the names by place, such as "1. Ann; 2. Bob, Cleo; 4. Dan"."""
    return "; ".join(
        f"{place}. {', '.join(names[seat] for seat, own in enumerate(places) if own == place)}"
        for place in sorted(set(places))
    )


class FactTexts:
    """The facts of one event as clauses, in one language.

    A seat is named as in ``full`` first, then as in ``short``; ``you`` is the seat of the reader.
    ``lasting`` are the effects in force before the facts.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        language: Language,
        full: Sequence[str],
        short: Sequence[str],
        you: Seat,
        lasting: Iterable[LastingEffect],
    ) -> None:
        self._ruleset = ruleset
        self._edition = ruleset.edition
        self._language: Language = language
        self._full, self._short = full, short
        self._mentioned: set[Seat] = set()
        self._you = you
        self._lasting = {effect.key: effect for effect in lasting}

    def clause(self, fact: SeenFact) -> str:
        """Return a fact as a part of a sentence; "" if others tell it, or the move."""
        match fact:
            case SeenCardsMoved():
                return self._moved(fact)
            case SeenCardsShown():
                return self._of(_SHOWN, fact.verb, fact.seat, fact.to, cards=self.cards(fact))
            case SeenCardsPlaced(zone=zone) if zone == HERO[max(0, owner_of(zone))]:
                return self._plain_of("hero", owner_of(zone), cards=self.cards(fact))
            case SeenCardsPlaced():
                count = self._part("some", count=len(fact.cards))
                return self._plain("cards-placed", zone=self._pile(fact.zone), cards=count)
            case SeenShuffled():
                return self._plain("shuffled", zone=self._pile(fact.zone))
            case SeenLotDrawn() | SeenPrompted() | SeenAnswered():
                return ""
            case SeenTaken():
                return self.taken(fact)
            case _:
                return self._open_fact(fact)

    def taken(self, fact: SeenTaken, source: Card = NO_CARD) -> str:
        """Return a choice with one option; ``source`` is the card that left the choice."""
        if fact.option is None:
            return ""
        option = self.option(fact.kind, fact.option, source)
        return self._plain_of(
            "taken-mode" if fact.kind == "mode" else "taken", fact.seat, option=option
        )

    def lasting_card(self, key: int) -> Card:
        """Return the card of a lasting effect."""
        return self._lasting[key].card

    def plays_first(self, seat: Seat) -> str:
        """Return that a seat has the first turn of a round."""
        return self._plain_of("plays-first", seat)

    def plays_again(self, seat: Seat) -> str:
        """Return that a seat has another turn."""
        return self._plain_of("plays-again", seat)

    def _open_fact(self, fact: OpenFact) -> str:
        match fact:
            case GameStarted(setup=setup):
                variant = VARIANT_NAMES[setup.variant].to(self._language)
                return self._plain("game-started", variant=variant, count=setup.seats)
            case RoundBegan(dealer=None):
                return self._plain("round-began", round=fact.round)
            case RoundBegan():
                return self._plain_of("round-dealt", fact.dealer, round=fact.round)
            case RoundEnded():
                why = reason_of(fact.why, self._language)
                return self._plain_of("round-ended", fact.winner, round=fact.round, why=why)
            case ColorChanged():
                return self._plain("color-changed", color=self.color(fact.color))
            case DirectionChanged():
                return self._plain(f"direction-{'clockwise' if fact.direction > 0 else 'counter'}")
            case SkipChanged():
                return self._plain_of("skip-on" if fact.on else "skip-off", fact.seat)
            case UnoChanged():
                return self._of(_UNO, fact.status, fact.seat) if fact.status else ""
            case SeatOut():
                return self._plain_of(
                    "seat-out", fact.seat, why=reason_of(fact.why, self._language)
                )
            case LastingBegan(effect=effect):
                self._lasting[effect.key] = effect
                name, seat, card = f"lasting-{effect.until}", effect.seat, self.object(effect.card)
                return self._plain_of(name, seat, seat, card=card, text=self._ability(effect))
            case LastingUsed():
                return self._lasts("lasting-acts", fact.key)
            case LastingEnded():
                return "" if fact.why == "out" else self._lasts("lasting-ended", fact.key)
            case Withdrawn():
                return self._plain("withdrawn", whom=self.whom(fact.seat))
            case ScoreChanged():
                numbers = {"points": fact.points, "total": fact.total}
                return self._plain_of("score-changed", fact.seat, **numbers)
            case ScorePenalized():
                return self._plain_of("score-penalized", fact.seat, total=fact.total)
            case PenaltyDue():
                return self._plain("penalty-due", count=fact.count)
            case PenaltyDrawn():
                return self._plain_of("penalty-drawn", fact.seat, count=fact.count)
            case Paused():
                return self._plain("paused")
            case Resumed():
                return self._plain("resumed")
            case ClockSpent(missed=missed) if missed:
                bank = _seconds(fact.bank)
                return self._plain_of("clock-missed", fact.seat, bank=bank, missed=missed)
            case ClockChanged():
                return self._plain_of("clock-changed", fact.seat, bank=_seconds(fact.bank))
            case TimeShifted(ahead=0):
                return self._plain("time-as-server")
            case TimeShifted():
                return self._plain("time-shifted", ahead=_seconds(fact.ahead))
            case WindowOpened():
                return self._plain("window-opened")
            case UnoHeld(seat=seat, target=target):
                if seat == target:
                    return self._plain_of("uno-called", seat)
                return self._plain_of("uno-caught", seat, target)
            case WindowClosed():
                return self._plain("window-closed")
            case GameEnded():
                return self._result("game", fact)
            case ResultChanged():
                return self._result("result", fact)
            case (
                TurnBegan()
                | EnemyCame()
                | JudgeCalled()
                | CallClosed()
                | KeyRevoked()
                | StandInBegan()
                | StandInEnded()
                | ClockStarted()
                | ClockStopped()
                | ClockSpent()
            ):
                return ""
            case _:
                assert_never(fact)

    def _ability(self, effect: LastingEffect) -> str:
        """Return what a lasting effect does, in the words of its card."""
        card = self._ruleset.cards[effect.card]
        ability = settled(card.abilities[effect.ability], effect.bound)
        speech = speech_of(card, self._language)
        return quoted(sentence(speech.ability(ability, uses=effect.uses)), self._language)

    def _result(self, name: str, fact: GameEnded | ResultChanged) -> str:
        if fact.why == "void":
            return self._plain("game-void")
        why = reason_of(fact.why, self._language)
        if fact.winner is None:
            text = self._plain("game-ended" if name == "game" else "result-changed", why=why)
        else:
            won = "game-won" if name == "game" else "result-won"
            text = self._plain_of(won, fact.winner, why=why)
        if fact.places is None:
            return text
        return self._part("places", text=text, places=ranked(fact.places, self._placed()))

    def _placed(self) -> Sequence[str]:
        """Return how the seats are called in a list of places: in short, the reader *you*."""
        return [
            self._part("you") if seat == self._you else name
            for seat, name in enumerate(self._short)
        ]

    def _lasts(self, name: str, key: int) -> str:
        effect = self._lasting[key]
        return self._plain_of(name, effect.seat, card=self.object(effect.card))

    # ---- the parts

    def who(self, seat: Seat | None) -> str:
        """Return the name of a seat as a subject: in full the first time, then in short."""
        if seat is None or not 0 <= seat < len(self._full):
            return ""
        names = self._short if seat in self._mentioned else self._full
        self._mentioned.add(seat)
        return names[seat]

    def whom(self, seat: Seat) -> str:
        """Return the name of a seat, as an object."""
        return self._part("you") if seat == self._you else self.who(seat)

    def object(self, code: Card) -> str:
        """Return a card as a part of a sentence, in French with its article."""
        card = self._ruleset.cards.get(code)
        return definite_name(card, self._language) if card else code

    def color(self, color: str) -> str:
        """Return a color as a part of a sentence, in French with its article."""
        return definite_color(color, self._language)

    def _pile(self, zone: str) -> str:
        """Return a pile as a part of a sentence."""
        owner = owner_of(zone)
        if owner == NOBODY:
            return self._part(zone)
        return (
            self._part("deck") if owner == self._you else self._part("deck-of", who=self.who(owner))
        )

    def option(self, kind: str, option: str, source: Card = NO_CARD) -> str:
        """Return an answer: a player by the name, a card or a color by what it is called."""
        match kind:
            case "player" if option.isdigit():
                return self.whom(int(option))
            case "color":
                return self.color(option)
            case "confirm" | "challenge":
                return self._part("yes" if option == "yes" else "no")
            case "mode":
                return mode_words(self._ruleset, source, option, self._language)
            case "character":
                return character_name(self._edition, option)
            case "card" if option == "done":
                return self._part("no-more")
            case _:
                return self.object(option)

    def cards(self, fact: SeenCardsMoved | SeenCardsShown | SeenCardsPlaced) -> str:
        """Return the cards by name; if they are hidden or very many, how many they are."""
        is_bulk = isinstance(fact, SeenCardsMoved) and fact.verb in BULK
        if fact.cards is not None and not is_bulk:
            return self.list_of(fact.cards)
        count = 0 if fact.count is UNSET else fact.count
        return self._part("one" if count == 1 else "some", count=count)

    def list_of(self, cards: Iterable[Card]) -> str:
        """Return cards as a list, each once."""
        numbers: dict[Card, int] = {}
        for code in cards:
            numbers[code] = numbers.get(code, 0) + 1
        named = [
            self.object(code)
            if count == 1
            else self._part("copies", card=self.object(code), count=count)
            for code, count in numbers.items()
        ]
        return enumerated(named, self._language)

    def _moved(self, fact: SeenCardsMoved) -> str:
        seat, name = fact.seat, fact.verb
        over = fact.target if name in ("attack", "move") else fact.source
        if name == "burn" and fact.source == HAND[seat]:
            name = "burn-hand"
        elif name == "exchange" and fact.target == BURN[seat]:
            name = "exchange-burn"
        elif name == "destroy" and owner_of(over) != seat:
            name = "destroy-of"
        elif name == "reshuffle" and fact.source == DANGER_DISCARD:
            name = "reshuffle-danger"
        return self._of(MOVED, name, seat, owner_of(over), cards=self.cards(fact))

    def _of(
        self,
        texts: Texts,
        name: str,
        seat: Seat | None,
        whom: Seat | None = None,
        **values: str | int,
    ) -> str:
        """Return a text whose subject is a seat; ``whom`` is another seat in it."""
        if seat == self._you and name + YOU in texts:
            name += YOU
        elif whom == self._you and name + READER in texts:
            name += READER
        text = texts[name]
        named: dict[str, str | int] = {}
        if "{who}" in text.en:
            named["who"] = self.who(seat)
        if "{whom}" in text.en:
            named["whom"] = self._part("all") if whom is None else self.whom(whom)
        return text.fill(self._language, **named, **values)

    def _plain_of(
        self, name: str, seat: Seat | None, whom: Seat | None = None, **values: str | int
    ) -> str:
        return self._of(_PLAIN, name, seat, whom, **values)

    def _plain(self, name: str, **values: str | int) -> str:
        return _PLAIN.say(name, self._language, **values)

    def _part(self, name: str, **values: str | int) -> str:
        return _PARTS.say(name, self._language, **values)


def _seconds(milliseconds: int) -> str:
    """Return a duration in seconds, with one digit after the point."""
    return f"{milliseconds / 1000:.1f}"
