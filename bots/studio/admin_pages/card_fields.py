"""The form of a card: its definition, and its own text in each language."""

from __future__ import annotations

import json
from typing import Any, Final, cast

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from unfold.widgets import UnfoldAdminTextareaWidget

from bots.studio.admin_pages.stale_forms import SeenForm
from cards import language
from cards.language import LANGUAGES, CardError
from cards.models import Card, validate_printed

TEXT_FIELDS: Final = {f"text_{tag}": tag for tag in LANGUAGES}
"""The fields of own texts, with their languages."""
KEPT: Final = ("kind", "hero")
"""The members of a definition that *save and add another* keeps."""


class OwnTexts(SeenForm):
    """A form of a card that writes own texts to its definition."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        card = _decoded(self.instance.definition)
        if card is None:
            return
        for name, tag in TEXT_FIELDS.items():
            self.initial.setdefault(name, language.word_of(card, "text", tag))
            if name in self.fields:
                made = language.speech_of(card, tag).text()
                self.fields[name].widget.attrs["placeholder"] = made

    def clean(self) -> dict[str, Any] | None:
        """Put the texts that were changed here into the definition."""
        cleaned = super().clean()
        given = cleaned or {}
        card = _decoded(given.get("definition", ""))
        if card is not None:
            for name, tag in TEXT_FIELDS.items():
                text = given.get(name, "")
                if name in self.data and text != self.initial.get(name, ""):
                    card = language.with_word(card, "text", tag, text)
            if card != language.decode_card(given["definition"]):
                given["definition"] = language.indent_card(card)
        return cleaned


def _text_field(tag: str) -> forms.CharField:
    attrs = {"rows": 2, "lang": tag, "data-own-text": tag}
    return forms.CharField(
        label=format_lazy("{}, {}", _("Text"), language.endonym(tag)),
        required=False,
        validators=[validate_printed],
        widget=UnfoldAdminTextareaWidget(attrs=attrs),
        help_text=_("Empty: the text in grey, which is made of the effects."),
    )


CardFields: Final = cast(
    type[SeenForm],
    type("CardFields", (OwnTexts,), {name: _text_field(one) for name, one in TEXT_FIELDS.items()}),
)
"""The form of a card with a field for its text in each language."""


def text_for(data: Any) -> str:
    """Return the definition of a new card with the kind and hero of an address."""
    given = {name: data[name] for name in KEPT if data.get(name)}
    return json.dumps({"code": "", "name": "", **given}, indent=2) if "kind" in given else ""


def kept_of(card: Card) -> dict[str, str]:
    """Return what the next card has in common with this; a Wild follows a hero."""
    text = card.text()
    kept = {name: getattr(text, name) for name in KEPT if getattr(text, name)}
    if card.kind == "hero":
        kept = {"kind": "wild", "hero": card.code}
    return {"card_set": str(card.card_set_id), **kept}


def with_texts(card: language.CardDef, data: Any) -> language.CardDef:
    """Return a card as typed, with the texts that were changed beside its definition."""
    for name, tag in TEXT_FIELDS.items():
        if name in data:
            card = language.with_word(card, "text", tag, data[name].strip())
    return card


def _decoded(definition: str) -> language.CardDef | None:
    try:
        return language.decode_card(definition)
    except CardError:
        return None
