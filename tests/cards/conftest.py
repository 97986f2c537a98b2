"""Disable the check that an edition can be dealt: the sets of these tests are small."""

import pytest
from django.test import Client

from cards import registry
from tests.shipped import load_shipped


@pytest.fixture(autouse=True)
def _no_games_before_publishing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the lint decides; tests/bots/test_playability.py holds the other checks."""
    monkeypatch.setattr(registry, "edition_checks", [])


@pytest.fixture
def admin(keeper: Client) -> Client:
    """The same, on a server with the shipped cards."""
    load_shipped()
    return keeper
