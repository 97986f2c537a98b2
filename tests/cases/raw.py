"""Cases as plain values, for tests of the case runner."""

from typing import Any

from tests.case_runner import read_case, run_case
from tests.table import edition

PLAIN: dict[str, Any] = {
    "id": "plain",
    "variant": "avengers",
    "rules": ["common.match"],
    "players": 3,
    "given": {"discard_top": "red-5", "hands": {0: ["red-1", "red-2", "red-3"]}},
    "when": [{"seat": 0, "do": "play", "card": "red-1"}],
    "then": {"current": 1},
}

HEROIC: dict[str, Any] = {
    "id": "heroic",
    "variant": "ultimate",
    "rules": ["common.match"],
    "players": 3,
    "heroes": ["black-widow", "captain-america", "hulk"],
    "given": {"discard_top": "red-3", "hands": {0: ["red-1", "red-2", "red-9"]}},
    "when": [{"seat": 0, "do": "play", "card": "red-1"}],
    "then": {"current": 1},
}


def changed(raw: dict[str, Any] = PLAIN, **parts: Any) -> dict[str, Any]:
    """A case with other parts."""
    return raw | parts


def given(raw: dict[str, Any], **parts: Any) -> dict[str, Any]:
    """A case from a position with other parts."""
    return raw | {"given": raw["given"] | parts}


def play(seat: int, card: str) -> dict[str, Any]:
    """The step of playing a card."""
    return {"seat": seat, "do": "play", "card": card}


def choose(seat: int, kind: str, choice: Any, **parts: Any) -> dict[str, Any]:
    """The step of choosing something."""
    return {"seat": seat, "do": "choose", "kind": kind, "choice": choice, **parts}


def differences(raw: dict[str, Any]) -> list[str]:
    """What comes out otherwise than a case says."""
    case = read_case(raw)
    return [str(one) for one in run_case(case, edition(case.variant))]
