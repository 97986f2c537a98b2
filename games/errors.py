"""The errors of requests to a game, apart from the rules themselves.

What a rule refuses is an ``IllegalMove`` of the engine, with the id of the rule.
"""

from collections.abc import Mapping

Params = Mapping[str, str | int]


class GameError(Exception):
    """A request that is refused, apart from moves that a rule refuses.

    ``code`` never changes and is never translated, ``params`` fill its sentence, ``rule`` is the
    rule behind it if there is one.
    """

    code: str = "refused"
    rule: str = ""

    def __init__(self, params: Params | None = None) -> None:
        self.params: dict[str, str | int] = dict(params or {})
        super().__init__(f"{self.code} {self.params or ''}".strip())


class GameNotFound(GameError):
    """The game does not exist, or the caller may not see it."""

    code = "game_not_found"


class LinkNotFound(GameError):
    """The code is that of no link, or of a game that is not open any more."""

    code = "link_not_found"


class UnknownLink(LinkNotFound):
    """The code is that of no link, and may be a guess."""


class NotAllowed(GameError):
    """The caller may not do this; the parameter ``reason`` says who may."""

    code = "not_allowed"

    def __init__(self, reason: str) -> None:
        super().__init__({"reason": reason})


class SetupRefused(GameError):
    """The requested table is invalid; ``pointer`` is a JSON pointer to the flaw."""

    def __init__(
        self, code: str, pointer: str, params: Params | None = None, *, rule: str = ""
    ) -> None:
        self.code = code
        self.pointer = pointer
        self.rule = rule
        super().__init__(params)


class NotNow(GameError):
    """The request conflicts with the status of the game."""

    code: str = "not_now"


class NotOpen(NotNow):
    """The game has begun or is over, so its seats cannot change."""

    code = "not_open"


class NotOpening(NotNow):
    """The game does not wait for shares of its seed."""

    code = "not_opening"


class NotStarted(NotNow):
    """The game has not begun, so it has no rows."""

    code = "not_started"


class NotOver(NotNow):
    """The game is not over, so it cannot be audited."""

    code = "game_not_over"


class SeatsEmpty(NotNow):
    """A seat is still empty."""

    code = "seats_empty"


class SeatTaken(NotNow):
    """The seat is taken or reserved, or no seat is free."""

    code = "seat_taken"


class AlreadySeated(NotNow):
    """The player already has a seat in this game."""

    code = "already_seated"


class TooManyTables(NotNow):
    """The player, or the address, has too many open tables; ``whose`` says which."""

    code = "too_many_open_tables"


class TooManySeats(NotNow):
    """The player, or the address, waits at too many open tables; ``whose`` says which."""

    code = "too_many_waiting_seats"


class PhrasesOff(NotNow):
    """The table was made without phrases."""

    code = "phrases_off"


class NotAway(NotNow):
    """The player of a seat has not been away for ``seconds``; a bot never is."""

    code = "not_away"


class NotWithdrawable(NotNow):
    """Row ``seq`` is no warning or note of this organiser, or it was withdrawn."""

    code = "not_withdrawable"
    rule = "common.withdraw"


class ProposalGone(NotNow):
    """No such proposal of an organiser is open: it was confirmed, or has expired."""

    code = "proposal_gone"


class StaleSeq(NotNow):
    """The game has moved on; ``head`` is the seq of its last row."""

    code = "stale_seq"

    def __init__(self, head: int) -> None:
        self.head = head
        super().__init__({"seq": head})


class KeyReused(GameError):
    """The idempotency key was used for another request."""

    code = "key_reused"


class SeqOutOfRange(GameError):
    """The game has no such position; its positions are 1 to ``head``."""

    code = "seq_out_of_range"

    def __init__(self, at: int, head: int) -> None:
        self.head = head
        super().__init__({"at": at, "seq": head})


class NoSuchSeat(GameError):
    """The game has no such seat; its seats are 0 to ``most``."""

    code = "no_such_seat"

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__({"seat": seat, "most": seats - 1})


class ShareCommitmentRequired(GameError):
    """The seed is shared, and the seat is not bound to a share by a commitment alone."""

    code = "share_commitment_required"


class ShareWrong(GameError):
    """The share is not the one that the seat is bound to."""

    code = "share_wrong"


class KeyWrong(GameError):
    """A key is not an Ed25519 public key."""

    code = "key_wrong"


class SignatureMissing(GameError):
    """A move or an act by who has a key is not signed, or does not name its row."""

    code = "signature_missing"


class SignatureWrong(GameError):
    """The signature is not that of the move or the act, by the key of who makes it."""

    code = "signature_wrong"
