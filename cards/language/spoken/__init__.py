"""The languages in which cards are rendered: one module each.

A module defines ``SPEECH``, its subclass of `Speech`. A new module is a new language of the server;
its texts are in catalogs that `make messages` creates.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from cards.language.speech import Speech
from cards.language.spoken.english import English


def _found() -> dict[str, type[Speech]]:
    modules = [import_module(f"{__name__}.{one.name}") for one in iter_modules(__path__)]
    found: dict[str, type[Speech]] = {one.SPEECH.tag: one.SPEECH for one in modules}
    return {tag: found[tag] for tag in sorted(found, key=lambda tag: (tag != English.tag, tag))}


SPEECHES: Final = MappingProxyType(_found())
"""The renderers by language tag: English, then the others in the order of their tags."""
