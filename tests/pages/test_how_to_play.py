"""The page /rules/: how each game is played, for a person who does not know it."""

import re

import pytest
from django.test import Client
from django.utils.html import escape

from cards.language import Language
from games.wording.goals import glossary_of, goal_of
from games.wording.variant_texts import VARIANT_NAMES
from games.wording.verifier_texts import TEXTS


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_it_tells_the_goals_and_the_words_of_all_games(db: None, language: Language) -> None:
    page = Client().get("/rules/", headers={"Accept-Language": language}).content.decode()
    assert f'<html lang="{language}"' in page
    for code in VARIANT_NAMES:
        section = re.search(rf'<section aria-labelledby="{code}">(.*?)</section>', page, re.DOTALL)
        assert section and f'href="#{code}"' in page
        told = [*goal_of(code, language)]
        for term in glossary_of(code, language):
            told += [term.title, term.text]
        assert [text for text in told if escape(text) not in section[1]] == []


def test_every_page_leads_to_it(db: None) -> None:
    for path in ("/", "/play/", "/audit/", "/verify/"):
        assert 'href="/rules/"' in Client().get(path).content.decode()


@pytest.mark.parametrize("language", ["en", "fr-CA"])
def test_pages_say_what_is_not_proven(db: None, language: Language) -> None:
    """What the owner can do unseen stands where a player reads it, in the own language."""
    headers = {"Accept-Language": language}
    told = Client().get("/rules/", headers=headers).content.decode().partition('id="proof"')[2]
    sentences = re.findall(r"<li>([^<]+)</li>", told.partition("</section>")[0])
    assert len(sentences) == 10
    assert ("Sealed by the server only" in sentences[0]) == (language == "en")
    front = Client().get("/", headers=headers).content.decode()
    assert 'href="/rules/#proof"' in front
    verify = Client().get("/verify/", headers=headers).content.decode()
    assert escape(TEXTS.say("program_from_server", language)) in verify
