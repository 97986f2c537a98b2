"""A player's own evidence: receipts, older bundles, proofs of the log."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

import msgspec

from games.audit.bundle import Bundle, MalformedBundle
from games.audit.bundle_reading import is_time, read_bundle
from games.audit.examined import Examined
from games.audit.findings import Finding
from games.audit.keys import KeyRecord, KnownKeys, follow, follow_log
from games.audit.note import VerifierKey
from games.audit.proof import (
    GameEntry,
    GameProof,
    LogFile,
    WitnessPolicy,
    entries_of_game,
    erased_entry,
    is_log_signed,
    log_findings,
)
from games.ledger.heads import OpenedShare, SignedHead, SignedShare, head_message, share_message
from games.ledger.sealing import GENESIS
from games.ledger.signatures import key_id, verify

AnyReceipt = SignedHead | SignedShare
"""A signed head, or the receipt of an opened share."""


@dataclass(frozen=True, slots=True)
class OwnEvidence:
    """Evidence about a game: receipts, proofs and checkpoints of the log.

    ``log`` is the key of the log, None for those that follow from the keys that are trusted;
    ``policy`` says how many witnesses must have cosigned each checkpoint; ``records`` are records
    of keys beside those of the proofs.
    """

    receipts: tuple[AnyReceipt, ...] = ()
    log_files: tuple[LogFile, ...] = ()
    log: VerifierKey | None = None
    policy: WitnessPolicy | None = None
    records: tuple[KeyRecord, ...] = ()

    def follow(self, trusted: Collection[str]) -> KnownKeys:
        """Return the keys that count by records, given those trusted."""
        return follow(trusted, self.all_records)

    def log_keys(self, trusted: Collection[str]) -> frozenset[str]:
        """Return the keys that count for the log; if it is given, its key and successors."""
        if self.log is not None:
            return follow_log([self.log.public.hex()], self.all_records)
        return self.follow(trusted).log

    @property
    def all_records(self) -> tuple[KeyRecord, ...]:
        """The records of all files, each once."""
        of_proofs = [one.records for one in self.log_files if isinstance(one, GameProof)]
        return tuple(dict.fromkeys(chain(self.records, *of_proofs)))


NO_EVIDENCE: Final = OwnEvidence()

_decode_head = msgspec.json.Decoder(SignedHead).decode
_decode_share = msgspec.json.Decoder(SignedShare).decode


def read_receipt(source: bytes) -> AnyReceipt:
    """Return the receipt in a file; raises ``MalformedBundle`` for anything else."""
    try:
        if b'"share"' not in source:
            return _decode_head(source)
        receipt = _decode_share(source)
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise MalformedBundle(str(error)) from None
    if not is_time(receipt.share.at):
        raise MalformedBundle(f"{receipt.share.at!r} is no time")
    return receipt


def game_of(receipt: AnyReceipt) -> str:
    """Return the id of the game that a receipt is about."""
    return receipt.head.game if isinstance(receipt, SignedHead) else receipt.share.game


def receipt_of(source: bytes) -> SignedHead:
    """Return the signed head of a bundle; ``MalformedBundle`` without a signature."""
    bundle: Bundle = read_bundle(source)
    by = bundle.signature
    if by is None:
        raise MalformedBundle("the older bundle is not signed")
    return SignedHead(bundle.head, key_id(by.public), by.public, by.head)


def counting(
    bundle: Bundle,
    evidence: OwnEvidence,
    trusted: Collection[str],
    found: Collection[AnyReceipt | LogFile],
) -> OwnEvidence:
    """Return the evidence without what strangers may have put into a folder.

    It is what was ``found`` there and no key that counts signed.
    """
    keys = _accepted(bundle, evidence, trusted)
    logs = evidence.log_keys(trusted or _signer(bundle))
    return replace(
        evidence,
        receipts=tuple(
            one for one in evidence.receipts if one not in found or _is_signed(one, keys)
        ),
        log_files=tuple(
            one
            for one in evidence.log_files
            if one not in found or is_log_signed(one, evidence.log, logs)
        ),
        records=evidence.all_records,
    )


def _accepted(bundle: Bundle, evidence: OwnEvidence, trusted: Collection[str]) -> frozenset[str]:
    """Return the keys that count for receipts of a game, given those trusted."""
    return evidence.follow([*trusted, *_signer(bundle)]).signing


def _signer(bundle: Bundle) -> list[str]:
    return [bundle.signature.public] if bundle.signature is not None else []


def check_evidence(
    examined: Examined, evidence: OwnEvidence, trusted: Collection[str] = ()
) -> Iterator[Finding]:
    """Yield what disagrees between a game and the evidence about it."""
    signer = _signer(examined.bundle)
    accepted = _accepted(examined.bundle, evidence, trusted)
    for receipt in evidence.receipts:
        if game_of(receipt) != examined.bundle.head.game:
            continue
        seq = receipt.head.seq if isinstance(receipt, SignedHead) else 1
        if not _is_signed(receipt, accepted):
            yield Finding("receipt-signature", seq, seq)
        elif not _is_history(examined, receipt):
            yield Finding("history", seq, seq)
    if evidence.log_files:
        yield from _check_log(examined, evidence, trusted or signer)
    yield from _unproven_erasures(examined.bundle, evidence)


def _check_log(
    examined: Examined, evidence: OwnEvidence, trusted: Collection[str]
) -> Iterator[Finding]:
    """Yield what disagrees between the rows up to a break of the chain and the log."""
    for code, seq in log_findings(
        evidence.log_files,
        entries_of(examined),
        log=evidence.log,
        keys=evidence.log_keys(trusted),
        policy=evidence.policy,
    ):
        yield Finding(code, seq, seq)


def entries_of(examined: Examined) -> list[GameEntry]:
    """Return the entries of the log that a bundle gives, up to a break of the chain."""
    bundle, digests = examined.bundle, examined.digests[1:]
    head, start, fixed = bundle.head, bundle.start, bundle.terms_digest
    terms = (fixed, start.closed_at) if start and fixed else None
    rows = [
        {"seq": one.seq, "facts": one.facts, "at": one.at} for one in bundle.events[: len(digests)]
    ]
    made = entries_of_game(head.game, head.commitment, terms, rows, digests[: len(rows)])
    return [*made, *(erased_entry(head.game, *one) for one in bundle.erasures)]


def _unproven_erasures(bundle: Bundle, evidence: OwnEvidence) -> Iterator[Finding]:
    """Yield a note for each erased name of which no proof has the entry."""
    proofs = [one for one in evidence.log_files if isinstance(one, GameProof)]
    for seat, at in bundle.erasures:
        entry = erased_entry(bundle.head.game, seat, at).logged
        if not any(entry == listed for one in proofs for _, listed, _ in one.extra.entries):
            yield Finding("erased-name", path=f"/names/{seat}", note=True)


def _is_signed(receipt: AnyReceipt, accepted: Collection[str]) -> bool:
    """Whether a key that counts signed a receipt."""
    if key_id(receipt.public) != receipt.key or receipt.public not in accepted:
        return False
    if isinstance(receipt, SignedHead):
        message = head_message(receipt.head)
    else:
        message = share_message(receipt.share)
    return verify(receipt.public, message, receipt.signature)


def _is_history(examined: Examined, receipt: AnyReceipt) -> bool:
    """Whether the game was once at the head of a receipt, or has its share."""
    if isinstance(receipt, SignedShare):
        return _has_share(examined, receipt.share)
    head, now = receipt.head, examined.bundle.head
    if head.commitment != now.commitment or head.seq > now.seq:
        return False
    if head.seq >= len(examined.digests):
        # The chain breaks before this row, which is another finding.
        return True
    if head.seq == 0 and head.digest != GENESIS:
        return head.digest == examined.bundle.terms_digest
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


def _has_share(examined: Examined, opened: OpenedShare) -> bool:
    """Whether row 1 has the share that a seat has opened."""
    if examined.start is None:
        return False
    chance, seat = examined.start.chance, opened.seat
    if seat >= min(len(chance.shares), len(chance.commitments)):
        return False
    return chance.commitments[seat] == opened.commitment and chance.shares[seat] is not None
