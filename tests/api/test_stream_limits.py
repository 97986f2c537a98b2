"""How many streams may be open: by player, and by address with all its players."""

from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache

from games.api.http.problem_documents import RequestRefused
from games.api.streams.stream_limits import free, lease
from games.players.access import Access

HERE = SimpleNamespace(META={"REMOTE_ADDR": "192.0.2.1"})
THERE = SimpleNamespace(META={"REMOTE_ADDR": "192.0.2.2"})


@pytest.fixture(autouse=True)
def _limits(settings: Any) -> None:
    settings.API_STREAMS = {"player": 2, "address": 3}


def someone() -> Access:
    return Access(uuid4(), uuid4(), 1, "Someone", True, (), None)


def refusal(request: Any, access: Access | None) -> Any:
    with pytest.raises(RequestRefused) as refused:
        lease(request, access)
    assert refused.value.code == "too_many_streams"
    return refused.value.params["limit"]


def test_an_address_has_a_limit_for_all_its_players() -> None:
    ana, ben = someone(), someone()
    lease(HERE, None)
    held = lease(HERE, ana)
    lease(HERE, ben)
    assert [refusal(HERE, one) for one in (None, ana, ben, someone())] == [3, 3, 3, 3]
    assert len(lease(THERE, ben)) == 2
    free(held)
    assert lease(HERE, None)


def test_a_player_has_a_limit_at_all_addresses_and_takes_no_more_of_an_address() -> None:
    ana = someone()
    lease(HERE, ana)
    lease(THERE, ana)
    assert [refusal(HERE, ana) for _ in range(5)] == [2] * 5
    assert [len(lease(HERE, None)) for _ in range(2)] == [1, 1]
    assert refusal(HERE, None) == 3


def test_what_has_no_limit_has_no_slot(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.API_STREAMS = {"player": 2, "address": 0}
    assert lease(HERE, None) == ()
    assert len(lease(HERE, someone())) == 1
    free(())


def test_a_vacant_slot_costs_one_command_and_a_full_address_two(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def note(name: str) -> None:
        call = getattr(cache, name)
        monkeypatch.setattr(cache, name, lambda *given: asked.append(name) or call(*given))

    note("add")
    note("get_many")
    lease(HERE, None)
    assert asked == ["add"]
    lease(HERE, None)
    lease(HERE, None)
    asked.clear()
    assert refusal(HERE, None) == 3
    assert asked == ["add", "get_many"]
