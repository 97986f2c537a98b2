"""Stored games that are as untidy as real ones, played by the services and over the API.

People call and catch in windows, also twice and too late; they play cards that do not fit, call
judges, stay away, let bots go on and take their seats back, and repeat requests. Organisers act,
bots play, the machine's clock is set.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from random import Random
from threading import Event
from typing import Any, Final

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

import bots.services
from games.audit.bundle import encode_bundle
from games.engine import (
    NOBODY,
    VARIANTS,
    Act,
    AdjustClock,
    AnswerCall,
    CallJudge,
    CallUno,
    CancelCall,
    CatchUno,
    ClaimAbsent,
    Correct,
    Deduct,
    Expire,
    GameLoss,
    IllegalMove,
    Move,
    Note,
    Pause,
    Penalize,
    Play,
    Remove,
    Resign,
    Resume,
    RevokeKey,
    StandIn,
    State,
    TakeBack,
    Void,
    Warn,
    Withdraw,
    legal_moves,
    open_moves,
)
from games.errors import GameError
from games.ledger import store
from games.ledger.heads import act_message, move_message
from games.ledger.rows import Actor
from games.models import Game
from games.officials.grants import name_organisers
from games.play import deadlines, openings, submitting
from games.play.commands import MoveCommand, Outcome
from games.play.directing import AskedAct, organiser_of
from games.play.seating import Contribution, SeatSpec, create_game, join_game
from games.play.selectors import ruleset_for
from games.play.submitting import Response
from games.players.models import Player
from games.players.scopes import PLAY
from games.players.services import issue_token
from games.proofs.bundle_making import bundle_of
from tests.api.client import Caller
from tests.games.tables import direct, fresh, guest
from tests.games.test_deadlines import Hands
from tests.laws.random_games import any_moves

SECRET: Final = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY: Final = SECRET.public_key().public_bytes_raw().hex()
"""The key of the creator, and of the organiser, of every second game."""

MOST_STEPS: Final = 400
"""After how many steps an organiser voids a game that is not over."""

SIZES: Final = {name: range(one.fewest, one.most + 1) for name, one in VARIANTS.items()}


@dataclass
class People:
    """Ten players and an organiser, who meet at every table, and their clients."""

    players: list[Player] = field(default_factory=lambda: [guest(f"Guest {n}") for n in range(10)])
    organiser: Player = field(default_factory=lambda: guest("Olga"))

    def __post_init__(self) -> None:
        self.callers = [
            Caller(issue_token(player=player, scopes=[PLAY])[1]) for player in self.players
        ]


class Table:
    """A game, who plays it, and everything that they do to it.

    ``hands`` are those of the machine's clock, None in a game that is played in real time.
    """

    def __init__(self, number: int, people: People, hands: Hands | None = None) -> None:
        self.rng = rng = Random(f"untidy {number}")
        self.number, self.people, self.hands = number, people, hands
        self.variant = tuple(VARIANTS)[number % 3]
        sizes = SIZES[self.variant]
        self.seats = sizes[number // 3 % (len(sizes) if hands else 3)]
        self.by_api = number % 5 == 0
        self.has_keys = number % 2 == 0
        self.revokes = number % 4 == 0
        self.options = _options(self.variant, rng, in_real_time=hands is None)
        self.way = "out" if number % 4 in (1, 2) else "bot" if number % 8 in (0, 3) else "wait"
        self.options |= {"absence": self.way, "absent_seconds": 30}
        has_clock = "clock" in self.options
        self.bots = range(self.seats - rng.choice((0, 0, 1, 2)) * (self.seats > 2), self.seats)
        absent = 0.15 if has_clock else 0
        self.absent = {seat for seat in range(1, self.seats) if rng.random() < absent}
        self.present = [
            seat for seat in range(self.seats) if seat not in {*self.bots, *self.absent}
        ]
        self.game = self._begun()
        self.views: list[bytes] = []
        self.last: tuple[int, Move, dict[str, Any]] | None = None

    def _begun(self) -> Game:
        first, *others = self.people.players[: self.seats]
        own = Contribution(key=KEY) if self.has_keys else Contribution()
        specs = [SeatSpec("player", own=own), *(SeatSpec("invited", player=one) for one in others)]
        for seat in self.bots:
            specs[seat] = SeatSpec("bot", bot=self.rng.choice(("greedy", "random")))
        game = create_game(creator=first, variant=self.variant, seats=specs, options=self.options)
        name_organisers(game, [(self.people.organiser, KEY if self.has_keys else None)])
        for seat, other in enumerate(others, 1):
            if seat not in self.bots:
                join_game(game_id=game.pk, player=other)
        return openings.start_game(game_id=game.pk, player=first).game

    @property
    def is_over(self) -> bool:
        return fresh(self.game).status == Game.Status.OVER

    # ---- what they send

    def send(self, seat: int, move: Move, rng: Random, **more: Any) -> None:
        """Make a move of a seat, by the services or over the API; it may be refused."""
        game = fresh(self.game)
        given = {"expected": game.seq if rng.random() < 0.5 else None} | more
        is_unsigned = isinstance(move, RevokeKey) or store.load(game).unsigned & 1
        if seat == 0 and self.has_keys and not is_unsigned:
            message = move_message(
                game=str(game.pk), seq=game.seq, digest=game.head,
                move=msgspec.to_builtins(move), choices=given.get("choices", {}),
            )  # fmt: skip
            given |= {"expected": game.seq, "signature": SECRET.sign(message).hex()}
        given.setdefault("name", str(rng.random()))
        self.last = (seat, move, given)
        if self.by_api:
            self._post(seat, move, given)
        else:
            self._submit(game, seat, move, given)

    def again(self) -> None:
        """Repeat the last request, whatever came of it."""
        if self.last is not None:
            seat, move, given = self.last
            if self.by_api:
                self._post(seat, move, given)
            else:
                self._submit(fresh(self.game), seat, move, given)

    def _submit(self, game: Game, seat: int, move: Move, given: dict[str, Any]) -> None:
        player = str(self.people.players[seat].pk)
        command = MoveCommand(
            move,
            Actor(kind="player", player=player),
            given["expected"],
            choices=given.get("choices", {}),
            key=KEY if seat == 0 and self.has_keys else "",
            signature=given.get("signature", ""),
        )
        key = store.RequestKey(player, given["name"], str((move, given["expected"])))
        try:
            submitting.submit_move(game, command, Response(_rendered, key))
        except (IllegalMove, GameError, submitting.AlreadyMade):
            return

    def _post(self, seat: int, move: Move, given: dict[str, Any]) -> None:
        body = msgspec.to_builtins(move)
        body.pop("seat", None)
        if "target" in body:
            body["seat"] = body.pop("target")
        if choices := given.get("choices"):
            body["choices"] = choices
        headers = {"Idempotency_Key": given["name"]}
        if given["expected"] is not None:
            headers["If_Match"] = f'"{given["expected"]}"'
        if "signature" in given:
            headers["Move_Signature"] = given["signature"]
        reply = self.people.callers[seat].post(f"games/{self.game.pk}/moves/", body, **headers)
        assert reply.status < 500 and reply.status != 429, reply

    def act(self, act: Act) -> None:
        """Let the organiser act; it may be refused."""
        game, organiser = fresh(self.game), organiser_of(self.people.organiser)
        asked = AskedAct(game, act, organiser, "It had to be.")
        if self.has_keys:
            message = act_message(
                game=str(game.pk), seq=game.seq, digest=game.head, move=msgspec.to_builtins(act),
                player=organiser.id, reason=asked.reason, reference=None, second=None,
            )  # fmt: skip
            signature = SECRET.sign(message).hex()
            asked = AskedAct(game, act, organiser, asked.reason, "", game.seq, signature)
        try:
            direct(asked)
        except (IllegalMove, GameError):
            return

    # ---- what they do next

    def play(self) -> None:
        """Play the game to its end, and a little longer."""
        for _ in range(MOST_STEPS):
            if self.is_over:
                break
            self.step()
        if not self.is_over:
            self.act(Void())
        for seat in self.present[:2]:
            self.send(seat, Resign(seat), self.rng)
        if self.rng.random() < 0.2:
            self.act(self.rng.choice((Void(), Correct(winner=self.rng.randrange(self.seats)))))

    def step(self) -> None:
        """Do what any of them would do now, and let time pass."""
        rng, game = self.rng, fresh(self.game)
        state = store.load(game)
        asked = state.prompts[-1].seat
        lot = rng.random()
        if lot < 0.005 + 0.3 * state.paused:
            self.act(self.some_act(state, rng))
        elif lot < 0.05 and rng.random() < 0.2:
            self.again()
        elif lot < 0.02:
            self.look(rng.choice((NOBODY, *range(self.seats))))
        elif lot < 0.06 and self.way != "wait":
            self.claim(asked, rng)
        elif state.stand_ins and rng.random() < 0.1:
            held = [seat for seat in range(self.seats) if state.stand_ins >> seat & 1]
            seat = rng.choice(held if rng.random() < 0.9 else self.present)
            self.send(seat, TakeBack(seat), rng)
        elif state.window is None and game.is_bot(asked):
            self.let_bots_move(game)
        elif state.window is None and asked in self.absent:
            pass
        else:
            seat = rng.choice(self.present) if state.window or lot > 0.85 else asked
            self.seat_step(seat, rng)
        if state.window is not None:
            self.let_bots_move(game)
        self.pass_time(state)

    def seat_step(self, seat: int, rng: Random) -> None:
        """Do what the player of a seat would do now, right or wrong."""
        game = fresh(self.game)
        ruleset, state = ruleset_for(game), store.load(game)
        lot = rng.random()
        if self.revokes and seat == 0 and rng.random() < (0.03 if state.window is None else 0.3):
            self.send(0, RevokeKey(0), rng)
        elif lot < 0.01:
            self.send(seat, self.some_call(state, seat), rng)
        elif lot < (0.012 if state.window is None else 0.03):
            self.send(seat, Resign(seat), rng)
        elif lot < (0.1 if state.window is None else 0.4):
            for move in any_moves(ruleset, state, rng, 2):
                if not isinstance(move, Expire | Resign):
                    self.send(seat, msgspec.structs.replace(move, seat=seat), rng)
        elif state.window is not None:
            exposed = [one for one, status in enumerate(state.uno) if status == "exposed"]
            calls = seat in exposed and rng.random() < 0.5
            self.send(seat, CallUno(seat) if calls else CatchUno(seat, rng.choice(exposed)), rng)
            if rng.random() < 0.15:
                self.send(seat, self.some_call(state, seat), rng)
        elif moves := [
            *legal_moves(ruleset, state, seat),
            *(one for one in open_moves(ruleset, state, seat) if not isinstance(one, Resign)),
        ]:
            plays = [one for one in moves if isinstance(one, Play) and not one.uno]
            move = rng.choice(plays if plays and rng.random() < 0.9 else moves)
            choices = {"color": rng.choice(("red", "blue", "ultraviolet"))}
            more = {"choices": choices} if isinstance(move, Play) and rng.random() < 0.3 else {}
            self.send(seat, move, rng, **more)

    def claim(self, asked: int, rng: Random) -> None:
        """Claim that who is asked is away, at once or after a time in which nothing happens."""
        if self.hands is not None and rng.random() < 0.5:
            self.hands.on(31, running=rng.random() < 0.5)
        others = [seat for seat in self.present if seat != asked]
        seat = rng.choice(others if others and rng.random() < 0.9 else self.present)
        is_out = self.way == "out" if rng.random() < 0.95 else rng.random() < 0.5
        self.send(seat, ClaimAbsent(seat, asked) if is_out else StandIn(seat, asked), rng)

    def let_bots_move(self, game: Game) -> None:
        """Let the bots that a game waits for move, as a worker does."""
        bots.services.take_turn(game_id=str(game.pk), seq=game.seq)

    def some_call(self, state: State, seat: int) -> Move:
        """Call a judge, or cancel the call."""
        return CancelCall(seat) if seat in state.calls.open else CallJudge(seat, "A card fell.")

    def some_act(self, state: State, rng: Random) -> Act:
        """Something that an organiser may do."""
        seat = rng.randrange(self.seats)
        if state.calls.open and rng.random() < 0.5:
            return AnswerCall(rng.choice(state.calls.open), rng.choice(("upheld", "refused")))
        if state.paused:
            return Resume()
        last = fresh(self.game).seq
        acts: list[Act] = [Warn(seat), Note(), Withdraw(seq=rng.randint(1, last)), Deduct(seat, 5)]
        acts += [Pause()] * 4 + [Penalize(seat, rng.choice((1, 2)))] * 2
        acts += [AdjustClock(seat, rng.choice((-2, 3)))] * 2
        return rng.choice([*acts, rng.choice([Remove(seat), GameLoss(seat), Pause()])])

    def look(self, viewer: int) -> None:
        """Download what a viewer may see now."""
        bundle = bundle_of(game=fresh(self.game), viewer=viewer)
        self.views.append(encode_bundle(bundle))

    def pass_time(self, state: State) -> None:
        """Let time pass: a little, much, or up to a deadline; or set the machine's clock."""
        rng, hands, game = self.rng, self.hands, fresh(self.game)
        assert hands is not None
        lot, is_set = rng.random(), False
        if lot < 0.01:
            hands.set(rng.choice((-0.7, -3, -60, 45)))
            is_set = True
        elif lot < 0.02:
            hands.on(rng.choice((11, 40)), running=rng.random() < 0.5)
        waits = state.window is not None or game.to_act in self.absent
        if game.deadline is not None and rng.random() < (0.2 if waits else 0.02):
            hands.on(max(0.0, (game.deadline - hands.moment).total_seconds()))
        else:
            hands.on(rng.choice((0, 0.001, 0.1, 0.3)))
        is_due = game.deadline is not None and game.deadline <= hands.moment
        if is_set or is_due or rng.random() < 0.05:
            deadlines.run_clocks()


def play_in_threads(table: Table, seconds: float) -> None:
    """Play a game in real time: each player, the clock, and an organiser in a thread of its own.

    After some seconds the game is void.
    """
    rng, stop = table.rng, Event()

    def let_it_run(_: Random) -> None:
        deadlines.run_clocks()
        table.let_bots_move(fresh(table.game))

    def direct_it(rng: Random) -> None:
        if rng.random() < 0.02:
            table.act(table.some_act(store.load(fresh(table.game)), rng))

    # Where calls for a judge stop the game, it goes on only if an organiser answers them.
    while store.load(fresh(table.game)).window is None and not table.is_over:
        let_it_run(rng)
        direct_it(rng)
        asked = fresh(table.game).to_act
        if asked is not None and asked not in table.bots:
            table.seat_step(asked, rng)

    def go_on(step: Callable[[Random], object]) -> None:
        own = Random(rng.random())
        try:
            while not stop.is_set() and not table.is_over:
                step(own)
                stop.wait(own.random() / 20)
        finally:
            connection.close()

    steps = [*(partial(table.seat_step, seat) for seat in table.present), let_it_run, direct_it]
    with ThreadPoolExecutor(len(steps)) as threads:
        running = [threads.submit(go_on, step) for step in steps]
        wait(running, seconds, FIRST_EXCEPTION)
        stop.set()
        for one in running:
            one.result()
    if not table.is_over:
        table.act(Void())


def _options(variant: str, rng: Random, *, in_real_time: bool) -> dict[str, object]:
    """The options of a game: nearly always with a window, more often than not with a clock."""
    given: dict[str, object] = {"rounds": 1} if variant == "avengers" else {}
    given["uno_window"] = 1 if in_real_time else rng.choice((0, 1, 2, 2, 4, 4, 10))
    if in_real_time or rng.random() < 0.6:
        seconds, bank = (1, 2) if in_real_time else rng.choice(((2, 0), (5, 10), (30, 30)))
        stops = rng.random() < 0.5
        given["clock"] = {"seconds": seconds, "bank": bank, "increment": 1, "call_stops": stops}
        given["timeouts_out"] = rng.choice((0, 2, 3))
    return given


def _rendered(outcome: Outcome) -> bytes:
    return msgspec.json.encode({"seq": outcome.game.seq, "events": []})
