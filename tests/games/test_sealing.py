"""Sealing: canonical JSON, salted commitments, openings, and broken chains."""

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
    Opening,
    SealFinding,
    canonical,
    commit,
    commit_name,
    digest,
    link,
    openings,
    opens,
    refusal_path,
    reveal,
    salt,
    seal,
    verify_chain,
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
        assert opens(part["commitment"], part["value"], part["salt"])


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
    assert opens(hiding, ["green-9"], salt(SEED, 3, "/facts/0/cards").hex())


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


@pytest.mark.parametrize("wrong", ["", "zz", "00" * SALT_SIZE, "00", None])
def test_another_salt_does_not_open(wrong: Any) -> None:
    hiding = commit(salt(SEED, 1, "/a"), "red-5")
    assert not opens(hiding, "red-5", wrong)


def test_another_value_does_not_open() -> None:
    right = salt(SEED, 1, "/a")
    assert opens(commit(right, "red-5"), "red-5", right.hex())
    for wrong in ("red-6", ["red-5"], None, 1.5):
        assert not opens(commit(right, "red-5"), wrong, right.hex())


# ---- rows


def test_sealing_replaces_the_hidden_parts_and_nothing_else() -> None:
    sealed = seal(ROW, ["/facts/1/cards"], SEED)
    hiding = commit(salt(SEED, 5, "/facts/1/cards"), ["red-5", "wild"])
    expected = deepcopy(ROW)
    expected["facts"][1]["cards"] = {"commitment": hiding}  # type: ignore[index]
    assert sealed == expected
    assert b"red-5" not in canonical(sealed)


def test_sealing_leaves_the_row_alone() -> None:
    row = deepcopy(ROW)
    seal(row, ["/facts/1/cards", "/facts/1/cause", "/odd~1name~0/1/0"], SEED)
    assert row == ROW


def test_sealing_without_hidden_parts_gives_another_row_that_is_equal() -> None:
    sealed = seal(ROW, [], SEED)
    assert sealed == ROW
    assert sealed is not ROW


def test_pointers_reach_odd_names_and_tuples() -> None:
    sealed = seal(ROW, ["/odd~1name~0/1/0"], SEED)
    hiding = commit(salt(SEED, 5, "/odd~1name~0/1/0"), 2)
    assert sealed["odd/name~"] == [1, [{"commitment": hiding}, 3]]


@pytest.mark.parametrize(
    "path",
    [
        "",
        "facts",
        "/nothing",
        "/facts/2",
        "/facts/-1",
        "/facts/01",
        "/facts/x",
        "/facts/1/cards/0/0",
        "/facts/1/cause/x",
        "/seq/0",
        "/facts/1/nothing",
    ],
)
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    with pytest.raises(ValueError):
        seal(ROW, [path], SEED)


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


def test_openings_are_for_what_is_hidden_and_allowed() -> None:
    hidden = ["/facts/1/cards", "/facts/1/cause"]
    given_out = openings(ROW, hidden, SEED, {"/facts/1/cards", "/facts/0/seat"})
    assert given_out == {
        "/facts/1/cards": {
            "value": ["red-5", "wild"],
            "salt": salt(SEED, 5, "/facts/1/cards").hex(),
        }
    }


def test_revealing_puts_back_what_was_hidden() -> None:
    hidden = ["/facts/1/cards", "/facts/1/cause"]
    sealed = seal(ROW, hidden, SEED)
    everything = openings(ROW, hidden, SEED, hidden)
    assert reveal(sealed, everything) == ROW
    some = {"/facts/1/cause": everything["/facts/1/cause"]}
    assert reveal(sealed, some) == seal(ROW, ["/facts/1/cards"], SEED)
    assert sealed == seal(ROW, hidden, SEED)


def test_an_opening_of_something_else_is_refused() -> None:
    sealed = seal(ROW, ["/facts/1/cards"], SEED)
    right = openings(ROW, ["/facts/1/cards"], SEED, ["/facts/1/cards"])["/facts/1/cards"]
    with pytest.raises(ValueError, match="does not fit the commitment at /facts/1/cards"):
        reveal(sealed, {"/facts/1/cards": Opening(value=["red-6"], salt=right["salt"])})
    with pytest.raises(ValueError, match="nothing is hidden at /facts/0/seat"):
        reveal(sealed, {"/facts/0/seat": right})
    with pytest.raises(ValueError, match="nothing is hidden at /facts/0"):
        reveal(sealed, {"/facts/0": right})
    with pytest.raises(ValueError, match="nothing at /facts/7"):
        reveal(sealed, {"/facts/7": right})


# ---- the chain


def chain(length: int, marked: int = 0) -> tuple[list[dict[str, Any]], list[str]]:
    """Sealed rows and their digests; the row ``marked`` says something else than usual."""
    rows = [
        {"seq": seq, "facts": ["marked" if seq == marked else "usual"]}
        for seq in range(1, length + 1)
    ]
    digests: list[str] = []
    for row in rows:
        digests.append(digest(digests[-1] if digests else GENESIS, row))
    return rows, digests


def found(kind: Any, first: int, last: int | None = None) -> SealFinding:
    return SealFinding(kind, first, first if last is None else last)


def test_a_digest_depends_on_the_row_and_on_the_row_before() -> None:
    assert digest(GENESIS, {"seq": 1}) != digest(GENESIS, {"seq": 2})
    assert digest(GENESIS, {"seq": 1}) != digest("1" * 64, {"seq": 1})


@pytest.mark.parametrize("previous", ["", "00", "z" * 64, "0" * 66])
def test_a_digest_before_of_another_shape_is_refused(previous: str) -> None:
    with pytest.raises(ValueError):
        digest(previous, {"seq": 1})


def test_a_whole_chain_has_no_findings() -> None:
    rows, digests = chain(6)
    assert verify_chain(rows, digests) == []
    assert verify_chain(rows, digests, length=6, head=digests[-1]) == []
    assert verify_chain(rows[::-1], digests[::-1], length=6, head=digests[-1]) == []
    assert verify_chain([], [], length=0, head=GENESIS) == []


@pytest.mark.parametrize("seq", [1, 3, 6])
def test_an_altered_row_is_found_where_it_is(seq: int) -> None:
    rows, digests = chain(6)
    rows[seq - 1] = rows[seq - 1] | {"facts": ["something else"]}
    assert verify_chain(rows, digests, length=6) == [found("altered", seq)]


def test_a_row_altered_together_with_its_digest_does_not_fit_the_next() -> None:
    rows, digests = chain(6)
    rows[2] = rows[2] | {"facts": ["something else"]}
    digests[2] = digest(digests[1], rows[2])
    assert verify_chain(rows, digests, length=6) == [found("altered", 4)]


@pytest.mark.parametrize("rubbish", ["", "not hexadecimal", "00", None, 5])
def test_a_digest_that_is_none_is_found(rubbish: Any) -> None:
    rows, digests = chain(6)
    digests[2] = rubbish
    assert verify_chain(rows, digests) == [found("altered", 3), found("altered", 4)]


def test_a_row_with_a_fraction_is_found() -> None:
    rows, digests = chain(3)
    rows[1] = rows[1] | {"facts": 1.5}
    assert verify_chain(rows, digests) == [found("altered", 2)]


def test_every_altered_row_is_found() -> None:
    rows, digests = chain(6)
    for at in (1, 2, 4):
        rows[at] = rows[at] | {"facts": []}
    assert verify_chain(rows, digests) == [found("altered", seq) for seq in (2, 3, 5)]


@pytest.mark.parametrize(("first", "last"), [(1, 1), (1, 3), (3, 3), (3, 5), (5, 5)])
def test_missing_rows_are_found(first: int, last: int) -> None:
    rows, digests = chain(6)
    del rows[first - 1 : last], digests[first - 1 : last]
    assert verify_chain(rows, digests, length=6) == [found("missing", first, last)]


def test_an_altered_row_after_a_gap_is_found() -> None:
    rows, digests = chain(6)
    del rows[1], digests[1]
    rows[3] = rows[3] | {"facts": []}
    assert verify_chain(rows, digests) == [found("missing", 2), found("altered", 5)]


@pytest.mark.parametrize("forged_first", [False, True])
@pytest.mark.parametrize("seq", [1, 3, 6])
def test_an_inserted_row_is_found_even_with_a_digest_that_fits(
    seq: int, forged_first: bool
) -> None:
    rows, digests = chain(6)
    forged = {"seq": seq, "facts": ["forged"]}
    fitting = digest(digests[seq - 2] if seq > 1 else GENESIS, forged)
    at = seq - 1 if forged_first else seq
    rows.insert(at, forged)
    digests.insert(at, fitting)
    assert verify_chain(rows, digests, length=6) == [found("inserted", seq)]


def test_a_row_inserted_in_place_of_the_numbers_after_it_alters_them() -> None:
    rows, digests = chain(4)
    later = [row | {"seq": row["seq"] + 1} for row in rows[2:]]
    rows = [*rows[:2], {"seq": 3, "facts": ["forged"]}, *later]
    digests = [*digests[:2], digest(digests[1], {"seq": 3, "facts": ["forged"]}), *digests[2:]]
    assert verify_chain(rows, digests, length=4) == [
        found("altered", 4),
        found("inserted", 5),
    ]


def test_a_row_put_after_the_end_is_found_by_the_length() -> None:
    rows, digests = chain(6)
    assert verify_chain(rows, digests, length=5) == [found("inserted", 6)]


@pytest.mark.parametrize("number", [None, 0, -1, "3", 3.0, True])
def test_a_row_without_a_number_is_found(number: Any) -> None:
    rows, digests = chain(3)
    rows.append({"seq": number})
    digests.append(digests[-1])
    assert verify_chain(rows, digests, length=3) == [found("inserted", 0)]


def test_a_cut_chain_is_found_by_the_length() -> None:
    rows, digests = chain(6)
    assert verify_chain(rows[:4], digests[:4]) == []
    assert verify_chain(rows[:4], digests[:4], length=6) == [found("cut", 5, 6)]
    assert verify_chain([], [], length=6) == [found("cut", 1, 6)]


def test_a_chain_rebuilt_is_found_by_its_head() -> None:
    _, digests = chain(6)
    remade, redigested = chain(6, marked=3)
    assert verify_chain(remade, redigested, length=6) == []
    assert verify_chain(remade, redigested, length=6, head=digests[-1]) == [found("head", 6)]


def test_rows_of_another_game_do_not_continue_a_chain() -> None:
    rows, digests = chain(6)
    others, other_digests = chain(6, marked=1)
    assert verify_chain(rows[:3] + others[3:], digests[:3] + other_digests[3:]) == [
        found("altered", 4)
    ]


def test_findings_come_in_the_order_of_the_rows() -> None:
    rows, digests = chain(8)
    rows[5] = rows[5] | {"facts": []}
    del rows[2], digests[2]
    rows.append({})
    digests.append("")
    assert verify_chain(rows, digests, length=9) == [
        found("inserted", 0),
        found("missing", 3),
        found("altered", 6),
        found("cut", 9),
    ]


def test_as_many_digests_as_rows_are_needed() -> None:
    rows, digests = chain(2)
    with pytest.raises(ValueError):
        verify_chain(rows, digests[:1])
