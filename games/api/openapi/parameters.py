"""The parameters of operations."""

from __future__ import annotations

from typing import Final

from drf_spectacular.utils import OpenApiParameter

from cards.language import LANGUAGES, listed
from games.api.http.parsing import MAX_KEY_LENGTH
from games.api.openapi.components import Schema
from games.ledger.store import MAX_SEQ

ANY_TEXT: Final = r"^[^\x00]*$"
"""The pattern of a text in a query: no address has a NUL."""


def query(
    name: str,
    text: str,
    *,
    kind: str = "string",
    enum: tuple[str, ...] = (),
    **more: object,
) -> OpenApiParameter:
    """Return a query parameter."""
    schema: Schema = {"type": kind, **more}
    if enum:
        schema["enum"] = list(enum)
    elif kind == "string" and "format" not in more:
        schema.setdefault("pattern", ANY_TEXT)
    return OpenApiParameter(name, schema, OpenApiParameter.QUERY, description=text)


def header(name: str, text: str, **schema: object) -> OpenApiParameter:
    """Return a header parameter of a request."""
    kind = {"type": "string", **schema}
    return OpenApiParameter(name, kind, OpenApiParameter.HEADER, description=text)


LIMIT: Final = query(
    "limit", "How many a page has.", kind="integer", minimum=1, maximum=200, default=50
)
CURSOR: Final = query(
    "cursor", "As the page before gave it in `next`.", pattern="^[A-Za-z0-9_-]+={0,2}$"
)
EDITION: Final = query("edition", "The hash of an edition.", pattern="^[0-9a-f]{64}$")
AFTER: Final = query(
    "after", "The events after this seq.", kind="integer", minimum=0, maximum=MAX_SEQ
)
LAST_EVENT_ID: Final = header(
    "Last-Event-ID",
    "The id of the last event that you have, to resume a stream; it takes the place of `after`.",
    pattern="^[0-9]{1,10}$",
)
AT: Final = query(
    "at",
    "After this event; without it at the head.",
    kind="integer",
    minimum=1,
    maximum=MAX_SEQ,
)
AS: Final = query("as", "`seat:N`, `public` or `full`.", pattern="^(seat:[0-9]|public|full)$")
IF_MATCH: Final = header(
    "If-Match",
    'The seq that you build on, in quotes: `"41"`; `*` for any. Every ETag of the game stands for'
    ' its seq, also a weak one: `W/"41"`.',
    pattern=r'^(\*|(W/)?"[0-9]{1,10}(-[a-zA-Z0-9:-]*)?")$',
)
IF_NONE_MATCH: Final = header(
    "If-None-Match", "The ETag of the reply that you have: 304 if there is nothing new."
)

STAY: Final = query(
    "stay",
    "`true`: a stream goes on after `end`, with the phrases that players say at the table.",
    kind="boolean",
)
PROMPTS: Final = query(
    "prompts",
    "`mine`: a stream has only the `prompts` messages with something that you may do besides"
    " resigning.",
    enum=("mine",),
)
TICKET: Final = query(
    "ticket",
    "In place of a token, for a stream as text/event-stream: see stream-tickets/.",
    pattern="^fdt_[0-9a-f]{64}$",
)

MOVE_SIGNATURE: Final = header(
    "Move-Signature",
    "The Ed25519 signature of the move by the key of your seat, or of the act by your key as an"
    " organiser, in hexadecimal. Required if there is a key, with the If-Match of the event that is"
    " answered.",
    pattern="^[0-9a-f]{128}$",
)
PREFER: Final = header("Prefer", "`receipt` for the signed head in the response.")


def key_header(least: int) -> OpenApiParameter:
    """Return the Idempotency-Key of at least some characters."""
    return header(
        "Idempotency-Key",
        "Of your own making, such as a random UUID: the same request with the same key is carried"
        " out once and answered alike, with `Idempotent-Replayed: true`.",
        pattern=f"^[!-~]{{{least},{MAX_KEY_LENGTH}}}$",
    )


LANGUAGE: Final = header(
    "Accept-Language",
    f"{listed([f'`{tag}`' for tag in LANGUAGES], 'or')}.",
    examples=[LANGUAGES[-1]],
)

LANG: Final = query("lang", "The language of the words.", enum=LANGUAGES)
