"""The rules of tournaments in words, by id, and why one refuses an act."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Final

from cards.translation import Texts
from games.engine.rulebook import Rulebook, read_rulebook
from games.tournaments.rules.decide import Refused
from games.wording.language import Language


@cache
def tournament_rulebook() -> Rulebook:
    """Return the rules of tournaments, in reading order."""
    return read_rulebook(files("games.tournaments").joinpath("rulebook.json").read_bytes())


_TEXTS: Final = Texts(
    "games.wording/tournaments",
    "tournament-rule",
    {
        f"{rule.id}:{member}": text
        for rule in tournament_rulebook()
        for member, text in (("title", rule.title), ("text", rule.text), ("refusal", rule.refusal))
        if text is not None
    },
)


def rule_title(rule: str, language: Language) -> str:
    """Return the title of a rule, of another than those of tournaments its id."""
    return _TEXTS[f"{rule}:title"].to(language) if f"{rule}:title" in _TEXTS else rule


def rule_words(rule: str, language: Language) -> tuple[str, str]:
    """Return the title and the text of a rule."""
    return _TEXTS[f"{rule}:title"].to(language), _TEXTS[f"{rule}:text"].to(language)


_REFUSALS: Final = Texts(
    "games.wording/tournaments",
    "tournament-refusal",
    {
        "tournament.end:over": "The tournament is over.",
        "tournament.end:rounds_left": "The tournament has rounds left to play.",
        "tournament.staff:last_head": "There is always a head judge: name another one first.",
        "tournament.staff:no_such_member": "This person has no role.",
        "tournament.staff:no_such_player": "There is no such player.",
        "tournament.staff:plays": "Who plays in a tournament has no role in it.",
        "tournament.staff:directs": "Who is on the staff of a tournament does not play in it.",
        "tournament.staff:reason_missing": "This act needs a reason.",
        "tournament.entry:no_such_entry": "There is no entry {entry}.",
        "tournament.entry:entered_already": "This player is entered already.",
        "tournament.entry:full": "The tournament is full: it has {most} entries.",
        "tournament.entry:too_late": "It is too late for this entry.",
        "tournament.entry:already_there": "Entry {entry} is there already.",
        "tournament.entry:entries_closed": "The check-in is over already.",
        "tournament.drop:already_out": "Entry {entry} has left already.",
        "tournament.drop:not_out": "Entry {entry} has not left, or was disqualified.",
        "tournament.sizes:too_few": "Too few players are there for a table: {players}.",
        "tournament.round:entries_open": "End the check-in first.",
        "tournament.round:round_open": "Close round {round} first.",
        "tournament.round:no_such_table": "The round has no table {table}.",
        "tournament.round:table_open": "Table {table} has no result yet.",
        "tournament.void:table_open": "Table {table} has ended without a result: decide it first.",
        "tournament.repair:not_of_two_tables": "Choose two players of different tables.",
        "tournament.repair:no_table": "Table {table} would have too few seats or too many,"
        " or has no game yet.",
        "tournament.repair:seated_twice": "Entry {entry} sits at another table.",
        "tournament.repair:not_playing": "Entry {entry} is not there, or has left.",
        "tournament.repair:left_out": "Entry {entry} would have no seat.",
        "tournament.repair:not_seated": "Entry {entry} has no seat that can be given up.",
        "tournament.repair:already_played": "Table {table} has ended already.",
        "tournament.repair:begun": "The cards of table {table} are dealt, or about to be:"
        " the head judge can have it played again.",
        "tournament.round.clock:no_clock": "This tournament has no clock.",
        "tournament.result:no_such_round": "There is no round {round}.",
        "tournament.result:not_started": "Round {round} has not started.",
        "tournament.result:no_places": "Give each of the {seats} seats a place from 1;"
        " after players who share one, as many are left out.",
        "tournament.penalty:points_unfit": "A loss of points takes some points, and nothing else"
        " does.",
        "tournament.penalty:not_seated": "A game loss is given to a player at a table of the round"
        " that is open.",
        "tournament.appeal:no_such_penalty": "This player has no such penalty.",
        "tournament.appeal:round_closed": "The round is closed: its rulings stand.",
        "tournament.appeal:appealed_already": "This penalty was appealed against already.",
        "tournament.appeal:decided": "This appeal is decided already.",
        "tournament.appeal:own_ruling": "Another head judge decides this: the ruling is yours.",
    },
)


def refusal_words(error: Refused, language: Language) -> str:
    """Return why an act is refused: in words for its case, else by its rule."""
    key = f"{error.rule}:{error.code}"
    if key in _REFUSALS:
        return _REFUSALS.say(key, language, **error.params)
    return _TEXTS[f"{error.rule}:refusal"].to(language)
