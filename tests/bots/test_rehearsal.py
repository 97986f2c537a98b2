"""Rehearsals: random games on unpublished cards, their report and their errors."""

import json
import re
from io import StringIO

import msgspec
import pytest
from django.core.management import CommandError, call_command

from bots import rehearsal
from bots.rehearsal import Plan, Rehearser, heroes_by_lot
from bots.rehearsal_report import figures_of, report_of
from bots.rehearsal_tally import Results, rehearse
from cards.language import CardDef, EditionDef
from cards.language.abilities import Trigger
from cards.language.effects import Burn, OnlyIf, Recover, Reverse, When
from cards.models import Card, CardSet
from cards.selectors import current_edition
from tests.shipped import load_shipped
from tests.table import edition

pytestmark = pytest.mark.slow

SET = "ultimate-marvel-2023"


def with_card(code: str, **changes: object) -> EditionDef:
    """The shipped edition with another text on one card."""
    shipped = edition("ultimate")
    cards = tuple(
        msgspec.structs.replace(card, **changes) if card.code == code else card
        for card in shipped.cards
    )
    return msgspec.structs.replace(shipped, cards=cards)


def random_games(cards: EditionDef, games: int, seats: tuple[int, ...] = (2, 3, 4)) -> Results:
    return rehearse(cards, games=games, seats=seats, bots=["random"], seed=1)


# ---- what is found


def test_every_text_of_the_shipped_edition_is_seen_to_act() -> None:
    found = random_games(edition("ultimate"), 90)
    assert found.troubles == []
    figures = figures_of(found, edition("ultimate"))
    assert len(figures.texts) == 52
    assert [code for code, count in figures.texts.items() if not count] == []
    assert figures.never == []


def test_a_text_that_cannot_act_is_reported_with_the_place_that_never_does() -> None:
    never = OnlyIf(when=When(burned_at_least=1000), do=(Reverse(),))
    cards = with_card("visionary", effects=(never,))
    found = random_games(cards, 30)
    figures = figures_of(found, cards)
    told = report_of(found, cards, None, Plan(30, (2,), ("random",), 1), "play").lines()
    assert any("Visionary › Effects 1 › What happens 1" in line for line in told)
    assert "visionary.effects[0].do[0]" in figures.never
    assert "visionary.effects[0]" not in figures.never
    assert figures.texts["visionary"] == 0


def test_cards_that_wake_each_other_without_end_are_a_finding_and_no_hang() -> None:
    burns = Trigger(on=("recover",), do=(Burn(),))
    recovers = Trigger(on=("burn",), do=(Recover(),))
    found = random_games(with_card("hulk", abilities=(burns, recovers)), 12, (4,))
    kinds = {one.kind for one in found.troubles}
    assert kinds == {"endless effect"}
    assert found.troubles[0].cards[-1] == "hulk"
    again = random_games(with_card("hulk", abilities=(burns, recovers)), 12, (4,))
    assert again.troubles == found.troubles


def test_a_crash_is_written_down_with_the_seed_and_the_next_game_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = 0

    def bot_move(*_: object) -> object:
        nonlocal asked
        asked += 1
        raise RuntimeError("lost")

    monkeypatch.setattr(rehearsal, "bot_move", bot_move)
    found = random_games(edition("ultimate"), 2, (2,))
    (crash,) = found.troubles
    assert (crash.kind, crash.seed, crash.detail) == ("crash", 1, "RuntimeError: lost")
    assert (asked, found.games, crash.games, found.failed) == (2, 2, 2, 2)
    assert found.counts["undecided", 2] == 2 and not found.under("played", 2, "seat")


def test_a_game_that_goes_on_and_on_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "MAX_MOVES", 5)
    found = random_games(edition("ultimate"), 3)
    assert {one.kind for one in found.troubles} == {"endless game"}


def test_each_game_has_one_winner_among_those_who_played() -> None:
    found = random_games(edition("ultimate"), 30)
    assert found.under("games") == {2: 10, 3: 10, 4: 10}
    for size in (2, 3, 4):
        for kind in ("hero", "seat"):
            assert sum(found.under("won", size, kind).values()) == 10
        assert sum(found.under("ended", size).values()) == 10
        assert found.under("played", size, "seat") == dict.fromkeys(range(size), 10)
        heroes = found.under("played", size, "hero")
        assert sum(heroes.values()) == 10 * size
        assert set(heroes) == {"black-widow", "captain-america", "hulk", "shuri"}


def test_a_classic_edition_is_rehearsed_by_seats() -> None:
    found = rehearse(edition("xmen"), games=6, seats=[3], bots=["random", "greedy"], seed=1)
    assert found.troubles == []
    assert set(found.under("played", 3, "seat")) == {0, 1, 2}
    assert found.under("played", 3, "hero") == {}
    assert found.counts["acted", "wild-cerebro"] > 0


def test_a_game_is_determined_by_seats_seed_and_bots() -> None:
    cards, bots = edition("ultimate"), ("random", "greedy")
    whole = Rehearser(cards, Plan(6, (2, 3), bots, 7)).play(5)
    alone = Rehearser(cards, Plan(1, (3,), bots, 9)).play(0)
    assert (whole.seed, whole.seats, whole.moves) == (alone.seed, alone.seats, alone.moves)
    assert (whole.heroes, whole.winner, whole.acted) == (alone.heroes, alone.winner, alone.acted)


def test_each_bot_has_each_seat_equally_often() -> None:
    plan = Plan(40, (2, 4), ("random", "greedy"), 1)
    for size in (2, 4):
        of_size = [number for number in range(40) if plan.size(number) == size]
        for seat in range(size):
            assert [plan.bots_of(one)[seat] for one in of_size].count("greedy") == 10


def test_a_new_hero_displaces_few_others() -> None:
    shipped = edition("ultimate")
    fifth = msgspec.structs.replace(shipped.decks[0], hero="black-panther")
    more = msgspec.structs.replace(shipped, decks=(*shipped.decks, fifth))
    seats = [(heroes_by_lot(shipped, 3, seed), heroes_by_lot(more, 3, seed)) for seed in range(200)]
    assert all(len(set(new)) == 3 for _, new in seats)
    joined = sum("black-panther" in new for _, new in seats)
    assert 90 < joined < 150  # three of five
    assert all(old == new for old, new in seats if "black-panther" not in new)
    kept = sum(one == other for old, new in seats for one, other in zip(old, new, strict=True))
    assert kept > 3 * 200 * 0.7


# ---- the command


def rehearsed(*args: str) -> str:
    told = StringIO()
    call_command("rehearse_cards", *args, stdout=told)
    return told.getvalue()


@pytest.mark.django_db
def test_a_draft_is_rehearsed_and_rendered_in_words(editions: None) -> None:
    publish_drafts()
    told = rehearsed(SET, "--games", "6")
    assert told.startswith("Ultimate Marvel (2023)\n  No hero is stronger or weaker than chance")
    assert "  6 games, " in told
    assert "Texts seen to act: " in told
    assert "Captain America" in told
    assert "By chance" in told and "Median" in told


@pytest.mark.django_db
def test_an_edition_is_rehearsed_and_rendered_as_json(editions: None) -> None:
    hash = current_edition("ultimate").hash
    told = json.loads(rehearsed("--edition", hash, "--games", "4", "--seats", "4", "--json"))
    assert (told["edition"], told["games"], told["troubles"]) == (SET, 4, [])
    assert len(told["texts"]) == 52
    (hulk,) = (one for one in told["wins"] if one.get("hero") == "hulk")
    assert (hulk["seats"], hulk["played"]) == (4, 4)
    assert hulk["chance"] == [0, 4]
    assert told == json.loads(
        rehearsed("--edition", hash, "--games", "4", "--seats", "4", "--json")
    )


@pytest.mark.django_db
def test_two_processes_find_what_one_finds(editions: None) -> None:
    publish_drafts()
    against = current_edition("ultimate").hash
    card = Card.objects.get(card_set__code=SET, code="hulk-smash")
    write(card, msgspec.structs.replace(card.text(), effects=(Burn(),)))
    args = [SET, "--against", against[:12], "--games", "24", "--json"]
    one, two = (json.loads(rehearsed(*args, "--jobs", jobs)) for jobs in ("1", "2"))
    assert one == two
    assert one["games"] == 24 and len(one["changes"]) == 3 * 4 + 2 + 3 + 4
    assert any(change["gained"] for change in one["changes"])


@pytest.mark.django_db
def test_two_editions_are_compared_in_both_languages(editions: None) -> None:
    publish_drafts()
    against = ["--against", current_edition("ultimate").hash, "--games", "6", "--seats", "2"]
    told = rehearsed(SET, *against)
    assert "Compared with before" in told and "Won only before" in told
    told = rehearsed(SET, *against, "--language", "fr-CA")
    assert "Comparaison avec les cartes d’avant" in told
    assert "Veuve noire" in told or "Black Widow" in told


@pytest.mark.django_db
def test_a_failed_game_is_reported_with_the_command_that_plays_it(editions: None) -> None:
    publish_drafts()
    card = Card.objects.get(card_set__code=SET, code="hulk")
    burns = Trigger(on=("recover",), do=(Burn(),))
    recovers = Trigger(on=("burn",), do=(Recover(),))
    write(card, msgspec.structs.replace(card.text(), abilities=(burns, recovers)))
    told = StringIO()
    with pytest.raises(CommandError, match="of 6 games went wrong"):
        call_command("rehearse_cards", SET, "--games", "6", "--seats", "4", stdout=told)
    command, *_ = re.findall(r"To play it again: manage.py rehearse_cards (.*)", told.getvalue())
    with pytest.raises(CommandError, match="1 of 1 games went wrong"):
        rehearsed(*command.split())


@pytest.mark.django_db
def test_editions_of_two_variants_are_not_compared(editions: None) -> None:
    publish_drafts()
    with pytest.raises(CommandError, match="for ultimate, those to compare with for xmen"):
        rehearsed(SET, "--against", current_edition("xmen").hash)


@pytest.mark.django_db
def test_a_draft_for_no_variant_fails_the_command() -> None:
    CardSet.objects.create(code="typo", name="Typo", variant="ultmate", colors=["red"])
    with pytest.raises(CommandError, match="no variant ultmate"):
        call_command("rehearse_cards", "typo")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nothing"], "no draft nothing"),
        ([], "Name a draft"),
        (["--edition", "0" * 64], "No editions begin with 000"),
        ([SET, "--seats", "5"], "for 2 to 4 seats"),
        ([SET, "--bots", "genius"], "no bot genius"),
        ([SET, "--games", "0"], "games must be 1"),
        ([SET, "--seed", "-1"], "seed must be 0"),
        ([SET, "--jobs", "0"], "jobs must be 1"),
        ([SET, "--against", "zz"], "No editions begin with zz"),
    ],
)
def test_what_cannot_be_rehearsed_is_said(editions: None, args: list[str], message: str) -> None:
    publish_drafts()
    with pytest.raises(CommandError, match=message):
        rehearsed(*args)


def publish_drafts() -> None:
    """The shipped drafts, which the fixture leaves out."""
    if not CardSet.objects.exists():
        load_shipped()


def write(card: Card, text: CardDef) -> None:
    """Put another text on a card of a draft, as its editor would."""
    from cards.language import indent_card

    card.definition = indent_card(text)
    card.save()
