"""Facts: what happened, who may see it, and everything that its fold needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from games.engine.bindings import Bound
from games.engine.moves import CallOutcome, Choose, Move
from games.engine.prompts import Prompt
from games.engine.zones import NO_CARD, Card, Color, Seat, Zone, sees_zone

OptionValue = str | int | dict[str, int | bool] | None
"""The value of an option; the terms of a clock are an object."""


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a game.

    ``edition`` is the hash of a published edition. If players have heroes, ``heroes`` has one code
    a seat, "" for one dealt by lot; else it is empty. ``options`` are complete, with defaults.
    """

    variant: str
    edition: str
    seats: int
    options: dict[str, OptionValue]
    heroes: tuple[str, ...] = ()


class FactBase(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="fact",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """The base of all facts."""


class GameStarted(FactBase, frozen=True, gc=False, tag="game-started"):
    """A game starts."""

    setup: Setup


class CardsPlaced(FactBase, frozen=True, gc=False, tag="cards-placed"):
    """Cards are put from the box onto a zone, the last one on top; all see them."""

    zone: Zone
    cards: tuple[Card, ...]


class CardsMoved(FactBase, frozen=True, gc=False, tag="cards-moved"):
    """Cards moved from one zone to another, one after the other.

    ``verb`` is the keyword (play, draw, deal, burn, …), ``seat`` is the seat that acts, ``bottom``
    puts the cards under the target instead of on top, ``cause`` is the card whose text did it. The
    cards are known to a viewer who sees the source or the target; their number is known to all.
    """

    verb: str
    seat: Seat
    cards: tuple[Card, ...]
    source: Zone
    target: Zone
    bottom: bool = False
    cause: Card = NO_CARD


class Shuffled(FactBase, frozen=True, gc=False, tag="shuffled"):
    """A zone has a new order, by the ``nth`` use of chance.

    The order is hidden until the end.
    """

    zone: Zone
    order: tuple[Card, ...]
    nth: int


class LotDrawn(FactBase, frozen=True, gc=False, tag="lot-drawn"):
    """Chance picked one number below ``among``, by its ``nth`` use.

    A ``hidden`` number reveals the place of a card in a sorted hand, and is known at the end only.
    """

    among: int
    picked: int
    nth: int
    hidden: bool = False


class ColorChanged(FactBase, frozen=True, gc=False, tag="color-changed"):
    """Another color is in play."""

    color: Color


class DirectionChanged(FactBase, frozen=True, gc=False, tag="direction-changed"):
    """Play runs the other way: 1 is clockwise, -1 counter-clockwise."""

    direction: int


class RoundBegan(FactBase, frozen=True, gc=False, tag="round-began"):
    """A round begins: clockwise, with no color, no seat skipped and no lasting effect."""

    round: int
    dealer: Seat | None


class RoundEnded(FactBase, frozen=True, gc=False, tag="round-ended"):
    """A seat won the round: it went out, its hand was emptied, or play was blocked."""

    round: int
    winner: Seat
    why: str


class TurnBegan(FactBase, frozen=True, gc=False, tag="turn-began"):
    """A turn begins.

    In the ``idle`` turns before it, no player could play or draw a card. In the ``circling`` turns
    before it, no player played another card than the one just drawn, or kept a card.
    """

    seat: Seat
    idle: int = 0
    circling: int = 0


class EnemyCame(FactBase, frozen=True, gc=False, tag="enemy-came"):
    """The arrival turn of the Enemy in front of a seat, counted in turns begun.

    ``since`` is -1 while the flip effect resolves; after that, the attacking effect is in force.
    """

    seat: Seat
    since: int


class SkipChanged(FactBase, frozen=True, gc=False, tag="skip-changed"):
    """A seat will lose its next turn, or no longer will."""

    seat: Seat
    on: bool


class UnoChanged(FactBase, frozen=True, gc=False, tag="uno-changed"):
    """The status of a seat with one card: exposed, called, missed (not caught), or ""."""

    seat: Seat
    status: str


class SeatOut(FactBase, frozen=True, gc=False, tag="seat-out"):
    """A seat is out of the game: it "resigned", was "removed", or its "deck" is empty.

    ``why`` is "timeouts" if it let too many prompts run out, "absent" if another seat claimed that
    its player is absent, "loss" for a game loss.

    ``nth`` counts the moves that put seats out, from 1: seats that went out by the same move have
    the same number. A game loss has 0, as if the seat had gone out before all others.
    """

    seat: Seat
    why: str
    nth: int


class PenaltyDue(FactBase, frozen=True, gc=False, tag="penalty-due"):
    """A seat will draw ``count`` cards as a penalty, at the next turn."""

    seat: Seat
    count: int


class PenaltyDrawn(FactBase, frozen=True, gc=False, tag="penalty-drawn"):
    """The first penalty that was due is no longer: its cards are drawn now."""

    seat: Seat
    count: int


class Paused(FactBase, frozen=True, gc=False, tag="paused"):
    """The game is paused."""


class Resumed(FactBase, frozen=True, gc=False, tag="resumed"):
    """The game goes on."""


class JudgeCalled(FactBase, frozen=True, gc=False, tag="judge-called"):
    """A seat has called a judge; with ``stops`` the game is paused until the answer."""

    seat: Seat
    stops: bool = False


class CallClosed(FactBase, frozen=True, gc=False, tag="call-closed"):
    """The call of a seat for a judge is answered, or "cancelled" by the seat."""

    seat: Seat
    outcome: CallOutcome | Literal["cancelled"]


class KeyRevoked(FactBase, frozen=True, gc=False, tag="key-revoked"):
    """The player of a seat has revoked its key: from now on its moves are not signed."""

    seat: Seat


class ClockStarted(FactBase, frozen=True, gc=False, tag="clock-started"):
    """The clock of the open question runs for a seat from the time ``since`` on.

    All times are in milliseconds, ``since`` from 1970 on in UTC. ``spent`` of the question has been
    used before, and ``under`` other questions are open under it.
    """

    seat: Seat
    since: int
    spent: int = 0
    under: int = 0


class ClockStopped(FactBase, frozen=True, gc=False, tag="clock-stopped"):
    """The clock of a question stands, after ``spent`` milliseconds were used."""

    seat: Seat
    spent: int
    under: int = 0


class ClockSpent(FactBase, frozen=True, gc=False, tag="clock-spent"):
    """A question is over, for which the seat used ``spent`` milliseconds.

    ``bank`` are left to it, and ``missed`` questions in a row have run out. ``unanswered`` are the
    seats of which the first of these has run out since any seat last answered in time.
    """

    seat: Seat
    spent: int
    bank: int
    missed: int = 0
    under: int = 0
    unanswered: tuple[Seat, ...] = ()


class ClockChanged(FactBase, frozen=True, gc=False, tag="clock-changed"):
    """An organiser changed the bank of a seat, to ``bank`` milliseconds."""

    seat: Seat
    bank: int


class TimeShifted(FactBase, frozen=True, gc=False, tag="time-shifted"):
    """The times of the game are ``ahead`` milliseconds ahead of the server's clock."""

    ahead: int


class StandInBegan(FactBase, frozen=True, gc=False, tag="stand-in-began"):
    """A bot plays for a seat whose player is absent (common.absence.bot)."""

    seat: Seat


class StandInEnded(FactBase, frozen=True, gc=False, tag="stand-in-ended"):
    """The player has taken the seat back from the bot that stood in."""

    seat: Seat


class WindowOpened(FactBase, frozen=True, gc=False, tag="window-opened"):
    """The game waits for calls and catches until a time, in milliseconds from 1970 on."""

    until: int


class UnoHeld(FactBase, frozen=True, gc=False, tag="uno-held"):
    """A catch of ``target`` is held; if that is the seat itself, its call."""

    seat: Seat
    target: Seat


class WindowClosed(FactBase, frozen=True, gc=False, tag="window-closed"):
    """The game no longer waits: what was held is worked out."""


class CardsShown(FactBase, frozen=True, gc=False, tag="cards-shown"):
    """A seat's cards are shown to one other seat, or to all (``to`` -1).

    They do not move. ``verb`` is hand (the whole hand), reveal (one card of it) or dealer (drawn
    for the deal).
    """

    verb: str
    seat: Seat
    cards: tuple[Card, ...]
    to: Seat | None = None


class LastingEffect(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True
):
    """An ability in force for a seat, independently of its card, until it ends.

    ``uses`` are those left, 0 for no limit; ``bound`` are the names bound when it began.
    """

    key: int
    card: Card
    ability: int
    seat: Seat
    until: str
    uses: int = 0
    bound: Bound = ()


class LastingBegan(FactBase, frozen=True, gc=False, tag="lasting-began"):
    """A lasting effect begins."""

    effect: LastingEffect


class LastingUsed(FactBase, frozen=True, gc=False, tag="lasting-used"):
    """A lasting effect has one use less."""

    key: int


class LastingEnded(FactBase, frozen=True, gc=False, tag="lasting-ended"):
    """A lasting effect ends."""

    key: int
    why: str


class Prompted(FactBase, frozen=True, gc=False, tag="prompted"):
    """A question is asked, on top of those already open."""

    prompt: Prompt


class Answered(FactBase, frozen=True, gc=False, tag="answered"):
    """The top question is answered: a turn by the card played, "draw" or "pass"."""

    seat: Seat
    option: str
    hidden: bool = False


class Taken(FactBase, frozen=True, gc=False, tag="taken"):
    """A choice with one option was made without a question."""

    seat: Seat
    kind: str
    option: str
    hidden: bool = False


class Withdrawn(FactBase, frozen=True, gc=False, tag="withdrawn"):
    """The top question is removed without an answer, because a seat went out."""

    seat: Seat


class ScoreChanged(FactBase, frozen=True, gc=False, tag="score-changed"):
    """A seat scores points, ``total`` in all."""

    seat: Seat
    points: int
    total: int


class ScorePenalized(FactBase, frozen=True, gc=False, tag="score-penalized"):
    """Points counted against a seat, which has ``total`` now (common.deduct)."""

    seat: Seat
    points: int
    total: int


class GameEnded(FactBase, frozen=True, gc=False, tag="game-ended"):
    """The end of the game; ``why``: round, target, rounds, last (seat in), or void.

    ``places`` has the place of each seat, from 1; equal places have the same number. A void game
    has no winner and no places.
    """

    winner: Seat | None
    why: str
    places: tuple[int, ...] | None


class ResultChanged(FactBase, frozen=True, gc=False, tag="result-changed"):
    """The result of a game that was over is replaced: "void" or "corrected".

    ``places`` are those of ``GameEnded``. If the first place is shared, there is no winner.
    """

    winner: Seat | None
    why: str
    places: tuple[int, ...] | None


OpenFact = (
    GameStarted
    | ColorChanged
    | DirectionChanged
    | RoundBegan
    | RoundEnded
    | TurnBegan
    | EnemyCame
    | SkipChanged
    | UnoChanged
    | SeatOut
    | LastingBegan
    | LastingUsed
    | LastingEnded
    | Withdrawn
    | ScoreChanged
    | ScorePenalized
    | PenaltyDue
    | PenaltyDrawn
    | Paused
    | Resumed
    | JudgeCalled
    | CallClosed
    | KeyRevoked
    | StandInBegan
    | StandInEnded
    | WindowOpened
    | UnoHeld
    | WindowClosed
    | ClockStarted
    | ClockStopped
    | ClockSpent
    | ClockChanged
    | TimeShifted
    | GameEnded
    | ResultChanged
)
"""A fact without hidden parts."""

Fact = (
    CardsPlaced
    | CardsMoved
    | Shuffled
    | LotDrawn
    | CardsShown
    | Prompted
    | Answered
    | Taken
    | OpenFact
)
"""Any fact."""


class Ruling(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The rule behind the facts of a move, from the index ``at`` on."""

    rule: str
    at: int
    seat: Seat | None
    params: dict[str, int | str] | None = None


def hidden_parts(fact: Fact, viewer: Seat) -> tuple[str, ...]:
    """Return the paths in a fact that a viewer may not see (NOBODY: the public)."""
    match fact:
        case CardsMoved(source=source, target=target):
            known = sees_zone(source, viewer) or sees_zone(target, viewer)
            return () if known else ("/cards",)
        case Shuffled():
            return ("/order",)
        case LotDrawn(hidden=True):
            return ("/picked",)
        case CardsShown(seat=seat, to=to):
            return () if to is None or viewer in (seat, to) else ("/cards",)
        case Prompted(prompt=prompt) if prompt.hidden and prompt.seat != viewer:
            return ("/prompt/default", "/prompt/options", "/prompt/resume")
        case Answered(seat=seat, hidden=True) | Taken(seat=seat, hidden=True) if seat != viewer:
            return ("/option",)
        case _:
            return ()


def hidden_in_event(move: Move | None, facts: Sequence[Fact], viewer: Seat) -> tuple[str, ...]:
    """Return the paths in an event's JSON that a viewer may not see."""
    hidden = [
        f"/facts/{at}{path}" for at, fact in enumerate(facts) for path in hidden_parts(fact, viewer)
    ]
    if isinstance(move, Choose) and "/facts/0/option" in hidden:
        hidden.append("/move/option")
    return tuple(hidden)


_facts_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def encode_facts(facts: Sequence[Fact]) -> bytes:
    """Return facts as JSON, as they are stored."""
    return msgspec.json.encode(facts)


def decode_facts(encoded: bytes | str) -> tuple[Fact, ...]:
    """Return the facts that were stored; raises ``msgspec.ValidationError``."""
    return _facts_decoder.decode(encoded)
