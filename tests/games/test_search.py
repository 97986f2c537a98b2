"""The search of games: what the index has, and what it never shows."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import NOBODY, Correct, Play
from games.engine.seen_facts import SeenCardsMoved
from games.ledger import store
from games.models import Game
from games.officials.grants import grant
from games.play import selectors
from games.play.directing import AskedAct, organiser_of
from games.play.listed import GameSource
from games.play.sight import visible_games
from games.players.models import Player
from games.players.persons import link_accounts
from games.search.listing import find_games
from games.search.models import SearchTerm
from games.search.selectors import SORTS, GameQuery, first_events, unindexed_games
from games.search.services import index_finished, index_game
from games.search.tasks import index_games
from tests.games.finished import finished
from tests.games.finished import running as begun
from tests.games.tables import asked, direct, fresh, guest, play_on, refuse

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def found(who: Player | None = None, /, **query: object) -> list[Game]:
    """The games that a player finds."""
    return listed(visible_games(caller=who), **query)


def listed(sources: list[GameSource], **query: object) -> list[Game]:
    """The games of a search, of which there are few."""
    page = find_games(GameQuery(**query), sources, limit=100)  # type: ignore[arg-type]
    assert page.more is None
    return page.games


@pytest.fixture
def over(editions: None) -> Game:
    """A finished game in the index, with a move that was refused."""
    game = begun("xmen", guest("Alice"), guest("Bob"))
    refuse(game, asked(game))
    game = play_on(game, 5)
    assert game.status == Game.Status.OVER
    index_finished()
    return game


def cards_seen(game: Game) -> set[str]:
    """The cards that were played, laid or flipped for all to see."""
    return {
        card
        for event in selectors.events(game=game, viewer=NOBODY, limit=None)
        for fact in event.facts
        if isinstance(fact, SeenCardsMoved) and fact.verb in ("play", "lay", "flip", "turn-up")
        for card in fact.cards or ()
    }


def test_a_finished_game_is_found_by_its_rules_cards_and_refused_moves(over: Game) -> None:
    events = selectors.events(game=over, viewer=NOBODY, limit=None)
    for rule in {ruling.rule for event in events for ruling in event.rulings}:
        assert found(rule=rule) == [over]
    for card in cards_seen(over):
        assert found(card=card) == [over]
    (refusal,) = selectors.refusals(game=over)
    assert found(refused=True) == found(refused=True, rule=refusal.rule) == [over]
    assert found(rule="common.no-such") == found(card="no-such-card") == []
    assert found(refused=True, rule="common.no-such") == []
    assert found(acts="any") == []


def test_a_rule_and_a_player_are_those_of_one_event(over: Game) -> None:
    (refusal,) = selectors.refusals(game=over)
    names = ("Alice", "Bob")
    assert found(refused=True, player=names[refusal.seat]) == [over]
    assert found(refused=True, player=names[1 - refusal.seat]) == []
    mover = next(
        event
        for event in selectors.events(game=over, viewer=NOBODY, limit=None)
        if isinstance(event.move, Play)
    )
    assert isinstance(mover.move, Play) and mover.seat is not None
    assert found(card=mover.move.card, player=names[mover.seat]) == [over]


def test_an_act_is_found_once_it_is_indexed_again(over: Game) -> None:
    act = Correct(winner=1 - (over.winner or 0))
    olga = guest("Olga")
    grant(player=olga, scope=over)
    direct(AskedAct(fresh(over), act, organiser_of(olga), "A mistake"))
    assert [game.pk for game in unindexed_games()] == [over.pk]
    terms = SearchTerm.objects.count()
    index_games()
    assert found(acts="any") == found(acts="correct") == [over]
    assert found(acts="void") == []
    assert SearchTerm.objects.count() > terms
    assert not unindexed_games()
    again = SearchTerm.objects.count()
    index_game(fresh(over))
    assert SearchTerm.objects.count() == again


def test_the_first_event_of_a_search_is_known(over: Game) -> None:
    rule = "common.deal"
    assert first_events([over], GameQuery(rule=rule)) == {over.pk: 1}
    (refusal,) = selectors.refusals(game=over)
    assert first_events([over], GameQuery(refused=True)) == {over.pk: refusal.seq}
    assert first_events([over], GameQuery()) == {}


def test_games_are_sorted(over: Game, editions: None) -> None:
    later = finished("avengers")
    longest = max((over, later), key=lambda game: game.seq)
    assert found(sort="newest") == found(sort="oldest")[::-1] == [later, over]
    assert found(sort="longest")[0] == found(sort="shortest")[-1] == longest
    running = begun("xmen", guest("Carol"), guest("Dan"))
    assert running not in found(sort="ended")
    assert found(sort="ended") == [later, over]
    assert found(since=date(2999, 1, 1)) == []
    assert set(SORTS) == {"newest", "oldest", "ended", "longest", "shortest"}


def test_rows_that_cannot_be_read_are_left_out(
    editions: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished("xmen")

    def broken(**_: object) -> object:
        raise ValueError("altered")

    monkeypatch.setattr("games.play.selectors.events", broken)
    index_finished()
    assert not SearchTerm.objects.exists()
    assert game not in unindexed_games()


# ---- as an attacker


def test_no_search_finds_a_running_game_by_what_happened_in_it(alice: Player, bob: Player) -> None:
    game = begun("avengers", alice, bob)
    refuse(game, asked(game))
    index_finished()
    state = store.load(fresh(game))
    cards = {card for zone in state.zones.values() for card in zone}
    for player in (None, alice, bob):
        assert found(player) == [game]
        assert found(player, refused=True) == found(player, acts="any") == []
        assert [card for card in cards if found(player, card=card)] == []
        assert found(player, rule="common.deal") == []
    assert not SearchTerm.objects.exists()


def test_the_database_does_the_same_work_whatever_is_hidden(alice: Player, bob: Player) -> None:
    """What a search reads cannot depend on a hand: no statement reads rows of a running game."""
    game = begun("avengers", alice, bob)
    hand = store.load(game).zones["hand:0"][0]
    texts = []
    for card in (hand, "no-such-card"):
        with CaptureQueriesContext(connection) as queries:
            assert found(card=card) == []
        texts.append([one["sql"].replace(card, "CARD") for one in queries])
    assert texts[0] == texts[1]
    assert "games_moveevent" not in str(texts)
    assert "games_refusal" not in str(texts)


def test_refused_moves_of_a_game_that_stays_closed_are_in_no_search(editions: None) -> None:
    alice = guest("Alice")
    game = begun("xmen", alice, guest("Bob"), reveal="seats")
    refuse(game, asked(game))
    game = play_on(game, 5)
    index_finished()
    assert found(rule="common.deal") == [game]
    for player in (None, alice):
        assert found(player, refused=True) == []
    assert not SearchTerm.objects.filter(term__startswith="refused").exists()


def test_the_index_has_no_card_that_only_a_seat_saw(editions: None) -> None:
    game = finished("xmen", reveal="seats")
    index_finished()
    codes = SearchTerm.objects.filter(term__startswith="card:").values_list("term", flat=True)
    assert {code.removeprefix("card:") for code in codes} <= cards_seen(game)


def test_a_game_by_invitation_is_found_by_none_but_those_it_concerns(editions: None) -> None:
    alice, carol = guest("Alice"), guest("Carol")
    game = begun("xmen", alice, guest("Bob"), access="invited")
    game = play_on(game, 5)
    index_finished()
    for query in ({"rule": "common.deal"}, {"player": "Alice"}, {"winner": "o"}, {}):
        assert found(None, **query) == found(carol, **query) == []
    assert found(alice, rule="common.deal") == [game]
    audited = visible_games(caller=carol, is_auditor=True)
    assert listed(audited, rule="common.deal") == [game]


def test_an_auditor_finds_no_running_game_of_others(alice: Player, bob: Player) -> None:
    begun("avengers", alice, bob, access="invited")
    assert listed(visible_games(caller=guest("Carol"), is_auditor=True)) == []


def test_an_arbiter_finds_running_games_by_a_grant_and_none_with_an_own_seat(
    alice: Player, bob: Player
) -> None:
    carol = guest("Carol")

    def judged(who: Player) -> list[Game]:
        return listed(visible_games(caller=who, may_arbitrate=True))

    game = begun("avengers", alice, bob, access="invited")
    assert judged(carol) == []
    grant(player=carol, scope=game, may_look=True)
    assert judged(carol) == [game]
    game = play_on(game, 5)
    dan = guest("Dan")
    assert judged(dan) == [game]
    link_accounts([dan, bob])
    assert judged(dan) == []
    other = begun("avengers", alice, guest("Eve"), access="invited")
    seated = next(one.player for one in other.seat_set.all() if one.player != alice)
    grant(player=carol, scope=other, may_direct=False, may_look=True)
    assert other in judged(carol)
    link_accounts([carol, seated])
    assert other not in judged(carol)
