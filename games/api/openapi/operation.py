"""What drf-spectacular reads from the views and the structs of messages."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse

from games.api.http.authentication import SCHEME
from games.api.http.permissions import scopes_of
from games.api.http.session_authentication import SESSION_SCHEME
from games.api.openapi.components import (
    REF,
    STATUS,
    Schema,
    components,
    examples,
    name_of,
    names_in,
)
from games.api.openapi.parameters import IF_NONE_MATCH, LANGUAGE, key_header
from games.players.scopes import ANY_TOKEN, GUEST, OPTIONAL, PUBLIC

View = TypeVar("View", bound=Callable[..., Any])

ALWAYS: Final = (400, 401, 406, 429, 500, 503)
"""The statuses that any operation may return."""

EVERYWHERE: Final = ("RateLimit", "RateLimit-Policy", "Server-Time", "X-Request-ID")
"""The headers of every response: the introduction names them, and errors list them."""

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
TAGS: Final = {
    "about": ("index", "problems"),
    "players": ("players", "me", "tokens", "stream", "session", "codes", "webhooks"),
    "catalog": ("variants", "editions", "rules", "schemas"),
    "bots": ("bots",),
    "games": ("games", "seats", "organisers", "lobby", "links", "phrases"),
    "play": ("prompts", "moves"),
    "history": ("events", "position", "log"),
    "direct": ("acts", "given"),
    "tournaments": ("tournaments",),
    "audit": ("audit", "keys", "rulings"),
}
"""The first words of the operations of each tag."""

JSON_OBJECT: Final = {"application/json": {"type": "object", "additionalProperties": {}}}
"""The contents of a reply that is any JSON object."""

_OF_ERRORS: Final = {412: ("ETag",), 429: ("Retry-After",), 503: ("Retry-After",)}
"""The further headers of an error."""


class Component(msgspec.Struct, frozen=True):
    """A component by its name: that of a union, or one made of parts of a struct."""

    name: str


Kind = type[msgspec.Struct] | Component


@dataclass(frozen=True, kw_only=True)
class describe:
    """Describes a method of a view, whose docstring has the summary and the text.

    ``replies`` has the successes by status, or what 200 returns. ``errors`` are those that do not
    follow from the path, the scopes, the body, ``once`` and the parameters. ``headers`` are those
    of all successes, or by status. ``once`` takes an Idempotency-Key of at least ``least_key``
    characters. ``contents`` describes a reply 200 that is no struct, by media type; ``messages``
    those of its server-sent events, and ``texts`` its other media types.
    """

    operation: str = field(kw_only=False)
    replies: Kind | Mapping[int, Kind | None] = field(kw_only=False, default_factory=dict)
    body: Kind | None = None
    body_optional: bool = False
    errors: Sequence[int] = ()
    parameters: Sequence[OpenApiParameter] = ()
    headers: Sequence[str] | Mapping[int, Sequence[str]] = ()
    messages: Kind | None = None
    texts: Sequence[str] = ()
    contents: Mapping[str, Schema] = field(default_factory=dict)
    once: bool = False
    least_key: int = 1

    def __call__(self, view: View) -> View:
        """Attach the description to a method."""
        setattr(view, "described", self)  # noqa: B010
        return view

    @property
    def queries(self) -> frozenset[str]:
        """The names of the query parameters."""
        return frozenset(one.name for one in self.parameters if one.location == "query")

    @property
    def successes(self) -> Mapping[int, Kind | None]:
        """What is returned, by status."""
        found = self.replies if isinstance(self.replies, Mapping) else {200: self.replies}
        return {**found, 304: None} if IF_NONE_MATCH in self.parameters else found

    def headers_of(self, status: int) -> list[str]:
        """Return the headers of a success, but for those of every response."""
        named = self.headers
        found = [*(named.get(status, ()) if isinstance(named, Mapping) else named)]
        if status == 304:
            found = []
        if IF_NONE_MATCH in self.parameters:
            found.append("ETag")
        if self.once and status in (200, 201):
            found.append("Idempotent-Replayed")
        return found

    def other_forms(self) -> Iterator[tuple[str, OpenApiResponse]]:
        """Yield what else a reply 200 may be, by media type."""
        text = {"type": "string"}
        for kind, schema in self.contents.items():
            yield kind, OpenApiResponse(schema, STATUS[200])
        if self.messages is not None:
            data = {"$ref": REF + component_name(self.messages)}
            stream = text | {"contentMediaType": "text/event-stream", "contentSchema": data}
            yield "text/event-stream", OpenApiResponse(stream, "A stream of messages.")
        for kind in self.texts:
            yield kind, OpenApiResponse(text, "The same, all of it.")


class Operation(AutoSchema):
    """Describes an operation by ``describe``, its docstring and its view."""

    @property
    def _described(self) -> describe:
        found: describe = getattr(self.view, self.method.lower()).described
        return found

    def _docstring(self) -> tuple[str, str]:
        """Return the first sentence of the docstring of the method, and the rest."""
        text = inspect.getdoc(getattr(type(self.view), self.method.lower())) or ""
        first, _, rest = text.partition(". " if "\n" not in text else "\n\n")
        paragraphs = (" ".join(one.split()) for one in rest.split("\n\n"))
        return first.removesuffix("."), "\n\n".join(paragraphs)

    def get_operation_id(self) -> str:
        """Return the name of the operation."""
        return self._described.operation

    def get_summary(self) -> str:
        """Return the first sentence of the docstring."""
        return self._docstring()[0]

    def get_description(self) -> str:  # type: ignore[override]
        """Return the docstring after its first sentence."""
        return self._docstring()[1]

    def get_tags(self) -> list[str]:
        """Return the tag, by the first word of the operation's name."""
        word = self._described.operation.partition("_")[0]
        return [{word: tag for tag, words in TAGS.items() for word in words}[word]]

    def is_deprecated(self) -> bool:
        """Whether the method is deprecated."""
        return self.method in getattr(self.view, "deprecated", {})

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return one requirement for each scheme and scope that admits a caller."""
        self._shared("securitySchemes", "token", SCHEME)
        self._shared("securitySchemes", "session", SESSION_SCHEME)
        needed = scopes_of(self.view, self.method)
        if needed == (PUBLIC,):
            return []
        if needed == (OPTIONAL,):
            return [{}, {"token": []}, {"session": []}]
        found = [{"token": [] if one == ANY_TOKEN else [one]} for one in needed]
        return [*found, {"session": []}] if {*needed} & {ANY_TOKEN, *GUEST} else found

    def get_operation(self, *args: Any, **kwargs: Any) -> Schema | None:
        """Return the operation; one that needs no token says so."""
        operation: Schema | None = super().get_operation(*args, **kwargs)
        return None if operation is None else {"security": [], **operation}

    # ---- parameters and the body

    def get_override_parameters(self) -> list[Any]:
        """Return the parameters but those of the path."""
        described = self._described
        key = [key_header(described.least_key)] if described.once else []
        return [*described.parameters, *key, LANGUAGE]

    def _get_parameters(self) -> list[Schema]:
        """Return the parameters: a reference to each, unless another has its name."""
        return [self._parameter(one) for one in super()._get_parameters()]

    def _parameter(self, parameter: Schema) -> Schema:
        self.add_components(parameter)
        name = "".join(part.capitalize() for part in re.split("[^A-Za-z0-9]", parameter["name"]))
        ref = self._shared("parameters", name, parameter)
        return ref if self.registry[name, "parameters"].schema == parameter else parameter

    def get_request_serializer(self) -> Any:
        """Return the body by media type."""
        return {"application/json": body} if (body := self._described.body) else {}

    def _get_request_for_media_type(self, serializer: Any, direction: Any = "request") -> Any:
        """Return the body, and whether a request needs one."""
        component = self.resolve_serializer(serializer, direction)
        return component.ref, not self._described.body_optional

    def _get_examples(self, serializer: Any, direction: Any, *args: Any, **kwargs: Any) -> Schema:
        """Return an example of a body; of one that is one of several, an example of each."""
        if direction != "request":
            return {}
        name = component_name(serializer)
        mapping = components()[name].get("discriminator", {}).get("mapping", {})
        names = {tag: ref.removeprefix(REF) for tag, ref in mapping.items()} or {"example": name}
        return {tag: {"value": examples()[one]} for tag, one in names.items()}

    # ---- responses

    def get_response_serializers(self) -> Any:
        """Return the successes by status and media type."""
        made: dict[Any, Any] = {}
        for status, kind in self._described.successes.items():
            if kind is None:
                made[status] = OpenApiResponse(description=STATUS[status])
            else:
                made[status, "application/json"] = OpenApiResponse(kind, STATUS[status])
        return made | {(200, kind): one for kind, one in self._described.other_forms()}

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False

    def _get_response_bodies(self, direction: Any = "response") -> Schema:
        """Return the successes and the errors of the operation."""
        self._error(405)  # of methods that no operation has: the file describes it all the same
        if (messages := self._described.messages) is not None:
            self.add_components({"$ref": REF + component_name(messages)})
        errors = {str(status): self._error(status) for status in self._errors()}
        return dict(sorted((super()._get_response_bodies(direction) | errors).items()))

    def _errors(self) -> set[int]:
        """Return the statuses of the errors: those named, and those that follow."""
        described, auth = self._described, self.get_auth()
        names = {one.name for one in described.parameters}
        found = {*ALWAYS, *described.errors}
        if all(auth or [{}]) or "as" in names:
            found.add(403)
        if "{" in self.path:
            found.add(404)
        if described.body:
            found |= {413, 415}
        if described.once:
            found.add(422)
        if "If-Match" in names:
            found.add(412)
        if auth and (described.once or "If-Match" in names):
            found.add(409)
        return found

    def _error(self, status: int) -> Schema:
        """Return a reference to the response of an error, which all operations share."""
        name = f"Problem{status}"
        headers = (*EVERYWHERE, "Content-Language", *_OF_ERRORS.get(status, ()))
        schema = {"$ref": REF + name}
        self.add_components(schema)
        response = {
            "description": STATUS[status],
            "content": {"application/problem+json": {"schema": schema}},
            "headers": {one: self._header(one) for one in headers},
        }
        return self._shared("responses", name, response)

    def _get_response_headers_for_code(self, status_code: Any, direction: Any = "") -> Schema:
        """Return references to the headers of a success, but for those of every response."""
        return {name: self._header(name) for name in self._described.headers_of(int(status_code))}

    def _header(self, name: str) -> Schema:
        described = {"description": HEADERS[name], "schema": {"type": "string"}}
        return self._shared("headers", name, described)

    def add_components(self, part: Any) -> None:
        """Add the components that a part of the description refers to."""
        for name in names_in(part):
            named: Any = Component(name)
            self.resolve_serializer(named, "response")

    def _shared(self, kind: str, name: str, schema: Schema) -> Schema:
        """Return a reference to a component, which is added if it is not there."""
        component = ResolvedComponent(name, kind, schema, name)  # type: ignore[no-untyped-call]
        self.registry.register_on_missing(component)
        ref: Schema = component.ref
        return ref


def component_name(kind: Any) -> str:
    """Return the name of the component of a struct, or of one that is named."""
    return kind.name if isinstance(kind, Component) else name_of(kind.__name__)


class StructSchema(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """The schema of a struct of messages, with those of the structs that it holds."""

    target_class = msgspec.Struct
    match_subclasses = True

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        """Return the name of the component."""
        return component_name(self.target)

    def get_identity(self, auto_schema: Any, direction: Any) -> str:
        """Return the name of the component, by which structs are told apart."""
        return component_name(self.target)

    def map_serializer(self, auto_schema: Any, direction: Any) -> Schema:
        """Return the schema, and add the components that it refers to."""
        schema = components()[component_name(self.target)]
        auto_schema.add_components(schema)
        return schema
