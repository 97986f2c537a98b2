"""Signed checkpoints: C2SP signed-note, tlog-checkpoint, tlog-cosignature.

docs/log.md says how this project uses them.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

from games.audit.tiles import HASH_SIZE
from games.ledger.signatures import verify

LOG_KEY: Final = 1
"""The type of the key of a log: Ed25519 over the text of a note."""

WITNESS_KEY: Final = 4
"""The type of the key of a witness: Ed25519 over a cosigned text with a time."""

TIME_SIZE: Final = 8
KEY_ID_SIZE: Final = 4

MAX_NOTE_BYTES: Final = 64 * 1024
MAX_SIGNATURES: Final = 100

_DASH: Final = "\u2014 "
_NAME: Final = re.compile(r"[^\s+]+")
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,17}")


class NoteError(ValueError):
    """A text that is not a note, a checkpoint, a key or a signature."""


# ---- keys


@dataclass(frozen=True, slots=True)
class VerifierKey:
    """The name, the type and the 32 bytes of a public key."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """The 4 bytes by which the lines of a note name the key."""
        text = self.name.encode() + b"\n" + bytes([self.kind]) + self.public
        return sha256(text).digest()[:KEY_ID_SIZE]

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{encode_base64(bytes([self.kind]) + self.public)}"


def is_name(text: str) -> bool:
    """Whether a text can be the name of a key or the origin of a log."""
    return _NAME.fullmatch(text) is not None


def parse_vkey(text: str) -> VerifierKey:
    """Return the key of a vkey; raises ``NoteError``."""
    name, _, rest = text.partition("+")
    key_id, _, encoded = rest.partition("+")
    typed = decode_base64(encoded)
    if not is_name(name) or len(typed) != 1 + 32 or typed[0] not in (LOG_KEY, WITNESS_KEY):
        raise NoteError(f"not a key of the form NAME+KEYID+BASE64: {text[:80]!r}")
    key = VerifierKey(name, typed[0], typed[1:])
    if key.id.hex() != key_id:
        raise NoteError(f"the id of the key is not {key_id}")
    return key


# ---- notes


class SignatureLine(NamedTuple):
    """A signature of a note: the key's name, the key's id, and the bytes."""

    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"{_DASH}{self.name} {encode_base64(self.key_id + self.signature)}\n"


@dataclass(frozen=True, slots=True)
class SignedCheckpoint:
    """The text of a checkpoint with the signatures under it."""

    origin: str
    size: int
    root: bytes
    signatures: tuple[SignatureLine, ...] = ()

    @property
    def text(self) -> str:
        """The signed text."""
        return f"{self.origin}\n{self.size}\n{encode_base64(self.root)}\n"

    @property
    def note(self) -> str:
        """The text, an empty line, and the signature lines."""
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    def signed_by(self, key: VerifierKey) -> bool:
        """Whether it has a valid signature by the key of a log."""
        return any(
            _is_signature(key, self.text.encode(), line.signature) for line in self._lines_of(key)
        )

    def cosigned_at(self, key: VerifierKey) -> int | None:
        """Return the latest time at which a witness cosigned this; None if it did not."""
        times = (cosignature_time(self, line, key) for line in self._lines_of(key))
        return max((time for time in times if time is not None), default=None)

    def _lines_of(self, key: VerifierKey) -> Iterator[SignatureLine]:
        return (line for line in self.signatures if (line.name, line.key_id) == (key.name, key.id))

    def with_lines(self, *lines: SignatureLine) -> SignedCheckpoint:
        """Return the checkpoint with further signatures."""
        return SignedCheckpoint(self.origin, self.size, self.root, (*self.signatures, *lines))


def parse_checkpoint(note: bytes) -> SignedCheckpoint:
    """Return the checkpoint of a signed note; raises ``NoteError``.

    Nothing is verified. A text with extension lines is not a checkpoint of this project.
    """
    text = _read_text(note)
    body, separator, below = text.partition("\n\n")
    lines = body.split("\n")
    if not separator or len(lines) != 3 or not below.endswith("\n"):
        raise NoteError("a checkpoint has three lines, an empty line, and signature lines")
    origin, size, root = lines
    if not is_name(origin) or not _SIZE.fullmatch(size):
        raise NoteError("a checkpoint begins with an origin and a size")
    hash = decode_base64(root)
    if len(hash) != HASH_SIZE:
        raise NoteError("the root of a checkpoint has 32 bytes")
    return SignedCheckpoint(origin, int(size), hash, parse_signatures(below))


def parse_signatures(text: str) -> tuple[SignatureLine, ...]:
    """Return the signatures of lines that each end in U+000A; raises ``NoteError``."""
    lines = text.split("\n")
    if lines.pop() or len(lines) > MAX_SIGNATURES:
        raise NoteError(f"a note has at most {MAX_SIGNATURES} lines of signatures")
    return tuple(map(_parse_signature, lines))


def _parse_signature(line: str) -> SignatureLine:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    signature = decode_base64(encoded)
    if not line.startswith(_DASH) or not is_name(name) or len(signature) <= KEY_ID_SIZE:
        raise NoteError("a signature line has a dash, a name, and a signature in Base64")
    return SignatureLine(name, signature[:KEY_ID_SIZE], signature[KEY_ID_SIZE:])


def _read_text(note: bytes) -> str:
    if len(note) > MAX_NOTE_BYTES:
        raise NoteError("a note this long is not read")
    try:
        text = note.decode()
    except UnicodeDecodeError as error:
        raise NoteError("a note is UTF-8") from error
    if any(letter < " " and letter != "\n" for letter in text):
        raise NoteError("a note has no control characters")
    return text


# ---- signatures


def cosigned_text(checkpoint: SignedCheckpoint, time: int) -> bytes:
    """Return the text that a witness signs."""
    return f"cosignature/v1\ntime {time}\n{checkpoint.text}".encode()


def cosignature_time(
    checkpoint: SignedCheckpoint, line: SignatureLine, key: VerifierKey
) -> int | None:
    """Return the time in a witness's signature line; None if it is not that witness's."""
    if (line.name, line.key_id, key.kind) != (key.name, key.id, WITNESS_KEY):
        return None
    time, signature = int.from_bytes(line.signature[:TIME_SIZE], "big"), line.signature[TIME_SIZE:]
    message = cosigned_text(checkpoint, time)
    return time if _is_signature(key, message, signature) else None


def _is_signature(key: VerifierKey, message: bytes, signature: bytes) -> bool:
    return verify(key.public.hex(), message, signature.hex())


# ---- Base64


def encode_base64(data: bytes) -> str:
    """Return standard Base64 with padding."""
    return base64.b64encode(data).decode()


def decode_base64(text: str) -> bytes:
    """Return the bytes of canonical standard Base64; raises ``NoteError``."""
    try:
        data = base64.b64decode(text.encode(), validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoteError(f"not standard Base64: {text[:80]!r}") from error
    if encode_base64(data) != text:
        raise NoteError(f"not the form of this Base64: {text[:80]!r}")
    return data
