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
        "player": "the id of a player",
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
        "type": "{member} must be {wanted}, not {got}",
        "least-length": "{member} must have a length of at least {count}",
        "most-length": "{member} must have a length of at most {count}",
        "least": "{member} must be at least {count}",
        "most": "{member} must be at most {count}",
        "pattern": "{member} must match the pattern {pattern}",
        "timezone": "{member} must have a time zone",
        "value": "{member} has an unknown value: {given}",
        "invalid": "{member} must be a valid {kind}",
        "other": "{member} is not accepted: {reason}",
    },
)
"""What is wrong with a body, or a member of it."""

JSON_TYPES: Final = Texts(
    CATALOG,
    "json-type",
    {
        "whole": "The body",
        "member": "`{name}`",
        "str": "a text",
        "int": "a whole number",
        "float": "a decimal number",
        "bool": "`true` or `false`",
        "array": "a list",
        "object": "an object with members",
        "null": "`null`",
        "uuid": "an id (UUID)",
        "datetime": "a time (RFC 3339)",
        "date": "a day",
        "any-of": "{one} or {other}",
        "unknown": "`{name}`",
    },
)
"""The types of JSON values."""

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
