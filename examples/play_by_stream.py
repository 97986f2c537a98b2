"""Play a game against bots by its stream: each turn costs one request, the move.

    python examples/play_by_stream.py --url http://127.0.0.1:8000 --variant avengers

Standard library only. The program plays any legal move. If the connection is lost, it connects
again and names the last event that it has, and sends a move again with the same key, by which the
server makes it once: nothing is missed or repeated.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import uuid
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

Json = dict[str, Any]

SILENT_SECONDS = 20
"""A stream is silent for at most 10 s; after this time the connection is lost."""

WAIT_SECONDS = 1
BUSY = {429, 502, 503, 504}
"""Statuses of a server that is busy or being restarted: the same request succeeds later."""


def is_lost(error: Exception) -> bool:
    """Whether the same request may succeed later."""
    return error.code in BUSY if isinstance(error, HTTPError) else True


class StreamClient:
    """The address of a server, and the token of a player."""

    def __init__(self, url: str) -> None:
        self.url = f"{url}/api/v1/"
        self.token = ""
        self.requests = 0

    def open(self, path: str, body: Json | None = None, **headers: str) -> Any:
        """Send a request; headers are named with underscores."""
        self.requests += 1
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"Content-Type": "application/json"})
        for name, value in headers.items():
            request.add_header(name.replace("_", "-"), value)
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        return urlopen(request, timeout=SILENT_SECONDS)

    def post(self, path: str, body: Json, **headers: str) -> Json:
        """Return the response to a command, which is carried out once however often it is sent."""
        key = str(uuid.uuid4())
        while True:
            try:
                with self.open(path, body, Idempotency_Key=key, **headers) as response:
                    answer: Json = json.load(response)
                return answer
            except (OSError, HTTPException) as error:
                if not is_lost(error):
                    raise
            time.sleep(WAIT_SECONDS)

    def messages(self, path: str) -> Iterator[tuple[str, Json]]:
        """Yield the name and content of each message; connect again when that is needed."""
        last = ""
        while True:
            resumed = {"Last_Event_ID": last} if last else {}
            try:
                with self.open(path, Accept="text/event-stream", **resumed) as response:
                    for name, key, content in read(response):
                        last = key or last
                        yield name, content
            except (OSError, HTTPException) as error:
                if not is_lost(error):
                    raise
            time.sleep(WAIT_SECONDS)


def read(lines: Iterator[bytes]) -> Iterator[tuple[str, str, Json]]:
    """Yield the name, id and content of each message of server-sent events."""
    fields: dict[str, str] = {}
    for raw in lines:
        name, _, value = raw.decode().rstrip("\n").partition(": ")
        if name:
            fields[name] = value
        elif "data" in fields:
            yield fields.get("event", "event"), fields.get("id", ""), json.loads(fields["data"])
            fields = {}


def play(client: StreamClient, variant: str) -> Json:
    """Play a game; return the last message of its stream."""
    client.token = client.post("players/", {"name": "Stream"})["token"]["secret"]
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}, {"kind": "bot", "bot": "random"}]
    game = client.post("games/", {"variant": variant, "seats": seats, "start": True})["id"]
    turns, client.requests = 0, 0
    for name, content in client.messages(f"games/{game}/events/"):
        if name == "event":
            print(f"{content['seq']:4} {content['move']['move']} by seat {content['seat']}")
        elif name == "prompts" and content["prompts"] and content["prompts"][-1]["options"]:
            option = random.choice(content["prompts"][-1]["options"])
            print(f"     my turn: {option['label']}")
            client.post(f"games/{game}/moves/", option["body"])
            turns += 1
        elif name in ("end", "problem"):
            print(f"{turns} turns, {client.requests} requests")
            return content
    raise AssertionError


def main() -> None:
    """Read the arguments and play."""
    parser = argparse.ArgumentParser(description="Play a game against bots by its stream.")
    parser.add_argument("--url", default="http://127.0.0.1:8000")
    parser.add_argument("--variant", default="avengers")
    given = parser.parse_args()
    print(play(StreamClient(given.url), given.variant))


if __name__ == "__main__":
    main()
