"""The list of games, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from games.models import Game, Seat
from games.pages.verdicts import VerdictLine, verdict_line
from games.proofs.runs import known_verdicts
from games.search.selectors import GameQuery, first_events
from games.wording.fact_texts import ranked
from games.wording.language import Language
from games.wording.page_texts import names_of, text_of_code, words_in


@dataclass(frozen=True, slots=True)
class ListedGame:
    """A game in the list, in words.

    ``first`` is the first event that the search is about, 0 for none; ``duration`` is None unless
    the game is over.
    """

    game: Game
    variant: str
    status: str
    players: tuple[str, ...]
    winner: str
    places: str
    verdict: VerdictLine
    first: int
    duration: str


def listed_games(
    games: Iterable[Game], language: Language, query: GameQuery | None = None
) -> list[ListedGame]:
    """Return the games of one page of the list, in words."""
    page, words = list(games), words_in(language)
    seats: dict[UUID, list[Seat]] = {game.pk: [] for game in page}
    sitting = Seat.objects.filter(game__in=page).select_related("player").order_by("number")
    for seat in sitting:
        seats[seat.game_id].append(seat)
    verdicts = known_verdicts(page)
    firsts = first_events(page, query or GameQuery())
    return [
        ListedGame(
            game=game,
            variant=text_of_code(words, "variant", game.variant),
            status=words[f"status_{game.status}"],
            players=tuple(names_of(seats[game.pk], words)),
            winner=_winner(game, seats[game.pk], words),
            places=_places(game, seats[game.pk], words),
            verdict=verdict_line(game, verdicts.get(game.pk), words),
            first=firsts.get(game.pk, 0),
            duration=duration_of(game),
        )
        for game in page
    ]


def _winner(game: Game, seats: Sequence[Seat], words: dict[str, str]) -> str:
    """Return who won, with the seat: bots of one kind have one name."""
    if game.winner is None:
        return words["nobody" if game.places else "no_result"]
    return f"{names_of(seats, words)[game.winner]} ({words['view_seat']} {game.winner})"


def _places(game: Game, seats: Sequence[Seat], words: dict[str, str]) -> str:
    if not game.places_by_seat:
        return ""
    names = names_of(seats, words)
    told_apart = [
        name if names.count(name) == 1 else f"{name} ({words['view_seat']} {seat})"
        for seat, name in enumerate(names)
    ]
    return ranked(game.places_by_seat, told_apart)


def duration_of(game: Game) -> str:
    """Return how long a game took, such as 1:02:03; "" unless it has ended."""
    if game.started_at is None or game.ended_at is None:
        return ""
    seconds = int((game.ended_at - game.started_at).total_seconds())
    return str(timedelta(seconds=seconds))
