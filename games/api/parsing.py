"""What a request says, read strictly: body, query, headers."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Final, TypeVar

import msgspec
from django.conf import settings
from django.http import HttpRequest
from django.utils.http import parse_etags
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request

from games.api.errors import Flaw, Refused, wrong_header, wrong_parameter
from games.api.words import FRENCH, Language, language_of
from games.store import MOST_SEQ

T = TypeVar("T")

MOST_IN_PAGE: Final = 200
USUAL_IN_PAGE: Final = 50


# The body


def read_body(request: Request, decoder: msgspec.json.Decoder[T], *, default: bytes = b"") -> T:
    """The body as a struct; ``default`` stands for an empty one."""
    body = raw_body(request._request) or default
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        flaw = flaw_of(str(error), language_of(request._request))
        raise Refused("malformed", flaws=[flaw]) from error
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise Refused("malformed_json") from error


def raw_body(request: HttpRequest) -> bytes:
    """The bytes of the body, if they are JSON and not too many."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdigit() and int(length) > settings.API_BODY_LIMIT:
        raise Refused("body_too_large", {"most": settings.API_BODY_LIMIT})
    body = request.body
    if len(body) > settings.API_BODY_LIMIT:
        raise Refused("body_too_large", {"most": settings.API_BODY_LIMIT})
    if body and request.content_type != "application/json":
        raise UnsupportedMediaType(request.content_type or "")
    return body


_PLACE: Final = re.compile(r" - at `(?:key in )?\$(.*)`$")
_NAMED: Final = re.compile(r"^Object (contains unknown|missing required) field `(.*)`$")
_EXPECTED: Final = re.compile(r"^Expected `(.*?)`, got `(.*)`$")
_INVALID: Final = re.compile(r"^Invalid (?:enum )?value (.*)$")


def flaw_of(message: str, language: Language) -> Flaw:
    """What the decoder says about a body, with a JSON pointer to the place."""
    place = _PLACE.search(message)
    said = message[: place.start()] if place else message
    pointer = pointer_of(place[1]) if place else ""
    named = _NAMED.match(said)
    if named:
        code = "unknown_field" if named[1].startswith("contains") else "missing_field"
        pointer = f"{pointer}/{_escaped(named[2])}"
        return Flaw(code, _in(language, said), pointer=pointer)
    return Flaw("invalid", _in(language, said), pointer=pointer)


def pointer_of(path: str) -> str:
    """A decoder's path (``.seats[0].kind``) as a JSON pointer (``/seats/0/kind``)."""
    parts = re.findall(r"\.([^.\[]+)|\[([^\]]*)\]", path)
    return "".join(f"/{_escaped(name or index)}" for name, index in parts)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _in(language: Language, said: str) -> str:
    if language != FRENCH:
        return said
    if found := _NAMED.match(said):
        is_unknown = found[1].startswith("contains")
        return f"Champ {'inconnu' if is_unknown else 'manquant'} : `{found[2]}`"
    if found := _EXPECTED.match(said):
        return f"Attendu : `{found[1]}`; reçu : `{found[2]}`"
    if found := _INVALID.match(said):
        return f"Valeur inconnue : {found[1]}"
    return "Cette valeur n’est pas acceptée"


def digest_of(request: HttpRequest) -> str:
    """What was asked, in short: to tell a repeated request from another with the same key."""
    asked = f"{request.method} {request.get_full_path()}\n".encode()
    return sha256(asked + request.body).hexdigest()


# The query


def check_query(request: HttpRequest, known: frozenset[str]) -> None:
    """Refuse parameters that nobody reads, lest somebody believes that they do something."""
    for name in request.GET:
        if name not in known:
            raise wrong_parameter(name, "unknown parameter")


def read_number(
    request: HttpRequest, name: str, default: int, least: int = 0, most: int = MOST_SEQ
) -> int:
    """A whole number of the query."""
    given = request.GET.get(name)
    if given is None:
        return default
    if not re.fullmatch(r"[0-9]{1,10}", given) or not least <= int(given) <= most:
        raise wrong_parameter(name, f"a whole number from {least} to {most}")
    return int(given)


def read_limit(request: HttpRequest) -> int:
    """How many entries a page shall have."""
    return read_number(request, "limit", USUAL_IN_PAGE, 1, MOST_IN_PAGE)


def read_flag(request: HttpRequest, name: str) -> bool:
    """``true`` or ``false`` in the query."""
    given = request.GET.get(name, "false")
    if given not in ("true", "false"):
        raise wrong_parameter(name, "true or false")
    return given == "true"


def read_word(request: HttpRequest, name: str, words: tuple[str, ...]) -> str | None:
    """One of some words in the query."""
    given = request.GET.get(name)
    if given is not None and given not in words:
        raise wrong_parameter(name, f"one of: {', '.join(words)}")
    return given


# The headers

_IF_MATCH: Final = re.compile(r'(?:W/)?"([0-9]{1,10})(?:-[a-zA-Z0-9:-]*)?"')
_KEY: Final = re.compile(r"[!-~]{1,200}")


def read_if_match(request: HttpRequest) -> int | None:
    """The seq that a command builds on; None for any.

    The comparison is by seq, so every ETag of the game will do: that of a move, that of one view
    of it (``"41-seat:0"``), and the weak one (``W/"41"``) that compression makes of each.
    """
    given = request.META.get("HTTP_IF_MATCH", "*").strip()
    if given == "*":
        return None
    found = _IF_MATCH.fullmatch(given)
    if found is None:
        raise wrong_header("If-Match", 'a seq in quotes: "41"')
    return int(found[1])


def known_tag(request: HttpRequest, tag: str) -> str | None:
    """The ETag as If-None-Match names it, compared weakly; None if the client has another."""
    named = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
    if named == ["*"]:
        return tag
    return next((one for one in named if one.removeprefix("W/") == tag), None)


def read_key(request: HttpRequest, *, least: int = 1) -> str:
    """The idempotency key, "" where there is none."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return ""
    if not _KEY.fullmatch(key) or len(key) < least:
        raise wrong_header("Idempotency-Key", f"{least} to 200 visible ASCII characters")
    return key
