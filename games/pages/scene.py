"""Everything that the page of a game shows."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from games import selectors
from games.checkpoints.selectors import Inclusion
from games.engine import Ruleset
from games.ledger.rows import EVERYTHING
from games.ledger.rulesets import read_stored_options
from games.models import Game, Seat
from games.pages.sight import Sight
from games.pages.table import Artist, Table
from games.pages.timeline import Narrator, Timeline
from games.pages.verdicts import VerdictShown, checkpoint_of, verdict_on
from games.wording.language import Language
from games.wording.pages import said_of, seat_names, words_in

BROKEN = (msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError)
"""What reading altered rows can raise."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A game at an event. Without a timeline it has not begun, or cannot be read any more."""

    variant: str
    status: str
    names: list[str]
    options: dict[str, str | int | None]
    views: list[tuple[str, str]]
    verdict: VerdictShown | None
    checkpoint: Inclusion | None
    timeline: Timeline | None
    table: Table | None
    seed: str
    hides_seed: bool
    is_broken: bool
    is_seat_of_opened: bool


def scene_of(sight: Sight, at: int, language: Language) -> Scene:
    """What is shown of a game after an event, to the viewer."""
    game, seats = sight.game, selectors.seats_of(sight.game)
    names = seat_names(seats, language)
    timeline = table = None
    is_broken = False
    if game.seq:
        try:
            timeline, table = _drawn(sight, at, seats, names, language)
        except BROKEN:
            is_broken = True
    return Scene(
        variant=said_of(words_in(language), "variant", game.variant),
        status=words_in(language)[f"status_{game.status}"],
        names=names,
        options=read_stored_options(game.options),
        views=_views(sight, names, language),
        verdict=verdict_on(game, language),
        checkpoint=checkpoint_of(game),
        timeline=timeline,
        table=table,
        seed=game.secret.hex() if game.is_opened else "",
        hides_seed=not game.is_opened,
        is_broken=is_broken,
        is_seat_of_opened=game.is_opened and sight.viewer != EVERYTHING,
    )


def _drawn(
    sight: Sight, at: int, seats: list[Seat], names: list[str], language: Language
) -> tuple[Timeline, Table]:
    """The events around, and the table after one of them."""
    game: Game = sight.game
    ruleset: Ruleset = selectors.ruleset_for(game)
    timeline = Narrator(game, sight.viewer, ruleset, seats, names, language).timeline(at)
    view = selectors.position(game=game, viewer=sight.viewer, at=at)
    artist = Artist(game.edition_id, ruleset, names, language)
    return timeline, artist.draw(view, seats, timeline.event.changed)


def _views(sight: Sight, names: list[str], language: Language) -> list[tuple[str, str]]:
    """The views that are open, each as addresses spell it and in words."""
    words = words_in(language)
    seats = {f"seat:{number}": name for number, name in enumerate(names)}
    said = {"full": words["view_full"], "public": words["view_public"]} | seats
    return [(view, said[view]) for view in sight.views]
