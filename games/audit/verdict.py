"""The three answers together."""

from __future__ import annotations

from collections.abc import Collection

from games.audit.bundle import Bundle
from games.audit.fair import fair
from games.audit.findings import Answer, Finding, Verdict
from games.audit.lawful import lawful
from games.audit.sealed import sealed
from games.engine.rulebook import RULES_VERSION


def audit(bundle: Bundle, trusted: Collection[str] = (), *, is_signed: bool = True) -> Verdict:
    """Answer the three questions, each alone; see ``sealed`` for the parameters."""
    head = bundle.head
    return Verdict(
        game=head.game,
        view=bundle.view,
        seq=head.seq,
        digest=head.digest,
        key=bundle.signature.key if bundle.signature else "",
        rules_version=RULES_VERSION,
        sealed=sealed(bundle, trusted, is_signed=is_signed),
        lawful=lawful(bundle),
        fair=fair(bundle),
    )


def malformed() -> Verdict:
    """The verdict about a file that is no bundle at all."""
    broken = Answer("no", "unknown_format", (Finding("malformed"),))
    silent = Answer("unanswered", "unknown_format")
    return Verdict("", "", 0, "", "", RULES_VERSION, broken, silent, silent)
