"""The rulebook: every rule by its id, with its texts in English and its source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, Literal

import msgspec


class UnknownRule(KeyError):
    """The rulebook has no rule with this id."""

    def __str__(self) -> str:
        return f"the rulebook has no rule {self.args[0]!r}"


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of the rules.

    ``sheet`` and ``section`` say in which places it is printed, several separated by ``; `` in the
    same order; both are empty if it is on no sheet. ``basis`` is its source: the printed sheet, the
    written guide, or a ruling of this rulebook. A ``refusal`` may name its parameters in braces:
    card, top, color or seat.
    """

    id: str
    title: str
    text: str
    sheet: str
    section: str
    basis: tuple[Literal["sheet", "guide", "ruling"], ...]
    refusal: str | None = None


class Rulebook(msgspec.Struct, frozen=True):
    """All rules, in reading order and by id.

    ``digest`` is the SHA-256 of the rulebook as canonical JSON (RFC 8785), in hexadecimal: two
    rulebooks with the same digest are equal.
    """

    version: int
    rules: tuple[Rule, ...]
    by_id: dict[str, Rule]
    digest: str

    def __getitem__(self, rule_id: str) -> Rule:
        """Return the rule with an id; raises ``UnknownRule``."""
        try:
            return self.by_id[rule_id]
        except KeyError:
            raise UnknownRule(rule_id) from None

    def __contains__(self, rule_id: object) -> bool:
        return rule_id in self.by_id

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)


class _Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    rules: tuple[Rule, ...]


def read_rulebook(contents: bytes) -> Rulebook:
    """Return the rulebook that is written in JSON.

    Raises ``msgspec.ValidationError`` for another shape, ValueError for a repeated id.
    """
    read = msgspec.json.decode(contents, type=_Contents)
    by_id = {rule.id: rule for rule in read.rules}
    if len(by_id) != len(read.rules):
        raise ValueError("two rules of the rulebook have the same id")
    canonical = msgspec.json.encode(msgspec.json.decode(contents), order="deterministic")
    return Rulebook(read.version, read.rules, by_id, sha256(canonical).hexdigest())


@cache
def load_rulebook() -> Rulebook:
    """Return the rulebook; it is read once."""
    return read_rulebook(files("games.engine").joinpath("rulebook.json").read_bytes())


RULES_VERSION: Final = str(load_rulebook().version)
"""The version of the rules, which rows record.

It is raised if a ruling changes what a move causes, and not for changes of wording.
"""


class _Released(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: str
    digest: str


@cache
def released_rulebooks() -> frozenset[tuple[str, str]]:
    """Return version and digest of each released rulebook and the present one.

    The file has an entry for each release, and the present rulebook as the last one. Entries of
    releases are never changed: a verifier judges the games of these rulebooks only.
    """
    contents = files("games.engine").joinpath("rulebooks.json").read_bytes()
    released = msgspec.json.decode(contents, type=list[_Released])
    present = (RULES_VERSION, load_rulebook().digest)
    return frozenset({present, *((one.version, one.digest) for one in released)})
