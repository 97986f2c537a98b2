"""Published editions, and the releases that make them current."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from cards.admin_words import word
from cards.append_only import AppendOnly
from cards.language import EditionDef, decode_edition

MAX_REASON_LENGTH = 300
"""The longest reason for a publication or a release, in characters."""


class Means(models.TextChoices):
    """How an edition was published or released."""

    ADMIN = "admin", word("means_admin")
    COMMAND = "command", word("means_command")
    SHIPPED = "load_cards", word("means_shipped")
    MIGRATION = "migration", word("means_migration")
    SCHEDULE = "schedule", word("means_schedule")
    API = "api", word("means_api")


class Edition(AppendOnly):
    """A published set of cards, which never changes; ``hash`` is that of its JSON.

    ``published_by`` is null and ``means`` empty for editions older than these columns.
    """

    hash = models.CharField(word("hash"), max_length=64, unique=True)
    code = models.CharField(word("code"), max_length=40)
    name = models.CharField(word("name"), max_length=100)
    name_fr = models.CharField(word("name_fr"), max_length=100, blank=True)
    variant = models.CharField(word("variant"), max_length=40, db_index=True)
    canonical = models.TextField(word("definition"))
    published_at = models.DateTimeField(word("published_at"), auto_now_add=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=word("published_by"),
    )
    means = models.CharField(word("means"), max_length=10, choices=Means.choices, blank=True)
    reason = models.CharField(word("reason"), max_length=MAX_REASON_LENGTH, blank=True)

    class Meta(AppendOnly.Meta):
        verbose_name, verbose_name_plural = word("m_edition"), word("m_editions")
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

    variant = models.CharField(word("variant"), max_length=40)
    edition = models.ForeignKey(
        Edition, on_delete=models.PROTECT, related_name="releases", verbose_name=word("m_edition")
    )
    at = models.DateTimeField(word("at"), default=timezone.now)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=word("by"),
    )
    means = models.CharField(word("means"), max_length=10, choices=Means.choices)
    reason = models.CharField(word("reason"), max_length=MAX_REASON_LENGTH)

    class Meta(AppendOnly.Meta):
        verbose_name, verbose_name_plural = word("m_release"), word("m_releases")
        ordering = ("-pk",)
        default_permissions = ("view",)
        indexes = (models.Index(fields=["variant", "-id"], name="release_last"),)

    def __str__(self) -> str:
        return f"{self.edition} ({self.at:%Y-%m-%d %H:%M})"


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
        verbose_name=word("m_edition"),
    )
    game = models.UUIDField()
    seq = models.PositiveIntegerField()
    at = models.DateTimeField(word("at"))

    class Meta(AppendOnly.Meta):
        default_permissions = ()
