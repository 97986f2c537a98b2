"""The shape of a case, and the words that it may use."""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from games.engine.facts import OptionValue
from games.engine.zones import Card, Seat

NO_TOP: Final = "none"
ANY_ENEMY: Final = "any"

Direction = Literal["clockwise", "counter"]
Kind = Literal["color", "player", "card", "mode", "confirm", "challenge", "character"]
PromptKind = Literal["turn", "color", "player", "card", "mode", "confirm", "challenge", "character"]
Do = Literal["play", "draw", "pass", "choose", "call-uno", "catch-uno", "resign", "timeout"]
Word = str | int | bool


class CaseError(Exception):
    """A case that cannot be read or is impossible: which one, and why."""


class Part(msgspec.Struct):
    """The base of the parts of a case; unknown keys are refused."""


class AnyCards(Part, kw_only=True, forbid_unknown_fields=True):
    """A number of any cards."""

    n: int


class Given(Part, kw_only=True, forbid_unknown_fields=True):
    """The position; omitted parts have the defaults of the format."""

    current: Seat = 0
    direction: Direction = "clockwise"
    discard_top: Card = ""
    color: str = ""
    hands: dict[Seat, list[Card] | Literal["rest"]] = {}
    draw_top: list[Card] = []
    draw_size: int | None = None
    skipped: list[Seat] = []
    out_before: list[Seat] = []
    exposed: list[Seat] = []
    turned_up: list[Card] | None = None
    scores: dict[Seat, int] = {}
    dealer: Seat | None = None
    decks: dict[Seat, list[Card]] = {}
    deck_size: dict[Seat, int] = {}
    burn: dict[Seat, list[Card] | AnyCards] = {}
    enemies: dict[Seat, Card] = {}
    items: dict[Seat, list[Card]] = {}
    enemies_arrived_this_turn: list[Seat] = []
    danger_top: list[Card] = []
    danger_rest: list[Card] | None = None


class Step(Part, kw_only=True, forbid_unknown_fields=True):
    """One move."""

    seat: Seat
    do: Do
    card: Card = ""
    uno: bool = False
    kind: Kind | None = None
    choice: Word | list[Word] | None = None
    optional: bool = False


class Asked(Part, kw_only=True, forbid_unknown_fields=True):
    """An open question."""

    seat: Seat
    kind: PromptKind
    offers: list[Word] = []
    offers_not: list[Word] = []


class Sight(Part, kw_only=True, forbid_unknown_fields=True):
    """A hand that has been shown to a seat."""

    by: Seat
    of: Seat


class Then(Part, kw_only=True, forbid_unknown_fields=True):
    """What must be true; omitted members are not checked."""

    refused: str | UnsetType = UNSET
    current: Seat | UnsetType = UNSET
    color: str | UnsetType = UNSET
    direction: Direction | UnsetType = UNSET
    dealer: Seat | UnsetType = UNSET
    hand_size: dict[Seat, int] | UnsetType = UNSET
    hand_has: dict[Seat, list[Card]] | UnsetType = UNSET
    hand_lacks: dict[Seat, list[Card]] | UnsetType = UNSET
    skipped: dict[Seat, bool] | UnsetType = UNSET
    out: list[Seat] | UnsetType = UNSET
    winner: Seat | UnsetType | None = UNSET
    score: dict[Seat, int] | UnsetType = UNSET
    prompt: Asked | UnsetType = UNSET
    discard_top: Card | UnsetType = UNSET
    discard_top_not: Card | UnsetType = UNSET
    exposed: dict[Seat, bool] | UnsetType = UNSET
    sees_hand: Sight | list[Sight] | UnsetType = UNSET
    sees_hand_not: Sight | list[Sight] | UnsetType = UNSET
    cites: list[str] | UnsetType = UNSET
    legal_has: dict[Seat, list[Word]] | UnsetType = UNSET
    legal_lacks: dict[Seat, list[Word]] | UnsetType = UNSET
    deck_size_change: dict[Seat, int] | UnsetType = UNSET
    deck_bottom: dict[Seat, list[Card]] | UnsetType = UNSET
    burn_size: dict[Seat, int] | UnsetType = UNSET
    burn_top: dict[Seat, Card | None] | UnsetType = UNSET
    burn_has: dict[Seat, list[Card]] | UnsetType = UNSET
    burn_lacks: dict[Seat, list[Card]] | UnsetType = UNSET
    enemy: dict[Seat, Card | None] | UnsetType = UNSET
    items: dict[Seat, list[Card]] | UnsetType = UNSET
    danger_discard_has: list[Card] | UnsetType = UNSET
    danger_discard_lacks: list[Card] | UnsetType = UNSET


class Case(Part, kw_only=True, forbid_unknown_fields=True):
    """One case; ``heroes`` are by seat, and ``options`` only what is not default."""

    id: str
    variant: str
    rules: list[str]
    why: str = ""
    players: int
    heroes: list[str] = []
    options: dict[str, OptionValue] = {}
    given: Given
    when: list[Step]
    then: Then
