"""The bundle of a game: what it proves, and to whom."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from games import services
from games.audit import (
    Bundle,
    audit,
    bundle_message,
    decode_bundle,
    encode_bundle,
    head_message,
)
from games.audits import bundles
from games.engine import NOBODY, IllegalMove, Play
from games.errors import NotStarted
from games.ledger import signing
from games.ledger.rows import EVERYTHING
from games.ledger.sealing import canonical
from games.models import Game
from games.players.models import Player
from tests.games.finished import VARIANTS, finished, running, taken_away
from tests.games.tables import actor_on, fresh, laid, make, moves_now, play_on

pytestmark = pytest.mark.django_db

every_variant = pytest.mark.parametrize("variant", VARIANTS)


@pytest.fixture(autouse=True)
def _key(settings: Any, editions: None) -> None:
    settings.SIGNING_KEY = "11" * 32


def answers(bundle: Bundle, *trusted: str) -> dict[str, str]:
    verdict = audit(bundle, trusted)
    return {question: one.answer for question, one in verdict.answers.items()}


ALL = {"sealed": "yes", "lawful": "yes", "fair": "yes"}
ONLY_SEALED = {"sealed": "yes", "lawful": "unanswered", "fair": "unanswered"}


@every_variant
def test_a_finished_game_is_sealed_lawful_and_fair(variant: str) -> None:
    bundle = taken_away(finished(variant, seats=4))
    assert answers(bundle, signing.public_key().public) == ALL
    assert audit(bundle).passed


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
    assert audit(views[0]).passed


@every_variant
def test_a_view_shows_the_cards_that_it_may_know_and_commitments_for_the_others(
    variant: str, alice: Player, bob: Player
) -> None:
    game = running(variant, alice, bob, moves=20)
    full = taken_away(game)
    for viewer in (NOBODY, 0, 1):
        for event, whole in zip(taken_away(game, viewer).events, full.events, strict=True):
            assert sorted(event["hidden"]) == sorted(whole["hidden"])
            for path, given in event["hidden"].items():
                shown, stands = at(event, path), at(whole, path)
                assert shown == (stands if "salt" in given else None)
    shown = [
        sum("salt" in given for event in taken_away(game, viewer).events
            for given in event["hidden"].values())
        for viewer in (NOBODY, 0, 1)
    ]  # fmt: skip
    assert shown[0] == 0
    assert min(shown[1:]) > 0


def at(event: dict[str, Any], path: str) -> Any:
    part: Any = event
    for step in path[1:].split("/"):
        part = part[int(step)] if isinstance(part, list) else part[step]
    return part


def test_a_bundle_is_one_canonical_json_file(alice: Player, bob: Player) -> None:
    raw = encode_bundle(bundles.bundle_of(game=finished("xmen"), viewer=EVERYTHING))
    assert raw == canonical(json.loads(raw))
    bundle = decode_bundle(raw)
    signed = json.loads(raw)
    del signed["signature"]
    assert bundle_message(bundle) == b"fairdeal-bundle-v1/" + canonical(signed)
    assert head_message(bundle.head) == b"fairdeal-head-v1/" + canonical(signed["head"])


def test_a_game_that_has_not_begun_has_no_bundle(alice: Player) -> None:
    with pytest.raises(NotStarted):
        bundles.bundle_of(game=laid(alice), viewer=NOBODY)


# ---- refused moves


def refuse(game: Game, seat: int) -> None:
    """Have a move refused to a seat."""
    card = "red-0" if game.variant == "avengers" else "blue-0"
    move = Play(seat, card)
    with pytest.raises(IllegalMove):
        services.submit_move(game_id=game.pk, seat=seat, move=move, actor=actor_on(game, seat))


def test_refused_moves_are_for_their_seat_alone_until_the_end(alice: Player, bob: Player) -> None:
    game = running("avengers", alice, bob)
    refuse(game, 0)
    refuse(game, 1)
    told = {viewer: taken_away(game, viewer).refusals for viewer in (NOBODY, 0, 1)}
    assert told[NOBODY] == []
    assert [one.seat for one in told[0]] == [0]
    assert [one.seat for one in told[1]] == [1]
    over = taken_away(play_on(game, 1))
    assert {one.seat for one in over.refusals} == {0, 1}
    assert answers(over) == ALL


def test_a_move_refused_with_what_went_before_it_in_the_request_is_decided_again_with_it(
    alice: Player, bob: Player
) -> None:
    game, wild = running("avengers", alice, bob, moves=0), None
    while wild is None:
        game = play_on(game, game.seq, moves=1)
        assert game.status == Game.Status.RUNNING
        wild = next(filter(is_wild, moves_now(game)), None)
    with pytest.raises(IllegalMove):
        make(game, wild, choices={"color": "pink"})
    (refused,) = taken_away(fresh(game)).refusals
    assert [one["move"] for one in refused.before] == ["play"]
    assert answers(taken_away(play_on(game, 4))) == ALL


def is_wild(move: object) -> bool:
    return isinstance(move, Play) and move.card == "wild" and not move.uno


def test_what_is_tried_after_the_end_changes_no_bundle(alice: Player, bob: Player) -> None:
    game = play_on(running("avengers", alice, bob), 2)
    before = encode_bundle(bundles.bundle_of(game=game, viewer=EVERYTHING))
    refuse(game, 0)
    assert encode_bundle(bundles.bundle_of(game=fresh(game), viewer=EVERYTHING)) == before


# ---- another version of the rules


def test_a_difference_under_another_version_of_the_rules_is_no_breach() -> None:
    bundle = taken_away(finished("avengers"))
    events = [dict(event) for event in bundle.events]
    events[4] |= {"rules_version": "0", "rulings": []}
    old = msgspec.structs.replace(bundle, events=events)
    lawful = audit(old).lawful
    assert lawful.answer == "yes"
    assert [(one.code, one.first, one.note) for one in lawful.findings] == [
        ("ruled-differently", 5, True)
    ]
    events[4] = events[4] | {"rules_version": bundle.events[4]["rules_version"]}
    assert audit(msgspec.structs.replace(bundle, events=events)).lawful.answer == "no"


# ---- who gets what at the end


def test_a_game_for_the_seats_shows_each_its_own_view_at_the_end() -> None:
    game = finished("avengers", reveal="seats")
    for viewer in (NOBODY, 0, 1):
        bundle = taken_away(game, viewer)
        assert bundle.seed is None
        assert answers(bundle) == ONLY_SEALED
        assert bundle.result is not None
    assert answers(taken_away(game)) == ALL
