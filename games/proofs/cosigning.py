"""Cosignatures of LOG_WITNESSES (c2sp.org/tlog-witness)."""

from __future__ import annotations

import logging
import urllib.error
import urllib.request
from collections.abc import Iterable
from typing import Final, NamedTuple

from django.conf import settings
from django.db import transaction

from games.audit.note import (
    NoteError,
    SignatureLine,
    VerifierKey,
    cosignature_time,
    encode_base64,
    parse_checkpoint,
    parse_signatures,
    parse_vkey,
)
from games.proofs.log_tree import LogTree
from games.proofs.models import Checkpoint, Cosignature
from games.proofs.selectors import latest_checkpoint

TIMEOUT_SECONDS: Final = 5.0
MAX_REPLY_BYTES: Final = 64 * 1024
CONFLICT: Final = 409

logger = logging.getLogger(__name__)


class KnownWitness(NamedTuple):
    """A witness of the settings: its key, and the address before ``/add-checkpoint``."""

    key: VerifierKey
    url: str


class WitnessReply(NamedTuple):
    """The status and the text of a reply."""

    status: int
    text: str


class WitnessFailed(Exception):
    """A witness did not cosign; the message says why."""


def witnesses() -> list[KnownWitness]:
    """Return the witnesses of the settings."""
    parts = (one.split(" ") for one in settings.LOG_WITNESSES)
    return [KnownWitness(parse_vkey(vkey), url.rstrip("/")) for vkey, url in parts]


def ask_witnesses() -> int:
    """Ask those that have not cosigned the newest checkpoint; return how many do now.

    A witness that fails is logged and does not stop the others.
    """
    checkpoint = latest_checkpoint()
    if checkpoint is None:
        return 0
    known = set(checkpoint.cosignatures.values_list("name", flat=True))
    cosigned = 0
    for witness in witnesses():
        if witness.key.name in known:
            continue
        try:
            _store(checkpoint, witness, _ask(checkpoint, witness))
            cosigned += 1
        except WitnessFailed as error:
            logger.error("Witness %s did not cosign %s: %s", witness.key.name, checkpoint, error)
    return cosigned


def cosigned_by() -> list[str]:
    """Return the names of the witnesses that cosigned the newest checkpoint."""
    checkpoint = latest_checkpoint()
    return list(checkpoint.cosignatures.values_list("name", flat=True)) if checkpoint else []


def _ask(checkpoint: Checkpoint, witness: KnownWitness) -> str:
    """Return the text of a reply 200; ask twice if the witness knows another size."""
    reply = _post(checkpoint, witness, _last_size(witness))
    if reply.status == CONFLICT:
        size = _size_of(reply)
        if size > checkpoint.size:
            raise WitnessFailed(f"it knows a log of {size} entries")
        reply = _post(checkpoint, witness, size)
    if reply.status != 200:
        raise WitnessFailed(f"{reply.status} {reply.text[:200]!r}")
    return reply.text


def _last_size(witness: KnownWitness) -> int:
    """Return the size that a witness cosigned last, as far as the server knows."""
    last = Cosignature.objects.filter(name=witness.key.name).order_by("pk")
    size: int | None = last.values_list("checkpoint__size", flat=True).last()
    return size or 0


def _size_of(reply: WitnessReply) -> int:
    text = reply.text.removesuffix("\n")
    if not (text.isascii() and text.isdigit() and len(text) < 19):
        raise WitnessFailed(f"409 without a size: {reply.text[:200]!r}")
    return int(text)


def _post(checkpoint: Checkpoint, witness: KnownWitness, old: int) -> WitnessReply:
    body = request_text(checkpoint, old).encode()
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    request = urllib.request.Request(f"{witness.url}/add-checkpoint", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:
            return WitnessReply(response.status, _text_of(response.read(MAX_REPLY_BYTES)))
    except urllib.error.HTTPError as error:
        with error:
            return WitnessReply(error.code, _text_of(error.read(MAX_REPLY_BYTES)))
    except (OSError, ValueError) as error:
        raise WitnessFailed(str(error)) from error


def _text_of(body: bytes) -> str:
    return body.decode(errors="replace")


def request_text(checkpoint: Checkpoint, old: int) -> str:
    """Return the body of a request to a witness that knows the log of ``old`` entries."""
    path: Iterable[bytes] = LogTree().consistency(old, checkpoint.size)
    lines = "".join(f"{encode_base64(step)}\n" for step in path)
    return f"old {old}\n{lines}\n{checkpoint.note}"


@transaction.atomic
def _store(checkpoint: Checkpoint, witness: KnownWitness, text: str) -> None:
    """Store the line of a reply that verifies; other lines are ignored."""
    line, time = _valid_line(checkpoint, witness, text)
    Checkpoint.objects.select_for_update().get(pk=checkpoint.pk)
    if not checkpoint.cosignatures.filter(name=witness.key.name).exists():
        checkpoint.cosignatures.create(name=witness.key.name, line=str(line), time=time)


def _valid_line(
    checkpoint: Checkpoint, witness: KnownWitness, text: str
) -> tuple[SignatureLine, int]:
    signed = parse_checkpoint(checkpoint.note.encode())
    try:
        lines = parse_signatures(text)
    except NoteError as error:
        raise WitnessFailed(str(error)) from error
    for line in lines:
        time = cosignature_time(signed, line, witness.key)
        if time is not None:
            return line, time
    raise WitnessFailed("no line of the reply is its cosignature")
