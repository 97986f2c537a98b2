"""Bundles of games of every variant, played at random and sealed as the specifications say.

They have what a bundle can have: signed moves with choices, a bot, refused moves, shares of both
modes, acts of organisers, and a name that was erased.
"""

import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from random import Random
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec import UNSET

from bots.choosing import choose
from bots.strategies import STRATEGIES
from cards.language import encode_edition
from games.engine import (
    ACTS,
    AdjustClock,
    AnswerCall,
    CallJudge,
    CancelCall,
    Chance,
    CloseWindow,
    Correct,
    Decision,
    Expire,
    IllegalMove,
    Move,
    Pause,
    Penalize,
    Resign,
    Resume,
    Ruleset,
    Stand,
    State,
    Warn,
    Window,
    decide,
    encode_facts,
    legal_moves,
    new_game,
    next_move_of_clock,
    observe,
    open_moves,
)
from games.engine.legality import MAX_CALLS
from games.engine.rulebook import RULES_VERSION, load_rulebook
from games.ledger.bot_seeds import seed_of_choice
from tests.case_runner.position import ruleset_for, setup_for
from tests.laws.random_games import HEROES, Game, any_moves
from tests.proof import sealer
from tests.proof.sealer import Json
from tests.table import edition as shipped

PLAYER_KEY: Final = Ed25519PrivateKey.from_private_bytes(bytes([1]) * 32)
"""The key of seat 0."""

ORGANISERS: Final = {
    f"6f8ce1d2-54f2-4f6b-9b1e-0000000000c{number}": Ed25519PrivateKey.from_private_bytes(
        bytes([number]) * 32
    )
    for number in (2, 3)
}
"""The organisers that each game names, and their keys."""

NAMED: Final[list[Json]] = [
    {"player": player, "key": sealer.public_of(key)} for player, key in ORGANISERS.items()
]

UNSIGNED: Final[Json] = {"choices": {}, "signature": "0" * 128}
"""The member ``signed`` of a move that is signed when the game is sealed."""

NINE: Final = 1_795_338_000_000
"""The time at which games begin, 2026-11-22T09:00:00Z, in milliseconds."""

BOT: Final = "random"
"""The bot whose choices are its own."""

NAMES: Final = ("Ann", "Bo", "Zoë", "Dee")


class PageChance(Chance):
    """Chance as docs/fairness.md specifies it."""

    def shuffle(self, cards: Sequence[Any], nth: int) -> tuple[Any, ...]:
        """Return the cards in the order of the game's nth shuffle."""
        return tuple(sealer.shuffled(self._seed, cards, nth))

    def pick(self, count: int, nth: int) -> int:
        """Return the game's nth lot."""
        return sealer.picked(self._seed, count, nth)


@dataclass
class Playing:
    """A game while it is played, and the rows that it gives."""

    ruleset: Ruleset
    rng: Random
    chance: PageChance
    start: Json
    state: State = field(default_factory=State)
    events: list[Json] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    refusals: list[Json] = field(default_factory=list)
    clock: int = 37
    with_bots: bool = False
    asleep: tuple[int, ...] = ()

    def pass_time(self, least: int = 0) -> None:
        """Go on to a later time."""
        is_timed = self.ruleset.options.clock is not None
        self.clock += max(least, self.rng.choice((37, 400, 1700)) if is_timed else 37)

    @property
    def seed(self) -> bytes:
        """The seed of the game, which the chance has."""
        return self.chance._seed

    @property
    def now(self) -> int:
        """The time in milliseconds, as the engine takes it."""
        return NINE + self.clock

    @property
    def at(self) -> str:
        """The time, as rows have it."""
        seconds, millis = divmod(self.clock, 1000)
        minutes, seconds = divmod(seconds, 60)
        return f"2026-11-22T09:{minutes:02}:{seconds:02}.{millis:03}Z"

    def add(self, seat: int | None, actor: Json, move: Json, decision: Decision) -> None:
        """Add the row of a decision."""
        kind = self.state.prompts[-1].kind if self.state.prompts else ""
        seq, signed = len(self.events), None
        if actor["kind"] == "organiser":
            # The first of two signed the row before the last one.
            rows = (seq - 1, seq) if "second" in actor else (seq,)
            signed = {"organisers": [{"seq": row, "signature": "0" * 128} for row in rows]}
        event = {
            "seq": seq + 1,
            "at": self.at,
            "seat": seat,
            "actor": actor,
            "move": move,
            "facts": json.loads(encode_facts(decision.facts)),
            "rulings": msgspec.to_builtins(decision.rulings),
            "rules_version": RULES_VERSION,
            "refused": None,
            "signed": signed,
            "mark": "",
            "hidden": {},
        }
        self.events.append(event)
        self.kinds.append(kind)
        self.state = decision.state

    def actor_of(self, seat: int) -> Json:
        """The actor of a seat's move."""
        entry = self.start["seats"][seat]
        if entry["kind"] == "player":
            return {"kind": "player", "player": entry["player"]}
        actor = {"kind": "bot", "name": entry["bot"], "version": entry["version"]}
        actor["budget"] = entry["budget"]
        if self.with_bots:
            return actor
        reason = "budget" if self.ruleset.options.clock is None else "time"
        return actor | ({"fallback": True, "reason": reason} if self.rng.random() < 0.1 else {})

    def make(self, move: Move) -> None:
        """Decide a move or act, and add its row."""
        decision = decide(self.ruleset, self.state, move, self.chance, at=self.now)
        if isinstance(move, ACTS):
            first, second = ORGANISERS
            actor = {"kind": "organiser", "player": first, "reason": "As the rules say"}
            if isinstance(move, Correct):
                actor |= {"second": second, "reference": "Appeal 7"}
        elif isinstance(move, Expire | CloseWindow | Stand):
            actor = {"kind": "clock"}
        else:
            actor = self.actor_of(move.seat)
        self.add(move.seat, actor, msgspec.to_builtins(move), decision)
        self.pass_time()

    def refuse(self) -> None:
        """Try moves that are against the rules, and record them."""
        for move in any_moves(self.ruleset, self.state, self.rng, 3):
            if (
                isinstance(move, (*ACTS, Expire, CloseWindow, Stand))
                or not 0 <= move.seat < self.ruleset.seats
            ):
                continue
            try:
                decide(self.ruleset, self.state, move, self.chance, at=self.now)
            except IllegalMove as refused:
                self.record(move, refused)

    def record(self, move: Any, refused: IllegalMove) -> None:
        """Record a refused move."""
        seq = len(self.events)
        nth = 1 + sum(refusal["seq"] == seq for refusal in self.refusals)
        actor = self.actor_of(move.seat)
        for name in ("fallback", "reason"):
            actor.pop(name, None)
        tried = msgspec.to_builtins(move)
        signed = UNSIGNED if move.seat == 0 else None
        self.refusals.append(
            {
                "seq": seq,
                "nth": nth,
                "seat": move.seat,
                "actor": actor,
                "before": [],
                "move": tried,
                "code": refused.code,
                "rule": refused.rule,
                "params": refused.params,
                "signed": deepcopy(signed),
                "at": self.at,
            }
        )
        self.pass_time()

    def mark_signed(self) -> None:
        """Mark the moves that seat 0 signs: a play and the answers after it with one signature."""
        at = 1
        while at < len(self.events):
            event = self.events[at]
            at += 1
            if event["seat"] != 0 or event["actor"]["kind"] != "player":
                continue
            choices: dict[str, list[Any]] = {}
            if event["move"]["move"] == "play" and not self.with_bots:
                while at < len(self.events) and self._answers(at):
                    kind = self.kinds[at]
                    values = choices.setdefault(kind, [])
                    values.append(_choice(self.events[at]["move"]["option"]))
                    choice = [kind, len(values) - 1]
                    self.events[at]["signed"] = {"by": event["seq"], "choice": choice}
                    at += 1
            given = {kind: one[0] if len(one) == 1 else one for kind, one in choices.items()}
            event["signed"] = UNSIGNED | {"choices": given}

    def _answers(self, at: int) -> bool:
        event = self.events[at]
        is_choice = event["move"]["move"] == "choose" and event["actor"]["kind"] == "player"
        return bool(is_choice and event["seat"] == 0)


def _choice(option: str) -> bool | int | str:
    if option in ("yes", "no"):
        return option == "yes"
    return int(option) if option.isdigit() else option


GAME: Final = "6f8ce1d2-54f2-4f6b-9b1e-0000000000aa"

ERASED_AT: Final = "2026-11-22T09:30:30.000Z"
"""When the name of seat 1 was erased."""


def _seat(number: int, seats: int, bot: tuple[str, str]) -> tuple[Json, Json | None]:
    """An entry of row 1 and of `names`; the last of three seats or more is the bot's."""
    if seats > 2 and number == seats - 1:
        name, version = bot
        return {"kind": "bot", "bot": name, "version": version, "budget": 10000}, None
    given = {"name": NAMES[number % 4], "salt": f"{number:032x}"}
    key = sealer.public_of(PLAYER_KEY) if number == 0 else None
    entry = {
        "kind": "player",
        "player": f"6f8ce1d2-54f2-4f6b-9b1e-{number:012}",
        "name": sealer.name_commitment(given["salt"], given["name"]),
        "key": key,
    }
    return entry, {"erased": ERASED_AT} if number == 1 else given


def _chance(entries: list[Json], mode: str, rng: Random) -> Json:
    players = [entry["kind"] == "player" for entry in entries]
    shares = [
        rng.randbytes(32).hex() if player and mode == "shared" else None for player in players
    ]
    return {
        "algorithm": "fairdeal-shake256-v3",
        "mode": mode,
        "commitments": [sealer.share_commitment(share) if share else None for share in shares],
        "shares": shares,
    }


@cache
def played(
    variant: str,
    seats: int,
    number: int = 0,
    *,
    most: int = 100_000,
    rounds: int = 1,
    times: tuple[int, int, int, int] | None = None,
    with_bots: bool = False,
    asleep: tuple[int, ...] = (),
    timeouts_out: int = 6,
) -> bytes:
    """The full bundle of a game, as the bytes of its file; it stops after `most` moves.

    `rounds` is for Avengers alone. `times` are the seconds, bank, increment and window of a game
    with a clock, in which the seats `asleep` answer no question. `with_bots`: the bot makes its own
    choices, and no choice is signed before its question.
    """
    rng = Random(f"{variant}/{seats}/{number}")
    options: dict[str, object] = {"rounds": rounds} if variant == "avengers" else {}
    if times is not None:
        seconds, bank, increment, window = times
        options["clock"] = {"seconds": seconds, "bank": bank, "increment": increment}
        options["clock"]["call_stops"] = True
        options |= {"uno_window": window, "timeouts_out": number and timeouts_out}
    heroes = HEROES[:seats] if variant == "ultimate" else ()
    ruleset = ruleset_for("a bundle", shipped(variant), seats, options, heroes)
    edition = json.loads(encode_edition(ruleset.edition))
    server_seed = rng.randbytes(32).hex()
    bot = (BOT, STRATEGIES[BOT].version) if with_bots else ("greedy", "3")
    entries, names = zip(*(_seat(seat, seats, bot) for seat in range(seats)), strict=True)
    mode = ("plain", "shared")[number % 2]
    chance = _chance(list(entries), mode, rng)
    start = {
        "move": "start",
        "seats": list(entries),
        "chance": chance,
        "rules": {"version": RULES_VERSION, "digest": load_rulebook().digest},
        "reveal": "all",
        "directors": 2,
        "organisers": NAMED,
        "event": {"tournament": GAME, "round": 1, "table": 2} if number % 2 else None,
        "stand_in": None,
        "closed_at": "2026-11-22T09:00:00.000Z",
    }
    source = PageChance(sealer.mixed_seed(server_seed, chance["shares"]))
    playing = Playing(ruleset, rng, source, start, with_bots=with_bots, asleep=asleep)
    _play(playing, Game(ruleset, number, 0.005), edition, most)
    bundle = {
        "format": "fairdeal-bundle-v4",
        "view": "full",
        "head": {"game": GAME, "seq": 1, "digest": "", "refused": None}
        | {"commitment": sealer.seed_commitment(server_seed)},
        "names": list(names),
        "edition": edition,
        "seed": server_seed,
        "events": playing.events,
        "refusals": playing.refusals,
        "signature": None,
    }
    return sealer.canonical(sealer.seal(bundle, player=PLAYER_KEY, organisers=ORGANISERS))


def _next_move(playing: Playing, game: Game) -> Move:
    """A move of a player, or of the clock if it is time for one; now and then it is late."""
    ruleset, rng = playing.ruleset, playing.rng
    due, state = next_move_of_clock(ruleset, playing.state), playing.state
    due = None if due is None else due + state.ahead
    if due is not None and rng.random() < 0.05:
        playing.clock += max(0, due - playing.now) + rng.choice((0, 0, 800))
    if state.clock is not None and state.clock.since and rng.random() < 0.05:
        ahead = (UNSET, 60_000, 3_600_000)[len(playing.events) % 3]
        return Stand(since=playing.now - rng.choice((0, 300, 60_000)), ahead=ahead)
    if state.window is not None:
        return _move_in_a_window(playing, state, state.window)
    asked = state.prompts[-1].seat
    if due is not None and asked in playing.asleep:
        playing.clock += max(0, due - playing.now)
    if due is not None and due <= playing.now:
        return Expire(asked)
    is_bot = playing.start["seats"][asked]["kind"] == "bot"
    if playing.with_bots and is_bot:
        return _choice_of_bot(playing, asked)
    move = game.pick(state, rng)
    if isinstance(move, Expire) or (playing.with_bots and move.seat != asked):
        return rng.choice(legal_moves(ruleset, state, asked))
    return move


def _move_in_a_window(playing: Playing, state: State, window: Window) -> Move:
    """Return what is held, then what closes the window, as the server writes them."""
    rng, seats = playing.rng, state.seats_in()
    exposed = [seat for seat in seats if state.uno[seat] == "exposed"]
    if len(seats) == 4 and rng.random() < 0.2:
        return Resign(exposed[0])
    besides = [one for seat in seats for one in open_moves(playing.ruleset, state, seat)]
    held = [one for one in besides if not isinstance(one, Resign)]
    if held and rng.random() < 0.6:
        return rng.choice(held)
    playing.clock += max(0, window.until - playing.now)
    return CloseWindow()


def _choice_of_bot(playing: Playing, seat: int) -> Move:
    """The move that the bot makes for this row."""
    own = [one for one in playing.events if (one["actor"]["kind"], one["seat"]) == ("bot", seat)]
    seed = seed_of_choice(seed=playing.seed, number=len(own), seat=seat)
    view = observe(playing.ruleset, playing.state, seat)
    budget = playing.start["seats"][seat]["budget"]
    return choose(name=BOT, ruleset=playing.ruleset, view=view, seed=seed, budget=budget).move


def _act_of_an_arbiter(playing: Playing) -> None:
    """Let a seat draw a penalty if only a turn is open, and adjust a clock if there is one."""
    state, rng = playing.state, playing.rng
    seat = rng.choice(state.seats_in())
    if [prompt.kind for prompt in state.prompts] == ["turn"] and state.window is None:
        playing.make(Penalize(seat, rng.choice((1, 2))))
    clock = playing.state.clock
    if clock is not None and playing.state.result is None:
        seconds = rng.choice((2, 30, -1))
        if seconds > 0 or clock.banks[seat]:
            playing.make(AdjustClock(seat, seconds))


def _call_a_judge(playing: Playing) -> None:
    """Let players call a judge, who answers one call; the other one is cancelled.

    The rest of the game is the one without it.
    """
    state, entries, chances = playing.state, playing.start["seats"], playing.rng.getstate()
    callers = [
        seat
        for seat in state.seats_in()
        if entries[seat]["kind"] == "player" and state.calls.made.count(seat) < MAX_CALLS
    ]
    for seat in callers[:2]:
        playing.make(CallJudge(seat, "A card fell on the floor"))
    for seat in callers[:1]:
        outcome = ("upheld", "refused", "noted")[len(playing.events) % 3]
        playing.make(AnswerCall(seat, outcome))
    for seat in callers[1:2]:
        playing.make(CancelCall(seat))
    playing.rng.setstate(chances)


def _play(playing: Playing, game: Game, edition: Json, most: int) -> None:
    ruleset, rng = playing.ruleset, playing.rng
    setup = setup_for(ruleset.edition, ruleset.seats, ruleset)
    actor = {"kind": "player", "player": playing.start["seats"][0]["player"]}
    dealt = new_game(ruleset, setup, playing.chance, at=playing.now)
    playing.add(None, actor, playing.start, dealt)
    playing.pass_time()
    members = ("variant", "edition", "seats", "options", "heroes")
    start_fact = playing.events[0]["facts"][0]["setup"]
    start_fact["edition"] = sha256(sealer.canonical(edition)).hexdigest()
    playing.events[0]["facts"][0]["setup"] = {name: start_fact[name] for name in members}
    while playing.state.result is None and len(playing.events) < most:
        if rng.random() < 0.15:
            playing.refuse()
        if rng.random() < 0.03:
            playing.make(Warn(1))
        if rng.random() < 0.03:
            _act_of_an_arbiter(playing)
        if rng.random() < 0.02:
            _call_a_judge(playing)
            playing.make(Pause())
            playing.make(Resume())
        playing.make(_next_move(playing, game))
    playing.mark_signed()
    result = playing.state.result
    if result is not None and rng.random() < 0.5:
        other = next(seat for seat in range(ruleset.seats) if seat != result.winner)
        playing.make(Correct(winner=other))
