"""Sealing: canonical JSON, salted commitments, and the chain of digests."""

import hmac
import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import msgspec
import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ledger.heads import SignedHead, head_message, move_message
from games.ledger.sealing import (
    FORMAT,
    GENESIS,
    SALT_SIZE,
    SMALLEST_SEED,
    canonical,
    commit,
    commit_name,
    digest,
    link,
    refusal_path,
    salt,
    seal,
)
from games.ledger.signatures import key_id, verify

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "event-format.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((DOCS / "sealing-vectors.json").read_text(encoding="utf-8"))
ROWS: list[dict[str, Any]] = VECTORS["rows"]
SEED = bytes.fromhex(VECTORS["seed"])

ROW = {
    "seq": 5,
    "facts": [
        {"fact": "turn-began", "seat": 1},
        {"fact": "cards-moved", "cards": ["red-5", "wild"], "count": 2, "cause": None},
    ],
    "odd/name~": [1, (2, 3)],
}


# ---- the vectors


@pytest.mark.parametrize("vector", VECTORS["canonical"])
def test_canonical_forms_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert canonical(vector["value"]).decode() == vector["text"]


def test_sealed_rows_and_digests_are_those_of_the_vectors() -> None:
    previous = GENESIS
    for vector in ROWS:
        sealed = seal(vector["row"], list(vector["hidden"]), SEED)
        previous = digest(previous, sealed)
        assert (canonical(sealed).decode(), previous) == (vector["sealed"], vector["digest"])


def test_salts_and_commitments_are_those_of_the_vectors() -> None:
    parts = [
        (vector["row"]["seq"], path, part)
        for vector in ROWS
        for path, part in vector["hidden"].items()
    ]
    assert len(parts) > 2
    for seq, path, part in parts:
        assert salt(SEED, seq, path).hex() == part["salt"]
        assert part["commitment"] == commit(bytes.fromhex(part["salt"]), part["value"])


def test_the_chain_of_refusals_is_that_of_the_vectors() -> None:
    after = ROWS[1]
    previous = after["digest"]
    for nth, vector in enumerate(VECTORS["refusals"], 1):
        path = refusal_path(nth)
        own = salt(SEED, after["row"]["seq"], path)
        assert (path, own.hex()) == (vector["path"], vector["salt"])
        assert commit(own, vector["refusal"]) == vector["commitment"]
        previous = link(previous, vector["commitment"])
        assert previous == vector["link"]
    assert ROWS[2]["row"]["refused"] == {"count": 2, "head": previous}


def test_the_commitments_to_names_are_those_of_the_vectors() -> None:
    seat = ROWS[0]["row"]["move"]["seats"][0]
    name = VECTORS["names"][0]
    assert commit_name(bytes.fromhex(name["salt"]), name["name"]) == seat["name"]


@pytest.mark.parametrize("vector", VECTORS["receipts"])
def test_signed_heads_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    receipt = msgspec.convert(vector["receipt"], SignedHead)
    assert head_message(receipt.head).decode() == vector["message"]
    assert key_id(receipt.public) == receipt.key
    assert verify(receipt.public, head_message(receipt.head), receipt.signature)


def test_the_signed_move_is_that_of_the_vectors() -> None:
    vector, row = VECTORS["signed_move"], ROWS[1]["row"]
    last = {"seq": row["seq"] - 1, "digest": ROWS[0]["digest"]}
    message = move_message(game=row["game"], **last, move=row["move"], choices={})
    assert message.decode() == vector["message"]
    assert verify(vector["public"], message, vector["signature"])
    assert row["signed"] == {"choices": {}, "signature": vector["signature"]}


def test_the_worked_example_of_the_page_is_true() -> None:
    example = PAGE[PAGE.index("## A worked example") :]
    assert FORMAT in PAGE
    assert SEED.hex() in example
    assert VECTORS["signed_move"]["message"] in example
    for shown in (ROWS[0]["digest"], ROWS[1]["sealed"], ROWS[1]["digest"]):
        assert shown in example
    cards = ROWS[1]["hidden"]["/facts/0/cards"]
    for shown in (cards["salt"], cards["commitment"]):
        assert shown in example
    for refusal in VECTORS["refusals"]:
        assert refusal["link"] in example
        assert refusal["salt"][:8] in example
    assert VECTORS["names"][0]["salt"] in example
    assert ROWS[0]["row"]["move"]["seats"][0]["name"] in example


# ---- names and refusals


def test_a_name_is_normalized_before_it_is_committed() -> None:
    own = bytes(SALT_SIZE)
    assert commit_name(own, "Zoe\u0308") == commit_name(own, "Zo\u00eb")
    assert commit_name(own, "Zoe") != commit_name(own, "Zo\u00eb")


def test_a_link_depends_on_the_place_and_on_the_refusal() -> None:
    one, two = "11" * 32, "22" * 32
    assert len({link(one, two), link(two, one), link(one, one)}) == 3


# ---- canonical JSON

TEXT = st.text() | st.text(st.characters(max_codepoint=0x7F))
INTEGERS = st.integers(-(2**53) + 1, 2**53 - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | INTEGERS | TEXT,
    lambda parts: st.lists(parts) | st.dictionaries(TEXT, parts),
)


@settings(deadline=None)
@given(VALUES)
@pytest.mark.slow
def test_canonical_is_what_rfc_8785_says(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_canonical_escapes_as_rfc_8785_does() -> None:
    for point in (*range(0x180), 0x2028, 0x2029, 0xD7FF, 0xE000, 0xFEFF, 0x1F0CF):
        value = {chr(point): chr(point), "a": f"a{chr(point)}a"}
        assert canonical(value) == rfc8785.dumps(value)


def test_canonical_sorts_names_that_utf_8_and_utf_16_sort_differently() -> None:
    value = {"\U0001f0cf": 1, "\ufb01": 2}
    assert canonical(value) == '{"\U0001f0cf":1,"\ufb01":2}'.encode()


def test_canonical_writes_a_tuple_as_an_array() -> None:
    assert canonical((1, ["a", ()])) == b'[1,["a",[]]]'


@pytest.mark.parametrize(
    "value",
    [
        1.5,
        1.0,
        float("nan"),
        float("inf"),
        2**53,
        -(2**53),
        b"bytes",
        {1},
        {1: "a"},
        {"a": {None: 1}},
        ["a", {"b": [0.5]}],
        "\ud800",
        {"\ud800": 1},
        {"\u00e9": "\ud800"},
        object(),
    ],
)
def test_canonical_refuses_everything_else(value: Any) -> None:
    with pytest.raises(ValueError):
        canonical(value)


# ---- commitments

CARDS = [f"{color}-{face}" for color in ("red", "green", "blue", "purple") for face in range(10)]
CARDS += [
    f"{color}-{face}"
    for color in ("red", "green", "blue", "purple")
    for face in ("skip", "reverse", "draw-two", "wild", "danger")
]


def test_a_hidden_card_cannot_be_guessed_from_its_commitment() -> None:
    assert len(CARDS) == 60
    hiding = commit(salt(SEED, 3, "/facts/0/cards"), ["green-9"])
    without_the_salt = [
        (value, guessed)
        for card in CARDS
        for value in (card, [card])
        for guessed in (bytes(SALT_SIZE), salt(bytes(32), 3, "/facts/0/cards"))
        if commit(guessed, value) == hiding
    ]
    assert without_the_salt == []
    assert commit(salt(SEED, 3, "/facts/0/cards"), ["green-9"]) == hiding


def test_the_same_card_never_looks_the_same_twice() -> None:
    places = [(seq, path) for seq in range(1, 50) for path in ("/facts/0/cards", "/facts/1/cards")]
    assert len({commit(salt(SEED, *place), ["red-5"]) for place in places}) == len(places)


@pytest.mark.parametrize("size", [32, 63, 64, 65, 200])
def test_a_salt_is_the_beginning_of_an_hmac(size: int) -> None:
    seed = bytes(range(size))
    expected = hmac.digest(seed, f"{FORMAT}/salt/12/facts/0/cards".encode(), "sha256")
    assert salt(seed, 12, "/facts/0/cards") == expected[:SALT_SIZE]


def test_salts_differ_by_seed_number_and_path() -> None:
    salts = {
        salt(SEED, 1, "/facts/0"),
        salt(bytes(32), 1, "/facts/0"),
        salt(SEED, 2, "/facts/0"),
        salt(SEED, 1, "/facts/1"),
        salt(SEED, 11, "/facts/0"),
    }
    assert len(salts) == 5
    assert {len(one) for one in salts} == {SALT_SIZE}


def test_a_seed_or_a_salt_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 32"):
        salt(bytes(SMALLEST_SEED - 1), 1, "/facts")
    with pytest.raises(ValueError, match="16 bytes"):
        commit(bytes(SALT_SIZE + 1), "red-5")


# ---- rows


def test_sealing_replaces_the_hidden_parts_and_nothing_else() -> None:
    sealed = seal(ROW, ["/facts/1/cards"], SEED)
    hiding = commit(salt(SEED, 5, "/facts/1/cards"), ["red-5", "wild"])
    expected = deepcopy(ROW)
    expected["facts"][1]["cards"] = {"commitment": hiding}  # type: ignore[index]
    assert sealed == expected
    assert b"red-5" not in canonical(sealed)


@pytest.mark.parametrize(
    "paths",
    [["/facts", "/facts/1"], ["/facts/1/cards", "/facts"], ["/facts/0", "/facts/0"], ["/seq"]],
)
def test_parts_inside_one_another_and_the_number_are_never_hidden(paths: list[str]) -> None:
    with pytest.raises(ValueError, match=r"twice|never hidden"):
        seal(ROW, paths, SEED)


def test_paths_that_only_begin_alike_are_apart() -> None:
    row = {"seq": 1, "a": [*range(12)], "ab": 1}
    assert seal(row, ["/a/1", "/a/11", "/ab"], SEED)["a"][2] == 2


# ---- the chain


def test_a_digest_depends_on_the_row_and_on_the_row_before() -> None:
    assert digest(GENESIS, {"seq": 1}) != digest(GENESIS, {"seq": 2})
    assert digest(GENESIS, {"seq": 1}) != digest("1" * 64, {"seq": 1})


@pytest.mark.parametrize("previous", ["", "00", "z" * 64, "0" * 66])
def test_a_digest_before_of_another_shape_is_refused(previous: str) -> None:
    with pytest.raises(ValueError):
        digest(previous, {"seq": 1})
