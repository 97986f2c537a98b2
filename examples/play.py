"""Play a game against bots in a terminal, or let this program play it.

    python examples/play.py --variant xmen --language fr-CA
    python examples/play.py --auto --url http://127.0.0.1:8000 --variant ultimate --seats 4

Nothing but the address is known here: no card and no rule. All that is shown about the game are
words of the server: one request returns the question with its options and the body to post for
each, the table, what has happened, and the texts of the cards. The output is plain lines.

The player contributes a share to the seed, and opens it only when the server has signed and logged
terms that bind it; signs each move over digests that are computed here; and stores each receipt
(play_evidence.py). At the end the game and all this are in a folder of DATA_DIR, and a verifier
judges them. The player and the game of a person are stored there until the next start.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import time
import uuid
from datetime import datetime
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from play_evidence import Distrust, Evidence, keys_of

Json = dict[str, Any]

MAX_IDLE_SECONDS = 120
"""How many seconds without an event are too many for a robot."""

SILENT_SECONDS = 3
"""After how many seconds a person is told for whom the game waits."""

REPLY_SECONDS = 30
"""How long a response may take."""

RETRY_SECONDS = 20
"""How long a robot sends a request again to a server that no longer answers. A person may stop."""

RETRY_WAIT, MAX_RETRY_WAIT = 0.5, 10
"""How many seconds lie between the first two attempts, and at most between two."""

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
        "begin": "Game {id}. Your seat is {you}.",
        "in-hand": "Cards in hand, clockwise: {counts}.",
        "help": "Type the number of an option. Type ? for the table, l for the log, c for the cards"
        " in sight, c 3 for the card of option 3, h for the goal, g for the glossary, q to leave.",
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
        "table": "The table.",
        "hand": "Your cards: {cards}.",
        "enemy": "{name}: {attacks} {defeat}",
        "lasting": "{name}: {text} {lasts}",
        "you": "you",
        "leave": "Leave the game? You cannot return. Type yes to leave.",
        "yes": "yes",
        "left": "You have left the game.",
        "go-on?": "You have a game in progress: {game}.",
        "go-on": "Go on with it",
        "leave-it": "Leave it for good, and start a new game",
        "other-server": "The game in progress is on {url}. A new game here replaces it.",
        "dropped": "The stored player and game are dropped. {why}",
        "is-over": "The stored game is over.",
        "come-back": "The game is stored: type `make play` to go on with it.",
        "stopped": "Stopped.",
        "seed": "The seed of its shuffles: {seed}",
        "kept": "The game, its receipts and the proof of the log are in {folder}. The verifier"
        " says:",
        "not-passed": "This game is not proved. Store that folder: it is your evidence.",
        "no-server": "{url} does not answer: {reason}. Start the server with `make run`, or say"
        " where it is: `make play PORT=8001`.",
        "retrying": "The server does not answer. Trying again.",
        "gone": "The server no longer answers: {reason}. The game is stored there as far as it was"
        " played.",
    },
    "fr-CA": {
        "which-game": "Quel jeu?",
        "which-hero": "Quel héros joues-tu?",
        "by-lot": "Au hasard",
        "type-number": "Tape un nombre de 1 à {most}.",
        "begin": "Partie {id}. Ton siège est le {you}.",
        "in-hand": "Cartes en main, dans le sens horaire : {counts}.",
        "help": "Tape le numéro d’une option. Tape ? pour la table, l pour le journal, c pour les"
        " cartes visibles, c 3 pour la carte de l’option 3, h pour le but, g pour le lexique, q"
        " pour quitter.",
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
        "table": "La table.",
        "hand": "Tes cartes : {cards}.",
        "enemy": "{name} : {attacks} {defeat}",
        "lasting": "{name} : {text} {lasts}",
        "you": "toi",
        "leave": "Quitter la partie? Tu ne pourras pas y revenir. Tape oui pour quitter.",
        "yes": "oui",
        "left": "Tu as quitté la partie.",
        "go-on?": "Tu as une partie en cours : {game}.",
        "go-on": "La continuer",
        "leave-it": "La quitter pour de bon et en commencer une autre",
        "other-server": "La partie en cours est sur {url}. Une nouvelle partie ici la remplace.",
        "dropped": "Le joueur et la partie conservés sont abandonnés. {why}",
        "is-over": "La partie conservée est terminée.",
        "come-back": "La partie est conservée : tape `make play` pour la continuer.",
        "stopped": "Arrêt.",
        "seed": "La graine de ses mélanges : {seed}",
        "kept": "La partie, ses reçus et la preuve du registre sont dans {folder}. Le vérificateur"
        " dit :",
        "not-passed": "Cette partie n’est pas prouvée. Conserve ce dossier : c’est ta preuve.",
        "no-server": "{url} ne répond pas : {reason}. Démarre le serveur avec `make run`, ou dis où"
        " il est : `make play PORT=8001`.",
        "retrying": "Le serveur ne répond pas. Nouvel essai.",
        "gone": "Le serveur ne répond plus : {reason}. La partie y est enregistrée jusqu’au dernier"
        " coup joué.",
    },
}
"""What this program says itself."""


# ---- the API


class Trouble(Exception):
    """The server refuses something, or does not answer."""


class Unknown(Trouble):
    """The server does not know the player, or not the game."""


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
        self.is_patient = False
        self._has_answered = False

    def get(self, path: str) -> Json:
        """Read something."""
        found: Json = json.loads(self.download(path))
        return found

    def download(self, path: str) -> bytes:
        """Return the bytes of a file, as they were signed."""
        return self._send("GET", path, None, {}) or b"{}"

    def get_if_changed(self, path: str, tag: str) -> tuple[Json | None, str]:
        """Read something with its ETag; None if it still has the given one."""
        found = self._send("GET", path, None, {"If-None-Match": tag} if tag else {})
        return json.loads(found) if found else None, self.tag

    def post(self, path: str, body: Json, seq: int | None = None, **more: str) -> Json:
        """Have something done, once, even if the request has to be sent again."""
        headers = {"Idempotency-Key": str(uuid.uuid4())}
        headers |= {name.replace("_", "-"): value for name, value in more.items()}
        if seq is not None:
            headers["If-Match"] = f'"{seq}"'
        done: Json = json.loads(self._send("POST", path, body, headers) or b"{}")
        return done

    def _send(self, method: str, path: str, body: Json | None, headers: Json) -> bytes | None:
        headers |= {"Accept": "application/json, text/plain", "Accept-Language": self.language}
        if self.secret:
            headers["Authorization"] = f"Bearer {self.secret}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.root + path, data, headers, method=method)
        failing_since, wait = 0.0, RETRY_WAIT
        while True:
            try:
                return self._send_once(request)
            except Busy as busy:
                time.sleep(busy.seconds)
            except (HTTPException, OSError) as error:
                if not self._has_answered:
                    raise self._no_answer("no-server", error) from error
                if not failing_since:
                    failing_since = time.monotonic()
                    show(WORDS[self.language]["retrying"])
                if not self.is_patient and time.monotonic() - failing_since >= RETRY_SECONDS:
                    raise self._no_answer("gone", error) from error
                time.sleep(wait)
                wait = min(2 * wait, MAX_RETRY_WAIT)

    def _send_once(self, request: Request) -> bytes | None:
        try:
            with urlopen(request, timeout=REPLY_SECONDS) as reply:
                self.tag = reply.headers.get("ETag", "")
                response: bytes = reply.read()
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
        kind = Unknown if error.code in (401, 404) else Trouble
        return kind(" ".join([f"{problem.get('title')}.", problem.get("detail", ""), *flaws]))


# ---- what is stored until the next start


class Kept:
    """The player and game to go on with, in a file for its owner only; without a path, nothing."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.held: Json = {}
        try:
            found = json.loads(path.read_text()) if path else {}
        except (OSError, ValueError):
            return
        if isinstance(found, dict) and {"url", "language", "name", "secret", "game"} <= set(found):
            self.held = found

    def put(self, **values: Any) -> None:
        """Store values besides those that are stored: ``game=None`` for no game."""
        if self._path is None:
            return
        self.held |= values
        self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = self._path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            json.dump(self.held, file)
        new.replace(self._path)


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
        self.told = 0
        self.cards: dict[str, Json] = {}
        self.in_sight: list[str] = []
        self._asking = ""

    def say(self, text: str, /, **values: object) -> None:
        """Show a line of this program's own."""
        show(self.words[text].format(**values))

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
        self._hands(table["places"])
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

    def _hands(self, places: list[Json]) -> None:
        """Show how many cards each seat has that is still in the game."""
        counts = [
            f"{self.words['you'] if place['you'] else place['name']} ({place['hand']})"
            for place in places
            if not place["out"]
        ]
        self.say("in-hand", counts=", ".join(counts))

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
            for code in self.in_sight:
                self._text_of(self.cards[code])
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
                self._text_of(card)
                return
        self.say("no-card", given=given)

    def _text_of(self, card: Json) -> None:
        parts = [sentence(card["name"]), card["text"]]
        parts += [self.words["danger"]] if card["danger"] else []
        if card["defeat"]:
            parts.append(self.words["defeat"].format(cost=card["defeat"]))
        if card["points"]:
            parts.append(self.words["points"].format(points=card["points"]))
        show(" ".join(parts))

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
                    for prompt in screen["prompts"][-1:]:
                        show(prompt["why"])
                case "l":
                    after = max(0, screen["seq"] - LOG_EVENTS)
                    path = f"games/{self._game['id']}/log/?after={after}&limit={LOG_EVENTS}"
                    shower.log(self._api.get(path)["results"])
                case "c":
                    shower.card(rest.strip(), options)
                case "h":
                    for line in self._variant()["goal"]:
                        show(line)
                case "g":
                    for term in self._variant()["glossary"]:
                        show(f"{sentence(term['title'])} {term['text']}")
                case "q":
                    self._leave()
                case _:
                    if given:
                        shower.say("wrong", given=given)
                    shower.say("help")

    def _variant(self) -> Json:
        return self._api.get(f"variants/{self._game['variant']}/")

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


# ---- the game


def begin(
    api: Api, args: argparse.Namespace, kept: Kept, hero: str | None
) -> tuple[Json, Evidence]:
    """Become a guest, unless one is stored; create a game with bots and begin."""
    if not api.secret or kept.held.get("name") != args.name:
        api.secret = ""
        api.secret = api.post("players/", {"name": args.name})["token"]["secret"]
    player = {"url": args.url, "language": args.language, "name": args.name, "secret": api.secret}
    kept.put(**player, game=None)
    evidence = Evidence(keys_of(args.evidence, args.url, api.download("keys/")))
    variant = api.get(f"variants/{args.variant}/")
    args.seats = args.seats or min(4, variant["most"])
    mine = evidence.seat() | ({"hero": hero} if hero else {})
    seats = [mine, *({"kind": "bot", "bot": args.bot} for _ in range(args.seats - 1))]
    asked: Json = {"variant": args.variant, "seats": seats, "start": True, "chance": "shared"}
    if args.rounds and "rounds" in variant["options"]["properties"]:
        asked["options"] = {"rounds": args.rounds}
    game = api.post("games/", asked)
    evidence.choose_folder(game["id"])
    kept.put(game=evidence.stored())
    return open_share(api, game, evidence), evidence


def open_share(api: Api, game: Json, evidence: Evidence) -> Json:
    """Open the share of a game that waits for it, if its terms bind the share."""
    path = f"games/{game['id']}/"
    evidence.accept(game, api.download(f"{path}audit/inclusion/"))
    opened = api.post(f"{path}share/", {"share": evidence.share})
    evidence.keep(opened["share_receipt"])
    return opened


def resume(api: Api, args: argparse.Namespace, kept: Kept) -> tuple[Json, Evidence] | None:
    """Return the stored game if the person goes on with it, None to begin one."""
    held, words = kept.held, WORDS[args.language]
    if not held:
        return None
    if held["url"] != args.url:  # A token goes to no other server.
        show(words["other-server"].format(url=held["url"]))
        return None
    api.secret, stored = held["secret"], held["game"]
    try:
        game = api.get(f"games/{stored['id']}/" if stored else "me/")
    except Unknown as why:
        show(words["dropped"].format(why=why))
        api.secret, kept.held = "", {}
        return None
    if not stored:
        return None
    if game["status"] == "over":
        show(words["is-over"])
        kept.put(game=None)
        return None
    evidence = Evidence(keys_of(args.evidence, args.url, api.download("keys/")), stored)
    question = words["go-on?"].format(game=game["id"])
    if pick(question, [words["go-on"], words["leave-it"]], words) == 0:
        if game["status"] == "opening":
            game = open_share(api, game, evidence)
        evidence.keep(api.get(f"games/{game['id']}/receipt/"))
        return game, evidence
    leave(api, game, evidence)
    kept.put(game=None)
    return None


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
            if idle > MAX_IDLE_SECONDS and not api.is_patient:
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
        body, answered = player.decide(screen, game["you"]), screen
        screen = None
        if body is None:
            continue
        tag = ""
        try:
            screen = move(api, game, evidence, answered, body, f"?{SCREEN}")
        except MovedOn:
            player.moved_on()


def move(
    api: Api, game: Json, evidence: Evidence, screen: Json, body: Json, query: str = ""
) -> Json:
    """Make a signed move that answers the last row of a screen, and store its receipt."""
    path, seq = f"games/{game['id']}/", screen["seq"]
    while evidence.seq < seq:
        evidence.follow(api.get(f"{path}events/?after={evidence.seq}")["results"])
    signature = evidence.sign(seq, screen["digest"], body, game["you"])
    headers = {"Prefer": "receipt", "Move_Signature": signature}
    done = api.post(f"{path}moves/{query}", body, seq, **headers)
    evidence.keep(done["receipt"])
    return done


def leave(api: Api, game: Json, evidence: Evidence) -> None:
    """Resign, so that the other players need not wait."""
    while True:
        last = api.get(f"games/{game['id']}/prompts/")
        try:
            move(api, game, evidence, last, {"move": "resign"})
        except MovedOn:
            continue
        return


def finish(api: Api, game: Json, shower: Shower, evidence: Evidence) -> None:
    """Show the seed, and what the verifier says of all that is stored of the game."""
    evidence.keep(api.get(f"games/{game['id']}/receipt/"))
    shower.say("seed", seed=api.get(f"games/{game['id']}/")["seed"])
    passed, verdict = evidence.judge(api.download(f"games/{game['id']}/audit/bundle/"))
    shower.say("kept", folder=evidence.folder)
    show(verdict)
    if not passed:
        raise Distrust(shower.words["not-passed"])


def set_up(args: argparse.Namespace, kept: Kept) -> tuple[Api, Json, Evidence]:
    """Ask a person for what the command line leaves open; a robot takes the first."""
    api = Api(args.url, args.language or "en")
    if args.auto:
        args.language, args.variant = api.language, args.variant or "avengers"
        return api, *begin(api, args, kept, None)
    api.get("")  # Ask nothing if no server answers.
    api.is_patient = True
    args.language = args.language or kept.held.get("language")
    if args.language is None:
        at = pick("Language? Langue?", list(LANGUAGES.values()), WORDS["en"])
        args.language = list(LANGUAGES)[at]
    api.language, words = args.language, WORDS[args.language]
    found = resume(api, args, kept)
    if found:
        return api, *found
    if args.variant is None:
        variants = api.get("variants/")["results"]
        names = [one["name"] for one in variants]
        args.variant = variants[pick(words["which-game"], names, words)]["code"]
    return api, *begin(api, args, kept, choose_hero(api, args))


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


def play_one(args: argparse.Namespace, kept: Kept) -> None:
    """Play one game, to its end or until the player leaves it."""
    api, game, evidence = set_up(args, kept)
    shower = Shower(game, args.language)
    shower.say("begin", id=game["id"], you=game["you"])
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
    else:
        finish(api, game, shower, evidence)
    kept.put(game=None)


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
    args.url = args.url.rstrip("/")
    data = os.environ.get("DATA_DIR") or Path(__file__).resolve().parents[1] / "var"
    args.evidence = Path(data).expanduser() / "play"
    kept = Kept(None if args.auto else args.evidence.with_suffix(".json"))
    try:
        play_one(args, kept)
    except (Trouble, Distrust, OSError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        show("")
        show(WORDS[args.language or "en"]["come-back" if kept.held.get("game") else "stopped"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
