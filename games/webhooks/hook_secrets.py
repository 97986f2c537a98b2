"""The secrets that sign deliveries: made, encrypted, and used.

Unlike a token, a secret must be known to sign with it: it is stored encrypted with a key of the
server, so that a copy of the database alone signs nothing.
"""

from __future__ import annotations

import base64
import secrets
from datetime import datetime
from hashlib import sha256
from typing import Final

from cryptography.fernet import Fernet, MultiFernet
from standardwebhooks.webhooks import Webhook as Signer

from games.players.secret_keys import secret_keys

SECRET_BYTES: Final = 32


def new_secret() -> str:
    """Return a secret in the form of Standard Webhooks."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def encrypted(secret: str) -> str:
    """Return a secret as it is stored."""
    return _cipher().encrypt(secret.encode()).decode()


def signatures(stored: list[str], message: str, at: datetime, body: str) -> str:
    """Return the signatures of a body by all secrets, as the header has them.

    Raises ``cryptography.fernet.InvalidToken`` if the server has another key now.
    """
    opened = [_cipher().decrypt(one.encode()).decode() for one in stored]
    return " ".join(Signer(one).sign(message, at, body) for one in opened)


def _cipher() -> MultiFernet:
    digests = [sha256(f"webhooks\n{key}".encode()).digest() for key in secret_keys()]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(one)) for one in digests])
