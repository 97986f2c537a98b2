"""What a request says, read strictly: body, query, headers."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from django.conf import settings
from django.http import HttpRequest
from django.utils.http import parse_etags
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request

from games.api.http.choices import choices_at
from games.api.http.errors import Flaw, Refused, wrong_header, wrong_parameter
from games.ledger.store import MOST_SEQ
from games.wording.language import Text

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
        raise malformed(str(error), decoder.type) from error
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
_VALUE: Final = re.compile(r"^Invalid (?:enum )?value (.*)$")


def malformed(message: str, kind: Any) -> Refused:
    """What a decoder of a type says about a body, with a JSON pointer to the place."""
    place = _PLACE.search(message)
    said, path = (message[: place.start()], place[1]) if place else (message, "")
    if named := _NAMED.match(said):
        return Refused("malformed", flaws=[_wrong_member(named, pointer_of(path))])
    value = _VALUE.match(said)
    choices = ", ".join(choices_at(kind, path)) if value else ""
    text = _one_of(value[1], choices) if value and choices else Text(said, _in_french(said))
    flaw = Flaw("invalid", text, pointer=pointer_of(path))
    return Refused("malformed", {"choices": choices} if choices else {}, flaws=[flaw])


def _wrong_member(named: re.Match[str], pointer: str) -> Flaw:
    is_unknown = named[1].startswith("contains")
    french = f"Champ {'inconnu' if is_unknown else 'manquant'} : `{named[2]}`"
    return Flaw(
        "unknown_field" if is_unknown else "missing_field",
        Text(named[0], french),
        pointer=f"{pointer}/{_escaped(named[2])}",
    )


def _one_of(given: str, choices: str) -> Text:
    return Text(
        f"Unknown value {given}; it must be one of: {choices}",
        f"Valeur inconnue : {given}; il faut l’une de : {choices}",
    )


def pointer_of(path: str) -> str:
    """A decoder's path (``.seats[0].kind``) as a JSON pointer (``/seats/0/kind``)."""
    parts = re.findall(r"\.([^.\[]+)|\[([^\]]*)\]", path)
    return "".join(f"/{_escaped(name or index)}" for name, index in parts)


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


_FRENCH: Final = (
    (r"Expected `(.*?)`, got `(.*)`", r"Attendu : `\1`; reçu : `\2`"),
    (r"Expected `(.*?)` of length (.*)", r"Attendu : `\1` d’une longueur \2"),
    (r"Expected `(.*?)` matching regex (.*)", r"Attendu : `\1` conforme à l’expression \2"),
    (r"Expected `(.*?)` with a timezone component", r"Attendu : `\1` avec un fuseau horaire"),
    (r"Expected `(.*?)` (.*)", r"Attendu : `\1` \2"),
    (r"Invalid (?:enum )?value (.*)", r"Valeur inconnue : \1"),
    (r"Invalid (.*)", r"Valeur invalide : \1"),
    (r".*", "Cette valeur n’est pas acceptée"),
)
"""What the decoder says, and how it is said in French; the first that fits."""


def _in_french(said: str) -> str:
    return next(
        found.expand(french)
        for pattern, french in _FRENCH
        if (found := re.fullmatch(pattern, said, re.DOTALL))
    )


def digest_of(request: HttpRequest) -> str:
    """What was asked, in short: to tell a repeated request from another with the same key."""
    asked = f"{request.method} {request.get_full_path()}\n".encode()
    return sha256(asked + request.body).hexdigest()


# The query


def check_query(request: HttpRequest, known: frozenset[str]) -> None:
    """Refuse unknown parameters, so that a client does not rely on one without effect."""
    for name in request.GET:
        if name not in known:
            raise wrong_parameter(name, Text("unknown parameter", "paramètre inconnu"))


def read_number(
    request: HttpRequest, name: str, default: int, least: int = 0, most: int = MOST_SEQ
) -> int:
    """A whole number of the query."""
    given = request.GET.get(name)
    if given is None:
        return default
    if not re.fullmatch(r"[0-9]{1,10}", given) or not least <= int(given) <= most:
        text = Text(f"a whole number from {least} to {most}", f"un entier de {least} à {most}")
        raise wrong_parameter(name, text)
    return int(given)


def read_limit(request: HttpRequest) -> int:
    """How many entries a page shall have."""
    return read_number(request, "limit", USUAL_IN_PAGE, 1, MOST_IN_PAGE)


def read_flag(request: HttpRequest, name: str) -> bool:
    """``true`` or ``false`` in the query."""
    given = request.GET.get(name, "false")
    if given not in ("true", "false"):
        raise not_one_of(name, "true, false")
    return given == "true"


def read_word(request: HttpRequest, name: str, words: tuple[str, ...]) -> str | None:
    """One of some words in the query."""
    given = request.GET.get(name)
    if given is not None and given not in words:
        raise not_one_of(name, ", ".join(words))
    return given


def not_one_of(name: str, choices: str) -> Refused:
    """A query parameter that is none of the values allowed."""
    text = Text(f"it must be one of: {choices}", f"il faut l’une des valeurs : {choices}")
    return wrong_parameter(name, text, choices=choices)


def wrong_cursor() -> Refused:
    """A cursor that no page gave."""
    text = Text("it must be the cursor of a page’s next", "il faut le curseur du next d’une page")
    return wrong_parameter("cursor", text)


# The headers

_IF_MATCH: Final = re.compile(r'(?:W/)?"([0-9]{1,10})(?:-[a-zA-Z0-9:-]*)?"')
LONGEST_KEY: Final = 200
_KEY: Final = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")


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
        raise wrong_header(
            "If-Match",
            Text('it must be a seq in quotes: "41"', 'il faut un seq entre guillemets : "41"'),
        )
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
        text = Text(
            f"it must have {least} to {LONGEST_KEY} visible ASCII characters",
            f"il faut de {least} à {LONGEST_KEY} caractères ASCII visibles",
        )
        raise wrong_header("Idempotency-Key", text)
    return key
