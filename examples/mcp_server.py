"""Let a program that plays by tools sit at a table: an MCP server over prompts/ and moves/.

    pip install mcp
    python examples/mcp_server.py --url http://127.0.0.1:8000

It speaks the Model Context Protocol by standard input and output. Four tools: sit down, look, move,
wait. The program needs no rules: each look lists the legal moves by number, with what they do. It
keeps no evidence of the game, which examples/play.py does.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import time
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

sys.path.append(str(Path(__file__).resolve().parent))

from play_by_stream import Json, StreamClient

INSTRUCTIONS = (
    "A card game for several players. Call sit_down once. Then, until status is over: if there are"
    " options, choose one by its number with move; if there are none, call wait."
)
SCREEN = "include=table,since,cards"
TOLD = ("label", "text", "warnings", "effects")
LONGEST = 60
"""How long one call of the tool waits at most, in seconds: clients give up after a while."""


class Table:
    """A seat at a table, and what was seen there last."""

    def __init__(self, url: str) -> None:
        self._client = StreamClient(url)
        self._game = ""
        self._share = secrets.token_bytes(32)
        self._screen: Json = {}

    def sit_down(self, name: str, variant: str, bots: int, code: str) -> Json:
        """Take a seat, by the code of a table or at a new one with bots; return what is seen."""
        client = self._client
        client.token = self._post("players/", {"name": name})["token"]["secret"]
        if code:
            game = self._post(f"links/{code}/", self._shared(self._get(f"links/{code}/")))
        else:
            seats = [{"kind": "me"}, *[{"kind": "bot", "bot": "fair"}] * bots]
            game = self._post("games/", {"variant": variant, "seats": seats, "start": True})
        self._game = game["id"]
        return self.look()

    def look(self) -> Json:
        """Return what is seen now."""
        game = self._get(self._path)
        if game["status"] == "opening" and game["you"] in game["chance"]["missing"]:
            self._post(f"{self._path}share/", {"share": self._share.hex()})
            game = self._get(self._path)
        if not game["started_at"]:
            return {"status": game["status"], "question": "", "options": []}
        self._screen = self._get(f"{self._path}prompts/?{SCREEN}")
        return self._seen(game["status"])

    def move(self, number: int) -> Json:
        """Make the legal move of this number in the last look; return what is seen then."""
        options = self._options
        if not 0 <= number < len(options):
            raise ToolError(f"There are {len(options)} options. Look, and choose a number of them.")
        seen = {"If-Match": f'"{self._screen["seq"]}"'}
        self._post(f"{self._path}moves/", options[number]["body"], **seen)
        return self.look()

    def wait(self, seconds: float) -> Json:
        """Wait until there are options or the game is over; return what is seen then."""
        until = time.monotonic() + min(seconds, LONGEST)
        before = self._besides
        while True:
            seen = self.look()
            is_asked = bool(seen["question"]) or self._besides != before
            if is_asked or seen["status"] == "over" or time.monotonic() >= until:
                return seen
            self._wait_for_event(seen.get("seq"), until)

    def _wait_for_event(self, seq: int | None, until: float) -> None:
        """Ask once a second whether there is an event after seq; before the start, once."""
        time.sleep(1)
        newer = f"{self._path}events/?after={seq}&limit=1"
        while seq and time.monotonic() < until and not self._get(newer)["results"]:
            time.sleep(1)

    @property
    def _path(self) -> str:
        if not self._game:
            raise ToolError("Sit down first.")
        return f"games/{self._game}/"

    @property
    def _besides(self) -> list[Json]:
        """What may be done whether asked or not: a call, a catch."""
        offered = self._screen.get("open", [])
        return [option for option in offered if option["body"]["move"] != "resign"]

    @property
    def _options(self) -> list[Json]:
        prompts = self._screen.get("prompts", [])
        asked = [one for prompt in prompts for one in prompt["options"] or []]
        return asked + self._besides

    def _shared(self, game: Json) -> Json:
        """A commitment to 32 random bytes, if the players of a game contribute to its chance."""
        if game["chance"] != "shared":
            return {}
        committed = b"fairdeal-shake256-v3/share/" + self._share
        return {"share_commitment": sha256(committed).hexdigest()}

    def _seen(self, status: str) -> Json:
        """The last screen without what only a page needs."""
        screen = self._screen
        asked = [prompt for prompt in screen["prompts"] if prompt["options"]]
        since = screen["since"] or {"sentences": []}
        return {
            "status": status,
            "seq": screen["seq"],
            "question": " ".join(prompt["why"] for prompt in asked),
            "options": [
                {"number": number} | {name: option[name] for name in TOLD if name in option}
                for number, option in enumerate(self._options)
            ],
            "since": [sentence["text"] for sentence in since["sentences"]],
            "table": screen["table"],
            "cards": {card["code"]: card["text"] for card in screen["cards"]},
        }

    def _get(self, path: str) -> Any:
        try:
            with self._client.open(path) as response:
                return json.load(response)
        except (OSError, HTTPException) as error:
            raise trouble(error) from error

    def _post(self, path: str, body: Json, **headers: str) -> Json:
        try:
            return self._client.post(path, body, **headers)
        except (OSError, HTTPException) as error:
            raise trouble(error) from error


def trouble(error: Exception) -> ToolError:
    """Return an error of a tool, which the program reads: what was refused, why, what to do."""
    is_problem = isinstance(error, HTTPError) and "json" in error.headers.get_content_type()
    if not is_problem:
        return ToolError(f"No answer of the server: {error}")
    problem = json.load(error)
    return ToolError(" ".join(filter(None, map(problem.get, ("code", "detail", "instead")))))


def tools(url: str) -> MCPServer:
    """Return the server with its four tools, for one seat at one table."""
    server = MCPServer("fairdeal", instructions=INSTRUCTIONS)
    table = Table(url)

    @server.tool()
    def sit_down(
        name: str, variant: str = "avengers", bots: int = 2, code: str = ""
    ) -> dict[str, Any]:
        """Take a seat: with the code of a friend's table there, else at a new one against bots.

        Variants: avengers and xmen (1 to 9 bots), ultimate (1 to 3).
        """
        return table.sit_down(name, variant, bots, code)

    @server.tool()
    def look() -> dict[str, Any]:
        """See the table, what has happened since the last own move, and the legal moves."""
        return table.look()

    @server.tool()
    def move(option: int) -> dict[str, Any]:
        """Make the legal move of this number."""
        return table.move(option)

    @server.tool()
    def wait(seconds: float = LONGEST) -> dict[str, Any]:
        """Wait for the others, until there are legal moves or the game is over."""
        return table.wait(seconds)

    return server


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Let a program play by tools.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    tools(parser.parse_args().url).run()
