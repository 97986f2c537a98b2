"""What players may say at a table: phrases, and reactions with their symbols."""

from __future__ import annotations

from typing import Final

from games.messages.game_messages import PhraseCode, PhraseResponse
from games.wording.language import Texts, in_all_languages

_TEXTS: Final = Texts(
    "games.wording/table",
    "phrase",
    {
        "good-game": "Good game",
        "well-played": "Well played",
        "one-moment": "One moment",
        "thanks": "Thanks",
        "oops": "Oops",
        "again": "Again?",
        "applause": "Applause",
        "laughter": "Laughter",
        "surprise": "Surprise",
        "thinking": "Thinking",
        "tears": "Tears",
        "fire": "On fire",
    },
)

_SYMBOLS: Final[dict[PhraseCode, str]] = {
    "applause": "👏",
    "laughter": "😄",
    "surprise": "😮",
    "thinking": "🤔",
    "tears": "😢",
    "fire": "🔥",
}


def all_phrases() -> list[PhraseResponse]:
    """Return all phrases, then all reactions, in the order in which to offer them."""
    return [
        PhraseResponse(
            code=code,  # type: ignore[arg-type]
            kind="reaction" if code in _SYMBOLS else "phrase",
            text=in_all_languages(text.to),
            symbol=_SYMBOLS.get(code),  # type: ignore[call-overload]
        )
        for code, text in _TEXTS.items()
    ]
