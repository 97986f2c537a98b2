"""Findings and answers in words."""

from __future__ import annotations

from typing import Final

from cards.translation import Texts, closest_language
from games.audit.findings import Answer, Finding

CATALOG: Final = "games.wording/findings"

FINDINGS: Final = Texts(
    CATALOG,
    "finding",
    {
        # sealed
        "malformed": "The file is no bundle.",
        "format": "The file has a format unknown here.",
        "unsigned": "The file is not signed.",
        "key": "The key that signed is not the one named, or none that you trust.",
        "head-signature": "The signature of the head is not the key’s.",
        "view": "What the file shows is not what its view may know.",
        "setup": "The first event does not lay the table, or another event does.",
        "seed": "The seed is not the one that was committed to.",
        "edition": "The cards are not those of the edition played.",
        "name": "The name is not the one that was played under.",
        "result": "A result is no order of the seats.",
        "altered": "The chain breaks here: this event, or one before it, was altered.",
        "missing": "It is missing.",
        "inserted": "It was inserted: there is one too many.",
        "cut": "The end was cut off.",
        "head": "All events fit each other, but the last is not the one that was signed.",
        "hidden": "Other parts are hidden than those that must be.",
        "refusals": "A move refused after it was removed, added, changed or moved.",
        "actor": "Such an actor cannot make this move, or another one has this seat.",
        "calls": "The calls for a judge, their answers or the pauses are not those of the moves.",
        "claim": "A player is out as absent, or a bot plays for one, against the option of the"
        " game, too early, or without the claim of another player; or a player returns for whom no"
        " bot plays.",
        "time": "The time is before that of the event or the refusal before it.",
        "clock": "The clocks are not those of the times of the events.",
        "expired-early": "The clock moved before the time was over.",
        "answered-late": "The answer came after the time was over.",
        "receipt-signature": "The receipt is not signed by a key that counts.",
        "history": "The game is not the one that the receipt is about.",
        "two-histories": "Another file has another history of this game, and both are signed.",
        "seed-reused": "Another game was begun with the same seed.",
        "log": "The game is not in the log as the proof claims.",
        "log-signature": "The log’s key did not sign the checkpoint.",
        "log-time": "The times of the game do not fit those of the witnesses.",
        "witnesses": "Too few witnesses cosigned the checkpoint.",
        "bot-version": "The bot was upgraded while the game ran.",
        "erased-name": "The name was erased at the time given. A proof of this entry in the log"
        " shows that it was so for all.",
        "no-names": "The file gives no names, only the commitments to them.",
        "unnamed-organisers": "Organisers acted who were not named before the deal.",
        "unnamed-result": "Organisers that the table did not name changed the result.",
        "line": "What the database repeats of the game is not what its events say.",
        # lawful
        "unplayable": "These rules cannot play this setup with these cards.",
        "unreadable": "These rules cannot read it; nothing after it was judged.",
        "unfoldable": "Its facts fit no state of the table; nothing after it was judged.",
        "seat": "The move is not one of that seat, or not one for that moment.",
        "illegal": "The rules refuse the move.",
        "undecidable": "The rules cannot decide the move in this state.",
        "facts": "The move has other consequences by the rules.",
        "rulings": "Other rules are behind the move.",
        "unforeseen": "A signed choice answers a question that its card did not ask, or is passed"
        " over where its card did.",
        "refused-though-legal": "A move refused here is one that the rules allow.",
        "refused-otherwise": "A move refused here is refused by the rules, but not as recorded.",
        # fair
        "share": "A share of the seed is not the one that was committed to, or is missing.",
        "nth": "This use of chance is not the next one.",
        "shuffle": "The seed gives another order.",
        "pick": "The seed gives another lot.",
        # dealt
        "box": "The cards are not those in the box.",
        "pile": "Other cards were shuffled than those of the pile.",
        "zone": "There is no such zone.",
        "top": "The card was not on top.",
        "absent": "The card was not there.",
        "shown": "A card was shown that was not there.",
        # authentic
        "unsigned-move": "The player did not sign the move.",
        "signed": "A signature is where none belongs.",
        "move-signature": "The signature of the move is not the player’s.",
        "choice": "The player did not give this answer.",
        "unsigned-act": "The organiser did not sign the act.",
        "act-signature": "The signature of the act is not the organiser’s.",
        "key-revoked": "The player revoked the key: from here on the moves of the seat are not"
        " signed, and whose they are rests on the word of the server.",
        # choices
        "bot-choice": "The bot would choose another move.",
    },
)
"""The sentence of each finding, by its code."""

REASONS: Final = Texts(
    CATALOG,
    "unanswered",
    {
        "own_view": "the file shows one view, in which cards are hidden",
        "no_rules": "there are no rules here",
        "no_keys": "no player and no organiser has a key",
        "no_bots": "no bot has made a move",
        "not_asked": "it was not asked",
        "malformed": "the file is no bundle of a format known here",
        "unknown_views": "the file does not give what the bots saw",
        "no_start": "the file does not begin with the start of the game",
        "unknown_rules": "the rulebook is unknown here",
        "unknown_algorithm": "the algorithm of chance is unknown here",
        "unknown_bot": "the bot is unknown here",
        "key_revoked": "a player revoked the key of a seat and played on without signatures",
        "limit": "it took more memory or time than a file may take",
        "verifier_failed": "the verifier failed, which says nothing about the game",
        "self_check": "the verifier failed its check of itself, which says nothing about the game",
    },
)
"""Why a question has no answer, or could not be judged."""

ANSWERS: Final = Texts(CATALOG, "answer", {"yes": "yes", "no": "no"})


def audit_finding_text(finding: Finding, language: str = "en") -> str:
    """Return a finding as one sentence."""
    return FINDINGS[finding.code].to(closest_language(language))


def answer_text(answer: Answer, language: str = "en") -> str:
    """Return an answer in short: yes, no, or why there is none."""
    text = REASONS[answer.why] if answer.why else ANSWERS[answer.answer]
    return text.to(closest_language(language))
