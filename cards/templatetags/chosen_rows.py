"""The template tag of confirmation pages of the admin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import template
from django.db.models import Model
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from cards.confirmations import hidden_fields

register = template.Library()


@register.simple_tag(takes_context=True)
def chosen_rows(context: dict[str, Any], rows: Iterable[Model]) -> SafeString:
    """Return the hidden fields by which the form of a confirmation chooses rows."""
    field = '<input type="hidden" name="{}" value="{}">'
    return format_html_join("", field, hidden_fields(context["request"], rows))
