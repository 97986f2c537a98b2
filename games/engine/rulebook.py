"""Every rule by its id: title, text, refusal, and the sheet it comes from, in two languages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, Literal

import msgspec

Language = Literal["en", "fr-CA"]

LANGUAGES: Final[tuple[Language, ...]] = ("en", "fr-CA")
"""The languages of the rulebook; the first one stands in for those it does not have."""


class UnknownRule(KeyError):
    """The rulebook has no rule with this id."""

    def __str__(self) -> str:
        return f"the rulebook has no rule {self.args[0]!r}"


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same words in every language of the rulebook."""

    en: str
    fr_ca: str = msgspec.field(name="fr-CA")

    def said(self, language: str) -> str:
        """Return the words in a language; see ``spoken`` for those that the rulebook lacks."""
        return self.fr_ca if spoken(language) == "fr-CA" else self.en


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One point of the rules.

    ``sheet`` and ``section`` say where it is printed, several separated by ``; `` in the same
    order; both are empty where no sheet has it. ``basis`` is what it rests on: the printed sheet,
    the written guide, or a ruling of this rulebook. A ``refusal`` may name in braces what it needs
    to know: card, top, color or seat.
    """

    id: str
    title: Words
    text: Words
    sheet: str
    section: str
    basis: tuple[Literal["sheet", "guide", "ruling"], ...]
    refusal: Words | None = None

    def refuse(self, language: str, params: Mapping[str, str | int]) -> str:
        """Return the sentence that refuses a move by this rule.

        It is the text of the rule where there is no refusal, or one that lacks a parameter.
        """
        if self.refusal is None:
            return self.text.said(language)
        try:
            return self.refusal.said(language).format_map(params)
        except KeyError:
            return self.text.said(language)


class Rulebook(msgspec.Struct, frozen=True):
    """All rules, in reading order and by id.

    ``digest`` is the SHA-256 of the rulebook as canonical JSON (RFC 8785), in hexadecimal: two
    rulebooks with the same digest say the same.
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
    """Return the rulebook written in JSON.

    Raises ``msgspec.ValidationError`` for another shape, ValueError for an id that is there twice.
    """
    read = msgspec.json.decode(contents, type=_Contents)
    by_id = {rule.id: rule for rule in read.rules}
    if len(by_id) != len(read.rules):
        raise ValueError("two rules of the rulebook have the same id")
    canonical = msgspec.json.encode(msgspec.json.decode(contents), order="deterministic")
    return Rulebook(read.version, read.rules, by_id, sha256(canonical).hexdigest())


def spoken(language: str) -> Language:
    """Return the language of the rulebook for a language tag: French of any kind, else English."""
    return "fr-CA" if language.lower().replace("_", "-").split("-")[0] == "fr" else "en"


@cache
def load_rulebook() -> Rulebook:
    """Return the rulebook; it is read once."""
    return read_rulebook(files("games.engine").joinpath("rulebook.json").read_bytes())


RULES_VERSION: Final = str(load_rulebook().version)
"""What rows name as the version of the rules that ruled on them.

It grows when a ruling changes what a move brings about, and not with the wording.
"""
