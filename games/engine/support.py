"""Check that the engine can carry out every part of an edition's cards."""

from __future__ import annotations

from cards.language import EditionDef, LintFinding, unsupported
from games.engine.variants import Variant


class RulesetError(Exception):
    """An edition and a setup make no game; the message says why."""


class NotPlayable(RulesetError):
    """An edition cannot be played; ``why`` is the finding that says so."""

    def __init__(self, why: LintFinding) -> None:
        super().__init__(str(why))
        self.why = why


def check_supported(variant: Variant, edition: EditionDef) -> None:
    """Raise ``NotPlayable`` for a part of a card that the engine would ignore."""
    for card in edition.cards:
        for one in unsupported(card, card.code, one_pack=not variant.own_decks):
            raise NotPlayable(one)
