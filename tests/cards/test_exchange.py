"""Sets as files: what goes out comes in again, and nothing else comes in."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command, get_commands
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook

from cards.exchange import sheet_files
from cards.exchange.import_problems import NotImportable
from cards.exchange.set_exports import FORMATS, export_set
from cards.exchange.set_imports import (
    SetExists,
    as_draft,
    read_import,
    write_import,
)
from cards.exchange.sheet_files import NotExportable
from cards.language import (
    CardWords,
    Deck,
    DeckCardDef,
    EditionDef,
    edition_hash,
    encode_edition,
    fingerprint,
    with_word,
)
from cards.models import Card, CardSet, DeckCard, Edition
from cards.review_errors import DraftChanged, DraftFrozen
from cards.reviews import submit
from cards.selectors import draft_text
from cards.services import load_cards, shipped_editions
from tests.cards.makers import FRENCH, card, edition, wild

pytestmark = pytest.mark.django_db

EDITIONS = {one.code: one for one in shipped_editions()}
XMEN = EDITIONS["xmen"]
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''=1", "'tis", "＝1", "-", "="]


def problems(data: bytes) -> list[str]:
    """The problems of a file that is not imported."""
    with pytest.raises(NotImportable) as refused:
        read_import(data)
    return [str(one) for one in refused.value.problems]


def archive(**files: str) -> bytes:
    """An archive of CSV files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as into:
        for name, text in files.items():
            into.writestr(f"{name}.csv", text)
    return made.getvalue()


def unpacked(text: EditionDef) -> dict[str, str]:
    """The CSV files of a set by sheet."""
    with zipfile.ZipFile(io.BytesIO(export_set(text, "csv").content)) as made:
        return {one.removesuffix(".csv"): made.read(one).decode("utf-8-sig")
                for one in made.namelist()}  # fmt: skip


def workbook(change: Callable[[Any], None], text: EditionDef = XMEN) -> bytes:
    """The workbook of a set, after a change by hand."""
    book = load_workbook(io.BytesIO(export_set(text, "xlsx").content))
    change(book)
    made = io.BytesIO()
    book.save(made)
    return made.getvalue()


# ---- round trips


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("code", sorted(EDITIONS))
def test_each_edition_comes_back_with_its_hash(code: str, format: str) -> None:
    text = EDITIONS[code]
    found = read_import(export_set(text, format).content)
    assert found.hash == edition_hash(text)
    stored = write_import(found)
    assert edition_hash(draft_text(stored)) == found.draft_hash
    again = export_set(draft_text(stored), format).content
    assert read_import(again).draft_hash == found.draft_hash


def test_json_is_byte_for_byte_the_canonical_form() -> None:
    for text in EDITIONS.values():
        assert export_set(text, "json").content == encode_edition(text)


NAMES = st.one_of(
    st.sampled_from(FORMULAS),
    st.text(
        st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")),
        min_size=1,
        max_size=60,
    ).filter(str.strip),
)


@st.composite
def sets(draw: st.DrawFn) -> EditionDef:
    """Sets of odd names and symbols that pass the lint, with texts of translators."""
    cards = []
    for at in range(draw(st.integers(1, 4))):
        one = msgspec.structs.replace(
            card(f"red-{at}"), name=draw(NAMES), name_fr=draw(NAMES | st.just("")),
            symbol=draw(NAMES), character=draw(NAMES | st.just("")), rule=draw(NAMES),
        )  # fmt: skip
        for tag in draw(st.sets(st.sampled_from(["en", "fr-CA", "es-MX"]))):
            one = with_word(one, "text", tag, draw(NAMES))
        if draw(st.booleans()):
            one = with_word(one, "name", "es-MX", draw(NAMES))
        if FRENCH in one.texts and draw(st.booleans()):
            words = msgspec.structs.replace(one.texts[FRENCH], written_for="0123456789abcdef")
            one = msgspec.structs.replace(one, texts={**one.texts, FRENCH: words})
        cards.append(one)
    names = {"es-MX": draw(NAMES)} if draw(st.booleans()) else {}
    copies = draw(st.dictionaries(st.sampled_from([one.code for one in cards]), st.integers(1, 9)))
    return edition(
        *cards, name=draw(NAMES), name_fr=draw(NAMES | st.just("")), names=names, copies=copies
    )


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(sets())
def test_any_set_comes_back_with_its_hash(text: EditionDef) -> None:
    for format in FORMATS:
        found = read_import(export_set(text, format).content)
        assert found.hash == edition_hash(text), format
        assert edition_hash(as_draft(text)) == found.draft_hash


def test_a_draft_has_the_hash_that_the_import_says() -> None:
    text = EDITIONS["ultimate-marvel-2023"]
    turned = msgspec.structs.replace(
        text,
        decks=tuple(
            msgspec.structs.replace(one, cards=one.cards[::-1]) for one in text.decks[::-1]
        ),
        names={"es-MX": "Maravilla"},
    )
    found = read_import(encode_edition(turned))
    assert found.hash == edition_hash(turned) != found.draft_hash
    assert edition_hash(draft_text(write_import(found))) == found.draft_hash


def test_a_text_longer_than_a_cell_goes_on_in_the_next() -> None:
    effects = [{"effect": "burn", "who": "next", "count": 1 + at % 2} for at in range(90)]
    modes = [{"name": f"m{at}", "do": effects} for at in range(11)]
    long = wild({"effect": "choose_mode", "modes": modes})
    text = edition(long, card())
    assert len(json.dumps([msgspec.to_builtins(one) for one in long.effects])) > 32_767
    for format in ("csv", "xlsx"):
        content = export_set(text, format).content
        assert read_import(content).hash == edition_hash(text)
    page = load_workbook(io.BytesIO(export_set(text, "xlsx").content))["cards"]
    assert "effects 2" in [cell.value for cell in page[1]]
    assert max(len(cell.value or "") for row in page for cell in row) <= 32_767


# ---- spreadsheets


@pytest.mark.parametrize("name", FORMULAS)
def test_no_cell_acts_as_a_formula(name: str) -> None:
    text = edition(msgspec.structs.replace(card(), name=name, name_fr=name))
    for sheet in unpacked(text).values():
        cells = [one for row in sheet_files.csv.reader(io.StringIO(sheet)) for one in row]
        assert not [one for one in cells if one.startswith(("=", "+", "-", "@", "＝"))]
    book = load_workbook(io.BytesIO(export_set(text, "xlsx").content))
    cells = [cell for page in book for row in page for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} == {"s"}
    assert read_import(export_set(text, "csv").content).text.cards[0].name == name


def test_numbers_dates_and_formulas_of_a_spreadsheet() -> None:
    def numbers(book: Any) -> None:
        at = [cell.value for cell in book["cards"][1]].index("symbol") + 1
        row = next(row for row in book["cards"] if row[1].value == "red-7")[0].row
        book["cards"].cell(row, at).value = 7
        book["cards"].cell(row, at).number_format = "0.00"

    assert read_import(workbook(numbers)).hash == edition_hash(XMEN)

    def formula(book: Any) -> None:
        book["words"]["D5"].value = "=HYPERLINK(1)"

    assert problems(workbook(formula)) == [
        "words, row 5, column en: the cell holds a formula: write its value instead"
    ]

    def date(book: Any) -> None:
        from datetime import date

        book["cards"]["F3"].value = date(2026, 1, 2)

    (found,) = problems(workbook(date))
    assert found.startswith("cards, row 3, column symbol: the cell holds a date")


def test_csv_of_a_french_spreadsheet_is_read() -> None:
    files = unpacked(XMEN)
    french = {}
    for name, text in files.items():
        into = io.StringIO()
        writer = sheet_files.csv.writer(into, delimiter=";")
        writer.writerows(sheet_files.csv.reader(io.StringIO(text)))
        french[name] = into.getvalue()
    assert read_import(archive(**french)).hash == edition_hash(XMEN)


def test_a_text_that_no_spreadsheet_holds_is_not_written() -> None:
    text = edition(msgspec.structs.replace(card(), name="a\x07b"))
    for format in ("csv", "xlsx"):
        with pytest.raises(NotExportable, match="U\\+0007"):
            export_set(text, format)
    assert json.loads(export_set(text, "json").content)["cards"][0]["name"] == "a\x07b"


# ---- a part of a set


def test_one_sheet_changes_that_part_of_the_draft() -> None:
    write_import(read_import(encode_edition(XMEN)))
    files = unpacked(XMEN)
    words = files["words"].replace("0 rouge", "Zéro rouge")
    found = read_import(words.encode())
    assert found.before == XMEN
    assert found.text.cards[0].name_fr == "Zéro rouge"
    assert found.text == msgspec.structs.replace(
        XMEN,
        cards=(msgspec.structs.replace(XMEN.cards[0], name_fr="Zéro rouge"), *XMEN.cards[1:]),
    )
    cards = files["cards"].replace("Red 0", "Red Zero")
    found = read_import(cards.encode())
    assert (found.text.cards[0].name, found.text.cards[0].name_fr) == ("Red Zero", "0 rouge")
    assert found.text.name_fr == XMEN.name_fr


def test_one_sheet_of_an_unknown_set_is_refused() -> None:
    assert problems(unpacked(XMEN)["words"].encode()) == [
        "the file: there is no draft with the code xmen, so the file needs the sheet cards"
    ]


# ---- problems


def changed(sheet: str, before: str, after: str) -> bytes:
    """The archive of the X-Men with a change in a sheet."""
    files = unpacked(XMEN)
    assert before in files[sheet]
    return archive(**{**files, sheet: files[sheet].replace(before, after, 1)})


@pytest.mark.parametrize(
    ("sheet", "before", "after", "expected"),
    [
        ("cards", "xmen,red-0,", "other,red-0,",
         "cards, row 2, column set: this row belongs to the set other, and the file to xmen"),
        ("cards", "xmen,red-0,", ",red-0,", "cards, row 2, column set: the code of the set is"),
        ("cards", "number,red", "numero,red", "cards, row 2, column kind: kind cannot be numero"),
        ("cards", "number,red", "number,pink",
         "cards, row 2, column color: the edition has no color pink"),
        ("cards", ",points,", ",point,", "cards: there is no column point: set, code"),
        ("cards", ",symbol,", ",kind,", "cards: the column kind is given twice"),
        ("words", ",red-0,name", ",red-00,name",
         "words, row 3, column code: the set has no card red-00"),
        ("words", ",red-0,name", ",red-0,title", "words, row 3, column field: there is no word"),
        ("words", "Red 0,0 rouge", "Red O,0 rouge",
         "words, row 3, column en: the sheet of cards calls it Red 0"),
        ("words", ",red-0,text", ",red-0,name",
         "words, row 4, column field: red-0 has a row for name already"),
        ("set", ",xmen,", ",whist,", "set, row 2, column variant: there is no variant whist"),
        ("set", '"red, ', '"red, red, ', "set, row 2, column colors: red is named twice"),
    ],
)  # fmt: skip
def test_a_problem_names_sheet_row_and_column(
    sheet: str, before: str, after: str, expected: str
) -> None:
    found = problems(changed(sheet, before, after))
    assert expected in "\n".join(found)
    assert not CardSet.objects.exists()


def test_problems_of_effects_are_at_their_cell_in_both_languages() -> None:
    data = changed("cards", '""choose_color""', '""choose_colour""')
    with pytest.raises(NotImportable) as refused:
        read_import(data)
    (one,) = refused.value.problems
    assert one.place.sheet == "cards"
    assert one.place.column == "effects"
    assert "there is no effect choose_colour; did you mean choose_color?" in str(one)
    assert one.to(FRENCH).startswith(f"cards, ligne {one.place.row}, colonne effects : il")
    assert "choose_color" in one.to(FRENCH)


def test_a_cell_of_json_cannot_reach_outside() -> None:
    cut = changed("cards", '"[{""effect"": ""choose_color""}]"', '"[]}, {""code"": ""x"""')
    assert "column effects: not JSON" in problems(cut)[0]
    twice = changed(
        "cards",
        '""effect"": ""choose_color""',
        '""effect"": ""skip"", ""effect"": ""choose_color""',
    )
    assert "the field effect is given twice" in problems(twice)[0]
    deep = changed("cards", '"[{""effect"": ""choose_color""}]"', "[" * 50_000 + "]" * 50_000)
    assert "column effects" in problems(deep)[0]


@pytest.mark.parametrize(
    "data",
    [b"", b"PK", b"PK\x03\x04" + b"x" * 100, b"{", b"{}", b"\xff\xfe", b"\x00\x01", b"a,b\n1,2\n",
     b"\xff\xff\xff", b"set\n", b"set,code\nx,y\n", b'"', b"set,field,code\n" + b'"' * 9],
)  # fmt: skip
def test_broken_files_are_refused_with_a_reason(data: bytes) -> None:
    assert problems(data)


def test_a_broken_workbook_is_refused() -> None:
    whole = export_set(XMEN, "xlsx").content
    for at in range(40, len(whole), 611):
        broken = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        try:
            found = read_import(broken)
        except NotImportable as error:
            assert error.problems
        else:
            assert found.hash == edition_hash(XMEN)


def test_other_sheets_and_entities_are_refused() -> None:
    assert (
        "there is no sheet Notes"
        in problems(workbook(lambda book: book.create_sheet("Notes").append(["x"])))[0]
    )
    made = io.BytesIO()
    whole = zipfile.ZipFile(io.BytesIO(export_set(XMEN, "xlsx").content))
    with whole, zipfile.ZipFile(made, "w") as into:
        for name in whole.namelist():
            part = whole.read(name)
            if name.endswith("sheet1.xml"):
                part = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "a">]>' + part
            into.writestr(name, part)
    assert "DOCTYPE" in problems(made.getvalue())[0]


def test_large_files_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "the file has 2097153 bytes" in problems(b"x" * (sheet_files.MAX_FILE_BYTES + 1))[0]
    bomb = archive(cards="0" * (sheet_files.MAX_UNPACKED_BYTES + 1))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as into:
        into.writestr("cards.csv", "0" * (sheet_files.MAX_UNPACKED_BYTES + 1))
    assert len(made.getvalue()) < 100_000 < len(bomb)
    assert "unpacks to 16777217 bytes" in problems(made.getvalue())[0]
    rows = "set,code,field\n" + "xmen,red-0,name\n" * sheet_files.MAX_ROWS
    assert "more than 5000 rows" in problems(archive(words=rows))[0]
    far = Workbook()
    far.active.title = "words"
    far.active.cell(1_048_576, 16_384).value = "x"
    made = io.BytesIO()
    far.save(made)
    assert "more than 5000 rows" in problems(made.getvalue())[0]
    monkeypatch.setattr(sheet_files, "MAX_CELL_LENGTH", 100)
    assert "the cell has" in problems(export_set(XMEN, "csv").content)[0]


def test_a_file_with_findings_changes_nothing() -> None:
    stored = write_import(read_import(encode_edition(XMEN)))
    before = list(Card.objects.values()) + list(CardSet.objects.values())
    history = Card.history.count()
    bad = msgspec.structs.replace(XMEN, cards=(*XMEN.cards, wild({"effect": "choose_player"})))
    (found,) = problems(encode_edition(bad))
    assert found == "own-wild, effects[1]: target is chosen, but nothing reads it"
    assert list(Card.objects.values()) + list(CardSet.objects.values()) == before
    assert Card.history.count() == history
    assert edition_hash(draft_text(stored)) == edition_hash(XMEN)


# ---- writing


def test_a_set_of_the_same_code_is_not_replaced_unasked() -> None:
    load_cards()
    foreign = msgspec.structs.replace(XMEN, name="Foreign")
    found = read_import(encode_edition(foreign))
    assert found.before == XMEN
    with pytest.raises(SetExists):
        write_import(found)
    with pytest.raises(DraftChanged):
        write_import(found, replace=True, seen="0" * 64)
    loaded = CardSet.objects.get(code="xmen").loaded_hash
    assert write_import(found, replace=True, seen=found.seen).name == "Foreign"
    assert CardSet.objects.get(code="xmen").loaded_hash == loaded
    assert {one.draft for one in load_cards()} == {"unchanged", "edited"}
    other = write_import(read_import(encode_edition(foreign), "foreign"))
    assert (other.code, other.loaded_hash) == ("foreign", "")


def test_a_draft_in_review_is_not_replaced() -> None:
    boss = User.objects.create(username="boss", is_superuser=True)
    stored = write_import(read_import(encode_edition(XMEN)), by=boss)
    submit(card_set=stored, by=boss, reason="look at it")
    found = read_import(encode_edition(msgspec.structs.replace(XMEN, name="Foreign")))
    with pytest.raises(DraftFrozen):
        write_import(found, by=boss, replace=True)
    assert draft_text(stored) == XMEN


def test_only_changed_rows_have_history_with_the_user() -> None:
    keeper = User.objects.create(username="keeper")
    text = EDITIONS["ultimate-marvel-2023"]
    write_import(read_import(encode_edition(text)), by=keeper)
    assert set(Card.history.values_list("history_user__username", flat=True)) == {"keeper"}
    cards, decks = Card.history.count(), DeckCard.history.count()
    hulk = next(deck for deck in text.decks if deck.hero == "hulk")
    less = Deck(hero="hulk", cards=(
        DeckCardDef(card=hulk.cards[0].card, copies=3), *hulk.cards[1:]
    ))  # fmt: skip
    changed = msgspec.structs.replace(
        text,
        cards=(msgspec.structs.replace(text.cards[0], name="Other"), *text.cards[1:]),
        decks=tuple(less if deck.hero == "hulk" else deck for deck in text.decks),
    )
    write_import(read_import(encode_edition(changed)), by=keeper, replace=True)
    assert Card.history.count() == cards + 1
    assert DeckCard.history.count() == decks + 1
    assert set(DeckCard.history.values_list("history_user__username", flat=True)) == {"keeper"}
    gone = msgspec.structs.replace(edition(card(), code=text.code, variant="xmen"), name="Small")
    write_import(read_import(encode_edition(gone)), by=keeper, replace=True)
    assert set(Card.history.values_list("history_user__username", flat=True)) == {"keeper"}


def test_a_stale_text_stays_stale_and_a_new_one_is_not() -> None:
    one = with_word(card(), "text", FRENCH, "Rien.")
    words = CardWords(text="Rien.", written_for="0123456789abcdef")
    text = edition(msgspec.structs.replace(one, texts={FRENCH: words}))
    stored = draft_text(write_import(read_import(export_set(text, "xlsx").content)))
    assert stored.cards[0].texts[FRENCH] == words
    sheet = export_set(stored, "csv", sheet="words").content.decode("utf-8-sig")
    same = read_import(sheet.encode()).text.cards[0].texts[FRENCH]
    assert same == words
    new = read_import(sheet.replace("Rien.", "Rien du tout.").encode()).text.cards[0]
    assert new.texts[FRENCH] == CardWords(text="Rien du tout.", written_for=fingerprint(new))


# ---- commands


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load_cards()
    for name in ("set.json", "set.xlsx", "set.zip"):
        call_command("export_set", "xmen", str(tmp_path / name))
        call_command("import_set", str(tmp_path / name))
        assert "The draft is the same." in capsys.readouterr().out
    assert (tmp_path / "set.json").read_bytes() == encode_edition(XMEN)
    foreign = tmp_path / "foreign.json"
    foreign.write_bytes(encode_edition(msgspec.structs.replace(XMEN, name="Foreign")))
    with pytest.raises(CommandError, match="there is a draft xmen already"):
        call_command("import_set", str(foreign))
    assert "name: X-Men (2026) → Foreign" in capsys.readouterr().out
    call_command("import_set", str(foreign), "--replace", "--dry-run")
    assert CardSet.objects.get(code="xmen").name == "X-Men (2026)"
    call_command("import_set", str(foreign), "--as", "foreign")
    assert CardSet.objects.get(code="foreign").name == "Foreign"
    with pytest.raises(CommandError, match="lower-case"):
        call_command("import_set", str(foreign), "--as", "No Code")
    with pytest.raises(CommandError, match="no user ghost"):
        call_command("import_set", str(foreign), "--user", "ghost")
    with pytest.raises(CommandError, match="one sheet"):
        call_command("export_set", "xmen", str(tmp_path / "a.csv"))
    with pytest.raises(CommandError, match="There is no draft what; there are"):
        call_command("export_set", "what")


def test_an_edition_goes_to_another_server_byte_for_byte(tmp_path: Path) -> None:
    load_cards()
    stored = Edition.objects.get(code="xmen")
    file = str(tmp_path / "edition.json")
    call_command("export_set", file, "--edition", stored.hash[:12])
    changed = msgspec.structs.replace(XMEN, copies={**XMEN.copies, "red-0": 1})
    assert edition_hash(as_draft(changed)) != edition_hash(changed)
    (tmp_path / "other.json").write_bytes(encode_edition(changed))
    with pytest.raises(CommandError, match="Give a reason"):
        call_command("import_set", str(tmp_path / "other.json"), "--edition")
    call_command("import_set", str(tmp_path / "other.json"), "--edition", "--reason", "a league")
    made = Edition.objects.get(hash=edition_hash(changed))
    assert made.canonical.encode() == encode_edition(changed)
    assert (made.reason, made.means, made.releases.count()) == ("a league", "command", 0)
    call_command("import_set", file, "--edition", "--reason", "again")
    assert Edition.objects.get(hash=stored.hash).reason != "again"


def test_no_command_writes_cards_without_the_lint() -> None:
    assert not {"import", "export"} & get_commands().keys()
