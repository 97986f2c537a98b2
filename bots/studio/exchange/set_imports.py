"""Import sets from JSON: read, compare with the draft, check, write."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from functools import partial

import msgspec
from django.core.exceptions import ValidationError

from bots.studio.exchange.import_problems import (
    ImportPlace,
    ImportProblem,
    NotImportable,
    check_size,
    problem,
)
from cards import registry
from cards.draft_errors import DraftChanged
from cards.findings.lint_texts import error_text, finding_text
from cards.freezing import check_editable
from cards.language import (
    CardError,
    EditionDef,
    Language,
    LintFinding,
    decode_edition,
    edition_hash,
    finding,
    lint_edition,
    place_of,
)
from cards.models import CardSet
from cards.models.draft_acts import one_act
from cards.selectors import draft_text
from cards.services import write_draft

MAX_DRAFT_COPIES = 100
"""The most copies of a card that a draft can have."""


class SetExists(ValueError):
    """There is a draft with the code of the file, and it is not to be replaced."""


@dataclass(frozen=True, slots=True)
class SetImport:
    """A checked set that is not written yet, and the draft that it would replace.

    ``hash`` is that of the edition in the file; it differs from ``draft_hash`` if the file's order
    of decks or its copies are not those that drafts have. ``before`` is None for a new set.
    """

    text: EditionDef
    hash: str
    before: EditionDef | None

    @property
    def draft_hash(self) -> str:
        """The hash of the draft as it will be."""
        return edition_hash(self.text)

    @property
    def seen(self) -> str:
        """The hash of the stored draft, "" if there is none."""
        return edition_hash(self.before) if self.before else ""

    @property
    def changes(self) -> bool:
        """Whether the draft would be another one."""
        return self.seen != self.draft_hash


def read_import(data: bytes, as_code: str = "") -> SetImport:
    """Return the checked set in a file; raises NotImportable with every problem.

    With ``as_code`` the set gets another code. Nothing is written.
    """
    check_size(data)
    text = _decoded(data)
    if as_code:
        text = msgspec.structs.replace(text, code=as_code)
    given = edition_hash(text)
    text = as_draft(text)
    problems = [_found(one, text) for one in lint_edition(text)]
    problems += _draft_problems(text)
    if problems:
        raise NotImportable(problems)
    return SetImport(text, given, stored_text(text.code))


def stored_text(code: str) -> EditionDef | None:
    """Return the draft with a code, or None."""
    card_set = CardSet.objects.filter(code=code).first()
    return None if card_set is None else draft_text(card_set)


@one_act()
def write_import(found: SetImport, *, replace: bool = False, seen: str | None = None) -> CardSet:
    """Write a checked set as a draft.

    Raises SetExists if the draft exists and ``replace`` is false, DraftFrozen if it is in review,
    and DraftChanged if its hash is no longer ``seen``. The hash of the shipped set that was loaded
    last is left as it is.
    """
    card_set = CardSet.objects.filter(code=found.text.code).first()
    if card_set is not None and not replace:
        raise SetExists(found.text.code)
    if card_set is not None:
        check_editable(card_set)
    stored = edition_hash(draft_text(card_set)) if card_set else ""
    if seen is not None and stored != seen:
        raise DraftChanged()
    card_set = card_set or CardSet(code=found.text.code)
    try:
        write_draft(card_set, found.text)
    except ValidationError as error:
        raise NotImportable(
            [ImportProblem(ImportPlace(), partial(_said, one)) for one in error.messages]
        ) from error
    return card_set


def as_draft(text: EditionDef) -> EditionDef:
    """Return an edition with the copies and the order of decks that a draft has."""
    order = {card.code: at for at, card in enumerate(text.cards)}
    last = len(order)

    def by_card(one: object, name: str) -> int:
        return order.get(getattr(one, name), last)

    decks = (
        msgspec.structs.replace(
            deck, cards=tuple(sorted(deck.cards, key=lambda one: by_card(one, "card")))
        )
        for deck in text.decks
    )
    return msgspec.structs.replace(
        text,
        copies={code: count for code, count in text.copies.items() if count != 1},
        decks=tuple(sorted(decks, key=lambda deck: by_card(deck, "hero"))),
    )


def _said(text: str, language: Language) -> str:
    return text


def _decoded(data: bytes) -> EditionDef:
    try:
        return decode_edition(data.removeprefix(codecs.BOM_UTF8))
    except CardError as error:
        reason = partial(error_text, error)
        raise NotImportable([ImportProblem(ImportPlace(path=error.path), reason)]) from error


def _found(one: LintFinding, text: EditionDef) -> ImportProblem:
    """Return a finding of the lint at its card."""
    return ImportProblem(ImportPlace(path=place_of(one.path, text)), partial(finding_text, one))


def _draft_problems(text: EditionDef) -> list[ImportProblem]:
    """Return what no draft can have although the lint has no findings about it."""
    found = []
    if text.variant not in registry.variants:
        choices = ", ".join(registry.variants)
        unknown = finding("$.variant", "unknown-variant", code=text.variant, choices=choices)
        found.append(_found(unknown, text))
    copies = dict(text.copies)
    for deck in text.decks:
        for one in deck.cards:
            copies[one.card] = max(one.copies, copies.get(one.card, 0))
    for code, count in copies.items():
        if count > MAX_DRAFT_COPIES:
            found.append(
                problem(ImportPlace(path=code), "copies", count=count, most=MAX_DRAFT_COPIES)
            )
    return found
