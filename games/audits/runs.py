"""Auditing what is stored: the verifier's three questions, asked of the database itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, cast
from uuid import UUID, uuid4

import msgspec
from django.core.cache import cache
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.audit import Answer, Bundle, Finding, Verdict, audit
from games.audit.findings import Question, answer
from games.audit.report import MOST_FINDINGS, line
from games.audits.bundles import unsigned
from games.engine.rulebook import RULES_VERSION
from games.errors import NotOver, NotStarted
from games.ledger import store
from games.ledger.rows import now, stamp
from games.models import AuditFinding, AuditRun, Game


def verdict_on(game: Game) -> Verdict:
    """Return the verdict on a game as it is stored, without regard to the viewer."""
    bundle = unsigned(game=game)
    verdict = audit(bundle, is_signed=False)
    repeated = list(_repeated(game, bundle))
    if not repeated:
        return verdict
    sealed: Answer = answer([*verdict.sealed.findings, *repeated])
    return msgspec.structs.replace(verdict, sealed=sealed)


def _repeated(game: Game, bundle: Bundle) -> Iterator[Finding]:
    """What the game's own line repeats of its rows, and repeats wrongly."""
    if not bundle.events:
        return
    first, last = bundle.events[0]["at"], bundle.events[-1]["at"]
    is_over = game.status == Game.Status.OVER
    expected: dict[str, Any] = {
        "started_at": first,
        "changed_at": last,
        "ended_at": _end_of(bundle) if is_over else None,
    }
    kept = {name: moment and stamp(moment) for name in expected if (moment := _of(game, name))}
    for name, moment in expected.items():
        if kept.get(name) != moment:
            yield Finding("line", path=f"/{name}")
    asked = _asked(game)
    if (game.to_act, game.waits_for_bot) != asked and asked is not None:
        yield Finding("line", path="/to_act")


def _end_of(bundle: Bundle) -> str | None:
    """When the game ended; later events only change its result."""
    for event in reversed(bundle.events):
        facts = event["facts"] if isinstance(event["facts"], list) else []
        if any(isinstance(fact, dict) and fact.get("fact") == "game-ended" for fact in facts):
            return str(event["at"])
    return None


def _of(game: Game, name: str) -> Any:
    return getattr(game, name)


def _asked(game: Game) -> tuple[int | None, bool] | None:
    """Which seat the last row asks, and whether a bot sits there; None if no state tells."""
    try:
        prompts = store.state_at(game, game.seq).prompts
    except (msgspec.MsgspecError, AttributeError, LookupError, TypeError, ValueError):
        return None
    seat = prompts[-1].seat if prompts else None
    return seat, seat is not None and game.is_bot(seat)


# ---- known, or audited again


class Audited(msgspec.Struct, frozen=True):
    """A verdict, and when it was reached."""

    verdict: Verdict
    at: str


KEPT: Final = 24 * 60 * 60
"""How many seconds a verdict is known."""


def known_verdict(game: Game) -> Audited:
    """The verdict on a finished game: the last one, if it was on these rows and by these rules."""
    _check_over(game)
    kept = cache.get(_cache_key(game))
    if isinstance(kept, bytes):
        return _audited.decode(kept)
    return _remembered(game, verdict_on(game))


def audit_now(game: Game) -> Audited:
    """The verdict on a finished game as it is stored now; it is put on record."""
    _check_over(game)
    verdict = verdict_on(game)
    with transaction.atomic():
        _put_on_record(game, uuid4(), verdict)
    return _remembered(game, verdict)


_audited = msgspec.msgpack.Decoder(Audited)


def _check_over(game: Game) -> None:
    if not game.seq:
        raise NotStarted({"status": str(game.status)})
    if game.status != Game.Status.OVER:
        raise NotOver


def _remembered(game: Game, verdict: Verdict) -> Audited:
    audited = Audited(verdict, stamp(now()))
    cache.set(_cache_key(game), msgspec.msgpack.encode(audited), KEPT)
    return audited


def _cache_key(game: Game) -> str:
    return f"audit:{game.pk}:{game.head}:{RULES_VERSION}"


# ---- on record


def audit_game(*, game_id: UUID, batch: UUID) -> AuditRun:
    """Audit a game as part of a batch and put it on record; once, however often it is asked."""
    done = AuditRun.objects.filter(batch=batch, game_id=game_id).first()
    if done is not None:
        return done
    game = store.read(game_id)
    if game is None:
        raise Game.DoesNotExist
    verdict = verdict_on(game)
    try:
        with transaction.atomic():
            return _put_on_record(game, batch, verdict)
    except IntegrityError:
        # A copy of this task has stored it first.
        return AuditRun.objects.get(batch=batch, game_id=game_id)


def _put_on_record(game: Game, batch: UUID, verdict: Verdict) -> AuditRun:
    run = AuditRun.objects.create(
        batch=batch,
        game=game,
        head=game.head,
        seq=game.seq,
        rules_version=verdict.rules_version,
        sealed=verdict.sealed.answer,
        lawful=verdict.lawful.answer,
        fair=verdict.fair.answer,
        created_at=now(),
    )
    AuditFinding.objects.bulk_create(
        AuditFinding(run=run, question=question, **msgspec.structs.asdict(finding))
        for question, answer in verdict.answers.items()
        for finding in answer.findings
    )
    return run


def to_audit(*, new: bool = False) -> QuerySet[Game]:
    """The finished games that have rows; the ``new`` ones have no audit of this head and rules."""
    over = Game.objects.filter(status=Game.Status.OVER, seq__gt=0).order_by("created_at", "pk")
    if not new:
        return over
    audited = AuditRun.objects.filter(
        game=OuterRef("pk"), head=OuterRef("head"), rules_version=RULES_VERSION
    )
    return over.filter(~Exists(audited))


# ---- the report on a batch


class ReportedGame(msgspec.Struct, frozen=True):
    """A game of a batch: its answers, and its findings, each with its question."""

    game: str
    seq: int
    digest: str
    passed: bool
    sealed: str
    lawful: str
    fair: str
    findings: list[tuple[Question, Finding]]


class Report(msgspec.Struct, frozen=True):
    """What a batch of audits said."""

    batch: str
    at: str
    rules_version: str
    passed: int
    failed: int
    events: int
    games: list[ReportedGame]


def report_on(batch: UUID) -> Report:
    """The report on a batch, as far as it is on record."""
    runs = AuditRun.objects.filter(batch=batch).order_by("id").prefetch_related("findings")
    games = [_reported(run) for run in runs]
    passed = sum(game.passed for game in games)
    return Report(
        batch=str(batch),
        at=stamp(now()),
        rules_version=RULES_VERSION,
        passed=passed,
        failed=len(games) - passed,
        events=sum(game.seq for game in games),
        games=games,
    )


def _reported(run: AuditRun) -> ReportedGame:
    findings = [
        (
            cast(Question, one.question),
            Finding(one.code, one.first, one.last, one.rule, one.path, one.note),
        )
        for one in run.findings.all()
    ]
    return ReportedGame(
        game=str(run.game_id),
        seq=run.seq,
        digest=run.head,
        passed=run.passed,
        sealed=run.sealed,
        lawful=run.lawful,
        fair=run.fair,
        findings=findings,
    )


def lines_of(report: Report) -> Iterator[str]:
    """A report as text: each game with findings, and how many passed."""
    for game in report.games:
        if game.findings:
            yield f"{'PASS' if game.passed else 'FAIL'} {game.game}: {game.seq} events"
            for question, finding in game.findings[:MOST_FINDINGS]:
                yield f"  {line(question, finding)}"
            if len(game.findings) > MOST_FINDINGS:
                yield f"  and {len(game.findings) - MOST_FINDINGS} more"
    yield f"{report.passed} of {len(report.games)} games passed; {report.events} events"


def count_of(batch: UUID) -> int:
    """How many games of a batch are on record."""
    return AuditRun.objects.filter(batch=batch).count()


def missing_of(batch: UUID, ids: Sequence[str]) -> list[str]:
    """The games of a batch that are not on record yet."""
    done = AuditRun.objects.filter(batch=batch).values_list("game_id", flat=True)
    there = {str(game_id) for game_id in done}
    return [game_id for game_id in ids if game_id not in there]


def has_rows(game_id: str) -> bool:
    """Whether there is a game of this id that has begun."""
    try:
        return Game.objects.filter(pk=UUID(game_id), seq__gt=0).exists()
    except ValueError:
        return False
