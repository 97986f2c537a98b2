"""Play a whole game against bots with the client that openapi-python-client generates.

python play_game.py http://127.0.0.1:8000 avengers
"""

from __future__ import annotations

import json
import sys
import time
from typing import Final

from fairdeal_client import AuthenticatedClient, Client
from fairdeal_client.api.games import games_create, games_retrieve
from fairdeal_client.api.history import events_list
from fairdeal_client.api.play import moves_create, prompts_list
from fairdeal_client.api.players import players_create
from fairdeal_client.models import (
    BotSeatBody,
    CardsMoved,
    Event,
    Events,
    Game,
    GameBody,
    GameEnded,
    GameOptions,
    GameStatus,
    InvitedSeatBody,
    MoveReply,
    MySeatBody,
    NewGame,
    NewPlayer,
    OpenSeatBody,
    PlayerBody,
    Problem412,
    PromptList,
    VariantCode,
)

POLLS: Final = 2000
POLL_SECONDS: Final = 0.05
MOVES: Final = 2000

SEATS: Final[dict[VariantCode, list[MySeatBody | BotSeatBody | OpenSeatBody | InvitedSeatBody]]] = {
    VariantCode.AVENGERS: [
        MySeatBody("me"),
        BotSeatBody("bot", "random"),
        BotSeatBody("bot", "random"),
    ],
    VariantCode.XMEN: [MySeatBody("me"), BotSeatBody("bot", "random")],
    VariantCode.ULTIMATE: [MySeatBody("me", hero="hulk"), BotSeatBody("bot", "random")],
}
OPTIONS: Final = {
    VariantCode.AVENGERS: GameOptions(rounds=1),
    VariantCode.XMEN: GameOptions(),
    VariantCode.ULTIMATE: GameOptions(first_seat=0),
}


def enter(url: str) -> AuthenticatedClient:
    """Become a guest."""
    made = players_create.sync(client=Client(base_url=url), body=PlayerBody(name="Typed"))
    assert isinstance(made, NewPlayer), made
    return AuthenticatedClient(base_url=url, token=made.token.secret)


def start(client: AuthenticatedClient, variant: VariantCode) -> NewGame:
    """Start a game against bots."""
    body = GameBody(variant, SEATS[variant], options=OPTIONS[variant], start=True)
    made = games_create.sync(client=client, body=body)
    assert isinstance(made, NewGame), made
    return made


def answer(client: AuthenticatedClient, game: NewGame, moves: int) -> bool | None:
    """Answer the open prompt: whether a move was made, None if nothing is open."""
    waits = prompts_list.sync(game.id, client=client)
    assert isinstance(waits, PromptList), waits
    if not waits.prompts:
        return None
    options = waits.prompts[-1].options
    if not options:
        time.sleep(POLL_SECONDS)
        return False
    body = options[moves % len(options)].body
    made = moves_create.sync(game.id, client=client, body=body, if_match=f'"{waits.seq}"')
    if isinstance(made, Problem412):
        return False
    assert isinstance(made, MoveReply), made
    return True


def line(event: Event) -> list[str]:
    """Say in a few words what happened; facts are told apart by their class."""
    said: list[str] = []
    for fact in event.facts:
        match fact:
            case CardsMoved(verb=verb, count=count):
                said.append(f"{verb.value} {count}")
            case GameEnded(why=why):
                said.append(f"ended: {why.value}")
            case _:
                said.append(fact.fact)
    return said


def play(url: str, variant: VariantCode) -> None:
    """Play a game to its end, and print how it ended."""
    client = enter(url)
    game, moves = start(client, variant), 0
    for _ in range(POLLS):
        made = answer(client, game, moves)
        if made is None or moves == MOVES:
            break
        moves += made
    told = games_retrieve.sync(game.id, client=client)
    assert isinstance(told, Game) and told.status == GameStatus.OVER and told.result, told
    page = events_list.sync(game.id, client=client, after=told.seq - 1)
    assert isinstance(page, Events), page
    last = [said for event in page.results for said in line(event)]
    result = told.result.to_dict()
    print(
        json.dumps(
            {
                "variant": variant.value,
                "moves": moves,
                "seq": told.seq,
                "result": result,
                "last": last,
            }
        )
    )


if __name__ == "__main__":
    play(sys.argv[1], VariantCode(sys.argv[2]))
