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
        "creator": "only the host of the game can",
        "invited": "the seats are for invited players",
        "seated": "you have no seat here",
        "seat": "the seat is another’s",
        "player": "who has a seat in a game, or had one, cannot direct it",
        "second": "another organiser must confirm it",
        "grant": "the organiser has no grant for this game",
        "named": "only the organisers whom its creator named direct this game, with their tokens",
        "unseated": "the host has freed your seat, and has not invited you since",
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

    status: int
    title: str
    detail: str


_WRITTEN: Final = {
    # requests that cannot be read
    "malformed_json": _Written(
        400, "The body is not JSON", "The body must be one JSON object in UTF-8."
    ),
    "malformed": _Written(
        400,
        "The body has another shape",
        "Something in the body is missing, unknown or of the wrong type: see errors.",
    ),
    "invalid_parameter": _Written(
        400, "A query parameter is wrong", "The parameter {parameter} cannot be read."
    ),
    "invalid_header": _Written(400, "A header is wrong", "The header {header} cannot be read."),
    "bad_request": _Written(
        400, "The request cannot be read", "The request is not one that this server can read."
    ),
    "seq_out_of_range": _Written(
        400, "There is no such position", "The game has positions from 1 to {seq}."
    ),
    "unknown_variant": _Written(
        400, "There is no such variant", "The variants are listed under variants/."
    ),
    "unknown_edition": _Written(
        400,
        "There is no such edition",
        "The published editions are listed under editions/; each belongs to one variant.",
    ),
    "unknown_bot": _Written(
        400, "There is no such bot", "The bots on offer are listed under bots/."
    ),
    "unknown_player": _Written(400, "There is no such player", "No player has this id."),
    "edition_of_another_variant": _Written(
        400,
        "The edition is of another variant",
        "The edition is made for {edition_variant}, not for {variant}.",
    ),
    "edition_not_playable": _Written(
        400,
        "The edition cannot be played",
        "The cards of this edition cannot be dealt to {seats} seats by the rules of {variant}.",
    ),
    "edition_stopped": _Written(
        422,
        "The edition is not offered",
        "A move of a game with this edition had no end: no new game uses it until it is mended.",
    ),
    "no_such_seat": _Written(400, "There is no such seat", "The table has no seat {seat}."),
    "malformed_seat": _Written(
        400, "A seat has another shape", "A seat names what its kind needs, and nothing else."
    ),
    "unknown_option": _Written(
        400, "There is no such option", "The variant has no option {option}."
    ),
    "option_type": _Written(
        400,
        "An option is of the wrong type",
        "The option {option} must be of another type: {type}.",
    ),
    "option_choice": _Written(
        400, "An option has no such value", "The option {option} must be one of: {choices}."
    ),
    "option_range": _Written(
        400, "An option is out of range", "The option {option} must lie between {least} and {most}."
    ),
    "unknown_look": _Written(
        400, "There is no such look", "The hero has no look {look}; there are: {choices}."
    ),
    "endless_game": _Written(
        400, "Nothing would end the game", "Set a target score or a number of rounds."
    ),
    "seated_twice": _Written(
        400, "A player is seated twice", "A player can have one seat at a table."
    ),
    "organiser_seated": _Written(
        400, "An organiser has a seat", "A person with a seat in a game cannot direct it."
    ),
    "organiser_twice": _Written(400, "An organiser is named twice", "Name each organiser once."),
    "organiser_alone": _Written(
        400,
        "There is no second organiser",
        "If a void needs two organisers, name two or more, or none.",
    ),
    "too_many_tokens": _Written(
        409, "Too many tokens", "A player may hold {most} tokens at once; take one back first."
    ),
    # tournaments
    "too_many_tournaments": _Written(
        409, "Too many tournaments", "A person may have {most} tournaments that are not over."
    ),
    "tournament_not_permitted": _Written(
        403, "Your role does not permit this", "The rule {rule} does not let your role do this."
    ),
    "tournament_moved_on": _Written(
        412,
        "The tournament has moved on",
        "Your If-Match is not where the tournament stands: it is at {seq}.",
    ),
    "tournament_refused": _Written(
        422, "The rules of tournaments refuse this", "The rule {rule} refuses this: {why}."
    ),
    "invalid_claim": _Written(
        422,
        "No entry has this code",
        "The code was typed wrongly, or the staff has issued another.",
    ),
    "too_many_webhooks": _Written(
        409, "Too many webhooks", "A player may have {most} webhooks; delete one first."
    ),
    "webhook_address": _Written(
        422,
        "The address cannot be a webhook",
        "A webhook has an https address on the public network, without a user, on port 443 or one"
        " above 1023.",
    ),
    # who asks
    "not_authenticated": _Written(
        401,
        "A token is needed",
        "Send a token: Authorization: Bearer fd_… (POST players/ gives one to anybody).",
    ),
    "invalid_token": _Written(
        401, "The token is not valid", "The token is unknown, has expired or has been revoked."
    ),
    "invalid_ticket": _Written(
        401,
        "The ticket is not valid",
        "A ticket opens one stream, once, within a minute. POST stream-tickets/ gives another.",
    ),
    "invalid_code": _Written(
        422,
        "The code is not valid",
        "A code works once, within ten minutes. POST me/codes/ gives another.",
    ),
    "player_not_left": _Written(
        422,
        "This player cannot be returned to",
        "A browser can return to a player of its own whom it left for that of a code, for a day.",
    ),
    "csrf_failed": _Written(
        403,
        "The request is not from a page of this server",
        "With the session cookie, a change needs the cookie csrftoken in the header X-CSRFToken.",
    ),
    "missing_scope": _Written(
        403, "The token lacks a scope", "This needs a token with the scope {scope}."
    ),
    "not_allowed": _Written(
        403, "This is not yours to do", "Others may do this, you may not: {reason}."
    ),
    "not_seated": _Written(
        403, "You have no seat in this game", "Only a player at this table can do this."
    ),
    "not_your_view": _Written(
        403,
        "That view is not yours",
        "You may look as your own seat or as the public; in full only once the game is over,"
        " or as an arbiter with the scope audit:live, a grant for the game and no seat in it.",
    ),
    # what a request names
    "not_found": _Written(
        404,
        "There is nothing here",
        "There is nothing at this address, or nothing that you may see. Addresses end in a slash.",
    ),
    "slash_missing": _Written(
        404,
        "The address has no slash at its end",
        "There is nothing at this address. Did you mean {address}?",
    ),
    "game_not_found": _Written(
        404, "There is no such game", "There is no such game, or none that you may see."
    ),
    "link_not_found": _Written(
        404,
        "The link leads to no table",
        "The code is wrong, or the game has started or was cancelled.",
    ),
    "tournament_not_found": _Written(
        404, "There is no such tournament", "No tournament has this code."
    ),
    "method_not_allowed": _Written(
        405,
        "This cannot be done here",
        "The method {method} is not for this address: see the header Allow.",
    ),
    "not_acceptable": _Written(
        406, "No such format", "The reply cannot be given in a format that the header Accept names."
    ),
    "body_too_large": _Written(413, "The body is too large", "A body may have {most} bytes."),
    "unsupported_media_type": _Written(
        415, "The body is of another type", "Send the body as application/json, not compressed."
    ),
    # the log of games
    "game_not_opened": _Written(
        409,
        "The game is not open",
        "What a bot considered shows its hand. It is told when the game is over, if the game then"
        " shows everything.",
    ),
    "no_bot_moved": _Written(404, "No bot made this move", "Event {seq} is not the move of a bot."),
    "game_not_over": _Written(
        409,
        "The game is not over",
        "A game is audited, its result corrected, and a rematch made of it, when it is over. Its"
        " bundle can be had before, as you may see the game.",
    ),
    "not_in_log": _Written(
        409,
        "The game is not in the log",
        "A game is in the log about a minute after it began, and again after it ended.",
    ),
    "log_broken": _Written(
        503,
        "The log of games cannot be signed",
        "A table with shares starts when its terms are in the signed log, and the log is not what"
        " was signed before. Nothing has changed; the operator of the server must repair the log.",
    ),
    # positions of the rulings desk
    "unknown_zone": _Written(400, "There is no such zone", "This table has no zone {zone}."),
    "unknown_card": _Written(400, "There is no such card", "The edition has no card {card}."),
    "card_out_of_place": _Written(
        400, "A card lies where it cannot", "{card} never lies in {zone}."
    ),
    "too_many_cards": _Written(
        400,
        "A card too many",
        "The position has {card} {count} times; the box has it {most} times.",
    ),
    "too_few_cards": _Written(
        400,
        "Cards are missing",
        "Every card of the box is in some zone, and the position has no room for these: {cards}.",
    ),
    "wrong_count": _Written(
        400,
        "A zone has another number of cards",
        "The count of {zone} is {count}, but with the rest of the position it is {cards}."
        " Elsewhere of the same pack: {elsewhere}.",
    ),
    "wrong_length": _Written(
        400,
        "A list is not as long as the table",
        "{member} has one entry for each of the {seats} seats.",
    ),
    "too_many_enemies": _Written(
        400,
        "Several Enemies before one hero",
        "One Enemy at most stands before a seat; before seat {seat} there are {count}.",
    ),
    "cards_of_seat_out": _Written(
        400,
        "A seat that is out has cards",
        "Seat {seat} is out of the game: nothing lies in {zone}.",
    ),
    "empty_deck": _Written(
        400,
        "A deck is empty",
        "With the last card of a deck its player is out: seat {seat} is not.",
    ),
    "seat_is_out": _Written(
        400,
        "It is the turn of a seat that is out",
        "Seat {seat} is out of the game and has no turn.",
    ),
    "too_few_left": _Written(
        400, "No player is left", "While a game runs, two of the {seats} seats at least are in it."
    ),
    "unknown_color": _Written(
        400, "There is no such color in play", "The color in play is one of: {choices}."
    ),
    "impossible_uno": _Written(
        400,
        "A standing that no hand can have",
        "Seat {seat} has not one card, so UNO is not its business.",
    ),
    "impossible_enemy_since": _Written(
        400, "An Enemy from the future", "No Enemy has come after turn {turn}."
    ),
    "impossible_lasting": _Written(
        400,
        "An effect that cannot last",
        "No lasting effect of {card} has this {member}. Expected: {expected}.",
    ),
    "impossible_drawn": _Written(
        400,
        "A card that was not just drawn",
        "After a draw, seat {seat} may play {card} only if it is in the hand and fits; otherwise"
        " the turn has passed on. Do not send prompts beside drawn.",
    ),
    "hidden_question": _Written(
        400,
        "The options of the question are hidden",
        "The view does not show which options seat {seat} has, so an answer cannot be ruled on.",
    ),
    "impossible_prompt": _Written(
        400,
        "A question that the rules do not ask here",
        "In this position the rules would not ask that, or not so. Leave prompts out for"
        " a turn of the current seat.",
    ),
    "hero_needed": _Written(
        400,
        "A hero is missing",
        "Name the hero of every seat, in heroes or in the zones hero:0, hero:1 …; seat"
        " {seat} has none.",
    ),
    # the state of the game
    "not_open": _Written(409, "The seats are settled", "The game has begun or is over."),
    "not_started": _Written(
        409,
        "The game has not begun",
        "There is nothing to move yet: a player at the table starts the game first.",
    ),
    "not_opening": _Written(
        409, "No share is awaited", "The game does not wait for shares of its seed."
    ),
    "share_commitment_required": _Written(
        422,
        "A commitment to a share is needed",
        "The chance of this game is shared: take the seat with share_commitment, and send the"
        " share when the game starts.",
    ),
    "share_not_bound": _Written(
        422,
        "The game takes no commitments",
        "The chance of this game is plain: take the seat without share_commitment.",
    ),
    "share_wrong": _Written(
        422,
        "Another share",
        "The share is not the one that the commitment of seat {seat} is made of.",
    ),
    "key_wrong": _Written(
        422, "Not a public key", "A key is an Ed25519 public key, 32 bytes in hexadecimal."
    ),
    "signature_missing": _Written(
        422,
        "The signature is missing",
        "You have a key in this game: send the signature as Move-Signature, and the event that it"
        " names as If-Match.",
    ),
    "signature_wrong": _Written(
        422,
        "The signature does not fit",
        "It is not a signature of this after the last event, by your key in this game.",
    ),
    "seats_empty": _Written(409, "A seat is empty", "The game can begin when every seat is taken."),
    "seat_taken": _Written(
        409, "No such free seat", "The seat is taken or reserved, or no seat is free."
    ),
    "already_seated": _Written(409, "You already sit here", "You have a seat at this table."),
    "too_many_open_tables": _Written(
        409,
        "Too many open tables",
        "You, or all players at your address, may host {limit} open tables. Start or close one.",
    ),
    "too_many_waiting_seats": _Written(
        409,
        "Too many seats at open tables",
        "You, or all players at your address, may have {limit} seats at tables that have not"
        " begun. Leave one, or let its game begin.",
    ),
    "not_withdrawable": _Written(
        409,
        "This act cannot be withdrawn",
        "Event {seq} is no warning or note of yours, or it was withdrawn before.",
    ),
    "not_away": _Written(
        409,
        "The player is not away long enough",
        "A claim counts once the player of seat {seat} has been away, and nothing has happened in"
        " the game, for {seconds} seconds. A bot is never away.",
    ),
    "phrases_off": _Written(
        409, "No phrases at this table", "This table was made without phrases and reactions."
    ),
    "proposal_gone": _Written(
        409, "No such proposal is open", "The proposal was confirmed before, or has expired."
    ),
    "proposal_differs": _Written(
        422,
        "The proposal is another one",
        "An act is confirmed with the act and the reason that were proposed.",
    ),
    "stale_seq": _Written(
        412,
        "The game has moved on",
        "Your If-Match is not where the game stands: it is at {seq}."
        " The events you missed are in the body.",
    ),
    "seq_ahead": _Written(
        412,
        "The game has no such event yet",
        "If-Match names event {expected}, but the latest event of the game is {seq}.",
    ),
    "name_refused": _Written(422, "This name cannot be taken", "Choose another name: {reason}."),
    "key_reused": _Written(
        422,
        "The key was used for something else",
        "The Idempotency-Key was used with another request; take a new one.",
    ),
    "too_many_requests": _Written(429, "Too many requests", "Try again in {seconds} s."),
    "http_version": _Written(
        400,
        "Streams need HTTP/1.1",
        "A stream needs HTTP/1.1 or later: HTTP/1.0 cannot send a response in parts. A proxy may"
        " have changed the version; for nginx, set proxy_http_version 1.1.",
    ),
    "too_many_streams": _Written(
        429,
        "Too many open streams",
        "{limit} streams may be open at a time. Close one; a lost one is closed after {seconds} s.",
    ),
    "too_many_phrases": _Written(
        429,
        "Too many phrases",
        "Something can be said at a table every few seconds. Try again in {seconds} s.",
    ),
    "too_many_bot_games": _Written(
        429,
        "Too many running games with bots",
        "The limit {quota} allows {limit} running games. End one, or try again in {seconds} s.",
    ),
    "too_many_thinking_seats": _Written(
        429,
        "Too many bots that think",
        "Bots that think may have {limit} seats of this server at a time; {taken} are taken, and"
        " this game has {wanted}. Choose other bots, or try again in {seconds} s.",
    ),
    "server_error": _Written(
        500,
        "The server failed",
        "This is our fault. Nothing of the request was kept; the instance names it in our logs.",
    ),
    "unavailable": _Written(
        503,
        "The server cannot answer now",
        "Something that the server needs does not answer. Try again shortly.",
    ),
    # moves
    "not_your_prompt": _Written(
        409, "It is not yours to answer", "The game waits for seat {seat}."
    ),
    "game_over": _Written(409, "The game is over", "Nothing can be moved in it any more."),
    "already_out": _Written(
        422, "The seat is out of the game", "Seat {seat} is out of the game and moves no more."
    ),
    "card_not_in_hand": _Written(422, "The card is not in the hand", "You do not hold {card}."),
    "card_does_not_fit": _Written(
        422,
        "The card does not fit",
        "{card} matches neither the color in play nor the number or symbol on the discard pile.",
    ),
    "card_forbidden": _Written(422, "The card is forbidden now", "A card in force forbids {card}."),
    "bluff_refused": _Written(
        422,
        "Bluffs are not played here",
        "{card} may be played only without a card of the color in play.",
    ),
    "nothing_drawn": _Written(
        422,
        "Nothing has been drawn",
        "Only a card just drawn can be kept: play a card or draw one.",
    ),
    "already_drawn": _Written(
        422, "A card has been drawn", "Play the card just drawn, or keep it."
    ),
    "nothing_to_draw": _Written(
        422,
        "A second play is no draw",
        "The second play cannot be a draw: play a card that fits, or pass.",
    ),
    "not_an_option": _Written(
        422,
        "That is no answer to the question",
        "The open question ({kind}) has other answers: see prompts.",
    ),
    "nobody_to_catch": _Written(
        422, "There is no player to catch", "Seat {seat} cannot be caught now: it costs nothing."
    ),
    "no_uno_to_call": _Written(
        422,
        "There is no UNO to call",
        "UNO is called once: with one card in hand, or with a play that can leave one.",
    ),
    "seats_out_of_range": _Written(
        422,
        "Too few or too many seats",
        "This game is played with {least} to {most} seats, not {seats}.",
    ),
    "no_heroes": _Written(
        422, "This game has no heroes", "There are no heroes in {variant}: leave out hero and look."
    ),
    "hero_count": _Written(
        422,
        "Too few or too many heroes",
        "There are {seats} seats and {heroes} heroes: each seat has one, or null for the lot.",
    ),
    "unknown_hero": _Written(422, "There is no such hero", "The edition has no hero {hero}."),
    "hero_taken": _Written(
        422, "The hero is taken", "Another seat plays {hero}: a hero is played once at a table."
    ),
    "already_void": _Written(
        409, "The game is void already", "A game is voided once; its result may be corrected."
    ),
    "game_paused": _Written(
        409,
        "The game is paused",
        "The game is paused: until it goes on, a seat can only resign or call a judge.",
    ),
    "call_is_open": _Written(
        409,
        "A call for a judge is open",
        "A seat has one open call for a judge at a time: cancel it, or wait for the answer.",
    ),
    "no_calls_left": _Written(
        409, "No more calls for a judge", "A seat may call a judge {most} times in a game."
    ),
    "no_open_call": _Written(
        409, "There is no open call for a judge", "Seat {seat} has no open call for a judge."
    ),
    "key_is_revoked": _Written(
        409, "The key is revoked", "The key of seat {seat} is revoked: its moves are not signed."
    ),
    "seat_without_key": _Written(
        409, "The seat has no key", "Seat {seat} was taken without a key, so none can be revoked."
    ),
    "no_claims": _Written(
        409,
        "No player is claimed out in this game",
        "In this game no player is out for being away.",
    ),
    "nobody_to_claim": _Written(
        409,
        "The game does not wait for that seat",
        "Only another player for whom the game waits is claimed to be away, and it does not wait"
        " for seat {seat}, or that is your own.",
    ),
    "no_stand_ins": _Written(
        409,
        "No bot goes on for a player in this game",
        "In this game no bot plays for a player who is away.",
    ),
    "bot_plays": _Written(
        409,
        "A bot plays for that seat",
        "A bot plays for seat {seat} until its player takes the seat back with `take-back`.",
    ),
    "no_bot_plays": _Written(
        409, "No bot plays for that seat", "No bot plays for seat {seat}: its player has it."
    ),
    "not_paused": _Written(409, "The game is not paused", "Only a paused game can go on."),
    "no_clock": _Written(
        409, "The game has no clock", "Time is added or taken in a game with a clock."
    ),
    "no_time_to_take": _Written(
        422, "No time is left to take", "Seat {seat} has no time in the bank that could be taken."
    ),
    "no_scores": _Written(
        409,
        "The game has no scores",
        "Points count against a seat in a game in which the total score decides.",
    ),
    "no_points_to_take": _Written(
        422, "No points are left to take", "Seat {seat} has no points that could be taken."
    ),
    "time_is_up": _Written(
        409, "The time is up", "The time for this question is over: the clock answers it."
    ),
    "window_is_open": _Written(
        409,
        "The game waits for calls and catches",
        "A hand has one card: the next move follows when the time for calls and catches is over.",
    ),
    "already_held": _Written(
        409,
        "This call or catch is held already",
        "Your call or catch is held already, until the time for calls and catches is over.",
    ),
    "window_is_not_over": _Written(
        409,
        "The time to call and catch is not over",
        "The time in which calls and catches are held is not over.",
    ),
    "time_is_left": _Written(
        409, "The time is not up", "The time for this question is not over yet."
    ),
    "no_clock_runs": _Written(409, "No clock runs", "No clock runs in this game now."),
    "same_result": _Written(422, "That is the result already", "The game has this result already."),
    "wrong_places": _Written(
        422,
        "These are no places",
        "Give a winner, or a place from 1 for each of the {seats} seats: equal places have the same"
        " number, the next one is skipped, and the winner has the first place alone.",
    ),
    "illegal_move": _Written(422, "The rules refuse this", "The rule {rule} refuses this."),
}
_TEXTS: Final = Texts(
    CATALOG,
    "problem",
    {f"{code}:title": one.title for code, one in _WRITTEN.items()}
    | {f"{code}:detail": one.detail for code, one in _WRITTEN.items()},
)

PROBLEMS: Final = {
    code: Problem(code, one.status, _TEXTS[f"{code}:title"], _TEXTS[f"{code}:detail"])
    for code, one in _WRITTEN.items()
}
"""All problem types, by code."""
