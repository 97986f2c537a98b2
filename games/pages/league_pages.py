"""The pages of leagues: several tournaments, added up."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import NotAllowed
from games.pages.limits import costs
from games.pages.tournament_pages import posted
from games.players.browser_sessions import player_of_session
from games.players.names import NameRefused
from games.tournaments import leagues
from games.tournaments.services import TooManyTournaments, TournamentNotFound


class MakeLeague(forms.Form):
    """The name of a league, its table of points, and how many nights count."""

    name = forms.CharField(label=gettext_lazy("Name of the league"), max_length=40)
    points = forms.RegexField(
        r"^\d{1,4}( +\d{1,4}){0,99}$",
        label=gettext_lazy("Points of the first place, the second, and so on"),
        initial="10 8 6 5 4 3 2 1",
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many of the best nights count (0: all)"),
        min_value=0,
        max_value=100,
        initial=0,
    )


@posted
@costs(4)
def make_league(request: HttpRequest) -> HttpResponseBase:
    """Make a league, for a player who has a session."""
    form, player = MakeLeague(request.POST or None), player_of_session(request.session)
    if request.method == "POST" and player is not None and form.is_valid():
        data = form.cleaned_data
        try:
            made = leagues.create_league(
                maker=player,
                name=data["name"],
                points=[int(one) for one in data["points"].split()],
                best=data["best"],
            )
            return redirect("league", code=made.code)
        except NameRefused:
            form.add_error("name", _("This name cannot be taken."))
        except TooManyTournaments:
            form.add_error(None, _("You have too many leagues that are not closed."))
    return render(request, "tournaments/make_league.html", {"form": form, "player": player})


@posted
@costs(10)
def league(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show a league; its maker adds tournaments, and closes it."""
    try:
        found = leagues.league_by_code(code)
    except TournamentNotFound as error:
        raise Http404 from error
    player = player_of_session(request.session)
    if request.method == "POST":
        try:
            if request.POST.get("do") == "close":
                leagues.close_league(league=found, by=player)
            else:
                leagues.add_night(league=found, code=request.POST.get("code", ""), by=player)
        except TournamentNotFound:
            messages.error(request, _("There is no tournament with this code."))
        except NotAllowed:
            messages.error(
                request, _("Only the maker of the league does this, until it is closed.")
            )
        return redirect("league", code=found.code)
    context = {
        "league": found,
        "nights": leagues.nights_of(found),
        "waiting": found.nights.filter(is_over=False),
        "lines": leagues.standings_of(found),
        "is_own": player is not None and player.pk == found.maker_id and not found.digest,
    }
    return render(request, "tournaments/league.html", context)
