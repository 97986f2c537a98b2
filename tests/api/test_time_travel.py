"""Earlier positions: for which viewer, in full for arbiters, and differences."""

import pytest

from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.models import Game
from games.officials.grants import grant
from games.officials.models import Look, RefusedLook
from games.players.scopes import AUDIT_LIVE
from tests.api.client import Caller, asked_of, create_game, fits, guest, start_game
from tests.api.test_acts import player_of, with_scopes

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def with_scope(caller: Caller) -> Caller:
    """The same player with a token for looking on live."""
    return with_scopes(caller, AUDIT_LIVE)


@pytest.fixture
def arbiter(editions: None) -> Caller:
    return with_scope(guest("Ada"))


def may_look(arbiter: Caller, game: str) -> None:
    """Grant an arbiter a game."""
    grant(
        player=player_of(arbiter), scope=Game.objects.get(pk=game), may_direct=False, may_look=True
    )


@pytest.fixture
def played(alice: Caller, bob: Caller, game: str, arbiter: Caller) -> str:
    """A game with some moves behind it, which the arbiter may see."""
    may_look(arbiter, game)
    for _ in range(6):
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    return game


def looks() -> list[tuple[str, str, int, int]]:
    return list(Look.objects.order_by("id").values_list("what", "view", "at", "seq"))


def test_an_arbiter_sees_everything_live_and_each_look_is_on_record(
    arbiter: Caller, played: str
) -> None:
    full = arbiter.get(f"games/{played}/position/?as=full")
    fits("TablePosition", full.json)
    assert full.json["view"] == "full"
    assert {"draw", "hand:0", "hand:1"} <= set(full.json["cards"])
    assert full.headers["Cache-Control"] == "no-store"
    seat = arbiter.get(f"games/{played}/position/?as=seat:1&at=2").json
    assert seat["cards"].keys() == {"discard", "hand:1"}
    arbiter.get(f"games/{played}/position/diff/?as=full&from=1&to=3")
    seq = full.json["seq"]
    assert looks() == [
        ("position", "full", seq, seq),
        ("position", "seat:1", 2, seq),
        ("position/diff", "full", 3, seq),
    ]
    look = Look.objects.latest("id")
    assert str(look.player_id) == arbiter.get("me/").json["id"]
    assert str(look.game_id) == played


def test_each_look_at_events_and_the_log_is_on_record_once(arbiter: Caller, played: str) -> None:
    page = arbiter.get(f"games/{played}/events/?as=full&limit=2")
    dealt = [fact for fact in page.json["results"][0]["facts"] if fact.get("verb") == "deal"]
    assert dealt and all(fact["cards"] for fact in dealt)
    assert page.headers["Cache-Control"] == "no-store"
    assert page.json["next"].endswith("?after=2&limit=2&as=full")
    arbiter.stream(f"games/{played}/events/?as=seat:1")
    arbiter.get(f"games/{played}/events/2/?as=full")
    for accept in ("application/json", "text/csv"):
        arbiter.get(f"games/{played}/log/?as=full", Accept=accept)
    seq = page.json["seq"]
    assert looks() == [
        ("events", "full", seq, seq),
        ("events", "seat:1", seq, seq),
        ("event", "full", 2, seq),
        ("log", "full", seq, seq),
        ("log", "full", seq, seq),
    ]


def test_nobody_else_reads_the_events_of_another_view(
    alice: Caller, bob: Caller, played: str
) -> None:
    for path in ("events/", "events/1/", "log/"):
        for caller in (alice, with_scope(alice), Caller()):
            reply = caller.get(f"games/{played}/{path}?as=full")
            assert (reply.status, reply.code) == (403, "not_your_view")
        own = alice.get(f"games/{played}/{path}").json
        assert alice.get(f"games/{played}/{path}?as=seat:0").json == own
        public = Caller().get(f"games/{played}/{path}").json
        assert alice.get(f"games/{played}/{path}?as=public").json == public
    assert looks() == []


def test_looks_at_games_that_only_their_players_may_see_are_on_record(
    arbiter: Caller, alice: Caller, bob: Caller
) -> None:
    seats = [{"kind": "me"}, {"kind": "invited", "player": bob.get("me/").json["id"]}]
    game = start_game(alice, bob, seats=seats, access="invited", reveal="seats")
    may_look(arbiter, game)
    for path in ("events/", "events/1/", "log/", "position/"):
        assert arbiter.get(f"games/{game}/{path}").status == 200
    assert arbiter.get(f"games/{game}/audit/bundle/").status == 404
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    assert arbiter.get(f"games/{game}/audit/bundle/").json["view"] == "full"
    assert arbiter.get(f"games/{game}/audit/").status == 200
    assert arbiter.post(f"games/{game}/audit/").status == 201
    assert [(what, view) for what, view, _, _ in looks()] == [
        ("events", "public"),
        ("event", "public"),
        ("log", "public"),
        ("position", "public"),
        ("audit/bundle", "full"),
        ("audit", "public"),
        ("audit", "public"),
    ]


def test_what_everybody_may_see_is_no_look(arbiter: Caller, alice: Caller, played: str) -> None:
    assert arbiter.get(f"games/{played}/position/").json["view"] == "public"
    assert arbiter.get(f"games/{played}/position/?as=public").status == 200
    alice.get(f"games/{played}/position/?as=seat:0")
    alice.post(f"games/{played}/moves/", {"move": "resign"})
    assert arbiter.get(f"games/{played}/position/?as=full").status == 200
    assert looks() == []


def test_a_look_that_fails_is_not_on_record(arbiter: Caller, played: str) -> None:
    for path in ("as=full&at=99", "as=seat:7", "as=full&at=x"):
        assert arbiter.get(f"games/{played}/position/?{path}").status == 400
    assert looks() == []


def test_a_player_of_the_game_is_never_its_arbiter(alice: Caller, played: str) -> None:
    both = with_scope(alice)
    for view in ("full", "seat:1"):
        reply = both.get(f"games/{played}/position/?as={view}")
        assert (reply.status, reply.code) == (403, "not_your_view")
        assert both.get(f"games/{played}/position/diff/?as={view}").code == "not_your_view"
    assert both.get(f"games/{played}/position/?as=seat:0").status == 200
    assert looks() == []


def test_an_arbiter_takes_the_evidence_of_each_seat_while_the_game_runs(
    arbiter: Caller, alice: Caller, carol: Caller, played: str
) -> None:
    path = f"games/{played}/audit/bundle/"
    mine = alice.get(f"{path}?as=seat:0").json
    assert mine == alice.get(path).json and mine["view"] == "seat:0"
    for view in ("seat:0", "seat:1", "public"):
        bundle = arbiter.get(f"{path}?as={view}")
        assert (bundle.json["view"], bundle.json["seed"]) == (view, None)
        assert bundle.headers["Cache-Control"] == "no-store"
        assert audit(read_bundle(bundle.raw)).word == "moves_not_judged"
    assert arbiter.get(f"{path}?as=seat:0").json["events"] == mine["events"]
    assert arbiter.get(f"{path}?as=full").code == "not_your_view"
    assert arbiter.get(f"{path}?as=all").status == 400
    for caller in (alice, carol, Caller()):
        assert caller.get(f"{path}?as=seat:1").code == "not_your_view"
    assert [(what, view) for what, view, _, _ in looks()] == [
        ("audit/bundle", "seat:0"),
        ("audit/bundle", "seat:1"),
        ("audit/bundle", "seat:0"),
    ]


def test_an_arbiter_of_other_games_sees_no_more_than_the_public_and_the_refusal_is_recorded(
    arbiter: Caller, alice: Caller, bob: Caller
) -> None:
    game = start_game(alice, bob)
    may_look(arbiter, start_game(alice, bob))
    for path in ("position/?as=full", "events/?as=seat:0", "log/?as=full"):
        assert arbiter.get(f"games/{game}/{path}").code == "not_your_view"
    assert arbiter.get(f"games/{game}/position/").json["view"] == "public"
    refused = RefusedLook.objects.order_by("id").values_list("game", "view", "why")
    assert [(str(pk), *rest) for pk, *rest in refused] == [
        (game, "full", "grant"),
        (game, "seat:0", "grant"),
        (game, "full", "grant"),
    ]
    assert looks() == []


def test_an_arbiter_cannot_act(arbiter: Caller, played: str) -> None:
    reply = arbiter.post(f"games/{played}/moves/", {"move": "draw"})
    assert (reply.status, reply.code) == (403, "missing_scope")


def test_an_arbiter_sees_games_for_invited_players_too(
    arbiter: Caller, alice: Caller, bob: Caller, carol: Caller
) -> None:
    invited = {"kind": "invited", "player": bob.get("me/").json["id"]}
    game = start_game(alice, bob, access="invited", seats=[{"kind": "me"}, invited])
    assert carol.get(f"games/{game}/position/").code == "game_not_found"
    assert arbiter.get(f"games/{game}/position/").code == "game_not_found"
    may_look(arbiter, game)
    assert arbiter.get(f"games/{game}/position/").json["view"] == "public"
    assert arbiter.get(f"games/{game}/position/?as=full").status == 200
    assert [view for _, view, *_ in looks()] == ["public", "full"]


def test_looks_stay_as_they_were_written(arbiter: Caller, played: str) -> None:
    arbiter.get(f"games/{played}/position/?as=full")
    with pytest.raises(TypeError):
        Look.objects.all().delete()


# ---- what changed


def diff(caller: Caller, game: str, query: str) -> dict[str, dict[str, dict[str, object]]]:
    reply = caller.get(f"games/{game}/position/diff/{query}")
    assert reply.status == 200, reply
    fits("PositionDiff", reply.json)
    return reply.json  # type: ignore[no-any-return]


def drawn_at(caller: Caller, game: str, seat: int) -> int:
    """The event in which a seat drew one card and nothing else moved."""
    for event in caller.get(f"games/{game}/events/?after=1").json["results"]:
        moved = [fact for fact in event["facts"] if fact["fact"] == "cards-moved"]
        if [(fact["verb"], fact["seat"], fact["count"]) for fact in moved] == [("draw", seat, 1)]:
            return int(event["seq"])
    raise AssertionError("no seat drew")


def test_a_card_drawn_is_shown_to_who_drew_it_and_counted_for_all(
    alice: Caller, bob: Caller, played: str
) -> None:
    seq = drawn_at(alice, played, 0)
    for caller, sees in ((alice, True), (bob, False), (Caller(), False)):
        told = diff(caller, played, f"?from={seq - 1}&to={seq}")
        hand, pile = told["zones"]["hand:0"], told["zones"]["draw"]
        assert hand["after"] == hand["before"] + 1  # type: ignore[operator]
        assert pile == {
            "before": pile["before"],
            "after": pile["before"] - 1,  # type: ignore[operator]
            "came": None,
            "left": None,
            "reordered": False,
        }
        assert (hand["came"] is not None) == sees
        if sees:
            assert len(hand["came"]) == 1 and hand["left"] == []  # type: ignore[arg-type]


def test_a_past_position_is_told_in_words_on_request(alice: Caller, played: str) -> None:
    seen = alice.get(f"games/{played}/position/?at=3&as=public&include=table")
    bare = alice.get(f"games/{played}/position/?at=3&as=public")
    fits("TablePosition", seen.json)
    table = seen.json["table"]
    assert seen.json == bare.json | {"table": table}
    for place in table["places"]:
        assert (place["hand"], place["cards"]) == (
            bare.json["counts"][f"hand:{place['seat']}"],
            None,
        )
    assert "immutable" in seen.headers["Cache-Control"]
    head = alice.get(f"games/{played}/position/?include=table").json["table"]
    assert head == alice.get(f"games/{played}/").json["table"]
    alice.language = "fr-CA"
    french = alice.get(f"games/{played}/position/?at=3&as=public&include=table")
    assert french.json["table"]["text"] != table["text"]
    assert len({one.headers["ETag"] for one in (seen, bare, french)}) == 3
    assert alice.get(f"games/{played}/position/?include=cards").status == 400


def test_backwards_it_is_the_other_way_round(alice: Caller, played: str) -> None:
    there, back = diff(alice, played, "?from=1&to=7"), diff(alice, played, "?from=7&to=1")
    assert there["zones"].keys() == back["zones"].keys()
    for zone, change in there["zones"].items():
        other = back["zones"][zone]
        assert (change["before"], change["came"]) == (other["after"], other["left"])
    for name, field in there["fields"].items():
        assert back["fields"][name] == {"before": field["after"], "after": field["before"]}


def test_nothing_changes_from_a_position_to_itself(alice: Caller, played: str) -> None:
    told = diff(alice, played, "?from=3&to=3")
    assert (told["fields"], told["zones"]) == ({}, {})


def test_without_numbers_the_last_event_is_meant(alice: Caller, played: str) -> None:
    told = diff(alice, played, "")
    assert (told["from"], told["to"]) == (6, 7)
    assert told == diff(alice, played, "?from=6&to=7")


def test_a_difference_behind_the_head_may_be_kept(alice: Caller, played: str) -> None:
    past = alice.get(f"games/{played}/position/diff/?from=1&to=3")
    assert "immutable" in past.headers["Cache-Control"]
    head = alice.get(f"games/{played}/position/diff/?from=1&to=7")
    assert "immutable" not in head.headers["Cache-Control"]


def test_hidden_cards_make_no_difference_to_a_stranger(
    alice: Caller, bob: Caller, arbiter: Caller, played: str
) -> None:
    """A zone that one does not see into is compared by its number alone."""
    full = diff(arbiter, played, "?from=1&to=7&as=full")
    public = diff(Caller(), played, "?from=1&to=7")
    for zone, change in public["zones"].items():
        if zone != "discard":
            assert (change["came"], change["left"], change["reordered"]) == (None, None, False)
            assert change["before"] != change["after"]
        assert full["zones"][zone]["came"] is not None


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("?from=0", "seq_out_of_range"),
        ("?from=1&to=99", "seq_out_of_range"),
        ("?from=x", "invalid_parameter"),
        ("?as=me", "invalid_parameter"),
        ("?until=3", "invalid_parameter"),
    ],
)
def test_what_is_no_pair_of_positions_is_refused(
    alice: Caller, played: str, query: str, code: str
) -> None:
    reply = alice.get(f"games/{played}/position/diff/{query}")
    assert (reply.status, reply.code) == (400, code)


def test_a_game_that_has_not_begun_has_no_positions(alice: Caller) -> None:
    assert alice.get(f"games/{create_game(alice)}/position/diff/").code == "not_started"
