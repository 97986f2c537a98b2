"""Proposals to publish a draft, their steps, and scheduled releases."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone

from cards.append_only import AppendOnly
from cards.language import EditionDef, decode_edition
from cards.model_names import named
from cards.models.drafts import CardSet
from cards.models.published import MAX_REASON_LENGTH, Edition, Release
from cards.review_errors import STATES

MAX_COMMENT_LENGTH: Final = 2000
"""The longest comment of a step, in characters."""


class ProposalState(models.TextChoices):
    """Where a proposal is on its way; the first two are open."""

    IN_REVIEW = "in_review", named(STATES["in_review"])
    APPROVED = "approved", named(STATES["approved"])
    RETURNED = "returned", named(STATES["returned"])
    WITHDRAWN = "withdrawn", named(STATES["withdrawn"])
    PUBLISHED = "published", named(STATES["published"])


OPEN: Final = (ProposalState.IN_REVIEW, ProposalState.APPROVED)
"""The states in which the draft is frozen."""


class Proposal(models.Model):
    """A draft that was submitted for review, as it was then.

    ``author`` submitted it. ``authors`` are all who may not approve it: the author, and every user
    who edited the draft since it was last published.
    """

    card_set = models.ForeignKey(
        CardSet, on_delete=models.SET_NULL, null=True, related_name="proposals"
    )
    code = models.CharField(max_length=40)
    name = models.CharField(max_length=100)
    variant = models.CharField(max_length=40)
    hash = models.CharField(max_length=64, db_index=True)
    canonical = models.TextField("canonical JSON")
    state = models.CharField(
        max_length=10, choices=ProposalState.choices, default=ProposalState.IN_REVIEW
    )
    reason = models.CharField(max_length=MAX_REASON_LENGTH)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="proposals"
    )
    authors: models.ManyToManyField[User, models.Model] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="+"
    )
    submitted_at = models.DateTimeField(default=timezone.now)
    edition = models.ForeignKey(
        Edition, on_delete=models.PROTECT, null=True, related_name="proposals"
    )

    class Meta:
        ordering = ("-pk",)
        default_permissions = ("view",)
        constraints = (
            models.UniqueConstraint(
                fields=("card_set",),
                condition=models.Q(state__in=[state.value for state in OPEN]),
                name="open_proposal_once_for_a_set",
            ),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.hash[:12]} (#{self.pk})"

    @property
    def is_open(self) -> bool:
        """Whether it is in review or approved, so that the draft is frozen."""
        return self.state in OPEN

    def text(self) -> EditionDef:
        """Return the decoded draft as it was submitted."""
        return decode_edition(self.canonical)


class StepAction(models.TextChoices):
    """What a user did with a proposal."""

    SUBMITTED = "submitted", "submitted"
    COMMENTED = "commented", "commented"
    APPROVED = "approved", "approved"
    RETURNED = "returned", "returned"
    WITHDRAWN = "withdrawn", "withdrawn"
    PUBLISHED = "published", "published"


class ProposalStep(AppendOnly):
    """A step of a proposal; ``card`` is the code of a comment's card, or ""."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="steps")
    action = models.CharField(max_length=10, choices=StepAction.choices)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    reason = models.TextField(max_length=MAX_COMMENT_LENGTH, blank=True)
    card = models.CharField(max_length=60, blank=True)

    class Meta(AppendOnly.Meta):
        ordering = ("pk",)
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.action} by {self.by} ({self.at:%Y-%m-%d %H:%M})"


class ScheduleState(models.TextChoices):
    """What became of a scheduled release."""

    WAITING = "waiting", named(STATES["waiting"])
    DONE = "done", named(STATES["done"])
    CANCELLED = "cancelled", named(STATES["cancelled"])
    FAILED = "failed", named(STATES["failed"])


class ScheduledRelease(models.Model):
    """An edition that becomes the current one of its variant at a time.

    ``outcome`` is the reason why it was cancelled, or why it failed.
    """

    edition = models.ForeignKey(Edition, on_delete=models.PROTECT, related_name="schedules")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=MAX_REASON_LENGTH)
    created_at = models.DateTimeField(default=timezone.now)
    state = models.CharField(
        max_length=10, choices=ScheduleState.choices, default=ScheduleState.WAITING
    )
    release = models.OneToOneField(
        Release, on_delete=models.PROTECT, null=True, related_name="schedule"
    )
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    outcome = models.TextField(blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        default_permissions = ("view",)
        indexes = (models.Index(fields=["state", "at"], name="schedule_due"),)

    def __str__(self) -> str:
        return f"{self.edition} ({self.at:%Y-%m-%d %H:%M})"
