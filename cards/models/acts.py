"""One act: what one request or one command changes in drafts, in one transaction."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib.auth.models import User
from django.db import models, transaction
from simple_history.models import HistoricalRecords

CONTEXT: Final[Any] = HistoricalRecords.context


def current_act() -> UUID:
    """Return the act of the request or of `one_act`; else each record is an act."""
    request, act = getattr(CONTEXT, "request", None), uuid4()
    return act if request is None else vars(request).setdefault("act", act)


@contextmanager
def one_act(by: User | None = None) -> Iterator[None]:
    """Record what is written meanwhile as one act of a user, or of the outer act."""
    outer = getattr(CONTEXT, "request", None)
    CONTEXT.request = outer or SimpleNamespace(user=by)
    try:
        with transaction.atomic():
            yield
    finally:
        CONTEXT.request = outer


class OwnAct(models.Func):
    """A random UUID of the database, for rows of before and of older code."""

    function = "gen_random_uuid"
    output_field = models.UUIDField()
    allowed_default = True

    def as_sqlite(self, *args: Any, **kwargs: Any) -> tuple[str, tuple[str | int, ...]]:
        """Return the same in SQLite, which stores 32 hexadecimal digits."""
        return "lower(hex(randomblob(16)))", ()


class Act(models.Model):
    """The column of each record of a history that names its act."""

    act = models.UUIDField(default=current_act, db_default=OwnAct())

    class Meta:
        abstract = True
