"""The texts of the pages on which proposals are reviewed and editions released."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import lazy

from cards.draft_errors import CATALOG, STATES
from cards.studio.studio_texts import page_language
from cards.translation import Texts

REVIEW: Final = Texts(
    CATALOG,
    "review",
    {
        "act-approve": "Approve",
        "act-comment": "Comment",
        "act-return": "Return to the authors",
        "act-withdraw": "Withdraw",
        "all-cards": "All cards",
        "at": "Time (UTC)",
        "at-help": "At this time the edition is checked again. If it cannot be played by then, it"
        " does not become current.",
        "authors": "Authors",
        "authors-note": "An author has submitted the draft, or changed it since it was last"
        " published. No author may approve it.",
        "by": "by {user}",
        "cancel": "Cancel this release",
        "cancel-intro": "The edition does not become current at the planned time.",
        "cancelled": "The planned release is cancelled.",
        "card": "Card",
        "changed": "What it changes",
        "comment": "Comment",
        "comments": "Comments in reviews",
        "comments-help": "You can comment on one card, or on all of it. The comment is shown on the"
        " page of the card too.",
        "current-none": "No edition is current: no game can be created.",
        "current-row": "{edition}, since {at}, by {user}",
        "cards-for": "{card_set}, {count} cards for {variant}",
        "choose-one": "Choose one set: each publication needs its own reason.",
        "current-edition": "Current edition",
        "done-approve": "Approved. It can be published now.",
        "done-comment": "The comment is added.",
        "done-return": "Returned to the authors. The draft can be changed again.",
        "done-submit": "Submitted for review. The draft is frozen meanwhile.",
        "done-withdraw": "Withdrawn. The draft can be changed again.",
        "edition": "Edition",
        "findings": "Findings",
        "go-publish": "Publish …",
        "history": "Steps",
        "in-words": "The cards in words",
        "is-current-now": "{edition} is now the current edition of {variant}.",
        "make-current": "Make current",
        "make-current-intro": "New games use this edition from now on. Existing games keep their"
        " editions.",
        "make-current-title": "Make this edition current",
        "more": "More",
        "no-comments": "No comments.",
        "never-current": "It was never current.",
        "never-published": "These cards were never published.",
        "none-open": "Not in review.",
        "not-recorded": "not recorded",
        "open": "Open",
        "planned": "planned for {at} (UTC), by {user}: {reason}",
        "planned-ended": "{at} (UTC): {state}. {outcome}",
        "published-before": "{edition}, on {at}: the same cards",
        "published-same": "{edition} was published on {at}: the same cards.",
        "published-now": "Published: {edition}.",
        "publish": "Publish",
        "publish-choose": "What to do",
        "publish-current": "Publish and make current: all new games use it",
        "publish-intro": "An edition never changes. Before it is published, it is dealt to every"
        " number of seats, and random games are played with it. This takes some seconds.",
        "publish-one": "Publish as an edition",
        "publish-only": "Publish: games that name the edition can use it",
        "publish-title": "Publish this set",
        "became-current": "It is now the current edition of {variant}.",
        "history-of": "History: {edition}",
        "proposal-line": "authors: {authors}; approved by: {approver}",
        "reason": "Reason",
        "reason-hint": "One line. Staff see it on the page of the edition, with your name.",
        "refused": "Refused:",
        "released-line": "{at} by {user}: {reason}",
        "set-changed": "The set has changed since this page was loaded.",
        "reason-roll-back": "Roll back from {edition}.",
        "releases": "Releases",
        "review": "Review",
        "roll-back": "Roll back to this",
        "roll-back-intro": "This edition becomes current again. New games use it from now on;"
        " existing games keep their editions. To confirm, press the button: the reason is filled"
        " in, and can be changed.",
        "schedule": "Release at a time",
        "schedule-intro": "The edition becomes current at this time, once. Until then the planned"
        " release can be cancelled.",
        "scheduled": "The release is planned.",
        "schedules": "Planned releases",
        "set": "Set",
        "state": "State",
        "step-approved": "Approved",
        "step-commented": "Commented",
        "step-published": "Published",
        "step-released": "Made current",
        "step-returned": "Returned",
        "step-submitted": "Submitted",
        "step-withdrawn": "Withdrawn",
        "submit": "Submit for review",
        "stopped": "No new game uses this edition: a move had no end (game {game}, event {seq})."
        " Release a mended edition.",
        "submit-intro": "The draft is frozen until it is published, returned or withdrawn. Another"
        " user must approve it.",
        "this-edition": "This edition.",
        "waits-approval": "for my approval",
        "waits-publishing": "for my publishing",
        "what": "What",
        "when": "When",
        "who": "Who",
        "whose": "Which",
        "mine": "Mine",
        "waiting": "Waiting for me",
        "why": "Why",
        "frozen": "The draft of this set is frozen: it is {state}.",
    },
)
"""What the pages of reviews and releases say."""


def review_text(name: str, /, **params: Any) -> str:
    """Return a text of a review in the language of the page."""
    return REVIEW.say(name, page_language(), **params)


review_label = lazy(review_text, str)
"""Return a text of a review, translated when it is rendered."""


def page_texts() -> dict[str, str]:
    """Return all texts for a template, by names with underscores."""
    words = page_language()
    return {name.replace("-", "_"): text.to(words) for name, text in REVIEW.items()}


def state_text(state: str) -> str:
    """Return the name of a state in the language of the page."""
    return STATES[state].to(page_language())


def time_text(at: Any) -> str:
    """Return a time as the pages show it."""
    return f"{at:%Y-%m-%d %H:%M}"
