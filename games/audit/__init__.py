"""Proving that a game was played fair, from one file and nothing else.

A bundle is a game in one file: its rows as sealed, its cards, its signature. ``audit`` answers
three questions about it, each alone: was anything altered (sealed), was every move legal (lawful),
was every shuffle the promised one (fair). Nothing here needs a server or a database.
"""

from games.audit.bundle import (
    FORMAT,
    FULL,
    Bundle,
    Head,
    Refused,
    Result,
    Rulebook,
    Signature,
    bundle_message,
    decode_bundle,
    encode_bundle,
    head_message,
)
from games.audit.findings import Answer, Finding, Question, Verdict
from games.audit.verdict import audit, malformed
from games.audit.words import answered, said

__all__ = [
    "FORMAT",
    "FULL",
    "Answer",
    "Bundle",
    "Finding",
    "Head",
    "Question",
    "Refused",
    "Result",
    "Rulebook",
    "Signature",
    "Verdict",
    "answered",
    "audit",
    "bundle_message",
    "decode_bundle",
    "encode_bundle",
    "head_message",
    "malformed",
    "said",
]
