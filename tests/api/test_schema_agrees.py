"""What the OpenAPI file accepts, the server does not call malformed, and the other way round."""

from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from cards.models import Edition
from games.api.views.docs import FULL, described
from tests.api.client import Caller, fits, parameters_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions")]

CARDS = "/editions/{hash}/cards/"
PICTURE = "/editions/{hash}/cards/{code}/picture.svg"
WRONG = [
    ("/editions/", "cursor", ""),
    ("/games/", "cursor", ""),
    ("/games/", "cursor", "no cursor"),
    ("/games/", "player", "A\x00da"),
    ("/games/export/", "cursor", ""),
    ("/games/export/", "card", "\x00"),
    ("/games/export/", "limit", "1001"),
    (CARDS, "code", ""),
    (CARDS, "code", "Red 5"),
    (PICTURE, "look", ""),
    (PICTURE, "look", "shiny"),
]


def schema_of(path: str, name: str) -> Any:
    """Return the schema of a query parameter."""
    document = msgspec.json.decode(described(FULL)["json"].plain)
    (found,) = (
        one["schema"]
        for one in parameters_of(document, document["paths"][f"/api/v1{path}"]["get"])
        if (one["in"], one["name"]) == ("query", name)
    )
    return found


def value_in(schema: Any, value: str) -> Any:
    """Return a value of a query as its schema sees it."""
    match schema["type"]:
        case "array":
            return [value]
        case "integer":
            return int(value)
    return value


def address(path: str) -> str:
    edition = Edition.objects.filter(variant="avengers").latest("pk").hash
    return path.format(hash=edition, code="red-5").removeprefix("/")


@pytest.mark.parametrize(("path", "name", "value"), WRONG)
def test_a_parameter_that_the_server_refuses_is_refused_by_the_schema(
    path: str, name: str, value: str
) -> None:
    assert Caller().get(f"{address(path)}?{name}={quote(value)}").status == 400
    schema = schema_of(path, name)
    assert not Draft202012Validator(schema).is_valid(value_in(schema, value))


def test_a_foil_that_a_card_does_not_have_is_not_found() -> None:
    assert Draft202012Validator(schema_of(PICTURE, "look")).is_valid("rare")
    reply = Caller().get(f"{address(PICTURE)}?look=rare")
    assert (reply.status, reply.code) == (404, "not_found")
    assert reply.json["errors"][0]["parameter"] == "look"


def test_an_archive_has_at_most_a_hundred_games_of_any_limit() -> None:
    assert Draft202012Validator(schema_of("/games/export/", "limit")).is_valid(1000)
    reply = Caller().get("games/export/?limit=1000", Accept="application/zip")
    assert reply.status == 200


TABLE = {"variant": "avengers", "seats": 2, "position": {}}
SOME_GAME = "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c"


@pytest.mark.parametrize(
    ("body", "is_read"),
    [
        (TABLE, True),
        (TABLE | {"options": {}, "heroes": [], "seat": 0}, True),
        ({"game": SOME_GAME}, True),
        ({"game": SOME_GAME, "at": 1, "seat": 1}, True),
        ({}, False),
        ({"game": None}, False),
        ({"variant": "avengers"}, False),
        ({"variant": "avengers", "seats": 2}, False),
        (TABLE | {"position": None}, False),
        (TABLE | {"at": 1}, False),
        (TABLE | {"game": SOME_GAME}, False),
        ({"game": SOME_GAME, "edition": "f" * 64}, False),
        (TABLE | {"move": {"move": "pass", "card": "wild"}}, False),
        (TABLE | {"more": 1}, False),
    ],
)
def test_a_question_to_the_desk_names_a_table_or_a_game(
    body: dict[str, Any], is_read: bool
) -> None:
    asked = {"move": {"move": "draw"}} | body
    reply = Caller().post("rulings/", asked)
    assert (reply.status >= 400 and reply.code == "malformed") != is_read, reply
    if is_read:
        fits("RulingBody", asked)
    else:
        with pytest.raises(ValidationError):
            fits("RulingBody", asked)
