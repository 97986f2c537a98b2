"""The gettext catalogs and the texts of the source: compared, and updated.

`python -m config.po_files check` and `python -m config.po_files write`.
"""

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter
from typing import Final

import polib
from babel.messages.extract import DEFAULT_KEYWORDS, extract

from cards.language import LANGUAGES, Language
from cards.po_format import PoEntry, read_po, render_po
from cards.translation import ENGLISH, Text, catalog_file, declared_texts, locale_of

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("bots", "cards", "games")
SKIPPED: Final = ("__main__", ".migrations.", "bots.research.")
"""Modules without texts; those for research import packages that may be missing."""
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != ENGLISH)
KEYWORDS: Final = DEFAULT_KEYWORDS | {"gettext_lazy": None, "pgettext_lazy": ((1, "c"), 2)}


def source_texts() -> dict[str, list[Text]]:
    """Return the texts of the source by catalog; imports every declaring module.

    The messages of a package that Django translates are in its catalog ``django``.
    """
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    for name in PACKAGES:
        package = import_module(name)
        for module in walk_packages(package.__path__, f"{name}."):
            if not any(part in module.name for part in SKIPPED):
                import_module(module.name)
    found: dict[str, list[Text]] = {}
    for text in declared_texts():
        found.setdefault(text.catalog, []).append(text)
    for name in PACKAGES:
        if messages := {_key(one.context, one.en): one for one in messages_of(name)}:
            found[f"{name}/django"] = list(messages.values())
    return found


def messages_of(package: str) -> Iterator[Text]:
    """Yield what Django translates in the modules and templates of a package."""
    from django.utils.translation.template import templatize

    for path in sorted((ROOT / package).rglob("*")):
        if path.suffix not in (".py", ".html") or "migrations" in path.parts:
            continue
        source = path.read_text("utf-8")
        if path.suffix == ".html":
            source = templatize(source).replace("\n", " ").strip()
        elif "gettext" not in source:
            continue
        for _, message, _, context in extract("python", BytesIO(source.encode()), KEYWORDS):
            assert isinstance(message, str), f"{path}: messages with plurals are not supported"
            yield Text(f"{package}/django", context or "", message)


def _key(context: str, english: str) -> str:
    """Return what an entry is known by: the code of a text, or all of a message."""
    return context if ":" in context else " | ".join(filter(None, (context, english)))


def stored_files(root: Path = ROOT) -> set[Path]:
    """Return every catalog file of the tree."""
    return {path for name in PACKAGES for path in (root / name).rglob("locale/*/LC_MESSAGES/*.po")}


def path_of(catalog: str, language: Language) -> Path:
    """Return the path of a catalog in the tree."""
    return Path(str(catalog_file(catalog, language)))


def django_files() -> list[Path]:
    """Return the catalogs that Django reads, in their compiled form: also the theme's."""
    return sorted(path for path in ROOT.glob("*/locale/*/LC_MESSAGES/django.po"))


def compiled_po(path: Path) -> bytes:
    """Return a catalog in the compiled form of gettext."""
    contents: bytes = polib.pofile(str(path)).to_binary()
    return contents


# ---- the check


def problems_of(texts: Iterable[Text], entries: Iterable[PoEntry]) -> Iterator[str]:
    """Yield the flaws of a catalog's entries, given the texts of the source."""
    expected: dict[str, str] = {}
    for text in texts:
        key = _key(text.context, text.en)
        if key in expected:
            yield f"{key}: declared twice in the source"
        expected[key] = text.en
    seen: set[str] = set()
    for entry in entries:
        key = _key(entry.context, entry.english)
        if key in seen:
            yield f"{key}: translated twice"
        seen.add(key)
        yield from (f"{key}: {flaw}" for flaw in _flaws(key, entry, expected))
    yield from (f"{key}: not in the catalog" for key in expected if key not in seen)


def _flaws(key: str, entry: PoEntry, expected: Mapping[str, str]) -> Iterator[str]:
    if key not in expected:
        yield "no longer in the source"
    elif entry.english != expected[key]:
        yield "the source has another English text"
    if entry.is_fuzzy:
        yield "marked as fuzzy: check the translation"
    if not entry.translation:
        yield "not translated"
    elif placeholders(entry.english) != placeholders(entry.translation):
        yield "the translation has other placeholders"


def placeholders(text: str) -> set[str] | None:
    """Return the names of a text, ``{a}`` or ``%(a)s``, None if its braces are wrong."""
    try:
        named = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        return named | set(re.findall(r"%\((\w+)\)s", text))
    except ValueError:
        return None


def check() -> int:
    """Print the flaws of the catalogs; return 1 if there are any.

    Django puts the messages of all packages together, so each has one translation.
    """
    sources, flaws = source_texts(), []
    files = {path_of(catalog, one): catalog for catalog in sources for one in TRANSLATED}
    for path, catalog in files.items():
        entries = read_po(path.read_text("utf-8")) if path.is_file() else []
        name = path.relative_to(ROOT)
        flaws += [f"{name}: {flaw}" for flaw in problems_of(sources[catalog], entries)]
    for path in sorted(stored_files() - files.keys()):
        flaws.append(f"{path.relative_to(ROOT)}: no text of the source belongs to this catalog")
    known: dict[tuple[str, str], str] = {}
    for path in django_files():
        compiled = path.with_suffix(".mo")
        if not compiled.is_file() or compiled.read_bytes() != compiled_po(path):
            flaws.append(f"{compiled.relative_to(ROOT)}: not compiled from {path.name}")
        for entry in read_po(path.read_text("utf-8")):
            key = _key(entry.context, entry.english)
            if entry.translation != known.setdefault((path.parts[-3], key), entry.translation):
                flaws.append(
                    f"{path.relative_to(ROOT)}: {key}: another package translates it otherwise"
                )
    for flaw in flaws:
        print(flaw)
    if flaws:
        print("Run `make messages`, then translate what lacks a translation.", file=sys.stderr)
    return 1 if flaws else 0


# ---- the update


def updated_entries(texts: Iterable[Text], known: Iterable[PoEntry]) -> list[PoEntry]:
    """Return an entry for each text, with the translation that is known of it.

    The translation of a text that was changed, or that got another code, is marked as fuzzy.
    """
    translated = [entry for entry in known if entry.translation]
    by_key = {_key(entry.context, entry.english): entry for entry in translated}
    by_english = {entry.english: entry for entry in translated}
    return [
        _updated(text, by_key.get(_key(text.context, text.en)) or by_english.get(text.en))
        for text in texts
    ]


def _updated(text: Text, known: PoEntry | None) -> PoEntry:
    if known is None:
        return PoEntry(text.context, text.en)
    if (known.context, known.english) == (text.context, text.en):
        return known
    return PoEntry(text.context, text.en, known.translation, True, known.english)


def write() -> int:
    """Write the catalogs, and delete those that no text belongs to."""
    sources = source_texts()
    for language in TRANSLATED:
        folder = locale_of(language)
        stored = {path for path in stored_files() if path.parts[-3] == folder}
        known = [entry for path in sorted(stored) for entry in read_po(path.read_text("utf-8"))]
        for catalog, texts in sources.items():
            path = path_of(catalog, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(render_po(updated_entries(texts, known), folder), "utf-8")
            stored.discard(path)
        for path in stored:
            path.unlink()
    for path in django_files():
        path.with_suffix(".mo").write_bytes(compiled_po(path))
    return 0


if __name__ == "__main__":
    sys.exit({"check": check, "write": write}[sys.argv[1]]())
