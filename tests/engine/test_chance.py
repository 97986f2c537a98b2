"""Chance: recomputable shuffles and picks, without bias, and the commitment to their seed."""

import json
import re
from collections import Counter
from hashlib import shake_256
from itertools import permutations
from pathlib import Path
from struct import unpack
from typing import Any

import pytest

from games.engine.chance import (
    ALGORITHM,
    SEED_SIZE,
    Chance,
    commitment,
    mix_seed,
    share_commitment,
)
from games.engine.uniform import LARGEST_PICK

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "fairness.md").read_text(encoding="utf-8")
VECTORS: dict[str, Any] = json.loads((DOCS / "chance-vectors.json").read_text(encoding="utf-8"))

SEED = bytes(range(32))
DECK = [f"{color}-{number}" for color in ("red", "blue") for number in range(10)] * 5


# ---- the vectors


@pytest.mark.parametrize("vector", VECTORS["shuffles"])
def test_shuffles_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    chance = Chance(bytes.fromhex(vector["seed"]))
    assert list(chance.shuffle(vector["cards"], vector["nth"])) == vector["order"]


@pytest.mark.parametrize("vector", VECTORS["picks"])
def test_picks_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    chance = Chance(bytes.fromhex(vector["seed"]))
    assert chance.pick(vector["count"], vector["nth"]) == vector["picked"]


def test_the_commitment_is_that_of_the_vectors() -> None:
    assert bytes.fromhex(VECTORS["server_seed"]) == SEED
    assert commitment(SEED) == VECTORS["commitment"]


@pytest.mark.parametrize("vector", VECTORS["shares"])
def test_commitments_to_shares_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert share_commitment(bytes.fromhex(vector["share"])) == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["seeds"])
def test_mixed_seeds_are_those_of_the_vectors(vector: dict[str, Any]) -> None:
    assert mix_seed(SEED, vector["shares"]).hex() == vector["seed"]


def test_each_share_changes_the_seed() -> None:
    one, zeros = "ff" * 32, "00" * 32
    shares = ([None, None], [one, None], [None, one], [zeros, None])
    seeds = {mix_seed(SEED, given) for given in shares}
    assert len(seeds) == 4
    assert mix_seed(bytes(32), [None, None]) not in seeds


def test_the_example_of_the_page_is_true() -> None:
    lines = re.findall(r"^    (red-[12] .*)$", PAGE, re.MULTILINE)
    before, after = (line.split() for line in lines)
    (seed,) = (one["seed"] for one in VECTORS["seeds"] if one["shares"] == [None, None])
    assert list(Chance(bytes.fromhex(seed)).shuffle(before, 0)) == after
    assert commitment(SEED) in PAGE
    assert ALGORITHM in PAGE
    assert share_commitment(bytes.fromhex("ff" * 32)) in PAGE
    assert all(vector["seed"] in PAGE for vector in VECTORS["seeds"])


# ---- shuffles


def test_a_shuffle_depends_on_the_cards_and_not_on_their_order() -> None:
    assert Chance(SEED).shuffle(DECK, 0) == Chance(SEED).shuffle(DECK[::-1], 0)


def test_a_shuffle_keeps_every_card_and_leaves_its_argument_alone() -> None:
    before = list(DECK)
    assert Counter(Chance(SEED).shuffle(DECK, 0)) == Counter(before)
    assert before == DECK


def test_another_number_or_another_seed_gives_another_order() -> None:
    orders = {Chance(SEED).shuffle(DECK, nth) for nth in range(20)}
    orders.add(Chance(bytes(32)).shuffle(DECK, 0))
    assert len(orders) == 21


def test_numbers_sort_as_the_codes_they_stand_for() -> None:
    codes = sorted(f"card-{number:02}" for number in range(30))
    by_number = Chance(SEED).shuffle(range(30), 4)
    assert tuple(codes[number] for number in by_number) == Chance(SEED).shuffle(codes, 4)


@pytest.mark.parametrize("cards", [(), (7,)])
def test_fewer_than_two_cards_have_one_order(cards: tuple[int, ...]) -> None:
    assert Chance(SEED).shuffle(cards, 0) == cards


def test_every_order_of_four_cards_is_as_likely_as_any_other() -> None:
    rounds = 4_800
    found = Counter(Chance(SEED).shuffle("abcd", nth) for nth in range(rounds))
    assert found.keys() == set(permutations("abcd"))
    assert chi_squared(found, 24, rounds) < 49.7  # 23 degrees of freedom, 1 in 1000


def test_a_shuffle_goes_on_reading_where_words_are_thrown_away() -> None:
    for nth in range(40):
        assert list(Chance(SEED).shuffle(range(600), nth)) == shuffled(range(600), nth)


def shuffled(cards: range, nth: int) -> list[int]:
    """The shuffle as the page writes it, with a stream of more than enough words."""
    message = f"{ALGORITHM}/shuffle/{nth}/".encode() + SEED
    words = iter(unpack(">8000H", shake_256(message).digest(16_000)))
    pile = sorted(cards)
    for last in range(len(pile) - 1, 0, -1):
        count = last + 1
        chosen = next(word for word in words if word < 65_536 - 65_536 % count) % count
        pile[last], pile[chosen] = pile[chosen], pile[last]
    return pile


# ---- picks


@pytest.mark.parametrize("count", [1, 2, 3, 10, 112, 40_000, LARGEST_PICK])
def test_a_pick_is_below_its_count(count: int) -> None:
    assert all(0 <= Chance(SEED).pick(count, nth) < count for nth in range(200))


def test_a_pick_goes_on_reading_where_words_are_thrown_away() -> None:
    picks = [Chance(SEED).pick(LARGEST_PICK // 2 + 1, nth) for nth in range(400)]
    assert len(set(picks)) > 390


def test_a_pick_prefers_no_number() -> None:
    rounds = 6_000
    found = Counter(Chance(SEED).pick(6, nth) for nth in range(rounds))
    assert chi_squared(found, 6, rounds) < 20.6  # 5 degrees of freedom, 1 in 1000


def test_a_pick_reveals_nothing_about_the_shuffle_of_the_same_number() -> None:
    same = sum(
        Chance(SEED).pick(2, nth) == Chance(SEED).shuffle((0, 1), nth)[0] for nth in range(1_000)
    )
    assert 400 < same < 600


@pytest.mark.parametrize("count", [0, -1, LARGEST_PICK + 1])
def test_a_pick_among_none_or_too_many_is_refused(count: int) -> None:
    with pytest.raises(ValueError, match=f"not {count}"):
        Chance(SEED).pick(count, 0)


# ---- seeds, numbers, commitments


def test_a_shuffle_of_too_many_cards_is_refused() -> None:
    with pytest.raises(ValueError, match="not 65537"):
        Chance(SEED).shuffle(range(65_537), 0)


@pytest.mark.parametrize("size", [0, SEED_SIZE - 1, SEED_SIZE + 1])
def test_a_seed_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match=f"not {size}"):
        Chance(bytes(size))
    with pytest.raises(ValueError, match=f"not {size}"):
        commitment(bytes(size))
    with pytest.raises(ValueError, match=f"not {size}"):
        share_commitment(bytes(size))
    with pytest.raises(ValueError, match=f"not {size}"):
        mix_seed(bytes(size), [None, None])


def test_a_negative_number_is_refused() -> None:
    with pytest.raises(ValueError, match="not -1"):
        Chance(SEED).shuffle((1, 2), -1)


def test_seeds_that_differ_in_one_bit_have_unlike_commitments() -> None:
    other = bytes([SEED[0] ^ 1]) + SEED[1:]
    alike = sum(a == b for a, b in zip(commitment(SEED), commitment(other), strict=True))
    assert alike < 20


def test_the_seed_does_not_show_in_the_representation() -> None:
    assert SEED.hex() not in repr(Chance(SEED))
    assert repr(SEED) not in repr(Chance(SEED))


def chi_squared(found: Counter[Any], kinds: int, rounds: int) -> float:
    """How far counts are from all being equal."""
    expected = rounds / kinds
    return sum((count - expected) ** 2 for count in found.values()) / expected
