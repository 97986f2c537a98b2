"""A view does not depend on what its viewer may not know."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from bots.strategies.imagine import imagine
from games.engine import (
    NOBODY,
    Choose,
    Move,
    Prompt,
    Ruleset,
    State,
    Zone,
    decide,
    decode_state,
    encode_state,
    hidden_in_event,
    hidden_parts,
    legal_moves,
    observe,
    redact,
)
from games.engine.facts import (
    CardsMoved,
    CardsShown,
    Fact,
    LotDrawn,
    Prompted,
    ScoreChanged,
    SeatOut,
    Shuffled,
    Taken,
)
from games.engine.prompts import Bookmark
from games.engine.zones import BURN, DANGER, DECK, DRAW, FACE_DOWN, HAND, HERO, sees_zone
from games.json_pointers import changed
from tests.laws.checks import check_nothing_half_done
from tests.laws.random_games import (
    GAMES_A_TABLE,
    TABLES,
    VARIANTS,
    Game,
    Moment,
    box_of,
    cards_of,
    short_games,
)

pytestmark = pytest.mark.slow

EVERY_TABLE = pytest.mark.parametrize(("variant", "seats"), TABLES)
SEATS_OF_HEROES = pytest.mark.parametrize("seats", VARIANTS["ultimate"])
MANY = max(4, GAMES_A_TABLE * 6 // 100)


def viewers(ruleset: Ruleset) -> Iterator[int]:
    """The public, and seats; all of them at a table of heroes, where they go out."""
    yield NOBODY
    yield from range(ruleset.seats) if ruleset.variant.own_decks else (0, ruleset.seats - 1)


def told(facts: tuple[Fact, ...], viewer: int) -> bytes:
    """The facts as a viewer is told them."""
    return msgspec.json.encode([redact(fact, viewer) for fact in facts])


def seen(ruleset: Ruleset, state: State, viewer: int) -> bytes:
    """The view of a viewer as bytes."""
    return msgspec.json.encode(observe(ruleset, state, viewer))


@EVERY_TABLE
def test_a_state_imagined_from_a_view_gives_the_same_view(variant: str, seats: int) -> None:
    rng = Random(seats)
    for game in short_games(variant, seats, MANY):
        for moment in game.play():
            state = moment.decision.state
            for viewer in range(NOBODY, game.ruleset.seats):
                view = observe(game.ruleset, state, viewer)
                imagined = imagine(game.ruleset, view, rng)
                assert observe(game.ruleset, imagined, viewer) == view


@EVERY_TABLE
def test_a_bot_that_plays_for_a_seat_shows_no_viewer_more(variant: str, seats: int) -> None:
    rng = Random(seats)
    for game in short_games(variant, seats, MANY):
        for moment in game.play():
            state = moment.decision.state
            held = state.copy()
            held.stand_ins = rng.randrange(1, 1 << seats)
            playing = tuple(seat for seat in range(seats) if held.stand_ins >> seat & 1)
            for viewer in range(NOBODY, seats):
                view = observe(game.ruleset, state, viewer)
                as_held = msgspec.structs.replace(view, stand_ins=playing)
                assert observe(game.ruleset, held, viewer) == as_held
                assert imagine(game.ruleset, as_held, rng).stand_ins == held.stand_ins


@EVERY_TABLE
def test_an_imagined_state_holds_the_cards_of_the_box_and_can_be_played_on(
    variant: str, seats: int
) -> None:
    rng = Random(seats)
    for game in short_games(variant, seats, MANY // 2 + 1):
        ruleset = game.ruleset
        for moment in game.play():
            state = moment.decision.state
            viewer = rng.choice(range(NOBODY, seats))
            imagined = imagine(ruleset, observe(ruleset, state, viewer), rng)
            assert cards_of(imagined) == box_of(ruleset, state)
            if imagined.prompts:
                moves = legal_moves(ruleset, imagined, imagined.prompts[-1].seat)
                decision = decide(ruleset, imagined, rng.choice(moves), game.chance)
                check_nothing_half_done(decision.state)


@SEATS_OF_HEROES
def test_an_imagined_card_lies_with_the_hero_whose_deck_has_it(seats: int) -> None:
    rng = Random(seats)
    worlds = 0
    for game in short_games("ultimate", seats, MANY):
        for moment in game.play():
            state = moment.decision.state
            for viewer in viewers(game.ruleset):
                imagined = imagine(game.ruleset, observe(game.ruleset, state, viewer), rng)
                for seat in imagined.seats_in():
                    (hero,) = imagined.zones[HERO[seat]]
                    places = (HAND[seat], DECK[seat], BURN[seat])
                    held = Counter(card for zone in places for card in imagined.zones[zone])
                    assert held <= Counter(game.ruleset.decks[hero])
                worlds += imagined.zones[DANGER] != state.zones[DANGER]
    assert worlds > 100


@EVERY_TABLE
def test_cards_that_a_viewer_does_not_see_may_be_others_unnoticed(variant: str, seats: int) -> None:
    rng = Random(seats)
    views = moves = 0
    for game in short_games(variant, seats, MANY):
        ruleset = game.ruleset
        for moment in game.play():
            if moment.move is None:
                continue
            for viewer in viewers(ruleset):
                pair = hidden_pair(moment.before, moment.move, viewer, rng)
                if pair is None or any(
                    is_known(ruleset, moment.before, viewer, *one) for one in pair
                ):
                    continue
                other = exchanged(moment.before, *pair)
                assert seen(ruleset, other, viewer) == seen(ruleset, moment.before, viewer)
                views += 1
                moves += check_told_the_same(game, moment, other, viewer, pair)
    assert views > 50 * MANY
    assert moves > 25 * MANY


Place = tuple[Zone, int]


def hidden_pair(state: State, move: Move, viewer: int, rng: Random) -> tuple[Place, Place] | None:
    """Two places with different cards that a viewer does not see, and that nothing names."""
    hidden = [zone for zone, cards in state.zones.items() if cards and not sees_zone(zone, viewer)]
    dangers = rng.random() < 0.1
    among = [zone for zone in hidden if (zone == DANGER) is dangers]
    if not among:
        return None
    places = [(zone, _low(state, zone, rng)) for zone in rng.choices(among, k=2)]
    prompt = state.prompts[-1]
    named = {*prompt.options, *bound_in(prompt), getattr(move, "card", "")}
    cards = {state.zones[zone][at] for zone, at in places}
    return None if len(cards) < 2 or cards & named else (places[0], places[1])


def is_known(ruleset: Ruleset, state: State, viewer: int, zone: Zone, at: int) -> bool:
    """Whether a viewer may know the card at a place that it does not see."""
    known = observe(ruleset, state, viewer).known.get(zone, ())
    return any(known[at : at + 1]) if zone in FACE_DOWN else state.zones[zone][at] in known


def bound_in(prompt: Prompt) -> set[str]:
    """What the work behind a question has names for."""
    marks = [mark for mark in prompt.resume if isinstance(mark, Bookmark)]
    return {value for mark in marks for _, value in mark.bound}


def _low(state: State, zone: Zone, rng: Random) -> int:
    """Any card of a hand; of a pile one of the lower half, which is not drawn soon."""
    many = len(state.zones[zone])
    return rng.randrange(many if zone in HAND else (many + 1) // 2)


def exchanged(state: State, one: Place, two: Place) -> State:
    """The state with two cards swapped."""
    other = decoded(state)
    cards = [state.zones[zone][at] for zone, at in (two, one)]
    for (zone, at), card in zip((one, two), cards, strict=True):
        pile = list(other.zones[zone])
        pile[at] = card
        other.zones[zone] = tuple(pile)
    return other


def decoded(state: State) -> State:
    return decode_state(encode_state(state))


def check_told_the_same(
    game: Game, moment: Moment, other: State, viewer: int, pair: tuple[Place, Place]
) -> bool:
    """Where a move does not come to the swapped cards, it tells the viewer the same of both."""
    after = moment.decision.state
    if game.ruleset.options.draw_four == "strict" or after.round != moment.before.round:
        return False
    if after.result is not None:
        return False  # The places follow from the hands, which are open now.
    if any(state.zones.get(DRAW) == () for state in (moment.before, after)):
        return False  # Who had to draw what is not there is told by the rulings alone.
    assert moment.move is not None
    decision = decide(game.ruleset, other, moment.move, game.chance)
    for facts in (moment.decision.facts, decision.facts):
        if any(come_to(moment.before, facts, *place) for place in pair):
            return False
    assert told(decision.facts, viewer) == told(moment.decision.facts, viewer)
    assert decision.rulings == moment.decision.rulings
    assert seen(game.ruleset, decision.state, viewer) == seen(game.ruleset, after, viewer)
    return True


def come_to(before: State, facts: tuple[Fact, ...], zone: Zone, at: int) -> bool:
    """Whether facts may depend on a card: a pile has sunk to it, or its hand is looked into."""
    if any(isinstance(fact, SeatOut | ScoreChanged) for fact in facts):
        return True
    if zone in HAND:
        return any(looks_into(zone, fact) for fact in facts)
    moves = [fact for fact in facts if isinstance(fact, CardsMoved)]
    taken = sum(len(move.cards) for move in moves if move.source == zone)
    return taken >= len(before.zones[zone]) - at or any(move.target == zone for move in moves)


def looks_into(hand: Zone, fact: Fact) -> bool:
    """Whether a fact may follow from what exactly is in a hand, as rules and not as its player."""
    match fact:
        case CardsMoved(source=source, target=target, verb=verb, cause=cause):
            return (source == hand and verb != "play") or (target == hand and bool(cause))
        case Prompted(prompt=prompt):
            return HAND[prompt.seat] == hand and prompt.kind in ("again", "card", "mode")
        case Taken(seat=seat) | CardsShown(seat=seat):
            return HAND[seat] == hand
        case _:
            return False


@SEATS_OF_HEROES
def test_an_open_question_names_only_cards_that_lie_open(seats: int) -> None:
    for game in short_games("ultimate", seats, MANY):
        for moment in game.play():
            state = moment.decision.state
            zones = [zone for zone in state.zones if sees_zone(zone, NOBODY)]
            lie_open = {card for zone in zones for card in state.zones[zone]}
            for prompt in state.prompts:
                if not prompt.hidden:
                    named = {*prompt.options, *bound_in(prompt)}
                    assert named & game.ruleset.cards.keys() <= lie_open


@EVERY_TABLE
def test_a_viewer_sees_only_cards_that_it_sees(variant: str, seats: int) -> None:
    for game in short_games(variant, seats, MANY // 2 + 1):
        for moment in game.play():
            for viewer in viewers(game.ruleset):
                for fact in moment.decision.facts:
                    check_told(fact, viewer)
                check_event(moment, viewer)


def check_told(fact: Fact, viewer: int) -> None:
    shown = redact(fact, viewer)
    match fact:
        case CardsMoved(source=source, target=target):
            is_seen = sees_zone(source, viewer) or sees_zone(target, viewer)
            assert (shown.cards is not None) is is_seen
            assert shown.count == len(fact.cards)
        case CardsShown(seat=seat, to=to):
            assert (shown.cards is not None) is (to is None or viewer in (seat, to))
        case Shuffled():
            assert shown.order is None
        case LotDrawn(hidden=hidden):
            assert (shown.picked is None) is hidden
        case Prompted(prompt=prompt) if prompt.hidden or prompt.kind == "drawn":
            assert (shown.prompt.options is None) is (prompt.seat != viewer)
        case _:
            assert hidden_parts(fact, viewer) in ((), ("/option",))
    plain = msgspec.to_builtins(shown)
    plain.pop("count", None)
    assert plain == changed(msgspec.to_builtins(fact), hidden_parts(fact, viewer), lambda *_: None)


def check_event(moment: Moment, viewer: int) -> None:
    """An answer that is hidden in the facts is hidden in the move as well."""
    hidden = hidden_in_event(moment.move, moment.decision.facts, viewer)
    if isinstance(moment.move, Choose):
        assert ("/move/option" in hidden) is ("/facts/0/option" in hidden)


@EVERY_TABLE
def test_only_hands_are_private_and_only_piles_yet_to_come_are_hidden(
    variant: str, seats: int
) -> None:
    for game in short_games(variant, seats, 1):
        state = next(game.play()).decision.state
        for viewer in viewers(game.ruleset):
            for zone in state.zones:
                sort, _, owner = zone.partition(":")
                hides = sort in ("draw", "deck", "danger", "removed")
                is_foreign = sort == "hand" and owner != str(viewer)
                shown = observe(game.ruleset, state, viewer).cards
                assert (zone in shown) is not (hides or is_foreign)
