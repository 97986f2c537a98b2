"""A request sent twice with one key is carried out once, and answered twice alike.

Moves have receipts of their own, kept as long as the game. All others are kept for a day, and
encrypted: the reply may hold a new token, of which nothing but a hash may be stored.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Final

import msgspec
from cryptography.fernet import Fernet
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.api.http.base import answer_bytes, player_of
from games.api.http.errors import Refused
from games.api.http.parsing import digest_of, read_key
from games.api.http.throttling import address_of
from games.models import Receipt

KEPT: Final = timedelta(hours=24)
_HEADERS: Final = ("Location", "ETag")


class _Kept(msgspec.Struct, array_like=True):
    """A reply as it is kept."""

    body: bytes
    headers: dict[str, str]


def once(
    request: Request, carry_out: Callable[[], HttpResponse], *, least_key: int = 1
) -> HttpResponse:
    """Carry a request out, unless its key has been used: then give the kept reply again."""
    plain = request._request
    key = read_key(plain, least=least_key)
    if not key:
        return carry_out()
    scope, name, asked = _scope(request), sha256(key.encode()).hexdigest(), digest_of(plain)
    _forget_old()
    try:
        with transaction.atomic():
            receipt = _open(scope, name, asked)
            response = carry_out()
            _keep(receipt, key, response)
            return response
    except _Used:
        return _replay(scope, name, asked, key)


class _Used(Exception):
    """The key has been used."""


def _scope(request: Request) -> str:
    player = player_of(request)
    if player is not None:
        return str(player.pk)
    return "anyone:" + sha256(address_of(request._request).encode()).hexdigest()[:32]


def _forget_old() -> None:
    Receipt.objects.filter(game=None, created_at__lt=timezone.now() - KEPT).delete()


def _open(scope: str, name: str, asked: str) -> Receipt:
    """Lock the key; a second request waits here until the first has ended."""
    try:
        with transaction.atomic():
            return Receipt.objects.create(
                scope=scope, key=name, body=asked, reply="", created_at=timezone.now()
            )
    except IntegrityError as error:
        raise _Used from error


def _keep(receipt: Receipt, key: str, response: HttpResponse) -> None:
    headers = {name: response[name] for name in _HEADERS if response.has_header(name)}
    kept = msgspec.msgpack.encode(_Kept(response.content, headers))
    receipt.status = response.status_code
    receipt.reply = _lock(key).encrypt(kept).decode()
    receipt.save(update_fields=["status", "reply"])


def _replay(scope: str, name: str, asked: str, key: str) -> HttpResponse:
    receipt = Receipt.objects.get(scope=scope, key=name)
    if receipt.body != asked:
        raise Refused("key_reused")
    kept = msgspec.msgpack.decode(_lock(key).decrypt(receipt.reply.encode()), type=_Kept)
    response = answer_bytes(kept.body, receipt.status)
    for header, value in kept.headers.items():
        response[header] = value
    response["Idempotent-Replayed"] = "true"
    return response


def _lock(key: str) -> Fernet:
    """Of the server's secret and the key itself, of which the database has neither."""
    secret = sha256(f"receipt\n{settings.SECRET_KEY}\n{key}".encode()).digest()
    return Fernet(base64.urlsafe_b64encode(secret))
