"""The server's signatures, and their verification."""

from pathlib import Path
from typing import Any

import pytest

from games.ledger import signatures, signing

SECRET = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
OF_NOTHING = (
    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bac"
    "c61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
)
"""The first test of RFC 8032, section 7.1."""


@pytest.fixture(autouse=True)
def _key_of_the_rfc(settings: Any) -> None:
    settings.SIGNING_KEY = SECRET


def test_it_signs_as_the_rfc_does() -> None:
    assert signing.public_key().public == PUBLIC
    assert signing.sign(b"") == OF_NOTHING
    assert signatures.verify(PUBLIC, b"", OF_NOTHING)


def test_a_key_is_named_by_the_hash_of_its_bytes() -> None:
    assert signing.public_key().id == signatures.key_id(PUBLIC) == "21fe31dfa154a261"


@pytest.mark.parametrize(
    ("public", "message", "signature"),
    [
        (PUBLIC, b"x", OF_NOTHING),
        (SECRET, b"", OF_NOTHING),
        (PUBLIC, b"", "0" + OF_NOTHING[1:]),
        (PUBLIC, b"", OF_NOTHING[:-2]),
        (PUBLIC[:-2], b"", OF_NOTHING),
        ("no key", b"", OF_NOTHING),
        (PUBLIC, b"", "none"),
    ],
)
def test_what_the_holder_of_the_key_did_not_sign_is_refused(
    public: str, message: bytes, signature: str
) -> None:
    assert not signatures.verify(public, message, signature)


def test_a_key_is_made_once_and_kept_for_its_owner_alone(settings: Any, tmp_path: Path) -> None:
    settings.SIGNING_KEY, settings.DATA_DIR = "", tmp_path / "new"
    signing._stored_secret.cache_clear()
    made = signing.public_key()
    kept = tmp_path / "new" / "signing-key"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [one.name for one in kept.parent.iterdir()] == ["signing-key"]
    signing._stored_secret.cache_clear()
    assert signing.public_key() == made
    signing._stored_secret.cache_clear()
