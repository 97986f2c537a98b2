"""Which display names players may have, and how equal ones are told apart."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final
from uuid import UUID

from cards.language import naming
from cards.language.naming import likeness
from games.players.models import Player

MAX_LENGTH: Final = 40
"""The most characters of a name, counted after it was normalised."""

TAG_SIGN: Final = "#"
"""The character before a tag; no name may contain it."""

RESERVED: Final = (
    "admin", "administrator", "administrateur", "administratrice",
    "arbiter", "arbitre", "referee",
    "bot", "robot",
    "clock", "horloge",
    "fairdeal",
    "judge", "juge",
    "mod", "moderator", "moderateur", "moderatrice",
    "official", "officiel", "officielle",
    "operator", "operateur", "operatrice",
    "organiser", "organizer", "organisateur", "organisatrice",
    "root",
    "server", "serveur",
    "staff", "personnel",
    "support",
    "system", "systeme",
)  # fmt: skip
"""Words that no name may contain, because they suggest the server or its staff."""

_LEET: Final = str.maketrans("345789@$!", "eastgg" + "as" + "l")
_LATIN: Final = re.compile(
    r"(?:.*LATIN .*|REGIONAL INDICATOR SYMBOL )LETTER (?:SMALL CAPITAL )?([A-Z])\b"
)
"""The Unicode names of the many forms of a Latin letter."""

_CAPITALS: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_VERSIONS: Final = ("", "v", "version")


class NameRefused(ValueError):
    """A name that no player may take; ``reason`` is a key of the API's reasons."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


_bot_names: set[str] = set()


def reserve_bots(names: Iterable[str]) -> None:
    """Reserve the names of bots; they are read when the first name is checked."""
    _bot_names.update(names)


def known_bots() -> frozenset[str]:
    """Return the names of bots."""
    return frozenset(_bot_names)


def checked_name(given: str) -> str:
    """Return a name as it is stored; raises ``NameRefused``."""
    name = normalised_name(given)
    if _is_reserved(name):
        raise NameRefused("name_reserved")
    return name


def normalised_name(given: str) -> str:
    """Return a name as it is stored, reserved or not; raises ``NameRefused``."""
    try:
        name = naming.normalised(given)
    except naming.UnreadableName as error:
        raise NameRefused(f"name_{error.fault}") from error
    if len(name) > MAX_LENGTH:
        raise NameRefused("name_length")
    if TAG_SIGN in naming.skeleton(name):
        raise NameRefused("name_characters")
    return name


def distinct_names(players: Iterable[Player]) -> dict[UUID, str]:
    """Return the names of players, with their tags where two of them look alike."""
    known = {player.pk: player for player in players}
    often = Counter(likeness(player.name) for player in known.values())
    return {
        key: player.tagged_name if often[likeness(player.name)] > 1 else player.name
        for key, player in known.items()
    }


# Reserved words


def _is_reserved(name: str) -> bool:
    plain = _CAPITALS.sub(" ", "".join(map(_plain_letter, name)))
    words = [word for word in re.split(r"[\W_]+", plain) if word]
    texts = {*words, *map(_letters, words), "".join(words), _letters("".join(words))}
    if not _reserved().isdisjoint(map(_folded, texts)):
        return True
    parts = [part for part in map(_letters, words) if part.casefold() not in _VERSIONS]
    taken = set(map(_folded, _bot_names))
    return not taken.isdisjoint({_folded("".join(parts)), _folded("".join(words))})


def _plain_letter(char: str) -> str:
    """Return the plain letter of a small capital, circled or stroked letter."""
    found = _LATIN.match(unicodedata.name(char, ""))
    if char.isascii() or found is None:
        return char
    return found[1].lower() if char.islower() else found[1]


def _letters(text: str) -> str:
    return re.sub(r"\d", "", text)


@lru_cache(maxsize=1024)
def _folded(word: str) -> str:
    """Return a word without accents, in lower case, digits read as letters."""
    parts = unicodedata.normalize("NFKD", word)
    bare = "".join(char for char in parts if not unicodedata.combining(char))
    return likeness(likeness(bare).translate(_LEET))


@cache
def _reserved() -> frozenset[str]:
    return frozenset(_folded(word + end) for word in RESERVED for end in ("", "s"))
