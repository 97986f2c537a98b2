"""Editions that cannot be played are not published, and no game begins on one."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from bots import playability
from bots.playability import check_edition
from bots.rehearsal import Plan
from bots.rehearsal_tally import rehearse
from bots.rehearsals import RehearsalRefused, check_plan
from cards.findings.lint_texts import finding_text
from cards.language import EditionDef, LintFinding, edition_hash, encode_edition, lint_edition
from cards.language.abilities import Trigger
from cards.language.effects import Burn, ChooseColor, ForEach, Recover, Reverse
from cards.language.steps import MAX_TEXT_STEPS, steps_of
from cards.models import Edition as StoredEdition
from cards.selectors import draft_text
from cards.services import NotPublishable
from games.errors import SetupRefused
from games.models import Game
from games.play import openings, seating
from games.play.seating import SeatSpec
from games.players.models import Player
from tests.cards.makers import card, card_set, publish
from tests.cards.makers import edition as made
from tests.games.tables import guest
from tests.table import edition

ME, GREEDY = SeatSpec("player"), SeatSpec("bot", bot="greedy")
REDS = [card(f"red-{number}", symbol=str(number), points=number) for number in (1, 2)]
MANY = {"red-1": 60, "red-2": 60}


def codes(cards: EditionDef) -> list[str]:
    return [one.code for one in check_edition(cards)]


def changed(variant: str, code: str, **fields: object) -> EditionDef:
    """The shipped edition of a variant with another text on one card."""
    shipped = edition(variant)
    cards = tuple(
        msgspec.structs.replace(one, **fields) if one.code == code else one for one in shipped.cards
    )
    return msgspec.structs.replace(shipped, cards=cards)


# ---- what is found


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_the_shipped_editions_can_be_played(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playability, "GAMES", 2)
    assert check_edition(edition(variant)) == []


def test_every_number_of_seats_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def rehearsed(_: EditionDef, *, seats: Sequence[int], games: int, **__: Any) -> Any:
        asked.append((list(seats), games))
        return type("Played", (), {"troubles": []})

    monkeypatch.setattr(playability, "rehearse", rehearsed)
    assert check_edition(edition("ultimate")) == check_edition(edition("xmen")) == []
    assert asked == [([seats], 20) for seats in (2, 3, 4, *range(2, 11))]


NOT_DEALT = {
    "a single card": (made(card()), "2 seats: the box holds 1 of the 15 cards needed"),
    "too few for ten": (
        made(*REDS, copies={"red-1": 40, "red-2": 29}),
        "10 seats: the box holds 69 of the 71 cards needed",
    ),
    "nothing to start with": (
        made(REDS[0], card("skip", kind="skip", symbol="skip", color="red"),
             copies={"red-1": 1, "skip": 100}),
        "100 that cannot start the discard pile",
    ),
    "no number is highest": (
        made(card(points=5), variant="avengers", copies={"red-1": 100}),
        "all cards count the same",
    ),
    "a hero in the pack": (
        made(*REDS, card("hulk", kind="hero"), copies=MANY),
        "hulk is of the kind hero, which this pack cannot hold",
    ),
    "no colors": (made(*REDS, colors=(), copies=MANY), "the edition needs at least one color"),
    "fewer heroes than seats": (
        msgspec.structs.replace(edition("ultimate"), decks=edition("ultimate").decks[:3]),
        "4 seats: there are fewer heroes than seats",
    ),
    "a small deck": (
        msgspec.structs.replace(
            edition("ultimate"),
            decks=tuple(
                msgspec.structs.replace(deck, cards=deck.cards[:6])
                for deck in edition("ultimate").decks
            ),
        ),
        "cards: at least 7",
    ),
    "what has no meaning here": (
        changed("xmen", "wild-cerebro", effects=(ChooseColor(), Burn())),
        "2 seats: wild-cerebro.effects[1]",
    ),
}  # fmt: skip


@pytest.mark.parametrize("why", NOT_DEALT)
def test_an_edition_that_cannot_be_dealt_is_found(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playability, "GAMES", 1)
    cards, reason = NOT_DEALT[why]
    (found,) = check_edition(cards)
    assert found.code == "not-dealt"
    assert reason in found.message and "distribuée" in finding_text(found, "fr-CA")


@pytest.mark.parametrize("why", NOT_DEALT)
def test_the_reason_is_told_in_french_without_english(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playability, "GAMES", 1)
    cards, _ = NOT_DEALT[why]
    found = next(one for one in check_edition(cards) if one.code == "not-dealt")
    reason, seats = found.params["reason"], found.params["seats"]
    assert isinstance(reason, LintFinding) and isinstance(seats, int)
    text = finding_text(reason, "fr-CA")
    assert text != reason.message and str(reason) not in finding_text(found, "fr-CA")
    assert finding_text(found, "fr-CA").endswith(text)
    with pytest.raises(RehearsalRefused) as refused:
        check_plan(cards, None, Plan(games=1, seats=(seats,), bots=("greedy",), seed=1))
    assert refused.value.text.to("fr-CA").endswith(text)
    assert str(refused.value).endswith(finding_text(reason, "en"))


def test_an_edition_of_no_variant_is_found() -> None:
    (found,) = check_edition(made(card(), variant="ultmate"))
    assert (found.path, found.code) == ("$.variant", "unknown-variant")
    assert found.message == "there is no variant ultmate: avengers, xmen, ultimate"


def test_a_move_without_end_is_found() -> None:
    burns, recovers = Trigger(on=("recover",), do=(Burn(),)), Trigger(on=("burn",), do=(Recover(),))
    (found,) = check_edition(changed("ultimate", "hulk", abilities=(burns, recovers)))
    assert found.code == "move-endless"
    assert "hulk" in found.message and "hulk" in finding_text(found, "fr-CA")


def test_a_crash_and_a_game_without_end_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bots.rehearsal.MAX_MOVES", 5)
    assert codes(edition("ultimate")) == ["game-endless"]

    def bot_move(*_: object) -> object:
        raise RuntimeError("lost")

    monkeypatch.setattr("bots.rehearsal.bot_move", bot_move)
    (found,) = check_edition(edition("ultimate"))
    assert (found.code, "RuntimeError: lost" in found.message) == ("game-crashes", True)


def test_what_the_lint_lets_pass_ends_before_the_engine_stops_it() -> None:
    nested = ForEach(times=31, do=(ForEach(times=31, do=(Reverse(),)),))
    effects = (ChooseColor(), nested)
    assert MAX_TEXT_STEPS * 0.99 < steps_of(effects) <= MAX_TEXT_STEPS
    cards = changed("xmen", "wild", effects=effects)
    assert lint_edition(cards) == []
    played = rehearse(cards, games=6, seats=[3], bots=["random"], seed=1)
    assert played.troubles == [] and played.counts["acted", "wild"] > 0
    assert played.counts["step", "wild.effects[1].do[0].do[0]"] >= 31 * 31


# ---- what publishing and games make of it


def stored(cards: EditionDef) -> StoredEdition:
    """An edition that came into the database by another way than publishing."""
    return StoredEdition.objects.create(
        hash=edition_hash(cards),
        code=cards.code,
        name=cards.name,
        variant=cards.variant,
        canonical=encode_edition(cards).decode(),
    )


@pytest.mark.django_db
def test_a_draft_that_cannot_be_dealt_is_not_published() -> None:
    draft = card_set("mini", [card()])
    with pytest.raises(NotPublishable, match="cannot be dealt to 2 seats") as error:
        publish(draft)
    assert [one.code for one in error.value.findings] == ["not-dealt"]
    assert not StoredEdition.objects.exists()


@pytest.mark.django_db
def test_a_draft_that_can_be_played_is_published(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playability, "GAMES", 1)
    draft = card_set("own", REDS)
    draft.cards.update(copies=50)
    assert publish(draft).code == "own"


@pytest.mark.django_db
def test_the_admin_says_why_a_draft_cannot_be_published(client: Client, settings: Any) -> None:
    settings.CARDS_REVIEW = False
    keeper = User.objects.create(username="keeper", is_staff=True, is_superuser=True)
    client.force_login(keeper)
    draft = card_set("mini", [card()])
    hash = edition_hash(draft_text(draft))
    form = {"then": "current", "reason": "a test", "seen": hash}
    address = reverse("admin:cards_cardset_publish", args=[draft.pk])
    reply = client.post(address, form)
    assert "cannot be dealt to 2 seats: the box holds 1 of the 15 cards" in reply.content.decode()
    reply = client.post(address, form, headers={"Accept-Language": "fr-CA"})
    assert "à 2 sièges\u00a0: la boîte contient 1 des 15 cartes" in reply.content.decode()
    assert not StoredEdition.objects.exists()


@pytest.fixture
def alice(db: None) -> Player:
    return guest("Alice")


def test_no_game_is_made_on_an_edition_that_cannot_be_dealt(alice: Player) -> None:
    hash = stored(made(card())).hash
    with pytest.raises(SetupRefused) as caught:
        seating.create_game(creator=alice, variant="xmen", edition=hash, seats=[ME, GREEDY])
    assert caught.value.code == "edition_not_playable"
    assert caught.value.params == {"seats": 2, "variant": "xmen"}
    assert not Game.objects.exists()


def test_a_deal_that_fails_for_any_reason_is_refused(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    def new_game(*_: object) -> None:
        raise IndexError("tuple index out of range")

    hash = stored(made(*REDS, copies=MANY)).hash
    monkeypatch.setattr("games.ledger.rulesets.new_game", new_game)
    with pytest.raises(SetupRefused) as caught:
        seating.create_game(creator=alice, variant="xmen", edition=hash, seats=[ME, GREEDY])
    assert caught.value.code == "edition_not_playable"


def test_a_deal_without_end_is_refused(alice: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    hash = stored(made(*REDS, copies=MANY)).hash
    monkeypatch.setattr("games.engine.resolution.MAX_STEPS", 1)
    with pytest.raises(SetupRefused) as caught:
        seating.create_game(creator=alice, variant="xmen", edition=hash, seats=[ME, GREEDY])
    assert caught.value.code == "edition_not_playable"
    assert not Game.objects.exists()


def test_an_open_game_on_such_an_edition_does_not_begin(
    alice: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    hash = stored(made(card())).hash
    with monkeypatch.context() as before:
        before.setattr("games.play.seating.check_playable", lambda *_: None)
        game = seating.create_game(creator=alice, variant="xmen", edition=hash, seats=[ME, GREEDY])
    with pytest.raises(SetupRefused) as caught:
        openings.start_game(game_id=game.pk, player=alice)
    assert caught.value.code == "edition_not_playable"
    game.refresh_from_db()
    assert game.status == Game.Status.OPEN
