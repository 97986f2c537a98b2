"""The goal of each game in a few sentences, and the glossary of its words."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from cards.language import LANGUAGES
from cards.services import shipped_editions
from games.api.refused_moves import MOVES
from games.engine import VARIANTS
from games.engine.moves import RevokeKey
from games.engine.rulebook import load_rulebook
from games.messages.prompt_messages import PromptKind
from games.wording.goals import GLOSSARY, GOALS, glossary_of, goal_of
from games.wording.labels import label_of
from tests.api.client import Caller

BY_CARD = {"player", "card", "mode", "confirm"}
"""The questions that the text of a card explains, and no term."""

WORDS = Path(__file__).parents[1] / "games"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_described_in_about_ten_sentences(variant: str) -> None:
    english, french = (goal_of(variant, language) for language in LANGUAGES)
    assert 9 <= len(english) == len(french) <= 11
    assert not {*english} & {*french}
    assert english[0].startswith("Be the first to have no cards left in your hand")
    assert any("Call UNO" in one and "you draw two cards" in one for one in english)


@pytest.mark.parametrize("variant", VARIANTS)
def test_each_label_of_a_game_has_one_term(variant: str) -> None:
    terms = glossary_of(variant, "en")
    (edition,) = (one for one in shipped_editions() if one.variant == variant)
    moves = [move for term in terms for move in term.moves]
    assert sorted(moves) == sorted({*MOVES} - {"choose"})
    prompts = [prompt for term in terms for prompt in term.prompts]
    asked = {*get_args(PromptKind)} - BY_CARD
    asked -= {"character"} if variant != "xmen" else set()
    asked -= {"challenge"} if variant == "ultimate" else set()
    assert sorted(prompts) == sorted(asked)
    kinds = [kind for term in terms for kind in term.kinds]
    assert sorted(kinds) == sorted({card.kind for card in edition.cards})
    named = {card for term in terms for card in term.cards}
    assert named <= {card.code for card in edition.cards}


def test_terms_cite_rules_and_occur_in_what_players_read() -> None:
    rules = {rule.id for rule in load_rulebook()}
    read = "".join(path.read_text("utf-8") for path in WORDS.glob("*_words.json"))
    (edition,) = (one for one in shipped_editions() if one.variant == "xmen")
    for variant in VARIANTS:
        assert len({*GOALS[variant]}) == len(GOALS[variant])
        assert len({*GLOSSARY[variant]}) == len(GLOSSARY[variant])
        for language in LANGUAGES:
            offered = label_of(edition, RevokeKey(0), "", language)
            told = read + " ".join([*goal_of(variant, language), offered])
            for term in glossary_of(variant, language):
                assert {*term.rules} <= rules, term.id
                assert any(form in told for form in term.forms), (term.id, term.forms)


@pytest.mark.django_db
def test_a_variant_has_its_goal_and_its_glossary() -> None:
    expected = {
        "en": (
            "Burn",
            "Lay cards from the top of the own Character Deck face up on the Burn Pile,",
        ),
        "fr-CA": ("Brûler", "Déposer des cartes du dessus de son paquet de cartes Personnage face"),
    }
    for language, (title, text) in expected.items():
        told: dict[str, Any] = Caller(language=language).get("variants/ultimate/").json
        (term,) = (one for one in told["glossary"] if one["id"] == "burn")
        assert (term["title"], term["rules"]) == (title, ["ultimate.burn"])
        assert term["text"].startswith(text)
    assert json.dumps(Caller().get("variants/").json).count("glossary") == 0
