"""Facts as they are stored: compressed."""

import json
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.ledger import store
from games.ledger.packed_facts import (
    MAX_SIZE,
    VERSION,
    UnreadableFacts,
    dictionary,
    pack_facts,
    unpack_facts,
)
from games.models import MoveEvent
from games.players.models import Player
from tests.games.tables import begun, play_on

ROOT = Path(__file__).parents[2]
FACTS = b'[{"fact":"answered","seat":2,"option":"red"},{"fact":"color-changed","color":"red"}]'


def test_the_dictionary_of_a_version_never_changes() -> None:
    digest = "9741cd8745b434e839e15451b9bc274c1a1fc4c4bf852c5055e2226f57febded"
    assert sha256(dictionary(1)).hexdigest() == digest


def test_the_program_of_the_document_reads_stored_facts(monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs/operating.md").read_text()
    text = page[page.index("## Facts in the database") :].split("```python\n")[1].split("```")[0]
    program: dict[str, Any] = {}
    exec(text, program)
    monkeypatch.chdir(ROOT)
    assert program["facts_of"](pack_facts(FACTS)) == FACTS


def test_facts_are_compressed_as_the_format_says() -> None:
    packed = pack_facts(FACTS)
    assert packed[0] == VERSION == 1
    assert len(packed) < len(FACTS) / 2
    work = zlib.decompressobj(wbits=-15, zdict=dictionary(1))
    assert work.decompress(packed[1:]) == FACTS


@pytest.mark.parametrize(
    "facts", [FACTS, b"[]", '[{"fact":"é","\\u0000":"🃏"}]'.encode(), b"[" + b'"x",' * 9999 + b"1]"]
)
def test_what_is_packed_is_unpacked(facts: bytes) -> None:
    assert unpack_facts(pack_facts(facts)) == facts
    assert unpack_facts(memoryview(pack_facts(facts))) == facts


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        "?",
        FACTS,
        b"{}",
        b"\x02" + pack_facts(FACTS)[1:],
        pack_facts(FACTS)[:-1],
        pack_facts(FACTS) + b"\x00",
        b"\x01\xff\xff",
        b"\x01",
        pack_facts(b"[" + b" " * MAX_SIZE + b"]"),
    ],
    ids=[
        "empty",
        "?",
        "plain",
        "object",
        "version",
        "cut",
        "longer",
        "garbage",
        "nothing",
        "large",
    ],
)
def test_what_is_not_packed_like_that_is_unreadable(stored: bytes | str) -> None:
    with pytest.raises(UnreadableFacts):
        unpack_facts(stored)


@pytest.mark.django_db
def test_rows_store_their_facts_compressed(alice: Player, bob: Player) -> None:
    game = play_on(begun(alice, bob), seed=1, moves=10)
    for row, stored in zip(
        store.history(game), MoveEvent.objects.filter(game=game).order_by("seq"), strict=True
    ):
        packed = bytes(stored.facts)
        assert packed[0] == VERSION
        assert json.loads(unpack_facts(packed)) == json.loads(json.dumps(row.to_dict()["facts"]))
