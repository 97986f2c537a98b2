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


def follow_chain(bundle: Bundle, seed: bytes | None, *, can_seal: bool) -> FollowedChain:
    """Follow the chain to its first break, and the numbers of the events to the end.

    ``seed`` is the game's seed, with which hidden parts are sealed. Digests are not computed if
    they cannot be (``can_seal``): without the seed that was committed to, which is another finding.
    """
    digests, breaks = [GENESIS], list[ChainBreak]()
    expected, is_followed, game = 1, can_seal, bundle.head.game
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
        digest = _digest(digests[-1], event, game, seed)
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
    elif is_followed and not breaks and digests[-1] != bundle.head.digest:
        breaks.append(ChainBreak("head", last, last))
    return FollowedChain(digests, breaks)


def _digest(previous: str, event: Event, game: str, seed: bytes | None) -> str | None:
    """Return the digest of an event; None if it cannot be sealed."""
    parts: dict[str, Any] = {"facts": event.facts, "move": event.move, "signed": event.signed}
    hidden = event.hidden
    if hidden:
        try:
            parts = _seal(parts, hidden, seed, event.seq)
        except (LookupError, TypeError, ValueError):
            return None
    row = SealedEvent(
        actor=event.actor,
        at=event.at,
        facts=parts["facts"],
        game=game,
        move=parts["move"],
        refused=event.refused,
        rules_version=event.rules_version,
        rulings=event.rulings,
        seat=event.seat,
        seq=event.seq,
        signed=parts["signed"],
    )
    try:
        return sealing.digest_of_bytes(previous, encode_part(row))
    except (TypeError, ValueError):
        return None


def _canonical(value: Any) -> bytes:
    """Return a part of a row, which was read from canonical JSON, in that form."""
    written = encode_part(value)
    return written if written.isascii() else sealing.canonical(value)


def _seal(
    parts: dict[str, Any],
    hidden: list[str] | dict[str, dict[str, str]],
    seed: bytes | None,
    seq: int,
) -> dict[str, Any]:
    """Return parts of a row with commitments; ValueError if a path leads to nothing."""

    def hide(path: str, value: Any) -> dict[str, str]:
        if isinstance(hidden, dict):
            given = hidden[path]
            if "commitment" in given:
                return {"commitment": given["commitment"]}
            own = bytes.fromhex(given["salt"])
        elif seed is None:
            raise ValueError("without the seed no part can be sealed")
        else:
            own = sealing.salt(seed, seq, path)
        return {"commitment": sealing.commit_bytes(own, _canonical(value))}

    sealed: dict[str, Any] = changed(parts, hidden, hide)
    return sealed
