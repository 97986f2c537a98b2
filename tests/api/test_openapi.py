"""The OpenAPI file."""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import call_command
from django.templatetags.static import static
from django.test import Client

from games.api.openapi.closed_lists import LISTS
from games.api.openapi.components import components, examples, words_of
from games.api.openapi.operation import EVERYWHERE
from games.api.search_exports import MAX_BUNDLES, MAX_RESULTS
from games.engine import VARIANTS
from games.engine.facts import Fact
from games.search.listing import LOOKED_AT, ROUNDS
from games.wording.problems import PROBLEMS
from tests.api.client import Caller, fits

pytestmark = pytest.mark.slow

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


def reply_of(document: Any, operation: Any, status: str) -> Any:
    """The response of a status, also one that operations share."""
    reply = operation["responses"][status]
    if "$ref" not in reply:
        return reply
    return document["components"]["responses"][
        reply["$ref"].removeprefix("#/components/responses/")
    ]


def test_every_operation_documents_its_errors_as_problems(document: Any) -> None:
    for name, operation in operations(document):
        assert operation["summary"], name
        assert operation["description"], name
        assert all(set(one) <= {"token", "session"} for one in operation.get("security", [])), name
        errors = {status for status in operation["responses"] if status >= "400"}
        assert {"400", "401", "406", "429", "500", "503"} <= errors, name
        for status in errors:
            reply = reply_of(document, operation, status)
            assert list(reply["content"]) == ["application/problem+json"], name


def test_the_token_is_described(document: Any) -> None:
    assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    assert document["components"]["securitySchemes"]["session"]["name"] == "sessionid"


@pytest.mark.parametrize(
    ("operation", "text", "number"),
    [
        ("games_list", "a limited number of games ({}", LOOKED_AT * ROUNDS),
        ("games_export", "At most {} games in a table", MAX_RESULTS),
        ("games_export", "limit {} in an archive", MAX_BUNDLES),
    ],
)
def test_the_texts_name_the_limits(document: Any, operation: str, text: str, number: int) -> None:
    described = {one["operationId"]: one["description"] for _, one in operations(document)}
    assert text.format(number) in described[operation]


def test_what_is_not_built_yet_is_not_described(document: Any) -> None:
    for part in ("metrics", "stream"):
        assert not [path for path in document["paths"] if path.strip("/").endswith(part)]


def test_every_fact_prompt_move_and_problem_is_a_component_with_a_true_example() -> None:
    made = components()
    facts = [fact.__name__ for fact in Fact.__args__]
    problems = {f"Problem{problem.status}" for problem in PROBLEMS.values()}
    moves = [name for name in made if name.endswith("Body")]
    for name in (*facts, "Prompt", *problems, *moves):
        assert made[name].get("description"), name
        (example,) = made[name].get("examples") or [examples()[name]]
        fits(name, example)


def test_every_example_is_of_its_component() -> None:
    for name, example in examples().items():
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
    assert "default-src 'none'" in response["Content-Security-Policy"]
    for script in re.findall(r'src="(/[^"]+)"', text):
        if script.startswith("/api/"):
            sent = Client().get(script)
            assert sent.status_code == 200
            assert b"https://cdn." not in sent.content
        else:
            assert script.startswith(static("drf_spectacular_sidecar/swagger-ui-dist/"))
    assert 'rel="icon"' in text, "a browser asks for /favicon.ico, which is 404"


@pytest.mark.django_db
def test_the_description_is_served_as_yaml_and_as_json(described: str, document: Any) -> None:
    yaml_types = ("*/*", "application/vnd.oai.openapi", "application/yaml")
    json_types = ("application/json", "application/vnd.oai.openapi+json")
    for query in ("", "?format=yaml"):
        for accept in yaml_types if not query else ("*/*", "application/json"):
            reply = Caller().get(f"schema/{query}", Accept=accept)
            kind = accept if accept in yaml_types[1:] else yaml_types[1]
            assert reply.headers["Content-Type"] == f"{kind}; charset=utf-8"
            assert reply.raw.decode() == described
    for query, accept in (("", json_types[0]), ("", json_types[1]), ("?format=json", "*/*")):
        reply = Caller().get(f"schema/{query}", Accept=accept)
        kind = accept if accept in json_types else json_types[0]
        assert reply.headers["Content-Type"] == f"{kind}; charset=utf-8"
        assert reply.json == document
    assert Caller().get("schema/?format=xml").code == "invalid_parameter"
    assert Caller().get("schema/?fromat=json").code == "invalid_parameter"
    assert Caller().get("schema/", Accept="text/html").code == "not_acceptable"


@pytest.mark.django_db
def test_the_description_is_made_once_and_known_by_its_etag(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    first = Caller().get("schema/")
    monkeypatch.setattr("games.api.views.docs.SchemaGenerator", None)
    packed = Caller().get("schema/", Accept_Encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["ETag"] == f"W/{first.headers['ETag']}"
    assert packed.raw == first.raw
    other = Caller().get("schema/?format=json")
    assert other.headers["ETag"] != first.headers["ETag"]
    for reply in (first, packed):
        assert "Accept-Encoding" in reply.headers["Vary"]
        known = Caller().get("schema/", If_None_Match=reply.headers["ETag"])
        assert (known.status, known.raw) == (304, b"")
        assert known.headers["ETag"] == reply.headers["ETag"]
        assert known.headers["Cache-Control"] == "public, max-age=3600"


USUAL = {
    "Allow",
    "Cache-Control",
    "Content-Encoding",
    "Content-Length",
    "Content-Security-Policy",
    "Content-Type",
    "Cross-Origin-Opener-Policy",
    "Referrer-Policy",
    "Vary",
    "WWW-Authenticate",
    "X-Content-Type-Options",
    "X-Frame-Options",
}
"""Headers of HTTP at large, which a description need not name."""


@pytest.mark.django_db
def test_every_header_sent_is_described(alice: Caller, game: str, document: Any) -> None:
    described = {operation["operationId"]: operation for _, operation in operations(document)}
    keyed = {"Idempotency_Key": "of sixteen chars".replace(" ", "-")}
    seats = [{"kind": "me"}, {"kind": "open"}]
    asked = {"variant": "avengers", "seats": seats}
    stale = {"If_Match": '"0"'}
    for header in EVERYWHERE:
        assert f"`{header}`" in document["info"]["description"]
        assert document["components"]["headers"][header]["description"]
    for name, reply in (
        ("players_create", Caller().post("players/", {}, **keyed)),
        ("players_create", Caller().post("players/", {}, **keyed)),
        ("tokens_create", alice.post("me/tokens/", {"scopes": ["game:play"]})),
        ("games_create", alice.post("games/", asked, **keyed)),
        ("games_create", alice.post("games/", asked, **keyed)),
        ("games_retrieve", alice.get(f"games/{game}/")),
        ("prompts_list", alice.get(f"games/{game}/prompts/", If_None_Match='"1-seat:0-en"')),
        ("events_list", alice.get(f"games/{game}/events/")),
        ("moves_create", alice.post(f"games/{game}/moves/", {"move": "draw"}, **stale)),
        ("rules_retrieve", alice.get("rules/none/")),
    ):
        told = set(reply_of(document, described[name], str(reply.status)).get("headers", {}))
        assert set(reply.headers) - USUAL <= told | set(EVERYWHERE), (name, reply.status)


def schemas(part: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every schema inside a schema, with its place."""
    yield path, part
    for key in ("properties", "patternProperties"):
        for name, inner in part.get(key, {}).items():
            yield from schemas(inner, f"{path}/{name}")
    for key in ("anyOf", "oneOf", "allOf"):
        for at, inner in enumerate(part.get(key, ())):
            yield from schemas(inner, f"{path}/{key}{at}")
    for key in ("items", "additionalProperties"):
        if isinstance(part.get(key), dict):
            yield from schemas(part[key], f"{path}/{key}")


def all_schemas(document: Any) -> list[tuple[str, dict[str, Any]]]:
    """Every schema of the components, and of the replies and bodies of operations."""
    tops = dict(document["components"]["schemas"])
    for name, operation in operations(document):
        contents = [reply.get("content", {}) for reply in operation["responses"].values()]
        contents.append(operation.get("requestBody", {}).get("content", {}))
        for at, content in enumerate(contents):
            tops |= {f"{name} {at} {kind}": one["schema"] for kind, one in content.items()}
    return [found for name, schema in tops.items() for found in schemas(schema, name)]


def test_every_discriminator_leads_to_components_with_its_tag(document: Any) -> None:
    found = document["components"]["schemas"]
    seen = 0
    for place, schema in all_schemas(document):
        if "discriminator" not in schema:
            continue
        name = schema["discriminator"]["propertyName"]
        for tag, ref in schema["discriminator"]["mapping"].items():
            target = found[ref.removeprefix("#/components/schemas/")]
            last = target["allOf"][-1] if "allOf" in target else target
            values = last["properties"][name]
            assert tag in (values.get("const"), *values.get("enum", ())), (place, tag)
            assert name in last["required"], (place, tag)
            seen += 1
    assert seen > 150


def test_generators_understand_every_schema(document: Any) -> None:
    for place, schema in all_schemas(document):
        assert "default" not in schema, f"{place}: a default makes a member look required"
        assert "prefixItems" not in schema, place
        assert schema.get("items") is not False, place
        if "enum" in schema or "const" in schema:
            assert "type" in schema, place
        if schema.get("type") == "object":
            assert "properties" in schema or "additionalProperties" in schema, place


def test_unions_of_structs_and_closed_lists_are_components(document: Any) -> None:
    """Else each place where one is used gives a client one more type."""
    for place, schema in all_schemas(document):
        if "/" in place:
            assert "discriminator" not in schema, place
            assert schema.get("enum", []) not in [sorted(words) for words, _ in LISTS.values()]


def test_an_option_has_the_body_of_a_move(document: Any) -> None:
    option = document["components"]["schemas"]["Option"]["properties"]["body"]
    assert option == {"$ref": "#/components/schemas/MoveBody"}


def test_a_body_needs_only_what_has_no_default(document: Any) -> None:
    found = document["components"]["schemas"]
    assert found["MySeatBody"]["required"] == ["kind"]
    assert found["Choices"]["required"] == []
    assert found["TokenBody"]["required"] == ["scopes"]
    assert found["GameBody"]["required"] == ["variant", "seats"]
    assert "If omitted: `false`" in found["GameBody"]["properties"]["start"]["description"]


def test_the_options_of_a_game_have_their_types(document: Any) -> None:
    found = document["components"]["schemas"]
    for name in ("GameBody", "Game", "NewGame", "TableRulingBody", "Setup"):
        assert found[name]["properties"]["options"] == {"$ref": "#/components/schemas/GameOptions"}
    options = found["GameOptions"]["properties"]
    assert set(options) == {one.name for variant in VARIANTS.values() for one in variant.options}
    assert options["draw_four"]["enum"] == ["challenge", "strict"]
    assert options["rounds"]["type"] == ["integer", "null"]


def test_a_public_operation_asks_for_no_token(document: Any) -> None:
    security = {
        operation["operationId"]: operation["security"] for _, operation in operations(document)
    }
    for name in ("index", "players_create", "variants_list", "editions_list", "bots_list"):
        assert security[name] == [], name
    assert security["games_list"] == [{}, {"token": []}, {"session": []}]
    assert security["moves_create"] == [{"token": ["game:play"]}, {"session": []}]


def test_every_tag_is_declared(document: Any) -> None:
    used = {tag for _, operation in operations(document) for tag in operation["tags"]}
    assert used == {tag["name"] for tag in document["tags"]}


def test_a_body_has_an_example_where_it_is_sent(document: Any) -> None:
    bodies = {
        operation["operationId"]: operation["requestBody"]["content"]["application/json"]
        for _, operation in operations(document)
        if "requestBody" in operation
    }
    assert len(bodies) >= 12
    for name, content in bodies.items():
        component = content["schema"]["$ref"].rsplit("/", 1)[1]
        assert content["examples"], name
        for example in content["examples"].values():
            fits(component, example["value"])
    assert set(bodies["moves_create"]["examples"]) >= {"play", "draw", "choose"}


def test_the_headers_of_replies_are_described(document: Any) -> None:
    found = {operation["operationId"]: operation for _, operation in operations(document)}

    def headers(name: str, status: int) -> set[str]:
        return set(reply_of(document, found[name], str(status))["headers"])

    assert {"Location", "ETag", "Idempotent-Replayed"} <= headers("games_create", 201)
    assert {"Location", "Idempotent-Replayed"} <= headers("players_create", 201)
    assert "Idempotent-Replayed" not in headers("games_retrieve", 200)
    assert "ETag" in headers("moves_create", 412)
    assert "Content-Language" in headers("moves_create", 422)
    assert "Content-Disposition" in headers("audit_bundle", 200)


def test_no_component_is_unused(document: Any) -> None:
    text = FILE.read_text()
    for name in document["components"]["schemas"]:
        assert text.count(f"#/components/schemas/{name}'") > 0, name


def test_problems_of_a_status_are_one_component_with_its_codes(document: Any) -> None:
    """A page that documents an operation then reads one schema a status, not ninety."""
    found = document["components"]["schemas"]
    for problem in PROBLEMS.values():
        status = found[f"Problem{problem.status}"]
        assert problem.code in status["allOf"][1]["properties"]["code"]["enum"]
        assert f"- `{problem.code}`: {words_of(problem)}" in status["description"].splitlines()
    assert "events" not in found["Problem"]["properties"]
    assert "events" in found["Problem412"]["allOf"][1]["properties"]
