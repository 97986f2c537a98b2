"""A program that plays by tools, over the example's MCP server."""

from __future__ import annotations

import asyncio
import secrets
import sys
from email.message import Message
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from mcp import Client, StdioServerParameters

from examples.mcp_server import Table, tools, trouble
from examples.play_by_stream import StreamClient
from games.engine import share_commitment

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "mcp_server.py"

pytestmark = pytest.mark.slow


async def called(client: Client, tool: str, **arguments: Any) -> Any:
    """The result of a tool, or the words of its error."""
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        return result.content[0].text
    return result.structured_content


async def seen_by(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool that is not refused has seen."""
    seen = await called(client, tool, **arguments)
    assert isinstance(seen, dict), seen
    return seen


async def plays(client: Client, variant: str) -> tuple[Any, int]:
    """Play a game to its end by the first option each time; return the last look and the moves."""
    seen = await seen_by(client, "sit_down", name="Agent", variant=variant, bots=1)
    moves = 0
    while seen["status"] != "over":
        if seen["options"]:
            answer = await called(client, "move", option=0)
            is_late = isinstance(answer, str) and "stale_seq" in answer
            seen = await seen_by(client, "look") if is_late else answer
            assert isinstance(seen, dict), seen
            moves += not is_late
        else:
            seen = await seen_by(client, "wait")
    return seen, moves


@pytest.mark.parametrize("variant", ["avengers", "ultimate"])
def test_a_program_plays_a_game_to_its_end_by_tools(server: str, variant: str) -> None:
    parameters = StdioServerParameters(command=sys.executable, args=[str(EXAMPLE), "--url", server])

    async def session() -> tuple[Any, int]:
        async with Client(parameters) as client:
            listed = await client.list_tools()
            assert {tool.name for tool in listed.tools} == {"sit_down", "look", "move", "wait"}
            return await plays(client, variant)

    seen, moves = asyncio.run(session())
    assert seen["status"] == "over" and seen["options"] == []
    assert moves > 0


def test_a_refusal_is_read_as_words_and_nothing_is_lost(server: str) -> None:
    async def session() -> None:
        async with Client(tools(server)) as client:
            assert "Sit down first." in await called(client, "look")
            refused = await called(client, "sit_down", name="Agent", variant="none")
            assert "variant" in refused
            seen = await called(client, "sit_down", name="Agent")
            while not seen["options"]:
                seen = await called(client, "wait")
            assert "options. Look" in await called(client, "move", option=999)
            assert (await called(client, "look"))["options"] == seen["options"]

    asyncio.run(session())


def test_a_program_sits_at_a_friends_table_and_gives_its_share(server: str) -> None:
    friend = StreamClient(server)
    friend.token = friend.post("players/", {"name": "Friend"})["token"]["secret"]
    share = secrets.token_bytes(32)
    seats = [{"kind": "me", "share_commitment": share_commitment(share)}, {"kind": "open"}]
    asked = {"variant": "xmen", "seats": seats, "chance": "shared", "start_when_full": True}
    path = f"games/{friend.post('games/', asked)['id']}/"
    table = Table(server)
    seen = table.sit_down("Agent", "", 0, friend.post(f"{path}links/", {})["code"])
    assert seen["status"] == "opening" and seen["options"] == []
    friend.post(f"{path}share/", {"share": share.hex()})
    assert table.wait(30)["table"]


def test_an_answer_that_is_no_problem_document_is_told_too() -> None:
    headers = Message()
    headers["Content-Type"] = "text/html"
    error = HTTPError("http://127.0.0.1/", 502, "Bad Gateway", headers, BytesIO(b"<html>"))
    assert "502" in str(trouble(error))
