"""The statistics of rehearsals: intervals, verdicts, pairs, lengths."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise
from math import sqrt

import msgspec
import pytest

from bots.rehearsal import Failure, GameRecord, Plan
from bots.rehearsal_report import report_of, verdicts_of
from bots.rehearsal_statistics import (
    card_lines,
    change_lines,
    corrected_level,
    deviations,
    length_lines,
    paired_interval,
    quartiles,
    wilson,
    win_lines,
)
from bots.rehearsal_tally import (
    Results,
    Tally,
    add_game,
    as_builtins,
    from_builtins,
    merge,
    play_games,
)
from cards.language import EditionDef
from tests.table import edition


def game(
    number: int,
    winner: int | None,
    *,
    seats: int = 4,
    heroes: tuple[str, ...] = (),
    held: dict[int, set[str]] | None = None,
    moves: int = 10,
) -> GameRecord:
    """A recorded game; without a winner it failed."""
    hands = [(held or {}).get(seat, set()) for seat in range(seats)]
    failure = Failure("crash", "lost") if winner is None else None
    return GameRecord(number, number, seats, hands, hands, moves, "round", winner, heroes, failure)


def compared(pairs: list[tuple[int | None, int | None]], **fields: object) -> Results:
    """The results of pairs of games by their winners, with the new edition and the base."""
    found = Results(base=Tally())
    for number, (new, base) in enumerate(pairs):
        add_game(found, game(number, new, **fields), game(number, base, **fields))  # type: ignore[arg-type]
    return found


# ---- intervals


@pytest.mark.parametrize(
    ("won", "played", "least", "most"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 200, 0.1951, 0.3143),
    ],
)
def test_the_interval_is_that_of_wilson(won: int, played: int, least: float, most: float) -> None:
    assert wilson(won, played) == pytest.approx((least, most), abs=1e-4)


def test_of_no_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert paired_interval(0, 0, 0) == (-1.0, 1.0)


def test_the_paired_interval_is_that_of_bonett_and_price() -> None:
    """With (f12, f21, n) = (5, 20, 60): p12 = 6/62, p21 = 21/62."""
    middle, total = (6 - 21) / 62, 62
    half = 1.959964 * sqrt((27 / 62 - (15 / 62) ** 2) / total)
    found = paired_interval(5, 20, 60)
    assert found == pytest.approx((middle - half, middle + half), abs=1e-6)


def test_pairs_that_never_differ_leave_a_narrow_interval_around_zero() -> None:
    widths = [paired_interval(0, 0, pairs) for pairs in (10, 100, 1000)]
    assert all(low == -high for low, high in widths)
    assert all(most[1] > least[1] for most, least in pairwise(widths))
    assert widths[-1][1] < 0.003


@pytest.mark.parametrize(("up", "down"), [(0.0, 0.0), (0.05, 0.05), (0.2, 0.1), (0.02, 0.3)])
def test_the_paired_interval_covers_the_true_difference(up: float, down: float) -> None:
    lots = random.Random(5)
    covered = 0
    for _ in range(400):
        drawn = [lots.random() for _ in range(120)]
        gained, lost = sum(one < up for one in drawn), sum(1 - down <= one for one in drawn)
        low, high = paired_interval(gained, lost, 120)
        covered += low <= up - down <= high
    assert covered >= 400 * 0.92


def test_more_lines_make_each_interval_wider() -> None:
    assert corrected_level(1) == pytest.approx(0.95)
    assert corrected_level(10) == pytest.approx(0.995)
    assert corrected_level(0) == pytest.approx(0.95)
    assert deviations(corrected_level(10)) > deviations(0.95) == pytest.approx(1.959964)


# ---- verdicts


def test_a_biased_edition_is_found() -> None:
    """Seat 0 wins 40 of a hundred games, the others 20 each."""
    lots, tally = random.Random(2), Tally()
    for number in range(600):
        tally.add(game(number, lots.choices(range(4), (40, 20, 20, 20))[0]))
    verdicts = {line.who: line.verdict for line in win_lines(tally)}
    assert verdicts["0"] == "more"
    (first, *_) = verdicts_of(Results(tally), edition("xmen"), None, "en")
    assert first.startswith("At 4 seats, seat 0 wins too many games: 3")
    assert "25.0 would be" in first
    (first, *_) = verdicts_of(Results(tally), edition("xmen"), None, "fr-CA")
    assert first.startswith("À 4 joueurs, le siège 0 gagne trop souvent\xa0: de 3")


def test_fair_editions_are_seldom_called_unfair() -> None:
    lots, wrong = random.Random(3), 0
    for _ in range(200):
        tally = Tally()
        for number in range(150):
            tally.add(game(number, lots.randrange(4)))
        wrong += any(line.verdict != "none" for line in win_lines(tally))
    assert wrong <= 200 * 0.05 + 8


def test_equal_editions_are_seldom_called_different() -> None:
    """Pairs that have half of the games in common, and equal chances in the others."""
    lots, wrong = random.Random(4), 0
    for _ in range(200):
        pairs = []
        for _ in range(150):
            base = lots.randrange(4)
            pairs.append((base if lots.random() < 0.5 else lots.randrange(4), base))
        wrong += any(line.verdict != "none" for line in change_lines(compared(pairs)))
    assert wrong <= 200 * 0.05 + 8


def test_a_difference_is_found_and_told() -> None:
    heroes = ("hulk", "shuri", "black-widow", "captain-america")
    pairs = [(0, 1)] * 40 + [(1, 1)] * 260 + [(2, 2)] * 100 + [(3, 3)] * 100
    found = compared([(new, base) for new, base in pairs], heroes=heroes)
    lines = {(line.kind, line.who): line for line in change_lines(found)}
    hulk = lines["hero", "hulk"]
    assert (hulk.verdict, hulk.gained, hulk.lost, hulk.pairs) == ("more", 40, 0, 500)
    assert hulk.difference == pytest.approx(0.08)
    assert lines["hero", "shuri"].verdict == "fewer"
    assert lines["hero", "black-widow"].verdict == "none"
    shipped = edition("ultimate")
    verdicts = verdicts_of(found, shipped, shipped, "en")
    assert verdicts[0].startswith("At 4 seats, Hulk wins 4.") and "more than before" in verdicts[0]
    assert any("Shuri wins 4." in one and "less than before" in one for one in verdicts)
    assert any(
        one.startswith("At 4 seats, no other difference was seen in 500") for one in verdicts
    )
    french = verdicts_of(found, shipped, shipped, "fr-CA")
    assert french[0].startswith("À 4 joueurs, Hulk gagne de 4,")
    assert french[0].endswith("parties sur cent de plus qu’avant.")


def test_pairs_narrow_the_interval() -> None:
    """A change that decides one game in ten, in pairs and in games of their own."""
    lots, pairs = random.Random(6), []
    for _ in range(400):
        base = lots.randrange(4)
        pairs.append((0 if lots.random() < 0.1 else base, base))
    (paired, *_) = change_lines(compared(pairs))
    others = [base for _, base in pairs]
    lots.shuffle(others)
    alone = [(new, base) for (new, _), base in zip(pairs, others, strict=True)]
    (unpaired, *_) = change_lines(compared(alone))
    assert paired.difference == unpaired.difference
    widths = [one.interval[1] - one.interval[0] for one in (paired, unpaired)]
    assert widths[0] < widths[1] / 2
    assert paired.verdict == "more"


def test_games_without_a_winner_count_for_no_one() -> None:
    found = compared([(0, 0), (None, 0), (1, None)])
    assert found.pairs[4].pairs == 3 and found.pairs[4].undecided == 2
    assert [line.pairs for line in change_lines(found)] == [1] * 4
    assert [line.played for line in win_lines(found.new)] == [2] * 4
    (length,) = length_lines(found.new)
    assert (length.games, length.undecided) == (3, 1)
    assert found.new.failed == 1 and found.new.sizes[4].ended == {"round": 2}
    report = report_of(found, edition("xmen"), None, Plan(3, (4,), ("random",), 0), "en", "play")
    failures = report.section("failures")
    assert failures is not None and failures.lines[0] == "Crash, 1 games: lost"
    assert failures.lines[1].endswith("play --seats 4 --seed 1 --games 1 --bots random")


def test_a_hero_is_compared_where_both_editions_have_it() -> None:
    found = Results(base=Tally())
    add_game(
        found,
        game(0, 1, seats=2, heroes=("black-panther", "hulk")),
        game(0, 0, seats=2, heroes=("hulk", "shuri")),
    )
    heroes = {line.who: line for line in change_lines(found) if line.kind == "hero"}
    assert list(heroes) == ["hulk"]
    assert (heroes["hulk"].gained, heroes["hulk"].lost) == (0, 0)


# ---- lengths and cards


@pytest.mark.parametrize(
    ("values", "expected"),
    [([], (0, 0, 0)), ([7], (7, 7, 7)), ([1, 2, 3, 4], (1, 2, 3)), ([1, 1, 9, 9, 9], (1, 9, 9))],
)
def test_quartiles_are_values_that_occur(values: list[int], expected: tuple[int, ...]) -> None:
    assert quartiles(Counter(values)) == expected


def test_the_longest_game_is_the_first_of_that_length() -> None:
    tally = Tally()
    for number, moves in enumerate([10, 30, 30, 20]):
        tally.add(game(number, 0, moves=moves))
    (line,) = length_lines(tally)
    assert (line.longest, line.longest_seed, line.quartiles) == (30, 1, (10, 20, 30))


def test_a_card_is_compared_with_what_its_heroes_win() -> None:
    """Hulk wins three games of four; with the card, always."""
    tally = Tally()
    for number in range(80):
        has_card = number % 2 == 0
        winner = 0 if has_card or number % 4 == 1 else 1
        held = {0: {"smash"}} if has_card else {}
        tally.add(game(number, winner, seats=2, heroes=("hulk", "shuri"), held=held))
    (line,) = card_lines(tally)
    assert (line.card, line.held.played, line.held.won) == ("smash", 40, 40)
    assert line.held_expected == pytest.approx(0.75)
    assert line.held_interval[0] > line.held_expected


def test_rare_cards_are_not_listed() -> None:
    tally = Tally()
    tally.add(game(0, 0, held={0: {"rare"}}))
    assert card_lines(tally) == []


# ---- counts


def test_counts_do_not_depend_on_the_order_of_games() -> None:
    plan = Plan(9, (2, 3, 4), ("random",), 1)
    cards, base = edition("xmen"), _renamed(edition("xmen"))
    whole = play_games(cards, base, plan, range(9))
    parts = [
        play_games(cards, base, plan, numbers) for numbers in ([8, 2, 5], [1], [7, 0, 3, 4, 6])
    ]
    merged = merge(merge(parts[2], parts[0]), parts[1])
    assert as_builtins(merged) == as_builtins(whole)
    assert from_builtins(as_builtins(whole)) == whole


def test_failures_of_one_reason_are_one_entry() -> None:
    tally = Tally()
    for number in (3, 1, 2):
        tally.add(game(number, None, seats=2))
    (trouble,) = tally.troubles
    assert (trouble.games, trouble.seed) == (3, 1)


@pytest.mark.slow
def test_an_edition_shuffled_otherwise_is_no_different_edition() -> None:
    """Other games, equal chances."""
    cards = edition("xmen")
    for seed in (1, 1001, 2001):
        plan = Plan(60, (2,), ("random",), seed)
        found = play_games(cards, _renamed(cards), plan, range(60))
        assert found.pairs[2].same < 30
        assert {line.verdict for line in change_lines(found)} == {"none"}


@pytest.mark.slow
def test_equal_editions_play_the_same_games() -> None:
    cards = edition("ultimate")
    found = play_games(cards, cards, Plan(9, (2, 3, 4), ("random",), 1), range(9))
    assert sum(one.same for one in found.pairs.values()) == 9
    assert {line.difference for line in change_lines(found)} == {0.0}


def _renamed(cards: EditionDef) -> EditionDef:
    """The same edition with another code on a card: packs are shuffled in the order of codes."""
    renamed = tuple(
        msgspec.structs.replace(card, code="zz-blue-1") if card.code == "blue-1" else card
        for card in cards.cards
    )
    copies = {"zz-blue-1" if code == "blue-1" else code: n for code, n in cards.copies.items()}
    return msgspec.structs.replace(cards, cards=renamed, copies=copies)
