"""Everything that can be wrong with a request to a game, apart from the rules themselves.

GameError
├── not there
│   └── GameNotFound        no such game, or none that you may see
├── not yours
│   └── NotAllowed          others may, the caller may not
├── not a game
│   └── SetupRefused        the table asked for cannot be laid; points at the part that is wrong
├── not now
│   ├── NotOpen             the game has begun or is over: seats are settled
│   ├── NotStarted          the game has not begun: there is nothing to move
│   ├── NotOver             the game goes on: there is nothing to audit yet
│   ├── SeatsEmpty          a seat is still empty
│   ├── SeatTaken           another sits there, or no seat is free
│   ├── AlreadySeated       you sit at this table already
│   └── StaleSeq            the game has moved on since the number you named
└── not that
    ├── KeyReused           the idempotency key was used for something else
    ├── NoSuchSeat          the table has no such seat
    └── SeqOutOfRange       the game has no such position

What a rule refuses is an ``IllegalMove`` of the engine, with the id of the rule.
"""

from collections.abc import Mapping

Params = Mapping[str, str | int]


class GameError(Exception):
    """A request that a game cannot grant.

    ``code`` never changes and is never translated, ``status`` is the HTTP status that says it,
    ``params`` fill the sentence, ``rule`` is the rule behind it if there is one.
    """

    code: str = "refused"
    status: int = 409
    rule: str = ""

    def __init__(self, params: Params | None = None) -> None:
        self.params: dict[str, str | int] = dict(params or {})
        super().__init__(f"{self.code} {self.params or ''}".strip())


class GameNotFound(GameError):
    """There is no such game, or none that you may see."""

    code = "game_not_found"
    status = 404


class NotAllowed(GameError):
    """Others may do this, the caller may not; the parameter ``reason`` says who may."""

    code = "not_allowed"
    status = 403

    def __init__(self, reason: str) -> None:
        super().__init__({"reason": reason})


class SetupRefused(GameError):
    """The table asked for cannot be laid; ``pointer`` is a JSON pointer to the part that is wrong.

    Against a rule of the game it is unprocessable, else it is malformed, unless ``status`` says so.
    """

    def __init__(
        self,
        code: str,
        pointer: str,
        params: Params | None = None,
        *,
        rule: str = "",
        status: int = 0,
    ) -> None:
        self.code = code
        self.pointer = pointer
        self.rule = rule
        self.status = status or (422 if rule else 400)
        super().__init__(params)


class NotNow(GameError):
    """The request does not fit the moment."""

    code: str = "not_now"
    status: int = 409


class NotOpen(NotNow):
    """The game has begun or is over: its seats are settled."""

    code = "not_open"


class NotStarted(NotNow):
    """The game has not begun: there is nothing to move."""

    code = "not_started"


class NotOver(NotNow):
    """The game goes on: there is nothing to audit yet."""

    code = "game_not_over"


class SeatsEmpty(NotNow):
    """A seat is still empty."""

    code = "seats_empty"


class SeatTaken(NotNow):
    """The seat is taken or reserved, or no seat is free."""

    code = "seat_taken"


class AlreadySeated(NotNow):
    """You sit at this table already."""

    code = "already_seated"


class StaleSeq(NotNow):
    """The game has moved on; ``head`` is where it stands."""

    code = "stale_seq"
    status = 412

    def __init__(self, head: int) -> None:
        self.head = head
        super().__init__({"seq": head})


class KeyReused(GameError):
    """The idempotency key was used before, for something else."""

    code = "key_reused"
    status = 422


class SeqOutOfRange(GameError):
    """The game has no such position; it has those from 1 to ``head``."""

    code = "seq_out_of_range"
    status = 400

    def __init__(self, at: int, head: int) -> None:
        self.head = head
        super().__init__({"at": at, "seq": head})


class NoSuchSeat(GameError):
    """The table has no such seat; it has those from 0 to ``most``."""

    code = "no_such_seat"
    status = 400

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__({"seat": seat, "most": seats - 1})
