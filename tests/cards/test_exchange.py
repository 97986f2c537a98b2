"""Sets as files: what goes out comes in again, and nothing else comes in."""

from pathlib import Path

import msgspec
import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.studio.exchange.import_problems import MAX_FILE_BYTES, NotImportable
from bots.studio.exchange.set_imports import (
    SetExists,
    as_draft,
    read_import,
    write_import,
)
from bots.studio.reviews import submit
from cards.draft_errors import DraftChanged, DraftFrozen
from cards.language import (
    Deck,
    DeckCardDef,
    EditionDef,
    edition_hash,
    encode_edition,
    with_word,
)
from cards.models import Card, CardSet, DeckCard, Edition
from cards.models.draft_acts import one_act
from cards.selectors import draft_text
from cards.services import load_cards, shipped_editions
from tests.cards.makers import FRENCH, card, edition, wild
from tests.shipped import load_shipped

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

EDITIONS = {one.code: one for one in shipped_editions()}
XMEN = EDITIONS["xmen"]


def problems(data: bytes) -> list[str]:
    """The problems of a file that is not imported."""
    with pytest.raises(NotImportable) as refused:
        read_import(data)
    return [str(one) for one in refused.value.problems]


# ---- round trips


@pytest.mark.parametrize("code", sorted(EDITIONS))
def test_each_edition_comes_back_with_its_hash(code: str) -> None:
    text = EDITIONS[code]
    found = read_import(encode_edition(text))
    assert found.hash == edition_hash(text)
    stored = write_import(found)
    assert edition_hash(draft_text(stored)) == found.draft_hash
    again = encode_edition(draft_text(stored))
    assert read_import(again).draft_hash == found.draft_hash


def test_a_byte_order_mark_before_json_is_left_out() -> None:
    assert read_import(b"\xef\xbb\xbf" + encode_edition(XMEN)).hash == edition_hash(XMEN)


NAMES = st.text(
    st.characters(exclude_categories=("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")),
    min_size=1,
    max_size=60,
).filter(str.strip)
READABLE = st.text(
    st.characters(codec="ascii", exclude_categories=("Cc",)) | st.sampled_from("éÀœçß«»–"),
    max_size=50,
)


@st.composite
def sets(draw: st.DrawFn) -> EditionDef:
    """Sets of odd names and symbols that pass the lint, with texts of translators."""
    cards = []
    for at in range(draw(st.integers(1, 4))):
        one = msgspec.structs.replace(
            card(f"red-{at}"), name=f"{draw(READABLE)} {at}",
            name_fr=draw(READABLE.map(lambda name, at=at: f"{name} {at}") | st.just("")),
            symbol=draw(NAMES), character=draw(NAMES | st.just("")), rule=draw(NAMES),
        )  # fmt: skip
        for tag in draw(st.sets(st.sampled_from(["en", "fr-CA", "es-MX"]))):
            one = with_word(one, "text", tag, draw(NAMES))
        if draw(st.booleans()):
            one = with_word(one, "name", "es-MX", f"{draw(READABLE)} {at}")
        if FRENCH in one.texts and draw(st.booleans()):
            words = msgspec.structs.replace(one.texts[FRENCH], written_for="0123456789abcdef")
            one = msgspec.structs.replace(one, texts={**one.texts, FRENCH: words})
        cards.append(one)
    names = {"es-MX": f"{draw(READABLE)}s"} if draw(st.booleans()) else {}
    copies = draw(st.dictionaries(st.sampled_from([one.code for one in cards]), st.integers(1, 9)))
    return edition(
        *cards,
        name=f"{draw(READABLE)}s",
        name_fr=draw(st.just("") | st.just("À toi")),
        names=names,
        copies=copies,
    )


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(sets())
def test_any_set_comes_back_with_its_hash(text: EditionDef) -> None:
    found = read_import(encode_edition(text))
    assert found.hash == edition_hash(text)
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


# ---- problems


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"{", b"{}", b"[]", b"\xff\xfe", b"\x00\x01", b"a,b\n1,2\n"]
)
def test_broken_files_are_refused_with_a_reason(data: bytes) -> None:
    assert problems(data)


def test_a_large_file_is_refused() -> None:
    assert "the file has 2097153 bytes" in problems(b"x" * (MAX_FILE_BYTES + 1))[0]


def test_what_no_draft_can_have_is_refused() -> None:
    many = msgspec.structs.replace(XMEN, copies={**XMEN.copies, "red-0": 101}, variant="whist")
    unknown, copies = problems(encode_edition(many))
    assert "there is no variant whist" in unknown
    assert copies == "red-0: 101 copies: a draft can have 100 of a card at most"


def test_problems_have_their_place_in_both_languages() -> None:
    data = encode_edition(XMEN).replace(b'"choose_color"', b'"choose_colour"', 1)
    with pytest.raises(NotImportable) as refused:
        read_import(data)
    (one,) = refused.value.problems
    assert "there is no effect choose_colour; did you mean choose_color?" in str(one)
    assert "effects" in one.place.path
    assert "choose_color" in one.to(FRENCH) != str(one)


def test_a_file_with_findings_changes_nothing() -> None:
    stored = write_import(read_import(encode_edition(XMEN)))
    before = list(Card.objects.values()) + list(CardSet.objects.values())
    history = Card.history.count()
    bad = msgspec.structs.replace(XMEN, cards=(*XMEN.cards, wild({"effect": "choose_player"})))
    (found,) = problems(encode_edition(bad))
    assert found == "own-wild, effects[1]: “target” is chosen, but nothing reads it"
    assert list(Card.objects.values()) + list(CardSet.objects.values()) == before
    assert Card.history.count() == history
    assert edition_hash(draft_text(stored)) == edition_hash(XMEN)


# ---- writing


def test_a_set_of_the_same_code_is_not_replaced_unasked() -> None:
    load_shipped()
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
    stored = write_import(read_import(encode_edition(XMEN)))
    submit(card_set=stored, by=boss, reason="look at it")
    found = read_import(encode_edition(msgspec.structs.replace(XMEN, name="Foreign")))
    with pytest.raises(DraftFrozen):
        write_import(found, replace=True)
    assert draft_text(stored) == XMEN


def write_as(user: User, text: EditionDef) -> None:
    with one_act(user):
        write_import(read_import(encode_edition(text)), replace=True)


def test_only_changed_rows_have_history_with_the_user() -> None:
    keeper = User.objects.create(username="keeper")
    text = EDITIONS["ultimate-marvel-2023"]
    write_as(keeper, text)
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
    write_as(keeper, changed)
    assert Card.history.count() == cards + 1
    assert DeckCard.history.count() == decks + 1
    assert set(DeckCard.history.values_list("history_user__username", flat=True)) == {"keeper"}
    gone = msgspec.structs.replace(edition(card(), code=text.code, variant="xmen"), name="Small")
    write_as(keeper, gone)
    assert set(Card.history.values_list("history_user__username", flat=True)) == {"keeper"}


# ---- commands


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    load_shipped()
    call_command("export_set", "xmen", str(tmp_path / "set.json"))
    call_command("import_set", str(tmp_path / "set.json"))
    assert "The draft is the same." in capsys.readouterr().out
    assert (tmp_path / "set.json").read_bytes() == encode_edition(XMEN)
    foreign = tmp_path / "foreign.json"
    foreign.write_bytes(encode_edition(msgspec.structs.replace(XMEN, name="Foreign")))
    with pytest.raises(CommandError, match="there is a draft xmen already"):
        call_command("import_set", str(foreign))
    assert "Name: X-Men (2026) → Foreign" in capsys.readouterr().out
    call_command("import_set", str(foreign), "--replace", "--dry-run")
    assert CardSet.objects.get(code="xmen").name == "X-Men (2026)"
    call_command("import_set", str(foreign), "--as", "foreign")
    assert CardSet.objects.get(code="foreign").name == "Foreign"
    with pytest.raises(CommandError, match="lower-case"):
        call_command("import_set", str(foreign), "--as", "No Code")
    with pytest.raises(CommandError, match="no user ghost"):
        call_command("import_set", str(foreign), "--user", "ghost")
    with pytest.raises(CommandError, match="There is no draft what; there are"):
        call_command("export_set", "what")


def test_an_edition_goes_to_another_server_byte_for_byte(tmp_path: Path) -> None:
    load_shipped()
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
