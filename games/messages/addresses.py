"""The addresses of the API that messages name."""

from __future__ import annotations

from uuid import UUID


def game_path(game_id: UUID | str, rest: str = "") -> str:
    """Return the address of a game, or of a resource below it."""
    return f"/api/v1/games/{game_id}/{rest}"


def rule_path(rule: str, edition: str) -> str:
    """Return the address of a rule as it is in an edition, which is named by its hash."""
    return f"/api/v1/rules/{rule}/?edition={edition}"
