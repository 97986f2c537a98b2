"""The fifth question: did those with a key make their moves and acts?

A player may revoke the key of a seat (common.key). Its moves are not signed from that row on, so
that the answer is not yes: whose they are is not judged, and a note names the seat and the rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import UnsetType
from msgspec.structs import replace

from games.audit.bundle import BundledRefusal, Event, OrganiserActor, PlayerActor, encode_part
from games.audit.event_parts import own_refusals
from games.audit.examined import Examined
from games.audit.findings import Answer, Finding, answer
from games.ledger.heads import act_message, move_message
from games.ledger.rows import PlayerSeat, Start
from games.ledger.signatures import verify


def authentic(examined: Examined) -> Answer:
    """Whether moves and acts of those with a key are signed, and no others."""
    if not examined.is_full:
        return Answer("unanswered", "own_view")
    start = examined.start
    if start is None:
        return Answer("unanswered", "no_start")
    keys = [_key(start, seat) for seat in range(len(start.seats))]
    if not any(keys) and not any(one.key for one in start.organisers):
        return Answer("unanswered", "no_keys")
    signatures = _Signatures(examined, start)
    found = answer([*signatures.findings(), *signatures.notes()])
    is_judged = found.answer == "no" or not signatures.revoked
    return found if is_judged else replace(found, answer="not_judged", why="key_revoked")


def _key(start: Start, seat: int | None) -> str | None:
    """Return the key of a seat; None if it has none."""
    owner = start.seats[seat] if seat is not None and seat < len(start.seats) else None
    return owner.key if isinstance(owner, PlayerSeat) else None


class _Signatures:
    """Checks the signatures of a game's moves and acts in their order."""

    def __init__(self, examined: Examined, start: Start) -> None:
        self.examined = examined
        self.start = start
        self.game = examined.bundle.head.game
        self.by = self.last = 0
        self.seat: int | None = None
        self.choices: dict[str, Any] = {}
        self.used: set[tuple[str, int]] = set()
        self.windows = _windows(examined)
        self.organisers = {one.player: one.key for one in start.organisers}
        self.proposed: set[str] = set()
        self.revoked = _revoked(examined, start)

    def notes(self) -> Iterator[Finding]:
        """Yield a note for each seat with a revoked key: the rows that it has not signed."""
        for seat, first in self.revoked.items():
            own = [one.seq for one in self.examined.bundle.events if _is_made_by(one, seat)]
            yield Finding("key-revoked", first, own[-1], path="/signed", note=True, seat=seat)

    def findings(self) -> Iterator[Finding]:
        """Yield the moves and acts whose signature is absent, out of place or another's."""
        for event in self.examined.bundle.events:
            if event.seq > 1:
                for code in self._codes(event):
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
        signed = event.signed
        key = self._key_for(event, event.seq, signed)
        if key is None:
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

    def _key_for(
        self, moved: Event | BundledRefusal, seq: int, signed: dict[str, Any] | None
    ) -> str | None:
        """Return the key that signs a move of row ``seq`` or after it; None if none does.

        What was signed before the key was revoked, and held since, is signed by it. The revoking
        is not.
        """
        if not isinstance(moved.actor, PlayerActor) or moved.seat is None or _revokes(moved):
            return None
        first = self.revoked.get(moved.seat, seq + 1)
        is_signing = seq < first or (signed or {}).get("seq", first) < first
        return _key(self.start, moved.seat) if is_signing else None

    def _codes(self, event: Event) -> Iterator[str]:
        """Yield what is wrong with the signatures of an event, "" for each that is right."""
        actor = event.actor
        if not isinstance(actor, OrganiserActor):
            yield self._code(event)
            return
        acting = [actor.player, actor.second] if isinstance(actor.second, str) else [actor.player]
        given = [] if event.signed is None else event.signed["organisers"]
        if len(given) > len(acting):
            yield "signed"
        for at, player in enumerate(acting):
            one, key = given[at] if at < len(given) else None, self.organisers.get(player)
            if key is None:
                yield "signed" if one is not None else ""
            elif one is None:
                yield "unsigned-act"
            else:
                is_proposal = at < len(acting) - 1
                is_own = self._is_act_signature(event, actor, one, key, is_proposal=is_proposal)
                yield "" if is_own else "act-signature"

    def _is_act_signature(
        self,
        event: Event,
        actor: OrganiserActor,
        given: dict[str, Any],
        key: str,
        *,
        is_proposal: bool,
    ) -> bool:
        """Whether a signature is that of an act, or of its proposal, used once."""
        seq, answered, signature = event.seq - 1, given["seq"], given["signature"]
        if not (1 if is_proposal else self.windows.get(seq, seq)) <= answered <= seq:
            return False
        if answered >= len(self.examined.digests) or signature in self.proposed:
            return False
        if is_proposal:
            self.proposed.add(signature)
        message = act_message(
            game=self.game,
            seq=answered,
            digest=self.examined.digests[answered],
            move=event.move,
            player=actor.player,
            reason=actor.reason,
            reference=_given(actor.reference),
            second=None if is_proposal else _given(actor.second),
        )
        return verify(key, message, signature)

    def _is_signature(self, signed: dict[str, Any], move: Any, seq: int, key: str) -> bool:
        if "signature" not in signed:
            return False
        choices, signature = signed["choices"], signed["signature"]
        answered = signed.get("seq", seq)
        if answered != seq and not self.windows.get(seq, seq) <= answered < seq:
            return False
        if not 0 < answered < len(self.examined.digests):
            return False
        message = move_message(
            game=self.game,
            seq=answered,
            digest=self.examined.digests[answered],
            move=move,
            choices=choices,
        )
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
        signed = refusal.signed
        key = self._key_for(refusal, refusal.seq, signed)
        if key is None:
            return "signed" if signed is not None else ""
        if signed is None:
            return "unsigned-move"
        first = refusal.before[0] if refusal.before else refusal.move
        if isinstance(first, str) and "signature" in signed:
            # Only the beginning of the move is stored: what was signed is not known.
            return ""
        return "" if self._is_signature(signed, first, refusal.seq, key) else "move-signature"


def _given(text: str | UnsetType) -> str | None:
    return None if isinstance(text, UnsetType) else text


def _is_made_by(event: Event, seat: int) -> bool:
    return event.seat == seat and isinstance(event.actor, PlayerActor)


def _revoked(examined: Examined, start: Start) -> dict[int, int]:
    """Return the row in which the key of each seat was revoked first, by seat."""
    rows = dict[int, int]()
    for event in examined.bundle.events:
        seat = event.seat
        is_player = isinstance(event.actor, PlayerActor)
        if seat is not None and is_player and _revokes(event) and _key(start, seat):
            rows.setdefault(seat, event.seq)
    return rows


def _revokes(moved: Event | BundledRefusal) -> bool:
    return isinstance(moved, Event) and moved.move.get("move") == "revoke-key"


def _windows(examined: Examined) -> dict[int, int]:
    """Return by row the first row of the window for calls that is open after it."""
    first, windows = 0, dict[int, int]()
    for event, kinds in zip(examined.bundle.events, examined.fact_kinds, strict=True):
        if not kinds.isdisjoint(("window-closed", "game-ended")):
            first = 0
        if "window-opened" in kinds:
            first = first or event.seq
        if first:
            windows[event.seq] = first
    return windows


def _option(value: Any) -> str | None:
    """Return a value of a choice as moves have it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, int | str) else None
