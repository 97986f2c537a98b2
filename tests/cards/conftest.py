"""Small sets are published here: none of them could be dealt."""

import pytest

from cards import registry


@pytest.fixture(autouse=True)
def _no_games_before_publishing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the lint decides; tests/bots/test_playability.py holds the other checks."""
    monkeypatch.setattr(registry, "edition_checks", [])
