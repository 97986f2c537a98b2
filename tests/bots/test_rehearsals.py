"""Rehearsals that run as tasks: slices, tasks that come twice or never, cancellation."""

from collections import deque
from datetime import timedelta
from typing import Any

import msgspec
import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.contrib.auth.models import AnonymousUser, Permission, User
from django.db import DatabaseError
from django.utils import timezone

from bots import rehearsals
from bots.models import Rehearsal
from bots.queues import BOTS
from bots.rehearsal import Plan
from bots.rehearsal_tally import play_games
from cards.language import EditionDef
from tests.cards.makers import card
from tests.cards.makers import edition as made
from tests.table import edition

pytestmark = pytest.mark.django_db(transaction=True)

PLAN = Plan(6, (2, 3), ("random",), 1)


class Queue:
    """The tasks sent and not yet served."""

    def __init__(self) -> None:
        self.waiting: deque[tuple[int, int]] = deque()
        self.served = 0

    def put(self, args: tuple[int, int], queue: str) -> None:
        assert queue == BOTS
        self.waiting.append(args)

    def work(self) -> None:
        """Serve one task."""
        self.served += 1
        rehearsals.play_rehearsal(*self.waiting.popleft())

    def work_all(self) -> None:
        """Serve tasks until there are none."""
        while self.waiting:
            self.work()


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Queue:
    """The queue of bots, with slices of one game."""
    settings.REHEARSAL_TASK_SECONDS = 0
    found = Queue()
    monkeypatch.setattr(rehearsals.play_rehearsal, "apply_async", found.put)
    return found


def started(plan: Plan = PLAN, base: EditionDef | None = None) -> Rehearsal:
    return started_with(edition("xmen"), plan, base)


def started_with(cards: EditionDef, plan: Plan, base: EditionDef | None = None) -> Rehearsal:
    return rehearsals.start_rehearsal(rehearsals.new_rehearsal(cards, base, plan))


def now(rehearsal: Rehearsal) -> Rehearsal:
    return Rehearsal.objects.get(pk=rehearsal.pk)


def whole(plan: Plan = PLAN, base: EditionDef | None = None) -> list[Any]:
    """The counts of all games, played at once."""
    return play_games(edition("xmen"), base, plan, range(plan.games)).to_json()


def wilder() -> EditionDef:
    """X-Men without the effects of one card."""
    shipped = edition("xmen")
    cards = (
        msgspec.structs.replace(one, effects=one.effects[:1]) if one.code == "wild-cerebro" else one
        for one in shipped.cards
    )
    return msgspec.structs.replace(shipped, cards=tuple(cards))


# ---- slices


def test_a_rehearsal_is_played_in_slices(queue: Queue) -> None:
    rehearsal = started()
    assert (rehearsal.is_running, rehearsal.percent()) == (True, 0)
    queue.work()
    assert (now(rehearsal).done, len(queue.waiting), now(rehearsal).percent()) == (1, 1, 16)
    assert now(rehearsal).results().games == 1
    queue.work_all()
    ended = now(rehearsal)
    assert (ended.status, ended.done, queue.served) == ("done", 6, 6)
    assert ended.ended_at is not None
    assert ended.result == whole()


def test_a_slice_lasts_as_long_as_set(queue: Queue, settings: Any) -> None:
    settings.REHEARSAL_TASK_SECONDS = 3600
    started()
    queue.work_all()
    assert queue.served == 1


def test_two_editions_are_played_in_slices(queue: Queue) -> None:
    rehearsal = started(base=wilder())
    queue.work_all()
    assert now(rehearsal).result == whole(base=wilder())
    assert now(rehearsal).base_hash != now(rehearsal).hash


# ---- tasks that come twice, or never


def test_a_task_delivered_twice_changes_nothing(queue: Queue) -> None:
    rehearsal = started()
    first = queue.waiting[0]
    queue.work()
    rehearsals.play_rehearsal(*first)
    assert (now(rehearsal).done, list(queue.waiting)) == (1, [(rehearsal.pk, 1)])
    queue.work_all()
    rehearsals.play_rehearsal(*first)
    assert now(rehearsal).result == whole()


def test_of_two_tasks_at_once_one_counts(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsal = started()
    play = play_games

    def interrupted(*args: Any) -> Any:
        monkeypatch.setattr(rehearsals, "play_games", play)
        rehearsals.play_rehearsal(rehearsal.pk, 0)  # The other one, while this one plays.
        return play(*args)

    monkeypatch.setattr(rehearsals, "play_games", interrupted)
    queue.work()
    assert now(rehearsal).done == 1
    assert list(queue.waiting) == [(rehearsal.pk, 1)]
    queue.work_all()
    assert now(rehearsal).result == whole()


def test_a_lost_task_is_sent_again_once(queue: Queue) -> None:
    rehearsal = started()
    queue.work()
    queue.waiting.clear()
    rehearsals.sweep_rehearsals()
    assert not queue.waiting, "it is not overdue"
    overdue = timezone.now() - timedelta(minutes=5)
    Rehearsal.objects.update(changed_at=overdue)
    rehearsals.sweep_rehearsals()
    rehearsals.sweep_rehearsals()
    assert list(queue.waiting) == [(rehearsal.pk, 1)]
    queue.work_all()
    assert now(rehearsal).result == whole()
    Rehearsal.objects.update(changed_at=overdue)
    rehearsals.sweep_rehearsals()
    assert not queue.waiting, "it has ended"


def test_a_rehearsal_is_stored_without_a_broker(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(*args: Any, **options: Any) -> None:
        raise ConnectionError("no broker")

    with monkeypatch.context() as patch:
        patch.setattr(rehearsals.play_rehearsal, "apply_async", absent)
        rehearsal = started()
    assert now(rehearsal).is_running
    Rehearsal.objects.update(changed_at=timezone.now() - timedelta(minutes=5))
    rehearsals.sweep_rehearsals()
    queue.work_all()
    assert now(rehearsal).status == "done"


# ---- cancelled and failed


def test_a_cancelled_rehearsal_keeps_its_games_and_plays_no_more(queue: Queue) -> None:
    rehearsal = started()
    queue.work()
    assert rehearsals.cancel_rehearsal(rehearsal)
    queue.work_all()
    ended = now(rehearsal)
    assert (ended.status, ended.done, ended.results().games) == ("cancelled", 1, 1)
    assert not rehearsals.cancel_rehearsal(rehearsal)


def test_cancelled_while_a_slice_is_played(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsal = started()

    def cancelled(*args: Any) -> Any:
        rehearsals.cancel_rehearsal(rehearsal)
        return play_games(*args)

    monkeypatch.setattr(rehearsals, "play_games", cancelled)
    queue.work()
    assert (now(rehearsal).status, now(rehearsal).done, len(queue.waiting)) == ("cancelled", 0, 0)


@pytest.mark.parametrize(
    ("error", "said"),
    [(SoftTimeLimitExceeded(), "takes too long"), (ValueError("lost"), "ValueError: lost")],
)
def test_an_error_ends_the_rehearsal_with_its_reason(
    queue: Queue, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def broken(*args: Any) -> Any:
        raise error

    rehearsal = started()
    monkeypatch.setattr(rehearsals, "play_games", broken)
    if isinstance(error, ValueError):
        with pytest.raises(ValueError, match="lost"):
            queue.work()
    else:
        queue.work()
    assert now(rehearsal).status == "failed" and said in now(rehearsal).error
    assert not queue.waiting


def test_an_absent_database_ends_nothing(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(*args: Any) -> Any:
        raise DatabaseError("gone")

    rehearsal = started()
    with monkeypatch.context() as patch:
        patch.setattr(rehearsals, "play_games", absent)
        with pytest.raises(DatabaseError):
            queue.work()
    assert now(rehearsal).is_running


def test_a_time_limit_inside_a_game_is_no_crash(
    queue: Queue, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(*args: Any) -> Any:
        raise SoftTimeLimitExceeded

    rehearsal = started()
    monkeypatch.setattr("bots.rehearsal.bot_move", slow)
    queue.work()
    assert now(rehearsal).status == "failed"


# ---- what is refused


@pytest.mark.parametrize(
    ("field", "said", "plan"),
    [
        ("games", "must be 1 to 20000", Plan(0, (2,), ("random",), 1)),
        ("games", "must be 1 to 20000", Plan(20_001, (2,), ("random",), 1)),
        ("seed", "must be 0 to", Plan(1, (2,), ("random",), -1)),
        ("seats", "each once", Plan(1, (), ("random",), 1)),
        ("seats", "each once", Plan(1, (2, 2), ("random",), 1)),
        ("seats", "for 2 to 10 seats", Plan(1, (11,), ("random",), 1)),
        ("bots", "Choose a bot", Plan(1, (2,), (), 1)),
        ("bots", "no bot genius; there are: random, casual", Plan(1, (2,), ("genius",), 1)),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(
    queue: Queue, field: str, said: str, plan: Plan
) -> None:
    with pytest.raises(rehearsals.RehearsalRefused, match=said) as refused:
        started(plan)
    assert refused.value.field == field
    assert refused.value.text.to("fr-CA") != str(refused.value)
    assert not Rehearsal.objects.exists()


def test_cards_that_cannot_be_dealt_are_refused(queue: Queue) -> None:
    small = made(card())
    for cards, base, field in ((small, None, "cards"), (edition("xmen"), small, "base")):
        with pytest.raises(rehearsals.RehearsalRefused, match="cannot be dealt to 2") as refused:
            started_with(cards, PLAN, base)
        assert refused.value.field == field
    with pytest.raises(rehearsals.RehearsalRefused, match="no variant ultmate"):
        started_with(made(card(), variant="ultmate"), PLAN)


def test_cards_of_two_variants_are_not_compared(queue: Queue) -> None:
    with pytest.raises(
        rehearsals.RehearsalRefused, match="for xmen, those to compare with for ult"
    ):
        started(base=edition("ultimate"))


def test_a_limited_number_runs_at_once(queue: Queue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsals, "MAX_RUNNING", 1)
    first = started()
    with pytest.raises(rehearsals.RehearsalRefused, match="1 rehearsals are running"):
        started()
    rehearsals.cancel_rehearsal(first)
    assert started().is_running


# ---- who may


@pytest.mark.django_db
@pytest.mark.parametrize(
    "permission", ["add_rehearsal", "publish_edition", "draft_card", "view_card", ""]
)
def test_who_may_start_rehearsals(permission: str) -> None:
    user = User.objects.create_user("editor")
    if permission:
        user.user_permissions.add(Permission.objects.get(codename=permission))
    allowed = permission in ("add_rehearsal", "publish_edition", "draft_card")
    assert rehearsals.may_rehearse(User.objects.get(pk=user.pk)) is allowed
    assert not rehearsals.may_rehearse(AnonymousUser())
