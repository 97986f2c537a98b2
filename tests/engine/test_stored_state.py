"""A state is stored as JSON, and read from there; a copy of it has all its fields."""

from dataclasses import fields
from typing import get_type_hints

import msgspec
import pytest

from games.engine import State, decode_state, encode_state, engine_kind
from games.engine.state_parts import StoredState
from tests.engine.test_folds import before

NAMES = [one.name for one in fields(State)]


def values_of(state: State) -> dict[str, object]:
    """The fields of a state by name, in their order."""
    return {name: getattr(state, name) for name in NAMES}


@pytest.mark.parametrize("state", [State(), before()], ids=["new", "full"])
def test_a_state_is_read_as_it_was_written(state: State) -> None:
    encoded = encode_state(state)
    assert encoded == msgspec.json.encode(values_of(state))
    assert decode_state(encoded) == state


def test_what_is_no_state_is_not_read() -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_state(b'{"seats": 2, "hands": []}')
    with pytest.raises(msgspec.ValidationError):
        decode_state(b'{"scores": ["1"]}')


def test_the_stored_form_has_the_fields_of_a_state() -> None:
    assert StoredState.__struct_fields__ == tuple(NAMES)
    assert encode_state(State()) == msgspec.json.encode(StoredState())


@pytest.mark.skipif(engine_kind() == "native", reason="compiled classes have no types of fields")
def test_the_stored_form_has_the_types_of_a_state() -> None:
    assert get_type_hints(StoredState) == get_type_hints(State)


def test_a_copy_has_all_fields_and_zones_of_its_own() -> None:
    state = before()
    other = state.copy()
    assert other == state and values_of(other) == values_of(state)
    other.zones["draw"] = ()
    other.turn += 1
    assert state == before() != other


def test_states_differ_if_a_field_does() -> None:
    for name, value in values_of(State()).items():
        other = before()
        setattr(other, name, value)
        assert other != before()
