"""The problem types of the API: stable code, status, title and detail."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from games.wording.language import Language, Text, Texts

CATALOG: Final = "games.wording/problems"


class Problem(NamedTuple):
    """A problem type. ``detail`` may name parameters in braces."""

    code: str
    status: int
    title: Text
    detail: Text


REASONS: Final = Texts(
    CATALOG,
    "reason",
    {
        "creator": "only who made the game can",
        "invited": "the seats are for invited players",
        "seated": "you have no seat here",
        "seat": "the seat is another’s",
        "player": "who has a seat in a game, or had one, cannot direct it",
        "second": "another organiser must confirm it",
        "grant": "the organiser has no grant for this game",
        "named": "only the organisers whom its creator named direct this game, with their tokens",
        "arbiter": "who has looked at a game as an arbiter cannot play in it",
        "name_blank": "nothing of it can be seen",
        "name_characters": (
            "it has a character that names cannot have: an invisible one, one that changes the"
            " direction of the text, a control character or #"
        ),
        "name_length": "it has more than 40 characters",
        "name_marks": "a letter carries too many accents or other marks",
        "name_scripts": (
            "a word mixes letters of scripts that look alike, such as Latin and Cyrillic"
        ),
        "name_reserved": "it looks like the name of a bot or of staff",
        "token": "a token may revoke only itself and the tokens made with it",
        "other": "it is not open to you",
    },
)
"""Why a caller is not allowed to do something, by code."""


class _Gaps(dict[str, object]):
    """Parameters of a sentence; a missing one is rendered as its name."""

    def __missing__(self, name: str) -> str:
        return name


def format_text(text: Text, language: Language, params: Mapping[str, object]) -> str:
    """Return a text with its parameters filled in."""
    return text.to(language).format_map(_Gaps(params))


class _Written(NamedTuple):
    """A problem in English."""

    code: str
    status: int
    title: str
    detail: str


_MALFORMED: Final = (
    _Written(
        "malformed_json",
        400,
        "The body is not JSON",
        "The body must be one JSON object in UTF-8.",
    ),
    _Written(
        "malformed",
        400,
        "The body has another shape",
        "Something in the body is missing, unknown or of the wrong type: see errors.",
    ),
    _Written(
        "invalid_parameter",
        400,
        "A query parameter is wrong",
        "The parameter {parameter} cannot be read.",
    ),
    _Written(
        "invalid_header",
        400,
        "A header is wrong",
        "The header {header} cannot be read.",
    ),
    _Written(
        "bad_request",
        400,
        "The request cannot be read",
        "The request is not one that this server can read.",
    ),
    _Written(
        "seq_out_of_range",
        400,
        "There is no such position",
        "The game has positions from 1 to {seq}.",
    ),
    _Written(
        "unknown_variant",
        400,
        "There is no such variant",
        "The variants are listed under variants/.",
    ),
    _Written(
        "unknown_edition",
        400,
        "There is no such edition",
        "The published editions are listed under editions/; each belongs to one variant.",
    ),
    _Written(
        "unknown_bot",
        400,
        "There is no such bot",
        "The bots on offer are listed under bots/.",
    ),
    _Written(
        "unknown_player",
        400,
        "There is no such player",
        "No player has this id.",
    ),
    _Written(
        "edition_of_another_variant",
        400,
        "The edition is of another variant",
        "The edition is made for {edition_variant}, not for {variant}.",
    ),
    _Written(
        "edition_not_playable",
        400,
        "The edition cannot be played",
        "The cards of this edition cannot be dealt to {seats} seats by the rules of {variant}.",
    ),
    _Written(
        "edition_stopped",
        422,
        "The edition is not offered",
        "A move of a game with this edition had no end: no new game uses it until it is mended.",
    ),
    _Written(
        "no_such_seat",
        400,
        "There is no such seat",
        "The table has no seat {seat}.",
    ),
    _Written(
        "malformed_seat",
        400,
        "A seat has another shape",
        "A seat names what its kind needs, and nothing else.",
    ),
    _Written(
        "unknown_option",
        400,
        "There is no such option",
        "The variant has no option {option}.",
    ),
    _Written(
        "option_type",
        400,
        "An option is of the wrong type",
        "The option {option} must be of another type: {type}.",
    ),
    _Written(
        "option_choice",
        400,
        "An option has no such value",
        "The option {option} must be one of: {choices}.",
    ),
    _Written(
        "option_range",
        400,
        "An option is out of range",
        "The option {option} must lie between {least} and {most}.",
    ),
    _Written(
        "unknown_look",
        400,
        "There is no such look",
        "The hero has no look {look}; there are: {choices}.",
    ),
    _Written(
        "endless_game",
        400,
        "Nothing would end the game",
        "Set a target score or a number of rounds.",
    ),
    _Written(
        "seated_twice",
        400,
        "A player is seated twice",
        "A player can have one seat at a table.",
    ),
    _Written(
        "organiser_seated",
        400,
        "An organiser has a seat",
        "A person with a seat in a game cannot direct it.",
    ),
    _Written(
        "organiser_twice",
        400,
        "An organiser is named twice",
        "Name each organiser once.",
    ),
    _Written(
        "organiser_alone",
        400,
        "There is no second organiser",
        "If a void needs two organisers, name two or more, or none.",
    ),
    _Written(
        "too_many_tokens",
        409,
        "Too many tokens",
        "A player may hold {most} tokens at once; take one back first.",
    ),
)

_WHO: Final = (
    _Written(
        "not_authenticated",
        401,
        "A token is needed",
        "Send a token: Authorization: Bearer fd_… (POST players/ gives one to anybody).",
    ),
    _Written(
        "invalid_token",
        401,
        "The token is not valid",
        "The token is unknown, has expired or has been revoked.",
    ),
    _Written(
        "invalid_ticket",
        401,
        "The ticket is not valid",
        "A ticket opens one stream, once, within a minute. POST stream-tickets/ gives another.",
    ),
    _Written(
        "missing_scope",
        403,
        "The token lacks a scope",
        "This needs a token with the scope {scope}.",
    ),
    _Written(
        "not_allowed",
        403,
        "This is not yours to do",
        "Others may do this, you may not: {reason}.",
    ),
    _Written(
        "not_seated",
        403,
        "You have no seat in this game",
        "Only a player at this table can do this.",
    ),
    _Written(
        "not_your_view",
        403,
        "That view is not yours",
        "You may look as your own seat or as the public; in full only once the game is over,"
        " or as an arbiter with the scope audit:live, a grant for the game and no seat in it.",
    ),
)

_WHAT: Final = (
    _Written(
        "not_found",
        404,
        "There is nothing here",
        "There is nothing at this address, or nothing that you may see. Addresses end in a slash.",
    ),
    _Written(
        "slash_missing",
        404,
        "The address has no slash at its end",
        "There is nothing at this address. Did you mean {address}?",
    ),
    _Written(
        "game_not_found",
        404,
        "There is no such game",
        "There is no such game, or none that you may see.",
    ),
    _Written(
        "game_archived",
        404,
        "The game is in the archive",
        "The game is over, and its events were moved to a file (SHA-256 {sha256}). The operator of"
        " the server has the file, and can restore the game.",
    ),
    _Written(
        "method_not_allowed",
        405,
        "This cannot be done here",
        "The method {method} is not for this address: see the header Allow.",
    ),
    _Written(
        "not_acceptable",
        406,
        "No such format",
        "The reply cannot be given in a format that the header Accept names.",
    ),
    _Written(
        "body_too_large",
        413,
        "The body is too large",
        "A body may have {most} bytes.",
    ),
    _Written(
        "unsupported_media_type",
        415,
        "The body is of another type",
        "Send the body as application/json.",
    ),
)

_LOG: Final = (
    _Written(
        "game_not_opened",
        409,
        "The game is not open",
        "What a bot considered shows its hand. It is told when the game is over, if the game then"
        " shows everything.",
    ),
    _Written(
        "no_bot_moved",
        404,
        "No bot made this move",
        "Event {seq} is not the move of a bot.",
    ),
    _Written(
        "game_not_over",
        409,
        "The game is not over",
        "A game is audited, and its result corrected, when it is over. Its bundle can be had"
        " before, as you may see the game.",
    ),
    _Written(
        "not_in_log",
        409,
        "The game is not in the log",
        "A game is in the log about a minute after it began, and again after it ended.",
    ),
)

_POSITION: Final = (
    _Written(
        "unknown_zone",
        400,
        "There is no such zone",
        "This table has no zone {zone}.",
    ),
    _Written(
        "unknown_card",
        400,
        "There is no such card",
        "The edition has no card {card}.",
    ),
    _Written(
        "card_out_of_place",
        400,
        "A card lies where it cannot",
        "{card} never lies in {zone}.",
    ),
    _Written(
        "too_many_cards",
        400,
        "A card too many",
        "The position has {card} {count} times; the box has it {most} times.",
    ),
    _Written(
        "too_few_cards",
        400,
        "Cards are missing",
        "Every card of the box is in some zone, and the position has no room for these: {cards}.",
    ),
    _Written(
        "wrong_count",
        400,
        "A zone has another number of cards",
        "The count of {zone} is {count}, but with the rest of the position it is {cards}."
        " Elsewhere of the same pack: {elsewhere}.",
    ),
    _Written(
        "wrong_length",
        400,
        "A list is not as long as the table",
        "{member} has one entry for each of the {seats} seats.",
    ),
    _Written(
        "too_many_enemies",
        400,
        "Several Enemies before one hero",
        "One Enemy at most stands before a seat; before seat {seat} there are {count}.",
    ),
    _Written(
        "cards_of_seat_out",
        400,
        "A seat that is out has cards",
        "Seat {seat} is out of the game: nothing lies in {zone}.",
    ),
    _Written(
        "empty_deck",
        400,
        "A deck is empty",
        "With the last card of a deck its player is out: seat {seat} is not.",
    ),
    _Written(
        "seat_is_out",
        400,
        "It is the turn of a seat that is out",
        "Seat {seat} is out of the game and has no turn.",
    ),
    _Written(
        "too_few_left",
        400,
        "No player is left",
        "While a game runs, two of the {seats} seats at least are in it.",
    ),
    _Written(
        "unknown_color",
        400,
        "There is no such color in play",
        "The color in play is one of: {choices}.",
    ),
    _Written(
        "impossible_uno",
        400,
        "A standing that no hand can have",
        "Seat {seat} has not one card, so UNO is not its business.",
    ),
    _Written(
        "impossible_enemy_since",
        400,
        "An Enemy from the future",
        "No Enemy has come after turn {turn}.",
    ),
    _Written(
        "impossible_lasting",
        400,
        "An effect that cannot last",
        "No lasting effect of {card} has this {member}. Expected: {expected}.",
    ),
    _Written(
        "impossible_drawn",
        400,
        "A card that was not just drawn",
        "After a draw, seat {seat} may play {card} only if it is in the hand and fits; otherwise"
        " the turn has passed on. Do not send prompts beside drawn.",
    ),
    _Written(
        "hidden_question",
        400,
        "The options of the question are hidden",
        "The view does not show which options seat {seat} has, so an answer cannot be ruled on.",
    ),
    _Written(
        "impossible_prompt",
        400,
        "A question that the rules do not ask here",
        "In this position the rules would not ask that, or not so. Leave prompts out for"
        " a turn of the current seat.",
    ),
    _Written(
        "hero_needed",
        400,
        "A hero is missing",
        "Name the hero of every seat, in heroes or in the zones hero:0, hero:1 …; seat"
        " {seat} has none.",
    ),
)

_WHEN: Final = (
    _Written(
        "not_open",
        409,
        "The seats are settled",
        "The game has begun or is over.",
    ),
    _Written(
        "not_started",
        409,
        "The game has not begun",
        "There is nothing to move yet: a player at the table starts the game first.",
    ),
    _Written(
        "not_opening",
        409,
        "No share is awaited",
        "The game does not wait for shares of its seed.",
    ),
    _Written(
        "share_commitment_required",
        422,
        "A commitment to a share is needed",
        "The chance of this game is shared: take the seat with share_commitment, and send the"
        " share when the game starts.",
    ),
    _Written(
        "share_not_bound",
        422,
        "The game takes no commitments",
        "The chance of this game is plain: send a share, or nothing.",
    ),
    _Written(
        "share_wrong",
        422,
        "Another share",
        "The share is not the one that the commitment of seat {seat} is made of.",
    ),
    _Written(
        "beacon_wrong",
        422,
        "Another signature",
        "This is not the signature of round {round} of the beacon of this game.",
    ),
    _Written(
        "beacon_not_named",
        422,
        "No beacon was named",
        "This game was created without a beacon.",
    ),
    _Written(
        "key_wrong",
        422,
        "Not a public key",
        "A key is an Ed25519 public key, 32 bytes in hexadecimal.",
    ),
    _Written(
        "signature_missing",
        422,
        "The signature is missing",
        "You have a key in this game: send the signature as Move-Signature, and the event that it"
        " names as If-Match.",
    ),
    _Written(
        "signature_wrong",
        422,
        "The signature does not fit",
        "It is not a signature of this after the last event, by your key in this game.",
    ),
    _Written(
        "seats_empty",
        409,
        "A seat is empty",
        "The game can begin when every seat is taken.",
    ),
    _Written(
        "seat_taken",
        409,
        "No such free seat",
        "The seat is taken or reserved, or no seat is free.",
    ),
    _Written(
        "already_seated",
        409,
        "You already sit here",
        "You have a seat at this table.",
    ),
    _Written(
        "not_withdrawable",
        409,
        "This act cannot be withdrawn",
        "Event {seq} is no warning or note of yours, or it was withdrawn before.",
    ),
    _Written(
        "proposal_gone",
        409,
        "No such proposal is open",
        "The proposal was confirmed before, or has expired.",
    ),
    _Written(
        "proposal_differs",
        422,
        "The proposal is another one",
        "An act is confirmed with the act and the reason that were proposed.",
    ),
    _Written(
        "stale_seq",
        412,
        "The game has moved on",
        "Your If-Match is not where the game stands: it is at {seq}."
        " The events you missed are in the body.",
    ),
    _Written(
        "seq_ahead",
        412,
        "The game has no such event yet",
        "If-Match names event {expected}, but the latest event of the game is {seq}.",
    ),
    _Written(
        "name_refused",
        422,
        "This name cannot be taken",
        "Choose another name: {reason}.",
    ),
    _Written(
        "key_reused",
        422,
        "The key was used for something else",
        "The Idempotency-Key was used with another request; take a new one.",
    ),
    _Written(
        "too_many_requests",
        429,
        "Too many requests",
        "Try again in {seconds} s.",
    ),
    _Written(
        "http_version",
        400,
        "Streams need HTTP/1.1",
        "A stream needs HTTP/1.1 or later: HTTP/1.0 cannot send a response in parts. A proxy may"
        " have changed the version; for nginx, set proxy_http_version 1.1.",
    ),
    _Written(
        "too_many_streams",
        429,
        "Too many open streams",
        "{limit} streams may be open at a time. Close one; a lost one is closed after {seconds} s.",
    ),
    _Written(
        "too_many_bot_games",
        429,
        "Too many running games with bots",
        "The limit {quota} allows {limit} running games. End one, or try again in {seconds} s.",
    ),
    _Written(
        "too_many_thinking_seats",
        429,
        "Too many bots that think",
        "Bots that think may have {limit} seats of this server at a time; {taken} are taken, and"
        " this game has {wanted}. Choose other bots, or try again in {seconds} s.",
    ),
    _Written(
        "server_error",
        500,
        "The server failed",
        "This is our fault. Nothing of the request was kept; the instance names it in our logs.",
    ),
    _Written(
        "unavailable",
        503,
        "The server cannot answer now",
        "Something that the server needs does not answer. Try again shortly.",
    ),
)

_ILLEGAL: Final = (
    _Written(
        "not_your_prompt",
        409,
        "It is not yours to answer",
        "The game waits for seat {seat}.",
    ),
    _Written(
        "game_over",
        409,
        "The game is over",
        "Nothing can be moved in it any more.",
    ),
    _Written(
        "already_out",
        422,
        "The seat is out of the game",
        "Seat {seat} is out of the game and moves no more.",
    ),
    _Written(
        "card_not_in_hand",
        422,
        "The card is not in the hand",
        "You do not hold {card}.",
    ),
    _Written(
        "card_does_not_fit",
        422,
        "The card does not fit",
        "{card} matches neither the color in play nor the number or symbol on the discard pile.",
    ),
    _Written(
        "card_forbidden",
        422,
        "The card is forbidden now",
        "A card in force forbids {card}.",
    ),
    _Written(
        "bluff_refused",
        422,
        "Bluffs are not played here",
        "{card} may be played only without a card of the color in play.",
    ),
    _Written(
        "nothing_drawn",
        422,
        "Nothing has been drawn",
        "Only a card just drawn can be kept: play a card or draw one.",
    ),
    _Written(
        "already_drawn",
        422,
        "A card has been drawn",
        "Play the card just drawn, or keep it.",
    ),
    _Written(
        "nothing_to_draw",
        422,
        "A second play is no draw",
        "The second play cannot be a draw: play a card that fits, or pass.",
    ),
    _Written(
        "not_an_option",
        422,
        "That is no answer to the question",
        "The open question ({kind}) has other answers: see prompts.",
    ),
    _Written(
        "nobody_to_catch",
        422,
        "There is no player to catch",
        "Seat {seat} cannot be caught now: it costs nothing.",
    ),
    _Written(
        "no_uno_to_call",
        422,
        "There is no UNO to call",
        "UNO is called once: with one card in hand, or with a play that can leave one.",
    ),
    _Written(
        "seats_out_of_range",
        422,
        "Too few or too many seats",
        "This game is played with {least} to {most} seats, not {seats}.",
    ),
    _Written(
        "no_heroes",
        422,
        "This game has no heroes",
        "There are no heroes in {variant}: leave out hero and look.",
    ),
    _Written(
        "hero_count",
        422,
        "Too few or too many heroes",
        "There are {seats} seats and {heroes} heroes: each seat has one, or null for the lot.",
    ),
    _Written(
        "unknown_hero",
        422,
        "There is no such hero",
        "The edition has no hero {hero}.",
    ),
    _Written(
        "hero_taken",
        422,
        "The hero is taken",
        "Another seat plays {hero}: a hero is played once at a table.",
    ),
    _Written(
        "already_void",
        409,
        "The game is void already",
        "A game is voided once; its result may be corrected.",
    ),
    _Written(
        "game_paused",
        409,
        "The game is paused",
        "The game is paused: until it goes on, a seat can only resign or call a judge.",
    ),
    _Written(
        "call_is_open",
        409,
        "A call for a judge is open",
        "A seat has one open call for a judge at a time: cancel it, or wait for the answer.",
    ),
    _Written(
        "no_calls_left",
        409,
        "No more calls for a judge",
        "A seat may call a judge {most} times in a game.",
    ),
    _Written(
        "no_open_call",
        409,
        "There is no open call for a judge",
        "Seat {seat} has no open call for a judge.",
    ),
    _Written(
        "not_paused",
        409,
        "The game is not paused",
        "Only a paused game can go on.",
    ),
    _Written(
        "no_clock",
        409,
        "The game has no clock",
        "Time is added or taken in a game with a clock.",
    ),
    _Written(
        "no_time_to_take",
        422,
        "No time is left to take",
        "Seat {seat} has no time in the bank that could be taken.",
    ),
    _Written(
        "no_scores",
        409,
        "The game has no scores",
        "Points count against a seat in a game in which the total score decides.",
    ),
    _Written(
        "no_points_to_take",
        422,
        "No points are left to take",
        "Seat {seat} has no points that could be taken.",
    ),
    _Written(
        "time_is_up",
        409,
        "The time is up",
        "The time for this question is over: the clock answers it.",
    ),
    _Written(
        "window_is_open",
        409,
        "The game waits for calls and catches",
        "A hand has one card: the next move follows when the time for calls and catches is over.",
    ),
    _Written(
        "already_held",
        409,
        "This call or catch is held already",
        "Your call or catch is held already, until the time for calls and catches is over.",
    ),
    _Written(
        "window_is_not_over",
        409,
        "The time to call and catch is not over",
        "The time in which calls and catches are held is not over.",
    ),
    _Written(
        "time_is_left",
        409,
        "The time is not up",
        "The time for this question is not over yet.",
    ),
    _Written(
        "no_clock_runs",
        409,
        "No clock runs",
        "No clock runs in this game now.",
    ),
    _Written(
        "same_result",
        422,
        "That is the result already",
        "The game has this result already.",
    ),
    _Written(
        "wrong_places",
        422,
        "These are no places",
        "Give a winner, or a place from 1 for each of the {seats} seats: equal places have the same"
        " number, the next one is skipped, and the winner has the first place alone.",
    ),
    _Written(
        "illegal_move",
        422,
        "The rules refuse this",
        "The rule {rule} refuses this.",
    ),
)

_STUDIO: Final = (
    _Written(
        "missing_permission",
        403,
        "The account lacks a permission",
        "The account of the player needs the permission: {permission}.",
    ),
    _Written(
        "precondition_required",
        428,
        "If-Match is required",
        "Send the ETag of what you change as If-Match; it is in every response about it.",
    ),
    _Written(
        "stale_draft",
        412,
        "The draft has changed",
        "The draft has changed since the ETag that If-Match names: see differences.",
    ),
    _Written(
        "draft_frozen",
        409,
        "The draft is frozen",
        "The draft of {card_set} is in review or approved, so it cannot change.",
    ),
    _Written(
        "draft_changed",
        409,
        "The draft was changed meanwhile",
        "The draft was changed while it was checked. Send the request again.",
    ),
    _Written("set_exists", 409, "There is such a set", "There is a set with the code {code}."),
    _Written("card_exists", 409, "There is such a card", "The set has a card {code} already."),
    _Written(
        "not_publishable",
        422,
        "The cards have faults",
        "The cards cannot be proposed, published or released: see errors.",
    ),
    _Written(
        "own_proposal",
        403,
        "Another must approve it",
        "Who submitted a proposal, or edited its draft, cannot approve it.",
    ),
    _Written(
        "proposal_state",
        409,
        "The proposal is in another state",
        "This is not possible: the proposal is {state}.",
    ),
    _Written(
        "schedule_state",
        409,
        "The scheduled release has ended",
        "This is not possible: the scheduled release is {state}.",
    ),
    _Written(
        "already_published",
        409,
        "The cards are published",
        "The same cards are published already, as {edition}.",
    ),
    _Written(
        "already_current",
        409,
        "The edition is current",
        "The edition is the current one of its variant already.",
    ),
    _Written(
        "review_required",
        409,
        "A review is required",
        "On this server a draft must be reviewed before it is published.",
    ),
    _Written(
        "too_many_rehearsals",
        409,
        "Too many rehearsals run",
        "Wait until one of the rehearsals has ended, or cancel one.",
    ),
)

_WRITTEN: Final = (
    *_MALFORMED,
    *_WHO,
    *_WHAT,
    *_LOG,
    *_POSITION,
    *_WHEN,
    *_ILLEGAL,
    *_STUDIO,
)
_TEXTS: Final = Texts(
    CATALOG,
    "problem",
    {f"{one.code}:title": one.title for one in _WRITTEN}
    | {f"{one.code}:detail": one.detail for one in _WRITTEN},
)

PROBLEMS: Final = {
    one.code: Problem(
        one.code, one.status, _TEXTS[f"{one.code}:title"], _TEXTS[f"{one.code}:detail"]
    )
    for one in _WRITTEN
}
"""All problem types, by code."""
