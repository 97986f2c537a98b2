"""The file ``tournament.json`` of an archive; docs/tournaments.md specifies it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from games.audit.bundle import (
    MAX_BYTES,
    BundlePart,
    MalformedBundle,
    SaltText,
    Signature,
    encode_part,
)
from games.audit.bundle_reading import NOT_CANONICAL, fault_in, is_time
from games.ledger.heads import HashText, UuidText
from games.ledger.rows import Count
from games.ledger.sealing import canonical
from games.tournaments.rules.tournament_rows import Row

FORMAT: Final = "fairdeal-tournament-v1"
"""The name of the file format."""

HEAD: Final = "fairdeal-tournament-head-v1"
"""The beginning of the signed text of a head."""


class TournamentHead(BundlePart, frozen=True):
    """What the server signs of a tournament: what it is, and its last row."""

    tournament: UuidText
    code: str
    name: str
    seq: Count
    digest: HashText


class EntryName(BundlePart, frozen=True):
    """The name of an entry, and the salt of the commitment to it."""

    entry: Count
    name: str
    salt: SaltText


class DigestedRow(BundlePart, frozen=True):
    """A row as it was sealed, and its digest."""

    digest: HashText
    row: dict[str, Any]


class TournamentFile(BundlePart, frozen=True, kw_only=True):
    """A tournament: its rows, the names not erased, its seed once it is over."""

    format: str
    head: TournamentHead
    names: list[EntryName]
    rows: Annotated[list[DigestedRow], Meta(min_length=1)]
    seed: HashText | None
    signature: Signature


def head_text(head: TournamentHead) -> bytes:
    """Return the signed text of a head."""
    return f"{HEAD}/".encode() + canonical(msgspec.to_builtins(head))


def encode_tournament(file: TournamentFile) -> bytes:
    """Return a tournament as canonical JSON."""
    return canonical(msgspec.json.decode(encode_part(file)))


def read_tournament(source: bytes) -> TournamentFile:
    """Return the tournament in a file; raises ``MalformedBundle`` for another form."""
    if len(source) > MAX_BYTES:
        raise MalformedBundle("the file is too large")
    try:
        value = msgspec.json.decode(source)
        if fault_in(value) or canonical(value) != source:
            raise MalformedBundle(NOT_CANONICAL)
        file = msgspec.convert(value, TournamentFile)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, ValueError) as error:
        raise MalformedBundle(str(error)) from None
    if file.format != FORMAT:
        raise MalformedBundle("the format is unknown here")
    return file


def readable_rows(file: TournamentFile) -> Sequence[Row]:
    """Return the rows up to the first one that the rules here cannot read."""
    found = list[Row]()
    for one in file.rows:
        try:
            row = msgspec.convert(one.row, Row)
        except msgspec.ValidationError:
            break
        if canonical(msgspec.to_builtins(row)) != canonical(one.row) or not is_time(row.at):
            break
        found.append(row)
    return found
