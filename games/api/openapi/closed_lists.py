"""The values of the members of replies that are closed lists, by subject.

Each list is a component of its own, so that a generated client gets one type a list. Colors are
not here: an edition has its own.
"""

from __future__ import annotations

from typing import Final, get_args

from cards.language import Basis, Kind, Rarity
from cards.language.effects import Question, Until
from games.engine import VARIANTS
from games.messages.game_messages import Access, GameStatus, Mode, PhraseCode, Reveal
from games.messages.player_messages import Scope
from games.messages.problem_messages import ChangeKind
from games.messages.prompt_messages import Include, PromptKind
from games.messages.stream_messages import PlayerEventKind
from games.messages.table_messages import EndCause, Look
from games.messages.tournament_messages import (
    Deals,
    EntryState,
    FirstPairing,
    FirstStage,
    MissedRound,
    OddPlayer,
    RoundStage,
    TournamentRole,
    TournamentStage,
    TournamentTask,
)
from games.messages.webhook_messages import DeliveryStatus
from games.tournaments.rules.tournament_facts import Penalty, Tiebreak
from games.webhooks.services import HookEvent

VARIANT_CODES: Final = tuple(VARIANTS)

CARD_VERBS: Final = (
    "add",
    "attach",
    "attack",
    "burn",
    "deal",
    "defeat",
    "destroy",
    "discard",
    "draw",
    "exchange",
    "flip",
    "forfeit",
    "gather",
    "lay",
    "leave",
    "move",
    "play",
    "recover",
    "replace",
    "reshuffle",
    "return",
    "take",
    "turn-up",
)
"""What was done to cards that moved: see docs/event-format.md."""

SHOW_VERBS: Final = ("dealer", "hand", "reveal")
UNO_STATUSES: Final = ("", "called", "exposed", "missed")
ROUND_ENDINGS: Final = ("blocked", "emptied", "out")
GAME_ENDINGS: Final = ("last", "round", "rounds", "target", "void")
RESULT_CHANGES: Final = ("corrected", "void")
RESULTS: Final = (*GAME_ENDINGS, "abandoned", "cancelled", "corrected")
SEAT_OUTS: Final = ("absent", "deck", "loss", "removed", "resigned", "timeouts")
LASTING_ENDINGS: Final = ("out", "turn", "used")
ACTOR_KINDS: Final = ("bot", "clock", "organiser", "player")
LOG_KINDS: Final = (*ACTOR_KINDS, "refused")
CHOICES: Final = tuple(kind for kind in get_args(Question) if kind not in ("", "challenge"))

LISTS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "VariantCode": (VARIANT_CODES, "One of the games."),
    "CardKind": (get_args(Kind), "The kind of a card."),
    "Rarity": (get_args(Rarity), "How rare the foil version of a card is."),
    "Basis": (
        get_args(Basis),
        "The source of an entry: the printed sheet, the written guide, or a ruling of this server.",
    ),
    "ChangeKind": (get_args(ChangeKind), "How a member, an entry or a deck differs."),
    "Look": (get_args(Look), "How a Character card looks: plain, or a foil of some rarity."),
    "Scope": (get_args(Scope), "What a token may be used for."),
    "GameStatus": (get_args(GameStatus), "Whether a game is open, opening, running or over."),
    "PlayerEventKind": (get_args(PlayerEventKind), "What happens to a player's game."),
    "HookEvent": (get_args(HookEvent), "What a webhook can be told."),
    "DeliveryStatus": (
        get_args(DeliveryStatus),
        "Whether a delivery waits, was delivered, or was given up.",
    ),
    "PhraseCode": (
        get_args(PhraseCode),
        "What a player may say at a table; the last six are reactions.",
    ),
    "Include": (get_args(Include), "What a response can include, to draw a screen."),
    "EndCause": (get_args(EndCause), "What may soon end the round or the game for a seat."),
    "Mode": (get_args(Mode), "How players contribute to the seed of a game."),
    "Access": (get_args(Access), "Who may see a game while it is not over."),
    "Reveal": (get_args(Reveal), "To whom a game opens when it is over."),
    "PromptKind": (
        get_args(PromptKind),
        "What a prompt asks for. `turn`: play a card or draw one. `drawn`: play the card just"
        " drawn, or keep it. `again`: play one more card, or none. `color`, `character`: name one."
        " `player`: name one; where it can be passed on, `no` takes it yourself. `card`: choose"
        " one; where any number can be chosen, one by one until `done`. `mode`: choose what is"
        " done. `confirm`: decide whether it is done. `challenge`: challenge the Wild Draw Four,"
        " or draw.",
    ),
    "TournamentStage": (get_args(TournamentStage), "Where a tournament is."),
    "RoundStage": (get_args(RoundStage), "Where a round is."),
    "TournamentRole": (
        get_args(TournamentRole),
        "Head judge, floor judge, scorekeeper (tournament.staff).",
    ),
    "EntryState": (get_args(EntryState), "Whether an entry is there, or out of the tournament."),
    "TournamentTask": (get_args(TournamentTask), "What there is to do for the caller."),
    "Tiebreak": (get_args(Tiebreak), "What decides between equal points (tournament.tiebreak)."),
    "MissedRound": (get_args(MissedRound), "What a missed round counts."),
    "FirstStage": (get_args(FirstStage), "What a tournament begins with (tournament.format)."),
    "FirstPairing": (
        get_args(FirstPairing),
        "How the first round is paired (tournament.pairing.first).",
    ),
    "Deals": (
        get_args(Deals),
        "Whether the tables of a round have the same cards (tournament.duplicate).",
    ),
    "OddPlayer": (get_args(OddPlayer), "What becomes of who is over."),
    "TournamentPenalty": (get_args(Penalty), "A penalty (tournament.penalty)."),
    "CardVerb": (CARD_VERBS, "What was done to cards that moved."),
    "ShowVerb": (SHOW_VERBS, "Why cards were shown."),
    "UnoStatus": (UNO_STATUSES, "The standing of a seat with one card; empty for others."),
    "RoundEnding": (ROUND_ENDINGS, "Why a round ended."),
    "GameEnding": (GAME_ENDINGS, "Why a game ended."),
    "ResultChange": (RESULT_CHANGES, "How an organiser changed a result."),
    "ResultWhy": (RESULTS, "Why a game has its result."),
    "SeatOutWhy": (SEAT_OUTS, "Why a seat is out of the game."),
    "LastingUntil": (get_args(Until), "Until when a lasting effect holds."),
    "LastingEnding": (LASTING_ENDINGS, "Why a lasting effect ended."),
    "ActorKind": (ACTOR_KINDS, "What sort of actor made a move."),
    "LogKind": (LOG_KINDS, "What sort of actor made a move, or that the move was refused."),
    "ChoiceName": (CHOICES, "A choice that can be sent with the card that asks for it."),
}
"""The component of each list, its words and its description."""

MEMBERS: Final[dict[tuple[str, str], str]] = {
    ("Variant", "code"): "VariantCode",
    ("DescribedVariant", "code"): "VariantCode",
    ("Setup", "variant"): "VariantCode",
    ("GameBody", "variant"): "VariantCode",
    ("RulingBody", "variant"): "VariantCode",
    ("Game", "variant"): "VariantCode",
    ("NewGame", "variant"): "VariantCode",
    ("GameSummary", "variant"): "VariantCode",
    ("OpenTable", "variant"): "VariantCode",
    ("TournamentBody", "variant"): "VariantCode",
    ("TournamentSetup", "variant"): "VariantCode",
    ("GameSummary", "why"): "ResultWhy",
    ("Result", "why"): "ResultWhy",
    ("Token", "scopes"): "Scope",
    ("NewToken", "scopes"): "Scope",
    ("Me", "scopes"): "Scope",
    ("Option", "then"): "ChoiceName",
    ("LogEntry", "kind"): "LogKind",
    ("Actor", "kind"): "ActorKind",
    ("OpenedPrompt", "kind"): "PromptKind",
    ("Taken", "kind"): "PromptKind",
    ("CardsMoved", "verb"): "CardVerb",
    ("CardsShown", "verb"): "ShowVerb",
    ("UnoChanged", "status"): "UnoStatus",
    ("TablePosition", "uno"): "UnoStatus",
    ("RoundEnded", "why"): "RoundEnding",
    ("GameEnded", "why"): "GameEnding",
    ("ResultChanged", "why"): "ResultChange",
    ("SeatOut", "why"): "SeatOutWhy",
    ("LastingEffect", "until"): "LastingUntil",
    ("ActiveEffect", "until"): "LastingUntil",
    ("LastingEnded", "why"): "LastingEnding",
}
"""The members that are texts in the structs, and words of a list on the wire."""
