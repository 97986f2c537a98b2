"""The server's signatures: its secret keys, and the public keys that verify them.

The secrets are the settings SIGNING_KEY, for heads and bundles, and LOG_KEY, for the log: 32 bytes
in hexadecimal. Without them, in development, keys are generated at first use and stored in
DATA_DIR.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from games.ledger.heads import (
    Head,
    OpenedShare,
    SignedHead,
    SignedShare,
    head_message,
    share_message,
)
from games.ledger.signatures import key_id

KEY_FILE: Final = "signing-key"
LOG_KEY_FILE: Final = "log-key"
"""The files in DATA_DIR with the secret keys, if no setting has them."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key that verifies signatures; a ``retired`` one signs nothing new."""

    id: str
    public: str
    retired: bool = False


@dataclass(frozen=True, slots=True)
class SecretKey:
    """A key that signs: 32 bytes in hexadecimal, which no text of it shows."""

    secret: str = field(repr=False)

    @property
    def public(self) -> str:
        """The public key."""
        return _private(self.secret).public_key().public_bytes_raw().hex()

    def sign(self, message: bytes) -> str:
        """Return the hexadecimal signature of a message."""
        return _private(self.secret).sign(message).hex()


def signing_key() -> SecretKey:
    """Return the key that signs heads and bundles."""
    return SecretKey(settings.SIGNING_KEY or _stored_secret(Path(settings.DATA_DIR), KEY_FILE))


def log_key() -> SecretKey:
    """Return the key that signs the log."""
    return SecretKey(settings.LOG_KEY or _stored_secret(Path(settings.DATA_DIR), LOG_KEY_FILE))


def log_key_before() -> SecretKey | None:
    """Return the key of the log that is being replaced."""
    return SecretKey(settings.LOG_KEY_BEFORE) if settings.LOG_KEY_BEFORE else None


def sign(message: bytes) -> str:
    """Return the hexadecimal signature of a message, by the key ``public_key()``."""
    return signing_key().sign(message)


def public_key() -> PublicKey:
    """Return the key in use."""
    public = signing_key().public
    return PublicKey(key_id(public), public)


def sign_head(head: Head) -> SignedHead:
    """Return a head with a signature: the receipt that proves every row up to it."""
    key = public_key()
    return SignedHead(head, key.id, key.public, sign(head_message(head)))


def sign_share(share: OpenedShare) -> SignedShare:
    """Return an opened share with a signature: the receipt that its seat opened it."""
    key = public_key()
    return SignedShare(share, key.id, key.public, sign(share_message(share)))


@lru_cache(maxsize=8)
def _private(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))


@lru_cache(maxsize=8)
def _stored_secret(folder: Path, name: str) -> str:
    """Return the secret stored in a file; created at the first call, race-free."""
    path = folder / name
    if not path.is_file():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # The file is readable by its owner only (0600), and is created whole or not at all.
        with NamedTemporaryFile("w", dir=folder) as made:
            made.write(os.urandom(32).hex() + "\n")
            made.flush()
            with suppress(FileExistsError):
                os.link(made.name, path)
    return path.read_text().strip()
