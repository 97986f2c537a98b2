"""The entries of a gettext catalog, without plurals; polib does the parsing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import polib


@dataclass(frozen=True, slots=True)
class PoEntry:
    """One text of a catalog: its code, the text in English, and its translation.

    ``previous`` is the English text that a fuzzy entry translates.
    """

    context: str
    english: str
    translation: str = ""
    is_fuzzy: bool = False
    previous: str = ""


def read_po(contents: str) -> list[PoEntry]:
    """Return the entries of a catalog without its header and its obsolete entries.

    Raises OSError, with the number of the line, for another format.
    """
    return [
        PoEntry(
            context=entry.msgctxt or "",
            english=entry.msgid,
            translation=entry.msgstr,
            is_fuzzy=entry.fuzzy,
            previous=entry.previous_msgid or "",
        )
        for entry in polib.pofile(contents)
        if not entry.obsolete
    ]


def render_po(entries: Iterable[PoEntry], locale: str) -> str:
    """Return a catalog as text, sorted by code and text, without dates and references."""
    file = polib.POFile(wrapwidth=0)
    file.metadata = {
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for entry in sorted(entries, key=lambda one: (one.context, one.english)):
        flags = ["fuzzy"] if entry.is_fuzzy else []
        if "{" in entry.english:
            flags.append("python-brace-format")
        if "%(" in entry.english:
            flags.append("python-format")
        file.append(
            polib.POEntry(
                msgctxt=entry.context or None,
                msgid=entry.english,
                msgstr=entry.translation,
                previous_msgid=entry.previous if entry.is_fuzzy else None,
                flags=flags,
            )
        )
    return str(file)
