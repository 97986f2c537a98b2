"""The words of the client in the browser; what a game says comes from the API."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.wording.language import Language
from games.wording.page_texts import words_in

WORDS: Final = {
    "play_now": _("Play now against bots"),
    "your_turn": _("Your turn"),
    "waiting_for": _("Waiting for {who}"),
    "connecting": _("Connecting …"),
    "lost": _("Connection lost, trying again …"),
    "sending": _("Sending your move …"),
    "skip": _("Skip"),
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
    "close": _("Close"),
    "touch_seat": _("Touch the place of a player."),
    "choose_card": _("Choose a card"),
    "danger_flip": _("flips a Danger card"),
    "more": _("More"),
    "resign": _("Resign"),
    "instead": _("Did you mean"),
    "points": _("{count} points"),
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
    "key_c": _("C: catch a player"),
    "key_escape": _("Escape: skip what is being shown"),
    "key_question": _("?: this list"),
    "game_over": _("Game over"),
    "rematch": _("Rematch"),
    "replay": _("Replay"),
    "verify": _("Verify this game"),
}
"""The texts by the names that the client has for them; words in braces are filled in there."""


SHARED: Final = ("color_in_play", "clockwise", "counter", "on_turn", "skipped", "is_out", "exposed")
"""The words that the client has in common with the pages for auditors, besides those of piles."""


def play_words(language: Language) -> dict[str, str]:
    """Return the words in the language of a request, which is active."""
    common = words_in(language)
    shared = {
        name: text for name, text in common.items() if name in SHARED or name.startswith("pile_")
    }
    return shared | {name: str(text) for name, text in WORDS.items()}
