"""Play a game against bots in plain lines, or let this program play it.

    python examples/play.py --variant xmen --language fr-CA --url http://127.0.0.1:8000 [--auto]

No card and no rule is known here: sentences and options are the server's. play_evidence.py checks,
signs and stores what proves the game, in a folder that a verifier judges at the end.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import uuid
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from play_evidence import Distrust, Evidence, keys_of

Json = dict[str, Any]

REPLY_SECONDS, RETRY_WAIT, RETRY_SECONDS, IDLE_SECONDS = 30, 1, 60, 120
"""How long to wait: for a response, before the next attempt, for a server, for an event."""

WORDS = {
    "en": {
        "begin": "Game {id}. Your seat is {you}. All that proves it is stored in {folder}.",
        "ask": "Type a number from 1 to {most}, t for the table, or resign.",
        "meanwhile": "You may do this now. Press Enter to do nothing.",
        "unavailable": "Not now: {name}. {why}",
        "moved-on": "The game has moved on. Nothing was played.",
        "dropped": "The stored game is dropped. {why}",
        "come-back": "Stopped. `make play` goes on with the game.",
        "not-passed": "This game is not proved. Store that folder: it is your evidence.",
        "no-server": "{url} does not answer: {reason}. Try `make run`, or `make play PORT=8001`.",
        "retrying": "The server does not answer. Trying again.",
        "gone": "The server no longer answers: {reason}. It has the game as far as it was played.",
    },
    "fr-CA": {
        "begin": "Partie {id}. Ton siège est le {you}. Ce qui la prouve est dans {folder}.",
        "ask": "Tape un nombre de 1 à {most}, t pour la table, ou resign pour abandonner.",
        "meanwhile": "Tu peux faire ceci maintenant. Appuie sur Entrée pour ne rien faire.",
        "unavailable": "Pas maintenant : {name}. {why}",
        "moved-on": "La partie a avancé. Rien n’a été joué.",
        "dropped": "La partie conservée est laissée. {why}",
        "come-back": "Arrêt. `make play` continue la partie.",
        "not-passed": "Cette partie n’est pas prouvée. Conserve ce dossier : c’est ta preuve.",
        "no-server": "{url} ne répond pas : {reason}. `make run`, ou `make play PORT=8001`?",
        "retrying": "Le serveur ne répond pas. Nouvel essai.",
        "gone": "Le serveur ne répond plus : {reason}. Il a la partie jusqu’au dernier coup joué.",
    },
}
"""What this program says itself."""


class Trouble(Exception):
    """The server refuses something, with this status, or does not answer."""

    def __init__(self, text: str, status: int = 0) -> None:
        super().__init__(text)
        self.status = status


class Api:
    """The server's API, as one player uses it."""

    def __init__(self, url: str, language: str) -> None:
        self.root, self.language = f"{url.rstrip('/')}/api/v1/", language
        self.secret = self.tag = ""
        self._has_answered = False

    def say(self, text: str, /, **values: object) -> None:
        """Show a line of this program's own."""
        print(WORDS[self.language][text].format(**values), flush=True)

    def get(self, path: str) -> Any:
        """Read something."""
        return json.loads(self.send("GET", path))

    def post(self, path: str, body: Json, **headers: str) -> Any:
        """Have something done, once, even if the request has to be sent again."""
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
        return json.loads(self.send("POST", path, json.dumps(body).encode(), **headers))

    def send(self, method: str, path: str, data: bytes | None = None, **headers: str) -> bytes:
        """Send a request until a response comes; return b"" if nothing has changed."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named |= {"Accept": "application/json, text/plain", "Accept-Language": self.language}
        if self.secret:
            named["Authorization"] = f"Bearer {self.secret}"
        request, since = Request(self.root + path, data, named, method=method), 0.0
        while True:
            try:
                with urlopen(request, timeout=REPLY_SECONDS) as reply:
                    self._has_answered, self.tag = True, reply.headers.get("ETag", "")
                    return bytes(reply.read())
            except HTTPError as error:
                self._has_answered = True
                with error:
                    if error.code == 304:
                        return b""
                    if error.code not in (429, 503):
                        raise refusal(error) from error
                    time.sleep(float(error.headers.get("Retry-After") or 1))
            except (HTTPException, OSError) as error:
                if not since and self._has_answered:
                    since = time.monotonic()
                    self.say("retrying")
                if not self._has_answered or time.monotonic() - since >= RETRY_SECONDS:
                    text = WORDS[self.language]["gone" if self._has_answered else "no-server"]
                    reason = getattr(error, "reason", None) or str(error) or type(error).__name__
                    raise Trouble(text.format(url=self.root, reason=reason)) from error
                time.sleep(RETRY_WAIT)


def refusal(error: HTTPError) -> Trouble:
    """Return what the server says is wrong."""
    body = error.read().decode(errors="replace")
    try:
        problem = json.loads(body)
        flaws = [flaw["detail"] for flaw in problem.get("errors", ())]
        body = " ".join([f"{problem['title']}.", problem.get("detail", ""), *flaws])
    except (ValueError, LookupError):
        body = f"{error.code} from {error.url}: {body[:200]}"
    return Trouble(body, error.code)


def robot(screen: Json, prompt: Json | None) -> Any:
    """Return the body to post, None to wait: UNO first, then a card that fits, else a draw."""
    urgent = [one["body"] for one in screen["open"] if one["body"]["move"].endswith("-uno")]
    bodies = [one["body"] for one in prompt["options"]] if prompt else []
    plays = [body for body in bodies if body["move"] == "play"]
    calls = [body for body in plays if body.get("uno")]
    bold = [body for body in bodies if body.get("option") not in ("no", "done")]
    return next(iter(urgent or calls or plays or bold or bodies), None)


def person(api: Api, screen: Json, prompt: Json | None) -> Any:
    """Return the body to post, None to wait: show the options, and read a number."""
    options = [one for one in screen["open"] if one["body"]["move"] != "resign"]
    if prompt:
        card = prompt["card"] or {"text": ""}
        is_told = card["text"] in prompt["why"]
        print(f"\n{prompt['why']}", *(() if is_told else sentences(card["name"], card["text"])))
        for one in prompt["unavailable"]:
            api.say("unavailable", **one)
        options = [*prompt["options"], *options]
    elif options:
        api.say("meanwhile")
    for number, option in enumerate(options, 1):
        effects = [*option.get("effects", ()), *option.get("warnings", ())]
        print(f"{number}.", *sentences(option["label"], option.get("text"), *effects))
    while options:
        api.say("ask", most=len(options))
        given = input().strip().casefold()
        if given.isdecimal() and 1 <= int(given) <= len(options):
            return options[int(given) - 1]["body"]
        if given == "resign":
            return {"move": "resign"}
        if given == "t":
            print(*table_lines(screen["table"]), sep="\n")
        if not given and not prompt:
            return None
    return None


def sentences(*texts: str | None) -> list[str]:
    """Return the texts that are not empty, each with a mark at its end."""
    return [one if one.endswith((".", "!", "?")) else f"{one}." for one in texts if one]


def table_lines(table: Json) -> list[str]:
    """Return the table, its seats, and what lasts."""
    rows = [[one["name"], one["text"], one["lasts"]] for one in table["lasting"]]
    for place in table["places"]:
        enemy = place["enemy"] or {}
        rows.append([place["text"], *map(enemy.get, ("name", "attacks", "defeat"))])
    return [*table["text"], *(" ".join(sentences(*row)) for row in rows)]


def begin(api: Api, args: argparse.Namespace, keys: Path) -> tuple[Json, Evidence]:
    """Become a guest, and create a game with bots."""
    api.secret = api.post("players/", {"name": "Demo"})["token"]["secret"]
    variant, evidence = api.get(f"variants/{args.variant}/"), Evidence(keys)
    bots = [{"kind": "bot", "bot": args.bot}] * ((args.seats or min(4, variant["most"])) - 1)
    terms: Json = {"variant": args.variant, "start": True, "chance": "shared"}
    if "rounds" in variant["options"]["properties"]:
        terms["options"] = {"rounds": 1}
    game = api.post("games/", terms | {"seats": [evidence.seat(), *bots]})
    evidence.choose_folder(game["id"])
    return game, evidence


def resume(api: Api, file: Path, keys: Path) -> tuple[Json, Evidence] | None:
    """Return the stored game, None if there is none to go on with."""
    if not file.exists():
        return None
    held = json.loads(file.read_text())
    api.secret = held["secret"]
    try:
        return api.get(f"games/{held['game']['id']}/"), Evidence(keys, held["game"])
    except Trouble as why:
        if why.status not in (401, 404):
            raise
        api.say("dropped", why=why)
        api.secret = ""
        return None


def play(api: Api, game: Json, evidence: Evidence, *, auto: bool) -> None:
    """Play to the end: show what has happened, decide, sign the move, store its receipt."""
    path, you, tag, heard = f"games/{game['id']}/", game["you"], '""', time.monotonic()
    told = max(0, game["seq"] - 12)  # Who goes on is told the last events again.
    while True:
        source = api.send("GET", f"{path}prompts/?include=table", If_None_Match=tag)
        if not source:
            if time.monotonic() - heard > IDLE_SECONDS:
                raise Trouble(f"Nothing has happened for {IDLE_SECONDS} seconds.")
            time.sleep(0.2)
            continue
        tag, screen = api.tag, json.loads(source)
        for entry in api.get(f"{path}log/?after={told}")["results"]:
            print(*(one["text"] for one in entry["sentences"]), flush=True)
            told = entry["seq"]
        if screen["table"]["ended"]:
            print(screen["table"]["text"][0])
            return
        ours = [one for one in screen["prompts"] if one["seat"] == you and one["options"]]
        prompt, seq = (ours[-1] if ours else None), screen["seq"]
        body = robot(screen, prompt) if auto else person(api, screen, prompt)
        heard = time.monotonic()
        if body is None:
            continue
        while evidence.seq < seq:
            evidence.follow(api.get(f"{path}events/?after={evidence.seq}")["results"])
        signature = evidence.sign(seq, screen["digest"], body, you)
        headers = {"If_Match": f'"{seq}"', "Move_Signature": signature, "Prefer": "receipt"}
        try:
            evidence.keep(api.post(f"{path}moves/", body, **headers)["receipt"])
        except Trouble as why:
            if why.status != 412:
                raise
            api.say("moved-on")


def play_one(args: argparse.Namespace, api: Api, folder: Path) -> None:
    """Play one game, and have the verifier judge what is stored of it."""
    keys = keys_of(folder, args.url.rstrip("/"), api.send("GET", "keys/"))
    file = keys.with_name(keys.name.replace("keys", "player", 1))
    game, evidence = (None if args.auto else resume(api, file, keys)) or begin(api, args, keys)
    if not args.auto:
        new = file.with_suffix(".new")
        new.touch(mode=0o600)
        new.write_text(json.dumps({"secret": api.secret, "game": evidence.stored()}))
        new.replace(file)
    api.say("begin", id=game["id"], you=game["you"], folder=evidence.folder)
    path = f"games/{game['id']}/"
    if game["status"] == "opening":
        evidence.accept(game, api.send("GET", f"{path}audit/inclusion/"))
        evidence.keep(api.post(f"{path}share/", {"share": evidence.share})["share_receipt"])
    play(api, game, evidence, auto=args.auto)
    evidence.keep(api.get(f"{path}receipt/"))
    passed, verdict = evidence.judge(api.send("GET", f"{path}audit/bundle/"))
    print(verdict)
    if not args.auto:
        file.unlink()
    if not passed:
        raise Distrust(WORDS[api.language]["not-passed"])


def main() -> int:
    """Read the command line, and play."""
    parser = argparse.ArgumentParser(description="Play a game against bots in plain lines.")
    option = parser.add_argument
    option("--url", default="http://127.0.0.1:8000", help="where the server is (%(default)s)")
    option("--auto", action="store_true", help="let this program play")
    option("--language", choices=list(WORDS), default="en", help="of all words (%(default)s)")
    option("--variant", default="avengers", help="avengers, xmen or ultimate (%(default)s)")
    option("--seats", type=int, help="how many play (4, or as many as can)")
    option("--bot", default="greedy", help="which bot (%(default)s)")
    args = parser.parse_args()
    api = Api(args.url, args.language)
    data = os.environ.get("DATA_DIR") or Path(__file__).resolve().parents[1] / "var"
    try:
        play_one(args, api, Path(data).expanduser() / "play")
    except (Trouble, Distrust, OSError) as trouble:
        print(trouble, file=sys.stderr)
        return 1
    except (EOFError, KeyboardInterrupt):
        print() if args.auto else api.say("come-back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
