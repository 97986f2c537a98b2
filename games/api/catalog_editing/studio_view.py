"""The base of the views of drafts: the account, its permissions, ETags, refusals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any, ClassVar, Final

import msgspec
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from rest_framework.request import Request

from cards import language
from cards.draft_errors import NotPermitted, ReviewError
from cards.findings.error_places import place_of_error
from cards.findings.json_positions import pointer_of
from cards.findings.lint_texts import error_text
from cards.language import CardError, Language
from cards.models import CardSet
from cards.services import AlreadyCurrent, NotPublishable
from games.api.http.api_view import ApiView, caller
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.parameters import header
from games.messages.game import MemberChangeResponse
from games.players.scopes import CATALOG_PUBLISH, CATALOG_REVIEW, CATALOG_WRITE
from games.wording.language import Text, language_of

READERS: Final = (CATALOG_WRITE, CATALOG_REVIEW, CATALOG_PUBLISH)
"""The scopes of which one is enough to read drafts and proposals."""

READ: Final = ("draft_card", "translate_card", "review_edition", "publish_edition", "view_cardset")
"""The permissions of which one is enough to read drafts and proposals."""

IF_MATCH_DRAFT: Final = header(
    "If-Match", "Required: the ETag of what you change, or `*` for any state."
)

IF_MATCH_OPTIONAL: Final = header("If-Match", "The ETag that you build on, or `*` for any.")


class StudioView(ApiView):
    """A view of drafts, which acts as the user account of the token's player.

    ``permissions`` names the permissions of the cards of which the account needs one for a method.
    """

    permissions: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    account: User

    def check_permissions(self, request: Request) -> None:
        """Check the token's scopes, then the permissions of its account."""
        super().check_permissions(request)
        method = "GET" if request.method == "HEAD" else request.method or ""
        if method == "OPTIONS":
            return
        self.account = User.objects.get(pk=caller(request).user_id)
        names = self.permissions.get(method, READ)
        if not any(self.account.has_perm(f"cards.{name}") for name in names):
            raise RequestRefused("missing_permission", {"permission": f"cards.{names[0]}"})

    def handle_exception(self, exc: Exception) -> Any:
        """Turn the refusals of the services into problems."""
        tongue = language_of(self.request)
        return super().handle_exception(refusal_of(exc, tongue) or exc)


# Refusals


def refusal_of(error: Exception, tongue: Language) -> RequestRefused | None:
    """Return the problem of a refusal of the services of cards; None for others."""
    match error:
        case NotPublishable():
            flaws = list(_findings(error, tongue))
            return RequestRefused("not_publishable", flaws=flaws)
        case AlreadyCurrent():
            return RequestRefused("already_current")
        case ReviewError():
            return _review_refusal(error, tongue)
        case ValidationError():
            return RequestRefused("malformed", flaws=list(_invalid(error)))
        case _:
            return None


def _findings(error: NotPublishable, tongue: Language) -> Iterator[Flaw]:
    for one, line in zip(error.findings, error.lines_in(tongue), strict=True):
        yield Flaw(one.code, line, pointer=pointer_of(one.path))


_MEMBERS: Final = {"reason_invalid": "/reason", "time_past": "/at", "unknown_card": "/card"}
"""The members of a request that review errors are about."""


def _review_refusal(error: ReviewError, tongue: Language) -> RequestRefused:
    sentence = error.text.to(tongue)
    if error.code in _MEMBERS:
        pointer = "/text" if error.text.context == "error:comment-invalid" else _MEMBERS[error.code]
        return RequestRefused("malformed", flaws=[Flaw("invalid", sentence, pointer=pointer)])
    if isinstance(error, NotPermitted):
        params = {"permission": sentence}
        refused = RequestRefused("missing_permission", params)
    else:
        params = {
            name: value.to(tongue) if isinstance(value, Text) else str(value)
            for name, value in error.text.params.items()
        }
        refused = RequestRefused(error.code, params)
    refused.sentence = sentence
    return refused


def _invalid(error: ValidationError) -> Iterator[Flaw]:
    fields = getattr(error, "message_dict", None) or {"__all__": error.messages}
    for field, messages in fields.items():
        pointer = "" if field == "__all__" else f"/{field}"
        for message in messages:
            yield Flaw("invalid", str(message), pointer=pointer)


def read_definition(raw: msgspec.Raw, request: Request) -> language.CardDef:
    """Return the card of a body's ``definition``, or refuse it with the place."""
    try:
        return language.decode_card(bytes(raw))
    except CardError as error:
        words = error_text(error, language_of(request))
        place = place_of_error(bytes(raw).decode(), error)
        flaw = Flaw(error.code, words, pointer=f"/definition{place.pointer}")
        raise RequestRefused("malformed", flaws=[flaw]) from error


def find_set(code: str) -> CardSet:
    """Return the set with a code, or raise DoesNotExist, which is 404."""
    return CardSet.objects.get(code=code)


# ETags


def tag_of(value: object) -> str:
    """Return the strong ETag of a value of JSON."""
    return f'"{sha256(msgspec.json.encode(value, order="sorted")).hexdigest()[:40]}"'


def changed(path: str, before: object, after: object) -> MemberChangeResponse:
    """Return a member whose stored value differs from that of the request."""
    return MemberChangeResponse(path, "changed", before, after)
