"""The OpenAPI description, with components made of the structs in use."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from cards.language import LANGUAGES, listed
from games.api.http.authentication import SCHEME
from games.api.http.parsing import MAX_KEY_LENGTH
from games.api.openapi.components import REF, STATUS, Schema, components, examples, name_of
from games.ledger.store import MAX_SEQ
from games.messages import game

View = TypeVar("View", bound=Callable[..., Any])

ALWAYS: Final = (400, 401, 406, 429, 500, 503)
"""The statuses that any operation may return."""


class Described(NamedTuple):
    """What is added to an operation: headers by status, errors, an optional body."""

    headers: Mapping[int, tuple[str, ...]] = {}
    errors: Sequence[int] = ()
    body_optional: bool = False


OPERATIONS: Final[dict[str, Described]] = {}
"""What is added, by operation."""


# Parameters

ANY_TEXT: Final = r"^[^\x00]*$"
"""The pattern of a text in a query: no address has a NUL."""


def query(
    name: str,
    text: str,
    *,
    kind: str = "string",
    enum: tuple[str, ...] = (),
    **more: object,
) -> OpenApiParameter:
    """Return a query parameter."""
    schema: Schema = {"type": kind, **more}
    if enum:
        schema["enum"] = list(enum)
    elif kind == "string" and "format" not in more:
        schema.setdefault("pattern", ANY_TEXT)
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=text)


def header(name: str, text: str, **schema: object) -> OpenApiParameter:
    """Return a header parameter of a request."""
    return OpenApiParameter(
        name, {"type": "string", **schema}, OpenApiParameter.HEADER, description=text
    )


LIMIT: Final = query(
    "limit", "How many a page has.", kind="integer", minimum=1, maximum=200, default=50
)
CURSOR: Final = query(
    "cursor", "As the page before gave it in `next`.", pattern="^[A-Za-z0-9_-]+={0,2}$"
)
EDITION: Final = query("edition", "The hash of an edition.", pattern="^[0-9a-f]{64}$")
AFTER: Final = query(
    "after", "The events after this seq.", kind="integer", minimum=0, maximum=MAX_SEQ
)
LAST_EVENT_ID: Final = header(
    "Last-Event-ID",
    "The id of the last event that you have, to resume a stream; it takes the place of `after`.",
    pattern="^[0-9]{1,10}$",
)
AT: Final = query(
    "at",
    "After this event; without it at the head.",
    kind="integer",
    minimum=1,
    maximum=MAX_SEQ,
)
AS: Final = query("as", "`seat:N`, `public` or `full`.", pattern="^(seat:[0-9]|public|full)$")
IF_MATCH: Final = header(
    "If-Match",
    'The seq that you build on, in quotes: `"41"`; `*` for any. Every ETag of the game stands for'
    ' its seq, also a weak one: `W/"41"`.',
    pattern=r'^(\*|(W/)?"[0-9]{1,10}(-[a-zA-Z0-9:-]*)?")$',
)
IF_NONE_MATCH: Final = header(
    "If-None-Match", "The ETag of the reply that you have: 304 if there is nothing new."
)

LIVE: Final = query(
    "live",
    "`true`: as application/x-ndjson a stream, which goes on after the events that are there.",
    kind="boolean",
)
PROMPTS: Final = query(
    "prompts",
    "`mine`: a stream has only the `prompts` messages with something that you may do besides"
    " resigning.",
    enum=("mine",),
)
TICKET: Final = query(
    "ticket",
    "In place of a token, for a stream as text/event-stream: see stream-tickets/.",
    pattern="^fdt_[0-9a-f]{64}$",
)
WAIT: Final = query(
    "wait",
    "How many seconds a page without events waits for the next event.",
    kind="integer",
    minimum=0,
    maximum=60,
)

MOVE_SIGNATURE: Final = header(
    "Move-Signature",
    "The Ed25519 signature of the move by the key of your seat, or of the act by your key as an"
    " organiser, in hexadecimal. Required if there is a key, with the If-Match of the event that is"
    " answered.",
    pattern="^[0-9a-f]{128}$",
)
PREFER: Final = header("Prefer", "`receipt` for the signed head in the response.")


KEY_HEADER: Final = "Idempotency-Key"


def _key(least: int) -> OpenApiParameter:
    return header(
        KEY_HEADER,
        "Of your own making, such as a random UUID: the same request with the same key is carried"
        " out once and answered alike, with `Idempotent-Replayed: true`.",
        pattern=f"^[!-~]{{{least},{MAX_KEY_LENGTH}}}$",
    )


LANGUAGE: Final = header(
    "Accept-Language",
    f"{listed([f'`{tag}`' for tag in LANGUAGES], 'or')}.",
    examples=[LANGUAGES[-1]],
)


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
    lines: type | str | None = None,
    stream: str = "",
    texts: Sequence[str] = (),
    contents: Mapping[str, Schema] | None = None,
    once: bool = False,
    least_key: int = 1,
) -> Callable[[View], View]:
    """Describe a method of a view.

    ``once`` takes an Idempotency-Key of at least ``least_key`` characters. ``contents``
    describes a reply 200 that is no struct, by media type; ``stream`` the messages of server-sent
    events.
    """
    responses: dict[Any, Any] = {}
    for kind, schema in (contents or {}).items():
        responses[200, kind] = OpenApiResponse(schema, STATUS[200])
    if lines is not None and not replies:
        responses[200, "application/x-ndjson"] = _of(lines, "The messages, one a line.")
        responses[200, "text/event-stream"] = OpenApiResponse({"type": "string"}, stream)
    for status, struct in replies.items():
        if status == 200 and contents:
            continue
        if struct is None:
            responses[status] = OpenApiResponse(description=STATUS[status])
            continue
        responses[status, "application/json"] = _of(struct, STATUS[status])
        if lines is not None:
            responses[status, "application/x-ndjson"] = _of(lines, "The same, one a line.")
        if stream:
            responses[status, "text/event-stream"] = OpenApiResponse({"type": "string"}, stream)
        for kind in texts:
            responses[status, kind] = OpenApiResponse({"type": "string"}, "The same, all of it.")
    OPERATIONS[operation] = Described(headers or {}, errors, body_optional)
    decorate: Callable[[View], View] = extend_schema(
        operation_id=operation,
        summary=summary,
        description=text,
        tags=[tag],
        parameters=[*parameters, *([_key(least_key)] if once else []), LANGUAGE],
        request=None if body is None else {"application/json": _body(body)},
        responses=responses,
    )
    return decorate


def _of(struct: type | str, text: str) -> OpenApiResponse:
    name = struct if isinstance(struct, str) else name_of(struct.__name__)
    return OpenApiResponse({"$ref": REF + name}, text)


def _body(body: Any) -> Schema:
    return {"$ref": REF + (_UNIONS.get(body) or name_of(body.__name__))}


_UNIONS: Final[dict[Any, str]] = {
    game.MoveRequest: "MoveBody",
    game.ActRequest: "ActBody",
}
"""The bodies that are one of several structs."""


# The whole description

HEADERS: Final = {
    "RateLimit": "What is left of each limit: units and seconds, or games; `cost`, if not 1.",
    "RateLimit-Policy": "The limits that counted this request: units and seconds, or games.",
    "X-Request-ID": "The name of the request in our logs.",
    "Server-Time": "The time of the server: UTC, to the millisecond. Deadlines are by this clock.",
    "Retry-After": "How many seconds to wait.",
    "Preference-Applied": "`receipt`, if the request asked for one.",
    "ETag": (
        "Of a game: its seq, in quotes; of what differs by viewer or language, the seq and which of"
        " them. Of an edition: a hash. Weak (`W/`) in compressed replies. Send it back as it is, in"
        " If-None-Match, or in the If-Match of a command."
    ),
    "Location": "The address of what was made.",
    "Idempotent-Replayed": "`true` if the request was carried out before, with the same key.",
    "Link": "The address of the next part, if there is one (rel next).",
    "Content-Language": "The language of the words.",
    "Content-Disposition": "The name for a file to store the reply in.",
}
_EVERYWHERE: Final = ("RateLimit", "RateLimit-Policy", "Server-Time", "X-Request-ID")


def finish(result: Schema, generator: object, request: object, public: bool) -> Schema:
    """Add components, headers and optional bodies; drf-spectacular calls it last."""
    parts = result.setdefault("components", {})
    parts.setdefault("schemas", {}).update(components())
    parts["schemas"] = dict(sorted(parts["schemas"].items()))
    parts["securitySchemes"] = {"token": SCHEME}
    parts["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in HEADERS.items()
    }
    parts["responses"] = {
        _error_name(status): _error(status)
        for status in STATUS
        if _error_name(status) in parts["schemas"]
    }
    for path in result["paths"].values():
        for operation in path.values():
            _finish(operation)
    parts["parameters"] = _shared_parameters(result["paths"])
    return result


def _error_name(status: int | str) -> str:
    return f"Problem{status}"


def _error(status: int) -> Schema:
    """Return the response of a status that is an error, which all operations share."""
    names = [*_EVERYWHERE, "Content-Language"]
    if status in (429, 503):
        names.append("Retry-After")
    if status == 412:
        names.append("ETag")
    schema = {"$ref": REF + _error_name(status)}
    return {
        "description": STATUS[status],
        "content": {"application/problem+json": {"schema": schema}},
        "headers": _headers(names),
    }


def _headers(names: Iterable[str]) -> Schema:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _finish(operation: Schema) -> None:
    described = OPERATIONS.get(operation["operationId"], Described())
    operation.setdefault("security", [])
    takes_key = any(one["name"] == KEY_HEADER for one in operation.get("parameters", ()))
    for status, response in operation["responses"].items():
        names = [*_EVERYWHERE, *described.headers.get(int(status), ())]
        if status in ("200", "201") and takes_key:
            names.append("Idempotent-Replayed")
        response["headers"] = _headers(names) | response.get("headers", {})
    forbids = {403} if all(operation["security"] or [{}]) else set()
    errors = {
        str(status): {"$ref": f"#/components/responses/{_error_name(status)}"}
        for status in {*ALWAYS, *forbids, *described.errors}
    }
    operation["responses"] = dict(sorted((operation["responses"] | errors).items()))
    body = operation.get("requestBody")
    if body:
        body["required"] = not described.body_optional
        for content in body["content"].values():
            content["examples"] = _body_examples(content["schema"]["$ref"].removeprefix(REF))


def _shared_parameters(paths: Schema) -> Schema:
    """Return the parameters of several operations, which then refer to them."""
    operations = [one for path in paths.values() for one in path.values()]
    every = [one for operation in operations for one in operation.get("parameters", ())]
    shared: Schema = {}
    for one in every:
        name = "".join(part.capitalize() for part in re.split("[^A-Za-z0-9]", one["name"]))
        if name not in shared and every.count(one) > 1:
            shared[name] = one
    refs = {name: {"$ref": f"#/components/parameters/{name}"} for name in shared}
    for operation in operations:
        operation["parameters"] = [
            next((refs[name] for name, known in shared.items() if known == one), one)
            for one in operation.get("parameters", ())
        ]
    return dict(sorted(shared.items()))


def _body_examples(name: str) -> Schema:
    """Return an example of a body; of one that is one of several, an example of each."""
    mapping = components()[name].get("discriminator", {}).get("mapping", {})
    names = {tag: ref.removeprefix(REF) for tag, ref in mapping.items()} or {"example": name}
    return {tag: {"value": examples()[one]} for tag, one in names.items()}
