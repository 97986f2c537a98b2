"""The catalogs for translators: their format, their check, their update."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from polib import POEntry

from cards.translation import Text, closest_language
from config import po_files
from config.po_files import ROOT, flaws_of, stored_files, updated

TEXT = Text("games.wording/log", "log:who", "{name} plays {card}")
BREAKS = "a line can break before a mark: put a no-break space, or none before ; ! ?"
FRENCH = re.compile("[àâçèéêëîïôœùûÀÂÇÈÉÊËÎÏÔŒÙÛ]")
SPEAKS_FRENCH = {"cards/language/spoken/french.py", "config/settings.py"}


# ---- what is in the tree


def test_every_text_of_the_source_is_translated(capsys: pytest.CaptureFixture[str]) -> None:
    assert (po_files.check(), capsys.readouterr().out) == (0, "")


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
    for entry in po_files.entries_of(path):
        found = (
            translations.pgettext(entry.msgctxt, entry.msgid)
            if entry.msgctxt
            else translations.gettext(entry.msgid)
        )
        assert found == entry.msgstr


def test_messages_of_modules_and_templates_are_found() -> None:
    messages = {(one.context, one.en) for one in po_files.messages_of("games")}
    assert messages >= {
        ("", "number of the event"), ("", "Erased."), ("permission", "view"), ("", "Play now"),
    }  # fmt: skip


# ---- the check


def translated(text: Text = TEXT, french: str = "{name} joue {card}", *flags: str) -> POEntry:
    """Return an entry with a translation."""
    context = text.context or None
    return POEntry(msgctxt=context, msgid=text.en, msgstr=french, flags=list(flags))


@pytest.mark.parametrize(
    ("entry", "flaws"),
    [
        (translated(), []),
        (translated(TEXT, ""), ["not translated"]),
        (translated(TEXT, "{nom} joue {card}"), ["the translation has other placeholders"]),
        (translated(TEXT, "{name} joue"), ["the translation has other placeholders"]),
        (translated(TEXT, "{name} joue {card}{"), ["the translation has other placeholders"]),
        (
            translated(Text("", "", "%(one)s"), "%(un)s"),
            ["the translation has other placeholders"],
        ),
        (
            translated(TEXT, "{name} joue {card}", "fuzzy"),
            ["marked as fuzzy: check the translation"],
        ),
        (translated(TEXT, "«\u00a0{name}\u00a0»\u00a0: {card}!"), []),
        *(
            (translated(TEXT, french), [BREAKS])
            for french in (
                "{name} : {card}",
                "« {name}\u00a0» {card}",
                "«\u00a0{name} » {card}",
                "{name} {card} !",
            )
        ),
    ],
)
def test_a_flaw_of_a_translation_is_found(entry: POEntry, flaws: list[str]) -> None:
    assert list(flaws_of(entry)) == flaws


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
        f"{name.with_stem('log')}: not as the source has it",
        f"{name}: no text of the source belongs to this catalog",
    ]


def test_a_code_that_two_texts_have_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = [*po_files.declared_texts(), TEXT, TEXT]
    monkeypatch.setattr(po_files, "declared_texts", lambda: texts)
    assert po_files.check() == 1
    assert "games.wording/log: log:who: declared twice" in capsys.readouterr().out.splitlines()


def test_no_french_is_written_in_python_but_that_of_the_cards() -> None:
    found = {
        str(path.relative_to(ROOT))
        for folder in ("bots", "cards", "config", "games")
        for path in (ROOT / folder).rglob("*.py")
        if FRENCH.search(path.read_text("utf-8"))
    }
    assert found <= SPEAKS_FRENCH


# ---- the update


def test_an_update_keeps_translations_and_drops_what_the_source_does_not_have() -> None:
    seat = Text("games/django", "", "seat")
    as_verb = Text("games/django", "verb", "seat")
    known = [translated(), translated(seat, "siège"), translated(as_verb, "asseoir")]
    gone = translated(Text(TEXT.catalog, "log:gone", "Gone"), "Parti")
    new = Text(TEXT.catalog, "log:new", "New")
    assert [
        (one.msgctxt, one.msgid, one.msgstr, one.fuzzy)
        for one in updated([TEXT, seat, as_verb, new], [*known, gone], "fr-CA")
    ] == [
        (None, "seat", "siège", False),
        ("log:new", "New", "", False),
        ("log:who", TEXT.en, "{name} joue {card}", False),
        ("verb", "seat", "asseoir", False),
    ]


@pytest.mark.parametrize(
    "changed",
    [
        Text(TEXT.catalog, TEXT.context, "{name} lays {card}"),
        Text(TEXT.catalog, "log:player", TEXT.en),
    ],
)
def test_the_translation_of_a_changed_text_is_proposed_until_it_is_checked(changed: Text) -> None:
    (entry,) = first = updated([changed], [translated()], "fr-CA")
    assert (entry.msgstr, entry.previous_msgid) == ("{name} joue {card}", TEXT.en)
    assert entry.fuzzy and str(updated([changed], [entry], "fr-CA")) == str(first)


def test_a_file_that_poedit_saved_is_read(tmp_path: Path) -> None:
    path = tmp_path / "log.po"
    path.write_text(POEDIT.replace("\n", "\r\n"), encoding="utf-8", newline="")
    (entry,) = po_files.entries_of(path)
    assert (entry.msgctxt, entry.msgid) == (TEXT.context, TEXT.en)
    assert (entry.msgstr, entry.fuzzy) == ("{name} joue {card}", True)


POEDIT = """# A comment of the translator
msgid ""
msgstr ""
"Project-Id-Version: \\n"
"X-Generator: Poedit 3.4\\n"

#. A comment of the source
#: games/wording/log.py:3
#, fuzzy, python-brace-format
#| msgctxt "log:who"
#| msgid "{name} lays {card}"
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
"""


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
