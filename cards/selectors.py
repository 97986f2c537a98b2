"""Read editions, releases, drafts and proposals."""

from functools import lru_cache
from itertools import groupby

from django.db.models import Exists, Max, OuterRef, QuerySet

from cards import language
from cards.models import OPEN, CardSet, DeckCard, Edition, Means, Proposal, Release


def editions(*, variant: str = "") -> QuerySet[Edition]:
    """Return the published editions, newest first; only of one variant if it is given."""
    found = Edition.objects.exclude(means=Means.TRIAL)
    return found.filter(variant=variant) if variant else found


def edition_by_hash(hash: str) -> Edition:
    """Return the edition with a hash, or raise Edition.DoesNotExist."""
    return Edition.objects.get(hash=hash)


def current_release(variant: str) -> Release | None:
    """Return the last release of a variant, whose edition is the current one."""
    return Release.objects.filter(variant=variant).select_related("edition", "by").first()


def current_edition(variant: str) -> Edition:
    """Return the current edition of a variant, or raise Edition.DoesNotExist."""
    release = current_release(variant)
    if release is None:
        raise Edition.DoesNotExist(f"no edition of {variant} is released: run load_cards")
    return release.edition


def is_current(edition: Edition) -> bool:
    """Whether new games of the variant use the edition."""
    release = current_release(edition.variant)
    return release is not None and release.edition_id == edition.pk


def is_stopped(edition: Edition) -> bool:
    """Whether no new game may use an edition, because a move with it had no end.

    That was after its last release. See common.endless.
    """
    later = edition.releases.filter(at__gt=OuterRef("at"))
    return edition.endless_moves.filter(~Exists(later)).exists()


def current_releases() -> dict[str, Release]:
    """Return each variant's last release by code; `canonical` is deferred."""
    last = Release.objects.order_by().values("variant").annotate(last=Max("pk")).values("last")
    found = Release.objects.filter(pk__in=last).select_related("edition")
    return {one.variant: one for one in found.defer("edition__canonical")}


def releases_of(edition: Edition) -> QuerySet[Release]:
    """Return the releases of an edition, newest first."""
    return edition.releases.select_related("by")


@lru_cache(maxsize=32)
def text_of(hash: str) -> language.EditionDef:
    """Return the decoded edition with a hash; the last 32 are cached in the process."""
    return language.decode_edition(edition_by_hash(hash).canonical)


def published_before(hash: str) -> Edition | None:
    """Return the published edition with a hash, or None."""
    return Edition.objects.filter(hash=hash).first()


def draft_text(card_set: CardSet) -> language.EditionDef:
    """Return a draft as the edition that publishing it would create."""
    cards = list(card_set.cards.all())
    return language.EditionDef(
        code=card_set.code,
        name=card_set.name,
        name_fr=card_set.name_fr,
        variant=card_set.variant,
        colors=tuple(card_set.colors),
        cards=tuple(card.text() for card in cards),
        copies={card.code: card.copies for card in cards if card.copies != 1},
        decks=draft_decks(card_set),
        names=card_set.names,
    )


def draft_decks(card_set: CardSet) -> tuple[language.Deck, ...]:
    """Return the Character Decks of a draft, in the order of its heroes."""
    rows = DeckCard.objects.filter(hero__card_set=card_set).select_related("hero", "card")
    return tuple(
        language.Deck(hero=hero, cards=tuple(_deck_card(row) for row in deck))
        for hero, deck in groupby(rows, key=lambda row: row.hero.code)
    )


def _deck_card(row: DeckCard) -> language.DeckCardDef:
    basis: language.Basis = row.basis  # type: ignore[assignment]
    return language.DeckCardDef(card=row.card.code, copies=row.copies, basis=basis)


def open_proposal(card_set: CardSet) -> Proposal | None:
    """Return the proposal that freezes a draft, or None."""
    return Proposal.objects.filter(card_set=card_set, state__in=OPEN).first()
