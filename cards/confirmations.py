"""Confirmation pages of the admin's actions, for any number of chosen rows.

If all rows of a list are chosen, the page posts the list's query again, with a digest of the rows
that it shows. A field for each row would exceed ``DATA_UPLOAD_MAX_NUMBER_FIELDS``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, Final

from django.contrib import admin, messages
from django.contrib.admin.actions import delete_selected
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db import models, transaction
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext

ACROSS: Final = "select_across"
SHOWN: Final = "rows_shown"


def hidden_fields(request: HttpRequest, rows: Iterable[models.Model]) -> Iterator[tuple[str, str]]:
    """Yield names and values of the hidden fields that choose the rows again."""
    keys = [str(row.pk) for row in rows]
    if request.POST.get(ACROSS) != "1":
        yield from ((ACTION_CHECKBOX_NAME, key) for key in keys)
        return
    # The admin requires one key, and does not use it.
    yield from ((ACROSS, "1"), (ACTION_CHECKBOX_NAME, "".join(keys[:1])), (SHOWN, _digest(keys)))


def are_as_shown(request: HttpRequest, rows: Iterable[models.Model]) -> bool:
    """Whether a confirmation was shown for these rows; if not, report it."""
    if request.POST.get(ACROSS) != "1":
        return True
    if request.POST.get(SHOWN) == _digest(str(row.pk) for row in rows):
        return True
    messages.error(
        request,
        gettext(
            "Nothing was done: the chosen rows are no longer those that were shown. Choose"
            " them again."
        ),
    )
    return False


def _digest(keys: Iterable[str]) -> str:
    return sha256(" ".join(sorted(keys)).encode()).hexdigest()


@admin.action(
    description=delete_selected.short_description,  # type: ignore[attr-defined]
    permissions=["delete"],
)
def delete_chosen(
    model_admin: Any, request: HttpRequest, queryset: models.QuerySet[Any]
) -> HttpResponse | None:
    """Ask for confirmation, then delete the chosen rows, all or none."""
    rows = list(queryset)
    if "post" in request.POST and not are_as_shown(request, rows):
        return None
    shown = queryset.filter(pk__in=[row.pk for row in rows])
    with transaction.atomic():
        response: TemplateResponse | None = delete_selected(model_admin, request, shown)
    if response is not None:
        response.template_name = "admin/delete_chosen.html"
    return response
