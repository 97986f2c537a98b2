"""Play a game against bots over the API, and tell it as it goes.

    python examples/play.py --url http://127.0.0.1:8000 --variant xmen --seats 4

Nothing but the address is known here: no card and no rule. What may be done stands in the prompts,
with the exact body to post; what has happened stands in the events.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

Json = dict[str, Any]

PATIENCE = 120
"""How many seconds without an event are too many."""


# ---- the API


class Trouble(Exception):
    """The server refuses something, or does not answer."""


class Api:
    """The server's API, as one player uses it."""

    def __init__(self, url: str) -> None:
        self.root = f"{url.rstrip('/')}/api/v1/"
        self.secret = ""

    def get(self, path: str) -> Json:
        """Read something."""
        return self._send("GET", path, None, {})

    def post(self, path: str, body: Json, seq: int | None = None) -> Json:
        """Have something done, once, even if the request has to be sent again."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        if seq is not None:
            headers["If-Match"] = f'"{seq}"'
        return self._send("POST", path, body, headers)

    def _send(self, method: str, path: str, body: Json | None, headers: dict[str, str]) -> Json:
        headers |= {"Accept": "application/json", "Accept-Language": "en"}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        while True:
            try:
                with urlopen(Request(self.root + path, data, headers, method=method)) as reply:
                    told: Json = json.load(reply)
                    return told
            except HTTPError as error:
                with error:
                    if error.code not in (429, 503):
                        return self._trouble(error)
                    time.sleep(float(error.headers.get("Retry-After") or 1))
            except URLError as error:
                raise Trouble(
                    f"{self.root} does not answer: {error.reason}."
                    " Start the server with `make run`, or say where it is: `make demo PORT=8001`."
                ) from error

    def _trouble(self, error: HTTPError) -> Json:
        """What the server says is wrong; that the game has moved on is no trouble here."""
        said = error.read().decode(errors="replace")
        try:
            problem: Json = json.loads(said)
        except ValueError:
            raise Trouble(f"{error.code} from {error.url}: {said[:200]}") from error
        if error.code == 412:
            return {}
        raise Trouble(f"{error.code} {problem.get('title')}: {problem.get('detail')}") from error


# ---- what to do


def choose(options: list[Json], rng: random.Random | None) -> Json:
    """One of the options: a card that fits, else a draw; UNO is called where that can be done."""
    plays = [option for option in options if option["body"]["move"] == "play"]
    calls = [option for option in plays if option["body"].get("uno")]
    bold = [option for option in options if option["body"].get("option") not in ("no", "done")]
    best = calls or plays or bold or options
    return rng.choice(best) if rng else best[0]


def answer(asked: Json, you: int, rng: random.Random | None) -> Json | None:
    """Return the option to take now: UNO first, then the question; None if it is not ours."""
    for option in asked["open"]:
        if option["body"]["move"] in ("call-uno", "catch-uno"):
            return dict(option)
    for prompt in reversed(asked["prompts"]):
        if prompt["seat"] == you and prompt["options"]:
            return choose(prompt["options"], rng)
    return None


# ---- telling it


class Teller:
    """Turns events into sentences; it remembers how many cards lie where, and what was asked."""

    def __init__(self, game: Json, cards: Json) -> None:
        self.you = game["you"]
        self.cards = {card["code"]: card for card in cards["cards"]}
        self.names = {seat["seat"]: self._name(seat) for seat in game["seats"]}
        self.counts: Counter[str] = Counter()
        self.lasting: dict[int, str] = {}
        self.asked: Json = {"kind": "", "source": ""}
        self.explained: set[str] = set()

    def _name(self, seat: Json) -> str:
        if seat["you"]:
            return "You"
        if seat["hero"]:
            return self.card(seat["hero"])
        return (
            f"{seat['bot'].capitalize()} {seat['seat']}" if seat["bot"] else seat["player"]["name"]
        )

    def who_is_who(self, game: Json) -> Iterator[str]:
        """Who plays which hero, where players have heroes."""
        for seat in game["seats"]:
            if seat["hero"]:
                who = "You play" if seat["you"] else f"Seat {seat['seat']} ({seat['bot']}) plays"
                yield f"{who} {self.card(seat['hero'])}: {self.text(seat['hero'])}"

    # words

    def card(self, code: str) -> str:
        """What a card is called."""
        return str(self.cards[code]["name"]["en"]) if code in self.cards else code

    def text(self, code: str) -> str:
        """What is printed on a card."""
        return str(self.cards[code]["text"]["en"])

    def named(self, codes: Iterable[str]) -> str:
        """Cards by their names."""
        return ", ".join(self.card(code) for code in codes)

    def does(self, seat: int, verb: str) -> str:
        """Return a player and a verb, in the right person: "You draw", "Greedy 1 draws"."""
        if seat == self.you:
            return f"You {verb}"
        third = {"have": "has", "are": "is", "catch": "catches", "miss": "misses"}
        return f"{self.names[seat]} {third.get(verb, verb + 's')}"

    def whom(self, seat: int) -> str:
        """Return the player, or all players (-1), to whom something is done."""
        if seat < 0:
            return "everybody"
        return "you" if seat == self.you else self.names[seat]

    def whose(self, zone: str) -> int:
        """The seat that a zone belongs to."""
        return int(zone.partition(":")[2])

    # events

    def tell(self, event: Json) -> Iterator[str]:
        """The sentences of an event."""
        move, seat = event["move"], event["seat"]
        yield from self._move(move, seat)
        if event["actor"].get("fallback"):
            yield f"  ({self.names[seat]} could not decide: the first legal move was made)"
        for fact in event["facts"]:
            self._count(fact)
            line = self._fact(fact)
            if line:
                yield line
            yield from self._explained(fact)

    def _count(self, fact: Json) -> None:
        """Remember how many cards are in each zone, what lasts and the open question."""
        match fact["fact"]:
            case "cards-placed":
                self.counts[fact["zone"]] += fact["count"]
            case "cards-moved":
                self.counts[fact["source"]] -= fact["count"]
                self.counts[fact["target"]] += fact["count"]
            case "lasting-began":
                self.lasting[fact["effect"]["key"]] = fact["effect"]["card"]
            case "prompted":
                self.asked = {"source": ""} | fact["prompt"]

    def _move(self, move: Json, seat: int) -> Iterator[str]:
        match move["move"]:
            case "catch-uno":
                yield f"{self.does(seat, 'catch')} {self.whom(move['target'])} without UNO!"
            case "pass" if self.asked["kind"] == "again":
                yield f"  {self.does(seat, 'leave')} it at one card."
            case "pass":
                yield f"  {self.does(seat, 'keep')} it."
            case "resign":
                yield f"{self.does(seat, 'resign')}."
            case "choose" if move["option"] is not None:
                yield from self._choice(move["option"], seat)

    def _choice(self, option: str, seat: int) -> Iterator[str]:
        """What was answered, and to which card."""
        asking = f" for {self._asking()}" if self.asked["source"] else ""
        match self.asked["kind"]:
            case "color" if self.asked["rule"] == "common.wild":
                yield f"  {self.does(seat, 'name')} {option}."
            case "color" | "character":
                yield f"  {self.does(seat, 'name')} {option}{asking}."
            case "player" if option == "no":
                yield f"  {self.does(seat, 'take')} it."
            case "player":
                own = "yourself" if seat == self.you else "themself"
                whom = own if int(option) == seat else self.whom(int(option))
                yield f"  {self.does(seat, 'pick')} {whom}{asking}."
            case "challenge" if option == "yes":
                yield f"  {self.does(seat, 'challenge')}!"
            case "confirm" if option == "yes":
                yield f"  {self.does(seat, 'use')} {self._asking()}."
            case "card" if option != "done":
                yield f"  {self.does(seat, 'choose')} {self.card(option)}{asking}."
            case "mode":
                yield f"  {self.does(seat, 'choose')} “{option.replace('-', ' ')}”{asking}."

    def _asking(self) -> str:
        """The card that asks, or the power of a hero."""
        source = self.asked["source"]
        is_hero = source in self.cards and self.cards[source]["kind"] == "hero"
        return "the power" if is_hero else self.card(source)

    def _explained(self, fact: Json) -> Iterator[str]:
        """The text of a card that is played or flipped for the first time, if it has one."""
        if fact["fact"] != "cards-moved" or fact["verb"] not in ("play", "flip"):
            return
        for code in fact["cards"]:
            card = self.cards[code]
            has_text = card["effects"] or card["abilities"]
            if has_text and not card["color"] and code not in self.explained:
                self.explained.add(code)
                yield f"    “{self.text(code)}”"

    def _fact(self, fact: Json) -> str:
        match fact["fact"]:
            case "cards-moved":
                return self._cards_moved(fact)
            case "cards-shown":
                return self._cards_shown(fact)
            case "round-began" if fact["dealer"] < 0:
                return "-- The decks are shuffled, seven cards each are dealt."
            case "round-began":
                return f"-- Round {fact['round']}: {self.does(fact['dealer'], 'deal')}."
            case "turn-began" if self.counts[f"deck:{fact['seat']}"]:
                return self._turn(fact["seat"])
            case "direction-changed":
                way = "clockwise" if fact["direction"] > 0 else "counter-clockwise"
                return f"  Play goes {way} now."
            case "skip-changed" if fact["on"]:
                return f"  {self.does(fact['seat'], 'miss')} a turn."
            case "uno-changed" if fact["status"] == "called":
                return f"  {self.does(fact['seat'], 'call')} UNO!"
            case "uno-changed" if fact["status"] == "exposed":
                return f"  {self.does(fact['seat'], 'have')} one card, and said nothing."
            case "lasting-used":
                return f"  {self.card(self.lasting[fact['key']])} was waiting for this."
            case "seat-out":
                why = ": the deck is empty" if fact["why"] == "deck" else ""
                return f"!! {self.does(fact['seat'], 'are')} out of the game{why}."
            case "round-ended":
                how = {"blocked": "with the fewest points", "emptied": "with an emptied hand"}
                how_it_was = how.get(fact["why"], "with no card left")
                return f"-- {self.does(fact['winner'], 'win')} the round {how_it_was}."
            case "score-changed":
                return (
                    f"  {self.does(fact['seat'], 'score')} {fact['points']}: {fact['total']} now."
                )
        return ""

    def _turn(self, seat: int) -> str:
        whose = "Your" if seat == self.you else f"{self.names[seat]}’s"
        hand, deck = self.counts[f"hand:{seat}"], self.counts[f"deck:{seat}"]
        return f"-- {whose} turn: {hand} in hand, {deck} in the deck."

    def _cards_moved(self, fact: Json) -> str:
        seat, count, verb = fact["seat"], fact["count"], fact["verb"]
        cards = self.named(fact["cards"]) if fact["cards"] else f"{count} card{'s' * (count > 1)}"
        cause = f" ({self.card(fact['cause'])})" if fact.get("cause") else ""
        source, target = fact["source"], fact["target"]
        match verb:
            case "deal" if seat == self.you:
                return f"  Your hand: {cards}."
            case "turn-up":
                return f"  {cards} is turned up."
            case "play":
                return f"{self.does(seat, 'play')} {cards}."
            case "lay":
                return f"  {self.does(seat, 'lay')} {cards} on it."
            case "draw" | "add":
                return f"  {self.does(seat, verb)} {cards}{cause}."
            case "burn" if source.startswith("hand"):
                return f"  {self.does(seat, 'burn')} {cards} from the hand{cause}."
            case "burn":
                left = self.counts[source]
                return f"  {self.does(seat, 'burn')} {count}{cause}, {left} left: {cards}."
            case "recover":
                deck = self.counts[target]
                return f"  {self.does(seat, 'recover')} {count}{cause}, {deck} in the deck now."
            case "exchange" if target.startswith("hand"):
                return f"  {self.does(seat, 'take')} {cards} from the Burn Pile{cause}."
            case "exchange":
                return f"  {self.does(seat, 'lay')} {cards} there instead."
            case "reshuffle" if target == "draw":
                return "  The discard pile is shuffled into a new draw pile."
            case "reshuffle":
                return "  The Danger cards are shuffled into a new deck."
            case "flip":
                kind = self.cards[fact["cards"][0]]["kind"].capitalize()
                return f"* {self.does(seat, 'flip')} a Danger card: {cards} ({kind})."
            case "attach":
                return f"  {self.does(seat, 'keep')} it."
            case "attack":
                return f"  It attacks {self.whom(seat)}."
            case "replace":
                return f"  {cards} goes away."
            case "discard" if self.cards[fact["cards"][0]]["kind"] != "event":
                return "  It is thrown away."
            case "defeat":
                where = self.whose(source)
                before = "" if where == seat else f", which attacked {self.whom(where)}"
                return f"  {self.does(seat, 'defeat')} {cards}{before}!"
            case "destroy":
                return f"  {cards} is destroyed{cause}."
            case "take":
                whom = self.whom(self.whose(source))
                return f"  {self.does(self.whose(target), 'take')} {cards} from {whom}{cause}."
            case "move":
                return f"  {cards} moves on and attacks {self.whom(self.whose(target))}."
        return ""

    def _cards_shown(self, fact: Json) -> str:
        seat = fact["seat"]
        if fact["verb"] == "dealer":
            return f"  {self.does(seat, 'draw')} {self.named(fact['cards'])} for the deal."
        if fact["verb"] == "reveal":
            shown = self.named(fact["cards"]) if fact["cards"] else "a card"
            return f"  {self.does(seat, 'reveal')} {shown}."
        held = f": {self.named(fact['cards'])}" if fact["cards"] else ""
        return f"  {self.does(seat, 'show')} {self.whom(fact.get('to', -1))} the whole hand{held}."


# ---- the game


def begin(api: Api, args: argparse.Namespace) -> Json:
    """Become a guest, create a game with bots and begin."""
    api.secret = api.post("players/", {"name": "Demo"})["token"]["secret"]
    variant = api.get(f"variants/{args.variant}/")
    args.seats = args.seats or min(4, variant["most"])
    seats = [{"kind": "me"}, *({"kind": "bot", "bot": args.bot} for _ in range(args.seats - 1))]
    asked: Json = {"variant": args.variant, "seats": seats, "start": True}
    if args.rounds and "rounds" in variant["options"]["properties"]:
        asked["options"] = {"rounds": args.rounds}
    return api.post("games/", asked)


def play(api: Api, game: Json, teller: Teller, rng: random.Random | None) -> Json:
    """Play to the end; the last event."""
    path, seq = f"games/{game['id']}/", 0
    last: Json = {}
    heard = time.monotonic()
    while True:
        page = api.get(f"{path}events/?after={seq}&limit=200")
        for event in page["results"]:
            seq, last, heard = event["seq"], event, time.monotonic()
            for line in teller.tell(event):
                print(line, flush=True)
        if any(fact["fact"] == "game-ended" for fact in last.get("facts", ())):
            return last
        asked = api.get(f"{path}prompts/")
        option = answer(asked, game["you"], rng) if asked["seq"] == seq else None
        if option is not None:
            api.post(f"{path}moves/", option["body"], seq)
        elif not page["results"]:
            if time.monotonic() - heard > PATIENCE:
                raise Trouble(f"Nothing has happened for {PATIENCE} seconds.")
            time.sleep(0.1)


def main() -> int:
    """Play one game; 0 when it came to its end."""
    parser = argparse.ArgumentParser(description="Play a game against bots, and tell it.")
    default = os.environ.get("FAIRDEAL_URL", "http://127.0.0.1:8000")
    parser.add_argument("--url", default=default, help="where the server is (%(default)s)")
    parser.add_argument("--variant", default="avengers", help="the game (%(default)s)")
    parser.add_argument("--seats", type=int, help="how many play (4, or as many as can)")
    parser.add_argument("--bot", default="greedy", help="which bot (%(default)s)")
    parser.add_argument("--rounds", type=int, default=1, help="0: as the game has it (%(default)s)")
    parser.add_argument("--seed", type=int, help="choose by lot, by this seed")
    args = parser.parse_args()
    api = Api(args.url)
    try:
        game = begin(api, args)
        print(f"Game {game['id']}: {args.variant}, {args.seats} at the table, you on seat 0.")
        teller = Teller(game, api.get(f"editions/{game['edition']}/cards/"))
        for line in teller.who_is_who(game):
            print(line)
        last = play(api, game, teller, None if args.seed is None else random.Random(args.seed))
        ended = api.get(f"games/{game['id']}/")
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    winner = ended["position"]["result"]["winner"]
    why = ended["table"]["ended"]
    print(f"== {teller.does(winner, 'win')} the game: {why}.")
    print(f"Events: {last['seq']}. Digest of the last: {last['digest']}")
    print(f"The seed of its shuffles, committed to before the deal: {ended['seed']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
