"""Check the expectations of a case, key by key."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from msgspec import UNSET

from cards.language import EditionDef
from games.engine import Card, CatchUno, Prompt, Seat, Zone, open_moves
from games.engine.zones import BURN, DANGER_DISCARD, DECK, DISCARD, ENEMY, HAND, ITEMS
from tests.case_runner.answers import TURN_LIKE, decline_of
from tests.case_runner.running import Difference, Run, Stopped
from tests.case_runner.shape import ANY_ENEMY, Asked, Case, Sight, Then, Word
from tests.case_runner.words import option_of

Check = Callable[[Run, Any], Iterable[Difference]]
Found = Iterator[Difference]

DIRECTIONS: Final = {1: "clockwise", -1: "counter"}


def run_case(case: Case, edition: EditionDef) -> list[Difference]:
    """Return the differences between what a case expects and what happened.

    Raises ``CaseError`` for an impossible position.
    """
    run = Run(case, edition)
    run.prepare()
    try:
        run.play()
    except Stopped as stopped:
        return [stopped.difference]
    found: list[Difference] = []
    for key, expected in said(case.then):
        found.extend(CHECKS[key](run, expected))
    return found


def said(part: Then) -> Iterator[tuple[str, Any]]:
    """Return the members of a part of a case that are set, by key."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        if value is not UNSET:
            yield name, value


def _is(key: str, expected: object, seen: object) -> Found:
    if expected != seen:
        yield Difference(key, expected, seen)


def _each(key: str, seen: Callable[[Run, Seat], object]) -> Check:
    """Return a check of one value for each seat."""

    def check(run: Run, expected: dict[Seat, object]) -> Found:
        for seat, value in expected.items():
            yield from _is(f"{key} of seat {seat}", value, seen(run, seat))

    return check


def _has(key: str, zones: tuple[Zone, ...]) -> Check:
    """Return a check that a zone of a seat has all of some cards."""

    def check(run: Run, expected: dict[Seat, list[Card]]) -> Found:
        for seat, cards in expected.items():
            if Counter(cards) - Counter(run.zone(zones[seat])):
                yield Difference(f"{key} of seat {seat}", cards, list(run.zone(zones[seat])))

    return check


def _lacks(key: str, zones: tuple[Zone, ...]) -> Check:
    """Return a check that a zone of a seat has none of some cards."""

    def check(run: Run, expected: dict[Seat, list[Card]]) -> Found:
        for seat, cards in expected.items():
            if set(cards) & set(run.zone(zones[seat])):
                yield Difference(f"{key} of seat {seat}", cards, list(run.zone(zones[seat])))

    return check


def _top(cards: tuple[Card, ...]) -> Card | None:
    return cards[-1] if cards else None


def _refused(run: Run, expected: str) -> Found:
    """Check nothing here: the refusal was checked when the move was made."""
    if not run.case.when:
        yield Difference("refused", expected, "no move")


def _winner(run: Run, expected: Seat | None) -> Found:
    result = run.state.result
    return _is("winner", expected, None if result is None else result.winner)


def _out(run: Run, expected: list[Seat]) -> Found:
    seats = range(run.state.seats)
    return _is("out", sorted(expected), [seat for seat in seats if run.state.is_out(seat)])


def _discard_top_not(run: Run, expected: Card) -> Found:
    if _top(run.zone(DISCARD)) == expected:
        yield Difference("discard_top_not", f"anything but {expected}", expected)


def _is_exposed(run: Run, seat: Seat) -> bool:
    return any(
        isinstance(move, CatchUno) and move.target == seat
        for other in range(run.state.seats)
        for move in open_moves(run.ruleset, run.state, other)
    )


def _sees(*, expected: bool) -> Check:
    def check(run: Run, sights: Sight | list[Sight]) -> Found:
        for sight in sights if isinstance(sights, list) else [sights]:
            key = f"seat {sight.by} sees the hand of {sight.of}"
            yield from _is(key, expected, _has_seen(run, sight))

    return check


def _has_seen(run: Run, sight: Sight) -> bool:
    return any(
        fact.verb == "hand" and fact.seat == sight.of and fact.to in (sight.by, None)
        for fact in run.shown
    )


def _cites(run: Run, expected: list[str]) -> Found:
    cited = sorted({ruling.rule for ruling in run.rulings})
    if set(expected) - set(cited):
        yield Difference("cites", expected, cited)


def _legal_has(run: Run, expected: dict[Seat, list[Word]]) -> Found:
    for seat, words in expected.items():
        if set(map(str, words)) - run.open_to(seat):
            yield Difference(f"legal_has of seat {seat}", words, sorted(run.open_to(seat)))


def _legal_lacks(run: Run, expected: dict[Seat, list[Word]]) -> Found:
    for seat, words in expected.items():
        if set(map(str, words)) & run.open_to(seat):
            yield Difference(f"legal_lacks of seat {seat}", words, sorted(run.open_to(seat)))


def _prompt(run: Run, expected: Asked) -> Found:
    prompts = run.state.prompts
    if not prompts:
        yield Difference("prompt", expected, "no question is open")
        return
    prompt = prompts[-1]
    kind, offered = _as_case(run, prompt, expected.kind)
    yield from _is("prompt", (expected.seat, expected.kind), (prompt.seat, kind))
    wanted = {option_of(word, kind, run.edition) for word in expected.offers}
    unwanted = {option_of(word, kind, run.edition) for word in expected.offers_not}
    if wanted - offered:
        yield Difference("offers of the prompt", sorted(wanted), sorted(offered))
    if unwanted & offered:
        yield Difference("offers_not of the prompt", sorted(unwanted), sorted(offered))


def _as_case(run: Run, prompt: Prompt, expected: str) -> tuple[str, set[str]]:
    """The kind and the options of a question in the words of a case, which may not fold mays."""
    if expected == "confirm" and (decline_of(prompt) or prompt.kind == "again"):
        return "confirm", {"yes", "no"}
    if prompt.kind in TURN_LIKE:
        return "turn", run.open_to(prompt.seat)
    return prompt.kind, set(prompt.options)


def _deck_size_change(run: Run, seat: Seat) -> int:
    return len(run.zone(DECK[seat])) - len(run.given.zones[DECK[seat]])


def _deck_bottom(run: Run, expected: dict[Seat, list[Card]]) -> Found:
    for seat, cards in expected.items():
        lowest = list(run.zone(DECK[seat])[: len(cards)])
        yield from _is(f"deck_bottom of seat {seat}", cards, lowest)


def _enemy(run: Run, expected: dict[Seat, Card | None]) -> Found:
    for seat, enemy in expected.items():
        seen = _top(run.zone(ENEMY[seat]))
        if enemy != ANY_ENEMY or seen is None:
            yield from _is(f"enemy of seat {seat}", enemy, seen)


def _items(run: Run, expected: dict[Seat, list[Card]]) -> Found:
    for seat, items in expected.items():
        yield from _is(f"items of seat {seat}", sorted(items), sorted(run.zone(ITEMS[seat])))


def _danger_discard_has(run: Run, expected: list[Card]) -> Found:
    if set(expected) - set(run.zone(DANGER_DISCARD)):
        yield Difference("danger_discard_has", expected, list(run.zone(DANGER_DISCARD)))


def _danger_discard_lacks(run: Run, expected: list[Card]) -> Found:
    if set(expected) & set(run.zone(DANGER_DISCARD)):
        yield Difference("danger_discard_lacks", expected, list(run.zone(DANGER_DISCARD)))


CHECKS: Final[dict[str, Check]] = {
    "refused": _refused,
    "current": lambda run, seat: _is("current", seat, run.state.current),
    "color": lambda run, color: _is("color", color, run.state.color),
    "direction": lambda run, way: _is("direction", way, DIRECTIONS[run.state.direction]),
    "dealer": lambda run, seat: _is("dealer", seat, run.state.dealer),
    "hand_size": _each("hand_size", lambda run, seat: len(run.hand(seat))),
    "hand_has": _has("hand_has", HAND),
    "hand_lacks": _lacks("hand_lacks", HAND),
    "skipped": _each("skipped", lambda run, seat: bool(run.state.skipped >> seat & 1)),
    "out": _out,
    "winner": _winner,
    "score": _each("score", lambda run, seat: run.state.scores[seat]),
    "prompt": _prompt,
    "discard_top": lambda run, card: _is("discard_top", card, _top(run.zone(DISCARD))),
    "discard_top_not": _discard_top_not,
    "exposed": _each("exposed", _is_exposed),
    "sees_hand": _sees(expected=True),
    "sees_hand_not": _sees(expected=False),
    "cites": _cites,
    "legal_has": _legal_has,
    "legal_lacks": _legal_lacks,
    "deck_size_change": _each("deck_size_change", _deck_size_change),
    "deck_bottom": _deck_bottom,
    "burn_size": _each("burn_size", lambda run, seat: len(run.zone(BURN[seat]))),
    "burn_top": _each("burn_top", lambda run, seat: _top(run.zone(BURN[seat]))),
    "burn_has": _has("burn_has", BURN),
    "burn_lacks": _lacks("burn_lacks", BURN),
    "enemy": _enemy,
    "items": _items,
    "danger_discard_has": _danger_discard_has,
    "danger_discard_lacks": _danger_discard_lacks,
}
"""The check of each key of ``then``."""
