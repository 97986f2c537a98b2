"""The pages of tournaments: for players and for the staff."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from secrets import token_hex
from typing import Any, Final

import msgspec
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.api.http.throttling import charge
from games.api.share_drawing import draw_table
from games.api.tournament_replies import public_viewpoint
from games.models import Game
from games.pages.limits import costs, limited, polled
from games.pages.remembered_parts import form_part, joined, joined_forms, part
from games.pages.tournament_choices import (
    desk_choices,
    own_choices,
    penalties_of,
    round_name,
    rules_to_break,
)
from games.pages.tournament_decisions import decisions
from games.pages.tournament_forms import MakeTournament, named_people, read_act, text_of_file
from games.pages.views import View, page
from games.players.browser_sessions import begin_session, player_of_session
from games.players.device_codes import CodeRefused, read_code
from games.players.models import Player
from games.players.names import MAX_LENGTH, NameRefused
from games.tournaments import services
from games.tournaments.judges import actor_of, entry_of
from games.tournaments.models import Entrant, League, Tournament
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules.decide import Refused, can_enter
from games.tournaments.rules.tournament_acts import REASONED, Act
from games.tournaments.rules.tournament_facts import Role
from games.tournaments.rules.tournament_state import State, evolve
from games.tournaments.selectors import Night, ShownTable, hidden_from
from games.tournaments.tournament_ledger import state_of
from games.tournaments.watching import SeenGame, seen_game
from games.wording.board import render_board
from games.wording.language import Language
from games.wording.page_texts import page_language
from games.wording.tournament_rules import refusal_words, rule_words
from games.wording.tournament_sentences import sentences_of, tiebreak_name
from games.wording.variant_texts import VARIANT_NAMES

ROLES: Final[tuple[Role, ...]] = ("head", "floor", "score")
"""The roles that a link can give."""

MAX_NAMES: Final = 500
"""The most people that one form enters."""

LOG_ROWS: Final = 100
"""How many of the last rows the desk shows at least, and all with ``?log=all``."""

MAX_FILE: Final = 100_000
"""The most bytes that are read of a file of names."""


def posted(view: View) -> View:
    """Let a page take forms too."""
    return page(view, methods=("GET", "HEAD", "POST"))


def tournament_of(code: str) -> Tournament:
    """Return the tournament of an address; raises ``Http404``."""
    try:
        return services.tournament_by_code(code)
    except services.TournamentNotFound as error:
        raise Http404 from error


def _shown(
    request: HttpRequest, name: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, f"tournaments/{name}.html", context, status=status)


def _context(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    """Return what every page of a tournament shows."""
    player = player_of_session(request.session)
    state = state_of(tournament)
    actor = actor_of(state, player)
    night = Night(tournament, hidden=hidden_from(tournament, state, actor))
    language = page_language(request)
    return {
        "night": night,
        "tournament": tournament,
        "state": night.state,
        "variant": VARIANT_NAMES[night.state.setup.variant].to(language),
        "player": player,
        "role": actor.role,
        "entry": actor.entry,
        "clock": night.ends,
        "public_name": round_name(night.state, night.public_round),
    }


# ---- all tournaments


@posted
@costs(4)
def tournaments(request: HttpRequest) -> HttpResponseBase:
    """Show the tournaments, and make one."""
    form = MakeTournament(request.POST or None, language=page_language(request))
    if request.method == "POST" and request.POST.get("do") == "find":
        code = request.POST.get("code", "")
        return _claim_or_code(request, code)
    if request.method == "POST" and form.is_valid():
        try:
            player = player_of_session(request.session) or _begin(request, form)
            made = services.create_tournament(
                maker=player, name=form.cleaned_data["name"], terms=form.terms()
            )
            return redirect("tournament-desk", code=made.code)
        except NameRefused:
            form.add_error(None, no_such_name())
        except services.TooManyTournaments:
            form.add_error(None, _("You have too many tournaments that are not over."))
    own = player_of_session(request.session)
    context = {
        "form": form,
        "latest": Tournament.objects.all()[:20],
        "leagues": League.objects.order_by("-pk")[:20],
        "player": own,
    }
    return _shown(request, "list", context)


def _begin(request: HttpRequest, form: MakeTournament) -> Player:
    token = begin_session(request, name=form.cleaned_data["called"])
    found: Player = token.user.player
    return found


def _claim_or_code(request: HttpRequest, code: str) -> HttpResponseBase:
    """Lead to a tournament by its code, or to an entry by its claim code."""
    try:
        return redirect("tournament", code=services.tournament_by_code(code).code)
    except services.TournamentNotFound:
        return redirect("tournament-claim", claim=read_code(code) or "0")


# ---- one tournament, for players


@posted
@costs(2)
def tournament(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show a tournament to its players and to visitors, and take their own acts."""
    found = tournament_of(code)
    typed = ""
    if request.method == "POST":
        if request.POST.get("do") == "enter":
            charged = charge(request, "guests", None)
            if charged.is_over:
                return limited(request, charged.wait)
        if _has_acted(request, found) or request.POST.get("do") != "enter":
            return redirect("tournament", code=found.code)
        typed = request.POST.get("name", "")
    context = _context(request, found)
    context |= {"typed": typed, "can_enter": can_enter(context["state"]), "once": token_hex(16)}
    night: Night = context["night"]
    entry = context["entry"]
    if entry:
        context["seat"] = night.seat_of(entry)
        context["own"] = night.state.entries[entry]
        context["name"] = night.name(entry)
        context["standing"] = night.standing(entry)
        context["results"] = night.results(entry)
        entrant = Entrant.objects.get(tournament=found, number=entry)
        context["claim"] = services.claim_code(entrant) if _is_own(request, entrant) else ""
        context |= own_choices(night.state, entry, page_language(request))
    public, opened = range(night.public_round, 0, -1), _opened(request)
    context["rounds"] = [
        (nth, round_name(night.state, nth), _tables(context, nth), night.byes(nth))
        if nth in (night.public_round, opened)
        else (nth, round_name(night.state, nth), "", [])
        for nth in public
    ]
    context["lines"] = standing_lines(context)
    return _shown(request, "tournament", context)


def _opened(request: HttpRequest) -> int:
    """Return the number of the earlier round that is opened, 0 for none."""
    chosen = request.GET.get("round", "")
    return int(chosen) if chosen.isascii() and chosen.isdigit() and len(chosen) < 4 else 0


def _tables(context: dict[str, Any], nth: int) -> SafeString:
    """Return the tables of a round as players see them."""
    night, own = context["night"], context["entry"]
    shown = {"code": night.tournament.code, "role": bool(context["role"])}
    return joined(
        part(
            "table",
            table=one,
            entry=own if any(own == at.entry for at in one.seats) else 0,
            **shown,
        )
        for one in night.tables(nth)
    )


def standing_lines(context: dict[str, Any]) -> SafeString:
    """Return the lines of the standings once there are any."""
    night, own = context["night"], context["entry"]
    shown = {"code": night.tournament.code, "has_points": bool(night.state.stage_rounds)}
    lines = night.standings() if night.has_standings else ()
    return joined(part("standing", line=one, is_own=one.entry == own, **shown) for one in lines)


def _is_own(request: HttpRequest, entrant: Entrant) -> bool:
    player = player_of_session(request.session)
    return player is not None and player.pk == entrant.player_id


def _has_acted(request: HttpRequest, found: Tournament) -> bool:
    """Do what a player asks for: enter, say that one is there, leave, appeal.

    Return whether it was done; else a message says why not.
    """
    do, player = request.POST.get("do", ""), player_of_session(request.session)
    try:
        if do == "enter":
            if player is not None and actor_of(state_of(found), player).role:
                raise Refused("tournament.staff", "directs")
            entrant = services.enter(
                tournament_id=found.pk,
                name=request.POST.get("name", ""),
                by=player,
                is_there=request.POST.get("there") == "yes",
                once=request.POST.get("once", ""),
            )
            _claim(request, entrant)
            return True
        entry = entry_of(state_of(found), player.pk) if player else 0
        own: dict[str, Act] = {"check-in": acts.CheckIn(entry), "drop": acts.Drop(entry)}
        text = " ".join(request.POST.get("text", "").split())[:280]
        if do == "appeal" and text:
            own["appeal"] = acts.Appeal(entry, text, int(request.POST.get("penalty", "0")))
        if do in own:
            services.act(tournament_id=found.pk, act=own[do], player=player)
            if do == "appeal":
                messages.success(request, _("Your appeal is at the desk."))
            return True
    except NameRefused:
        messages.error(request, no_such_name())
    except (msgspec.ValidationError, ValueError):
        messages.error(request, _("The form cannot be read."))
    except Refused as error:
        messages.error(request, refusal_words(error, page_language(request)))
    return False


def no_such_name() -> str:
    """Return that a name is refused, and which are not."""
    return _(
        "This name cannot be taken. Choose another: at most 40 letters, no “#”, and no word such as"
        " “judge” or “bot”."
    )


def _claim(request: HttpRequest, entrant: Entrant) -> None:
    """Give the browser the seats of an entry."""
    begin_session(request, player=entrant.player)
    services.note_claimed(entrant)


@posted
@costs(20)
def claim(request: HttpRequest, claim: str) -> HttpResponseBase:
    """Ask who shows a claim code whether that is so, and give the seats."""
    try:
        entrant = services.claimed(claim)
    except CodeRefused:
        return _shown(request, "no_claim", {}, 404)
    if request.method == "POST":
        _claim(request, entrant)
        return redirect("tournament", code=entrant.tournament.code)
    return _shown(request, "claim", {"entrant": entrant, "tournament": entrant.tournament})


@page
@costs(2)
def why(request: HttpRequest, code: str, entry: int) -> HttpResponse:
    """Explain the place of an entry, number by number."""
    context = _context(request, tournament_of(code))
    night: Night = context["night"]
    if entry not in night.state.entries:
        raise Http404
    order, at = list(night.ranking.places), night.ranking.places[entry] - 1
    language = page_language(request)
    context |= {
        "line": night.standing(entry),
        "near": [night.standing(one) for one in order[max(0, at - 1) : at + 2]],
        "tiebreaks": [tiebreak_name(one, language) for one in night.state.setup.tiebreaks],
        "results": night.results(entry),
        "penalties": [one for _, one in penalties_of(night.state, language, entry)],
        "rules": [rule_words(rule, language) for rule in _explained(night.state)],
    }
    return _shown(request, "why", context)


def _explained(state: State) -> Iterator[str]:
    """Yield the rules that make a place in the standings."""
    if state.setup.stage != "knockout":
        is_compared = state.setup.deals == "shared"
        yield "tournament.duplicate" if is_compared else "tournament.points"
        yield "tournament.tiebreak"
    if state.finalists:
        yield "tournament.cut"


@page
@polled
def now(request: HttpRequest, code: str) -> HttpResponse:
    """Return what changes with the tournament: its last row, who sits where."""
    night: Night = _context(request, tournament_of(code))["night"]
    nth = night.public_round
    tables = range(1, len(night.state.rounds[nth - 1].tables) + 1) if nth else ()
    state = "".join(night.table_mark(nth, number) for number in tables)
    mark = f"{night.mark} {state}{len(night.unopened)}"
    return HttpResponse(mark, content_type="text/plain")


@page
@polled
def clock(request: HttpRequest, code: str) -> JsonResponse:
    """Return the clock of the round and what a table was told last.

    ``at`` is its round and number; without it only what all were told is shown.
    """
    found = tournament_of(code)
    night = Night(found)
    last = night.state.last
    to = ("0.0", request.GET.get("at"))
    said = [one for one in night.announcements if f"{one[1].round}.{one[1].table}" in to][:1]
    return JsonResponse(
        {
            "ends": night.ends,
            "paused": last is not None and last.is_paused,
            "said": [{"at": at, "text": one.text} for at, one in said],
        }
    )


# ---- to watch


@page
@costs(5)
def table(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Show a table of the round as the public sees it, or lead to its game."""
    context = _context(request, tournament_of(code))
    night: Night = context["night"]
    seen, language = _seen(night, number), page_language(request)
    if seen is not None and not seen.is_hidden and seen.seq:
        is_over = seen.game.status == Game.Status.OVER
        return redirect("play-replay" if is_over else "play-table", seen.game.pk)
    if seen is not None and seen.seq:
        viewpoint = public_viewpoint(seen, language)
        context |= {
            "board": render_board(viewpoint),
            "picture": mark_safe(draw_table(viewpoint, str(context["variant"]))),
        }
    nth = night.public_round
    context |= {"round_name": round_name(night.state, nth), "table": night.tables(nth)[number - 1]}
    return _shown(request, "watch", context)


@page
@polled
def table_now(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Return what changes with what the public sees of a table."""
    seen = _seen(Night(tournament_of(code)), number)
    shown = f"{seen.game.pk} {seen.seq} {seen.is_hidden}" if seen else ""
    return HttpResponse(shown, content_type="text/plain")


def _seen(night: Night, number: int) -> SeenGame | None:
    """Return what is public of a table of the last public round."""
    nth = night.public_round
    if not nth or not 1 <= number <= len(night.state.rounds[nth - 1].tables):
        raise Http404
    return seen_game(night.tournament, night.state, nth, number)


# ---- for the staff


@posted
@costs(4)
def desk(request: HttpRequest, code: str) -> HttpResponseBase:
    """Show the desk to the staff; do what they ask after they have read of it."""
    found = tournament_of(code)
    context = _context(request, found)
    if not context["role"]:
        return _shown(request, "no_desk", context, 403)
    typed = ""
    if request.method == "POST" and request.POST.get("act") == "enter":
        typed = _enter_by_staff(request, found, context["player"])
        if not typed:
            return redirect("tournament-desk", code=found.code)
        context = _context(request, tournament_of(code))
    elif request.method == "POST":
        return _desk_act(request, found, context, is_sure="sure" in request.POST)
    night: Night = context["night"]
    language = page_language(request)
    nth = len(night.state.rounds)
    tables = night.tables(nth) if nth else []
    found_now = list(decisions(night, tables, str(context["player"].pk)))
    log = _log(night, language, is_whole=request.GET.get("log") == "all")
    context |= {
        "nth": nth,
        "round_name": round_name(night.state, nth),
        "is_ready": all(seat.place for table in tables for seat in table.seats),
        "paired": night.paired(nth),
        "waiting": len(found_now),
        "decisions": joined_forms(request, (form_part("decision", one=one) for one in found_now)),
        "typed": typed,
        "once": token_hex(16),
        "there": len(night.state.playing()),
        "penalties": [
            (number, one, night.name(one.entry))
            for number, one in penalties_of(night.state, language)
        ],
        "log": joined(log),
        "has_more": log and len(log) < len(night.rows),
        "links": _links(request, found) if context["role"] == "head" else [],
        "rules": part("options", options=rules_to_break(language)),
        "lines": standing_lines(context),
    } | desk_choices(night, tables, context["role"])
    return _shown(request, "desk", context | _desk_lists(request, context, tables))


def _desk_lists(
    request: HttpRequest, context: dict[str, Any], tables: list[ShownTable]
) -> dict[str, Any]:
    """Return the long lists of the desk: tables, rounds, entries, choices."""
    night: Night = context["night"]
    state, may, opened = night.state, context["may"], _opened(request)
    can_move = "move" in may and context["can_change"]
    of_table = {
        "stage": state.last.stage if state.last else "",
        "may": may,
        "most": len(tables),
        "can_move": can_move,
    }
    shown_tables = (
        form_part(
            "desk_table",
            table=one,
            is_acted=one.number in context["acted"],
            is_recorded=one.number in context["recorded"],
            is_restarted=one.number in context["restarted"],
            **of_table,
        )
        for one in tables
    )
    claimed = {number for number, one in night.entrants.items() if one.claimed_at}
    entries = (
        form_part(
            "desk_entry",
            number=number,
            one=one,
            name=night.name(number),
            is_claimed=number in claimed or night.tournament.is_over,
            may=frozenset() if night.tournament.is_over else may,
            can_seed=context["can_seed"],
        )
        for number, one in state.entries.items()
    )
    seats = [(one, seat) for one in tables if one.is_untouched for seat in one.seats if seat.entry]
    numbers = range(1, len(tables) + 1)
    return {
        "tables": joined_forms(request, shown_tables),
        "entries": joined_forms(request, entries),
        "earlier": [
            (
                nth,
                round_name(state, nth),
                joined_forms(
                    request, (form_part("recorded", table=one) for one in night.tables(nth))
                )
                if nth == opened
                else "",
            )
            for nth in range(len(state.rounds) - 1, 0, -1)
            if context["corrects"]
        ],
        "seat_options": _options((at.entry, f"{one.number} · {at.name}") for one, at in seats),
        "table_options": _options((one, f"{_('Table')} {one}") for one in numbers),
        "entry_options": _options((one, night.name(one)) for one in state.entries),
    }


def _options(options: Iterable[tuple[int, str]]) -> SafeString:
    return part("options", options=tuple(options))


def _log(night: Night, language: Language, *, is_whole: bool) -> list[SafeString]:
    """Return the rows in words, the last first: all, or the last hundred or more."""
    before = 0 if is_whole else max(0, len(night.rows) - LOG_ROWS) // LOG_ROWS * LOG_ROWS
    state = state_of(night.tournament, until=before) if before else None
    found = []
    for row in night.rows[before:]:
        said = sentences_of(state, row.facts, language, night.name, night.staff_name)
        state = evolve(state, row.facts)
        shown = {"seq": row.seq, "at": row.at, "reason": row.reason, "cites": row.cites}
        found.append(part("desk_row", said=tuple(said), **shown))
    return found[::-1]


def _links(request: HttpRequest, found: Tournament) -> list[tuple[str, str]]:
    """Return the links that give roles."""
    return [
        (role, request.build_absolute_uri(reverse("tournament-staff", args=[text])))
        for role in ROLES
        for text in [services.invitation(found, role)]
    ]


def _desk_act(
    request: HttpRequest, found: Tournament, context: dict[str, Any], *, is_sure: bool
) -> HttpResponseBase:
    """Do an act, or show what it will do first."""
    language = page_language(request)
    back = redirect("tournament-desk", code=found.code)
    player = context["player"]
    try:
        asked = read_act(request.POST)
        if not is_sure:
            return _preview(request, found, context, asked)
        if isinstance(asked, acts.IssueClaim):
            entrant = services.issue_claim(tournament_id=found.pk, entry=asked.entry, by=player)
            code = services.claim_code(entrant)
            messages.success(request, _("The new code of %s:") % entrant.name + f" {code}")
            return back
        seq = int(request.POST.get("seq", "0"))
        services.act(
            tournament_id=found.pk,
            act=asked,
            player=player,
            reason=request.POST.get("reason", "").strip()[:280],
            seq=seq,
        )
    except (msgspec.ValidationError, ValueError):
        messages.error(request, _("The form cannot be read."))
    except Refused as error:
        messages.error(request, refusal_words(error, language))
    except services.Stale:
        messages.error(request, _("Something else has happened meanwhile. Look again."))
        found = tournament_of(found.code)
        return _desk_act(request, found, _context(request, found), is_sure=False)
    return back


def _enter_by_staff(request: HttpRequest, found: Tournament, player: Player) -> str:
    """Enter the people of a field or of a file; return the lines that were refused."""
    text = request.POST.get("names", "")
    if sent := request.FILES.get("file"):
        text += "\n" + text_of_file(sent.read(MAX_FILE))
    there, once = request.POST.get("there") == "yes", request.POST.get("once", "")
    try:
        people, left = named_people(text)[:MAX_NAMES], list[str]()
    except ValueError:
        messages.error(request, _("The form cannot be read."))
        return text
    for nth, (name, team, seed) in enumerate(people):
        try:
            services.enter(
                tournament_id=found.pk,
                name=name,
                team=team,
                seed=seed,
                by=player,
                is_there=there,
                once=f"{once}/{nth}" if once else "",
            )
        except (NameRefused, msgspec.ValidationError):
            messages.error(request, _("This name cannot be taken:") + f" {name[:MAX_LENGTH]}")
            left.append(", ".join((name, team, str(seed)) if seed else filter(None, (name, team))))
        except Refused as error:
            messages.error(request, refusal_words(error, page_language(request)))
            return text
    messages.success(request, _("Entered now:") + f" {len(people) - len(left)}")
    return "\n".join(left)


def _preview(
    request: HttpRequest, found: Tournament, context: dict[str, Any], asked: Act
) -> HttpResponse:
    night: Night = context["night"]
    actor = actor_of(night.state, context["player"])
    happened = services.foreseen(found, night.state, asked, actor)
    said = sentences_of(night.state, happened, page_language(request), night.name, night.staff_name)
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name not in ("csrfmiddlewaretoken", "seq", "sure", "reason")
    ]
    context |= {
        "said": said,
        "fields": fields,
        "needs_reason": isinstance(asked, REASONED),
        "reason": request.POST.get("reason", ""),
    }
    return _shown(request, "preview", context)


@posted
@costs(4)
def staff(request: HttpRequest, text: str) -> HttpResponseBase:
    """Give the browser's player the role of a link."""
    if request.method != "POST":
        player = player_of_session(request.session)
        return _shown(request, "staff", {"player": player})
    try:
        player = player_of_session(request.session)
        if player is None:
            player = begin_session(request, name=request.POST.get("called", "")).user.player
        found = services.accept(text=text, player=player)
    except CodeRefused:
        return _shown(request, "no_claim", {}, 404)
    except NameRefused:
        messages.error(request, no_such_name())
        return redirect(request.path)
    except Refused as error:
        messages.error(request, refusal_words(error, page_language(request)))
        return redirect(request.path)
    return redirect("tournament-desk", code=found.code)
