"""JSON pointers as RFC 6901 describes them."""

from copy import deepcopy
from typing import Any

import pytest

from games.json_pointers import changed, escaped, parts_of, pointer_to, value_at

# The document and the pointers of RFC 6901, section 5.
EXAMPLE = {
    "foo": ["bar", "baz"],
    "": 0,
    "a/b": 1,
    "c%d": 2,
    "e^f": 3,
    "g|h": 4,
    "i\\j": 5,
    'k"l': 6,
    " ": 7,
    "m~n": 8,
}
POINTERS = {
    "": EXAMPLE,
    "/foo": ["bar", "baz"],
    "/foo/0": "bar",
    "/": 0,
    "/a~1b": 1,
    "/c%d": 2,
    "/e^f": 3,
    "/g|h": 4,
    "/i\\j": 5,
    '/k"l': 6,
    "/ ": 7,
    "/m~0n": 8,
}


def replaced(document: Any, values: dict[str, Any]) -> Any:
    return changed(document, values, lambda pointer, _: values[pointer])


@pytest.mark.parametrize("pointer", POINTERS)
def test_the_pointers_of_the_rfc_name_its_values(pointer: str) -> None:
    assert value_at(EXAMPLE, pointer) == POINTERS[pointer]
    assert pointer_to(parts_of(pointer)) == pointer


def test_tilde_and_slash_are_escaped_in_the_order_of_the_rfc() -> None:
    assert escaped("~1/") == "~01~1"
    assert parts_of("/~01~1") == ("~1/",)
    assert pointer_to(["seats", 0, "a/b"]) == "/seats/0/a~1b"


@pytest.mark.parametrize("pointer", ["foo", "/~2", "/foo~", "#/foo"])
def test_what_is_no_pointer_is_refused(pointer: str) -> None:
    with pytest.raises(ValueError):
        parts_of(pointer)


NOWHERE = ["/foo/2", "/foo/-1", "/foo/01", "/foo/-", "/foo/x", "/foo/٠", "/foo/0/0", "/a", "/c%d/x"]


@pytest.mark.parametrize("pointer", NOWHERE)
def test_a_pointer_to_nothing_is_refused(pointer: str) -> None:
    with pytest.raises(ValueError, match="nothing at"):
        value_at(EXAMPLE, pointer)
    with pytest.raises(ValueError, match="nothing at"):
        replaced(EXAMPLE, {pointer: None})


def test_replacing_copies_only_what_leads_to_a_part() -> None:
    document: dict[str, Any] = {"a": [{"b": 1}, {"c": 2}], "d": {"e": ({"f": 3},)}, "g": [4]}
    before = deepcopy(document)
    made = replaced(document, {"/a/0/b": None, "/a/1": "x", "/d/e/0/f": [5]})
    assert made == {"a": [{"b": None}, "x"], "d": {"e": [{"f": [5]}]}, "g": [4]}
    assert document == before
    assert made["g"] is document["g"]


def test_a_change_is_given_the_pointer_and_what_is_there() -> None:
    made = changed({"a": [1, 2]}, ["/a/1"], lambda pointer, part: [pointer, part])
    assert made == {"a": [1, ["/a/1", 2]]}


def test_replacing_nothing_gives_an_equal_copy() -> None:
    made = replaced(EXAMPLE, {})
    assert made == EXAMPLE
    assert made is not EXAMPLE


def test_the_whole_document_is_not_replaced() -> None:
    with pytest.raises(ValueError):
        replaced(EXAMPLE, {"": None})
