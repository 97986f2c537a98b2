"""Drafts: card sets, their cards, and the decks of heroes."""

from __future__ import annotations

import json
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords

from cards import registry
from cards.findings.lint_texts import finding_text, placed_error_text
from cards.language import (
    COLORS,
    Basis,
    CardDef,
    CardError,
    card_name,
    card_texts,
    decode_card,
    unfit_character,
)
from cards.models.draft_acts import Act
from cards.page_language import page_language

BASES: Final[list[tuple[Basis, Any]]] = [
    ("sheet", _("printed sheet")),
    ("guide", _("written guide")),
    ("ruling", _("ruling (a guess)")),
]
"""The sources of an entry; a ruling is a guess until it is checked against a printed box."""

validate_code = RegexValidator(
    r"\A[a-z0-9]+(-[a-z0-9]+)*\Z", "Use lower-case letters, digits and single hyphens."
)


def validate_definition(definition: str) -> None:
    """Refuse a text that is no card definition, or has unprintable characters."""
    language = page_language()
    try:
        card = decode_card(definition)
    except CardError as error:
        said = placed_error_text(definition, error, language)
        raise ValidationError(said, code="card") from error
    findings = [f"{one.path}: {finding_text(one, language)}" for one in card_texts(card, "$")]
    if findings:
        raise ValidationError(findings, code="card")


def validate_colors(colors: object) -> None:
    """Refuse a value that is not a list of distinct known colors."""
    if not isinstance(colors, list) or not all(one in COLORS for one in colors):
        raise ValidationError(f"Give a list of colors: {', '.join(COLORS)}.", code="colors")
    if len(set(colors)) != len(colors):
        raise ValidationError("Name each color once.", code="colors")


def validate_variant(variant: str) -> None:
    """Refuse an unknown variant."""
    if variant not in registry.variants:
        choices = ", ".join(registry.variants)
        raise ValidationError(f"There is no variant {variant}: {choices}.", code="variant")


def validate_printed(text: str) -> None:
    """Refuse control, formatting and bidirectional characters."""
    character = unfit_character(text)
    if character:
        raise ValidationError(f"It holds {character}, which cannot be printed.", code="unfit")


class CardSet(models.Model):
    """A draft of an edition; its cards can change at any time."""

    code = models.CharField(_("code"), max_length=40, unique=True, validators=[validate_code])
    name = models.CharField(_("name"), max_length=100, validators=[validate_printed])
    name_fr = models.CharField(
        _("name in French"), max_length=100, blank=True, validators=[validate_printed]
    )
    variant = models.CharField(
        _("variant"),
        max_length=40,
        validators=[validate_variant],
        help_text=_("The variant that these cards are for."),
    )
    colors = models.JSONField(
        _("colors"),
        default=list,
        validators=[validate_colors],
        help_text=_("In the order of the sheet."),
    )
    names = models.JSONField(
        _("names in further languages"), default=dict, blank=True, editable=False
    )
    notes = models.JSONField(_("notes of translators"), default=dict, blank=True, editable=False)
    loaded_hash = models.CharField(
        _("hash of the shipped cards"), max_length=64, blank=True, editable=False
    )
    history = HistoricalRecords(bases=[Act])

    class Meta:
        verbose_name, verbose_name_plural = _("card set"), _("card sets")
        ordering = ("code",)
        default_permissions = ("view", "delete")

    def __str__(self) -> str:
        return self.name


class Card(models.Model):
    """A card of a draft: its definition as JSON, and its copies in the box.

    ``code``, ``kind`` and ``basis`` are copied from the definition, for queries.
    """

    card_set = models.ForeignKey(
        CardSet, on_delete=models.CASCADE, related_name="cards", verbose_name=_("card set")
    )
    code = models.CharField(_("code"), max_length=60, editable=False)
    kind = models.CharField(_("kind"), max_length=20, editable=False, default="")
    basis = models.CharField(
        _("basis"), max_length=10, editable=False, default="sheet", choices=BASES
    )
    position = models.PositiveIntegerField(_("position"), default=0)
    copies = models.PositiveSmallIntegerField(
        _("copies"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text=_(
            "Copies in the box. Leave 1 for a card of decks: its copies are counted there."
        ),
    )
    definition = models.TextField(_("definition"), validators=[validate_definition])
    history = HistoricalRecords(bases=[Act])

    class Meta:
        verbose_name, verbose_name_plural = _("card"), _("cards")
        ordering = ("position", "code")
        default_permissions = ("view",)
        permissions = (
            ("translate_card", "Can change the words of cards, and nothing else"),
            ("draft_card", "Can change card sets, cards and decks"),
        )
        constraints = (
            models.UniqueConstraint(fields=("card_set", "code"), name="card_code_once_in_a_set"),
        )

    def __str__(self) -> str:
        name = self.name()
        like = Card.objects.filter(
            card_set_id=self.card_set_id, definition__contains=json.dumps(name, ensure_ascii=False)
        )
        is_shared = any(one.name() == name for one in like.exclude(pk=self.pk))
        return f"{name} ({self.code})" if is_shared else name

    def name(self) -> str:
        """Return the name in the language of the page; the code of a card that is none."""
        try:
            return card_name(self.text(), page_language())
        except CardError:
            return self.code

    def clean(self) -> None:
        """Set the code from the definition, and refuse a second card with it in the set."""
        try:
            self.code = self.text().code
        except CardError:
            return  # The validator of the field reports it.
        same = Card.objects.filter(card_set_id=self.card_set_id, code=self.code)
        if same.exclude(pk=self.pk).exists():
            raise ValidationError({"definition": f"The set already has a card {self.code}."})

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, with the columns copied from the definition."""
        self.copy_definition()
        super().save(*args, **kwargs)

    def copy_definition(self) -> None:
        """Copy code, kind and basis from the definition."""
        text = self.text()
        self.code, self.kind, self.basis = text.code, text.kind, text.basis

    def text(self) -> CardDef:
        """Return the decoded definition, or raise CardError."""
        return decode_card(self.definition)


class DeckCard(models.Model):
    """A card in the Character Deck of a hero: the number of copies, and their source.

    Decks are ordered like the cards of the set.
    """

    hero = models.ForeignKey(
        Card,
        on_delete=models.CASCADE,
        related_name="deck",
        limit_choices_to={"kind": "hero"},
        verbose_name=_("hero"),
    )
    card = models.ForeignKey(
        Card, on_delete=models.CASCADE, related_name="in_decks", verbose_name=_("card")
    )
    copies = models.PositiveSmallIntegerField(
        _("copies"), default=1, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    basis = models.CharField(
        _("basis"),
        max_length=10,
        choices=BASES,
        default="sheet",
        help_text=_("The printed sheet, the written guide, or a ruling, which is a guess."),
    )
    history = HistoricalRecords(bases=[Act])

    class Meta:
        default_permissions = ("view",)
        verbose_name, verbose_name_plural = _("deck card"), _("deck cards")
        ordering = ("hero__position", "hero__code", "card__position", "card__code")
        constraints = (
            models.UniqueConstraint(fields=("hero", "card"), name="card_once_in_a_deck"),
        )

    def __str__(self) -> str:
        return f"{self.copies} × {self.card} ({self.hero})"

    def clean(self) -> None:
        """Refuse a deck of a card that is no hero, and a card of another set."""
        if not (self.hero_id and self.card_id):
            return  # The fields report it.
        if self.hero.kind != "hero":
            raise ValidationError({"hero": f"{self.hero} is not a Character card."})
        if self.card.card_set_id != self.hero.card_set_id:
            raise ValidationError({"card": f"{self.card} belongs to another set."})
