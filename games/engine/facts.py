"""What can have happened, and who may see it. A fact tells everything its fold needs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from games.engine.moves import Choose, Move
from games.engine.prompts import Bound, Prompt
from games.engine.zones import NO_CARD, NOBODY, Card, Color, Seat, Zone, sees_zone


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game starts from.

    ``edition`` is the hash of a published edition; ``heroes`` has one code a seat, "" for one dealt
    by lot, where players have heroes and is empty elsewhere; ``options`` are complete, defaults
    filled in; ``commitment`` and ``algorithm`` bind the source of chance before the deal.
    """

    variant: str
    edition: str
    seats: int
    options: dict[str, str | int | None]
    heroes: tuple[str, ...] = ()
    commitment: str = ""
    algorithm: str = ""


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
    """A table is laid."""

    setup: Setup


class CardsPlaced(FactBase, frozen=True, gc=False, tag="cards-placed"):
    """Cards come out of the box onto a zone, the last one on top; all see them."""

    zone: Zone
    cards: tuple[Card, ...]


class CardsMoved(FactBase, frozen=True, gc=False, tag="cards-moved"):
    """Cards went from one zone to another, one after the other.

    ``verb`` is the keyword (play, draw, deal, burn, …), ``seat`` whose doing it is, ``bottom`` lays
    them under the target instead of on top, ``cause`` is the card whose text did it. A card is
    known to a viewer who sees into the source or the target; how many, to all.
    """

    verb: str
    seat: Seat
    cards: tuple[Card, ...]
    source: Zone
    target: Zone
    bottom: bool = False
    cause: Card = NO_CARD


class Shuffled(FactBase, frozen=True, gc=False, tag="shuffled"):
    """A zone has a new order, by the ``nth`` use of chance; the order is hidden until the end."""

    zone: Zone
    order: tuple[Card, ...]
    nth: int


class LotDrawn(FactBase, frozen=True, gc=False, tag="lot-drawn"):
    """Chance picked one number below ``among``, by its ``nth`` use.

    A ``hidden`` number tells where in a sorted hand a card was, and is known at the end only.
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
    """A round begins with a fresh table: clockwise, no color, no seat skipped, nothing lasting."""

    round: int
    dealer: Seat


class RoundEnded(FactBase, frozen=True, gc=False, tag="round-ended"):
    """A seat won the round: it went "out", its hand was "emptied", or the round was "blocked"."""

    round: int
    winner: Seat
    why: str


class TurnBegan(FactBase, frozen=True, gc=False, tag="turn-began"):
    """A turn begins; in the ``idle`` turns before it, no player could play or draw a card."""

    seat: Seat
    idle: int = 0


class EnemyCame(FactBase, frozen=True, gc=False, tag="enemy-came"):
    """The Enemy in front of a seat is there since a turn, counted by the turns that began.

    It is there since -1 until all it does when flipped is done: then its attacking effect holds.
    """

    seat: Seat
    since: int


class SkipChanged(FactBase, frozen=True, gc=False, tag="skip-changed"):
    """A seat begins or ends waiting to lose a turn."""

    seat: Seat
    on: bool


class UnoChanged(FactBase, frozen=True, gc=False, tag="uno-changed"):
    """The state of a seat with one card: exposed, called, missed (not caught), or "" again."""

    seat: Seat
    status: str


class SeatOut(FactBase, frozen=True, gc=False, tag="seat-out"):
    """A seat is out of the game: it "resigned", was "removed", or its "deck" is empty."""

    seat: Seat
    why: str


class CardsShown(FactBase, frozen=True, gc=False, tag="cards-shown"):
    """A seat's cards are shown to one other seat, or to all (``to`` -1); they stay where they are.

    ``verb`` is hand (the whole hand), reveal (one card of it) or dealer (drawn for the deal).
    """

    verb: str
    seat: Seat
    cards: tuple[Card, ...]
    to: Seat = NOBODY


class LastingEffect(
    msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True
):
    """An ability that lives on apart from its card, for a seat, until it ends.

    ``uses`` left, 0 for without number; ``bound`` keeps names chosen when it began.
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
    """A question is open, on top of those already open."""

    prompt: Prompt


class Answered(FactBase, frozen=True, gc=False, tag="answered"):
    """The top question is answered; a turn by the card played, "draw" or "pass"."""

    seat: Seat
    option: str
    hidden: bool = False


class Taken(FactBase, frozen=True, gc=False, tag="taken"):
    """A choice with one option was taken without asking."""

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


class GameEnded(FactBase, frozen=True, gc=False, tag="game-ended"):
    """The game is over: ``why`` is round, target, rounds, last (the last one left), or void.

    No seat (-1) wins a void game.
    """

    winner: Seat
    why: str


class ResultChanged(FactBase, frozen=True, gc=False, tag="result-changed"):
    """A game that was over has another result from now on: "void" (no seat wins), "corrected"."""

    winner: Seat
    why: str


Fact = (
    GameStarted
    | CardsPlaced
    | CardsMoved
    | Shuffled
    | LotDrawn
    | ColorChanged
    | DirectionChanged
    | RoundBegan
    | RoundEnded
    | TurnBegan
    | EnemyCame
    | SkipChanged
    | UnoChanged
    | SeatOut
    | CardsShown
    | LastingBegan
    | LastingUsed
    | LastingEnded
    | Prompted
    | Answered
    | Taken
    | Withdrawn
    | ScoreChanged
    | GameEnded
    | ResultChanged
)
"""Any fact."""


class Ruling(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Why: the rule behind the facts of a move from the index ``at`` on."""

    rule: str
    at: int
    seat: Seat
    params: dict[str, int | str] | None = None


def hidden_parts(fact: Fact, viewer: Seat) -> tuple[str, ...]:
    """The paths inside a fact's JSON that a viewer may not see (NOBODY is the public)."""
    match fact:
        case CardsMoved(source=source, target=target):
            known = sees_zone(source, viewer) or sees_zone(target, viewer)
            return () if known else ("/cards",)
        case Shuffled():
            return ("/order",)
        case LotDrawn(hidden=True):
            return ("/picked",)
        case CardsShown(seat=seat, to=to):
            return () if to == NOBODY or (viewer in (seat, to) and viewer >= 0) else ("/cards",)
        case Prompted(prompt=prompt) if prompt.hidden and prompt.seat != viewer:
            return ("/prompt/default", "/prompt/options", "/prompt/resume")
        case Answered(seat=seat, hidden=True) | Taken(seat=seat, hidden=True) if seat != viewer:
            return ("/option",)
        case _:
            return ()


def redact(fact: Fact, viewer: Seat) -> dict[str, Any]:
    """A fact as JSON values for a viewer: hidden parts are null, counts stand beside them."""
    told: dict[str, Any] = msgspec.to_builtins(fact)
    if isinstance(fact, CardsMoved | CardsShown | CardsPlaced):
        told["count"] = len(fact.cards)
    for path in hidden_parts(fact, viewer):
        *parents, last = path.split("/")[1:]
        part = told
        for name in parents:
            part = part[name]
        part[last] = None
    return told


def hidden_in_event(move: Move | None, facts: Sequence[Fact], viewer: Seat) -> tuple[str, ...]:
    """The paths inside a move event's JSON that a viewer may not see."""
    hidden = [
        f"/facts/{at}{path}" for at, fact in enumerate(facts) for path in hidden_parts(fact, viewer)
    ]
    if isinstance(move, Choose) and "/facts/0/option" in hidden:
        hidden.append("/move/option")
    return tuple(hidden)


_facts_decoder = msgspec.json.Decoder(tuple[Fact, ...])


def encode_facts(facts: Sequence[Fact]) -> bytes:
    """Facts as JSON, as they are stored."""
    return msgspec.json.encode(facts)


def decode_facts(encoded: bytes | str) -> tuple[Fact, ...]:
    """The facts that were stored; raises ``msgspec.ValidationError`` for any other shape."""
    return _facts_decoder.decode(encoded)
