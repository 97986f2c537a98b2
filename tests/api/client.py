"""An HTTP client for tests, which checks every reply against the OpenAPI file."""

import gzip
import json
import re
from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import uuid4

import msgspec
from django.http import HttpResponseBase
from django.test import Client
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from games.api.openapi.components import components
from games.engine.moves import Move
from games.wording.prompt_texts import body_of
from tests.api.named_games import of_its_game

ROOT = "/api/v1/"


@dataclass(frozen=True)
class Reply:
    """A response."""

    status: int
    headers: dict[str, str]
    raw: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.raw)

    @property
    def messages(self) -> list[tuple[str, Any]]:
        """The name, "" of an event, and the data of each message of a stream."""
        found = re.findall(rb"(?:event: (.*)\n)?(?:id: .*\n)?data: (.*)\n\n", self.raw)
        return [(name.decode(), json.loads(data)) for name, data in found]

    @property
    def code(self) -> str:
        """The code of a problem."""
        return str(self.json["code"])


class Caller:
    """A client with or without a token."""

    def __init__(self, secret: str = "", language: str = "") -> None:
        self.secret = secret
        self.language = language
        self.client = Client(raise_request_exception=False)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        """Send a request; headers are named with underscores."""
        address = path if path.startswith("/") else ROOT + path
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.secret:
            sent.setdefault("Authorization", f"Bearer {self.secret}")
        if self.language:
            sent.setdefault("Accept-Language", self.language)
        data = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body)
        kind = sent.pop("Content-Type", "application/json")
        with of_its_game(method, address):
            response = self.client.generic(method, address, data, kind, headers=sent)
        return checked(read(response))

    def get(self, path: str, **headers: str) -> Reply:
        return self.ask("GET", path, **headers)

    def stream(self, path: str) -> list[tuple[str, Any]]:
        """Return the messages of a stream, which ends at once without a server of streams."""
        return self.get(path, Accept="text/event-stream").messages

    def post(self, path: str, body: Any = None, **headers: str) -> Reply:
        return self.ask("POST", path, body, **headers)


def read(response: HttpResponseBase) -> Reply:
    """Return a response as a client reads it, decompressed."""
    streaming = getattr(response, "streaming_content", None)
    raw = b"".join(streaming) if streaming is not None else getattr(response, "content", b"")
    if response.get("Content-Encoding") == "gzip":
        raw = gzip.decompress(raw)
    return Reply(response.status_code, dict(response.items()), raw)


def checked(reply: Reply) -> Reply:
    """Check what all replies have in common: limits, request id, problem documents."""
    assert reply.headers["RateLimit"] and reply.headers["RateLimit-Policy"]
    assert reply.headers["X-Request-ID"]
    if reply.status >= 400:
        assert reply.headers["Content-Type"] == "application/problem+json", reply
        assert reply.json["status"] == reply.status
        assert reply.json["instance"]
        fits(f"Problem{reply.status}", reply.json)
    return reply


@cache
def _registry() -> Registry[Any]:
    document = {"components": {"schemas": components()}}
    return Registry().with_resource(
        "urn:api", Resource(contents=document, specification=DRAFT202012)
    )


def parameters_of(document: Any, operation: Any) -> list[Any]:
    """The parameters of an operation, also those that operations share."""
    shared = document["components"]["parameters"]
    given = operation.get("parameters", ())
    return [shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one for one in given]


def fits(component: str, value: Any) -> None:
    """Check a value against a component of the OpenAPI file."""
    _validator(component).validate(value)


@cache
def _validator(component: str) -> Draft202012Validator:
    schema = {"$ref": f"urn:api#/components/schemas/{component}"}
    return Draft202012Validator(schema, registry=_registry())


def guest(name: str = "Alice", language: str = "") -> Caller:
    """Create a guest and return a client with its token."""
    reply = Caller().post("players/", {"name": name})
    assert reply.status == 201, reply
    return Caller(reply.json["token"]["secret"], language)


def plain_body(move: Move) -> dict[str, Any]:
    """Return the body that makes a move, as JSON values."""
    made: dict[str, Any] = msgspec.to_builtins(body_of(move))
    return made


def key() -> str:
    """Return a new idempotency key."""
    return str(uuid4())


TWO = [{"kind": "me"}, {"kind": "open"}]


def create_game(caller: Caller, **more: Any) -> str:
    """Create a game and return its id; without ``seats`` one is the caller's, one open."""
    asked = {"variant": "avengers", "seats": TWO} | more
    reply = caller.post("games/", asked)
    assert reply.status == 201, reply
    fits("NewGame", reply.json)
    return str(reply.json["id"])


def start_game(alice: Caller, bob: Caller, **more: Any) -> str:
    """Start a game of two players and return its id."""
    game = create_game(alice, **more)
    assert bob.post(f"games/{game}/seats/").status == 201
    assert alice.post(f"games/{game}/start/").status == 201
    return game


def asked_of(game: str, *callers: Caller) -> tuple[Caller, dict[str, Any], int]:
    """Return the caller who is to answer, with the prompt and the seq of the game."""
    for caller in callers:
        told = caller.get(f"games/{game}/prompts/").json
        if told["prompts"] and told["prompts"][-1]["options"] is not None:
            return caller, told["prompts"][-1], told["seq"]
    raise AssertionError("no seat has a question")
