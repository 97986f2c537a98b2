"""A game in words for an auditor: who did what, when, and by which rules."""

from __future__ import annotations

import csv
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Final

import msgspec

from cards.language import EditionDef
from games.engine import NOBODY, Choose, Move, Ruleset, Ruling, SeenMove
from games.engine.seen_facts import SeenChoose
from games.ledger.rows import Actor, Start, stamp
from games.ledger.seen_events import SeenEvent
from games.messages.addresses import game_path, rule_path
from games.messages.game import SentenceResponse
from games.messages.records import AppliedRuleResponse, LogEntryResponse
from games.models import Game, Refusal, Seat
from games.play import selectors
from games.play.selectors import PlayedEvent
from games.players.selectors import players_of
from games.wording.event_texts import EventTexts
from games.wording.fact_texts import CATALOG
from games.wording.labels import label_of, named_params
from games.wording.language import Language, Texts
from games.wording.person_names import names_at, organiser_name, shown_names
from games.wording.rules import refusal_by, title_of

_TEXTS: Final = Texts(
    CATALOG,
    "log",
    {
        "start": "Lay the table and deal",
        "chose-unseen": "Choose a hidden card",
        "player": "{name} (seat {seat})",
        "bot": "{name} (bot, seat {seat})",
        "clock": "the clock, for seat {seat}",
        "clock-alone": "the clock",
        "organiser": "the organiser {name}",
        "act": "{move}. Reason: {reason}",
        "reference": "{move} (reference: {reference})",
        "tried": "{who} tries “{move}”, which is refused: {refusal}",
        "tried-you": "You try “{move}”, which is refused: {refusal}",
        "more-refused": "Further refused moves, of which only the number is stored: {count}",
        "fallback": ", which failed",
        "quick": ", low on time",
    },
)

COLUMNS: Final = (
    "seq", "at", "seat", "who", "kind", "move", "text", "rules", "refusal", "event", "reference"
)  # fmt: skip
"""The columns of a log as CSV."""

FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""The characters with which a spreadsheet begins a formula."""

REFUSED: Final = "refused"
"""The kind of a refused move."""

_actors = msgspec.json.Decoder(Actor)

BOM: Final = "\ufeff"
"""The byte order mark, by which spreadsheets recognise UTF-8."""


def entries(
    game: Game,
    viewer: int,
    language: Language,
    *,
    after: int,
    limit: int | None,
    you: int = NOBODY,
) -> Iterator[LogEntryResponse]:
    """Render the events after a seq in words, each with the moves refused after it.

    ``limit`` counts events. The viewer sees of both what ``selectors`` lets them see. ``you`` is
    the seat of the reader.
    """
    seats = selectors.seats_of(game)
    events = selectors.played_events(game=game, viewer=viewer, after=after, limit=limit)
    until = None if limit is None else after + limit
    refused = RefusedMoves(game, viewer, seats, language, after, until, you)
    for entry in render_entries(game, events, seats, language, you):
        yield entry
        yield from refused.entries_after(entry)


def render_entries(
    game: Game,
    events: Iterable[PlayedEvent],
    seats: Sequence[Seat],
    language: Language,
    you: int = NOBODY,
) -> Iterator[LogEntryResponse]:
    """Render events of a game in words; they are redacted already."""
    ruleset = selectors.ruleset_for(game)
    names = _names(game, seats, language)
    texts = EventTexts(ruleset, names_at(game, language, seats), language, you)
    for played in events:
        event = played.event
        yield LogEntryResponse(
            seq=event.seq,
            at=event.at,
            seat=event.seat,
            who=_who(event.actor, event.seat, names, language),
            kind=event.actor.kind,
            move=_move_text(ruleset.edition, event, played.question, language),
            sentences=texts.sentences(played),
            rules=_rules(game, ruleset, event.rulings, language),
            event=game_path(game.pk, f"events/{event.seq}/"),
            reference=event.actor.reference,
        )


def _names(game: Game, seats: Sequence[Seat], language: Language) -> dict[str, str]:
    """Return the names: of players by id, equal ones with tags, of bots by seat."""
    players = [seat.player for seat in seats if seat.player]
    if game.creator_id not in {player.pk for player in players}:
        players += players_of([game.creator_id])
    bots = {str(seat): name for seat, name in selectors.bot_names(seats).items()}
    return bots | {str(key): name for key, name in shown_names(players, language).items()}


def _who(actor: Actor, seat: int | None, names: dict[str, str], language: Language) -> str:
    name = names.get(actor.player, actor.player)
    match actor.kind:
        case "player" if seat is None:
            return name
        case "player":
            return _TEXTS.say("player", language, name=name, seat=seat)
        case "bot":
            text = _TEXTS.say("bot", language, name=names.get(str(seat), actor.name), seat=seat)
            ending = "quick" if actor.reason == "time" else "fallback"
            return text + (_TEXTS[ending].to(language) if actor.fallback else "")
        case "clock" if seat is None:
            return _TEXTS["clock-alone"].to(language)
        case "clock":
            return _TEXTS.say("clock", language, seat=seat)
        case _:
            name = names.get(actor.player) or organiser_name(actor.player, language)
            return _TEXTS.say("organiser", language, name=name)


def _move_text(edition: EditionDef, event: SeenEvent, kind: str, language: Language) -> str:
    """Return the move of an event in words; of an act also its reference and reason."""
    move, actor = _move(edition, event.move, kind, language), event.actor
    if actor.reference:
        move = _TEXTS.say("reference", language, move=move, reference=actor.reference)
    has_reason = actor.kind == "organiser" and actor.reason
    return _TEXTS.say("act", language, move=move, reason=actor.reason) if has_reason else move


def _move(edition: EditionDef, move: SeenMove | Start, kind: str, language: Language) -> str:
    """Return a move in words, without what is hidden of it."""
    match move:
        case Start():
            return _TEXTS["start"].to(language)
        case SeenChoose(seat=seat, option=option):
            if option is None:
                return _TEXTS["chose-unseen"].to(language)
            return label_of(edition, Choose(seat, option), kind, language)
        case _:
            return label_of(edition, move, kind, language)


def _rules(
    game: Game, ruleset: Ruleset, rulings: Sequence[Ruling], language: Language
) -> list[AppliedRuleResponse]:
    """Return the rules that applied, each once for each seat, in their order."""
    applied = dict.fromkeys((one.rule, one.seat) for one in rulings)
    return [
        _applied(rule, title_of(rule, ruleset.edition, language), seat, game)
        for rule, seat in applied
    ]


def _applied(rule: str, title: str, seat: int | None, game: Game) -> AppliedRuleResponse:
    return AppliedRuleResponse(rule, title, seat, rule_path(rule, game.edition_id))


# ---- refused moves


class RefusedMoves:
    """The refused moves after some events, in words, as a viewer may see them.

    ``extra`` has by seq and seat how many more were refused, of which only the number is stored;
    ``total`` is how many were refused in the whole game.
    """

    def __init__(
        self,
        game: Game,
        viewer: int,
        seats: Sequence[Seat],
        language: Language,
        after: int = 0,
        until: int | None = None,
        you: int = NOBODY,
    ) -> None:
        self._game, self._language, self._you = game, language, you
        self._ruleset = selectors.ruleset_for(game)
        self._names = _names(game, seats, language)
        self._stored: dict[int, list[LogEntryResponse]] = defaultdict(list)
        self.extra: Counter[tuple[int, int]] = Counter()
        last = game.seq if until is None else until
        self.total = 0
        for counted in selectors.seen_refusal_counts(game=game, viewer=viewer):
            self.total += counted.count
            if after < counted.seq <= last:
                self.extra[counted.seq, counted.seat] += counted.count
        found = selectors.seen_refusals(game=game, viewer=viewer, after=after, until=last)
        for refusal in found if self.extra else ():
            self._stored[refusal.seq].append(self._entry(refusal))
            self.extra[refusal.seq, refusal.seat] -= 1

    def moves_after(self, seq: int) -> Sequence[LogEntryResponse]:
        """Return the stored moves that were refused after an event."""
        return self._stored.get(seq, ())

    def number_after(self, seq: int) -> int:
        """Return how many more were refused after an event."""
        return sum(max(0, count) for (at, _), count in self.extra.items() if at == seq)

    def entries_after(self, entry: LogEntryResponse) -> Iterator[LogEntryResponse]:
        """Yield the refused moves after an entry's event, and the number not stored."""
        yield from self.moves_after(entry.seq)
        for (seq, seat), count in sorted(self.extra.items()):
            if seq == entry.seq and count > 0:
                yield self._counted(entry, seat, count)

    def _counted(self, entry: LogEntryResponse, seat: int, count: int) -> LogEntryResponse:
        last = [one.at for one in self.moves_after(entry.seq) if one.seat == seat]
        name = next((one.who for one in self.moves_after(entry.seq) if one.seat == seat), str(seat))
        text = _TEXTS.say("more-refused", self._language, count=count)
        return LogEntryResponse(
            seq=entry.seq,
            at=last[-1] if last else entry.at,
            seat=seat,
            who=name,
            kind=REFUSED,
            move=text,
            sentences=[SentenceResponse(entry.seq, f"{text}.", [], [])],
            rules=[],
            event=entry.event,
        )

    def _entry(self, refusal: Refusal) -> LogEntryResponse:
        edition, language = self._ruleset.edition, self._language
        actor = _actors.decode(refusal.actor)
        params = named_params(edition, json.loads(refusal.params), language)
        title = title_of(refusal.rule, edition, language)
        why = refusal_by(refusal.rule, language, params) or refusal.code
        who, move = _who(actor, refusal.seat, self._names, language), self._move(refusal.move)
        tried = "tried-you" if refusal.seat == self._you else "tried"
        text = _TEXTS.say(tried, language, who=who, move=move, refusal=why)
        rules = [refusal.rule] if refusal.rule else []
        return LogEntryResponse(
            seq=refusal.seq,
            at=stamp(refusal.created_at),
            seat=refusal.seat,
            who=who,
            kind=REFUSED,
            move=move,
            sentences=[SentenceResponse(refusal.seq, text, [], rules)],
            rules=[_applied(rule, title, refusal.seat, self._game) for rule in rules],
            event=game_path(self._game.pk, f"events/{refusal.seq}/"),
            code=refusal.code,
            refusal=why,
        )

    def _move(self, stored: str) -> str:
        """Render the move of a refusal; as it is stored if that is impossible."""
        try:
            move = msgspec.json.decode(stored, type=Move | str)
            if isinstance(move, str):
                return move[:80]
            return label_of(self._ruleset.edition, move, "", self._language)
        except (msgspec.MsgspecError, KeyError):
            return stored[:80]


# ---- as text, as a table


def as_text(log: Iterator[LogEntryResponse]) -> Iterator[bytes]:
    """Yield for each event and refused move a line with who acted, then its sentences.

    The ids of the rules behind a sentence follow it in brackets.
    """
    for entry in log:
        seq = "✗" if entry.kind == REFUSED else str(entry.seq)
        lines = [f"{seq:>5}  {entry.at}  {entry.who}"]
        lines += [f"{'':7}{one.text}{_cited(one.rules)}" for one in entry.sentences]
        yield "".join(f"{line}\n" for line in lines).encode()


def _cited(rules: Sequence[str]) -> str:
    return f" [{', '.join(rules)}]" if rules else ""


def as_csv(log: Iterator[LogEntryResponse]) -> Iterator[bytes]:
    """Yield a row for each event and refused move; no cell is read as a formula."""
    yield (BOM + csv_row(COLUMNS)).encode()
    for entry in log:
        rules = "; ".join(f"{rule.rule} {rule.title}" for rule in entry.rules)
        seat = "" if entry.seat is None else str(entry.seat)
        refusal = f"{entry.code}: {entry.refusal}" if entry.code else ""
        text = " ".join(one.text for one in entry.sentences)
        who, move = (entry.who, entry.kind), (entry.move, text, rules, refusal, entry.event)
        yield csv_row((str(entry.seq), entry.at, seat, *who, *move, entry.reference)).encode()


def csv_row(cells: tuple[str, ...]) -> str:
    """Return a line of a CSV file; no cell is read as a formula."""
    line = StringIO()
    csv.writer(line).writerow([safe(cell) for cell in cells])
    return line.getvalue()


def safe(cell: str) -> str:
    """Return a cell that no spreadsheet reads as a formula."""
    return f"'{cell}" if cell.startswith(FORMULAS) else cell
