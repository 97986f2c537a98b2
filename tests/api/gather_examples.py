"""Gathers a true example of each component from games that are played: run by `make examples`.

It writes games/api/openapi/examples.json; `make schema` takes them from there. The seeds are fixed;
the ids, names and moments that differ from run to run are replaced by fixed ones.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import RequestFactory

from cards.language import Edition
from games.api.http.errors import Refused, document
from games.api.openapi.components import components, problem_name
from games.checkpoints.services import make_checkpoint
from games.engine import VARIANTS
from games.engine.facts import (
    DirectionChanged,
    EnemyCame,
    LastingBegan,
    LastingEffect,
    LastingEnded,
    LastingUsed,
    ResultChanged,
    SeatOut,
    Withdrawn,
)
from games.engine.moves import (
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Expire,
    Pass,
    Play,
    Remove,
    Resign,
    Void,
)
from games.engine.prompts import Cause, Intent
from games.wording.labels import label_of
from games.wording.problems import PROBLEMS
from games.wording.rules import title_of
from tests.api.client import Caller, asked_of, begin, fits, lay, plain_body

FILE = Path("games/api/openapi/examples.json")
"""Where they are kept."""

NOBODY = "00000000-0000-0000-0000-000000000000"

ROUTES: dict[str, str] = {
    "variants/": "Variants",
    "variants/avengers/": "Variant",
    "rules/common.draw-two/": "Rule",
    "problems/stale_seq/": "ProblemType",
    "": "Index",
}


class Gathered:
    """The first example of each component; a shorter one takes its place."""

    def __init__(self) -> None:
        self.found: dict[str, Any] = {}

    def put(self, name: str, value: Any, *, longest: int = 6000) -> None:
        """Keep a value, if it is what the component says and shorter than the one kept."""
        if name not in components() or value is None:
            return
        size = len(json.dumps(value))
        if name in self.found and len(json.dumps(self.found[name])) <= size:
            return
        if size <= longest:
            self.found[name] = value


def struct_names() -> dict[tuple[str, str], str]:
    """The components of facts, stored moves and bodies, by tag field and tag."""
    names: dict[tuple[str, str], str] = {}
    for name, schema in components().items():
        for field in ("fact", "move", "kind"):
            tag = schema.get("properties", {}).get(field, {})
            tags = [tag["const"]] if "const" in tag else tag.get("enum", [])
            if len(tags) == 1:
                names[field + ("/body" if name.endswith("Body") else ""), tags[0]] = name
    return names


def from_event(gathered: Gathered, names: dict[tuple[str, str], str], event: Any) -> None:
    """What an event has in it."""
    gathered.put("Event", event)
    gathered.put("Actor", event["actor"])
    gathered.put(names["move", event["move"]["move"]], event["move"])
    for ruling in event["rulings"]:
        gathered.put("Ruling", ruling)
    for fact in event["facts"]:
        gathered.put(names["fact", fact["fact"]], fact)
        gathered.put("Fact", fact)
        if fact["fact"] == "prompted":
            gathered.put("OpenedPrompt", fact["prompt"])
            for frame in fact["prompt"].get("resume") or []:
                gathered.put(frame["frame"].capitalize(), frame)
                gathered.put("Cause", frame.get("cause"))
        if fact["fact"] == "game-started":
            gathered.put("Setup", fact["setup"])


def from_prompts(gathered: Gathered, names: dict[tuple[str, str], str], told: Any) -> None:
    """What a list of prompts has in it."""
    gathered.put("PromptList", told)
    for prompt in told["prompts"]:
        if prompt["options"] is None:
            continue
        gathered.put(f"{prompt['kind'].capitalize()}Prompt", prompt)
        gathered.put("Prompt", prompt)
        for option in prompt["options"]:
            gathered.put("Option", option)
    for option in [*told["open"], *(o for p in told["prompts"] for o in p["options"] or [])]:
        gathered.put(names["move/body", option["body"]["move"]], option["body"])
        gathered.put("MoveBody", option["body"])


def from_table(gathered: Gathered, table: Any) -> None:
    """What the table in a player's words has in it."""
    gathered.put("Table", table)
    gathered.put("Dangers", table["dangers"])
    for lasting in table["lasting"]:
        gathered.put("Lasting", lasting)
    for place in table["places"]:
        gathered.put("Place", place)
        gathered.put("Enemy", place["enemy"])


def playthrough(
    gathered: Gathered, alice: Caller, bob: Caller, variant: str, seed: int
) -> Iterator[tuple[str, Any]]:
    """A game played at random; each move is tried by both, so that refusals are met too."""
    names = struct_names()
    rng = random.Random(seed)
    options = {} if VARIANTS[variant].own_decks else {"rounds": 1}
    game = begin(alice, bob, variant=variant, options=options)
    for _ in range(250):
        for caller in (alice, bob):
            told = caller.get(f"games/{game}/prompts/").json
            from_prompts(gathered, names, told)
        if not told["prompts"]:
            break
        player, prompt, seq = asked_of(game, alice, bob)
        waiting = bob if player is alice else alice
        option = rng.choice(prompt["options"])
        for body in ({"move": "draw"}, {"move": "catch-uno", "seat": 0}, option["body"]):
            yield "refused", waiting.post(f"games/{game}/moves/check/", body).json
        seen = player.get(f"games/{game}/").json
        from_table(gathered, seen["table"])
        hand = seen["position"]["cards"].get("hand:0", ())
        for card in hand[:1]:
            body = {"move": "play", "card": card}
            yield "refused", player.post(f"games/{game}/moves/check/", body).json
        for body in ({"move": "pass"}, {"move": "draw"}, {"move": "call-uno"}):
            yield "refused", player.post(f"games/{game}/moves/check/", body).json
        yield (
            "refused",
            player.post(f"games/{game}/moves/", option["body"], If_Match=f'"{seq - 1}"').json,
        )
        made = player.post(f"games/{game}/moves/", option["body"]).json
        gathered.put("MoveReply", made)
        gathered.put("Position", made["position"])
    for event in alice.get(f"games/{game}/events/?limit=200").json["results"]:
        from_event(gathered, names, event)
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    over = alice.get(f"games/{game}/").json
    gathered.put("Game", over)
    gathered.put("Result", over["position"]["result"])
    gathered.put("Events", alice.get(f"games/{game}/events/?after=3&limit=1").json)
    gathered.put("Position", alice.get(f"games/{game}/position/?at=1&as=public").json)
    yield "refused", alice.post(f"games/{game}/moves/", {"move": "draw"}).json


def as_refused(gathered: Gathered, told: Any) -> None:
    """Keep a problem, and what is in it."""
    if "legal" in told:
        gathered.put("DryRun", told)
        return
    if told["code"] in PROBLEMS:
        gathered.put(problem_name(told["code"]), told)
        gathered.put(f"Problem{told['status']}", told)
        gathered.put("Problem", told)
        for flaw in told.get("errors", ()):
            gathered.put("Flaw", flaw)


BODIES: dict[str, Any] = {
    "PlayerBody": {"name": "Zoé"},
    "NameBody": {"name": "Zoé"},
    "TokenBody": {"scopes": ["game:play"], "label": "phone"},
    "MeBody": {"kind": "me"},
    "BotBody": {"kind": "bot", "bot": "greedy"},
    "OpenBody": {"kind": "open"},
    "InvitedBody": {"kind": "invited", "player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c"},
    "SeatBody": {"kind": "bot", "bot": "greedy"},
    "GameBody": {
        "variant": "avengers",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
        "options": {"rounds": 1},
        "start": True,
    },
    "JoinBody": {"seat": 1},
    "DressBody": {"hero": "shuri", "look": "rare"},
    "InviteBody": {"player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c"},
    "NothingBody": {},
    "Choices": {"color": "red"},
    "MoveBody": {"move": "play", "card": "wild", "choices": {"color": "red"}},
    "PassBody": {"move": "pass"},
    "CallUnoBody": {"move": "call-uno"},
    "PositionBody": {
        "cards": {"hand:0": ["red-5", "wild-draw-four"], "discard": ["blue-7"]},
        "current": 0,
    },
    "PromptBody": {"seat": 0, "kind": "turn", "rule": "common.match"},
    "LastingBody": {"card": "hide-in-plain-sight", "seat": 1, "named": "add"},
    "ResultBody": {"winner": 1, "why": "rounds"},
    "RulingBody": {
        "variant": "avengers",
        "seats": 3,
        "position": {"cards": {"hand:0": ["red-5", "wild-draw-four"], "discard": ["blue-7"]}},
        "move": {"move": "play", "card": "wild-draw-four"},
    },
    "CatchUnoBody": {"move": "catch-uno", "seat": 1},
    "RemoveBody": {"act": "remove", "seat": 1, "reason": "Did not come back after the pause."},
    "VoidBody": {"act": "void", "reason": "The wrong table was laid."},
    "CorrectBody": {"act": "correct", "winner": 0, "reason": "Seat 1 was coached."},
    "ActBody": {"act": "remove", "seat": 1, "reason": "Did not come back after the pause."},
}
"""The bodies of requests, which no response holds."""


def audited(gathered: Gathered, alice: Caller, bob: Caller) -> None:
    """What auditors ask for: the log, what changed, a ruling, checkpoints and proofs."""
    for _ in range(3):
        game = begin(alice, bob)
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
        player.post(f"games/{game}/moves/", {"move": "resign"})
        make_checkpoint()
    log = alice.get(f"games/{game}/log/?after=1&limit=1").json
    gathered.put("Log", log)
    gathered.put("LogEntry", log["results"][0])
    gathered.put("AppliedRule", log["results"][0]["rules"][0])
    gathered.put("TablePosition", alice.get(f"games/{game}/position/?at=1&as=public").json)
    diff = alice.get(f"games/{game}/position/diff/?from=1&to=2&as=public").json
    gathered.put("PositionDiff", diff)
    gathered.put("Change", next(iter(diff["fields"].values())))
    gathered.put("ZoneChange", next(iter(diff["zones"].values())))
    refused = BODIES["RulingBody"] | {"move": {"move": "play", "card": "wild"}}
    verdict = alice.post("rulings/", refused).json
    gathered.put("Verdict", verdict)
    gathered.put("CitedRule", verdict["rules"][0])
    legal = alice.post("rulings/", BODIES["RulingBody"]).json
    gathered.put("RulingStep", legal["steps"][0])
    gathered.put("Checkpoints", alice.get("checkpoints/?limit=1").json)
    gathered.put("Checkpoint", alice.get("checkpoints/latest/").json)
    gathered.put("Inclusion", alice.get(f"games/{game}/audit/inclusion/").json)
    second, first = (one["size"] for one in alice.get("checkpoints/?limit=2").json["results"])
    path = f"checkpoints/consistency/?first={first}&second={second}"
    gathered.put("Consistency", alice.get(path).json)


def other_refusals(alice: Caller, bob: Caller) -> Iterator[Any]:
    """What goes wrong outside a game."""
    anyone, two = Caller(), [{"kind": "me"}, {"kind": "open"}]
    for more in (
        {"variant": "uno"},
        {"edition": "0" * 64},
        {"options": {"cheat": 1}},
        {"options": {"rounds": "two"}},
        {"options": {"rounds": 0}},
        {"options": {"draw_four": "no"}},
        {"options": {"target_score": None}},
        {"seats": [{"kind": "open"}] * 11},
        {"seats": [{"kind": "me"}] * 2},
        {"seats": [{"kind": "me"}, {"kind": "bot", "bot": "x"}]},
        {
            "seats": [
                {"kind": "me"},
                {"kind": "invited", "player": NOBODY},
            ]
        },
        {"stakes": 5},
        {"variant": "ultimate", "seats": [{"kind": "me", "hero": "iron-man"}, {"kind": "open"}]},
        {"variant": "ultimate", "seats": [{"kind": "open", "hero": "hulk"}] * 2},
        {"seats": [{"kind": "me", "hero": "hulk"}, {"kind": "open"}]},
        {"seats": [{"kind": "me", "look": "rare"}, {"kind": "open"}]},
    ):
        yield alice.post("games/", {"variant": "avengers", "seats": two} | more).json
    avengers = alice.get("editions/?variant=avengers").json["results"][0]["hash"]
    yield alice.post("games/", {"variant": "xmen", "edition": avengers, "seats": two}).json
    yield anyone.get("me/").json
    yield anyone.get("nothing/").json
    yield anyone.get("games/?limit=0").json
    yield anyone.get("variants/", Accept="text/csv").json
    yield anyone.ask("DELETE", "variants/").json
    yield Caller("fd_" + "0" * 64).get("me/").json
    yield alice.post("games/", b"{").json
    yield alice.post("games/", b"x" * 70_000).json
    yield alice.ask("POST", "games/", b"x", Content_Type="text/plain").json
    yield alice.post("me/tokens/", {"scopes": ["audit:live"]}).json
    table = lay(alice)
    for reply in (
        alice.post(f"games/{table}/moves/", {"move": "draw"}),
        alice.post(f"games/{table}/moves/", {"move": "draw"}, If_Match="x"),
        alice.post(f"games/{table}/seats/"),
        alice.post(f"games/{table}/start/"),
        bob.post(f"games/{table}/moves/", {"move": "draw"}),
        bob.post(f"games/{table}/seats/", {"seat": 0}),
        bob.post(f"games/{table}/seats/", {"seat": 7}),
        bob.post(f"games/{table}/start/"),
        bob.get(f"games/{table}/position/?as=full"),
        anyone.get(f"games/{'0' * 8 + '-0000' * 3 + '-' + '0' * 12}/"),
    ):
        yield reply.json if reply.status >= 400 else None
    running = begin(alice, bob)
    yield bob.ask("DELETE", f"games/{running}/seats/1/").json
    yield bob.get(f"games/{running}/position/?as=full").json
    yield bob.get(f"games/{running}/position/?at=99").json
    alice.post("games/", {"variant": "xmen", "seats": two}, Idempotency_Key="k")
    yield alice.post("games/", {"variant": "avengers", "seats": two}, Idempotency_Key="k").json


def rare() -> dict[str, Any]:
    """What no short game shows, made by the code that would make it."""
    lasting = LastingEffect(key=1, card="flash-bang", ability=1, seat=0, until="your_next_turn")
    cause = Cause(kind="wild", card="wild-cerebro", seat=0)
    made: dict[str, Any] = {
        type(one).__name__: msgspec.to_builtins(one)
        for one in (
            DirectionChanged(-1),
            EnemyCame(1, 12),
            SeatOut(1, "resigned"),
            ResultChanged(0, "corrected"),
            Remove(1),
            Void(),
            Correct(winner=0),
            Withdrawn(1),
            LastingBegan(lasting),
            LastingUsed(1),
            LastingEnded(1, "turn"),
            lasting,
            cause,
            Intent("draw", 1, 5, cause),
            CallUno(0),
            CatchUno(0, 1),
            Resign(1),
            Expire(1),
        )
    }
    made["AgainPrompt"] = {
        "seat": 0,
        "kind": "again",
        "rule": "ultimate.play-again",
        "source": None,
        "why": title_of("ultimate.play-again", EDITION, "en"),
        "deadline": None,
        "options": [
            {"label": label_of(EDITION, move, "again", "en"), "body": plain_body(move)}
            for move in (Play(0, "red-5"), Pass(0))
        ],
    }
    for kind, answers in (("player", ("1", "2")), ("confirm", ("yes", "no"))):
        made[f"{kind.capitalize()}Prompt"] = {
            "seat": 0,
            "kind": kind,
            "rule": "xmen.cerebro",
            "source": "wild-cerebro",
            "why": "Wild Cerebro",
            "deadline": None,
            "options": [
                {
                    "label": label_of(EDITION, Choose(0, one), kind, "en"),
                    "body": {"move": "choose", "option": one},
                }
                for one in answers
            ],
        }
    for code, params in RARE_PROBLEMS.items():
        told = document(RequestFactory().post("/"), Refused(code, params))
        made[problem_name(code)] = json.loads(msgspec.json.encode(told))
    return made


EDITION = Edition(code="none", name="None", variant="xmen", colors=(), cards=())

RARE_PROBLEMS: dict[str, dict[str, str | int]] = {
    "already_void": {},
    "same_winner": {"seat": 1},
    "already_out": {"seat": 1},
    "bad_request": {},
    "too_many_bot_games": {"quota": "bot-tables-player", "limit": 10, "seconds": 10},
    "bluff_refused": {"card": "wild-draw-four"},
    "card_forbidden": {"card": "wild"},
    "card_not_in_hand": {"card": "red-5"},
    "checkpoint_not_found": {"size": 4},
    "edition_not_playable": {"seats": 4, "variant": "avengers"},
    "illegal_move": {},
    "malformed_seat": {},
    "nothing_to_draw": {},
    "hero_count": {"heroes": 3, "seats": 2},
    "unknown_zone": {"zone": "pocket"},
    "unknown_card": {"card": "pink-5"},
    "card_out_of_place": {"card": "ultron", "zone": "hand:0"},
    "too_many_cards": {"card": "red-0", "count": 2, "most": 1},
    "too_few_cards": {"cards": "blue-1, red-5", "count": 2},
    "wrong_count": {"zone": "deck:1", "count": 1, "cards": 0, "elsewhere": "hand:1: 7; burn:1: 40"},
    "wrong_length": {"member": "scores", "seats": 3},
    "too_many_enemies": {"seat": 0, "count": 2},
    "cards_of_seat_out": {"seat": 1, "zone": "hand:1"},
    "empty_deck": {"seat": 2},
    "seat_is_out": {"seat": 1},
    "too_few_left": {"seats": 2},
    "unknown_color": {"color": "pink", "choices": "red, green, blue, yellow"},
    "impossible_uno": {"seat": 0},
    "impossible_enemy_since": {"turn": 3},
    "impossible_lasting": {
        "card": "hide-in-plain-sight",
        "member": "named",
        "expected": "add | burn",
    },
    "impossible_drawn": {"seat": 0, "card": "blue-2"},
    "hidden_question": {"seat": 1},
    "impossible_prompt": {"nth": 0},
    "hero_needed": {"seat": 0},
    "not_in_checkpoint": {"number": 4, "size": 3},
    "not_in_log": {"status": "running"},
    "server_error": {},
    "too_many_tokens": {"most": 50},
    "name_refused": {"reason": "name_reserved"},
    "unavailable": {},
    "game_not_over": {},
    "seq_ahead": {"expected": 42, "seq": 41},
}
"""Problems that take more than a short game to meet."""

_CHANGING = (
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "uuid"),
    (r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z", "time"),
    (r"fd_[0-9a-f]{64}", "secret"),
)


def steady(found: dict[str, Any]) -> str:
    """The examples as text, without what differs from run to run."""
    text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    text = re.sub(_CHANGING[2][0], "fd_" + "5ca1ab1e" * 8, text)
    text = re.sub(_CHANGING[1][0], "2026-11-21T09:30:00.000Z", text)
    known: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        number = known.setdefault(match[0], f"{len(known) + 1:012x}")
        return f"6f8ce1d2-54f2-4f6b-9b1e-{number}"

    return re.sub(_CHANGING[0][0], rename, text)


@pytest.mark.django_db
def test_gather(alice: Caller, bob: Caller, settings: Any) -> None:
    """Play, keep, write."""
    gathered = Gathered()
    for path, name in ROUTES.items():
        gathered.put(name, alice.get(path).json, longest=9000)
    made = Caller().post("players/", {"name": "Zoé"}).json
    gathered.put("NewPlayer", made)
    gathered.put("Player", made["player"])
    gathered.put("NewToken", made["token"])
    gathered.put("Me", alice.get("me/").json)
    gathered.put("Tokens", alice.get("me/tokens/").json)
    gathered.put("Token", alice.get("me/tokens/").json["results"][0])
    for told in other_refusals(alice, bob):
        if told:
            as_refused(gathered, told)
    for variant in VARIANTS:
        for seed in (1,):
            for _, told in playthrough(gathered, alice, bob, variant, seed):
                as_refused(gathered, told)
    table = lay(alice)
    gathered.put("Game", alice.get(f"games/{table}/").json)
    gathered.put("Seats", alice.get(f"games/{table}/seats/").json)
    gathered.put("Seat", alice.get(f"games/{table}/seats/").json["results"][0])
    listed = alice.get("games/?limit=1").json
    gathered.put("Games", listed)
    gathered.put("GameLine", listed["results"][0])
    new = alice.post(
        "games/", {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "open"}]}
    ).json
    gathered.put("NewGame", new)
    audited(gathered, alice, bob)
    settings.API_RATES = {**settings.API_RATES, "reads": "0/min"}
    as_refused(gathered, alice.get("games/").json)
    for name, value in rare().items():
        gathered.found.setdefault(name, value)
    gathered.found |= BODIES
    for name, value in gathered.found.items():
        fits(name, value)
    FILE.write_text(steady(gathered.found))
