"""Four eyes: submit a draft, approve, return, withdraw, publish."""

from __future__ import annotations

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from bots.studio.drafts.review_checks import check_permission, check_reason
from cards import language
from cards.draft_errors import (
    STATES,
    AlreadyPublished,
    DraftChanged,
    NotPermitted,
    OwnProposal,
    ReviewRequired,
    TextsUnconfirmed,
    WrongState,
)
from cards.freezing import check_editable, lock_sets
from cards.language import lint_edition
from cards.models import (
    OPEN,
    Card,
    CardSet,
    DeckCard,
    Edition,
    Means,
    Proposal,
    ProposalState,
    ProposalStep,
    Release,
    StepAction,
)
from cards.selectors import draft_text, published_before
from cards.services import (
    NotPublishable,
    Origin,
    Published,
    check_publishable,
    check_releasable,
    record_edition,
    record_release,
)


def submit(*, card_set: CardSet, by: User, reason: str, confirmed: bool = False) -> Proposal:
    """Submit a draft for review, which freezes it.

    Raise DraftFrozen if it is in review already, NotPublishable for findings of the lint,
    AlreadyPublished if an edition has the same cards, and TextsUnconfirmed for texts that
    contradict effects unless they are ``confirmed``.
    """
    check_permission(by, "draft_card")
    reason = check_reason(reason)
    with transaction.atomic():
        check_editable(card_set)
        text = draft_text(CardSet.objects.get(pk=card_set.pk))
        findings = lint_edition(text)
        if findings:
            raise NotPublishable(text, findings)
        known = published_before(language.edition_hash(text))
        if known is not None:
            raise AlreadyPublished(edition=known)
        check_texts(text, confirmed)
        return _propose(card_set, text, by, reason)


def approve(
    *, proposal: Proposal, by: User, reason: str = "", confirmed: bool = False
) -> ProposalStep:
    """Approve a proposal in review; raises OwnProposal and TextsUnconfirmed.

    A reason is required if there are texts to confirm.
    """
    check_permission(by, "review_edition")
    doubted = check_texts(proposal.text(), confirmed)
    reason = check_reason(reason, is_required=doubted)
    with transaction.atomic():
        locked = _locked(proposal, ProposalState.IN_REVIEW)
        check_not_author(locked, by)
        return _move(proposal, ProposalState.APPROVED, StepAction.APPROVED, by, reason)


def return_(*, proposal: Proposal, by: User, reason: str) -> ProposalStep:
    """Return an open proposal to its authors, so that the draft can be changed again."""
    check_permission(by, "review_edition")
    reason = check_reason(reason)
    with transaction.atomic():
        _locked(proposal, *OPEN)
        return _move(proposal, ProposalState.RETURNED, StepAction.RETURNED, by, reason)


def withdraw(*, proposal: Proposal, by: User, reason: str = "") -> ProposalStep:
    """Withdraw an open proposal as one of its authors; the draft can be changed again."""
    check_permission(by, "draft_card")
    reason = check_reason(reason, is_required=False)
    with transaction.atomic():
        locked = _locked(proposal, *OPEN)
        if not is_author(locked, by):
            raise NotPermitted("not-author")
        return _move(proposal, ProposalState.WITHDRAWN, StepAction.WITHDRAWN, by, reason)


def publish(*, proposal: Proposal, by: User, reason: str, current: bool = False) -> Published:
    """Publish an approved proposal as it was submitted; raises NotPublishable.

    With ``current``, which needs the permission to release, the edition becomes the current one.
    """
    _check_publisher(by, current)
    origin = Origin(Means.ADMIN, check_reason(reason), by)
    _check_state(proposal, ProposalState.APPROVED)
    text = proposal.text()
    # This takes seconds, so no lock is held meanwhile.
    check_publishable(text)
    with transaction.atomic():
        _locked(proposal, ProposalState.APPROVED)
        return _publish(proposal, text, origin, current)


def publish_draft(
    *, card_set: CardSet, by: User, reason: str, current: bool = False, confirmed: bool = False
) -> Published:
    """Publish a draft without a review, if the setting CARDS_REVIEW is off."""
    if settings.CARDS_REVIEW:
        raise ReviewRequired
    _check_publisher(by, current)
    origin = Origin(Means.ADMIN, check_reason(reason), by)
    text = draft_text(card_set)
    check_texts(text, confirmed)
    check_publishable(text)
    with transaction.atomic():
        check_editable(card_set)
        if language.edition_hash(draft_text(card_set)) != language.edition_hash(text):
            raise DraftChanged
        return _publish(_propose(card_set, text, by, origin.reason), text, origin, current)


def release(*, edition: Edition, by: User, reason: str) -> Release:
    """Make an edition current as a user; raises AlreadyCurrent and NotPublishable."""
    check_permission(by, "release_edition")
    origin = Origin(Means.ADMIN, check_reason(reason), by)
    check_releasable(edition)
    return record_release(edition=edition, origin=origin)


# ---- what is checked


def is_author(proposal: Proposal, user: User) -> bool:
    """Whether the user submitted the proposal or edited its draft."""
    return proposal.author_id == user.pk or proposal.authors.filter(pk=user.pk).exists()


def check_texts(text: language.EditionDef, confirmed: bool) -> bool:
    """Return whether texts contradict effects; raises TextsUnconfirmed."""
    doubted = language.unconfirmed_texts(text)
    if doubted and not confirmed:
        cards = dict.fromkeys(language.card_at(one.path, text) for one in doubted)
        raise TextsUnconfirmed(cards=", ".join(cards))
    return bool(doubted)


def check_not_author(proposal: Proposal, user: User) -> None:
    """Raise OwnProposal if the user is an author of the proposal."""
    if proposal.author_id == user.pk:
        raise OwnProposal
    if proposal.authors.filter(pk=user.pk).exists():
        raise OwnProposal("own-draft")


def _check_publisher(user: User, current: bool) -> None:
    check_permission(user, "publish_edition", *(["release_edition"] if current else []))


def _check_state(proposal: Proposal, *states: ProposalState) -> None:
    state = Proposal.objects.values_list("state", flat=True).get(pk=proposal.pk)
    if state not in states:
        raise WrongState(state=STATES[state])


def _locked(proposal: Proposal, *states: ProposalState) -> Proposal:
    """Return the proposal, locked with its set, or raise WrongState."""
    if proposal.card_set_id is not None:
        lock_sets(proposal.card_set_id)
    locked = Proposal.objects.select_for_update(no_key=True).get(pk=proposal.pk)
    if locked.state not in states:
        raise WrongState(state=STATES[locked.state])
    return locked


# ---- what is written


def editors_of(card_set: CardSet) -> set[int]:
    """Return the keys of the users who edited a draft since its last publication.

    Until its first publication from here, that is every user who ever edited it.
    """
    published = Proposal.objects.filter(card_set=card_set, state=ProposalState.PUBLISHED).first()
    cards = Card.history.filter(card_set_id=card_set.pk).values("id")
    rows = [
        CardSet.history.filter(id=card_set.pk),
        Card.history.filter(id__in=cards),
        DeckCard.history.filter(hero_id__in=cards),
    ]
    if published is not None:
        rows = [one.filter(history_date__gt=published.submitted_at) for one in rows]
    return {
        user
        for one in rows
        for user in one.order_by().values_list("history_user_id", flat=True).distinct()
        if user is not None
    }


def _propose(card_set: CardSet, text: language.EditionDef, by: User, reason: str) -> Proposal:
    proposal = Proposal.objects.create(
        card_set=card_set,
        code=text.code,
        name=text.name,
        variant=text.variant,
        hash=language.edition_hash(text),
        canonical=language.encode_edition(text).decode(),
        reason=reason,
        author=by,
        submitted_at=timezone.now(),
    )
    proposal.authors.set({by.pk, *editors_of(card_set)})
    _record(proposal, StepAction.SUBMITTED, by, reason)
    return proposal


def _publish(
    proposal: Proposal, text: language.EditionDef, origin: Origin, current: bool
) -> Published:
    assert origin.by is not None
    published = record_edition(text=text, origin=origin, current=current)
    proposal.edition = published.edition
    _move(proposal, ProposalState.PUBLISHED, StepAction.PUBLISHED, origin.by, origin.reason)
    return published


def _move(
    proposal: Proposal, state: ProposalState, action: StepAction, by: User, reason: str
) -> ProposalStep:
    proposal.state = state
    proposal.save(update_fields=["state", "edition"])
    return _record(proposal, action, by, reason)


def _record(proposal: Proposal, action: StepAction, by: User, reason: str) -> ProposalStep:
    return ProposalStep.objects.create(proposal=proposal, action=action, by=by, reason=reason)
