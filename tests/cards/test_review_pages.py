"""The pages of reviews and releases: who sees which button, forged posts, two clicks back."""

from html import unescape
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import translation

from bots.studio import reviews
from cards.language import Language, indent_card, with_word
from cards.models import Card, CardSet, DeckCard, Edition, Proposal, Release
from cards.selectors import current_edition, draft_text
from tests.cards import makers
from tests.cards.box_examples import CARDS, DECKS
from tests.cards.form_fields import Fields
from tests.cards.makers import card, card_set, wild

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]
groups = import_module("cards.migrations.0001_initial")
FRENCH: Language = "fr-CA"


class Person:
    """A staff user of a group in a browser of their own."""

    def __init__(self, name: str, group: str = "") -> None:
        self.user = User.objects.create(username=name, is_staff=True)
        if group:
            groups.create_groups(apps, connection.schema_editor())
            self.user.groups.add(Group.objects.get(name=f"Card {group}"))
        self.client = Client()
        self.client.force_login(self.user)

    def get(self, name: str, /, *args: object, **options: Any) -> str:
        reply = self.client.get(reverse(f"admin:cards_{name}", args=args), **options)
        assert reply.status_code == 200, reply.status_code
        return unescape(reply.content.decode())

    def post(self, name: str, /, *args: object, **form: object) -> tuple[int, str]:
        """The status and the page that follows."""
        path = reverse(f"admin:cards_{name}", args=args)
        reply = self.client.post(path, form, follow=True)
        return reply.status_code, unescape(reply.content.decode())


@pytest.fixture
def ann() -> Person:
    return Person("ann", "editors")


@pytest.fixture
def ben() -> Person:
    return Person("ben", "editors")


@pytest.fixture
def pam() -> Person:
    return Person("pam", "publishers")


@pytest.fixture
def tom() -> Person:
    return Person("tom", "translators")


@pytest.fixture
def draft() -> CardSet:
    return card_set("own", [card(), card("red-2", symbol="2")])


def submit(draft: CardSet, by: Person) -> Proposal:
    return reviews.submit(card_set=draft, by=by.user, reason="the first box")


def seen(draft: CardSet) -> str:
    from cards.language import edition_hash

    return edition_hash(draft_text(draft))


# ---- the whole way


def test_a_draft_is_submitted_approved_published_and_current_by_pages(
    draft: CardSet, ann: Person, ben: Person, pam: Person
) -> None:
    assert "Submit for review" in ann.get("cardset_change", draft.pk)
    status, shown = ann.post("cardset_submit", draft.pk, reason="new box", seen=seen(draft))
    made = Proposal.objects.get()
    assert status == 200 and "The draft is frozen meanwhile." in shown
    approval = reverse("admin:cards_proposal_approve", args=[made.pk])
    page = ("proposal_change", made.pk)
    assert approval not in shown and approval in ben.get(*page)
    assert "You submitted this proposal." in ann.post("proposal_approve", made.pk)[1]
    assert "It can be published now." in ben.post("proposal_approve", made.pk, reason="ok")[1]
    publish = reverse("admin:cards_proposal_publish", args=[made.pk])
    assert publish in pam.get(*page) and publish not in ben.get(*page)
    assert "Publish this set" in pam.get("proposal_publish", made.pk, follow=True)
    form = {"then": "current", "reason": "club night", "seen": made.hash}
    status, shown = pam.post("cardset_publish", draft.pk, **form)
    edition = Edition.objects.get()
    assert status == 200 and current_edition("xmen") == edition
    assert "authors: ann; approved by: ben" in shown
    trail = pam.get("edition_history", edition.pk)
    for text in ("new box", ">ok<", "club night", ">ann<", ">ben<", ">pam<"):
        assert text in trail, text
    assert trail.index("Made current") < trail.index("Submitted")


def test_texts_that_contradict_effects_are_shown_and_confirmed_by_both(
    ann: Person, ben: Person
) -> None:
    own = wild({"effect": "skip", "who": "next"})
    draft = card_set("own", [card(), with_word(own, "text", "en", "Burn nine cards.")])
    shown = ann.get("cardset_submit", draft.pk)
    assert "I have compared these texts" in shown and "says “nine / burn”" in shown
    listed = shown.rpartition("Warnings")[2]
    assert listed.index("says “nine / burn”") < listed.index("there is no name in French")
    form = {"reason": "a joke", "seen": seen(draft)}
    assert "This field is required." in ann.post("cardset_submit", draft.pk, **form)[1]
    assert not Proposal.objects.exists()
    ann.post("cardset_submit", draft.pk, **form, confirmed="on")
    made = Proposal.objects.get()
    shown = ben.get("proposal_approve", made.pk)
    assert "I have compared these texts" in shown and "Cards added (2)" in shown
    assert shown.count(reverse("admin:cards_proposal_picture", args=[made.pk, "own-wild"])) == 2
    for said in ("Burn nine cards.", "The next player loses their turn.", 'title="text-adds"'):
        assert said in shown.partition("Cards added (2)")[0], said
    ben.post("proposal_approve", made.pk, confirmed="on")
    ben.post("proposal_approve", made.pk, reason="fine")
    made.refresh_from_db()
    assert made.state == "in_review"
    ben.post("proposal_approve", made.pk, reason="a joke indeed", confirmed="on")
    made.refresh_from_db()
    assert made.state == "approved"


def test_what_waits_for_whom_is_listed(
    draft: CardSet, ann: Person, ben: Person, pam: Person, tom: Person
) -> None:
    made = submit(draft, ann)
    row = reverse("admin:cards_proposal_change", args=[made.pk])

    def lists(by: Person, whose: str) -> bool:
        return row in by.get("proposal_changelist", data={"whose": whose})

    assert [lists(one, "waiting") for one in (ann, ben, pam, tom)] == [False, True, True, False]
    assert [lists(one, "mine") for one in (ann, ben)] == [True, False]
    listed = ben.get("proposal_changelist")
    assert "for my approval" in listed and "UNO X-Men" in listed and ">xmen<" not in listed
    reviews.approve(proposal=made, by=ben.user)
    assert [lists(one, "waiting") for one in (ann, ben, pam)] == [False, False, True]
    assert "for my publishing" in pam.get("proposal_changelist")
    reviews.withdraw(proposal=made, by=ann.user)
    assert [lists(one, "open") for one in (ann, pam)] == [False, False]
    assert lists(ann, "")


def test_a_proposal_shows_findings_and_what_it_changes(
    draft: CardSet, ann: Person, ben: Person
) -> None:
    makers.publish(card_set("old", [card(points=3), card("red-2", symbol="2")]))
    shown = ben.get("proposal_change", submit(draft, ann).pk)
    assert "Cards changed" in shown and "No findings." in shown
    french = ben.get(
        "proposal_change", Proposal.objects.get().pk, headers={"Accept-Language": "fr-CA"}
    )
    assert "Retourner aux auteurs" in french and "En révision." in french


def test_a_proposal_shows_its_cards_as_pictures_before_and_after(
    draft: CardSet, ann: Person, ben: Person
) -> None:
    old = makers.publish(card_set("old", [card(points=3), card("blue-2", color="blue")]))
    made = submit(draft, ann)
    shown = ben.get("proposal_change", made.pk)
    before = reverse("admin:cards_edition_picture", args=[old.pk, "red-1"])
    after = reverse("admin:cards_proposal_picture", args=[made.pk, "red-1"])
    added = reverse("admin:cards_proposal_picture", args=[made.pk, "red-2"])
    assert shown.index(before) < shown.index(after) < shown.index(added)
    for address in (before, after, added):
        assert ben.client.get(address)["Content-Type"] == "image/svg+xml"
    assert Person("eve").client.get(after).status_code == 403


def test_the_first_proposal_of_a_variant_shows_all_its_cards(
    draft: CardSet, ann: Person, ben: Person
) -> None:
    made = submit(draft, ann)
    shown = ben.get("proposal_change", made.pk)
    assert "Cards added (2)" in shown and "From no edition to" in shown
    assert reverse("admin:cards_proposal_picture", args=[made.pk, "red-2"]) in shown


def test_an_author_is_told_why_another_must_approve(draft: CardSet) -> None:
    root = Person("root")
    User.objects.filter(pk=root.user.pk).update(is_superuser=True)
    root.user.refresh_from_db()
    made = submit(draft, root)
    approval = reverse("admin:cards_proposal_approve", args=[made.pk])
    shown = root.get("proposal_change", made.pk)
    why = "You submitted this proposal. Another person must approve it."
    assert why in shown and approval not in shown
    returned, withdrawn = (
        reverse(f"admin:cards_proposal_{name}", args=[made.pk])
        for name in ("give_back", "withdraw")
    )
    assert withdrawn in shown and returned not in shown
    asked = root.get("proposal_approve", made.pk)
    assert why in asked and 'name="reason"' not in asked


def test_what_was_typed_stays_after_a_refusal(draft: CardSet, ann: Person, ben: Person) -> None:
    made = submit(draft, ann)
    assert "This field is required." in ben.post("proposal_give_back", made.pk, reason=" ")[1]
    reviews.withdraw(proposal=made, by=ann.user)
    shown = ben.post("proposal_approve", made.pk, reason="fine")[1]
    assert "the proposal is withdrawn" in shown and 'value="fine"' in shown
    assert ben.client.get(reverse("admin:cards_proposal_approve", args=[99])).status_code == 404


def test_a_draft_with_findings_or_that_changed_is_not_submitted(ann: Person) -> None:
    bad = card_set("bad", [wild({"effect": "choose_player"})])
    assert 'name="reason"' not in ann.get("cardset_submit", bad.pk)
    assert "“target” is chosen" in ann.post("cardset_submit", bad.pk, reason="x", seen=seen(bad))[1]
    good = card_set("good", [card()])
    shown = ann.post("cardset_submit", good.pk, reason="x", seen="0" * 64)[1]
    assert "The set has changed since this page was loaded." in shown
    makers.publish(good)
    shown = ann.post("cardset_submit", good.pk, reason="x", seen=seen(good))[1]
    assert "The same cards are already published" in shown
    assert not Proposal.objects.exists()


# ---- permissions


def test_each_group_sees_its_buttons_and_forged_posts_are_refused(
    draft: CardSet, ann: Person, ben: Person, pam: Person, tom: Person
) -> None:
    stranger = Person("eve")
    path = reverse("admin:cards_cardset_change", args=[draft.pk])
    assert stranger.client.get(path).status_code == 403
    buttons = {
        one.user.username: {
            name
            for name in ("submit", "publish")
            if reverse(f"admin:cards_cardset_{name}", args=[draft.pk])
            in one.get("cardset_change", draft.pk)
        }
        for one in (ann, pam, tom)
    }
    assert buttons == {"ann": {"submit"}, "pam": {"publish"}, "tom": set()}
    for one in (pam, tom, stranger):
        form = {"reason": "x", "seen": seen(draft)}
        assert one.post("cardset_submit", draft.pk, **form)[0] == 403
    made = submit(draft, ann)
    assert ann.post("cardset_submit", draft.pk, reason="x", seen=seen(draft))[0] == 403
    for one, act in ((tom, "approve"), (tom, "give_back"), (ben, "withdraw"), (ann, "approve")):
        shown = one.post(f"proposal_{act}", made.pk, reason="mine")[1]
        assert 'role="alert"' in shown, (one.user.username, act)
    assert stranger.post("proposal_approve", made.pk)[0] == 403
    assert ann.post("proposal_change", made.pk, state="approved")[0] == 403
    made.refresh_from_db()
    assert made.state == "in_review"
    reviews.approve(proposal=made, by=ben.user)
    form = {"then": "current", "reason": "x", "seen": made.hash}
    for one in (ann, ben, tom, stranger):
        assert one.post("cardset_publish", draft.pk, **form)[0] == 403
    edition = makers.publish(card_set("other", [card(points=4)]), current=False)
    for name in ("release", "roll_back"):
        for one in (ann, tom, stranger):
            assert one.post(f"edition_{name}", edition.pk, reason="x")[0] == 403
    assert not Release.objects.exists() and Edition.objects.count() == 1


def test_a_translator_changes_no_draft(draft: CardSet, tom: Person) -> None:
    mine = draft.cards.get(code="red-1")
    shown = tom.get("card_change", mine.pk)
    assert 'name="_save"' not in shown
    form = {"card_set": draft.pk, "definition": indent_card(card(points=9)), "copies": 1}
    for name, row in (("card", mine), ("cardset", draft)):
        for act in ("change", "delete"):
            assert tom.post(f"{name}_{act}", row.pk, **form, post="yes")[0] == 403
        assert tom.post(f"{name}_add", **form)[0] == 403
    action = {"action": "add_icon", "_selected_action": mine.pk}
    tom.post("card_changelist", **action)
    assert draft_text(draft).cards[0] == card()


# ---- frozen drafts


def test_a_frozen_draft_is_shown_but_not_written(
    draft: CardSet, ann: Person, ben: Person, tom: Person
) -> None:
    mine = draft.cards.get(code="red-1")
    opened = Fields(ben.get("card_change", mine.pk)).found
    opened_set = Fields(ben.get("cardset_change", draft.pk)).found
    made = submit(draft, ann)
    before = draft_text(draft)
    for name, pk in (("card", mine.pk), ("cardset", draft.pk)):
        shown = ben.get(f"{name}_change", pk)
        assert "The draft of this set is frozen: it is in review." in shown
        assert ">xmen<" not in shown
        assert reverse("admin:cards_proposal_change", args=[made.pk]) in shown
        assert 'name="_save"' not in shown
        assert ben.post(f"{name}_delete", pk, post="yes")[0] == 403
    assert "red, blue" in shown and "Add a card" not in shown
    for one in (ben, tom):
        shown = one.get("card_change", mine.pk)
        assert reverse("admin:cards_cardset_picture", args=[draft.pk, "red-1"]) in shown
        assert "<dd>red-1</dd>" in shown and "<dd>Number</dd>" in shown and '"kind"' not in shown
    typed = indent_card(card(points=9))
    status, shown = ben.post("card_change", mine.pk, **opened | {"definition": typed})
    assert status == 200 and "The draft of own is frozen" in shown and '"points": 9' in shown
    shown = ben.post("cardset_change", draft.pk, **opened_set | {"name": "Other"})[1]
    assert "The draft of own is frozen" in shown and 'value="Other"' in shown
    new = {"card_set": draft.pk, "definition": indent_card(card("red-7")), "copies": 1,
           "position": 0}  # fmt: skip
    assert "The draft of own is frozen" in ben.post("card_add", **new)[1]
    form = {"action": "delete_selected", "_selected_action": mine.pk, "post": "yes"}
    ben.post("card_changelist", **form)
    assert draft_text(CardSet.objects.get()) == before == made.text()


def test_a_frozen_deck_is_not_written(ann: Person, ben: Person) -> None:
    draft = card_set("box", [*CARDS, card("red-2", symbol="2")], variant="ultimate")
    cards = {one.code: one for one in draft.cards.all()}
    for deck in DECKS:
        for one in deck.cards:
            DeckCard.objects.create(hero=cards[deck.hero], card=cards[one.card])
    hulk = cards["hulk"]
    opened = Fields(ben.get("card_deck", hulk.pk)).found
    Proposal.objects.create(
        card_set=draft, author=ann.user, reason="ours", hash="0" * 64, name="box",
        canonical="{}",
    )  # fmt: skip
    before = draft_text(draft)
    field = f"copies-{cards['red-1'].pk}"
    status, shown = ben.post("card_deck", hulk.pk, **opened | {field: "7"})
    assert status == 200 and "The draft of box is frozen" in shown and 'value="7"' in shown
    assert draft_text(draft) == before


# ---- releases


def two() -> tuple[Edition, Edition]:
    first = makers.publish(card_set("one", [card()]))
    return first, makers.publish(card_set("two", [card(points=5)]))


@pytest.mark.parametrize("start", ["edition", "release"])
def test_two_clicks_roll_back(pam: Person, start: str) -> None:
    """One click on the page, one to confirm; nothing is typed."""
    first, second = two()
    pk = first.pk if start == "edition" else first.releases.get().pk
    link = reverse(f"admin:cards_{start}_roll_back", args=[pk])
    assert link in pam.get(f"{start}_change", pk)
    reply = pam.client.get(link, follow=True)
    form = Fields(reply.content.decode()).found
    assert form["reason"] == f"Roll back from {second}."
    path = reverse("admin:cards_edition_roll_back", args=[first.pk])
    assert pam.client.post(path, form).status_code == 302
    assert current_edition("xmen") == first
    release = Release.objects.first()
    assert release and (release.by, release.reason) == (pam.user, form["reason"])
    assert link not in pam.get(f"{start}_change", pk)


def test_what_was_never_current_is_not_rolled_back_to(pam: Person) -> None:
    two()
    new = makers.publish(card_set("three", [card(points=6)]), current=False)
    shown = pam.get("edition_change", new.pk)
    assert reverse("admin:cards_edition_release", args=[new.pk]) in shown
    assert reverse("admin:cards_edition_roll_back", args=[new.pk]) not in shown


def test_proposals_are_read_only(draft: CardSet, ann: Person, pam: Person) -> None:
    made = submit(draft, ann)
    assert pam.post("proposal_delete", made.pk, post="yes")[0] == 403
    assert pam.post("proposal_add", name="x")[0] == 403
    assert Card.objects.count() == 2 and Proposal.objects.count() == 1


def test_permissions_are_named_in_both_languages() -> None:
    from games.staff.people_admin import permission_label

    draft = Permission.objects.get(codename="draft_card")
    assert permission_label(draft) == "Cards | Can change card sets, cards and decks"
    with translation.override("fr-ca"):
        assert "Peut modifier les jeux de cartes" in permission_label(draft)
    other = Permission.objects.get(codename="view_card")
    assert permission_label(other) == "Cards | card | view"
    with translation.override("fr-ca"):
        assert permission_label(other) == "Cartes | carte | voir"
    root = Person("root")
    User.objects.filter(pk=root.user.pk).update(is_superuser=True)
    shown = root.client.get(
        reverse("admin:auth_user_change", args=[root.user.pk]),
        headers={"Accept-Language": "fr-CA"},
    )
    assert "Peut approuver ou retourner" in unescape(shown.content.decode())
