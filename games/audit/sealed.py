"""The first question: is anything altered, missing, inserted or cut off?"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any, Final

from games.audit.bundle import (
    FORMAT,
    FULL,
    Bundle,
    Signature,
    bundle_message,
    head_message,
    sealed_row,
    written,
)
from games.audit.findings import Answer, Finding, answer
from games.engine import commitment
from games.ledger.sealing import FORMAT as SEAL
from games.ledger.sealing import Row, verify_chain
from games.ledger.signatures import key_id, verify

ED25519: Final = "ed25519"


def sealed(bundle: Bundle, trusted: Collection[str] = (), *, is_signed: bool = True) -> Answer:
    """Whether every row, and everything beside the rows, is as it was written.

    ``trusted`` are the public keys that count; without any, the one in the file does. What comes
    from the database itself is not signed.
    """
    if (bundle.format, bundle.seal) != (FORMAT, SEAL):
        return Answer("no", "unknown_format", (Finding("format"),))
    findings = list(_signed(bundle, trusted)) if is_signed else []
    findings += _beside(bundle)
    findings += _chain(bundle)
    return answer(findings)


def _signed(bundle: Bundle, trusted: Collection[str]) -> Iterator[Finding]:
    by = bundle.signature
    if by is None:
        yield Finding("unsigned")
        return
    if not _is_named(by) or (trusted and by.public not in trusted):
        yield Finding("key")
    if not verify(by.public, head_message(bundle.head), by.head):
        yield Finding("head-signature")
    if not verify(by.public, bundle_message(bundle), by.bundle):
        yield Finding("bundle-signature")


def _is_named(by: Signature) -> bool:
    try:
        return by.algorithm == ED25519 and key_id(by.public) == by.key
    except ValueError:
        return False


# ---- what the rows repeat, or the other way round


def _beside(bundle: Bundle) -> Iterator[Finding]:
    """What stands beside the rows is what they say."""
    setup = bundle.setup
    if sha256(written(bundle.edition)).hexdigest() != setup.get("edition"):
        yield Finding("edition")
    if _first_setup(bundle) != setup:
        yield Finding("setup", 1, 1)
    if setup.get("commitment") != bundle.head.commitment:
        yield Finding("commitment")
    if setup.get("algorithm") != bundle.algorithm:
        yield Finding("algorithm")
    if bundle.seed is not None and not is_committed(bundle):
        yield Finding("seed")
    if (bundle.view == FULL) != (bundle.seed is not None):
        yield Finding("view")
    if _end(bundle) != (
        None if bundle.result is None else (bundle.result.winner, bundle.result.why)
    ):
        yield Finding("result")


def is_committed(bundle: Bundle) -> bool:
    """Whether the seed told is the one that was committed to."""
    try:
        return bundle.secret is not None and commitment(bundle.secret) == bundle.head.commitment
    except ValueError:
        return False


def _first_setup(bundle: Bundle) -> object:
    try:
        return bundle.events[0]["facts"][0]["setup"]
    except (LookupError, TypeError):
        return None


def _end(bundle: Bundle) -> tuple[int | None, object] | None:
    """Who won and why, by the facts of the last event: that of the end, or of a changed result."""
    for fact in _facts(bundle.events[-1]) if bundle.events else []:
        if isinstance(fact, dict) and fact.get("fact") in ("game-ended", "result-changed"):
            winner = fact.get("winner")
            return winner if type(winner) is int and winner >= 0 else None, fact.get("why")
    return None


def _facts(event: dict[str, Any]) -> list[Any]:
    facts = event.get("facts")
    return facts if isinstance(facts, list) else []


# ---- the rows


def _chain(bundle: Bundle) -> Iterator[Finding]:
    """What is wrong with the rows. With another seed no part that it opens can be sealed."""
    if bundle.seed is not None and not is_committed(bundle):
        return
    yield from _out_of_place(bundle.events)
    rows = [_row(event, bundle) for event in bundle.events]
    digests = [str(event.get("digest")) for event in bundle.events]
    head = bundle.head
    for found in verify_chain(rows, digests, length=head.seq, head=head.digest):
        yield Finding(found.kind, found.first, found.last)


def _out_of_place(events: list[dict[str, Any]]) -> Iterator[Finding]:
    """Events that stand before one with a smaller number."""
    numbers = [seq for event in events if type(seq := event.get("seq")) is int]
    for before, after in pairwise(numbers):
        if before > after:
            yield Finding("out-of-place", after, before)


_NO_ROW: Final = object()


def _row(event: dict[str, Any], bundle: Bundle) -> Row:
    """The sealed row of an event; one that cannot be sealed becomes one that no digest fits."""
    try:
        return sealed_row(event, bundle.head.game, bundle.secret)
    except (AttributeError, LookupError, TypeError, ValueError):
        return {"seq": event.get("seq"), "": _NO_ROW}
