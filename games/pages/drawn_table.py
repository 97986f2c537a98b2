"""The table as the pages draw it: the cards, piles and places that a viewer sees."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

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
from games.messages.prompt_messages import PromptResponse
from games.messages.table_messages import ActiveEffectResponse, EnemyResponse
from games.models import Seat
from games.wording.board import render_board
from games.wording.fact_texts import ranked
from games.wording.labels import card_name
from games.wording.page_texts import GameWords, text_of_code
from games.wording.prompt_texts import render_prompts
from games.wording.viewpoint import Viewpoint

SHARED: Final = (DISCARD, DRAW, REVEALED, DANGER, DANGER_DISCARD, REMOVED)
"""The piles in the middle, in the order in which they are drawn."""
OWN: Final = (HERO, DECK, BURN, ENEMY, ITEMS, HAND)
"""The piles of a seat, in the order in which they are drawn."""
SPREAD: Final = frozenset({*HAND, *ITEMS, *ENEMY, *HERO})
"""Piles whose cards are drawn side by side."""
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
    """A zone: the number of cards, and which ones if visible, the top one first."""

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
class DrawnSeat:
    """A seat with its player, piles, marks and score."""

    seat: int
    who: str
    marks: tuple[str, ...]
    is_on_turn: bool
    is_out: bool
    score: int
    piles: tuple[Pile, ...]
    enemy: EnemyResponse | None


@dataclass(frozen=True, slots=True)
class TableScene:
    """A position, ready to be drawn."""

    piles: tuple[Pile, ...]
    places: tuple[DrawnSeat, ...]
    color: str
    color_name: str
    direction: int
    turn: int
    round: int
    has_scores: bool
    questions: tuple[str, ...]
    lasting: tuple[ActiveEffectResponse, ...]
    ended: str
    winner: str
    ranking: str


class Artist:
    """Draws positions of one table; ``edition`` is the hash of the cards."""

    def __init__(self, edition: str, ruleset: Ruleset, said: GameWords) -> None:
        self._edition = edition
        self._ruleset = ruleset
        self._names, self._words = said.names, said.words
        self._language = said.language

    def draw(self, view: View, seats: Sequence[Seat], changed: Collection[Zone]) -> TableScene:
        """Return the table of a view; ``changed`` are the zones the event changed."""
        seen = Viewpoint(self._ruleset, view, self._language)
        board, prompts = render_board(seen), render_prompts(seen, 0).prompts
        looks = {seat.number: seat.look for seat in seats}
        return TableScene(
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
            questions=tuple(self._question(one) for one in prompts[-1:]),
            lasting=tuple(board.lasting),
            ended=board.ended or "",
            winner=self._winner(view),
            ranking=self._ranking(view),
        )

    def _question(self, prompt: PromptResponse) -> str:
        colon, who = self._words["colon"], self._names[prompt.seat]
        why = self._words["play_or_draw"] if prompt.kind == "turn" else prompt.why
        return f"{who}{colon} {why or prompt.kind}"

    def _winner(self, view: View) -> str:
        if view.result is None or view.result.winner < 0:
            return ""
        return self._names[view.result.winner]

    def _ranking(self, view: View) -> str:
        places = view.result.places if view.result else None
        return ranked(places, self._names) if places else ""

    def _place(
        self,
        view: View,
        seat: int,
        enemy: EnemyResponse | None,
        look: str,
        changed: Collection[Zone],
    ) -> DrawnSeat:
        zones = [own[seat] for own in OWN if own[seat] in view.counts]
        shown = [zone for zone in zones if view.counts[zone] or zone not in SPREAD - {*HAND}]
        is_over = view.result is not None
        return DrawnSeat(
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
            name=text_of_code(self._words, "pile", kind),
            count=view.counts[zone],
            cards=faces,
            is_spread=zone in SPREAD,
            is_face_down=zone in FACE_DOWN,
            has_changed=zone in changed,
        )

    def _face(self, code: str, look: str) -> Face:
        here = {"hash": self._edition, "code": code}
        query = {"lang": self._language} | ({"look": look} if look else {})
        picture = f"{reverse('card-picture', kwargs=here)}?{urlencode(query)}"
        card = self._ruleset.cards.get(code)
        text = card_text(card, self._ruleset.edition, self._language) if card else ""
        return Face(card_name(self._ruleset.edition, code, self._language), picture, text)


def _marks(view: View, seat: int) -> list[str]:
    """Return the marks of a seat, as keys of the page's words."""
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
