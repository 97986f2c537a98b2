"""Make tournaments, act in them, and give people their entries and roles."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final
from uuid import UUID, uuid4

from django.contrib.auth import get_user_model
from django.core import signing
from django.db import transaction
from msgspec.structs import replace

from games.engine import commitment
from games.errors import GameError
from games.ledger.rows import now
from games.ledger.sealing import SALT_SIZE, commit_name
from games.play.seating import fresh_seed
from games.players.device_codes import CODE_LENGTH, LETTERS, CodeRefused, new_code, read_code
from games.players.models import Player, Token
from games.players.names import MAX_LENGTH, checked_name
from games.players.secret_keys import digests_of
from games.players.services import create_guest, revoke_token
from games.tournaments.judges import actor_of
from games.tournaments.models import Entrant, TableGame, Tournament
from games.tournaments.rules import tournament_acts as acts
from games.tournaments.rules import tournament_facts as facts
from games.tournaments.rules.decide import Refused, can_seed, decide
from games.tournaments.rules.tournament_acts import REASONED, Act
from games.tournaments.rules.tournament_facts import Fact, Role, Setup
from games.tournaments.rules.tournament_rows import Actor
from games.tournaments.rules.tournament_state import State
from games.tournaments.table_games import (
    check_not_come,
    clear_table,
    end_untold,
    name_judge,
    show,
)
from games.tournaments.tournament_ledger import chance_of, locked, rows_of, state_of, write

MAX_RUNNING: Final = 5
"""The most tournaments of one person that are not over, and leagues that are not closed."""

CLAIMS: Final = "fairdeal.claims"
"""For what the digests of claim codes are."""

INVITATION: Final = "fairdeal.tournament-staff"
INVITATION_SECONDS: Final = 24 * 60 * 60
"""How long a link for the staff can be used."""


class Stale(GameError):
    """The tournament has moved on since what the caller saw."""

    code = "tournament_moved_on"


class TournamentNotFound(GameError):
    """There is no such tournament."""

    code = "tournament_not_found"


class TooManyTournaments(GameError):
    """The person has as many tournaments as one may have at once."""

    code = "too_many_tournaments"


def tournament_by_code(code: str) -> Tournament:
    """Return the tournament that a code leads to; raises ``TournamentNotFound``."""
    found = Tournament.objects.select_related("player").filter(code=read_code(code)).first()
    if found is None:
        raise TournamentNotFound
    return found


@transaction.atomic
def create_tournament(*, maker: Player, name: str, terms: Mapping[str, Any]) -> Tournament:
    """Make a tournament, whose maker is its head judge.

    Asked for twice before anything has happened in it, it is made once. ``terms`` are those of
    ``Setup``. Raises ``TooManyTournaments``, and ``NameRefused``.
    """
    Player.objects.select_for_update(no_key=True).get(pk=maker.pk)
    name, running = checked_name(name), Tournament.objects.filter(maker=maker, is_over=False)
    for one in running.filter(name=name, seq=1):
        setup = state_of(one).setup
        if setup == Setup(commitment=setup.commitment, **terms):
            return one
    if running.count() >= MAX_RUNNING:
        raise TooManyTournaments({"most": MAX_RUNNING})
    identity, seed = uuid4().hex, fresh_seed()
    user = get_user_model()(username=f"tournament-{identity}")
    user.set_unusable_password()
    user.save()
    tournament = Tournament.objects.create(
        code=new_code(),
        name=name,
        player=Player.objects.create(user=user, name=name[:MAX_LENGTH], is_guest=False),
        maker=maker,
        seed=seed,
        created_at=now(),
    )
    setup = Setup(commitment=commitment(seed), **terms)
    key = str(maker.pk)
    begun: list[Fact] = [facts.Created(setup), facts.StaffNamed(key, "head")]
    write(tournament, Actor(role="head", player=key), None, begun)
    return tournament


@transaction.atomic
def act(
    *,
    tournament_id: UUID,
    act: Act,
    player: Player | None,
    reason: str = "",
    seq: int | None = None,
) -> State:
    """Do an act for a person, with all that follows; return the state after it.

    Raises ``Refused``, and ``Stale`` unless ``seq`` is the last row or None.
    """
    tournament = locked(tournament_id)
    if seq is not None and seq != tournament.seq:
        raise Stale({"seq": tournament.seq})
    state = state_of(tournament)
    actor = actor_of(state, player)
    if isinstance(act, REASONED) and not reason:
        raise Refused("tournament.staff", "reason_missing")
    happened = decided(tournament, state, act, actor)
    for fact in happened:
        _carry_out(tournament, state, fact, actor, reason)
    return write(tournament, actor, act, happened, reason=reason)


def decided(tournament: Tournament, state: State, act: Act, actor: Actor) -> tuple[Fact, ...]:
    """Return what an act would do now; raises ``Refused``."""
    if isinstance(act, acts.NameStaff) and act.role and not _is_player(act.player):
        raise Refused("tournament.staff", "no_such_player")
    return decide(state, act, actor.by(), chance_of(tournament))


def foreseen(tournament: Tournament, state: State, act: Act, actor: Actor) -> tuple[Fact, ...]:
    """Return what an act would do now, as its preview tells it; raises ``Refused``.

    Who has a bye is left out: a lot is not looked at without being on record.
    """
    happened = decided(tournament, state, act, actor)
    return tuple(
        replace(one, byes=()) if isinstance(one, facts.RoundPaired) else one for one in happened
    )


def _is_player(key: str) -> bool:
    try:
        return str(UUID(key)) == key and Player.objects.filter(pk=key, erased_at=None).exists()
    except ValueError:
        return False


def _carry_out(tournament: Tournament, state: State, fact: Fact, actor: Actor, reason: str) -> None:
    """Do at the tables what a fact means for them."""
    match fact:
        case facts.StaffNamed():
            name_judge(tournament, len(state.rounds), fact.player, fact.role)
        case facts.TableChanged() | facts.TableRestarted():
            game = state.rounds[fact.round - 1].tables[fact.table - 1].game
            if game is not None:
                by_force = isinstance(fact, facts.TableRestarted)
                clear_table(tournament, game, reason, by_force=by_force)
        case facts.TableEnded(how="hand"):
            game = state.rounds[fact.round - 1].tables[fact.table - 1].game
            end_untold(tournament, game, reason, is_head=actor.role == "head")
        case facts.Absent():
            tables = state.rounds[fact.round - 1].tables
            game = next(one.game for one in tables if fact.entry in one.seats)
            check_not_come(game, state.entries[fact.entry].player)
        case facts.RoundPaused() | facts.RoundResumed():
            wish = TableGame.Wish.PAUSE if isinstance(fact, facts.RoundPaused) else "resume"
            TableGame.objects.filter(tournament=tournament, round=fact.round, is_told=False).update(
                wish=wish
            )
        case facts.RoundClosed():
            show(TableGame.objects.filter(tournament=tournament, round=fact.round, is_hidden=True))
        case facts.Cancelled():
            for one in state.rounds[-1].tables if state.last else ():
                if one.game is not None and one.places is None:
                    clear_table(tournament, one.game, reason or "Cancelled.", by_force=True)
            show(TableGame.objects.filter(tournament=tournament, is_hidden=True))


# ---- entries


@transaction.atomic
def enter(
    *,
    tournament_id: UUID,
    name: str,
    by: Player | None,
    team: str = "",
    seed: int = 0,
    is_there: bool = False,
    once: str = "",
) -> Entrant:
    """Make an entry, with a guest of its own who has its seats.

    A seed number that decides nothing any more is left out. Asked for twice with one ``once``, that
    is one form sent twice, it is made once. Raises ``NameRefused``, and what ``act`` raises.
    """
    name = checked_name(name)
    tournament = locked(tournament_id)
    salt = secrets.token_bytes(SALT_SIZE)
    if once:
        # No two names have one salt: that of the other would open the row of an erased name.
        salt = sha256(f"{once}/{name}".encode()).digest()[:SALT_SIZE]
        made_before = Entrant.objects.filter(tournament=tournament, salt=salt.hex())
        if entrant := made_before.first():
            return entrant
    if by is not None and Entrant.objects.filter(tournament=tournament_id, player=by).exists():
        raise Refused("tournament.entry", "entered_already")
    guest, token, _ = create_guest(name=name, label="tournament")
    token.delete()
    made = acts.Enter(commit_name(salt, name), str(guest.pk), team)
    state = act(tournament_id=tournament_id, act=made, player=by)
    number = len(state.entries)
    entrant = Entrant(
        tournament_id=tournament_id, number=number, name=name, salt=salt.hex(), player=guest
    )
    entrant.claim = next(digests_of(CLAIMS, claim_code(entrant)))
    entrant.save()
    if seed and can_seed(state):
        act(tournament_id=tournament_id, act=acts.Seed(number, seed), player=by)
    if is_there:
        is_staff = by is not None and str(by.pk) in state.staff
        there = acts.CheckIn(number)
        act(tournament_id=tournament_id, act=there, player=by if is_staff else guest)
    return entrant


@transaction.atomic
def issue_claim(*, tournament_id: UUID, entry: int, by: Player) -> Entrant:
    """Issue a new claim code; the one before ends, and the sessions it began."""
    act(tournament_id=tournament_id, act=acts.IssueClaim(entry), player=by)
    entrant = Entrant.objects.select_related("player").get(
        tournament_id=tournament_id, number=entry
    )
    for token in Token.objects.filter(user_id=entrant.player.user_id, parent=None):
        revoke_token(player=entrant.player, token_id=token.id, by=token.id)
    entrant.issued += 1
    entrant.claimed_at, entrant.claim = None, next(digests_of(CLAIMS, claim_code(entrant)))
    entrant.save(update_fields=["issued", "claimed_at", "claim"])
    return entrant


def claim_code(entrant: Entrant) -> str:
    """Return the claim code of an entry that was issued last."""
    text = f"{entrant.tournament_id}/{entrant.number}/{entrant.issued}"
    codes = [_code(digest) for digest in digests_of("fairdeal.claim-codes", text)]
    issued = (code for code in codes if entrant.claim in digests_of(CLAIMS, code))
    return next(issued, codes[0])


def _code(digest: str) -> str:
    rest, letters = int(digest, 16), []
    for _ in range(CODE_LENGTH):
        rest, at = divmod(rest, len(LETTERS))
        letters.append(LETTERS[at])
    return "".join(letters)


def claimed(text: str) -> Entrant:
    """Return the entry of a claim code, for who shows it; raises ``CodeRefused``."""
    found = Entrant.objects.select_related("player", "tournament").filter(
        claim__in=list(digests_of(CLAIMS, read_code(text))), player__user__is_active=True
    )
    entrant = found.first()
    if entrant is None:
        raise CodeRefused
    return entrant


def note_claimed(entrant: Entrant) -> None:
    """Note that the code of an entry was shown: its slip is not printed again."""
    entrant.claimed_at = now()
    entrant.save(update_fields=["claimed_at"])


# ---- staff


def invitation(tournament: Tournament, role: Role) -> str:
    """Return a text that gives a role to the player who shows it within a day.

    It ends earlier when a member of the staff gets another role, or none.
    """
    return signing.dumps([str(tournament.pk), role, _changes(tournament)], salt=INVITATION)


def _changes(tournament: Tournament) -> int:
    return _changed(tournament.pk, tournament.head)


@lru_cache(maxsize=64)
def _changed(tournament_id: UUID, _: str) -> int:
    """Return how often a member of the staff got another role, or none, until a head."""
    rows = rows_of(Tournament.objects.get(pk=tournament_id))
    named = [one.player for row in rows for one in row.facts if isinstance(one, facts.StaffNamed)]
    return len(named) - len(set(named))


@transaction.atomic
def accept(*, text: str, player: Player) -> Tournament:
    """Give a player the role of an invitation; return the tournament.

    Raises ``CodeRefused`` for a text that is none or too old, and ``Refused``.
    """
    try:
        key, role, changes = signing.loads(text, salt=INVITATION, max_age=INVITATION_SECONDS)
    except signing.BadSignature as error:
        raise CodeRefused from error
    tournament = locked(UUID(key))
    if changes != _changes(tournament):
        raise CodeRefused
    state = state_of(tournament)
    named = state.staff.get(str(player.pk))
    if named == role or named == "head":
        return tournament
    made = acts.NameStaff(str(player.pk), role)
    actor = Actor(role="head", player=_head_of(state))
    happened = decide(state, made, actor.by(), chance_of(tournament))
    for fact in happened:
        _carry_out(tournament, state, fact, actor, "")
    write(tournament, actor, made, happened)
    return tournament


def _head_of(state: State) -> str:
    """Return the head judge who was named first: invitations are given in that name."""
    return next(player for player, role in state.staff.items() if role == "head")
