"""What can go wrong with proposals and releases: errors with texts."""

from __future__ import annotations

from typing import ClassVar, Final

from cards.translation import ENGLISH, Text, Texts

CATALOG: Final = "cards/reviews"

ERRORS: Final = Texts(
    CATALOG,
    "error",
    {
        "already-published": "The same cards are already published, as {edition}. Make that edition"
        " current instead.",
        "changed-since": "Nothing is undone: {user} changed {what} on {at}, after this. Undo that"
        " first.",
        "draft-changed": "The draft has changed meanwhile. Load the page again.",
        "draft-frozen": "The draft of {card_set} is frozen: it is in review or approved. It can be"
        " changed once the proposal is returned, withdrawn or published.",
        "not-permitted": "This needs the permission: {permission}.",
        "own-draft": "You changed this draft since it was last published, so you are one of its"
        " authors. Another person must approve it.",
        "own-proposal": "You submitted this proposal. Another person must approve it.",
        "not-author": "Only an author of the proposal can withdraw it.",
        "proposal-state": "This is not possible: the proposal is {state}.",
        "reason-invalid": "Give a reason of 1 to {limit} characters on one line.",
        "texts-unconfirmed": "The texts of {cards} say something else than the cards do: correct"
        " them, or confirm with a reason that they are right.",
        "review-required": "On this server a draft must be reviewed before it is published: submit"
        " it for review.",
    },
)
"""What an error says."""

STATES: Final = Texts(
    CATALOG,
    "state",
    {
        "in_review": "in review",
        "approved": "approved",
        "returned": "returned",
        "withdrawn": "withdrawn",
        "published": "published",
    },
)
"""The names of the states of proposals."""

PERMISSIONS: Final = Texts(
    CATALOG,
    "permission",
    {
        "translate_card": "Can change the words of cards, and nothing else",
        "draft_card": "Can change card sets, cards and decks",
        "review_edition": "Can approve or return the card sets of others",
        "publish_edition": "Can publish a card set as an edition",
        "release_edition": "Can make an edition current",
    },
)
"""The names of the permissions by codename."""


class ReviewError(ValueError):
    """An act that is refused; ``text`` says why, by ``key`` if no other is named."""

    key: ClassVar[str]

    def __init__(self, name: str = "", /, **params: object) -> None:
        self.text: Text = ERRORS[name or self.key].with_params(**params)
        super().__init__(self.text.to(ENGLISH))


class DraftFrozen(ReviewError):
    """The draft has an open proposal, so it cannot be changed."""

    key = "draft-frozen"


class ChangedSince(ReviewError):
    """A row has changed since the act that is to be undone."""

    key = "changed-since"


class DraftChanged(ReviewError):
    """The draft was changed while it was checked."""

    key = "draft-changed"


class NotPermitted(ReviewError):
    """The user lacks the permission, or is no author."""

    key = "not-permitted"


class OwnProposal(ReviewError):
    """The user is an author of the proposal, so another must approve it."""

    key = "own-proposal"


class WrongState(ReviewError):
    """The proposal is in another state, perhaps since a moment ago."""

    key = "proposal-state"


class ReasonInvalid(ReviewError):
    """The reason is missing, too long, or has unprintable characters."""

    key = "reason-invalid"


class AlreadyPublished(ReviewError):
    """An edition with the same cards exists."""

    key = "already-published"


class TextsUnconfirmed(ReviewError):
    """Texts contradict effects, and the user has not confirmed them."""

    key = "texts-unconfirmed"


class ReviewRequired(ReviewError):
    """The server publishes reviewed drafts only."""

    key = "review-required"
