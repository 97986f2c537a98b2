"""Checks of users and reasons that reviews and releases share."""

from __future__ import annotations

from django.contrib.auth.models import User

from cards.draft_errors import PERMISSIONS, NotPermitted, ReasonInvalid
from cards.language import unfit_character
from cards.models import MAX_REASON_LENGTH


def check_permission(user: User, *codenames: str) -> None:
    """Raise NotPermitted unless the user has these permissions of the cards."""
    for codename in codenames:
        if not has_permission(user, codename):
            raise NotPermitted(permission=PERMISSIONS[codename])


def has_permission(user: User, codename: str) -> bool:
    """Whether an active user has a permission of the cards."""
    return user.is_active and user.has_perm(f"cards.{codename}")


def check_reason(reason: str, *, is_required: bool = True) -> str:
    """Return a reason without spaces around it; raises ReasonInvalid."""
    reason = reason.strip()
    is_long_enough = bool(reason) or not is_required
    if not is_long_enough or len(reason) > MAX_REASON_LENGTH or unfit_character(reason):
        raise ReasonInvalid(limit=MAX_REASON_LENGTH)
    return reason
