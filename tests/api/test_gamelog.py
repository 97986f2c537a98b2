"""The log in words."""

import csv
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from bots.services import play_on
from games.engine import Draw, Expire, Resign, Void
from games.ledger.rows import Actor
from games.play import selectors
from games.players.models import Player
from games.wording.log import entries
from games.wording.rules import printed_rules
from games.written_files import safe
from tests.api.client import Caller, asked_of, fits, guest, start_game

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


def log(caller: Caller, game: str, query: str = "?limit=200") -> list[dict[str, Any]]:
    reply = caller.get(f"games/{game}/log/{query}")
    assert reply.status == 200, reply
    fits("Log", reply.json)
    return reply.json["results"]  # type: ignore[no-any-return]


def table(caller: Caller, game: str) -> list[dict[str, str]]:
    """The log as a spreadsheet reads it."""
    raw = caller.get(f"games/{game}/log/", Accept="text/csv").raw
    return list(csv.DictReader(raw.decode("utf-8-sig").splitlines()))


def test_every_event_is_reported_with_who_when_the_move_and_its_rules(
    alice: Caller, played: str
) -> None:
    told = log(alice, played)
    events = alice.get(f"games/{played}/events/?limit=200").json["results"]
    assert [one["seq"] for one in told] == [event["seq"] for event in events]
    for one, event in zip(told, events, strict=True):
        assert (one["at"], one["seat"]) == (event["at"], event["seat"])
        cited = {(ruling["rule"], ruling["seat"]) for ruling in event["rulings"]}
        assert len(one["rules"]) == len(cited)
        assert all(rule["title"] for rule in one["rules"])
        assert alice.get(one["event"]).json == event
    assert told[0]["who"] == "Alice"
    assert told[0]["sentences"][0]["text"].startswith("A game of ")
    assert {one["who"] for one in told[1:]} <= {"Alice", "Bob"}


def test_the_log_is_rendered_in_canadian_french(alice: Caller, played: str) -> None:
    french = log(Caller(alice.secret, "fr-CA"), played)
    assert french[0]["sentences"][0]["text"].startswith("Une partie commence")
    titles = {rule["rule"]: rule["title"] for one in french for rule in one["rules"]}
    book = printed_rules()
    assert all(title == book[rule].title.fr_ca for rule, title in titles.items())
    reply = Caller(alice.secret, "fr-CA").get(f"games/{played}/log/", Accept="text/plain")
    assert reply.headers["Content-Language"] == "fr-CA"
    assert "tu reçois" in reply.raw.decode().lower()


def test_pages_follow_each_other_and_report_the_same(alice: Caller, played: str) -> None:
    seen: list[Any] = []
    path: str | None = f"games/{played}/log/?limit=3"
    while path:
        reply = alice.get(path)
        seen += reply.json["results"]
        assert ("immutable" in reply.headers["Cache-Control"]) == (reply.json["next"] is not None)
        path = reply.json["next"]
    assert seen == log(alice, played)
    assert log(alice, played, "?after=4") == seen[4:]
    assert log(alice, played, "?after=999") == []


def test_as_text_it_has_a_line_for_each_event_and_each_sentence(alice: Caller, played: str) -> None:
    reply = alice.get(f"games/{played}/log/", Accept="text/plain")
    assert reply.headers["Content-Type"] == "text/plain; charset=utf-8"
    lines = reply.raw.decode().splitlines()
    told = log(alice, played)
    assert len(lines) == len(told) + sum(len(one["sentences"]) for one in told)
    assert lines[0] == f"    1  {told[0]['at']}  Alice"
    assert lines[1] == f"       {told[0]['sentences'][0]['text']}"
    cited = [rule for one in told for sentence in one["sentences"] for rule in sentence["rules"]]
    assert all(rule in reply.raw.decode() for rule in cited)


def test_as_csv_it_has_a_row_for_each_event(alice: Caller, played: str) -> None:
    reply = alice.get(f"games/{played}/log/", Accept="text/csv")
    assert reply.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert reply.headers["Content-Disposition"] == f'attachment; filename="game-{played}.csv"'
    assert reply.raw.startswith(
        b"\xef\xbb\xbfseq,at,seat,who,kind,text,rules,code,event,reference\r\n"
    )
    told = log(alice, played)
    for row, one in zip(table(alice, played), told, strict=True):
        text = " ".join(sentence["text"] for sentence in one["sentences"])
        assert (row["seq"], row["who"], row["text"]) == (str(one["seq"]), one["who"], text)
        assert row["seat"] == ("" if one["seat"] is None else str(one["seat"]))
        assert all(rule["title"] in row["rules"] for rule in one["rules"])


@pytest.mark.parametrize("name", ["=1+2", "+1", "-1", "@SUM(A1)", "＝1"])
def test_no_name_becomes_a_formula(name: str, bob: Caller) -> None:
    game = start_game(guest("Ada"), bob)
    Player.objects.filter(name="Ada").update(name=name)  # stored before names were normalised
    (row,) = table(bob, game)
    assert row["who"] == f"'{name}"
    assert log(bob, game)[0]["who"] == name


def test_cells_that_are_no_formulas_stay_as_they_are() -> None:
    assert [safe(cell) for cell in ("", "1", "Zoé", "a=b", "\t=1")] == [
        "", "1", "Zoé", "a=b", "'\t=1"
    ]  # fmt: skip


# ---- refused moves


@pytest.fixture
def refused(alice: Caller, bob: Caller, game: str) -> tuple[Caller, Caller, int]:
    """Who was refused a move, who was not, and the seq after which; two moves are made later."""
    player, _prompt, seq = asked_of(game, alice, bob)
    assert (
        player.post(f"games/{game}/moves/", {"move": "play", "card": "no-such-card"}).status >= 400
    )
    for _ in range(2):
        mover, prompt, _ = asked_of(game, alice, bob)
        mover.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    return player, bob if player is alice else alice, seq


def test_a_refused_move_follows_its_event_in_every_log(
    refused: tuple[Caller, Caller, int], game: str
) -> None:
    player, _, seq = refused
    found = log(player, game)
    at = [one["seq"] for one in found].index(seq) + 1
    one = found[at]
    assert (one["kind"], one["seq"], one["event"]) == ("refused", seq, found[at - 1]["event"])
    (said,) = one["sentences"]
    assert said["text"] and one["code"] and one["rules"][0]["title"]
    assert [other["kind"] for other in found].count("refused") == 1
    row = table(player, game)[at]
    assert (row["kind"], row["text"], row["code"]) == ("refused", said["text"], one["code"])
    text = player.get(f"games/{game}/log/", Accept="text/plain").raw.decode()
    assert text.count("✗") == 1
    assert said["text"] in text.split("✗", 1)[1].splitlines()[1]


def test_pages_with_refused_moves_follow_each_other(
    refused: tuple[Caller, Caller, int], game: str
) -> None:
    player, _, _ = refused
    seen: list[Any] = []
    path: str | None = f"games/{game}/log/?limit=1"
    while path:
        reply = player.get(path).json
        seen += reply["results"]
        path = reply["next"]
    assert seen == log(player, game)


def test_a_refused_move_of_a_running_game_is_for_its_seat_alone(
    refused: tuple[Caller, Caller, int], carol: Caller, game: str
) -> None:
    player, other, _ = refused
    for caller in (other, carol, Caller()):
        for kind in ("application/json", "text/plain", "text/csv"):
            raw = caller.get(f"games/{game}/log/", Accept=kind).raw.decode()
            assert "refused" not in raw
            assert "✗" not in raw
    player.post(f"games/{game}/moves/", {"move": "resign"})
    for caller in (player, other, carol, Caller()):
        assert [one["kind"] for one in log(caller, game)].count("refused") == 1


def test_of_refused_moves_that_are_not_stored_the_number_is_in_the_log(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _, _ = asked_of(game, alice, bob)
    for _ in range(23):
        player.post(f"games/{game}/moves/", {"move": "play", "card": "no-such-card"})
    found = [one for one in log(player, game) if one["kind"] == "refused"]
    stored = [one for one in found if one["code"]]
    assert len(found) == len(stored) + 1
    assert found[-1]["sentences"][0]["text"].endswith(f": {23 - len(stored)}.")
    assert found[-1]["who"] == stored[0]["who"]


def test_another_format_is_406(alice: Caller, played: str) -> None:
    reply = alice.get(f"games/{played}/log/", Accept="image/png")
    assert (reply.status, reply.code) == (406, "not_acceptable")


def test_a_hidden_choice_is_not_shown_to_others_before_the_end(alice: Caller, bob: Caller) -> None:
    """In X-Men and Avengers a card chosen from a hand is hidden: the log must not name it."""
    game = start_game(alice, bob)
    for _ in range(150):
        player, prompt, _seq = asked_of(game, alice, bob)
        options = prompt["options"]
        gauntlet = [one for one in options if one["body"].get("card") == "wild-infinity-gauntlet"]
        if prompt["kind"] == "card":
            break
        plays = [one for one in options if one["body"]["move"] in ("play", "choose")]
        player.post(f"games/{game}/moves/", (gauntlet or plays or options)[0]["body"])
        if not alice.get(f"games/{game}/prompts/").json["prompts"]:
            game = start_game(alice, bob)
    else:
        pytest.fail("no seat was asked for a card")
    chosen = player.post(f"games/{game}/moves/", prompt["options"][0]["body"])
    assert chosen.status == 201
    seq = chosen.json["events"][0]["seq"]
    other = bob if player is alice else alice

    def names_answer(caller: Caller) -> bool:
        (one,) = log(caller, game, f"?after={seq - 1}&limit=1")
        return "nswer: " in " ".join(sentence["text"] for sentence in one["sentences"])

    assert [names_answer(one) for one in (player, other, Caller())] == [True, False, False]
    if alice.get(f"games/{game}/").json["status"] == "running":
        alice.post(f"games/{game}/moves/", {"move": "resign"})
    assert names_answer(Caller())


def test_a_bot_is_named_with_its_seat(alice: Caller) -> None:
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}]
    made = alice.post("games/", {"variant": "xmen", "seats": seats, "start": True}).json
    for _ in range(4):
        play_on(game_id=made["id"], seq=alice.get(f"games/{made['id']}/").json["seq"])
        told = alice.get(f"games/{made['id']}/prompts/").json["prompts"]
        if told and told[-1]["options"]:
            alice.post(f"games/{made['id']}/moves/", told[-1]["options"][-1]["body"])
    bots = [one for one in log(alice, made["id"]) if one["kind"] == "bot"]
    assert bots
    assert all(one["who"].startswith("Greedy 1 (bot, seat ") for one in bots)


def test_other_actors_are_reported_too(
    alice: Caller, carol: Caller, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = selectors.stored_game(played)
    first, *_ = selectors.played_events(game=game, viewer=-1, limit=1)
    carols = Actor(kind="organiser", player=carol.get("me/").json["id"], reason="a quarrel")
    failed, quick = (
        Actor(kind="bot", name="greedy", version="2", budget=10_000, fallback=True, reason=reason)
        for reason in ("failed", "time")
    )
    rows = [
        replace(
            first, event=msgspec.structs.replace(first.event, actor=actor, seat=seat, move=move)
        )
        for actor, seat, move in (
            (Actor(kind="clock"), 1, Expire(1)),
            (carols, 0, Void()),
            (Actor(kind="organiser", player="nobody"), 0, Resign(0)),
            (failed, 1, Draw(1)),
            (quick, 1, Draw(1)),
        )
    ]
    monkeypatch.setattr(selectors, "played_events", lambda **_: iter(rows))
    carol_name, bot = f"the organiser Carol#{carols.player[:6]}", "greedy (bot, seat 1)"
    told = [
        (one.who, one.sentences[0].text) for one in entries(game, -1, "en", after=0, limit=None)
    ]
    assert told == [
        (
            "the clock, for seat 1",
            "Bob has run out of time, so the default answer counts.",
        ),
        (carol_name, f"The organiser {carol_name[14:]} voids the game. Reason: a quarrel."),
        ("the organiser nobody", "Alice resigns and is out of the game."),  # words: allow
        (bot, "The bot Bob failed, so the first legal move was made for it."),
        (bot, "The bot Bob was low on time, so it gave its quick answer."),
    ]


def test_what_stands_in_a_finished_log_never_changes(
    alice: Caller, carol: Caller, played: str
) -> None:
    alice.post(f"games/{played}/moves/", {"move": "resign"})
    page = carol.get(f"games/{played}/log/?limit=3")
    assert page.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    for accept in ("application/json", "text/plain", "text/csv"):
        reply = carol.get(f"games/{played}/log/", Accept=accept)
        assert "immutable" not in reply.headers["Cache-Control"]
    assert "resigns and is out" in log(carol, played)[-1]["sentences"][0]["text"]


def test_players_whose_names_look_alike_are_distinguished_by_their_tags(
    alice: Caller, bob: Caller, played: str
) -> None:
    bob.ask("PATCH", "me/", {"name": "AIice"})
    tags = [one.get("me/").json["tag"] for one in (alice, bob)]
    assert {one["who"] for one in log(alice, played)[1:]} <= {
        f"Alice#{tags[0]}",
        f"AIice#{tags[1]}",
    }
    seats = alice.get(f"games/{played}/").json["seats"]
    assert [one["player"]["tag"] for one in seats] == tags
