"""The context of the page of a game."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from cards.language import color_name
from games.api.differences import changed_zones
from games.api.positions import render_table
from games.api.replies import organisers_of
from games.engine import OptionValue, Ruleset
from games.ledger.rows import EVERYTHING
from games.ledger.rulesets import read_stored_options
from games.messages.records import TablePositionResponse, ZoneChangeResponse
from games.models import Game, Seat
from games.pages.drawn_table import Artist, TableScene
from games.pages.game_list import duration_of
from games.pages.play_words import NO_ORGANISERS
from games.pages.timeline import PAGE, Timeline, timeline_of
from games.pages.verdicts import LoggedShown, VerdictShown, logged_of, verdict_on
from games.play import selectors
from games.play.sight import Sight, Viewer, view_name
from games.wording.fact_texts import ranked
from games.wording.labels import card_name, reason_of
from games.wording.language import Language
from games.wording.page_texts import GameWords, game_words

BROKEN = (msgspec.MsgspecError, LookupError, ValueError, TypeError, AttributeError)
"""The errors of reading altered rows."""


@dataclass(frozen=True, slots=True)
class GameScene:
    """A game at an event; no timeline: not begun, or its rows cannot be read."""

    variant: str
    status: str
    names: list[str]
    options: dict[str, OptionValue]
    views: list[tuple[str, str]]
    verdict: VerdictShown | None
    logged: LoggedShown | None
    timeline: Timeline | None
    table: TableScene | None
    seed: str
    hides_seed: bool
    is_broken: bool
    is_seat_of_opened: bool
    winner: str
    places: str
    why: str
    duration: str
    acts: list[int]
    organisers: str
    beside: TableScene | None
    beside_name: str
    compared: ComparedEvents | None


@dataclass(frozen=True, slots=True)
class ComparedEvents:
    """What differs between the table after an earlier event and the one of the page."""

    since: int
    zones: tuple[str, ...]
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Beside:
    """A second view of the table, and an event that it is compared with."""

    viewer: Viewer | None = None
    since: int = 0


def scene_of(sight: Sight, at: int, language: Language, more: Beside | None = None) -> GameScene:
    """Return the context of the page of a game after event ``at``."""
    more = more or Beside()
    game, seats = sight.game, selectors.seats_of(sight.game)
    said = game_words(seats, language)
    words, names = said.words, list(said.names)
    timeline = table = beside = compared = None
    is_broken = False
    if game.seq:
        try:
            timeline, table, beside, compared = _drawn(sight, at, seats, said, more)
        except BROKEN:
            is_broken = True
    return GameScene(
        variant=said.code("variant", game.variant),
        status=words[f"status_{game.status}"],
        names=names,
        options=read_stored_options(game.options),
        views=[(view_name(viewer), said.viewer(viewer)) for viewer in sight.viewers],
        verdict=verdict_on(game, language),
        logged=logged_of(game),
        timeline=timeline,
        table=table,
        seed=game.secret.hex() if game.is_opened else "",
        hides_seed=not game.is_opened,
        is_broken=is_broken,
        is_seat_of_opened=game.is_opened and sight.viewer != EVERYTHING,
        winner="" if game.winner is None else names[game.winner],
        places=ranked(game.places_by_seat, names) if game.places_by_seat else "",
        why=reason_of(game.why, language),
        duration=duration_of(game),
        acts=selectors.acts(game=game) if game.status == Game.Status.OVER else [],
        organisers=_organisers(game, language),
        beside=beside,
        beside_name="" if more.viewer is None else said.viewer(more.viewer),
        compared=compared,
    )


def _organisers(game: Game, language: Language) -> str:
    """Return whom the table of a game names as its organisers, or that it names none."""
    named = organisers_of(game, language)
    return ", ".join(one.name for one in named) or str(NO_ORGANISERS)


def _drawn(
    sight: Sight, at: int, seats: list[Seat], said: GameWords, more: Beside
) -> tuple[Timeline, TableScene, TableScene | None, ComparedEvents | None]:
    """Return the events around ``at``, the table after it, and what is shown besides."""
    game, viewer = sight.game, sight.viewer
    table = selectors.table_of(game, seats)
    seer, before = EVERYTHING if game.is_opened else viewer, (at - 1) // PAGE * PAGE
    page = selectors.page_after(game=game, viewer=seer, after=before, limit=PAGE)
    events, ruleset = list(page.events), table.ruleset
    state = events[at - before - 1].state
    earlier = selectors.state_after(game=game, at=more.since) if more.since else None
    view = selectors.view_of(ruleset, state, viewer)
    second = None if more.viewer is None else selectors.view_of(ruleset, state, more.viewer)
    timeline = timeline_of(table, page, events, at, said)
    changed, compared = timeline.event.changed, None
    if earlier is not None:
        old = render_table(selectors.view_of(ruleset, earlier, viewer), earlier, more.since)
        new = render_table(view, state, at)
        zones = changed_zones(old, new)
        changed = frozenset(zones)
        compared = ComparedEvents(
            more.since,
            tuple(_zone_change(ruleset, said, zone, one) for zone, one in zones.items()),
            _field_changes(old, new, said),
        )
    artist = Artist(game.edition_id, ruleset, said)
    beside = None if second is None else artist.draw(second, seats, changed)
    return timeline, artist.draw(view, seats, changed), beside, compared


def _zone_change(ruleset: Ruleset, said: GameWords, zone: str, change: ZoneChangeResponse) -> str:
    """Return the change of a zone: how many cards, and which, if they are seen."""
    numbers = f"{said.zone(zone)} {change.before} → {change.after}"
    came = [f"+ {card_name(ruleset.edition, code, said.language)}" for code in change.came or ()]
    left = [f"− {card_name(ruleset.edition, code, said.language)}" for code in change.left or ()]
    cards = ", ".join((*came, *left))
    return f"{numbers} ({cards})" if cards else numbers


def _field_changes(
    before: TablePositionResponse, after: TablePositionResponse, said: GameWords
) -> tuple[str, ...]:
    """Return the changes of color, direction and seat on turn."""
    words, both = said.words, (before, after)
    pairs = (
        (words["color_in_play"], *(_color(one.color, said) for one in both)),
        (words["direction"], *(_direction(one.direction, words) for one in both)),
        (words["on_turn"], *(_on_turn(one.current, said) for one in both)),
    )
    return tuple(f"{name}{words['colon']} {old} → {new}" for name, old, new in pairs if old != new)


def _color(color: str | None, said: GameWords) -> str:
    return color_name(color, said.language) if color else said.words["no_color"]


def _on_turn(seat: int | None, said: GameWords) -> str:
    return said.words["nobody"] if seat is None or seat < 0 else said.names[seat]


def _direction(direction: int, words: dict[str, str]) -> str:
    return words["clockwise" if direction > 0 else "counter"]
