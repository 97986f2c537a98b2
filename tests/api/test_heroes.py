"""Heroes and foils: chosen at creation, on joining or later, else random."""

from typing import Any

import pytest

from games.engine.zones import HERO
from games.ledger.store import load, state_at
from games.models import Game
from games.play.selectors import ruleset_for, stored_game
from tests.api.client import TWO, Caller, create_game, fits

pytestmark = pytest.mark.django_db

BOT = {"kind": "bot", "bot": "random"}
HEROES = {"black-widow", "captain-america", "hulk", "shuri"}


def ultimate(caller: Caller, *seats: dict[str, Any], **more: Any) -> str:
    """A table of Ultimate; its id."""
    return create_game(caller, variant="ultimate", seats=seats or TWO, **more)


def refused(caller: Caller, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Why such a table is not laid."""
    asked = {"variant": "ultimate", "seats": seats} | more
    reply = caller.post("games/", asked)
    assert reply.status in (400, 422)
    return dict(reply.json)


def heroes_of(caller: Caller, game: str) -> list[str | None]:
    """The heroes by seat, as anybody sees them."""
    return [seat["hero"] for seat in caller.get(f"games/{game}/").json["seats"]]


# ---- asking for heroes


def test_each_seat_may_name_its_hero_and_the_others_are_dealt_one_by_lot(alice: Caller) -> None:
    seats = [{"kind": "me", "hero": "hulk"}, BOT, BOT | {"hero": "shuri"}]
    game = ultimate(alice, *seats)
    assert heroes_of(alice, game) == ["hulk", None, "shuri"]
    assert alice.post(f"games/{game}/start/").status == 201
    first, dealt, third = heroes_of(alice, game)
    assert (first, third) == ("hulk", "shuri")
    assert dealt in HEROES - {"hulk", "shuri"}
    setup = alice.get(f"games/{game}/events/").json["results"][0]["facts"][0]["setup"]
    assert setup["heroes"] == ["hulk", "", "shuri"]


def test_with_four_seats_and_no_wish_every_hero_is_played_once(alice: Caller) -> None:
    game = ultimate(alice, {"kind": "me"}, BOT, BOT, BOT, start=True)
    assert set(heroes_of(alice, game)) == HEROES


def test_the_hero_can_be_asked_for_when_sitting_down(alice: Caller, bob: Caller) -> None:
    game = ultimate(alice)
    reply = bob.post(f"games/{game}/seats/", {"hero": "black-widow", "look": "rare"})
    assert reply.status == 201
    assert reply.json["seats"][1]["hero"] == "black-widow"
    assert reply.json["seats"][1]["look"] == "rare"


def test_sitting_down_without_a_wish_takes_the_hero_of_the_seat(alice: Caller, bob: Caller) -> None:
    game = ultimate(alice, {"kind": "me"}, {"kind": "open", "hero": "hulk"})
    assert bob.post(f"games/{game}/seats/").json["seats"][1]["hero"] == "hulk"


def test_a_seat_left_again_has_neither_hero_nor_look(alice: Caller, bob: Caller) -> None:
    game = ultimate(alice)
    bob.post(f"games/{game}/seats/", {"hero": "hulk", "look": "rare"})
    assert bob.ask("DELETE", f"games/{game}/seats/1/").status == 204
    seat = alice.get(f"games/{game}/").json["seats"][1]
    assert (seat["hero"], seat["look"], seat["picture"]) == (None, "plain", None)


def test_hero_and_look_can_be_changed_until_the_game_begins(alice: Caller) -> None:
    game = ultimate(alice, {"kind": "me", "hero": "hulk", "look": "common"}, BOT)
    told = alice.ask("PATCH", f"games/{game}/seats/0/", {"hero": None}).json
    fits("Game", told)
    assert (told["seats"][0]["hero"], told["seats"][0]["look"]) == (None, "common")
    told = alice.ask("PATCH", f"games/{game}/seats/0/", {"hero": "shuri", "look": "plain"}).json
    assert (told["seats"][0]["hero"], told["seats"][0]["look"]) == ("shuri", "plain")
    alice.post(f"games/{game}/start/")
    assert alice.ask("PATCH", f"games/{game}/seats/0/", {"look": "rare"}).code == "not_open"


def test_who_made_the_game_chooses_for_bots_and_free_seats_and_for_nobody_else(
    alice: Caller, bob: Caller
) -> None:
    game = ultimate(alice, {"kind": "me"}, {"kind": "open"}, BOT)
    assert alice.ask("PATCH", f"games/{game}/seats/2/", {"hero": "hulk"}).status == 200
    assert alice.ask("PATCH", f"games/{game}/seats/1/", {"hero": "shuri"}).status == 200
    assert bob.ask("PATCH", f"games/{game}/seats/1/", {"hero": "shuri"}).code == "not_allowed"
    bob.post(f"games/{game}/seats/")
    assert alice.ask("PATCH", f"games/{game}/seats/1/", {"hero": None}).code == "not_allowed"
    assert bob.ask("PATCH", f"games/{game}/seats/1/", {"hero": None}).status == 200
    assert bob.ask("PATCH", f"games/{game}/seats/9/", {"hero": None}).code == "no_such_seat"


def test_a_hero_that_another_seat_has_cannot_be_taken_when_sitting_down_or_later(
    alice: Caller, bob: Caller
) -> None:
    game = ultimate(alice, {"kind": "me", "hero": "hulk"}, {"kind": "open"})
    for reply in (
        bob.post(f"games/{game}/seats/", {"hero": "hulk"}),
        alice.ask("PATCH", f"games/{game}/seats/1/", {"hero": "hulk"}),
    ):
        assert (reply.status, reply.code) == (422, "hero_taken")
        assert reply.json["rule"] == "ultimate.heroes"
        assert reply.json["errors"][0]["pointer"] == "/hero"
    assert alice.get(f"games/{game}/").json["seats"][1]["kind"] == "open"


# ---- what is refused


def test_a_hero_is_played_once_at_a_table(alice: Caller) -> None:
    told = refused(alice, {"kind": "me", "hero": "hulk"}, BOT, BOT | {"hero": "hulk"})
    assert (told["code"], told["rule"], told["status"]) == ("hero_taken", "ultimate.heroes", 422)
    assert told["errors"][0]["pointer"] == "/seats/2/hero"
    assert told["params"] == {"hero": "hulk"}
    assert "hulk" in told["detail"]


def test_a_hero_of_another_edition_is_refused(alice: Caller) -> None:
    told = refused(alice, {"kind": "me"}, BOT | {"hero": "iron-man"})
    assert (told["code"], told["rule"]) == ("unknown_hero", "ultimate.heroes")
    assert told["errors"][0]["pointer"] == "/seats/1/hero"


@pytest.mark.parametrize("seats", [1, 5])
def test_ultimate_is_for_two_to_four(alice: Caller, seats: int) -> None:
    told = refused(alice, *[{"kind": "me"}, BOT, BOT, BOT, BOT][:seats])
    assert (told["code"], told["rule"], told["status"]) == (
        "seats_out_of_range",
        "ultimate.seats",
        422,
    )
    assert told["params"] == {"seats": seats, "least": 2, "most": 4}


@pytest.mark.parametrize("variant", ["avengers", "xmen"])
def test_nobody_has_a_hero_in_a_classic_game(alice: Caller, variant: str) -> None:
    told = refused(alice, {"kind": "me"}, BOT | {"hero": "hulk"}, variant=variant)
    assert (told["code"], told["rule"]) == ("no_heroes", "common.options")
    assert told["errors"][0]["pointer"] == "/seats/1/hero"
    seat = alice.get(f"games/{create_game(alice, variant=variant)}/").json["seats"][0]
    assert (seat["hero"], seat["look"], seat["picture"]) == (None, None, None)


def test_the_problems_are_rendered_in_french(alice: Caller) -> None:
    french = Caller(alice.secret, "fr-CA")
    told = refused(french, {"kind": "me", "hero": "hulk"}, BOT | {"hero": "hulk"})
    assert told["title"] == "Le personnage est pris"


def test_who_plays_first_is_an_option(alice: Caller) -> None:
    game = ultimate(alice, {"kind": "me"}, BOT, BOT, options={"first_seat": 2}, start=True)
    assert alice.get(f"games/{game}/").json["position"]["current"] == 2
    told = refused(alice, {"kind": "me"}, BOT, options={"first_seat": 2})
    assert told["code"] == "option_range"


# ---- looks


def test_a_look_is_shown_at_the_seat_and_drawn_in_its_picture(alice: Caller) -> None:
    game = ultimate(alice, {"kind": "me", "hero": "hulk", "look": "ultra_rare"}, BOT)
    seat = alice.get(f"games/{game}/").json["seats"][0]
    assert seat["picture"].endswith("/cards/hulk/picture.svg?look=ultra_rare")
    foil = alice.client.get(seat["picture"])
    plain = alice.client.get(seat["picture"].partition("?")[0])
    assert foil.status_code == plain.status_code == 200
    assert foil.content != plain.content


def test_a_look_that_the_hero_dealt_does_not_have_is_dropped(
    alice: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def only_together(_edition: str, heroes: list[str]) -> set[str]:
        return {"rare"} if len(heroes) > 1 else set()

    monkeypatch.setattr("games.play.seating._looks", only_together)
    seats = [{"kind": "me", "look": "rare"}, {"kind": "bot", "bot": "random", "hero": "hulk"}]
    game = ultimate(alice, *seats)
    assert alice.get(f"games/{game}/").json["seats"][0]["look"] == "rare"
    alice.post(f"games/{game}/start/")
    assert alice.get(f"games/{game}/").json["seats"][0]["look"] == "plain"


def test_there_are_no_looks_in_a_game_without_heroes(alice: Caller) -> None:
    told = refused(alice, {"kind": "me", "look": "rare"}, BOT, variant="avengers")
    assert told["code"] == "unknown_look"
    assert told["errors"][0]["pointer"] == "/seats/0/look"


def test_a_look_changes_nothing_in_the_game(alice: Caller) -> None:
    plain = ultimate(alice, {"kind": "me", "hero": "hulk"}, BOT, start=True)
    shiny = ultimate(alice, {"kind": "me", "hero": "hulk", "look": "rare"}, BOT, start=True)
    assert load(stored(plain)) == load(stored(shiny))


# ---- the stored game


def stored(game: str) -> Game:
    return stored_game(game)


def test_the_heroes_that_were_dealt_follow_from_the_rows_alone(alice: Caller) -> None:
    game = stored(ultimate(alice, {"kind": "me", "hero": "hulk"}, BOT, BOT, start=True))
    state = state_at(game, game.seq)
    lying = [state.zones[HERO[seat]][-1] for seat in range(3)]
    assert lying == heroes_of(alice, str(game.pk))
    assert ruleset_for(game).heroes == ("hulk", "", "")
