"""The gettext catalogs and the texts of the source: compared, and updated.

`python -m config.po_files check` and `python -m config.po_files write`.
"""

import os
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO
from pathlib import Path
from pkgutil import walk_packages
from string import Formatter
from typing import Final

import polib
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from polib import POEntry, POFile

from cards.language import LANGUAGES, Language
from cards.translation import ENGLISH, Text, catalog_file, declared_texts, locale_of

ROOT: Final = Path(__file__).resolve().parents[1]
PACKAGES: Final = ("bots", "cards", "games")
SKIPPED: Final = ("__main__", ".migrations.", "bots.research.")
"""Modules without texts; those for research import packages that may be missing."""
TRANSLATED: Final = tuple(language for language in LANGUAGES if language != ENGLISH)
KEYWORDS: Final = DEFAULT_KEYWORDS | {"gettext_lazy": None, "pgettext_lazy": ((1, "c"), 2)}
BREAKING: Final = re.compile("« | [:;!?»]")
"""A space at which a line can break, where French has a no-break space, or none."""
FORMATS: Final = {"{": "brace-", "%(": ""}
"""The signs by which gettext's formats of Python are known."""


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
    for text in (*declared_texts(), *(one for name in PACKAGES for one in messages_of(name))):
        found.setdefault(text.catalog, []).append(text)
    return found


def messages_of(package: str) -> Iterator[Text]:
    """Yield what Django translates in the modules and templates of a package."""
    from django.utils.translation.template import templatize

    found: dict[tuple[str | None, str], Text] = {}
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
            found[context, message] = Text(f"{package}/django", context or "", message)
    yield from found.values()


def stored_files(root: Path = ROOT) -> set[Path]:
    """Return every catalog file of the tree."""
    return {path for name in PACKAGES for path in (root / name).rglob("locale/*/LC_MESSAGES/*.po")}


def path_of(catalog: str, language: Language) -> Path:
    """Return the path of a catalog in the tree."""
    return Path(str(catalog_file(catalog, language)))


def django_files() -> list[Path]:
    """Return the catalogs that Django reads, in their compiled form: also the theme's."""
    return sorted(path for path in ROOT.glob("*/locale/*/LC_MESSAGES/django.po"))


def entries_of(path: Path) -> list[POEntry]:
    """Return the entries of a catalog, none if there is no such file."""
    return [one for one in polib.pofile(str(path)) if not one.obsolete] if path.is_file() else []


def compiled_po(path: Path) -> bytes:
    """Return a catalog in the compiled form of gettext."""
    contents: bytes = polib.pofile(str(path)).to_binary()
    return contents


# ---- the check


def flaws_of(entry: POEntry) -> Iterator[str]:
    """Yield what is wrong with the translation of an entry."""
    if entry.fuzzy:
        yield "marked as fuzzy: check the translation"
    if not entry.msgstr:
        yield "not translated"
    elif placeholders(entry.msgid) != placeholders(entry.msgstr):
        yield "the translation has other placeholders"
    if BREAKING.search(entry.msgstr):
        yield "a line can break before a mark: put a no-break space, or none before ; ! ?"


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
    sources = source_texts()
    codes = Counter((one.catalog, one.context) for one in declared_texts())
    flaws = [f"{catalog}: {code}: declared twice" for (catalog, code), n in codes.items() if n > 1]
    stored = stored_files()
    for language in TRANSLATED:
        for catalog, texts in sources.items():
            path = path_of(catalog, language)
            stored.discard(path)
            entries = entries_of(path)
            if not path.is_file() or path.read_text("utf-8") != str(
                updated(texts, entries, language)
            ):
                flaws.append(f"{path.relative_to(ROOT)}: not as the source has it")
            flaws += [
                f"{path.relative_to(ROOT)}: {one.msgctxt or one.msgid}: {flaw}"
                for one in entries
                for flaw in flaws_of(one)
            ]
    for path in sorted(stored):
        flaws.append(f"{path.relative_to(ROOT)}: no text of the source belongs to this catalog")
    known: dict[tuple[str, str | None, str], str] = {}
    for path in django_files():
        compiled = path.with_suffix(".mo")
        if not compiled.is_file() or compiled.read_bytes() != compiled_po(path):
            flaws.append(f"{compiled.relative_to(ROOT)}: not compiled from {path.name}")
        for one in entries_of(path):
            same = known.setdefault((path.parts[-3], one.msgctxt, one.msgid), one.msgstr)
            if one.msgstr != same:
                flaws.append(f"{path.relative_to(ROOT)}: {one.msgid}: elsewhere “{same}”")
    for flaw in flaws:
        print(flaw)
    if flaws:
        print("Run `make messages`, then translate what lacks a translation.", file=sys.stderr)
    return 1 if flaws else 0


# ---- the update


def updated(texts: Iterable[Text], known: Iterable[POEntry], language: Language) -> POFile:
    """Return the catalog of texts, sorted, with the translations that are known.

    The translation of a text that was changed, or that got another code, is marked as fuzzy.
    """
    translated = [one for one in known if one.msgstr]
    exact = {(one.msgctxt or "", one.msgid): one for one in translated}
    by_code = {one.msgctxt: one for one in translated if one.msgctxt}
    by_english = {one.msgid: one for one in translated}
    catalog = POFile(wrapwidth=0)
    catalog.metadata = {
        "Language": locale_of(language),
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    for text in sorted(texts, key=lambda one: (one.context, one.en)):
        entry = exact.get((text.context, text.en))
        similar = by_code.get(text.context) or by_english.get(text.en)
        is_fuzzy = entry.fuzzy if entry else similar is not None
        flags = ["fuzzy"] if is_fuzzy else []
        flags += [f"python-{kind}format" for sign, kind in FORMATS.items() if sign in text.en]
        catalog.append(
            POEntry(
                msgctxt=text.context or None,
                msgid=text.en,
                msgstr=(entry or similar or POEntry()).msgstr,
                previous_msgid=entry.previous_msgid if entry else similar and similar.msgid,
                flags=flags,
            )
        )
    return catalog


def write() -> int:
    """Write the catalogs, and delete those that no text belongs to."""
    sources = source_texts()
    for language in TRANSLATED:
        stored = {one for one in stored_files() if one.parts[-3] == locale_of(language)}
        known = [entry for path in sorted(stored) for entry in entries_of(path)]
        for catalog, texts in sources.items():
            path = path_of(catalog, language)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(updated(texts, known, language)), "utf-8")
            stored.discard(path)
        for path in stored:
            path.unlink()
    for path in django_files():
        path.with_suffix(".mo").write_bytes(compiled_po(path))
    return 0


if __name__ == "__main__":
    sys.exit({"check": check, "write": write}[sys.argv[1]]())
