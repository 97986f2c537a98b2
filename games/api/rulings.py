"""What the rulings desk is asked and what it answers, in the terms of the API."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from games import selectors
from games.api.http.errors import Flaw, Refused, refused_by
from games.api.positions import told_table
from games.engine import (
    NOBODY,
    CallUno,
    CatchUno,
    Choose,
    Correct,
    Draw,
    Expire,
    Fact,
    IllegalMove,
    Move,
    Pass,
    Play,
    Remove,
    Resign,
    Ruleset,
    State,
    Void,
    observe,
)
from games.engine.facts import Prompted
from games.engine.zones import HERO
from games.ledger.rows import EVERYTHING
from games.messages.audit import RulingAsked, RulingStepTold, TablePositionTold, VerdictTold
from games.messages.ruled_moves import (
    RuledCallUno,
    RuledCatchUno,
    RuledChoose,
    RuledCorrect,
    RuledDraw,
    RuledExpire,
    RuledMove,
    RuledPass,
    RuledPlay,
    RuledRemove,
    RuledResign,
    RuledVoid,
)
from games.models import Game
from games.rulings.desk import (
    SEED,
    Case,
    Opened,
    Setting,
    Verdict,
    asked_in,
    heroes_in,
    open_case,
    open_position,
    rule,
)
from games.rulings.positions import PositionAsked, PositionRefused
from games.wording.facts import Teller
from games.wording.labels import card_name, named_params
from games.wording.language import Language, Text
from games.wording.problems import PROBLEMS, told
from games.wording.prompts import told_prompts
from games.wording.rules import cited_rules, refusal_by

SEAT: Final = Text("Seat {seat}", "Siège {seat}")
HERO_AT: Final = Text("{hero} (seat {seat})", "{hero} (siège {seat})")
MISSING: Final = Text(
    "Send `variant`, `seats` and `position`, or `game`.",
    "Envoie `variant`, `seats` et `position`, ou `game`.",
)
BESIDE_GAME: Final = Text(
    "A game has its own: leave this out.", "Une partie a le sien : omets ce membre."
)
WITHOUT_GAME: Final = Text(
    "This is an event of a game: send `game` too.",
    "C’est un événement d’une partie : envoie aussi `game`.",
)
NO_TARGET: Final = Text(
    "Name the seat that is caught: as `target`, or as `seat` without `target`.",
    "Nomme le siège pris : dans `target`, ou dans `seat` sans `target`.",
)


# ---- the question


def check_asked(asked: RulingAsked, language: Language) -> None:
    """Raise ``Refused`` unless a question names either a table and a position, or a game."""
    table = ("variant", "seats", "position", "edition", "options", "heroes")
    if asked.game is not None:
        named = [name for name in table if getattr(asked, name) is not None]
        flaws = [_flaw("unknown_field", name, BESIDE_GAME, language) for name in named]
    else:
        missing = [name for name in table[:3] if getattr(asked, name) is None]
        flaws = [_flaw("missing_field", name, MISSING, language) for name in missing]
        if asked.at is not None:
            flaws.append(_flaw("unknown_field", "at", WITHOUT_GAME, language))
    if flaws:
        raise Refused("malformed", flaws=flaws)


def _flaw(code: str, name: str, text: Text, language: Language) -> Flaw:
    return Flaw(code, text.to(language), pointer=f"/{name}")


def case_of(asked: RulingAsked) -> Case:
    """Return the table and position of a question that names no game."""
    assert asked.variant is not None
    assert asked.seats is not None
    assert asked.position is not None
    return Case(
        variant=asked.variant,
        seats=asked.seats,
        position=asked.position,
        edition=asked.edition,
        options=asked.options or {},
        heroes=tuple(asked.heroes or ()),
        seed=seed_of(asked) or SEED,
    )


def seed_of(asked: RulingAsked) -> bytes:
    """Return the seed of a question, empty if it names none."""
    return b"" if asked.seed is None else bytes.fromhex(asked.seed)


def as_asked(told: TablePositionTold) -> PositionAsked:
    """Return a position as a client would send it back."""
    return msgspec.convert(msgspec.to_builtins(told), PositionAsked)


def position_of(game: Game, viewer: int, at: int) -> TablePositionTold:
    """Return the position after an event as a viewer may see it."""
    state = selectors.state_after(game=game, at=at)
    view = selectors.view_of(selectors.ruleset_for(game), state, viewer)
    return told_table(view, state, at)


def rule_on(
    move: RuledMove, opened: Opened, seat: int | None, language: Language
) -> tuple[Verdict, int]:
    """Rule on a move; ``seat`` makes it unless it names one. Returns the seat too."""
    mover = _seat_of(move, seat, opened.asked())
    made = engine_move(move, mover, language)
    return rule(opened, made, choices_with(move)), made.seat


def rule_at_table(case: Case, move: RuledMove, seat: int | None, language: Language) -> VerdictTold:
    """Rule on a move at a table and in a position."""
    opened = open_case(case, _held(move, seat, case.position))
    verdict, mover = rule_on(move, opened, seat, language)
    return told_verdict(verdict, mover, names_at(opened, language), language)


def rule_in_game(
    game: Game,
    position: PositionAsked,
    move: RuledMove,
    seat: int | None,
    language: Language,
    *,
    names: Sequence[str] = (),
    seed: bytes = b"",
) -> VerdictTold:
    """Rule on a move in a position of a game as a viewer sees it.

    Nothing but the position is read of the game while its cards are hidden, so the answer cannot
    depend on them. Once they are open to all, chance is that of the game.
    """
    usual = game.secret if game.is_opened else SEED
    held = _held(move, seat, position)
    opened = open_position(setting_of(game, position), position, seed or usual, held)
    verdict, mover = rule_on(move, opened, seat, language)
    return told_verdict(verdict, mover, names or names_at(opened, language), language)


def setting_of(game: Game, position: PositionAsked) -> Setting:
    """Return the table of a game, with the heroes that lie there."""
    heroes = heroes_in(position, game.seats)
    return Setting(game.variant, game.edition_id, game.seats, game.options, heroes)


def _seat_of(move: RuledMove, seat: int | None, asked: int) -> int:
    named = mover_of(move)
    if named is not None:
        return named
    return asked if seat is None else seat


def _held(move: RuledMove, seat: int | None, position: PositionAsked) -> tuple[int, str] | None:
    """Return the card that is to be played, and the seat that holds it then."""
    card = card_of(move)
    return None if card is None else (_seat_of(move, seat, asked_in(position)), card)


# ---- the move


def mover_of(asked: RuledMove) -> int | None:
    """Return the seat that a move names as the one that moves, if it does."""
    if isinstance(asked, RuledCatchUno) and asked.target is None:
        return None
    return asked.seat


def card_of(asked: RuledMove) -> str | None:
    """Return the card that a move plays."""
    return asked.card if isinstance(asked, RuledPlay) else None


def engine_move(asked: RuledMove, seat: int, language: Language) -> Move:
    """Return the move that a seat makes; raises ``Refused`` for a catch of no seat."""
    match asked:
        case RuledPlay(card=card, uno=uno):
            return Play(seat, card, uno)
        case RuledDraw():
            return Draw(seat)
        case RuledPass():
            return Pass(seat)
        case RuledChoose(option=option):
            return Choose(seat, str(option))
        case RuledCallUno():
            return CallUno(seat)
        case RuledCatchUno():
            return CatchUno(seat, _caught(asked, language))
        case RuledResign():
            return Resign(seat)
        case RuledExpire():
            return Expire(seat)
        case RuledRemove(seat=removed):
            return Remove(removed)
        case RuledVoid():
            return Void()
        case RuledCorrect(winner=winner):
            return Correct(winner=winner)


def _caught(asked: RuledCatchUno, language: Language) -> int:
    victim = asked.seat if asked.target is None else asked.target
    if victim is None:
        flaw = Flaw("missing_field", NO_TARGET.to(language), pointer="/move/target")
        raise Refused("malformed", flaws=[flaw])
    return victim


def choices_with(asked: RuledMove) -> dict[str, Any]:
    """Return the answers that come with a move, by the kind of question."""
    if not isinstance(asked, RuledPlay | RuledChoose) or asked.choices is None:
        return {}
    choices = asked.choices
    given = {name: getattr(choices, name) for name in choices.__struct_fields__}
    return {kind: value for kind, value in given.items() if value is not None}


# ---- the answer


def names_at(opened: Opened, language: Language) -> list[str]:
    """Return the names of seats without players: their number and hero."""
    state, edition = opened.state, opened.ruleset.edition
    names = []
    for seat in range(state.seats):
        text, hero = SEAT, ""
        if lying := state.zones.get(HERO[seat]):
            text, hero = HERO_AT, card_name(edition, lying[-1], language)
        names.append(text.to(language).format(seat=seat, hero=hero))
    return names


def told_verdict(
    verdict: Verdict, seat: int, names: Sequence[str], language: Language
) -> VerdictTold:
    """Return a verdict in a language; ``names`` says who sits on each seat."""
    refusal, state, ruleset = verdict.refusal, verdict.state, verdict.ruleset
    cited = [*verdict.permitted_by, *(one.rule for one in verdict.rulings)]
    if refusal is not None:
        cited = [refusal.rule]
    return VerdictTold(
        legal=refusal is None,
        seat=seat,
        edition=verdict.edition,
        code=None if refusal is None else refusal.code,
        rule=None if refusal is None else refusal.rule,
        refusal=None if refusal is None else _sentence(refusal, ruleset, language),
        params={} if refusal is None else refusal.params,
        permitted_by=list(verdict.permitted_by),
        rules=cited_rules(cited, ruleset.edition, language),
        steps=[*_steps(verdict, Teller(ruleset, names, language))],
        facts=[_without_work(fact) for fact in verdict.facts],
        rulings=list(verdict.rulings),  # type: ignore[arg-type]
        position=None if refusal is not None else _position_after(ruleset, state),
        prompts=told_prompts(ruleset, observe(ruleset, state, _asked(state)), 0, language).prompts,
        filled=list(verdict.filled),
        unused=list(verdict.unused),
    )


def _asked(state: State) -> int:
    return state.prompts[-1].seat if state.prompts else NOBODY


def _position_after(ruleset: Ruleset, state: State) -> TablePositionTold:
    return told_table(selectors.view_of(ruleset, state, EVERYTHING), state, 0)


def _without_work(fact: Fact) -> Fact:
    """Return a fact without the work suspended behind a question; the position after has it."""
    if not isinstance(fact, Prompted):
        return fact
    return Prompted(msgspec.structs.replace(fact.prompt, resume=()))


def _steps(verdict: Verdict, teller: Teller) -> Iterator[RulingStepTold]:
    """Yield what follows in words, cut where another rule is behind it."""
    facts: list[dict[str, Any]] = [msgspec.to_builtins(fact) for fact in verdict.facts]
    cuts = sorted({0, *(one.at for one in verdict.rulings)})
    for start, end in zip(cuts, [*cuts[1:], len(facts)], strict=True):
        rules = dict.fromkeys(one.rule for one in verdict.rulings if one.at == start)
        sentences = [*filter(None, map(teller.tell, facts[start:end]))]
        if rules or sentences:
            yield RulingStepTold(list(rules), sentences)


def _sentence(refusal: IllegalMove, ruleset: Ruleset, language: Language) -> str:
    """Return why a move is refused, in words."""
    code = refused_by(refusal).code
    params = named_params(ruleset.edition, refusal.params, language) | {"rule": refusal.rule}
    said = refusal_by(refusal.rule, language, params)
    return said or told(PROBLEMS[code].detail, language, params)


def refused_position(error: PositionRefused, language: Language) -> Refused:
    """Return everything that is wrong with a position; the first flaw is the problem."""
    flaws = [
        Flaw(
            flaw.code,
            told(PROBLEMS[flaw.code].detail, language, flaw.params),
            pointer=f"/position{flaw.pointer}",
        )
        for flaw in error.flaws
    ]
    first = error.flaws[0]
    return Refused(first.code, first.params, flaws=flaws)
