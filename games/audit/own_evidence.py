"""A player's own evidence: receipts, older bundles, proofs of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from games.audit.bundle import Bundle, MalformedBundle
from games.audit.bundle_reading import read_bundle
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.note import VerifierKey
from games.audit.proof import LogFile, WitnessPolicy, entries_of_rows, log_findings
from games.ledger.heads import SignedHead, head_message
from games.ledger.signatures import key_id, verify


@dataclass(frozen=True, slots=True)
class Evidence:
    """Evidence about a game: signed heads, and proofs and checkpoints of the log.

    ``log`` is the key of the log, None for the key that signed the bundle; ``policy`` says how many
    witnesses must have cosigned each checkpoint.
    """

    receipts: tuple[SignedHead, ...] = ()
    log_files: tuple[LogFile, ...] = ()
    log: VerifierKey | None = None
    policy: WitnessPolicy | None = None


NO_EVIDENCE: Final = Evidence()

_decode = msgspec.json.Decoder(SignedHead).decode


def read_receipt(source: bytes) -> SignedHead:
    """Return the receipt in a file; raises ``MalformedBundle`` for anything else."""
    try:
        return _decode(source)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise MalformedBundle(str(error)) from None


def receipt_of(source: bytes) -> SignedHead:
    """Return the signed head of a bundle; ``MalformedBundle`` without a signature."""
    bundle: Bundle = read_bundle(source)
    by = bundle.signature
    if by is None:
        raise MalformedBundle("the older bundle is not signed")
    return SignedHead(bundle.head, by.key, by.public, by.head)


def check_evidence(
    examined: Examined, evidence: Evidence, trusted: Collection[str] = ()
) -> Iterator[Finding]:
    """Yield what disagrees between a game and the evidence about it."""
    by = examined.bundle.signature
    accepted = {*trusted, by.public} if by is not None else set(trusted)
    for receipt in evidence.receipts:
        seq = receipt.head.seq
        if receipt.head.game != examined.bundle.head.game:
            continue
        if not _is_signed(receipt, accepted):
            yield Finding("receipt-signature", seq, seq)
        elif not _is_history(examined, receipt):
            yield Finding("history", seq, seq)
    if evidence.log_files:
        yield from _check_log(examined, evidence)


def _check_log(examined: Examined, evidence: Evidence) -> Iterator[Finding]:
    """Yield what disagrees between the rows up to a break of the chain and the log."""
    by, digests = examined.bundle.signature, examined.digests[1:]
    rows = [
        {"seq": one.seq, "facts": one.facts, "at": one.at}
        for one in examined.bundle.events[: len(digests)]
    ]
    for code, seq in log_findings(
        evidence.log_files,
        entries_of_rows(rows, digests[: len(rows)]),
        log=evidence.log,
        signer=bytes.fromhex(by.public) if by is not None else None,
        policy=evidence.policy,
    ):
        yield Finding(code, seq, seq)


def _is_signed(receipt: SignedHead, accepted: Collection[str]) -> bool:
    """Whether a key that counts signed a receipt."""
    if key_id(receipt.public) != receipt.key or receipt.public not in accepted:
        return False
    return verify(receipt.public, head_message(receipt.head), receipt.signature)


def _is_history(examined: Examined, receipt: SignedHead) -> bool:
    """Whether the game was once at the head of a receipt."""
    head, now = receipt.head, examined.bundle.head
    if head.commitment != now.commitment or head.seq > now.seq:
        return False
    if head.seq >= len(examined.digests):
        # The chain breaks before this row, which is another finding.
        return True
    if examined.digests[head.seq] != head.digest:
        return False
    if head.refused is None:
        return True
    if head.refused.head not in examined.links.get(head.seq, ()):
        return False
    later = next((one.refused for one in examined.bundle.events if one.seq == head.seq + 1), None)
    if head.seq == now.seq:
        later = now.refused
    return later is None or later.count >= head.refused.count
