"""The admin of cards: drafts, proposals, editions, releases."""

from django.contrib import admin

from cards.confirmations import delete_chosen
from cards.studio.cards_admin import CardAdmin
from cards.studio.editions_admin import EditionAdmin, ReleaseAdmin
from cards.studio.proposals_admin import ProposalAdmin
from cards.studio.sets_admin import CardSetAdmin

__all__ = [
    "CardAdmin",
    "CardSetAdmin",
    "EditionAdmin",
    "ProposalAdmin",
    "ReleaseAdmin",
]

admin.site.add_action(delete_chosen, "delete_selected")
