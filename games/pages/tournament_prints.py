"""The wall of a tournament, for a projector, and what is printed on paper."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from games.api.qr_codes import qr_code
from games.pages.limits import costs
from games.pages.remembered_parts import joined, part
from games.pages.tournament_choices import round_name
from games.pages.tournament_pages import tournament_of
from games.pages.views import page
from games.players.browser_sessions import player_of_session
from games.tournaments import services
from games.tournaments.judges import actor_of
from games.tournaments.models import Tournament
from games.tournaments.rules.decide import BOT, DESK
from games.tournaments.selectors import Night, ShownTable
from games.tournaments.tournament_archive import archive_of, results_csv
from games.wording.page_texts import page_language
from games.wording.tournament_sentences import tiebreak_name
from games.wording.variant_texts import VARIANT_NAMES

ANNOUNCED: Final = 2
"""How many announcements the wall shows: the last ones."""


@dataclass(frozen=True, slots=True)
class SeatedName:
    """Where an entry sits in a round; table 0 is a bye, or it rests."""

    name: str
    table: int
    seat: int
    rests: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A claim code, and a QR code of its address, for the player of an entry."""

    number: int
    name: str
    code: str
    qr: SafeString


def _night(code: str) -> Night:
    """Return a tournament as all see it, with no result that is not public yet."""
    found = tournament_of(code)
    return Night(found, hidden=found.hidden_tables)


def _shown(
    request: HttpRequest, name: str, night: Night, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    nth = night.public_round
    context |= {
        "night": night,
        "tournament": night.tournament,
        "state": night.state,
        "variant": VARIANT_NAMES[night.state.setup.variant].to(page_language(request)),
        "nth": nth,
        "round": night.state.rounds[nth - 1] if nth else None,
        "public_name": round_name(night.state, nth),
        "role": actor_of(night.state, player_of_session(request.session)).role,
    }
    return render(request, f"tournaments/{name}.html", context, status=status)


def _qr_code(address: str) -> SafeString:
    return mark_safe(qr_code(address))


def typed(address: str) -> str:
    """Return an address as a person types it, without its scheme."""
    return address.partition("://")[2]


@lru_cache(maxsize=4096)
def alphabetical(name: str) -> tuple[str, str]:
    """Return by what a name is sorted: its letters without accents, then as it is."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(one for one in parts if not unicodedata.combining(one)), name


def seated_names(night: Night, nth: int) -> list[SeatedName]:
    """Return where each entry sits in a round, in alphabetical order."""
    found = [
        SeatedName(seat.name, table.number, seat.number + 1)
        for table in night.tables(nth)
        for seat in table.seats
        if seat.entry != BOT
    ]
    found += [SeatedName(name, 0, 0) for name in night.byes(nth)]
    found += [SeatedName(name, 0, 0, rests=True) for name in night.resting(nth)]
    return sorted(found, key=lambda one: alphabetical(one.name))


def _results(tables: list[ShownTable]) -> list[tuple[ShownTable, list[tuple[int, str]]]]:
    """Return the tables that have ended, each with its names by place."""
    return [
        (table, sorted((seat.place, seat.name) for seat in table.seats if seat.place is not None))
        for table in tables
        if table.status == "void" or all(seat.place is not None for seat in table.seats)
    ]


# ---- the wall


@page
@costs(2)
def wall(request: HttpRequest, code: str) -> HttpResponse:
    """Show a tournament to a room: who is entered, who sits where, and the standings."""
    night = _night(code)
    context: dict[str, Any] = {}
    if not night.tournament.is_over:
        context["announcements"] = night.announcements[:ANNOUNCED]
    nth = night.public_round
    if nth and (night.tournament.is_over or night.state.rounds[nth - 1].stage == "closed"):
        has_points = bool(night.state.stage_rounds)
        lines = (part("wall_line", line=one, has_points=has_points) for one in night.standings())
        context["standings"] = joined(lines)
    elif nth:
        tables = night.tables(nth)
        context["results"] = results = _results(tables)
        seated = seated_names(night, nth) if len(results) < len(tables) else ()
        context["seated"] = joined(part("wall_seat", one=one) for one in seated)
    else:
        address = request.build_absolute_uri(reverse("tournament", args=[night.tournament.code]))
        context |= {"entered": _entered(night), "address": typed(address), "qr": _qr_code(address)}
    return _shown(request, "wall", night, context)


def _entered(night: Night) -> list[tuple[str, bool]]:
    """Return the names of the entries, by alphabet, and whether each is there."""
    found = [
        (night.name(number), one.is_there)
        for number, one in night.state.entries.items()
        if one.out is None
    ]
    return sorted(found, key=lambda one: alphabetical(one[0]))


# ---- on paper


@page
@costs(8)
def printed(request: HttpRequest, code: str, what: str) -> HttpResponse:
    """Show what is to be printed: slips, pairings, score sheets, or standings."""
    if what not in _PRINTS:
        raise Http404
    return _PRINTS[what](request, _night(code))


def _slips(request: HttpRequest, night: Night) -> HttpResponse:
    """Show the slips of codes that were not used yet, to who keeps the entries."""
    if actor_of(night.state, player_of_session(request.session)).role not in DESK:
        return _shown(request, "no_desk", night, {}, 403)
    slips = []
    for number, entrant in night.entrants.items():
        if entrant.claimed_at is None:
            claim = services.claim_code(entrant)
            address = request.build_absolute_uri(reverse("tournament-claim", args=[claim]))
            slips.append(Slip(number, night.name(number), claim, _qr_code(address)))
    claimed = [night.name(number) for number, one in night.entrants.items() if one.claimed_at]
    context = {
        "slips": slips,
        "claimed": sorted(claimed, key=alphabetical),
        "address": typed(request.build_absolute_uri(reverse("tournaments"))),
    }
    return _shown(request, "print_slips", night, context)


def _pairings(request: HttpRequest, night: Night) -> HttpResponse:
    nth = night.public_round
    context = {
        "tables": night.tables(nth) if nth else [],
        "byes": night.byes(nth) if nth else [],
        "seated": seated_names(night, nth) if nth else [],
    }
    return _shown(request, "print_pairings", night, context)


def _sheets(request: HttpRequest, night: Night) -> HttpResponse:
    nth = night.public_round
    return _shown(request, "print_sheets", night, {"tables": night.tables(nth) if nth else []})


def _standings(request: HttpRequest, night: Night) -> HttpResponse:
    language = page_language(request)
    closed = sum(one.stage == "closed" for one in night.state.rounds)
    context = {
        "lines": night.standings(),
        "closed": closed,
        "closed_name": round_name(night.state, closed),
        "tiebreaks": [tiebreak_name(one, language) for one in night.state.setup.tiebreaks],
    }
    return _shown(request, "print_standings", night, context)


_PRINTS: Final[dict[str, Callable[[HttpRequest, Night], HttpResponse]]] = {
    "slips": _slips,
    "pairings": _pairings,
    "sheets": _sheets,
    "standings": _standings,
}


@page
@costs(100)
def archive(request: HttpRequest, code: str) -> HttpResponseBase:
    """Download the archive of a tournament that is over, or as staff of one that runs."""
    found = _for_download(request, code)
    return _download(archive_of(found), "application/zip", f"fairdeal-{found.code}.zip")


@page
@costs(20)
def results(request: HttpRequest, code: str) -> HttpResponseBase:
    """Download the results of a tournament that is over, or as staff of one that runs."""
    found = _for_download(request, code)
    table = iter((results_csv(found),))
    return _download(table, "text/csv; charset=utf-8", f"fairdeal-{found.code}.csv")


def _for_download(request: HttpRequest, code: str) -> Tournament:
    """Return a tournament of which all rows may be seen; else the page is not found."""
    night = _night(code)
    role = actor_of(night.state, player_of_session(request.session)).role
    if not night.tournament.is_over and not role:
        raise Http404
    return night.tournament


def _download(parts: Iterator[bytes], media_type: str, name: str) -> HttpResponseBase:
    response = StreamingHttpResponse(parts, content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
