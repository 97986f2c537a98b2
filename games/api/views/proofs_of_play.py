"""The evidence that a game was fair: bundle, verdict, proof of the log, keys."""

from __future__ import annotations

from hashlib import sha256
from typing import ClassVar, Literal
from uuid import UUID

import msgspec
from django.http import HttpResponse
from rest_framework.request import Request

from games.api.caller_sight import may_arbitrate, sight_of
from games.api.http.api_view import ApiView, Json, answer, answer_bytes, player_of
from games.api.http.idempotency import once
from games.api.http.parsing import read_body
from games.api.http.problem_documents import RequestRefused
from games.api.openapi.operation import describe
from games.api.openapi.parameters import AS, IF_NONE_MATCH
from games.audit.bundle import Bundle, encode_bundle
from games.audit.finding_texts import audit_finding_text
from games.audit.findings import Answer
from games.ledger.rows import EVERYTHING
from games.ledger.signatures import fingerprint
from games.ledger.signing import PublicKey
from games.messages.addresses import game_path
from games.messages.bodies import EmptyRequest
from games.messages.catalog_messages import KeyRecordResponse, KeyResponse, KeysResponse
from games.messages.evidence import AnswerResponse, AuditResponse, BundleResponse, FindingResponse
from games.play import selectors as games
from games.play.sight import Sight, decide_audit_sight
from games.players.access import Access
from games.players.scopes import ANY_TOKEN, AUDIT_LIVE, AUDIT_READ, OPTIONAL, PUBLIC
from games.proofs import runs as auditing
from games.proofs import selectors as checkpoints
from games.proofs.bundle_making import bundle_of
from games.proofs.runs import Audited
from games.replica import read_settled
from games.wording.language import Language, language_of
from games.wording.verdict_texts import verdict_text

_nothing = msgspec.json.Decoder(EmptyRequest)

ASK_AGAIN = "private, no-cache"
"""Caching with revalidation: an organiser may still add an event to a finished game."""


def is_auditor(request: Request) -> bool:
    """Whether the caller's token may be used to audit."""
    scopes = request.auth.scopes if isinstance(request.auth, Access) else ()
    return AUDIT_READ in scopes or AUDIT_LIVE in scopes


class BundleOne(ApiView):
    """Download a bundle."""

    scopes: ClassVar = {"GET": OPTIONAL}
    costs: ClassVar = {"GET": 10}

    @describe(
        "audit_bundle",
        BundleResponse,
        errors=(409,),
        parameters=(AS, IF_NONE_MATCH),
        headers=("Content-Disposition",),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Download a bundle.

        One signed file to check the game without this server: `python -m games.audit FILE`, or
        any verifier made after docs/bundle.md. While the game runs it shows your own view, and
        hidden parts are commitments; the head is the same for all. When it is over it shows all,
        unless the game was made with reveal seats: then only an auditor's token (audit:read) that
        had no seat in it gets all. With `as` it shows that view, to whom may look so (see
        position/): an arbiter gets the evidence of each seat of a running game, each look on
        record, but not `full`: its seed gives away all chance to come. Only the bundle of a game
        that is over has an ETag, and a name for the file.
        """
        sight = (
            _named_sight(request, game_id) if "as" in request.GET else audit_sight(request, game_id)
        )
        bundle = read_settled(sight.game, bundle_of, game=sight.game, viewer=sight.viewer)
        sight.note("audit/bundle", sight.game.seq)
        if not sight.game.is_finished:
            return answer_bytes(encode_bundle(bundle), Cache_Control="no-store")
        return _bundle_response(request, bundle)


def _named_sight(request: Request, game_id: UUID) -> Sight:
    """Return the named view; `full` has the seed, so never while the game runs."""
    sight = sight_of(request, game_id)
    if sight.viewer == EVERYTHING and not sight.game.is_finished:
        raise RequestRefused("not_your_view")
    return sight


def _bundle_response(request: Request, bundle: Bundle) -> HttpResponse:
    """Return the bundle of a finished game, or 304 if the caller has it."""
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

    scopes: ClassVar = {"GET": OPTIONAL, "POST": ANY_TOKEN}
    costs: ClassVar = {"GET": 5, "POST": 10}

    @describe("audit_retrieve", AuditResponse, errors=(409,))
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Get the verdict on a finished game.

        Six questions, each answered independently, with findings that name the event and the rule:
        sealed, lawful, fair, dealt, authentic, choices. The verdict is error if any answer is error
        (the verifier failed, which says nothing about the game), else fail if any is no, else
        not_judged if any is not_judged, else result_changed if organisers that the table did not
        name changed the result, else pass. It is that of the last audit of these events by these
        rules that had no error; POST audits the game again.
        """
        sight = audit_sight(request, game_id, as_public=True)
        response = render_verdict(auditing.known_verdict(sight.game), language_of(request))
        sight.note("audit", sight.game.seq)
        return answer(response)

    @describe(
        "audit_create",
        {201: AuditResponse},
        body=EmptyRequest,
        body_optional=True,
        headers=("Location",),
        once=True,
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Audit a finished game.

        Reads the stored events again and puts the verdict on record.
        """
        read_body(request, _nothing, default=b"{}")
        language = language_of(request)

        def carry_out() -> HttpResponse:
            sight = audit_sight(request, game_id, as_public=True)
            response = render_verdict(auditing.audit_now(sight.game), language)
            sight.note("audit", sight.game.seq)
            return answer(response, 201, Location=game_path(game_id, "audit/"))

        return once(request, carry_out)


def audit_sight(request: Request, game_id: UUID, *, as_public: bool = False) -> Sight:
    """Return what the caller sees in the bundle of a game, or in the verdict on it."""
    player, is_arbiter = player_of(request), may_arbitrate(request)
    return decide_audit_sight(
        game_id=game_id,
        player=player,
        is_auditor=is_auditor(request),
        may_arbitrate=is_arbiter,
        as_public=as_public,
    )


def render_verdict(audited: Audited, language: Language) -> AuditResponse:
    """Render a verdict in a language."""
    verdict = audited.verdict
    return AuditResponse(
        game=UUID(verdict.game),
        seq=verdict.seq,
        digest=verdict.digest,
        rules_version=verdict.rules_version,
        at=audited.at,
        passed=verdict.passed,
        verdict=verdict.word,
        text=verdict_text(verdict, language),
        sealed=_render_answer(verdict.sealed, language),
        lawful=_render_answer(verdict.lawful, language),
        fair=_render_answer(verdict.fair, language),
        dealt=_render_answer(verdict.dealt, language),
        authentic=_render_answer(verdict.authentic, language),
        choices=_render_answer(verdict.choices, language),
    )


def _render_answer(given: Answer, language: Language) -> AnswerResponse:
    findings = [
        FindingResponse(
            code=one.code,
            first=one.first,
            last=one.last,
            rule=one.rule,
            path=one.path,
            note=one.note,
            text=audit_finding_text(one, language),
        )
        for one in given.findings
    ]
    return AnswerResponse(given.answer, given.why, findings)


class PlainProof(Json):
    """The media type of a proof."""

    media_type = "text/plain"
    format = "txt"


class GameInclusion(ApiView):
    """The proof that a game is in the log of games."""

    scopes: ClassVar = {"GET": OPTIONAL}
    renderer_classes = (PlainProof, Json)

    @describe(
        "audit_inclusion",
        errors=(409,),
        contents={"text/plain": {"type": "string"}},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Prove what the log has of a game.

        A text in the format c2sp.org/tlog-proof@v1, which proves which entries the log of games
        has of the game, as it was signed last, and that it has no others. A game whose shares are
        opened next has its entry before any of them can be: open yours with this proof in hand. It
        gets others about a minute after it was created, it began and ended, and again when
        an organiser changes its result, when it is cancelled, and when a name in it is erased. The
        log itself is at /log/: docs/log.md says how it is read and verified.
        """
        game = games.game_for(game_id=game_id, player=player_of(request))
        found = checkpoints.proof_of(game)
        response = HttpResponse(found.text.encode(), "text/plain; charset=utf-8")
        response["Content-Disposition"] = f'attachment; filename="fairdeal-{game.pk}.tlog-proof"'
        response["Cache-Control"] = "private, max-age=5"
        return response


class KeyList(ApiView):
    """The public keys of the server."""

    scopes: ClassVar = {"GET": PUBLIC}

    @describe("keys_list", KeysResponse)
    def get(self, request: Request) -> HttpResponse:
        """List public keys.

        What checks the server's signatures: the signing key and the key of the log in use, those
        before them, and the records in the log by which one vouches for the next. A verifier takes
        this file: `--key FILE`.
        """
        keys = [_key(one, "signing", None) for one in checkpoints.signing_keys()]
        for one in checkpoints.log_keys():
            keys.append(_key(one, "log", str(checkpoints.log_vkey(one.public))))
        records = [
            KeyRecordResponse(one.by, one.key, "key", list(one.signatures), one.use)
            for one in checkpoints.shown_records()
        ]
        return answer(KeysResponse(keys, records), Cache_Control="public, max-age=3600")


def _key(key: PublicKey, use: Literal["signing", "log"], vkey: str | None) -> KeyResponse:
    marks = fingerprint(key.public)
    return KeyResponse(use, key.id, "ed25519", key.public, marks, key.retired, vkey)
