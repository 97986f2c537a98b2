"""Drafts that are played before their review: at a table, and nowhere else."""

from html import unescape

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from bots.studio import reviews
from cards.language import edition_hash
from cards.models import CardSet, Edition, Release
from cards.selectors import draft_text, editions
from cards.services import load_cards, release_edition, store_trial
from tests.api.client import create_game, guest
from tests.cards.makers import BY_COMMAND, card, card_set
from tests.cards.test_review_pages import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft() -> CardSet:
    """The draft of the shipped Avengers, with another name for a card."""
    load_cards()
    draft = CardSet.objects.get(variant="avengers")
    row = draft.cards.get(code="red-7")
    row.definition = row.definition.replace('"name": "', '"name": "New ')
    row.save()
    return draft


@pytest.fixture
def trial(draft: CardSet) -> Edition:
    return store_trial(text=draft_text(draft), by=User.objects.create(username="ann"))


def test_the_page_of_a_set_leads_to_a_table_with_its_draft(draft: CardSet) -> None:
    ann = Person("ann", "editors")
    address = reverse("admin:cards_cardset_play", args=[draft.pk])
    assert address in ann.get("cardset_change", draft.pk)
    status, shown = ann.post("cardset_play", draft.pk)
    edition = Edition.objects.get(means="trial")
    assert status == 200 and f'name="edition" value="{edition.hash}"' in shown
    assert f"<h2>{draft.name} (draft)</h2>" in shown and shown.count("<h2>") == 1
    french = Client().get(f"/?edition={edition.hash}", headers={"Accept-Language": "fr-CA"})
    assert f"{draft.name_fr} (brouillon)" in unescape(french.content.decode())
    assert "New " in edition.canonical and edition.published_by == ann.user


def test_a_draft_with_findings_cannot_be_played() -> None:
    ann, broken = Person("ann", "editors"), card_set("own", [card(symbol="")])
    assert "To the table" not in ann.get("cardset_play", broken.pk)
    ann.post("cardset_play", broken.pk)
    assert not Edition.objects.exists()


def test_only_who_works_with_cards_plays_drafts(draft: CardSet) -> None:
    address = reverse("admin:cards_cardset_play", args=[draft.pk])
    assert Person("eve").client.post(address).status_code == 403
    assert not Edition.objects.filter(means="trial").exists()


def test_a_game_names_the_trial_and_no_list_does(trial: Edition) -> None:
    alice = guest()
    game = alice.get(f"games/{create_game(alice, variant='avengers', edition=trial.hash)}/")
    assert game.json["edition"] == trial.hash
    assert alice.get(f"editions/{trial.hash}/cards/").status == 200
    assert trial.hash not in str(alice.get("editions/").json)
    assert trial not in editions() and Client().get("/?edition=none").status_code == 404
    pam = Person("pam", "publishers")
    assert trial.name not in pam.get("edition_changelist")
    for page in ("change", "release", "roll_back", "history"):
        address = reverse(f"admin:cards_edition_{page}", args=[trial.pk])
        assert pam.client.post(address, {"reason": "no"}).status_code != 200, page
    assert not Release.objects.filter(edition=trial).exists()


def test_a_trial_is_never_current(trial: Edition) -> None:
    with pytest.raises(Edition.DoesNotExist):
        release_edition(edition=trial, origin=BY_COMMAND)
    with pytest.raises(CommandError):
        call_command("release_edition", trial.hash, reason="no")


def test_what_was_tried_can_be_published_as_it_is(draft: CardSet, trial: Edition) -> None:
    text = draft_text(draft)
    again = store_trial(text=text, by=User.objects.get())
    assert again == trial and trial.hash != edition_hash(text)
    proposal = reviews.submit(card_set=draft, by=_reviewer("ann2"), reason="tried")
    reviews.approve(proposal=proposal, by=_reviewer("ben"), reason="ok")
    done = reviews.publish(proposal=proposal, by=_reviewer("pam"), reason="ok", current=True)
    assert done.is_new and done.edition.hash == edition_hash(text)


def _reviewer(name: str) -> User:
    return User.objects.create_superuser(name)
