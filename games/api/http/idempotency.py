"""Idempotency keys: a repeated request gets the stored response.

Moves have receipts of their own, stored as long as its rows. All others expire after a day. A new
token, claim code or secret of a webhook in a response is encrypted, because it may not be stored as
it is; the rest is not, so that the erasure of a person finds what names the person.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from datetime import timedelta
from hashlib import sha256
from typing import Final

import msgspec
from cryptography.fernet import Fernet, MultiFernet
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from games.api.http.api_view import access_of, answer_bytes, player_of
from games.api.http.parsing import digest_of, read_key
from games.api.http.problem_documents import RequestRefused
from games.api.http.throttling import address_of
from games.ledger.move_receipts import RequestKey
from games.models import Receipt
from games.players.secret_keys import secret_keys

RECEIPT_LIFETIME: Final = timedelta(hours=24)
_HEADERS: Final = ("Location", "ETag")
_SECRET: Final = re.compile(
    rb'fd_[0-9a-f]{64}|whsec_[A-Za-z0-9+/]{43}=|(?<="claim":")[A-Z]{8}(?=")'
)
_BLANK: Final = b"fd_" + b"0" * 64
_BLANK_CLAIM: Final = b"claim:" + b"0" * 8


class _Beside(msgspec.Struct):
    """What is stored in a line before the body; ``secret`` is encrypted, "" for none."""

    headers: dict[str, str]
    secret: str = ""


def once(
    request: Request,
    carry_out: Callable[[], HttpResponse],
    *,
    least_key: int = 1,
    holds_secret: bool = False,
) -> HttpResponse:
    """Carry out a request, or return the stored response if its key has been used.

    A response that ``holds_secret`` is returned again only to the token that made the request.
    """
    name = read_key(request, least=least_key)
    if not name:
        return carry_out()
    is_own = holds_secret and player_of(request) is not None
    key = _request_key(request, f"{access_of(request).token} {name}" if is_own else name)
    _delete_expired()
    try:
        with transaction.atomic():
            receipt = _open(key)
            response = carry_out()
            _store(receipt, name, response)
            return response
    except _KeyUsed:
        return _replay(key, name)


class _KeyUsed(Exception):
    """The key has been used."""


def _request_key(request: Request, name: str) -> RequestKey:
    return RequestKey(_scope(request), sha256(name.encode()).hexdigest(), digest_of(request))


def _scope(request: Request) -> str:
    player = player_of(request)
    if player is not None:
        return str(player.pk)
    return "anyone:" + sha256(address_of(request).encode()).hexdigest()[:32]


def _delete_expired() -> None:
    Receipt.objects.filter(created_at__lt=timezone.now() - RECEIPT_LIFETIME).delete()


def _open(key: RequestKey) -> Receipt:
    """Insert the receipt; a concurrent request with the same key waits here."""
    try:
        with transaction.atomic():
            return Receipt.objects.create(
                scope=key.scope,
                key=key.name,
                body=key.request_digest,
                reply="",
                created_at=timezone.now(),
            )
    except IntegrityError as error:
        raise _KeyUsed from error


def _store(receipt: Receipt, name: str, response: HttpResponse) -> None:
    headers = {header: response[header] for header in _HEADERS if response.has_header(header)}
    beside, body = _Beside(headers), response.content
    secret = _SECRET.search(body)
    if secret is not None:
        beside.secret = _cipher(name).encrypt(secret[0]).decode()
        body = body.replace(secret[0], _blank(secret[0]))
    receipt.status = response.status_code
    receipt.reply = (msgspec.json.encode(beside) + b"\n" + body).decode()
    receipt.save(update_fields=["status", "reply"])


def _replay(key: RequestKey, name: str) -> HttpResponse:
    receipt = Receipt.objects.get(scope=key.scope, key=key.name)
    if receipt.body != key.request_digest:
        raise RequestRefused("key_reused")
    body, headers = _read(receipt.reply.encode(), _cipher(name))
    response = answer_bytes(body, receipt.status)
    for header, value in headers.items():
        response[header] = value
    response["Idempotent-Replayed"] = "true"
    return response


def _read(stored: bytes, cipher: MultiFernet) -> tuple[bytes, dict[str, str]]:
    """Return the body and the headers of a stored response."""
    line, _, body = stored.partition(b"\n")
    beside = msgspec.json.decode(line, type=_Beside)
    if beside.secret:
        secret = cipher.decrypt(beside.secret)
        body = body.replace(_blank(secret), secret)
    return body, beside.headers


def _blank(secret: bytes) -> bytes:
    """Return what is stored in a body in the place of a token, or of a claim code."""
    return _BLANK if secret.startswith(b"fd_") else _BLANK_CLAIM


def _cipher(name: str) -> MultiFernet:
    """Derive a cipher from SECRET_KEY and the key; the database stores neither."""
    digests = [sha256(f"receipt\n{key}\n{name}".encode()).digest() for key in secret_keys()]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in digests])
