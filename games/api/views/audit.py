"""What proves that a game was played fair: the bundle, the verdict, the keys."""

from __future__ import annotations

from hashlib import sha256
from typing import ClassVar
from uuid import UUID

import msgspec
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from games import selectors
from games.api.http.base import ApiView, answer, answer_bytes, player_of
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.openapi.schema import IF_NONE_MATCH, describe
from games.api.sight import note_audit
from games.audit import Answer, Bundle, encode_bundle, said
from games.audits import runs as auditing
from games.audits.bundles import bundle_of
from games.audits.runs import Audited
from games.engine import NOBODY
from games.ledger import signing
from games.messages.addresses import game_path
from games.messages.game import KeysTold, KeyTold, NothingAsked
from games.messages.proofs import AnswerTold, AuditTold, BundleTold, FindingTold
from games.models import Game
from games.players.access import Access
from games.players.scopes import AUDIT_LIVE, AUDIT_READ
from games.wording.language import Language, language_of

_nothing = msgspec.json.Decoder(NothingAsked)

ASK_AGAIN = "private, no-cache"
"""A finished game stays as it is, unless an organiser adds to it: its ETag tells."""


def is_auditor(request: Request) -> bool:
    """Whether the caller's token may be used to audit."""
    scopes = request.auth.scopes if isinstance(request.auth, Access) else ()
    return AUDIT_READ in scopes or AUDIT_LIVE in scopes


class BundleOne(ApiView):
    """Download a bundle."""

    costs: ClassVar = {"GET": 5}

    @describe(
        "audit_bundle",
        "Download a bundle",
        "One signed file that proves the game without this server: `python -m games.audit FILE`,"
        " or any verifier made after docs/bundle.md. While the game runs it shows your own view,"
        " and hidden parts are commitments; the head is the same for all. When it is over it"
        " shows all, unless the game was made with reveal seats: then only an auditor's token"
        " (audit:read) that had no seat in it gets all. Only the bundle of a game that is over has"
        " an ETag, and a name for the file.",
        tag="audit",
        replies={200: BundleTold, 304: None},
        errors=(404, 409),
        parameters=(IF_NONE_MATCH,),
        headers={200: ("ETag", "Content-Disposition")},
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """As the caller may see it. What is still to grow is not to be kept, and has no ETag."""
        player, auditor = player_of(request), is_auditor(request)
        game = selectors.game_to_audit(game_id=game_id, player=player, is_auditor=auditor)
        viewer = selectors.viewer_of_bundle(game=game, player=player, is_auditor=auditor)
        bundle = bundle_of(game=game, viewer=viewer)
        note_audit(request, game, viewer, "audit/bundle")
        if game.status != Game.Status.OVER:
            return answer_bytes(encode_bundle(bundle), Cache_Control="no-store")
        return _kept(request._request, bundle)


def _kept(request: HttpRequest, bundle: Bundle) -> HttpResponse:
    """The bundle of a finished game, or that the caller has it."""
    tag = f'"{sha256(encode_bundle(bundle)).hexdigest()[:32]}"'
    if tag in request.META.get("HTTP_IF_NONE_MATCH", ""):
        response = HttpResponse(status=304)
    else:
        response = answer_bytes(encode_bundle(bundle))
        name = f"fairdeal-{bundle.head.game}.json"
        response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["ETag"], response["Cache-Control"] = tag, ASK_AGAIN
    return response


class AuditOne(ApiView):
    """The verdict on a game."""

    scopes: ClassVar = {"POST": ""}
    costs: ClassVar = {"GET": 5, "POST": 10}

    @describe(
        "audit_retrieve",
        "The verdict on a finished game",
        "Sealed, lawful, fair: three questions, each answered alone, with findings that name the"
        " event and the rule. The answer is that of the last audit of these events by these rules;"
        " POST audits the game again.",
        tag="audit",
        replies={200: AuditTold},
        errors=(404, 409),
        public=True,
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The verdict, found before or now."""
        game = _game(request, game_id)
        told = told_verdict(auditing.known_verdict(game), language_of(request._request))
        note_audit(request, game, NOBODY, "audit")
        return answer(told)

    @describe(
        "audit_create",
        "Audit a finished game",
        "Reads the stored events again and puts the verdict on record.",
        tag="audit",
        body=NothingAsked,
        body_optional=True,
        replies={201: AuditTold},
        errors=(400, 404, 409, 413, 415, 422),
        once=True,
        headers={201: ("Location",)},
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Audit it."""
        read_body(request, _nothing, default=b"{}")
        language = language_of(request._request)

        def carry_out() -> HttpResponse:
            game = _game(request, game_id)
            told = told_verdict(auditing.audit_now(game), language)
            note_audit(request, game, NOBODY, "audit")
            return answer(told, 201, Location=game_path(game_id, "audit/"))

        return once(request, carry_out)


def _game(request: Request, game_id: UUID) -> Game:
    return selectors.game_to_audit(
        game_id=game_id, player=player_of(request), is_auditor=is_auditor(request)
    )


def told_verdict(audited: Audited, language: Language) -> AuditTold:
    """A verdict in the language asked for."""
    verdict = audited.verdict
    return AuditTold(
        game=UUID(verdict.game),
        seq=verdict.seq,
        digest=verdict.digest,
        rules_version=verdict.rules_version,
        at=audited.at,
        passed=verdict.passed,
        sealed=_told(verdict.sealed, language),
        lawful=_told(verdict.lawful, language),
        fair=_told(verdict.fair, language),
    )


def _told(given: Answer, language: Language) -> AnswerTold:
    findings = [
        FindingTold(
            code=one.code,
            first=one.first,
            last=one.last,
            rule=one.rule,
            path=one.path,
            note=one.note,
            text=said(one, language),
        )
        for one in given.findings
    ]
    return AnswerTold(given.answer, given.why, findings)


class KeyList(ApiView):
    """The public keys of the server."""

    @describe(
        "keys_list",
        "Public keys",
        "What checks the server's signatures: the key that signs now, then those that did before.",
        tag="audit",
        replies={200: KeysTold},
        tokenless=True,
    )
    def get(self, request: Request) -> HttpResponse:
        """All of them."""
        told = [
            KeyTold(key.id, "ed25519", key.public, key.retired) for key in signing.public_keys()
        ]
        return answer(KeysTold(told), Cache_Control="public, max-age=3600")
