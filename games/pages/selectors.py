"""Finding games to audit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games import selectors
from games.models import AuditFinding, AuditRun, Game, Seat
from games.players.models import Player
from games.wording.language import Language
from games.wording.pages import names_of, said_of, words_in

QUESTIONS: Final = ("sealed", "lawful", "fair")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is empty does not matter."""

    variant: str = ""
    status: str = ""
    player: str = ""
    since: date | None = None
    until: date | None = None
    verdict: str = ""
    finding: str = ""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list, in words: who plays it, and what was last said about it on record.

    ``passed`` is None where nothing was; ``broken`` names the questions answered with no.
    """

    game: Game
    variant: str
    status: str
    players: tuple[str, ...]
    winner: str
    passed: bool | None
    broken: tuple[str, ...]


def find_games(*, wanted: Wanted, player: Player | None, is_auditor: bool) -> QuerySet[Game]:
    """Return the games that fit and that a user may see, newest first; auditors see all."""
    found = selectors.games_list(player=player, status=wanted.status, variant=wanted.variant)
    if is_auditor:
        same = {"status": wanted.status, "variant": wanted.variant}
        found = Game.objects.defer("seed").filter(**{k: v for k, v in same.items() if v})
    if wanted.player:
        found = found.filter(Exists(_seats_of(wanted.player)))
    if wanted.since:
        found = found.filter(created_at__date__gte=wanted.since)
    if wanted.until:
        found = found.filter(created_at__date__lte=wanted.until)
    return _of_verdict(found, wanted.verdict, wanted.finding)


def _seats_of(named: str) -> QuerySet[Seat]:
    """The seats of a player, by the id or a part of the name, or of a bot by its name."""
    seats = Seat.objects.filter(game=OuterRef("pk"))
    try:
        return seats.filter(player=UUID(named))
    except ValueError:
        return seats.filter(Q(player__name__icontains=named) | Q(bot__icontains=named))


def _of_verdict(found: QuerySet[Game], verdict: str, finding: str) -> QuerySet[Game]:
    """Those whose last audit on record said so."""
    if not verdict and not finding:
        return found
    last = AuditRun.objects.filter(game=OuterRef("pk")).order_by("-id")
    found = found.annotate(last_run=Subquery(last.values("pk")[:1]))
    if finding:
        said = AuditFinding.objects.filter(run=OuterRef("last_run"), code=finding)
        found = found.filter(Exists(said))
    runs = AuditRun.objects.filter(pk=OuterRef("last_run"))
    passed = Q(sealed="yes") & ~Q(lawful="no") & ~Q(fair="no")
    match verdict:
        case "":
            return found
        case "none":
            return found.filter(last_run=None)
        case "passed":
            return found.filter(Exists(runs.filter(passed)))
        case "failed":
            return found.filter(Exists(runs.exclude(passed)))
        case question:
            return found.filter(Exists(runs.filter(**{question: "no"})))


def listed(games: Iterable[Game], language: Language) -> list[Listed]:
    """The games of a page of the list."""
    page, words = list(games), words_in(language)
    seats: dict[UUID, list[Seat]] = {game.pk: [] for game in page}
    sitting = Seat.objects.filter(game__in=page).select_related("player").order_by("number")
    for seat in sitting:
        seats[seat.game_id].append(seat)
    runs = {run.game_id: run for run in AuditRun.objects.filter(game__in=page).order_by("id")}
    return [_listed(game, seats[game.pk], runs.get(game.pk), words) for game in page]


def _listed(game: Game, seats: list[Seat], run: AuditRun | None, words: dict[str, str]) -> Listed:
    names = tuple(names_of(seats, words))
    return Listed(
        game=game,
        variant=said_of(words, "variant", game.variant),
        status=words[f"status_{game.status}"],
        players=names,
        winner=words["nobody"] if game.winner is None else names[game.winner],
        passed=run.passed if run else None,
        broken=tuple(
            words[f"verdict_{question}"]
            for question in QUESTIONS
            if run and getattr(run, question) == "no"
        ),
    )
