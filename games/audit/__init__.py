"""Verify from one file that a game was played fairly.

A bundle is a game in one file: its sealed rows, its cards, its signature. ``audit`` answers six
independent questions about it: was nothing altered (sealed), was every move legal (lawful), does
all chance follow from the seed (fair), did every card come from where the record says (dealt), did
the players make their moves (authentic), and did the bots choose as they are programmed (choices).
Nothing here needs a server or a database. docs/bundle.md is the specification.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.audit.bundle import (
        FORMAT,
        FULL,
        Bundle,
        BundledName,
        BundledRefusal,
        BundledResult,
        Event,
        MalformedBundle,
        Signature,
        bundle_message,
        encode_bundle,
    )
    from games.audit.bundle_reading import read_bundle
    from games.audit.finding_texts import answer_text, audit_finding_text
    from games.audit.findings import Answer, Finding, Question, Verdict, VerdictWord
    from games.audit.own_evidence import Evidence
    from games.audit.verdict import audit, malformed, unreadable

__all__ = [
    "FORMAT",
    "FULL",
    "Answer",
    "Bundle",
    "BundledName",
    "BundledRefusal",
    "BundledResult",
    "Event",
    "Evidence",
    "Finding",
    "MalformedBundle",
    "Question",
    "Signature",
    "Verdict",
    "VerdictWord",
    "answer_text",
    "audit",
    "audit_finding_text",
    "bundle_message",
    "encode_bundle",
    "malformed",
    "read_bundle",
    "unreadable",
]

MODULES = ("bundle", "bundle_reading", "finding_texts", "findings", "own_evidence", "verdict")
"""The modules of this package that have the public names."""


def __getattr__(name: str) -> object:
    """Return a public name; its module is imported when a name is first used.

    So the command runs, and reports the error, if a module of a broken build cannot be imported.
    """
    if name in __all__:
        for module in MODULES:
            found = vars(import_module(f"{__name__}.{module}"))
            if name in found:
                globals()[name] = found[name]
                return found[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
