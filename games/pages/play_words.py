"""The words of the client in the browser; what a game says comes from the API."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.wording.language import Language
from games.wording.page_texts import words_in
from games.wording.variant_texts import VARIANT_NAMES

NO_ORGANISERS: Final = _(
    "This table names no organisers, so no one may change its result. If the staff of the server"
    " does it, the proof of the game says so in its first line."
)
"""What pages say of a game that names no organisers."""

WORDS: Final = {
    "your_turn": _("Your turn"),
    "connecting": _("Connecting …"),
    "lost": _("Connection lost, trying again …"),
    "signed_out": _("You are not signed in here any more."),
    "sending": _("Sending your move …"),
    "skip": _("Skip ahead"),
    "uno": _("UNO!"),
    "caught": _("Caught!"),
    "wins": _("Wins!"),
    "uno_said": _("UNO is called with your next card"),
    "hand": _("Your hand"),
    "made_text": _("As the server reads its effects:"),
    "prompt": _("What you can do"),
    "held": _("Said, and held until the time is up"),
    "event": _("This event in the replay"),
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
    "settings": _("Settings"),
    "set_sound": _("Sounds"),
    "set_sorted": _("Sort the hand by color"),
    "set_sure": _("Ask again before a card is played"),
    "set_phrases": _("Show phrases"),
    "phrases": _("Say something"),
    "set_notices": _("A notice when it is your turn and this page is not in front"),
    "set_contrast": _("High contrast"),
    "set_cards": _("Size of the cards"),
    "size_small": _("Small"),
    "size_normal": _("Normal"),
    "size_large": _("Large"),
    "set_key_draw": _("Key to draw a card"),
    "set_key_pass": _("Key to keep the card drawn"),
    "set_key_call-uno": _("Key to say UNO"),
    "set_key_catch-uno": _("Key to challenge or catch"),
    "hint_fits": _("The raised cards fit: touch one to play it."),
    "hint_draws": _("No card fits: draw one from the pile."),
    "hint_uno": _("You will have one card left: say UNO before you play."),
    "got_it": _("Got it"),
    "earlier": _("What happened before"),
    "watching": _("You are watching"),
    "watching_count": _("{count} watching"),
    "first_to": _("first to {count}"),
    "one_round": _("one round"),
    "round_of": _("round {count}"),
    "wins_round": _("{name} wins round {round} with {card}"),
    "cards_left": _("Cards left"),
    "this_round": _("Round"),
    "total": _("Total"),
    "total_of": _("Total of {count}"),
    "worth": _("Worth"),
    "next_round": _("Next round"),
    "points_by_round": _("Points after each round"),
    "decisive": _("Your decisive turns"),
    "wins_it": _("wins the round"),
    "others_took": _("the others take {cards}"),
    "choose_card": _("Choose a card"),
    "in_force": _("In force: {name}"),
    "in_force_now": _("What is in force"),
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
    "key_draw": _("{key}: draw a card"),
    "key_pass": _("{key}: keep the card drawn"),
    "key_call-uno": _("{key}: say UNO"),
    "key_catch-uno": _("{key}: challenge, or catch a player"),
    "key_escape": _("Escape: skip what is being shown"),
    "key_question": _("?: this list"),
    "game_over": _("Game over"),
    "rematch": _("Rematch"),
    "replay": _("Replay"),
    "verify": _("Verify this game"),
    # what is proven
    "proof_title": _("What is proven for you"),
    "proof_none": _("Sealed by the server only"),
    "proof_key": _("Your key is in"),
    "proof_share": _("Your share is in"),
    "proof_sealed": _("Sealed before the deal"),
    "proof_record": _("Your record: {count} moves"),
    "proof_record_one": _("Your record: 1 move"),
    "proof_checking": _("Checking the game …"),
    "proof_verified": _("Verified: {what}"),
    "proof_unfinished": _("The game could not be checked"),
    "proof_done": _("What this browser has checked"),
    "proof_open": _("What is not proven"),
    "proof_rules": _("What is proven, and what is not"),
    "proven_sealed": _("sealed"),
    "proven_fair": _("fair"),
    "proven_dealt": _("dealt"),
    "proven_authentic": _("yours"),
    "did_key": _(
        "It made a key for your seat that no page can read, and signs each of your moves with it."
    ),
    "did_share": _(
        "It made a random share of the seed, and opened it only when the server had signed and"
        " logged all other parts of the seed. The server could not have picked your cards, unless"
        " all players helped."
    ),
    "did_receipt": _(
        "It computes the chain of events itself, and stores what the server signed: no event up to"
        " {seq} can be changed without a contradiction."
    ),
    "did_verify": _(
        "It verified the whole game with its own receipts and the log: nothing was found."
    ),
    "verified_what": _(
        "Everything in this game was checked and is right, but for the rules of each move, which"
        " this page cannot judge: the command python -m games.audit does."
    ),
    "did_fair": _("All shuffles and lots follow from the seed, and all cards from the shuffles."),
    "not_shared": _(
        "The deal of this table is the server’s alone: it could have picked the cards."
    ),
    "not_rules": _(
        "Whether each move follows the rules, and who won, this page cannot judge. The command"
        " python -m games.audit can, given the saved evidence."
    ),
    "not_program": _(
        "The program of this page comes from the server. To rely on none of it, save the evidence,"
        " and verify it with an own copy of the command."
    ),
    "not_stopped": _(
        "The server can still stop this game, drop your moves until your time is out, or show"
        " hands to a friend."
    ),
    "not_anything": _("Who runs the server could change what is not signed here."),
    "why_device": _(
        "The key of your seat is not in this browser: the seat was taken in another one, or what"
        " this one stored was deleted. Only that key can sign your moves."
    ),
    "why_unsigned": _(
        "From event {seq} on you play without signatures: who runs the server could move in your"
        " name unseen."
    ),
    "elsewhere": _(
        "This seat is signed by another device. You can play on here, but without signatures."
    ),
    "unsigned_here": _("Play on here, unsigned"),
    "unsigned_what": _(
        "From now on your moves are not signed, for the rest of the game. All see it, no one can"
        " prove any more which moves are yours, and it cannot be undone."
    ),
    "unsigned_sure": _("Yes, play on unsigned"),
    "why_no_key": _("The seat was taken without a key and a share."),
    "why_insecure": _("This page was not loaded over HTTPS: so the browser makes no keys."),
    "why_storage": _("This browser refuses to store keys."),
    "why_browser": _("This browser cannot make keys of this kind (Ed25519)."),
    "wrong_key": _("The server signed with another key than when this browser met it."),
    "wrong_rows": _("The server has changed what happened in this game."),
    "wrong_terms": _("The seed is not the one that was fixed before the deal."),
    "wrong_log": _("The log of the server has not what it must have of this game."),
    "wrong_seat": _("The server gives your seat another key than the one that it signed."),
    "wrong_move": _("A move was made in your name that you did not sign."),
    "wrong_revoked": _("Your seat is played on without your key, from another device."),
    "not_revoked": _(
        "If that was you, only the signatures end there. If it was not, tell a judge and save the"
        " evidence: it shows that nothing after this event is signed, but not who made it."
    ),
    "verified_unsigned": _(
        "All that could be checked is right, but from event {seq} on a player signed nothing: whose"
        " these moves are rests on the word of the server alone."
    ),
    "wrong_dealt": _("The cards are not those of the seed."),
    "wrong_result": _("The result is not that of the game."),
    "wrong_other": _("The verifier found something wrong: {code}."),
    "wrong_at": _("(Event {seq})"),
    "save_evidence": _("Save the evidence"),
    "save_what": _(
        "One file with the game, the receipts and the proofs of the log, for python -m games.audit."
    ),
    # before a game
    "unreachable": _("The server cannot be reached. Check your connection, then try again."),
    "to_lobby": _("To the lobby"),
    "to_tournament": "Back to the tournament",
    "send_link": _("Send this link to those who are to play:"),
    "saved": _("Saved."),
    "your_name": _("Your name"),
    "name_seen": _("The others at the table will see it."),
    "go_on": _("Go on"),
    "cancel": _("Cancel"),
    "code_of": _(
        "This code was made by {who}. If you go on, this browser plays as {who}, who can play with"
        " you and see your cards: go on only with a code that you made yourself."
    ),
    "leaves": _(
        "It leaves {who}, with all seats and games. For a day you can return to {who} on this page."
        " After that {who} is lost, unless another device plays as {who} too."
    ),
    "play_as": _("Play as {who}"),
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
    "clock_without_bank": _("{seconds} s for a move"),
    "rounds_of": _("{count} rounds"),
    "no_clock": _("No clock"),
    "starts_when_full": _("Starts when all seats are taken"),
    "option_is": _("{name}: {value}"),
    "not_set": _("not set"),
    "organisers": _("Who may change the result: {who}"),
    "no_organisers": NO_ORGANISERS,
    "join": _("Take a seat"),
    "to_table": _("To the table"),
    "seats": _("Seats"),
    "bots": _("Bots"),
    "level": _("Level of the bots"),
    "hero": _("Hero"),
    "by_lot": _("By lot"),
    "free_seats": _("Free seats: {free}"),
    "all_seated": _("All seats are taken"),
    "opening": _("The deal is being made"),
    "no_share": _(
        "No share in the deal has come yet from: {names}. If none comes in time, the game is"
        " void, and its record says why."
    ),
    "table_closed": _("This table is closed"),
    "place_of": _("place {place} of {count}"),
    "invitation": _("You are invited"),
    "add_bot": _("Add a bot"),
    "start": _("Start"),
    "start_without": _("Start without the empty seats"),
    "free_seat": _("Free the seat"),
    "away_since": _("away since {time}"),
    "claim_out": _("Claim: {who} is out"),
    "claim_bot": _("Let a bot go on for {who}"),
    "bot_plays": _("a bot plays"),
    "stood_in": _("You were away, and a bot plays for you."),
    "unseated": _("The host has freed your seat."),
    "leave": _("Leave the table"),
    "close_table": _("Close the table"),
    "join_rematch": _("Join the rematch"),
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
    "next_r": _("Next refused move"),
    "next_o": _("Next act of an organiser"),
    "since_event": _("Compare with event"),
    "changed_since": _("Changed since event {at}"),
    "unchanged": _("Nothing that is seen in this view."),
    "sheet": _("Appeal sheet"),
    "ask_desk": _("Ask the rulings desk here"),
    "verdict": _("Verdict and evidence"),
    "new_color": _("Another color is in play."),
    "new_direction": _("The direction has changed."),
    "new_turn": _("Another player is on turn."),
    "is_recorded": _("You see this as an arbiter. This look is on record."),
    "are_recorded": _(
        "Some views are open to you as an arbiter, and such looks are put on record."
    ),
}
"""The texts by the names that the client has for them; words in braces are filled in there."""

JUDGE_WORDS: Final = {
    "judge": _("Judge"),
    "judging": _("You are a judge of this table."),
    "called_by": _("{who} called a judge, {ago}: “{reason}”"),
    "seconds_ago": _("{count} s ago"),
    "minutes_ago": _("{count} min ago"),
    "paused": _("The game is paused."),
    "hands": _("See the hands"),
    "on_record": _("(on record)"),
    "seat": _("Seat"),
    "amount_count": _("How many cards"),
    "amount_points": _("How many points"),
    "amount_seconds": _("How many seconds, below 0 to take them"),
    "withdrawn": _("Which of your acts"),
    "own_act": _("Event {seq}: {reason}"),
    "place_of": _("Place of {who}"),
    "reason": _("Reason, which all see"),
    "reference": _("Reference, if any"),
    "log_will_say": _("The log will say:"),
    "depends": _("What follows from it depends on hidden cards."),
    "needs_second": _("Another organiser must confirm it."),
    "fill_in": _("Fill in the reason, and you see here what the log will say."),
    "unnamed": _(
        "This game names no organisers. If you change its result, its proof says in its first line:"
        " result changed by organisers that the table did not name."
    ),
    "cannot_undo": _("Really? It cannot be undone"),
    "proposed_by": _("Proposed, and waiting for another organiser until {until}:"),
    "confirm": _("Confirm"),
    "calls_open": _("A judge is called:"),
    "my_tables": _("Your tables"),
    "no_tables": _("There is no table now that you may direct."),
    "waiting_now": _("Not begun"),
    "ended": _("Ended"),
    "no_result": _("without a result"),
}
"""The further texts for a judge."""


SHARED: Final = (
    *("color_in_play", "clockwise", "counter", "on_turn", "skipped", "is_out", "exposed"),
    *("view_full", "view_public"),
)
"""The words that the client has in common with the pages for auditors, besides those of piles."""


def play_words(language: Language, *, judges: bool = False) -> dict[str, str]:
    """Return the words in the language of a request, which is active.

    ``judges``: with those for a judge.
    """
    common = words_in(language)
    shared = {
        name: text for name, text in common.items() if name in SHARED or name.startswith("pile_")
    }
    shared |= {code: name.to(language) for code, name in VARIANT_NAMES.items()}
    words = WORDS | JUDGE_WORDS if judges else WORDS
    return shared | {name: str(text) for name, text in words.items()}
