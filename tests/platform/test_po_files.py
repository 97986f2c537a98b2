"""The catalogs for translators: their format, their check, their update."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from cards.po_format import PoEntry, read_po, render_po
from cards.translation import Text, closest_language
from config import po_files
from config.po_files import ROOT, problems_of, stored_files, updated_entries

TEXT = Text("games.wording/log", "log:who", "{name} plays {card}")
ENTRY = PoEntry("log:who", "{name} plays {card}", "{name} joue {card}")
FRENCH = re.compile("[àâçèéêëîïôœùûÀÂÇÈÉÊËÎÏÔŒÙÛ]")
SPEAKS_FRENCH = {"cards/language/spoken/french.py", "config/settings.py"}


# ---- what is in the tree


def test_every_text_of_the_source_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert (po_files.check(), capsys.readouterr().out) == (0, "")


def test_the_table_of_catalogs_is_complete() -> None:
    listed = re.findall(r"^\| `(\w+)\.po` \|", (ROOT / "CONTRIBUTING.md").read_text(), re.M)
    assert sorted(listed) == sorted({path.stem for path in stored_files()})


def test_an_update_changes_nothing() -> None:
    stored = {path: path.read_text("utf-8") for path in stored_files()}
    assert len(stored) >= 6
    assert po_files.write() == 0
    assert {path: path.read_text("utf-8") for path in stored_files()} == stored


@pytest.mark.parametrize("path", sorted(stored_files()), ids=lambda path: path.stem)
def test_gettext_reads_what_we_write(path: Path, tmp_path: Path) -> None:
    program = shutil.which("msgfmt")
    if program is None:
        pytest.skip("gettext is not installed")
    made = tmp_path / "made.mo"
    subprocess.run([program, "--check", "-o", made, path], check=True)
    import gettext

    with made.open("rb") as file:
        translations = gettext.GNUTranslations(file)
    for entry in read_po(path.read_text("utf-8")):
        found = (
            translations.pgettext(entry.context, entry.english)
            if entry.context
            else translations.gettext(entry.english)
        )
        assert found == entry.translation


def test_messages_of_modules_and_templates_are_found() -> None:
    messages = {(one.context, one.en) for one in po_files.messages_of("games")}
    assert messages >= {
        ("", "number of the event"), ("", "Erased."), ("permission", "view"),
        ("", "Do it"), ("", "Name the seat of the act, or the winner."),
    }  # fmt: skip


# ---- the check


@pytest.mark.parametrize(
    ("entries", "flaw"),
    [
        ([], "not in the catalog"),
        ([PoEntry("log:who", TEXT.en)], "not translated"),
        ([PoEntry("log:who", "{name} draws", "{name} pige")], "the source has another English"),
        ([PoEntry("log:who", TEXT.en, "{nom} joue {card}")], "other placeholders"),
        ([PoEntry("log:who", TEXT.en, "{name} joue")], "other placeholders"),
        ([PoEntry("log:who", TEXT.en, "{name} joue {card}{")], "other placeholders"),
        ([PoEntry("log:who", TEXT.en, ENTRY.translation, is_fuzzy=True)], "fuzzy"),
        ([ENTRY, PoEntry("log:whom", "x", "x")], "log:whom: no longer in the source"),
        ([ENTRY, ENTRY], "translated twice"),
        ([ENTRY, PoEntry("", "Gone", "Parti")], "Gone: no longer in the source"),
    ],
)
def test_a_flaw_of_a_catalog_is_found(entries: list[PoEntry], flaw: str) -> None:
    (found,) = problems_of([TEXT], entries)
    assert flaw in found


def test_a_catalog_without_flaws_passes() -> None:
    assert list(problems_of([TEXT], [ENTRY])) == []
    messages = [Text("games/django", "", "seat"), Text("games/django", "verb", "seat")]
    entries = [PoEntry("", "seat", "siège"), PoEntry("verb", "seat", "asseoir")]
    assert list(problems_of(messages, entries)) == []


def test_a_code_that_two_texts_have_is_found() -> None:
    assert list(problems_of([TEXT, TEXT], [ENTRY])) == ["log:who: declared twice in the source"]


def test_the_check_fails_for_a_missing_text_and_for_a_file_of_no_text(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stray = ROOT / "games/wording/locale/fr_CA/LC_MESSAGES/none.po"
    sources = po_files.source_texts()
    more = Text("games.wording/log", "log:new", "New")
    sources["games.wording/log"].append(more)
    monkeypatch.setattr(po_files, "source_texts", lambda: sources)
    monkeypatch.setattr(po_files, "stored_files", lambda: {*stored_files(), stray})
    assert po_files.check() == 1
    name = stray.relative_to(ROOT)
    assert capsys.readouterr().out.splitlines() == [
        f"{name.with_stem('log')}: log:new: not in the catalog",
        f"{name}: no text of the source belongs to this catalog",
    ]


def test_no_french_is_written_in_python_but_that_of_the_cards() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in ("bots", "cards", "config", "games")
        for path in (ROOT / folder).rglob("*.py")
        if FRENCH.search(path.read_text("utf-8"))
    }
    assert found <= SPEAKS_FRENCH


# ---- the update


def test_an_update_keeps_translations_and_drops_what_the_source_no_longer_has() -> None:
    entries = [ENTRY, PoEntry("log:gone", "Gone", "Parti")]
    new = Text(TEXT.catalog, "log:new", "New")
    assert updated_entries([TEXT, new], entries) == [ENTRY, PoEntry("log:new", "New")]


def test_the_translation_of_a_changed_text_is_kept_as_fuzzy() -> None:
    changed = Text(TEXT.catalog, TEXT.context, "{name} lays {card}")
    (entry,) = updated_entries([changed], [ENTRY])
    assert entry == PoEntry("log:who", changed.en, ENTRY.translation, True, TEXT.en)
    assert read_po(render_po([entry], "fr_CA")) == [entry]
    assert updated_entries([changed], [entry]) == [entry]


def test_the_translation_of_a_text_with_a_new_code_is_proposed() -> None:
    renamed = Text(TEXT.catalog, "log:player", TEXT.en)
    (entry,) = updated_entries([renamed], [ENTRY])
    assert (entry.translation, entry.is_fuzzy) == (ENTRY.translation, True)


# ---- the format


def test_what_is_written_is_read_again_in_the_order_of_the_codes() -> None:
    entries = [PoEntry("b", 'a "quote"', "tab\t\\n"), PoEntry("a", "two\nlines", "")]
    assert read_po(render_po(entries, "fr_CA")) == entries[::-1]


def test_a_file_as_poedit_saves_it_is_read() -> None:
    contents = """# A comment of the translator
msgid ""
msgstr ""
"Project-Id-Version: \\n"
"X-Generator: Poedit 3.4\\n"

#. A comment of the source
#: games/wording/log.py:3
#, fuzzy, python-brace-format
#| msgctxt "log:who"
#| msgid ""
#| "{name} "
#| "lays {card}"
msgctxt "log:who"
msgid ""
"{name} plays "
"{card}"
msgstr ""
"{name} joue "
"{card}"
#~ msgctxt "log:gone"
#~ msgid "Gone"
#~ msgstr "Parti"

msgid "No code"
msgstr "Sans code"
"""
    assert read_po(contents.replace("\n", "\r\n")) == [
        PoEntry("log:who", TEXT.en, ENTRY.translation, True, "{name} lays {card}"),
        PoEntry("", "No code", "Sans code"),
    ]


def test_what_is_no_catalog_is_refused_with_its_line() -> None:
    with pytest.raises(OSError, match="line 3"):
        read_po('msgctxt "a"\nmsgid "b"\nx')


# ---- texts


def test_a_text_without_a_translation_is_in_english() -> None:
    assert Text("games.wording/log", "log:none", "None yet").to("fr-CA") == "None yet"


def test_values_with_braces_are_taken_as_they_are() -> None:
    assert TEXT.fill("en", name="{card}", card="x") == "{card} plays x"
    assert TEXT.with_params(name="{", card="}").to("fr-CA") == "{ plays }"


@pytest.mark.parametrize(
    ("tag", "language"), [("fr", "fr-CA"), ("fr_FR", "fr-CA"), ("FR-ca", "fr-CA"), ("de", "en")]
)
def test_any_french_is_the_french_of_canada(tag: str, language: str) -> None:
    assert closest_language(tag) == language
