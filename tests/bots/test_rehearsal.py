"""Rehearsals: random games on unpublished cards, their report and their errors."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

import msgspec
import pytest
from django.core.management import CommandError, call_command

from bots import rehearsal
from bots.rehearsal import rehearse, wilson
from cards.language import CardDef, EditionDef
from cards.language.abilities import Trigger
from cards.language.effects import Burn, OnlyIf, Recover, Reverse, When
from cards.models import Card, CardSet
from cards.selectors import current_edition
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


def random_games(cards: EditionDef, games: int, seats: tuple[int, ...] = (2, 3, 4)) -> Any:
    return rehearse(cards, games=games, seats=seats, bots=["random"], seed=1)


# ---- what is found


def test_every_text_of_the_shipped_edition_is_seen_to_act() -> None:
    found = random_games(edition("ultimate"), 60)
    assert found.troubles == []
    assert len(found.texts()) == 52
    assert [code for code, count in found.texts().items() if not count] == []
    assert found.never() == []


def test_a_text_that_cannot_act_is_reported_with_the_place_that_never_does() -> None:
    never = OnlyIf(when=When(burned_at_least=1000), do=(Reverse(),))
    found = random_games(with_card("visionary", effects=(never,)), 30)
    assert "visionary.effects[0].do[0]" in found.never()
    assert "visionary.effects[0]" not in found.never()
    assert found.texts()["visionary"] == 0


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
    assert [(one.kind, one.seed, one.detail) for one in found.troubles] == [
        ("crash", 1, "RuntimeError: lost"),
        ("crash", 2, "RuntimeError: lost"),
    ]
    assert (asked, found.games) == (2, 2)


def test_a_game_that_goes_on_and_on_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rehearsal, "MAX_MOVES", 5)
    found = random_games(edition("ultimate"), 3)
    assert {one.kind for one in found.troubles} == {"endless game"}


def test_each_game_has_one_winner_among_those_who_played() -> None:
    found = random_games(edition("ultimate"), 30)
    assert found.won.total() == found.ended.total() == 30
    assert found.played.total() == 10 * (2 + 3 + 4)
    assert set(found.played) == {"black-widow", "captain-america", "hulk", "shuri"}


def test_a_classic_edition_is_rehearsed_by_seats() -> None:
    found = rehearse(edition("xmen"), games=6, seats=[3], bots=["random", "greedy"], seed=1)
    assert found.troubles == []
    assert set(found.played) == {"seat 0", "seat 1", "seat 2"}
    assert found.texts()["wild-cerebro"] > 0


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


# ---- the command


def rehearsed(*args: str) -> str:
    told = StringIO()
    call_command("rehearse_cards", *args, stdout=told)
    return told.getvalue()


@pytest.mark.django_db
def test_a_draft_is_rehearsed_and_rendered_in_words(editions: None) -> None:
    publish_drafts()
    told = rehearsed(SET, "--games", "6")
    assert told.startswith("Ultimate Marvel (2023): 6 games, ")
    assert "Texts seen to act: " in told
    assert "Captain America" in told
    assert "95 %" in told


@pytest.mark.django_db
def test_an_edition_is_rehearsed_and_rendered_as_json(editions: None) -> None:
    hash = current_edition("ultimate").hash
    told = json.loads(rehearsed("--edition", hash, "--games", "4", "--seats", "4", "--json"))
    assert (told["edition"], told["games"], told["troubles"]) == (SET, 4, [])
    assert len(told["texts"]) == 52
    hulk = told["wins"]["hulk"]
    assert hulk["played"] == 4
    assert hulk["interval"][0] <= hulk["share"] <= hulk["interval"][1]
    assert told == json.loads(
        rehearsed("--edition", hash, "--games", "4", "--seats", "4", "--json")
    )


@pytest.mark.django_db
def test_a_draft_for_no_variant_fails_the_command() -> None:
    CardSet.objects.create(code="typo", name="Typo", variant="ultmate", colors=["red"])
    with pytest.raises(CommandError, match="typo is for ultmate, which is no variant"):
        call_command("rehearse_cards", "typo")


@pytest.mark.django_db
def test_a_draft_that_breaks_games_fails_the_command(editions: None) -> None:
    publish_drafts()
    card = Card.objects.get(card_set__code=SET, code="hulk")
    burns = Trigger(on=("recover",), do=(Burn(),))
    recovers = Trigger(on=("burn",), do=(Recover(),))
    write(card, msgspec.structs.replace(card.text(), abilities=(burns, recovers)))
    with pytest.raises(CommandError, match="games went wrong"):
        rehearsed(SET, "--games", "4", "--seats", "4")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nothing"], "no cards nothing"),
        ([], "Name a draft"),
        (["--edition", "0" * 64], "no cards 000"),
        ([SET, "--seats", "5"], "2 to 4, not by 5"),
        ([SET, "--bots", "genius"], "no bot genius"),
        ([SET, "--games", "0"], "No games"),
    ],
)
def test_what_cannot_be_rehearsed_is_said(editions: None, args: list[str], message: str) -> None:
    publish_drafts()
    with pytest.raises(CommandError, match=message):
        rehearsed(*args)


def publish_drafts() -> None:
    """The shipped drafts, which the fixture leaves out."""
    if not CardSet.objects.exists():
        from cards.services import load_cards

        load_cards()


def write(card: Card, text: CardDef) -> None:
    """Put another text on a card of a draft, as its editor would."""
    from cards.language import indent_card

    card.definition = indent_card(text)
    card.save()
