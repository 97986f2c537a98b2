"""Play a game against bots in a terminal, or let this program play it.

    python examples/play.py --variant xmen --language fr-CA
    python examples/play.py --auto --url http://127.0.0.1:8000 --variant ultimate --seats 4

Nothing but the address is known here: no card and no rule. All that is shown about the game are
words of the server: one request returns the question with its options and the body to post for
each, the table, what has happened, and the texts of the cards. The output is plain lines.

The player contributes a share to the seed. If the package cryptography is installed, the player has
a key as well, and signs each move. At the end both are looked for in the game's bundle.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import secrets
import sys
import time
import uuid
from collections.abc import Iterator
from datetime import datetime
from hashlib import sha256
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

try:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
except ImportError:
    Ed25519PrivateKey = None  # type: ignore[assignment, misc]

Json = dict[str, Any]

MAX_IDLE_SECONDS = 120
"""How many seconds without an event are too many."""

SILENT_SECONDS = 3
"""After how many seconds a person is told for whom the game waits."""

REPLY_SECONDS = 30
"""How long a response may take."""

RETRY_SECONDS = 20
"""How long a request is sent again and again to a server that no longer answers."""

RETRY_WAIT = 0.5
"""How many seconds lie between two attempts."""

SCREEN = "include=table,since,cards"
"""The query for all that a screen shows."""

LOG_EVENTS = 12
"""How many events of the log are shown at once."""

LANGUAGES = {"en": "English", "fr-CA": "Français (Canada)"}

WORDS = {
    "en": {
        "which-game": "Which game?",
        "which-hero": "Which hero do you play?",
        "by-lot": "One by lot",
        "type-number": "Type a number from 1 to {most}.",
        "begin": "Game {id}. At the table, clockwise: {seats}. Your seat is {you}.",
        "seat": "{name} (seat {seat})",
        "help": "Type the number of an option. Type ? for the table, l for the log, c for the cards"
        " in sight, c 3 for the card of option 3, h for the goal and the glossary, q to leave.",
        "again": "Again: {why}",
        "your-answer": "Your answer, 1 to {most}:",
        "wrong": "{given} is no answer here.",
        "meanwhile": "You may do this now. Press Enter to do nothing.",
        "card-text": "{name}: {text}",
        "done": "Already done: {text}",
        "remaining": "After your answer: {text}",
        "unavailable": "Not now: {cards}. {why}",
        "until": "Answer within {seconds} seconds, by {time}.",
        "danger": "It shows the Danger icon.",
        "omitted": "Events left out: {count}. Type l for the log.",
        "moved-on": "The game has moved on. Nothing was played.",
        "no-card": "There is no card {given} in sight. Type c for the list.",
        "no-card-of": "Option {given} is not a card.",
        "defeat": "Defeated by {cost}.",
        "points": "Points: {points}.",
        "in-sight": "Cards in sight: {cards}.",
        "table": "The table.",
        "hand": "Your cards: {cards}.",
        "enemy": "{name}: {attacks} {defeat}",
        "lasting": "{name}: {text} {lasts}",
        "you": "you",
        "leave": "Leave the game? You cannot return. Type yes to leave.",
        "yes": "yes",
        "left": "You have left the game.",
        "end-of-input": "The input has ended.",
        "events": "Events: {count}. Digest of the last: {digest}",
        "seed": "The seed of its shuffles: {seed}",
        "share-holds": "My share is in the seed.",
        "key-holds": "My key is in row 1.",
        "no-key": "Without cryptography, moves are not signed.",
        "receipts-hold": "The game agrees with my {count} receipts.",
        "no-server": "{url} does not answer: {reason}. Start the server with `make run`, or say"
        " where it is: `make demo PORT=8001`.",
        "retrying": "The server does not answer. Trying again.",
        "gone": "The server no longer answers: {reason}. The game is stored there as far as it was"
        " played.",
    },
    "fr-CA": {
        "which-game": "Quel jeu?",
        "which-hero": "Quel héros joues-tu?",
        "by-lot": "Au hasard",
        "type-number": "Tape un nombre de 1 à {most}.",
        "begin": "Partie {id}. À la table, dans le sens horaire : {seats}. Ton siège est le {you}.",
        "seat": "{name} (siège {seat})",
        "help": "Tape le numéro d’une option. Tape ? pour la table, l pour le journal, c pour les"
        " cartes visibles, c 3 pour la carte de l’option 3, h pour le but et le lexique, q pour"
        " quitter.",
        "again": "De nouveau : {why}",
        "your-answer": "Ta réponse, de 1 à {most} :",
        "wrong": "{given} n’est pas une réponse ici.",
        "meanwhile": "Tu peux faire ceci maintenant. Appuie sur Entrée pour ne rien faire.",
        "card-text": "{name} : {text}",
        "done": "Déjà fait : {text}",
        "remaining": "Après ta réponse : {text}",
        "unavailable": "Pas maintenant : {cards}. {why}",
        "until": "Réponds d’ici {seconds} secondes, avant {time}.",
        "danger": "Elle porte l’icône Danger.",
        "omitted": "Événements omis : {count}. Tape l pour le journal.",
        "moved-on": "La partie a avancé. Rien n’a été joué.",
        "no-card": "Aucune carte {given} n’est visible. Tape c pour la liste.",
        "no-card-of": "L’option {given} n’est pas une carte.",
        "defeat": "Vaincue par {cost}.",
        "points": "Points : {points}.",
        "in-sight": "Cartes visibles : {cards}.",
        "table": "La table.",
        "hand": "Tes cartes : {cards}.",
        "enemy": "{name} : {attacks} {defeat}",
        "lasting": "{name} : {text} {lasts}",
        "you": "toi",
        "leave": "Quitter la partie? Tu ne pourras pas y revenir. Tape oui pour quitter.",
        "yes": "oui",
        "left": "Tu as quitté la partie.",
        "end-of-input": "L’entrée est terminée.",
        "events": "Événements : {count}. Empreinte du dernier : {digest}",
        "seed": "La graine de ses mélanges : {seed}",
        "share-holds": "Ma part est dans la graine.",
        "key-holds": "Ma clé est dans la première rangée.",
        "no-key": "Sans cryptography, les coups ne sont pas signés.",
        "receipts-hold": "La partie concorde avec mes {count} reçus.",
        "no-server": "{url} ne répond pas : {reason}. Démarre le serveur avec `make run`, ou dis où"
        " il est : `make demo PORT=8001`.",
        "retrying": "Le serveur ne répond pas. Nouvel essai.",
        "gone": "Le serveur ne répond plus : {reason}. La partie y est enregistrée jusqu’au dernier"
        " coup joué.",
    },
}
"""What this program says itself."""


# ---- the API


class Trouble(Exception):
    """The server refuses something, or does not answer."""


class Busy(Exception):
    """The server asks to wait, then to send the request again."""

    def __init__(self, error: HTTPError) -> None:
        super().__init__(error.code)
        self.seconds = float(error.headers.get("Retry-After") or 1)


class MovedOn(Exception):
    """The game is not where the player saw it."""


class Left(Exception):
    """The player leaves the game."""


class Api:
    """The server's API, as one player uses it."""

    def __init__(self, url: str, language: str) -> None:
        self.root = f"{url.rstrip('/')}/api/v1/"
        self.secret = ""
        self.language = language
        self._has_answered = False

    def get(self, path: str) -> Json:
        """Read something."""
        return self._send("GET", path, None, {}) or {}

    def get_if_changed(self, path: str, tag: str) -> tuple[Json | None, str]:
        """Read something with its ETag; None if it still has the given one."""
        found = self._send("GET", path, None, {"If-None-Match": tag} if tag else {})
        return found, self.tag

    def post(self, path: str, body: Json, seq: int | None = None, **more: str) -> Json:
        """Have something done, once, even if the request has to be sent again."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        if seq is not None:
            headers["If-Match"] = f'"{seq}"'
        return self._send("POST", path, body, headers) or {}

    def _send(self, method: str, path: str, body: Json | None, headers: Json) -> Json | None:
        headers |= {"Accept": "application/json", "Accept-Language": self.language}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.root + path, data, headers, method=method)
        failing_since = 0.0
        while True:
            try:
                return self._send_once(request)
            except Busy as busy:
                time.sleep(busy.seconds)
            except (HTTPException, OSError, ValueError) as error:
                if not self._has_answered:
                    raise self._no_answer("no-server", error) from error
                if not failing_since:
                    failing_since = time.monotonic()
                    show(WORDS[self.language]["retrying"])
                if time.monotonic() - failing_since >= RETRY_SECONDS:
                    raise self._no_answer("gone", error) from error
                time.sleep(RETRY_WAIT)

    def _send_once(self, request: Request) -> Json | None:
        try:
            with urlopen(request, timeout=REPLY_SECONDS) as reply:
                self.tag = reply.headers.get("ETag", "")
                response: Json = json.load(reply)
        except HTTPError as error:
            with error:
                self._has_answered = True
                if error.code == 304:
                    return None
                if error.code in (429, 503):
                    raise Busy(error) from error
                raise self._trouble(error) from error
        self._has_answered = True
        return response

    def _no_answer(self, text: str, error: Exception) -> Trouble:
        reason = getattr(error, "reason", None) or str(error) or type(error).__name__
        return Trouble(WORDS[self.language][text].format(url=self.root, reason=reason))

    def _trouble(self, error: HTTPError) -> Exception:
        """Return what the server says is wrong."""
        body = error.read().decode(errors="replace")
        try:
            problem: Json = json.loads(body)
        except ValueError:
            return Trouble(f"{error.code} from {error.url}: {body[:200]}")
        if error.code == 412:
            return MovedOn()
        flaws = [flaw["detail"] for flaw in problem.get("errors", ())]
        return Trouble(" ".join([f"{problem.get('title')}.", problem.get("detail", ""), *flaws]))


# ---- the proof


class Evidence:
    """What the player contributes to a game, and stores of it: share, key and receipts."""

    def __init__(self) -> None:
        self.share = secrets.token_hex(32)
        self.receipts: list[Json] = []
        self._key = Ed25519PrivateKey.generate() if Ed25519PrivateKey else None

    @property
    def key(self) -> str | None:
        """The public key, None if moves cannot be signed here."""
        return self._key.public_key().public_bytes_raw().hex() if self._key else None

    def seat(self) -> Json:
        """Return the seat to ask for."""
        return {"kind": "me", "share": self.share} | ({"key": self.key} if self._key else {})

    def headers(self, game: Json, seq: int, body: Json) -> dict[str, str]:
        """Return the headers of a move: its signature, and the wish for a receipt."""
        headers = {"Prefer": "receipt"}
        if self._key:
            choices = body.get("choices") or {}
            signed = {"choices": choices, "game": game["id"], "seq": seq}
            signed["move"] = as_in_rows(body, game["you"])
            message = b"fairdeal-move-v2/" + canonical(signed)
            headers["Move_Signature"] = self._key.sign(message).hex()
        return headers

    def check(self, bundle: Json, you: int, words: Json) -> Iterator[str]:
        """Check what was stored in a game's bundle; yield what holds, raise ``Trouble``."""
        start, head = bundle["events"][0]["move"], bundle["head"]
        if start["chance"]["shares"][you] != self.share:
            raise Trouble("The game has another share than mine: it is not fair.")
        yield words["share-holds"]
        if start["seats"][you]["key"] != self.key:
            raise Trouble("The game has another key than mine.")
        yield words["key-holds" if self.key else "no-key"]
        label = b"fairdeal-shake256-v2/commitment/"
        if sha256(label + bytes.fromhex(bundle["seed"])).hexdigest() != head["commitment"]:
            raise Trouble("The seed of the server is not the one that it committed to.")
        for receipt in self.receipts:
            past = receipt["head"]
            mark = bundle["events"][past["seq"] - 1]["mark"] if past["seq"] else ""
            if past["commitment"] != head["commitment"] or not past["digest"].startswith(mark):
                raise Trouble(f"The game was changed after my receipt of row {past['seq']}.")
        yield words["receipts-hold"].format(count=len(self.receipts))


def as_in_rows(body: Json, you: int) -> Json:
    """Return a move as rows have it: with the seat, and text as the option."""
    move = {name: value for name, value in body.items() if name != "choices"} | {"seat": you}
    match body["move"]:
        case "play":
            move["uno"] = bool(body.get("uno"))
        case "choose":
            move["option"] = str(body["option"])
        case "catch-uno":
            move["target"] = body["seat"]
    return move


def canonical(value: Json) -> bytes:
    """Return a value as canonical JSON (RFC 8785)."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


# ---- what a robot does


def choose(options: list[Json], rng: random.Random | None) -> Json:
    """One of the options: a card that fits, else a draw; UNO is called where that can be done."""
    plays = [option for option in options if option["body"]["move"] == "play"]
    calls = [option for option in plays if option["body"].get("uno")]
    bold = [option for option in options if option["body"].get("option") not in ("no", "done")]
    best = calls or plays or bold or options
    return rng.choice(best) if rng else best[0]


def answer(prompts: Json, you: int, rng: random.Random | None) -> Json | None:
    """Return the option to take now: UNO first, then the question; None if it is not ours."""
    for option in prompts["open"]:
        if option["body"]["move"] in ("call-uno", "catch-uno"):
            return dict(option)
    for prompt in reversed(prompts["prompts"]):
        if prompt["seat"] == you and prompt["options"]:
            return choose(prompt["options"], rng)
    return None


# ---- showing it


class Shower:
    """Shows a game in plain lines, in the words of the server."""

    def __init__(self, game: Json, language: str) -> None:
        self.you = game["you"]
        self.words = WORDS[language]
        self.names = [self._name(seat) for seat in game["seats"]]
        self.told = 0
        self.cards: dict[str, Json] = {}
        self.in_sight: list[str] = []
        self._asking = ""

    def say(self, text: str, /, **values: object) -> None:
        """Show a line of this program's own."""
        show(self.words[text].format(**values))

    def _name(self, seat: Json) -> str:
        if seat["you"]:
            return self.words["you"]
        name = seat["player"]["name"] if seat["player"] else seat["bot"]
        return self.words["seat"].format(name=name, seat=seat["seat"])

    def news(self, screen: Json) -> None:
        """Show what has happened since it was shown last."""
        self.cards |= {card["code"]: card for card in screen["cards"]}
        self.in_sight = [card["code"] for card in screen["cards"]]
        since = screen["since"] or {"sentences": [], "omitted": 0}
        new = [one for one in since["sentences"] if one["seq"] > self.told]
        if since["omitted"] and new and new[0]["seq"] > self.told + 1:
            self.say("omitted", count=new[0]["seq"] - self.told - 1)
        for one in new:
            show(one["text"])
        self.told = max(self.told, screen["seq"])

    def question(self, prompt: Json, options: list[Json], table: Json) -> None:
        """Show a question with its numbered options."""
        show("")
        if prompt["kind"] == "turn":
            self._dangers(table)
        show(prompt["why"])
        card = prompt["card"]
        if card:
            if card["code"] != self._asking and card["text"] not in prompt["why"]:
                self.say("card-text", **card)
            for part in ("done", "remaining"):
                if card[part]:
                    self.say(part, text=" ".join(card[part]))
        self._asking = card["code"] if card else ""
        if prompt["deadline"]:
            self._deadline(prompt["deadline"])
        self.options(options)
        reasons: dict[str, list[str]] = {}
        for one in prompt["unavailable"]:
            reasons.setdefault(one["why"], []).append(one["name"])
        for why, names in reasons.items():
            self.say("unavailable", why=why, cards=", ".join(names))

    def _dangers(self, table: Json) -> None:
        """Show who is about to win or go out, and the Enemy that attacks you."""
        for one in table["near_end"]:
            show(one["text"])
        enemy = table["places"][self.you]["enemy"]
        if enemy:
            self.say("enemy", **enemy)

    def options(self, options: list[Json]) -> None:
        """Show numbered options, each with what it does."""
        for number, option in enumerate(options, 1):
            parts = [sentence(option["label"]), option.get("text", "")]
            parts += [*option.get("effects", ()), *option.get("warnings", ())]
            show(f"{number}. {' '.join(part for part in parts if part)}")

    def _deadline(self, deadline: str) -> None:
        moment = datetime.fromisoformat(deadline.replace("Z", "+00:00"))
        left = max(0, round(moment.timestamp() - time.time()))
        self.say("until", seconds=left, time=moment.astimezone().strftime("%H:%M:%S"))

    # on demand

    def name_of(self, code: str) -> str:
        """Return what a card is called."""
        return str(self.cards[code]["name"]) if code in self.cards else code

    def named(self, codes: list[str]) -> str:
        """Return cards by their names."""
        return ", ".join(map(self.name_of, codes))

    def table(self, table: Json) -> None:
        """Show the table."""
        self.say("table")
        for line in table["text"]:
            show(line)
        for place in table["places"]:
            show(place["text"])
            if place["cards"]:
                self.say("hand", cards=self.named(place["cards"]))
            if place["enemy"]:
                self.say("enemy", **place["enemy"])
        for one in table["lasting"]:
            self.say("lasting", **one)
        for one in table["near_end"]:
            show(one["text"])

    def card(self, given: str, options: list[Json]) -> None:
        """Show a card: that of an option, or one in sight by its name."""
        if not given:
            self.say("in-sight", cards=self.named(self.in_sight))
            return
        code = given
        if given.isdigit() and 1 <= int(given) <= len(options):
            body = options[int(given) - 1]["body"]
            code = str(body.get("card") or body.get("option") or "")
            if code not in self.cards:
                self.say("no-card-of", given=given)
                return
        wanted = code.casefold()
        for card in self.cards.values():
            if wanted in (card["code"], card["name"].casefold()):
                parts = [sentence(card["name"]), card["text"]]
                parts += [self.words["danger"]] if card["danger"] else []
                if card["defeat"]:
                    parts.append(self.words["defeat"].format(cost=card["defeat"]))
                if card["points"]:
                    parts.append(self.words["points"].format(points=card["points"]))
                show(" ".join(parts))
                return
        self.say("no-card", given=given)

    def log(self, entries: list[Json]) -> None:
        """Show events of the log."""
        for entry in entries:
            show(f"{entry['seq']}. {' '.join(one['text'] for one in entry['sentences'])}")


def sentence(text: str) -> str:
    """Return a label as a sentence."""
    return text if text.endswith((".", "!", "?")) else f"{text}."


def show(line: str) -> None:
    """Show a line."""
    print(line, flush=True)


# ---- who decides


class Robot:
    """Decides by itself: what ``choose`` says."""

    def __init__(self, rng: random.Random | None) -> None:
        self._rng = rng

    def decide(self, screen: Json, you: int) -> Json | None:
        """Return the body to post, None to wait."""
        option = answer(screen, you, self._rng)
        return option["body"] if option else None

    def moved_on(self) -> None:
        """Decide again, on the next screen."""

    def wait(self, prompts: list[Json]) -> None:
        """Wait in silence."""


class Person:
    """Decides by what a person types."""

    def __init__(self, api: Api, game: Json, shower: Shower) -> None:
        self._api, self._game, self._shower = api, game, shower
        self._offered: set[str] = set()
        self._awaited = ""

    def decide(self, screen: Json, you: int) -> Json | None:
        """Return the body to post, None to wait."""
        besides = [one for one in screen["open"] if one["body"]["move"] != "resign"]
        for prompt in reversed(screen["prompts"]):
            if prompt["seat"] == you and prompt["options"]:
                options = [*prompt["options"], *besides]
                self._shower.question(prompt, options, screen["table"])
                return self._ask(screen, options)
        offers = json.dumps(besides)
        if not besides or offers in self._offered:
            return None
        self._offered.add(offers)
        self._shower.say("meanwhile")
        self._shower.options(besides)
        return self._ask(screen, besides, may_wait=True)

    def moved_on(self) -> None:
        """Say that the answer came too late."""
        self._shower.say("moved-on")

    def wait(self, prompts: list[Json]) -> None:
        """Show for whom the game waits, once."""
        why = prompts[-1]["why"] if prompts else ""
        if why and why != self._awaited:
            show(why)
        self._awaited = why

    def _ask(self, screen: Json, options: list[Json], *, may_wait: bool = False) -> Json | None:
        shower = self._shower
        while True:
            given = read(shower.words["your-answer"].format(most=len(options)))
            command, _, rest = given.partition(" ")
            if given.isdigit() and 1 <= int(given) <= len(options):
                body: Json = options[int(given) - 1]["body"]
                return body
            if not given and may_wait:
                return None
            match command.casefold():
                case "?":
                    shower.table(screen["table"])
                case "l":
                    after = max(0, screen["seq"] - LOG_EVENTS)
                    path = f"games/{self._game['id']}/log/?after={after}&limit={LOG_EVENTS}"
                    shower.log(self._api.get(path)["results"])
                case "c":
                    shower.card(rest.strip(), options)
                case "h":
                    show_goal(self._api, self._game)
                case "q":
                    self._leave()
                case _:
                    if given:
                        shower.say("wrong", given=given)
                    shower.say("help")

    def _leave(self) -> None:
        self._shower.say("leave")
        if read(">").casefold() == self._shower.words["yes"]:
            raise Left


def read(prompt: str) -> str:
    """Return what is typed, without spaces around it."""
    return input(f"{prompt} ").strip()


def pick(question: str, choices: list[str], words: Json) -> int:
    """Ask for one of some choices; return its place from 0."""
    show(question)
    for number, choice in enumerate(choices, 1):
        show(f"{number}. {choice}")
    while True:
        given = read(">")
        if given.isdigit() and 1 <= int(given) <= len(choices):
            return int(given) - 1
        show(words["type-number"].format(most=len(choices)))


def show_goal(api: Api, game: Json) -> None:
    """Show the goal of the game, and what its words mean."""
    variant = api.get(f"variants/{game['variant']}/")
    for line in variant["goal"]:
        show(line)
    for term in variant["glossary"]:
        show(f"{sentence(term['title'])} {term['text']}")


# ---- the game


def begin(api: Api, args: argparse.Namespace, evidence: Evidence, hero: str | None) -> Json:
    """Become a guest, create a game with bots and begin."""
    api.secret = api.post("players/", {"name": args.name})["token"]["secret"]
    variant = api.get(f"variants/{args.variant}/")
    args.seats = args.seats or min(4, variant["most"])
    mine = evidence.seat() | ({"hero": hero} if hero else {})
    seats = [mine, *({"kind": "bot", "bot": args.bot} for _ in range(args.seats - 1))]
    asked: Json = {"variant": args.variant, "seats": seats, "start": True}
    if args.rounds and "rounds" in variant["options"]["properties"]:
        asked["options"] = {"rounds": args.rounds}
    game = api.post("games/", asked)
    evidence.receipts.append(game["receipt"])
    return game


def play(api: Api, game: Json, shower: Shower, player: Robot | Person, evidence: Evidence) -> None:
    """Play to the end."""
    path, tag, heard = f"games/{game['id']}/", "", time.monotonic()
    screen: Json | None = None
    prompts: list[Json] = []
    while True:
        if screen is None:
            screen, tag = api.get_if_changed(f"{path}prompts/?{SCREEN}", tag)
        if screen is None:
            idle = time.monotonic() - heard
            if idle > MAX_IDLE_SECONDS:
                raise Trouble(f"Nothing has happened for {MAX_IDLE_SECONDS} seconds.")
            if idle > SILENT_SECONDS:
                player.wait(prompts)
            time.sleep(0.2)
            continue
        heard, prompts = time.monotonic(), screen["prompts"]
        shower.news(screen)
        if screen["table"]["ended"]:
            show(screen["table"]["text"][0])
            return
        body, seq = player.decide(screen, game["you"]), screen["seq"]
        screen = None
        if body is None:
            continue
        headers, tag = evidence.headers(game, seq, body), ""
        try:
            screen = api.post(f"{path}moves/?{SCREEN}", body, seq, **headers)
            evidence.receipts.append(screen["receipt"])
        except MovedOn:
            player.moved_on()


def leave(api: Api, game: Json, evidence: Evidence) -> None:
    """Resign, so that the other players need not wait."""
    path, body = f"games/{game['id']}/", {"move": "resign"}
    while True:
        seq = api.get(f"{path}prompts/")["seq"]
        try:
            api.post(f"{path}moves/", body, seq, **evidence.headers(game, seq, body))
        except MovedOn:
            continue
        return


def finish(api: Api, game: Json, shower: Shower, evidence: Evidence) -> None:
    """Show the result, and what the bundle of the game proves."""
    ended = api.get(f"games/{game['id']}/")
    bundle = api.get(f"games/{game['id']}/audit/bundle/")
    shower.say("events", count=ended["seq"], digest=bundle["head"]["digest"])
    shower.say("seed", seed=ended["seed"])
    for line in evidence.check(bundle, game["you"], shower.words):
        show(line)


def set_up(args: argparse.Namespace) -> None:
    """Ask a person for what the command line leaves open; a robot takes the first."""
    if args.auto:
        args.language, args.variant = args.language or "en", args.variant or "avengers"
        return
    Api(args.url, "en").get("")  # Ask nothing if no server answers.
    if args.language is None:
        at = pick("Language? Langue?", list(LANGUAGES.values()), WORDS["en"])
        args.language = list(LANGUAGES)[at]
    api, words = Api(args.url, args.language), WORDS[args.language]
    if args.variant is None:
        found = api.get("variants/")["results"]
        names = [one["name"] for one in found]
        args.variant = found[pick(words["which-game"], names, words)]["code"]


def choose_hero(api: Api, args: argparse.Namespace) -> str | None:
    """Ask which hero to play in a game with heroes; None for one by lot."""
    edition = api.get(f"variants/{args.variant}/")["edition"]
    heroes = api.get(edition["href"].removeprefix("/api/v1/"))["heroes"]
    if not heroes:
        return None
    codes = [hero["code"] for hero in heroes]
    query = urlencode([("code", code) for code in codes])
    cards = api.get(f"editions/{edition['hash']}/cards/?{query}")["cards"]
    words, language = WORDS[args.language], args.language
    choices = [words["by-lot"]]
    choices += [
        words["card-text"].format(name=card["name"][language], text=card["text"][language])
        for card in cards
    ]
    at = pick(words["which-hero"], choices, words)
    return str(cards[at - 1]["code"]) if at else None


def play_one(args: argparse.Namespace) -> int:
    """Play one game; 0 if it came to its end."""
    set_up(args)
    api, evidence = Api(args.url, args.language), Evidence()
    hero = None if args.auto else choose_hero(api, args)
    game = begin(api, args, evidence, hero)
    shower = Shower(game, args.language)
    seats = ", ".join(shower.names)
    shower.say("begin", id=game["id"], seats=seats, you=game["you"])
    player: Robot | Person
    if args.auto:
        player = Robot(None if args.seed is None else random.Random(args.seed))
    else:
        shower.say("help")
        player = Person(api, game, shower)
    try:
        play(api, game, shower, player, evidence)
    except Left:
        leave(api, game, evidence)
        shower.say("left")
        return 1
    finish(api, game, shower, evidence)
    return 0


def main() -> int:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description="Play a game against bots in a terminal.")
    default = os.environ.get("FAIRDEAL_URL", "http://127.0.0.1:8000")
    parser.add_argument("--url", default=default, help="where the server is (%(default)s)")
    parser.add_argument("--auto", action="store_true", help="let this program play")
    parser.add_argument("--language", choices=list(LANGUAGES), help="the language of all words")
    parser.add_argument("--variant", help="the game: avengers, xmen or ultimate")
    parser.add_argument("--name", default="Demo", help="your name (%(default)s)")
    parser.add_argument("--seats", type=int, help="how many play (4, or as many as can)")
    parser.add_argument("--bot", default="greedy", help="which bot (%(default)s)")
    parser.add_argument("--rounds", type=int, default=1, help="0: as the game has it (%(default)s)")
    parser.add_argument("--seed", type=int, help="with --auto, choose by lot, by this seed")
    args = parser.parse_args()
    try:
        return play_one(args)
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
    except (EOFError, KeyboardInterrupt):
        print(WORDS[args.language or "en"]["end-of-input"], file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
