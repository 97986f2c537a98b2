"""The chain of a bundle's rows: the digest of each, and where it breaks."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.audit.bundle import Bundle, Event, SealedEvent, encode_part
from games.json_pointers import changed
from games.ledger import sealing
from games.ledger.sealing import GENESIS


class ChainBreak(NamedTuple):
    """A break of the chain: ``code`` at the events ``first`` to ``last``."""

    code: str
    first: int
    last: int


class FollowedChain(NamedTuple):
    """The digests of the rows up to the first break, after that before the first row."""

    digests: list[str]
    breaks: list[ChainBreak]


def follow_chain(bundle: Bundle) -> FollowedChain:
    """Follow the chain to its first break, and the numbers of the events to the end."""
    digests, breaks = [GENESIS], list[ChainBreak]()
    expected, is_followed, game = 1, True, bundle.head.game
    for event in bundle.events:
        seq = event.seq
        if seq != expected:
            is_followed = False
            if seq < expected:
                breaks.append(ChainBreak("inserted", max(seq, 0), max(seq, 0)))
            else:
                breaks.append(ChainBreak("missing", expected, seq - 1))
        expected = seq + 1
        if not is_followed:
            continue
        digest = _digest(digests[-1], event, game)
        if digest is None or not digest.startswith(event.mark):
            is_followed = False
            breaks.append(ChainBreak("altered", seq, seq))
        else:
            digests.append(digest)
    last, length = max(expected - 1, 0), max(bundle.head.seq, 0)
    if last < length:
        breaks.append(ChainBreak("cut", last + 1, length))
    elif last > length:
        breaks.append(ChainBreak("inserted", length + 1, last))
    elif is_followed and digests[-1] != bundle.head.digest:
        breaks.append(ChainBreak("head", last, last))
    return FollowedChain(digests, breaks)


def _digest(previous: str, event: Event, game: str) -> str | None:
    """Return the digest of an event; None if it cannot be sealed."""
    parts: dict[str, Any] = {"facts": event.facts, "move": event.move, "signed": event.signed}
    try:
        if event.hidden:
            parts = _seal(parts, event.hidden)
        row = SealedEvent(
            actor=event.actor,
            at=event.at,
            game=game,
            refused=event.refused,
            rules_version=event.rules_version,
            rulings=event.rulings,
            seat=event.seat,
            seq=event.seq,
            **parts,
        )
        return sealing.digest_of_bytes(previous, encode_part(row))
    except (LookupError, TypeError, ValueError):
        return None


def _canonical(value: Any) -> bytes:
    """Return a part of a row, which was read from canonical JSON, in that form."""
    written = encode_part(value)
    return written if written.isascii() else sealing.canonical(value)


def _seal(parts: dict[str, Any], hidden: dict[str, dict[str, str]]) -> dict[str, Any]:
    """Return parts of a row with commitments; ValueError if a path leads to nothing."""

    def hide(path: str, value: Any) -> dict[str, str]:
        given = hidden[path]
        if "salt" in given:
            own = bytes.fromhex(given["salt"])
            return {"commitment": sealing.commit_bytes(own, _canonical(value))}
        return given

    sealed: dict[str, Any] = changed(parts, hidden, hide)
    return sealed
