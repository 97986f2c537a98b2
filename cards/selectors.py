"""Reading editions and drafts."""

from functools import lru_cache
from itertools import groupby

from django.db.models import Max, QuerySet

from cards import language
from cards.models import CardSet, DeckCard, Edition, Release


def editions(*, variant: str = "") -> QuerySet[Edition]:
    """The published editions, newest first; of one variant if it is given."""
    found = Edition.objects.all()
    return found.filter(variant=variant) if variant else found


def edition_by_hash(hash: str) -> Edition:
    """The edition of this hash, or Edition.DoesNotExist."""
    return Edition.objects.get(hash=hash)


def current_release(variant: str) -> Release | None:
    """The last release of a variant: its edition is the current one."""
    return Release.objects.filter(variant=variant).select_related("edition", "by").first()


def current_edition(variant: str) -> Edition:
    """The current edition of a variant, or Edition.DoesNotExist."""
    release = current_release(variant)
    if release is None:
        raise Edition.DoesNotExist(f"no edition of {variant} is released: run load_cards")
    return release.edition


def is_current(edition: Edition) -> bool:
    """Whether new games of its variant are played with it."""
    release = current_release(edition.variant)
    return release is not None and release.edition_id == edition.pk


def current_releases() -> dict[str, Release]:
    """The last release of each variant, without the cards of its edition."""
    last = Release.objects.order_by().values("variant").annotate(last=Max("pk")).values("last")
    found = Release.objects.filter(pk__in=last).select_related("edition")
    return {one.variant: one for one in found.defer("edition__canonical")}


def releases_of(edition: Edition) -> QuerySet[Release]:
    """When an edition became current, and by whom; the last time first."""
    return edition.releases.select_related("by")


@lru_cache(maxsize=32)
def text_of(hash: str) -> language.Edition:
    """The cards of the edition of this hash, decoded once for each process."""
    return language.decode_edition(edition_by_hash(hash).canonical)


def published_before(hash: str) -> Edition | None:
    """The edition of this hash, if the same cards were published before."""
    return Edition.objects.filter(hash=hash).first()


def draft_text(card_set: CardSet) -> language.Edition:
    """A draft as an edition: what publishing it would freeze."""
    cards = list(card_set.cards.all())
    return language.Edition(
        code=card_set.code,
        name=card_set.name,
        name_fr=card_set.name_fr,
        variant=card_set.variant,
        colors=tuple(card_set.colors),
        cards=tuple(card.text() for card in cards),
        copies={card.code: card.copies for card in cards if card.copies != 1},
        decks=draft_decks(card_set),
    )


def draft_decks(card_set: CardSet) -> tuple[language.Deck, ...]:
    """The Character Decks of a draft, in the order of its heroes."""
    rows = DeckCard.objects.filter(hero__card_set=card_set).select_related("hero", "card")
    return tuple(
        language.Deck(hero=hero, cards=tuple(_deck_card(row) for row in deck))
        for hero, deck in groupby(rows, key=lambda row: row.hero.code)
    )


def _deck_card(row: DeckCard) -> language.DeckCard:
    basis: language.Basis = row.basis  # type: ignore[assignment]
    return language.DeckCard(card=row.card.code, copies=row.copies, basis=basis)
