"""The server's own signature: what it signs with, and the public keys that check it.

The secret is the setting SIGNING_KEY, 32 bytes in hexadecimal. Without it, in development, one is
made the first time and kept in DATA_DIR.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from games.ledger.signatures import key_id, verify

__all__ = ["ALGORITHM", "PublicKey", "key_id", "public_key", "public_keys", "sign", "verify"]

ALGORITHM: Final = "ed25519"

KEPT: Final = "signing-key"
"""The file in DATA_DIR that holds the secret where no setting does."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key to check signatures with; ``retired`` ones sign nothing new."""

    id: str
    public: str
    retired: bool = False


def sign(message: bytes) -> str:
    """Return the signature of a message in hexadecimal, by the key of ``public_key()``."""
    return _private(_secret()).sign(message).hex()


def public_key() -> PublicKey:
    """The key that signs now."""
    public = _private(_secret()).public_key().public_bytes_raw().hex()
    return PublicKey(key_id(public), public)


def public_keys() -> tuple[PublicKey, ...]:
    """Every key whose signatures count: the one that signs now, then the retired ones."""
    current = public_key()
    retired = (one for one in settings.SIGNING_KEYS_RETIRED if one != current.public)
    return (current, *(PublicKey(key_id(one), one, retired=True) for one in retired))


@lru_cache(maxsize=8)
def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))


def _secret() -> str:
    return settings.SIGNING_KEY or _kept(Path(settings.DATA_DIR))


@lru_cache(maxsize=8)
def _kept(folder: Path) -> str:
    """The secret in a folder, made at random the first time; of several makers one wins."""
    kept = folder / KEPT
    if not kept.is_file():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Such a file is the owner's alone (0600), and appears under its name whole or not at all.
        with NamedTemporaryFile("w", dir=folder) as made:
            made.write(os.urandom(32).hex() + "\n")
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, kept)
    return kept.read_text().strip()
