"""Explanations of the moves that bots have made in stored games, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from bots.explaining import Estimate, Explanation, explain
from cards.language import EditionDef
from games.engine import Move, observe
from games.ledger import store
from games.ledger.bot_seeds import seed_of_choice
from games.ledger.rows import Actor, Start
from games.messages.records import EstimateResponse, ExplanationResponse
from games.models import Game
from games.play import selectors
from games.wording.labels import CATALOG, label_of
from games.wording.language import ENGLISH, Language, Texts

TEXTS: Final = Texts(
    CATALOG,
    "explanation",
    {
        "alone": "{who} had no other move worth trying.",
        "chosen": "{who} chose: {move}.",
        "fallback": "{who} failed, and its first legal move was made for it: {move}.",
        "quick": "{who} was low on time, and gave its quick answer: {move}.",
        "own": "It played {trials} imagined games with this move and won {share} % of them"
        " (± {error}).",
        "other": "It does not think ahead like this. The bot thinker, with the same view, won"
        " {share} % (± {error}) of {trials} imagined games with this move.",
        "untried": "The bot thinker did not try this move: it is never better than another one.",
        "second": "The next best was: {move}, with {share} % (± {error}) of {trials} games.",
        "better": "The best was: {move}, with {share} % (± {error}) of {trials} games.",
        "sure": "The difference of the two best is more than chance explains.",
        "unsure": "The difference of the two best may be chance.",
        "greedy": "The bot greedy would choose: {move}.",
        "greedy_same": "The bot greedy would choose the same.",
    },
)


class NoBotMoved(Exception):
    """The event is not the move of a bot."""


def explanation_of(game: Game, seq: int, language: Language) -> ExplanationResponse:
    """Return why a bot made the move of an event, for a game that is open to all.

    Raises ``NoBotMoved`` if the event is no move of a bot, or does not exist.
    """
    row = next(store.history(game, after=seq - 1, until=seq), None) if 1 < seq <= game.seq else None
    if row is None or row.actor.kind != "bot" or row.seat is None or isinstance(row.move, Start):
        raise NoBotMoved
    ruleset = selectors.ruleset_for(game)
    state = selectors.state_after(game=game, at=seq - 1)
    number = store.count_choices(game, row.seat, seq - 1)
    seed = seed_of_choice(seed=game.secret, number=number, seat=row.seat)
    view = observe(ruleset, state, row.seat)
    found = explain(actor=row.actor, chosen=row.move, ruleset=ruleset, view=view, seed=seed)
    labels = Labels(ruleset.edition, state.prompts[-1].kind if state.prompts else "", language)
    return ExplanationResponse(
        seq=seq,
        seat=row.seat,
        bot=row.actor.name,
        version=found.version,
        budget=found.budget,
        own=found.is_own,
        sure=found.is_sure,
        options=[_option(one, found, labels) for one in found.estimates],
        sentences=list(_sentences(row.actor, found, labels)),
    )


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of a question's answers, and of numbers, in one language."""

    edition: EditionDef
    kind: str
    language: Language

    def move(self, move: Move) -> str:
        """Return a move in words."""
        return label_of(self.edition, move, self.kind, self.language)

    def percent(self, share: float | None) -> str:
        """Return a share as a number of percent."""
        return percent(share, self.language)

    def say(self, name: str, **params: str | int) -> str:
        """Return a sentence."""
        return TEXTS.say(name, self.language, **params)

    def says(self, name: str, one: Estimate, **params: str | int) -> str:
        """Return a sentence about an estimate."""
        share, error = self.percent(one.share), self.percent(one.error)
        return self.say(name, share=share, error=error, trials=one.trials, **params)


def percent(share: float | None, language: Language) -> str:
    """Return a share as a number of percent with one decimal, "" for none."""
    text = "" if share is None else f"{100 * share:.1f}"
    return text if language == ENGLISH else text.replace(".", ",")


def _option(one: Estimate, found: Explanation, labels: Labels) -> EstimateResponse:
    return EstimateResponse(
        move=one.move,  # type: ignore[arg-type]  # nothing of it is hidden
        label=labels.move(one.move),
        won=one.won,
        trials=one.trials,
        share=None if one.share is None else round(one.share, 4),
        error=None if one.error is None else round(one.error, 4),
        chosen=one.move == found.chosen,
        greedy=one.move == found.greedy,
    )


def _sentences(actor: Actor, found: Explanation, labels: Labels) -> Iterator[str]:
    """Yield what was chosen, how it does, what is next best, and what greedy would do."""
    reasons = {"": "chosen", "time": "quick"}
    name = reasons.get(actor.reason, "fallback")
    yield labels.say(name, who=actor.name, move=labels.move(found.chosen))
    mine = next((one for one in found.estimates if one.move == found.chosen), None)
    others = [one for one in found.estimates if one.move != found.chosen and one.trials]
    if mine is None:
        yield labels.say("untried")
    elif mine.trials:
        yield labels.says("own" if found.is_own else "other", mine)
    elif not others:
        yield labels.say("alone", who=actor.name)
    if others:
        is_best = mine is not None and mine == found.estimates[0]
        yield labels.says(
            "second" if is_best else "better", others[0], move=labels.move(others[0].move)
        )
        yield labels.say("sure" if found.is_sure else "unsure")
    if found.greedy == found.chosen:
        yield labels.say("greedy_same")
    else:
        yield labels.say("greedy", move=labels.move(found.greedy))
