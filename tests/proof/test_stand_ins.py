"""Both verifiers find a bot that plays for a player whom no claim made absent."""

from collections.abc import Callable
from copy import deepcopy
from typing import Final

import msgspec
import pytest

from bots.choosing import choose_again
from games.audit.bundle_reading import read_bundle
from games.audit.verdict import audit
from games.engine import CallJudge, Resign, StandIn, TakeBack, legal_moves
from tests.proof import sealer
from tests.proof.played import ORGANISERS, PLAYER_KEY
from tests.proof.sealer import Json
from tests.proof.test_owner_table import (
    STAND_IN,
    cut,
    go_on,
    let_bot_choose,
    player_of,
    rules_of,
    stood_in,
)
from tests.proof.test_two_verifiers import both_verdicts, common

pytestmark = pytest.mark.slow

Found = set[tuple[str, int]]

BESIDE: Final = ("erased-name",)
"""What is noted of the game without any bot that stands in."""


def found_in(game: Json, question: str = "sealed") -> Found:
    """What both verifiers find: code and event; the same, also as JSON."""
    sealer.seal(game, player=PLAYER_KEY, organisers=ORGANISERS)
    ((js, py),) = both_verdicts([sealer.canonical(game)])
    assert common(js) == common(py)
    found = py["questions"][question]["findings"]
    return {(one["code"], one["first"]) for one in found if one["code"] not in BESIDE}


def at(game: Json, kind: str) -> int:
    """The number of the first row of a kind: `stand-in`, `take-back`, or `bot` for its choice."""
    return next(
        int(one["seq"])
        for one in game["events"]
        if kind in (one["move"]["move"], one["actor"]["kind"])
    )


def row(game: Json, kind: str) -> Json:
    """The first row of a kind."""
    found: Json = game["events"][at(game, kind) - 1]
    return found


def test_a_bot_that_stood_in_passes_all_questions() -> None:
    game = stood_in()
    assert found_in(game) == set()
    told = audit(read_bundle(sealer.canonical(game)), chooser=choose_again)
    wanted = ("lawful", "fair", "dealt", "authentic", "choices")
    assert {one: told.answers[one].answer for one in wanted} == dict.fromkeys(wanted, "yes")


def test_a_stand_in_is_too_early_by_a_millisecond() -> None:
    game = stood_in("59.999")
    assert ("claim", at(game, "stand-in")) in found_in(game)


def _options(**options: object) -> Callable[[Json], Found]:
    def change(game: Json) -> Found:
        game["events"][0]["facts"][0]["setup"]["options"] |= options
        return {("claim", at(game, "stand-in"))}

    return change


def _target(target: object) -> Callable[[Json], Found]:
    def change(game: Json) -> Found:
        row(game, "stand-in")["move"]["target"] = target
        return {("claim", at(game, "stand-in")), ("actor", at(game, "bot"))}

    return change


def _no_bot_named(game: Json) -> Found:
    game["events"][0]["move"]["stand_in"] = None
    return {("setup", 1), ("actor", at(game, "bot"))}


def _a_bot_named_in_vain(game: Json) -> Found:
    game["events"][0]["facts"][0]["setup"]["options"]["absence"] = "wait"
    return {("setup", 1), ("claim", at(game, "stand-in"))}


def _for_a_bot(game: Json) -> Found:
    game["events"][0]["move"]["seats"][0] = STAND_IN
    return {("claim", at(game, "stand-in"))}


def _no_fact(kind: str) -> Callable[[Json], Found]:
    def change(game: Json) -> Found:
        row(game, kind)["facts"] = []
        return {("claim", at(game, kind))}

    return change


def _no_claim(game: Json) -> Found:
    """Keep what the claim caused, and let an organiser's note be its move."""
    seq = at(game, "stand-in")
    game["events"][seq - 1]["move"] = {"move": "call-judge", "seat": 1, "reason": "No."}
    return {("claim", seq), ("actor", seq + 1), ("claim", at(game, "take-back"))}


def _never_stood_in(game: Json) -> Found:
    """Let the bot play for the player without any claim."""
    cut(game, at(game, "stand-in") - 1)
    let_bot_choose(game, rules_of(game)[1])
    return {("actor", len(game["events"]))}


def _by_the_owner(game: Json) -> Found:
    choice = row(game, "bot")
    choice["actor"] = player_of(game, 0)
    choice["signed"] = {"choices": {}, "signature": "0" * 128}
    return {("actor", choice["seq"])}


def _owner_calls(game: Json) -> Found:
    cut(game, at(game, "stand-in"))
    go_on(game, CallJudge(0, "I am here."), player_of(game, 0))
    return {("actor", len(game["events"]))}


def _another_bot(game: Json) -> Found:
    row(game, "bot")["actor"]["name"] = "random"
    return {("actor", at(game, "bot"))}


def _bot_resigns(game: Json) -> Found:
    row(game, "bot")["move"] = {"move": "resign", "seat": 0}
    return {("actor", at(game, "bot"))}


def _back_by(actor: Callable[[Json], Json]) -> Callable[[Json], Found]:
    def change(game: Json) -> Found:
        back = row(game, "take-back")
        back["actor"], back["signed"] = actor(game), None
        return {("actor", back["seq"])}

    return change


def _back_twice(game: Json) -> Found:
    back = deepcopy(row(game, "take-back"))
    back["seq"] += 1
    game["events"].append(back)
    return {("claim", back["seq"])}


def _twice(game: Json) -> Found:
    cut(game, at(game, "stand-in"))
    again = deepcopy(game["events"][-1])
    again["seq"] += 1
    again["at"] = again["at"].replace(again["at"][:4], str(int(again["at"][:4]) + 1))
    game["events"].append(again)
    return {("claim", again["seq"])}


def _bot_after_the_return(game: Json) -> Found:
    choice = deepcopy(row(game, "bot"))
    choice["seq"] = len(game["events"]) + 1
    game["events"].append(choice)
    return {("actor", choice["seq"])}


FORGED: Final[dict[str, Callable[[Json], Found]]] = {
    "the option is `wait`": _options(absence="wait"),
    "the option is `out`": _options(absence="out"),
    "more seconds": _options(absent_seconds=61),
    "seconds that are none": _options(absent_seconds="60"),
    "its own seat": _target(1),
    "no such seat": _target(2),
    "a seat that is no number": _target(False),
    "no bot is named in row 1": _no_bot_named,
    "a bot is named against the option": _a_bot_named_in_vain,
    "for a bot": _for_a_bot,
    "no fact of the claim": _no_fact("stand-in"),
    "no fact of the return": _no_fact("take-back"),
    "no claim": _no_claim,
    "a bot plays without a claim": _never_stood_in,
    "the owner plays meanwhile": _by_the_owner,
    "the owner calls a judge meanwhile": _owner_calls,
    "another bot": _another_bot,
    "the bot resigns": _bot_resigns,
    "returned by the bot": _back_by(lambda game: row(game, "bot")["actor"]),
    "returned by another player": _back_by(lambda game: player_of(game, 1)),
    "returned twice": _back_twice,
    "a bot goes on twice": _twice,
    "the bot plays on after the return": _bot_after_the_return,
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_stand_in_is_found_by_both(name: str) -> None:
    game = deepcopy(stood_in())
    wanted = FORGED[name](game)
    assert wanted <= found_in(game)


def test_a_bot_of_another_version_is_noted() -> None:
    game = stood_in()
    row(game, "bot")["actor"]["version"] = "0"
    assert ("bot-version", at(game, "bot")) in found_in(game)


def test_a_seat_with_a_key_is_not_taken_back_unsigned() -> None:
    game = stood_in()
    row(game, "take-back")["signed"] = None
    assert ("unsigned-move", at(game, "take-back")) in found_in(game, "authentic")


def test_a_signature_of_what_the_bot_did_is_out_of_place() -> None:
    game = stood_in()
    row(game, "bot")["signed"] = row(game, "take-back")["signed"]
    assert ("signed", at(game, "bot")) in found_in(game, "authentic")


def test_another_choice_than_the_bot_s_is_found() -> None:
    game = stood_in()
    seq, honest, bot = at(game, "bot"), row(game, "bot")["move"], row(game, "bot")["actor"]
    cut(game, seq - 1)
    ruleset, state = rules_of(game)
    others = [*legal_moves(ruleset, state, 0), Resign(0)]
    go_on(game, next(one for one in others if msgspec.to_builtins(one) != honest), bot)
    sealer.seal(game, player=PLAYER_KEY, organisers=ORGANISERS)
    told = audit(read_bundle(sealer.canonical(game)), chooser=choose_again)
    (finding,) = told.answers["choices"].findings
    assert (finding.code, finding.first) == ("bot-choice", seq)


@pytest.mark.parametrize("move", [StandIn(1, 0), TakeBack(0)])
@pytest.mark.parametrize("kind", ["bot", "clock", "organiser"])
def test_only_players_do(move: StandIn | TakeBack, kind: str) -> None:
    game = stood_in()
    actors = {
        "bot": {"kind": "bot", "name": "greedy", "version": "3", "budget": 1},
        "clock": {"kind": "clock"},
        "organiser": {
            "kind": "organiser",
            "player": next(iter(ORGANISERS)),
            "reason": "No reason.",
        },
    }
    changed = row(game, "stand-in" if isinstance(move, StandIn) else "take-back")
    changed["actor"], changed["signed"] = actors[kind], None
    assert ("actor", changed["seq"]) in found_in(game)
