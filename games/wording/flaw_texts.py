"""What is wrong with a parameter, a header or a member of a body."""

from __future__ import annotations

from typing import Final

from games.wording.language import Texts
from games.wording.problems import CATALOG

PARAMETERS: Final = Texts(
    CATALOG,
    "parameter",
    {
        "unknown": "unknown parameter",
        "number": "a whole number from {least} to {most}",
        "choice": "it must be one of: {choices}",
        "cursor": "it must be the cursor of a page’s next",
        "text": "a text of at most {most} characters",
        "day": "a day, such as 2026-11-22",
        "no-foil": "the card has no foil",
        "card": "the edition has no card {code}",
        "message-id": "the id of a message that the stream has sent",
        "stream": "this parameter is for streams only",
    },
)

HEADERS: Final = Texts(
    CATALOG,
    "header",
    {
        "if-match": 'it must be a seq in quotes: "41"',
        "idempotency-key": "it must have {least} to {most} visible ASCII characters",
        "last-event-id": "it must be the id of an event that the stream has sent",
        "move-signature": "it must have 128 hexadecimal digits, with small letters",
    },
)

BODIES: Final = Texts(
    CATALOG,
    "body",
    {
        "unknown-field": "Object contains unknown field `{field}`",
        "missing-field": "Object missing required field `{field}`",
        "choice": "Unknown value {given}; it must be one of: {choices}",
        "type": "Expected `{wanted}`, got `{given}`",
        "length": "Expected `{wanted}` of length {length}",
        "pattern": "Expected `{wanted}` matching regex {pattern}",
        "timezone": "Expected `{wanted}` with a timezone component",
        "limit": "Expected `{wanted}` {limit}",
        "value": "Invalid value {given}",
        "invalid": "Invalid {given}",
        "other": "This value is not accepted",
    },
)
"""What is wrong with a body, for the messages of the decoder, which are in English only."""

RULING_REQUESTS: Final = Texts(
    CATALOG,
    "ruling",
    {
        "missing": "Send `variant`, `seats` and `position`, or `game`.",
        "beside-game": "A game has its own: leave this out.",
        "without-game": "This is an event of a game: send `game` too.",
        "no-target": "Name the seat that is caught: as `target`, or as `seat` without `target`.",
    },
)
