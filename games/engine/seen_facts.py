"""Facts and moves as a viewer may see them: hidden parts are null.

A fact or a move without hidden parts is its own seen form. Each of the others has a struct here,
with the members of the one that it is named after: a test compares them.
"""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from games.engine.facts import (
    Answered,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    Fact,
    LotDrawn,
    OpenFact,
    Prompted,
    Shuffled,
    Taken,
    hidden_parts,
)
from games.engine.moves import (
    Act,
    CallUno,
    CatchUno,
    Choose,
    ClockMove,
    Draw,
    Move,
    Pass,
    Play,
    PlayerMove,
    Resign,
)
from games.engine.prompts import Bookmark, Intent, Prompt
from games.engine.zones import NO_CARD, Card, Seat, Zone

NULL_IF_HIDDEN = "Null for viewers who may not see it."
SeenCards = Annotated[tuple[Card, ...] | None, Meta(description=NULL_IF_HIDDEN)]
SeenText = Annotated[str | None, Meta(description=NULL_IF_HIDDEN)]
Count = Annotated[int | UnsetType, Meta(description="The number of cards.")]


class SeenFactBase(
    msgspec.Struct, frozen=True, gc=False, tag_field="fact", omit_defaults=True, kw_only=True
):
    """The base of the facts that have hidden parts or a count of cards."""


class SeenCardsPlaced(SeenFactBase, frozen=True, gc=False, tag="cards-placed"):
    """``CardsPlaced`` with the number of cards."""

    zone: Zone
    cards: tuple[Card, ...]
    count: Count = UNSET


class SeenCardsMoved(SeenFactBase, frozen=True, gc=False, tag="cards-moved"):
    """``CardsMoved``, with the number of cards."""

    verb: str
    seat: Seat
    cards: SeenCards
    source: Zone
    target: Zone
    bottom: bool = False
    cause: Card = NO_CARD
    count: Count = UNSET


class SeenCardsShown(SeenFactBase, frozen=True, gc=False, tag="cards-shown"):
    """``CardsShown``, with the number of cards."""

    verb: str
    seat: Seat
    cards: SeenCards
    to: Seat | None = None
    count: Count = UNSET


class SeenShuffled(SeenFactBase, frozen=True, gc=False, tag="shuffled"):
    """``Shuffled``, the order hidden."""

    zone: Zone
    order: SeenCards
    nth: int


class SeenLotDrawn(SeenFactBase, frozen=True, gc=False, tag="lot-drawn"):
    """``LotDrawn``, a hidden number left out."""

    among: int
    picked: Annotated[int | None, Meta(description=NULL_IF_HIDDEN)]
    nth: int
    hidden: bool = False


class SeenPrompt(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """``Prompt``, hidden options and work left out."""

    seat: Seat
    kind: str
    options: Annotated[tuple[str, ...] | None, Meta(description=NULL_IF_HIDDEN)] = ()
    default: SeenText = ""
    source: Card = NO_CARD
    rule: str = ""
    hidden: bool = False
    resume: Annotated[tuple[Bookmark | Intent, ...] | None, Meta(description=NULL_IF_HIDDEN)] = ()
    called: bool = False


class SeenPrompted(SeenFactBase, frozen=True, gc=False, tag="prompted"):
    """``Prompted`` with a ``SeenPrompt``."""

    prompt: SeenPrompt


class SeenAnswered(SeenFactBase, frozen=True, gc=False, tag="answered"):
    """``Answered``, a hidden answer left out."""

    seat: Seat
    option: SeenText
    hidden: bool = False


class SeenTaken(SeenFactBase, frozen=True, gc=False, tag="taken"):
    """``Taken``, a hidden option left out."""

    seat: Seat
    kind: str
    option: SeenText
    hidden: bool = False


SeenFact = (
    SeenCardsPlaced
    | SeenCardsMoved
    | SeenShuffled
    | SeenLotDrawn
    | SeenCardsShown
    | SeenPrompted
    | SeenAnswered
    | SeenTaken
    | OpenFact
)
"""Any fact, as a viewer may see it."""


class SeenChoose(msgspec.Struct, frozen=True, gc=False, tag_field="move", tag="choose"):
    """``Choose``, a hidden option left out."""

    seat: Seat
    option: SeenText


SeenMove = (
    Play | Draw | Pass | SeenChoose | CallUno | CatchUno | Resign | PlayerMove | ClockMove | Act
)
"""Any move, as a viewer may see it."""


def redact(fact: Fact, viewer: Seat) -> SeenFact:
    """Return a fact as a viewer may see it (``NOBODY`` is the public)."""
    return _seen(fact, hides=bool(hidden_parts(fact, viewer)))


def reveal(fact: Fact) -> SeenFact:
    """Return a fact as those see it from whom nothing is hidden."""
    return _seen(fact, hides=False)


def _seen(fact: Fact, *, hides: bool) -> SeenFact:
    match fact:
        case CardsMoved():
            return SeenCardsMoved(
                verb=fact.verb,
                seat=fact.seat,
                cards=None if hides else fact.cards,
                source=fact.source,
                target=fact.target,
                bottom=fact.bottom,
                cause=fact.cause,
                count=len(fact.cards),
            )
        case Answered():
            option = None if hides else fact.option
            return SeenAnswered(seat=fact.seat, option=option, hidden=fact.hidden)
        case Prompted():
            return SeenPrompted(prompt=_seen_prompt(fact.prompt, hides=hides))
        case Shuffled():
            return SeenShuffled(zone=fact.zone, order=None if hides else fact.order, nth=fact.nth)
        case LotDrawn():
            return SeenLotDrawn(
                among=fact.among,
                picked=None if hides else fact.picked,
                nth=fact.nth,
                hidden=fact.hidden,
            )
        case CardsShown():
            return SeenCardsShown(
                verb=fact.verb,
                seat=fact.seat,
                cards=None if hides else fact.cards,
                to=fact.to,
                count=len(fact.cards),
            )
        case CardsPlaced():
            return SeenCardsPlaced(zone=fact.zone, cards=fact.cards, count=len(fact.cards))
        case Taken():
            option = None if hides else fact.option
            return SeenTaken(seat=fact.seat, kind=fact.kind, option=option, hidden=fact.hidden)
        case _:
            return fact


def _seen_prompt(prompt: Prompt, *, hides: bool) -> SeenPrompt:
    return SeenPrompt(
        seat=prompt.seat,
        kind=prompt.kind,
        options=None if hides else prompt.options,
        default=None if hides else prompt.default,
        source=prompt.source,
        rule=prompt.rule,
        hidden=prompt.hidden,
        resume=None if hides else prompt.resume,
        called=prompt.called,
    )


def redact_move(move: Move, *, hides: bool) -> SeenMove:
    """Return a move; if it is hidden what was chosen, without that."""
    if isinstance(move, Choose):
        return SeenChoose(move.seat, None if hides else move.option)
    return move
