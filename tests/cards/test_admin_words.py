"""The admin of cards speaks English and French."""

import re
from datetime import UTC, datetime
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from cards.models import Card, CardSet, Edition
from cards.page_language import time_text
from tests.cards.makers import ULTIMATE, card, card_set

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]


@pytest.fixture
def admin(admin: Client) -> Client:
    admin.cookies["django_language"] = "fr-ca"
    return admin


def page(client: Client, name: str, *args: object, status: int = 200, **data: Any) -> str:
    address = reverse(f"admin:{name}", args=args)
    reply = client.post(address, data) if data else client.get(address)
    assert reply.status_code == status
    return unescape(reply.content.decode())


def test_models_and_apps_have_french_names(admin: Client) -> None:
    shown = page(admin, "index")
    for name in (
        "Cartes",
        "Jeux de cartes",
        "Éditions",
        "Organisateurs et arbitres",
    ):
        assert f"{name}\n" in shown or f"{name}<" in shown or f" {name} " in shown
    for name in ("Card sets", "Editions", "Releases", ">directing<"):
        assert name not in shown
    assert "Ajout de jeu de cartes" in page(admin, "cards_cardset_add")
    admin.cookies["django_language"] = "en"
    assert "Card sets" in page(admin, "index")


def test_the_pages_of_a_set_are_french(admin: Client) -> None:
    draft = CardSet.objects.get(code=ULTIMATE.code)
    listed = page(admin, "cards_cardset_changelist")
    assert "Variante" in listed and "Remarques" in listed and "Publier comme édition" in listed
    shown = page(admin, "cards_cardset_change", draft.pk)
    for words in ("100 définitions", "47 cartes", "43 entrées supposées", "Aucune remarque."):
        assert words in shown
    publish = page(admin, "cards_cardset_publish", draft.pk)
    for words in ("Publier ce jeu", "Édition courante", "Une édition ne change jamais.", "depuis"):
        assert words in publish
    for words in ("No findings", "Current edition", "since", "definitions"):
        assert words not in shown and words not in publish


def test_the_pages_of_an_edition_are_french(admin: Client) -> None:
    edition = Edition.objects.get(code=ULTIMATE.code)
    shown = page(admin, "cards_edition_change", edition.pk)
    assert "Cette édition." in shown and "Hulk\u00a0: 47 cartes" in shown
    assert "une mise à niveau (load_cards)" in shown
    history = page(admin, "cards_edition_history", edition.pk)
    assert "Rendue courante" in history and "Quand" in history and "Made current" not in history


def test_the_page_of_a_conflict_is_french(admin: Client) -> None:
    row = card_set("own", [card()]).cards.get()
    data = {"card_set": row.card_set_id, "definition": row.definition, "copies": "2",
            "position": "0", "seen": "0"}  # fmt: skip
    shown = page(admin, "cards_card_change", row.pk, **data)
    assert "Pas enregistré" in shown and "Not saved" not in shown
    assert Card.objects.get(pk=row.pk).copies == 1


def test_lists_and_filters_show_words_in_place_of_codes(admin: Client) -> None:
    assert "Carte blanche · " in page(admin, "cards_card_changelist")
    admin.get(reverse("admin:cards_card_changelist"), {"as": "table"})
    shown = page(admin, "cards_card_changelist")
    for words in ("Carte blanche", "feuille imprimée", "guide écrit", "décision (supposée)"):
        assert words in shown
    for code in (">draw_two<", ">sheet<", ">guide<", ">ruling<"):
        assert code not in shown.replace("\n", "").replace("  ", "")
    kinds = set(re.findall(r"field-kind_in_words[^>]*>\s*([^<]*?)\s*<", shown))
    assert "Carte blanche" in kinds and "wild" not in kinds


def test_a_time_is_in_the_form_of_the_language() -> None:
    at = datetime(2026, 11, 28, 17, 5, tzinfo=UTC)
    assert time_text(at) == "Nov. 28, 2026, 5:05 p.m."
    with override("fr-ca"):
        assert time_text(at) == "28 novembre 2026, 17\u00a0h\u00a005"
