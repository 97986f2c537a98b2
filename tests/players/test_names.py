"""Valid names of players, and tags of lookalikes."""

import pytest
from django.contrib.auth import get_user_model

from cards.language.naming import likeness
from games.players.models import Player
from games.players.names import NameRefused, checked_name, distinct_names
from games.players.services import create_guest, player_for

ALLOWED = (
    "Ada",
    "Zoë",
    "李雷",
    "Иван",
    "عمر",
    "مُحَمَّد",
    "Łukasz",
    "O'Neil",
    "O’Neil",
    "नीरज",
    "क्ष",
    "สมชาย",
    "נֹעַם",
    "Nguyễn Thị Ánh",
    "김철수",
    "ひろしABC",
    "Αλέξανδρος",
    "ქეთი",
    "🦊",
    "👍🏽",
    "🇨🇦 Canada",
    "Jean-Luc",
    "Mr. T",
    "7",
    "Иван Ivan",
    "<script>",
    "=1",
    # words that only begin like reserved ones, and a bot's name beside another word
    "Adminah",
    "Modesto",
    "Botan",
    "Lucky Random",
)


@pytest.mark.parametrize("name", ALLOWED)
def test_names_of_all_scripts_are_stored_as_they_are(name: str) -> None:
    assert checked_name(name) == name


NORMALISED = {
    "  Ada   Lovelace ": "Ada Lovelace",
    "Ｊａｎｅ": "Jane",
    "Zoe\u0308": "Zoë",
    "x²": "x2",
    "❤\ufe0f": "❤",
    "Ada\u00a0L": "Ada L",
}


@pytest.mark.parametrize(("given", "stored"), NORMALISED.items())
def test_a_name_is_normalised(given: str, stored: str) -> None:
    assert checked_name(given) == stored


REFUSED = {
    "name_blank": ("   ", "\u3000", "\ufe0f"),
    "name_characters": (
        "\u202eadA\u202c",
        "\u200b",
        "\u3164",
        "\u115f",
        "\u2800",
        "Ada\u200e",
        "Ada\u2066",
        "x\u00ad",
        "Ada\U000e0041\U000e007f",
        "\ue000",
        "\ufffc",
        "\u0378",
        "a\nb",
        "\ud83d",
        "👩\u200d🚀",
        "Ada#3f2a1c",
        "Ada＃3f2a1c",
    ),
    "name_length": ("x" * 41, "ﷺﷺﷺ"),
    "name_marks": ("a" + "\u0301" * 39, "\u0301a", "a\u0302\u0308\u0305\u0304", "e\u030b\u030b"),
    "name_scripts": ("Аda", "Аdmin", "ѕtaff", "αdmin", "fairdeаl", "Ada Аda"),
    "name_reserved": (
        "admin",
        "ADMIN",
        "AdmIn",
        "adrnin",
        "Ádmin",
        "4dm1n",
        "a.d.m.i.n",
        "a d m i n",
        "_admin_",
        "admins",
        "TheAdmin",
        "𝓐𝓭𝓶𝓲𝓷",
        "ⓐⓓⓜⓘⓝ",
        "ᴀᴅᴍɪɴ",
        "🅰🅳🅼🅸🅽",
        "🇦🇩🇲🇮🇳",
        "Ɑdmin",
        "Ｓｔａｆｆ",
        "staff-7",
        "staff7",
        "Head Judge",
        "HeadJudge",
        "juge",
        "Modérateur",
        "arbitre 2",
        "Organisatrice",
        "Système",
        "the server",
        "fa1rdea1",
        "mød",
        "greedy",
        "Greedy",
        "GREEDY 1.0",
        "Greedy 2",
        "greedy v2",
        "g r e e d y",
        "Bot greedy",
        "rand0m",
    ),
}


@pytest.mark.parametrize(
    ("reason", "name"), [(reason, name) for reason, names in REFUSED.items() for name in names]
)
def test_names_that_deceive_are_refused(reason: str, name: str) -> None:
    with pytest.raises(NameRefused) as caught:
        checked_name(name)
    assert caught.value.reason == reason


ALIKE = (("Ada", "ada"), ("Elena", "EIena"), ("Elena", "E1ena"), ("Ace", "Асе"), ("mary", "rnary"))
DIFFERENT = (("Ada", "Adam"), ("Zoe", "Zoë"), ("李雷", "李"))


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_lookalikes_have_one_likeness(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_names_have_another(one: str, other: str) -> None:
    assert likeness(one) != likeness(other)


def test_names_from_before_that_hold_invisible_characters_are_distinguished_as_well() -> None:
    assert likeness("Ada\u200e") == likeness("Ada")


def test_only_lookalikes_are_shown_with_their_tags() -> None:
    ada, other, bob = Player(name="Ada"), Player(name="АDА"), Player(name="Bob")
    assert distinct_names([ada, other, bob, bob]) == {
        ada.pk: f"Ada#{ada.pk.hex[:6]}",
        other.pk: f"АDА#{other.pk.hex[:6]}",
        bob.pk: "Bob",
    }


@pytest.mark.django_db
def test_services_store_the_normalised_name_and_refuse_the_rest() -> None:
    assert create_guest(name=" Ｊane ")[0].name == "Jane"
    with pytest.raises(NameRefused):
        create_guest(name="greedy")
    assert Player.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("full", "username", "shown"),
    [
        ("Head Judge", "hj", "Head Judge"),
        ("\u202egduJ", "admin", "admin"),
        ("", "\u202e", "User"),
        ("", "x" * 60, "x" * 40),
    ],
)
def test_staff_may_be_called_staff_but_never_invisibly(
    full: str, username: str, shown: str
) -> None:
    user = get_user_model().objects.create(username=username, first_name=full)
    expected = f"User {user.pk}" if shown == "User" else shown
    assert player_for(user=user).name == expected
