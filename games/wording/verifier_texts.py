"""The texts of the page /verify/, and the sentences of findings by code."""

from __future__ import annotations

from typing import Final

from games.wording.language import Texts

TEXTS: Final = Texts(
    "games.wording/verifier",
    "verifier",
    {
        "title": "Verify a game",
        "lead": (
            "Choose the bundle of a game, and this page checks in your browser whether the game is"
            " what the server sealed, and whether chance and deal were fair. Nothing is uploaded:"
            " the page works without the network once it is loaded."
        ),
        "files": "Files",
        "choose": "Choose or drop files here",
        "choose_what": (
            "Bundles; with them, receipts, older bundles of the same game, checkpoints and proofs"
            " of the log."
        ),
        "compare": "Compare with keys that you stored",
        "trusted": "Public keys of the server",
        "trusted_what": "64 digits each. Without them, any key in the file is accepted.",
        "log": "Verifier key of the log",
        "witnesses": "Witnesses",
        "witnesses_what": "How many of which are wanted: 2of3:KEY,KEY,KEY",
        "again": "Verify again",
        "results": "Results",
        "working": "Verifying …",
        "no_script": "This page needs JavaScript: the browser itself verifies the file.",
        "unreadable": "These files or keys cannot be used:",
        "no_bundle": "No bundle was given to compare this with.",
        "other_game": "No bundle of this game was given.",
        "moves_not_judged": "MOVES NOT JUDGED",
        "fail": "FAIL",
        "not_judged": "NOT JUDGED",
        "error": "ERROR",
        "moves_not_judged_what": (
            "The moves are not judged here: whether they were legal, and who won by the rules, the"
            " program games.audit tells."
        ),
        "not_over": "The game is not over in this file.",
        "fail_what": "The file contradicts itself, or what the server signed.",
        "unread_what": (
            "The file cannot be read. It is not whole, another program saved it again, or it is no"
            " bundle. Download it again from the server."
        ),
        "not_judged_what": "A question could not be judged, so this is neither PASS nor FAIL.",
        "error_what": "This page failed on the file, which says nothing about the game.",
        "key": "Signed with the key",
        "key_what": "Compare it with the key that the server published.",
        "open": "Not examined:",
        "answer_yes": "yes",
        "answer_no": "no",
        "answer_unanswered": "not examined",
        "answer_not_judged": "not judged",
        "answer_error": "not judged",
        "question_sealed": "Sealed",
        "question_lawful": "Lawful",
        "question_fair": "Fair",
        "question_dealt": "Dealt",
        "question_authentic": "Authentic",
        "question_choices": "Choices",
        "asks_sealed": (
            "Whether the game is what the server sealed: nothing altered, dropped or added."
        ),
        "asks_lawful": "Whether every move was legal and had the consequences of the rules.",
        "asks_fair": "Whether every shuffle and lot follows from the seed that was promised.",
        "asks_dealt": "Whether every card came from where the record says.",
        "asks_authentic": "Whether the players who have a key signed their moves.",
        "asks_choices": "Whether the bots chose as they are programmed.",
        "why_own_view": "The file does not show all cards.",
        "why_no_rules": (
            "This page has no rules of the games. The program games.audit judges the moves."
        ),
        "why_no_keys": "No player and no organiser has a key.",
        "why_malformed": "The file cannot be read as a game.",
        "why_no_start": "The file does not begin with the start of the game.",
        "why_verifier_failed": "This page failed, which says nothing about the game.",
        "why_unknown_algorithm": "The game names another algorithm of chance.",
        "why_unknown_beacon": "The chain of the beacon is not known here.",
        "why_beacon_signature": (
            "The signature of the beacon is not examined here. The program games.audit does."
        ),
        "event": "event",
        "events": "events",
        "to": "to",
        "note": "note",
        "code_malformed": "The file is not a bundle, byte by byte.",
        "code_format": "The file has another format.",
        "code_unsigned": "There is no signature.",
        "code_key": "The key is not the one named, or not one that you trust.",
        "code_head-signature": "The key did not sign the head of the game.",
        "code_bundle-signature": "The key did not sign this file.",
        "code_view": "The file does not show what it says that it shows.",
        "code_setup": "The first event does not set up the game.",
        "code_commitment": "The game began with another commitment than the one promised.",
        "code_seed": "The seed is not the one committed to.",
        "code_edition": "The cards are not those of the game.",
        "code_name": "A name is not the one that the game began with.",
        "code_result": "The result is not that of the events.",
        "code_inserted": "There is an event too many.",
        "code_missing": "Events are missing.",
        "code_cut": "Events are missing at the end.",
        "code_altered": "This event, or one before it, was altered.",
        "code_head": "The events are another game than the one signed.",
        "code_hidden": "Other parts are hidden than those that must be.",
        "code_refusals": "A refused move was removed, added or altered.",
        "code_actor": "This actor cannot make this move.",
        "code_time": "The time is before that of the event before.",
        "code_clock": "The clocks are not those of the times of the events.",
        "code_calls": "The calls for a judge, their answers or the pauses are not those of the"
        " moves.",
        "code_expired-early": "The clock moved before the time was over.",
        "code_answered-late": "The answer came after the time was over.",
        "code_receipt-signature": "The receipt is not signed by the key of the file.",
        "code_history": "The game is not the one that the receipt is about.",
        "code_two-histories": "Another file has another history of this game, both signed.",
        "code_seed-reused": "Another game was begun with the same seed.",
        "code_log": "The game is not in the log as claimed.",
        "code_log-signature": "The checkpoint is not signed by the key of the log.",
        "code_log-time": "The times of game and checkpoint do not fit.",
        "code_witnesses": "Too few witnesses signed the checkpoint.",
        "code_bot-version": "The bot was upgraded while the game ran.",
        "code_erased-name": (
            "The name was erased at the time given. A proof of this entry in the log shows"
            " that it was so for all."
        ),
        "code_no-names": "The file gives no names, only the commitments to them.",
        "code_unnamed-organisers": "Organisers acted who were not named before the deal.",
        "code_share": "A share is not the one committed to.",
        "code_beacon": "The beacon is not of the round that follows, or not signed.",
        "code_terms": "The game did not begin as was fixed before the deal.",
        "code_shuffle": "The seed gives another order.",
        "code_pick": "The seed gives another lot.",
        "code_nth": "The use of chance is not the next one.",
        "code_box": "These cards are not those of the box.",
        "code_pile": "Other cards were shuffled.",
        "code_zone": "There is no such place on the table.",
        "code_top": "The card was not the top one.",
        "code_absent": "The card was not there.",
        "code_shown": "The card was shown, but was not there.",
        "code_unsigned-move": "The player did not sign this move.",
        "code_signed": "There is a signature where none belongs.",
        "code_move-signature": "The signature is not that of the player for this move.",
        "code_choice": "The player did not give this answer.",
        "code_unsigned-act": "The organiser did not sign this act.",
        "code_act-signature": "The signature is not that of the organiser for this act.",
    },
)
"""The texts of the page; ``code_`` and a code is the sentence of a finding."""
