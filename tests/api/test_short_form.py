"""The short form of the description, which the pages show."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.test import Client
from drf_spectacular.validation import validate_schema

from games.api.openapi.components import REF
from games.api.openapi.short_form import short_form
from games.api.views.docs import READ_BY_PAGES, described
from games.wording.problems import PROBLEMS
from tests.api.client import Caller

pytestmark = pytest.mark.slow

MAX_NODES = 8_000
"""The nodes of an operation with all that it refers to; the full form has up to 35,000."""


@pytest.fixture(scope="module")
def full() -> Any:
    return msgspec.json.decode(described("full")["json"].plain)


@pytest.fixture(scope="module")
def short(full: Any) -> Any:
    return short_form(full)


def operations(form: Any) -> dict[str, Any]:
    """The operations by method and path."""
    return {
        f"{method} {path}": operation
        for path, methods in form["paths"].items()
        for method, operation in methods.items()
    }


def target(form: Any, ref: str) -> Any:
    """What a reference leads to."""
    part = form
    for step in ref.removeprefix("#/").split("/"):
        part = part[step]
    return part


def nodes(form: Any, part: Any) -> int:
    """The number of values in a part, with each reference resolved in its place."""
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            return nodes(form, target(form, part["$ref"]))
        return 1 + sum(nodes(form, one) for one in part.values())
    if isinstance(part, list):
        return 1 + sum(nodes(form, one) for one in part)
    return 1


def heaviest(form: Any) -> int:
    return max(nodes(form, one) for one in operations(form).values())


def refs(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("$ref"), str):
            yield part["$ref"]
        part = list(part.values())
    for one in part if isinstance(part, list) else ():
        yield from refs(one)


def test_it_is_valid_openapi(short: Any) -> None:
    assert short["openapi"] == "3.1.0"
    validate_schema(short)


def test_an_operation_has_few_nodes(full: Any, short: Any) -> None:
    assert heaviest(short) <= MAX_NODES < heaviest(full)


def test_operations_parameters_bodies_and_successes_are_those_of_the_full_form(
    full: Any, short: Any
) -> None:
    expected, found = operations(full), operations(short)
    assert list(found) == list(expected)
    for name, operation in expected.items():
        for member in (set(operation) | set(found[name])) - {"responses"}:
            assert found[name][member] == operation[member], (name, member)
        assert list(found[name]["responses"]) == list(operation["responses"]), name
        for status, response in operation["responses"].items():
            if status < "400":
                assert found[name]["responses"][status] == response, (name, status)


def test_a_body_is_described_whole(full: Any, short: Any) -> None:
    waiting = [ref for one in operations(full).values() for ref in refs(one.get("requestBody", {}))]
    seen = set()
    while waiting:
        ref = waiting.pop()
        if ref not in seen:
            seen.add(ref)
            assert target(short, ref) == target(full, ref), ref
            waiting += refs(target(full, ref))
    assert f"{REF}MoveBody" in seen


def test_a_union_of_a_reply_is_an_object_that_names_the_alternatives(full: Any, short: Any) -> None:
    checked = 0
    for name, schema in full["components"]["schemas"].items():
        found = target(short, REF + name)
        if found == schema:
            continue
        assert found["type"] == "object"
        assert f"`{name}` in the full description" in found["description"]
        for one in schema["oneOf"]:
            assert f"`{one['$ref'].removeprefix(REF)}`" in found["description"]
        checked += 1
    assert checked >= 4


def test_an_error_is_a_problem_with_the_codes_of_its_status_in_words(short: Any) -> None:
    shared = short["components"]["responses"]
    for name, operation in operations(short).items():
        for status, response in operation["responses"].items():
            if status >= "400":
                assert response == {"$ref": f"#/components/responses/Problem{status}"}, name
    for name, response in shared.items():
        status = int(name.removeprefix("Problem"))
        codes = {one.code for one in PROBLEMS.values() if one.status == status}
        assert codes <= set(re.findall(r"`(\w+)`", response["description"])), name
        content = response["content"]["application/problem+json"]
        assert content["example"]["status"] == status
        assert content["example"]["code"] in codes
        assert "headers" not in response


def test_every_reference_leads_somewhere(short: Any) -> None:
    for ref in set(refs(short)):
        assert target(short, ref), ref


def test_the_full_form_stays_unchanged(full: Any) -> None:
    before = msgspec.json.encode(full)
    short_form(full)
    assert msgspec.json.encode(full) == before


@pytest.mark.django_db
def test_it_is_served_in_both_formats_and_known_by_its_etag(short: Any) -> None:
    reply = Caller().get("schema/?form=short&format=json")
    assert reply.json == short
    assert Caller().get("schema/?form=short").raw.startswith(b"openapi: 3.1.0")
    whole = Caller().get("schema/?form=full&format=json")
    assert whole.raw == Caller().get("schema/?format=json").raw
    assert whole.headers["ETag"] != reply.headers["ETag"]
    known = Caller().get("schema/?form=short&format=json", If_None_Match=reply.headers["ETag"])
    assert known.status == 304
    assert Caller().get("schema/?form=long").code == "invalid_parameter"


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["docs", "redoc"])
def test_the_pages_read_the_short_form(page: str) -> None:
    text = Client().get(f"/api/v1/{page}/").content.decode()
    (address,) = re.findall(r'"(/api/v1/schema/[^"]*form(?!at)[^"]*)"', text)
    assert address.encode().decode("unicode_escape") == READ_BY_PAGES


def test_it_links_to_the_full_form(short: Any) -> None:
    links = re.findall(r"\]\((/[^)]+)\)", short["info"]["description"])
    assert links == ["/api/v1/schema/?format=yaml", "/api/v1/schema/?format=json"]
