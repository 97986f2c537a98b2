"""The admin of cards: drafts, editions, releases."""

from cards.studio.cards_admin import CardAdmin
from cards.studio.editions_admin import EditionAdmin, ReleaseAdmin
from cards.studio.sets_admin import CardSetAdmin

__all__ = ["CardAdmin", "CardSetAdmin", "EditionAdmin", "ReleaseAdmin"]
