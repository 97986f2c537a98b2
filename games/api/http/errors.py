"""Everything that goes wrong, as a problem document (RFC 9457)."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import structlog
from django.conf import settings
from django.core.exceptions import (
    ObjectDoesNotExist,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
)
from django.core.signals import got_request_exception
from django.db import OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from redis import RedisError
from rest_framework import exceptions

from cards.api_errors import WrongParameter
from games.engine import IllegalMove
from games.errors import GameError, SetupRefused
from games.wording.language import Language, Text, language_of
from games.wording.problems import PROBLEMS, REASONS, told
from games.wording.rules import refusal_by

PROBLEM_JSON: Final = "application/problem+json"
TYPES: Final = "/api/v1/problems/"

logger = logging.getLogger(__name__)


class Flaw(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong with the input: where it is and what."""

    code: str
    detail: str | Text
    pointer: str | None = None
    parameter: str | None = None
    header: str | None = None


class Refused(Exception):
    """A request that is not granted, on its way to becoming a problem document.

    ``more`` are further members of the document, ``headers`` further headers of the reply.
    ``words`` replace parameters in the sentences of the document: the name of a card instead of
    its code. ``in_own_words``: the detail is that of the code, though a rule is named.
    """

    in_own_words = False

    def __init__(
        self,
        code: str,
        params: Mapping[str, str | int] | None = None,
        *,
        rule: str = "",
        flaws: Sequence[Flaw] = (),
        more: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.params = dict(params or {})
        self.rule = rule
        self.flaws = tuple(flaws)
        self.more = dict(more or {})
        self.headers = dict(headers or {})
        self.words: dict[str, str | int] = {}


def wrong_parameter(name: str, detail: Text, **params: str) -> Refused:
    """A query parameter that cannot be read."""
    flaw = Flaw("invalid", detail, parameter=name)
    return Refused("invalid_parameter", {"parameter": name} | params, flaws=[flaw])


def wrong_header(name: str, detail: Text) -> Refused:
    """A header that cannot be read."""
    flaw = Flaw("invalid", detail, header=name)
    return Refused("invalid_header", {"header": name}, flaws=[flaw])


# From what was raised to what is said


def refused_by(error: Exception) -> Refused:
    """What to say about an exception; whatever is not expected is the server's failure."""
    match error:
        case Refused():
            return error
        case IllegalMove():
            return _illegal(error)
        case SetupRefused():
            return _not_a_table(error)
        case GameError():
            return _known(error.code, error.status, error.params, error.rule)
        case exceptions.APIException():
            return _framework(error)
        case RequestDataTooBig():
            return Refused("body_too_large", {"most": settings.API_BODY_LIMIT})
        case SuspiciousOperation() | UnreadablePostError():
            return Refused("bad_request")
        case Http404() | ObjectDoesNotExist():
            return Refused("not_found")
        case PermissionDenied():
            return Refused("not_allowed", {"reason": "other"})
        case OperationalError() | RedisError():
            return Refused("unavailable", headers={"Retry-After": "2"})
        case _:
            return Refused("server_error")


def _illegal(error: IllegalMove) -> Refused:
    code = error.code if error.code in PROBLEMS else "illegal_move"
    return Refused(code, error.params, rule=error.rule)


def _not_a_table(error: SetupRefused) -> Refused:
    refused = _known(error.code, error.status, error.params, error.rule)
    if error.code in _SEATS:
        refused.code = "malformed_seat"
    refused.flaws = (Flaw(error.code, "", pointer=error.pointer),)
    refused.in_own_words = True
    return refused


_SEATS: Final = ("seat_needs_invitation", "seat_needs_player", "open_seat_with_player")
_BY_STATUS: Final = {400: "bad_request", 403: "not_allowed", 404: "not_found", 409: "not_open"}


def _known(code: str, status: int, params: Mapping[str, str | int], rule: str) -> Refused:
    if code not in PROBLEMS:
        code = "illegal_move" if rule else _BY_STATUS.get(status, "server_error")
    return Refused(code, params, rule=rule)


def _framework(error: exceptions.APIException) -> Refused:
    match error:
        case exceptions.NotAuthenticated():
            return Refused("not_authenticated", headers={"WWW-Authenticate": "Bearer"})
        case exceptions.AuthenticationFailed():
            challenge = 'Bearer error="invalid_token"'
            return Refused("invalid_token", headers={"WWW-Authenticate": challenge})
        case exceptions.Throttled():
            seconds = max(1, int(getattr(error, "wait", None) or 1))
            headers = {"Retry-After": str(seconds)}
            return Refused("too_many_requests", {"seconds": seconds}, headers=headers)
        case WrongParameter(parameter=name, en=english, fr=french, choices=choices):
            more = {"choices": choices} if choices else {}
            return wrong_parameter(name, Text(english, french), **more)
        case exceptions.MethodNotAllowed():
            return Refused("method_not_allowed")
        case exceptions.NotAcceptable():
            return Refused("not_acceptable")
        case exceptions.UnsupportedMediaType():
            return Refused("unsupported_media_type")
        case exceptions.NotFound():
            return Refused("not_found")
        case exceptions.PermissionDenied():
            return Refused("not_allowed", {"reason": "other"})
        case _:
            return Refused("bad_request" if error.status_code < 500 else "server_error")


# The document


def request_id() -> str:
    """The name of the request, as the logs have it."""
    return str(structlog.contextvars.get_contextvars().get("request_id") or uuid.uuid4())


def document(request: HttpRequest, refused: Refused) -> dict[str, Any]:
    """The members of a problem document, in the language of the request."""
    problem = PROBLEMS[refused.code]
    language = language_of(request)
    params = refused.params
    if refused.code == "method_not_allowed":
        params = {"method": request.method or ""}
    body: dict[str, Any] = {
        "type": f"{TYPES}{problem.code}/",
        "title": problem.title.to(language),
        "status": problem.status,
        "detail": _detail(refused, params, language),
        "instance": f"urn:uuid:{request_id()}",
        "code": problem.code,
        "params": params,
    }
    if refused.rule:
        body["rule"] = refused.rule
    if refused.flaws:
        body["errors"] = [_with_words(flaw, body["detail"], language) for flaw in refused.flaws]
    return body | refused.more


def _detail(refused: Refused, params: dict[str, str | int], language: Language) -> str:
    """In the words of the rule that refused a move, else in those of the catalogue."""
    words = _words(params | refused.words, language)
    by_rule = "" if refused.in_own_words else refusal_by(refused.rule, language, words)
    return by_rule or told(PROBLEMS[refused.code].detail, language, words | {"rule": refused.rule})


def said(error: Exception, language: Language) -> str:
    """What goes wrong in one sentence, for those who read no documents."""
    refused = refused_by(error)
    return _detail(refused, refused.params, language)


def flaws_in(refused: Refused, language: Language) -> list[Flaw]:
    """Return everything that is wrong with a request in a language, at least the problem itself."""
    detail = said(refused, language)
    flaws = refused.flaws or (Flaw(refused.code, detail),)
    return [_with_words(flaw, detail, language) for flaw in flaws]


def _words(params: Mapping[str, str | int], language: Language) -> dict[str, str | int]:
    """The parameters, with the reason in words."""
    reason = REASONS.get(str(params.get("reason")))
    return {**params, "reason": reason.to(language)} if reason else dict(params)


def _with_words(flaw: Flaw, detail: str, language: Language) -> Flaw:
    """A flaw in the language of the request; one without words has those of the problem."""
    words = flaw.detail.to(language) if isinstance(flaw.detail, Text) else flaw.detail
    return msgspec.structs.replace(flaw, detail=words or detail)


def reply(request: HttpRequest, refused: Refused) -> HttpResponse:
    """A problem document as a response."""
    body = document(request, refused)
    response = HttpResponse(
        msgspec.json.encode(body), status=body["status"], content_type=PROBLEM_JSON
    )
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = language_of(request)
    for name, value in refused.headers.items():
        response[name] = value
    return response


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """What the framework calls for every exception of a view."""
    request = context["request"]._request
    refused = refused_by(error)
    if PROBLEMS[refused.code].status >= 500:
        logger.error("A request failed (%s)", type(error).__name__, exc_info=error)
    if refused.code == "server_error":
        got_request_exception.send(sender=None, request=request)
    return reply(request, refused)


# What Django calls for errors outside any view


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    return reply(request, refused_by(exception))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return reply(request, Refused("not_allowed", {"reason": "other"}))


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return reply(request, Refused("not_found"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500."""
    return reply(request, Refused("server_error"))
