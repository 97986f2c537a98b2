"""Texts for people: English in the source, translations in .po catalogs.

A module declares its texts in a table, `Texts`, which names their catalog. The code of a text is
the `msgctxt` of its entry. `make messages` writes the entries, and `make check` fails if one
lacks its translation. A catalog is read when a text of it is first translated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

import polib

from cards.language import Language, filled, known_language

ENGLISH: Final[Language] = "en"


def closest_language(tag: str) -> Language:
    """Return the language of a tag (``fr_FR``), of any region; else English."""
    return known_language(tag) or ENGLISH


def locale_of(language: Language) -> str:
    """Return the name of a language as gettext spells it: ``fr_CA``."""
    return language.replace("-", "_")


def catalog_file(catalog: str, language: Language) -> Traversable:
    """Return the file of a catalog, which is named PACKAGE/NAME."""
    package, _, name = catalog.partition("/")
    folder = files(package).joinpath("locale", locale_of(language), "LC_MESSAGES")
    return folder.joinpath(f"{name}.po")


@cache
def _translations(catalog: str, language: Language) -> Mapping[str, str]:
    file = catalog_file(catalog, language)
    entries = polib.pofile(file.read_text("utf-8")) if file.is_file() else ()
    return {one.msgctxt: one.msgstr for one in entries if one.msgstr and not one.obsolete}


@dataclass(frozen=True, slots=True)
class Text:
    """A text in English, with its catalog and its code there; braces name parameters.

    The value of a parameter may be a text too.
    """

    catalog: str
    context: str
    en: str
    params: Mapping[str, object] = field(default_factory=dict)

    def with_params(self, **params: object) -> Text:
        """Return the text with values for its parameters."""
        return replace(self, params={**self.params, **params})

    def to(self, language: Language) -> str:
        """Return the text in a language; in English if the catalog has no translation."""
        text = self.template(language)
        return filled(text, language, self._params_in(language)) if self.params else text

    def fill(self, language: Language, **params: object) -> str:
        """Return the text in a language, with values for its parameters."""
        params = {**self._params_in(language), **params}
        return filled(self.template(language), language, params)

    def template(self, language: Language) -> str:
        """Return the text in a language, without values for its parameters."""
        if language == ENGLISH:
            return self.en
        return _translations(self.catalog, language).get(self.context, self.en)

    def _params_in(self, language: Language) -> dict[str, object]:
        return {
            name: value.to(language) if isinstance(value, Text) else value
            for name, value in self.params.items()
        }


_TABLES: Final[list[Texts]] = []


class Texts(Mapping[str, Text]):
    """A table of texts by name, with codes KIND:NAME, made at import."""

    def __init__(self, catalog: str, kind: str, english: Mapping[str, str]) -> None:
        self._texts = {
            name: Text(catalog, f"{kind}:{name}", text) for name, text in english.items()
        }
        _TABLES.append(self)

    def __getitem__(self, name: str) -> Text:
        return self._texts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)

    def say(self, name: str, language: Language, /, **params: Any) -> str:
        """Return a text in a language, with values for its parameters."""
        return filled(self._texts[name].template(language), language, params)


def declared_texts() -> Iterator[Text]:
    """Every text of every table in the modules imported so far."""
    for table in _TABLES:
        yield from table.values()
