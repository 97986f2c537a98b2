"""A game as text: each move, and its facts under the rules behind them."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from games.engine import Fact, Move
from tests.laws.random_games import Game, Moment

SHORT: Final = 7
"""How many cards of a long list are told."""

UNTOLD: Final = ("fact", "move", "resume")
"""What is not told: the names, which stand before, and where a question goes on."""


def sentences_of(game: Game) -> Iterator[str]:
    """Yield the lines of a game."""
    for seq, moment in enumerate(game.play(), 1):
        yield f"{seq:4} {'deal' if moment.move is None else told(moment.move)}"
        yield from _facts(moment)
    yield ""


def _facts(moment: Moment) -> Iterator[str]:
    rules: dict[int, list[str]] = {}
    for ruling in moment.decision.rulings:
        params = [f"{key}={value}" for key, value in (ruling.params or {}).items()]
        rules.setdefault(ruling.at, []).append(" ".join([ruling.rule, *params]))
    for at, fact in enumerate(moment.decision.facts):
        yield from (f"       [{rule}]" for rule in rules.get(at, ()))
        yield f"         {told(fact)}"


def told(one: Fact | Move) -> str:
    """A fact or a move: its name, and what it says, in the order of its members."""
    return f"{one.__struct_config__.tag} {_value(msgspec.to_builtins(one))}".strip()


def _value(value: Any) -> str:
    """A value; of a long list the end, where the top of a pile is."""
    if isinstance(value, dict):
        members = {key: part for key, part in value.items() if key not in UNTOLD}
        said = [key if part is True else _value(part) for key, part in members.items()]
        return " ".join(filter(None, said))
    if isinstance(value, list | tuple):
        long = len(value) > 2 * SHORT
        shown = ",".join(map(_value, value[-SHORT:] if long else value))
        return f"{len(value)}:…,{shown}" if long else shown
    return "" if value is None or value is False else str(value)
