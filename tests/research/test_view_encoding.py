"""Observations have a fixed length, and hold what the seat may know and nothing else."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from bots.research.offline_table import GameSpec, Table, rules_of, spec_of
from bots.research.worlds import possible_table
from games.engine import VARIANTS
from games.engine.prompts import PLAY_KINDS
from games.engine.zones import DISCARD, HAND
from tests.research.random_tables import NO_EXTRAS, SPECS, named, played

np = pytest.importorskip("numpy", reason=f"NumPy is {NO_EXTRAS}")
from bots.research.view_encoding import HIGHEST, LOWEST, QUESTIONS, encoder_of  # noqa: E402


@pytest.mark.parametrize("spec", SPECS, ids=named)
def test_observations_have_one_shape_and_bounds(spec: GameSpec) -> None:
    encoder = encoder_of(rules_of(spec))
    for at, table in enumerate(played(spec, 1)):
        for seat in range(spec.seats) if at % 5 == 0 or table.is_over else ():
            seen = encoder.observe(table, seat)
            vector, mask = seen["observation"], seen["action_mask"]
            assert (vector.shape, vector.dtype) == ((encoder.size,), np.float32)
            assert (mask.shape, mask.dtype) == ((len(table.rules.actions),), np.int8)
            assert vector.min() >= LOWEST and vector.max() <= HIGHEST
            legal = list(table.legal()) if seat == table.seat else []
            assert np.flatnonzero(mask).tolist() == legal


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_observations_do_not_depend_on_what_is_hidden(variant: str) -> None:
    lots = random.Random(1)
    for at, table in enumerate(played(spec_of(variant, 3), 2)):
        if at % 10 == 0 and not table.is_over:
            encoder = encoder_of(table.rules)
            one = encoder.observe(table, table.seat)
            other = encoder.observe(possible_table(table, table.seat, lots), table.seat)
            assert all(np.array_equal(one[name], other[name]) for name in one)


def part(table: Table, seat: int, name: str) -> list[float]:
    """Return a section of the observation of a seat."""
    encoder = encoder_of(table.rules)
    found: list[float] = encoder.observation(table.view(seat))[encoder.slices[name]].tolist()
    return found


def test_sections_hold_what_they_say() -> None:
    for at, table in enumerate(played(spec_of("xmen", 3), 3)):
        if at % 20 or table.is_over:
            continue
        seat, state = table.seat, table.state
        cards = [one.code for one in table.rules.ruleset.edition.cards]
        for name, zone in (("hand", HAND[seat]), ("discard", DISCARD)):
            held = Counter(state.zones[zone])
            assert part(table, seat, name) == [held[card] for card in cards]
        assert part(table, seat, "viewer") == [one == seat for one in range(3)]
        course = [state.direction, state.round, state.turn, state.idle, state.circling]
        assert part(table, seat, "course") == course
        called = [state.uno[(seat + nth) % 3] == "called" for nth in range(3)]
        assert part(table, seat, "status")[3::5] == called
        dealer = [state.dealer == (seat + nth) % 3 for nth in range(3)]
        assert part(table, seat, "status")[4::5] == dealer
        assert part(table, seat, "asked") == [1, 0, 0]
        assert part(table, (seat + 1) % 3, "asked") == [0, 0, 1]
        hands = [len(state.zones[HAND[(seat + nth) % 3]]) for nth in range(3)]
        assert part(table, seat, "counts") == hands
        assert part(table, seat, "question").index(1) == QUESTIONS.index(state.prompts[-1].kind)
        assert sum(part(table, seat, "color")) == bool(state.color)
        assert sum(part(table, seat, "source")) == (state.prompts[-1].kind not in PLAY_KINDS)


def test_sections_fill_the_vector_once() -> None:
    for spec in SPECS:
        encoder = encoder_of(rules_of(spec))
        ends = [0, *(at.stop for at in encoder.slices.values())]
        assert [at.start for at in encoder.slices.values()] == ends[:-1]
        assert ends[-1] == encoder.size
        assert len(encoder.slices) == len(encoder.sections)


def test_ultimate_shows_what_lies_before_the_seats() -> None:
    seen = Counter[str]()
    for seed in range(4):
        for table in played(spec_of("ultimate", 4), seed):
            if not table.is_over:
                for name in ("hero", "enemy", "items", "burned", "dangers", "lasting"):
                    seen[name] += any(part(table, table.seat, name))
                assert sum(part(table, table.seat, "hero")) == 4
    assert all(seen.values()), seen


def test_cards_that_were_shown_stay_in_sight() -> None:
    shown = 0
    for seed in range(6):
        for table in played(spec_of("xmen", 3), seed):
            if table.is_over:
                break
            cards = [one.code for one in table.rules.ruleset.edition.cards]
            for seat in range(3):
                view = table.view(seat)
                rows = [Counter(view.known.get(HAND[(seat + nth) % 3], ())) for nth in range(3)]
                assert part(table, seat, "known") == [row[card] for row in rows for card in cards]
                shown += any(rows)
    assert shown
