"""The keys from which the server derives others: today's, then former ones."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.utils.crypto import salted_hmac


def secret_keys() -> list[str]:
    """Return SECRET_KEY, and the keys of SECRET_KEY_FALLBACKS."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def digests_of(domain: str, text: str) -> Iterator[str]:
    """Yield what is stored of a secret text under each key, today's first."""
    for key in secret_keys():
        yield salted_hmac(domain, text, secret=key, algorithm="sha256").hexdigest()
