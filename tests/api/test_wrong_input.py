"""Invalid requests: each error has its place, its text and the allowed values."""

import re
from typing import Any

import pytest

from cards.language.reports import choices_at
from games.messages.game_messages import GameRequest
from games.messages.move_messages import MoveRequest
from games.messages.records import RulingRequest
from games.models import Game
from games.players import scopes
from tests.api.client import Caller, asked_of, create_game, parameters_of
from tests.api.test_acts import may_direct, with_scopes

pytestmark = pytest.mark.django_db

ME = {"kind": "me"}
MOVES = (
    "play, draw, pass, choose, call-uno, catch-uno, resign, call-judge, cancel-call, revoke-key,"
    " claim-absent, stand-in, take-back"
)
LOOKS = "common, plain, rare, super_rare, ultra_rare, uncommon"
SCOPES = ", ".join(sorted(scopes.SCOPES))


def game_with(**more: Any) -> dict[str, Any]:
    return {"variant": "ultimate", "seats": [ME, {"kind": "open"}]} | more


@pytest.mark.parametrize(
    ("path", "body", "pointer", "choices"),
    [
        ("games/", game_with(access="zz"), "/access", "invited, open"),
        ("games/", game_with(reveal="zz"), "/reveal", "all, seats"),
        ("games/", game_with(seats=[ME, {"kind": "zz"}]), "/seats/1/kind", None),
        ("games/", game_with(seats=[ME | {"look": "zz"}, ME]), "/seats/0/look", LOOKS),
        ("me/tokens/", {"scopes": ["game:play", "zz"]}, "/scopes/1", SCOPES),
        ("games/{game}/moves/", {"move": "zz"}, "/move", MOVES),
        ("games/{game}/seats/", {"look": "zz"}, "/look", LOOKS),
    ],
)
def test_a_value_that_is_none_of_a_list_is_refused_with_the_list(
    alice: Caller, game: str, path: str, body: object, pointer: str, choices: str | None
) -> None:
    choices = choices or "me, bot, open, invited"
    alice.language = "en"
    reply = alice.post(path.format(game=game), body)
    assert (reply.status, reply.code) == (400, "malformed")
    (flaw,) = reply.json["errors"]
    assert flaw["pointer"] == pointer
    assert flaw["detail"] == f"Unknown value 'zz'; it must be one of: {choices}"
    assert reply.json["params"] == {"choices": choices}
    alice.language = "fr-CA"
    (flaw,) = alice.post(path.format(game=game), body).json["errors"]
    assert flaw["detail"] == f"Valeur inconnue\u00a0: 'zz'; il faut l’une de\u00a0: {choices}"


def test_choices_are_found_in_every_sort_of_type() -> None:
    assert choices_at(GameRequest, ".seats[3].kind") == ("me", "bot", "open", "invited")
    assert choices_at(MoveRequest, ".move") == tuple(MOVES.split(", "))
    of_players = {
        "call-judge",
        "cancel-call",
        "revoke-key",
        "claim-absent",
        "stand-in",
        "take-back",
    }
    ruled = set(MOVES.split(", ")) - of_players
    assert set(choices_at(RulingRequest, ".move.move")) >= ruled
    assert choices_at(GameRequest, ".variant") == ()
    assert choices_at(GameRequest, ".seats") == ()


@pytest.mark.parametrize(
    ("path", "choices"),
    [
        ("games/?status=zz", "open, opening, running, over"),
        ("games/?variant=zz", "avengers, xmen, ultimate"),
        ("games/?mine=zz", "true, false"),
        ("games/{game}/events/?as=zz", "public, full, seat:N"),
        ("schema/?format=zz", "yaml, json"),
    ],
)
def test_a_parameter_that_is_none_of_a_list_is_refused_with_the_list(
    alice: Caller, game: str, path: str, choices: str
) -> None:
    method, body = ("POST", {"move": "draw"}) if "moves/" in path else ("GET", None)
    reply = alice.ask(method, path.format(game=game), body)
    assert (reply.status, reply.code) == (400, "invalid_parameter")
    assert reply.json["params"]["choices"] == choices
    assert choices in reply.json["errors"][0]["detail"]


WRONG = [
    ("games/?colour=red", {}, "unknown parameter", "paramètre inconnu"),
    ("games/?limit=0", {}, "a whole number from 1 to 200", "un entier de 1 à 200"),
    ("games/?cursor=zz", {}, "it must be the cursor of a page’s next", None),
    ("editions/?cursor=zz", {}, "it must be the cursor of a page’s next", None),
    ("editions/?limit=zz", {}, "a whole number from 1 to 200", "un entier de 1 à 200"),
    ("games/?status=zz", {}, "it must be one of: open, opening, running, over", None),
    (
        "editions/{edition}/cards/wild/picture.svg?look=zz",
        {},
        "it must be one of: common, uncommon, rare, super_rare, ultra_rare",
        "il faut l’une des valeurs\u00a0: common, uncommon, rare, super_rare, ultra_rare",
    ),
]


def test_wrong_parameters_are_explained_in_french_too(alice: Caller, game: str) -> None:
    edition = alice.get(f"games/{game}/").json["edition"]
    for path, headers, english, french in WRONG:
        said = {}
        for language in ("en", "fr-CA"):
            alice.language = language
            reply = alice.get(path.format(edition=edition), **headers)
            assert (reply.status, reply.code) == (400, "invalid_parameter"), path
            said[language] = reply.json["errors"][0]["detail"]
        assert said["en"] == english
        assert said["fr-CA"] != english
        assert said["fr-CA"] == (french or said["fr-CA"])
        assert said["fr-CA"].startswith(("paramètre", "un entier", "il faut", "la carte"))


def test_wrong_headers_are_explained_in_french_too(alice: Caller, game: str) -> None:
    alice.language = "fr-CA"
    for headers, said in (
        ({"If_Match": "41"}, 'il faut un seq entre guillemets\u00a0: "41"'),
        ({"Idempotency_Key": "é"}, "il faut de 1 à 200 caractères ASCII visibles"),
    ):
        reply = alice.post(f"games/{game}/moves/", {"move": "draw"}, **headers)
        assert (reply.status, reply.code) == (400, "invalid_header")
        assert reply.json["errors"][0]["detail"] == said


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"name": ""}, "`name` doit avoir une longueur d’au moins 1"),
        ({"name": 7}, "`name` doit être un texte ou `null`, et non un entier"),
        ({"name": "a\nb"}, "`name` doit être conforme à l’expression "),
    ],
)
def test_wrong_values_are_explained_in_french(body: object, said: str) -> None:
    reply = Caller(language="fr-CA").post("players/", body)
    assert reply.json["errors"][0]["detail"].startswith(said)


# Idempotency keys


NIGHT = {"name": "Night", "variant": "avengers", "options": {}, "size": 4, "rounds": 3}

BODIES: dict[str, tuple[str, object]] = {
    "players_create": ("players/", {}),
    "tokens_create": ("me/tokens/", {"scopes": ["game:play"]}),
    "games_create": ("games/", game_with()),
    "seats_join": ("games/{open}/seats/", {}),
    "games_start": ("games/{open}/start/", {}),
    "games_rematch": ("games/{open}/rematch/", {}),
    "links_join": ("links/BBBBBBBB/", {}),
    "moves_create": ("games/{game}/moves/", {"move": "draw"}),
    "acts_create": ("games/{game}/acts/", {"act": "void", "reason": "A test."}),
    "audit_create": ("games/{game}/audit/", {}),
    "tournaments_create": ("tournaments/", NIGHT),
    "tournaments_claim": ("tournaments/claims/", {"code": "BBBBBBBB"}),
    "tournaments_enter": ("tournaments/BBBBBBBB/entries/", {"name": "Ada"}),
    "tournaments_act": ("tournaments/BBBBBBBB/acts/", {"act": "pair"}),
    "webhooks_create": ("me/webhooks/", {"url": "https://hooks.example/", "events": ["turn"]}),
    "webhooks_rotate": ("me/webhooks/{game}/rotate/", {}),
}


def documented_ranges() -> dict[str, tuple[int, int]]:
    """By operation: how long the description says that a key may be."""
    described = Caller().get("schema/?format=json").json
    found = {}
    for path in described["paths"].values():
        for operation in path.values():
            for one in parameters_of(described, operation):
                if one["name"] == "Idempotency-Key":
                    range_ = re.fullmatch(r"\^\[!-~\]\{(\d+),(\d+)\}\$", one["schema"]["pattern"])
                    assert range_
                    found[operation["operationId"]] = (int(range_[1]), int(range_[2]))
    return found


def test_keys_have_the_length_that_the_description_says(
    alice: Caller, bob: Caller, carol: Caller, game: str
) -> None:
    ranges = documented_ranges()
    assert set(ranges) == set(BODIES)
    ids = {"game": game, "open": create_game(bob)}
    organiser = with_scopes(carol, scopes.DIRECT)
    may_direct(organiser, game)
    callers = {"acts_create": organiser, "players_create": Caller()}
    for name, (least, most) in ranges.items():
        path, body = BODIES[name]
        caller = callers.get(name, alice)
        for length, is_fine in (
            (least - 1, False),
            (least, True),
            (most, True),
            (most + 1, False),
        ):
            reply = caller.post(path.format(**ids), body, Idempotency_Key="k" * length)
            refused = reply.status == 400 and reply.code == "invalid_header"
            assert refused != is_fine, (name, length, reply)


# Requests that mean nothing


def test_an_audit_reads_its_body(alice: Caller, game: str) -> None:
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    path = f"games/{game}/audit/"
    assert alice.post(path, b"\x00").code == "malformed_json"
    assert alice.post(path, {"again": True}).code == "malformed"
    assert alice.post(path, {}).status == 201
    assert alice.post(path).status == 201


def test_ones_own_games_need_a_token(alice: Caller, game: str) -> None:
    reply = Caller().get("games/?mine=true")
    assert (reply.status, reply.code) == (401, "not_authenticated")
    assert [one["id"] for one in alice.get("games/?mine=true").json["results"]] == [game]
    assert Caller().get("games/?mine=false").status == 200


def test_an_if_match_ahead_of_the_game_is_said_to_be_ahead(
    alice: Caller, bob: Caller, game: str
) -> None:
    player, prompt, seq = asked_of(game, alice, bob)
    for query in ("", "check/"):
        reply = player.post(
            f"games/{game}/moves/{query}", prompt["options"][-1]["body"], If_Match='"9082285904"'
        )
        assert (reply.status, reply.code) == (412, "seq_ahead")
        assert reply.json["params"] == {"expected": 9_082_285_904, "seq": seq}
        assert reply.json["detail"] == (
            f"If-Match names event 9082285904, but the latest event of the game is {seq}."
        )
        assert reply.headers["ETag"] == f'"{seq}"'
        assert "events" not in reply.json
    assert Game.objects.get(pk=game).seq == seq
