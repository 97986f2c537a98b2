"""The server's signature: its secret key and the public keys that verify it.

The secret is the setting SIGNING_KEY, 32 bytes in hexadecimal. Without it, in development, a key is
generated at first use and stored in DATA_DIR.
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

from games.ledger.heads import Head, SignedHead, head_message
from games.ledger.signatures import key_id, verify

__all__ = [
    "ALGORITHM",
    "PublicKey",
    "key_id",
    "public_key",
    "public_keys",
    "sign",
    "sign_head",
    "verify",
]

ALGORITHM: Final = "ed25519"

KEY_FILE: Final = "signing-key"
"""The file in DATA_DIR with the secret key, if no setting has one."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that verifies signatures; a ``retired`` one signs nothing new."""

    id: str
    public: str
    retired: bool = False


def sign(message: bytes) -> str:
    """Return the hexadecimal signature of a message, by the key ``public_key()``."""
    return _private(_secret()).sign(message).hex()


def public_key() -> PublicKey:
    """Return the key in use."""
    public = _private(_secret()).public_key().public_bytes_raw().hex()
    return PublicKey(key_id(public), public)


def public_keys() -> tuple[PublicKey, ...]:
    """Return the keys whose signatures are valid: the one in use, then retired ones."""
    current = public_key()
    retired = (one for one in settings.SIGNING_KEYS_RETIRED if one != current.public)
    return (current, *(PublicKey(key_id(one), one, retired=True) for one in retired))


def sign_head(head: Head) -> SignedHead:
    """Return a head with a signature: the receipt that proves every row up to it."""
    key = public_key()
    return SignedHead(head, key.id, key.public, sign(head_message(head)))


@lru_cache(maxsize=8)
def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))


def _secret() -> str:
    return settings.SIGNING_KEY or _stored_secret(Path(settings.DATA_DIR))


@lru_cache(maxsize=8)
def _stored_secret(folder: Path) -> str:
    """Return the secret stored in a folder; created at the first call, race-free."""
    path = folder / KEY_FILE
    if not path.is_file():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The file is readable by its owner only (0600), and is created whole or not at all.
        with NamedTemporaryFile("w", dir=folder) as made:
            made.write(os.urandom(32).hex() + "\n")
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
    return path.read_text().strip()
