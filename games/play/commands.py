"""Commands in a game, and what becomes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from games.engine import IllegalMove, Move, Ruleset, State
from games.ledger.rows import Actor, ActSignature, Row
from games.models import Game, HeldMove


@dataclass(frozen=True, slots=True)
class MoveCommand:
    """A move or an organiser's act: the actor, and the expected seq (None: any).

    A choice is a value, or a list of values used in order, by the kind of the question. It answers
    what the card of the move asks, and no question of another card in between. ``key`` is the
    public key of the player's seat or of the organiser, "" for none; ``signature`` is made by it.
    ``answers`` is the row that the move answers, None for the last one. ``proposed`` is the
    signature of who proposed an act that a second organiser confirms.
    """

    move: Move
    actor: Actor
    expected: int | None = None
    choices: Mapping[str, object] = field(default_factory=dict)
    key: str = ""
    signature: str = ""
    answers: int | None = None
    proposed: ActSignature | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a command: the rows to add, and the state after them.

    ``game`` is the game after these rows. ``unused`` names the choices that no question asked for,
    ``before`` is the state before the rows, ``response`` what was answered. A start that waits for
    shares of the seed has no rows, and neither has a call or a catch that is ``held``: then
    ``state`` is for its seat alone. A response is rendered from ``known``, which has what is held
    for the seat that made the command; None is the state.
    """

    game: Game
    rows: tuple[Row, ...]
    state: State
    ruleset: Ruleset
    unused: tuple[str, ...] = ()
    before: State = field(default_factory=State)
    held: HeldMove | None = None
    known: State | None = None
    response: bytes = b""


class MoveRefused(IllegalMove):
    """An illegal move, with the game, ruleset and state that it was decided on.

    ``move`` is the one that the rules refuse ``at`` a time: the command's own, or an answer by one
    of its choices; ``before`` are the moves of the command that they accept before it.
    """

    def __init__(
        self,
        error: IllegalMove,
        *,
        game: Game,
        ruleset: Ruleset,
        state: State,
        move: Move,
        at: datetime,
        before: tuple[Move, ...] = (),
    ) -> None:
        super().__init__(error.rule, error.code, **error.params)
        self.game = game
        self.ruleset = ruleset
        self.state = state
        self.move = move
        self.at = at
        self.before = before
