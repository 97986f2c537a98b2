"""The counts of rehearsals and their report: wins, pairs, lengths, failures."""

import json
from fractions import Fraction
from math import comb

import msgspec
import pytest
from django.utils.translation import override

from bots.rehearsal import Failure, GameRecord, Plan
from bots.rehearsal_report import Figures, Report, by_chance, figures_of, report_of
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


@pytest.mark.parametrize("equals", [2, 3, 4, 10])
@pytest.mark.parametrize("games", [1, 7, 100, 2_000])
def test_what_chance_allows_is_that_of_the_binomial_distribution(games: int, equals: int) -> None:
    tail = 0.001
    fewest, most = by_chance(games, equals, tail)
    ways = [Fraction(comb(games, k) * (equals - 1) ** (games - k)) for k in range(games + 1)]
    total = equals**games
    assert sum(ways[:fewest]) / total <= tail < sum(ways[: fewest + 1]) / total
    assert sum(ways[most + 1 :]) / total <= tail < sum(ways[most:]) / total


def test_without_games_chance_allows_anything() -> None:
    assert by_chance(0, 4, 0.001) == (0, 0)


def hundred(*wins: int) -> Results:
    """A hundred games at four seats of four heroes; how many each of them won."""
    found = Results()
    winners = [hero for hero, count in enumerate(wins) for _ in range(count)]
    for number, winner in enumerate(winners):
        turn = number % 4  # Each hero has each seat in turn.
        heroes = HEROES[turn:] + HEROES[:turn]
        found.add(game(number, heroes.index(HEROES[winner]), heroes=heroes))
    return found


def report(found: Results, base: EditionDef | None = None) -> Report:
    plan = Plan(found.games, (4,), ("random",), 0)
    return report_of(found, edition("ultimate"), base, plan, "play")


def test_the_verdict_names_who_is_beyond_chance() -> None:
    told = report(hundred(27, 25, 42, 6))
    weak = "Captain America at 4 seats is weaker: 6 of 100 won, expected 25."
    strong = "Black Widow at 4 seats is stronger: 42 of 100 won, expected 25."
    seats = "No seat is stronger or weaker than chance allows in 100 games."
    assert set(told.verdict) == {weak, strong, seats}
    (wins,) = (part for part in told.parts if part.title == "Wins")
    marks = {row.cells[1]: row.mark for row in wins.rows if row.mark}
    assert marks == {"Captain America": "less than by chance", "Black Widow": "more than by chance"}
    with override("fr-ca"):
        (weak, *_) = [line for line in report(hundred(27, 25, 42, 6)).verdict if " 6 " in line]
    assert weak.startswith("Captain America, à 4 joueurs, ")


def test_the_verdict_names_no_one_within_chance() -> None:
    told = report(hundred(30, 25, 28, 17))
    assert told.verdict == [
        "No hero is stronger or weaker than chance allows in 100 games.",
        "No seat is stronger or weaker than chance allows in 100 games.",
    ]
    assert not any(row.mark for part in told.parts for row in part.rows)


def test_all_rows_of_a_report_share_its_false_alarms() -> None:
    found = figures(hundred(30, 25, 28, 17), "ultimate")
    assert {one.chance for one in found.wins} == {by_chance(100, 4, 0.05 / 2 / 8)}
    found = figures(compared([(0, 1)] * 20))
    assert {one.chance for one in found.wins} == {by_chance(20, 4, 0.05 / 2 / 8)}
    assert found.changes[0].chance == by_chance(20, 2, 0.05 / 2 / 8)


def test_seats_are_counted_from_1_and_the_bar_is_what_the_row_says() -> None:
    told = report(hundred(27, 25, 42, 6))
    (wins,) = (part for part in told.parts if part.title == "Wins")
    assert [row.cells[1] for row in wins.rows[4:]] == ["Seat 1", "Seat 2", "Seat 3", "Seat 4"]
    (widow,) = (row for row in wins.rows if row.cells[1] == "Black Widow")
    fewest, most = map(int, widow.cells[-1].split(" – "))
    assert widow.cells[2:5] == ["42", "100", "42.0"]
    assert widow.bar == ("42.0%", "25.0%", f"{fewest}.0%", f"{most - fewest}.0%")
    assert fewest < 25 < most < 42


def test_who_wins_more_often_than_before_is_in_the_verdict() -> None:
    shipped = edition("ultimate")
    told = report(compared([(0, 1)] * 40 + [(2, 2)] * 60, HEROES), shipped)
    stronger = "Hulk at 4 seats is stronger than before: 40 games won only now, 0 only before."
    assert stronger in told.verdict
    told = report(compared([(0, 1), (1, 0), (2, 3), (3, 2)] * 25, HEROES), shipped)
    assert told.verdict[-1] == "Compared with before, no hero or seat is stronger or weaker."


def test_pairs_count_who_wins_with_only_one_edition() -> None:
    pairs = [(0, 1)] * 4 + [(1, 0)] + [(2, 2)] * 5
    found = compared(list(pairs), HEROES)
    changes = figures(found, "ultimate").changes
    by_who = {one.hero or one.seat: (one.pairs, one.gained, one.lost) for one in changes}
    assert by_who["hulk"] == by_who["0"] == (10, 4, 1)
    assert by_who["shuri"] == by_who["1"] == (10, 1, 4)
    assert by_who["black-widow"] == by_who["2"] == (10, 0, 0)
    shipped = edition("ultimate")
    with override("fr-ca"):
        lines = list(report(found, shipped).lines())
    (title,) = (at for at, line in enumerate(lines) if line.startswith("Comparaison avec"))
    row = ["4", "Hulk", "10", "4", "1", "80,0"]
    assert row in [line.split()[:6] for line in lines[title:]]


def test_games_without_a_winner_count_for_no_one() -> None:
    found = compared([(0, 0), (None, 0), (1, None)])
    seen = figures(found)
    assert [one.pairs for one in seen.changes] == [1] * 4
    assert [one.played for one in seen.wins] == [2] * 4
    (length,) = seen.lengths
    assert (length.games, length.undecided, found.failed) == (3, 1, 1)
    plan = Plan(3, (4,), ("random",), 0)
    told = report_of(found, edition("xmen"), None, plan, "play").lines()
    lines = [line.strip() for line in told]
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
