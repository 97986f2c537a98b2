"""The rulings desk takes every view of a game that ``position/`` gives to a seat or the public."""

from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import msgspec
import pytest

from games.api.positions import render_table
from games.engine import (
    NOBODY,
    Chance,
    Ruleset,
    Setup,
    State,
    compile_ruleset,
    legal_moves,
    observe,
    open_moves,
)
from games.engine.zones import HAND, HERO
from games.play import selectors
from games.rulings.desk import SEED, OpenedCase, rule
from games.rulings.filling import box_of
from games.rulings.position_request import PositionRefused, PositionRequest
from games.rulings.state_building import BuiltState, build_state
from tests.games.test_rulings_desk import meddled
from tests.laws.random_games import short_games

pytestmark = pytest.mark.slow

SEATS = {"avengers": (2, 3, 5), "xmen": (2, 3, 5), "ultimate": (2, 3, 4)}


def seen(ruleset: Ruleset, state: State, viewer: int) -> PositionRequest:
    """A view as position/ gives it, read again."""
    view = selectors.view_of(ruleset, state, viewer)
    fields = msgspec.json.decode(msgspec.json.encode(render_table(view, state, 1)))
    return msgspec.convert(fields, PositionRequest)


def check_view(ruleset: Ruleset, state: State, viewer: int) -> BuiltState:
    """Lay a view and compare what the viewer sees of the result; every legal move is legal.

    The desk does not read what the viewer remembers.
    """
    built = build_state(ruleset, box_of(ruleset), seen(ruleset, state, viewer), Chance(SEED))
    view, again = observe(ruleset, state, viewer), observe(ruleset, built.state, viewer)
    names = ("shuffles", "moves", "open") if built.filled else ()
    for name in set(view.__struct_fields__) - {"known", "clues", *names}:
        assert getattr(again, name) == getattr(view, name), name
    assert (again.moves, again.open) == (view.moves, view.open)
    if viewer == NOBODY:
        return built
    case = OpenedCase("", ruleset, built.state, built.filled, Chance(SEED), True)
    legal = [*legal_moves(ruleset, state, viewer), *open_moves(ruleset, state, viewer)]
    for move in legal:
        assert rule(case, move, {}).refusal is None, move
    return built


def with_heroes(ruleset: Ruleset, state: State) -> Ruleset:
    """The rules of a table at which the heroes dealt by lot are known."""
    if all(ruleset.heroes):
        return ruleset
    heroes = tuple(state.zones[HERO[seat]][0] for seat in range(ruleset.seats))
    options = msgspec.structs.asdict(ruleset.options)
    setup = Setup("ultimate", ruleset.edition.code, ruleset.seats, options, heroes)
    return compile_ruleset(ruleset.edition, setup)


def check_game(variant: str, seats: int, many: int, every: int) -> Counter[str]:
    """Check views of some games: each ``every``-th moment, and each hidden question."""
    met, rng = Counter[str](), Random(seats)
    for game in short_games(variant, seats, many):
        for moment in game.play():
            state = moment.decision.state
            hides = any(prompt.hidden for prompt in state.prompts)
            if not hides and rng.randrange(every):
                continue
            ruleset = with_heroes(game.ruleset, state)
            for viewer in range(NOBODY, seats):
                built = check_view(ruleset, state, viewer)
                met["filled"] += bool(built.filled)
                met["hidden question"] += "prompts" in built.filled
                met["out"] += bool(state.out)
    return met


@pytest.mark.parametrize("variant", SEATS)
def test_every_view_of_many_games_is_taken(variant: str) -> None:
    met = Counter[str]()
    for seats in SEATS[variant]:
        met += check_game(variant, seats, many=8, every=25)
    assert met["filled"] and met["hidden question"] and met["out"]


def test_a_view_says_nothing_about_the_hidden_cards() -> None:
    for variant in SEATS:
        game = next(short_games(variant, 2, 1))
        state = next(game.play()).decision.state
        ruleset, swapped = game.ruleset, state.copy()
        other = HAND[1 - state.prompts[-1].seat]
        swapped.zones[other] = tuple(reversed(state.zones[other]))
        viewer = state.prompts[-1].seat
        built, again = (check_view(ruleset, one, viewer) for one in (state, swapped))
        assert built == again


def meddled_view(rng: Random, ruleset: Ruleset, fields: dict[str, Any]) -> dict[str, Any]:
    """A view in which some things are others, or left out."""
    cards = sorted(ruleset.cards)
    words = ["", "0", "red", "yes", "turn", *rng.sample(cards, 3)]
    changed = dict(fields)
    for _ in range(rng.choice((1, 2, 3))):
        part = rng.choice(["prompts", "cards", "counts", *fields])
        changed[part] = meddled(changed[part], rng, words)
    for part in ("prompts", "counts"):
        if rng.random() < 0.2:
            changed.pop(part)
    if rng.random() < 0.1:
        changed["drawn"] = rng.choice(cards)
    return changed


def seen_views(variant: str, rng: Random) -> list[tuple[Ruleset, dict[str, Any]]]:
    """Views of a few games, as JSON values."""
    found = []
    for game in short_games(variant, 3, 3):
        for moment in game.play():
            state, viewer = moment.decision.state, rng.randrange(NOBODY, 3)
            ruleset = with_heroes(game.ruleset, state)
            if rng.random() < 0.2:
                view = selectors.view_of(ruleset, state, viewer)
                found.append((ruleset, msgspec.json.encode(render_table(view, state, 1))))
    return [(ruleset, msgspec.json.decode(encoded)) for ruleset, encoded in found]


@pytest.mark.parametrize("variant", SEATS)
def test_a_view_that_was_meddled_with_is_refused_or_ruled_on(variant: str) -> None:
    rng, met = Random(5), Counter[str]()
    views = seen_views(variant, rng)
    for _ in range(300):
        ruleset, fields = rng.choice(views)
        held = (rng.randrange(3), rng.choice(sorted(ruleset.cards)))
        try:
            given = msgspec.convert(meddled_view(rng, ruleset, fields), PositionRequest)
            built = build_state(ruleset, box_of(ruleset), given, Chance(SEED), held)
        except (msgspec.ValidationError, PositionRefused) as error:
            met[type(error).__name__] += 1
            continue
        asks = bool(given.prompts)
        hides = asks and given.prompts[-1].is_redacted
        case = OpenedCase("", ruleset, built.state, built.filled, Chance(SEED), asks, hides)
        for seat in range(3):
            for move in (
                *legal_moves(ruleset, built.state, seat),
                *open_moves(ruleset, built.state, seat),
            ):
                with suppress(PositionRefused):
                    assert rule(case, move, {}).refusal is None
                    met["ruled on"] += 1
    assert met["PositionRefused"] > 30 and met["ruled on"] > 100
