"""The page of the vocabulary: whole, in both languages; the schema over the API."""

import json
import re
from html import unescape

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.test import Client

from bots.studio.admin_pages.vocabulary_page import vocabulary
from cards.language import LANGUAGES, card_schema, encode_edition, plain_card
from cards.services import shipped_editions
from cards.vocabulary import ABILITIES, VERBS
from tests.cards.makers import ULTIMATE

ADDRESS = "/api/v1/schemas/card.json"


def test_every_verb_and_ability_has_its_fields_and_its_shipped_example() -> None:
    """A verb that no shipped card has is in tests/engine/invented.json instead."""
    shipped = {tag for one in shipped_editions() for tag in tags_of(encode_edition(one))}
    for language in LANGUAGES:
        words = vocabulary(language)
        assert [one.name for one in words.verbs] == list(VERBS)
        assert [one.name for one in words.abilities] == list(ABILITIES)
        for entry in (*words.verbs, *words.abilities):
            assert entry.title and entry.help
            if entry.example is None:
                assert entry.name not in shipped
            else:
                assert [tag for tag, text in entry.example.texts if text] == list(LANGUAGES)
        assert all(field.holds or field.choices for one in words.parts for field in one.fields)


def tags_of(edition: bytes) -> set[str]:
    """Return the verbs and abilities in the text of an edition."""
    return set(re.findall(r'"(?:effect|ability)":"(\w+)"', edition.decode()))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("tag", "said"), [("en", "Burn cards until one fits"), ("fr-ca", "jusqu’à en trouver une")]
)
def test_the_admin_shows_the_vocabulary_in_the_language_of_the_user(
    client: Client, tag: str, said: str
) -> None:
    address = "/admin/cards/card/vocabulary/"
    assert client.get(address).status_code == 302
    user = User.objects.create(username="drafter", is_staff=True)
    client.force_login(user)
    assert client.get(address).status_code == 403
    user.is_superuser = True
    user.save()
    reply = client.get(address, headers={"Accept-Language": tag})
    assert said in unescape(reply.content.decode())


def test_the_schema_is_served_and_fits_the_shipped_cards(client: Client) -> None:
    reply = client.get(ADDRESS)
    schema = reply.json()
    given = json.loads(json.dumps(card_schema()))
    assert {name: schema[name] for name in given} == given
    validator = jsonschema.validators.validator_for(schema)(schema)
    assert [card.code for card in ULTIMATE.cards if not validator.is_valid(plain_card(card))] == []
    assert not validator.is_valid({"code": "x", "name": "X", "kind": "spell"})
    again = client.get(ADDRESS, headers={"If-None-Match": reply["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
