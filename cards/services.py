"""Write editions, releases and drafts."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from cards import language, registry
from cards.draft_errors import DraftFrozen
from cards.findings.lint_texts import finding_text, place_text
from cards.freezing import check_editable, lock_sets
from cards.language import LintFinding, lint_edition
from cards.models import Card, CardSet, DeckCard, Edition, Means, Release
from cards.models.draft_acts import one_act
from cards.selectors import current_release, draft_text, editions, is_current

SHIPPED = Path(__file__).parent / "data"

TRIAL_CODE: Final = "{code}~draft"
"""The code of a draft that is tried, which the lint refuses to publish."""
TRIAL_NAME: Final = "{name} (draft)"
TRIAL_NAME_FR: Final = "{name} (brouillon)"


class NotPublishable(ValueError):
    """The lint or a check has findings, so the cards cannot be published or released."""

    def __init__(self, text: language.EditionDef, findings: list[LintFinding]) -> None:
        self.text = text
        self.findings = findings
        super().__init__("\n".join(self.lines_in("en")))

    def lines_in(self, tongue: language.Language) -> list[str]:
        """Return the findings as sentences, with their places."""
        return [
            f"{place_text(one.path, self.text, tongue)}: {finding_text(one, tongue)}"
            for one in self.findings
        ]


class AlreadyCurrent(ValueError):
    """The edition is already the current one of its variant."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The user who publishes or releases, the means, and the reason."""

    means: Means
    reason: str
    by: User | None = None


@dataclass(frozen=True, slots=True)
class Published:
    """The result of publishing a draft.

    ``is_new`` is false if the same cards were published before; ``release`` is None unless the
    edition became current.
    """

    edition: Edition
    is_new: bool
    release: Release | None


@dataclass(frozen=True, slots=True)
class Loaded:
    """The result of loading one shipped edition."""

    edition: Edition
    published: bool
    draft: str  # created, updated, unchanged; not updated: edited (by a user), frozen (in review)
    current: str  # released, unchanged (already current), or other (a user released another)


def shipped_editions() -> list[language.EditionDef]:
    """Return the editions in ``cards/data``."""
    return [language.decode_edition(path.read_bytes()) for path in sorted(SHIPPED.glob("*.json"))]


@transaction.atomic
def load_cards() -> list[Loaded]:
    """Publish and release the shipped editions and create their drafts; idempotent.

    A draft that a user has edited is not updated, and a shipped edition is not released if a user
    has released another one.
    """
    return [_load(text) for text in shipped_editions()]


@transaction.atomic
def record_edition(*, text: language.EditionDef, origin: Origin, current: bool) -> Published:
    """Store an edition whose cards are checked, and release it if it is to be current."""
    edition, is_new = _publish(text, origin)
    release = None
    if current and not _is_current_locked(edition):
        release = _release(edition, origin)
    return Published(edition, is_new, release)


def store_edition(*, text: language.EditionDef, origin: Origin) -> Published:
    """Store the edition of another server, with its hash; raises NotPublishable.

    It must pass the lint and the registered checks, and is not made current.
    """
    check_publishable(text)
    edition, is_new = _publish(text, origin)
    return Published(edition, is_new, None)


def store_trial(*, text: language.EditionDef, by: User) -> Edition:
    """Store a draft with which only games that name its hash are played.

    Raise NotPublishable for findings of the lint or a check. It has a code and names of its own, so
    that its hash is never that of what is published later.
    """
    check_publishable(text)
    names = {tag: TRIAL_NAME.format(name=name) for tag, name in text.names.items()}
    trial = msgspec.structs.replace(
        text,
        code=TRIAL_CODE.format(code=text.code[:30]),
        name=TRIAL_NAME.format(name=text.name[:90]),
        name_fr=text.name_fr and TRIAL_NAME_FR.format(name=text.name_fr[:85]),
        names=names,
    )
    return _publish(trial, Origin(Means.TRIAL, "", by))[0]


def release_edition(*, edition: Edition, origin: Origin) -> Release:
    """Make a published edition the current one of its variant, older or newer.

    Raise AlreadyCurrent, or NotPublishable if a registered check has findings.
    """
    check_releasable(edition)
    return record_release(edition=edition, origin=origin)


def check_releasable(edition: Edition) -> None:
    """Raise AlreadyCurrent, or NotPublishable if a registered check has findings."""
    if is_current(edition):
        raise AlreadyCurrent(f"{edition} is already current.")
    check_playable(edition)


def check_playable(edition: Edition) -> None:
    """Raise NotPublishable if a registered check has findings about an edition."""
    text = edition.text()
    for check in registry.edition_checks:
        findings = check(text)
        if findings:
            raise NotPublishable(text, findings)


@transaction.atomic
def record_release(*, edition: Edition, origin: Origin) -> Release:
    """Store the release of an edition that is checked; raises AlreadyCurrent."""
    if _is_current_locked(edition):
        raise AlreadyCurrent(f"{edition} is already current.")
    return _release(edition, origin)


def _is_current_locked(edition: Edition) -> bool:
    """Whether it is current; locks it, so that it is not released twice."""
    published = editions().select_for_update(no_key=True)
    published.values_list("pk").get(pk=edition.pk)
    return is_current(edition)


def _release(edition: Edition, origin: Origin) -> Release:
    return Release.objects.create(
        variant=edition.variant,
        edition=edition,
        by=origin.by,
        means=origin.means,
        reason=origin.reason,
    )


def check_publishable(text: language.EditionDef) -> None:
    """Raise NotPublishable for findings of the lint, else of the registered checks."""
    findings = lint_edition(text)
    for check in registry.edition_checks:
        findings = findings or check(text)
    if findings:
        raise NotPublishable(text, findings)


def _load(text: language.EditionDef) -> Loaded:
    findings = lint_edition(text)
    if findings:
        raise NotPublishable(text, findings)
    origin = Origin(Means.SHIPPED, "It is shipped with the program.")
    edition, published = _publish(text, origin)
    current = _release_shipped(edition, origin)
    return Loaded(edition, published, _draft(text, edition.hash), current)


def _release_shipped(edition: Edition, origin: Origin) -> str:
    """Release a shipped edition unless a user has released another one."""
    last = current_release(edition.variant)
    if last is not None and last.edition_id == edition.pk:
        return "unchanged"
    if last is not None and last.means != Means.SHIPPED:
        return "other"
    _release(edition, origin)
    return "released"


def _publish(text: language.EditionDef, origin: Origin) -> tuple[Edition, bool]:
    return Edition.objects.get_or_create(
        hash=language.edition_hash(text),
        defaults={
            "code": text.code,
            "name": text.name,
            "name_fr": text.name_fr,
            "variant": text.variant,
            "canonical": language.encode_edition(text).decode(),
            "published_by": origin.by,
            "means": origin.means,
            "reason": origin.reason,
        },
    )


def _draft(text: language.EditionDef, hash: str) -> str:
    """Update the draft to the shipped edition, unless a user has edited it."""
    card_set = CardSet.objects.filter(code=text.code).first()
    if card_set is None:
        write_draft(CardSet(code=text.code, loaded_hash=hash), text)
        return "created"
    lock_sets(card_set.pk)
    if language.edition_hash(draft_text(card_set)) != card_set.loaded_hash:
        return "edited"
    if card_set.loaded_hash == hash:
        return "unchanged"
    try:
        check_editable(card_set)
    except DraftFrozen:
        return "frozen"
    card_set.loaded_hash = hash
    write_draft(card_set, text)
    return "updated"


@one_act()
def write_draft(card_set: CardSet, text: language.EditionDef) -> None:
    """Give a draft, new or stored, the content of an edition; raises ValidationError."""
    card_set.name, card_set.name_fr = text.name, text.name_fr
    card_set.variant, card_set.colors = text.variant, list(text.colors)
    card_set.names = dict(text.names)
    card_set.full_clean()
    card_set.save()
    for obsolete in card_set.cards.exclude(code__in=[card.code for card in text.cards]):
        obsolete.delete()
    stored = {card.code: card for card in card_set.cards.all()}
    rows = [stored.get(card.code) or Card(card_set=card_set) for card in text.cards]
    changed = []
    for position, (row, card) in enumerate(zip(rows, text.cards, strict=True)):
        before = (row.position, row.copies, row.definition)
        row.position, row.copies = position, text.copies.get(card.code, 1)
        row.definition = language.indent_card(card)
        row.copy_definition()
        if before != (row.position, row.copies, row.definition):
            changed.append(row)
    added = [row for row in changed if row._state.adding]
    kept = [row for row in changed if not row._state.adding]
    columns = ["kind", "basis", "position", "copies", "definition"]
    bulk_create_with_history(added, Card)
    bulk_update_with_history(kept, Card, columns)
    _write_decks(card_set, text)


def _write_decks(card_set: CardSet, text: language.EditionDef) -> None:
    cards = {card.code: card for card in card_set.cards.all()}
    stored = DeckCard.objects.filter(hero__card_set=card_set)
    obsolete = {(row.hero_id, row.card_id): row for row in stored}
    added: list[DeckCard] = []
    kept: list[DeckCard] = []
    for deck in text.decks:
        for one in deck.cards:
            hero, card = cards[deck.hero], cards[one.card]
            row = obsolete.pop((hero.pk, card.pk), None) or DeckCard(hero=hero, card=card)
            if row.pk and (row.copies, row.basis) == (one.copies, one.basis):
                continue
            row.copies, row.basis = one.copies, one.basis
            (kept if row.pk else added).append(row)
    for row in obsolete.values():
        row.delete()
    bulk_update_with_history(kept, DeckCard, ["copies", "basis"])
    bulk_create_with_history(added, DeckCard)
