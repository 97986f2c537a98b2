"""A game in words for an auditor: who did what, when, and by which rules."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Final

import msgspec

from games.engine import NOBODY, Move, Ruleset, Ruling
from games.ledger.rows import Actor, stamp
from games.messages.addresses import game_path, rule_path
from games.messages.prompt_messages import SentenceResponse, SinceResponse
from games.messages.records import AppliedRuleResponse, LogEntryResponse
from games.models import Game, Refusal
from games.play import selectors
from games.play.last_rows import events_since_last_move
from games.play.selectors import EventPage, PlayedEvent, PlayedTable
from games.wording.event_texts import EventTexts
from games.wording.fact_texts import CATALOG
from games.wording.labels import label_of, named_params
from games.wording.language import Language, Texts
from games.wording.person_names import names_at, organiser_name, shown_names
from games.wording.rules import refusal_by, title_of
from games.written_files import BOM, csv_row

_TEXTS: Final = Texts(
    CATALOG,
    "log",
    {
        "bot": "{name} (bot, seat {seat})",
        "clock": "the clock, for seat {seat}",
        "clock-alone": "the clock",
        "tried": "{who} tries “{move}”, which is refused: {refusal}",
        "tried-you": "You try “{move}”, which is refused: {refusal}",
        "more-refused": "Further refused moves, of which only the number is stored: {count}.",
    },
)

MAX_SENTENCES: Final = 60
"""The most sentences about what happened since then."""

COLUMNS: Final = (
    "seq", "at", "seat", "who", "kind", "text", "rules", "code", "event", "reference"
)  # fmt: skip
"""The columns of a log as CSV."""

REFUSED: Final = "refused"
"""The kind of a refused move."""

_actors = msgspec.json.Decoder(Actor)


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
    table = selectors.table_of(game, selectors.seats_of(game))
    page = selectors.page_after(game=game, viewer=viewer, after=after, limit=limit)
    refused = RefusedMoves(table, page, language, you)
    for entry in render_entries(table, page.events, language, you):
        yield entry
        yield from refused.entries_after(entry)


def texts_of(table: PlayedTable, language: Language, you: int = NOBODY) -> EventTexts:
    """Return what tells the events of a game."""
    organiser_of = partial(organiser_name, language=language)
    return EventTexts(table.ruleset, names_at(table, language), language, you, organiser_of)


def render_entries(
    table: PlayedTable, events: Iterable[PlayedEvent], language: Language, you: int = NOBODY
) -> Iterator[LogEntryResponse]:
    """Render events of a game in words; they are redacted already."""
    game, names = table.game, _names(table, language)
    texts = texts_of(table, language, you)
    for played in events:
        event = played.event
        yield LogEntryResponse(
            seq=event.seq,
            at=event.at,
            seat=event.seat,
            who=_who(event.actor, event.seat, names, texts, language),
            kind=event.actor.kind,
            sentences=texts.sentences(played),
            rules=_rules(game, texts.ruleset, event.rulings, language),
            event=game_path(game.pk, f"events/{event.seq}/"),
            reference=event.actor.reference,
        )


def _names(table: PlayedTable, language: Language) -> dict[str, str]:
    """Return the names: of players by id, equal ones with tags, of bots by seat."""
    bots = {str(seat): name for seat, name in table.bots.items()}
    return bots | {str(key): name for key, name in shown_names(table.people, language).items()}


def _who(
    actor: Actor, seat: int | None, names: dict[str, str], texts: EventTexts, language: Language
) -> str:
    match actor.kind:
        case "player":
            return names.get(actor.player, actor.player)
        case "bot":
            return _TEXTS.say("bot", language, name=names.get(str(seat), actor.name), seat=seat)
        case "clock" if seat is None:
            return _TEXTS["clock-alone"].to(language)
        case "clock":
            return _TEXTS.say("clock", language, seat=seat)
        case _:
            return texts.organiser(actor)


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


# ---- since the last move of a seat


def since_last_move(table: PlayedTable, seat: int, language: Language) -> SinceResponse:
    """Return what has happened since a seat's last move, as that seat may see it."""
    own, events = events_since_last_move(game=table.game, seat=seat)
    return since_event(table, seat, language, own, events)


def since_event(
    table: PlayedTable, seat: int, language: Language, own: int, events: Iterable[PlayedEvent]
) -> SinceResponse:
    """Return what has happened since event ``own``, the seat's last move, in events."""
    game, texts = table.game, texts_of(table, language, you=seat)
    said = [texts.sentences(played) for played in events]
    while len(said) > 1 and sum(map(len, said)) > MAX_SENTENCES:
        del said[0]
    return SinceResponse(
        seq=own,
        sentences=[sentence for sentences in said for sentence in sentences],
        omitted=game.seq - len(said) - max(own, 1) + 1,
        log=game_path(game.pk, "log/?since=my-turn"),
    )


# ---- refused moves


class RefusedMoves:
    """The refused moves after some events, in words, as far as a viewer sees them.

    ``extra`` has by seq and seat how many more were refused, of which only the number is stored.
    """

    def __init__(
        self, table: PlayedTable, page: EventPage, language: Language, you: int = NOBODY
    ) -> None:
        self._game, self._language, self._you = table.game, language, you
        self._texts = texts_of(table, language, you)
        self._names = _names(table, language)
        self._stored: dict[int, list[LogEntryResponse]] = defaultdict(list)
        self.extra: Counter[tuple[int, int]] = Counter()
        for counted in page.counts:
            if page.after < counted.seq <= page.until:
                self.extra[counted.seq, counted.seat] += counted.count
        for refusal in page.refused:
            self._stored[refusal.seq].append(self._entry(refusal))
            self.extra[refusal.seq, refusal.seat] -= 1

    def moves_after(self, seq: int) -> Sequence[LogEntryResponse]:
        """Return the stored moves that were refused after an event."""
        return self._stored.get(seq, ())

    def entries_after(self, entry: LogEntryResponse) -> Iterator[LogEntryResponse]:
        """Yield the refused moves after an entry's event, and the number not stored."""
        yield from self.moves_after(entry.seq)
        for (seq, seat), count in sorted(self.extra.items()):
            if seq == entry.seq and count > 0:
                yield self._counted(entry, seat, count)

    def _counted(self, entry: LogEntryResponse, seat: int, count: int) -> LogEntryResponse:
        stored = [one for one in self.moves_after(entry.seq) if one.seat == seat]
        text = _TEXTS.say("more-refused", self._language, count=count)
        return LogEntryResponse(
            seq=entry.seq,
            at=stored[-1].at if stored else entry.at,
            seat=seat,
            who=stored[0].who if stored else str(seat),
            kind=REFUSED,
            sentences=[SentenceResponse(entry.seq, text, [], [])],
            rules=[],
            event=entry.event,
        )

    def _entry(self, refusal: Refusal) -> LogEntryResponse:
        edition, language = self._texts.ruleset.edition, self._language
        params = named_params(edition, json.loads(refusal.params), language)
        why = refusal_by(refusal.rule, language, params) or refusal.code
        who = _who(_actors.decode(refusal.actor), refusal.seat, self._names, self._texts, language)
        tried = "tried-you" if refusal.seat == self._you else "tried"
        move = self._move(refusal.move)
        text = _TEXTS.say(tried, language, who=who, move=move, refusal=why)
        rules = [refusal.rule] if refusal.rule else []
        return LogEntryResponse(
            seq=refusal.seq,
            at=stamp(refusal.created_at),
            seat=refusal.seat,
            who=who,
            kind=REFUSED,
            sentences=[SentenceResponse(refusal.seq, text, [], rules)],
            rules=[
                _applied(rule, title_of(rule, edition, language), refusal.seat, self._game)
                for rule in rules
            ],
            event=game_path(self._game.pk, f"events/{refusal.seq}/"),
            code=refusal.code,
        )

    def _move(self, stored: str) -> str:
        """Render the move of a refusal; as it is stored if that is impossible."""
        try:
            move = msgspec.json.decode(stored, type=Move | str)
            if isinstance(move, str):
                return move[:80]
            return label_of(self._texts.ruleset.edition, move, "", self._language)
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
        text = " ".join(one.text for one in entry.sentences)
        who, told = (entry.who, entry.kind), (text, rules, entry.code or "", entry.event)
        yield csv_row((str(entry.seq), entry.at, seat, *who, *told, entry.reference)).encode()
