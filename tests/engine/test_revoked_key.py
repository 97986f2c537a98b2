"""A player plays on without the key of the seat."""

import pytest

from games.engine import IllegalMove, Pause, Resign, RevokeKey
from games.engine.facts import KeyRevoked
from tests.table import Table, table

pytestmark = pytest.mark.rule("common.key")


def code(one: Table, move: RevokeKey) -> str:
    with pytest.raises(IllegalMove) as refused:
        one.move(move)
    return refused.value.code


def test_a_key_is_revoked_at_any_time_and_nothing_else_changes() -> None:
    one = table().hand(0, "red-1 red-2").top("red-5").move(RevokeKey(1))
    assert (one.facts, one.rulings[-1].rule) == ((KeyRevoked(1),), "common.key")
    assert one.asked == (0, "turn")
    one.move(Pause()).move(RevokeKey(0))
    assert one.facts == (KeyRevoked(0),)


def test_a_key_is_revoked_once_and_by_who_is_still_in() -> None:
    one = table().top("red-5").move(RevokeKey(1))
    assert (one.refusal(RevokeKey(1)), code(one, RevokeKey(1))) == ("common.key", "key_is_revoked")
    one.move(Resign(2))
    assert code(one, RevokeKey(2)) == "already_out"
