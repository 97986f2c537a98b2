"""Conditional requests: unchanged data is not sent again, compressed or not."""

from itertools import product
from typing import Any

import pytest

from games.play import selectors
from tests.api.client import Caller, asked_of, create_game

pytestmark = pytest.mark.django_db

READS = ("", "prompts/", "position/", "events/")
CODINGS = ("identity", "gzip")


def reads(game: str) -> list[str]:
    """The addresses of what is read of a game."""
    return [f"games/{game}/{read}" for read in READS]


def test_what_has_not_changed_is_304(alice: Caller, game: str) -> None:
    for path, coding in product(reads(game), CODINGS):
        first = alice.get(path, Accept_Encoding=coding)
        again = alice.get(path, Accept_Encoding=coding, If_None_Match=first.headers["ETag"])
        assert (again.status, again.raw) == (304, b"")
        for name in ("ETag", "Cache-Control"):
            assert again.headers[name] == first.headers[name]
        varies = {"Authorization", "Accept-Language", "Accept", "origin"}
        assert varies <= set(again.headers["Vary"].split(", "))
        assert alice.get(path, If_None_Match='"0", W/"other"').status == 200
        several = f'"0-public", {first.headers["ETag"]}'
        assert alice.get(path, If_None_Match=several).status == 304


def test_a_move_makes_all_of_them_new(alice: Caller, bob: Caller, game: str) -> None:
    tags = {path: alice.get(path).headers["ETag"] for path in reads(game)}
    player, _prompt, _seq = asked_of(game, alice, bob)
    player.post(f"games/{game}/moves/", {"move": "draw"})
    for path, tag in tags.items():
        reply = alice.get(path, If_None_Match=tag)
        assert reply.status == 200
        assert reply.headers["ETag"] != tag


def test_viewers_have_etags_of_their_own(
    alice: Caller, bob: Caller, carol: Caller, game: str
) -> None:
    for path in reads(game)[1:]:
        tags = [caller.get(path).headers["ETag"] for caller in (alice, bob, carol)]
        assert len(set(tags)) == 3
        assert Caller().get(path).headers["ETag"] == tags[2]
        for tag in tags[:2]:
            assert carol.get(path, If_None_Match=tag).status == 200


def test_prompts_have_an_etag_for_each_language(alice: Caller, game: str) -> None:
    path = f"games/{game}/prompts/"
    tag = alice.get(path).headers["ETag"]
    alice.language = "fr-CA"
    french = alice.get(path, If_None_Match=tag)
    assert french.status == 200
    assert french.headers["ETag"] != tag


def test_a_game_is_in_no_cache_since_its_etag_is_one_for_all(alice: Caller, game: str) -> None:
    assert "no-store" in alice.get(f"games/{game}/").headers["Cache-Control"]


def test_an_etag_has_the_seq_and_the_view_and_nothing_else(alice: Caller, game: str) -> None:
    tags = {read: alice.get(f"games/{game}/{read}").headers["ETag"] for read in READS}
    assert tags == {
        "": '"1"',
        "prompts/": '"1-seat:0-en"',
        "position/": '"1-seat:0"',
        "events/": '"1-seat:0"',
    }


def test_a_page_that_is_not_full_is_new_with_the_next_event(
    alice: Caller, bob: Caller, game: str
) -> None:
    path = f"games/{game}/events/?after=1"
    first = alice.get(path)
    assert first.json["results"] == []
    assert alice.get(path, If_None_Match=first.headers["ETag"]).status == 304
    player, _prompt, _seq = asked_of(game, alice, bob)
    player.post(f"games/{game}/moves/", {"move": "draw"})
    second = alice.get(path, If_None_Match=first.headers["ETag"])
    assert [event["seq"] for event in second.json["results"]] == [2]


def test_the_end_of_a_game_opens_what_a_client_has_seen_hidden(
    alice: Caller, carol: Caller, game: str
) -> None:
    paths = [f"games/{game}/{read}" for read in ("events/", "position/")]
    tags = [carol.get(path).headers["ETag"] for path in paths]
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    for path, tag in zip(paths, tags, strict=True):
        assert carol.get(path, If_None_Match=tag).status == 200


def test_a_table_that_has_not_begun_is_never_304(alice: Caller, bob: Caller) -> None:
    game = create_game(alice)
    tag = alice.get(f"games/{game}/").headers["ETag"]
    bob.post(f"games/{game}/seats/")
    assert alice.get(f"games/{game}/", If_None_Match=tag).status == 200
    alice.ask("DELETE", f"games/{game}/seats/0/")
    cancelled = alice.get(f"games/{game}/", If_None_Match=tag)
    assert (cancelled.status, cancelled.json["status"]) == (200, "over")


def test_a_304_reads_no_position(alice: Caller, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tags = {read: alice.get(f"games/{game}/{read}").headers["ETag"] for read in READS}

    def fail(**_: object) -> Any:
        raise AssertionError("read")

    for name in ("position", "state_after", "events"):
        monkeypatch.setattr(selectors, name, fail)
    for read, tag in tags.items():
        assert alice.get(f"games/{game}/{read}", If_None_Match=tag).status == 304


def test_a_position_that_is_none_is_not_304(alice: Caller, game: str) -> None:
    reply = alice.get(f"games/{game}/position/?at=9", If_None_Match='"9-seat:0"')
    assert (reply.status, reply.code) == (400, "seq_out_of_range")


def test_the_etag_of_any_reply_about_the_game_is_an_if_match(
    alice: Caller, bob: Caller, game: str
) -> None:
    for path, coding in product(reads(game), CODINGS):
        player, prompt, seq = asked_of(game, alice, bob)
        read = player.get(path, Accept_Encoding=coding).headers
        tag = read["ETag"]
        assert tag.startswith("W/") == ("Content-Encoding" in read)
        sent = {"If_Match": tag, "Accept_Encoding": coding}
        body = prompt["options"][-1]["body"]
        made = player.post(f"games/{game}/moves/", body, **sent)
        assert made.status == 201
        behind = player.post(f"games/{game}/moves/", body, **sent)
        assert behind.status == 412
        assert behind.headers["ETag"].removeprefix("W/") == f'"{seq + 1}"'


# Compression


def test_texts_are_compressed_and_vary_by_coding(alice: Caller, bob: Caller, game: str) -> None:
    for _ in range(6):
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    hash_ = alice.get(f"games/{game}/").json["edition"]
    for path, accept in (
        (f"games/{game}/", "*/*"),
        (f"games/{game}/events/", "application/json"),
        (f"games/{game}/log/", "text/csv"),
        (f"games/{game}/log/", "text/plain"),
        (f"games/{game}/audit/bundle/", "*/*"),
        (f"editions/{hash_}/cards/wild/picture.svg", "*/*"),
        ("docs/", "text/html"),
        ("rules/", "*/*"),
    ):
        plain = alice.get(path, Accept=accept)
        packed = alice.get(path, Accept=accept, Accept_Encoding="gzip, deflate, br")
        assert packed.headers["Content-Encoding"] == "gzip", path
        for reply in (plain, packed):
            assert "Accept-Encoding" in reply.headers["Vary"], path
        assert "Content-Encoding" not in plain.headers
        assert len(packed.raw) == len(plain.raw), path
        assert packed.raw == plain.raw or path == "docs/", path  # which has a token for its form


def test_small_replies_and_those_who_want_none_are_not_compressed(alice: Caller) -> None:
    tiny = alice.get("games/?mine=true", Accept_Encoding="gzip")
    assert len(tiny.raw) < 200
    assert "Content-Encoding" not in tiny.headers
    for refused in ("gzip;q=0", "br, gzip; q=0.0, deflate", "identity"):
        assert "Content-Encoding" not in alice.get("rules/", Accept_Encoding=refused).headers
    assert "Content-Encoding" in alice.get("rules/", Accept_Encoding="br, gzip;q=0.5").headers


def test_the_lengths_of_equal_replies_differ() -> None:
    replies = [Caller().get("rules/common.seats/", Accept_Encoding="gzip") for _ in range(12)]
    lengths = {reply.headers["Content-Length"] for reply in replies}
    assert len(lengths) > 1


def test_a_repeated_move_is_compressed_like_the_first(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, _prompt, _seq = asked_of(game, alice, bob)
    sent = {"Idempotency_Key": "one", "Accept_Encoding": "gzip"}
    first = player.post(f"games/{game}/moves/", {"move": "draw"}, **sent)
    again = player.post(f"games/{game}/moves/", {"move": "draw"}, **sent)
    assert "Content-Encoding" in first.headers
    assert "Content-Encoding" in again.headers
    assert again.raw == first.raw
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.headers["ETag"] == first.headers["ETag"]
