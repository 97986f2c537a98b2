"""Tickets: each opens one stream, once, in place of a token.

The ``EventSource`` of a browser sends no header, and an address may be seen by others: so it has
no token in it, but a ticket that is of no use a minute later, or after its first use.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final
from uuid import UUID

from django.utils import timezone

from games.players.access import Access, access_by
from games.players.models import StreamTicket

TICKET_SECONDS: Final = 60
"""How long a ticket can be used."""

PREFIX: Final = "fdt_"


def issue_ticket(*, token: UUID, path: str) -> tuple[str, datetime]:
    """Return a new ticket for the stream at a path, and when it expires."""
    now = timezone.now()
    StreamTicket.objects.filter(expires_at__lte=now).delete()
    secret = PREFIX + secrets.token_hex(32)
    until = now + timedelta(seconds=TICKET_SECONDS)
    StreamTicket.objects.create(digest=_digest(secret), token_id=token, path=path, expires_at=until)
    return secret, until


def use_ticket(*, secret: str, path: str) -> Access | None:
    """Use up a ticket; return the access of the token that it was made with.

    None if the ticket is unknown, used, expired or for another path, or if its token has ended.
    """
    found = StreamTicket.objects.filter(
        digest=_digest(secret), path=path, expires_at__gt=timezone.now()
    )
    token = found.values_list("token_id", flat=True).first()
    if token is None or not found.delete()[0]:
        return None
    return access_by(id=token)


def _digest(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
