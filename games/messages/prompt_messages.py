"""Questions and options, what happened in words, and what a move returns."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from cards.language import Kind
from games.engine.facts import Ruling
from games.engine.seen_facts import SeenFact
from games.ledger.heads import HashText, SignedHead
from games.ledger.rows import Terms
from games.ledger.seen_events import SeenEvent
from games.messages.bodies import ResponseBody, Time
from games.messages.move_messages import MoveRequest
from games.messages.table_messages import PositionResponse, TableResponse

PromptKind = Literal[
    "turn",
    "drawn",
    "again",
    "color",
    "player",
    "card",
    "mode",
    "confirm",
    "challenge",
    "character",
]
"""The kind of answer that a prompt asks for."""

Include = Literal["cards", "since", "table"]
"""What prompts/ and moves/ can include, so that one response draws a screen."""


class QuestionResponse(ResponseBody, frozen=True):
    """A question that a play leads to: its kind, and the sentence that asks it."""

    kind: str
    text: str


class OptionResponse(ResponseBody, frozen=True, omit_defaults=True):
    """A legal answer: its label, the exact body to POST to moves/, and what it does.

    ``text`` is the text of the card, or of the move; ``effects`` and ``warnings`` say what it
    causes now. ``danger``: it flips a Danger card. ``then`` names the choices that may come with it
    (see ``choices``), ``questions`` has them in words. What is empty or false is omitted.
    """

    label: str
    body: MoveRequest
    then: tuple[str, ...] = ()
    text: str = ""
    effects: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    danger: bool = False
    questions: tuple[QuestionResponse, ...] = ()


class UnavailableResponse(ResponseBody, frozen=True):
    """A card that may be expected among the options, and why it is not one of them."""

    card: str
    name: str
    why: str


class AskingCardResponse(ResponseBody, frozen=True):
    """The card that asks, with its whole text.

    For the seat asked, ``done`` has the sentences of the text that have been carried out, and
    ``remaining`` those that follow the answer; *you* in them is the seat ``you``. For others they
    are empty and null.
    """

    code: str
    name: str
    text: str
    you: int | None
    done: list[str]
    remaining: list[str]


class PromptResponse(ResponseBody, frozen=True):
    """A question: its seat, kind, reason, deadline, and every legal answer.

    ``deadline`` is the time at which the clock answers, ``seconds_left`` how many seconds there
    were until then when the reply was made (header ``Server-Time``). Both are null without a clock,
    while it stands, and for a question that waits under another one.
    ``why`` states the question and what is at stake; to others, for whom the game waits. ``card``
    is the card that asks, null if none does. ``options`` is null if another seat is asked;
    ``unavailable`` has cards that are no option, with the reasons. Of several prompts the last is
    answered first.
    """

    seat: int
    kind: PromptKind
    rule: str
    source: str | None
    why: str
    deadline: Time | None
    seconds_left: float | None
    options: list[OptionResponse] | None
    card: AskingCardResponse | None
    unavailable: list[UnavailableResponse]


class SentenceResponse(ResponseBody, frozen=True):
    """A part of what an event did, in a sentence.

    ``cards`` has the codes of the cards it names, ``rules`` the ids of the rules behind it.
    ``fact`` counts the facts of the event, from 0, that happened before those it tells.
    """

    seq: int
    text: str
    cards: list[str]
    rules: list[str]
    fact: int = 0


class SinceResponse(ResponseBody, frozen=True):
    """What has happened since your last move, that move included, oldest first.

    ``seq`` is the event of that move, 0 if you have made none. Of many events the earliest are left
    out: ``omitted`` counts them. ``log`` is the address of the log that has them all.
    """

    seq: int
    sentences: list[SentenceResponse]
    omitted: int
    log: str


class CardTextResponse(ResponseBody, frozen=True):
    """A card in the language of the request.

    ``text`` is what it does, ``made`` what its effects say if ``text`` is a translator's,
    ``danger`` whether it shows the Danger icon, ``defeat`` in words which
    cards defeat it if it is an Enemy. Members that a card does not have are null.
    """

    code: str
    name: str
    text: str
    made: str | None
    kind: Kind
    color: str | None
    symbol: str | None
    points: int
    danger: bool
    defeat: str | None


class PromptsResponse(ResponseBody, frozen=True, omit_defaults=True):
    """The open prompts, and the moves that you may make besides.

    ``seq`` and ``digest`` are those of the last event, which a signed move names.

    While the game waits for calls of UNO and catches (common.uno.window), ``window_until`` is the
    time at which the window closes and ``window_seconds_left`` how many seconds there are until
    then; both are null otherwise, and while the game is paused. ``held`` are your own call and
    catches that are held until then, which no other player can see.

    With ``include`` also the position in words (``table``, null before the start), what has
    happened since your last move (``since``, null without a seat), and the texts of all cards that
    you see or that are named (``cards``).

    While players must open their shares, ``terms`` and ``receipt`` are as in a game.
    """

    seq: int
    digest: HashText
    prompts: list[PromptResponse]
    open: list[OptionResponse]
    window_until: Time | None
    window_seconds_left: float | None
    held: list[OptionResponse]
    table: TableResponse | UnsetType | None = UNSET
    since: SinceResponse | UnsetType | None = UNSET
    cards: list[CardTextResponse] | UnsetType = UNSET
    terms: Terms | UnsetType = UNSET
    receipt: SignedHead | UnsetType = UNSET


class MoveResponse(ResponseBody, frozen=True, omit_defaults=True):
    """The result of a command: your view of its events, position and prompts.

    A call or a catch in a window (common.uno.window) has no events yet: it is among ``held``, until
    ``window_until``. These two and ``window_seconds_left`` are as for prompts/.

    ``table`` is the position in words. ``unused`` names the choices that no question used.
    ``receipt`` is the signed head, if the request asked for it. In the reply to a start it is that
    of ``seq`` 0, and ``terms`` is all that was fixed before the deal. ``since`` and ``cards`` are
    as for prompts/, if the request includes them. ``digest`` is that of event ``seq``.
    """

    seq: int
    digest: HashText
    events: list[SeenEvent]
    position: PositionResponse
    table: TableResponse
    prompts: list[PromptResponse]
    open: list[OptionResponse]
    window_until: Time | None
    window_seconds_left: float | None
    held: list[OptionResponse]
    unused: tuple[str, ...]
    receipt: SignedHead | None
    since: SinceResponse | UnsetType | None = UNSET
    cards: list[CardTextResponse] | UnsetType = UNSET
    terms: Terms | UnsetType = UNSET


class DryRunResponse(ResponseBody, frozen=True, omit_defaults=True):
    """The result that a move would have.

    If that depends on chance or on hidden cards, only that the move is legal.
    """

    legal: Literal[True]
    seq: int
    depends_on_hidden: bool
    facts: tuple[SeenFact, ...] | None = None
    rulings: tuple[Ruling, ...] | None = None
