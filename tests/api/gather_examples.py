"""Collect an example of each component from played games; `make examples` runs it.

It writes games/api/openapi/examples.json; `make schema` takes them from there. The seeds are fixed;
the ids, names and moments that differ from run to run are replaced by fixed ones.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.test import RequestFactory

from cards.language import EditionDef
from games.api.http.problem_documents import RequestRefused, document
from games.api.openapi.components import components
from games.api.qr_codes import qr_code
from games.engine import VARIANTS, facts, moves
from games.engine.prompts import Cause, Intent
from games.wording.problems import PROBLEMS
from tests.api.catalog_examples import comparisons
from tests.api.client import Caller, asked_of, create_game, fits, start_game
from tests.api.tournament_examples import BODIES as OF_TOURNAMENTS
from tests.api.tournament_examples import steady_codes, tournament_examples

FILE = Path("games/api/openapi/examples.json")
"""Where they are kept."""

NOBODY = "00000000-0000-0000-0000-000000000000"

ROUTES: dict[str, str] = {
    "variants/": "Variants",
    "variants/avengers/": "DescribedVariant",
    "rules/common.draw-two/": "Rule",
    "problems/stale_seq/": "ProblemType",
    "bots/": "Bots",
    "editions/?variant=avengers": "EditionPage",
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
            gathered.put("Start", event["move"])
            gathered.put("ChanceTerms", event["move"]["chance"])
            gathered.put("Setup", fact["setup"])


def from_prompts(gathered: Gathered, names: dict[tuple[str, str], str], told: Any) -> None:
    """What a list of prompts has in it."""
    gathered.put("PromptList", told)
    for prompt in told["prompts"]:
        if prompt["options"] is None:
            continue
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
        gathered.put("ActiveEffect", lasting)
    for place in table["places"]:
        gathered.put("Place", place)
        gathered.put("Enemy", place["enemy"])


def playthrough(gathered: Gathered, alice: Caller, bob: Caller, variant: str) -> Iterator[Any]:
    """A game played at random; each move is tried by both, so that refusals are met too."""
    names = struct_names()
    rng = random.Random(1)
    options = {} if VARIANTS[variant].own_decks else {"rounds": 1}
    game = start_game(alice, bob, variant=variant, options=options)
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
            yield waiting.post(f"games/{game}/moves/check/", body).json
        seen = player.get(f"games/{game}/").json
        from_table(gathered, seen["table"])
        hand = seen["position"]["cards"].get("hand:0", ())
        for card in hand[:1]:
            body = {"move": "play", "card": card}
            yield player.post(f"games/{game}/moves/check/", body).json
        for body in ({"move": "pass"}, {"move": "draw"}, {"move": "call-uno"}):
            yield player.post(f"games/{game}/moves/check/", body).json
        stale = f'"{seq - 1}"'
        yield player.post(f"games/{game}/moves/", option["body"], If_Match=stale).json
        made = player.post(f"games/{game}/moves/", option["body"]).json
        gathered.put("MoveReply", made)
        gathered.put("SignedHead", alice.get(f"games/{game}/receipt/").json)
        gathered.put("Position", made["position"])
    for event in alice.get(f"games/{game}/events/?limit=200").json["results"]:
        from_event(gathered, names, event)
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    over = alice.get(f"games/{game}/").json
    gathered.put("Game", over)
    gathered.put("Result", over["position"]["result"])
    gathered.put("Events", alice.get(f"games/{game}/events/?after=3&limit=1").json)
    gathered.put("Position", alice.get(f"games/{game}/position/?at=1&as=public").json)
    yield alice.post(f"games/{game}/moves/", {"move": "draw"}).json


def as_refused(gathered: Gathered, told: Any) -> None:
    """Keep a problem, and what is in it."""
    if "legal" in told:
        gathered.put("DryRun", told)
        return
    if told["code"] in PROBLEMS:
        gathered.put(f"Problem{told['status']}", told)
        gathered.put("Problem", told)
        for flaw in told.get("errors", ()):
            gathered.put("Flaw", flaw)


CONFIRMED = {
    "act": "void",
    "reason": "The wrong table was laid.",
    "confirm": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5d",
}
PROPOSAL = {
    "proposal": CONFIRMED["confirm"],
    "act": CONFIRMED,
    "by": "Zoé",
    "until": "2026-11-23T09:00:00.000Z",
}

RECORDED = {
    "game": CONFIRMED["confirm"],
    "seq": 12,
    "seat": 1,
    "player": "5c1d6a8e-3d0b-4c55-9c1e-8f6f7d1f2a01",
    "by": None,
    "move": {"move": "call-judge", "seat": 1, "reason": "A card fell on the floor."},
    "reason": "A card fell on the floor.",
    "reference": None,
    "closed_by": 14,
    "at": "2026-11-22T09:00:02.000Z",
}


AT_TABLE = {
    "variant": "avengers",
    "seats": 3,
    "position": {"cards": {"hand:0": ["red-5", "wild-draw-four"], "discard": ["blue-7"]}},
    "move": {"move": "play", "card": "wild-draw-four"},
}

WEBHOOK = {
    "id": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5e",
    "url": "https://hooks.example/fairdeal",
    "events": ["game.over", "turn"],
    "created_at": "2026-11-21T09:30:00.000Z",
    "failing_since": None,
    "off_at": None,
}

DELIVERY = {
    "id": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5f",
    "event": "turn",
    "subject": CONFIRMED["confirm"],
    "status": "waiting",
    "attempts": 1,
    "reply": 503,
    "problem": "status",
    "created_at": "2026-11-21T09:30:00.000Z",
    "next_at": "2026-11-21T09:30:05.000Z",
}

BODIES: dict[str, Any] = {
    "WebhookBody": {"url": WEBHOOK["url"], "events": WEBHOOK["events"]},
    "Webhook": WEBHOOK,
    "NewWebhook": WEBHOOK | {"secret": "whsec_" + "5ca1ab1e" * 5 + "5ca="},
    "Webhooks": {"results": [WEBHOOK]},
    "Delivery": DELIVERY,
    "Deliveries": {"results": [DELIVERY], "next": None},
    "PlayerBody": {"name": "Zoé"},
    "SessionBody": {"code": "WDJBMJHT"},
    "CodeBody": {"code": "WDJBMJHT"},
    "NameBody": {"name": "Zoé"},
    "TokenBody": {"scopes": ["game:play"], "label": "phone"},
    "MySeatBody": {"kind": "me"},
    "BotSeatBody": {"kind": "bot", "bot": "greedy"},
    "OpenSeatBody": {"kind": "open"},
    "InvitedSeatBody": {"kind": "invited", "player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c"},
    "SeatBody": {"kind": "bot", "bot": "greedy"},
    "GameBody": {
        "variant": "avengers",
        "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}],
        "options": {"rounds": 1},
        "start": True,
    },
    "JoinBody": {"seat": 1},
    "SeatPatch": {"hero": "shuri", "look": "rare"},
    "InviteBody": {"player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c"},
    "RematchBody": {},
    "PhraseBody": {"phrase": "good-game"},
    "EmptyBody": {},
    "OrganiserBody": {
        "player": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5c",
        "key": "d04ab232742bb4ab3a1368bd4615e4e6d0224ab71a016baf8520a332c9778737",
    },
    "StartBody": {"without": [2, 3]},
    "ShareBody": {"share": "11" * 32},
    "Choices": {"color": "red"},
    "MoveBody": {"move": "play", "card": "wild", "choices": {"color": "red"}},
    "PassBody": {"move": "pass"},
    "CallUnoBody": {"move": "call-uno"},
    "PositionBody": {
        "cards": {"hand:0": ["red-5", "wild-draw-four"], "discard": ["blue-7"]},
        "current": 0,
    },
    "PromptBody": {"seat": 0, "kind": "turn", "rule": "common.match"},
    "LastingEffectBody": {"card": "hide-in-plain-sight", "seat": 1, "named": "add"},
    "ResultBody": {"winner": 1, "why": "rounds", "places": [2, 1]},
    "RulingBody": AT_TABLE,
    "TableRulingBody": AT_TABLE,
    "GameRulingBody": {
        "game": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5d",
        "at": 12,
        "move": {"move": "draw"},
    },
    "CatchUnoBody": {"move": "catch-uno", "seat": 1},
    "StreamTicketBody": {"game": "6f8ce1d2-54f2-4f6b-9b1e-0d9f2f3a4b5d"},
    "CallJudgeBody": {"move": "call-judge", "reason": "A card fell on the floor."},
    "CancelCallBody": {"move": "cancel-call"},
    "RevokeKeyBody": {"move": "revoke-key"},
    "ClaimAbsentBody": {"move": "claim-absent", "seat": 1},
    "StandInBody": {"move": "stand-in", "seat": 1},
    "TakeBackBody": {"move": "take-back"},
    "AnswerCallBody": {
        "act": "answer-call",
        "seat": 1,
        "outcome": "upheld",
        "reason": "The card goes back.",
    },
    "RemoveBody": {"act": "remove", "seat": 1, "reason": "Did not come back after the pause."},
    "WarnBody": {"act": "warn", "seat": 1, "reason": "Looked at another hand."},
    "GameLossBody": {"act": "game-loss", "seat": 1, "reason": "A third warning."},
    "DeductBody": {"act": "deduct", "seat": 1, "points": 20, "reason": "A second warning."},
    "NoteBody": {"act": "note", "reason": "The card was exposed; play on."},
    "WithdrawBody": {"act": "withdraw", "seq": 12, "reason": "The wrong seat."},
    "PenalizeBody": {"act": "penalize", "seat": 1, "count": 2, "reason": "Showed a card."},
    "AdjustClockBody": {
        "act": "adjust-clock",
        "seat": 1,
        "seconds": 120,
        "reason": "The network of the hall was down.",
    },
    "PauseBody": {"act": "pause", "reason": "The fire alarm."},
    "ResumeBody": {"act": "resume", "reason": "A false alarm."},
    "VoidBody": {"act": "void", "reason": "The wrong table was laid."},
    "CorrectBody": {
        "act": "correct",
        "winner": 0,
        "reason": "Seat 1 was coached.",
        "reference": "Appeal 7",
    },
    "ActBody": {"act": "remove", "seat": 1, "reason": "Did not come back after the pause."},
    "ProposedAct": CONFIRMED,
    "Proposal": PROPOSAL,
    "RecordedAct": RECORDED,
    "TableNote": {
        "by": "6f8ce1d2-54f2-4f6b-9b1e-000000000003",
        "reason": "Did not come.",
        "reference": None,
        "at": "2026-11-21T09:30:00.000Z",
    },
    "RecordedActs": {"results": [RECORDED], "next": None},
    "ForeseenAct": {
        "seq": 12,
        "sentences": [
            "The organiser Olga lets Bob draw cards as a penalty (2): Bob draws 2 cards."
        ],
        "whole": True,
        "second": False,
    },
    "PossibleActs": {
        "seq": 12,
        "calls": [],
        "proposals": [],
        "results": [
            {
                "body": {"act": "penalize"},
                "label": "Cards",
                "text": "The player draws cards.",
                "seats": [0, 1],
                "amount": {"name": "count", "least": 1, "most": 20},
                "withdrawable": None,
                "final": False,
            }
        ],
        "hands": False,
    },
}
"""The bodies of requests, which no response holds."""


STEADY_LINK = {
    "code": "BCDFGHJK",
    "url": "http://127.0.0.1:8000/join/BCDFGHJK/",
    "path": "/join/BCDFGHJK/",
}


def streams(gathered: Gathered, alice: Caller, bob: Caller) -> None:
    """A ticket, what happens in a player's games, and the end of a stream."""
    game = start_game(alice, bob)
    gathered.put("StreamTicket", alice.post("stream-tickets/", {"game": game}).json)
    phrases = alice.get(f"games/{game}/phrases/").json["results"]
    gathered.put("Phrases", {"results": [phrases[0], phrases[-1]]})
    gathered.put("Said", alice.post(f"games/{game}/phrases/", {"phrase": "good-game"}).json)
    for caller in (alice, bob):
        for _, event in caller.stream("me/events/"):
            gathered.put("PlayerEvent", event, longest=9000)
    alice.post(f"games/{game}/moves/", {"move": "resign"})
    gathered.put("StreamEnd", alice.stream(f"games/{game}/events/?after=1")[-1][1])


def editions(gathered: Gathered, anyone: Caller) -> None:
    """What the editions and their cards have in them."""
    (avengers,) = anyone.get("editions/?variant=avengers").json["results"]
    (ultimate,) = anyone.get("editions/?variant=ultimate").json["results"]
    gathered.put("Edition", avengers)
    gathered.put("Paint", avengers["palette"][0])
    gathered.put("Hero", ultimate["heroes"][0])
    gathered.put("Bot", anyone.get("bots/").json["results"][0])
    card = anyone.get(f"editions/{avengers['hash']}/cards/red-draw-two/").json
    gathered.put("Card", card)
    gathered.put("CardList", {"edition": avengers["hash"], "cards": [card]})
    hero = anyone.get(f"editions/{ultimate['hash']}/cards/hulk/").json
    gathered.put("Foil", hero["foils"][0])
    wild = anyone.get(f"editions/{ultimate['hash']}/cards/swipe/").json
    gathered.put("InDeck", wild["decks"][0])


def audited(gathered: Gathered, alice: Caller, bob: Caller) -> None:
    """What auditors ask for: the log, what changed, a ruling."""
    for _ in range(3):
        game = start_game(alice, bob)
        player, prompt, _seq = asked_of(game, alice, bob)
        player.post(f"games/{game}/moves/", prompt["options"][-1]["body"])
        player.post(f"games/{game}/moves/", {"move": "resign"})
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
    yield anyone.post("session/", Sec_Fetch_Site="cross-site").json
    yield anyone.post("session/", {"code": "BBBBBBBB"}).json
    yield anyone.post("session/", {"back": NOBODY}).json
    yield alice.post("games/", b"{").json
    yield alice.post("games/", b"x" * 70_000).json
    yield alice.ask("POST", "games/", b"x", Content_Type="text/plain").json
    yield alice.post("me/tokens/", {"scopes": ["audit:live"]}).json
    table = create_game(alice)
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
    running = start_game(alice, bob)
    yield bob.ask("DELETE", f"games/{running}/seats/1/").json
    yield bob.get(f"games/{running}/position/?as=full").json
    yield bob.get(f"games/{running}/position/?at=99").json
    alice.post("games/", {"variant": "xmen", "seats": two}, Idempotency_Key="k")
    yield alice.post("games/", {"variant": "avengers", "seats": two}, Idempotency_Key="k").json


def rare() -> dict[str, Any]:
    """What no short game shows, made by the code that would make it."""
    lasting = facts.LastingEffect(
        key=1, card="flash-bang", ability=1, seat=0, until="your_next_turn"
    )
    cause = Cause(kind="wild", card="wild-cerebro", seat=0)
    made: dict[str, Any] = {
        type(one).__name__: json.loads(msgspec.json.encode(one))
        for one in (
            facts.DirectionChanged(-1),
            facts.EnemyCame(1, 12),
            facts.SeatOut(1, "resigned", 1),
            facts.ResultChanged(0, "corrected", (1, 2)),
            moves.CallJudge(1, "A card fell on the floor."),
            moves.CancelCall(1),
            moves.RevokeKey(1),
            facts.KeyRevoked(1),
            moves.ClaimAbsent(0, 1),
            moves.StandIn(0, 1),
            facts.StandInBegan(1),
            moves.TakeBack(1),
            facts.StandInEnded(1),
            moves.AnswerCall(1, "upheld"),
            facts.JudgeCalled(1, stops=True),
            facts.CallClosed(1, "upheld"),
            moves.Remove(1),
            moves.Void(),
            moves.Warn(1),
            moves.Note(),
            moves.GameLoss(1),
            moves.Deduct(1, 20),
            facts.ScorePenalized(1, 20, 7),
            moves.Withdraw(seq=12),
            moves.Penalize(1, 2),
            moves.AdjustClock(1, 120),
            moves.Pause(),
            moves.Resume(),
            facts.PenaltyDue(1, 2),
            facts.PenaltyDrawn(1, 2),
            facts.Paused(),
            facts.Resumed(),
            facts.RoundEnded(1, 0, "out"),
            facts.ScoreChanged(0, 27, 27),
            moves.Correct(winner=0),
            facts.Withdrawn(1),
            facts.LastingBegan(lasting),
            facts.LastingUsed(1),
            facts.LastingEnded(1, "turn"),
            lasting,
            cause,
            Intent("draw", 1, 5, cause),
            moves.CallUno(0),
            moves.CatchUno(0, 1),
            moves.Resign(1),
            moves.Expire(1),
            moves.CloseWindow(),
            facts.WindowOpened(1_800_000_000_000),
            facts.UnoHeld(2, 1),
            facts.WindowClosed(),
            moves.Stand(since=1_800_000_000_000),
            facts.ClockStarted(1, 1_800_000_000_000, 2_500),
            facts.ClockStopped(1, 2_500),
            facts.ClockSpent(1, 41_000, 49_000, 1),
            facts.ClockChanged(1, 169_000),
            facts.TimeShifted(3_600_000),
        )
    }
    made["Clock"] = {"seat": 1, "bank": 49.0, "missed": 1}
    for problem in PROBLEMS.values():
        told = document(RequestFactory().post("/"), RequestRefused(problem.code))
        made.setdefault(f"Problem{problem.status}", json.loads(msgspec.json.encode(told)))
    return made


EDITION = EditionDef(code="none", name="None", variant="xmen", colors=(), cards=())

_CHANGING = (
    (r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "uuid"),
    (r"20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z", "time"),
    (r"fd_[0-9a-f]{64}", "secret"),
    (r"fdt_[0-9a-f]{64}", "ticket"),
)


def steady(found: dict[str, Any]) -> str:
    """The examples as text, without what differs from run to run."""
    text = json.dumps(found, indent=1, ensure_ascii=False, sort_keys=True) + "\n"
    text = re.sub(_CHANGING[2][0], "fd_" + "5ca1ab1e" * 8, text)
    text = re.sub(_CHANGING[3][0], "fdt_" + "0ddba115" * 8, text)
    text = re.sub(_CHANGING[1][0], "2026-11-21T09:30:00.000Z", text)
    known: dict[str, str] = {}

    def rename(match: re.Match[str]) -> str:
        number = known.setdefault(match[0], f"{len(known) + 1:012x}")
        return f"6f8ce1d2-54f2-4f6b-9b1e-{number}"

    return re.sub(_CHANGING[0][0], rename, text)


def shown_code(caller: Caller) -> Any:
    """Return the reply with a code; its picture is another each time."""
    made = caller.post("me/codes/").json
    qr = made["qr"].partition("<path")[0] + "…</svg>"
    return made | {"code": "WDJBMJHT", "url": "http://testserver/enter/#WDJBMJHT", "qr": qr}


def code_owner(caller: Caller) -> Any:
    """Return the reply about the player of a code."""
    return Caller().post("session/code/", {"code": caller.post("me/codes/").json["code"]}).json


@pytest.mark.django_db
def test_gather(alice: Caller, bob: Caller, settings: Any) -> None:
    """Play, keep, write."""
    gathered = Gathered()
    for path, name in ROUTES.items():
        gathered.put(name, alice.get(path).json, longest=60_000)
    gathered.put("CodeOwner", code_owner(alice))
    made = Caller().post("players/", {"name": "Zoé"}).json
    gathered.put("NewPlayer", made)
    gathered.put("Player", made["player"])
    gathered.put("NewToken", made["token"])
    gathered.put("Me", alice.get("me/").json)
    gathered.put("DeviceCode", shown_code(alice))
    gathered.put("Tokens", alice.get("me/tokens/").json)
    gathered.put("Token", alice.get("me/tokens/").json["results"][0])
    for told in other_refusals(alice, bob):
        if told:
            as_refused(gathered, told)
    for variant in VARIANTS:
        for told in playthrough(gathered, alice, bob, variant):
            as_refused(gathered, told)
    table = create_game(alice)
    gathered.put("Game", alice.get(f"games/{table}/").json)
    gathered.put("Seat", alice.get(f"games/{table}/").json["seats"][0])
    lobby = alice.get("lobby/?limit=1").json
    gathered.put("Lobby", lobby)
    gathered.put("OpenTable", lobby["results"][0])
    gathered.put("Link", STEADY_LINK | {"qr": qr_code(STEADY_LINK["url"])})
    listed = alice.get("games/?limit=1").json
    gathered.put("Games", listed)
    gathered.put("GameSummary", listed["results"][0])
    new = alice.post(
        "games/", {"variant": "xmen", "seats": [{"kind": "me"}, {"kind": "open"}]}
    ).json
    gathered.put("NewGame", new)
    editions(gathered, Caller())
    for name, value in comparisons().items():
        gathered.put(name, value)
    audited(gathered, alice, bob)
    streams(gathered, alice, bob)
    for name, value in tournament_examples(alice):
        gathered.put(name, value)
    settings.API_RATES = {**settings.API_RATES, "reads": "0/min"}
    as_refused(gathered, alice.get("games/").json)
    for name, value in rare().items():
        gathered.found.setdefault(name, value)
    gathered.found |= BODIES | OF_TOURNAMENTS
    gathered.found = steady_codes(gathered.found)
    for name, value in gathered.found.items():
        fits(name, value)
    FILE.write_text(steady(gathered.found))
