"""The names of models and fields in the admin, in the language of the page.

A table names them in one place, so that a new translation changes no model and no migration.
"""

from __future__ import annotations

from django.apps import AppConfig
from django.utils.functional import lazy
from django.utils.translation import get_language

from cards.translation import Text, Texts, closest_language


def _in_page_language(text: Text) -> str:
    return text.to(closest_language(get_language() or ""))


named = lazy(_in_page_language, str)
"""Return a text in the language of the page, translated when it is rendered."""


def name_models(app: AppConfig, models: Texts, fields: Texts) -> None:
    """Name the models of an app and their fields.

    ``models`` has "game" and "game.plural", ``fields`` "created_at", or "grant.game" where a model
    needs another name. What a table lacks keeps its name.
    """
    for model in app.get_models():
        options, code = model._meta, str(model._meta.model_name)
        if code in models:
            options.verbose_name = named(models[code])
            options.verbose_name_plural = named(models[f"{code}.plural"])
        for field in (*options.local_fields, *options.local_many_to_many):
            own = f"{code}.{field.name}"
            name = own if own in fields else field.name
            if name in fields:
                field.verbose_name = named(fields[name])
