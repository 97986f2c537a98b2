"""Strict parsing of bodies, queries and headers."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, Final, TypeVar

import msgspec
from django.conf import settings
from django.utils.http import parse_header_parameters
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.request import Request

from cards.language import LANGUAGES
from cards.language.reports import Report, choices_at, read_report
from games.api.http.any_request import AnyRequest
from games.api.http.problem_documents import Flaw, RequestRefused, wrong_header, wrong_parameter
from games.json_pointers import pointer_to
from games.ledger.store import MAX_SEQ
from games.wording.flaw_texts import BODIES, HEADERS, JSON_TYPES, PARAMETERS
from games.wording.language import Language, Text, language_of

T = TypeVar("T")

MAX_PAGE_ITEMS: Final = 200
DEFAULT_PAGE_ITEMS: Final = 50


# The body


def read_body(request: Request, decoder: msgspec.json.Decoder[T], *, default: bytes = b"") -> T:
    """Decode the body to a struct; ``default`` replaces an empty body."""
    body = raw_body(request) or default
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise malformed(str(error), decoder.type) from error
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise RequestRefused("malformed_json") from error


def raw_body(request: AnyRequest) -> bytes:
    """Return the bytes of the body; raises if it is too large, compressed or not JSON."""
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdigit() and int(length) > settings.API_BODY_LIMIT:
        raise RequestRefused("body_too_large", {"most": settings.API_BODY_LIMIT})
    body = request.body
    if len(body) > settings.API_BODY_LIMIT:
        raise RequestRefused("body_too_large", {"most": settings.API_BODY_LIMIT})
    coding = request.META.get("HTTP_CONTENT_ENCODING", "").strip().lower()
    if coding not in ("", "identity"):
        raise UnsupportedMediaType(coding)
    media_type, _parameters = parse_header_parameters(request.META.get("CONTENT_TYPE", ""))
    if body and media_type != "application/json":
        raise UnsupportedMediaType(media_type)
    return body


def malformed(message: str, kind: Any) -> RequestRefused:
    """Return the problem of a decoder's message, with a JSON pointer to the place."""
    report = read_report(message)
    pointer, params = pointer_of(report.path), report.params
    if report.name in ("unknown-field", "missing-field"):
        code = report.name.replace("-", "_")
        text = BODIES[report.name].with_params(**params)
        flaw = Flaw(code, text, pointer=pointer + pointer_to([params["field"]]))
        return RequestRefused("malformed", flaws=[flaw])
    choices = ", ".join(choices_at(kind, report.path)) if report.name == "value" else ""
    if choices:
        text = BODIES["choice"].with_params(given=params["given"], choices=choices)
    else:
        text = _in_words(report)
    flaw = Flaw("invalid", text, pointer=pointer)
    return RequestRefused("malformed", {"choices": choices} if choices else {}, flaws=[flaw])


def pointer_of(path: str) -> str:
    """Return a JSON pointer (``/seats/0/kind``) for a decoder's ``.seats[0].kind``."""
    parts = re.findall(r"\.([^.\[]+)|\[([^\]]*)\]", path)
    return pointer_to(name or index for name, index in parts)


def _in_words(report: Report) -> Text:
    """Return a decoder's report in words, with the member that it is about."""
    place = report.path.removeprefix(".")
    params: dict[str, object] = {**report.params}
    if report.name == "type":
        params = {part: _types_in_words(names) for part, names in report.params.items()}
    member = JSON_TYPES["member"].with_params(name=place) if place else JSON_TYPES["whole"]
    return BODIES[report.name].with_params(member=member, **params)


def _types_in_words(names: str) -> Text:
    """Return the types that a decoder names (``int | null``) in words."""
    one, _, others = names.partition(" | ")
    text = JSON_TYPES[one] if one in JSON_TYPES else JSON_TYPES["unknown"].with_params(name=one)
    if not others:
        return text
    return JSON_TYPES["any-of"].with_params(one=text, other=_types_in_words(others))


def digest_of(request: AnyRequest) -> str:
    """Return a digest of method, path, query and body that identifies a request."""
    line = f"{request.method} {request.get_full_path()}\n".encode()
    return sha256(line + request.body).hexdigest()


# The query


def check_query(request: AnyRequest, known: frozenset[str]) -> None:
    """Refuse unknown parameters, so that a client does not rely on one without effect."""
    for name in request.GET:
        if name not in known:
            raise wrong_parameter(name, PARAMETERS["unknown"])


def read_number(
    request: AnyRequest, name: str, default: int, least: int = 0, most: int = MAX_SEQ
) -> int:
    """Read a whole number of the query."""
    given = request.GET.get(name)
    if given is None:
        return default
    if not re.fullmatch(r"[0-9]{1,10}", given) or not least <= int(given) <= most:
        text = PARAMETERS["number"].with_params(least=least, most=most)
        raise wrong_parameter(name, text)
    return int(given)


def read_after(request: AnyRequest) -> int:
    """Read the seq after which events are wanted: of Last-Event-ID, else of the query.

    A browser that connects again repeats the query, and adds the header.
    """
    given = request.META.get("HTTP_LAST_EVENT_ID", "")
    if not given:
        return read_number(request, "after", 0)
    if not re.fullmatch(r"[0-9]{1,10}", given) or int(given) > MAX_SEQ:
        raise wrong_header("Last-Event-ID", HEADERS["last-event-id"])
    return int(given)


def read_limit(request: AnyRequest) -> int:
    """Read the number of entries of a page."""
    return read_number(request, "limit", DEFAULT_PAGE_ITEMS, 1, MAX_PAGE_ITEMS)


def read_flag(request: AnyRequest, name: str) -> bool:
    """Read ``true`` or ``false`` from the query."""
    given = request.GET.get(name, "false")
    if given not in ("true", "false"):
        raise not_one_of(name, "true, false")
    return given == "true"


def read_word(request: AnyRequest, name: str, words: tuple[str, ...]) -> str | None:
    """Read one of some words from the query."""
    given = request.GET.get(name)
    if given is not None and given not in words:
        raise not_one_of(name, ", ".join(words))
    return given


def not_one_of(name: str, choices: str) -> RequestRefused:
    """Return the problem of a query parameter that is not one of the allowed values."""
    text = PARAMETERS["choice"].with_params(choices=choices)
    return wrong_parameter(name, text, choices=choices)


def wrong_cursor() -> RequestRefused:
    """Return the problem of a cursor that no page returned."""
    return wrong_parameter("cursor", PARAMETERS["cursor"])


# The headers

MAX_KEY_LENGTH: Final = 200
_KEY: Final = re.compile(rf"[!-~]{{1,{MAX_KEY_LENGTH}}}")


RECEIPT: Final = "receipt"
"""The preference for the signed head in the reply to a move."""

_SIGNATURE: Final = re.compile(r"[0-9a-f]{128}")


def read_signature(request: AnyRequest) -> str:
    """Read the signature of a move; "" if there is none."""
    given: str = request.META.get("HTTP_MOVE_SIGNATURE", "")
    if given and not _SIGNATURE.fullmatch(given):
        raise wrong_header("Move-Signature", HEADERS["move-signature"])
    return given


def prefers_receipt(request: AnyRequest) -> bool:
    """Whether the caller prefers a receipt in the reply (RFC 7240)."""
    preferences = request.META.get("HTTP_PREFER", "").split(",")
    return any(one.partition(";")[0].strip().lower() == RECEIPT for one in preferences)


def read_key(request: AnyRequest, *, least: int = 1) -> str:
    """Read the idempotency key; "" if there is none."""
    key: str | None = request.META.get("HTTP_IDEMPOTENCY_KEY")
    if key is None:
        return ""
    if not _KEY.fullmatch(key) or len(key) < least:
        text = HEADERS["idempotency-key"].with_params(least=least, most=MAX_KEY_LENGTH)
        raise wrong_header("Idempotency-Key", text)
    return key


def read_language(request: AnyRequest) -> Language:
    """Return the language in the query, else the one that the request accepts."""
    values = request.GET.getlist("lang")
    if not values:
        return language_of(request)
    for one in LANGUAGES:
        if values == [one]:
            return one
    raise not_one_of("lang", ", ".join(LANGUAGES))
