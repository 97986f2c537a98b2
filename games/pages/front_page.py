"""What the page at / shows of each game: name, players and pictures of cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from cards.language import CardDef, EditionDef, card_name
from cards.selectors import current_releases, text_of
from games.engine.variants import VARIANTS
from games.wording.language import Language
from games.wording.variant_texts import VARIANT_NAMES


@dataclass(frozen=True, slots=True)
class ShownGame:
    """A game: code, name, fewest and most players; whether it is played in rounds."""

    code: str
    name: str
    fewest: int
    most: int
    has_rounds: bool


def shown_games(language: Language, variant: str | None = None) -> list[ShownGame]:
    """Return the games in their order, or only one of them."""
    return [
        ShownGame(one.code, VARIANT_NAMES[one.code].to(language), one.fewest, one.most,
                  any(option.name == "rounds" for option in one.options))
        for one in VARIANTS.values() if variant in (None, one.code)
    ]  # fmt: skip


def shown_pictures(language: Language, edition: str = "") -> Iterator[str]:
    """Yield addresses of pictures: of one or each current edition a Wild and a number."""
    current = (release.edition.hash for _, release in sorted(current_releases().items()))
    for hash in [edition] if edition else current:
        text = text_of(hash)
        for card in (_richest(text), _plainest(text)):
            path = reverse("card-picture", args=[hash, card.code])
            yield f"{path}?lang={language}"


def shown_heroes(text: EditionDef, language: Language) -> list[tuple[str, str]]:
    """Return the heroes of an edition: the code and the name of each."""
    return [(one.code, card_name(one, language)) for one in text.cards if one.kind == "hero"]


def _richest(text: EditionDef) -> CardDef:
    return max(text.cards, key=lambda card: (card.kind == "wild", len(card.abilities), card.code))


def _plainest(text: EditionDef) -> CardDef:
    return max(text.cards, key=lambda card: (card.kind == "number", card.points, card.symbol))
