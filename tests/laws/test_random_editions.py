"""Laws of random editions: what the lint passes can be dealt, played, and played to the end."""

from collections import Counter

import pytest

from bots.rehearsal import ruleset_for_table
from bots.rehearsal_tally import rehearse
from cards.language import (
    LANGUAGES,
    EditionDef,
    card_text,
    decode_edition,
    encode_edition,
    lint_edition,
)
from games.engine import VARIANTS, RulesetError, check_deal
from tests.laws.random_editions import EDITION_COUNT, random_editions

pytestmark = pytest.mark.slow

GAMES = 6
"""How many games are played with each edition; random and greedy bots take turns."""


def can_be_dealt(edition: EditionDef) -> bool:
    """Whether the box is large enough for each number of seats, as the publishing gate checks."""
    variant = VARIANTS[edition.variant]
    try:
        for size in range(variant.fewest, variant.most + 1):
            check_deal(ruleset_for_table(edition, size)[0])
    except RulesetError:
        return False
    return True


def troubles(edition: EditionDef, seed: int) -> dict[str, int]:
    """Play games of several sizes; return what went wrong, and in how many."""
    variant = VARIANTS[edition.variant]
    sizes = sorted({variant.fewest, 4, variant.most if variant.own_decks else 7})
    bots = ["random", "greedy"]
    played = rehearse(edition, games=GAMES, seats=sizes, bots=bots, seed=seed * GAMES)
    assert played.games == GAMES
    return {f"{one.kind}: {one.detail} (edition {seed})": one.games for one in played.troubles}


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_edition_that_passes_the_lint_starts_goes_on_and_ends(variant: str) -> None:
    games, found = 0, Counter[str]()
    for seed, edition in random_editions(variant):
        assert lint_edition(edition) == []
        assert decode_edition(encode_edition(edition)) == edition
        for card in edition.cards:
            assert all(card_text(card, edition, language) for language in LANGUAGES if card.effects)
        if not can_be_dealt(edition):
            continue
        games += GAMES
        found.update(troubles(edition, seed))
    assert games >= EDITION_COUNT * GAMES * 0.8
    # Texts that make all players take cards can make a game of bots as long as one likes, without
    # any move being impossible. The publishing gate refuses them when it meets such a game.
    long = {one for one in found if one.startswith("endless game")}
    assert found.keys() - long == set()
    assert sum(found[one] for one in long) <= games * 0.02
