"""Steps of a round: dealer, shuffle, deal, turned-up card, end, points."""

from __future__ import annotations

from games.engine.facts import (
    CardsPlaced,
    CardsShown,
    DirectionChanged,
    LotDrawn,
    RoundBegan,
    RoundEnded,
    ScoreChanged,
)
from games.engine.places import hand_points
from games.engine.queries import in_turn_order, next_clockwise, next_seat
from games.engine.resolution import Frame, Resolution
from games.engine.state import State
from games.engine.variants import (
    DEAL,
    FIRST_TURN,
    PASS,
    ROUND,
    TURN,
    ChooseDealer,
    ChooseFirst,
    Deal,
    SetUpTable,
    Shuffle,
    TurnUp,
)
from games.engine.verbs.card_moves import shuffle_zone
from games.engine.zones import DANGER, DECK, DISCARD, DRAW, HAND, HERO, NOBODY, Card, Seat


def choose_dealer(work: Resolution, step: ChooseDealer, frame: Frame) -> None:
    """Choose the dealer: the next seat in later rounds, by option, or by chance."""
    state, ruleset = work.state, work.ruleset
    rule = ruleset.rule("dealer")
    if state.round:
        dealer = next_clockwise(state, state.dealer)
    elif ruleset.options.dealer is not None:
        dealer = ruleset.options.dealer
    elif ruleset.variant.dealer == "lot":
        dealer = _draw_lot(work, state.seats, rule)
    else:
        dealer = _draw_for_deal(work, rule)
    work.rule(rule, dealer)
    work.emit(RoundBegan(state.round + 1, dealer))


def _draw_for_deal(work: Resolution, rule: str) -> Seat:
    """Return the dealer by drawn cards: the highest number deals (avengers.dealer).

    Symbols count zero, and tied seats draw again.
    """
    work.rule(rule, 0)
    shuffle_zone(work, DRAW)
    pile = list(work.state.zones[DRAW])
    tied = list(range(work.state.seats))
    while len(tied) > 1:
        if len(pile) < len(tied):
            shuffle_zone(work, DRAW)
            pile = list(work.state.zones[DRAW])
        drawn: list[tuple[int, Seat]] = []
        for seat in tied:
            card = pile.pop()
            work.emit(CardsShown("dealer", seat, (card,)))
            drawn.append((_number(work, card), seat))
        highest = max(number for number, _ in drawn)
        tied = [seat for number, seat in drawn if number == highest]
    return tied[0]


def _number(work: Resolution, card: Card) -> int:
    return work.ruleset.points[card] if work.ruleset.kind[card] == "number" else 0


def shuffle(work: Resolution, step: Shuffle, frame: Frame) -> None:
    """Gather all cards of the last round and shuffle the pack."""
    zones = work.state.zones
    for seat in work.state.seats_in():
        if zones[HAND[seat]]:
            work.move_cards("gather", seat, zones[HAND[seat]], HAND[seat], DRAW)
    if zones[DISCARD]:
        work.move_cards("gather", work.state.dealer, zones[DISCARD], DISCARD, DRAW)
    shuffle_zone(work, DRAW)


def deal(work: Resolution, step: Deal, frame: Frame) -> None:
    """Deal seven cards to each seat, beginning left of the dealer (common.deal)."""
    dealer = work.state.dealer
    for seat in in_turn_order(work.state, next_seat(work.state, dealer)):
        work.rule("common.deal", seat)
        pile = DECK[seat] if work.ruleset.variant.own_decks else DRAW
        cards = work.state.zones[pile][: -DEAL - 1 : -1]
        work.move_cards("deal", seat, cards, pile, HAND[seat])


def set_up_table(work: Resolution, step: SetUpTable, frame: Frame) -> None:
    """Place the heroes, then build and shuffle their decks and the Danger Deck."""
    ruleset, heroes = work.ruleset, _heroes(work)
    work.emit(RoundBegan(1, None))
    for seat, hero in enumerate(heroes):
        work.cite("deck", seat)
        work.emit(CardsPlaced(HERO[seat], (hero,)))
        work.emit(CardsPlaced(DECK[seat], ruleset.decks[hero]))
    dangers = sorted(card for hero in heroes for card in ruleset.dangers[hero])
    work.emit(CardsPlaced(DANGER, tuple(dangers)))
    for zone in (*DECK[: work.state.seats], DANGER):
        shuffle_zone(work, zone)


def _heroes(work: Resolution) -> list[str]:
    """Return the heroes by seat: the requested ones, the others by lot."""
    ruleset = work.ruleset
    left = sorted(set(ruleset.decks) - set(ruleset.heroes))
    heroes = []
    for seat, hero in enumerate(ruleset.heroes):
        heroes.append(hero or left.pop(_draw_lot(work, len(left), ruleset.point("heroes"), seat)))
    return heroes


def _draw_lot(work: Resolution, among: int, rule: str, seat: Seat = NOBODY) -> int:
    """Return a number below ``among`` by lot, for ``seat``.

    Without one the number is a seat.
    """
    nth = work.state.shuffles
    picked = work.chance.pick(among, nth)
    work.rule(rule, picked if seat == NOBODY else seat)
    work.emit(LotDrawn(among, picked, nth))
    return picked


def choose_first(work: Resolution, step: ChooseFirst, frame: Frame) -> None:
    """Choose the seat that plays first, by option or by lot (ultimate.first)."""
    first = work.ruleset.options.first_seat
    rule = work.ruleset.point("first")
    if first is None:
        first = _draw_lot(work, work.state.seats, rule)
    else:
        work.rule(rule, first)
    work.drop_frame(frame)
    work.push(TURN, first)


def turn_up(work: Resolution, step: TurnUp, frame: Frame) -> None:
    """Turn up the first card of the discard pile, and begin the first turn."""
    ruleset, state = work.ruleset, work.state
    dealer = state.dealer
    while True:
        card = state.zones[DRAW][-1]
        work.move_cards("turn-up", dealer, (card,), DRAW, DISCARD)
        kind, symbol = ruleset.kind[card], ruleset.symbol[card]
        acts = ruleset.variant.turned_up.get(symbol) or ruleset.variant.turned_up[kind]
        if acts == "ignore":
            work.rule(ruleset.rule("start"), dealer)
        elif acts == "again":
            work.rule(ruleset.rule("start.draw-four"), dealer)
            work.move_cards("return", dealer, (card,), DISCARD, DRAW)
            shuffle_zone(work, DRAW)
        else:
            break
    work.drop_frame(frame)
    if ruleset.color[card]:
        work.change_color(ruleset.color[card], dealer, "")
    point = "start" if acts == "play" else f"start.{kind.replace('_', '-')}"
    first = next_seat(state, dealer)
    work.rule(ruleset.rule(point), dealer if acts == "dealer_first" else first)
    match acts:
        case "play":
            work.push(TURN, first)
        case "first_names":
            work.push(FIRST_TURN, first)
        case "dealer_first":
            work.emit(DirectionChanged(-1))
            work.push(TURN, dealer)
        case "effects":
            work.push(PASS, dealer)
            work.push(ruleset.effects[card], dealer, card)


def block_round(work: Resolution, first: Seat, rule: str) -> None:
    """End a blocked round by a rule: the lowest hand wins, of equal ones the first.

    See common.blocked and common.circles.
    """
    work.rule(rule, first)
    winner = min(in_turn_order(work.state, first), key=lambda seat: _points_in_hand(work, seat))
    end_round(work, winner, "blocked")


def _points_in_hand(work: Resolution, seat: Seat) -> int:
    return hand_points(work.ruleset, work.state.zones[HAND[seat]])


def end_round(work: Resolution, winner: Seat, why: str) -> None:
    """End a round: score it, then begin the next one or end the game."""
    work.agenda.clear()
    state, ruleset = work.state, work.ruleset
    if why == "out":
        work.rule(ruleset.rule(ruleset.variant.last_rule), winner)
    work.emit(RoundEnded(state.round, winner, why))
    if ruleset.is_scored:
        _score(work, winner)
    end = _ending(work, winner)
    if end is None:
        work.push(ROUND, NOBODY)
    else:
        rule, champion, reason = end
        work.rule(rule, champion)
        work.end_game(champion, reason)


def _score(work: Resolution, winner: Seat) -> None:
    low = work.ruleset.options.scoring == "low"
    rule = work.ruleset.rule("alternative" if low else "score")
    points = {seat: _points_in_hand(work, seat) for seat in work.state.seats_in()}
    gains = points if low else {winner: sum(points.values()) - points[winner]}
    for seat, gain in gains.items():
        if gain:
            work.rule(rule, seat)
            work.emit(ScoreChanged(seat, gain, work.state.scores[seat] + gain))


def _ending(work: Resolution, winner: Seat) -> tuple[str, Seat, str] | None:
    """Return the rule, the winner and the reason that end the game.

    It is None for another round.
    """
    state, options, rule = work.state, work.ruleset.options, work.ruleset.rule
    if not work.ruleset.is_scored:
        return rule(work.ruleset.variant.last_rule), winner, "round"
    is_low = options.scoring == "low"
    won = rule("alternative" if is_low else work.ruleset.variant.win)
    if options.rounds == 1:
        return won, winner, "rounds"
    reached = options.target_score is not None and any(
        state.scores[seat] >= options.target_score for seat in state.seats_in()
    )
    played = options.rounds is not None and state.round >= options.rounds
    leaders = _leaders(state, is_low)
    if (reached or played) and len(leaders) == 1:
        return won, leaders[0], "target" if reached else "rounds"
    return None


def _leaders(state: State, is_low: bool) -> list[Seat]:
    totals = {seat: state.scores[seat] for seat in state.seats_in()}
    best = min(totals.values()) if is_low else max(totals.values())
    return [seat for seat, total in totals.items() if total == best]
