"""Examples of what the API returns about card sets, computed from the shipped ones."""

import json
from typing import Any

import msgspec

from cards.findings.lint_texts import finding_text
from cards.language import (
    LANGUAGES,
    CardDef,
    Deck,
    EditionDef,
    card_text,
    decode_card,
    finding,
    plain_card,
)
from games.api.views.comparisons import render_comparison
from tests.cards.makers import ULTIMATE


def edited() -> EditionDef:
    """Ultimate with a number, a deck and a name changed, a card added and one removed."""
    cards = [card for card in ULTIMATE.cards if card.code != "ultron"]
    at = next(at for at, card in enumerate(cards) if card.code == "hulk-smash")
    plain = json.loads(json.dumps(plain_card(cards[at])))
    plain["effects"][1]["count"] = 3
    cards[at] = decode_card(json.dumps(plain))
    added = CardDef(code="blue-10", name="Blue 10", kind="number", color="blue", symbol="10")
    first, *others = ULTIMATE.decks
    entry = msgspec.structs.replace(first.cards[0], copies=first.cards[0].copies + 1)
    deck = Deck(hero=first.hero, cards=(entry, *first.cards[1:]))
    return msgspec.structs.replace(
        ULTIMATE, name="Ultimate, edited", cards=(*cards, added), decks=(deck, *others)
    )


def comparisons() -> dict[str, Any]:
    """Return an example of a comparison, and of each part of it."""
    found = json.loads(msgspec.json.encode(render_comparison(ULTIMATE, edited())))
    entry = found["decks"][0]["entries"][0]
    return {
        "Comparison": found,
        "MemberChange": found["changes"][0],
        "CountChange": found["card_count"],
        "ComparedCard": found["added"][0],
        "CardChange": found["changed"][0],
        "TextChange": found["changed"][0]["text"],
        "DeckChange": found["decks"][0],
        "DeckEntryChange": entry,
        "DeckEntry": entry["after"],
    }


HASH = "97a3b861e1821c0f7a1c7b2a0d36e4bb3a4f0f6ad0e2f1a2e1e4a7f9f1c0d2b3"
TAG = '"5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e5ca1ab1e"'
SET = {
    "code": "black-panther",
    "name": "Black Panther",
    "name_fr": "Panthère noire",
    "names": {"es-MX": "Pantera Negra"},
    "variant": "ultimate",
    "colors": ["red", "yellow", "green", "blue"],
}
DEFINITION = {
    "code": "vibranium-suit",
    "name": "Vibranium Suit",
    "kind": "wild",
    "symbol": "wild",
    "hero": "black-panther",
    "effects": [{"effect": "choose_color"}, {"effect": "recover", "count": 2}],
}
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 300"></svg>'


def drafts() -> dict[str, Any]:
    """Return an example of each message about drafts."""
    card = decode_card(json.dumps(DEFINITION))
    texts = {one: card_text(card, None, one) for one in LANGUAGES}
    names = dict.fromkeys(LANGUAGES, card.name)
    stored = SET | {
        "hash": HASH, "card_count": 54, "frozen": False, "proposal": None, "current": HASH,
        "cards": "/api/v1/sets/black-panther/cards/", "etag": TAG,
    }  # fmt: skip
    draft_card = {
        "set": "black-panther", "code": card.code, "kind": card.kind, "name": names,
        "text": texts, "definition": plain_card(card), "copies": 1, "position": 12,
        "basis": "sheet", "etag": TAG,
    }  # fmt: skip
    entry = {"card": "vibranium-suit", "copies": 2, "basis": "sheet"}
    found = finding("$.cards[12]", "in-no-deck", code=card.code)
    fault = {
        "code": found.code, "place": card.code, "card": card.code, "pointer": "",
        "message": {one: finding_text(found, one) for one in LANGUAGES},
    }  # fmt: skip
    return {
        "SetBody": SET,
        "ImportedSetBody": SET | {"cards": [DEFINITION]},
        "SetPatch": {"name_fr": "Panthère noire"},
        "DraftCardBody": {"definition": DEFINITION, "copies": 1},
        "PreviewBody": {"definition": DEFINITION},
        "DeckEntryBody": entry,
        "DeckBody": {"entries": [entry]},
        "Set": stored,
        "SetPage": {"results": [stored], "next": None},
        "DraftCard": draft_card,
        "DraftCardList": {"set": "black-panther", "cards": [draft_card]},
        "DraftDeckEntry": entry,
        "DraftDeck": {
            "set": "black-panther", "hero": "black-panther", "card_count": 2,
            "entries": [entry], "etag": TAG,
        },
        "CardFinding": fault,
        "Lint": {"hash": HASH, "findings": [fault], "warnings": []},
        "Preview": {
            "name": names, "text": texts, "findings": [fault],
            "picture": dict.fromkeys(LANGUAGES, PICTURE),
        },
    }  # fmt: skip


TIME = "2026-11-21T09:30:00.000Z"


def proposals() -> dict[str, Any]:
    """Return an example of each message about proposals and releases."""
    step = {"action": "submitted", "by": "ann", "at": TIME, "reason": "A new hero.", "card": None}
    review = {
        "id": 7, "set": "black-panther", "name": "Black Panther", "variant": "ultimate",
        "hash": HASH, "state": "in_review", "reason": "A new hero.", "author": "ann",
        "yours": False, "submitted_at": TIME, "edition": None, "steps": [step], "etag": TAG,
    }  # fmt: skip
    release = {
        "id": 12, "variant": "ultimate", "edition": HASH, "name": "Black Panther", "at": TIME,
        "by": "pam", "means": "api", "reason": "Rehearsed.",
    }  # fmt: skip
    schedule = {
        "id": 3, "variant": "ultimate", "edition": HASH, "at": TIME, "by": "pam",
        "reason": "For the tournament.", "state": "waiting", "outcome": "",
    }  # fmt: skip
    return {
        "ProposalBody": {"set": "black-panther", "reason": "A new hero."},
        "CommentBody": {"text": "Two cards are enough.", "card": "vibranium-suit"},
        "ReasonBody": {"reason": "The deck is short of blue cards."},
        "PublishBody": {"reason": "Rehearsed.", "current": True},
        "ReleaseBody": {"edition": HASH, "reason": "The new one is too strong."},
        "ScheduleBody": {"edition": HASH, "at": TIME, "reason": "For the tournament."},
        "ProposalStep": step,
        "Review": review,
        "ReviewPage": {"results": [review], "next": None},
        "Release": release,
        "ReleasePage": {"results": [release], "next": None},
        "Published": {
            "edition": HASH, "address": f"/api/v1/editions/{HASH}/", "created": True,
            "release": release,
        },
        "Schedule": schedule,
        "SchedulePage": {"results": [schedule], "next": None},
    }  # fmt: skip


def rehearsals() -> dict[str, Any]:
    """Return an example of each message about rehearsals."""
    summary = {
        "id": 5, "status": "running", "done": 120, "games": 300, "code": "black-panther",
        "hash": HASH, "base": None, "started_by": "ann", "started_at": TIME,
    }  # fmt: skip
    whole = summary | {
        "percent": 40, "error": "", "variant": "ultimate", "seats": [2, 3, 4],
        "bots": ["random"], "seed": 1, "ended_at": None, "report": {},
    }  # fmt: skip
    return {
        "RehearsalBody": {"cards": "black-panther", "base": HASH, "games": 300},
        "Rehearsal": whole,
        "RehearsalSummary": summary,
        "RehearsalPage": {"results": [summary], "next": None},
    }


def catalog_examples() -> dict[str, Any]:
    """Return every example about card sets by its component."""
    return comparisons() | drafts() | proposals() | rehearsals()
