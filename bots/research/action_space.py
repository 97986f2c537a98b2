"""A fixed list of actions for each edition and number of seats.

An action is what a move means, not its place in a list of legal moves: one id plays the same card
in every position and in every run. Seats are relative to the one that acts: ``+1`` is the next one
clockwise, ``+0`` the seat itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cards.language import EditionDef
from cards.language.abilities import Replacement
from cards.language.effects import PLAYED, ChooseMode
from cards.language.walk import effects_of
from games.engine import CallUno, CatchUno, Choose, Draw, Move, Pass, Play, Seat
from games.engine.zones import Card

DONE: Final = "done"
"""The option by which a seat chooses no more cards."""

NO: Final = "no"
"""The option by which a seat declines."""


class ActionSpace:
    """The actions of an edition at a table, and the move that each is for a seat.

    ``names`` has the name of each action by its id: ``draw``, ``pass``, ``call-uno``, ``catch +1``,
    ``play red-5``, ``play red-5 uno``, and ``KIND OPTION`` for the answer to a question, such as
    ``color red``, ``player +2`` or ``card red-5``. To resign is no action.
    """

    def __init__(self, edition: EditionDef, seats: int) -> None:
        self.names: Final[tuple[str, ...]] = tuple(
            [name for name, _, _ in _actions(edition, 0, seats)]
        )
        tables = [list(_actions(edition, seat, seats)) for seat in range(seats)]
        self._moves: Final = [[move for _, _, move in table] for table in tables]
        self._ids: Final = [
            {(kind, move): number for number, (_, kind, move) in enumerate(table)}
            for table in tables
        ]

    def __len__(self) -> int:
        return len(self.names)

    def move(self, action: int, seat: Seat) -> Move:
        """Return the move that an action is for a seat; raises ``IndexError``."""
        if not 0 <= action < len(self.names):
            raise IndexError(f"there is no action {action}: there are {len(self.names)}")
        return self._moves[seat][action]

    def action(self, move: Move, kind: str) -> int:
        """Return the id of a move; raises ``KeyError`` for one that is no action.

        ``kind`` is that of the open question: the number 1 may answer two kinds of them.
        """
        seat = -1 if move.seat is None else move.seat
        return self._ids[seat][(kind if type(move) is Choose else ""), move]


def played_cards(edition: EditionDef) -> tuple[Card, ...]:
    """Return the cards that are played from a hand, in the order of the edition."""
    return tuple([card.code for card in edition.cards if card.kind in PLAYED])


def _actions(edition: EditionDef, seat: Seat, seats: int) -> Iterator[tuple[str, str, Move]]:
    """Yield the actions of a seat: the name, the kind of question or "", and the move."""
    yield "draw", "", Draw(seat)
    yield "pass", "", Pass(seat)
    yield "call-uno", "", CallUno(seat)
    for other in range(1, seats):
        yield f"catch +{other}", "", CatchUno(seat, (seat + other) % seats)
    for card in played_cards(edition):
        yield f"play {card}", "", Play(seat, card)
        yield f"play {card} uno", "", Play(seat, card, uno=True)
    for kind, options in _answers(edition, seats):
        for option in options:
            if kind == "player" and option != NO:
                chosen = str((seat + int(option)) % seats)
                yield f"player +{option}", kind, Choose(seat, chosen)
            else:
                yield f"{kind} {option}", kind, Choose(seat, option)


def _answers(edition: EditionDef, seats: int) -> Iterator[tuple[str, list[str]]]:
    """Yield each kind of question that cards ask, with every option it may have."""
    effects = [effect for card in edition.cards for effect in effects_of(card)]
    modes = [mode.name for one in effects if isinstance(one, ChooseMode) for mode in one.modes]
    numbers = {card.symbol for card in edition.cards if card.kind == "number"}
    replaces = any(isinstance(one, Replacement) for card in edition.cards for one in card.abilities)
    options = {
        "player": [str(seat) for seat in range(seats)] + [NO] * replaces,
        "card": [DONE, *(card.code for card in edition.cards)],
        "mode": list(dict.fromkeys(modes)),
        "confirm": ["yes", NO],
        "challenge": ["yes", NO],
        "character": sorted(numbers),
    }
    asked: set[str] = {effect.asks for effect in effects}
    if replaces:
        asked |= {"player", "confirm"}
    yield "color", list(edition.colors)
    yield from ((kind, found) for kind, found in options.items() if kind in asked)
