"""Contributed chance: shares in row 1, commitments, and shares that are not opened."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from games.engine import NOBODY, commitment, mix_seed, share_commitment
from games.engine.rulebook import load_rulebook
from games.errors import (
    GameNotFound,
    KeyWrong,
    NotAllowed,
    NotOpening,
    SetupRefused,
    ShareCommitmentRequired,
)
from games.ledger import rows, sealing, store
from games.ledger.rows import BotSeat, PlayerSeat, Start, now, stamp
from games.ledger.terms import terms_digest, terms_in
from games.models import Game, Seat, TableTerms
from games.play import openings, seating, selectors
from games.play.erasure import erase_player
from games.play.seating import Contribution, SeatSpec
from games.play.starting import read_terms
from games.players.models import Player
from games.proofs.runs import verdict_on
from games.tasks import close_openings
from tests.games.tables import OPEN, fresh, guest, open_game, play_on

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

ONE, TWO = "11" * 32, "22" * 32


def bound(share: str) -> Contribution:
    """A seat that is bound to a share."""
    return Contribution(commitment=share_commitment(bytes.fromhex(share)))


def shared(alice: Player, bob: Player, **more: Any) -> Game:
    """A table of Alice and Bob whose chance is shared, about to start."""
    game = open_game(alice, SeatSpec("player", own=bound(ONE)), OPEN, chance="shared", **more)
    return seating.join_game(game_id=game.pk, player=bob, own=bound(TWO))


def waiting(alice: Player, bob: Player, **more: Any) -> Game:
    """The same, which waits for shares."""
    return openings.start_game(game_id=shared(alice, bob, **more).pk, player=alice).game


def start_of(game: Game) -> Start:
    """The move of row 1."""
    row = next(iter(store.history(game, until=1)))
    assert isinstance(row.move, Start)
    return row.move


# ---- what is fixed when


def test_the_seed_of_the_server_is_fixed_when_the_game_is_created(alice: Player) -> None:
    game = fresh(open_game(alice))
    assert len(bytes(game.server_seed)) == 32
    assert game.commitment == commitment(bytes(game.server_seed))
    assert game.secret == b""
    receipt = store.head_of(game)
    assert (receipt.seq, receipt.digest, receipt.refused) == (0, "0" * 64, None)
    assert receipt.commitment == game.commitment


def test_row_1_has_the_seats_the_rules_and_the_terms_of_chance(alice: Player, bob: Player) -> None:
    bot = SeatSpec("bot", bot="greedy")
    game = open_game(alice, SeatSpec("player"), OPEN, bot, directors=2)
    seating.join_game(game_id=game.pk, player=bob)
    before = fresh(game)
    game = openings.start_game(game_id=game.pk, player=alice).game
    start = start_of(game)
    first, second, third = start.seats
    assert isinstance(first, PlayerSeat)
    assert isinstance(second, PlayerSeat)
    assert (first.player, second.player) == (str(alice.pk), str(bob.pk))
    assert third == BotSeat(bot="greedy", version="1", budget=10_000)
    assert start.chance.shares == (None, None, None)
    assert start.chance.commitments == (None, None, None)
    assert start.chance.mode == "plain"
    assert read_terms(game.terms).chance.commitment == before.commitment == game.commitment
    book = load_rulebook()
    assert (start.rules.version, start.rules.digest) == (str(book.version), book.digest)
    assert (start.reveal, start.directors, start.event) == ("all", 2, None)
    assert game.secret == mix_seed(bytes(before.server_seed), [None, None, None])
    assert fresh(game).secret == game.secret


def test_names_are_committed_to_with_random_salts(alice: Player, bob: Player) -> None:
    game = openings.start_game(
        game_id=seating.join_game(game_id=open_game(alice).pk, player=bob).pk, player=alice
    ).game
    seats = selectors.seats_of(game)
    assert [seat.name for seat in seats] == ["Alice", "Bob"]
    assert len({seat.name_salt for seat in seats}) == 2
    for seat, named in zip(seats, start_of(game).seats, strict=True):
        assert isinstance(named, PlayerSeat)
        own = bytes.fromhex(seat.name_salt)
        assert named.name == sealing.commit_name(own, seat.name)
        assert own != sealing.salt(game.secret, 1, "/move/seats/0/name")
    shown = msgspec.json.encode(selectors.events(game=game, viewer=NOBODY)).decode()
    assert "Alice" not in shown


def test_a_key_is_in_row_1(alice: Player, bob: Player) -> None:
    key = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c"
    game = open_game(alice, SeatSpec("player", own=Contribution(key=key)), OPEN)
    seating.join_game(game_id=game.pk, player=bob)
    game = openings.start_game(game_id=game.pk, player=alice).game
    seats = [seat for seat in start_of(game).seats if isinstance(seat, PlayerSeat)]
    assert [seat.key for seat in seats] == [key, None]


@pytest.mark.parametrize("key", ["02" + "00" * 31, "ff" * 32])
def test_what_is_no_public_key_is_refused(alice: Player, key: str) -> None:
    with pytest.raises(KeyWrong):
        open_game(alice, SeatSpec("player", own=Contribution(key=key)), OPEN)


def test_who_leaves_a_seat_leaves_no_commitment_on_it(alice: Player, bob: Player) -> None:
    game = shared(alice, bob)
    seating.leave_game(game_id=game.pk, player=bob)
    assert Seat.objects.get(game=game, number=1).share_commitment == ""


def test_only_the_player_of_a_seat_contributes_to_it(alice: Player, bob: Player) -> None:
    seats = (SeatSpec("player", own=bound(ONE)), OPEN, SeatSpec("bot", bot="greedy"))
    game = open_game(alice, *seats, chance="shared")
    for seat in (1, 2):
        with pytest.raises(NotAllowed):
            seating.set_hero(game_id=game.pk, player=alice, seat=seat, own=bound(ONE))
    seating.join_game(game_id=game.pk, player=bob, own=bound(ONE))
    seating.set_hero(game_id=game.pk, player=bob, seat=1, own=bound(TWO))
    assert Seat.objects.get(game=game, number=1).share_commitment == bound(TWO).commitment


# ---- the terms


def test_row_1_follows_from_the_terms_that_were_fixed_before_it(alice: Player, bob: Player) -> None:
    game = waiting(alice, bob)
    terms = read_terms(game.terms)
    assert terms.chance.commitments == (bound(ONE).commitment, bound(TWO).commitment)
    assert (terms.game, terms.closed_at) == (str(game.pk), stamp(game.changed_at))
    names = [seat.name for seat in selectors.seats_of(game)]
    openings.open_share(game_id=game.pk, player=bob, share=TWO)
    openings.open_share(game_id=game.pk, player=alice, share=ONE)
    start = start_of(game)
    setup = msgspec.to_builtins(selectors.setup_of(game))
    follows = terms_in(msgspec.to_builtins(start), setup, store.head_of(fresh(game)))
    assert follows == msgspec.to_builtins(terms)
    assert terms_digest(follows) == game.terms.digest
    assert [seat.name for seat in selectors.seats_of(game)] == names == ["Alice", "Bob"]


def test_the_terms_hold_after_a_name_is_erased(alice: Player, bob: Player) -> None:
    game = waiting(alice, bob)
    erase_player(bob)
    openings.open_share(game_id=game.pk, player=bob, share=TWO)
    openings.open_share(game_id=game.pk, player=alice, share=ONE)
    assert start_of(game).seats == read_terms(game.terms).seats


def test_a_commitment_that_is_exchanged_after_an_opening_is_found(
    alice: Player, bob: Player
) -> None:
    """The accomplice Alice opens another share, chosen when that of Bob is known."""
    game = waiting(alice, bob)
    openings.open_share(game_id=game.pk, player=bob, share=TWO)
    chosen = "33" * 32
    Seat.objects.filter(game=game, player=alice).update(share_commitment=bound(chosen).commitment)
    openings.open_share(game_id=game.pk, player=alice, share=chosen)
    play_on(fresh(game), 1)
    verdict = verdict_on(fresh(game))
    assert [(one.code, one.path) for one in verdict.fair.findings] == [
        ("share", "/move/chance/shares/0")
    ]


# ---- shared chance


def test_the_cards_are_dealt_with_the_last_share(alice: Player, bob: Player) -> None:
    game = waiting(alice, bob)
    assert (game.status, game.seq, game.secret) == ("opening", 0, b"")
    for _ in range(2):
        assert openings.open_share(game_id=game.pk, player=bob, share=TWO)[0].seq == 0
    opened, seat = openings.open_share(game_id=game.pk, player=alice, share=ONE)
    game = fresh(game)
    assert (game.status, game.seq, game.opens_until) == ("running", 1, None)
    assert (opened.seq, opened.head, seat.number) == (1, game.head, 0)
    chance = start_of(game).chance
    assert (chance.mode, chance.shares) == ("shared", (ONE, TWO))
    assert chance.commitments == (bound(ONE).commitment, bound(TWO).commitment)
    assert game.secret == mix_seed(bytes(game.server_seed), [ONE, TWO])
    assert play_on(game, 1).status == "over"


def test_a_share_is_in_no_reply_before_row_1(alice: Player, bob: Player) -> None:
    game = waiting(alice, bob)
    openings.open_share(game_id=game.pk, player=bob, share=TWO)
    head = store.head_of(fresh(game))
    assert (head.seq, head.digest) == (0, game.terms.digest)
    assert selectors.events(game=fresh(game), viewer=NOBODY) == []


def test_who_has_no_seat_opens_no_share(alice: Player, bob: Player) -> None:
    game = waiting(alice, bob)
    with pytest.raises(NotAllowed):
        openings.open_share(game_id=game.pk, player=guest("Carol"), share=ONE)


def test_a_seat_of_shared_chance_needs_a_commitment(alice: Player, bob: Player) -> None:
    with pytest.raises(ShareCommitmentRequired):
        open_game(alice, chance="shared")
    game = open_game(alice, SeatSpec("player", own=bound(ONE)), OPEN, chance="shared")
    with pytest.raises(ShareCommitmentRequired):
        seating.join_game(game_id=game.pk, player=bob)
    with pytest.raises(SetupRefused):
        open_game(alice, SeatSpec("player", own=bound(ONE)), OPEN)


def test_bots_alone_need_no_shares(alice: Player) -> None:
    bot = SeatSpec("bot", bot="greedy")
    game = open_game(alice, bot, bot, chance="shared")
    game = openings.start_game(game_id=game.pk, player=alice).game
    assert (game.status, game.seq) == ("running", 1)


def test_shares_have_their_own_time_after_the_clock_was_set_back(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, moment = waiting(alice, bob), rows.wall_time()
    monkeypatch.setattr(rows, "wall_time", lambda: moment - timedelta(hours=1))
    assert openings.close_openings() == 0
    monkeypatch.setattr(rows, "wall_time", lambda: moment - timedelta(hours=1, minutes=-2))
    assert openings.close_openings() == 1
    assert fresh(game).why == "void"


def test_a_game_whose_shares_are_late_is_void_and_names_the_seats(
    alice: Player, bob: Player
) -> None:
    game = waiting(alice, bob)
    openings.open_share(game_id=game.pk, player=alice, share=ONE)
    close_openings()
    assert fresh(game).status == "opening"
    Game.objects.filter(pk=game.pk).update(opens_until=now() - timedelta(seconds=1))
    with pytest.raises(NotOpening):
        openings.open_share(game_id=game.pk, player=bob, share=TWO)
    close_openings()
    game = fresh(game)
    assert (game.status, game.why, game.seq, game.winner) == ("over", "void", 1, None)
    assert (game.result_seq, game.places_by_seat, game.opens_until) == (1, None, None)
    (row,) = store.history(game)
    assert row.actor.kind == "clock"
    assert [type(fact).__name__ for fact in row.facts] == ["GameStarted", "GameEnded"]
    cited = [(ruling.rule, ruling.at, ruling.seat) for ruling in row.rulings]
    assert cited == [("common.shares", 1, 1)]
    assert start_of(game).chance.shares == (ONE, None)
    assert openings.close_openings() == 0


def test_an_opening_that_cannot_be_closed_does_not_hold_up_the_others(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = waiting(alice, bob), waiting(alice, bob)
    Game.objects.update(opens_until=now() - timedelta(seconds=1))
    start_of = openings.start_of

    def fail(terms: TableTerms, seats: Sequence[Seat]) -> Start:
        if terms.game_id == broken.pk:
            raise ValueError("broken")
        return start_of(terms, seats)

    monkeypatch.setattr(openings, "start_of", fail)
    assert openings.close_openings() == 1
    assert (fresh(broken).status, fresh(other).status) == ("opening", "over")
    monkeypatch.undo()
    assert openings.close_openings() == 1


def test_a_game_of_invited_players_is_not_there_for_others(alice: Player, bob: Player) -> None:
    invited = SeatSpec("invited", player=bob)
    game = open_game(
        alice,
        SeatSpec("player", own=bound(ONE)),
        invited,
        chance="shared",
        access="invited",
    )
    seating.join_game(game_id=game.pk, player=bob, own=bound(TWO))
    openings.start_game(game_id=game.pk, player=alice)
    with pytest.raises(GameNotFound):
        openings.open_share(game_id=game.pk, player=guest("Carol"), share=ONE)
