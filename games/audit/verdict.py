"""Audit a bundle: the answers to all questions together."""

from __future__ import annotations

from collections.abc import Callable, Collection

import msgspec

from games.audit.bundle import FORMAT, MAX_BYTES, Bundle
from games.audit.bundle_reading import fault_in
from games.audit.choices import Chooser
from games.audit.examined import Examined, examine
from games.audit.findings import Answer, Finding, Verdict
from games.audit.judging import judge, log_error, unjudged
from games.audit.own_evidence import NO_EVIDENCE, OwnEvidence
from games.audit.self_check import self_fault
from games.engine.rulebook import RULES_VERSION
from games.ledger.sealing import canonical


def audit(
    bundle: Bundle,
    trusted: Collection[str] = (),
    *,
    is_signed: bool = True,
    evidence: OwnEvidence | Callable[[Examined], OwnEvidence] = NO_EVIDENCE,
    chooser: Chooser | None = None,
    keep: Callable[[Verdict], None] = lambda _: None,
) -> Verdict:
    """Return the verdict about a bundle, with a player's own evidence about the game.

    ``evidence`` may be a function that chooses it for the examined bundle.
    With ``chooser`` the choices of bots are recomputed, which takes as long as they took. See
    ``sealed`` and ``judge`` for the other parameters.
    """
    if bundle.format != FORMAT:
        return malformed("format")
    try:
        examined = examine(bundle)
        own = evidence(examined) if callable(evidence) else evidence
    except MemoryError:
        return unjudged(bundle, "limit")
    except Exception as error:
        log_error("examine", error)
        return unjudged(bundle, "verifier_failed")
    return audit_examined(
        examined, trusted, is_signed=is_signed, evidence=own, chooser=chooser, keep=keep
    )


def audit_examined(
    examined: Examined,
    trusted: Collection[str] = (),
    *,
    is_signed: bool = True,
    evidence: OwnEvidence = NO_EVIDENCE,
    chooser: Chooser | None = None,
    keep: Callable[[Verdict], None] = lambda _: None,
) -> Verdict:
    """Return the verdict about an examined bundle of this format: see ``audit``.

    A verifier that fails its check of itself judges nothing: each answer is then ``error``.
    """
    if self_fault():
        return unjudged(examined.bundle, "self_check")
    return judge(
        examined, trusted, is_signed=is_signed, evidence=evidence, chooser=chooser, keep=keep
    )


def malformed(code: str = "malformed") -> Verdict:
    """Return the verdict about a file that is no bundle, or one of another format."""
    silent = Answer("unanswered", "malformed")
    broken = Answer("no", "", (Finding(code),))
    return _about_nothing(broken, *[silent] * 5)


def beyond_limit() -> Verdict:
    """Return the verdict about a file that took too much memory or time."""
    return _about_nothing(*[Answer("not_judged", "limit")] * 6)


def _about_nothing(*answers: Answer) -> Verdict:
    """Return the verdict about a file of which nothing is known, with six answers."""
    sealed, lawful, fair, dealt, authentic, choices = answers
    return Verdict(
        "", "", 0, "", "", "", RULES_VERSION, sealed, lawful, fair, dealt, authentic, choices
    )


class _AnyFormat(msgspec.Struct, frozen=True):
    format: str


def unreadable(source: bytes) -> Verdict:
    """Return the verdict about unreadable bytes: malformed, or another format."""
    if len(source) > MAX_BYTES:
        return malformed()
    try:
        value = msgspec.json.decode(source)
        other = msgspec.convert(value, _AnyFormat).format
        is_canonical = canonical(value) == source and not fault_in(value)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError):
        return malformed()
    return malformed("format" if is_canonical and other != FORMAT else "malformed")
