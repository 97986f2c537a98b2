"""Reading editions and drafts."""

from functools import lru_cache
from itertools import groupby

from django.db.models import QuerySet

from cards import language
from cards.models import CardSet, DeckCard, Edition


def editions(*, variant: str = "") -> QuerySet[Edition]:
    """The published editions, newest first; of one variant if it is given."""
    found = Edition.objects.all()
    return found.filter(variant=variant) if variant else found


def edition_by_hash(hash: str) -> Edition:
    """The edition of this hash, or Edition.DoesNotExist."""
    return Edition.objects.get(hash=hash)


def latest_edition(variant: str) -> Edition:
    """The edition of a variant published last, or Edition.DoesNotExist."""
    found = editions(variant=variant).first()
    if found is None:
        raise Edition.DoesNotExist(f"no edition for {variant}: run load_cards")
    return found


@lru_cache(maxsize=32)
def text_of(hash: str) -> language.Edition:
    """The cards of the edition of this hash, decoded once for each process."""
    return language.decode_edition(edition_by_hash(hash).canonical)


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
