"""What organisers do to a game, such as voiding it or correcting its result.

Each act is a row of its own, with the organiser and the reason; no row is changed. An organiser
needs a grant for the game, and must not have a seat in it. Refused acts are recorded. If a game has
two directors, a void or a correction is proposed by one and confirmed by another.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from uuid import UUID

import msgspec
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.db.models import QuerySet

from games.engine import Act, Correct, IllegalMove, Void
from games.errors import GameError, NoSuchSeat, NotAllowed, NotOpen, ProposalGone, StaleSeq
from games.ledger.rows import (
    MAX_REASON_LENGTH,
    MAX_REFERENCE_LENGTH,
    REASON,
    Actor,
    ActSignature,
    now,
)
from games.models import Game
from games.officials.grants import has_seat, is_granted, is_named
from games.officials.models import Proposal, RefusedAct, TableNote
from games.play.commands import MoveCommand
from games.play.deciding import dry_run
from games.play.move_signatures import check_signature
from games.play.selectors import stored_game
from games.play.starting import named_organisers, organiser_ids
from games.players.models import Player
from games.players.persons import is_same_person

DIRECT: Final = "games.direct_game"
"""The permission of staff who may direct games in the admin."""


@dataclass(frozen=True, slots=True)
class Organiser:
    """A person who directs a game: the public id, and the account whose grants count.

    ``behind`` is the id of the player for whom the creator of the game acts, "" for none.
    """

    id: str
    account: Player | User
    behind: str = ""

    @property
    def user_id(self) -> int:
        """The login of the account."""
        account = self.account
        return account.pk if isinstance(account, User) else account.user_id


def organiser_of(player: Player) -> Organiser:
    """Return a player as an organiser."""
    return Organiser(str(player.pk), player)


def organiser_on_staff(user: User) -> Organiser:
    """Return a staff user as an organiser: by an id, without name and address."""
    return Organiser(f"staff-{user.pk}", user)


def may_direct(user: User | AnonymousUser) -> bool:
    """Return whether a user of the admin may direct games."""
    return user.is_staff and user.has_perm(DIRECT)


def organiser_behind(
    game: Game, player: Player | None, user: User | AnonymousUser
) -> Organiser | None:
    """Return as whom the person at a browser directs a game, None for no one.

    A player whom the creator of the game named, else a user who is logged in as staff. For a player
    who was named after the terms of the game were settled its creator acts, if they name it.
    """
    if player is not None and is_named(game, player):
        named = organiser_ids(game)
        if game.creator_id in named and player.pk not in named:
            return Organiser(str(game.creator_id), game.creator, str(player.pk))
        return organiser_of(player)
    if isinstance(user, User) and may_direct(user):
        return organiser_on_staff(user)
    return None


def has_rights(game: Game, organiser: Organiser) -> bool:
    """Return whether an organiser may direct a game; no refusal is recorded."""
    try:
        check_rights(game, organiser)
    except NotAllowed:
        return False
    return True


def is_reason(text: str) -> bool:
    """Return whether a text is a valid reason."""
    return len(text) <= MAX_REASON_LENGTH and re.search(REASON, text) is not None


def is_reference(text: str) -> bool:
    """Return whether a text is a valid reference; "" is none."""
    return not text or (len(text) <= MAX_REFERENCE_LENGTH and is_reason(text))


@dataclass(frozen=True, slots=True)
class AskedAct:
    """An act that an organiser asks for; its texts are public.

    ``expected`` is the number of the row that it follows, None for any; ``signature`` is that of an
    organiser with a key.
    """

    game: Game
    act: Act
    organiser: Organiser
    reason: str
    reference: str = ""
    expected: int | None = None
    signature: str = ""


on_act: Final[list[Callable[[AskedAct], None]]] = []
"""Listeners that raise ``NotAllowed`` for an act that an organiser may not do."""


@contextmanager
def refusals_recorded(asked: AskedAct) -> Iterator[None]:
    """Record an act that is refused in the body, unless its expected seq was stale."""
    try:
        yield
    except StaleSeq:
        raise
    except (GameError, IllegalMove) as error:
        RefusedAct.objects.create(
            game_id=asked.game.pk,
            seq=asked.game.seq,
            organiser=asked.organiser.id,
            act=msgspec.json.encode(asked.act).decode(),
            reason=asked.reason,
            reference=asked.reference,
            code=error.code,
            detail=str(error.params.get("reason", "")) or error.rule,
            created_at=now(),
        )
        raise


def note_before_start(asked: AskedAct) -> None:
    """Record a note on a game that is still open, which has no events.

    Raises what ``check_rights`` raises, and ``NotOpen`` if the game has begun meanwhile.
    """
    actor = _actor(asked.organiser, asked.reason, asked.reference)
    check_rights(asked.game, asked.organiser)
    for listener in on_act:
        listener(asked)
    game = stored_game(asked.game.pk, lock=True)
    if game.status != Game.Status.OPEN:
        raise NotOpen({"status": str(game.status)})
    TableNote.objects.create(
        game=game,
        organiser=actor.player,
        reason=actor.reason,
        reference=actor.reference,
        created_at=now(),
    )


def notes_on(game: Game) -> QuerySet[TableNote]:
    """Return the notes on a game from before its start, in order."""
    return TableNote.objects.filter(game_id=game.pk).order_by("created_at", "id")


def act_command(asked: AskedAct) -> MoveCommand:
    """Return the command of an act.

    Raises what ``check_rights`` raises, ``NotAllowed`` for an act that needs a second organiser,
    and ``NoSuchSeat``.
    """
    command, seat = proposed_command(asked), asked.act.seat
    if needs_second(asked.game, asked.act):
        raise NotAllowed("second")
    if seat is not None and not 0 <= seat < asked.game.seats:
        raise NoSuchSeat(seat, asked.game.seats)
    return command


def proposed_command(asked: AskedAct) -> MoveCommand:
    """Return the command of an act of an organiser who has the right to it."""
    actor = _actor(asked.organiser, asked.reason, asked.reference)
    check_rights(asked.game, asked.organiser)
    for listener in on_act:
        listener(asked)
    key = _key_of(asked.game, asked.organiser)
    return MoveCommand(asked.act, actor, asked.expected, key=key, signature=asked.signature)


def _actor(organiser: Organiser, reason: str, reference: str, second: str = "") -> Actor:
    if not is_reason(reason):
        raise ValueError("an act needs a reason, in one line of text")
    if not is_reference(reference):
        raise ValueError("a reference is one line of text")
    if organiser.behind:
        reference = f"for {organiser.behind}: {reference}".rstrip(": ")[:MAX_REFERENCE_LENGTH]
    return Actor(
        kind="organiser", player=organiser.id, reason=reason, reference=reference, second=second
    )


def check_rights(game: Game, organiser: Organiser) -> None:
    """Raise ``NotAllowed`` for an organiser with a seat in the game, or with no grant.

    If the creator of the game named organisers, all others are refused too, staff included.
    """
    if has_seat(game, organiser.account):
        raise NotAllowed("player")
    if not is_granted("direct", game, organiser.account):
        raise NotAllowed("grant")
    named = named_organisers(game)
    if named and organiser.id not in [one.player for one in named]:
        raise NotAllowed("named")


def _key_of(game: Game, organiser: Organiser) -> str:
    """Return the key of a named organiser, "" for none."""
    keys = {one.player: one.key for one in named_organisers(game)}
    return keys.get(organiser.id) or ""


# ---- two organisers

PROPOSAL_TIME: Final = timedelta(hours=24)
"""After how long a proposal expires."""

ProposedAct = Void | Correct

_proposed = msgspec.json.Decoder(ProposedAct)


def needs_second(game: Game, act: Act) -> bool:
    """Whether an act needs a second organiser."""
    return game.directors > 1 and isinstance(act, Void | Correct)


def act_of(proposal: Proposal) -> ProposedAct:
    """Return the act that is proposed."""
    act: ProposedAct = _proposed.decode(proposal.act)
    return act


def open_proposals(game: Game) -> QuerySet[Proposal]:
    """Return the proposals of a game that can still be confirmed."""
    return Proposal.objects.filter(game_id=game.pk, confirmed_at=None, until__gt=now())


def propose(asked: AskedAct) -> Proposal:
    """Store an act that needs a second organiser; the game does not change.

    The same proposal again returns the one that is open. Raises what ``act_command`` and
    ``check_signature`` raise, and ``MoveRefused`` or ``StaleSeq``.
    """
    game, command = asked.game, proposed_command(asked)
    dry_run(game, command)
    check_signature(game, command)
    terms = {
        "account_id": asked.organiser.user_id,
        "organiser": asked.organiser.id,
        "act": msgspec.json.encode(asked.act).decode(),
        "reason": asked.reason,
        "reference": asked.reference,
    }
    moment = now()
    return open_proposals(game).filter(**terms).first() or Proposal.objects.create(
        game_id=game.pk,
        seq=game.seq,
        signature=asked.signature,
        created_at=moment,
        until=moment + PROPOSAL_TIME,
        **terms,
    )


@contextmanager
def confirming(asked: AskedAct, proposal_id: UUID) -> Iterator[MoveCommand]:
    """Yield the command of a proposal that an organiser confirms.

    It is one transaction, and the proposal is confirmed if the body ends without an exception.
    Raises ``ProposalGone``, and ``NotAllowed`` if either organiser has no right in the game or both
    are one person.
    """
    game, organiser = asked.game, asked.organiser
    check_rights(game, organiser)
    with transaction.atomic():
        proposal = open_proposals(game).select_for_update().filter(pk=proposal_id).first()
        if proposal is None:
            raise ProposalGone
        first = Organiser(proposal.organiser, proposal.account)
        if first.id == organiser.id or is_same_person(proposal.account, organiser.account):
            raise NotAllowed("second")
        check_rights(game, first)
        yield MoveCommand(
            act_of(proposal),
            _actor(first, proposal.reason, proposal.reference, organiser.id),
            asked.expected,
            key=_key_of(game, organiser),
            signature=asked.signature,
            proposed=ActSignature(proposal.seq, proposal.signature) if proposal.signature else None,
        )
        confirmed = Proposal.objects.filter(game=game, pk=proposal.pk)
        confirmed.update(confirmed_by=organiser.id, confirmed_at=now())
