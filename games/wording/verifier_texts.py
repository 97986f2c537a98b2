"""The texts of the page /verify/."""

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
            " what the server sealed, and whether shuffles and deal follow from its seed. Nothing"
            " is uploaded: the page works without the network once it is loaded."
        ),
        "from_server": (
            "This page gets the file of the game from this server, and connects to nothing else."
        ),
        "program_from_server": (
            "This program comes from the server, too. To judge this server, use a copy of the"
            " program from elsewhere."
        ),
        "without_server": "Choose a file yourself, without any connection.",
        "server_verdict": "The server’s own verdict on this game, which is not that of this page",
        "server_not_yet": "The server has no verdict on this game.",
        "server_more": "Each question, and every event",
        "details": "Each question",
        "not_received": "The server did not send the file.",
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
        "other_key": (
            "It is about none of the bundles given, or no key that counts for them signed it."
        ),
        "moves_not_judged": "MOVES NOT JUDGED",
        "result_changed": "RESULT CHANGED",
        "fail": "FAIL",
        "not_judged": "NOT JUDGED",
        "error": "ERROR",
        "moves_not_judged_what": (
            "Everything in this game was checked and is right, but for the rules of each move and"
            " who won by them, which this page cannot judge: the command python -m games.audit"
            " does."
        ),
        "result_changed_what": (
            "Result changed by organisers that the table did not name. The moves are not judged"
            " here: the program games.audit tells that."
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
        "why_key_revoked": (
            "A player revoked the key of a seat, and played on without signatures."
        ),
        "why_malformed": "The file cannot be read as a game.",
        "why_no_start": "The file does not begin with the start of the game.",
        "why_verifier_failed": "This page failed, which says nothing about the game.",
        "why_unknown_algorithm": "The game names another algorithm of chance.",
        "event": "event",
        "events": "events",
        "to": "to",
        "note": "note",
    },
)
"""The texts of the page; the sentences of findings are ``finding_texts.FINDINGS``."""
