"""Proposals to publish a draft, and their steps."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cards.append_only import AppendOnly
from cards.draft_errors import STATES
from cards.language import EditionDef, decode_edition
from cards.models.drafts import CardSet
from cards.models.published import MAX_REASON_LENGTH, Edition
from cards.page_language import named, time_text


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
        CardSet,
        verbose_name=_("card set"),
        on_delete=models.SET_NULL,
        null=True,
        related_name="proposals",
    )
    code = models.CharField(_("code"), max_length=40)
    name = models.CharField(_("name"), max_length=100)
    variant = models.CharField(_("variant"), max_length=40)
    hash = models.CharField(_("hash"), max_length=64, db_index=True)
    canonical = models.TextField(_("canonical JSON"))
    state = models.CharField(
        _("state"), max_length=10, choices=ProposalState.choices, default=ProposalState.IN_REVIEW
    )
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("author"),
        on_delete=models.PROTECT,
        related_name="proposals",
    )
    authors: models.ManyToManyField[User, models.Model] = models.ManyToManyField(
        settings.AUTH_USER_MODEL, verbose_name=_("authors"), related_name="+"
    )
    submitted_at = models.DateTimeField(_("submitted at"), default=timezone.now)
    edition = models.ForeignKey(
        Edition,
        verbose_name=_("edition"),
        on_delete=models.PROTECT,
        null=True,
        related_name="proposals",
    )

    class Meta:
        verbose_name = _("proposal")
        verbose_name_plural = _("proposals")
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

    SUBMITTED = "submitted", _("Submitted")
    APPROVED = "approved", _("Approved")
    RETURNED = "returned", _("Returned")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    PUBLISHED = "published", _("Published")


class ProposalStep(AppendOnly):
    """A step of a proposal: what a user did with it, when and why."""

    proposal = models.ForeignKey(
        Proposal, verbose_name=_("proposal"), on_delete=models.PROTECT, related_name="steps"
    )
    action = models.CharField(_("action"), max_length=10, choices=StepAction.choices)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    reason = models.TextField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)

    class Meta(AppendOnly.Meta):
        verbose_name = _("step of a proposal")
        verbose_name_plural = _("steps of proposals")
        ordering = ("pk",)
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.action} by {self.by} ({time_text(self.at)})"
