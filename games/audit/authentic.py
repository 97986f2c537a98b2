"""The fifth question: did the players with a key make their moves?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from games.audit.bundle import (
    BundledRefusal,
    Event,
    PlayerActor,
    PlayerSeat,
    StartMove,
    encode_part,
)
from games.audit.event_parts import own_refusals
from games.audit.examined import Examined
from games.audit.findings import Answer, Finding, answer
from games.ledger.heads import move_message
from games.ledger.signatures import verify


def authentic(examined: Examined) -> Answer:
    """Whether each move of a seat with a key is signed by it, and no other is."""
    if not examined.is_full:
        return Answer("unanswered", "own_view")
    start = examined.start
    if start is None:
        return Answer("unanswered", "no_start")
    if not any(_key(start, seat) for seat in range(len(start.seats))):
        return Answer("unanswered", "no_keys")
    return answer(list(_Signatures(examined, start).findings()))


def _key(start: StartMove, seat: int | None) -> str | None:
    """Return the key of a seat; None if it has none."""
    owner = start.seats[seat] if seat is not None and seat < len(start.seats) else None
    return owner.key if isinstance(owner, PlayerSeat) else None


class _Signatures:
    """Checks the signatures of a game's moves in their order."""

    def __init__(self, examined: Examined, start: StartMove) -> None:
        self.examined = examined
        self.start = start
        self.game = examined.bundle.head.game
        self.by = self.last = 0
        self.seat: int | None = None
        self.choices: dict[str, Any] = {}
        self.used: set[tuple[str, int]] = set()

    def findings(self) -> Iterator[Finding]:
        """Yield the moves whose signature is absent, out of place or another's."""
        for event in self.examined.bundle.events:
            if event.seq > 1:
                code = self._code(event)
                if code:
                    yield Finding(code, event.seq, event.seq, path="/signed")
            elif event.signed is not None:
                yield Finding("signed", event.seq, event.seq, path="/signed")
        for seq in self.examined.refusals:
            for one in own_refusals(self.examined.refusals, seq):
                code = self._refused(one)
                if code:
                    yield Finding(code, seq, seq, path="/refused")

    def _code(self, event: Event) -> str:
        key, signed = _key(self.start, event.seat), event.signed
        if key is None or not isinstance(event.actor, PlayerActor):
            return "signed" if signed is not None else ""
        if signed is None:
            return "unsigned-move"
        if "signature" not in signed:
            return "" if self._is_choice(event, signed) else "choice"
        # The answers after a move with a wrong signature are compared with its choices, too.
        self.by = self.last = event.seq
        self.seat, self.choices, self.used = event.seat, signed["choices"], set()
        is_own = self._is_signature(signed, event.move, event.seq - 1, key)
        return "" if is_own else "move-signature"

    def _is_signature(self, signed: dict[str, Any], move: Any, seq: int, key: str) -> bool:
        if "signature" not in signed:
            return False
        choices, signature = signed["choices"], signed["signature"]
        message = move_message(game=self.game, seq=seq, move=move, choices=choices)
        return verify(key, message, signature)

    def _is_choice(self, event: Event, signed: dict[str, Any]) -> bool:
        """Whether a move is the next value of the choices that the player signed before."""
        kind, nth = signed["choice"]
        is_next = event.seq == self.last + 1 and event.seat == self.seat
        if signed["by"] != self.by or not self.by or not is_next or kind not in self.choices:
            return False
        # An answer that is wrong is an answer all the same: the next one follows it.
        self.last = event.seq
        given = self.choices[kind]
        values = given if isinstance(given, list) else [given]
        is_in_order = nth == 0 or (kind, nth - 1) in self.used
        if nth >= len(values) or (kind, nth) in self.used or not is_in_order:
            return False
        self.used.add((kind, nth))
        option = _option(values[nth])
        move = {"move": "choose", "option": option, "seat": event.seat}
        return option is not None and encode_part(event.move) == encode_part(move)

    def _refused(self, refusal: BundledRefusal) -> str:
        """Return the code of the error of a refusal's signature, "" if there is none."""
        key, signed = _key(self.start, refusal.seat), refusal.signed
        if key is None or not isinstance(refusal.actor, PlayerActor):
            return "signed" if signed is not None else ""
        if signed is None:
            return "unsigned-move"
        first = refusal.before[0] if refusal.before else refusal.move
        if isinstance(first, str) and "signature" in signed:
            # Only the beginning of the move is stored: what was signed is not known.
            return ""
        return "" if self._is_signature(signed, first, refusal.seq, key) else "move-signature"


def _option(value: Any) -> str | None:
    """Return a value of a choice as moves have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int | str) else None
