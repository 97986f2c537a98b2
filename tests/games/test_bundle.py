"""The bundle of a game: what it proves, and to whom."""

import json
from typing import Any

import msgspec
import pytest

from games.audit.bundle import Bundle, Event, encode_bundle
from games.audit.bundle_reading import read_bundle
from games.audit.self_check import self_fault
from games.audit.verdict import audit
from games.engine import NOBODY, IllegalMove, Move, Play
from games.errors import NotStarted
from games.ledger import store
from games.ledger.heads import head_message
from games.ledger.rows import EVERYTHING
from games.ledger.sealing import canonical
from games.models import Game
from games.players.models import Player
from games.proofs import bundle_making, runs
from tests.games.finished import VARIANTS, finished, running, taken_away
from tests.games.tables import fresh, guest, make, moves_now, open_game, play_on, refuse

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

every_variant = pytest.mark.parametrize("variant", VARIANTS)


@pytest.fixture(autouse=True)
def _key(settings: Any, editions: None) -> None:
    settings.SIGNING_KEY = "11" * 32


def answers(bundle: Bundle, *trusted: str) -> dict[str, str]:
    verdict = audit(bundle, trusted)
    return {question: one.answer for question, one in verdict.answers.items()}


ALL = {
    "sealed": "yes",
    "lawful": "yes",
    "fair": "yes",
    "dealt": "yes",
    "authentic": "unanswered",
    "choices": "unanswered",
}
ONLY_SEALED = dict.fromkeys(ALL, "unanswered") | {"sealed": "yes"}


@every_variant
def test_while_a_game_runs_every_view_verifies_up_to_one_head(
    variant: str, alice: Player, bob: Player
) -> None:
    game = running(variant, alice, bob, moves=20)
    views = [taken_away(game, viewer) for viewer in (NOBODY, 0, 1)]
    for bundle in views:
        assert answers(bundle) == ONLY_SEALED
        assert bundle.seed is None
        assert len(bundle.events) == game.seq
    heads = {(head_message(one.head), one.signature and one.signature.head) for one in views}
    assert len(heads) == 1
    assert audit(views[0]).word == "moves_not_judged"


@every_variant
def test_a_view_shows_the_cards_that_it_may_know_and_commitments_for_the_others(
    variant: str, alice: Player, bob: Player
) -> None:
    game = running(variant, alice, bob, moves=20)
    full = taken_away(game)
    for viewer in (NOBODY, 0, 1):
        for event, whole in zip(taken_away(game, viewer).events, full.events, strict=True):
            assert list(event.hidden) == list(whole.hidden)
            for path, given in event.hidden.items():
                shown, stands = at(event, path), at(whole, path)
                assert shown == (stands if "salt" in given else None)
    shown = [
        sum("salt" in given for event in taken_away(game, viewer).events
            for given in event.hidden.values())
        for viewer in (NOBODY, 0, 1)
    ]  # fmt: skip
    assert shown[0] == 0
    assert min(shown[1:]) > 0


def at(event: Event, path: str) -> Any:
    part: Any = msgspec.to_builtins(event)
    for step in path[1:].split("/"):
        part = part[int(step)] if isinstance(part, list) else part[step]
    return part


def test_a_bundle_is_one_canonical_json_file(alice: Player, bob: Player) -> None:
    raw = encode_bundle(bundle_making.bundle_of(game=finished("xmen"), viewer=EVERYTHING))
    assert raw == canonical(json.loads(raw))
    bundle = read_bundle(raw)
    signed = json.loads(raw)
    assert head_message(bundle.head) == b"fairdeal-head-v4/" + canonical(signed["head"])


def test_a_game_that_has_not_begun_has_no_bundle(alice: Player) -> None:
    with pytest.raises(NotStarted):
        bundle_making.bundle_of(game=open_game(alice), viewer=NOBODY)


def test_hidden_parts_are_in_the_order_of_the_file(alice: Player, bob: Player) -> None:
    game = running("avengers", alice, bob, guest("Carol"), guest("Dan"), moves=1)
    bundle = bundle_making.bundle_of(game=game, viewer=NOBODY)
    paths = list(bundle.events[0].hidden)
    assert paths == sorted(paths)
    assert audit(bundle).sealed.answer == "yes"


@pytest.mark.parametrize("moves", [1, bundle_making.UNLOCKED_ATTEMPTS])
def test_a_bundle_is_whole_if_the_game_goes_on_while_it_is_made(
    alice: Player, bob: Player, monkeypatch: pytest.MonkeyPatch, moves: int
) -> None:
    game, left, read = running("avengers", alice, bob), [moves], bundle_making._events

    def after_a_move(*args: Any) -> Any:
        if left[0]:
            left[0] -= 1
            play_on(fresh(game), left[0], moves=1)
        return read(*args)

    monkeypatch.setattr(bundle_making, "_events", after_a_move)
    bundle = bundle_making.bundle_of(game=fresh(game), viewer=NOBODY)
    assert not left[0]
    assert len(bundle.events) == bundle.head.seq == fresh(game).seq
    assert audit(bundle).word == "moves_not_judged"


# ---- refused moves


def test_refused_moves_are_for_their_seat_alone_until_the_end(alice: Player, bob: Player) -> None:
    game = running("avengers", alice, bob)
    refuse(game, 0)
    refuse(game, 1)
    told = {viewer: taken_away(game, viewer).refusals for viewer in (NOBODY, 0, 1)}
    assert [sorted(one) for one in told[NOBODY]] == [["commitment", "nth", "seq"]] * 2
    assert [one.get("seat") for one in told[0]] == [0, None]
    assert [one.get("seat") for one in told[1]] == [None, 1]
    assert answers(taken_away(fresh(game), 0)) == ONLY_SEALED
    over = taken_away(play_on(game, 1))
    assert {one["seat"] for one in over.refusals} == {0, 1}
    assert answers(over) == ALL


def test_a_move_refused_with_what_went_before_it_in_the_request_is_decided_again_with_it(
    alice: Player, bob: Player
) -> None:
    game, wild = with_a_wild(alice, bob)
    with pytest.raises(IllegalMove):
        make(game, wild, choices={"color": "pink"})
    (refused,) = taken_away(fresh(game)).refusals
    assert [one["move"] for one in refused["before"]] == ["play"]
    assert answers(taken_away(play_on(game, 4))) == ALL


def with_a_wild(alice: Player, bob: Player) -> tuple[Game, Move]:
    """A running game in which a player may play a wild card, and this move."""
    while True:
        game = running("avengers", alice, bob, moves=0)
        while game.status == Game.Status.RUNNING:
            wild = next(filter(is_wild, moves_now(game)), None)
            if wild is not None:
                return game, wild
            game = play_on(game, game.seq, moves=1)


def is_wild(move: object) -> bool:
    return isinstance(move, Play) and move.card == "wild" and not move.uno


# ---- another rulebook


def not_judged(bundle: Bundle) -> None:
    """Check that a bundle is neither lawful nor unlawful, and does not pass."""
    verdict = audit(bundle)
    assert (verdict.lawful.answer, verdict.lawful.why) == ("not_judged", "unknown_rules")
    assert verdict.lawful.findings == ()
    assert not verdict.passed


def test_a_row_of_an_unknown_version_of_the_rules_is_not_judged() -> None:
    bundle = taken_away(finished("avengers"))
    events = [*bundle.events]
    events[4] = msgspec.structs.replace(events[4], rules_version="0", rulings=[])
    not_judged(msgspec.structs.replace(bundle, events=events))
    events[4] = msgspec.structs.replace(bundle.events[4], rulings=[])
    assert audit(msgspec.structs.replace(bundle, events=events)).lawful.answer == "no"


@pytest.mark.parametrize("change", [{"version": "2"}, {"digest": "0" * 64}])
def test_a_game_of_an_unknown_rulebook_is_not_judged(change: dict[str, str]) -> None:
    bundle = taken_away(finished("avengers"))
    start = bundle.events[0].move
    first = msgspec.structs.replace(
        bundle.events[0], move=start | {"rules": start["rules"] | change}
    )
    not_judged(msgspec.structs.replace(bundle, events=[first, *bundle.events[1:]]))


# ---- who gets what at the end


def test_a_game_for_the_seats_shows_each_its_own_view_at_the_end() -> None:
    game = finished("avengers", reveal="seats")
    for viewer in (NOBODY, 0, 1):
        bundle = taken_away(game, viewer)
        assert bundle.seed is None
        assert answers(bundle) == ONLY_SEALED
        assert bundle.is_over
    assert answers(taken_away(game)) == ALL


def test_an_audit_of_the_database_folds_the_game_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = finished("avengers", seats=2)
    monkeypatch.delattr(store, "state_from_rows")
    assert runs.verdict_on(game).passed
    Game.objects.filter(pk=game.pk).update(to_act=1)
    findings = runs.verdict_on(fresh(game)).sealed.findings
    assert [(one.code, one.path) for one in findings] == [("line", "/to_act")]


def test_an_open_prompt_is_compared_in_a_game_that_no_known_rulebook_judges(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = finished("avengers", seats=2)
    assert self_fault() == ""  # It runs once in a process, with all rulebooks.
    monkeypatch.setattr("games.audit.judged_rows.released_rulebooks", dict)
    Game.objects.filter(pk=game.pk).update(to_act=1)
    verdict = runs.verdict_on(fresh(game))
    assert verdict.lawful.answer == "not_judged"
    assert [one.path for one in verdict.sealed.findings] == ["/to_act"]
