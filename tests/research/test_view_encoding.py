"""Observations have a fixed length, and hold what the seat may know and nothing else."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from games.engine import VARIANTS, observe
from games.engine.prompts import PLAY_KINDS
from games.engine.zones import DISCARD, HAND
from tests.research.random_tables import TABLES, alike, played, raw_env

np = pytest.importorskip("numpy")
from bots.research.view_encoding import HIGHEST, LOWEST, QUESTIONS  # noqa: E402


@pytest.mark.parametrize(("variant", "seats"), TABLES)
def test_observations_have_one_shape_and_bounds(variant: str, seats: int) -> None:
    for at, env in enumerate(played(variant, seats, 1)):
        for seat, agent in enumerate(env.possible_agents) if at % 5 == 0 or not env.legal else ():
            seen = env.observe(agent)
            vector, mask = seen["observation"], seen["action_mask"]
            assert (vector.shape, vector.dtype) == ((env.encoder.size,), np.float32)
            assert (mask.shape, mask.dtype) == ((len(env.actions),), np.int8)
            assert vector.min() >= LOWEST and vector.max() <= HIGHEST
            assert np.flatnonzero(mask).tolist() == (list(env.legal) if seat == env.seat else [])


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_observations_do_not_depend_on_what_is_hidden(variant: str) -> None:
    lots, others = random.Random(1), 0
    for at, env in enumerate(played(variant, 3, 2)):
        if at % 10 == 0 and env.legal:
            other = alike(env, env.seat, lots)
            for name, value in env.observe(env.agent_selection).items():
                assert np.array_equal(value, other.observe(env.agent_selection)[name])
            hand = HAND[(env.seat + 1) % 3]
            others += other.table.zones[hand] != env.table.zones[hand]
    assert others


def part(env: Any, seat: int, name: str) -> list[float]:
    """Return a section of the observation of a seat."""
    seen = env.observe(f"player_{seat}")["observation"]
    found: list[float] = seen[env.encoder.slices[name]].tolist()
    return found


def test_sections_hold_what_they_say() -> None:
    for at, env in enumerate(played("xmen", 3, 3)):
        if at % 20 or not env.legal:
            continue
        seat, state = env.seat, env.table
        cards = [one.code for one in env.ruleset.edition.cards]
        for name, zone in (("hand", HAND[seat]), ("discard", DISCARD)):
            held = Counter(state.zones[zone])
            assert part(env, seat, name) == [held[card] for card in cards]
        assert part(env, seat, "viewer") == [one == seat for one in range(3)]
        course = [state.direction, state.round, state.turn, state.idle, state.circling]
        assert part(env, seat, "course") == course
        called = [state.uno[(seat + nth) % 3] == "called" for nth in range(3)]
        assert part(env, seat, "status")[3::5] == called
        dealer = [state.dealer == (seat + nth) % 3 for nth in range(3)]
        assert part(env, seat, "status")[4::5] == dealer
        assert part(env, seat, "asked") == [1, 0, 0]
        assert part(env, (seat + 1) % 3, "asked") == [0, 0, 1]
        hands = [len(state.zones[HAND[(seat + nth) % 3]]) for nth in range(3)]
        assert part(env, seat, "counts") == hands
        assert part(env, seat, "question").index(1) == QUESTIONS.index(state.prompts[-1].kind)
        assert sum(part(env, seat, "color")) == bool(state.color)
        assert sum(part(env, seat, "source")) == (state.prompts[-1].kind not in PLAY_KINDS)


def test_sections_fill_the_vector_once() -> None:
    for variant, seats in TABLES:
        encoder = raw_env(variant, seats).encoder
        ends = [0, *(at.stop for at in encoder.slices.values())]
        assert [at.start for at in encoder.slices.values()] == ends[:-1]
        assert ends[-1] == encoder.size


def test_ultimate_shows_what_lies_before_the_seats() -> None:
    seen = Counter[str]()
    for seed in range(4):
        for env in played("ultimate", 4, seed):
            if env.legal:
                for name in ("hero", "enemy", "items", "burned", "dangers", "lasting"):
                    seen[name] += any(part(env, env.seat, name))
                assert sum(part(env, env.seat, "hero")) == 4
    assert all(seen.values()), seen


def test_cards_that_were_shown_stay_in_sight() -> None:
    shown = 0
    for seed in range(6):
        for env in played("xmen", 3, seed):
            cards = [one.code for one in env.ruleset.edition.cards]
            for seat in range(3):
                known = observe(env.ruleset, env.table, seat).known
                rows = [Counter(known.get(HAND[(seat + nth) % 3], ())) for nth in range(3)]
                assert part(env, seat, "known") == [row[card] for row in rows for card in cards]
                shown += any(rows)
    assert shown
