"""A game in words, as its auditor reads it: who did what, when, and by which rules."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from io import StringIO
from typing import Any, Final
from uuid import UUID

import msgspec

from cards.language import Edition
from games import selectors
from games.engine import Move, Ruleset
from games.messages.addresses import game_path
from games.messages.audit import AppliedRuleTold, LogEntryTold
from games.models import Game, Seat
from games.players.names import told_apart
from games.players.selectors import players_of
from games.wording.labels import label_of
from games.wording.language import Language, Text
from games.wording.rules import title_of

START: Final = Text("Lay the table and deal", "Mettre la table et distribuer")
CHOSE_UNSEEN: Final = Text("Choose a hidden card", "Choisir une carte cachée")
PLAYER: Final = Text("{name} (seat {seat})", "{name} (siège {seat})")
BOT: Final = Text("bot {name} {version} (seat {seat})", "robot {name} {version} (siège {seat})")
CLOCK: Final = Text("the clock, for seat {seat}", "l’horloge, pour le siège {seat}")
ORGANISER: Final = Text("the organiser {name}: {reason}", "l’organisateur {name} : {reason}")
FALLBACK: Final = Text(", which failed", ", qui a échoué")

COLUMNS: Final = ("seq", "at", "seat", "who", "move", "rules", "event")
"""The columns of a log as CSV."""

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""What a spreadsheet takes for the beginning of a formula."""

BOM: Final = "\ufeff"
"""Tells spreadsheets that a file is UTF-8."""


def entries(
    game: Game,
    viewer: int,
    language: Language,
    *,
    after: int,
    limit: int | None,
    seats: Sequence[Seat] | None = None,
) -> Iterator[LogEntryTold]:
    """Render the events after a seq in words, as a viewer may see them.

    ``seats`` are the seats of the game if the caller has read them.
    """
    ruleset = selectors.ruleset_for(game)
    names = _names(game, selectors.seats_of(game) if seats is None else seats)
    rows = selectors.answers(game=game, viewer=viewer, after=after, limit=limit)
    for told, kind in rows:
        yield LogEntryTold(
            seq=told["seq"],
            at=told["at"],
            seat=told["seat"],
            who=_who(told["actor"], told["seat"], names, language),
            kind=told["actor"]["kind"],
            move=_move(ruleset.edition, told["move"], kind, language),
            rules=_rules(ruleset, told["rulings"], language),
            event=game_path(game.pk, f"events/{told['seq']}/"),
        )


def _names(game: Game, seats: Sequence[Seat]) -> dict[str, str]:
    """The names of the seated players and of the creator, by id; told apart where needed."""
    players = [seat.player for seat in seats if seat.player]
    if game.creator_id not in {player.pk for player in players}:
        players += players_of([game.creator_id])
    return {str(key): name for key, name in told_apart(players).items()}


def _who(
    actor: Mapping[str, Any], seat: int | None, names: dict[str, str], language: Language
) -> str:
    player: str = actor.get("player", "")
    name = names.get(player, player)
    match actor["kind"]:
        case "player" if seat is None:
            return name
        case "player":
            return PLAYER.to(language).format(name=name, seat=seat)
        case "bot":
            said = BOT.to(language).format(
                name=actor.get("name", ""), version=actor.get("version", ""), seat=seat
            )
            return said + (FALLBACK.to(language) if actor.get("fallback") else "")
        case "clock":
            return CLOCK.to(language).format(seat=seat)
        case _:
            name = names.get(player) or _name_of(player)
            return ORGANISER.to(language).format(name=name, reason=actor.get("reason", ""))


def _name_of(player: str) -> str:
    """The name and tag of an organiser, whose name a player at the table may have taken."""
    try:
        found = players_of([UUID(player)])
    except ValueError:
        return player
    return found[0].tagged_name if found else player


def _move(edition: Edition, told: Mapping[str, Any], kind: str, language: Language) -> str:
    """A move in words; one that this version has no words for by its name."""
    if told["move"] == "start":
        return START.to(language)
    if told["move"] == "choose" and told["option"] is None:
        return CHOSE_UNSEEN.to(language)
    try:
        return label_of(edition, msgspec.convert(dict(told), Move), kind, language)
    except (KeyError, msgspec.ValidationError):
        return str(told["move"])


def _rules(
    ruleset: Ruleset, rulings: list[Mapping[str, Any]], language: Language
) -> list[AppliedRuleTold]:
    """The rules that applied, each once for each seat, in their order."""
    applied = dict.fromkeys((one["rule"], one["seat"]) for one in rulings)
    return [
        AppliedRuleTold(
            rule, title_of(rule, ruleset.edition, language), seat if seat >= 0 else None
        )
        for rule, seat in applied
    ]


# ---- as text, as a table


def as_text(told: Iterator[LogEntryTold]) -> Iterator[bytes]:
    """A line for each event, and one for each rule behind it."""
    for entry in told:
        lines = [f"{entry.seq:>5}  {entry.at}  {entry.who}: {entry.move}"]
        lines += [f"{'':7}{rule.title} ({rule.rule}){_for(rule)}" for rule in entry.rules]
        yield "".join(f"{line}\n" for line in lines).encode()


def _for(rule: AppliedRuleTold) -> str:
    return "" if rule.seat is None else f" -> {rule.seat}"


def as_csv(told: Iterator[LogEntryTold]) -> Iterator[bytes]:
    """A row for each event; no cell is taken for a formula."""
    yield (BOM + _row(COLUMNS)).encode()
    for entry in told:
        rules = "; ".join(f"{rule.rule} {rule.title}" for rule in entry.rules)
        seat = "" if entry.seat is None else str(entry.seat)
        cells = (str(entry.seq), entry.at, seat, entry.who, entry.move, rules, entry.event)
        yield _row(cells).encode()


def _row(cells: tuple[str, ...]) -> str:
    line = StringIO()
    csv.writer(line).writerow([safe(cell) for cell in cells])
    return line.getvalue()


def safe(cell: str) -> str:
    """A cell that a spreadsheet shows as it stands."""
    return f"'{cell}" if cell.startswith(FORMULAS) else cell
