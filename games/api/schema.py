"""The OpenAPI description: components made of the very structs that are read and written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, TypeVar

import msgspec
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from games.api import proofs, serializers, shapes
from games.api.authentication import SCHEME
from games.api.catalogue import PROBLEMS, Problem
from games.api.words import ENGLISH
from games.engine.facts import Fact
from games.engine.moves import Move

View = TypeVar("View", bound=Callable[..., Any])
Schema = dict[str, Any]

ALWAYS: Final = (400, 401, 406, 429, 500, 503)
"""What any request may be answered."""

REF: Final = "#/components/schemas/"
ANYBODY: Final[Any] = [{}, {"token": []}]
HOLDERS: Final[Any] = [{"token": []}]

OPERATIONS: Final[dict[str, Mapping[int, tuple[str, ...]]]] = {}
"""The headers of the replies, by operation and status."""

BODY_OPTIONAL: Final[set[str]] = set()
"""The operations whose body may be left out."""


# Parameters


def query(
    name: str,
    text: str,
    *,
    kind: str = "string",
    enum: tuple[str, ...] = (),
    **more: object,
) -> OpenApiParameter:
    """A query parameter."""
    schema: Schema = {"type": kind, **more}
    if enum:
        schema["enum"] = list(enum)
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=text)


def _header(name: str, text: str, **schema: object) -> OpenApiParameter:
    return OpenApiParameter(
        name, {"type": "string", **schema}, OpenApiParameter.HEADER, description=text
    )


LIMIT: Final = query(
    "limit", "How many a page has.", kind="integer", minimum=1, maximum=200, default=50
)
CURSOR: Final = query("cursor", "As the page before gave it in `next`.")
EDITION: Final = query("edition", "The hash of an edition.", pattern="^[0-9a-f]{64}$")
AFTER: Final = query(
    "after", "The events after this seq.", kind="integer", minimum=0, maximum=2_147_483_647
)
AT: Final = query(
    "at",
    "After this event; without it at the head.",
    kind="integer",
    minimum=1,
    maximum=2_147_483_647,
)
AS: Final = query("as", "`seat:N`, `public` or `full`.", pattern="^(seat:[0-9]|public|full)$")
DRY_RUN: Final = query("dry_run", "Only tell what would be answered.", kind="boolean")
IF_MATCH: Final = _header(
    "If-Match",
    'The seq that you build on, in quotes: `"41"`; `*` for any. Every ETag of the game stands for'
    ' its seq, also a weak one: `W/"41"`.',
    pattern=r'^(\*|(W/)?"[0-9]{1,10}(-[a-zA-Z0-9:-]*)?")$',
)
IF_NONE_MATCH: Final = _header(
    "If-None-Match", "The ETag of the reply that you have: 304 if there is nothing new."
)
KEY: Final = _header(
    "Idempotency-Key",
    "Of your own making, such as a random UUID: the same request with the same key is carried"
    " out once and answered alike, with `Idempotent-Replayed: true`.",
    pattern="^[!-~]{1,200}$",
)
LANGUAGE: Final = _header("Accept-Language", "`en` or `fr-CA`.", examples=["fr-CA"])


# Operations


def describe(
    operation: str,
    summary: str,
    text: str,
    *,
    tag: str,
    replies: Mapping[int, type | None],
    body: Any = None,
    body_optional: bool = False,
    errors: Sequence[int] = (),
    parameters: Sequence[OpenApiParameter] = (),
    headers: Mapping[int, tuple[str, ...]] | None = None,
    lines: type | None = None,
    texts: Sequence[str] = (),
    once: bool = False,
    public: bool = False,
) -> Callable[[View], View]:
    """Describe a method of a view."""
    responses: dict[Any, Any] = {}
    for status, told in replies.items():
        if told is None:
            responses[status] = OpenApiResponse(description=_STATUS[status])
            continue
        responses[status, "application/json"] = _of(told, _STATUS[status])
        if lines is not None:
            responses[status, "application/x-ndjson"] = _of(lines, "The same, one a line.")
        for kind in texts:
            responses[status, kind] = OpenApiResponse({"type": "string"}, "The same, all of it.")
    scoped = () if public else (403,)
    for status in sorted({*ALWAYS, *errors, *scoped}):
        responses[status, "application/problem+json"] = OpenApiResponse(
            {"$ref": f"{REF}Problem{status}"}, _STATUS[status]
        )
    OPERATIONS[operation] = dict(headers or {})
    if body_optional:
        BODY_OPTIONAL.add(operation)
    decorate: Callable[[View], View] = extend_schema(
        operation_id=operation,
        summary=summary,
        description=text,
        tags=[tag],
        parameters=[*parameters, *([KEY] if once else []), LANGUAGE],
        request=None if body is None else {"application/json": _body(body)},
        responses=responses,
        auth=ANYBODY if public else HOLDERS,
    )
    return decorate


def _of(told: type, text: str) -> OpenApiResponse:
    return OpenApiResponse({"$ref": REF + name_of(told.__name__)}, text)


def _body(body: Any) -> Schema:
    name = _UNIONS.get(body) or body.__name__.removesuffix("Asked")
    return {"$ref": f"{REF}{name}Body"}


_UNIONS: Final[dict[Any, str]] = {serializers.MoveAsked: "Move", serializers.ActAsked: "Act"}
"""The bodies that are one of several structs."""


_STATUS: Final = {
    200: "Done.",
    201: "Done, and this is what it caused.",
    204: "Done.",
    304: "Nothing new.",
    400: "The request is malformed.",
    401: "A valid token is needed.",
    403: "The token, or its player, may not do this.",
    404: "There is nothing here, or nothing that you may see.",
    405: "This cannot be done here.",
    406: "There is no such format.",
    409: "Not now: it is not yours to answer, or the moment has passed.",
    412: "The game has moved on.",
    413: "The body is too large.",
    415: "The body is not JSON.",
    422: "The rules refuse it, or the idempotency key was used for something else.",
    429: "Too many requests.",
    500: "The server failed.",
    503: "The server cannot answer now.",
}


# Components


_OTHERWISE: Final = {"Prompt": "OpenedPrompt", "MoveTold": "MoveReply"}
"""Structs of the engine and of the API that would have one name."""


def name_of(name: str) -> str:
    """The name of the component made of a struct."""
    if name.endswith("Asked"):
        return name.removesuffix("Asked") + "Body"
    if name in _OTHERWISE:
        return _OTHERWISE[name]
    return name.removesuffix("Told")


_HIDDEN: Final = {
    "CardsMoved": ("cards",),
    "CardsShown": ("cards",),
    "Shuffled": ("order",),
    "Answered": ("option",),
    "Taken": ("option",),
    "LotDrawn": ("picked",),
    "Choose": ("option",),
}
"""The fields that are null for whoever may not see them."""

_COUNTED: Final = ("CardsMoved", "CardsShown", "CardsPlaced")

PROMPTS: Final = {
    "turn": "It is your turn: play a card or draw one.",
    "drawn": "Play the card just drawn, or keep it.",
    "again": "Play one more card, or none.",
    "color": "Name a color.",
    "player": "Name a player; where it can be passed on, `no` takes it yourself.",
    "character": "Name a character.",
    "card": "Choose a card; where any number can be chosen, one by one until `done`.",
    "mode": "Choose what is done.",
    "confirm": "Decide whether it is done.",
    "challenge": "Challenge the Wild Draw Four, or draw.",
}
"""The kinds of prompt."""


@cache
def components() -> dict[str, Schema]:
    """Every component that the structs give, with its example."""
    told = [
        one
        for one in (vars(serializers) | vars(shapes) | vars(proofs)).values()
        if isinstance(one, type)
        and issubclass(one, serializers.Told | serializers.Asked)
        and one not in (serializers.Told, serializers.Asked, serializers.PlaceAsked)
    ]
    _, found = msgspec.json.schema_components([*told, Fact, Move], ref_template=REF + "{name}")
    made = {name_of(name): _component(name, schema) for name, schema in found.items()}
    made |= _unions() | _prompts(made) | _problems()
    for name, example in examples().items():
        if name in made:
            made[name]["examples"] = [example]
    return dict(sorted(made.items()))


def _component(name: str, schema: Schema) -> Schema:
    made: Schema = _renamed(schema)
    made["title"] = name_of(name)
    if not name.endswith("Asked") and name != "Choices":
        made.pop("additionalProperties", None)
    for hidden in _HIDDEN.get(name, ()):
        part = made["properties"][hidden]
        made["properties"][hidden] = {
            "anyOf": [part, {"type": "null"}],
            "description": "Null for whoever may not see it.",
        }
    if name == "Prompt":
        for hidden in ("options", "default", "resume"):
            part = made["properties"][hidden]
            made["properties"][hidden] = {"anyOf": [part, {"type": "null"}]}
    if name in _COUNTED:
        made["properties"]["count"] = {"type": "integer", "description": "How many cards."}
    return made


def _renamed(part: Any) -> Any:
    """References by the names of components, and texts as Markdown."""
    if isinstance(part, list):
        return [_renamed(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {key: _renamed(value) for key, value in part.items()}
    if isinstance(made.get("$ref"), str):
        made["$ref"] = REF + name_of(made["$ref"].removeprefix(REF))
    if isinstance(made.get("description"), str):
        made["description"] = _plain(made["description"])
    return made


def _plain(text: str) -> str:
    return re.sub(r"\s*\n(?!\n)\s*", " ", text.replace("``", "`")).strip()


def _unions() -> dict[str, Schema]:
    """The unions, which have no name of their own."""
    return {
        "MoveBody": _union(serializers.MoveAsked, "A move, always for your own seat."),
        "ActBody": _union(serializers.ActAsked, "What an organiser does to a game."),
        "SeatBody": _union(
            serializers.MeAsked
            | serializers.BotAsked
            | serializers.OpenAsked
            | serializers.InvitedAsked,
            "Who shall sit on a seat.",
        ),
        "Fact": _union(Fact, "One thing that happened."),
    }


def _union(union: Any, text: str) -> Schema:
    (schema,), _ = msgspec.json.schema_components([union], ref_template=REF + "{name}")
    made: Schema = _renamed(schema)
    mapping = made.get("discriminator", {}).get("mapping", {})
    for key, ref in mapping.items():
        mapping[key] = REF + name_of(ref.removeprefix(REF))
    return {"description": text, "oneOf": made.pop("anyOf"), **made}


def _prompts(made: dict[str, Schema]) -> dict[str, Schema]:
    """A component for each kind of prompt, and ``Prompt`` for any of them."""
    base = serializers.PromptTold.__name__
    (_,), found = msgspec.json.schema_components(
        [serializers.PromptTold], ref_template=REF + "{name}"
    )
    prompt = _component(base, found[base])
    kinds: dict[str, Schema] = {}
    for kind, text in PROMPTS.items():
        properties = prompt["properties"] | {"kind": {"const": kind}}
        kinds[f"{kind.capitalize()}Prompt"] = prompt | {
            "title": f"{kind.capitalize()}Prompt",
            "description": text,
            "properties": properties,
        }
    refs = {kind: f"{REF}{kind.capitalize()}Prompt" for kind in PROMPTS}
    return kinds | {
        "Prompt": {
            "description": prompt["description"],
            "oneOf": [{"$ref": ref} for ref in refs.values()],
            "discriminator": {"propertyName": "kind", "mapping": refs},
        }
    }


def _problems() -> dict[str, Schema]:
    """A component for each code, and one for each status."""
    made: dict[str, Schema] = {}
    by_status: dict[int, list[str]] = {}
    for problem in PROBLEMS.values():
        name = problem_name(problem.code)
        made[name] = _problem(problem, name)
        by_status.setdefault(problem.status, []).append(name)
    for status, names in by_status.items():
        made[f"Problem{status}"] = {
            "title": f"Problem{status}",
            "description": _STATUS[status],
            "oneOf": [{"$ref": REF + name} for name in names],
            "discriminator": {
                "propertyName": "code",
                "mapping": {
                    one.code: REF + problem_name(one.code)
                    for one in PROBLEMS.values()
                    if one.status == status
                },
            },
        }
    return made


def problem_name(code: str) -> str:
    """The name of the component of a problem's code."""
    return "".join(part.capitalize() for part in code.split("_")) + "Problem"


def _problem(problem: Problem, name: str) -> Schema:
    title, detail = problem.title.to(ENGLISH), problem.detail.to(ENGLISH)
    return {
        "title": name,
        "description": f"{title}: {detail}",
        "type": "object",
        "allOf": [{"$ref": f"{REF}Problem"}],
        "properties": {
            "code": {"const": problem.code},
            "status": {"const": problem.status},
        },
        "required": ["code", "status"],
    }


@cache
def examples() -> dict[str, Any]:
    """A true example of each component, gathered by the tests from games that were played."""
    found = files("games.api").joinpath("examples.json")
    if not found.is_file():
        return {}
    kept: dict[str, Any] = msgspec.json.decode(found.read_bytes())
    return kept


# The whole description

HEADERS: Final = {
    "RateLimit": "What is left of the limit: requests and seconds.",
    "RateLimit-Policy": "The limit that counted this request: requests and seconds.",
    "X-Request-ID": "The name of the request in our logs.",
    "Retry-After": "How many seconds to wait.",
    "ETag": (
        "The seq, in quotes; of what differs by viewer or language, the seq and which of them."
        " Weak (`W/`) in compressed replies. Send it back as it is, in If-Match or If-None-Match."
    ),
    "Location": "The address of what was made.",
}
_EVERYWHERE: Final = ("RateLimit", "RateLimit-Policy", "X-Request-ID")


def finish(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """drf-spectacular's last step: the components, the headers, the optional bodies."""
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(components())
    parts["schemas"] = dict(sorted(parts["schemas"].items()))
    parts["securitySchemes"] = {"token": SCHEME}
    parts["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()
    }
    for path in result["paths"].values():
        for operation in path.values():
            _finish(operation)
    return result


def _finish(operation: Schema) -> None:
    responses = operation["responses"]
    for status in {*map(str, ALWAYS), *responses}:
        if status >= "400":
            schema = {"$ref": f"{REF}Problem{status}"}
            responses[status] = {
                "description": _STATUS[int(status)],
                "content": {"application/problem+json": {"schema": schema}},
            }
    operation["responses"] = dict(sorted(responses.items()))
    named = OPERATIONS.get(operation["operationId"], {})
    for status, response in operation["responses"].items():
        names = [*_EVERYWHERE, *named.get(int(status), ())]
        if status in ("429", "503"):
            names.append("Retry-After")
        refs = {name: {"$ref": f"#/components/headers/{name}"} for name in names}
        response["headers"] = refs | response.get("headers", {})
    body = operation.get("requestBody")
    if body:
        body["required"] = operation["operationId"] not in BODY_OPTIONAL
