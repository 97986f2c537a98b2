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

from games.players.models import DeviceCode, Token
from games.players.secret_keys import digests_of

DOMAIN: Final = "fairdeal.device_codes"
"""For what their digests are. Codes are few: without a key of the server all could be tried."""

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
    digest = next(digests_of(DOMAIN, code))
    DeviceCode.objects.create(digest=digest, token_id=token, expires_at=until)
    return code, until


def look_up_code(text: str) -> DeviceCode:
    """Return a code that can be used, with its player. Raises ``CodeRefused``."""
    found = DeviceCode.objects.filter(
        digest__in=list(digests_of(DOMAIN, read_code(text))),
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
