"""What makes a name unreadable, and which names look alike, for players and cards.

A name is normalised by the Nickname profile of PRECIS (RFC 8266), keeping its case. Lookalikes are
compared by the skeletons of Unicode Technical Standard 39. Both libraries are read at first use.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from itertools import groupby
from typing import Any, Final, Literal

NameFault = Literal["blank", "characters", "marks", "scripts"]

MAX_MARKS: Final = 4
"""The most marks on one letter (UTS 39, section 5.4)."""

MAX_SHARED_MARKS: Final = 2
"""The same for marks that belong to no script of their own, such as accents."""

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


class UnreadableName(ValueError):
    """An unreadable name; ``character`` is the cause, if it is one character."""

    def __init__(self, fault: NameFault, character: str = "") -> None:
        super().__init__(fault)
        self.fault: Final = fault
        self.character: Final = character


def normalised(given: str) -> str:
    """Return a name as it is stored; raises ``UnreadableName``."""
    try:
        name = str(_nickname().enforce(_STYLES.sub("", given)))
    except UnicodeEncodeError as error:
        if error.reason.endswith("/empty"):
            raise UnreadableName("blank") from error
        raise UnreadableName("characters", error.object[error.start]) from error
    for char in name:
        if char in _BLANK:
            raise UnreadableName("characters", char)
    if _has_stacked_marks(name):
        raise UnreadableName("marks")
    if not all(map(_is_of_one_script, _words(name))):
        raise UnreadableName("scripts")
    return name


@cache
def _nickname() -> Any:
    from precis_i18n import get_profile

    return get_profile("NicknameCasePreserved")


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
