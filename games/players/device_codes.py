"""Codes that take a player to another device: each begins one session, once.

A code is typed by a person, so it is short. It has few letters, which cannot be mistaken for each
other nor spell a word, as RFC 8628 (6.1) recommends; attempts are limited where it is used.
"""

from __future__ import annotations

import re
import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.players.models import DeviceCode, Token

LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of codes."""

CODE_LENGTH: Final = 8

CODE_MINUTES: Final = 10
"""How long a code can be used."""


class CodeRefused(Exception):
    """The code is unknown, used or expired, or the token that made it has ended."""


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def read_code(text: str) -> str:
    """Return a code as it was made: a person may type small letters or spaces."""
    return re.sub("[^A-Z]", "", text.upper())


def issue_code(*, token: UUID) -> tuple[str, datetime]:
    """Return a new code of a token, and when it expires; the one before ends."""
    now = timezone.now()
    DeviceCode.objects.filter(Q(expires_at__lte=now) | Q(token_id=token)).delete()
    code, until = new_code(), now + timedelta(minutes=CODE_MINUTES)
    DeviceCode.objects.create(digest=_digest(code), token_id=token, expires_at=until)
    return code, until


def look_up_code(text: str) -> DeviceCode:
    """Return a code that can be used, with its player. Raises ``CodeRefused``."""
    found = DeviceCode.objects.filter(
        digest=_digest(read_code(text)),
        expires_at__gt=timezone.now(),
        token__user__is_active=True,
    )
    code = found.select_related("token__user__player").first()
    if code is None:
        raise CodeRefused
    return code


def use_code(text: str) -> Token:
    """Use up a code; return the token that made it. Raises ``CodeRefused``."""
    code = look_up_code(text)
    if not DeviceCode.objects.filter(pk=code.pk).delete()[0]:
        raise CodeRefused
    token: Token = code.token
    return token


def _digest(code: str) -> str:
    """Return what is stored: codes are few, so without the key all could be tried."""
    return salted_hmac("fairdeal.device_codes", code, algorithm="sha256").hexdigest()
