"""Editions, and the releases that make them current."""

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cards.append_only import AppendOnly
from cards.language import EditionDef, decode_edition
from cards.page_language import time_text

MAX_REASON_LENGTH = 300
"""The longest reason for a publication or a release, in characters."""


class Means(models.TextChoices):
    """How an edition was published or released."""

    ADMIN = "admin", _("the admin")
    COMMAND = "command", _("a command")
    SHIPPED = "load_cards", _("an upgrade (load_cards)")
    TRIAL = "trial", _("a trial of a draft")


class Edition(AppendOnly):
    """A set of cards with which games are played; ``hash`` is that of its JSON.

    It never changes. One of ``Means.TRIAL`` is a draft that an editor plays: it is listed nowhere,
    and can be neither released nor published, as the lint refuses its code.

    ``published_by`` is null if no user published it, as for the shipped ones.
    """

    hash = models.CharField(_("hash"), max_length=64, unique=True)
    code = models.CharField(_("code"), max_length=40)
    name = models.CharField(_("name"), max_length=100)
    name_fr = models.CharField(_("name in French"), max_length=100, blank=True)
    variant = models.CharField(_("variant"), max_length=40, db_index=True)
    canonical = models.TextField(_("definition"))
    published_at = models.DateTimeField(_("published at"), auto_now_add=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("published by"),
    )
    means = models.CharField(_("means"), max_length=10, choices=Means.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)

    class Meta(AppendOnly.Meta):
        verbose_name, verbose_name_plural = _("edition"), _("editions")
        ordering = ("-published_at", "-pk")
        default_permissions = ("view",)
        permissions = (
            ("review_edition", "Can approve or return the card sets of others"),
            ("publish_edition", "Can publish a card set as an edition"),
            ("release_edition", "Can make an edition current"),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.hash[:12]}"

    def text(self) -> EditionDef:
        """Return the decoded edition."""
        return decode_edition(self.canonical)


class Release(AppendOnly):
    """The record that an edition became the current one of its variant.

    New games use the edition of the last release of their variant.
    """

    variant = models.CharField(_("variant"), max_length=40)
    edition = models.ForeignKey(
        Edition, on_delete=models.PROTECT, related_name="releases", verbose_name=_("edition")
    )
    at = models.DateTimeField(_("at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("by"),
    )
    means = models.CharField(_("means"), max_length=10, choices=Means.choices)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH)

    class Meta(AppendOnly.Meta):
        verbose_name, verbose_name_plural = _("release"), _("releases")
        ordering = ("-pk",)
        default_permissions = ("view",)
        indexes = (models.Index(fields=["variant", "-id"], name="release_last"),)

    def __str__(self) -> str:
        return f"{self.edition} ({time_text(self.at)})"


class EndlessMove(AppendOnly):
    """The record that a move of a game with an edition had no end (common.endless).

    New games do not use the edition, unless it is released after that. ``game`` and ``seq`` are
    those of the row.
    """

    edition = models.ForeignKey(
        Edition,
        on_delete=models.PROTECT,
        to_field="hash",
        related_name="endless_moves",
        verbose_name=_("edition"),
    )
    game = models.UUIDField()
    seq = models.PositiveIntegerField()
    at = models.DateTimeField(_("at"))

    class Meta(AppendOnly.Meta):
        default_permissions = ()
