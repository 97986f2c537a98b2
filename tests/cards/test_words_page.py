"""The page of words: translators change words, and nothing else."""

from __future__ import annotations

import json
import re
from html import unescape

import msgspec
import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from cards.exchange.set_exports import export_set
from cards.exchange.word_edits import notes_of
from cards.language import card_text, fingerprint, indent_card, is_stale
from cards.models import Card, CardSet
from cards.reviews import submit
from cards.selectors import draft_text
from cards.services import load_cards
from tests.cards.makers import FRENCH

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]


@pytest.fixture
def draft() -> CardSet:
    load_cards()
    return CardSet.objects.get(code="xmen")


@pytest.fixture
def translator(client: Client, draft: CardSet) -> Client:
    user = User.objects.create(username="tess", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="translate_card"))
    client.force_login(user)
    return client


def address(draft: CardSet, query: str = "") -> str:
    return reverse("admin:cards_cardset_words", args=[draft.pk]) + query


def posted(code: str, field: str, tag: str, was: str, value: str, **more: str) -> dict[str, str]:
    key = f"{code}|{field}|{tag}"
    return {f"word|{key}": value, f"was|{key}": was} | more


def stored(draft: CardSet, code: str) -> Card:
    return draft.cards.get(code=code)


def test_a_translator_changes_words_with_history(translator: Client, draft: CardSet) -> None:
    before = draft_text(draft)
    data = posted("red-0", "name", FRENCH, "0 rouge", "Zéro rouge")
    data |= posted("wild", "text", FRENCH, "", "Choisis une couleur.")
    data |= posted("", "name", FRENCH, before.name_fr, "Les X-Men")
    data |= posted("wild", "text", "note", "", "trop long")
    assert translator.post(address(draft), data).status_code == 302
    draft.refresh_from_db()
    after = draft_text(draft)
    assert (after.name_fr, after.cards[0].name_fr) == ("Les X-Men", "Zéro rouge")
    wild = stored(draft, "wild").text()
    assert card_text(wild, after, FRENCH) == "Choisis une couleur."
    assert wild.texts[FRENCH].written_for == fingerprint(wild)
    assert notes_of(draft) == {("wild", "text"): "trop long"}
    last = stored(draft, "wild").history.first()
    assert last.history_user.username == "tess"
    plain = [msgspec.structs.replace(one, name_fr="", texts={}) for one in after.cards]
    assert plain == [msgspec.structs.replace(one, name_fr="") for one in before.cards]


def test_only_words_can_be_posted(translator: Client, draft: CardSet) -> None:
    before = draft_text(draft)
    for data in (
        posted("wild", "effects", "en", "", "[]"),
        posted("nothing", "name", "en", "", "x"),
        posted("wild", "name", "effects", "", "x"),
        posted("wild", "name", "en", "Wild", ""),
        posted("wild", "name", "en", "Wild", "a\u202eb"),
        posted("wild", "text", FRENCH, "", "x" * 1001),
        posted("wild", "name", "note", "", "x" * 301),
        {"edits": json.dumps([["wild", "effects", "en", "", "[]"]])},
    ):
        reply = translator.post(address(draft), data)
        assert reply.status_code == 409, data
        assert 'role="alert"' in reply.content.decode()
    assert translator.post(address(draft), {"edits": "{"}).status_code == 403
    for url in (
        reverse("admin:cards_card_change", args=[stored(draft, "wild").pk]),
        reverse("admin:cards_cardset_import_set"),
        reverse("admin:cards_cardset_change", args=[draft.pk]),
    ):
        assert translator.post(url, {"definition": "{}", "name": "x"}).status_code == 403
    assert draft_text(CardSet.objects.get(pk=draft.pk)) == before


def test_who_may_not_translate_sees_no_page(client: Client, draft: CardSet) -> None:
    user = User.objects.create(username="looker", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_cardset"]))
    client.force_login(user)
    assert client.get(address(draft)).status_code == 403
    data = posted("red-0", "name", FRENCH, "0 rouge", "Zéro")
    assert client.post(address(draft), data).status_code == 403
    assert stored(draft, "red-0").text().name_fr == "0 rouge"


def test_a_word_that_changed_meanwhile_is_not_overwritten(
    translator: Client, draft: CardSet
) -> None:
    data = posted("red-0", "name", FRENCH, "0 écarlate", "Zéro rouge")
    data |= posted("red-1", "name", FRENCH, "1 rouge", "Un rouge")
    reply = translator.post(address(draft), data)
    shown = unescape(reply.content.decode())
    assert reply.status_code == 409
    assert "another user has changed it meanwhile: 0 rouge" in shown
    assert 'value="Zéro rouge"' in shown and 'value="Un rouge"' in shown
    assert stored(draft, "red-1").text().name_fr == "1 rouge"


def test_stale_and_missing_words_are_marked_and_filtered(
    translator: Client, draft: CardSet
) -> None:
    translator.post(address(draft), posted("wild", "text", FRENCH, "", "Choisis."))
    assert "No words to show." in translator.get(address(draft, "?show=stale")).content.decode()
    row = stored(draft, "wild")
    changed = msgspec.structs.replace(row.text(), effects=row.text().effects * 2)
    row.definition = indent_card(changed)
    row.save()
    shown = translator.get(address(draft, "?show=stale")).content.decode()
    assert len(re.findall("<fieldset>", shown)) == 1 and "<mark>stale</mark>" in shown
    assert card_text(stored(draft, "wild").text(), None, FRENCH) != "Choisis."
    kept = posted("wild", "text", FRENCH, "Choisis.", "Choisis.")
    key = f"keep|wild|text|{FRENCH}"
    assert translator.post(address(draft), kept | {key: "on"}).status_code == 302
    assert not is_stale(stored(draft, "wild").text(), FRENCH)
    missing = posted("red-0", "name", FRENCH, "0 rouge", "")
    assert translator.post(address(draft), missing).status_code == 302
    assert "<mark>missing</mark>" in translator.get(address(draft, "?show=equal")).content.decode()


def test_a_sheet_of_words_is_previewed_then_written(translator: Client, draft: CardSet) -> None:
    for format in ("csv", "xlsx"):
        text = draft_text(draft)
        name = text.cards[0].name_fr + "!"
        cards = (msgspec.structs.replace(text.cards[0], name_fr=name), *text.cards[1:])
        changed = msgspec.structs.replace(text, cards=cards)
        content = export_set(changed, format, {("red-0", "name"): format}, "words").content
        upload = {"file": SimpleUploadedFile("words", content)}
        shown = unescape(translator.post(address(draft), upload).content.decode())
        assert f"<ins>{name}</ins>" in shown
        assert draft_text(CardSet.objects.get(pk=draft.pk)) == text
        edits = re.search(r'name="edits" value="(.*?)">', shown)
        assert edits is not None
        assert translator.post(address(draft), {"edits": edits[1]}).status_code == 302
        draft.refresh_from_db()
        assert draft_text(draft) == changed
        assert notes_of(draft) == {("red-0", "name"): format}


def test_a_sheet_with_anything_else_is_refused(translator: Client, draft: CardSet) -> None:
    text = draft_text(draft)
    for content, reason in (
        (export_set(text, "xlsx").content, "only the sheet of words"),
        (export_set(text, "csv", sheet="cards").content, "only the sheet of words"),
        (export_set(msgspec.structs.replace(text, code="other"), "csv", sheet="words").content,
         "words, row 2, column set: this row belongs to the set other"),
        (export_set(text, "csv", sheet="words").content.replace(b"0 rouge", b"r" * 61),
         "words, row 3, column fr-CA: name_fr has 61 characters"),
    ):  # fmt: skip
        reply = translator.post(address(draft), {"file": SimpleUploadedFile("words", content)})
        assert reason in unescape(reply.content.decode())
    assert draft_text(CardSet.objects.get(pk=draft.pk)) == text


def test_a_frozen_draft_keeps_its_words(translator: Client, draft: CardSet) -> None:
    translator.post(address(draft), posted("red-0", "name", FRENCH, "0 rouge", "Zéro"))
    boss = User.objects.create(username="boss", is_superuser=True)
    submit(card_set=draft, by=boss, reason="look at it")
    reply = translator.post(address(draft), posted("red-0", "name", FRENCH, "Zéro", "Nul"))
    assert reply.status_code == 409 and "is frozen" in reply.content.decode()
    assert stored(draft, "red-0").text().name_fr == "Zéro"
