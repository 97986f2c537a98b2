"""The names of players as they are shown; erased ones are shown by their tags."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from games.engine import View
from games.play.selectors import PlayedTable
from games.players.models import Player
from games.players.names import distinct_names
from games.players.selectors import players_of
from games.wording.labels import isolated_name
from games.wording.language import Language
from games.wording.page_texts import TEXTS
from games.wording.viewpoint import Viewpoint


def shown_name(player: Player, language: Language) -> str:
    """Return the name of a player."""
    return player.name or TEXTS.say("erased", language, tag=player.tag)


def names_at(table: PlayedTable, language: Language) -> tuple[str, ...]:
    """Return the names at the table of a game that has begun, seat 0 first."""
    names = (one.name or TEXTS.say("erased", language, tag=one.tag) for one in table.names)
    return tuple(map(isolated_name, names))


def viewpoint_at(table: PlayedTable, view: View, language: Language) -> Viewpoint:
    """Return a view of a game with the names at its table."""
    return Viewpoint(table.ruleset, view, language, names_at(table, language))


def shown_tagged_name(player: Player, language: Language) -> str:
    """Return the name of a player with the tag."""
    return player.tagged_name if player.name else shown_name(player, language)


def organiser_name(player: str, language: Language) -> str:
    """Return an organiser's name with tag, because a player may have the same name.

    An id of no player is returned as it is.
    """
    try:
        found = players_of([UUID(player)])
    except ValueError:
        return player
    return isolated_name(shown_tagged_name(found[0], language)) if found else player


def shown_names(players: Iterable[Player], language: Language) -> dict[UUID, str]:
    """Return the names of players by id, with their tags where two look alike."""
    known = list(players)
    names = distinct_names(player for player in known if player.name)
    return {
        player.pk: isolated_name(names.get(player.pk) or shown_name(player, language))
        for player in known
    }
