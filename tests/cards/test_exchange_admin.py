"""The admin pages that export and import sets."""

import re
from html import unescape
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bots.studio.reviews import submit
from cards.language import edition_hash, encode_edition
from cards.models import Card, CardSet, Edition
from cards.selectors import draft_text
from cards.services import shipped_editions
from tests.cards.makers import wild

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

XMEN = next(one for one in shipped_editions() if one.code == "xmen")
FOREIGN = msgspec.structs.replace(XMEN, name="<b>Foreign</b>")
IMPORT = "admin:cards_cardset_import_set"


def upload(client: Client, data: bytes, code: str = "") -> str:
    """The page after a file was chosen."""
    form = {"file": SimpleUploadedFile("set", data), "code": code}
    reply = client.post(reverse(IMPORT), form)
    assert reply.status_code == 200
    return reply.content.decode()


def hidden(shown: str) -> dict[str, str]:
    """The hidden fields of the page that confirms."""
    found = re.findall(r'<input type="hidden" name="(content|seen)"(?: value="([^"]*)")?', shown)
    return {name: unescape(value) for name, value in found}


def confirm(client: Client, shown: str) -> Any:
    return client.post(reverse(IMPORT), hidden(shown))


def test_a_draft_and_an_edition_are_exported(admin: Client) -> None:
    for model, row in (("cardset", CardSet), ("edition", Edition)):
        key = row.objects.get(code="xmen").pk
        url = reverse(f"admin:cards_{model}_export", args=[key])
        page = reverse(f"admin:cards_{model}_change", args=[key])
        assert f'href="{url}"' in admin.get(page).content.decode()
        reply = admin.get(url)
        assert reply["Content-Disposition"] == 'attachment; filename="xmen.json"'
        assert reply.content == encode_edition(XMEN)


def test_a_file_shows_what_it_changes_and_changes_nothing(admin: Client) -> None:
    before = list(CardSet.objects.values()) + list(Card.objects.values())
    history = Card.history.count() + CardSet.history.count()
    shown = upload(admin, encode_edition(FOREIGN))
    assert "There is a draft xmen here." in shown
    assert "&lt;b&gt;Foreign&lt;/b&gt;" in shown and "X-Men (2026)" in shown
    assert "already" in upload(admin, encode_edition(XMEN))
    assert list(CardSet.objects.values()) + list(Card.objects.values()) == before
    assert Card.history.count() + CardSet.history.count() == history


def test_a_draft_is_replaced_as_it_was_shown(admin: Client) -> None:
    shown = upload(admin, encode_edition(FOREIGN))
    assert "Replace my draft xmen" in shown
    CardSet.objects.filter(code="xmen").update(name="Changed meanwhile")
    again = confirm(admin, shown).content.decode()
    assert "The draft has changed meanwhile." in again
    assert "Changed meanwhile" in again
    assert confirm(admin, again).status_code == 302
    assert edition_hash(draft_text(CardSet.objects.get(code="xmen"))) == edition_hash(FOREIGN)
    last = CardSet.history.filter(code="xmen").first()
    assert last is not None and last.history_user.username == "keeper"


def test_a_set_is_imported_under_another_code(admin: Client) -> None:
    assert "Use lower-case letters" in upload(admin, encode_edition(FOREIGN), "No Good")
    assert "There is a draft avengers here." in upload(admin, encode_edition(FOREIGN), "avengers")
    shown = upload(admin, encode_edition(FOREIGN), "foreign")
    assert "There is no draft foreign" in shown
    reply = confirm(admin, shown)
    foreign = CardSet.objects.get(code="foreign")
    assert reply["Location"] == reverse("admin:cards_cardset_change", args=[foreign.pk])
    assert foreign.cards.count() == len(XMEN.cards)
    assert CardSet.objects.get(code="xmen").name == XMEN.name


def test_a_draft_in_review_is_not_replaced(admin: Client) -> None:
    draft = CardSet.objects.get(code="xmen")
    boss = User.objects.get(username="keeper")
    changed = msgspec.structs.replace(XMEN, name="Mine")
    assert confirm(admin, upload(admin, encode_edition(changed))).status_code == 302
    submit(card_set=draft, by=boss, reason="look at it")
    shown = upload(admin, encode_edition(FOREIGN))
    assert "is frozen" in confirm(admin, shown).content.decode()
    assert draft_text(CardSet.objects.get(code="xmen")) == changed


def test_problems_are_listed_and_nothing_is_imported(admin: Client) -> None:
    bad = msgspec.structs.replace(FOREIGN, cards=(*XMEN.cards, wild({"effect": "choose_player"})))
    assert "own-wild, effects[1]: “target” is chosen" in unescape(
        upload(admin, encode_edition(bad))
    )
    admin.cookies["django_language"] = "fr-ca"
    shown = unescape(upload(admin, encode_edition(bad)))
    assert "own-wild, effects[1]\u00a0: «\u00a0target\u00a0» est choisi" in shown
    forged = admin.post(reverse(IMPORT), {"content": encode_edition(bad).decode()})
    assert "«\u00a0target\u00a0» est choisi" in forged.content.decode()
    empty = admin.post(reverse(IMPORT), {})
    assert empty.status_code == 200
    assert draft_text(CardSet.objects.get(code="xmen")) == XMEN


def test_who_may_not_write_drafts_may_not_import(admin: Client) -> None:
    looker = User.objects.create(username="looker", is_staff=True)
    looker.user_permissions.set(Permission.objects.filter(codename__in=["view_cardset"]))
    admin.force_login(looker)
    assert (
        reverse(IMPORT) not in admin.get(reverse("admin:cards_cardset_changelist")).content.decode()
    )
    for data in ({}, {"content": encode_edition(FOREIGN).decode()}):
        assert admin.post(reverse(IMPORT), data).status_code == 403
    assert admin.get(reverse(IMPORT)).status_code == 403
    assert CardSet.objects.get(code="xmen").name == XMEN.name
    export = reverse("admin:cards_cardset_export", args=[CardSet.objects.get(code="xmen").pk])
    assert admin.get(export).status_code == 200
    looker.user_permissions.clear()
    admin.force_login(User.objects.get(username="looker"))
    assert admin.get(export).status_code == 403
