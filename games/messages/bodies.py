"""The bases of requests and responses, and the values that many of them have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from msgspec import Meta

from cards.language import LANGUAGES, Language
from games.ledger.rows import MAX_REASON_LENGTH, MAX_REFERENCE_LENGTH, REASON


# Requests: unknown fields are refused.
class RequestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The base of all request bodies."""


_PLAIN: Final = r"^[^\x00-\x1f\x7f]*$"

Name = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]

Code = Annotated[str, Meta(max_length=80, pattern=_PLAIN)]

SeatNumber = Annotated[int, Meta(ge=0, le=9, description="A seat: 0, 1, 2 … clockwise.")]

SeatPlaces = Annotated[
    tuple[Annotated[int, Meta(ge=1, le=10)], ...],
    Meta(max_length=10, description="The place of each seat from 1, seat 0 first."),
]


class EmptyRequest(RequestBody, frozen=True):
    """An empty object. The body may be omitted."""


Reason = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REASON_LENGTH,
        pattern=REASON,
        description="Why: one line of plain text. It is shown to all who see the game.",
    ),
]

Reference = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=MAX_REFERENCE_LENGTH,
        pattern=REASON,
        description="Where the act is filed, such as the number of an appeal: one line of plain"
        " text. It is sealed with the event and shown like the reason.",
    ),
]


# Replies
class ResponseBody(msgspec.Struct, frozen=True):
    """The base of all responses."""


Time = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
"""RFC 3339, UTC, with milliseconds."""

Tag = Annotated[str, Meta(pattern=r"^[0-9a-f]{6}$")]
"""The first six digits of a player's id."""


def member_of(language: Language) -> str:
    """Return the attribute of a `BilingualText` that has the text in a language."""
    return language.lower().replace("-", "_")


if TYPE_CHECKING:

    class BilingualText(ResponseBody, frozen=True):
        """A text in both languages."""

        def __init__(self, *texts: str) -> None: ...

else:
    BilingualText = msgspec.defstruct(
        "BilingualText",
        [(member_of(tag), str, msgspec.field(name=tag)) for tag in LANGUAGES],
        bases=(ResponseBody,),
        frozen=True,
        module=__name__,
        namespace={"__doc__": "A text in both languages."},
    )
