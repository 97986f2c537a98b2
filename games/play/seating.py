"""The seats of a game before it starts: create, join, leave, invite.

Seats change only while a game is open. Its creator may take one of them or none. A creator who
leaves cancels the game, since no other player could start it.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Final, Literal, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction

from cards.models import Edition
from cards.selectors import current_edition, edition_by_hash, is_stopped, text_of
from games.engine import (
    ALGORITHM,
    SEED_SIZE,
    VARIANTS,
    HeroError,
    OptionError,
    RulesetError,
    State,
    Variant,
    commitment,
    read_heroes,
    read_options,
)
from games.engine.rulebook import load_rulebook
from games.engine.zones import HERO
from games.errors import (
    AlreadySeated,
    GameNotFound,
    KeyWrong,
    NoSuchSeat,
    NotAllowed,
    NotOpen,
    Params,
    SeatTaken,
    SetupRefused,
    ShareCommitmentRequired,
)
from games.json_pointers import pointer_to
from games.ledger import rulesets
from games.ledger.rows import now
from games.ledger.rulesets import read_stored_options
from games.ledger.signatures import is_public_key
from games.models import Game, Seat, UnseatedPlayer
from games.officials.looks import has_looked
from games.play.presence import away_since, note_here
from games.play.selectors import may_see, seats_of, stored_game
from games.players.models import Player
from games.wakeups import LOBBY, after_commit, of_game, of_player


class BotTerms(NamedTuple):
    """What a seat takes from a bot on offer: its version, and the plies of a choice.

    A seat may name the bot by its ``level`` too.
    """

    version: str
    budget: int
    level: str

    @property
    def thinks(self) -> bool:
        """Whether a choice takes so long that it needs a worker of its own."""
        return self.budget > QUICK_PLIES


QUICK_PLIES: Final = 10_000
"""The most plies of a bot that plays at once."""

bot_terms: Final[dict[str, BotTerms]] = {}
"""The bots on offer, by name. The app ``bots`` fills it."""


STAND_IN_LEVEL: Final = "fair"
"""The level of the bot that goes on for a player who is away (common.absence.bot)."""


def bot_named(name: str) -> str | None:
    """Return the bot that a name or a level stands for; None for an unknown one."""
    if name in bot_terms:
        return name
    return next((bot for bot, terms in bot_terms.items() if terms.level == name), None)


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a player contributes to a seat, in hexadecimal; None changes nothing.

    The ``commitment`` to a share of the seed, which is opened at the start, and the public ``key``
    that signs the moves.
    """

    commitment: str | None = None
    key: str | None = None


NOTHING: Final = Contribution()
"""No contribution: the seat keeps what it has."""


@dataclass(frozen=True, slots=True)
class SeatSpec:
    """The occupant of a new seat: its creator, a bot, any player, or an invited one.

    ``hero`` is the hero to play, "" for a random one; ``look`` is the rarity of the foil to show,
    "" for the plain card. ``own`` is what the creator contributes to its own seat.
    """

    kind: Literal["player", "bot", "open", "invited"]
    player: Player | None = None
    bot: str = ""
    hero: str = ""
    look: str = ""
    own: Contribution = NOTHING


def create_game(
    *,
    creator: Player,
    variant: str,
    edition: str | None = None,
    seats: Sequence[SeatSpec],
    options: Mapping[str, object] | None = None,
    access: Literal["open", "invited"] = "open",
    reveal: Literal["all", "seats"] = "all",
    chance: Literal["plain", "shared"] = "plain",
    directors: int = 1,
    start_when_full: bool = False,
    phrases: bool = True,
    origin: str = "",
    shared_seed: bytes | None = None,
) -> Game:
    """Create a game with its seats in order; the creator may have one or none.

    Without ``edition``, a hash, the current one is played. When the game is over all viewers see
    everything; with ``reveal`` "seats" each seat sees only what it saw during the game. The
    server's part of the seed is fixed here, before other players sit down. Games with one
    ``shared_seed`` are held until all of them are over. Raises ``SetupRefused``.
    """
    rules = VARIANTS.get(variant)
    if rules is None:
        raise SetupRefused("unknown_variant", "/variant", {"choices": ", ".join(VARIANTS)})
    _check_seats(rules, creator, seats)
    seats = [replace(spec, bot=bot_named(spec.bot) or "") for spec in seats]
    chosen = options_text(rules, options or {}, len(seats))
    published = published_edition(variant, edition)
    if is_stopped(published):
        raise SetupRefused("edition_stopped", "/edition", rule="common.endless")
    check_playable(variant, published.hash, len(seats), chosen)
    _check_heroes(published, [spec.hero for spec in seats], "/seats/{seat}/hero")
    for at, spec in enumerate(seats):
        _check_look(published, spec.hero, spec.look, f"/seats/{at}/look")
    moment, seed = now(), shared_seed or fresh_seed()
    with transaction.atomic():
        game = Game.objects.create(
            variant=variant,
            edition=published,
            options=chosen,
            seats=len(seats),
            bot_seats=_bits(spec.kind == "bot" for spec in seats),
            thinking_seats=_bits(_thinks(spec) for spec in seats),
            access=access,
            reveal=reveal,
            chance=chance,
            directors=directors,
            start_when_full=start_when_full,
            phrases=phrases,
            is_held=shared_seed is not None,
            origin=origin,
            server_seed=seed,
            commitment=commitment(seed),
            algorithm=ALGORITHM,
            creator=creator,
            created_at=moment,
            changed_at=moment,
        )
        Seat.objects.bulk_create(
            _seat(game, number, spec, creator) for number, spec in enumerate(seats)
        )
        lobby = [LOBBY] if any(spec.kind == "open" for spec in seats) else []
        invited = (of_player(spec.player.pk) for spec in seats if spec.player is not None)
        after_commit(*lobby, *invited)
    note_here([creator.pk])
    return game


def _bits(seats: Iterable[bool]) -> int:
    return sum(1 << at for at, is_set in enumerate(seats) if is_set)


def _thinks(spec: SeatSpec) -> bool:
    return spec.kind == "bot" and bot_terms[spec.bot].thinks


def fresh_seed() -> bytes:
    """Return thirty-two random bytes."""
    return secrets.token_bytes(SEED_SIZE)


def _check_seats(rules: Variant, creator: Player, seats: Sequence[SeatSpec]) -> None:
    if not rules.fewest <= len(seats) <= rules.most:
        limits = {"seats": len(seats), "least": rules.fewest, "most": rules.most}
        rule = _point(rules.code, "seats")
        raise SetupRefused("seats_out_of_range", "/seats", limits, rule=rule)
    seen: set[UUID] = set()
    for at, spec in enumerate(seats):
        _check_seat(f"/seats/{at}", spec, creator)
        player = creator if spec.kind == "player" else spec.player
        if player is not None and player.pk in seen:
            raise SetupRefused("seated_twice", f"/seats/{at}", {"player": str(player.pk)})
        if player is not None:
            seen.add(player.pk)


def _check_seat(pointer: str, spec: SeatSpec, creator: Player) -> None:
    match spec.kind:
        case "player":
            if spec.player is not None and spec.player.pk != creator.pk:
                raise SetupRefused("seat_needs_invitation", f"{pointer}/player")
        case "invited":
            if spec.player is None:
                raise SetupRefused("seat_needs_player", pointer)
        case "bot":
            _known_bot(spec.bot, f"{pointer}/bot")
        case "open":
            if spec.player is not None:
                raise SetupRefused("open_seat_with_player", f"{pointer}/player")


def _known_bot(name: str, pointer: str) -> str:
    """Return the bot that a name or a level stands for; raises ``SetupRefused``."""
    bot = bot_named(name)
    if bot is None:
        names = sorted({*bot_terms, *(terms.level for terms in bot_terms.values())})
        choices = {"bot": name, "choices": ", ".join(names)}
        raise SetupRefused("unknown_bot", pointer, choices)
    return bot


def options_text(rules: Variant, given: Mapping[str, object], seats: int) -> str:
    """Return all options of a game as they are stored; raises ``SetupRefused``."""
    try:
        read = read_options(rules, given, seats)
    except OptionError as error:
        pointer = pointer_to(["options", error.option])
        params = error.params | {"option": error.option}
        raise SetupRefused(error.code, pointer, params, rule="common.options") from error
    return msgspec.json.encode(read, order="sorted").decode()


def published_edition(variant: str, wanted: str | None) -> Edition:
    """Return the edition with a hash, by default the current one of the variant.

    Raises ``SetupRefused`` if there is none.
    """
    try:
        found = current_edition(variant) if wanted is None else edition_by_hash(wanted)
    except Edition.DoesNotExist as error:
        raise SetupRefused("unknown_edition", "/edition", {"variant": variant}) from error
    if found.variant != variant:
        params = {"variant": variant, "edition_variant": found.variant}
        raise SetupRefused("edition_of_another_variant", "/edition", params)
    return found


def check_playable(variant: str, edition: str, seats: int, options: str) -> None:
    """Raise ``SetupRefused`` if the edition cannot be dealt to this number of seats."""
    try:
        rulesets.check_playable(variant, edition, seats, options)
    except RulesetError as error:
        params: Params = {"seats": seats, "variant": variant}
        raise SetupRefused("edition_not_playable", "/edition", params) from error


def _point(variant: str, name: str) -> str:
    """Return the id of a rule of the variant, else of the common rule of that name."""
    own = f"{variant}.{name}"
    return own if own in load_rulebook() else f"common.{name}"


def _check_heroes(edition: Edition, heroes: Sequence[str], pointer: str) -> None:
    """Raise ``SetupRefused`` for an impossible choice of heroes.

    ``pointer`` has a placeholder for the number of the seat.
    """
    try:
        read_heroes(text_of(edition.hash), heroes, len(heroes))
    except HeroError as error:
        at = _seat_at_fault(heroes, error)
        point = "options" if error.code == "no_heroes" else "heroes"
        rule = _point(edition.variant, point)
        raise SetupRefused(error.code, pointer.format(seat=at), error.params, rule=rule) from error


def _seat_at_fault(heroes: Sequence[str], error: HeroError) -> int:
    """Return the seat that names the refused hero; the second of two that name it."""
    hero = error.params.get("hero")
    asking = [at for at, one in enumerate(heroes) if one and hero in (None, one)]
    return asking[1] if error.code == "hero_taken" else asking[0]


def _looks(edition: str, heroes: Collection[str]) -> set[str]:
    """Return the rarities of the foils that the Character cards of some heroes have."""
    cards = text_of(edition).cards
    return {foil for card in cards if card.code in heroes for foil in card.foils}


def _check_look(edition: Edition, hero: str, look: str, pointer: str) -> None:
    """Raise ``SetupRefused`` for a foil that the hero does not have.

    A random hero may have any foil that one of the heroes has.
    """
    every = [deck.hero for deck in text_of(edition.hash).decks]
    looks = _looks(edition.hash, [hero] if hero else every)
    if look and look not in looks:
        choices = ", ".join(["plain", *sorted(looks)])
        raise SetupRefused("unknown_look", pointer, {"look": look, "choices": choices})


def _seat(game: Game, number: int, spec: SeatSpec, creator: Player) -> Seat:
    seat = Seat(
        game=game,
        number=number,
        kind=spec.kind,
        player=creator if spec.kind == "player" else spec.player,
        hero=spec.hero,
        look=spec.look,
        created_at=game.created_at,
    )
    if spec.kind == "player":
        _contribute(game, seat, spec.own)
    if spec.kind == "bot":
        _set_bot(seat, spec.bot)
    return seat


def _set_bot(seat: Seat, bot: str) -> None:
    terms = bot_terms[bot]
    seat.bot, seat.bot_version, seat.bot_budget = bot, terms.version, terms.budget


def _contribute(game: Game, seat: Seat, own: Contribution) -> None:
    """Set a player's commitment and key on a seat; the caller saves the seat."""
    is_shared = game.chance == Game.ChanceMode.SHARED
    if own.commitment is not None:
        if not is_shared:
            raise SetupRefused("share_not_bound", "/share_commitment")
        seat.share_commitment = own.commitment
    if own.key is not None:
        if not is_public_key(own.key):
            raise KeyWrong({"seat": seat.number})
        seat.key = own.key
    if is_shared and not seat.share_commitment:
        raise ShareCommitmentRequired({"seat": seat.number})


@transaction.atomic
def join_game(
    *,
    game_id: UUID | str,
    player: Player,
    seat: int | None = None,
    hero: str | None = None,
    look: str | None = None,
    own: Contribution = NOTHING,
    is_welcome: bool = False,
    origin: str = "",
) -> Game:
    """Take the named seat, else the one reserved for the player, else the first open.

    Open seats of a game for invited players only are filled by invitation, or by players who are
    welcome: they have a link to it, or had a seat in the game before. A hero or a look of None
    keeps that of the seat. ``origin`` is that of the caller, which is stored with a seat that is
    neither reserved nor taken by a link. Raises ``NotAllowed`` for a player who has looked at the
    game as an arbiter, or whose seat the host has freed.
    """
    game, seats = open_table(game_id, player, is_welcome=is_welcome)
    if has_looked(game=game, player=player):
        raise NotAllowed("arbiter")
    mine = next((one for one in seats if one.player_id == player.pk), None)
    if mine is not None and mine.kind == Seat.Kind.PLAYER:
        raise AlreadySeated({"seat": mine.number})
    taken = mine if seat is None and mine is not None else _free_seat(seats, seat, mine)
    if taken is not mine and game.access == Game.Admission.INVITED and not is_welcome:
        raise NotAllowed("invited")
    if mine is not None and mine is not taken:
        _fill(mine, Seat.Kind.OPEN, None)
    if mine is None and is_unseated(game, player):
        raise NotAllowed("unseated")
    _contribute(game, taken, own)
    is_counted = taken is not mine and not is_welcome
    _fill(taken, Seat.Kind.PLAYER, player, origin if is_counted else "")
    _set_appearance(game, seats, taken, hero, look)
    return touched(game)


@transaction.atomic
def set_hero(
    *,
    game_id: UUID | str,
    player: Player,
    seat: int,
    hero: str | None = None,
    look: str | None = None,
    own: Contribution = NOTHING,
) -> Game:
    """Set the hero and foil of a seat; None is unchanged, "" is random and plain.

    The player of the seat chooses, also before sitting down on one that is reserved; for an empty
    seat or a bot, the creator of the game. Only the player of the seat contributes to it.
    """
    game, seats = open_table(game_id, player)
    if not 0 <= seat < len(seats):
        raise NoSuchSeat(seat, len(seats))
    chosen = seats[seat]
    is_taken = chosen.kind == Seat.Kind.PLAYER
    if player.pk != chosen.player_id and (is_taken or player.pk != game.creator_id):
        raise NotAllowed("seat")
    if own != NOTHING:
        if not is_taken:
            raise NotAllowed("seat")
        _contribute(game, chosen, own)
        save_seat(chosen, *_CONTRIBUTED)
    _set_appearance(game, seats, chosen, hero, look)
    return touched(game)


def _set_appearance(
    game: Game, seats: Sequence[Seat], seat: Seat, hero: str | None, look: str | None
) -> None:
    if hero is not None:
        seat.hero = hero
        _check_heroes(game.edition, [one.hero for one in seats], "/hero")
    if look is not None:
        seat.look = look
    _check_look(game.edition, seat.hero, seat.look, "/look")
    if hero is not None or look is not None:
        save_seat(seat, "hero", "look")


def heroes_text(game: Game, seats: Sequence[Seat]) -> str:
    """Return the chosen heroes by seat as JSON, as stored at the start."""
    heroes = tuple(seat.hero for seat in seats)
    chosen = read_heroes(text_of(game.edition_id), heroes, game.seats)
    return msgspec.json.encode(chosen).decode()


def save_heroes(game: Game, seats: Sequence[Seat], state: State) -> None:
    """Store the dealt heroes on the seats; a foil that a hero lacks is dropped."""
    dealt = [seat for seat in seats if HERO[seat.number] in state.zones]
    for seat in dealt:
        (seat.hero,) = state.zones[HERO[seat.number]]
        seat.look = seat.look if seat.look in _looks(game.edition_id, [seat.hero]) else ""
    Seat.objects.filter(game=game).bulk_update(dealt, ["hero", "look"])


def _free_seat(seats: list[Seat], wanted: int | None, mine: Seat | None) -> Seat:
    if wanted is not None and not 0 <= wanted < len(seats):
        raise NoSuchSeat(wanted, len(seats))
    if wanted is not None and mine is not None and mine.number == wanted:
        return mine
    candidates = seats if wanted is None else [seats[wanted]]
    free = next((one for one in candidates if one.kind == Seat.Kind.OPEN), None)
    if free is None:
        raise SeatTaken({} if wanted is None else {"seat": wanted})
    return free


@transaction.atomic
def leave_game(*, game_id: UUID | str, player: Player) -> Game:
    """Leave a seat, or decline an invitation: the seat is open again.

    A creator who leaves cancels the game: it is over, without a winner. A host in place of one who
    is away gives the table back.
    """
    game, seats = open_table(game_id, player)
    mine = next((one for one in seats if one.player_id == player.pk), None)
    if mine is None and game.creator_id != player.pk:
        raise NotAllowed("seated")
    if mine is not None:
        _fill(mine, Seat.Kind.OPEN, None)
    if game.creator_id != player.pk:
        return touched(game)
    if game.returns_to is None:
        return cancel_table(game, "cancelled")
    game.creator_id, game.returns_to = game.returns_to, None
    return touched(game)


@transaction.atomic
def close_table(*, game_id: UUID | str, by: Player) -> Game:
    """Cancel an open game; only its host may, not one in place of another."""
    game, _ = open_table(game_id, by)
    if game.creator_id != by.pk or game.returns_to is not None:
        raise NotAllowed("creator")
    return cancel_table(game, "cancelled")


def cancel_table(game: Game, why: str) -> Game:
    """End an open game, which is locked, without a winner."""
    game.status, game.why, game.ended_at, game.origin = Game.Status.OVER, why, now(), ""
    Seat.objects.filter(game_id=game.pk).update(ended_at=game.ended_at, origin="")
    return touched(game)


@transaction.atomic
def free_seat(*, game_id: UUID | str, by: Player, seat: int) -> Game:
    """Free any seat but the own one; only the host of the game may.

    A player who had it is told, and may sit down again only if invited.
    """
    game, seats = _hosted_table(game_id, by, seat)
    _unseat(game, seats[seat])
    return touched(game)


def _unseat(game: Game, seat: Seat) -> None:
    """Free any seat before the start; the caller announces the game."""
    if seat.player is not None:
        if seat.kind == Seat.Kind.PLAYER:
            unseated = UnseatedPlayer(
                game=game, player=seat.player, seat=seat.number, created_at=now()
            )
            UnseatedPlayer.objects.bulk_create(
                [unseated],
                update_conflicts=True,
                unique_fields=["game", "player"],
                update_fields=["seat", "created_at"],
            )
        after_commit(of_player(seat.player.pk))
    if seat.kind == Seat.Kind.BOT:
        game.bot_seats &= ~(1 << seat.number)
        game.thinking_seats &= ~(1 << seat.number)
        game.save(update_fields=["bot_seats", "thinking_seats"])
    _fill(seat, Seat.Kind.OPEN, None)


def is_unseated(game: Game, player: Player) -> bool:
    """Whether the host has freed a player's seat, and not invited the player since."""
    return UnseatedPlayer.objects.filter(game=game, player=player).exists()


@transaction.atomic
def invite(*, game_id: UUID | str, by: Player, seat: int, player: Player) -> Game:
    """Reserve a free seat, or that of an absent player; only the host of the game may."""
    game, seats = _hosted_table(game_id, by, seat)
    _check_free(game, seats[seat])
    if any(one.player_id == player.pk and one.number != seat for one in seats):
        raise AlreadySeated()
    _unseat(game, seats[seat])
    UnseatedPlayer.objects.filter(game=game, player=player).delete()
    _fill(seats[seat], Seat.Kind.INVITED, player)
    after_commit(of_player(player.pk))
    return touched(game)


@transaction.atomic
def seat_bot(*, game_id: UUID | str, by: Player, seat: int, bot: str) -> Game:
    """Put a bot, by its name or level, on a free seat, or that of an absent player.

    Only the host of the game may.
    """
    game, seats = _hosted_table(game_id, by, seat)
    filled, bot = seats[seat], _known_bot(bot, "/bot")
    _check_free(game, filled)
    if filled.kind == Seat.Kind.PLAYER:
        _unseat(game, filled)
    _fill(filled, Seat.Kind.BOT, None)
    _set_bot(filled, bot)
    save_seat(filled, *_BOT)
    game.bot_seats |= 1 << seat
    game.thinking_seats |= bot_terms[bot].thinks << seat
    game.save(update_fields=["bot_seats", "thinking_seats"])
    return touched(game)


def _hosted_table(game_id: UUID | str, host: Player, seat: int) -> tuple[Game, list[Seat]]:
    """Return the open game of a host, with its seats; ``seat`` is one of them."""
    game, seats = open_table(game_id, host)
    if game.creator_id != host.pk:
        raise NotAllowed("creator")
    if not 0 <= seat < len(seats):
        raise NoSuchSeat(seat, len(seats))
    return game, seats


def _check_free(game: Game, seat: Seat) -> None:
    """Raise ``SeatTaken`` unless a seat is free, reserved, or its player is absent."""
    if seat.kind not in EMPTY and seat.number not in seats_away(game, [seat]):
        raise SeatTaken({"seat": seat.number})


EMPTY: Final = (Seat.Kind.OPEN, Seat.Kind.INVITED)
"""The kinds of seats that are not taken."""


def seats_away(game: Game, seats: Iterable[Seat]) -> dict[int, datetime]:
    """Return the seats whose players are away, with the time since when.

    There are none once the game is over.
    """
    if game.status == Game.Status.OVER:
        return {}
    taken = {
        one.player_id: one.number
        for one in seats
        if one.kind == Seat.Kind.PLAYER and one.player_id is not None
    }
    away = away_since(taken)
    return {taken[one]: datetime.fromtimestamp(since, UTC) for one, since in away.items()}


def close_up(game: Game, seats: Sequence[Seat], without: Collection[int]) -> list[Seat]:
    """Remove seats that are free or reserved, or of absent players; return the others.

    These close up: they are numbered again, in their order. Raises ``NoSuchSeat``,
    ``SeatTaken``, and ``SetupRefused`` if too few are left. The caller has locked the game.
    """
    for number in without:
        if not 0 <= number < len(seats):
            raise NoSuchSeat(number, len(seats))
        _check_free(game, seats[number])
        _unseat(game, seats[number])
    kept = [seat for seat in seats if seat.number not in without]
    rules = VARIANTS[game.variant]
    if len(kept) < rules.fewest:
        limits = {"seats": len(kept), "least": rules.fewest, "most": rules.most}
        rule = _point(rules.code, "seats")
        raise SetupRefused("seats_out_of_range", "/without", limits, rule=rule)
    places = {seat.number: at for at, seat in enumerate(kept)}
    options: dict[str, object] = dict(read_stored_options(game.options))
    for option in rules.options:
        if option.kind == "seat":
            options[option.name] = places.get(options[option.name], option.default)  # type: ignore[call-overload]
    thinking = [seat for seat in kept if game.thinking_seats >> seat.number & 1]
    Seat.objects.filter(game=game, number__in=without).delete()
    for seat in kept:
        seat.number = places[seat.number]
        save_seat(seat, "number")
    game.seats, game.options = len(kept), options_text(rules, options, len(kept))
    game.bot_seats = _bits(seat.kind == Seat.Kind.BOT for seat in kept)
    game.thinking_seats = _bits(seat in thinking for seat in kept)
    game.save(update_fields=["seats", "options", "bot_seats", "thinking_seats"])
    return kept


def open_table(
    game_id: UUID | str, player: Player, *, is_welcome: bool = False
) -> tuple[Game, list[Seat]]:
    """Return an open game that the player may see, locked, with its seats in order."""
    game = locked_game(game_id)
    seats = seats_of(game)
    if not is_welcome and not may_see(game, player, seats):
        raise GameNotFound
    if game.status != Game.Status.OPEN:
        raise NotOpen({"status": str(game.status)})
    note_here([player.pk])
    _give_back(game, player)
    return game, seats


@transaction.atomic
def touch_table(game: Game, player: Player) -> Game:
    """Note that a player looks at an open game; a host who was away gets it back."""
    note_here([player.pk])
    if game.returns_to == player.pk:
        game = locked_game(game.pk)
        _give_back(game, player)
    return game


def _give_back(game: Game, player: Player) -> None:
    """Give an open game, which is locked, back to a host who was away."""
    if game.returns_to == player.pk and game.status == Game.Status.OPEN:
        game.creator_id, game.returns_to = player.pk, None
        touched(game)


def locked_game(game_id: UUID | str) -> Game:
    """Return the game, locked until the transaction ends; raises ``GameNotFound``."""
    return stored_game(game_id, lock=True)


def save_seat(seat: Seat, *fields: str) -> None:
    """Store fields of a seat by a statement that names its game, as ``save`` does not."""
    values = {name: getattr(seat, name) for name in fields}
    Seat.objects.filter(game=seat.game_id, pk=seat.pk).update(**values)


def _fill(seat: Seat, kind: Seat.Kind, player: Player | None, origin: str = "") -> None:
    seat.kind, seat.player, seat.origin = kind, player, origin
    if kind == Seat.Kind.OPEN:
        seat.hero = seat.look = seat.share_commitment = seat.key = seat.bot = seat.bot_version = ""
        seat.bot_budget = None
    save_seat(seat, "kind", "player", "origin", "hero", "look", *_CONTRIBUTED, *_BOT)


_CONTRIBUTED: Final = ("share_commitment", "key")
_BOT: Final = ("bot", "bot_version", "bot_budget")


def touched(game: Game) -> Game:
    """Store a change of an open game, and announce it."""
    game.changed_at = now()
    game.save(
        update_fields=["creator", "returns_to", "origin", "status", "why", "ended_at", "changed_at"]
    )
    after_commit(of_game(game.pk), LOBBY)
    return game
