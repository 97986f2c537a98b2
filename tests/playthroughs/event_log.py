"""The games of the playthroughs as their logs have them: sentences, and the rules behind them."""

from collections.abc import Iterator
from typing import Final

from cards.language import Language
from games.engine import (
    NOBODY,
    Seat,
    fold,
    hidden_in_event,
    redact,
    redact_move,
    redact_prompt,
    reveal,
)
from games.engine.moves import ANSWERS
from games.ledger.rows import EVERYTHING, Actor, ChanceTerms, RulebookName, Start
from games.ledger.seen_events import SeenEvent
from games.play.selectors import PlayedEvent
from games.wording.event_texts import EventTexts
from tests.laws.random_games import Game, Moment

NAMES: Final = ("Alice", "Bob", "Élise", "Dan")
START: Final = Start(
    seats=(),
    chance=ChanceTerms(algorithm="", mode="server", commitments=(), shares=()),
    rules=RulebookName(version="", digest=""),
    reveal="all",
    directors=1,
    organisers=(),
    event=None,
    stand_in=None,
    closed_at="",
)


def played_event(moment: Moment, seq: int, viewer: Seat) -> PlayedEvent:
    """Return a moment of a game as its event, as a viewer may see it."""
    before, move, decision = moment.before, moment.move, moment.decision
    hidden = () if viewer == EVERYTHING else hidden_in_event(move, decision.facts, viewer)
    seen = reveal if viewer == EVERYTHING else lambda fact: redact(fact, viewer)
    asked = None
    if type(move) in ANSWERS and before.prompts:
        last = before.prompts[-1]
        asked = last if viewer == EVERYTHING else redact_prompt(last, viewer)
    event = SeenEvent(
        seq=seq,
        seat=None if move is None else move.seat,
        actor=Actor(kind="player"),
        move=START if move is None else redact_move(move, hides="/move/option" in hidden),
        facts=tuple(map(seen, decision.facts)),
        rulings=tuple(decision.rulings),
        rules_version="",
        refused=None,
        signed=None,
        at="",
        digest="",
        sealed={},
        salts={},
    )
    return PlayedEvent(event, asked, before, fold(before, decision.facts))


def log_lines(
    game: Game, language: Language, viewer: Seat = EVERYTHING, you: Seat = NOBODY
) -> Iterator[str]:
    """Yield the sentences of a game, each with the rules behind it."""
    texts = EventTexts(game.ruleset, NAMES[: game.ruleset.seats], language, you)
    for seq, moment in enumerate(game.play(), 1):
        for nth, one in enumerate(texts.sentences(played_event(moment, seq, viewer))):
            rules = f" [{' '.join(one.rules)}]" if one.rules else ""
            yield f"{seq if nth == 0 else '':>4} {one.text}{rules}"
    yield ""
