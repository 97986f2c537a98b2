"""A position as its reader sees it: how its cards, colors and seats are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cards.language import CardDef, Speech, card_text, definite_color, speech_of
from games.engine import Ruleset, View
from games.engine.zones import HERO, Card, Seat
from games.wording.labels import card_name, definite_name, enumerated, seat_name
from games.wording.language import Language


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A view in one language; ``names`` has the players by seat, if they are known."""

    ruleset: Ruleset
    view: View
    language: Language
    names: Sequence[str] = ()

    @property
    def seats_in(self) -> list[Seat]:
        """The seats still in the game."""
        return [seat for seat in range(self.view.seats) if seat not in self.view.out]

    @property
    def heroes(self) -> dict[Seat, Card]:
        """The heroes at the table, by seat."""
        if HERO[0] not in self.view.cards:
            return {}
        return {seat: self.view.cards[HERO[seat]][-1] for seat in range(self.view.seats)}

    def name(self, code: Card) -> str:
        """Return the name of a card."""
        return card_name(self.ruleset.edition, code, self.language)

    def object(self, code: Card) -> str:
        """Return a card as a part of a sentence, in French with its article."""
        return definite_name(self.ruleset.edition, code, self.language)

    def objects(self, codes: Iterable[Card]) -> str:
        """Return cards as a list in a sentence."""
        return enumerated([self.object(one) for one in codes], self.language)

    def color(self, color: str) -> str:
        """Return a color as a part of a sentence, in French with its article."""
        return definite_color(color, self.language)

    def who(self, seat: Seat) -> str:
        """Return a seat as a part of a sentence, with its player and hero if known."""
        heroes = self.view.cards.get(HERO[seat])
        return seat_name(seat, self.language, self.names, self.name(heroes[-1]) if heroes else "")

    def text(self, card: CardDef) -> str:
        """Return what a card does."""
        return card_text(card, self.ruleset.edition, self.language)

    def speech(self, code: Card) -> Speech:
        """Return what renders the parts of a card in words."""
        return speech_of(self.ruleset.cards[code], self.language)

    def capitalized(self, said: str) -> str:
        """Return a sentence with a capital at its start, unless a player's name is there."""
        return capitalized(said, self.names)


def capitalized(said: str, names: Sequence[str] = ()) -> str:
    """Return a sentence with a capital at its start, unless one of the names is there."""
    if said.startswith(tuple(filter(None, names))):
        return said
    return said[:1].upper() + said[1:]
