"""The share picture of a game: what the public sees of it, and no more."""

from xml.etree import ElementTree

import pytest

from games.api.png_drawing import as_png
from games.models import Game
from games.play.erasure import erase_player
from games.play.selectors import forget_names, ruleset_for
from games.players.models import Player
from games.wording.labels import card_name
from tests.api.client import Caller, asked_of, create_game, guest, start_game

pytestmark = pytest.mark.django_db

NOBODY = Caller()
KINDS = ("picture.svg", "picture.png")


def address(game: str, query: str = "", kind: str = "picture.svg") -> str:
    return f"games/{game}/{kind}{query}"


def drawn(game: str, query: str = "", caller: Caller = NOBODY) -> str:
    """Return the texts of a share picture."""
    reply = caller.get(address(game, query))
    assert (reply.status, reply.headers["Content-Type"]) == (200, "image/svg+xml")
    root = ElementTree.fromstring(reply.raw)
    assert (root.get("width"), root.get("height")) == ("1200", "630")
    return "\n".join(text for one in root.iter() for text in one.itertext())


@pytest.mark.parametrize("variant", ["avengers", "xmen", "ultimate"])
def test_it_shows_the_top_card_the_color_the_turn_and_the_seats(
    alice: Caller, bob: Caller, variant: str
) -> None:
    game = start_game(alice, bob, variant=variant)
    table = alice.get(f"games/{game}/").json["table"]
    text = drawn(game)
    assert {"Alice", "Bob", "UNO"} <= set(text.replace("\n", " ").split())
    stored = Game.objects.get(pk=game)
    edition = ruleset_for(stored).edition
    if table["discard_top"]:  # not before the first card of Ultimate
        assert card_name(edition, table["discard_top"], "en") in text
        assert table["color"] in text.split()
    assert "It is the turn of" in text
    for place in table["places"]:
        assert str(place["hand"]) in text.split()
    french = drawn(game, "?lang=fr-CA")
    assert "C’est le tour d" in french and "It is" not in french
    assert drawn(game, caller=Caller(language="fr-CA")) == french


def test_no_hand_is_in_it_for_anyone(alice: Caller, bob: Caller) -> None:
    game = start_game(alice, bob, variant="ultimate")
    seen = {drawn(game), drawn(game, caller=alice), drawn(game, caller=bob)}
    assert len(seen) == 1
    edition = ruleset_for(Game.objects.get(pk=game)).edition
    (text,) = seen
    top = alice.get(f"games/{game}/").json["table"]["discard_top"]
    for caller, seat in ((alice, 0), (bob, 1)):
        for code in caller.get(f"games/{game}/position/").json["cards"][f"hand:{seat}"]:
            name = next(card.name for card in edition.cards if card.code == code)
            assert code == top or name not in text


def test_an_earlier_position_does_not_tell_the_end(alice: Caller, bob: Caller, game: str) -> None:
    for _ in range(4):
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    assert "The game is over: Bob" in drawn(game)
    assert "The game is over" not in drawn(game, "?at=2")
    assert drawn(game, "?at=1") != drawn(game, "?at=4")
    for kind in KINDS:
        reply = NOBODY.get(address(game, "?at=2", kind))
        assert reply.headers["Cache-Control"] == "private, max-age=31536000, immutable"
        assert NOBODY.get(address(game, "?at=99", kind)).code == "seq_out_of_range"


def test_it_is_cached_by_what_it_shows(alice: Caller, bob: Caller, game: str) -> None:
    for kind in KINDS:
        reply = NOBODY.get(address(game, kind=kind))
        assert reply.headers["Cache-Control"] == "private, no-cache"
        known = {"If_None_Match": reply.headers["ETag"]}
        assert NOBODY.get(address(game, kind=kind), **known).status == 304
        other = NOBODY.get(address(game, "?lang=fr-CA", kind), **known)
        assert (other.status, other.headers["Content-Language"]) == (200, "fr-CA")
        past = NOBODY.get(address(game, "?at=1", kind))
        settled = past.headers["Cache-Control"] == "private, max-age=60, immutable"
        assert settled == (alice.get(f"games/{game}/").json["seq"] > 1)


def test_a_game_by_invitation_is_shown_to_its_players(alice: Caller, bob: Caller) -> None:
    seats = [{"kind": "me"}, {"kind": "invited", "player": bob.get("me/").json["id"]}]
    game = start_game(alice, bob, seats=seats, access="invited")
    for kind in KINDS:
        assert alice.get(address(game, kind=kind)).status == 200
        assert NOBODY.get(address(game, kind=kind)).status == 404
        assert guest("Carol").get(address(game, kind=kind)).status == 404


def test_a_game_that_has_not_begun_has_none(alice: Caller, editions: None) -> None:
    game = create_game(alice)
    for kind in KINDS:
        assert alice.get(address(game, kind=kind)).code == "not_started"


def test_as_png_it_is_a_bitmap_with_text_on_any_machine(game: str) -> None:
    reply = NOBODY.get(address(game, kind="picture.png"))
    assert reply.headers["Content-Type"] == "image/png"
    assert "cost=50" in reply.headers["RateLimit"]
    svg = NOBODY.get(address(game)).raw.decode()
    made = as_png(svg)
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(made[16:20]), int.from_bytes(made[20:24])) == (1200, 630)
    assert as_png(svg.replace(">Alice</text>", "></text>")) != made


def test_an_erased_name_is_not_in_it(alice: Caller, bob: Caller, game: str) -> None:
    assert "Alice" in drawn(game)
    erase_player(Player.objects.get(pk=alice.get("me/").json["id"]))
    forget_names()
    assert "Alice" not in drawn(game)


@pytest.mark.parametrize("query", ["?as=full", "?lang=de", "?at=x"])
def test_other_parameters_are_refused(game: str, query: str) -> None:
    for kind in KINDS:
        assert NOBODY.get(address(game, query, kind)).code == "invalid_parameter"
