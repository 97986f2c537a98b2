"""A move without end voids a stored game: for people, for bots, and when the game is audited."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import cards
from bots import services
from cards.language import decode_edition, edition_hash, encode_edition
from cards.models import Edition, EndlessMove, Means
from cards.selectors import current_edition
from cards.services import Origin, record_release
from games.audit.examined import examine
from games.audit.judged_rows import Recorded, read_row
from games.audit.trial import RowTrial
from games.engine import Chance, Choose, decide, legal_moves
from games.engine.facts import Answered, GameEnded
from games.errors import SetupRefused
from games.ledger import store
from games.ledger.rows import Actor
from games.models import Game, Refusal, Seat
from games.play import selectors
from games.play.commands import MoveCommand
from games.play.openings import start_game
from games.play.seating import SeatSpec, create_game
from games.play.submitting import submit_move
from games.players.services import create_guest
from games.proofs import runs as auditing
from games.proofs.bundle_making import unsigned

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("editions")]

DECREE = "royal-decree"


@pytest.fixture
def edition() -> str:
    """The hash of an edition that the lint would refuse: one Wild reverses a million times."""
    raw = json.loads((Path(cards.__file__).parent / "data" / "avengers.json").read_text())
    often = {"effect": "for_each", "times": 1000, "do": [{"effect": "reverse"}]}
    spin = {"effect": "for_each", "times": 1000, "do": [often]}
    raw["cards"].append(
        {
            "code": DECREE,
            "name": "Royal Decree",
            "kind": "wild",
            "symbol": DECREE,
            "effects": [{"effect": "choose_color"}, spin],
        }
    )
    raw["copies"][DECREE] = 100
    text = decode_edition(json.dumps(raw))
    Edition.objects.create(
        hash=edition_hash(text),
        code=text.code,
        name=text.name,
        variant=text.variant,
        canonical=encode_edition(text).decode(),
    )
    return edition_hash(text)


def begun(edition: str, *seats: str) -> Game:
    """A running game on the edition; a seat is a bot's name, or "me" for its creator."""
    creator, _, _ = create_guest(name="Alice")
    table = [SeatSpec("player") if name == "me" else SeatSpec("bot", bot=name) for name in seats]
    game = create_game(
        creator=creator, variant="avengers", seats=table, options={"dealer": 1}, edition=edition
    )
    return start_game(game_id=game.pk, player=creator).game


def decided(game: Game) -> Game:
    """The game after moves of all seats, up to the one that has no end."""
    while game.status == Game.Status.RUNNING:
        state = store.load(game)
        moves = legal_moves(selectors.ruleset_for(game), state, state.prompts[-1].seat)
        move = next((move for move in moves if getattr(move, "card", "") == DECREE), moves[0])
        outcome = submit_move(game, MoveCommand(move, actor_of(game, move.seat)))
        game = outcome.game
    assert outcome.rows[-1].facts[-1] == GameEnded(None, "void", None)
    return game


def actor_of(game: Game, number: int | None) -> Actor:
    """Who moves for a seat."""
    seat = Seat.objects.get(game=game, number=number)
    if seat.kind == Seat.Kind.BOT:
        return Actor(kind="bot", name=seat.bot, version=seat.bot_version, budget=1)
    return Actor(kind="player", player=str(seat.player_id))


def check_void(game: Game) -> None:
    """The game is over and void, by a row that an audit makes again."""
    found = store.read(game.pk)
    assert found is not None
    assert (found.status, found.why, found.winner) == (Game.Status.OVER, "void", None)
    assert (found.waits_for_bot, found.to_act) == (False, None)
    *_, row = store.history(found)
    assert [type(fact) for fact in row.facts] == [Answered, GameEnded]
    assert [ruling.rule for ruling in row.rulings] == ["common.endless"]
    assert not Refusal.objects.exists()
    store.forget()
    assert auditing.verdict_on(found).passed


def test_a_move_of_a_person_without_end_voids_the_game(edition: str) -> None:
    game = decided(begun(edition, "me", "random"))
    check_void(game)
    assert isinstance(list(store.history(game))[-1].move, Choose)


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_bot_whose_move_has_no_end_is_not_asked_again(
    edition: str, bot: str, caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    settings.BOT_TASK_SECONDS = 60
    game = begun(edition, bot, bot)
    with caplog.at_level(logging.WARNING):
        assert services.play_on(game_id=str(game.pk), seq=game.seq) is None
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    check_void(game)


def offered() -> str | None:
    """The hash of the edition that new games of Avengers are offered."""
    current = Client().get("/api/v1/variants/avengers/").json()["edition"]
    return current and str(current["hash"])


def edition_page(edition: Edition) -> str:
    """The page of an edition in the admin, as its editors see it."""
    client = Client()
    client.force_login(
        User.objects.get_or_create(username="ada", is_staff=True, is_superuser=True)[0]
    )
    return client.get(f"/admin/cards/edition/{edition.pk}/change/").content.decode()


@pytest.mark.slow
def test_no_new_game_is_played_with_the_edition_until_it_is_mended(edition: str) -> None:
    broken, origin = Edition.objects.get(hash=edition), Origin(Means.ADMIN, "A test")
    mended = current_edition("avengers")
    record_release(edition=broken, origin=origin)
    assert offered() == edition
    game = decided(begun(edition, "me", "random"))
    (stop,) = EndlessMove.objects.all()
    assert (stop.edition_id, stop.game, stop.seq) == (edition, game.pk, game.seq)
    assert offered() is None
    assert f"(game {game.pk}, event {game.seq})" in edition_page(broken)
    with pytest.raises(SetupRefused) as refused:
        begun(edition, "me", "random")
    assert (refused.value.code, refused.value.rule) == ("edition_stopped", "common.endless")
    record_release(edition=mended, origin=origin)
    assert offered() == mended.hash
    begun(mended.hash, "me", "random")
    record_release(edition=broken, origin=origin)
    assert offered() == edition
    assert str(game.pk) not in edition_page(broken)
    begun(edition, "me", "random")


def test_the_page_of_the_last_event_says_why_the_game_is_void(edition: str) -> None:
    game = decided(begun(edition, "me", "random"))
    pages = {
        language: Client()
        .get(f"/audit/games/{game.pk}/sheet/", headers={"Accept-Language": language})
        .content.decode()
        for language in ("en", "fr-CA")
    }
    assert "A move without end" in pages["en"]
    assert "Un coup sans fin" in pages["fr-CA"]


def test_an_audit_works_a_move_without_end_out_with_the_luck_of_the_seed(edition: str) -> None:
    game = decided(begun(edition, "me", "random"))
    examined = examine(unsigned(game=game))
    assert examined.start is not None
    setup, ruleset = selectors.setup_of(game), selectors.ruleset_for(game)
    trial = RowTrial(examined, examined.start, setup, ruleset, decide)
    events = examined.bundle.events
    rows = [read_row(event) for event in (events[0], events[-1])]
    chances = [type(trial._chance(row)) for row in rows if row is not None]
    assert chances == [Recorded, Chance]
