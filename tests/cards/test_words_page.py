"""The page of words: translators change words, and nothing else."""

import csv
import io
import json
import re
from html import unescape

import msgspec
import pytest
from django.contrib.auth.models import Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bots.studio.exchange import word_files
from bots.studio.exchange.import_problems import NotImportable
from bots.studio.exchange.set_imports import read_import, write_import
from bots.studio.exchange.word_edits import notes_of, read_edits, write_edits
from bots.studio.exchange.word_files import write_words
from bots.studio.reviews import submit
from cards import language
from cards.language import card_text, encode_edition, fingerprint, indent_card, is_stale
from cards.models import Card, CardSet
from cards.selectors import draft_text
from cards.services import shipped_editions
from tests.cards.makers import FRENCH

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.cards.urls"), pytest.mark.slow]


XMEN = next(one for one in shipped_editions() if one.code == "xmen")


@pytest.fixture
def draft() -> CardSet:
    return write_import(read_import(encode_edition(XMEN)))


@pytest.fixture
def translator(client: Client, draft: CardSet) -> Client:
    user = User.objects.create(username="tess", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="translate_card"))
    client.force_login(user)
    return client


def address(draft: CardSet, query: str = "") -> str:
    return reverse("admin:cards_cardset_words", args=[draft.pk]) + query


def posted(code: str, field: str, tag: str, was: str, value: str, **more: str) -> dict[str, str]:
    key = f"{code}|{field}|{tag}"
    return {f"word|{key}": value, f"was|{key}": was} | more


def stored(draft: CardSet, code: str) -> Card:
    return draft.cards.get(code=code)


def test_a_translator_changes_words_with_history(translator: Client, draft: CardSet) -> None:
    before = draft_text(draft)
    data = posted("red-0", "name", FRENCH, "0 rouge", "Zéro rouge")
    data |= posted("wild", "text", FRENCH, "", "Choisis une couleur.")
    data |= posted("", "name", FRENCH, before.name_fr, "Les X-Men")
    data |= posted("wild", "text", "note", "", "trop long")
    assert translator.post(address(draft), data).status_code == 302
    draft.refresh_from_db()
    after = draft_text(draft)
    assert (after.name_fr, after.cards[0].name_fr) == ("Les X-Men", "Zéro rouge")
    wild = stored(draft, "wild").text()
    assert card_text(wild, after, FRENCH) == "Choisis une couleur."
    assert wild.texts[FRENCH].written_for == fingerprint(wild)
    assert notes_of(draft) == {("wild", "text"): "trop long"}
    last = stored(draft, "wild").history.first()
    assert last.history_user.username == "tess"
    plain = [msgspec.structs.replace(one, name_fr="", texts={}) for one in after.cards]
    assert plain == [msgspec.structs.replace(one, name_fr="") for one in before.cards]


def test_the_title_has_the_colon_of_the_language(translator: Client, draft: CardSet) -> None:
    shown = translator.get(address(draft), headers={"Accept-Language": "fr-CA"}).content.decode()
    assert f"<h2>Mots\u00a0: {draft.name_fr}</h2>" in shown


def test_only_words_can_be_posted(translator: Client, draft: CardSet) -> None:
    before = draft_text(draft)
    for data in (
        posted("wild", "effects", "en", "", "[]"),
        posted("nothing", "name", "en", "", "x"),
        posted("wild", "name", "effects", "", "x"),
        posted("wild", "name", "en", "Wild", ""),
        posted("wild", "name", "en", "Wild", "a\u202eb"),
        posted("wild", "text", FRENCH, "", "x" * 1001),
        posted("wild", "name", "note", "", "x" * 301),
        {"edits": json.dumps([["wild", "effects", "en", "", "[]"]])},
    ):
        reply = translator.post(address(draft), data)
        assert reply.status_code == 409, data
        assert 'role="alert"' in reply.content.decode()
    assert translator.post(address(draft), {"edits": "{"}).status_code == 403
    for url in (
        reverse("admin:cards_card_change", args=[stored(draft, "wild").pk]),
        reverse("admin:cards_cardset_import_set"),
        reverse("admin:cards_cardset_change", args=[draft.pk]),
    ):
        assert translator.post(url, {"definition": "{}", "name": "x"}).status_code == 403
    assert draft_text(CardSet.objects.get(pk=draft.pk)) == before


def test_who_may_not_translate_sees_no_page(client: Client, draft: CardSet) -> None:
    user = User.objects.create(username="looker", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=["view_cardset"]))
    client.force_login(user)
    assert client.get(address(draft)).status_code == 403
    data = posted("red-0", "name", FRENCH, "0 rouge", "Zéro")
    assert client.post(address(draft), data).status_code == 403
    assert stored(draft, "red-0").text().name_fr == "0 rouge"


def test_a_word_that_changed_meanwhile_is_not_overwritten(
    translator: Client, draft: CardSet
) -> None:
    data = posted("red-0", "name", FRENCH, "0 écarlate", "Zéro rouge")
    data |= posted("red-1", "name", FRENCH, "1 rouge", "Un rouge")
    reply = translator.post(address(draft), data)
    shown = unescape(reply.content.decode())
    assert reply.status_code == 409
    assert "another user has changed it meanwhile: 0 rouge" in shown
    assert 'value="Zéro rouge"' in shown and 'value="Un rouge"' in shown
    assert stored(draft, "red-1").text().name_fr == "1 rouge"


def test_stale_and_missing_words_are_marked_and_filtered(
    translator: Client, draft: CardSet
) -> None:
    translator.post(address(draft), posted("wild", "text", FRENCH, "", "Choisis."))
    assert "No words to show." in translator.get(address(draft, "?show=stale")).content.decode()
    row = stored(draft, "wild")
    changed = msgspec.structs.replace(row.text(), effects=row.text().effects * 2)
    row.definition = indent_card(changed)
    row.save()
    shown = translator.get(address(draft, "?show=stale")).content.decode()
    assert len(re.findall("<fieldset>", shown)) == 1 and "<mark>stale</mark>" in shown
    assert card_text(stored(draft, "wild").text(), None, FRENCH) != "Choisis."
    kept = posted("wild", "text", FRENCH, "Choisis.", "Choisis.")
    key = f"keep|wild|text|{FRENCH}"
    assert translator.post(address(draft), kept | {key: "on"}).status_code == 302
    assert not is_stale(stored(draft, "wild").text(), FRENCH)
    missing = posted("red-0", "name", FRENCH, "0 rouge", "")
    assert translator.post(address(draft), missing).status_code == 302
    assert "<mark>missing</mark>" in translator.get(address(draft, "?show=equal")).content.decode()


def renamed(draft: CardSet, name: str) -> CardSet:
    """The draft with another French name of its first card."""
    row = stored(draft, "red-0")
    row.definition = indent_card(msgspec.structs.replace(row.text(), name_fr=name))
    row.save()
    return CardSet.objects.get(pk=draft.pk)


def csv_of(draft: CardSet) -> str:
    """The words of a draft as CSV."""
    return write_words(draft_text(draft), notes_of(draft)).decode("utf-8-sig")


def refusal(draft: CardSet, data: bytes) -> str:
    """Why a file of words is refused."""
    with pytest.raises(NotImportable) as refused:
        read_edits(data, draft)
    return str(refused.value)


def test_words_as_csv_are_previewed_then_written(translator: Client, draft: CardSet) -> None:
    reply = translator.get(address(draft, "?format=csv"))
    assert reply["Content-Disposition"] == 'attachment; filename="xmen-words.csv"'
    before = draft_text(draft)
    content = reply.content.decode("utf-8-sig")
    content = content.replace("0 rouge,,", "Zéro rouge,look,", 1).encode()
    upload = {"file": SimpleUploadedFile("words", content)}
    shown = unescape(translator.post(address(draft), upload).content.decode())
    assert "<ins>Zéro rouge</ins>" in shown
    assert draft_text(CardSet.objects.get(pk=draft.pk)) == before
    edits = re.search(r'name="edits" value="(.*?)">', shown)
    assert edits is not None
    assert translator.post(address(draft), {"edits": edits[1]}).status_code == 302
    draft.refresh_from_db()
    first = msgspec.structs.replace(before.cards[0], name_fr="Zéro rouge")
    assert draft_text(draft) == msgspec.structs.replace(before, cards=(first, *before.cards[1:]))
    assert notes_of(draft) == {("red-0", "name"): "look"}


def test_rows_and_columns_may_be_left_out_and_empty_cells_delete(draft: CardSet) -> None:
    assert read_edits(csv_of(draft).encode(), draft) == []
    row = b"set,code,field,fr-CA\nxmen,red-0,name,\n,,,\n"
    edits = read_edits(row, draft)
    assert edits == [("red-0", "name", FRENCH, "0 rouge", "")]
    assert write_edits(draft, edits) == 1
    assert (stored(draft, "red-0").text().name, stored(draft, "red-0").text().name_fr) == (
        "Red 0", ""
    )  # fmt: skip


def test_no_cell_of_words_acts_as_a_formula(draft: CardSet) -> None:
    for name in ("=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''=1", "'tis", "＝1", "-"):
        written = csv_of(renamed(draft, name))
        cells = [one for row in csv.reader(io.StringIO(written)) for one in row]
        assert not [one for one in cells if one.startswith(("=", "+", "-", "@", "＝"))]
        renamed(draft, "0 rouge")
        assert [one.value for one in read_edits(written.encode(), draft)] == [name]


def test_csv_of_a_french_spreadsheet_is_read(draft: CardSet) -> None:
    into = io.StringIO()
    writer = csv.writer(into, delimiter=";")
    writer.writerows(csv.reader(io.StringIO(csv_of(draft).replace("0 rouge", "Zéro; rouge", 1))))
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        (edit,) = read_edits(into.getvalue().encode(encoding), draft)
        assert edit.value == "Zéro; rouge"


def test_words_have_the_made_texts_beside_them_which_are_only_read(draft: CardSet) -> None:
    content = csv_of(draft)
    assert content.splitlines()[0].endswith(",stale,made_en,made_fr-CA")
    made = "Choose the color in play.,Choisis la couleur pour poursuivre le jeu."
    assert f"xmen,wild,text,,,,,{made}" in content
    assert read_edits(content.replace("Choose the color", "Draw two").encode(), draft) == []


def test_a_stale_text_stays_stale_and_a_changed_one_is_not(draft: CardSet) -> None:
    row = stored(draft, "wild")
    row.definition = indent_card(language.with_word(row.text(), "text", FRENCH, "Choisis."))
    row.definition = row.definition.replace(fingerprint(row.text()), "0123456789abcdef")
    row.save()
    content = csv_of(draft)
    assert "Choisis.,,fr-CA" in content
    assert read_edits(content.encode(), draft) == []
    write_edits(draft, read_edits(content.replace("Choisis.", "Choisis !").encode(), draft))
    assert not is_stale(stored(draft, "wild").text(), FRENCH)


def test_a_problem_of_words_names_row_and_column(draft: CardSet) -> None:
    content = csv_of(draft)
    for before, after, expected in (
        ("xmen,red-0,name", "other,red-0,name",
         "row 3, column set: this row belongs to the set other"),
        ("xmen,red-0,name", "xmen,red-00,name",
         "row 3, column code: the set has no card red-00"),
        ("red-0,name", "red-0,title", "row 3, column field: there is no word title: name, text"),
        ("red-0,text", "red-0,name", "row 4, column field: red-0 has a row for name already"),
        ("xmen,,name", "xmen,,text", "row 2, column field: there is no word text: name"),
        (",field,", ",effects,", "the file: the column field is missing"),
        (",note,", ",effects,", "the file: there is no column effects: set, code, field"),
        (",note,", ",en,", "the file: the column en is given twice"),
        ("0 rouge", "r" * 61, "row 3, column fr-CA: “Name in French” has 61 characters"),
        ("0 rouge,,", "0 rouge,,,,,,more", "row 3: the row has more cells"),
        ("0 rouge,,", "0 rouge," + "n" * 301 + ",", "a note has 300 characters at most"),
    ):  # fmt: skip
        assert before in content
        assert expected in refusal(draft, content.replace(before, after, 1).encode())


def test_broken_files_of_words_are_refused(translator: Client, draft: CardSet) -> None:
    head = b"set,code,field\n"
    for data in (
        b"", b"PK\x03\x04", b"{}", b"\xff\xfe\x00", b"\xff\xff", b"a,b\n1,2\n", head,
        head + b'"' * 9, head + b"x" * 200_000, b"x" * 2_097_153,
        head + b"xmen,red-0,name\n" * word_files.MAX_ROWS,
    ):  # fmt: skip
        assert refusal(draft, data)
    upload = {"file": SimpleUploadedFile("words", head)}
    reply = translator.post(address(draft), upload)
    assert reply.status_code == 409 and "the file has no rows" in reply.content.decode()


def test_a_frozen_draft_keeps_its_words(translator: Client, draft: CardSet) -> None:
    translator.post(address(draft), posted("red-0", "name", FRENCH, "0 rouge", "Zéro"))
    boss = User.objects.create(username="boss", is_superuser=True)
    submit(card_set=draft, by=boss, reason="look at it")
    reply = translator.post(address(draft), posted("red-0", "name", FRENCH, "Zéro", "Nul"))
    assert reply.status_code == 409 and "is frozen" in reply.content.decode()
    assert stored(draft, "red-0").text().name_fr == "Zéro"
