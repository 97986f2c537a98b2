"""The context of the page of a game."""

from __future__ import annotations

from dataclasses import dataclass

from games.api.replies import organisers_of
from games.engine import OptionValue
from games.ledger.rulesets import read_stored_options
from games.models import Game
from games.pages.game_list import duration_of
from games.pages.play_words import NO_ORGANISERS
from games.pages.verdicts import LoggedShown, VerdictShown, logged_of, verdict_on
from games.play import selectors
from games.play.sight import Sight
from games.wording.fact_texts import ranked
from games.wording.labels import reason_of
from games.wording.language import Language
from games.wording.page_texts import GameWords, game_words


@dataclass(frozen=True, slots=True)
class GameScene:
    """A game with its verdict and what proves it."""

    said: GameWords
    variant: str
    status: str
    options: dict[str, OptionValue]
    verdict: VerdictShown | None
    logged: LoggedShown | None
    seed: str
    winner: str
    places: str
    why: str
    duration: str
    refused: int
    acts: list[int]
    organisers: str

    @property
    def names(self) -> list[str]:
        """The names of the seats."""
        return list(self.said.names)


def scene_of(sight: Sight, language: Language) -> GameScene:
    """Return the context of the page of a game."""
    game, seats = sight.game, selectors.seats_of(sight.game)
    said = game_words(seats, language)
    counted = selectors.seen_refusal_counts(game=game, viewer=sight.viewer)
    named = organisers_of(game, language)
    return GameScene(
        said=said,
        variant=said.code("variant", game.variant),
        status=said.words[f"status_{game.status}"],
        options=read_stored_options(game.options),
        verdict=verdict_on(game, language),
        logged=logged_of(game),
        seed=game.secret.hex() if game.is_opened else "",
        winner="" if game.winner is None else said.names[game.winner],
        places=ranked(game.places_by_seat, said.names) if game.places_by_seat else "",
        why=reason_of(game.why, language),
        duration=duration_of(game),
        refused=sum(counted.values_list("count", flat=True)),
        acts=selectors.acts(game=game) if game.status == Game.Status.OVER else [],
        organisers=", ".join(one.name for one in named) or str(NO_ORGANISERS),
    )
