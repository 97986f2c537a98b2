"""The description of the API."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.test import Client

from games.api.catalogue import PROBLEMS
from games.api.schema import PROMPTS, components, problem_name
from games.engine.facts import Fact
from tests.api.client import fits

FILE = Path("docs/openapi.yaml")


@pytest.fixture(scope="module")
def described() -> str:
    """What the code says; a warning is an error."""
    out = StringIO()
    call_command("spectacular", validate=True, fail_on_warn=True, stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def document(described: str) -> Any:
    return yaml.safe_load(described)


def test_the_file_in_docs_is_what_the_code_says(described: str) -> None:
    assert FILE.read_text() == described, "run: make schema"


def test_it_is_openapi_3_1(document: Any) -> None:
    assert document["openapi"] == "3.1.0"


def operations(document: Any) -> list[tuple[str, Any]]:
    return [
        (f"{method} {path}", operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_every_operation_documents_its_errors_as_problems(document: Any) -> None:
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["description"], name
        assert all(set(one) <= {"token"} for one in operation.get("security", [])), name
        errors = {status for status in operation["responses"] if status >= "400"}
        assert {"400", "401", "406", "429", "500", "503"} <= errors, name
        for status in errors:
            assert list(operation["responses"][status]["content"]) == [
                "application/problem+json"
            ], name


def test_the_token_is_described(document: Any) -> None:
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"


def test_what_is_not_built_yet_is_not_described(document: Any) -> None:
    for part in ("metrics", "stream"):
        assert not [path for path in document["paths"] if path.strip("/").endswith(part)]


def test_every_fact_prompt_move_and_problem_is_a_component_with_a_true_example() -> None:
    made = components()
    facts = [fact.__name__ for fact in Fact.__args__]
    prompts = [f"{kind.capitalize()}Prompt" for kind in PROMPTS]
    problems = [problem_name(code) for code in PROBLEMS]
    moves = [name for name in made if name.endswith("Body")]
    for name in (*facts, *prompts, *problems, *moves):
        assert made[name].get("description"), name
        (example,) = made[name]["examples"]
        fits(name, example)


def test_every_component_has_a_description(document: Any) -> None:
    for name, schema in document["components"]["schemas"].items():
        if not name.endswith("Enum"):
            assert schema.get("description"), name


def test_every_reference_leads_somewhere(document: Any) -> None:
    def refs(part: Any) -> list[str]:
        if isinstance(part, list):
            return [ref for one in part for ref in refs(one)]
        if not isinstance(part, dict):
            return []
        own = [part["$ref"]] if isinstance(part.get("$ref"), str) else []
        return own + [ref for one in part.values() for ref in refs(one)]

    for ref in refs(document):
        part = document
        for step in ref.removeprefix("#/").split("/"):
            part = part[step]


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["docs", "redoc"])
def test_the_pages_ask_nobody_else_for_anything(page: str) -> None:
    response = Client().get(f"/api/v1/{page}/")
    assert response.status_code == 200
    text = response.content.decode()
    assert "https://" not in text
    assert "default-src 'self'" in response["Content-Security-Policy"]
    assert "/static/drf_spectacular_sidecar/" in text


@pytest.mark.django_db
def test_the_description_is_served() -> None:
    response = Client().get("/api/v1/schema/")
    assert response.status_code == 200
    assert yaml.safe_load(response.content)["info"]["title"] == "Fairdeal"
    kind = "application/vnd.oai.openapi+json"
    told = Client().get("/api/v1/schema/", headers={"Accept": kind})
    assert told["Content-Type"].startswith(kind)
    assert told.json()["openapi"] == "3.1.0"
