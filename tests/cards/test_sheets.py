"""Pictures of drafts and editions in the admin, and the sheet of all cards."""

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from cards.models import Card, CardSet, Edition
from cards.pictures.sheets import sheet_context
from tests.cards.makers import ULTIMATE, card, card_set

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_draft_has_a_picture_in_the_language_of_the_page(admin: Client) -> None:
    smash = Card.objects.get(card_set__code=ULTIMATE.code, code="hulk-smash")
    address = reverse("admin:cards_cardset_picture", args=[smash.card_set_id, smash.code])
    reply = admin.get(address)
    assert reply["Content-Type"] == "image/svg+xml"
    drawn = reply.content.decode()
    assert ">Hulk · wild</text>" in drawn
    assert admin.get(address, headers={"If-None-Match": reply["ETag"]}).status_code == 304
    admin.cookies["django_language"] = "fr-ca"
    assert ">Hulk · Carte blanche</text>" in admin.get(address).content.decode()
    smash.definition = smash.definition.replace("Hulk Smash", "Hulk Crash")
    smash.save()
    assert ">Hulk Crash</text>" in admin.get(address).content.decode()
    listed = admin.get(reverse("admin:cards_card_changelist"), {"q": "hulk-smash"})
    assert f'src="{address}"' in listed.content.decode()


def test_an_edition_has_the_pictures_of_its_cards(admin: Client) -> None:
    edition = Edition.objects.get(code=ULTIMATE.code)
    address = reverse("admin:cards_edition_picture", args=[edition.pk, "red-5"])
    assert ">Red 5</text>" in admin.get(address).content.decode()
    assert (
        address
        in admin.get(reverse("admin:cards_edition_change", args=[edition.pk])).content.decode()
    )
    nowhere = reverse("admin:cards_edition_picture", args=[edition.pk, "red-77"])
    assert admin.get(nowhere).status_code == 404


def test_the_sheet_of_a_set_shows_every_card(admin: Client) -> None:
    draft = CardSet.objects.get(code=ULTIMATE.code)
    address = reverse("admin:cards_cardset_sheet", args=[draft.pk])
    assert (
        address
        in admin.get(reverse("admin:cards_cardset_change", args=[draft.pk])).content.decode()
    )
    shown = admin.get(address).content.decode()
    assert shown.count("<figure>") == 100 and "Gamma Charge × 2" in shown
    every = admin.get(address, {"copies": "box", "size": "card"}).content.decode()
    assert every.count("<figure>") == 224 and "size-card" in every
    odd = admin.get(address, {"copies": "<b>", "size": "no"}).content.decode()
    assert odd.count("<figure>") == 100 and "<b>" not in odd
    edition = Edition.objects.get(code=ULTIMATE.code)
    theirs = admin.get(reverse("admin:cards_edition_sheet", args=[edition.pk])).content.decode()
    assert theirs.count("<figure>") == 100


def test_what_users_write_is_escaped_on_a_sheet(admin: Client) -> None:
    draft = card_set("own", [card(name='"><script>alert(1)</script>')])
    shown = admin.get(reverse("admin:cards_cardset_sheet", args=[draft.pk])).content.decode()
    assert "<script>alert" not in shown and "&lt;script&gt;" in shown


def test_drafts_are_not_shown_to_those_who_may_not_see_cards(admin: Client) -> None:
    row = Card.objects.all()[0]
    stranger = User.objects.create(username="stranger", is_staff=True)
    stranger.user_permissions.add(Permission.objects.get(codename="view_group"))
    admin.force_login(stranger)
    key = row.card_set_id
    for name, args in (("cardset_picture", [key, row.code]), ("cardset_sheet", [key])):
        assert admin.get(reverse(f"admin:cards_{name}", args=args)).status_code == 403


def test_the_number_of_pictures_is_limited() -> None:
    cards = [card(f"red-{number}") for number in range(50)]
    from tests.cards.makers import edition

    many = edition(*cards, copies={one.code: 100 for one in cards})
    with override("fr-ca"):
        context = sheet_context(many, lambda one: one.code, {"copies": "box"})
    assert len(context["sheet_cards"]) == 2000
    assert context["title"] == "Toutes les cartes\u00a0: Own"
