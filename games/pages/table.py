"""The table as it is drawn: cards, piles and places, as a viewer may know them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from django.urls import reverse

from cards.language import card_text, color_name
from games.engine import Ruleset, View
from games.engine.zones import (
    BURN,
    DANGER,
    DANGER_DISCARD,
    DECK,
    DISCARD,
    DRAW,
    ENEMY,
    HAND,
    HERO,
    ITEMS,
    REMOVED,
    REVEALED,
    Zone,
)
from games.messages.game import EnemyTold, LastingTold, PromptTold
from games.models import Seat
from games.wording.board import told_board
from games.wording.labels import card_name
from games.wording.language import Language
from games.wording.pages import said_of, words_in
from games.wording.prompts import told_prompts

SHARED: Final = (DISCARD, DRAW, REVEALED, DANGER, DANGER_DISCARD, REMOVED)
"""The piles in the middle, in the order in which they are drawn."""
OWN: Final = (HERO, DECK, BURN, ENEMY, ITEMS, HAND)
"""What lies at a seat, in the order in which it is drawn."""
SPREAD: Final = frozenset({*HAND, *ITEMS, *ENEMY, *HERO})
"""Places whose cards lie side by side."""
FACE_DOWN: Final = frozenset({DRAW, DANGER, *DECK})
"""Piles whose top card no player sees at the table."""


@dataclass(frozen=True, slots=True)
class Face:
    """A card that the viewer sees."""

    name: str
    picture: str
    text: str


@dataclass(frozen=True, slots=True)
class Pile:
    """A place for cards: how many, and which if the viewer sees them, the top one first."""

    kind: str
    name: str
    count: int
    cards: tuple[Face, ...] | None
    is_spread: bool
    is_face_down: bool
    has_changed: bool

    @property
    def top(self) -> Face | None:
        """The card on top, if it is seen."""
        return self.cards[0] if self.cards else None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat, who sits there, what lies there, and how it stands."""

    seat: int
    who: str
    marks: tuple[str, ...]
    is_on_turn: bool
    is_out: bool
    score: int
    piles: tuple[Pile, ...]
    enemy: EnemyTold | None


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is drawn of a position."""

    piles: tuple[Pile, ...]
    places: tuple[Place, ...]
    color: str
    color_name: str
    direction: int
    turn: int
    round: int
    has_scores: bool
    asked: tuple[str, ...]
    lasting: tuple[LastingTold, ...]
    ended: str
    winner: str


class Artist:
    """Draws positions of one table in one language.

    ``edition`` is the hash of the cards, ``names`` has who sits on each seat.
    """

    def __init__(
        self, edition: str, ruleset: Ruleset, names: Sequence[str], language: Language
    ) -> None:
        self._edition = edition
        self._ruleset = ruleset
        self._names = names
        self._language = language
        self._words = words_in(language)

    def draw(self, view: View, seats: Sequence[Seat], changed: Collection[Zone]) -> Table:
        """The table of a view; ``changed`` are the places that the event has touched."""
        board = told_board(self._ruleset, view, self._language)
        asked = told_prompts(self._ruleset, view, 0, self._language).prompts
        looks = {seat.number: seat.look for seat in seats}
        return Table(
            piles=tuple(
                self._pile(view, zone, changed)
                for zone in SHARED
                if zone in view.counts and (view.counts[zone] or zone not in (REMOVED, REVEALED))
            ),
            places=tuple(
                self._place(view, place.seat, place.enemy, looks.get(place.seat, ""), changed)
                for place in board.places
            ),
            color=view.color,
            color_name=color_name(view.color, self._language),
            direction=view.direction,
            turn=view.turn,
            round=view.round,
            has_scores=any(view.scores),
            asked=tuple(self._asked(one) for one in asked[-1:]),
            lasting=tuple(board.lasting),
            ended=board.ended or "",
            winner=self._winner(view),
        )

    def _asked(self, prompt: PromptTold) -> str:
        colon, who = self._words["colon"], self._names[prompt.seat]
        return f"{who}{colon} {prompt.why or prompt.kind}"

    def _winner(self, view: View) -> str:
        if view.result is None or view.result.winner < 0:
            return ""
        return self._names[view.result.winner]

    def _place(
        self, view: View, seat: int, enemy: EnemyTold | None, look: str, changed: Collection[Zone]
    ) -> Place:
        zones = [own[seat] for own in OWN if own[seat] in view.counts]
        shown = [zone for zone in zones if view.counts[zone] or zone not in SPREAD - {*HAND}]
        is_over = view.result is not None
        return Place(
            seat=seat,
            who=self._names[seat],
            marks=tuple(self._words[mark] for mark in _marks(view, seat)),
            is_on_turn=seat == view.current and not is_over,
            is_out=seat in view.out,
            score=view.scores[seat],
            piles=tuple(self._pile(view, zone, changed, look) for zone in shown),
            enemy=enemy,
        )

    def _pile(self, view: View, zone: Zone, changed: Collection[Zone], look: str = "") -> Pile:
        kind = zone.partition(":")[0]
        codes = view.cards.get(zone)
        foil = look if kind == "hero" else ""
        faces = None if codes is None else tuple(self._face(code, foil) for code in codes[::-1])
        if faces is not None and kind in ("hand", "items"):
            faces = faces[::-1]
        return Pile(
            kind=kind,
            name=said_of(self._words, "pile", kind),
            count=view.counts[zone],
            cards=faces,
            is_spread=zone in SPREAD,
            is_face_down=zone in FACE_DOWN,
            has_changed=zone in changed,
        )

    def _face(self, code: str, look: str) -> Face:
        here = {"hash": self._edition, "code": code}
        picture = reverse("card-picture", kwargs=here) + (f"?look={look}" if look else "")
        card = self._ruleset.cards.get(code)
        text = card_text(card, self._ruleset.edition, self._language) if card else ""
        return Face(card_name(self._ruleset.edition, code, self._language), picture, text)


def _marks(view: View, seat: int) -> list[str]:
    """How a seat stands, by the names of the words for it."""
    if view.result is not None and view.result.winner == seat:
        return ["won"]
    there = {
        "on_turn": seat == view.current and view.result is None,
        "exposed": seat in view.exposed,
        "called": view.uno[seat] == "called" if view.uno else False,
        "skipped": seat in view.skipped,
        "is_out": seat in view.out,
        "dealer": seat == view.dealer,
    }
    return [name for name, holds in there.items() if holds]
