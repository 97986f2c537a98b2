"""The first page of the studio: what each role finds there."""

import re
from html import unescape
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.urls import reverse

from bots.rehearsal import Plan
from bots.rehearsals import new_rehearsal
from bots.studio import reviews
from cards.language import indent_card
from cards.models import CardSet, Proposal
from cards.selectors import draft_text
from tests.cards.makers import card, card_set, item, wild
from tests.shipped import load_shipped

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]

groups = import_module("cards.migrations.0001_initial")
FIXED = {"effect": "skip", "who": "next"}


def user(name: str, group: str = "") -> User:
    """A user of the admin in a group of the studio."""
    made = User.objects.create(username=name, is_staff=True)
    if group:
        groups.create_groups(apps, connection.schema_editor())
        made.groups.add(Group.objects.get(name=group))
    return made


def start(who: User) -> str:
    """The first page as a user sees it, without spaces between its words."""
    client = Client()
    client.force_login(who)
    page = client.get(reverse("admin:index"))
    assert page.status_code == 200
    return " ".join(unescape(page.content.decode()).split())


@pytest.fixture
def proposal() -> Proposal:
    """A draft that an editor has submitted."""
    draft = card_set("own", [card(), wild(FIXED)])
    return reviews.submit(card_set=draft, by=user("ann", "Card editors"), reason="for Saturday")


def test_a_proposal_waits_for_another_editor_then_for_a_publisher(proposal: Proposal) -> None:
    other, publisher = user("bob", "Card editors"), user("cleo", "Card publishers")
    page = reverse("admin:cards_proposal_change", args=[proposal.pk])
    asked = f'<a href="{page}">own</a>: to be approved or returned <small>ann: for Saturday</small>'
    assert asked in start(other) and asked in start(publisher)
    assert "Nothing waits for you." in start(proposal.author)
    reviews.approve(proposal=proposal, by=other)
    assert f'<a href="{page}">own</a>: approved, to be published' in start(publisher)
    assert "Nothing waits for you." in start(other)


def test_its_author_is_told_of_a_return_until_the_draft_is_submitted_again(
    proposal: Proposal,
) -> None:
    other = user("bob", "Card editors")
    reviews.return_(proposal=proposal, by=other, reason="Red 1 is twice")
    assert "returned to you <small>bob: Red 1 is twice</small>" in start(proposal.author)
    assert "Nothing waits for you." in start(other)
    draft = CardSet.objects.get()
    reviews.submit(card_set=draft, by=proposal.author, reason="again")
    assert "returned to you" not in start(proposal.author)


def test_a_draft_says_what_it_lacks() -> None:
    load_shipped()
    card_set("bad", [item(), wild(FIXED)])
    ready = card_set("good", [card(), wild(FIXED)])
    broken = card_set("broken", [card()])
    broken.cards.update(definition=indent_card(card()).replace("number", "numbers"))
    shown = start(user("ann", "Card editors"))
    assert "<code>avengers</code>: " in shown and "as the current edition" in shown
    assert re.search(r"<mark>to correct: \d</mark>", shown) and "a card cannot be read" in shown
    submit = reverse("admin:cards_cardset_submit", args=[ready.pk])
    assert f'<a href="{submit}">ready for review</a>' in shown
    assert shown.count('<img src="/admin/cards/edition/') == 3


def test_the_last_changes_are_those_of_people() -> None:
    load_shipped()
    ann = user("ann", "Card editors")
    one = card_set("own", [card()]).cards.get()
    assert "There are none." in start(ann)
    client = Client()
    client.force_login(ann)
    form = {"card_set": one.card_set_id, "definition": one.definition, "copies": 3, "position": 0}
    seen = one.history.latest().history_id
    client.post(reverse("admin:cards_card_change", args=[one.pk]), form | {"seen": seen})
    assert "ann: Card Red-1 changed" in start(ann)


def test_rehearsals_that_run_are_listed() -> None:
    ann = user("ann", "Card editors")
    assert "None is running." in start(ann)
    load_shipped()
    draft = CardSet.objects.get(code="xmen")
    started = new_rehearsal(draft_text(draft), None, Plan(40, (2,), ("random",), 1))
    started.save()
    page = reverse("admin:bots_rehearsal_change", args=[started.pk])
    assert f'<a href="{page}">X-Men (2026)</a>: <progress value="0" max="40">' in start(ann)


def test_who_does_not_work_with_cards_sees_the_tables_alone(proposal: Proposal) -> None:
    shown = start(user("judge"))
    assert "Waiting for you" not in shown and "for Saturday" not in shown
