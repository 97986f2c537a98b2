"""Lists of the admin that read hardly more rows than they show."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cached_property, reduce
from operator import or_
from types import SimpleNamespace
from typing import Any, ClassVar, Final
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.views.main import ORDER_VAR
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse

MAX_LISTED: Final = 2000
"""The most rows that the pages of a list show; older ones are found by a search or a filter."""

MIN_DIGITS: Final = 4
"""The fewest digits of an id that are searched for."""


class BoundedPaginator(Paginator):  # type: ignore[type-arg]
    """A paginator that counts no more rows than its pages show."""

    @cached_property
    def count(self) -> int:
        """The number of rows, ``MAX_LISTED`` at most."""
        rows: Any = self.object_list
        # In the order of the list, those that a filter leaves out would be read too.
        return int(rows.order_by()[:MAX_LISTED].count())


class BoundedList:
    """A list whose filters and search read no whole table.

    ``id_fields`` are the columns of ids that are searched by how they begin.
    """

    paginator: Any = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    sortable_by: Any = ()
    id_fields: ClassVar[tuple[str, ...]] = ()

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Show the list; refuse an order by the address, which no column offers."""
        if ORDER_VAR in request.GET:
            raise DisallowedModelAdminLookup(f"not sortable: {ORDER_VAR}")
        shown: HttpResponse = super().changelist_view(request, extra_context)  # type: ignore[misc]
        return shown

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        """Return the rows that are found by a text, and that none is found twice."""
        term = search_term.strip()
        return queryset.filter(self.found_by(term)) if term else queryset, False

    def found_by(self, term: str) -> Q:
        """Return the filter for the rows of which an id begins with a text."""
        if (span := ids_beginning(term)) is None:
            return Q(pk__in=[])
        bounds = dict(zip(("gte", "lte"), span, strict=True))  # A foreign key has no range.
        return reduce(
            or_,
            [
                Q(**{f"{field}__{bound}": one for bound, one in bounds.items()})
                for field in self.id_fields
            ],
            Q(pk__in=[]),
        )


def ids_beginning(text: str) -> tuple[UUID, UUID] | None:
    """Return the first and the last id that begin with a text, if long enough."""
    digits = text.replace("-", "").lower()
    if not re.fullmatch(rf"[0-9a-f]{{{MIN_DIGITS},32}}", digits):
        return None
    return UUID(digits.ljust(32, "0")), UUID(digits.ljust(32, "f"))


class KnownValues(admin.ChoicesFieldListFilter):
    """A filter by values that are known; those of all rows are not read for it."""

    known: ClassVar[Iterable[str]] = ()

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.field: Any = SimpleNamespace(flatchoices=[(value, value) for value in self.known])


def known_values(*known: str) -> type[KnownValues]:
    """Return a filter by some values."""
    return type("KnownValues", (KnownValues,), {"known": known})
