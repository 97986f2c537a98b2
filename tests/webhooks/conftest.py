"""Fixtures: a receiver, a sweeper, two players."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.api.client import Caller, guest
from tests.webhooks.receivers import Receiver, Sweeper, receiving


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_LOOPBACK = True
    with receiving() as found:
        yield found


@pytest.fixture
def sweeper(monkeypatch: pytest.MonkeyPatch) -> Sweeper:
    return Sweeper(monkeypatch)


@pytest.fixture
def alice(editions: None) -> Caller:
    return guest("Alice")


@pytest.fixture
def bob(editions: None) -> Caller:
    return guest("Bob")
