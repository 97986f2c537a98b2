"""What is in sight on a table: positions, places, effects."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.engine.facts import LastingEffect
from games.messages.bodies import ResponseBody, Time

Look = Literal["plain", "common", "uncommon", "rare", "super_rare", "ultra_rare"]
"""Which picture of a Character card is shown: plain, or foil of some rarity."""


class ResultResponse(ResponseBody, frozen=True):
    """The result of a game: the seat that won (null if none) and the reason.

    ``why`` is "void" or "corrected" if an organiser has changed it; "void" also after a move
    without end (common.endless), and if the clock put the seats out while none answered
    (common.clock.out). ``places`` has the place of each seat from 1, by common.places;
    seats that share a place have the same number. It is null if the game is void or cancelled.
    """

    winner: int | None
    why: str
    places: tuple[int, ...] | None


class ClockResponse(ResponseBody, frozen=True):
    """The clock of a seat: the seconds left in its bank, and prompts run out in a row."""

    seat: int
    bank: float
    missed: int


class ClueResponse(ResponseBody, frozen=True):
    """What a seat did that hints at its hand; all players watched it (common.memory).

    ``what``: it "chose" to play ``card``, one of the ``held`` cards that it had; "drew" instead,
    and was not asked to play the card drawn; "kept" the card drawn, which fitted; "played" it; or
    "named" a color. ``color`` was in play, or was named; ``top`` was the top card of the discard
    pile. ``card`` is null unless a card of the hand was chosen.
    """

    seat: int
    what: Literal["chose", "drew", "kept", "played", "named"]
    turn: int
    color: str | None
    top: str | None
    held: int
    card: str | None


class PositionResponse(ResponseBody, frozen=True):
    """The position after event ``seq`` as one viewer may see it.

    ``view`` is "seat:1", "public" or, for a finished game, "full". ``counts`` has the number of
    cards in every zone, ``cards`` the codes in those that the viewer sees, the top card last.
    ``known`` has cards that the viewer does not see now, and knows because they were shown, by zone
    (common.memory). In a hand these are certain to be there. In a deck they are by place from the
    bottom, null for an unknown card. ``clues`` are what seats did that hints at their hands, the
    last ones of the round. ``skipped`` seats lose their next turn; ``exposed`` seats may be caught
    without UNO. ``clocks`` are by seat, as of the last event; null without a clock. Until
    ``window_until`` calls and catches are held, and no other move is possible.
    """

    seq: int
    view: str
    current: int | None
    direction: Literal[1, -1]
    color: str | None
    round: int
    turn: int
    dealer: int | None
    scores: tuple[int, ...]
    out: tuple[int, ...]
    skipped: tuple[int, ...]
    exposed: tuple[int, ...]
    counts: dict[str, int]
    cards: dict[str, tuple[str, ...]]
    known: dict[str, tuple[str | None, ...]]
    clues: list[ClueResponse]
    lasting: tuple[LastingEffect, ...]
    paused: bool
    clocks: list[ClockResponse] | None
    window_until: Time | None
    result: ResultResponse | None


class EnemyResponse(ResponseBody, frozen=True):
    """The Enemy that attacks a seat, with ``cost`` and ``text`` in words.

    A card that matches the cost defeats it, but not on the turn on which it came: ``since`` is the
    number of that turn, and ``can_be_defeated`` says whether it is over. ``attacks`` is what the
    Enemy does to the player of the seat (*you* in it), ``defeat`` who defeats it, when and by what.
    """

    card: str
    name: str
    cost: str
    since: int
    can_be_defeated: bool
    text: str
    attacks: str
    defeat: str


class PlaceResponse(ResponseBody, frozen=True):
    """The cards of a seat: the number in hand, and which ones if visible to you.

    With a hero also how many are left in the deck, the burn pile (top card last), the Enemy that
    attacks, and the Items. These are null in games without heroes. ``name`` is the player's, "" in
    rulings; ``text`` says what is in front of the seat.
    """

    seat: int
    name: str
    you: bool
    text: str
    hand: int
    cards: tuple[str, ...] | None
    hero: str | None
    deck: int | None
    burn_pile: tuple[str, ...] | None
    enemy: EnemyResponse | None
    items: tuple[str, ...] | None
    skipped: bool
    out: bool
    stand_in: Annotated[
        bool, Meta(description="A bot plays for its player, who was away (common.absence.bot).")
    ]
    exposed: bool


class DangersResponse(ResponseBody, frozen=True):
    """The Danger Deck: its number of cards, its discard pile, the card being resolved.

    The last card of the discard pile is the top one.
    """

    deck: int
    discard: tuple[str, ...]
    revealed: tuple[str, ...]


class ActiveEffectResponse(ResponseBody, frozen=True):
    """A lasting effect of a card played or flipped earlier.

    It has its owner (*you* in ``text``), until when it lasts, and how often it can still act
    (null: without limit). ``lasts`` says the same in words.
    """

    card: str
    name: str
    seat: int
    text: str
    until: str
    uses: int | None
    lasts: str


EndCause = Literal["one_card", "deck", "points"]
"""What may soon end the round or the game for a seat."""


class NearEndResponse(ResponseBody, frozen=True):
    """A seat that may soon win, or go out, and how.

    ``one_card``: it has one card left. ``deck``: its Character Deck has at most five cards, and
    without cards it is out. ``points``: it has at least 80 % of the target score.
    """

    seat: int
    how: EndCause
    text: str


class TableResponse(ResponseBody, frozen=True):
    """The position in words: all that a client needs to draw it.

    ``text`` has sentences on the turn, the color in play, the direction, the piles and the points;
    ``places``, ``lasting`` and ``near_end`` have their own. ``current`` is the seat whose turn it
    is, ``direction`` 1 for clockwise, ``color`` the color to match. ``scores`` is null if the game
    has no points, ``target_score`` if it is not played to a target. ``round`` counts the rounds,
    from 1. ``dangers`` is null in games without Danger cards; ``ended`` says why the game is over.
    """

    text: list[str]

    round: int
    current: int | None
    direction: Literal[1, -1]
    color: str | None
    places: list[PlaceResponse]
    discard_top: str | None
    draw_pile: int | None
    dangers: DangersResponse | None
    lasting: list[ActiveEffectResponse]
    near_end: list[NearEndResponse]
    scores: tuple[int, ...] | None
    target_score: int | None
    ended: str | None
