"""The field in which a card is written: a form or JSON, and what it means."""

from __future__ import annotations

from typing import Any, ClassVar

from django.urls import reverse
from unfold.widgets import UnfoldAdminTextareaWidget

from bots.studio.admin_pages.form_schema import BEGINNINGS, form_schema
from cards.language import COLORS, card_name, color_name
from cards.models import Card
from cards.page_language import page_language


class CardWidget(UnfoldAdminTextareaWidget):  # type: ignore[misc]
    """A text area with JSON; with JavaScript also a form, and the meaning of the card."""

    template_name = "studio/card.html"

    class Media:
        """The library, and the scripts and styles of the field."""

        css: ClassVar = {"all": ("studio/studio.css",)}
        js = (
            "vendor/json-editor/jsoneditor.js",
            "vendor/codemirror/codemirror.js",
            "studio/card_form.js",
            "studio/json_completion.js",
            "studio/json_box.js",
            "studio/card_page.js",
        )

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context of the template: the text area, the schema, the texts."""
        language = page_language()
        context: dict[str, Any] = super().get_context(name, value, attrs)
        return context | {
            "draft_url": reverse("admin:cards_card_draft"),
            "vocabulary_url": reverse("admin:cards_card_vocabulary"),
            "language": language,
            "schema": form_schema(language),
            "heroes": _heroes(language),
            "beginnings": BEGINNINGS,
        }


def _heroes(tag: str) -> dict[int, list[tuple[str, str]]]:
    """Return the codes and names of the heroes of each set, by its key."""
    found: dict[int, list[tuple[str, str]]] = {}
    for row in Card.objects.filter(kind="hero"):
        found.setdefault(row.card_set_id, []).append((row.code, card_name(row.text(), tag)))
    return found


class ColorsWidget(UnfoldAdminTextareaWidget):  # type: ignore[misc]
    """A text area with a JSON list; with JavaScript, checkboxes in order."""

    template_name = "studio/colors.html"

    class Media:
        """The script and styles of the field."""

        css: ClassVar = {"all": ("studio/studio.css",)}
        js = ("studio/color_boxes.js",)

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """Return the context of the template: the text area and the colors."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        words = page_language()
        return context | {"colors": [(code, color_name(code, words)) for code in COLORS]}
