"""A game told as text, one line for each thing that happened."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from games.engine import Fact, Move
from games.engine.facts import (
    Answered,
    CardsMoved,
    CardsPlaced,
    CardsShown,
    GameStarted,
    Prompted,
    Shuffled,
)
from tests.laws.games import Game, Moment

SHORT = 7


def tell(game: Game) -> Iterator[str]:
    """The whole game, line by line: moves, facts with the rules behind them, hands at a turn."""
    for seq, moment in enumerate(game.play(), 1):
        yield f"{seq:4} {_move(moment.move)}"
        yield from _facts(moment)
    yield ""


def _move(move: Move | None) -> str:
    if move is None:
        return "the deal"
    parts = msgspec.to_builtins(move)
    seat, name = parts.pop("seat"), parts.pop("move")
    said = [f"{key}" if value is True else str(value) for key, value in parts.items() if value]
    if name == "catch-uno":
        said = [f"seat {parts['target']}"]
    return " ".join([f"seat {seat}:", name, *said])


def _facts(moment: Moment) -> Iterator[str]:
    rules: dict[int, list[str]] = {}
    for ruling in moment.decision.rulings:
        params = [f"{key}={value}" for key, value in (ruling.params or {}).items()]
        rules.setdefault(ruling.at, []).append(" ".join([ruling.rule, *params]))
    for at, fact in enumerate(moment.decision.facts):
        yield from (f"       [{rule}]" for rule in rules.get(at, ()))
        yield f"         {told(fact)}"
    for at in sorted(rules):
        if at >= len(moment.decision.facts):
            yield from (f"       [{rule}]" for rule in rules[at])


def told(fact: Fact) -> str:
    """One fact in one line."""
    match fact:
        case GameStarted(setup=setup):
            options = ", ".join(f"{name} {value}" for name, value in setup.options.items())
            return f"{setup.variant} for {setup.seats}: {options}"
        case CardsPlaced(zone=zone, cards=cards):
            return f"{len(cards)} cards come out of the box onto {zone}"
        case CardsMoved(verb=verb, source=source, target=target):
            under = " under" if fact.bottom else ""
            return f"{verb}: {_cards(fact.cards)} from {source}{under} to {target}"
        case Shuffled(zone=zone, order=order, nth=nth):
            return f"{zone} shuffled ({nth}), on top {_cards(order[: -SHORT - 1 : -1])} …"
        case CardsShown(verb=verb, seat=seat, to=to):
            whom = "all" if to < 0 else f"seat {to}"
            return f"seat {seat} shows {whom} ({verb}) {_cards(fact.cards)}"
        case Prompted(prompt=prompt):
            options = f": {', '.join(prompt.options)}" if prompt.options else ""
            return f"seat {prompt.seat} is asked for {prompt.kind}{options}"
        case Answered(seat=seat, option=option):
            return f"seat {seat} answers {option}"
    parts = msgspec.to_builtins(fact)
    name = parts.pop("fact")
    return " ".join([name, *(f"{key} {value}" for key, value in parts.items())])


def _cards(cards: tuple[str, ...]) -> str:
    return ", ".join(cards)
