"""Audit stored games: run the verifier on the database, and record the verdicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any, Final, cast
from uuid import UUID, uuid4, uuid5

import msgspec
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.audit.bundle import FORMAT, FULL, Bundle, encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.examined import Examined, examine
from games.audit.findings import (
    RECORDED,
    Answer,
    AnswerWord,
    Finding,
    Verdict,
    VerdictWord,
    answer,
)
from games.audit.judging import log_error, unjudged
from games.audit.verdict import audit_examined, malformed
from games.engine.rulebook import RULES_VERSION
from games.errors import NotOver, NotStarted
from games.ledger import store
from games.ledger.rows import now, stamp
from games.models import FINISHED_GAME, AuditFinding, AuditRun, Game, MoveEvent, with_answer
from games.proofs.bundle_making import NO_EVENT, unsigned, within
from games.proofs.columns import compare_columns


def verdict_on(game: Game) -> Verdict:
    """Return the verdict on a game as it is stored, without regard to the viewer.

    A game of which something stored cannot be read fails (``line``). An error of the verifier about
    any other one is the answer ``error``.
    """
    try:
        return _verdict_on(game)
    except Exception as error:
        if not _is_readable(game):
            return _unreadable(game)
        log_error("verdict_on", error)
        return unjudged(_whole(game), "verifier_failed")


def _unreadable(game: Game) -> Verdict:
    """Return the verdict on a game of which something stored cannot be read."""
    about = {"game": str(game.pk), "view": FULL, "digest": game.head}
    return msgspec.structs.replace(
        malformed("line"), **about, seq=within(game.seq, 0, store.MAX_SEQ)
    )


def _is_readable(game: Game) -> bool:
    """Whether the rows of a game give a bundle that can be read again."""
    try:
        read_bundle(encode_bundle(_whole(game)))
    except store.READ_ERRORS:
        return False
    return True


def _whole(game: Game) -> Bundle:
    bundle = unsigned(game=game)
    return bundle if bundle.events else msgspec.structs.replace(bundle, events=[NO_EVENT])


def _verdict_on(game: Game) -> Verdict:
    examined = examine(_whole(game))
    verdict = audit_examined(examined, is_signed=False)
    found = {finding.first for finding in verdict.sealed.findings}
    more = [*_wrong_digests(game, examined), *compare_columns(game, examined)]
    if examined.seed is not None:
        more += (one for one in _wrong_parts(game) if one.first not in found)
    if not more or verdict.sealed.answer == "error":
        return verdict
    sealed: Answer = answer([*verdict.sealed.findings, *more])
    return msgspec.structs.replace(verdict, sealed=sealed)


def _wrong_digests(game: Game, examined: Examined) -> Iterator[Finding]:
    """Yield the rows whose stored digest only begins like the one of the row."""
    rows = MoveEvent.objects.filter(game_id=game.pk, seq__lt=len(examined.digests))
    for seq, digest in rows.order_by("seq").values_list("seq", "digest"):
        if digest != examined.digests[seq]:
            yield Finding("altered", seq, seq, path="/digest")


def _wrong_parts(game: Game) -> Iterator[Finding]:
    """Yield the rows whose stored salts and commitments do not fit their hidden parts."""
    with suppress(*store.READ_ERRORS):
        for row in store.history(game):
            if row.sealed != store.hidden_parts_of(game, row):
                yield Finding("altered", row.seq, row.seq, path="/sealed")


# ---- cached verdicts


class Audited(msgspec.Struct, frozen=True):
    """A verdict, when it was reached, and the id of its run; 0 if it is not on record."""

    verdict: Verdict
    at: str
    run: int


VERDICT_CACHE_SECONDS: Final = 24 * 60 * 60
"""After how many seconds a verdict expires in the cache."""


def known_verdict(game: Game) -> Audited:
    """Return the last verdict on record for these rows and these rules.

    Without one the game is audited, and the verdict is recorded, so that the list and the search,
    which read the record, have the verdict of the page. An error of the verifier is returned and
    not recorded.
    """
    _check_over(game)
    last = _runs([game]).last()
    stored = cache.get(_cache_key(game))
    if last is not None and isinstance(stored, bytes):
        audited = _audited.decode(stored)
        if audited.run == last.pk:
            return audited
    verdict = verdict_on(game)
    if verdict.word == "error":
        return Audited(verdict, stamp(now()), 0)
    if last is None or _recorded_in(last) != KnownVerdict(verdict.word, _answers(verdict)):
        last = _recorded(game, verdict)
    return _remembered(game, verdict, last)


class KnownVerdict(msgspec.Struct, frozen=True):
    """A verdict in short: its word, and the answer to each question."""

    word: VerdictWord
    answers: dict[str, str]


def known_verdicts(games: Sequence[Game]) -> dict[UUID, KnownVerdict]:
    """Return the last verdicts on record for these rows and these rules."""
    over = [game for game in games if game.is_finished and game.seq]
    runs = _runs(over).prefetch_related("findings")
    return {run.game_id: _recorded_in(run) for run in runs}


def _recorded_in(run: AuditRun) -> KnownVerdict:
    return KnownVerdict(_verdict_of(run, is_over=True).word, _answers_of(run))


def _runs(games: Sequence[Game]) -> QuerySet[AuditRun]:
    """Return the runs for the rows of some games and these rules, oldest first.

    Those in which the verifier failed are not among them.
    """
    runs = AuditRun.objects.exclude(with_answer("error")).filter(
        game__in=games, rules_version=RULES_VERSION
    )
    return runs.filter(head__in=[game.head for game in games]).order_by("id")


def in_short(audited: Audited) -> KnownVerdict:
    """Return a verdict in short."""
    return KnownVerdict(audited.verdict.word, _answers(audited.verdict))


def _answers(verdict: Verdict) -> dict[str, str]:
    return {name: verdict.answers[name].answer for name in RECORDED}


def _answers_of(run: AuditRun) -> dict[str, str]:
    return {name: getattr(run, name) for name in RECORDED}


def audit_now(game: Game) -> Audited:
    """Audit a finished game as it is stored now, and record the verdict."""
    _check_over(game)
    verdict = verdict_on(game)
    return _remembered(game, verdict, _recorded(game, verdict))


def _recorded(game: Game, verdict: Verdict) -> AuditRun:
    with transaction.atomic():
        return _save_run(game, uuid4(), verdict)


_audited = msgspec.msgpack.Decoder(Audited)


def _check_over(game: Game) -> None:
    if not game.seq:
        raise NotStarted({"status": str(game.status)})
    if not game.is_finished:
        raise NotOver


def _remembered(game: Game, verdict: Verdict, run: AuditRun) -> Audited:
    audited = Audited(verdict, stamp(run.created_at), run.pk)
    cache.set(_cache_key(game), msgspec.msgpack.encode(audited), VERDICT_CACHE_SECONDS)
    return audited


def _cache_key(game: Game) -> str:
    return f"verdict:{FORMAT}:{game.pk}:{game.head}:{RULES_VERSION}"


# ---- on record


def audit_game(*, game_id: UUID, batch: UUID) -> AuditRun:
    """Audit a game of a batch and record the verdict; repeated, return the record."""
    done = AuditRun.objects.filter(batch=batch, game_id=game_id).first()
    if done is not None:
        return done
    game, verdict = _judged(game_id)
    try:
        with transaction.atomic():
            return _save_run(game, batch, verdict)
    except IntegrityError:
        # A copy of this task has stored it first.
        return AuditRun.objects.get(batch=batch, game_id=game_id)


def _judged(game_id: UUID) -> tuple[Game, Verdict]:
    """Return a game with the verdict on it, also if its line cannot be read."""
    try:
        game = store.read(game_id)
    except store.READ_ERRORS:
        game = Game.objects.only("head", "seq").get(pk=game_id)
        return game, _unreadable(game)
    if game is None:
        raise Game.DoesNotExist
    return game, verdict_on(game)


def unaudited_games() -> QuerySet[Game, UUID]:
    """Return the ids of the finished games without a verdict as they are."""
    over = Game.objects.filter(FINISHED_GAME, result_seq__isnull=False)
    return over.filter(is_audited=False).order_by("ended_at").values_list("pk", flat=True)


def audit_once(game_id: UUID) -> None:
    """Audit a finished game unless its rows have a verdict on record.

    An error of the verifier is recorded too, so that it is not repeated endlessly.
    """
    over = Game.objects.filter(FINISHED_GAME, pk=game_id)
    game = over.only("head").first()
    if game is None:
        return
    if not game.audits.filter(head=game.head, rules_version=RULES_VERSION).exists():
        audit_game(game_id=game.pk, batch=uuid5(game.pk, f"{game.head}/{RULES_VERSION}"))
    Game.objects.filter(pk=game.pk, head=game.head).update(is_audited=True)


def _save_run(game: Game, batch: UUID, verdict: Verdict) -> AuditRun:
    run = AuditRun.objects.create(
        batch=batch,
        game=game,
        head=game.head,
        seq=within(game.seq, 0, store.MAX_SEQ),
        rules_version=verdict.rules_version,
        created_at=now(),
        **_answers(verdict),
    )
    AuditFinding.objects.bulk_create(
        AuditFinding(run=run, question=question, **_columns_of(finding))
        for question, answer in verdict.answers.items()
        for finding in answer.findings
    )
    return run


def _columns_of(finding: Finding) -> dict[str, Any]:
    """Return a finding as it is stored.

    It has no seat, as no bot is asked again here, and no other file contradicts it.
    """
    columns = msgspec.structs.asdict(finding)
    del columns["seat"], columns["file"]
    return columns


def to_audit(*, new: bool = False) -> QuerySet[Game]:
    """Return the finished games with rows here; ``new``: not audited at this head."""
    over = Game.objects.filter(FINISHED_GAME, seq__gt=0)
    over = over.order_by("created_at", "pk")
    if not new:
        return over
    audited = AuditRun.objects.exclude(with_answer("error")).filter(
        game=OuterRef("pk"), head=OuterRef("head"), rules_version=RULES_VERSION
    )
    return over.filter(~Exists(audited))


# ---- the report on a batch


def verdicts_of(batch: UUID) -> list[tuple[str, Verdict]]:
    """Return the verdicts on record about the games of a batch, each with its game."""
    runs = AuditRun.objects.filter(batch=batch).order_by("id")
    over = Game.objects.filter(audits__batch=batch, status=Game.Status.OVER)
    known = set(over.values_list("pk", flat=True))
    runs = runs.prefetch_related("findings")
    return [(str(run.game_id), _verdict_of(run, is_over=run.game_id in known)) for run in runs]


def _verdict_of(run: AuditRun, *, is_over: bool) -> Verdict:
    findings: defaultdict[str, list[Finding]] = defaultdict(list)
    for one in run.findings.all():
        finding = Finding(one.code, one.first, one.last, one.rule, one.path, one.note)
        findings[one.question].append(finding)
    answers = {
        question: Answer(cast(AnswerWord, word), "", tuple(findings[question]))
        for question, word in _answers_of(run).items()
    }
    return Verdict(
        game=str(run.game_id),
        view=FULL,
        seq=run.seq,
        digest=run.head,
        key="",
        public="",
        rules_version=run.rules_version,
        choices=Answer("unanswered", "not_asked"),
        over=is_over,
        **answers,
    )


def has_rows(game_id: str) -> bool:
    """Whether a game with this id has rows here; False for a text that is no UUID."""
    try:
        return Game.objects.filter(pk=UUID(game_id), seq__gt=0).exists()
    except ValueError:
        return False
