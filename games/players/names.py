"""Which display names players may have, and how equal ones are told apart.

A name is normalised by the Nickname profile of PRECIS (RFC 8266), keeping its case. Lookalikes are
compared by the skeletons of Unicode Technical Standard 39.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import groupby
from typing import Final
from uuid import UUID

from precis_i18n import get_profile

from games.players.models import Player

MAX_LENGTH: Final = 40
"""The most characters of a name, counted after it was normalised."""

MAX_MARKS: Final = 4
"""The most marks on one letter (UTS 39, section 5.4)."""

MAX_SHARED_MARKS: Final = 2
"""The same for marks that belong to no script of their own, such as accents."""

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

_BLANK: Final = frozenset("\u2800\ufffc\ufffd\U0001d159")
"""Characters that PRECIS allows as symbols, though they show nothing."""

_STYLES: Final = re.compile("[\ufe0e\ufe0f]")
"""Selectors that keyboards add after emoji: they are dropped, and not refused."""

_MIXABLE: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that may be mixed in one word (UTS 39, "highly restrictive")."""

_LEET: Final = str.maketrans("345789@$!", "eastgg" + "as" + "l")
_LATIN: Final = re.compile(
    r"(?:.*LATIN .*|REGIONAL INDICATOR SYMBOL )LETTER (?:SMALL CAPITAL )?([A-Z])\b"
)
"""The Unicode names of the many forms of a Latin letter."""

_CAPITALS: Final = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z])")
_VERSIONS: Final = ("", "v", "version")

_nickname = get_profile("NicknameCasePreserved")


class NameRefused(ValueError):
    """A name that no player may take; ``reason`` is a key of the API's reasons."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


_bot_names: set[str] = set()


def reserve_bots(names: Iterable[str]) -> None:
    """Reserve the names of bots; they are read when the first name is checked."""
    _bot_names.update(names)


def checked_name(given: str) -> str:
    """Return a name as it is stored; raises ``NameRefused``."""
    name = normalised_name(given)
    if _is_reserved(name):
        raise NameRefused("name_reserved")
    return name


def normalised_name(given: str) -> str:
    """Return a name as it is stored, reserved or not; raises ``NameRefused``."""
    try:
        name = _nickname.enforce(_STYLES.sub("", given))
    except UnicodeEncodeError as error:
        is_empty = error.reason.endswith("/empty")
        raise NameRefused("name_blank" if is_empty else "name_characters") from error
    if len(name) > MAX_LENGTH:
        raise NameRefused("name_length")
    if not _BLANK.isdisjoint(name) or TAG_SIGN in skeleton(name):
        raise NameRefused("name_characters")
    if _has_stacked_marks(name):
        raise NameRefused("name_marks")
    if not all(map(_is_of_one_script, _words(name))):
        raise NameRefused("name_scripts")
    return name


def _has_stacked_marks(name: str) -> bool:
    """Whether a name begins with a mark, or a letter has too many marks or one twice."""
    text = unicodedata.normalize("NFC", name)
    if _is_mark(text[0]):
        return True
    runs = ["".join(run) for is_mark, run in groupby(text, _is_mark) if is_mark]
    return any(
        len(run) > MAX_MARKS
        or len(set(run)) < len(run)
        or sum(_script(mark) == "INHERITED" for mark in run) > MAX_SHARED_MARKS
        for run in runs
    )


def _is_mark(char: str) -> bool:
    return unicodedata.category(char) in ("Mn", "Me")


def _words(name: str) -> list[str]:
    return re.split(r"[\s\d\W_]+", name)


def _is_of_one_script(word: str) -> bool:
    scripts = {_script(char) for char in word} - {"COMMON", "INHERITED"}
    return len(scripts) < 2 or any(scripts <= allowed for allowed in _MIXABLE)


@lru_cache(maxsize=1024)
def _script(char: str) -> str:
    from confusable_homoglyphs import categories

    return str(categories.alias(char))


# Lookalikes


@cache
def _prototypes() -> dict[int, str]:
    """Return the skeleton's replacement of each confusable character (lazily read)."""
    from confusable_homoglyphs.confusables import confusables_data

    found = {}
    for char, like in confusables_data.items():
        one = _bare(char)
        if len(one) == 1 and (other := _prototype(one, like, confusables_data)) != one:
            found[ord(one)] = other
    return found


def _prototype(char: str, like: list[dict[str, str]], data: dict[str, list[dict[str, str]]]) -> str:
    """Return the common lookalike of a group of confusable characters."""
    if len(like) > 1:
        return char
    only = like[0]["c"]
    if len(data.get(only, ())) > 1 or len(_bare(only)) > 1:
        return _bare(only)
    return min(char, _bare(only))


def _bare(text: str) -> str:
    return text.replace("\u200e", "")


def skeleton(text: str) -> str:
    """Return the skeleton of a text: equal for texts that look alike."""
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf")
    parts = unicodedata.normalize("NFD", seen)
    return unicodedata.normalize("NFD", parts.translate(_prototypes()))


@lru_cache(maxsize=4096)
def likeness(name: str) -> str:
    """Return a key that is equal for names that a reader may confuse.

    Case does not count, nor does whether a stroke is an i, an l, a 1 or a bar.
    """
    return skeleton(skeleton(name.casefold()).casefold()).replace("i", "l")


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
