"""Two users at once, on PostgreSQL: nothing is done twice."""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.contrib.auth.models import User
from django.db import connection, transaction

from bots.studio import reviews
from cards.draft_errors import DraftFrozen, ReviewError
from cards.freezing import check_editable
from cards.language import indent_card
from cards.models import CardSet, Edition, Proposal, Release
from cards.selectors import draft_text
from tests.cards.makers import card, card_set

pytestmark = [
    pytest.mark.services,
    pytest.mark.skipif(
        not os.environ.get("DATABASE_URL", "").startswith("postgres"),
        reason="needs the PostgreSQL of DATABASE_URL",
    ),
    pytest.mark.django_db(transaction=True),
]


def at_once(*acts: Callable[[], object]) -> list[str]:
    """Run the acts at the same time; return "done" or the key of the error of each."""
    start = Barrier(len(acts))

    def run(act: Callable[[], object]) -> str:
        try:
            start.wait()
            act()
        except ReviewError as error:
            return error.key
        finally:
            connection.close()
        return "done"

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


@pytest.fixture
def draft() -> CardSet:
    return card_set("own", [card()])


@pytest.fixture
def people() -> list[User]:
    names = ("ann", "ben", "cyd", "dan")
    return [User.objects.create(username=name, is_superuser=True) for name in names]


@pytest.fixture
def proposal(draft: CardSet, people: list[User]) -> Proposal:
    return reviews.submit(card_set=draft, by=people[0], reason="ours")


def test_of_two_submissions_one_is_made(draft: CardSet, people: list[User]) -> None:
    done = at_once(*(
        lambda by=by: reviews.submit(card_set=draft, by=by, reason="ours") for by in people
    ))  # fmt: skip
    assert sorted(done) == ["done", "draft-frozen", "draft-frozen", "draft-frozen"]
    assert Proposal.objects.count() == 1


def test_it_is_approved_once(proposal: Proposal, people: list[User]) -> None:
    done = at_once(*(
        lambda by=by: reviews.approve(proposal=proposal, by=by) for by in people[1:]
    ))  # fmt: skip
    assert sorted(done) == ["done", "proposal-state", "proposal-state"]
    assert proposal.steps.filter(action="approved").count() == 1


def test_it_is_returned_or_withdrawn_but_not_both(proposal: Proposal, people: list[User]) -> None:
    done = at_once(
        lambda: reviews.return_(proposal=proposal, by=people[1], reason="no"),
        lambda: reviews.withdraw(proposal=proposal, by=people[0]),
    )
    assert sorted(done) == ["done", "proposal-state"]
    assert proposal.steps.count() == 2


def test_it_is_published_once(proposal: Proposal, people: list[User]) -> None:
    reviews.approve(proposal=proposal, by=people[1])
    done = at_once(*(
        lambda by=by: reviews.publish(proposal=proposal, by=by, reason="go", current=True)
        for by in people
    ))  # fmt: skip
    assert done.count("done") == 1
    assert Edition.objects.count() == Release.objects.count() == 1
    assert proposal.steps.filter(action="published").count() == 1


def test_a_save_is_in_the_proposal_or_refused(draft: CardSet, people: list[User]) -> None:
    mine = draft.cards.get()

    def save() -> None:
        with transaction.atomic():
            check_editable(draft)
            mine.definition = indent_card(card(points=9))
            mine.save()

    saved, submitted = at_once(
        save, lambda: reviews.submit(card_set=draft, by=people[0], reason="ours")
    )
    assert submitted == "done" and saved in ("done", DraftFrozen.key)
    assert Proposal.objects.get().text() == draft_text(draft)
    assert draft_text(draft).cards[0].points == (9 if saved == "done" else card().points)
