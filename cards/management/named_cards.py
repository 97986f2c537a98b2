"""The drafts and editions that command lines name."""

from __future__ import annotations

from django.core.management.base import CommandError

from cards.models import CardSet, Edition
from cards.selectors import editions


def named_draft(code: str) -> CardSet:
    """Return the draft with a code, or raise CommandError with all codes."""
    card_set = CardSet.objects.filter(code=code).first()
    if card_set is None:
        codes = ", ".join(CardSet.objects.order_by("code").values_list("code", flat=True))
        raise CommandError(f"There is no draft {code}; there are {codes or 'none'}.")
    return card_set


def named_edition(hash: str) -> Edition:
    """Return the published edition whose hash begins so, or raise CommandError."""
    found = list(editions().filter(hash__startswith=hash)[:2])
    if len(found) != 1:
        raise CommandError(f"{len(found) or 'No'} editions begin with {hash}.")
    return found[0]
