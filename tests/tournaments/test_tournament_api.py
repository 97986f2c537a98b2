"""A club night by HTTP alone, as anybody with curl plays it, and what the API does not tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest

from games.api.streams.shared_reads import Looked, look, tournament_versions
from games.api.streams.tournament_stream import TournamentOrder, TournamentStream
from games.api.streams.waking import Hub
from games.engine import share_commitment
from games.ledger.sealing import digest as chained
from games.models import Receipt
from games.play import bot_turns
from games.tournaments import table_games
from games.tournaments.models import Entrant, Tournament
from games.tournaments.tournament_ledger import topic_of
from tests.api.client import Caller, Reply, fits, guest, key

SHARE = "ab" * 32
TERMS = {"name": "Tuesday night", "variant": "avengers", "rounds": 2, "final": 4, "late_until": 2,
         "options": {"rounds": 1, "target_score": None}}  # fmt: skip


@pytest.fixture(autouse=True)
def _no_bot_is_asked() -> Iterator[None]:
    listening = list(bot_turns.on_bot_turn)
    bot_turns.on_bot_turn.clear()
    yield
    bot_turns.on_bot_turn[:] = listening


class Night:
    """A tournament that is made and played by requests."""

    def __init__(self, players: int, **terms: Any) -> None:
        self.head = guest("Olga")
        made = self.head.post("tournaments/", TERMS | terms)
        assert made.status == 201, made
        fits("Tournament", made.json)
        self.path = f"tournaments/{made.json['code']}/"
        assert made.headers["Location"] == f"/api/v1/{self.path}"
        self.claims: dict[int, str] = {}
        self.players = [self.enter(Caller(), f"Player {one}") for one in range(players)]

    def enter(self, caller: Caller, name: str, **more: Any) -> Caller:
        """Enter a player, and claim the entry."""
        made = caller.post(f"{self.path}entries/", {"name": name, "there": True} | more)
        assert made.status == 201, made
        fits("Entered", made.json)
        self.claims[made.json["entry"]] = made.json["claim"]
        claimed = Caller().post("tournaments/claims/", {"code": made.json["claim"].lower()})
        assert claimed.status == 201, claimed
        fits("Claim", claimed.json)
        assert claimed.json["entry"] == made.json["entry"]
        return Caller(claimed.json["token"]["secret"])

    def get(self, path: str = "", caller: Caller | None = None, **headers: str) -> Reply:
        return (caller or Caller()).get(self.path + path, **headers)

    def act(self, act: str, caller: Caller | None = None, **members: Any) -> Reply:
        """Act, as the head judge unless another is named."""
        made = (caller or self.head).post(f"{self.path}acts/", {"act": act} | members)
        if made.status == 201:
            fits("TournamentAct", made.json)
        return made

    def done(self, *acts: str) -> None:
        for act in acts:
            made = self.act(act)
            assert made.status == 201, made

    def begin(self) -> None:
        """Pair a round and open its tables."""
        self.done("pair", "publish", "start-round")
        self.tend()

    def tend(self) -> None:
        """Do what the worker of the server does every second."""
        table_games.tend(Tournament.objects.get(code=self.path.split("/")[1]).pk)

    def sit(self) -> dict[str, list[Caller]]:
        """Let all players sit down where `me` says; return who plays at each table."""
        sitting: dict[str, list[Caller]] = {}
        for player in self.players:
            me = self.get(caller=player).json["me"]
            if me["do"] != "play":
                continue
            commitment = share_commitment(bytes.fromhex(SHARE))
            body = {"seat": me["seat"], "share_commitment": commitment}
            assert player.post(f"games/{me['game']}/seats/", body).status == 201
            sitting.setdefault(me["game"], []).append(player)
        for game, players in sitting.items():
            for player in players:
                assert player.post(f"games/{game}/share/", {"share": SHARE}).status < 300
        return sitting

    def play(self) -> None:
        """Let all but one of each table resign, and close the round."""
        for game, players in self.sit().items():
            for player in players[:-1]:
                assert player.post(f"games/{game}/moves/", {"move": "resign"}).status == 201
        self.tend()
        self.done("close-round")


@pytest.fixture
def night(editions: None) -> Night:
    night = Night(7)
    night.done("close-entries")
    return night


def test_a_club_night_of_seven_is_played_by_http_alone(editions: None) -> None:
    night = Night(7)
    assert [one["state"] for one in night.get().json["entries"]] == ["there"] * 7
    assert night.get(caller=night.players[3]).json["me"]["do"] == "wait"
    night.done("close-entries")
    for nth in (1, 2, 3):
        night.begin()
        told = night.get().json
        assert (told["round"], told["round_stage"]) == (nth, "running")
        assert all(table["game"] for table in told["tables"])
        night.play()
        fits("TournamentRound", night.get(f"rounds/{nth}/").json)
    assert night.act("finish").status == 201
    over = night.get().json
    fits("Tournament", over)
    assert over["stage"] == "over" and len(over["tables"]) == 1
    standings = night.get("standings/").json
    fits("Standings", standings)
    assert sorted(one["entry"] for one in standings["results"]) == list(range(1, 8))
    [last] = night.get(f"events/?after={over['seq'] - 1}").json["results"]
    assert last["facts"] == [{"fact": "finished", "standings": standings["digest"]}]


def test_the_rows_can_be_followed_and_are_chained(night: Night) -> None:
    night.begin()
    night.play()
    rows: list[Any] = []
    address = f"/api/v1/{night.path}events/?limit=5"
    while address:
        page = Caller().get(address).json
        fits("TournamentEvents", page)
        rows += page["results"]
        address = page["next"]
    assert [row["seq"] for row in rows] == list(range(1, night.get().json["seq"] + 1))
    head = "0" * 64
    for row in rows:
        sealed = {name: one for name, one in row.items() if name != "digest"}
        head = chained(head, sealed)
        assert row["digest"] == head


def test_standings_are_exact_at_every_row(night: Night) -> None:
    night.begin()
    before = night.get().json["seq"]
    night.play()
    after = night.get("standings/").json
    assert {one["points"] for one in night.get(f"standings/?at={before}").json["results"]} == {0}
    given = sum(one["points"] for one in after["results"])
    assert given == after["part"] * sum(3 * size + 3 for size in (4, 3))
    [closed] = night.get(f"events/?after={after['seq'] - 1}").json["results"]
    assert closed["facts"][0]["standings"] == after["digest"]
    assert night.get(f"standings/?at={after['seq'] + 1}").code == "invalid_parameter"
    assert night.get("standings/?at=0").code == "invalid_parameter"


# ---- refused


def test_refusals_name_their_rule_and_reason_in_the_language(night: Night) -> None:
    refused = night.act("pair", night.players[0])
    assert (refused.status, refused.code) == (403, "tournament_not_permitted")
    assert refused.json["rule"] == "tournament.staff"
    again = night.act("close-entries")
    assert (again.status, again.code) == (422, "tournament_refused")
    assert again.json["rule"] == "tournament.entry"
    assert again.json["params"]["why"] == "entries_closed"
    assert again.json["detail"] == "The check-in is over already."
    night.head.language = "fr-CA"
    assert night.act("close-entries").json["detail"] != again.json["detail"]
    late = Caller().post(f"{night.path}entries/", {"name": "Late"})
    assert (late.status, late.json["params"]["why"]) == (403, "not_permitted")
    night.begin()
    assert night.act("pause-round").status == 201
    assert night.act("pause-round").json["params"] == {"why": "already_so", "paused": 1}


@pytest.mark.parametrize(
    ("act", "pointer"),
    [
        ({"act": "swap", "one": 1, "other": 5}, "/reason"),
        ({"act": "end-table", "table": 1, "places": [1, 2, 3]}, "/act"),
        ({"act": "open-table", "table": 1, "game": "x"}, "/act"),
        ({"act": "enter", "name": "x", "player": "x"}, "/act"),
        ({"act": "penalise", "entry": 1, "penalty": "warning", "rule": "x", "points": -60,
          "reason": "x"}, "/points"),
        ({"act": "penalise", "entry": 1, "penalty": "points", "rule": "x", "points": 2**53,
          "reason": "x"}, "/points"),
        ({"act": "penalise", "entry": 1, "penalty": "warning", "rule": "", "reason": "x"}, "/rule"),
        ({"act": "name-staff", "player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c",
          "role": "head"}, "/player"),
    ],
)  # fmt: skip
def test_an_act_that_no_body_has_is_malformed(
    night: Night, act: dict[str, Any], pointer: str
) -> None:
    for path in ("acts/", "acts/check/"):
        refused = night.head.post(f"{night.path}{path}", act)
        assert refused.status == 400, refused
        assert pointer.startswith(refused.json["errors"][0]["pointer"])
    assert not refused.json.get("rule")


@pytest.mark.parametrize(
    "terms",
    [
        {"variant": "chess"}, {"options": {"cheat": 1}}, {"size": 1}, {"final": 1},
        {"go_on": 4}, {"points": [1, 2]}, {"points": [0]}, {"points": [3], "deals": "shared"},
        {"final_options": {"cheat": 1}}, {"stage": "league"}, {"rounds": 0},
        {"tiebreaks": ["lot", "lot"]}, {"variant": "ultimate", "options": {}, "size": 9},
        {"name": "staff"}, {"commitment": "ab" * 32},
    ],
)  # fmt: skip
def test_terms_that_no_table_could_have_are_refused(editions: None, terms: dict[str, Any]) -> None:
    assert guest().post("tournaments/", TERMS | terms).status in (400, 422)
    assert not Tournament.objects.exists()


def test_one_person_has_five_tournaments_at_a_time(editions: None) -> None:
    olga = guest("Olga")
    for number in range(5):
        assert olga.post("tournaments/", TERMS | {"name": f"Night {number}"}).status == 201
    refused = olga.post("tournaments/", TERMS)
    assert (refused.status, refused.code) == (409, "too_many_tournaments")
    assert Caller().post("tournaments/", TERMS).status == 401


def test_the_list_has_pages_newest_first(editions: None) -> None:
    olga = guest("Olga")
    named = [TERMS | {"name": f"Night {number}"} for number in range(3)]
    made = [olga.post("tournaments/", one).json["code"] for one in named]
    found, address = [], "tournaments/?limit=2"
    while address:
        page = Caller().get(address).json
        fits("Tournaments", page)
        found += [one["code"] for one in page["results"]]
        address = page["next"]
    assert found == made[::-1]
    for wrong in ("YWZ0ZXI6eA==", "YWZ0ZXI6MjAyNi0xMS0yOA=="):
        assert Caller().get(f"tournaments/?cursor={wrong}").code == "invalid_parameter"
    assert Caller().get("tournaments/BBBBBBBB/").code == "tournament_not_found"


def test_a_stale_if_match_does_nothing(night: Night) -> None:
    stands = night.get(caller=night.head)
    seq = stands.json["seq"]
    body = {"act": "pair"}
    stale = night.head.post(f"{night.path}acts/", body, If_Match=f'"{seq - 1}"')
    assert (stale.status, stale.code) == (412, "tournament_moved_on")
    assert stale.json["params"] == {"seq": seq} and stale.headers["ETag"] == f'"{seq}"'
    assert night.head.post(f"{night.path}acts/check/", body, If_Match='"1"').status == 412
    done = night.head.post(f"{night.path}acts/", body, If_Match=stands.headers["ETag"])
    assert (done.status, done.headers["ETag"]) == (201, f'"{seq + 1}"')
    assert night.get(caller=night.head, If_None_Match=stands.headers["ETag"]).status == 200
    tag = night.get(caller=night.head).headers["ETag"]
    assert night.get(caller=night.head, If_None_Match=tag).status == 304


def test_an_act_is_checked_without_being_done(night: Night) -> None:
    before = Tournament.objects.get().seq
    told = night.head.post(f"{night.path}acts/check/", {"act": "drop", "entry": 2})
    fits("ForeseenTournamentAct", told.json)
    assert told.json["sentences"] == ["Player 1 is taken out of the tournament."]
    assert told.json["cites"] == ["tournament.drop"] and Tournament.objects.get().seq == before
    done = night.act("drop", entry=2).json
    assert done["sentences"] == told.json["sentences"] and done["cites"] == told.json["cites"]
    assert done["facts"] == [{"fact": "dropped", "entry": 2, "why": "staff"}]
    refused = night.players[0].post(f"{night.path}acts/check/", {"act": "drop", "entry": 3})
    assert refused.code == "tournament_not_permitted"


# ---- once


def test_a_repeated_own_identers_once_and_its_code_is_stored_encrypted(editions: None) -> None:
    night = Night(2)
    for caller in (Caller(), night.head):
        again = {"Idempotency_Key": key()}
        body = {"name": "Ada"}
        first = caller.post(f"{night.path}entries/", body, **again)
        second = caller.post(f"{night.path}entries/", body, **again)
        assert second.raw == first.raw and second.headers["Idempotent-Replayed"] == "true"
        claim = first.json["claim"]
        assert not [one for one in Receipt.objects.all() if claim in one.reply]
    assert Entrant.objects.count() == 4
    assert night.act("check-in", entry=3).status == 201
    short = Caller().post(f"{night.path}entries/", {"name": "Eve"}, Idempotency_Key="k")
    assert short.code == "invalid_header"


def test_a_repeated_act_is_done_once(night: Night) -> None:
    again = {"Idempotency_Key": key()}
    body = {"act": "issue-claim", "entry": 1}
    replies = [night.head.post(f"{night.path}acts/", body, **again) for _ in range(2)]
    assert replies[0].raw == replies[1].raw and re.fullmatch("[A-Z]{8}", replies[0].json["claim"])
    assert Entrant.objects.get(number=1).issued == 2
    stored = "".join(one.reply for one in Receipt.objects.all())
    assert replies[0].json["claim"] not in stored


def test_a_new_code_ends_the_one_before_and_its_tokens(night: Night) -> None:
    fresh = night.act("issue-claim", entry=1).json["claim"]
    assert night.players[0].get("me/").code == "invalid_token"
    old = Caller().post("tournaments/claims/", {"code": night.claims[1]})
    assert (old.status, old.code) == (422, "invalid_claim")
    assert Caller().post("tournaments/claims/", {"code": fresh}).json["entry"] == 1
    assert night.act("issue-claim", night.players[1], entry=2).code == "tournament_not_permitted"


def test_attempts_with_claim_codes_are_limited(night: Night, settings: Any) -> None:
    settings.API_RATES = {**settings.API_RATES, "codes": "3/min"}
    tried = [Caller().post("tournaments/claims/", {"code": "BBBBBBBB"}) for _ in range(4)]
    assert [one.status for one in tried] == [422, 422, 422, 429]


# ---- hidden


def test_a_round_that_is_not_published_is_of_the_staff_alone(night: Night) -> None:
    before = {path: night.get(path) for path in PATHS}
    own = night.get(caller=night.players[0])
    paired = night.act("pair").json["facts"][0]
    assert night.act("pair").status == 201
    assert night.act("swap", one=paired["tables"][0][0], other=99, reason="x").status == 422
    for caller in (Caller(), night.players[0], guest("Eve")):
        for path in PATHS:
            now = night.get(path, caller)
            if caller.secret:
                now = Reply(now.status, now.headers, without_me(now))
            expected = without_me(before[path]) if caller.secret else before[path].raw
            assert now.raw == expected
        assert night.get("rounds/1/", caller).code == "not_found"
        assert night.get(f"standings/?at={before[''].json['seq'] + 1}", caller).status == 400
        assert night.get("events/?after=999", caller).json["results"] == []
        refused = night.act("publish", caller) if caller.secret else None
        assert refused is None or refused.status == 403
    assert night.get(If_None_Match=before[""].headers["ETag"]).status == 304
    same = night.get(caller=night.players[0], If_None_Match=own.headers["ETag"])
    assert same.status == 304
    assert night.get(caller=night.head).json["round_stage"] == "paired"
    assert night.get("rounds/1/", night.head).json["lot"]
    assert night.get(f"events/?after={before[''].json['seq']}", night.head).json["results"]


PATHS = ("", "standings/", "events/?limit=200", "events/?after=3&limit=4")


def without_me(reply: Reply) -> bytes:
    told = reply.json
    told.pop("me", None)
    return json.dumps(told).encode()


def test_a_player_acts_while_a_round_is_not_published(night: Night) -> None:
    player = night.players[2]
    tag = night.get(caller=player).headers["ETag"]
    night.done("pair")
    done = player.post(f"{night.path}acts/", {"act": "drop", "entry": 3}, If_Match=tag)
    assert done.status == 201, done
    assert done.json["seq"] == night.get().json["seq"]
    assert night.get(caller=player).json["me"]["state"] == "out"
    assert night.get(caller=player).headers["ETag"] != tag
    assert night.get().json["entries"][2]["state"] == "there"
    night.done("pair", "publish")
    assert night.get().json["entries"][2]["state"] == "out"


def test_published_rows_come_whole_after_the_cursor(night: Night) -> None:
    reached = night.get("events/?limit=200").json
    night.done("pair", "pair")
    waiting = night.get(f"events/?after={reached['seq']}").json
    assert waiting == {"results": [], "seq": reached["seq"], "next": None}
    night.done("publish")
    rows = night.get(f"events/?after={reached['seq']}").json["results"]
    assert [one["facts"][0]["fact"] for one in rows] == [
        "round-paired", "round-paired", "round-published",
    ]  # fmt: skip


def test_the_rows_of_a_cancelled_tournament_are_public(night: Night) -> None:
    night.done("pair", "cancel")
    told = night.get().json
    assert told["stage"] == "cancelled" and told["seq"] == Tournament.objects.get().seq


def test_no_reply_has_a_seed_a_name_in_a_row_or_a_code_of_another(night: Night) -> None:
    night.begin()
    tournament = Tournament.objects.get()
    seed = bytes(tournament.seed).hex()
    salts = [one.salt for one in Entrant.objects.all()]
    secrets = [seed, *night.claims.values(), *salts]
    secrets += [sha256(one.encode()).hexdigest() for one in night.claims.values()]
    for caller in (Caller(), night.players[0], night.head):
        for path in (*PATHS, "rounds/1/"):
            reply = night.get(path, caller)
            everything = reply.raw.decode() + str(reply.headers)
            assert not [one for one in secrets if one in everything], path
        assert "Player" not in night.get("events/?limit=200", caller).raw.decode()
        for wrong in ({"act": "record", "round": 9, "table": 1, "places": [1], "reason": "x"},
                      {"act": "pair"}, {"act": "check-in", "entry": 1}):  # fmt: skip
            refused = caller.post(f"{night.path}acts/", wrong)
            assert refused.status in (401, 403, 422)
            assert not [one for one in secrets if one in refused.raw.decode()]


def test_the_stream_tells_where_the_caller_sees_the_tournament(night: Night) -> None:
    seq = night.get().json["seq"]
    night.done("pair")
    assert Caller().stream(f"{night.path}events/") == [("changed", {"seq": seq})]
    assert night.head.stream(f"{night.path}events/") == [("changed", {"seq": seq + 1})]
    fits("TournamentChanged", {"seq": seq})


def test_streams_are_woken_by_rows_and_by_who_sits_down_but_not_by_moves(night: Night) -> None:
    night.begin()
    own_id = Tournament.objects.get().pk

    def stands() -> Looked:
        return Looked(None, tournament=own_id, rows=tournament_versions([own_id])[own_id])

    assert look([Looked(None, tournament=own_id), stands()]) == [0]
    before = stands()
    assert night.act("announce", text="Soon.").status == 201
    assert look([before]) == [0]
    before = stands()
    tables = night.sit()
    assert look([before]) == [0]
    before = stands()
    for game, players in tables.items():
        assert players[0].post(f"games/{game}/moves/", {"move": "resign"}).status == 201
    assert look([before]) == []


def test_an_open_stream_tells_each_change_once(night: Night) -> None:
    own_id = Tournament.objects.get().pk
    stream = TournamentStream(TournamentOrder(own_id, None), "en", "one")
    assert topic_of(own_id) in stream.topics()
    seq = night.get().json["seq"]

    def told() -> bytes:
        with pytest.raises(StopIteration) as done:
            stream.read(Reading()).send(None)
        return bytes(done.value.value.piece)

    assert told() == b'event: changed\ndata: {"seq":%d}\n\n' % seq
    assert told() == b""
    night.done("pair")
    assert told() == b""
    night.done("publish")
    assert told() == b'event: changed\ndata: {"seq":%d}\n\n' % (seq + 2)


class Reading(Hub):
    """A hub that reads at once."""

    async def read(self, how: Any, order: Any) -> Any:
        return how([order])[0]
