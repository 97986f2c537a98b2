"""Deprecated methods: their headers, and their mark in the OpenAPI description."""

import re
from datetime import date
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from rest_framework.request import Request

from games.api.http.api_view import ApiView, answer
from games.api.http.deprecation import Deprecation
from games.api.http.problem_documents import RequestRefused
from games.api.openapi.closed_lists import LISTS
from games.api.openapi.operation import describe
from games.api.openapi.parameters import query
from games.audit import bundle, tournament_files, verdict_json
from games.audit.proof import ENTRY_FORMAT
from games.engine.chance import ALGORITHM
from games.ledger import sealing
from games.players.scopes import PUBLIC

pytestmark = pytest.mark.django_db

PAGE = (Path(__file__).parents[2] / "docs/versions.md").read_text()
LINK = "https://fairdeal.example/versions"


class Old(ApiView):
    """A view with a deprecated method and one that stays."""

    scopes: ClassVar = {"GET": PUBLIC, "POST": PUBLIC}
    deprecated: ClassVar = {"GET": Deprecation(date(2027, 1, 1), date(2028, 1, 1), LINK)}

    @describe("index_read", {200: None}, parameters=(query("fail", "Refuse."),))
    def get(self, request: Request) -> HttpResponse:
        """Read. Read it."""
        if "fail" in request.GET:
            raise RequestRefused("seat_taken")
        return answer({}, Link='<?page=2>; rel="next"')

    @describe("index_write", {200: None})
    def post(self, request: Request) -> HttpResponse:
        """Write. Write it."""
        return answer({})


def sent(method: str, query: str = "") -> Any:
    """Return the response of the view."""
    return Old.as_view()(RequestFactory().generic(method, f"/old/{query}"))


@pytest.mark.parametrize(("method", "query"), [("GET", ""), ("HEAD", ""), ("GET", "?fail=1")])
def test_each_response_of_a_deprecated_method_says_so(method: str, query: str) -> None:
    reply = sent(method, query)
    assert reply.status_code == (409 if query else 200)
    assert reply["Deprecation"] == "@1798761600"
    assert reply["Sunset"] == "Sat, 01 Jan 2028 00:00:00 GMT"
    assert reply["Link"].endswith(f'<{LINK}>; rel="deprecation"')
    assert reply["Link"].startswith('<?page=2>; rel="next", <') != bool(query)


def test_the_other_methods_of_the_view_do_not() -> None:
    reply = sent("POST")
    assert not {"Deprecation", "Sunset", "Link"} & set(reply.headers)


def test_the_description_marks_the_method() -> None:
    generator: Any = SchemaGenerator(patterns=[path("old/", Old.as_view())])  # type: ignore[no-untyped-call]
    methods = generator.get_schema(request=None, public=True)["paths"]["/old/"]
    assert methods["get"]["deprecated"] is True
    assert "deprecated" not in methods["post"]


def test_the_page_shows_the_headers_as_they_are() -> None:
    reply = sent("GET", "?fail=1")
    for name in ("Deprecation", "Sunset"):
        assert f"    {name}: {reply[name]}\n" in PAGE
    assert "    Link: <https://" in PAGE


def test_the_page_names_the_formats_of_this_release() -> None:
    files = (bundle.FORMAT, tournament_files.FORMAT)
    names = (*files, sealing.FORMAT, ENTRY_FORMAT, ALGORITHM, verdict_json.FORMAT)
    assert re.findall(r"`(fairdeal-\w+-v\d)`(?=.* \|)", PAGE) == list(names)


def test_the_lists_that_do_not_grow_exist() -> None:
    [sentence] = re.findall(r"Only these lists .*?\.\n", PAGE)
    named = set(re.findall(r"`(\w+)`", sentence))
    assert len(named) == 3
    assert named <= set(LISTS)
