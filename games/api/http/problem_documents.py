"""Errors as problem documents (RFC 9457)."""

from __future__ import annotations

import logging
import sys
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
from django.db import InterfaceError, InternalError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, UnreadablePostError
from django.template.loader import render_to_string
from django.utils.translation import override
from redis import RedisError
from rest_framework import exceptions
from rest_framework.request import Request

from games.api.http.any_request import AnyRequest
from games.engine import IllegalMove
from games.errors import GameError, SetupRefused
from games.messages.problem_messages import FlawResponse, ProblemResponse
from games.wording.language import Language, Text, language_of
from games.wording.page_texts import TEXTS, page_language
from games.wording.problems import PROBLEMS, REASONS, format_text
from games.wording.rules import refusal_by

PROBLEM_JSON: Final = "application/problem+json"
TYPES: Final = "/api/v1/problems/"

logger = logging.getLogger(__name__)


class Flaw(msgspec.Struct, frozen=True):
    """An error in the input, and its place."""

    code: str
    detail: str | Text
    pointer: str | None = None
    parameter: str | None = None
    header: str | None = None


class RequestRefused(Exception):
    """A request that is refused; it becomes a problem document.

    ``more`` are optional members of its ``ProblemResponse``, ``headers`` headers of the response.
    ``words`` replace parameters in the sentences of the document: the name of a card instead of
    its code. ``in_own_words``: the detail is that of the code, though a rule is named.
    ``sentence`` is the detail if it is not "".
    """

    in_own_words = False
    sentence = ""

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


def retry_later(code: str, seconds: int, **params: str | int) -> RequestRefused:
    """Return the problem of a request that may succeed after some seconds."""
    headers = {"Retry-After": str(seconds)}
    return RequestRefused(code, {**params, "seconds": seconds}, headers=headers)


def wrong_parameter(name: str, detail: Text, **params: str) -> RequestRefused:
    """Return the problem of an invalid query parameter."""
    flaw = Flaw("invalid", detail, parameter=name)
    return RequestRefused("invalid_parameter", {"parameter": name} | params, flaws=[flaw])


def wrong_header(name: str, detail: Text) -> RequestRefused:
    """Return the problem of an invalid header."""
    flaw = Flaw("invalid", detail, header=name)
    return RequestRefused("invalid_header", {"header": name}, flaws=[flaw])


# From exceptions to problems


def refused_by(error: Exception) -> RequestRefused:
    """Return the problem of an exception; of an unexpected one, ``server_error``."""
    match error:
        case RequestRefused():
            return error
        case SetupRefused():
            return _not_a_table(error)
        case IllegalMove() | GameError():
            return _known(error)
        case exceptions.APIException():
            return _framework(error)
        case RequestDataTooBig():
            return RequestRefused("body_too_large", {"most": settings.API_BODY_LIMIT})
        case SuspiciousOperation() | UnreadablePostError():
            return RequestRefused("bad_request")
        case Http404() | ObjectDoesNotExist():
            return RequestRefused("not_found")
        case PermissionDenied():
            return RequestRefused("not_allowed", {"reason": "other"})
        case OperationalError() | InterfaceError() | RedisError():
            return RequestRefused("unavailable", headers={"Retry-After": "2"})
        case InternalError() if _is_read_only(error):
            return RequestRefused("unavailable", headers={"Retry-After": "2"})
        case _:
            return RequestRefused("server_error")


def _is_read_only(error: InternalError) -> bool:
    """Whether PostgreSQL refused a write as a standby does, as after a failover."""
    read_only_sql_transaction = "25006"
    return getattr(error.__cause__, "sqlstate", None) == read_only_sql_transaction


def _not_a_table(error: SetupRefused) -> RequestRefused:
    refused = _known(error)
    if error.code in _SEATS:
        refused.code = "malformed_seat"
    refused.flaws = (Flaw(error.code, "", pointer=error.pointer),)
    refused.in_own_words = True
    return refused


_SEATS: Final = ("seat_needs_invitation", "seat_needs_player", "open_seat_with_player")


def _known(error: IllegalMove | GameError) -> RequestRefused:
    """Return the problem of a refusal; an unknown code is that of an illegal move."""
    code = error.code if error.code in PROBLEMS else "illegal_move"
    return RequestRefused(code, error.params, rule=error.rule)


def _framework(error: exceptions.APIException) -> RequestRefused:
    match error:
        case exceptions.NotAuthenticated():
            return RequestRefused("not_authenticated", headers={"WWW-Authenticate": "Bearer"})
        case exceptions.AuthenticationFailed():
            challenge = 'Bearer error="invalid_token"'
            return RequestRefused("invalid_token", headers={"WWW-Authenticate": challenge})
        case exceptions.Throttled():
            seconds = max(1, int(getattr(error, "wait", None) or 1))
            return retry_later("too_many_requests", seconds)
        case exceptions.MethodNotAllowed():
            return RequestRefused("method_not_allowed")
        case exceptions.NotAcceptable():
            return RequestRefused("not_acceptable")
        case exceptions.UnsupportedMediaType():
            return RequestRefused("unsupported_media_type")
        case exceptions.NotFound():
            return RequestRefused("not_found")
        case exceptions.PermissionDenied():
            return RequestRefused("not_allowed", {"reason": "other"})
        case _:
            return RequestRefused("bad_request" if error.status_code < 500 else "server_error")


# The document


def request_id() -> str:
    """Return the id of the request that the logs have."""
    return str(structlog.contextvars.get_contextvars().get("request_id") or uuid.uuid4())


def document(request: AnyRequest, refused: RequestRefused) -> ProblemResponse:
    """Return a problem document in the language of the request."""
    return document_in(language_of(request), refused, method=request.method or "")


def document_in(
    language: Language, refused: RequestRefused, *, method: str = "GET", instance: str = ""
) -> ProblemResponse:
    """Return a problem document in a language; ``instance`` is the id of the request."""
    problem = PROBLEMS[refused.code]
    params = refused.params
    if refused.code == "method_not_allowed":
        params = {"method": method}
    detail = _detail(refused, params, language)
    return ProblemResponse(
        type=f"{TYPES}{problem.code}/",
        title=problem.title.to(language),
        status=problem.status,
        detail=detail,
        instance=f"urn:uuid:{instance or request_id()}",
        code=problem.code,
        params=params,
        rule=refused.rule,
        errors=[_with_words(flaw, detail, language) for flaw in refused.flaws],
        **refused.more,
    )


def _detail(refused: RequestRefused, params: dict[str, str | int], language: Language) -> str:
    """Return the sentence of the rule that refused a move, else that of the code."""
    if refused.sentence:
        return refused.sentence
    words = _words(params | refused.words, language)
    by_rule = "" if refused.in_own_words else refusal_by(refused.rule, language, words)
    return by_rule or format_text(
        PROBLEMS[refused.code].detail, language, words | {"rule": refused.rule}
    )


def error_sentence(error: Exception, language: Language) -> str:
    """Return an error as one sentence."""
    refused = refused_by(error)
    return _detail(refused, refused.params, language)


def flaws_in(refused: RequestRefused, language: Language) -> list[FlawResponse]:
    """Return all flaws of a request in a language, at least the problem itself."""
    detail = error_sentence(refused, language)
    flaws = refused.flaws or (Flaw(refused.code, detail),)
    return [_with_words(flaw, detail, language) for flaw in flaws]


def _words(params: Mapping[str, str | int], language: Language) -> dict[str, str | int]:
    """Return the parameters, with the reason in words."""
    reason = REASONS.get(str(params.get("reason")))
    return {**params, "reason": reason.to(language)} if reason else dict(params)


def _with_words(flaw: Flaw, detail: str, language: Language) -> FlawResponse:
    """Return a flaw in a language; one without words has those of the problem."""
    words = flaw.detail.to(language) if isinstance(flaw.detail, Text) else flaw.detail
    return FlawResponse(flaw.code, words or detail, flaw.pointer, flaw.parameter, flaw.header)


def reply(request: AnyRequest, refused: RequestRefused) -> HttpResponse:
    """Return a problem document as a response."""
    body = document(request, refused)
    response = HttpResponse(
        msgspec.json.encode(body), status=body.status, content_type=PROBLEM_JSON
    )
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = language_of(request)
    for name, value in refused.headers.items():
        response[name] = value
    return response


def problem_response(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """Respond to an exception of a view; the framework calls it."""
    request: Request = context["request"]
    refused = refused_by(error)
    if PROBLEMS[refused.code].status >= 500:
        logger.error("A request failed (%s)", type(error).__name__, exc_info=error)
    if refused.code == "server_error":
        got_request_exception.send(sender=None, request=request)
    return reply(request, refused)


# The error handlers of Django, for errors outside all views


def page_or_document(request: HttpRequest, refused: RequestRefused) -> HttpResponse:
    """Return a problem as a page to a browser that opens one, else as a document."""
    if not _wants_page(request):
        return reply(request, refused)
    language = page_language(request)
    problem = document_in(language, refused, method=request.method or "")
    with override(language):
        page = render_to_string("site/problem.html", {"problem": problem, "lang": language})
    response = HttpResponse(page, status=problem.status)
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = language
    for name, value in refused.headers.items():
        response[name] = value
    return response


def _wants_page(request: HttpRequest) -> bool:
    is_page = not request.path_info.startswith(("/api/", "/log/"))
    return is_page and "text/html" in request.headers.get("Accept", "")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400."""
    return page_or_document(request, refused_by(exception))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403."""
    return page_or_document(request, RequestRefused("not_allowed", {"reason": "other"}))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Django's CSRF_FAILURE_VIEW; the log has the reason."""
    refused = RequestRefused("csrf_failed")
    if _wants_page(request):
        refused.sentence = TEXTS["form_refused"].to(page_language(request))
    return page_or_document(request, refused)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler404."""
    return page_or_document(request, RequestRefused("not_found"))


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500, called while the error is handled."""
    error = sys.exception()
    refused = refused_by(error) if isinstance(error, Exception) else None
    if refused is None or refused.code != "unavailable":
        refused = RequestRefused("server_error")
    return page_or_document(request, refused)
