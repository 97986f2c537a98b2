"""The counts of rehearsals and their report: wins, pairs, lengths, failures."""

import json

import msgspec
import pytest
from django.utils.translation import override

from bots.rehearsal import Failure, GameRecord, Plan
from bots.rehearsal_report import Figures, figures_of, report_lines, wilson
from bots.rehearsal_tally import Results, play_games
from cards.language import EditionDef
from tests.table import edition

HEROES = ("hulk", "shuri", "black-widow", "captain-america")


def game(
    seed: int,
    winner: int | None,
    *,
    seats: int = 4,
    heroes: tuple[str, ...] = (),
    moves: int = 10,
) -> GameRecord:
    """A recorded game; without a winner it failed."""
    failure = Failure("crash", "lost") if winner is None else None
    return GameRecord(seed, seats, moves, winner, heroes, failure)


def compared(pairs: list[tuple[int | None, int | None]], heroes: tuple[str, ...] = ()) -> Results:
    """The results of pairs of games by their winners, with the new edition and the base."""
    found = Results()
    for number, (new, base) in enumerate(pairs):
        found.add(game(number, new, heroes=heroes), game(number, base, heroes=heroes))
    return found


def figures(results: Results, variant: str = "xmen") -> Figures:
    return figures_of(results, edition(variant))


@pytest.mark.parametrize(
    ("won", "played", "least", "most"),
    [
        (0, 0, 0.0, 1.0),
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (50, 200, 0.1951, 0.3143),
    ],
)
def test_the_interval_is_that_of_wilson(won: int, played: int, least: float, most: float) -> None:
    assert wilson(won, played) == pytest.approx((least, most), abs=1e-4)


def test_pairs_count_who_wins_with_only_one_edition() -> None:
    pairs = [(0, 1)] * 4 + [(1, 0)] + [(2, 2)] * 5
    found = compared(list(pairs), HEROES)
    changes = figures(found, "ultimate").changes
    by_who = {one.hero or one.seat: (one.pairs, one.gained, one.lost) for one in changes}
    assert by_who["hulk"] == by_who["0"] == (10, 4, 1)
    assert by_who["shuri"] == by_who["1"] == (10, 1, 4)
    assert by_who["black-widow"] == by_who["2"] == (10, 0, 0)
    shipped = edition("ultimate")
    plan = Plan(10, (4,), ("random",), 0)
    with override("fr-ca"):
        report = list(report_lines(found, shipped, shipped, plan, "play"))
    (title,) = (at for at, line in enumerate(report) if line.startswith("Comparaison avec"))
    assert ["4", "Hulk", "10", "4", "1"] in [line.split() for line in report[title:]]


def test_games_without_a_winner_count_for_no_one() -> None:
    found = compared([(0, 0), (None, 0), (1, None)])
    seen = figures(found)
    assert [one.pairs for one in seen.changes] == [1] * 4
    assert [one.played for one in seen.wins] == [2] * 4
    (length,) = seen.lengths
    assert (length.games, length.undecided, found.failed) == (3, 1, 1)
    plan = Plan(3, (4,), ("random",), 0)
    report = report_lines(found, edition("xmen"), None, plan, "play")
    lines = [line.strip() for line in report]
    assert "Crash, 1 games: lost" in lines
    again = "play --bots random --seats 4 --seed 1 --games 1"
    assert f"First at move 10. To play it again: {again}" in lines
    assert any(line.startswith("1 games had no single winner") for line in lines)


def test_a_hero_is_compared_where_both_editions_have_it() -> None:
    found = Results()
    found.add(
        game(0, 1, seats=2, heroes=("black-panther", "hulk")),
        game(0, 0, seats=2, heroes=("hulk", "shuri")),
    )
    (hulk,) = (one for one in figures(found, "ultimate").changes if one.hero)
    assert (hulk.hero, hulk.gained, hulk.lost) == ("hulk", 0, 0)


@pytest.mark.parametrize(
    ("moves", "median", "longest", "seed"),
    [([10, 30, 30, 20], 20, 30, 1), ([7], 7, 7, 0), ([1, 1, 9, 9, 9], 9, 9, 2)],
)
def test_lengths_are_those_of_games_that_were_played(
    moves: list[int], median: int, longest: int, seed: int
) -> None:
    found = Results()
    for number, count in enumerate(moves):
        found.add(game(number, 0, moves=count))
    (line,) = figures(found).lengths
    assert (line.median, line.longest, line.longest_seed) == (median, longest, seed)


def test_counts_do_not_depend_on_the_order_of_games() -> None:
    plan = Plan(9, (2, 3, 4), ("random",), 1)
    cards, base = edition("xmen"), _renamed(edition("xmen"))
    whole = play_games(cards, base, plan, range(9))
    parts = [
        play_games(cards, base, plan, numbers) for numbers in ([8, 2, 5], [1], [7, 0, 3, 4, 6])
    ]
    merged = Results()
    for part in parts:
        merged.merge(part)
    assert merged.to_json() == whole.to_json()
    assert Results.from_json(json.loads(json.dumps(whole.to_json()))) == whole
    assert any(one.gained for one in figures(whole).changes)


def test_failures_of_one_reason_are_one_entry() -> None:
    found = Results()
    for seed in (3, 1, 2):
        found.add(game(seed, None, seats=2))
    (trouble,) = found.troubles
    assert (trouble.games, trouble.seed) == (3, 1)


@pytest.mark.slow
def test_equal_editions_play_the_same_games() -> None:
    cards = edition("ultimate")
    found = play_games(cards, cards, Plan(9, (2, 3, 4), ("random",), 1), range(9))
    changes = figures(found, "ultimate").changes
    assert {one.seats for one in changes} == {2, 3, 4}
    assert {(one.gained, one.lost) for one in changes} == {(0, 0)}


def _renamed(cards: EditionDef) -> EditionDef:
    """The same edition with another code on a card: packs are shuffled in the order of codes."""
    renamed = tuple(
        msgspec.structs.replace(card, code="zz-blue-1") if card.code == "blue-1" else card
        for card in cards.cards
    )
    copies = {"zz-blue-1" if code == "blue-1" else code: n for code, n in cards.copies.items()}
    return msgspec.structs.replace(cards, cards=renamed, copies=copies)
