"""The prompts name the players at the table, until a name is erased."""

import pytest

from games.models import Seat
from games.play.erasure import erase_player
from games.play.selectors import forget_names
from tests.api.client import Caller, asked_of, guest, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("editions")]


def waiting(caller: Caller, game: str) -> str:
    told = caller.get(f"games/{game}/prompts/").json
    return str(told["prompts"][0]["why"])


def test_a_prompt_names_whom_the_game_waits_for_and_whom_a_choice_means() -> None:
    ada, bob = guest("Ada"), guest("Bob")
    body = {
        "variant": "ultimate",
        "seats": [{"kind": "me", "hero": "hulk"}, {"kind": "open", "hero": "shuri"}],
        "options": {"first_seat": 0},
    }
    game = ada.post("games/", body).json["id"]
    assert bob.post(f"games/{game}/seats/", {}).status in (200, 201)
    assert ada.post(f"games/{game}/start/").status in (200, 201)
    expected = "Waiting for Ada (Hulk) to play or draw a card."
    assert waiting(bob, game) == expected
    refused = bob.post(f"games/{game}/moves/", {"move": "draw"})
    assert refused.json["prompts"][0]["why"] == expected
    bob.language = "fr-CA"
    assert waiting(bob, game) == ("La partie attend Ada (Hulk), qui doit jouer ou piger une carte.")
    player = Seat.objects.get(game=game, number=0).player
    assert player is not None
    erase_player(player)
    assert "Ada" not in waiting(bob, game)
    forget_names()
    assert f"joueur effacé #{player.tag} (Hulk)" in waiting(bob, game)


def test_each_bot_has_a_name_of_its_own() -> None:
    ada = guest("Ada")
    bots = [{"kind": "bot", "bot": name} for name in ("greedy", "random", "greedy")]
    asked = {"variant": "ultimate", "seats": [{"kind": "me"}, *bots], "start": True}
    asked["options"] = {"first_seat": 1}
    made = ada.post("games/", asked).json
    path, names = f"games/{made['id']}/", ["Ada", "Greedy 1", "Random 1", "Greedy 2"]
    assert [seat["bot"] for seat in made["seats"]] == [None, "greedy", "random", "greedy"]
    for language, said in (("en", "for Greedy 1 ("), ("fr-CA", "attend Greedy 1 (")):
        ada.language = language
        screen = ada.get(f"{path}prompts/?include=table").json
        assert [place["name"] for place in screen["table"]["places"]] == names
        assert said in screen["prompts"][0]["why"]


@pytest.mark.parametrize(("language", "seat"), [("en", "seat"), ("fr-CA", "siège")])
def test_players_of_one_name_are_told_apart_by_their_seats(language: str, seat: str) -> None:
    ada, again = guest("Ada"), guest("ADA")
    game = start_game(ada, again)
    mover, prompt, seq = asked_of(game, ada, again)
    other = again if mover is ada else ada
    other.language = language
    name = f"{'Ada' if mover is ada else 'ADA'} ({seat} {prompt['seat']})"
    assert name in waiting(other, game)
    assert mover.post(f"games/{game}/moves/", prompt["options"][0]["body"]).status == 201
    (entry, *_) = other.get(f"games/{game}/log/?after={seq}").json["results"]
    assert entry["sentences"][0]["text"].startswith(name)


@pytest.mark.parametrize(
    ("language", "shuffled", "proof"),
    [("en", "The draw pile is shuffled", "seed"), ("fr-CA", "On brasse la pioche", "graine")],
)
def test_the_log_of_a_player_has_no_word_of_the_proof(
    language: str, shuffled: str, proof: str
) -> None:
    ada = guest("Ada")
    bots = [{"kind": "bot", "bot": "greedy"}]
    asked = {"variant": "avengers", "seats": [{"kind": "me"}, *bots], "start": True}
    made = ada.post("games/", asked).json
    ada.language = language
    entries = ada.get(f"games/{made['id']}/log/").json["results"]
    said = " ".join(one["text"] for entry in entries for one in entry["sentences"])
    assert shuffled in said and proof not in said
