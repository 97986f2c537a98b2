"""Start, play, read and cancel rehearsals that run as tasks.

A task plays for a second or two, stores its counts, and sends the next one. Counts are stored only
if no other task has stored any since they were read, so that a task may be delivered twice.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from typing import Any, Final

from celery import shared_task
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db import DatabaseError, transaction
from django.utils import timezone

from bots.models import Rehearsal
from bots.queues import BOTS
from bots.rehearsal import Plan, ruleset_for_table
from bots.rehearsal_report import Report, report_of
from bots.rehearsal_tally import Results, play_games
from bots.services import versions
from cards.findings.lint_texts import reason_text
from cards.language import EditionDef, edition_hash, encode_edition
from cards.selectors import published_before
from cards.translation import ENGLISH, Text, Texts
from games.engine import VARIANTS, NotPlayable, check_deal

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


REFUSALS: Final = Texts(
    "bots/rehearsal",
    "rehearsal-refused",
    {
        "bot": "There is no bot {bot}; there are: {bots}.",
        "busy": "{most} rehearsals are running. Wait until one has ended, or cancel one.",
        "games": "The number of games must be 1 to {most}.",
        "no-bots": "Choose a bot.",
        "no-seats": "Choose one or more numbers of seats, each once.",
        "no-variant": "There is no variant {variant}.",
        "not-dealt": "The cards cannot be dealt to {seats} seats: {reason}",
        "seats": "The game is for {least} to {most} seats.",
        "seed": "The first seed must be 0 to {most}.",
        "variant": "The cards are for {variant}, those to compare with for {other}.",
    },
)
"""Why a rehearsal cannot be started."""


class RehearsalRefused(ValueError):
    """A rehearsal cannot be started; ``text`` says why in any language.

    ``field`` is the one at fault: games, seats, bots, seed, cards or base; "" for none.
    """

    def __init__(self, field: str, name: str, **params: object) -> None:
        self.field = field
        self.text: Text = REFUSALS[name].with_params(**params)
        super().__init__(self.text.to(ENGLISH))


def may_rehearse(user: AbstractBaseUser | AnonymousUser) -> bool:
    """Whether a user may start, read and cancel rehearsals."""
    has_perm = getattr(user, "has_perm", lambda _: False)
    return any(has_perm(permission) for permission in PERMISSIONS)


# ---- start and cancel


def new_rehearsal(cards: EditionDef, base: EditionDef | None, plan: Plan) -> Rehearsal:
    """Return a rehearsal that can be started, not yet stored; raise RehearsalRefused."""
    check_plan(cards, base, plan)
    if Rehearsal.objects.filter(status=Rehearsal.Status.RUNNING).count() >= MAX_RUNNING:
        raise RehearsalRefused("", "busy", most=MAX_RUNNING)
    return Rehearsal(
        code=cards.code, name=cards.name, variant=cards.variant,
        hash=edition_hash(cards), canonical=encode_edition(cards).decode(),
        base_hash=edition_hash(base) if base else "",
        base_canonical=encode_edition(base).decode() if base else "",
        games=plan.games, seats=list(plan.seats), bots=list(plan.bots), seed=plan.seed,
    )  # fmt: skip


def start_rehearsal(rehearsal: Rehearsal) -> Rehearsal:
    """Store a new rehearsal and send its first task."""
    with transaction.atomic():
        rehearsal.save()
        transaction.on_commit(lambda: _send(rehearsal.pk, 0), robust=True)
    return rehearsal


def cancel_rehearsal(rehearsal: Rehearsal) -> bool:
    """Stop a rehearsal, whose games so far are kept; False if it has ended."""
    return _end(rehearsal.pk, Rehearsal.Status.CANCELLED)


def check_plan(
    cards: EditionDef, base: EditionDef | None, plan: Plan, most_games: int = MAX_GAMES
) -> None:
    """Raise RehearsalRefused if the games of a plan cannot be played."""
    variant = VARIANTS.get(cards.variant)
    if variant is None:
        raise RehearsalRefused("cards", "no-variant", variant=cards.variant)
    if base is not None and base.variant != cards.variant:
        raise RehearsalRefused("base", "variant", variant=cards.variant, other=base.variant)
    if not 1 <= plan.games <= most_games:
        raise RehearsalRefused("games", "games", most=most_games)
    if not 0 <= plan.seed <= MAX_SEED:
        raise RehearsalRefused("seed", "seed", most=MAX_SEED)
    if not plan.seats or len(set(plan.seats)) != len(plan.seats):
        raise RehearsalRefused("seats", "no-seats")
    if not all(variant.fewest <= size <= variant.most for size in plan.seats):
        raise RehearsalRefused("seats", "seats", least=variant.fewest, most=variant.most)
    if not plan.bots:
        raise RehearsalRefused("bots", "no-bots")
    for bot in plan.bots:
        if bot not in versions():
            raise RehearsalRefused("bots", "bot", bot=bot, bots=", ".join(versions()))
    for field, edition in (("cards", cards), ("base", base or cards)):
        for size in plan.seats:
            try:
                check_deal(ruleset_for_table(edition, size)[0])
            except NotPlayable as error:
                why = reason_text(error.why)
                raise RehearsalRefused(field, "not-dealt", seats=size, reason=why) from error


# ---- read


def report_on(rehearsal: Rehearsal) -> Report:
    """Return the report on the games so far."""
    is_published = published_before(rehearsal.hash) is not None
    name = f"--edition {rehearsal.hash[:12]}" if is_published else rehearsal.code
    return report_of(
        rehearsal.results(), rehearsal.text(), rehearsal.base_text(), rehearsal.plan,
        f"manage.py rehearse_cards {name}",
    )  # fmt: skip


# ---- play


@shared_task(name="bots.tasks.play_rehearsal", soft_time_limit=240, time_limit=270)
def play_rehearsal(id: int, done: int) -> None:
    """Play games of a rehearsal for a slice of time, from the game with a number on.

    The others go to the end of the queue. A second or late delivery of the task changes nothing.
    """
    try:
        left_at = play_on(id, done)
    except SoftTimeLimitExceeded:
        _fail(id, f"Game {done} or a later one takes too long.")
    except DatabaseError:
        raise  # The sweeper sends the task again.
    except Exception as error:
        _fail(id, f"{type(error).__name__}: {error}")
        raise
    else:
        if left_at is not None:
            play_rehearsal.apply_async((id, left_at), queue=BOTS)


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
    done = rehearsal.done + played.games
    played.merge(rehearsal.results())
    now = timezone.now()
    changes: dict[str, Any] = {"done": done, "result": played.to_json(), "changed_at": now}
    if done == rehearsal.games:
        changes |= {"status": Rehearsal.Status.DONE, "ended_at": now}
    stored = Rehearsal.objects.filter(
        pk=rehearsal.pk, done=rehearsal.done, status=Rehearsal.Status.RUNNING
    ).update(**changes)
    return done if stored and done < rehearsal.games else None


def _fail(id: int, error: str) -> None:
    """End a rehearsal that cannot be played, with the reason."""
    _end(id, Rehearsal.Status.FAILED, error)


def _end(id: int, status: Rehearsal.Status, error: str = "") -> bool:
    now = timezone.now()
    running = Rehearsal.objects.filter(pk=id, status=Rehearsal.Status.RUNNING)
    return bool(running.update(status=status, error=error, changed_at=now, ended_at=now))


@shared_task(name="bots.tasks.sweep_rehearsals")
def sweep_rehearsals() -> None:
    """Send again the tasks that were lost.

    One that is only late stores nothing when it comes after the other.
    """
    now = timezone.now()
    overdue = now - timedelta(seconds=settings.REHEARSAL_OVERDUE_SECONDS)
    lost = Rehearsal.objects.filter(status=Rehearsal.Status.RUNNING, changed_at__lt=overdue)
    for id, done in lost.values_list("pk", "done")[:MAX_SWEPT]:
        if lost.filter(pk=id, done=done).update(changed_at=now):
            logger.warning("The rehearsal %s is overdue after %s games.", id, done)
            _send(id, done)


def _send(id: int, done: int) -> None:
    try:
        play_rehearsal.apply_async((id, done), queue=BOTS)
    except Exception:
        # The rehearsal is stored, and the sweeper sends its task again.
        logger.exception("No task was sent for the rehearsal %s.", id)
