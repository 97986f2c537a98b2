"""Start, play, read and cancel rehearsals that run as tasks.

A task plays for a second or two, stores its counts, and sends the next one. Counts are stored only
if no other task has stored any since they were read, so that a task may be delivered twice.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from bots import tasks
from bots.models import Rehearsal
from bots.rehearsal import Plan, ruleset_for_table
from bots.rehearsal_report import Section, report_of
from bots.rehearsal_tally import Results, as_builtins, merge, play_games
from bots.rehearsal_texts import REFUSALS
from bots.services import versions
from cards.language import EditionDef, Language, edition_hash, encode_edition
from cards.selectors import published_before
from cards.translation import ENGLISH, Text
from games.engine import VARIANTS, RulesetError, check_deal

logger = logging.getLogger(__name__)

MAX_GAMES: Final = 20_000
"""The most games of a rehearsal."""

MAX_SEED: Final = 2_000_000_000
"""The largest seed of a first game."""

MAX_RUNNING: Final = 8
"""The most rehearsals that run at once."""

MAX_SWEPT: Final = 50
"""The most lost tasks that are sent again at once."""

PERMISSIONS: Final = (
    "bots.add_rehearsal",
    "cards.draft_card",
    "cards.review_edition",
    "cards.publish_edition",
)
"""The permissions of which one is enough to start and cancel rehearsals."""


class RehearsalRefused(ValueError):
    """A rehearsal cannot be started; ``text`` says why in any language.

    ``field`` is the one at fault: games, seats, bots, seed, cards or base; "" for none.
    """

    def __init__(self, field: str, text: Text) -> None:
        self.field = field
        self.text = text
        super().__init__(text.to(ENGLISH))


def may_rehearse(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether a user may start, read and cancel rehearsals."""
    has_perm = getattr(user, "has_perm", lambda _: False)
    return any(has_perm(permission) for permission in PERMISSIONS)


# ---- start and cancel


def start_rehearsal(
    *, cards: EditionDef, base: EditionDef | None = None, plan: Plan, by: User | None
) -> Rehearsal:
    """Store a rehearsal and send its first task; raise RehearsalRefused.

    ``by`` is None for a rehearsal that no user started.
    """
    _check_plan(cards, plan)
    _check_dealt("cards", cards, plan)
    if base is not None:
        if base.variant != cards.variant:
            raise _refused("base", "variant", variant=cards.variant, other=base.variant)
        _check_dealt("base", base, plan)
    if Rehearsal.objects.filter(status=Rehearsal.Status.RUNNING).count() >= MAX_RUNNING:
        raise _refused("", "busy", most=MAX_RUNNING)
    with transaction.atomic():
        rehearsal = Rehearsal.objects.create(
            code=cards.code, name=cards.name, variant=cards.variant,
            hash=edition_hash(cards), canonical=encode_edition(cards).decode(),
            base_hash=edition_hash(base) if base else "",
            base_canonical=encode_edition(base).decode() if base else "",
            games=plan.games, seats=list(plan.seats), bots=list(plan.bots), seed=plan.seed,
            started_by=by,
        )  # fmt: skip
        transaction.on_commit(lambda: _send(rehearsal.pk, 0), robust=True)
    return rehearsal


def cancel_rehearsal(rehearsal: Rehearsal) -> bool:
    """Stop a rehearsal, whose games so far are kept; False if it has ended."""
    return _end(rehearsal.pk, Rehearsal.Status.CANCELLED)


def _check_plan(cards: EditionDef, plan: Plan) -> None:
    variant = VARIANTS.get(cards.variant)
    if variant is None:
        raise _refused("cards", "no-variant", variant=cards.variant)
    if not 1 <= plan.games <= MAX_GAMES:
        raise _refused("games", "games", most=MAX_GAMES)
    if not 0 <= plan.seed <= MAX_SEED:
        raise _refused("seed", "seed", most=MAX_SEED)
    if not plan.seats or len(set(plan.seats)) != len(plan.seats):
        raise _refused("seats", "no-seats")
    if not all(variant.fewest <= size <= variant.most for size in plan.seats):
        raise _refused("seats", "seats", least=variant.fewest, most=variant.most)
    if not plan.bots:
        raise _refused("bots", "no-bots")
    for bot in plan.bots:
        if bot not in versions():
            raise _refused("bots", "bot", bot=bot, bots=", ".join(versions()))


def _check_dealt(field: str, cards: EditionDef, plan: Plan) -> None:
    for size in plan.seats:
        try:
            check_deal(ruleset_for_table(cards, size)[0])
        except RulesetError as error:
            raise _refused(field, "not-dealt", seats=size, reason=error) from error


def _refused(field: str, name: str, **params: object) -> RehearsalRefused:
    return RehearsalRefused(field, REFUSALS[name].with_params(**params))


# ---- read


def read_rehearsal(id: int) -> Rehearsal:
    """Return a rehearsal, or raise Rehearsal.DoesNotExist."""
    return Rehearsal.objects.select_related("started_by").get(pk=id)


def rehearsals_of(hash: str) -> QuerySet[Rehearsal]:
    """Return the rehearsals of the cards with a hash, newest first."""
    return Rehearsal.objects.filter(hash=hash).select_related("started_by")


def rehearsals_before(code: str, hash: str) -> QuerySet[Rehearsal]:
    """Return the rehearsals of other cards of the set with a code, newest first."""
    return (
        Rehearsal.objects.filter(code=code).exclude(hash=hash).exclude(done=0)
        .select_related("started_by")
    )  # fmt: skip


def report_on(rehearsal: Rehearsal, language: Language) -> list[Section]:
    """Return the report on the games so far in a language."""
    is_published = published_before(rehearsal.hash) is not None
    name = f"--edition {rehearsal.hash[:12]}" if is_published else rehearsal.code
    return report_of(
        rehearsal.results(), rehearsal.text(), rehearsal.base_text(), rehearsal.plan, language,
        f"manage.py rehearse_cards {name}",
    )  # fmt: skip


# ---- play


def play_on(id: int, done: int) -> int | None:
    """Play a slice of time from a game on; return where to continue, None for nowhere.

    Nothing is played if another task has played these games, or the rehearsal has ended.
    """
    rehearsal = Rehearsal.objects.filter(pk=id, done=done, status=Rehearsal.Status.RUNNING).first()
    if rehearsal is None:
        return None
    until = time.monotonic() + settings.REHEARSAL_TASK_SECONDS
    numbers = iter(range(done, rehearsal.games))
    played = play_games(
        rehearsal.text(), rehearsal.base_text(), rehearsal.plan,
        (number for number in numbers if number == done or time.monotonic() < until),
    )  # fmt: skip
    return _store(rehearsal, played)


def _store(rehearsal: Rehearsal, played: Results) -> int | None:
    done = rehearsal.done + played.new.games
    found = merge(rehearsal.results(), played) if rehearsal.done else played
    now = timezone.now()
    changes: dict[str, Any] = {"done": done, "result": as_builtins(found), "changed_at": now}
    if done == rehearsal.games:
        changes |= {"status": Rehearsal.Status.DONE, "ended_at": now}
    stored = Rehearsal.objects.filter(
        pk=rehearsal.pk, done=rehearsal.done, status=Rehearsal.Status.RUNNING
    ).update(**changes)
    return done if stored and done < rehearsal.games else None


def fail_rehearsal(id: int, error: str) -> None:
    """End a rehearsal that cannot be played, with the reason."""
    _end(id, Rehearsal.Status.FAILED, error)


def _end(id: int, status: Rehearsal.Status, error: str = "") -> bool:
    now = timezone.now()
    running = Rehearsal.objects.filter(pk=id, status=Rehearsal.Status.RUNNING)
    return bool(running.update(status=status, error=error, changed_at=now, ended_at=now))


def sweep_rehearsals() -> int:
    """Send again the tasks that were lost; return how many.

    One that is only late stores nothing when it comes after the other.
    """
    now = timezone.now()
    overdue = now - timedelta(seconds=settings.REHEARSAL_OVERDUE_SECONDS)
    lost = Rehearsal.objects.filter(status=Rehearsal.Status.RUNNING, changed_at__lt=overdue)
    sent = 0
    for id, done in lost.values_list("pk", "done")[:MAX_SWEPT]:
        if lost.filter(pk=id, done=done).update(changed_at=now):
            logger.warning("The rehearsal %s is overdue after %s games.", id, done)
            _send(id, done)
            sent += 1
    return sent


def _send(id: int, done: int) -> None:
    try:
        tasks.send_rehearsal(id, done)
    except Exception:
        # The rehearsal is stored, and the sweeper sends its task again.
        logger.exception("No task was sent for the rehearsal %s.", id)
