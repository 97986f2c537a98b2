"""Drafts of card sets: list, create, change, lint, preview, compare."""

from __future__ import annotations

from typing import ClassVar, Final

import msgspec
from django.db import transaction
from django.http import HttpResponse
from django.urls import reverse
from msgspec import UNSET
from rest_framework.request import Request

from cards import language
from cards.drafts import set_editing
from cards.drafts.draft_preview import with_draft
from cards.drafts.freezing import check_editable
from cards.exchange.import_problems import NotImportable
from cards.exchange.set_imports import read_import, write_import
from cards.findings.json_positions import pointer_of
from cards.models import CardSet
from cards.pictures.drawing import picture
from cards.selectors import draft_text
from games.api.catalog_editing.draft_replies import render_findings, render_set, set_tag
from games.api.catalog_editing.studio_view import (
    IF_MATCH_DRAFT,
    IF_MATCH_OPTIONAL,
    READERS,
    StudioView,
    changed,
    find_set,
    read_definition,
)
from games.api.http.api_view import answer
from games.api.http.conditional import answer_if_changed, check_tag
from games.api.http.cursors import ordered_by
from games.api.http.idempotency import once
from games.api.http.parsing import raw_body, read_body
from games.api.http.problem_documents import Flaw, RequestRefused
from games.api.openapi.operation import JSON_OBJECT, describe
from games.api.openapi.parameters import CURSOR, IF_NONE_MATCH, LIMIT
from games.api.views.comparisons import render_comparison
from games.api.views.editions import edition_text
from games.messages.comparison_records import ComparisonResponse
from games.messages.game import MemberChangeResponse
from games.messages.studio_records import (
    ImportedSetRequest,
    LintResponse,
    PreviewRequest,
    PreviewResponse,
    SetPageResponse,
    SetPatch,
    SetRequest,
    SetResponse,
)
from games.players.scopes import CATALOG_WRITE
from games.wording.language import in_all_languages, language_of

"""The tag of the operations."""

DRAFT: Final = (set_editing.DRAFT,)
WRITE: Final = {"POST": DRAFT, "PUT": DRAFT, "PATCH": DRAFT, "DELETE": DRAFT}

_set = msgspec.json.Decoder(SetRequest)
_patch = msgspec.json.Decoder(SetPatch)
_preview = msgspec.json.Decoder(PreviewRequest)


class SetList(StudioView):
    """The drafts of sets."""

    scopes: ClassVar = {"GET": READERS, "POST": (CATALOG_WRITE,)}
    permissions: ClassVar = WRITE
    costs: ClassVar = {"GET": 20}

    @describe("sets_list", SetPageResponse, parameters=(CURSOR, LIMIT))
    def get(self, request: Request) -> HttpResponse:
        """List card sets.

        The drafts by code. They are not public: the token needs `catalog:write`, `catalog:review`
        or `catalog:publish`, and its account a permission to work on cards.
        """
        page, following = ordered_by(request, CardSet.objects.all(), "code")
        return answer(SetPageResponse([render_set(one) for one in page], following))

    @describe(
        "sets_create", {201: SetResponse}, body=SetRequest, headers=("ETag", "Location"), once=True
    )
    def post(self, request: Request) -> HttpResponse:
        """Create a card set.

        An empty draft. `manage.py give_token` gives a token with `catalog:write`; the account of
        its player needs the permission `cards.draft_card`.
        """
        body = read_body(request, _set)

        def carry_out() -> HttpResponse:
            refuse_taken(body.code)
            made = set_editing.create_set(
                by=self.account, code=body.code, name=body.name, name_fr=body.name_fr,
                names=body.names,
                variant=body.variant, colors=list(body.colors),
            )  # fmt: skip
            found = render_set(made)
            place = reverse("set", kwargs={"code": made.code})
            return answer(found, 201, ETag=found.etag, Location=place)

        return once(request, carry_out)


class SetOne(StudioView):
    """A draft of a set."""

    scopes: ClassVar = {"GET": READERS, "PATCH": (CATALOG_WRITE,), "DELETE": (CATALOG_WRITE,)}
    permissions: ClassVar = WRITE
    costs: ClassVar = {"GET": 20}

    @describe("sets_retrieve", SetResponse, parameters=(IF_NONE_MATCH,))
    def get(self, request: Request, code: str) -> HttpResponse:
        """Get a card set.

        The draft, with the hash of the edition that publishing it would create.
        """
        found = render_set(find_set(code))
        return answer_if_changed(request, found.etag, lambda: found)

    @describe(
        "sets_update",
        SetResponse,
        body=SetPatch,
        errors=(428,),
        parameters=(IF_MATCH_DRAFT,),
        headers=("ETag",),
    )
    def patch(self, request: Request, code: str) -> HttpResponse:
        """Change a card set.

        Members of the set itself. If-Match is required: the ETag, or the `etag` of the body. The
        response 412 says how the stored set and the request differ.
        """
        body = read_body(request, _patch)
        fields = {
            name: list(value) if isinstance(value, tuple) else value
            for name in body.__struct_fields__
            if (value := getattr(body, name)) is not UNSET
        }
        with transaction.atomic():
            card_set = find_set(code)
            check_editable(card_set)
            card_set.refresh_from_db()
            check_tag(request, set_tag(card_set), lambda: _differences(card_set, fields))
            if body.code not in (UNSET, code):
                refuse_taken(str(body.code))
            set_editing.change_set(card_set=card_set, by=self.account, **fields)
        found = render_set(card_set)
        return answer(found, ETag=found.etag)

    @describe("sets_delete", {204: None}, errors=(428,), parameters=(IF_MATCH_DRAFT,))
    def delete(self, request: Request, code: str) -> HttpResponse:
        """Delete a card set.

        With its cards and decks. Its history stays, and so do its editions.
        """
        with transaction.atomic():
            card_set = find_set(code)
            check_editable(card_set)
            check_tag(request, set_tag(card_set))
            set_editing.delete_set(card_set=card_set, by=self.account)
        return HttpResponse(status=204)


class SetDefinition(StudioView):
    """The canonical JSON of a draft."""

    scopes: ClassVar = {"GET": READERS, "PUT": (CATALOG_WRITE,)}
    permissions: ClassVar = WRITE
    costs: ClassVar = {"GET": 20, "PUT": 2}

    @describe("sets_definition", parameters=(IF_NONE_MATCH,), contents=JSON_OBJECT)
    def get(self, request: Request, code: str) -> HttpResponse:
        """Export a card set as JSON.

        The canonical JSON of the edition that publishing the draft would create (RFC 8785). Its
        SHA-256 is `hash` of the set.
        """
        text = draft_text(find_set(code))
        body = msgspec.Raw(language.encode_edition(text))
        return answer_if_changed(request, f'"{language.edition_hash(text)}"', lambda: body)

    @describe(
        "sets_import",
        {200: SetResponse, 201: SetResponse},
        body=ImportedSetRequest,
        errors=(428,),
        parameters=(IF_MATCH_OPTIONAL,),
        headers={200: ("ETag",), 201: ("ETag", "Location")},
    )
    def put(self, request: Request, code: str) -> HttpResponse:
        """Import a card set from JSON.

        Replaces the whole draft, or creates it: the body is an edition as JSON, which gets the code
        of the address. The cards must have no findings, or nothing changes (400). For a draft that
        exists If-Match is required.
        """
        try:
            found = read_import(raw_body(request), as_code=code)
            with transaction.atomic(), set_editing.recorded_as(self.account):
                stored = CardSet.objects.filter(code=code).first()
                if stored is not None:
                    check_editable(stored)
                    check_tag(request, set_tag(stored))
                made = write_import(found, replace=stored is not None)
        except NotImportable as error:
            raise _not_importable(error, request) from error
        body = render_set(made)
        place = reverse("set", kwargs={"code": made.code})
        return answer(body, 200 if stored else 201, ETag=body.etag, Location=place)


class SetLint(StudioView):
    """The findings about a draft."""

    scopes: ClassVar = {"GET": READERS}
    costs: ClassVar = {"GET": 20}

    @describe("sets_lint", LintResponse)
    def get(self, request: Request, code: str) -> HttpResponse:
        """List the findings about a card set.

        Faults that prevent the set from being proposed and published, in both languages. `warnings`
        prevent nothing: names that are missing in a language, texts of translators that are stale,
        decks of another size than the others, counts above the largest deck.
        """
        text = draft_text(find_set(code))
        found = render_findings(language.lint_edition(text), text)
        warnings = render_findings(language.edition_warnings(text), text)
        return answer(LintResponse(language.edition_hash(text), found, warnings))


class SetPreview(StudioView):
    """What an unsaved card means."""

    scopes: ClassVar = {"POST": READERS}
    costs: ClassVar = {"POST": 2}

    @describe("sets_preview", PreviewResponse, body=PreviewRequest)
    def post(self, request: Request, code: str) -> HttpResponse:
        """Preview a card.

        What a card would be in the set, without saving it: its text in both languages, its picture,
        and the findings about it. It takes the place of the card that `replaces` names, else it
        follows the others.
        """
        card_set, body = find_set(code), read_body(request, _preview)
        card = read_definition(body.definition, request)
        stored = card_set.cards.filter(code=body.replaces).first() if body.replaces else None
        if body.replaces and stored is None:
            flaw = Flaw("unknown_card", "", pointer="/replaces")
            raise RequestRefused("unknown_card", {"card": body.replaces}, flaws=[flaw])
        edition, number = with_draft(draft_text(card_set), card, stored)
        return answer(
            PreviewResponse(
                name=in_all_languages(lambda one: language.card_name(card, one)),
                text=in_all_languages(lambda one: language.card_text(card, edition, one)),
                picture=in_all_languages(lambda one: picture(card, edition, language=one)),
                findings=render_findings(language.lint_edition(edition), edition, number),
            )
        )


class SetComparison(StudioView):
    """What publishing a draft would change."""

    scopes: ClassVar = {"GET": READERS}
    costs: ClassVar = {"GET": 20}

    @describe("sets_compare", ComparisonResponse)
    def get(self, request: Request, code: str, other: str) -> HttpResponse:
        """Compare a card set with an edition.

        What changes from the edition to the draft, as `editions/{hash}/compare/{other}/`.
        """
        return answer(render_comparison(edition_text(other), draft_text(find_set(code))))


def refuse_taken(code: str) -> None:
    """Refuse a code that another set has."""
    if CardSet.objects.filter(code=code).exists():
        flaw = Flaw("set_exists", "", pointer="/code")
        raise RequestRefused("set_exists", {"code": code}, flaws=[flaw])


def _not_importable(error: NotImportable, request: Request) -> RequestRefused:
    tongue = language_of(request)
    flaws = [
        Flaw("invalid", one.to(tongue), pointer=pointer_of(one.place.path))
        for one in error.problems
    ]
    return RequestRefused("malformed", flaws=flaws)


def _differences(card_set: CardSet, fields: dict[str, object]) -> list[MemberChangeResponse]:
    stored = {name: getattr(card_set, name) for name in fields}
    return [
        changed(name, stored[name], value)
        for name, value in fields.items()
        if stored[name] != value
    ]
