"""The words of the client in the browser; what a game says comes from the API."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.wording.language import Language
from games.wording.page_texts import words_in
from games.wording.variant_texts import VARIANT_NAMES

WORDS: Final = {
    "your_turn": _("Your turn"),
    "connecting": _("Connecting …"),
    "lost": _("Connection lost, trying again …"),
    "sending": _("Sending your move …"),
    "skip": _("Skip ahead"),
    "uno": _("UNO!"),
    "uno_said": _("UNO is called with your next card"),
    "hand": _("Your hand"),
    "prompt": _("What you can do"),
    "held": _("Said, and held until the time is up"),
    "event": _("The event for auditors"),
    "table": _("Table"),
    "players": _("Players"),
    "cards": _("{count} cards"),
    "one_card": _("1 card"),
    "next": _("next"),
    "you": _("you"),
    "seconds": _("{count} s left"),
    "log": _("What happened"),
    "rule": _("Rule"),
    "desk": _("Rulings desk"),
    "close": _("Close"),
    "touch_seat": _("Touch a player at the top of the table."),
    "choose_card": _("Choose a card"),
    "in_force": _("In force: {name}"),
    "how_to_play": _("How to play"),
    "more": _("More"),
    "points": _("{count} points"),
    "since": _("Since your last move"),
    "in_words": _("The table in words"),
    "really": _("Really? Press again"),
    "call_judge": _("Call a judge, because"),
    "call": _("Call"),
    "keys": _("Keys"),
    "key_arrows": _("Arrow keys: go through your hand"),
    "key_enter": _("Enter: play the card, press the button"),
    "key_d": _("D: draw a card"),
    "key_p": _("P: keep the card drawn"),
    "key_u": _("U: say UNO"),
    "key_c": _("C: challenge, or catch a player"),
    "key_escape": _("Escape: skip what is being shown"),
    "key_question": _("?: this list"),
    "game_over": _("Game over"),
    "rematch": _("Rematch"),
    "replay": _("Replay"),
    "verify": _("Verify this game"),
    # before a game
    "unreachable": _("The server cannot be reached. Check your connection, then try again."),
    "to_lobby": _("To the lobby"),
    "send_link": _("Send this link to those who are to play:"),
    "saved": _("Saved."),
    "code": _("Code"),
    "address": _("Address"),
    "qr_code": _("The address as a QR code"),
    "tables_now": _("Open tables: {count}"),
    "host_is": _("Table of {who}"),
    "is_host": _("(host)"),
    "seat_you": _("{who} (you)"),
    "seat_player": _("{who}"),
    "seat_bot": _("Bot {who}"),
    "seat_open": _("Free seat"),
    "seat_invited": _("{who}, invited"),
    "clock_of": _("{seconds} s for a move, {bank} s in reserve"),
    "no_clock": _("No clock"),
    "starts_when_full": _("Starts when all seats are taken"),
    "not_set": _("not set"),
    "join": _("Take a seat"),
    "to_table": _("To the table"),
    "seats": _("Seats"),
    "bots": _("Bots"),
    "level": _("Level of the bots"),
    "hero": _("Hero"),
    "by_lot": _("By lot"),
    "free_seats": _("Free seats: {free}"),
    "all_seated": _("All seats are taken"),
    "table_closed": _("This table is closed"),
    "invitation": _("You are invited"),
    "add_bot": _("Add a bot"),
    "start": _("Start"),
    "leave": _("Leave the table"),
    "close_table": _("Close the table"),
    "join_rematch": _("Join the rematch"),
    "audit": _("The game for auditors"),
    "not_begun": _("This game has not begun."),
    "why": _("Why?"),
    "why_bot": _("Why did the bot do that?"),
    "share_game": _("Share"),
    "link": _("Link to this moment"),
    "frame": _("To show the replay on your site"),
    "picture": _("Picture of this moment"),
    "copy": _("Copy"),
    "event_of": _("Event {at} of {last}"),
    "first": _("To the beginning"),
    "back": _("One event back"),
    "play": pgettext_lazy("replay", "Play"),
    "pause": _("Pause"),
    "forward": _("One event forward"),
    "last": _("To the end"),
    "speed": _("Speed"),
    "view": _("Seen by"),
    "beside": _("Beside it"),
    "one_view": _("one view only"),
    "open_here": _("Open on Fairdeal"),
}
"""The texts by the names that the client has for them; words in braces are filled in there."""


SHARED: Final = (
    *("color_in_play", "clockwise", "counter", "on_turn", "skipped", "is_out", "exposed"),
    *("view_full", "view_public"),
)
"""The words that the client has in common with the pages for auditors, besides those of piles."""


def play_words(language: Language) -> dict[str, str]:
    """Return the words in the language of a request, which is active."""
    common = words_in(language)
    shared = {
        name: text for name, text in common.items() if name in SHARED or name.startswith("pile_")
    }
    shared |= {code: name.to(language) for code, name in VARIANT_NAMES.items()}
    return shared | {name: str(text) for name, text in WORDS.items()}
