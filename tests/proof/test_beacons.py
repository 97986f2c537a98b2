"""Beacons: the round that follows, its signature, and what both verifiers say of it."""

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final

import pytest

from games.ledger.beacons import CHAINS, QUICKNET, is_signed, value_of
from games.ledger.rows import milliseconds, moment_of
from tests.proof import sealer
from tests.proof.played import BEACON, CLOSED, PLAYER_KEY, played
from tests.proof.sealer import Json
from tests.proof.test_two_verifiers import both_verdicts

pytestmark = pytest.mark.slow

CHAIN: Final = CHAINS[QUICKNET]
ROUND: Final = BEACON["round"]
SIGNATURE: Final = BEACON["signature"]
RANDOMNESS: Final = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd"
"""What drand published as the value of the round."""


@cache
def game() -> bytes:
    """A game whose seed has a round of quicknet."""
    return played("avengers", 3, 0, most=20, with_beacon=True)


def changed(change: Callable[[Json], object]) -> bytes:
    """The same with another row 1, sealed and signed again by server and player."""
    bundle = json.loads(game())
    change(bundle["events"][0]["move"])
    return sealer.canonical(sealer.seal(bundle, player=PLAYER_KEY))


def said_of(source: bytes) -> list[tuple[str, str, str, set[str]]]:
    """The verdict, and answer, reason and codes of *fair*: of verify.js, of `games.audit`."""
    told: list[Any] = [*both_verdicts([source])[0]]
    fair = [(one["verdict"], one["questions"]["fair"]) for one in told]
    return [
        (word, one["answer"], one["why"], {found["code"] for found in one["findings"]})
        for word, one in fair
    ]


def test_a_round_that_drand_published_is_verified() -> None:
    assert is_signed(CHAIN, ROUND, SIGNATURE)
    assert value_of(SIGNATURE) == RANDOMNESS


@pytest.mark.parametrize(
    ("number", "signature"),
    [
        (ROUND + 1, SIGNATURE),
        (ROUND, "ab" * 48),
        (ROUND, "c0" + "00" * 47),
        (ROUND, "a" + SIGNATURE[1:]),
        (ROUND, SIGNATURE[:-1] + "8"),
        # The point on the other side, which is on the curve too.
        (ROUND, "9" + SIGNATURE[1:]),
    ],
)
def test_what_the_chain_did_not_sign_is_refused(number: int, signature: str) -> None:
    assert not is_signed(CHAIN, number, signature)


def test_the_round_is_more_than_ten_seconds_after_the_closing() -> None:
    closed = milliseconds(moment_of(0).fromisoformat(CLOSED))
    found = [CHAIN.round_after(closed + later) for later in (-3000, -2999, 0, 1)]
    assert found == [ROUND - 1, ROUND, ROUND, ROUND + 1]
    for _ in range(100):
        closed = 1000 * CHAIN.genesis + Random(1).randrange(10**12)
        begins = CHAIN.genesis + (CHAIN.round_after(closed) - 1) * CHAIN.period
        assert 10 < begins - closed // 1000 <= 10 + CHAIN.period
    assert CHAIN.round_after(0) == 1


def test_a_game_with_a_beacon_passes_and_javascript_says_what_it_lacks() -> None:
    assert said_of(game()) == [
        ("not_judged", "not_judged", "beacon_signature", set()),
        ("pass", "yes", "", set()),
    ]


def _with(**members: object) -> Callable[[Json], object]:
    return lambda move: move["chance"]["beacon"].update(members)


def test_another_round_is_found_by_both() -> None:
    """As by an owner who takes a round that is known already."""
    for change in (_with(round=999), lambda move: move["terms"].update(at=_later(CLOSED))):
        for word, answer, _, codes in said_of(changed(change)):
            assert (word, answer) == ("fail", "no")
            assert "beacon" in codes


def _later(at: str) -> str:
    return at.replace("13.999Z", "14.000Z")


def test_an_invented_signature_is_found_by_python() -> None:
    js, py = said_of(changed(_with(signature="ab" * 48)))
    assert (py[0], "beacon" in py[3]) == ("fail", True)
    # The deal does not follow from another signature.
    assert (js[0], js[3]) == ("fail", {"shuffle"})


def test_a_missing_signature_is_found_by_both() -> None:
    for word, answer, _, codes in said_of(changed(_with(signature=None))):
        assert (word, answer, "beacon" in codes) == ("fail", "no", True)


def test_an_unknown_chain_is_not_judged_by_both() -> None:
    expected = ("not_judged", "not_judged", "unknown_beacon", set[str]())
    assert said_of(changed(_with(chain="ab" * 32))) == [expected] * 2
