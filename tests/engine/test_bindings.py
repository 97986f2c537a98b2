"""Names bound to values, and several values under one name."""

import pytest

from games.engine import Bookmark
from games.engine.bindings import join_values, lookup


def test_the_latest_binding_of_a_name_counts() -> None:
    assert lookup((("card", "red-1"), ("owner", "0"), ("card", "red-2")), "card") == "red-2"


def test_a_name_that_is_not_bound_reads_as_empty() -> None:
    assert lookup((("card", "red-1"),), "owner") == ""


def test_a_bookmark_reads_its_own_names() -> None:
    mark = Bookmark("turn", 1, 0, bound=(("given", "red-1"),))
    assert (mark.read("given"), mark.read("picks")) == ("red-1", "")


def test_joined_values_are_separated_by_split() -> None:
    assert join_values(["red-1", "blue-2"]).split() == ["red-1", "blue-2"]
    assert join_values([]).split() == []


@pytest.mark.parametrize("value", ["", "red 1", " red-1", "red\t1"])
def test_a_value_that_split_would_not_return_is_refused(value: str) -> None:
    with pytest.raises(ValueError, match="white space"):
        join_values(["blue-2", value])
