"""Four eyes: what each may do with a proposal and when, and frozen drafts."""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Group, Permission, User
from django.db import IntegrityError, connection, transaction

from bots.studio import reviews
from cards import registry, services
from cards.append_only import AppendOnlyError
from cards.draft_errors import (
    AlreadyPublished,
    DraftChanged,
    DraftFrozen,
    NotPermitted,
    OwnProposal,
    ReasonInvalid,
    ReviewError,
    ReviewRequired,
    TextsUnconfirmed,
    WrongState,
)
from cards.freezing import check_editable
from cards.language import finding, indent_card, with_word
from cards.models import Card, CardSet, DeckCard, Edition, Means, Proposal, ProposalStep, Release
from cards.selectors import current_release, draft_text
from cards.services import NotPublishable, load_cards
from tests.cards.box_examples import CARDS, DECKS
from tests.cards.makers import card, card_set, change_card, edition, wild

pytestmark = pytest.mark.django_db
groups = import_module("cards.migrations.0001_initial")


def user(name: str, *codenames: str) -> User:
    """A staff user with these permissions of the cards."""
    made, _ = User.objects.get_or_create(username=name, is_staff=True)
    rights = Permission.objects.filter(content_type__app_label="cards", codename__in=codenames)
    made.user_permissions.add(*rights)
    return User.objects.get(pk=made.pk)


@pytest.fixture
def ann() -> User:
    """An editor."""
    return user("ann", "draft_card", "review_edition")


@pytest.fixture
def ben() -> User:
    """Another editor."""
    return user("ben", "draft_card", "review_edition")


@pytest.fixture
def pam() -> User:
    """A publisher."""
    return user("pam", "review_edition", "publish_edition", "release_edition")


@pytest.fixture
def draft() -> CardSet:
    return card_set("own", [card(), card("red-2", symbol="2")])


@pytest.fixture
def proposal(draft: CardSet, ann: User) -> Proposal:
    return reviews.submit(card_set=draft, by=ann, reason="the first box")


def edit(draft: CardSet, by: User, points: int = 7) -> None:
    """Change a card as a user."""
    one = draft.cards.get(code="red-1")
    one.definition = indent_card(card(points=points))
    one._history_user = by
    one.save()


def trail(proposal: Proposal) -> list[tuple[str, str, str]]:
    """The steps of a proposal: action, user, reason."""
    return [(one.action, one.by.username, one.reason) for one in proposal.steps.all()]


# ---- the way of a proposal


def test_a_draft_goes_its_way_with_who_and_why(
    draft: CardSet, proposal: Proposal, ann: User, ben: User, pam: User
) -> None:
    assert proposal.state == "in_review" and proposal.text() == draft_text(draft)
    reviews.approve(proposal=proposal, by=ben, reason="fine")
    done = reviews.publish(proposal=proposal, by=pam, reason="club night", current=True)
    assert trail(proposal) == [
        ("submitted", "ann", "the first box"),
        ("approved", "ben", "fine"),
        ("published", "pam", "club night"),
    ]
    proposal.refresh_from_db()
    assert (proposal.state, proposal.edition) == ("published", done.edition)
    assert done.edition.hash == proposal.hash and done.edition.published_by == pam
    release = current_release("xmen")
    assert release and (release.edition, release.by, release.reason) == (
        done.edition, pam, "club night",
    )  # fmt: skip
    edit(draft, ann)


@pytest.mark.parametrize("act", ["return_", "withdraw"])
@pytest.mark.parametrize("is_approved", [False, True])
def test_a_closed_proposal_frees_the_draft(
    draft: CardSet, proposal: Proposal, ann: User, ben: User, act: str, is_approved: bool
) -> None:
    if is_approved:
        reviews.approve(proposal=proposal, by=ben)
    by = ann if act == "withdraw" else ben
    getattr(reviews, act)(proposal=proposal, by=by, reason="too strong")
    done = {"return_": "returned", "withdraw": "withdrawn"}[act]
    assert trail(proposal)[-1] == (done, by.username, "too strong")
    edit(draft, ann)
    again = reviews.submit(card_set=draft, by=ann, reason="weaker")
    assert again != proposal and again.hash != proposal.hash


def acts(proposal: Proposal, by: User) -> dict[str, object]:
    """What a user can try with a proposal."""
    return {
        "approve": lambda: reviews.approve(proposal=proposal, by=by),
        "return_": lambda: reviews.return_(proposal=proposal, by=by, reason="no"),
        "withdraw": lambda: reviews.withdraw(proposal=proposal, by=by),
        "publish": lambda: reviews.publish(proposal=proposal, by=by, reason="go"),
    }


@pytest.mark.parametrize(
    ("state", "refused"),
    [
        ("in_review", {"publish"}),
        ("approved", {"approve"}),
        ("returned", {"approve", "return_", "withdraw", "publish"}),
        ("withdrawn", {"approve", "return_", "withdraw", "publish"}),
        ("published", {"approve", "return_", "withdraw", "publish"}),
    ],
)
def test_each_state_allows_its_acts_only(
    draft: CardSet, proposal: Proposal, ann: User, ben: User, pam: User, state: str,
    refused: set[str],
) -> None:  # fmt: skip
    steps = {
        "in_review": [],
        "approved": ["approve"],
        "returned": ["return_"],
        "withdrawn": ["withdraw"],
        "published": ["approve", "publish"],
    }
    who = {"approve": ben, "return_": ben, "withdraw": ann, "publish": pam}
    for one in steps[state]:
        acts(proposal, who[one])[one]()  # type: ignore[operator]
    assert Proposal.objects.get().state == state
    for name, by in who.items():
        before = trail(proposal)
        try:
            with transaction.atomic():
                acts(proposal, by)[name]()  # type: ignore[operator]
                is_refused = False
                transaction.set_rollback(True)
        except WrongState as error:
            is_refused = True
            assert error.key == "proposal-state" and state.replace("_", " ") in str(error)
        assert is_refused == (name in refused), name
        assert trail(proposal) == before
    assert Edition.objects.count() == (1 if state == "published" else 0)


def test_a_draft_is_proposed_once(draft: CardSet, proposal: Proposal, ben: User) -> None:
    with pytest.raises(DraftFrozen):
        reviews.submit(card_set=draft, by=ben, reason="mine")
    with pytest.raises(IntegrityError), transaction.atomic():
        Proposal.objects.create(card_set=draft, author=ben, reason="mine", hash="0" * 64)
    assert Proposal.objects.count() == 1


def test_a_draft_with_findings_is_not_submitted(ann: User) -> None:
    bad = card_set("bad", [wild({"effect": "choose_player"})])
    with pytest.raises(NotPublishable) as caught:
        reviews.submit(card_set=bad, by=ann, reason="try")
    assert [one.code for one in caught.value.findings] == ["unread"]
    assert not Proposal.objects.exists()


def test_published_cards_are_not_submitted_again(
    draft: CardSet, proposal: Proposal, ann: User, ben: User, pam: User
) -> None:
    reviews.approve(proposal=proposal, by=ben)
    reviews.publish(proposal=proposal, by=pam, reason="go")
    with pytest.raises(AlreadyPublished, match="Make that edition current instead"):
        reviews.submit(card_set=draft, by=ann, reason="again")


def test_a_failed_check_publishes_nothing(
    proposal: Proposal, ben: User, pam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews.approve(proposal=proposal, by=ben)
    found = finding("$", "not-dealt", seats=2, reason="too few")
    monkeypatch.setattr(registry, "edition_checks", [lambda _: [found]])
    with pytest.raises(NotPublishable, match="too few"):
        reviews.publish(proposal=proposal, by=pam, reason="go", current=True)
    proposal.refresh_from_db()
    assert proposal.state == "approved" and not Edition.objects.exists()


def test_publishing_takes_what_was_approved_and_once(
    proposal: Proposal, ben: User, pam: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two who publish at once passes the checks too, and finds it published."""
    reviews.approve(proposal=proposal, by=ben)

    def publish_first(_: object) -> list[object]:
        monkeypatch.setattr(registry, "edition_checks", [])
        reviews.publish(proposal=Proposal.objects.get(), by=pam, reason="first", current=True)
        return []

    monkeypatch.setattr(registry, "edition_checks", [publish_first])
    with pytest.raises(WrongState, match="published"):
        reviews.publish(proposal=proposal, by=pam, reason="second", current=True)
    assert Edition.objects.count() == Release.objects.count() == 1
    assert trail(proposal)[-1] == ("published", "pam", "first")


@pytest.mark.parametrize("reason", ["", "   ", "x" * 301, "two\nlines", "\u202e"])
def test_a_reason_is_one_printable_line(draft: CardSet, ann: User, ben: User, reason: str) -> None:
    with pytest.raises(ReasonInvalid, match="1 to 300"):
        reviews.submit(card_set=draft, by=ann, reason=reason)
    made = reviews.submit(card_set=draft, by=ann, reason=" fine ")
    assert made.reason == "fine"
    with pytest.raises(ReasonInvalid):
        reviews.return_(proposal=made, by=ben, reason=reason)
    assert len(trail(made)) == 1


# ---- four eyes


def test_no_author_approves(draft: CardSet, ann: User, ben: User, pam: User) -> None:
    edit(draft, ben)
    made = reviews.submit(card_set=draft, by=ann, reason="ours")
    assert set(made.authors.all()) == {ann, ben}
    for one, text in ((ann, "You submitted"), (ben, "You changed this draft")):
        with pytest.raises(OwnProposal, match=text):
            reviews.approve(proposal=made, by=one)
    superuser = User.objects.create(username="root", is_superuser=True)
    reviews.approve(proposal=made, by=superuser)


def test_a_superuser_does_not_approve_the_own_proposal(draft: CardSet) -> None:
    superuser = User.objects.create(username="root", is_superuser=True)
    made = reviews.submit(card_set=draft, by=superuser, reason="mine")
    with pytest.raises(OwnProposal):
        reviews.approve(proposal=made, by=superuser)


def test_every_kind_of_edit_makes_an_author(ann: User) -> None:
    draft = card_set("box", [*CARDS, card("red-2", symbol="2")], variant="ultimate")
    cards = {one.code: one for one in draft.cards.all()}
    for deck in DECKS:
        for one in deck.cards:
            DeckCard.objects.create(hero=cards[deck.hero], card=cards[one.card])
    names = iter("bcdefg")

    def by(row: CardSet | Card | DeckCard) -> str:
        name = next(names)
        row._history_user = user(name, "draft_card")  # type: ignore[union-attr]
        return name

    expected = [by(draft)]
    draft.save()
    entry = DeckCard.objects.first()
    assert entry is not None
    expected.append(by(entry))
    entry.save()
    expected.append(by(entry))
    entry.delete()
    expected.append(by(cards["red-2"]))
    cards["red-2"].delete()
    new = Card(card_set=draft, definition=indent_card(card("red-3", symbol="3")))
    expected.append(by(new))
    new.save()
    found = User.objects.filter(pk__in=reviews.editors_of(draft))
    assert sorted(one.username for one in found) == expected


def test_authors_are_counted_since_the_last_publication(
    draft: CardSet, ann: User, ben: User, pam: User
) -> None:
    edit(draft, ben)
    first = reviews.submit(card_set=draft, by=ann, reason="one")
    reviews.return_(proposal=first, by=pam, reason="no")
    second = reviews.submit(card_set=draft, by=ann, reason="two")
    with pytest.raises(OwnProposal):
        reviews.approve(proposal=second, by=ben)
    reviews.approve(proposal=second, by=pam)
    reviews.publish(proposal=second, by=pam, reason="go")
    edit(draft, ann, points=9)
    third = reviews.submit(card_set=draft, by=ann, reason="three")
    assert set(third.authors.all()) == {ann}
    reviews.approve(proposal=third, by=ben)


def test_co_authors_withdraw_and_others_do_not(
    draft: CardSet, ann: User, ben: User, pam: User
) -> None:
    edit(draft, ben)
    made = reviews.submit(card_set=draft, by=ann, reason="ours")
    with pytest.raises(NotPermitted, match="Only an author"):
        reviews.withdraw(proposal=made, by=user("cyd", "draft_card"))
    reviews.withdraw(proposal=made, by=ben)


# ---- permissions


def test_each_act_needs_its_permission(draft: CardSet, proposal: Proposal, ann: User) -> None:
    every = {"translate_card", "draft_card", "review_edition", "publish_edition"}
    needed = {
        "approve": {"review_edition"},
        "return_": {"review_edition"},
        "withdraw": {"draft_card"},
        "publish": {"publish_edition"},
    }
    for name, enough in needed.items():
        for codename in every:
            by = user(f"{name}-{codename}", codename)
            try:
                with transaction.atomic():
                    acts(proposal, by)[name]()  # type: ignore[operator]
                    transaction.set_rollback(True)
            except NotPermitted as error:
                assert codename not in enough or name == "withdraw", (name, codename)
                assert error.key in ("not-permitted", "not-author")
            except ReviewError:
                assert codename in enough, (name, codename)
            else:
                assert codename in enough, (name, codename)
    with pytest.raises(NotPermitted, match="Can change card sets"):
        reviews.submit(card_set=draft, by=user("cyd", *(every - {"draft_card"})), reason="x")


def test_publishing_as_current_needs_the_permission_to_release(
    proposal: Proposal, ben: User
) -> None:
    reviews.approve(proposal=proposal, by=ben)
    by = user("only", "publish_edition")
    with pytest.raises(NotPermitted, match="current"):
        reviews.publish(proposal=proposal, by=by, reason="go", current=True)
    assert reviews.publish(proposal=proposal, by=by, reason="go").release is None


def test_a_user_who_left_does_nothing(proposal: Proposal, ben: User) -> None:
    ben.is_active = False
    ben.save()
    with pytest.raises(NotPermitted):
        reviews.approve(proposal=proposal, by=ben)


def test_without_reviews_one_person_publishes(draft: CardSet, pam: User, settings: Any) -> None:
    with pytest.raises(ReviewRequired):
        reviews.publish_draft(card_set=draft, by=pam, reason="alone")
    settings.CARDS_REVIEW = False
    edit(draft, pam)
    done = reviews.publish_draft(card_set=draft, by=pam, reason="alone", current=True)
    assert done.release is not None and done.edition.means == Means.ADMIN
    made = Proposal.objects.get()
    assert [step[0] for step in trail(made)] == ["submitted", "published"]
    assert reviews.editors_of(draft) == set()
    again = reviews.publish_draft(card_set=draft, by=pam, reason="again")
    assert not again.is_new and again.edition == done.edition


def test_a_draft_that_changes_during_the_checks_is_not_published(
    draft: CardSet, pam: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CARDS_REVIEW = False
    monkeypatch.setattr(registry, "edition_checks", [lambda _: edit(draft, pam) or []])
    with pytest.raises(DraftChanged):
        reviews.publish_draft(card_set=draft, by=pam, reason="alone")
    assert not Edition.objects.exists()


# ---- frozen drafts


def test_no_row_of_a_frozen_draft_is_saved_or_deleted(
    draft: CardSet, proposal: Proposal, ann: User
) -> None:
    before = draft_text(draft)
    one = draft.cards.get(code="red-1")
    other = card_set("other", [card()])
    moved = other.cards.get()

    def move(row: Card, to: CardSet) -> None:
        row.card_set = to
        row.save()

    for write in (
        lambda: edit(draft, ann),
        lambda: change_card(card=one, points=3),
        draft.save,
        draft.delete,
        one.delete,
        draft.cards.all().delete,
        lambda: Card.objects.create(card_set=draft, definition=indent_card(card("red-8"))),
        lambda: move(Card.objects.get(pk=one.pk), other),
        lambda: move(moved, draft),
        lambda: check_editable(other, draft),
    ):
        with pytest.raises(DraftFrozen, match="own is frozen"), transaction.atomic():
            write()
    assert draft_text(CardSet.objects.get(code="own")) == before
    check_editable(other)


def test_a_frozen_deck_is_not_changed(ann: User) -> None:
    draft = card_set("box", CARDS, variant="ultimate")
    cards = {one.code: one for one in draft.cards.all()}
    for deck in DECKS:
        for one in deck.cards:
            DeckCard.objects.create(
                hero=cards[deck.hero], card=cards[one.card], copies=one.copies, basis=one.basis
            )
    proposal = Proposal.objects.create(
        card_set=draft, author=ann, reason="ours", hash="0" * 64, name="box"
    )
    entry = DeckCard.objects.first()
    assert entry is not None
    for write in (entry.save, entry.delete):
        with pytest.raises(DraftFrozen), transaction.atomic():
            write()
    proposal.state = "returned"
    proposal.save()
    entry.save()


def test_an_upgrade_leaves_a_frozen_draft(ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "shipped_editions", lambda: [edition(card(), code="shipped")])
    load_cards()
    draft = CardSet.objects.get()
    draft.loaded_hash = ""
    edit(draft, ann)
    proposal = reviews.submit(card_set=draft, by=ann, reason="ours")
    CardSet.objects.filter(pk=draft.pk).update(loaded_hash=proposal.hash)
    newer = edition(card(points=5), code="shipped")
    monkeypatch.setattr(services, "shipped_editions", lambda: [newer])
    (loaded,) = load_cards()
    assert loaded.draft == "frozen"
    assert draft_text(draft) == proposal.text()
    reviews.withdraw(proposal=proposal, by=ann)
    assert load_cards()[0].draft == "updated"


# ---- on record for good


def test_steps_are_append_only(proposal: Proposal) -> None:
    step = ProposalStep.objects.get()
    step.reason = "other"
    with pytest.raises(AppendOnlyError):
        step.save()
    for change in ("UPDATE {} SET reason = 'other'", "DELETE FROM {}"):
        with pytest.raises(Exception, match="append-only"), transaction.atomic():
            connection.cursor().execute(change.format("cards_proposalstep"))


def test_a_proposal_outlives_its_set(draft: CardSet, proposal: Proposal, ben: User) -> None:
    reviews.return_(proposal=proposal, by=ben, reason="no")
    draft.delete()
    proposal.refresh_from_db()
    assert proposal.card_set is None and proposal.code == "own"


# ---- groups


def test_the_migration_makes_three_groups() -> None:
    Group.objects.filter(name__startswith="Card ").delete()
    Group.objects.create(name="Card publishers")
    for _ in range(2):
        groups.create_groups(apps, connection.schema_editor())
    rights = {
        group.name: {
            one.codename for one in group.permissions.all() if not one.codename.startswith("view_")
        }
        for group in Group.objects.all()
    }
    assert rights == {
        "Card translators": {"translate_card"},
        "Card editors": {"translate_card", "draft_card", "review_edition"},
        "Card publishers": set(),
    }


# ---- texts that contradict effects


@pytest.fixture
def doubted() -> CardSet:
    """A draft whose Wild says that it burns nine cards, and does not."""
    own = wild({"effect": "skip", "who": "next"})
    lie = "Choose the color in play. The next player loses their turn. Burn nine cards."
    return card_set("own", [card(), with_word(own, "text", "en", lie)])


def test_author_and_reviewer_must_each_confirm_a_text_that_contradicts_its_effects(
    doubted: CardSet, ann: User, ben: User
) -> None:
    with pytest.raises(TextsUnconfirmed, match="own-wild"):
        reviews.submit(card_set=doubted, by=ann, reason="ready")
    made = reviews.submit(card_set=doubted, by=ann, reason="flavor, agreed", confirmed=True)
    with pytest.raises(TextsUnconfirmed):
        reviews.approve(proposal=made, by=ben, reason="fine")
    with pytest.raises(ReasonInvalid):
        reviews.approve(proposal=made, by=ben, confirmed=True)
    reviews.approve(proposal=made, by=ben, reason="the nine is a joke", confirmed=True)
    said = ProposalStep.objects.filter(proposal=made).values_list("reason", flat=True)
    assert list(said) == ["flavor, agreed", "the nine is a joke"]


def test_without_a_review_too_such_a_text_is_confirmed(
    doubted: CardSet, pam: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CARDS_REVIEW = False
    monkeypatch.setattr(registry, "edition_checks", [])
    with pytest.raises(TextsUnconfirmed):
        reviews.publish_draft(card_set=doubted, by=pam, reason="alone here")
    assert reviews.publish_draft(card_set=doubted, by=pam, reason="alone", confirmed=True).is_new
